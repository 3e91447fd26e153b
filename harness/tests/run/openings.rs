//! Random openings, and games that repeat themselves without them.

use crate::setup::{Setup, kind, plain, rows, run, text, values};
use std::collections::BTreeSet;
use treebench::games::params::Value;
use treebench::kinds::r#match::{CellSummary, MatchSummary};
use treebench::plan::Plan;
use treebench::report::References;
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
    assert!(report.warnings.iter().any(|warning| warning.contains("Games are repeated in 1 cell")), "{:?}", report.warnings);
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

#[test]
fn openings_that_end_the_game_are_drawn_again() {
    let dir = tempfile::tempdir().unwrap();
    // After seven of nine random moves tic-tac-toe is over in most cases.
    let seven = plan("tic-tac-toe", 7, 40);
    assert_eq!(run(&seven, dir.path(), 2).failures, 0);
    assert!(rows(&seven, dir.path()).iter().all(|(_, row)| text(row, "moves").split(' ').count() >= 8));
    let dir = tempfile::tempdir().unwrap();
    let nine = plan("tic-tac-toe", 9, 2);
    assert_eq!(run(&nine, dir.path(), 1).failures, 2);
    let (_, row) = rows(&nine, dir.path()).remove(0);
    assert_eq!(text(&row, "ending"), "void");
    assert!(text(&row, "message").contains("after 9 random moves the game is always over"), "{}", text(&row, "message"));
}
