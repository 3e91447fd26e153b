//! Go against a plain second implementation: moves, captures, scores, perft and light playouts under all rules and on many boards.

use crate::plain::boards::Plain;
use crate::plain::go::Go;
use std::collections::BTreeSet;
use treebench_games::notation::find_move;
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Position, Rng, Turn, games, perft};

const KO: [&str; 4] = ["none", "simple", "positional-superko", "situational-superko"];

/// The parameters that both implementations know.
#[derive(Clone, Copy, Debug)]
struct Setting {
    size: usize,
    ko: &'static str,
    suicide: bool,
    komi: f64,
    max_moves: usize,
}

impl Setting {
    fn values(self) -> Values {
        let number = |n: usize| Value::Int(n as i64);
        [
            ("size", number(self.size)),
            ("ko", Value::Text(self.ko.to_owned())),
            ("suicide", Value::Bool(self.suicide)),
            ("komi", Value::Float(self.komi)),
            ("max-moves", number(self.max_moves)),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
    }

    fn game(self) -> std::sync::Arc<dyn Game> {
        games().find("go").unwrap().build(&self.values()).unwrap()
    }

    fn plain(self) -> Go {
        Go::new(self.size, self.ko, self.suicide, self.komi, self.max_moves)
    }
}

/// All rules on boards of these sizes.
fn settings(sizes: &[usize]) -> Vec<Setting> {
    let mut all = Vec::new();
    for (i, &size) in sizes.iter().enumerate() {
        for ko in KO {
            for suicide in [false, true] {
                let komi = [0.0, 0.5, -1.0, 7.5][i % 4];
                all.push(Setting { size, ko, suicide, komi, max_moves: 3 * size * size });
            }
        }
    }
    all
}

fn names(position: &dyn Position, moves: &[treebench_games::Move]) -> BTreeSet<String> {
    moves.iter().map(|&m| position.move_notation(&[m])).collect()
}

fn stones(position: &dyn Position) -> BTreeSet<(String, usize)> {
    let picture = position.picture().unwrap();
    let places = picture.layout.places.iter().zip(&picture.men);
    places.filter_map(|(place, man)| Some((place.name.clone(), usize::from(man.as_ref()?.letter == "O")))).collect()
}

/// Compares everything visible of a position; returns its moves.
fn compare(fast: &dyn Position, plain: &Go) -> Vec<String> {
    let place = || format!("`{}`", fast.notation());
    let moves = plain.moves();
    assert_eq!(names(fast, &fast.move_list()), moves.iter().cloned().collect(), "moves in {}", place());
    assert_eq!(stones(fast), plain.stones().into_iter().collect(), "stones in {}", place());
    let mut light = Vec::new();
    fast.playout_moves(&mut light);
    match plain.scores() {
        Some(scores) => {
            assert_eq!(fast.turn(), Turn::Over, "{}", place());
            assert_eq!(vec![fast.score(0), fast.score(1)], scores, "scores in {}", place());
        }
        None => {
            assert_eq!(fast.turn(), Turn::Player(plain.mover()), "{}", place());
            assert_eq!(names(fast, &light), plain.light_moves().into_iter().collect(), "light moves in {}", place());
        }
    }
    moves
}

/// Plays a random game with both; passes are rarer than other moves, so that boards fill up. Returns how many stones were captured.
fn play(start: Box<dyn Position>, mut plain: Go, seed: u64) -> usize {
    let mut rng = Rng::from_seed(seed);
    let mut fast = start;
    loop {
        let moves = compare(fast.as_ref(), &plain);
        if moves.is_empty() {
            return plain.prisoners.iter().sum();
        }
        // In half of the games eyes are filled and chains give themselves up.
        let light = plain.light_moves();
        let chosen = if seed.is_multiple_of(2) { rng.pick(&(0..light.len()).collect::<Vec<_>>()).map(|i| light[i].clone()) } else { None };
        let chosen = chosen.unwrap_or_else(|| {
            let any = |rng: &mut Rng| moves[rng.below(moves.len())].clone();
            let first = any(&mut rng);
            if first == "pass" { any(&mut rng) } else { first }
        });
        find_move(fast.as_ref(), &chosen).unwrap().into_iter().for_each(|m| fast.apply(m));
        plain.play(&chosen);
    }
}

#[test]
fn small_boards_under_all_rules() {
    let mut captured = 0;
    for setting in settings(&[2, 3, 4, 5]) {
        let games = if setting.size < 4 { 40 } else { 12 };
        captured += (0..games).map(|seed| play(setting.game().start(), setting.plain(), seed)).sum::<usize>();
    }
    // Otherwise there is nothing to see.
    assert!(captured > 5_000, "{captured} stones captured");
}

#[test]
fn usual_boards() {
    for (i, setting) in settings(&[9]).into_iter().enumerate() {
        play(setting.game().start(), setting.plain(), i as u64);
    }
    // Plain go takes a while here; 19×19 is compared with GNU Go, too.
    let large = Setting { size: 19, ko: "positional-superko", suicide: false, komi: 6.5, max_moves: 60 };
    play(large.game().start(), large.plain(), 0);
}

#[test]
fn handicaps() {
    let setting = Setting { size: 9, ko: "positional-superko", suicide: false, komi: 0.5, max_moves: 40 };
    for (count, points) in [(2, "C3 G7"), (3, "C3 G7 C7"), (4, "C3 G7 C7 G3"), (5, "C3 G7 C7 G3 E5"), (8, "C3 G7 C7 G3 C5 G5 E3 E7")] {
        let mut values = setting.values();
        values.set("handicap", Value::Int(count));
        let game = games().find("go").unwrap().build(&values).unwrap();
        let points: Vec<&str> = points.split(' ').collect();
        play(game.start(), setting.plain().with_handicap(&points), 4);
    }
    let mut values = setting.values();
    values.set("handicap", Value::Int(3));
    values.set("handicap-placement", Value::Text("free".to_owned()));
    let game = games().find("go").unwrap().build(&values).unwrap();
    for seed in 0..4 {
        play(game.start(), setting.plain().with_free_handicap(3), seed);
    }
}

#[test]
fn perft_under_all_rules() {
    for setting in settings(&[2, 3, 4]) {
        let depth = [7, 5, 3][setting.size - 2];
        let counts = |depth: u32| (perft::perft(setting.game().start().as_ref(), depth).unwrap(), setting.plain().perft(depth));
        for depth in 1..=depth {
            let (fast, plain) = counts(depth);
            assert_eq!(fast, plain, "{setting:?} depth {depth}");
        }
    }
}

#[test]
fn a_playout_is_a_legal_game_that_ends_with_two_passes() {
    for (size, ko) in [(5, "positional-superko"), (5, "situational-superko"), (4, "positional-superko"), (9, "positional-superko")] {
        let setting = Setting { size, ko, suicide: false, komi: 0.5, max_moves: 100_000 };
        let (mut rng, mut scratch) = (Rng::from_seed(size as u64), treebench_games::Scratch::default());
        for _ in 0..if size == 9 { 2 } else { 20 } {
            let (mut end, mut plain) = (setting.game().start(), setting.plain());
            // Move by move, since a playout does not tell its moves.
            while !end.is_over() {
                let before = end.boxed();
                end.playout(&mut rng, 1, &mut scratch);
                let same = |m: &String| {
                    let mut after = before.boxed();
                    find_move(after.as_ref(), m).unwrap().into_iter().for_each(|m| after.apply(m));
                    after.notation() == end.notation()
                };
                let played = plain.light_moves().into_iter().find(same);
                plain.play(&played.unwrap_or_else(|| panic!("no light move leads from `{}` to `{}`", before.notation(), end.notation())));
            }
            assert_eq!(plain.moves().len(), 0);
            // Every empty point is an eye, or nobody may play there.
            assert_eq!(plain.scores().unwrap(), [end.score(0), end.score(1)]);
        }
    }
}

/// Go with this komi and this number of playouts that find dead stones.
fn with_playouts(size: i64, komi: f64, playouts: i64) -> std::sync::Arc<dyn Game> {
    let pairs = [("size", Value::Int(size)), ("komi", Value::Float(komi)), ("dead-stones", Value::Int(playouts))];
    let values: Values = pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    games().find("go").unwrap().build(&values).unwrap()
}

#[test]
fn playouts_find_dead_stones() {
    // White's stone in the corner cannot be saved, and two points decide; in the second position all stones live.
    for (rows, komi, with, without) in [("XXXXO/X1XX1/XXXXX/X1XXX/XXXXX", 23.5, 1.0, 0.0), ("5/XXXXX/OOOOO/1O1O1/OOOOO", -5.5, 1.0, 1.0)] {
        for (playouts, expected) in [(0, without), (40, with), (41, with)] {
            let game = with_playouts(5, komi, playouts);
            let mut here = game.parse(&format!("{rows} b - 1 30")).unwrap();
            here.apply(find_move(here.as_ref(), "pass").unwrap()[0]);
            assert_eq!(here.turn(), Turn::Over);
            assert_eq!([here.score(0), here.score(1)], [expected, 1.0 - expected], "`{rows}` with {playouts} playouts");
            // The position read from its notation is counted alike.
            assert_eq!(game.parse(&here.notation()).unwrap().score(0), expected);
        }
    }
}

/// Where light playouts have ended, nothing is left to capture, and the parameter changes no score.
#[test]
fn nothing_is_dead_at_the_end_of_a_playout() {
    for size in [4, 5, 7] {
        let (plain, counting) = (with_playouts(size, 0.5, 0), with_playouts(size, 0.5, 20));
        for seed in 0..10 {
            let mut end = plain.start();
            end.playout(&mut Rng::from_seed(seed), u32::MAX, &mut Default::default());
            let counted = counting.parse(&end.notation()).unwrap();
            assert_eq!([counted.score(0), counted.score(1)], [end.score(0), end.score(1)], "`{}`", end.notation());
        }
    }
}
