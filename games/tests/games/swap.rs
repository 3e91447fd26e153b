//! The swap rule for any two-player game.

use std::sync::Arc;
use treebench_games::contract::{self, Effort};
use treebench_games::notation::{find_move, whole_moves};
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Position, Turn, games, view};

fn with(name: &str, swap: bool) -> Arc<dyn Game> {
    let values: Values = [("swap".to_owned(), Value::Bool(swap))].into_iter().collect();
    games().find(name).unwrap().build(&values).unwrap()
}

fn play(here: &mut dyn Position, text: &str) {
    find_move(here, text).unwrap().into_iter().for_each(|m| here.apply(m));
}

#[test]
fn the_second_player_may_take_the_first_ones_side_once() {
    let (plain, game) = (with("tic-tac-toe", false), with("tic-tac-toe", true));
    assert_eq!(plain.start().notation(), game.start().notation());
    let mut here = game.start();
    assert_eq!(whole_moves(here.as_ref()).len(), 9);
    play(here.as_mut(), "b2");
    assert_eq!((here.turn(), whole_moves(here.as_ref()).len()), (Turn::Player(1), 9));
    let offered = here.boxed();
    play(here.as_mut(), "swap");
    // The first player has the second side, and moves next.
    assert_eq!((here.turn(), whole_moves(here.as_ref()).len()), (Turn::Player(0), 8));
    for text in ["a1", "a2", "a3", "c2"] {
        play(here.as_mut(), text);
    }
    assert_eq!((here.turn(), here.score(0), here.score(1)), (Turn::Over, 0.0, 1.0), "the second player made the row of the first side");
    // Who moves instead gives the swap up.
    let mut other = offered.boxed();
    play(other.as_mut(), "a1");
    assert!(find_move(other.as_ref(), "swap").is_err() && other.turn() == Turn::Player(0));
    let keys = [game.start().key(), offered.key(), other.key(), here.key()];
    assert!((1..4).all(|k| !keys[..k].contains(&keys[k])), "{keys:?}");
    // All of it is in the notation.
    for position in [game.start(), offered, other, here] {
        let read = game.parse(&position.notation()).unwrap();
        assert_eq!((read.notation(), read.turn(), read.key()), (position.notation(), position.turn(), position.key()));
        assert_eq!(whole_moves(read.as_ref()), whole_moves(position.as_ref()));
    }
}

#[test]
fn games_with_the_rule_keep_the_contract() {
    let effort = Effort { games: 3, one_in: 16, compared: 40, listed: 1000 };
    for name in ["tic-tac-toe", "breakthrough", "connect-four", "rbg/hex", "rbg/tic-tac-toe"] {
        contract::check_with(with(name, true).as_ref(), 5, effort).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    // A first move of several semimoves is one move.
    let split = view(&with("rbg/breakthrough", true), "mod").unwrap();
    contract::check_with(split.as_ref(), 5, effort).unwrap();
}

#[test]
fn games_of_others_than_two_have_no_such_rule() {
    for name in ["connect-three", "einstein", "kuhn-poker"] {
        let values: Values = [("swap".to_owned(), Value::Bool(true))].into_iter().collect();
        let error = games().find(name).unwrap().build(&values);
        let refused = error.err().map(|error| error.message).unwrap_or_default();
        assert!(refused.contains("`swap` is for games of two players"), "{name}: {refused}");
    }
}
