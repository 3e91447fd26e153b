//! The tables of the report.

use super::cell_view::CellView;
use treebench_reports::model::{Cell, Column, Table};
use treebench_stats::{Estimate, Moments, Z95};

/// The columns that identify the cell of a row.
pub(super) fn headed(seen: &[CellView<'_>], id: &str, caption: &str) -> Table {
    let axes = seen.first().map_or(&[][..], |seen| &seen.cell.axes);
    axes.iter().fold(Table::new(id, caption).keys(axes.len()), |table, at| table.column(Column::text(&at.axis.label).data(at.name())))
}

pub(super) fn heading(seen: &CellView<'_>) -> Vec<Cell> {
    seen.cell.axes.iter().map(|at| Cell::named(&at.value, &at.label)).collect()
}

/// Table 1 of the split-moves paper.
pub(super) fn main(seen: &[CellView<'_>]) -> Table {
    let mut table = headed(seen, "playouts", "Speed, length and branching factor of random games.")
        .column(Column::number("nodal states").unit("per second"))
        .column(Column::number("of orthodox").unit("%").doc("nodal states per second relative to the orthodox view"))
        .column(Column::number("simulations").unit("per second"))
        .column(Column::number("nodal states").unit("per simulation"))
        .column(Column::number("all states").unit("per simulation"))
        .column(Column::number("branching").doc("semimoves listed per state"));
    for seen in seen {
        let cell = |name| seen.statistic(name).map_or(Cell::Empty, |found| found.cell());
        let mut row = heading(seen);
        row.extend([
            cell("nodal-states-per-second"),
            seen.relative.map_or(Cell::Empty, |relative| Cell::number(100.0 * relative, 0)),
            cell("playouts-per-second"),
            cell("nodal-states"),
            cell("all-states"),
            cell("branching"),
        ]);
        table = table.row(row);
    }
    table
}

/// The numbers that the main table leaves out.
pub(super) fn numbers(seen: &[CellView<'_>]) -> Table {
    let count = |n: u64| Cell::Integer(i64::try_from(n).unwrap_or(i64::MAX));
    let seats = seen.iter().map(|seen| seen.numbers.flat.scores.len()).max().unwrap_or(0);
    let mut table = headed(seen, "numbers", "How many games there are, and how they end.")
        .column(Column::number("games").doc("random games that were counted"))
        .column(Column::number("cut off").doc("games that reached max-moves; they have no score"))
        .column(Column::number("blocks").doc("tasks"))
        .column(Column::number("failed").doc("tasks that do not count"));
    for seat in 0..seats {
        let column = Column::number(format!("score of player {}", seat + 1)).unit("%");
        table = table.column(column.doc("mean score, with the game's lowest score as 0 and its highest as 100"));
    }
    for seen in seen {
        let numbers = seen.numbers;
        let mut row = heading(seen);
        row.extend([count(numbers.flat.nodal.count()), count(numbers.flat.cut_off), count(numbers.blocks), count(numbers.failed)]);
        let info = seen.cell.game.game.info();
        row.extend(numbers.flat.scores.iter().map(|score| {
            if score.count() == 0 {
                return Cell::Empty;
            }
            let width = info.scores.1 - info.scores.0;
            let share = Moments::from_parts(score.count(), info.normalise(score.mean()), score.variance() / (width * width));
            let (low, high) = Estimate::of_games(&share).interval(Z95);
            Cell::interval(100.0 * share.mean(), 100.0 * low, 100.0 * high, 1)
        }));
        table = table.row(row);
    }
    table
}
