//! `bench status` and `bench watch`: the contents of a run, also while it is being played.

use crate::workdir::{Bench, config};
use serde_json::Value;

#[test]
fn a_finished_run_says_what_it_holds() {
    let bench = Bench::new();
    bench.write("x.toml", &config(4, 5, "tic-tac-toe", 1));
    bench.run("run x.toml --out a").ends(0);
    bench.run("run x.toml --out a --set experiment.games-per-cell=6 --set experiment.seed=1").ends(0);
    let out = bench.run("status a").ends(0);
    assert!(out.starts_with("tiny (match): 6 of 6 tasks done; not running\n"), "{out}");
    let status: Value = serde_json::from_str(&bench.run("status a --format json").ends(0)).unwrap();
    assert_eq!((&status["done"], &status["failed"], &status["playing"]), (&6.into(), &0.into(), &Value::Null));
    assert_eq!(bench.run("watch a").ends(0).lines().count(), 1);
    bench.run("status nowhere").refuses(&["not a run directory"]);
}

#[test]
fn a_run_in_progress_is_followed_to_its_end() {
    let bench = Bench::new();
    bench.write("x.toml", &config(100_000, 200, "connect-four", 1));
    let mut child = bench.start("run x.toml --out a --threads 1", "a");
    let status: Value = serde_json::from_str(&bench.run("status a --format json").ends(0)).unwrap();
    assert!(status["done"].as_u64().unwrap() > 0, "{status}");
    assert_eq!(status["playing"].as_str().unwrap().split(' ').nth(1), Some(child.id().to_string().as_str()), "{status}");
    assert!(status["per_second"].as_f64().unwrap() > 0.0 && status["seconds_left"].as_f64().unwrap() > 0.0, "{status}");
    let watch = bench.command(&["watch", "a", "--every", "1"]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    let said = watch.wait_with_output().unwrap();
    let out = String::from_utf8(said.stdout).unwrap();
    assert!(said.status.success() && out.lines().last().unwrap().ends_with("not running"), "{out}");
}

#[test]
fn the_games_of_a_check_are_no_run() {
    let bench = Bench::new();
    bench.write("x.toml", &config(2, 5, "tic-tac-toe", 1));
    bench.run("run x.toml --no-report").ends(0);
    bench.run("check x.toml --update --games 2").ends(0);
    assert!(bench.path("results/tiny.check/resolved.toml").is_file());
    let runs: Value = serde_json::from_str(&bench.run("runs results --format json").ends(0)).unwrap();
    assert_eq!(runs.as_array().unwrap().len(), 1, "{runs}");
}
