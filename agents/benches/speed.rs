//! The speed of playouts and searches next to stored figures of other programs: `cargo bench -p treebench-agents --bench speed` measures the loops of
//! `speed.csv` and prints a table for harness/SPEED.md. Words after `--` select the loops that contain one of them.
//!
//! It measures processor time, the best of five runs, so other jobs on the machine have little influence. Every loop is warmed up first, which
//! compiles games given by rules files.

#[path = "../examples/loops/play.rs"]
mod play;

use std::collections::BTreeMap;
use std::error::Error;
use std::process::ExitCode;
use treebench_agents::Clock;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The file is compiled into this program, like the loops.
const ROWS: &str = include_str!("speed.csv");

/// The number of runs; the fastest counts.
const RUNS: u32 = 5;

/// A line of the file.
struct Row<'a> {
    what: &'a str,
    times: u64,
    /// The measure of the share, and its loop.
    share: Option<(&'a str, &'a str)>,
    peer: Option<(&'a str, f64)>,
}

/// Rates per second.
#[derive(Clone, Copy)]
struct Rates {
    times: f64,
    states: f64,
}

#[expect(clippy::print_stderr, reason = "it is read on the terminal")]
fn main() -> ExitCode {
    match print() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "the table is what it is for")]
fn print() -> Outcome<()> {
    // Cargo adds a flag of its own.
    let chosen: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let rows: Vec<Row<'_>> = ROWS.lines().filter(|line| !line.starts_with('#')).skip(1).map(read).collect::<Outcome<_>>()?;
    println!("{}\n", machine());
    println!("| loop | a second | nodal states a second | share | peer | ratio |\n|---|---|---|---|---|---|");
    let mut known: BTreeMap<&str, Rates> = BTreeMap::new();
    for row in rows.iter().filter(|row| chosen.is_empty() || chosen.iter().any(|word| row.what.contains(word.as_str()))) {
        let rates = measure(row).map_err(|error| format!("{}: {error}", row.what))?;
        known.insert(row.what, rates);
        let share = row.share.and_then(|(by, of)| {
            let whole = known.get(of)?;
            let share = if by == "states" { rates.states / whole.states } else { rates.times / whole.times };
            Some(format!("{:.0} % of `{of}`", 100.0 * share))
        });
        let ours = if row.peer.is_some_and(|(peer, _)| peer.ends_with("nodes")) { rates.states } else { rates.times };
        let (peer, ratio) =
            row.peer.map_or_else(Default::default, |(peer, figure)| (format!("{} {peer}", large(figure)), format!("{:.2}", ours / figure)));
        println!(
            "| `{}` | {} | {} | {} | {peer} | {ratio} |",
            row.what,
            large(rates.times),
            large(rates.states),
            share.unwrap_or_default()
        );
    }
    Ok(())
}

/// Reads a line.
fn read(line: &str) -> Outcome<Row<'_>> {
    let wrong = || format!("benches/speed.csv: expected loop,times,share,of,peer,figure, not `{line}`");
    let [what, times, share, of, peer, figure] = line.split(',').collect::<Vec<_>>()[..] else { return Err(wrong().into()) };
    let share = match share {
        "" => None,
        "times" | "states" => Some((share, of)),
        _ => return Err(wrong().into()),
    };
    let peer = if peer.is_empty() { None } else { Some((peer, figure.parse().map_err(|_| wrong())?)) };
    Ok(Row { what, times: times.parse().map_err(|_| wrong())?, share, peer })
}

/// Plays a loop and measures its time.
fn measure(row: &Row<'_>) -> Outcome<Rates> {
    let mut play = play::parse(row.what)?;
    play(row.times.min(100))?;
    let mut best = Rates { times: 0.0, states: 0.0 };
    for _ in 0..RUNS {
        let (states, time) = Clock::Processor.time(|| play(row.times));
        let seconds = time.as_secs_f64().max(1e-9);
        let rates = Rates { times: row.times as f64 / seconds, states: states? as f64 / seconds };
        if rates.times > best.times {
            best = rates;
        }
    }
    Ok(best)
}

/// A rate with few digits: `1.16 M`, `206 k`.
fn large(rate: f64) -> String {
    let (value, unit) = if rate >= 1e6 {
        (rate / 1e6, " M")
    } else if rate >= 1e3 {
        (rate / 1e3, " k")
    } else {
        (rate, "")
    };
    let digits = if value >= 100.0 { 0 } else { 2 - usize::from(value >= 10.0) };
    format!("{value:.digits$}{unit}")
}

/// The processor.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ")).map_or("an unknown processor", |(_, name)| name);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}
