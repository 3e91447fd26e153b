//! Drawing positions of hidden information is bounded, whatever has been played. Work is counted in random numbers: every ship, stone or failed try that is drawn
//! takes one.

use std::cell::Cell;
use std::sync::Arc;
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Position, Rng, Turn, games};

fn game(name: &str, params: &[(&str, Value)]) -> Arc<dyn Game> {
    let values: Values = params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    games().find(name).expect("it is registered").build(&values).expect("the parameters go together")
}

/// The random numbers that were drawn between two states of a generator.
fn numbers(before: &Rng, after: &Rng) -> usize {
    let next = |rng: &Rng| {
        let mut rng = rng.clone();
        [(); 4].map(|()| rng.bits32())
    };
    let (mut here, mut count) = (before.clone(), 0);
    let end = next(after);
    while next(&here) != end {
        here.bits32();
        count += 1;
        assert!(count < 100_000_000);
    }
    count
}

/// What drawing came to in every position of random games.
#[derive(Default, Debug)]
struct Effort {
    drawn: usize,
    found: usize,
    /// The most random numbers of one drawing.
    most: usize,
}

impl Effort {
    /// Draws for whoever is to move.
    fn draw(&mut self, here: &dyn Position, rng: &mut Rng) {
        let (Turn::Player(mover), Some(information)) = (here.turn(), here.information()) else { return };
        let before = rng.clone();
        let world = information.resample(mover, rng);
        self.drawn += 1;
        self.found += usize::from(world.is_some());
        self.most = self.most.max(numbers(&before, rng));
        if let Some(world) = world {
            let known = world.information().map(|information| information.known(mover));
            assert_eq!(known, Some(information.known(mover)), "`{}`", here.notation());
        }
    }

    fn in_games(game: &Arc<dyn Game>, games: u64) -> Effort {
        let (mut effort, mut moves) = (Effort::default(), Vec::new());
        for number in 0..games {
            let (mut here, mut rng) = (game.start(), Rng::of_seed(18, number));
            while !here.is_over() {
                effort.draw(here.as_ref(), &mut rng);
                if rng.below(3) == 0 {
                    here.moves(&mut moves)
                } else {
                    here.playout_moves(&mut moves)
                }
                here.apply(moves[rng.below(moves.len())]);
            }
        }
        effort
    }
}

/// Stones one by one would not end: where the other player's stones hardly fit without a win, millions of orders lead nowhere.
#[test]
fn stones_of_dark_hex_are_found_at_once() {
    let game = game("dark-hex", &[("columns", Value::Int(5)), ("rows", Value::Int(5))]);
    let effort = Effort::in_games(&game, 120);
    assert!(effort.found == effort.drawn && effort.drawn > 2_000 && effort.most < 20_000, "{effort:?}");
}

/// Ships in turn would not end, either: five hits far apart, each in another ship, and the first ships are nearly always placed elsewhere.
#[test]
fn ships_are_found_for_hits() {
    let fleet = |ships: &str| {
        let size =
            [("columns", Value::Int(8)), ("rows", Value::Int(8)), ("shots", Value::Int(64)), ("ships", Value::Text(ships.to_owned()))];
        game("battleship", &size)
    };
    let apart = fleet("2+2+2+2+2").parse("a1- a1- d1- d1- g1- g1- a4- a4- d4- d4- a1 h8 d1 g8 g1 f8 a4 e8 d4 d8").unwrap();
    let (mut effort, mut rng) = (Effort::default(), Rng::from_seed(19));
    (0..50).for_each(|_| effort.draw(apart.as_ref(), &mut rng));
    assert!(effort.found == 50 && effort.most < 2_100, "{effort:?}");
    for ships in ["2+2+2+2+2", "5+4+3+3+2"] {
        let effort = Effort::in_games(&fleet(ships), 6);
        assert!(effort.found * 100 > effort.drawn * 99 && effort.drawn > 300 && effort.most < 2_100, "{ships}: {effort:?}");
    }
}

/// In phantom go a drawing ends after a number of events that it plays, found or not.
#[test]
fn long_games_of_phantom_go_are_drawn_with_a_bound() {
    for (size, games) in [(5, 12), (9, 3)] {
        let effort = Effort::in_games(&game("phantom-go", &[("size", Value::Int(size))]), games);
        assert!(effort.found * 100 > effort.drawn * 93 && effort.drawn > 300 && effort.most < 8_000, "{size}: {effort:?}");
    }
}

/// A drawing asks all along whether there is time, and leaves its target as it was if there is none. Asking changes nothing that is drawn.
#[test]
fn drawings_end_with_the_turn() {
    let go = game("phantom-go", &[("size", Value::Int(9))]);
    let (mut here, mut rng, mut moves) = (go.start(), Rng::from_seed(5), Vec::new());
    let (mut stopped, mut most) = (0, 0);
    while !here.is_over() {
        here.playout_moves(&mut moves);
        here.apply(moves[rng.below(moves.len())]);
        let (Turn::Player(mover), Some(information)) = (here.turn(), here.information()) else { continue };
        let (mut late, start, looks) = (go.start(), go.start(), Cell::new(0));
        let in_time = || {
            looks.set(looks.get() + 1);
            looks.get() <= 3
        };
        let (before, mut short) = (rng.clone(), rng.clone());
        let found = information.resample_in_time(mover, &mut short, late.as_mut(), &in_time);
        let whole = information.resample(mover, &mut rng);
        if looks.get() > 3 {
            stopped += 1;
            most = most.max(numbers(&before, &short));
            assert!(!found && late.notation() == start.notation());
        } else {
            assert_eq!(found.then(|| late.notation()), whole.map(|world| world.notation()));
        }
    }
    // A plan draws a number for what has several causes, an event one for a stone.
    assert!(stopped > 20 && most < 400, "{stopped} {most}");
}
