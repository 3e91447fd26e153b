//! Parsing of loops: `playouts GAME` or `search GAME AGENT`, then parameters of either, `game.branching=200`, `agent.split=Mod`.

use super::Outcome;
use std::hint::black_box;
use std::sync::Arc;
use treebench_agents::{Budget, Meter, agents};
use treebench_games::params::{ParamSpec, Value, Values};
use treebench_games::{Game, Rng, Scratch, Turn, games};

/// A playout is cut off after this many moves, as in most agents.
const CAP: u32 = 1_000;

/// Plays a loop a given number of times, and counts the nodal states.
pub(super) type Play = Box<dyn FnMut(u64) -> Outcome<u64>>;

/// Parses a loop.
///
/// # Errors
/// If a game, an agent or a parameter is unknown.
pub(super) fn parse(what: &str) -> Outcome<Play> {
    let words: Vec<&str> = what.split(' ').collect();
    let (names, given): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| !word.contains('='));
    match names[..] {
        ["playouts", game] => {
            let start = built(game, &given)?.start();
            Ok(Box::new(move |times| {
                let (mut position, mut rng, mut scratch) = (start.boxed(), Rng::from_seed(1), Scratch::default());
                let mut states = 0;
                for _ in 0..times {
                    position.copy_from(start.as_ref());
                    states += u64::from(position.playout(&mut rng, CAP, &mut scratch).moves);
                }
                Ok(black_box(states))
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
                let mut meter = Meter::new(Budget::Iterations(times));
                agent.choose(position.as_ref(), &mut meter, &mut submove)?;
                black_box(submove);
                Ok(meter.states())
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
