//! Perft against counts of other programs; the table says whose.

use treebench_games::params::{Value, Values};
use treebench_games::{games, perft};

/// One line of `perft.csv`: the parameters are `name=number` joined by blanks, no position is the start.
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
            let number = |pair: &str| {
                let (name, number) = pair.split_once('=').expect("name=number");
                (name.to_owned(), Value::Int(number.parse().expect("a whole number")))
            };
            let parameters = parameters.split_whitespace().map(number).collect();
            Row { game, parameters, position, depth: depth.parse().expect("a depth"), count: count.parse().expect("a count") }
        })
        .collect()
}

#[test]
fn counts_are_those_of_other_programs() {
    let rows = rows();
    assert!(rows.len() > 50, "only {} rows", rows.len());
    for Row { game, parameters, position, depth, count } in rows {
        let built = games().find(game).unwrap().build(&parameters).unwrap();
        let start = if position.is_empty() { built.start() } else { built.parse(position).unwrap() };
        assert_eq!(perft::perft(start.as_ref(), depth), count, "{game} {parameters} `{position}` depth {depth}");
    }
}

#[test]
fn divide_adds_up_to_perft() {
    let game = games().find("reversi").unwrap().build(&Values::default()).unwrap();
    let start = game.start();
    let rows = perft::divide(start.as_ref(), 5);
    assert_eq!(rows.len(), 4);
    assert_eq!(rows.iter().map(|(_, count)| count).sum::<u64>(), perft::perft(start.as_ref(), 5));
    assert!(rows.iter().all(|(submove, _)| !start.move_notation(submove).is_empty()));
    assert!(perft::divide(start.as_ref(), 0).is_empty());
}
