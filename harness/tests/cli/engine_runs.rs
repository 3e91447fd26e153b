//! Runs with engines: killed and resumed, bound to processors.

use crate::engines::{TTT, config, left, script, ugi};
use crate::workdir::Bench;
use std::time::Duration;

/// The moves of every stored game, in the order of the plan.
fn moves(bench: &Bench, run: &str) -> Vec<String> {
    let lines = bench.run(&format!("export {run} --format jsonl")).ends(0);
    let row = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    lines.lines().map(row).map(|row| format!("{} {}", row["ending"].as_str().unwrap(), row["moves"].as_str().unwrap())).collect()
}

/// A run that is killed goes on with engines that are started anew, and ends with the games of a run that was not.
#[test]
fn a_killed_run_goes_on_with_new_engines() {
    let bench = Bench::new();
    script(&bench, &ugi("sleep 0.02; play", "exit 0").replace("#!/bin/sh\n", "#!/bin/sh\necho x >> started.txt\n"));
    bench.write("x.toml", &config("ugi", TTT, 20));
    let mut child = bench.command(&["run", "x.toml", "--no-report", "--threads", "1", "--out", "killed"]).spawn().unwrap();
    // The file may not be there yet.
    while !matches!(bench.run("export killed --format jsonl").out.lines().count(), 3..) {
        assert_eq!(child.try_wait().unwrap(), None, "it is killed before it ends");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let started = bench.read("started.txt").len();
    let stored = moves(&bench, "killed");
    assert!((3..20).contains(&stored.len()), "{stored:?}");
    bench.run("run x.toml --no-report --threads 2 --out killed").ends(0);
    assert!(bench.read("started.txt").len() > started);
    bench.run("run x.toml --no-report --threads 2 --out whole").ends(0);
    let whole = moves(&bench, "whole");
    assert_eq!((whole.len(), whole.iter().filter(|game| game.starts_with("rules ")).count()), (20, 20), "{whole:?}");
    assert_eq!((moves(&bench, "killed"), &whole[..stored.len()]), (whole.clone(), &stored[..]));
}

/// Every worker and its engine have a processor of their own.
#[cfg(target_os = "linux")]
#[test]
fn workers_are_bound_with_their_engines() {
    let bench = Bench::new();
    let tells = "#!/bin/sh\ngrep Cpus_allowed_list /proc/self/status >> processors.txt\n";
    script(&bench, &ugi("play", "exit 0").replace("#!/bin/sh\n", tells));
    bench.write("x.toml", &config("ugi", TTT, 8));
    bench.run("run x.toml --no-report --threads 1 --affinity").ends(0);
    let text = bench.read("processors.txt");
    // The first one is asked who it is before anything is played.
    let lists: Vec<&str> = text.lines().skip(1).map(|line| line.split_whitespace().last().unwrap()).collect();
    assert!(!lists.is_empty() && lists.iter().all(|list| list.parse::<u32>().is_ok()), "{text}");
    bench
        .run("run x.toml --no-report --fresh --threads 4000 --affinity")
        .refuses_somewhere(&["4000 workers need 4000 processors", "--threads"]);
}

/// Four engines in six pairs, which come up in turn: each is asked for its identity, then started once, unless `restart` wants it for every game. None
/// is left.
#[test]
fn engines_wait_for_the_next_pair() {
    let bench = Bench::new();
    script(&bench, &ugi("play", "exit 0").replace("#!/bin/sh\n", "#!/bin/sh\necho x >> started.txt\n"));
    let play = |restart: &str, out: &str| {
        let players = (1..=4).map(|i| {
            format!("[agent.e{i}]\nengine = {{ protocol = \"ugi\", command = [\"./engine.sh\", \"{i}\"], restart = \"{restart}\" }}\n")
        });
        let config = format!(
            "[experiment]\nname = \"four\"\nkind = \"tournament\"\ngames-per-cell = 4\n[budget]\niterations = 5\n[grid]\ngame = {TTT}\n\
             [tournament]\nplayers = [\"e*\"]\n{}",
            players.collect::<String>()
        );
        bench.write("four.toml", &config);
        bench.write("started.txt", "");
        bench.run(&format!("run four.toml --no-report --threads 1 --out {out}")).ends(0);
        assert_eq!(left(&bench), 0);
        (moves(&bench, out), bench.read("started.txt").lines().count())
    };
    let (kept, starts) = play("worker", "kept");
    assert_eq!((kept.len(), starts), (24, 4 + 4));
    let (anew, starts) = play("game", "anew");
    assert_eq!(starts, 4 + 48);
    assert_eq!(kept, anew);
}
