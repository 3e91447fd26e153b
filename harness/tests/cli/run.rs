//! `bench` on real files: run, grow, export, replay, check, interrupt and resume, and its messages for invalid input.

use crate::workdir::{Bench, SMOKE, Said, config, interrupt};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_run_leaves_its_files_and_is_not_played_twice() {
    let bench = Bench::new();
    let line = format!("run {SMOKE} --threads 2");
    let out = bench.run(&line).ends(0);
    assert!(out.contains("4 of 4 tasks played; results in results/smoke"), "{out}");
    for file in ["results.sqlite", "resolved.toml", "provenance.json", "report/report.html"] {
        assert!(bench.path("results/smoke").join(file).is_file(), "{file}");
    }
    let before = bench.export("results/smoke");
    assert!(bench.run(&line).ends(0).contains("0 of 4 tasks played, 4 already stored"));
    let grown = bench.run(&format!("{line} --set experiment.games-per-cell=10")).ends(0);
    assert!(grown.contains("6 of 10 tasks played, 4 already stored"), "{grown}");
    let after = bench.export("results/smoke");
    assert!(after.starts_with(&before) && after.lines().count() == 10, "the earlier records have changed");
    // The same on one thread and all at once.
    bench.run(&format!("run {SMOKE} --threads 1 --out other --no-report --set experiment.games-per-cell=10")).ends(0);
    assert!(bench.export("other") == after, "it matters how a run came about");
    assert!(!bench.path("other/report").exists());
}

#[test]
fn exports_and_replays_what_is_stored() {
    let bench = Bench::new();
    bench.run(&format!("run {SMOKE} --no-report")).ends(0);
    let csv = bench.run("export results/smoke --format csv").ends(0);
    let lines: Vec<&str> = csv.lines().collect();
    assert!(
        lines.len() == 5
            && lines[0].starts_with("id,key,")
            && lines[0].ends_with(
                ",moves,seed,opening,opening_plies,search,failure,engines,disagreements,memory.0,memory.1,annotations,continuation,one_sided,\
                 failed_draws"
            ),
        "{csv}"
    );
    bench.run("export results/smoke --format csv --out smoke.csv").ends(0);
    assert_eq!(bench.read("smoke.csv"), csv);
    let jsonl = bench.run("export results/smoke --format jsonl").ends(0);
    let records: Vec<serde_json::Value> = jsonl.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 4);
    for record in &records {
        assert_eq!((record["ending"].as_str(), record["seats"].as_array().map(Vec::len)), (Some("rules"), Some(2)));
    }
    let task = records[3]["id"].as_str().unwrap();
    assert_eq!(bench.run(&format!("replay results/smoke {task}")).ends(0), format!("{task}: identical\n"));
    // A record that says something else is found out.
    let file = rusqlite::Connection::open(bench.path("results/smoke/results.sqlite")).unwrap();
    file.execute("UPDATE match SET plies = plies + 1", []).unwrap();
    drop(file);
    let out = bench.run(&format!("replay results/smoke {task}")).ends(1);
    assert!(out.contains("different") && out.contains("plies"), "{out}");
    bench.run("replay results/smoke 00000000-0").refuses(&["00000000"]);
    bench.run("export nowhere --format csv").refuses(&["nowhere", "not a run directory"]);
}

/// Measuring the rates of `states-as` again would change the budgets, and with them the keys of all cells.
#[test]
fn a_plan_shows_a_run_with_measured_budgets_as_done() {
    let bench = Bench::new();
    bench.write(
        "rates.toml",
        "[experiment]\nname = \"rates\"\nkind = \"match\"\ngames-per-cell = 4\n[budget]\nstates-as = \"0.001s\"\n\
         [calibration]\nagent = \"uct\"\nseconds = 0.05\n[grid]\ngame = \"tic-tac-toe\"\n[compare]\nuct = \"random\"\n\
         [profile.short]\nbudget.states-as = \"0.0005s\"\n",
    );
    let plan = bench.run("plan rates.toml --calibrate 0").ends(0);
    assert!(plan.contains("0 done in results/rates\n") && plan.contains("are estimates"), "{plan}");
    assert!(!bench.path("results").exists(), "a plan writes nothing");
    bench.run("run rates.toml --no-report").ends(0);
    let plan = bench.run("plan rates.toml --calibrate 0").ends(0);
    assert!(plan.contains("4 done in results/rates\n") && plan.contains("4/4") && !plan.contains("are estimates"), "{plan}");
    // A profile has a directory, and so rates, of its own.
    bench.run("run rates.toml --no-report --profile short").ends(0);
    assert!(bench.path("results/rates-short/calibration.toml").is_file());
    assert!(bench.run("run rates.toml --no-report").ends(0).contains("0 of 4 tasks played"));
}

#[test]
fn a_plan_ends_with_the_sum() {
    let bench = Bench::new();
    let cells = config(4, 5, "tic-tac-toe", 1)
        .replace("\"tic-tac-toe\"", "[\"tic-tac-toe\", \"connect-four\", \"reversi\"]")
        .replace("iterations = 5", "iterations = [5, 10, 20]");
    let left_out = "[[exclude]]\nreason = \"too slow here\"\nwhere = { game = \"reversi\" }\n";
    bench.write("tiny.toml", &format!("{cells}{left_out}"));
    let plan = bench.run("plan tiny.toml --calibrate 0.3").ends(0);
    assert!(plan.contains("\nleft out: 3 cells: too slow here\n"), "{plan}");
    let last = plan.lines().last().unwrap();
    assert!(
        last.starts_with("sum: 6 cells, 24 games, 0 done, about ") && last.ends_with(" processor seconds to go, ± 49.0 points per cell"),
        "{plan}"
    );
    let json: serde_json::Value = serde_json::from_str(&bench.run("plan tiny.toml --calibrate 0.3 --format json").ends(0)).unwrap();
    let seconds: Vec<f64> = json["cells"].as_array().unwrap().iter().map(|cell| cell["seconds_per_task"].as_f64().unwrap()).collect();
    assert!(seconds.len() == 6 && seconds.iter().all(|seconds| *seconds > 0.0), "{seconds:?}");
    let plan = bench.run("plan tiny.toml --calibrate 0").ends(0);
    assert!(!plan.contains('?') && plan.contains("processor time not estimated"), "{plan}");
}

#[test]
fn plan_and_report_read_what_is_there() {
    let bench = Bench::new();
    let plan = bench.run(&format!("plan {SMOKE} --calibrate 0")).ends(0);
    assert!(plan.contains("tic-tac-toe"), "{plan}");
    assert!(!bench.path("results").exists(), "a plan writes nothing");
    bench.run(&format!("run {SMOKE} --no-report")).ends(0);
    let report = bench.run("report results/smoke").ends(0);
    assert!(report.contains("tic-tac-toe"), "{report}");
    assert!(bench.path("results/smoke/report/report.html").is_file());
    bench.run("report nowhere").refuses(&["nowhere"]);
}

/// Cells that are no longer played have one line for all, and the reason why they are left out.
#[test]
fn check_says_why_cells_are_left_out() {
    let bench = Bench::new();
    let text = config(4, 10, "tic-tac-toe", 5).replace("\"tic-tac-toe\"", "[\"tic-tac-toe\", \"connect-four\", \"reversi\"]");
    bench.write("tiny.toml", &text);
    bench.run("check tiny.toml --update").ends(0);
    let small = "\n[[exclude]]\nwhere = { game = [\"connect-four\", \"reversi\"] }\nreason = \"too large for a laptop\"\n";
    bench.write("tiny.toml", &(text + small));
    let out = bench.run("check tiny.toml --markdown check.md").ends(3);
    assert!(out.contains("warning: Left out of the experiment: 2 cells: too large for a laptop."), "{out}");
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("inconclusive 2 cells: in the baseline but not in the experiment; --update drops it"), "{out}");
    assert_eq!(out.matches("in the baseline but").count(), 1, "{out}");
    assert!(out.contains("\n                connect-four; ") && out.contains("\n                reversi; "), "{out}");
    assert!(bench.read("check.md").contains("too large for a laptop"));
}

/// What this command leaves out of an experiment stays in the baseline; what the file leaves out is dropped.
#[test]
fn an_update_of_a_part_loses_nothing() {
    let bench = Bench::new();
    let text = config(4, 10, "tic-tac-toe", 5).replace("\"tic-tac-toe\"", "[\"tic-tac-toe\", \"connect-four\"]");
    bench.write("tiny.toml", &text);
    let update = "check tiny.toml --update --accept-regression";
    bench.run(update).ends(0);
    let whole = bench.read("tiny.baseline.toml");
    let part = ["would drop 1 of the 2 cells of tiny.baseline.toml", "--baseline"];
    for only in ["--set only.game=connect-four", "--set grid.game=connect-four"] {
        bench.run(&format!("{update} {only}")).refuses(&part);
    }
    let fewer = ["from 40 to 4 games: give --games at least 40"];
    bench.run(&format!("{update} --games 4")).refuses(&fewer);
    bench.run(&format!("{update} --set experiment.games-per-cell=2")).refuses(&["from 40 to 20 games"]);
    bench.write("tiny.toml", &format!("{text}[only]\ngame = \"connect-four\"\n"));
    bench.run(update).refuses(&part);
    assert_eq!(bench.read("tiny.baseline.toml"), whole);
    bench.run(&format!("{update} --baseline part.toml")).ends(0);
    bench.write("tiny.toml", &text.replace("\"tic-tac-toe\", ", ""));
    let out = bench.run(update).ends(0);
    assert!(out.contains("--update drops it") && out.contains("baseline of 1 cell"), "{out}");
}

#[test]
fn check_ends_with_the_code_of_its_verdict() {
    let bench = Bench::new();
    bench.write("tiny.toml", &config(60, 40, "tic-tac-toe", 5));
    let check = "check tiny.toml --baseline base.toml --threads 2";
    bench.run(check).refuses(&["base.toml", "--update"]);
    assert!(!bench.path("results").exists(), "games were played although there is no baseline");
    bench.run(&format!("{check} --update")).ends(0);
    let good = bench.read("base.toml");
    let out = bench.run(&format!("{check} --junit check.xml --markdown check.md")).ends(0);
    assert!(out.contains("identical: 60 tasks, score ") && out.ends_with("check: pass\n"), "{out}");
    assert!(bench.read("check.xml").contains("failures=\"0\"") && bench.read("check.md").contains(": pass**"));

    let said = bench.run(&format!("{check} --format json"));
    assert!(said.err.contains("60 of 60 tasks played"), "{}", said.err);
    let verdict: serde_json::Value = serde_json::from_str(&said.ends(0)).expect("nothing but JSON");
    assert_eq!((&verdict["verdict"], &verdict["cells"][0]["verdict"]), (&"pass".into(), &"pass".into()), "{verdict}");

    // Another seed plays other games. A loss of a fifth of a point takes more than the 600 games of the baseline, and all of them are played.
    let other = format!("{check} --set experiment.seed=6 --out other --tolerance 0.1");
    let out = bench.run(&other).ends(3);
    assert!(out.contains(" of 600 tasks played") && out.contains("larger --games") && out.ends_with("check: inconclusive\n"), "{out}");
    let out = bench.run(&format!("{} --games 120", other.replace("--out other", "--out fewer"))).ends(3);
    assert!(out.contains(" of 120 tasks played") && !out.contains(" of 180 ") && out.contains("in 60 rounds"), "{out}");
    bench.run(&format!("{check} --games 100")).refuses(&["--games", "60"]);

    // The baseline claims that the candidate won every game against a stronger opponent.
    bench.write("mirror.toml", &config(60, 40, "tic-tac-toe", 5).replace("uct = \"random\"", "random = \"flat-mc\""));
    let mirror = "check mirror.toml --baseline mirror.base.toml --out mirror --junit mirror.xml";
    bench.run(&format!("{mirror} --update")).ends(0);
    let honest = bench.read("mirror.base.toml");
    let results = honest.split("results = \"").nth(1).and_then(|rest| rest.split('"').next()).expect("the rounds of the cell");
    assert_eq!(results.len(), 300, "one digit per pair: {honest}");
    let claimed = honest.replace(results, &"4".repeat(300)).replace("records = \"", "records = \"0");
    bench.write("mirror.base.toml", &claimed);
    let out = bench.run(mirror).ends(1);
    assert!(out.contains("significantly lower") && out.ends_with("check: fail\n"), "{out}");
    assert!(bench.read("mirror.xml").contains("failures=\"1\""));
    // A baseline that is worse than the old one is written only if that is meant.
    let out = bench.run(&format!("{mirror} --update")).ends(1);
    assert!(out.contains("significantly lower") && out.contains("--accept-regression"), "{out}");
    assert_eq!(bench.read("mirror.base.toml"), claimed);
    bench.run(&format!("{mirror} --update --accept-regression")).ends(0);
    assert_eq!(bench.read("mirror.base.toml"), honest);
    bench.run(&format!("{mirror} --accept-regression")).refuses(&["--update"]);

    bench.write("base.toml", &good.replace("format = 4", "format = 5"));
    bench.run(check).refuses(&["base.toml", "format 5", "newer"]);
    bench.write("base.toml", &good.replace("failures = 0", "failures = 601"));
    bench.run(check).refuses(&["base.toml", "the cell `", "600 tasks, but 1202 without a result"]);
    bench.write("base.toml", &good.replace("experiment = \"", "experiment = \"another-"));
    bench.run(&format!("{check} --out nothing")).refuses(&["base.toml", "experiment `another-"]);
    bench.run(&format!("{check} --out nothing --update")).refuses(&["base.toml", "experiment `another-"]);
    assert!(!bench.path("nothing").exists(), "games were played against the baseline of another experiment");
    bench.run(&format!("{check} --tolerance 101")).refuses(&["--tolerance"]);
    // Its own baseline lies beside the experiment.
    bench.run("check tiny.toml").refuses(&["tiny.baseline.toml", "--update"]);
    bench.write("tiny.baseline.toml", &good);
    bench.run("check tiny.toml").ends(0);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_resumes_to_the_same_bytes() {
    let bench = Bench::new();
    let games = 3000;
    bench.write("long.toml", &config(games, 100, "connect-four", 9));
    let line = "run long.toml --threads 2 --out long --no-report";
    let child = bench.start(line, "long");
    interrupt(&child);
    let said = Said::from(child.wait_with_output().unwrap());
    let done = bench.stored("long");
    assert!(0 < done && done < u64::from(games), "the run was over before it was interrupted: {done} games");
    assert!(said.err.contains("interrupted"), "{}", said.err);
    let out = said.ends(130);
    assert!(out.contains(&format!("{done} of {games} tasks played")) && out.contains("run the same command again"), "{out}");
    let parts = bench.export("long");
    assert_eq!(parts.lines().count() as u64, done);

    // Half an experiment gives no verdict and no baseline either; the games it played stay.
    let child = bench.start("check long.toml --baseline long.base.toml --update --threads 2 --out checked", "checked");
    interrupt(&child);
    let out = Said::from(child.wait_with_output().unwrap()).ends(130);
    assert!(out.contains("stopped before the end; add --resume to the same command to play the rest"), "{out}");
    assert!(!bench.path("long.base.toml").exists());
    let child = bench.start("check long.toml --baseline long.base.toml --update --threads 2", "results/tiny.check");
    interrupt(&child);
    let out = Said::from(child.wait_with_output().unwrap()).ends(130);
    assert!(out.contains("add --resume --out results/tiny.check to the same command"), "{out}");
    let done = bench.stored("results/tiny.check");
    let resume = "check long.toml --baseline long.base.toml --update --threads 2 --resume --out results/tiny.check --games";
    let out = bench.run(&format!("{resume} 3000 --set experiment.games-per-cell=3000 --set budget.iterations=1")).ends(0);
    assert!(out.contains("3000 of 3000 tasks played"), "another budget plays other games: {out}");
    assert!(bench.stored("results/tiny.check") == done + 3000, "what was played before the interruption is kept");

    bench.run(&format!("{line} --set experiment.games-per-cell={}", done / 2 * 2 + 200)).ends(0);
    let resumed = bench.export("long");
    bench.run(&format!("run long.toml --threads 1 --out fresh --no-report --set experiment.games-per-cell={}", done / 2 * 2 + 200)).ends(0);
    assert!(resumed == bench.export("fresh"), "a resumed run differs from one that was left alone");
}

#[cfg(unix)]
#[test]
fn a_second_process_is_refused_and_told_of_the_first() {
    let bench = Bench::new();
    bench.write("long.toml", &config(4000, 200, "connect-four", 9));
    let line = "run long.toml --threads 1 --out long --no-report";
    let first = bench.start(line, "long");
    let holder = format!("process {}", first.id());
    bench.run(line).refuses(&["long", "in use", &holder]);
    interrupt(&first);
    Said::from(first.wait_with_output().unwrap()).ends(130);
}

#[test]
fn bad_files_are_refused_in_words() {
    let bench = Bench::new();
    bench.run("run missing.toml").refuses(&["missing.toml"]);
    // A directory is a file that nobody, root included, can read as a text.
    fs::create_dir(bench.path("folder.toml")).unwrap();
    bench.run("run folder.toml").refuses(&["folder.toml"]);
    bench.write("typo.toml", &config(2, 5, "tic-tac-toe", 1).replace("uct =", "utc ="));
    bench.run("run typo.toml").refuses(&["typo.toml:", "`utc`", "uct"]);
    bench.write("odd.toml", &config(3, 5, "tic-tac-toe", 1));
    bench.run("run odd.toml").refuses(&["games-per-cell", "4"]);
    assert!(!bench.path("results").exists(), "nothing is written for a file that is refused");

    bench.write("good.toml", &config(2, 5, "tic-tac-toe", 1));
    bench.write("occupied", "a file where the directory should be");
    bench.run("run good.toml --out occupied").refuses(&["occupied"]);
    bench.run("run good.toml --no-report").ends(0);
    let file = rusqlite::Connection::open(bench.path("results/tiny/results.sqlite")).unwrap();
    file.pragma_update(None, "user_version", 99).unwrap();
    drop(file);
    for line in ["run good.toml", "export results/tiny --format csv"] {
        bench.run(line).refuses(&["results.sqlite", "format 99", "newer"]);
    }
}

#[test]
fn a_directory_that_may_not_be_written_is_refused() {
    let bench = Bench::new();
    bench.write("good.toml", &config(2, 5, "tic-tac-toe", 1));
    let closed = bench.path("closed");
    fs::create_dir(&closed).unwrap();
    read_only(&closed, true);
    // Permissions do not hold root back, but a file system that is mounted to be read does.
    let free = fs::write(closed.join("probe"), "").is_ok();
    let mounted = free && Command::new("mount").args(["-t", "tmpfs", "-o", "ro", "tmpfs"]).arg(&closed).status().is_ok_and(|s| s.success());
    if free && !mounted {
        // Not `eprintln!`: what that prints in a passing test is not shown.
        let _ = std::io::Write::write_all(&mut std::io::stderr(), b"skipped: this user may write everywhere and may not mount\n");
    } else {
        bench.run("run good.toml --out closed/run").refuses(&["closed"]);
    }
    if mounted {
        Command::new("umount").arg(&closed).status().unwrap();
    }
    read_only(&closed, false);
}

fn read_only(path: &Path, value: bool) {
    let mut permissions = fs::metadata(path).unwrap().permissions();
    permissions.set_readonly(value);
    fs::set_permissions(path, permissions).unwrap();
}

/// Another experiment does not overwrite the directory of this one, not even with --fresh or the same cells.
#[test]
fn a_directory_of_another_experiment_is_refused() {
    let bench = Bench::new();
    bench.write("one.toml", &config(2, 5, "tic-tac-toe", 1));
    bench.write("two.toml", &config(2, 5, "tic-tac-toe", 2).replace("tiny", "other"));
    bench.write("three.toml", &config(4, 5, "tic-tac-toe", 1).replace("tiny", "more"));
    bench.write("four.toml", &config(4, 5, "tic-tac-toe", 1));
    bench.run("run one.toml --out run").ends(0);
    let files = || ["resolved.toml", "plan.json", "provenance.json", "report/report.html"].map(|name| bench.read(&format!("run/{name}")));
    let before = files();
    for line in ["two.toml", "two.toml --fresh", "two.toml --shard 1/2", "three.toml"].map(|rest| format!("run --out run {rest}")) {
        let line = &line;
        bench.run(line).refuses(&["`run` holds another experiment, `tiny`", "--out"]);
        assert_eq!(files(), before, "{line}");
    }
    assert!(bench.run("run four.toml --out run").ends(0).contains("2 already stored"));
}

/// `bench report --out` writes everything there, and does not touch the run's own report.
#[test]
fn a_report_goes_where_it_is_wanted() {
    let bench = Bench::new();
    bench.write("x.toml", &config(2, 5, "tic-tac-toe", 1));
    bench.run("run x.toml --out run --no-report").ends(0);
    let said = bench.run("report run --out talk/figures --formats html,csv").ends(0);
    assert!(said.contains("talk/figures/report.html") && bench.path("talk/figures/data").is_dir(), "{said}");
    assert!(bench.path("talk/figures/games.html").is_file() && !bench.path("run/report").exists());
    // Labels of the file as it is now, without another run; of another experiment there are none to take.
    bench.write("x.toml", &format!("{}[label]\ntic-tac-toe = \"Noughts and crosses\"\n", config(2, 5, "tic-tac-toe", 1)));
    bench.run("report run --out new --style x.toml").ends(0);
    assert!(bench.read("new/report.html").contains("Noughts and crosses") && !bench.read("run/resolved.toml").contains("Noughts"));
    bench.write("y.toml", &config(2, 6, "tic-tac-toe", 1));
    bench.run("report run --out new --style y.toml").refuses(&["`y.toml` does not have the cells of `run`"]);
}

/// A label can be part of a figure's name: the figure of the old name goes, and no other file.
#[test]
fn a_report_removes_the_figures_that_an_earlier_one_named_otherwise() {
    let bench = Bench::new();
    let text = format!("{}[agent.uct]\nsweep.exploration = [0.5, 1.0, 2.0]\n", config(2, 5, "tic-tac-toe", 1));
    bench.write("x.toml", &text);
    bench.run("run x.toml --out run --no-report").ends(0);
    bench.run("report run --out new --formats svg,csv").ends(0);
    bench.write("new/figures/mine.svg", "");
    let figures = || -> BTreeSet<String> {
        let files = std::fs::read_dir(bench.path("new/figures")).unwrap();
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
    };
    let before = figures();
    assert!(before.contains("over-uct-exploration.svg"), "{before:?}");
    bench.write("x.toml", &format!("{text}[label]\nexploration = \"C\"\n"));
    bench.run("report run --out new --formats svg --style x.toml").ends(0);
    let after = figures();
    assert!(after.contains("mine.svg") && !after.contains("over-uct-exploration.svg") && after.len() == before.len(), "{after:?}");
    // Those of another experiment stay.
    bench.run(&format!("run {SMOKE} --out smoke --no-report")).ends(0);
    bench.run("report smoke --out new --formats svg").ends(0);
    assert!(after.is_subset(&figures()), "{:?}", figures());
    bench.run("report run --out new --formats svg,csv --style x.toml").ends(0);
    // What was written in other formats is still listed.
    bench.run("report run --out new --formats svg --style x.toml").ends(0);
    assert!(bench.read("new/files.json").contains(".csv") && bench.path("new/data").is_dir());
}

/// A time limit stops a run as Ctrl-C does, and the same command goes on.
#[test]
fn a_run_stops_after_its_time() {
    let bench = Bench::new();
    bench.write("x.toml", &config(100_000, 200, "connect-four", 3));
    let said = bench.run("run x.toml --out a --threads 1 --for 300ms");
    assert!(said.err.contains("the time of --for is over"), "{}", said.err);
    let out = said.ends(130).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(out.contains("stopped before the end; run the same command again") && !bench.path("a/report").exists(), "{out}");
    bench.run("run x.toml --out b --for soon").refuses(&["--for", "1min"]);
    assert!(bench.run("run x.toml --out a --no-report --for 1h --set experiment.games-per-cell=2").ends(0).contains("tasks played"));
}
