//! Fast playouts have the distribution of plain ones, step by step and over whole games, and agree with other programs.

use std::collections::BTreeMap;
use treebench_games::capabilities::captures_first;
use treebench_games::params::{Value, Values};
use treebench_games::playout::uniform;
use treebench_games::{Game, Position, Rng, Scratch, Turn, games};

/// A game and its non-default parameters.
type Built = (&'static str, &'static [(&'static str, i64)]);

/// Variants fast enough for 20,000 playouts, as are the games of no list at their defaults.
const QUICK: &[Built] = &[
    ("breakthrough", &[]),
    ("breakthrough", &[("width", 5), ("height", 5)]),
    ("breakthrough", &[("width", 3), ("height", 7)]),
    ("connect-four", &[]),
    ("connect-four", &[("columns", 5), ("rows", 4), ("line", 3)]),
    ("gomba", &[]),
    ("gomba", &[("branching", 2), ("depth", 20)]),
    ("gomba", &[("players", 3), ("chance", 2), ("depth", 5)]),
    ("knightthrough", &[]),
    ("knightthrough", &[("width", 3), ("height", 6)]),
    ("kuhn-poker", &[]),
    ("kuhn-poker", &[("players", 4)]),
    ("rolit", &[("players", 3)]),
];

/// Games with fewer playouts.
const SLOW: &[Built] = &[
    ("ataxx", &[]),
    ("ataxx", &[("size", 5), ("max-moves", 100)]),
    ("awari", &[]),
    ("backgammon", &[]),
    ("chess", &[]),
    ("chess", &[("start", 0), ("repetitions", 2)]),
    ("chinese-checkers", &[("size", 1), ("max-moves", 100)]),
    ("chinese-checkers", &[("size", 2), ("players", 4), ("max-moves", 100)]),
    ("chinese-dark-chess", &[]),
    ("chinese-dark-chess", &[("rows", 2), ("repetitions", 3)]),
    ("diagonals", &[]),
    ("go", &[("size", 3)]),
    ("go", &[("size", 6)]),
    ("lines-of-action", &[]),
    ("lines-of-action-7x7", &[]),
    ("los-alamos-chess", &[]),
    ("minishogi", &[]),
    ("pentalath", &[]),
    ("reach-chess", &[]),
    ("skirmish", &[]),
    ("surakarta", &[]),
];

/// All games, with the number of whole ones to play. The random play of rules files is compared with the published system and the interpreter.
fn all_games() -> impl Iterator<Item = (Built, u32)> {
    let listed = QUICK.iter().map(|built| (*built, 20_000)).chain(SLOW.iter().map(|built| (*built, 2_000)));
    let rust = games().iter().filter(|entry| entry.definition.text().is_none()).map(|entry| entry.name);
    let others = rust.filter(|game| QUICK.iter().chain(SLOW).all(|(name, _)| name != game));
    listed.chain(others.map(|game| ((game, [].as_slice()), 20_000)))
}

fn build(name: &str, pairs: &[(&str, i64)]) -> std::sync::Arc<dyn Game> {
    let values: Values = pairs.iter().map(|&(name, number)| (name.to_owned(), Value::Int(number))).collect();
    games().find(name).unwrap().build(&values).unwrap()
}

/// The position some random moves into a game, or its start if the game is then over.
fn somewhere(game: &dyn Game, plies: u32, rng: &mut Rng) -> Box<dyn Position> {
    let mut position = game.start();
    uniform(position.as_mut(), rng, plies, &mut Scratch::default());
    if position.is_over() { game.start() } else { position }
}

/// The value that χ² with this many degrees of freedom exceeds once in a hundred thousand (Wilson and Hilferty 1931).
fn chi2_bound(degrees: usize) -> f64 {
    let k = degrees as f64;
    k * (1.0 - 2.0 / (9.0 * k) + 4.265 * (2.0 / (9.0 * k)).sqrt()).powi(3)
}

/// Compares counts with probabilities that sum to 1.
fn assert_fits(counts: &BTreeMap<String, f64>, expected: &BTreeMap<String, f64>, what: &str) {
    let total: f64 = counts.values().sum();
    assert!(counts.keys().all(|key| expected.contains_key(key)), "{what}: something happened that cannot");
    let chi2: f64 = expected.iter().map(|(key, p)| (counts.get(key).copied().unwrap_or(0.0) - p * total).powi(2) / (p * total)).sum();
    if expected.len() > 1 {
        let bound = chi2_bound(expected.len() - 1);
        assert!(chi2 < bound, "{what}: χ² = {chi2}, expected less than {bound}");
    }
}

/// The results of a single uniform move, with their probabilities; rolls of the die before and after it included.
fn one_move(position: &dyn Position, moved: bool, p: f64, found: &mut BTreeMap<String, f64>) {
    let mut moves = Vec::new();
    match position.turn() {
        Turn::Chance => position.moves(&mut moves),
        Turn::Player(_) | Turn::Over => position.playout_moves(&mut moves),
    }
    for &m in &moves {
        let (q, next_moved) = match position.turn() {
            Turn::Chance => (p * position.chance().unwrap().probability(m), moved),
            Turn::Player(_) if !moved => (p / moves.len() as f64, true),
            Turn::Player(_) | Turn::Over => break,
        };
        let mut next = position.boxed();
        next.apply(m);
        one_move(next.as_ref(), next_moved, q, found);
    }
    if position.turn() == Turn::Over || moved && position.turn() != Turn::Chance {
        *found.entry(position.notation()).or_default() += p;
    }
}

#[test]
fn single_moves_have_the_enumerated_distribution() {
    let (mut rng, mut scratch) = (Rng::from_seed(21), Scratch::default());
    for ((name, pairs), _) in all_games() {
        let game = build(name, pairs);
        for plies in [0, 3, 7, 12, 20, 31] {
            let start = somewhere(game.as_ref(), plies, &mut rng);
            let mut expected = BTreeMap::new();
            one_move(start.as_ref(), false, 1.0, &mut expected);
            let mut counts = BTreeMap::new();
            for _ in 0..100 * expected.len() + 2_000 {
                let mut end = start.boxed();
                assert_eq!(end.playout(&mut rng, 1, &mut scratch).moves, 1);
                *counts.entry(end.notation()).or_insert(0.0) += 1.0;
            }
            assert_fits(&counts, &expected, &format!("{name} {pairs:?} `{}`", start.notation()));
        }
    }
}

/// Length and scores of many playouts: means and standard errors.
fn measure(game: &dyn Game, count: u32, play: impl Fn(&mut dyn Position, &mut Rng, &mut Scratch) -> u32) -> Vec<(f64, f64)> {
    let (mut rng, mut scratch) = (Rng::from_seed(77), Scratch::default());
    let mut sums = vec![(0.0, 0.0); 1 + game.info().players];
    for _ in 0..count {
        let mut end = game.start();
        let moves = play(end.as_mut(), &mut rng, &mut scratch);
        let scores = (0..game.info().players).map(|player| end.score(player));
        for (sum, x) in sums.iter_mut().zip([f64::from(moves)].into_iter().chain(scores)) {
            *sum = (sum.0 + x, sum.1 + x * x);
        }
    }
    let n = f64::from(count);
    sums.into_iter().map(|(sum, squares)| (sum / n, ((squares / n - (sum / n).powi(2)) / (n - 1.0)).sqrt())).collect()
}

#[test]
fn whole_games_have_the_length_and_the_scores_of_plain_play() {
    for ((name, pairs), count) in all_games() {
        let game = build(name, pairs);
        let fast = measure(game.as_ref(), count, |end, rng, scratch| end.playout(rng, u32::MAX, scratch).moves);
        // A different stream of random numbers: the plain form must not repeat the same games.
        let plain = measure(game.as_ref(), count, |end, rng, scratch| {
            let mut other = Rng::from_seed(rng.bits64());
            uniform(end, &mut other, u32::MAX, scratch).moves
        });
        for (i, ((a, da), (b, db))) in fast.into_iter().zip(plain).enumerate() {
            let z = (a - b) / (da * da + db * db).sqrt().max(1e-12);
            assert!(z.abs() < 4.5, "{name} {pairs:?}: {} is {a} fast and {b} plain, z = {z}", if i == 0 { "length" } else { "score" });
        }
    }
}

/// Mean plies, first player's wins and draws of hand-written programs, uniform over all legal moves, from 3 to 46 million
/// playouts each (forced passes of reversi counted as plies). Their standard errors are below a tenth of ours.
#[test]
fn whole_games_agree_with_independent_programs() {
    for (name, plies, wins, draws) in
        [("breakthrough", 64.093, 0.50912, 0.0), ("reversi", 60.412, 0.45396, 0.04157), ("connect-four", 21.313, 0.55571, 0.00256)]
    {
        let game = build(name, &[]);
        let found = measure(game.as_ref(), 100_000, |end, rng, scratch| end.playout(rng, u32::MAX, scratch).moves);
        for ((mean, error), expected) in found.into_iter().zip([plies, wins + draws / 2.0]) {
            assert!((mean - expected).abs() < 4.5 * error, "{name}: {mean} ± {error}, expected {expected}");
        }
    }
}

#[test]
fn captures_come_first_where_there_are_any() {
    let (mut rng, mut scratch) = (Rng::from_seed(23), Scratch::default());
    for (name, pairs, plies) in [("chinese-dark-chess", [("rows", 8)].as_slice(), [12, 25, 40]), ("backgammon", &[], [1, 9, 30])] {
        let game = build(name, pairs);
        for plies in plies {
            let mut start = somewhere(game.as_ref(), plies, &mut rng);
            let mut captures = Vec::new();
            start.captures().unwrap().capturing_moves(&mut captures);
            let moves = if captures.is_empty() { start.move_list() } else { captures };
            let mut expected = BTreeMap::new();
            for &m in &moves {
                let mut next = start.boxed();
                next.apply(m);
                one_move(next.as_ref(), true, 1.0 / moves.len() as f64, &mut expected);
            }
            let mut counts = BTreeMap::new();
            for _ in 0..100 * expected.len() + 2_000 {
                let mut end = start.boxed();
                assert_eq!(end.captures().unwrap().playout_captures_first(&mut rng, 1, &mut scratch).moves, 1);
                *counts.entry(end.notation()).or_insert(0.0) += 1.0;
            }
            assert_fits(&counts, &expected, &format!("{name} `{}`", start.notation()));
        }
    }
}

#[test]
fn whole_games_with_captures_first_are_as_long_as_plainly_played_ones() {
    for (draw_after, postponed) in [(40, 0), (40, 640), (640, 0)] {
        let game = build("chinese-dark-chess", &[("draw-after", draw_after)]);
        let fast = measure(game.as_ref(), 3_000, |end, rng, scratch| {
            let end = end.captures().unwrap();
            end.postpone_draw(postponed);
            end.playout_captures_first(rng, u32::MAX, scratch).moves
        });
        let game = build("chinese-dark-chess", &[("draw-after", draw_after.max(i64::from(postponed)))]);
        let plain = measure(game.as_ref(), 3_000, |end, rng, scratch| {
            captures_first(end.captures().unwrap(), &mut Rng::from_seed(rng.bits64()), u32::MAX, scratch).moves
        });
        for ((a, da), (b, db)) in fast.into_iter().zip(plain) {
            let z = (a - b) / (da * da + db * db).sqrt();
            assert!(z.abs() < 4.5, "{draw_after}, {postponed}: {a} fast and {b} plain, z = {z}");
        }
    }
}

#[test]
fn dark_chess_is_played_as_from_its_lists() {
    for pairs in [[].as_slice(), &[("rows", 2), ("repetitions", 3)], &[("rows", 4), ("draw-after", 100)], &[("rows", 1)]] {
        let game = build("chinese-dark-chess", pairs);
        let (mut seeds, mut scratch) = (Rng::from_seed(29), Scratch::default());
        for turn in 0..600 {
            // From the first move, from the middle, and cut off.
            let start = somewhere(game.as_ref(), turn % 50, &mut seeds);
            let cap = if turn % 3 == 0 { turn } else { u32::MAX };
            let rng = Rng::from_seed(seeds.bits64());
            let (mut fast, mut plain) = (start.boxed(), start.boxed());
            let (mut one, mut two) = (rng.clone(), rng.clone());
            assert_eq!(fast.playout(&mut one, cap, &mut scratch), uniform(plain.as_mut(), &mut two, cap, &mut scratch));
            assert_eq!((fast.notation(), one.bits32()), (plain.notation(), two.bits32()), "{pairs:?} from `{}`", start.notation());
            assert_eq!((fast.key(), fast.evaluate(0)), (plain.key(), plain.evaluate(0)));
            let (mut fast, mut plain) = (start.boxed(), start.boxed());
            let (mut one, mut two) = (rng.clone(), rng);
            let done = fast.captures().unwrap().playout_captures_first(&mut one, cap, &mut scratch);
            assert_eq!(done, captures_first(plain.captures().unwrap(), &mut two, cap, &mut scratch));
            assert_eq!((fast.notation(), one.bits32()), (plain.notation(), two.bits32()), "{pairs:?} from `{}`", start.notation());
        }
    }
}

#[test]
fn chance_is_fair() {
    let layout = |name: &str| [("layout".to_owned(), Value::Text(name.to_owned()))].into_iter().collect::<Values>();
    for (name, values, text) in [
        ("einstein", layout("fixed"), ""),
        ("einstein", layout("random"), ""),
        ("backgammon", Values::default(), ""),
        ("backgammon", Values::default(), "13:5,8:5,6:5 24:2,13:5,8:3,6:5 2 -"),
        ("chinese-dark-chess", Values::default(), "4/4/4/4/4/4/xxxx/Kkxx 1r 0 PPPCrn c2"),
        ("chinese-dark-chess", Values::default(), "xxxx/xxxx/xxxx/xxxx/xxxx/xxxx/xxxx/xxxx 1- 0 KGGMMRRNNCCPPPPPkggmmrrnnccppppp a1"),
    ] {
        let game = games().find(name).unwrap().build(&values).unwrap();
        let position = if text.is_empty() { game.start() } else { game.parse(text).unwrap() };
        assert_eq!(position.turn(), Turn::Chance);
        let outcomes = position.move_list();
        let expected = outcomes.iter().map(|&m| (position.move_notation(&[m]), position.chance().unwrap().probability(m))).collect();
        let (mut rng, mut counts) = (Rng::from_seed(9), BTreeMap::new());
        for _ in 0..200 * outcomes.len() {
            let m = position.sample(&mut rng, &mut Vec::new());
            *counts.entry(position.move_notation(&[m])).or_insert(0.0) += 1.0;
        }
        assert_fits(&counts, &expected, &format!("{name} {values} {text}"));
    }
}
