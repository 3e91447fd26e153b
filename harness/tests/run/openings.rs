//! Random openings, and games that repeat without them.

use crate::setup::{Setup, kind, number, plain, rows, run, text, values};
use std::collections::BTreeSet;
use treebench::experiment::References;
use treebench::games::params::Value;
use treebench::kinds::r#match::{CellSummary, MatchSummary};
use treebench::plan::Plan;
use treebench::run::replay_all;
use treebench::store::Store;

/// Two agents without randomness.
fn plan(game: &'static str, plies: i64, games_per_cell: u32) -> Plan {
    let setup = Setup::of(&["alpha-beta", "alpha-beta"], games_per_cell);
    Setup { games: vec![plain(game)], settings: values([("random-plies", Value::Int(plies))]), ..setup }.plan()
}

fn summary(plan: &Plan, dir: &std::path::Path) -> CellSummary {
    let store = Store::open_read_only(dir, kind().table()).unwrap();
    let mut rows = store.summary_rows(plan).unwrap();
    MatchSummary::of(&plan.experiment, &mut rows).cells.swap_remove(0)
}

#[test]
fn agents_without_randomness_play_the_same_game_over_and_over() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan("tic-tac-toe", 0, 40);
    run(&plan, dir.path(), 2);
    let cell = summary(&plan, dir.path());
    assert!((1..=2).contains(&cell.distinct_games()), "{}", cell.distinct_games());
    assert!(cell.common_moves() >= 1);
    assert!(cell.rounds.effective_games() <= 2.0);
    let store = Store::open_read_only(dir.path(), kind().table()).unwrap();
    let report = kind().fold(&plan.experiment, &mut store.summary_rows(&plan).unwrap()).report(&References::default());
    assert!(report.warnings.iter().any(|warning| warning.contains("Games repeat in 1 cell")), "{:?}", report.warnings);
}

#[test]
fn both_games_of_a_pair_begin_with_the_same_random_moves() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan("connect-four", 4, 40);
    run(&plan, dir.path(), 2);
    let mut openings = BTreeSet::new();
    for pair in rows(&plan, dir.path()).chunks(2) {
        let opening = |row| text(row, "moves").split(' ').take(4).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(opening(&pair[0].1), opening(&pair[1].1));
        openings.insert(opening(&pair[0].1));
    }
    assert!(openings.len() > 15, "twenty pairs have {} openings", openings.len());
    let cell = summary(&plan, dir.path());
    assert!(cell.distinct_games() > 15 && cell.common_moves() == 0, "{} {}", cell.distinct_games(), cell.common_moves());
    let store = Store::open_read_only(dir.path(), kind().table()).unwrap();
    let (count, different) = replay_all(&plan, &store, &plan.tasks().collect(), 2).unwrap();
    assert!(count == 40 && different.is_empty(), "openings are drawn from the seed alone");
}

/// The moves of tic-tac-toe played on a board of nine squares, column by column from `a1`; returns whether the player to move can win at once.
fn can_win_at_once(moves: &[&str]) -> bool {
    let square = |name: &str| usize::from(name.as_bytes()[0] - b'a') * 3 + usize::from(name.as_bytes()[1] - b'1');
    let lines: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let mine: Vec<usize> = moves.iter().enumerate().filter(|(i, _)| i % 2 == moves.len() % 2).map(|(_, name)| square(name)).collect();
    let taken: Vec<usize> = moves.iter().map(|name| square(name)).collect();
    let wins = |line: &[usize; 3]| {
        line.iter().filter(|square| mine.contains(square)).count() == 2 && line.iter().filter(|square| taken.contains(square)).count() == 2
    };
    lines.iter().any(wins)
}

#[test]
fn openings_that_decide_the_game_are_drawn_again() {
    let dir = tempfile::tempdir().unwrap();
    // Of all sequences of five moves that do not end tic-tac-toe, many let the player to move win at once.
    let five = plan("tic-tac-toe", 5, 200);
    assert_eq!(run(&five, dir.path(), 2).failures, 0);
    for (_, row) in rows(&five, dir.path()) {
        let moves: Vec<&str> = text(&row, "moves").split(' ').collect();
        assert!(moves.len() > 5 && !can_win_at_once(&moves[..5]), "{moves:?}");
        assert_eq!(number(&row, "opening_plies"), 5);
    }
    // With one square left, only one move and one result are left.
    let dir = tempfile::tempdir().unwrap();
    let late = plan("tic-tac-toe", 8, 2);
    assert_eq!(run(&late, dir.path(), 1).failures, 2);
    let (_, row) = rows(&late, dir.path()).remove(0);
    assert_eq!(text(&row, "ending"), "void");
    let message = text(&row, "message");
    assert!(message.contains("after 8 random moves the game is always decided"), "{message}");
}
