//! Failures of agents on the command line: counted through every retry, however games are played, and never turned into a verdict.

use crate::engines::script;
use crate::results::{report, same};
use crate::workdir::{Bench, config};
use serde_json::Value;

/// A UGI engine that plays the first move there is and crashes, in two of three cases, where the reply may win at once.
const COWARD: &str = r#"#!/bin/sh
ask() { echo "query state $*"; read -r state; }
while read -r line; do case $line in
ugi) echo 'id name coward'; echo 'id version 1'; echo ugiok;;
isready) echo readyok;;
go*)
  ask; set -- $state; me=$3; shift 4; move=$1
  ask "$move"
  case $state in 'state over'*) ;; *)
    set -- $state; shift 4
    for reply; do
      ask "$move $reply"
      case "$me $state" in '0 state over scores 0 '*|'1 state over scores 1 0')
        n=$(($(cat count 2>/dev/null || echo 0) + 1)); echo $n >count
        [ $((n % 3)) -eq 0 ] || exit 1;;
      esac
    done;;
  esac
  echo "bestmove $move";;
quit) exit 0;;
esac; done
"#;

/// The coward against a random player.
fn experiment(bench: &Bench, more: &str) -> &'static str {
    script(bench, COWARD);
    bench.write(
        "x.toml",
        &format!(
            "# Does it win?\n[experiment]\nname = \"kept\"\nkind = \"match\"\nseed = 8\ngames-per-cell = 60\n[budget]\niterations = 10\n\
             [grid]\ngame = \"tic-tac-toe\"\n[agent.coward]\nengine = {{ protocol = \"ugi\", command = [\"./engine.sh\"] }}\n\
             [compare]\ncoward = \"random\"\n{more}\n[[hypothesis]]\nsays = \"It does.\"\nis = \"better\"\n"
        ),
    );
    "run x.toml --threads 1 --no-report"
}

fn warnings(report: &Value) -> String {
    report["warnings"].to_string()
}

/// The row of the only cell in a table of a report.
fn row(report: &Value, table: &str) -> String {
    let blocks = report["sections"].as_array().unwrap().iter().flat_map(|section| section["blocks"].as_array().unwrap());
    let found = blocks.filter(|block| block["id"] == *table || block["Table"]["id"] == *table);
    found.map(Value::to_string).collect()
}

/// An engine that kills its session is played again, perhaps with another result: every output says so.
#[test]
fn killed_sessions_of_engines_are_said() {
    let bench = Bench::new();
    let line = format!("{} --out kept --results f.csv --set experiment.games-per-cell=160", experiment(&bench, ""));
    let mut child = bench.start(&line, "kept");
    child.kill().unwrap();
    child.wait().unwrap();
    bench.run(&line);
    for what in ["kept", "--results f.csv"] {
        assert!(warnings(&report(&bench, what)).contains("1 session ended prematurely"), "{what}");
    }
    assert!(bench.run("runs kept --format json").out.contains("sessions were killed"));
}

/// A run that is refused leaves no trace: no directory, and no session that seems to have been killed.
#[test]
fn a_refused_run_is_no_session() {
    let bench = Bench::new();
    bench.write("x.toml", &config(4, 10, "tic-tac-toe", 1).replace("iterations = 10", "time = \"20ms\""));
    let cores = std::thread::available_parallelism().unwrap().get();
    let line = "run x.toml --out results/a --no-report";
    let busy = || {
        let stop = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..4 * cores {
                scope.spawn(|| {
                    while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            let said = [bench.run(line), bench.run(&format!("{line} --fresh")), bench.run("run x.toml --out results/a --shard 1/2")];
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            said
        })
    };
    for said in busy() {
        said.refuses(&["the machine is busy", "--force"]);
    }
    bench.run(&format!("{line} --threads 4000")).refuses(&["4000 workers"]);
    assert!(!bench.path("results").exists());
    bench.run(&format!("{line} --threads 1 --force --set experiment.games-per-cell=2"));
    assert!(bench.stored("results/a") > 0);
    for said in busy().into_iter().take(2) {
        said.refuses(&["the machine is busy"]);
    }
    assert!(!bench.path("results/a/results.old.sqlite").exists(), "nothing is set aside for a run that is refused");
    let sessions: Value = serde_json::from_str(&bench.read("results/a/provenance.json")).unwrap();
    assert_eq!(sessions.as_array().unwrap().len(), 1);
    assert!(!bench.run("runs results").ends(0).contains("killed"));
}

/// An engine that ends the session itself where it may lose is no better off than one that crashes: every game that was begun counts.
#[cfg(target_os = "linux")]
#[test]
fn games_that_a_session_died_of_count_as_failed() {
    let bench = Bench::new();
    let line = format!("{} --out kept --results f.csv --set experiment.games-per-cell=16", experiment(&bench, ""));
    // The parent of an engine is a guard, whose parent is this program.
    let ends = "[ $n -gt 3 ] || { read -r _ _ _ bench _ </proc/$PPID/stat; kill -9 \"$bench\"; exit; };;";
    bench.write("engine.sh", &COWARD.replace("[ $((n % 3)) -eq 0 ] || exit 1;;", ends));
    let deaths = (0..10).take_while(|_| bench.run(&line).code != Some(0)).count();
    assert_eq!(deaths, 3);
    assert!(!bench.path("kept/begun").exists());
    bench.run("merge kept --into merged --no-report");
    for what in ["kept", "--results f.csv", "merged"] {
        let said = report(&bench, what);
        let told = warnings(&said);
        let again: usize = told.split(" of them played again").next().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
        assert!((1..=deaths).contains(&again), "{what}: {deaths} deaths, {told}");
        assert!(!said.to_string().contains("\"answer\":\"Yes\""), "{what}");
    }
    for line in ["runs kept", "runs f.csv", "export kept"] {
        assert!(bench.run(line).out.contains("played again"), "{line}");
    }
    let said = bench.run("verify kept --games 1").out;
    assert!(said.contains("refereed: no contradiction"), "{said}");
}

/// A player that crashes where it may lose, and is played again until it does not, has no verdict: all failed attempts count in the bounds.
#[test]
fn retried_failures_stay_in_the_count() {
    let (all, saved) = (Bench::new(), Bench::new());
    let line = experiment(&all, "");
    experiment(&saved, "");
    let said = all.run(&format!("{line} --out run"));
    assert_eq!(said.code, Some(4), "{}", said.err);
    let failed: u64 = said.out.split(" tasks failed and have").next().unwrap().rsplit(['\n', ' ']).next().unwrap().parse().unwrap();
    assert!(failed > 10 && said.out.contains(&format!("  {failed} × `coward` ")), "{}", said.out);
    assert_eq!(saved.run(&format!("{line} --out run0 --results f.csv")).code, Some(4));
    for retry in 1..=4 {
        all.run(&format!("{line} --out run --retry-failed"));
        // Every time in another directory.
        saved.run(&format!("{line} --out run{retry} --results f.csv --retry-failed"));
    }
    let (run, file) = (report(&all, "run"), report(&saved, "--results f.csv"));
    same(&run, &file, "");
    let text = run.to_string();
    let told = warnings(&run);
    let again: u64 = told.split(" of them played again").next().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    assert!(2 * again > failed, "{told}");
    assert!(text.contains("decided only if failures do not count") && !text.contains("\"answer\":\"Yes\""), "{}", row(&run, "numbers"));
    // What is merged, and a file that was brought up to date by the same directory twice, say the same.
    all.run("merge run --into merged --no-report");
    same(&run, &report(&all, "merged"), "");
    saved.run(&format!("{line} --out run4 --results f.csv"));
    same(&file, &report(&saved, "--results f.csv"), "");
    let said = saved.run("verify --results f.csv --games all");
    assert!(said.out.contains("replayed") || said.out.contains("can be replayed"), "{}{}", said.out, said.err);
}

/// Attempts are refereed like other games: changed and invented ones are named.
#[test]
fn rewritten_attempts_are_found() {
    let bench = Bench::new();
    let line = experiment(&bench, "");
    bench.run(&format!("{line} --out run"));
    bench.run(&format!("{line} --out run --retry-failed"));
    let honest = std::fs::read(bench.path("run/results.sqlite")).unwrap();
    assert!(bench.run("verify run --games 1").out.contains("refereed: no contradiction"));
    for (change, expected) in [
        ("UPDATE attempt SET hash = 'aaaaaaaaaaaa'", "its record does not match its hash"),
        ("UPDATE attempt SET record = replace(record, '\"a1', '\"c3')", "a failed attempt: "),
        ("UPDATE attempt SET record = (SELECT record FROM attempt ORDER BY id DESC LIMIT 1)", "a failed attempt: "),
    ] {
        std::fs::write(bench.path("run/results.sqlite"), &honest).unwrap();
        let changed = rusqlite::Connection::open(bench.path("run/results.sqlite")).unwrap().execute(change, []).unwrap();
        let said = bench.run("verify run --games 1").ends(1);
        assert!(changed > 0 && said.contains(expected), "{change}: {said}");
    }
}

/// A comparison counts failures, retried ones too, against the side that is better without them, and so does one with a baseline.
#[test]
fn a_comparison_counts_failures() {
    let bench = Bench::new();
    let line = experiment(&bench, "");
    bench.write("engine.sh", &COWARD.replace("exit 1;;", "true;;"));
    bench.run(&format!("{line} --out brave")).ends(0);
    bench.run("check x.toml --threads 1 --baseline b.toml --update --games 60").ends(0);
    bench.write("engine.sh", COWARD);
    bench.run(&format!("{line} --out coward"));
    for _ in 0..3 {
        bench.run(&format!("{line} --out coward --retry-failed"));
    }
    for compared in ["compare brave coward --format json", "compare coward --against b.toml --format json"] {
        let said = bench.run(compared);
        let found: Value = serde_json::from_str(&said.out).unwrap();
        let difference = found["sections"][0]["blocks"].to_string();
        assert_eq!(said.code, Some(0), "{difference}");
        assert!(warnings(&found).contains("without a result"), "{}", warnings(&found));
        assert!(difference.contains("\"verdict\":\"undecided\""), "{difference}");
    }
    let said = bench.run("compare brave coward --format json").out;
    assert!(said.contains("of them played again. A difference of scores counts only if"), "{said}");
}

/// Failures deleted from a run are named, and stay in the bounds of every output.
#[test]
fn removed_attempts_are_named_and_counted() {
    let bench = Bench::new();
    let line = experiment(&bench, "");
    bench.run(&format!("{line} --out run"));
    bench.run(&format!("{line} --out run --retry-failed"));
    let bounds = |what: &str| {
        let said = warnings(&report(&bench, what));
        said.split("The score would be ").nth(1).map(|rest| rest.split('.').take(3).collect::<String>())
    };
    let honest = bounds("run").unwrap();
    assert!(!bench.run("verify run --games 1").out.contains("are missing"));
    for change in ["DELETE FROM attempt", "DROP TABLE attempt"] {
        let before = std::fs::read(bench.path("run/results.sqlite")).unwrap();
        rusqlite::Connection::open(bench.path("run/results.sqlite")).unwrap().execute(change, []).unwrap();
        assert!(bench.run("verify run --games 1").ends(1).contains("records without a result are missing: "));
        bench.run("merge run --into merged --no-report");
        bench.run(&format!("{line} --out run --results f.csv"));
        for what in ["run", "merged", "--results f.csv"] {
            assert_eq!(bounds(what).as_ref(), Some(&honest), "{what}");
            let said = report(&bench, what);
            assert!(warnings(&said).contains("Records were removed: "), "{what}: {said}");
            assert!(said.to_string().contains("decided only if failures do not count"), "{what}: {said}");
        }
        std::fs::write(bench.path("run/results.sqlite"), before).unwrap();
        std::fs::remove_dir_all(bench.path("merged")).unwrap();
        std::fs::remove_file(bench.path("f.csv")).unwrap();
    }
    // Failed records that are played again because they were deleted.
    bench.run(&format!("{line} --out run"));
    rusqlite::Connection::open(bench.path("run/results.sqlite")).unwrap().execute("DELETE FROM match WHERE message <> ''", []).unwrap();
    bench.run(&format!("{line} --out run"));
    assert!(warnings(&report(&bench, "run")).contains("Records were removed: "));
}

/// A run that was copied before its failures were retried can be merged with the retried run, in any order.
#[test]
fn runs_before_and_after_a_retry_are_merged() {
    let bench = Bench::new();
    let line = experiment(&bench, "");
    bench.run(&format!("{line} --out before"));
    bench.run("merge before --into after --no-report");
    bench.run(&format!("{line} --out after --retry-failed"));
    let after = report(&bench, "after");
    for (into, order) in [("one", "before after"), ("two", "after before")] {
        order.split(' ').for_each(|from| drop(bench.run(&format!("merge {from} --into {into} --no-report"))));
        same(&after, &report(&bench, into), into);
    }
}

/// With `failure = "loss"`, the coward loses the games in which it crashes, and every output says so.
#[test]
fn failures_can_be_losses() {
    let bench = Bench::new();
    let line = experiment(&bench, "[match]\nfailure = \"loss\"");
    let said = bench.run(&format!("{line} --out run --results f.csv")).ends(0);
    assert!(said.contains("lost by failure") && said.contains(" × `coward` "), "{said}");
    let (run, file) = (report(&bench, "run"), report(&bench, "--results f.csv"));
    same(&run, &file, "");
    assert!(warnings(&run).contains("of `coward` count as losses"), "{}", warnings(&run));
    assert!(run["lead"].to_string().contains("were lost by failure"), "{}", run["lead"]);
    assert!(bench.run("verify run --games 1").out.contains("60 stored tasks refereed: no contradiction"));
    assert!(run.to_string().contains("by failure"), "{run}");

    // They have a result, and are not played again.
    assert!(bench.run(&format!("{line} --out run --retry-failed")).ends(0).contains("0 of 60 tasks played"));
    // The keys of other experiments stay.
    let key = |dir: &str, set: &str| {
        bench.run(&format!("run x.toml --no-report --out {dir} {set}"));
        let cells: Value = serde_json::from_str(&bench.read(&format!("{dir}/plan.json"))).unwrap();
        cells["cells"][0]["key"].as_str().unwrap().to_owned()
    };
    let void = key("void", "--set match.failure=\"void\"");
    bench.write("x.toml", &bench.read("x.toml").replace("failure = \"loss\"", ""));
    assert_eq!(key("plain", "--threads 1"), void);
    assert_ne!(key("loss", "--set match.failure=\"loss\""), void);
}

/// In a tournament, too, a difference that failures could reverse is not reported as one.
#[test]
fn tournaments_have_bounds() {
    let bench = Bench::new();
    experiment(&bench, "");
    let text = bench.read("x.toml").replace("kind = \"match\"", "kind = \"tournament\"");
    let (head, tail) = text.split_once("[compare]").unwrap();
    assert!(tail.contains("hypothesis"));
    bench.write("x.toml", &format!("{head}[agent.uct]\nuse = \"uct\"\n[agent.random]\nuse = \"random\"\n[tournament]\n"));
    bench.run("run x.toml --threads 1 --no-report --out run");
    let run = report(&bench, "run");
    let text = run.to_string();
    assert!(text.contains("crosstable-failures") && run["lead"].to_string().contains("have no result"), "{}", run["lead"]);
    assert!(text.contains("1 of 3 pairs differ significantly") || text.contains("2 of 3 pairs differ significantly"), "{}", run["lead"]);
}

/// If later games depend on the failed ones, these cannot be retried from a results file.
#[test]
fn what_cannot_be_retried_says_so() {
    let bench = Bench::new();
    let line = experiment(&bench, "[stop]\ntest = \"interval\"");
    bench.run(&format!("{line} --out run --results f.csv"));
    bench.run(&format!("{line} --out run --results f.csv --retry-failed")).refuses(&["f.csv: [stop] has continued from the failed games"]);
}

/// If merged shards contain failures, `merge` and `submit` end with the exit code of `run`.
#[test]
fn merged_failures_have_their_exit_code() {
    let bench = Bench::new();
    experiment(&bench, "");
    for shard in 1..=2 {
        let said = bench.run(&format!("run x.toml --threads 1 --out all --shard {shard}/2 --scratch ."));
        assert_eq!(said.code, Some(4), "{}", said.err);
    }
    let said = bench.run("merge all --into merged --no-report");
    assert_eq!(said.code, Some(4), "{}", said.err);
    assert!(said.out.contains("tasks failed without a result\n") && said.out.contains(" × `coward` "), "{}", said.out);
}

/// Three players of whom none wins before the cap are even.
#[test]
fn a_cut_game_among_three_is_worth_a_third() {
    let bench = Bench::new();
    bench.write(
        "x.toml",
        "[experiment]\nname = \"kept\"\nkind = \"match\"\nseed = 2\ngames-per-cell = 42\n[budget]\niterations = 2\n\
         [grid]\ngame = { use = \"chinese-checkers\", params = { players = 3 } }\n[match]\nmax-moves = 30\n[compare]\nuct = [\"random\", \"random\"]\n",
    );
    bench.run("run x.toml --no-report --out run").ends(0);
    let run = report(&bench, "run");
    assert!(run["lead"].to_string().contains("is not significant") || run["lead"].to_string().contains("33.3"), "{}", run["lead"]);
    assert!(!warnings(&run).contains("not an even result"), "{}", warnings(&run));
    assert!(bench.run("verify run --games 1").ends(0).contains("no contradiction"));
}

/// An unreadable override must not be ignored silently.
#[cfg(unix)]
#[test]
fn an_override_that_is_no_utf8_is_an_error() {
    use std::os::unix::ffi::OsStrExt as _;
    let bench = Bench::new();
    bench.write("x.toml", &config(2, 1, "tic-tac-toe", 1));
    let mut command = bench.command(&["plan", "x.toml"]);
    command.env("TREEBENCH_SET_EXPERIMENT__SEED", std::ffi::OsStr::from_bytes(b"\xff"));
    let said = command.output().unwrap();
    let error = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(said.status.code() == Some(2) && error.contains("`TREEBENCH_SET_EXPERIMENT__SEED` is not UTF-8"), "{error}");
    // Others do not matter.
    let mut command = bench.command(&["plan", "x.toml", "--calibrate", "0"]);
    assert!(command.env("SOMETHING_ELSE", std::ffi::OsStr::from_bytes(b"\xff")).status().unwrap().success());
}

/// A candidate with failures is the better of two only if it still would be with all of them lost.
#[test]
fn differences_of_candidates_count_failures() {
    let bench = Bench::new();
    let line = experiment(&bench, "");
    bench.write("x.toml", &bench.read("x.toml").replace("[compare]\n", "[agent.other]\nuse = \"random\"\n[compare]\nother = \"random\"\n"));
    let said = bench.run(&format!("{line} --out run"));
    assert_eq!(said.code, Some(4), "{}", said.err);
    let said = report(&bench, "run");
    let sections = said["sections"].as_array().unwrap().iter();
    let candidates: String = sections.filter(|section| section["id"] == "candidates").map(Value::to_string).collect();
    assert!(!said["lead"].to_string().contains("better than every other"), "{}", said["lead"]);
    assert!(candidates.contains("\"verdict\":\"undecided\"") && !candidates.contains("\"verdict\":\"better\""), "{candidates}");
}
