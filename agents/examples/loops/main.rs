//! The inner loops of playouts and searches, for counting instructions and for timing.
//!
//! ```text
//! loops run LOOP N            plays the loop N times and prints how long that took
//! loops check                 counts the instructions of the loops in benches/instructions.csv with valgrind; fails if one has grown
//! loops update                counts them and rewrites that file
//! ```
//!
//! A loop is `playouts GAME` or `search GAME AGENT`, then parameters: `game.branching=200`, `agent.split=Mod`. Instruction counts are the same on
//! every run of one executable, however busy the machine is. The cost of an iteration is the difference of two runs, so that the start of the program
//! and the compilation of the game cancel out.

mod count;
mod play;

use std::error::Error;
use std::process::ExitCode;
use treebench_agents::Clock;

/// A result whose error is a message for the terminal.
type Outcome<T> = Result<T, Box<dyn Error>>;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is read on the terminal")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["run", what, times] => run(what, times),
        ["check"] => count::check(),
        ["update"] => count::update(),
        _ => Err("expected `run LOOP N`, `check` or `update`".into()),
    };
    match outcome {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Plays a loop and prints the time it took.
fn run(what: &str, times: &str) -> Outcome<String> {
    let times: u64 = times.replace('_', "").parse().map_err(|_| format!("`{times}` is not a number of iterations"))?;
    let mut play = play::parse(what)?;
    let (states, time) = Clock::Wall.time(|| play(times));
    let (states, seconds) = (states?, time.as_secs_f64());
    let rate = |count: u64| count as f64 / seconds;
    Ok(format!("{what}: {times} in {seconds:.3} s, {:.0} a second, {:.0} nodal states", rate(times), rate(states)))
}
