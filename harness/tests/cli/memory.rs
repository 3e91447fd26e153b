//! The memory of a run does not grow with its games.

use crate::workdir::Bench;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

/// Games of 2,400 moves of knights that go out and back, 24 kB each in the file.
const EXPERIMENT: &str = "[experiment]\nname = \"run\"\nkind = \"match\"\n[budget]\niterations = 1\n[match]\nopenings = \"knights.txt\"\nmax-moves = 2402\n\
     [grid]\ngame = \"reach-chess\"\n[compare]\nrandom = \"flat-mc\"\n";

/// The greatest resident memory of a process until its end, in MB.
fn peak(mut child: Child) -> f64 {
    let path = format!("/proc/{}/status", child.id());
    let mut peak = 0.0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(&path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<f64>().ok());
        peak = kilobytes.map_or(peak, |kilobytes| kilobytes / 1024.0);
        sleep(Duration::from_millis(5));
    }
    assert!(child.wait().unwrap().success());
    peak
}

/// 1,500 games are 37 MB of records; what of them stays in memory is the database's cache, of 8 MB, and what a slow disk keeps waiting.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads /proc")]
fn memory_does_not_grow_with_games() {
    let bench = Bench::new();
    bench.write("x.toml", EXPERIMENT);
    bench.write("knights.txt", &format!("{}\n", ["b1c3 b8c6 c3b1 c6b8"; 600].join(" ")));
    let plays = |games: u32| {
        let games = format!("experiment.games-per-cell={games}");
        let words = ["run", "x.toml", "--set", &games, "--threads", "1", "--no-report", "--fresh"];
        peak(bench.command(&words).spawn().unwrap())
    };
    let [few, many] = [50, 1500].map(plays);
    let stored = std::fs::metadata(bench.path("results/run/results.sqlite")).unwrap().len() as f64 / f64::from(1 << 20);
    assert!(
        stored > 30.0 && few > 1.0 && many - few < 28.0,
        "{few:.0} MB after 50 games, {many:.0} MB after 1,500 ({stored:.0} MB of records)"
    );
}
