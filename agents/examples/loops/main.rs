//! The inner loops of playouts and searches, for those who count instructions or take times.
//!
//! ```text
//! loops run LOOP N            plays the loop N times and prints how long that took
//! loops check                 counts the instructions of the loops in benches/instructions.csv with valgrind; fails if one has grown
//! loops update                counts them and rewrites that file
//! ```
//!
//! A loop is `playouts GAME` or `search GAME AGENT`, then parameters: `game.branching=200`, `agent.split=Mod`. Instruction counts are
//! the same on every run of one executable, however busy the machine is. What an iteration costs is the difference of two runs, so that
//! the start of the program and the compilation of the game drop out.

mod count;

use std::error::Error;
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use treebench_agents::{Budget, Meter, agents};
use treebench_games::params::{ParamSpec, Value, Values};
use treebench_games::{Game, Rng, Scratch, Turn, games};

/// What may fail with a message for the terminal.
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

/// Plays a loop and says how long it took.
#[expect(clippy::disallowed_methods, reason = "it takes times")]
fn run(what: &str, times: &str) -> Outcome<String> {
    let times: u64 = times.replace('_', "").parse().map_err(|_| format!("`{times}` is not a number of iterations"))?;
    let mut play = parse(what)?;
    let started = Instant::now();
    play(times)?;
    let seconds = started.elapsed().as_secs_f64();
    Ok(format!("{what}: {times} in {seconds:.3} s, {:.0} a second", times as f64 / seconds))
}

/// What plays a loop as often as it is told.
type Play = Box<dyn FnMut(u64) -> Outcome<()>>;

/// Reads the words of a loop.
fn parse(what: &str) -> Outcome<Play> {
    let words: Vec<&str> = what.split(' ').collect();
    let (names, given): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| !word.contains('='));
    match names[..] {
        ["playouts", game] => {
            let start = built(game, &given)?.start();
            Ok(Box::new(move |times| {
                let (mut position, mut rng, mut scratch) = (start.boxed(), Rng::from_seed(1), Scratch::default());
                for _ in 0..times {
                    position.copy_from(start.as_ref());
                    black_box(position.playout(&mut rng, 1_000, &mut scratch));
                }
                Ok(())
            }))
        }
        ["search", game, agent] => {
            let game: Arc<dyn Game> = built(game, &given)?;
            let entry = agents().find(agent)?;
            let recipe = entry.recipe(&values("agent.", &given, &(entry.specs)())?)?;
            Ok(Box::new(move |times| {
                let (mut agent, mut position, mut rng) = (recipe.agent(&game)?, game.start(), Rng::from_seed(1));
                while position.turn() == Turn::Chance {
                    let outcome = position.sample(&mut rng, &mut Vec::new());
                    position.apply(outcome);
                }
                agent.start(0, rng);
                let mut submove = Vec::new();
                agent.choose(position.as_ref(), &mut Meter::new(Budget::Iterations(times)), &mut submove)?;
                black_box(submove);
                Ok(())
            }))
        }
        _ => Err(format!("`{what}` is neither `playouts GAME` nor `search GAME AGENT`").into()),
    }
}

fn built(name: &str, given: &[&str]) -> Outcome<Arc<dyn Game>> {
    let entry = games().find(name)?;
    Ok(entry.build(&values("game.", given, &entry.specs())?)?)
}

/// The parameters with this prefix, typed as their specs say.
fn values(prefix: &str, given: &[&str], specs: &[ParamSpec]) -> Outcome<Values> {
    let mut values = Values::default();
    for (name, text) in given.iter().filter_map(|word| word.strip_prefix(prefix)?.split_once('=')) {
        let kind = specs.iter().find(|spec| spec.name == name).map(|spec| spec.kind);
        values.set(name, kind.map_or(Value::Text(text.to_owned()), |kind| kind.read(text)));
    }
    Ok(values)
}
