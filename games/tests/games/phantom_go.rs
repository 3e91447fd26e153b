//! Phantom go against whole games of OpenSpiel 2.0.2 (its `phantom_go`), and against go, whose rules it has where everything is seen.

use std::sync::Arc;
use treebench_games::notation::find_move;
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Move, Position, Rng, Turn, games};

/// Size and komi, all tries of a random game of OpenSpiel, the score of the first player, and the number of legal tries in all positions together. Some
/// games end by two passes, some by a repeated board, some by their length.
const WHOLE_GAMES: &str = include_str!("phantom_go.csv");

fn phantom(size: i64, komi: f64) -> Arc<dyn Game> {
    let values: Values = [("size".to_owned(), Value::Int(size)), ("komi".to_owned(), Value::Float(komi))].into_iter().collect();
    games().find("phantom-go").unwrap().build(&values).unwrap()
}

#[test]
fn whole_games_are_those_of_openspiel() {
    for row in WHOLE_GAMES.lines().skip(1) {
        let &[size, komi, tries, score, legal] = &row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let mut here = phantom(size.parse().unwrap(), komi.parse().unwrap()).start();
        let mut listed = 0;
        for word in tries.split(' ') {
            assert!(!here.is_over(), "before `{word}` in `{}`", here.notation());
            listed += here.move_list().len();
            find_move(here.as_ref(), word).unwrap().into_iter().for_each(|m| here.apply(m));
        }
        assert!(here.is_over(), "`{}`", here.notation());
        let score: f64 = score.parse().unwrap();
        assert_eq!([here.score(0), here.score(1)], [score, 1.0 - score], "`{}`", here.notation());
        assert_eq!(listed.to_string(), legal, "`{}`", here.notation());
    }
}

/// The first of three boards that are drawn beside each other.
fn true_board(here: &dyn Position, size: usize) -> Vec<String> {
    here.draw().lines().skip(1).map(|line| line[..size].to_owned()).collect()
}

/// Tries that are legal in go succeed, all others fail and leave the turn, and the stones and the results are those of go.
#[test]
fn where_everything_is_seen_it_is_go() {
    let (mut failed, mut captures) = (0, 0);
    for number in 0..60 {
        let size = 3 + number % 4;
        let values: Values = [
            ("size", Value::Int(size)),
            ("komi", Value::Float(0.5)),
            ("ko", Value::Text("simple".to_owned())),
            ("max-moves", Value::Int(10_000)),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect();
        let mut open = games().find("go").unwrap().build(&values).unwrap().start();
        let (mut here, mut rng) = (phantom(size, 0.5).start(), Rng::of_seed(17, number as u64));
        while let (Turn::Player(mover), false) = (here.turn(), open.is_over()) {
            let legal = open.move_list();
            let m: Move = if rng.below(3) > 0 { legal[rng.below(legal.len())] } else { rng.pick(&here.move_list()).unwrap() };
            assert!(here.move_list().contains(&m), "`{}`", here.notation());
            here.apply(m);
            if legal.contains(&m) {
                let stones = |text: &str| text.chars().filter(|letter| "XO".contains(*letter)).count();
                let before = stones(&open.draw());
                open.apply(m);
                captures += usize::from(stones(&open.draw()) < before);
            } else {
                failed += 1;
                assert!(here.is_over() || here.turn() == Turn::Player(mover), "`{}`", here.notation());
            }
            assert!(here.is_over() || open.is_over() || here.turn() == open.turn(), "`{}`", here.notation());
            let seen: Vec<String> = open.notation().split(' ').next().unwrap().split('/').map(filled).collect();
            assert_eq!(true_board(here.as_ref(), size as usize), seen, "`{}`", here.notation());
        }
        if open.is_over() && here.notation().ends_with("pass pass") {
            assert_eq!(here.score(0), open.score(0), "`{}`", here.notation());
        }
    }
    assert!(failed > 100 && captures > 50, "{failed} {captures}");
}

/// A row of a notation, with a point for every empty one.
fn filled(row: &str) -> String {
    row.chars().map(|c| c.to_digit(10).map_or(c.to_string(), |count| ".".repeat(count as usize))).collect()
}

/// Games that look the same are found nearly always where tries fail as often as not; the rest is counted by searches.
#[test]
fn positions_are_drawn_in_long_games() {
    let (mut drawn, mut all) = (0, 0);
    for number in 0..12 {
        let (mut here, mut rng, mut light) = (phantom(5, 7.5).start(), Rng::of_seed(18, number), Vec::new());
        while let Turn::Player(mover) = here.turn() {
            let information = here.information().unwrap();
            let world = information.resample(mover, &mut rng);
            all += 1;
            drawn += usize::from(world.is_some());
            if let Some(world) = world {
                assert_eq!(world.information().unwrap().known(mover), information.known(mover));
            }
            here.playout_moves(&mut light);
            let tried = if rng.below(3) == 0 { here.move_list() } else { light.clone() };
            here.apply(tried[rng.below(tried.len())]);
        }
    }
    assert!(all > 400 && drawn * 100 > all * 95, "{drawn} of {all}");
}
