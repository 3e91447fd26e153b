//! `bench compare`: equal runs, a changed game, other parameters, a baseline, and runs that cannot be compared.

use crate::workdir::{Bench, config};
use rusqlite::Connection;
use serde_json::Value;

pub(crate) fn rows<'v>(report: &'v Value, id: &str) -> &'v Vec<Value> {
    let sections = report["sections"].as_array().unwrap();
    let mut tables = sections.iter().flat_map(|section| section["blocks"].as_array().unwrap()).filter_map(|block| block.get("table"));
    tables.find(|table| table["id"] == id).unwrap_or_else(|| panic!("no table {id}: {report:#}"))["rows"].as_array().unwrap()
}

fn integers(row: &Value) -> Vec<i64> {
    row.as_array().unwrap().iter().filter_map(|cell| cell["integer"].as_i64()).collect()
}

fn played(bench: &Bench, name: &str, games: u32, iterations: u32, seed: u32) {
    bench.write("x.toml", &config(games, iterations, "connect-four", seed));
    bench.run(&format!("run x.toml --out {name} --threads 1")).ends(0);
}

#[test]
fn equal_runs_are_the_same_and_missing_games_are_counted() {
    let bench = Bench::new();
    played(&bench, "a", 12, 30, 1);
    played(&bench, "b", 8, 30, 1);
    let said = bench.run("compare a b --out c --formats html,markdown,json,csv");
    assert!(said.out.contains("All 8 tasks that both runs have are the same."), "{}", said.out);
    said.ends(0);
    for file in ["report.html", "report.md", "report.json", "data/tasks.csv"] {
        assert!(!bench.read(&format!("c/{file}")).is_empty());
    }
    assert_eq!(bench.run("compare a b --exact").code, Some(1), "four tasks are missing");
    bench.run("compare a a --exact").ends(0);
    let report: Value = serde_json::from_str(&bench.run("compare a b --format json").ends(0)).unwrap();
    assert_eq!(integers(&rows(&report, "tasks")[0]), [8, 0, 0, 4, 0, 0, 0]);
}

/// Ten cells of one agent under common seeds are one cell, and not ten that agree.
#[test]
fn cells_with_common_seeds_are_no_independent_evidence() {
    let bench = Bench::new();
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/common_seeds.toml")).unwrap();
    bench.write("x.toml", &text);
    for seed in [9, 10] {
        bench.run(&format!("run x.toml --out {seed} --no-report --set experiment.seed={seed}")).ends(0);
    }
    let said = bench.run("compare 9 10");
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("No single cell differs significantly (10 cells and their average: 11 tests, Holm)")
            && words.contains("Over all cells the score of "),
        "{words}"
    );
    said.ends(0);
    // The rounds of ten cells are as many as those of one, and the table shows how many the test counts.
    let report: Value = serde_json::from_str(&bench.run("compare 9 10 --format json").ends(0)).unwrap();
    let counted: Vec<i64> = rows(&report, "differences").iter().map(|row| *integers(row).last().unwrap()).collect();
    assert_eq!(counted, [12; 11]);
}

/// Memory is the size of the trees: equal for equal games, and unknown for games stored by an earlier version.
#[test]
fn memory_is_compared_where_it_is_known() {
    let bench = Bench::new();
    played(&bench, "a", 8, 30, 1);
    played(&bench, "b", 8, 30, 1);
    let report = || -> Value { serde_json::from_str(&bench.run("compare a b --format json").ends(0)).unwrap() };
    let found = report();
    let values = |found: &Value| -> Vec<Option<f64>> {
        let [row] = &rows(found, "memory")[..] else { panic!("random has no tree: {found}") };
        assert!(row[1].to_string().contains("uct, 30 iterations"), "{row}");
        row.as_array().unwrap()[2..].iter().map(|cell| cell["number"]["value"].as_f64()).collect()
    };
    let [mean, most, again, most_again, factor] = values(&found)[..] else { panic!("{found}") };
    // At most 30 expansions of 7 moves a turn, of which later turns keep a part.
    assert!(mean.is_some_and(|kilobytes| kilobytes > 1.0 && kilobytes < 100.0) && mean <= most, "{mean:?} {most:?}");
    assert_eq!((mean, most, factor), (again, most_again, Some(1.0)));
    let file = Connection::open(bench.path("a").join("results.sqlite")).unwrap();
    file.execute_batch(
        "ALTER TABLE match DROP COLUMN passes; ALTER TABLE match DROP COLUMN failed_draws; ALTER TABLE match DROP COLUMN one_sided; ALTER TABLE match DROP COLUMN continuation; ALTER TABLE match DROP COLUMN annotations; ALTER TABLE match DROP COLUMN memory",
    )
    .unwrap();
    drop(file);
    assert_eq!(values(&report()), [None, None, again, most_again, None]);
    assert!(bench.run("compare a b").ends(0).contains("All 8 tasks that both runs have are the same."));
}

/// A game that differs is found, with the ply and the position before it.
#[test]
fn a_changed_game_is_shown_at_its_first_differing_ply() {
    let bench = Bench::new();
    played(&bench, "a", 8, 30, 1);
    played(&bench, "b", 8, 30, 1);
    let file = Connection::open(bench.path("b").join("results.sqlite")).unwrap();
    let moves: String = file.query_row("SELECT moves FROM match WHERE task = 3", [], |row| row.get(0)).unwrap();
    let mut words: Vec<&str> = moves.split(' ').collect();
    let other = if words[4] == "1" { "2" } else { "1" };
    let stored = words[4].to_owned();
    words[4] = other;
    file.execute("UPDATE match SET moves = ?, scores = '[0.5,0.5]' WHERE task = 3", [words.join(" ")]).unwrap();
    drop(file);
    let out = bench.run("compare a b").ends(0);
    let caption = format!("before ply 5, player 1 to move: {stored} in the first run, {other} in the second.");
    assert!(out.replace('\n', " ").contains(&caption), "{out}");
    // The drawing holds the four stones that were played.
    let drawing = &out[out.find("in the second.\n").unwrap()..];
    let drawing = &drawing[..drawing.find("\nSpeed").unwrap()];
    assert_eq!(drawing.matches(['X', 'O']).count(), 4, "{drawing}");
    let report: Value = serde_json::from_str(&bench.run("compare a b --format json").ends(0)).unwrap();
    assert_eq!(integers(&rows(&report, "tasks")[0])[..2], [7, 1]);
    assert_eq!(bench.run("compare a b --exact").code, Some(1));
}

/// Cells of the same name with other keys are compared by their results; a difference beyond chance has an exit code of its own.
#[test]
fn results_are_compared_where_games_cannot_be_the_same() {
    let bench = Bench::new();
    played(&bench, "a", 40, 30, 1);
    played(&bench, "b", 40, 30, 2);
    let said = bench.run("compare a b");
    assert!(said.out.contains("paired by name only"), "{}", said.out);
    said.ends(0);
    // Every game of the second run lost by the candidate.
    let file = Connection::open(bench.path("b").join("results.sqlite")).unwrap();
    file.execute("UPDATE match SET scores = CASE WHEN seats = '[0,1]' THEN '[0,1]' ELSE '[1,0]' END", []).unwrap();
    drop(file);
    let report: Value = serde_json::from_str(&bench.run("compare a b --format json").ends(1)).unwrap();
    let row = &rows(&report, "differences")[0];
    assert_eq!(row[5]["graded"]["verdict"], "worse", "{row}");
    assert!(row[6]["p-value"].as_f64().unwrap() < 1e-3, "{row}");
}

#[test]
fn a_run_is_compared_with_a_baseline() {
    let bench = Bench::new();
    bench.write("x.toml", &config(8, 30, "connect-four", 1));
    bench.run("check x.toml --baseline b.toml --update --games 16 --out c").ends(0);
    played(&bench, "a", 8, 30, 1);
    let out = bench.run("compare a --against b.toml").ends(0);
    assert!(out.contains("The first 8 tasks of every cell are those of the baseline."), "{out}");
    played(&bench, "d", 8, 30, 2);
    let said = bench.run("compare d --against b.toml");
    assert!(said.out.contains("of the baseline in 0 of 1 cell"), "{}", said.out);
}

/// A changed parameter: cells are matched by game and agents, the difference is named, and exit codes are those of changed code.
#[test]
fn a_changed_parameter_is_named_with_its_effect() {
    let bench = Bench::new();
    let text = config(60, 60, "connect-four", 1)
        .replace("= \"connect-four\"", "= [\"connect-four\", \"tic-tac-toe\"]")
        .replace("random", "flat-mc");
    bench.write("x.toml", &(text + "[agent.uct.params]\nexploration = 0.7\n"));
    bench.run("run x.toml --out a").ends(0);
    bench.run("run x.toml --out b --set agent.uct.params.exploration=100.0 --set budget.iterations=2").ends(0);
    let report: Value = serde_json::from_str(&bench.run("compare a b --format json").ends(1)).unwrap();
    let lead = report["lead"].to_string();
    let what = "uct: exploration 0.7 → 100.0; 60 → 2 iterations";
    assert!(lead.contains(&format!("{what} in 2 cells: score of uct -")) && lead.contains("points ["), "{lead}");
    assert!(rows(&report, "differences")[..2].iter().all(|row| row[1]["text"] == what), "{report}");
    assert!(report["warnings"].to_string().contains("2 cells are paired by the names of game and agents"), "{report}");
    let check = "check x.toml --baseline b.toml --out c";
    bench.run(&format!("{check} --update --games 120")).ends(0);
    let said = bench.run(&format!("{check} --set agent.uct.params.exploration=100.0 --set budget.iterations=2")).ends(1);
    let fault = format!("{what}: score ");
    assert!(said.contains(&fault) && said.contains("significantly lower") && !said.contains("not in the baseline"), "{said}");
    let said = bench.run("compare b --against b.toml --format json").ends(1);
    assert!(said.contains(&format!("{what} in 2 cells: score of uct -")), "{said}");
    let said = bench.run(&format!("{check} --set agent.uct.params.exploration=0.70001 --games 120"));
    assert!(said.out.contains("uct: exploration 0.7 → 0.70001: ") && said.code != Some(2), "{}", said.out);
}

/// Common seeds do not depend on the agents: with other parameters the seeds are the same, and with another experiment seed or other settings they differ.
#[test]
fn seeds_are_said_to_be_the_same_exactly_where_they_are() {
    let bench = Bench::new();
    let games = "[\"tic-tac-toe\", \"connect-four\"]";
    bench.write("x.toml", &config(8, 5, "hex", 1).replace("\"hex\"", games));
    let body = "[search]\nopening-moves = 2\n[budget]\niterations = [5]\n[grid]\ngame = [\"tic-tac-toe\"]\n[agent.uct]\n";
    bench.write("y.toml", &format!("[experiment]\nname = \"s\"\nkind = \"search\"\nseed = 1\ngames-per-cell = 8\n{body}"));
    let common = "--set match.seeds=common";
    let other = "--set agent.uct.params.exploration=0.1";
    let mut run = 0;
    for (file, first, second, same) in [
        ("x", "--threads 1", other, false),
        ("x", common, &format!("{common} {other}"), true),
        ("x", common, &format!("{common} --set budget.iterations=7"), true),
        ("x", common, &format!("{common} --set experiment.seed=2"), false),
        ("x", common, &format!("{common} --set match.max-moves=8"), false),
        ("x", common, other, false),
        ("y", "--threads 1", other, true),
        ("y", "--threads 1", "--set experiment.seed=2", false),
    ] {
        run += 1;
        let seeds = [("a", first), ("b", second)].map(|(side, set)| {
            bench.run(&format!("run {file}.toml --out {side}{run} --no-report {set}")).ends(0);
            let table = if file == "x" { "match" } else { "search" };
            let stored = Connection::open(bench.path(&format!("{side}{run}")).join("results.sqlite")).unwrap();
            let mut seeds = stored.prepare(&format!("SELECT DISTINCT seed FROM {table} ORDER BY seed")).unwrap();
            seeds.query_map([], |row| row.get(0)).unwrap().collect::<Result<Vec<String>, _>>().unwrap()
        });
        assert_eq!(seeds[0] == seeds[1], same, "{file} {second}");
        let report: Value = serde_json::from_str(&bench.run(&format!("compare a{run} b{run} --format json")).out).unwrap();
        let warnings = report["warnings"].to_string();
        let said = if same { "the seeds are the same on both sides" } else { "the seeds of the games differ" };
        assert!(warnings.contains(&format!("Rounds are paired by number. Here {said}")), "{file} {second}: {warnings}");
    }
    // A baseline has no seeds, but a cell with seeds of its own shares them with no other.
    for (set, said) in [("--threads 1", "the seeds of the games differ"), (common, "the baseline does not store the seeds")] {
        bench.run(&format!("check x.toml --baseline b.toml --update --games 8 --out c {set}")).ends(0);
        bench.run(&format!("run x.toml --out d --no-report {set} {other}")).ends(0);
        let report: Value = serde_json::from_str(&bench.run("compare d --against b.toml --format json").out).unwrap();
        assert!(report["warnings"].to_string().contains(said), "{set}: {report}");
    }
}

/// Openings in the order of their file are the same under other settings, too.
#[test]
fn equal_openings_are_said_where_seeds_differ() {
    let bench = Bench::new();
    bench.write("o.txt", "a1\nb2\nc3\nb1\n");
    bench.write("x.toml", &(config(8, 5, "tic-tac-toe", 1) + "[match]\nopenings = \"o.txt\"\nopenings-order = \"file\"\n"));
    bench.run("run x.toml --out a --no-report").ends(0);
    bench.run("run x.toml --out b --no-report --set budget.iterations=7").ends(0);
    let out = bench.run("compare a b --format json").out;
    assert!(out.contains("the seeds differ, but the openings are the same on both sides"), "{out}");
}

/// A cell that only one of two complete runs has was not dropped from its experiment.
#[test]
fn cells_of_one_run_alone_are_not_taken_for_dropped_ones() {
    let bench = Bench::new();
    for (name, values) in [("a", "[0.5, 1.0]"), ("b", "[1.0, 2.0]")] {
        bench.write("x.toml", &format!("{}[agent.uct]\nsweep.exploration = {values}\n", config(4, 5, "tic-tac-toe", 1)));
        bench.run(&format!("run x.toml --out {name} --no-report")).ends(0);
    }
    let said = bench.run("compare a b");
    assert!(said.out.contains("exploration") && !said.out.contains("Other cells were seen"), "{}", said.out);
    // A cell that was dropped is still said to be one.
    bench.run("run x.toml --out a --no-report").ends(0);
    let said = bench.run("compare a b");
    assert!(said.out.contains("a: Other cells were seen: 1 cell "), "{}", said.out);
}

/// The score is that of the candidate, also where its opponent changes.
#[test]
fn a_changed_opponent_leaves_the_score_that_of_the_candidate() {
    let bench = Bench::new();
    bench.write("x.toml", &config(40, 20, "connect-four", 1).replace("uct = \"random\"", "uct = \"ref\"\n[agent.ref]\nuse = \"flat-mc\""));
    bench.run("run x.toml --out a --no-report").ends(0);
    bench.run("run x.toml --out b --no-report --set agent.ref.use=random").ends(0);
    let report: Value = serde_json::from_str(&bench.run("compare a b --format json").out).unwrap();
    let lead = report["lead"].to_string();
    assert!(lead.contains("ref: flat-mc → random: score of uct +"), "{lead}");
}

/// The lead tells of several changed parameters at once, so that their p-values are corrected for each other.
#[test]
fn several_changed_parameters_are_judged_together() {
    let bench = Bench::new();
    let text = config(24, 20, "tic-tac-toe", 1).replace("uct = \"random\"", "uct = \"flat-mc\"\nmcts = \"flat-mc\"");
    bench.write("x.toml", &(text + "[agent.uct.params]\nexploration = 0.7\n[agent.mcts.params]\nexploration = 0.7\n"));
    bench.run("run x.toml --out a --no-report").ends(0);
    let changed = |out: &str, agents: &[&str]| {
        let set: Vec<String> = agents.iter().map(|agent| format!("--set agent.{agent}.params.exploration=50.0")).collect();
        bench.run(&format!("run x.toml --out {out} --no-report {}", set.join(" "))).ends(0);
        let report: Value = serde_json::from_str(&bench.run(&format!("compare a {out} --format json")).out).unwrap();
        report["lead"].as_array().unwrap().iter().map(|said| said.as_str().unwrap().to_owned()).collect::<Vec<String>>()
    };
    let both = changed("both", &["uct", "mcts"]);
    // Two parameters, and the score over all cells.
    assert_eq!(both.iter().filter(|said| said.contains(" (Holm, of 3)")).count(), 3, "{both:?}");
    let one = changed("one", &["uct"]);
    let words = one.iter().find(|said| said.starts_with("uct: exploration 0.7 → 50.0")).unwrap_or_else(|| panic!("{one:?}"));
    assert!(!words.contains("Holm"), "{one:?}");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let bench = Bench::new();
    played(&bench, "a", 4, 5, 1);
    bench.write("y.toml", &config(4, 5, "connect-four", 1).replace("tiny", "other"));
    bench.run("run y.toml --out b").ends(0);
    // A copy under another name is compared, and both are named.
    assert!(bench.run("compare a b").ends(0).contains("tiny and other: two runs compared"));
    bench.write("z.toml", &config(4, 5, "tic-tac-toe", 1));
    bench.run("run z.toml --out c").ends(0);
    bench.run("compare b c").refuses(&["the runs of `other` and `tiny` share no cell", "[agent.opponent]"]);
    bench.run("compare a nowhere").refuses(&["nowhere", "not a run directory"]);
    bench.run("compare a --against y.toml").refuses(&["y.toml", "not a baseline"]);
    bench.run("compare y.toml a").refuses(&["`y.toml` is a file", "--against y.toml"]);
    assert_eq!(bench.run("compare a").code, Some(2));
}

/// The other kinds have outcomes of their own.
#[test]
fn searches_and_playouts_are_compared() {
    let bench = Bench::new();
    for (kind, body) in [
        ("playout", "[playout]\nplayouts = 20\nmax-moves = 12\nseconds = 0\n[grid]\ngame = [\"tic-tac-toe\", \"connect-three\"]\n"),
        (
            "search",
            "[search]\nopening-moves = 4\n[budget]\niterations = [30]\n[grid]\ngame = [\"tic-tac-toe\"]\n[agent.uct.sweep]\nexploration = [0.5, 1.0]\n",
        ),
    ] {
        for seed in [1, 2] {
            bench.write("x.toml", &format!("[experiment]\nname = \"k\"\nkind = \"{kind}\"\nseed = {seed}\ngames-per-cell = 12\n{body}"));
            bench.run(&format!("run x.toml --out {kind}{seed}")).ends(0);
        }
        bench.run(&format!("compare {kind}1 {kind}1 --exact")).ends(0);
        let said = bench.run(&format!("compare {kind}1 {kind}2 --format json"));
        let report: Value = serde_json::from_str(&said.out).unwrap();
        let rows = rows(&report, "differences");
        assert!(rows.len() >= 4, "{rows:?}");
        assert!(rows.iter().all(|row| row[6]["p-value"].as_f64().is_some_and(|p| p > 0.0 && p <= 1.0)), "{rows:?}");
    }
}

/// Games of another build that were accepted although they differ are reported by a comparison and by a check, in all their files.
#[test]
fn mixed_builds_are_said() {
    const MIXED: &str = "Games of several builds are mixed in 1 of 1 cells: builds differ (--accept-mixed).";
    let bench = Bench::new();
    bench.write("x.toml", &config(12, 10, "tic-tac-toe", 3));
    bench.run("check x.toml --baseline b.toml --update").ends(0);
    bench.run("run x.toml --out whole --no-report").ends(0);
    bench.run("run x.toml --out mixed --no-report --set experiment.games-per-cell=6").ends(0);
    let file = Connection::open(bench.path("mixed/results.sqlite")).unwrap();
    file.execute("UPDATE build SET executable = 'ffffffffffffffffffffffffffffffff'", []).unwrap();
    file.execute("UPDATE match SET states = replace(states, '[', '[1')", []).unwrap();
    drop(file);
    let checked = bench.run("check x.toml --baseline b.toml --out mixed --resume --accept-mixed --junit c.xml --markdown c.md").out;
    let compared = [bench.run("compare whole mixed"), bench.run("compare mixed --against b.toml")].map(|said| said.out);
    let files = ["c.xml", "c.md"].map(|file| bench.read(file));
    for said in compared.iter().chain(&files).chain([&checked]) {
        let words: Vec<&str> = said.split_whitespace().collect();
        assert!(words.join(" ").replace('`', "").contains(MIXED), "{said}");
    }
    assert!(!bench.run("compare whole whole").ends(0).contains("several builds"));
}
