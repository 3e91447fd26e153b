//! `bench verify`: records that were changed are detected from their own moves, whatever the budget.

use crate::workdir::{Bench, config};
use rusqlite::Connection;

/// A run of two games, each with two cells of random-looking agents.
fn run(bench: &Bench) {
    bench.write(
        "x.toml",
        r#"
[experiment]
name = "tiny"
kind = "match"
seed = 3
games-per-cell = 6
[budget]
iterations = [1, 20]
[grid]
game = ["tic-tac-toe", "connect-three", "rbg/breakthrough", "chinese-dark-chess"]
[match]
max-moves = 30
[compare]
uct = ["random"]
[[exclude]]
where = { game = "connect-three" }
reason = "three players"
"#,
    );
    bench.run("run x.toml --out a").ends(0);
}

fn sql(bench: &Bench, statement: &str) -> usize {
    Connection::open(bench.path("a/results.sqlite")).unwrap().execute(statement, []).unwrap()
}

#[test]
fn games_as_played_have_no_contradiction() {
    let bench = Bench::new();
    run(&bench);
    let said = bench.run("verify a").ends(0);
    assert!(said.contains("36 stored tasks refereed: no contradiction"), "{said}");
    assert!(said.contains("20 of 36 stored tasks replayed: identical (--draw "), "{said}");
    assert!(bench.run("verify a --games all").ends(0).contains("36 of 36 stored tasks replayed: identical\n"));
    // The same draw replays the same tasks.
    assert_eq!(bench.run("verify a --games 6 --draw 7").ends(0), bench.run("verify a --games 6 --draw 7").ends(0));
}

/// Every kind of change is found by refereeing alone, and named with its task.
#[test]
fn rewritten_records_are_found() {
    let spoilt: [(&str, &str, usize); 8] = [
        ("UPDATE match SET scores = '[1,0]' WHERE scores = '[0,1]'", "scores: stored", 1),
        ("UPDATE match SET seats = '[0,1]' WHERE seats = '[1,0]'", "seats: stored", 1),
        ("UPDATE match SET plies = plies + 1", "plies", 36),
        ("UPDATE match SET seed = replace(seed, substr(seed, 1, 1), 'f') WHERE substr(seed, 1, 1) <> 'f'", "seed: stored", 1),
        ("UPDATE match SET ending = 'resignation' WHERE ending = 'rules'", "ending is `resignation`", 1),
        ("UPDATE match SET ending = 'length-cap' WHERE ending = 'rules'", "cut off", 1),
        ("UPDATE match SET moves = substr(moves, 1, length(moves) - 3) WHERE ending = 'rules'", "", 1),
        ("UPDATE match SET opening = 'a1'", "opening: stored", 36),
    ];
    for (statement, expected, least) in spoilt {
        let bench = Bench::new();
        run(&bench);
        let rewritten = sql(&bench, statement);
        assert!(rewritten >= least, "{statement} rewrites nothing");
        let said = bench.run("verify a --games 1").ends(1);
        let contradict = format!("36 stored tasks refereed: {rewritten} contradict");
        assert!(said.contains(&contradict) && said.contains(expected), "{statement}: {said}");
    }
}

/// A run whose scores were all changed to wins fails with every sample.
#[test]
fn timed_games_are_refereed_too() {
    let bench = Bench::new();
    // A machine that is busy must not end games with a timeout.
    let timed = config(4, 5, "tic-tac-toe", 1).replace("iterations = 5", "time = \"1ms\"");
    bench.write("x.toml", &format!("{timed}\n[match]\ntime-tolerance = 1000.0\n"));
    bench.run("run x.toml --out a --force").ends(0);
    let said = bench.run("verify a").ends(0);
    assert!(said.contains("refereed: no contradiction") && said.contains("none of them can be replayed"), "{said}");
    assert!(sql(&bench, "UPDATE match SET scores = CASE seats WHEN '[0,1]' THEN '[9,0]' ELSE '[0,9]' END") > 0);
    assert!(bench.run("verify a").ends(1).contains("contradict"));
}

/// A sample contains a task of every cell if it is large enough, and other samples replay other tasks.
#[test]
fn a_draw_reaches_every_cell() {
    let bench = Bench::new();
    run(&bench);
    // An agent's iterations cannot be refereed: only a replay finds them.
    assert_eq!(sql(&bench, "UPDATE match SET states = '[1,1]'"), 36);
    for draw in 0..5 {
        let said = bench.run(&format!("verify a --games 6 --draw {draw}")).ends(1);
        let cells: std::collections::BTreeSet<&str> =
            said.lines().filter(|line| line.ends_with(": different")).filter_map(|line| line.split('-').next()).collect();
        assert_eq!(cells.len(), 6, "{said}");
    }
}

/// Removed records are named, and so are builds that no invocation of the run used.
#[test]
fn removed_records_and_edited_builds_are_named() {
    for (statement, expected) in [
        ("DELETE FROM match WHERE id & 4294967295 = 5", "it had 6 tasks when it was looked at, and now has 5"),
        ("DELETE FROM match WHERE id & 4294967295 = 1", "it had 6 tasks when it was looked at, and now has 5"),
    ] {
        let bench = Bench::new();
        run(&bench);
        assert_eq!(sql(&bench, statement), 6);
        let said = bench.run("verify a --games 1").ends(1);
        assert_eq!(said.lines().filter(|line| line.contains(expected)).count(), 6, "{said}");
    }
    let bench = Bench::new();
    run(&bench);
    assert!(!bench.run("verify a --games 1").ends(0).contains("does not name"));
    sql(&bench, "UPDATE build SET executable = 'ffffffffffffffffffffffffffffffff'");
    let said = bench.run("verify a --games 1").ends(0);
    assert!(said.contains("36 tasks by build ffffffff") && said.contains("which provenance.json does not name"), "{said}");
    // The files of another run do not fit.
    bench.write("y.toml", &config(6, 20, "tic-tac-toe", 9));
    bench.run("run y.toml --out b --no-report").ends(0);
    std::fs::copy(bench.path("b/results.sqlite"), bench.path("a/results.sqlite")).unwrap();
    bench.run("verify a").refuses(&["`a` holds no task of its plan"]);
}

/// A results file of searches stores comparisons between cells, which replaying single cells cannot check.
#[test]
fn results_files_of_searches_are_what_their_tasks_come_to() {
    let bench = Bench::new();
    bench.write(
        "s.toml",
        "[experiment]\nname = \"s\"\nkind = \"search\"\nseed = 1\ngames-per-cell = 6\n[budget]\niterations = 20\n[grid]\ngame = [\"tic-tac-toe\"]\n\
         [search]\nopening-moves = 2\n[agent.uct]\n[agent.random]\n",
    );
    bench.run("run s.toml --results s.csv --no-report").ends(0);
    let said = bench.run("verify --results s.csv --games all").ends(0);
    assert!(said.contains("identical"), "{said}");
}
