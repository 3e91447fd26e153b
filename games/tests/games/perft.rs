//! Perft against counts of other programs, which the table names.

use std::collections::BTreeSet;
use treebench_games::params::{Value, Values};
use treebench_games::{games, perft};

/// One line of `perft.csv`: the parameters are `name=value` separated by spaces; no position means the start.
struct Row<'a> {
    game: &'a str,
    parameters: Values,
    position: &'a str,
    depth: u32,
    count: u64,
}

fn rows() -> Vec<Row<'static>> {
    let lines = include_str!("perft.csv").lines().skip(1);
    lines
        .map(|line| {
            let [game, parameters, position, depth, count, origin] =
                line.splitn(6, ',').collect::<Vec<_>>().try_into().expect("six columns");
            assert!(!origin.is_empty(), "a count without origin: {line}");
            let parameters = parameters.split_whitespace().map(parameter).collect();
            Row { game, parameters, position, depth: depth.parse().expect("a depth"), count: count.parse().expect("a count") }
        })
        .collect()
}

/// `name=value`, where the value is a whole number, `true`, `false` or a word.
fn parameter(pair: &str) -> (String, Value) {
    let (name, text) = pair.split_once('=').expect("name=value");
    let number = text.parse().map(Value::Int);
    let value = number.or_else(|_| text.parse().map(Value::Bool)).unwrap_or_else(|_| Value::Text(text.to_owned()));
    (name.to_owned(), value)
}

#[test]
fn counts_are_those_of_other_programs() {
    let rows = rows();
    assert!(rows.len() > 50, "only {} rows", rows.len());
    for Row { game, parameters, position, depth, count } in rows {
        let built = games().find(game).unwrap().build(&parameters).unwrap();
        let start = if position.is_empty() { built.start() } else { built.parse(position).unwrap() };
        assert_eq!(perft::perft(start.as_ref(), depth).unwrap(), count, "{game} {parameters} `{position}` depth {depth}");
    }
}

#[test]
fn every_game_has_counts() {
    let counted: BTreeSet<&str> = rows().iter().map(|row| row.game).collect();
    // Games that are rules files have separate counts, in `perft_rbg.csv`.
    let rust = games().iter().filter(|entry| entry.definition.text().is_none());
    assert_eq!(counted, rust.map(|entry| entry.name).collect());
}

#[test]
fn divide_adds_up_to_perft() {
    let game = games().find("reversi").unwrap().build(&Values::default()).unwrap();
    let start = game.start();
    let rows = perft::divide(start.as_ref(), 5).unwrap();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows.iter().map(|(_, count)| count).sum::<u64>(), perft::perft(start.as_ref(), 5).unwrap());
    assert!(rows.iter().all(|(submove, _)| !start.move_notation(submove).is_empty()));
    assert!(perft::divide(start.as_ref(), 0).unwrap().is_empty());
}
