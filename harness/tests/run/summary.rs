//! The reading of a run for a report: only the columns it needs, with the same result, and damaged records do no harm.

use crate::setup::{Setup, kind, rows, run};
use treebench::kinds::r#match::{CellSummary, Ending, MatchSummary};
use treebench::plan::Plan;
use treebench::store::{Field, Row, Store};

fn place(column: &str) -> usize {
    kind().tasks().columns().iter().position(|c| c.name == column).unwrap()
}

#[test]
fn a_report_reads_the_columns_it_needs_and_comes_to_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let plan = Setup::of(&["random", "random"], 30).plan();
    run(&plan, dir.path(), 2);
    let store = Store::open_read_only(dir.path(), kind().table()).unwrap();
    let every: Vec<(usize, u32, Row)> = store.rows(&plan).unwrap().collect();
    let needed: Vec<(usize, u32, Row)> = store.summary_rows(&plan).unwrap().collect();
    assert_eq!((every.len(), needed.len()), (30 * plan.experiment.cells.len(), every.len()));
    for ((cell, number, row), (also_cell, also_number, part)) in every.iter().zip(&needed) {
        assert_eq!((cell, number, row.len()), (also_cell, also_number, part.len()));
        for (i, column) in kind().tasks().columns().iter().enumerate() {
            let expected = if column.detail { Field::Unread } else { row[i].clone() };
            assert_eq!(part[i], expected, "{}", column.name);
        }
    }
    let of = |rows: Vec<(usize, u32, Row)>| MatchSummary::of(&plan.experiment, &mut rows.into_iter()).cells;
    assert_eq!(of(every), of(needed));
}

/// One game with a result, and its result after a change.
struct Game {
    plan: Plan,
    row: Row,
}

impl Game {
    fn played() -> Game {
        let dir = tempfile::tempdir().unwrap();
        let plan = Setup::of(&["random", "random"], 2).plan();
        run(&plan, dir.path(), 1);
        Game { row: rows(&plan, dir.path()).remove(0).1, plan }
    }

    fn with(&self, changes: &[(&str, Field)]) -> CellSummary {
        let mut row = self.row.clone();
        changes.iter().for_each(|(column, value)| row[place(column)] = value.clone());
        self.of(row)
    }

    fn of(&self, row: Row) -> CellSummary {
        MatchSummary::of(&self.plan.experiment, &mut std::iter::once((0, 0, row))).cells.swap_remove(0)
    }
}

#[test]
fn a_damaged_row_counts_as_void() {
    let game = Game::played();
    let text = |value: &str| Field::Text(value.to_owned());
    assert_eq!(game.with(&[]).scores.count(), 1);
    for (column, value) in [
        ("seats", text("[0,2]")),
        ("seats", text("[0,-1]")),
        ("seats", text("[0,0.5]")),
        ("seats", text("[0,99999999999999999999]")),
        ("seats", text("[0]")),
        ("seats", text("[0,1,0]")),
        ("seats", text("")),
        ("seats", Field::Integer(0)),
        ("scores", text("[]")),
        ("scores", text("[1]")),
        ("scores", text("[1,x]")),
        ("scores", text("[2,-1]")),
        ("scores", text("[NaN,0]")),
        ("ending", text("nonsense")),
        ("ending", Field::Real(1.0)),
        ("turns", text("[5]")),
        ("states", text("[5,inf]")),
        ("micros", Field::Integer(1)),
    ] {
        let cell = game.with(&[(column, value.clone())]);
        let counts = (cell.played, cell.ended(Ending::Void), cell.scores.count(), &cell.failures[..]);
        assert_eq!(counts, (1, 1, 0, &[0, 0][..]), "{column} = {value:?}");
    }
    assert_eq!(game.of(Vec::new()).ended(Ending::Void), 1);
}

#[test]
fn a_failure_is_counted_for_who_sat_at_the_seat() {
    let game = Game::played();
    let text = |value: &str| Field::Text(value.to_owned());
    let failed = |culprit: i64| {
        let row = [("seats", text("[1,0]")), ("scores", text("[]")), ("ending", text("timeout")), ("culprit", Field::Integer(culprit))];
        game.with(&row)
    };
    assert_eq!((failed(0).failures, failed(1).failures), (vec![0, 1], vec![1, 0]));
    for nobody in [-1, 2] {
        let cell = failed(nobody);
        assert_eq!((cell.ended(Ending::Timeout), cell.scores.count(), cell.failures), (1, 0, vec![0, 0]));
    }
    for damaged in [i64::MIN, -2, i64::MAX] {
        assert_eq!((failed(damaged).failures, failed(damaged).ended(Ending::Void)), (vec![0, 0], 1));
    }
    assert_eq!(failed(0).effort[0].turns + failed(0).effort[1].turns, game.with(&[]).effort.iter().map(|e| e.turns).sum::<u64>());
}
