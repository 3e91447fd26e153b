//! The crosstable.

use super::pairs::Pair;
use super::view::{View, WholeTournament};
use treebench_reports::model::{Axis, Cell, Column, Figure, HeatCell, HeatMap, Interval, Plot, Section, Table};
use treebench_stats::failure_bounds;

/// Above this many players, the cells of the crosstable show no errors.
const WITH_ERRORS: usize = 16;
/// Above this many rows, tables are only in the data files.
const MOST_ROWS: usize = 3_000;

pub(super) fn section(view: &View<'_>, whole: &WholeTournament, id: &str, heading: String) -> Section {
    let mut section = Section::new(id, heading).paragraph(
        "Mean score of the player of the row against the player of the column in percent, draws counted half, every game weighted \
         equally; the best players come first. A game of more than two players counts for each pair of players: ½ and half the difference \
         of their scores.",
    );
    section = section.block(figure(view, whole, id));
    if whole.pairs.len() <= MOST_ROWS {
        section = section.block(table(view, whole, id));
    }
    if let Some(failures) = failures(view, whole, id) {
        section = section.block(failures);
    }
    section
}

fn figure(view: &View<'_>, whole: &WholeTournament, id: &str) -> Figure {
    let names: Vec<String> = whole.order.iter().map(|&player| view.names[player].clone()).collect();
    let cell = |&i: &usize, &j: &usize| match whole.pair(i, j) {
        None => HeatCell::new(f64::NAN),
        Some((pair, forward)) => {
            let Interval { value, low, high, .. } = interval(pair, forward);
            let text = if names.len() <= WITH_ERRORS { format!("{value:.0} ±{:.0}", (high - low) / 2.0) } else { String::new() };
            HeatCell { text, href: view.games_of(i, j), ..HeatCell::new(value) }
        }
    };
    let cells = whole.order.iter().map(|i| whole.order.iter().map(|j| cell(i, j)).collect()).collect();
    let caption =
        "Crosstable: mean score of the row against the column in percent, with the half-width of its 95 % interval if there is room.";
    let map = HeatMap {
        x: Axis::new("against", ""),
        y: Axis::new("player", ""),
        value: Axis::new("score", "%").range(0.0, 100.0),
        x_labels: names.clone(),
        y_labels: names,
        cells,
        midpoint: Some(50.0),
        decimals: 0,
    };
    Figure::new(format!("{id}-scores"), caption, format!("{caption} The table of pairs holds the same numbers."), Plot::HeatMap(map))
}

/// The score of a pair in percent, from the point of view of its first or its second player.
fn interval(pair: &Pair, forward: bool) -> Interval {
    let (low, high) = pair.interval;
    let percent = |x: f64| 100.0 * x;
    let (value, low, high) = if forward { (pair.mean, low, high) } else { (1.0 - pair.mean, 1.0 - high, 1.0 - low) };
    Interval { value: percent(value), low: percent(low), high: percent(high), decimals: 1 }
}

/// Pairs with games without a result, and their worst and best possible scores; `None` if all games have one.
fn failures(view: &View<'_>, whole: &WholeTournament, id: &str) -> Option<Table> {
    let caption = "Pairs with games without a result, and the scores of the first player if all of these were lost or won. A difference \
         counts only if it holds either way.";
    let mut table = Table::new(format!("{id}-failures"), caption)
        .column(Column::text("player"))
        .column(Column::text("against"))
        .column(Column::number("score").unit("%").doc("of the games with a result"))
        .column(
            Column::number("without result").doc("games in which a player failed, and void ones, those that were played again included"),
        )
        .column(Column::number("all lost").unit("%"))
        .column(Column::number("all won").unit("%"));
    for pair in whole.pairs.iter().filter(|pair| pair.missing > 0) {
        let Some((lost, won)) = failure_bounds(pair.mean * pair.games, pair.games.round() as u64, pair.missing) else { continue };
        let missing = count(pair.missing);
        let names = [pair.first, pair.second].map(|player| Cell::from(view.names[player].as_str()));
        let shares = [lost, won].map(|share| Cell::number(100.0 * share, 1));
        table = table.row(names.into_iter().chain([Cell::Interval(interval(pair, true)), missing]).chain(shares));
    }
    (!table.rows.is_empty()).then_some(table)
}

fn count(n: u64) -> Cell {
    Cell::Integer(i64::try_from(n).unwrap_or(i64::MAX))
}

fn table(view: &View<'_>, whole: &WholeTournament, id: &str) -> Table {
    let mut table = Table::new(format!("{id}-pairs"), "All pairs, the stronger player first.")
        .keys(2)
        .column(Column::text("player"))
        .column(Column::text("against"))
        .column(Column::number("score").unit("%").doc("with the 95 % interval; in one game the exact permutation test on rounds decides"))
        .column(Column::number("games").doc("with a result"))
        .column(
            Column::number("without result").doc("games in which a player failed, and void ones, those that were played again included"),
        )
        .column(Column::number("p").doc("of this pair by itself, as are the interval and its colour: two-sided, of an even result, with all games without a result counted against the difference"))
        .column(Column::number("p, Holm").doc("adjusted for all pairs jointly: significant up to 0.05"));
    for (rank, &i) in whole.order.iter().enumerate() {
        for &j in &whole.order[rank + 1..] {
            let Some((pair, forward)) = whole.pair(i, j) else { continue };
            let verdict = match (pair.verdict(), forward) {
                (verdict, true) => verdict,
                (verdict, false) => super::opposite(verdict),
            };
            table = table.row([
                view.names[i].as_str().into(),
                view.names[j].as_str().into(),
                Cell::Graded { interval: interval(pair, forward), verdict },
                Cell::Integer(pair.games.round() as i64),
                count(pair.missing),
                Cell::PValue(pair.p),
                Cell::PValue(pair.holm),
            ]);
            table = table.linked(2, view.games_of(i, j));
        }
    }
    table
}
