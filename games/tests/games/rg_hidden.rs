//! Hidden information in Regular Games.

use std::sync::Arc;
use treebench_games::contract::{check, check_hidden};
use treebench_games::params::Values;
use treebench_games::{Game, Position, Rng, games, languages};

fn rules(text: &str) -> Arc<dyn Game> {
    languages::of_text("x.hrg", text).build(&Values::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn after(game: &Arc<dyn Game>, notation: &str) -> Box<dyn Position> {
    game.parse(notation).unwrap()
}

fn known(here: &dyn Position, player: usize) -> String {
    here.information().unwrap().known(player)
}

fn drawn(here: &dyn Position, player: usize, rng: &mut Rng) -> String {
    here.information().unwrap().resample(player, rng).unwrap().notation()
}

#[test]
fn the_games_keep_the_contract() {
    for name in ["rg/kuhn-poker", "rg/rock-paper-scissors"] {
        let game = games().find(name).unwrap().build(&Values::default()).unwrap();
        assert!(game.info().hidden && game.splits().len() == 1);
        check(game.as_ref(), 1).unwrap();
    }
}

#[test]
fn players_see_what_is_visible_to_them_and_their_own_moves() {
    let poker = games().find("rg/kuhn-poker").unwrap().build(&Values::default()).unwrap();
    let here = after(&poker, "start 2 0 check");
    assert_eq!(known(here.as_ref(), 0), "first: chance 2, chance, first check; second acts");
    assert_eq!(known(here.as_ref(), 1), "second: chance, chance 0, first check; second acts");
    let hands = games().find("rg/rock-paper-scissors").unwrap().build(&Values::default()).unwrap();
    assert_eq!(known(after(&hands, "start rock").as_ref(), 1), "second: first; second acts");
    let here = after(&hands, "start rock rock paper");
    assert_eq!(known(here.as_ref(), 0), "first: first rock, second rock, keeper rock, first paper; second acts");
    assert_eq!(known(here.as_ref(), 1), "second: first, second rock, keeper rock, first; second acts");
    let error = hands.parse("start rock papr").err().unwrap().to_string();
    assert!(error.contains("`papr` is no move there"), "{error}");
}

/// Chance shows whether a card is red; five cards of six are. A card of three that was drawn unseen is then not as likely as before.
const RED: &str = "domain Player = a | b
domain Score = 0 | 100
domain Card = C(N) where N in 0..2
card: Card
graph sign() {
  player = random
  branch { check(card != C(0)) $ red } or { check(card != C(0)) $ red $ again } or { check(card == C(0)) $ red $ again } or { $ black } or { check(card != C(0)) $ black $ more }
}
graph rules() {
  visible[a] = 0
  player = random
  card = Card(*)
  $$ card
  visible[a] = 1
  sign()
  player = a
  branch { $ zero check(card == C(0)) player = keeper goals[a] = 100 } or { $ other player = keeper goals[b] = 100 }
  end()
}
";

/// What chance shows weighs what it hides.
#[test]
fn hidden_chance_is_drawn_by_what_it_has_shown() {
    let open = RED.replace(" check(card == C(0)) player = keeper goals[a] = 100", " player = keeper goals[a] = 100");
    let (game, mut rng) = (rules(&open), Rng::from_seed(1));
    // `red` comes with a quarter from cards 1 and 2, and never from 0; `black` with half from card 0, and a quarter from the others.
    for (shown, expected) in [("red", [0.0, 0.5, 0.5]), ("black", [0.5, 0.25, 0.25])] {
        let here = after(&game, &format!("start 1 {shown}"));
        let mut counts = [0.0_f64; 3];
        for _ in 0..4_000 {
            let world = drawn(here.as_ref(), 0, &mut rng);
            counts[world["start ".len()..].split(' ').next().unwrap().parse::<usize>().unwrap()] += 1.0 / 4_000.0;
        }
        assert!(counts.iter().zip(expected).all(|(count, p)| (count - p).abs() < 0.04), "{shown}: {counts:?}");
        let each = here.information().unwrap().draw_probability(0);
        assert_eq!(each, (shown == "red").then_some(0.5));
    }
    check(game.as_ref(), 1).unwrap();
}

/// A move that is legal for some of the cards that the player cannot tell apart.
#[test]
fn a_move_that_tells_what_is_hidden_is_named() {
    let error = check_hidden(rules(RED).as_ref(), 1).unwrap_err();
    assert!(error.contains("other moves: `zero` is legal only in `start 0 "), "{error}");
}
