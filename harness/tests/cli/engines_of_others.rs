//! Third-party engines and engines in other languages play as agents: our example in Python, GNU Go, and the MCTS of OpenSpiel.

use crate::clients::skipped;
use crate::engines::games;
use crate::workdir::Bench;
use std::path::Path;
use std::process::Command;

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

/// GNU Go plays to the end under our rules, and the same games again.
#[test]
fn gnu_go_plays() {
    let path = format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default());
    if !Command::new("gnugo").arg("--version").env("PATH", &path).output().is_ok_and(|output| output.status.success()) {
        return skipped("TREEBENCH_REQUIRE_GNUGO", "there is no program `gnugo`");
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
