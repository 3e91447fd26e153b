//! Searches in games with chance: against expectimax, against enumerated values, and by χ².

mod exact;
mod groups;
mod outcomes;
mod refit;
mod wrapped;

use std::sync::Arc;
use treebench_agents::{Agent, Budget, Meter, agents};
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Position, Rng, games};

/// A small board of Chinese dark chess.
fn dark_chess(rows: i64, pieces: &str, draw_after: i64) -> Arc<dyn Game> {
    let mut values = Values::default();
    values.set("rows", Value::Int(rows));
    values.set("pieces", Value::Text(pieces.to_owned()));
    values.set("draw-after", Value::Int(draw_after));
    games().find("chinese-dark-chess").unwrap().build(&values).unwrap()
}

/// An agent with these parameters, ready for its first game.
fn agent(name: &str, params: &[(&str, Value)], game: &Arc<dyn Game>, seed: u64) -> Box<dyn Agent> {
    let values: Values = params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let mut agent = agents().find(name).unwrap().recipe(&values).unwrap().agent(game).unwrap();
    agent.start(0, Rng::from_seed(seed));
    agent
}

/// Searches, and returns the means of the root's moves by their notation, the move played first.
fn means(agent: &mut dyn Agent, position: &dyn Position, iterations: u64) -> Vec<(String, f64)> {
    let mut submove = Vec::new();
    agent.choose(position, &mut Meter::new(Budget::Iterations(iterations)), &mut submove).unwrap();
    let report = agent.report();
    let mut rows: Vec<(String, f64)> = report.root.iter().map(|row| (position.move_notation(&row.submove), row.mean)).collect();
    let played = position.move_notation(&submove);
    rows.sort_by_key(|(name, _)| *name != played);
    rows
}
