//! Regular Games against their twins in Rust or Regular Boardgames: along random games both have the same successors of every position, compared as
//! pictures, with the same player to move, the same ends and the same scores, and chance has the same outcomes.

use std::collections::BTreeMap;
use treebench_games::notation::whole_moves;
use treebench_games::params::{Value, Values};
use treebench_games::picture::{Colour, Man, Place, Shape};
use treebench_games::{Game, Position, Rng, Turn, games};

/// A game of `games/rules/*.hrg`, its twin, the twin's parameters, and how many random games are followed.
#[expect(clippy::type_complexity, reason = "a table that is read as one")]
const TWINS: [(&str, &str, &[(&str, &str)], u64); 9] = [
    ("tic-tac-toe", "tic-tac-toe", &[], 40),
    ("tic-tac-toe", "rbg/tic-tac-toe", &[], 20),
    ("breakthrough", "breakthrough", &[], 4),
    ("knightthrough", "knightthrough", &[("blocked", "loss")], 4),
    ("connect-four", "connect-four", &[], 10),
    ("connect-four", "rbg/connect-four", &[], 10),
    ("connect-three", "connect-three", &[], 20),
    ("reversi", "reversi", &[], 3),
    ("fox-and-hounds", "rbg/fox-and-hounds", &[], 10),
];

/// The colours and numbers of what is on the board, by place.
type Board = Vec<(i32, i32, Colour, Option<char>)>;

fn board(position: &dyn Position) -> Board {
    let picture = position.picture().unwrap();
    let places = picture.layout.places.iter().zip(&picture.men).filter(|(place, _)| place.shape != Shape::Side);
    let seen = |(place, man): (&Place, &Option<Man>)| {
        let man = man.as_ref()?;
        let number = man.glyph.chars().chain(man.letter.chars()).find(char::is_ascii_digit);
        Some((place.x.round() as i32, place.y.round() as i32, man.colour, number))
    };
    let mut board: Board = places.filter_map(seen).collect();
    board.sort();
    board
}

fn successors(position: &dyn Position) -> BTreeMap<Board, Box<dyn Position>> {
    let moves = whole_moves(position);
    let after = |submove: &Vec<_>| {
        let mut next = position.boxed();
        submove.iter().for_each(|&m| next.apply(m));
        (board(next.as_ref()), next)
    };
    let found: BTreeMap<Board, Box<dyn Position>> = moves.iter().map(after).collect();
    assert_eq!(found.len(), moves.len(), "two moves give one board in {}", position.notation());
    found
}

fn scores(game: &dyn Game, position: &dyn Position) -> Vec<f64> {
    let info = game.info();
    (0..info.players).map(|player| (info.normalise(position.score(player)) * 1000.0).round()).collect()
}

#[test]
fn twins_have_the_same_moves_and_outcomes() {
    for (name, twin, given, games_played) in TWINS {
        let values: Values = given.iter().map(|&(key, word)| (key.to_owned(), Value::Text(word.to_owned()))).collect();
        let ours = games().find(&format!("rg/{name}")).unwrap().build(&Values::default()).unwrap();
        let theirs = games().find(twin).unwrap().build(&values).unwrap();
        let mut ends = 0;
        for seed in 0..games_played {
            let mut rng = Rng::from_seed(seed);
            let (mut here, mut there) = (ours.start(), theirs.start());
            while !there.is_over() {
                assert_eq!(here.turn(), there.turn(), "{name}: {}", here.notation());
                let (mut left, mut right) = (successors(here.as_ref()), successors(there.as_ref()));
                assert!(left.keys().eq(right.keys()), "{name}: {} and {}", here.notation(), there.notation());
                let drawn = left.keys().nth(rng.below(left.len())).unwrap().clone();
                (here, there) = (left.remove(&drawn).unwrap(), right.remove(&drawn).unwrap());
            }
            assert!(here.is_over() && here.fault().is_none(), "{name}: {}", here.notation());
            assert_eq!(scores(ours.as_ref(), here.as_ref()), scores(theirs.as_ref(), there.as_ref()), "{name}: {}", here.notation());
            ends += 1;
        }
        assert!(ends > 0);
    }
}

/// The game with a die: the same number of moves after every roll, with the same boards, and rolls that are equally likely.
#[test]
fn einstein_plays_like_its_twin() {
    let ours = games().find("rg/einstein").unwrap().build(&Values::default()).unwrap();
    let theirs = games().find("einstein").unwrap().build(&Values::default()).unwrap();
    for seed in 0..10 {
        let mut rng = Rng::from_seed(seed);
        let (mut here, mut there) = (ours.start(), theirs.start());
        while !there.is_over() {
            assert_eq!(here.turn(), Turn::Chance);
            let (rolls, others) = (here.move_list(), there.move_list());
            assert_eq!((rolls.len(), others.len()), (6, 6));
            let chance = here.chance().unwrap();
            assert!(rolls.iter().all(|&roll| (chance.probability(roll) - 1.0 / 6.0).abs() < 1e-12));
            // Rolls come in order in both.
            let roll = rng.below(6);
            here.apply(rolls[roll]);
            there.apply(others[roll]);
            assert_eq!(here.turn(), there.turn(), "{}", here.notation());
            let (mut left, mut right) = (successors(here.as_ref()), successors(there.as_ref()));
            assert!(left.keys().eq(right.keys()), "{} and {}", here.notation(), there.notation());
            let drawn = left.keys().nth(rng.below(left.len())).unwrap().clone();
            (here, there) = (left.remove(&drawn).unwrap(), right.remove(&drawn).unwrap());
        }
        assert!(here.is_over());
        assert_eq!(scores(ours.as_ref(), here.as_ref()), scores(theirs.as_ref(), there.as_ref()));
    }
}
