//! The fast games against plain second implementations (arrays of squares, no bit tricks), move by move over random games.

mod ataxx;
mod awari;
mod backgammon;
pub(crate) mod boards;
mod chess;
mod chinese_checkers;
mod chinese_dark_chess;
mod diagonals;
mod einstein;
pub(crate) mod go;
pub(crate) mod go_policy;
mod knightthrough;
mod loa;
mod minishogi;
mod pentago;
mod pentalath;
mod rolit;
mod surakarta;

use boards::{Breakthrough, Drop, Plain, Reversi};
use chess::{Chess, Flavour};
use std::collections::BTreeSet;
use treebench_games::notation::find_move;
use treebench_games::params::{Value, Values};
use treebench_games::{Rng, Turn, games};

/// The same as [`compare_with`] for parameters that are whole numbers.
fn compare<P: Plain>(name: &str, pairs: &[(&str, i64)], start: impl Fn() -> P, count: u64) {
    let values: Values = pairs.iter().map(|&(name, number)| (name.to_owned(), Value::Int(number))).collect();
    compare_with(name, &values, start, count);
}

/// Plays random games with both: the moves, the end and the scores must always agree.
fn compare_with<P: Plain>(name: &str, values: &Values, start: impl Fn() -> P, count: u64) {
    let game = games().find(name).unwrap().build(values).unwrap();
    for seed in 0..count {
        let mut rng = Rng::from_seed(seed);
        let (mut fast, mut plain) = (game.start(), start());
        loop {
            let moves: BTreeSet<String> = fast.move_list().iter().map(|&m| fast.move_notation(&[m])).collect();
            let expected: BTreeSet<String> = plain.moves().into_iter().collect();
            assert_eq!(moves, expected, "{name} {values} in `{}`", fast.notation());
            if fast.is_over() {
                let scores: Vec<f64> = (0..game.info().players).map(|player| fast.score(player)).collect();
                assert_eq!(Some(scores), plain.scores(), "{name} {values} in `{}`", fast.notation());
                break;
            }
            assert_eq!(plain.scores(), None, "{name} {values} in `{}`", fast.notation());
            if let Turn::Player(player) = fast.turn() {
                assert_eq!(player, plain.mover(), "{name} {values} in `{}`", fast.notation());
            }
            let chosen = expected.iter().nth(rng.below(expected.len())).unwrap().clone();
            find_move(fast.as_ref(), &chosen).unwrap().into_iter().for_each(|m| fast.apply(m));
            plain.play(&chosen);
        }
    }
}

#[test]
fn breakthrough() {
    for (width, height) in [(8, 8), (5, 5), (3, 4), (2, 32), (16, 4), (7, 9)] {
        compare("breakthrough", &[("width", width), ("height", height)], || Breakthrough::new(width, height), 60);
    }
}

#[test]
fn reversi() {
    compare("reversi", &[], Reversi::new, 300);
}

#[test]
fn connect_four_and_three() {
    for (columns, rows, line) in [(7, 6, 4), (3, 3, 3), (9, 6, 5), (4, 12, 6)] {
        let pairs = [("columns", columns), ("rows", rows), ("line", line)];
        compare("connect-four", &pairs, || Drop::new(columns, rows, line, 2), 150);
    }
    for (columns, rows, line) in [(5, 4, 3), (7, 6, 4), (3, 12, 3)] {
        let pairs = [("columns", columns), ("rows", rows), ("line", line)];
        compare("connect-three", &pairs, || Drop::new(columns, rows, line, 3), 150);
    }
}

#[test]
fn einstein() {
    compare("einstein", &[], einstein::Einstein::new, 400);
}

#[test]
fn los_alamos_chess() {
    compare("los-alamos-chess", &[], || Chess::new(Flavour::LosAlamos { draw_after: 100 }), 25);
    compare("los-alamos-chess", &[("draw-after", 6)], || Chess::new(Flavour::LosAlamos { draw_after: 6 }), 30);
}

#[test]
fn reach_chess() {
    compare("reach-chess", &[], || Chess::new(Flavour::Reach { max_moves: 2500 }), 30);
    compare("reach-chess", &[("max-moves", 20)], || Chess::new(Flavour::Reach { max_moves: 20 }), 20);
}

#[test]
fn skirmish() {
    compare("skirmish", &[], || Chess::new(Flavour::Skirmish { max_moves: 100 }), 50);
    compare("skirmish", &[("max-moves", 400)], || Chess::new(Flavour::Skirmish { max_moves: 400 }), 10);
}

#[test]
fn diagonals() {
    for (columns, rows) in [(10, 5), (2, 2), (2, 21), (20, 3), (8, 7), (9, 6), (5, 10), (3, 4)] {
        compare("diagonals", &[("columns", columns), ("rows", rows)], || diagonals::Diagonals::new(columns as usize, rows as usize), 60);
    }
}

#[test]
fn knightthrough() {
    for (width, height) in [(8, 8), (2, 4), (2, 9), (3, 5), (3, 21), (4, 4), (16, 4), (7, 9)] {
        let pairs = [("width", width), ("height", height)];
        compare("knightthrough", &pairs, || knightthrough::Knightthrough::new(width as usize, height as usize), 25);
    }
}

#[test]
fn pentalath() {
    let rows = |side: i64, hexagon: bool| -> Vec<i64> {
        let upper = side..2 * side;
        if hexagon { upper.chain((side..2 * side - 1).rev()).collect() } else { upper.collect() }
    };
    for (side, hexagon, max_moves, count) in [
        (7, false, 2500, 25),
        (5, true, 2500, 25),
        (3, true, 300, 25),
        (3, false, 300, 40),
        (4, false, 300, 20),
        (8, false, 20, 10),
        (6, true, 30, 10),
    ] {
        let mut values = Values::default();
        values.set("board", Value::Text(if hexagon { "hexagon" } else { "half-hex" }.to_owned()));
        values.set("side", Value::Int(side));
        values.set("max-moves", Value::Int(max_moves));
        compare_with("pentalath", &values, || pentalath::Pentalath::new(&rows(side, hexagon), max_moves as usize), count);
    }
}

#[test]
fn chinese_checkers() {
    // The smaller the star, the more random games are won before the limit.
    for (players, size, max_moves, count) in [
        (2, 1, 200, 40),
        (3, 1, 200, 40),
        (6, 1, 200, 40),
        (2, 2, 150, 6),
        (3, 2, 150, 6),
        (4, 2, 150, 6),
        (6, 2, 150, 6),
        (3, 3, 100, 3),
        (6, 4, 60, 1),
    ] {
        let pairs = [("players", players), ("size", size), ("max-moves", max_moves)];
        let plain = || chinese_checkers::ChineseCheckers::new(players as usize, size, max_moves as u32);
        compare("chinese-checkers", &pairs, plain, count);
    }
}

#[test]
fn backgammon() {
    for (stake, count) in [("win", 12), ("points", 12)] {
        let values: Values = [("stake".to_owned(), Value::Text(stake.to_owned()))].into_iter().collect();
        compare_with("backgammon", &values, || backgammon::Backgammon::new(stake == "points"), count);
    }
}

#[test]
fn chinese_dark_chess() {
    for (rows, pieces, draw_after, repetitions, count) in [
        (8, "", 40, 0, 60),
        (8, "", 7, 3, 20),
        (4, "", 40, 3, 60),
        (3, "", 200, 2, 60),
        (2, "", 40, 0, 200),
        (2, "CCCC", 40, 3, 100),
        (5, "KKCCCCPPPP", 60, 4, 40),
        (1, "KP", 10, 2, 100),
    ] {
        let mut values = Values::default();
        values.set("rows", Value::Int(rows));
        values.set("pieces", Value::Text(pieces.to_owned()));
        values.set("draw-after", Value::Int(draw_after));
        values.set("repetitions", Value::Int(repetitions));
        let usual = match (pieces, rows) {
            ("", 8) => "KGGMMRRNNCCPPPPP",
            ("", 4) => "KGMRNCPP",
            ("", 3) => "KGMRCP",
            ("", 2) => "KGCP",
            _ => pieces,
        };
        let plain = || chinese_dark_chess::ChineseDarkChess::new(rows, usual, draw_after as usize, repetitions as usize);
        compare_with("chinese-dark-chess", &values, plain, count);
    }
}

#[test]
fn awari() {
    compare("awari", &[], awari::Awari::new, 300);
}

#[test]
fn pentago() {
    compare("pentago", &[], pentago::Pentago::new, 100);
}

#[test]
fn minishogi() {
    compare("minishogi", &[], || minishogi::Minishogi::new(2500), 40);
    compare("minishogi", &[("max-moves", 40)], || minishogi::Minishogi::new(40), 20);
}

#[test]
fn rolit() {
    for players in 2..=4 {
        compare("rolit", &[("players", players)], || rolit::Rolit::new(players as usize), 60);
    }
}

#[test]
fn ataxx() {
    for (size, quiet_moves, max_moves, count) in [(7, 0, 2_500, 4), (7, 12, 150, 6), (4, 0, 2_500, 40), (5, 0, 41, 15), (8, 0, 300, 2)] {
        let pairs = [("size", size), ("quiet-moves", quiet_moves), ("max-moves", max_moves)];
        compare("ataxx", &pairs, || ataxx::Ataxx::new(size, quiet_moves, max_moves), count);
    }
}

#[test]
fn lines_of_action() {
    compare("lines-of-action", &[], || loa::LinesOfAction::new(8, 2500), 20);
    compare("lines-of-action", &[("max-moves", 40)], || loa::LinesOfAction::new(8, 40), 20);
    compare("lines-of-action-7x7", &[], || loa::LinesOfAction::new(7, 2500), 30);
}

#[test]
fn surakarta() {
    compare("surakarta", &[], || surakarta::Surakarta::new(100, 2500), 10);
    compare("surakarta", &[("quiet-limit", 12), ("max-moves", 60)], || surakarta::Surakarta::new(12, 60), 20);
}
