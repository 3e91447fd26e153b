//! Games with graded scores.

use super::tables::{count, headed, heading};
use super::view::{CellView, View};
use treebench_reports::model::{Cell, Column, Table};
use treebench_stats::Distribution;

/// With more distinct scores than this, a row shows only quantiles.
const MOST_VALUES: usize = 9;

/// Mean and distribution of the candidate's scores in every cell with graded scores; `None` without one.
pub(super) fn table(view: &View<'_>) -> Option<Table> {
    let mut table = headed(
        view,
        "scores",
        "Games with graded scores: the candidate's score on the game's own scale, with its \
         distribution.",
    )
    .column(Column::number("games").doc("games with a result"))
    .column(Column::number("mean").doc("with the 95 % interval that decides"))
    .column(Column::number("standard deviation").doc("of single games"));
    for (name, _) in QUANTILES {
        table = table.column(Column::number(name));
    }
    table = table.column(Column::text("scores").doc("every score with its frequency, if there are few"));
    for seen in view.cells.iter().filter(|seen| seen.is_played()) {
        let Some(scores) = &seen.summary.graded else { continue };
        let mut row = heading(view, seen);
        row.extend(cells(seen, scores));
        table = table.row(row);
    }
    (!table.rows.is_empty()).then_some(table)
}

const QUANTILES: [(&str, f64); 5] =
    [("lowest", 0.0), ("lower quartile", 0.25), ("median", 0.5), ("upper quartile", 0.75), ("highest", 1.0)];

fn cells(seen: &CellView<'_>, scores: &Distribution) -> Vec<Cell> {
    let (low, high) = seen.cell.game.game.info().scores;
    let points = |x: f64| low + x * (high - low);
    let (from, to) = seen.judged.interval;
    let mut cells = vec![
        count(scores.count()),
        Cell::interval(points(seen.judged.estimate.mean), points(from), points(to), 2),
        Cell::number((high - low) * seen.summary.scores.variance().sqrt(), 2),
    ];
    cells.extend(QUANTILES.map(|(_, share)| scores.quantile(share).map_or(Cell::Empty, |score| Cell::number(score, 2))));
    let values: Vec<String> = scores.values().map(|(score, games)| format!("{score}: {games}")).collect();
    cells.push(if values.len() <= MOST_VALUES { values.join(", ").into() } else { Cell::Empty });
    cells
}
