//! Nothing fails silently: failures, incomplete runs, closed pipes, results that disappear and threads that cannot be started.

use crate::workdir::{Bench, Said, config};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Every game of this experiment is void: its first position has more moves than are listed.
fn failing(bench: &Bench, games: u32) -> String {
    let rules = "#players = a(100), b(100)\n#pieces = e, x\n#variables =\n\
                 #board = rectangle(up, down, left, right, [e, e, e] [e, e, e] [e, e, e])\n\
                 #any = ((up* + down*) (left* + right*))\n#rules = [$ a = 50, b = 50] (->a (any [x])^12 ->> ->b [e] ->>)*\n";
    bench.write("endless.rbg", rules);
    config(games, 1, "tic-tac-toe", 5).replace("\"tic-tac-toe\"", "[{ rbg = \"endless.rbg\" }]")
}

#[test]
fn failures_are_counted_in_words_and_exit_code_and_can_be_retried() {
    let bench = Bench::new();
    let text = failing(&bench, 8);
    bench.write("void.toml", &text);
    let out = bench.run("run void.toml --threads 1").ends(4);
    assert!(out.contains("8 of 8 tasks played (8 failed); results in results/tiny\n8 tasks failed and have no result:"), "{out}");
    let out = bench.run("run void.toml --threads 1 --no-report").ends(4);
    assert!(out.contains("0 of 8 tasks played, 8 already stored (8 failed)"), "{out}");
    let out = bench.run("run void.toml --threads 1 --no-report --retry-failed").ends(4);
    assert!(out.contains("8 of 8 tasks played (8 failed); results"), "{out}");
    assert_eq!(bench.stored("results/tiny"), 8);
    bench.run("run void.toml --threads 1 --out two --max-failures 2").refuses_somewhere(&["ended after 2 failures", "bench replay two "]);
    assert_eq!(bench.stored("two"), 2);
    bench.run("run void.toml --threads 1 --out one --fail-fast").refuses_somewhere(&["ended after 1 failure;"]);
    assert_eq!(bench.stored("one"), 1);
    let report = bench.run("report results/tiny").ends(0);
    assert!(report.contains("None of the games played has a result: 8 of 8 failed."), "the report says how many failed: {report}");
}

#[test]
fn a_part_of_a_run_says_what_it_leaves_out() {
    let bench = Bench::new();
    bench.write("two.toml", &config(4, 5, "tic-tac-toe", 1).replace("\"tic-tac-toe\"", "[\"tic-tac-toe\", \"connect-four\"]"));
    assert!(!bench.run("run two.toml").ends(0).contains("part of the run"));
    let only = bench.command(&["run", "two.toml", "--set", "only={game=\"tic-tac-toe\"}"]).output().unwrap();
    let notice = "This is part of the run: 1 of 2 stored cells; 4 further records are stored.";
    assert!(Said::from(only).ends(0).contains(notice));
    // In a directory of its own, too.
    let alone = bench.command(&["run", "two.toml", "--out", "alone", "--set", "only={game=\"tic-tac-toe\"}"]).output().unwrap();
    assert!(Said::from(alone).ends(0).contains("Only part of the grid is shown and judged: [only] keeps game = [\"tic-tac-toe\"]."));
    let export = bench.run("export results/tiny");
    assert!(export.err.contains(notice) && export.out.lines().count() == 5, "{}{}", export.out, export.err);
    assert!(bench.read("results/tiny/report/report.md").contains("4 further records are stored"));
}

#[test]
fn profiles_have_their_own_directories() {
    let bench = Bench::new();
    bench.write("tiny.toml", &(config(2, 5, "tic-tac-toe", 1) + "[profile.more.experiment]\ngames-per-cell = 6\n"));
    bench.run("run tiny.toml --no-report").ends(0);
    bench.run("run tiny.toml --no-report --profile more").ends(0);
    assert_eq!((bench.stored("results/tiny"), bench.stored("results/tiny-more")), (2, 6));
    assert!(bench.run("plan tiny.toml --profile more --calibrate 0").ends(0).contains("6 done in results/tiny-more"));
}

#[test]
fn printed_values_are_read_before_anything_is_played() {
    let bench = Bench::new();
    let text = config(2, 5, "tic-tac-toe", 1).replace("seed = 1\n", "seed = 1\nreference = \"printed.csv\"\n");
    bench.write("tiny.toml", &text);
    bench.write("printed.csv", "game,value\ntic-tac-toe,high\n");
    bench.run("run tiny.toml").refuses(&["printed.csv:2"]);
    assert!(!bench.path("results").exists(), "games were played although the report cannot be written");
}

#[test]
fn two_rules_files_of_one_name_stay_two_games() {
    let bench = Bench::new();
    let rules = bench.run("rbg fmt rbg/tic-tac-toe").ends(0);
    for (folder, comment) in [("a", ""), ("b", "// Another text, so another game.\n")] {
        std::fs::create_dir(bench.path(folder)).unwrap();
        bench.write(&format!("{folder}/game.rbg"), &format!("{comment}{rules}"));
    }
    let text = config(2, 5, "tic-tac-toe", 1).replace("\"tic-tac-toe\"", "[{ rbg = \"a/game.rbg\" }, { rbg = \"b/game.rbg\" }]");
    bench.write("two.toml", &text);
    bench.run("run two.toml").ends(0);
    let export = bench.run("export results/tiny --reproducible").ends(0);
    let games: std::collections::BTreeSet<&str> = export.lines().skip(1).map(|line| line.split(',').nth(2).unwrap()).collect();
    assert_eq!(games.into_iter().collect::<Vec<_>>(), ["a/game.rbg", "b/game.rbg"], "{export}");
}

#[test]
fn a_baseline_without_results_is_neither_written_nor_passed() {
    let bench = Bench::new();
    bench.write("void.toml", &failing(&bench, 4));
    let check = "check void.toml --baseline base.toml --threads 1 --games 4";
    bench.run(&format!("{check} --update")).refuses_somewhere(&["a baseline needs results", "endless"]);
    assert!(!bench.path("base.toml").exists());
    bench.run(&format!("{check} --update --accept-regression")).refuses_somewhere(&["a baseline needs results"]);
    assert!(!bench.path("base.toml").exists(), "accepting a regression accepts no empty baseline");
    // One that was emptied by hand passes nothing.
    bench.write("tiny.toml", &config(4, 5, "tic-tac-toe", 1));
    let check = "check tiny.toml --baseline tiny.base.toml --threads 1";
    bench.run(&format!("{check} --update --games 4")).ends(0);
    let good = bench.read("tiny.base.toml");
    let results = good.split("results = \"").nth(1).and_then(|rest| rest.split('"').next()).expect("the rounds of the cell");
    let emptied =
        good.replace(&format!("\"{results}\""), "\"\"").replace("tasks = \"0-3\"", "tasks = \"\"").replace("records = \"", "records = \"0");
    assert_ne!(emptied, good);
    bench.write("tiny.base.toml", &emptied);
    assert_ne!(bench.run(check).code, Some(0));
}

/// Deterministic agents play one pair of games a hundred times, which is no evidence of a loss, however large.
#[test]
fn repeated_games_fail_no_check() {
    let bench = Bench::new();
    let agents =
        "[agent.deep]\nuse = \"alpha-beta\"\n[agent.flat]\nuse = \"alpha-beta\"\nparams = { depth = 2 }\n[compare]\ndeep = \"flat\"\n";
    bench.write("same.toml", &config(40, 50, "connect-four", 1).replace("[compare]\nuct = \"random\"\n", agents));
    let check = "check same.toml --baseline same.base.toml --threads 2";
    bench.run(&format!("{check} --update")).ends(0);
    assert!(bench.run(check).ends(0).contains("identical: 40 tasks"));
    let honest = bench.read("same.base.toml");
    let results = honest.split("results = \"").nth(1).and_then(|rest| rest.split('"').next()).expect("the rounds of the cell");
    assert!(results.len() == 200 && !results.contains('4'), "{results}");
    bench.write("same.base.toml", &honest.replace(results, &"4".repeat(200)).replace("records = \"", "records = \"0"));
    let out = bench.run(check).ends(3);
    assert!(out.contains("400 tasks played") && out.contains("of which repetitions leave an effective 1"), "{out}");
    assert!(out.contains("vary the openings with `openings` or `random-plies` in [match]"), "{out}");
}

/// Agents that are easy to confuse: swept values that differ in the last digit, equal parameters under two names, an agent against itself.
#[test]
fn agents_that_look_alike_stay_apart() {
    let bench = Bench::new();
    let agents = "[agent.a]\nuse = \"uct\"\nsweep = { fpu = [0.3, 0.30000000000000004] }\n[agent.b]\nuse = \"uct\"\n[agent.c]\nuse = \"uct\"\n\
                  [compare]\na = \"b\"\nb = \"b\"\n";
    let text = config(4, 5, "tic-tac-toe", 1).replace("[compare]\nuct = \"random\"\n", agents);
    bench.write("alike.toml", &text);
    bench.run("run alike.toml").ends(0);
    let export = bench.run("export results/tiny --format jsonl").ends(0);
    let records: Vec<serde_json::Value> = export.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let fpu: std::collections::BTreeSet<String> = records.iter().map(|record| record["axes"]["a.fpu"].to_string()).collect();
    assert_eq!(fpu.into_iter().collect::<Vec<_>>(), ["0.3", "0.30000000000000004", "null"]);
    for record in records.iter().filter(|record| record["axes"]["candidate"] == "b") {
        let seat =
            |agent: &str| record["seats"].as_array().unwrap().iter().position(|seat| seat == if agent == "b" { 0 } else { 1 }).unwrap();
        assert!(record[format!("agent.{}", seat("b"))] == "b" && record[format!("agent.{}", seat("b (2)"))] == "b (2)", "{record}");
    }
    let report = bench.read("results/tiny/report/report.md");
    for row in ["| a | 0.3 |", "| a | 0.30000000000000004 |", "| b | 5 iterations |", "| b (2) | 5 iterations |"] {
        assert!(report.contains(row), "{row}: {report}");
    }
    // Two names for one agent are fine until they give the same cell twice.
    bench.write("alike.toml", &text.replace("b = \"b\"", "b = [[\"b\"], [\"c\"]]"));
    bench.run("run alike.toml").refuses(&["alike.toml:", "duplicate cells"]);
    bench.write("alike.toml", &text.replace("0.30000000000000004", "0.30000000000000000001"));
    bench.run("run alike.toml").refuses(&["alike.toml:", "duplicate cells"]);
}

/// Runs a command whose output and errors are not read.
fn unread(bench: &Bench, line: &str) -> Option<i32> {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let words: Vec<&str> = line.split(' ').collect();
    let errors = writer.try_clone().unwrap();
    bench.command(&words).stdout(Stdio::from(writer)).stderr(Stdio::from(errors)).status().unwrap().code()
}

#[test]
fn a_closed_pipe_changes_no_exit_code_and_skips_no_work() {
    let bench = Bench::new();
    bench.write("tiny.toml", &config(60, 40, "tic-tac-toe", 5).replace("uct = \"random\"", "random = \"flat-mc\""));
    let check = "check tiny.toml --baseline base.toml --out checked --junit check.xml";
    bench.run(&format!("{check} --update")).ends(0);
    // The baseline claims that the candidate won every game.
    let claimed = |line: &str| match line.split_once(" = ") {
        Some(("records", _)) => "records = \"00000000000000000000000000000000\"".to_owned(),
        Some(("results", rounds)) => format!("results = \"{}\"", "4".repeat(rounds.trim_matches('"').len())),
        _ => line.to_owned(),
    };
    let claims: Vec<String> = bench.read("base.toml").lines().map(claimed).collect();
    bench.write("base.toml", &claims.join("\n"));
    assert_eq!(unread(&bench, check), Some(1));
    assert!(bench.path("check.xml").is_file());
    assert_eq!(unread(&bench, "run tiny.toml"), Some(0));
    assert!(bench.path("results/tiny/report/report.html").is_file(), "the report is written although nobody reads the summary");
    assert_eq!(unread(&bench, "run nothing.toml"), Some(2));
}

#[cfg(unix)]
#[test]
fn results_that_are_removed_during_a_run_are_noticed() {
    let bench = Bench::new();
    bench.write("long.toml", &config(100_000, 100, "connect-four", 9));
    let child = bench.start("run long.toml --threads 1 --out long --no-report", "long");
    #[expect(clippy::disallowed_methods, reason = "a run that does not notice would play for hours")]
    let removed = Instant::now();
    std::fs::remove_file(bench.path("long/results.sqlite")).unwrap();
    let said = Said::from(child.wait_with_output().unwrap());
    assert!(removed.elapsed() < Duration::from_secs(10), "noticed after {:?}", removed.elapsed());
    said.refuses_somewhere(&["long/results.sqlite", "was removed or replaced"]);
}

#[cfg(unix)]
#[test]
fn a_run_without_threads_ends_and_one_with_few_goes_on() {
    let bench = Bench::new();
    bench.write("tiny.toml", &config(2, 5, "tic-tac-toe", 1));
    // No system gives a thread a stack of 64 TiB.
    let none = bench.command(&["run", "tiny.toml", "--threads", "2"]).env("RUST_MIN_STACK", "70368744177664").output().unwrap();
    Said::from(none).refuses_somewhere(&["cannot start threads"]);
    bench.run("run tiny.toml --threads 2").ends(0);

    let limited = format!("ulimit -v 4000000; exec {} run tiny.toml --threads 64 --force --out few", env!("CARGO_BIN_EXE_bench"));
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &limited]).env("RUST_MIN_STACK", "400000000").current_dir(bench.path("")).stdin(Stdio::null());
    let few = Said::from(shell.output().unwrap());
    assert!(few.err.contains("cannot start more threads") && few.err.contains("of 64 workers are running"), "{}{}", few.out, few.err);
    assert!(few.ends(0).contains("2 of 2 tasks played"));
}

/// Two agents that seldom differ: most games are identical, and are no evidence which is better.
#[test]
fn sides_that_mostly_play_alike_are_said() {
    let bench = Bench::new();
    let text = "# Is it?\n[experiment]\nname = \"x\"\nkind = \"match\"\ngames-per-cell = 40\n[budget]\niterations = 20\n[grid]\ngame = \"tic-tac-toe\"\n\
        [agent.a]\nuse = \"uct\"\nparams = { exploration = 0.70 }\n[agent.b]\nuse = \"uct\"\nparams = { exploration = 0.71 }\n[compare]\na = \"b\"\n";
    bench.write("x.toml", text);
    let said = bench.run("run x.toml").ends(0);
    assert!(said.contains("In 1 cell both sides play the same moves in most games") && said.contains(" of 20 pairs)"), "{said}");
    assert!(said.contains("The difference is not significant."), "{said}");
    // The variance of games that are alike says nothing about how many are needed.
    let numbers = bench.read("results/x/report/data/statistics.csv");
    let column = numbers.split(['\n', ',']).position(|name| name == "games_needed").unwrap();
    assert_eq!(numbers.lines().nth(1).unwrap().split(',').nth(column), Some(""), "{numbers}");
}
