//! Third-party engines and engines in other languages play as agents: our example in Python, Stockfish, Fairy-Stockfish, GNU Go, and the MCTS of OpenSpiel.

use crate::clients::skipped;
use crate::engines::games;
use crate::workdir::Bench;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn the_agent_in_python_plays() {
    let python = Command::new("python3").args(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]).status();
    if !python.is_ok_and(|status| status.success()) {
        return skipped("TREEBENCH_REQUIRE_PYTHON", "`python3` is not Python 3.10 or newer");
    }
    let bench = Bench::new();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/python/engine.toml");
    bench.run(&format!("run {example} --set experiment.games-per-cell=4 --set budget.iterations=5 --set grid.game=\"tic-tac-toe\" --out results/run --no-report --threads 2")).ends(0);
    assert!(games(&bench).iter().all(|[ending, ..]| ending == "rules"));
    assert!(bench.run("verify results/run").ends(0).contains("identical"), "its seed repeats its games");
}

/// The places of programs, with that where Debian keeps games.
fn path() -> String {
    format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default())
}

/// Whether there is no such program, which is then said.
fn lacks(program: &str, require: &str) -> bool {
    // Engines wait for commands, of which there are none.
    let found = Command::new(program).env("PATH", path()).stdin(Stdio::null()).output();
    if found.is_err() {
        skipped(require, &format!("no program `{program}`"));
    }
    found.is_err()
}

/// Runs an experiment with these programs.
fn run(bench: &Bench, words: &str) {
    let words: Vec<&str> = words.split(' ').collect();
    let said = bench.command(&words).env("PATH", path()).output().unwrap();
    assert!(said.status.success(), "{}{}", String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
}

/// Stockfish against itself from a book of EPD, with adjudication, until a test decides: every game has a result.
#[test]
fn stockfish_plays_from_a_book() {
    if lacks("stockfish", "TREEBENCH_REQUIRE_STOCKFISH") {
        return;
    }
    let bench = Bench::new();
    bench.write("book.epd", &include_str!("../data/mini.epd").replace('\n', "\r\n"));
    bench.write(
        "x.toml",
        "[experiment]\nname = \"run\"\nkind = \"match\"\ngames-per-cell = 20\n[budget]\niterations = 200\n[match]\nopenings = \"book.epd\"\n\
         resign-moves = 3\ndraw-moves = 8\ndraw-after = 20\n[stop]\ntest = \"gsprt\"\nunit = \"elo\"\nh0 = -200\nh1 = 200\nat-least = 10\n\
         [grid]\ngame = \"chess\"\n[agent.one]\nengine = { protocol = \"uci\", command = [\"stockfish\"], options = { Hash = 4 } }\n\
         [agent.two]\nengine = { protocol = \"uci\", command = [\"stockfish\"], options = { Hash = 8 } }\n[compare]\none = \"two\"\n",
    );
    run(&bench, "run x.toml --no-report --threads 2");
    let games = games(&bench);
    assert!(games.len() >= 10 && games.iter().all(|[ending, ..]| ending == "rules" || ending == "adjudication"), "{games:?}");
    let rows = bench.run("export results/run --format jsonl").ends(0);
    assert!(rows.contains("Stockfish") || rows.contains("go nodes 200"), "{rows}");
    bench.run("export results/run --games --out games").ends(0);
    let written = std::fs::read_dir(bench.path("games")).unwrap().flatten();
    let pgn: String = written.map(|entry| std::fs::read_to_string(entry.path()).unwrap()).collect();
    assert!(pgn.contains("[SetUp \"1\"]") && pgn.contains("s}"), "{pgn}");
}

/// Moves of an agent that reports no score have no comment in a PGN file: only those of an opening are marked as book moves.
#[test]
fn only_openings_are_book_moves() {
    if lacks("stockfish", "TREEBENCH_REQUIRE_STOCKFISH") {
        return;
    }
    let bench = Bench::new();
    bench.write(
        "x.toml",
        "[experiment]\nname = \"run\"\nkind = \"match\"\ngames-per-cell = 2\n[budget]\nstates = 50\n[match]\nmax-moves = 8\nrandom-plies = 2\n[grid]\n\
         game = \"chess\"\n[agent.fish]\nengine = { protocol = \"uci\", command = [\"stockfish\"] }\n[compare]\nrandom = \"fish\"\n",
    );
    run(&bench, "run x.toml --no-report");
    bench.run("export results/run --games --out games").ends(0);
    let written = std::fs::read_dir(bench.path("games")).unwrap().flatten();
    let pgn: String = written.map(|entry| std::fs::read_to_string(entry.path()).unwrap()).collect();
    assert!(pgn.matches("{book}").count() == 4 && pgn.contains("s}"), "two moves of each of two openings: {pgn}");
}

/// Fairy-Stockfish plays four games of the yardstick under the same rules as here.
#[test]
fn fairy_stockfish_plays_variants() {
    if lacks("fairy-stockfish", "TREEBENCH_REQUIRE_STOCKFISH") {
        return;
    }
    let bench = Bench::new();
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/yardstick_variants.toml");
    run(&bench, &format!("run {config} --profile smoke --out results/run --no-report --threads 2"));
    let games = games(&bench);
    assert_eq!(games.iter().filter(|[ending, ..]| ending == "rules").count(), 8, "{games:?}");
}

/// GNU Go plays whole games on a clock and does not lose on time.
#[test]
fn gnu_go_keeps_its_clock() {
    if lacks("gnugo", "TREEBENCH_REQUIRE_GNUGO") {
        return;
    }
    let bench = Bench::new();
    bench.write(
        "x.toml",
        "[experiment]\nname = \"run\"\nkind = \"match\"\ngames-per-cell = 2\n[budget]\nclock = \"9\"\n[match]\nmax-moves = 40\ntime-margin = 5\n\
         [grid]\ngame = { use = \"go\", params = { size = 5, komi = 0.5 } }\n[agent.other]\n\
         engine = { protocol = \"gtp\", command = [\"gnugo\", \"--mode\", \"gtp\", \"--level\", \"1\"] }\n[compare]\nother = \"random\"\n",
    );
    run(&bench, "run x.toml --force --no-report --threads 1");
    let rows = bench.run("export results/run --format jsonl").ends(0);
    assert!(rows.contains("time_settings 9 0 0, genmove"), "{rows}");
    let games = games(&bench);
    assert!(games.iter().all(|[ending, ..]| ["rules", "resignation", "length-cap"].contains(&ending.as_str())), "{games:?}");
}

/// GNU Go plays to the end under our rules, and the same games again.
#[test]
fn gnu_go_plays() {
    let path = path();
    if lacks("gnugo", "TREEBENCH_REQUIRE_GNUGO") {
        return;
    }
    let bench = Bench::new();
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/engines_smoke.toml");
    let run = |words: &str| {
        let line = format!("{words} {config} --set experiment.games-per-cell=2 --profile ci --out results/run");
        let words: Vec<&str> = line.split(' ').collect();
        bench.command(&words).env("PATH", &path).output().unwrap()
    };
    let said = run("run --no-report --threads 2");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    assert!(games(&bench).iter().all(|[ending, ..]| ending == "rules" || ending == "resignation"));
    let rows = bench.run("export results/run --format jsonl").ends(0);
    assert!(rows.contains("GNU Go 3.8, asked: genmove without a budget, result: "), "{rows}");
    let verified = bench.command(&["verify", "results/run"]).env("PATH", &path).output().unwrap();
    assert!(String::from_utf8_lossy(&verified.stdout).contains("identical"), "the same seeds give the same games");
}

/// OpenSpiel plays all six games of its experiment to the end, under the same rules as here, and the same games again by its seeds.
#[test]
fn open_spiel_plays() {
    let python = std::env::var("TREEBENCH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", "import pyspiel"]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        return skipped("TREEBENCH_REQUIRE_PYTHON", &format!("`{python}` has no package `open_spiel`"));
    }
    // The experiment starts `python3`, which an environment has beside `python`.
    let folder = Path::new(&python).parent().filter(|folder| folder.is_absolute());
    let path = std::env::var("PATH").unwrap_or_default();
    let path = folder.map_or(path.clone(), |folder| format!("{}:{path}", folder.display()));
    let bench = Bench::new();
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/versus_openspiel.toml");
    let words = ["run", config, "--profile", "smoke", "--out", "results/run", "--no-report", "--threads", "2"];
    let said = bench.command(&words).env("PATH", &path).output().unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let games = games(&bench);
    assert_eq!((games.len(), games.iter().filter(|[ending, ..]| ending == "rules").count()), (12, 12), "{games:?}");
    let rows = bench.run("export results/run --format jsonl").ends(0);
    assert_eq!(rows.matches("openspiel-mcts 2.0.2, asked: go nodes 20").count(), 12, "{rows}");
    let verified = bench.command(&["verify", "results/run", "--games", "all"]).env("PATH", &path).output().unwrap();
    assert!(String::from_utf8_lossy(&verified.stdout).contains("12 of 12 stored tasks replayed: identical"), "the same seeds");
}
