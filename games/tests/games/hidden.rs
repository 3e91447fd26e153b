//! A hidden deal has the same distribution as drawing the outcomes one by one, and stays fixed.

use std::collections::BTreeMap;
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Move, Position, Rng, Turn, games};

fn dark_chess(rows: i64) -> std::sync::Arc<dyn Game> {
    let values: Values = [("rows".to_owned(), Value::Int(rows))].into_iter().collect();
    games().find("chinese-dark-chess").unwrap().build(&values).unwrap()
}

/// Turns all squares over in an order drawn from random numbers; returns the pieces by square.
fn turn_all(start: &dyn Position, deal: &[Move], mut choose: impl FnMut(usize) -> usize) -> BTreeMap<String, String> {
    let (mut here, mut found, mut square) = (start.boxed(), BTreeMap::new(), String::new());
    loop {
        let moves = here.move_list();
        let m = match here.turn() {
            Turn::Over => return found,
            Turn::Chance => {
                let outcome = here.hidden().unwrap().dealt(deal).unwrap();
                assert!(moves.contains(&outcome), "a dealt piece is one of the unseen");
                found.insert(square.clone(), here.move_notation(&[outcome]));
                outcome
            }
            Turn::Player(_) => {
                let turning: Vec<Move> = moves.iter().copied().filter(|&m| here.groups().unwrap().group(m) == 1).collect();
                if turning.is_empty() {
                    return found;
                }
                let m = turning[choose(turning.len())];
                square = here.move_notation(&[m]);
                m
            }
        };
        here.apply(m);
    }
}

#[test]
fn a_square_hides_the_same_piece_whenever_it_is_turned_over() {
    let game = dark_chess(8);
    let (start, mut rng, mut deal) = (game.start(), Rng::from_seed(3), Vec::new());
    start.hidden().unwrap().deal(&mut rng, &mut deal);
    let forwards = turn_all(start.as_ref(), &deal, |_| 0);
    assert_eq!(forwards.len(), 32);
    assert_eq!(forwards, turn_all(start.as_ref(), &deal, |count| count - 1));
    assert_eq!(forwards, turn_all(start.as_ref(), &deal, |count| rng.below(count)));
    let other = &mut Vec::new();
    start.hidden().unwrap().deal(&mut rng, other);
    assert_ne!(forwards, turn_all(start.as_ref(), other, |_| 0));
}

#[test]
fn deals_are_uniform() {
    // Two kings and two pawns on four squares: 24 arrangements, as likely as drawing one piece after the other.
    let game = dark_chess(1);
    let (start, mut rng, mut counts) = (game.start(), Rng::from_seed(5), BTreeMap::new());
    let games = 24_000;
    for _ in 0..games {
        let mut deal = Vec::new();
        start.hidden().unwrap().deal(&mut rng, &mut deal);
        *counts.entry(deal[..4].to_vec()).or_insert(0.0) += 1.0;
    }
    assert_eq!(counts.len(), 24);
    let expected = f64::from(games) / 24.0;
    let chi2: f64 = counts.values().map(|count: &f64| (count - expected).powi(2) / expected).sum();
    // With 23 degrees of freedom χ² exceeds 58 once in ten thousand.
    assert!(chi2 < 58.0, "χ² = {chi2}");
}

#[test]
fn dice_are_not_dealt() {
    let start = games().find("einstein").unwrap().build(&Values::default()).unwrap().start();
    assert!(start.hidden().is_none());
}
