//! Every output that shows an answer is a look, and every output reports how a run was looked at: started again, interrupted, or merged with its last
//! part first.

use crate::results::report;
use crate::workdir::{Bench, Said, config, interrupt};
use serde_json::Value;

const MORE: &str = "games per cell have been played or planned, but fewer are shown";

fn games(number: u32) -> String {
    format!("--set experiment.games-per-cell={number}")
}

fn warnings(bench: &Bench, what: &str) -> String {
    report(bench, what)["warnings"].to_string()
}

/// An experiment of a paper with one cell, with these further tables.
fn experiment(bench: &Bench, more: &str) {
    std::fs::create_dir_all(bench.path("c/results")).unwrap();
    bench.write("c/x.toml", &(config(12, 10, "tic-tac-toe", 3).replace("seed", "paper = \"P\"\nseed") + more));
}

const CLAIM: &str = "[[hypothesis]]\nis = \"better\"\nsource = \"Table 1\"\n";

/// Looks before `--fresh` are reported in reports, results files, merged runs, exports, lists and claims, with or without `[stop]`.
#[test]
fn a_run_begun_afresh_says_what_was_seen_before() {
    for stop in ["", "[stop]\ntest = \"gsprt\"\nh0 = 50\nh1 = 99\n"] {
        let bench = Bench::new();
        experiment(&bench, &format!("{stop}{CLAIM}"));
        let line = "run c/x.toml --no-report --out run";
        bench.run(line).ends(0);
        let said_of = |games: u64| format!("Restarted: up to {games} games per cell could be looked at");
        let first = bench.stored("run");
        let afresh = said_of(first);
        assert!(!warnings(&bench, "run").contains("Restarted"));
        bench.run(&format!("{line} --fresh {}", games(6))).ends(0);
        bench.run(&format!("{line} --results c/results/f.csv")).ends(0);
        bench.run("merge run --into merged --no-report");
        for what in ["run", "--results c/results/f.csv", "merged"] {
            let said = warnings(&bench, what);
            assert!(said.contains(&afresh) && !said.contains("deleted"), "{what}: {said}");
            assert_eq!(said.contains("could be looked at after"), stop.is_empty(), "{what}: {said}");
        }
        for said in [bench.run("export run").out, bench.run("runs run").out, bench.run("claims c --format json").out] {
            assert!(said.contains("restarted after a look"), "{said}");
        }
        // Once more: all that was seen adds up.
        let second = bench.stored("run");
        bench.run(&format!("{line} --fresh")).ends(0);
        let said = warnings(&bench, "run");
        assert!(said.contains(&said_of(first + second)), "{said}");
        // What is stated now was stated after what was set aside.
        experiment(&bench, &format!("{stop}{}", CLAIM.replace("better", "worse")));
        bench.run(&format!("{line} --fresh")).ends(0);
        assert!(
            warnings(&bench, "run").contains("Stated, edited or given other cells after results could be seen"),
            "{}",
            warnings(&bench, "run")
        );
    }
}

/// Nobody has looked at a shard that is played once more, and a check starts by its own rule.
#[test]
fn only_a_look_makes_a_fresh_run_suspect() {
    let bench = Bench::new();
    bench.write("x.toml", &config(100_000, 10, "tic-tac-toe", 3));
    let mut child = bench.start("run x.toml --no-report --out cut", "cut");
    child.kill().unwrap();
    child.wait().unwrap();
    bench.run(&format!("run x.toml --no-report --out cut --fresh {}", games(12))).ends(0);
    assert!(!warnings(&bench, "cut").contains("Restarted"), "{}", warnings(&bench, "cut"));
}

/// The last shard is looked at first.
#[test]
fn a_late_shard_counts_what_is_there() {
    let bench = Bench::new();
    bench.write("x.toml", &config(12, 10, "tic-tac-toe", 11));
    let shard = |number: u32| bench.run(&format!("run x.toml --out all --shard {number}/2 --scratch .")).ends(0);
    shard(2);
    assert!(bench.run("merge all --into late").ends(3).contains("6 records from 1 source"));
    shard(1);
    bench.run("merge all --into late").ends(0);
    let said = warnings(&bench, "late");
    assert!(said.contains("could be looked at after 6 games per cell, before it grew to 12"), "{said}");
}

/// Naming single shard files does not drop the record of looks at them.
#[test]
fn single_shard_files_bring_the_looks_beside_them() {
    let bench = Bench::new();
    bench.write("x.toml", &config(12, 10, "tic-tac-toe", 11));
    for number in 1..=3 {
        bench.run(&format!("run x.toml --out all --shard {number}/3 --scratch .")).ends(0);
    }
    bench.run("merge all --into first").ends(0);
    let files = std::fs::read_dir(bench.path("all/shards")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let chosen: Vec<String> = files.filter(|name| !name.starts_with("looks-")).take(2).map(|name| format!("all/shards/{name}")).collect();
    bench.run(&format!("merge {} --into chosen", chosen.join(" "))).ends(3);
    let said = warnings(&bench, "chosen");
    assert!(said.contains("12 games per cell") && said.contains(MORE), "{said}");
}

/// Missing cells may have been left out because of their results.
#[test]
fn cells_that_were_left_out_are_fewer_than_planned() {
    let bench = Bench::new();
    let cells =
        config(2, 10, "tic-tac-toe", 11).replace("game = ", "game = [\"breakthrough\", \"connect-four\", \"reversi\", \"tic-tac-toe\"] #");
    bench.write("x.toml", &cells);
    bench.run("run x.toml --out all --shard 1/2 --scratch .").ends(0);
    bench.run("merge all --into half").ends(3);
    bench.run("run x.toml --out some --no-report --results f.csv --set only.game=tic-tac-toe").ends(0);
    for what in ["half", "--results f.csv"] {
        assert!(warnings(&bench, what).contains(MORE), "{what}: {}", warnings(&bench, what));
    }
}

/// An interrupted run is judged as one whose end may have been chosen; one that was then enlarged has grown.
#[test]
fn a_run_that_was_cut_off_may_have_been_stopped_by_its_results() {
    let bench = Bench::new();
    bench.write("x.toml", &config(16, 20_000, "connect-four", 3));
    let child = bench.start("run x.toml --threads 1 --out cut --results f.csv", "cut");
    interrupt(&child);
    let said = Said::from(child.wait_with_output().unwrap()).ends(130);
    assert!(said.contains("which counts as a look") && !bench.path("cut/report").exists(), "{said}");
    let there = bench.stored("cut");
    let before = std::fs::read(bench.path("cut/results.sqlite")).unwrap();
    for what in ["cut", "--results f.csv"] {
        assert!(warnings(&bench, what).contains(MORE), "{what}: {}", warnings(&bench, what));
    }
    // Without a look, it goes on as if nothing had happened, unless more is planned now.
    for (games_now, grew) in [(18, true), (16, false)] {
        std::fs::write(bench.path("cut/results.sqlite"), &before).unwrap();
        bench.run(&format!("run x.toml --no-report --out cut {}", games(games_now))).ends(0);
        let said = warnings(&bench, "cut");
        assert_eq!(said.contains(&format!("could be looked at after {there} games per cell")), grew, "{said}");
        assert!(grew || !said.contains("looked at") && !said.contains(MORE), "{said}");
    }
}

/// Every subcommand that shows scores, verdicts or records records a look; the ones that only report progress show none of these.
#[test]
fn whatever_shows_an_answer_is_a_look() {
    let bench = Bench::new();
    bench.write("x.toml", &config(12, 10, "tic-tac-toe", 11));
    bench.run("run x.toml --out all --shard 1/2 --scratch .").ends(0);
    bench.run("merge all --into part --no-report").ends(3);
    bench.run("run x.toml --out whole --no-report").ends(0);
    let looks = |run: &str| -> String {
        let file = rusqlite::Connection::open(bench.path(run).join("results.sqlite")).unwrap();
        file.query_row("SELECT looks FROM history", [], |row| row.get(0)).unwrap()
    };
    for (line, is_look) in [
        ("status part", false),
        ("watch part", false),
        ("status part --format json", false),
        ("runs part", false),
        ("runs part --format json", false),
        ("runs part --scores", true),
        ("compare whole part", true),
        ("export part", true),
        ("export part --games --out games", true),
        ("view part", true),
        ("report part --formats csv", true),
    ] {
        let before = std::fs::read(bench.path("part/results.sqlite")).unwrap();
        bench.run(line);
        assert_eq!(looks("part"), if is_look { "6" } else { "" }, "{line}");
        std::fs::write(bench.path("part/results.sqlite"), before).unwrap();
    }
}

/// A look that is already recorded does not change a byte of the file.
#[test]
fn a_second_look_changes_nothing() {
    let bench = Bench::new();
    bench.write("x.toml", &config(12, 10, "tic-tac-toe", 11));
    bench.run("run x.toml --out run --no-report").ends(0);
    let file = || std::fs::read(bench.path("run/results.sqlite")).unwrap();
    let before = file();
    for line in ["export run", "runs run", "report run --formats csv"] {
        bench.run(line).ends(0);
        assert!(file() == before, "{line}");
    }
    let said: Value = serde_json::from_str(&bench.run("report run --formats csv --format json").ends(0)).unwrap();
    assert_eq!(said["warnings"].to_string(), "[]");
}

/// Dropping the cells that lost selects the others by their results: reports, results files, merged runs, exports, lists and claims say so.
#[test]
fn cells_that_were_dropped_after_a_look_are_said() {
    const DROPPED: &str = "Other cells were seen: 2 cells that this experiment does not have";
    let bench = Bench::new();
    let sweep = |values: &str| format!("[agent.uct.sweep]\nmax-nodes = [{values}]\n{CLAIM}");
    experiment(&bench, &sweep("1000, 1001, 1002"));
    bench.run("run c/x.toml --no-report --out run").ends(0);
    experiment(&bench, &sweep("1001"));
    bench.run("run c/x.toml --no-report --out run --results c/results/f.csv").ends(0);
    bench.run("merge run --into merged --no-report").ends(0);
    for what in ["run", "--results c/results/f.csv", "merged"] {
        assert!(warnings(&bench, what).contains(DROPPED), "{what}: {}", warnings(&bench, what));
    }
    for said in [bench.run("export merged").out, bench.run("runs c/results/f.csv").out, bench.run("claims c --format json").out] {
        assert!(said.contains("other cells were seen"), "{said}");
    }
    // A part of the grid is no other experiment, and what nobody saw is none.
    experiment(&bench, &sweep("1000, 1001, 1002"));
    bench.run("run c/x.toml --no-report --out part --set only.uct.max-nodes=1000 --results g.csv").ends(0);
    bench.run("run c/x.toml --no-report --out part --results g.csv").ends(0);
    for what in ["part", "--results g.csv"] {
        assert!(!warnings(&bench, what).contains("Other cells"), "{what}: {}", warnings(&bench, what));
    }
    bench.run("run c/x.toml --no-report --out run --fresh --set experiment.seed=4").ends(0);
    assert!(warnings(&bench, "run").contains("Other cells were seen: 3 cells"), "{}", warnings(&bench, "run"));
}

/// A hypothesis about different cells than before counts as newly chosen: where two agents exchanged names, and where the grid grew cell by cell.
#[test]
fn other_cells_under_the_same_words_are_another_hypothesis() {
    const STATED: &str = "hypothesis stated after";
    let bench = Bench::new();
    let named = |a: u32, b: u32| {
        format!("[agent.a]\nuse = \"uct\"\nparams = {{ max-nodes = {a} }}\n[agent.b]\nuse = \"uct\"\nparams = {{ max-nodes = {b} }}\n")
    };
    let question = "[compare]\na = \"random\"\nb = \"random\"\n[[hypothesis]]\nis = \"better\"\nwhere = { candidate = \"a\" }\n";
    let write = |agents: &str, rest: &str| {
        let head = "[experiment]\nname = \"x\"\nkind = \"match\"\nseed = 3\ngames-per-cell = 10\n[budget]\niterations = 1\n[grid]\ngame = [\"tic-tac-toe\"]\n";
        bench.write("x.toml", &format!("{head}{agents}{rest}"));
    };
    let remarks = |run: &str| bench.run(&format!("runs {run}")).out;
    write(&named(1000, 1001), question);
    for _ in 0..2 {
        bench.run("run x.toml --no-report --out run --results r.csv").ends(0);
        assert!(!remarks("run").contains(STATED) && !remarks("r.csv").contains(STATED), "{}", remarks("run"));
    }
    write(&named(1001, 1000), question);
    bench.run("run x.toml --no-report --out run --results r.csv").ends(0);
    for run in ["run", "r.csv"] {
        assert!(remarks(run).contains("hypothesis stated after 10 games"), "{}", remarks(run));
    }
    let sweep = |values: &str| format!("[agent.c]\nuse = \"uct\"\n[agent.c.sweep]\nmax-nodes = [{values}]\n");
    let question = "[compare]\nc = \"random\"\n[[hypothesis]]\nis = \"better\"\n";
    write(&sweep("1000"), question);
    bench.run("run x.toml --no-report --out grown").ends(0);
    write(&sweep("1000, 1001"), question);
    bench.run("run x.toml --no-report --out grown").ends(0);
    assert!(remarks("grown").contains("hypothesis stated after 10 games"), "{}", remarks("grown"));
}
