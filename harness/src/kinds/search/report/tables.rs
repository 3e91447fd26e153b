//! The tables of the report.

use super::view::{Group, Series, Words};
use crate::kinds::search::PairedDifference;
use treebench_reports::model::{Cell, Column, Interval, Table, Verdict};
use treebench_stats::{Estimate, Moments, Z95};

/// The share of optimal moves whose cost in iterations is reported.
const MOSTLY: f64 = 0.9;

fn headed(groups: &[Group<'_>], id: &str, caption: &str) -> Table {
    let axes = groups.first().map_or(&[][..], |group| &group.axes);
    let table = axes
        .iter()
        .fold(Table::new(id, caption).keys(axes.len() + 1), |table, at| table.column(Column::text(&at.axis.label).data(at.name())));
    table.column(Column::text("agent"))
}

fn heading(group: &Group<'_>, series: &Series<'_>) -> Vec<Cell> {
    let mut row: Vec<Cell> = group.axes.iter().map(|at| Cell::named(&at.value, &at.label)).collect();
    row.push(series.name.as_str().into());
    row
}

fn all<'a, 'b>(groups: &'b [Group<'a>]) -> impl Iterator<Item = (&'b Group<'a>, &'b Series<'a>)> {
    groups.iter().flat_map(|group| group.series.iter().map(move |series| (group, series)))
}

fn count(n: u64) -> Cell {
    Cell::Integer(i64::try_from(n).unwrap_or(i64::MAX))
}

/// A share in percent with Wilson's interval.
fn share(moments: &Moments, decimals: u8) -> Cell {
    let estimate = Estimate::of_games(moments);
    let (low, high) = estimate.interval(Z95);
    if moments.count() == 0 { Cell::Empty } else { Cell::interval(100.0 * estimate.mean, 100.0 * low, 100.0 * high, decimals) }
}

/// A mean with its interval.
fn mean(moments: &Moments, decimals: u8) -> Cell {
    if moments.count() == 0 {
        return Cell::Empty;
    }
    let (mean, half) = (moments.mean(), Z95 * moments.standard_error());
    Cell::interval(mean, mean - half, mean + half, decimals)
}

/// The results of every agent.
pub(super) fn quality(groups: &[Group<'_>]) -> Table {
    let words = Words::of(groups);
    let mut table = headed(groups, "quality", "Final results of the searches, and their convergence.")
        .column(Column::number("searches"))
        .column(Column::number("optimal").unit("%").doc("searches that end with an optimal move"))
        .column(Column::number("area").unit("%").doc("mean share of optimal moves over the logarithm of iterations"))
        .column(Column::number("iterations to 90 %").doc("after which nine in ten searches would play an optimal move; empty if never"))
        .column(Column::number(words.difficulty).doc(words.doc))
        .column(Column::number("nodes").doc("in the final tree, including unvisited children"))
        .column(Column::number("iterations").unit("per second"));
    for (group, series) in all(groups) {
        let cell = series.cell;
        let mut row = heading(group, series);
        let Some(last) = cell.last().filter(|last| last.searches > 0) else {
            table = table.row(row);
            continue;
        };
        let searches = last.searches;
        row.extend([
            count(searches),
            share(&cell.repeats.thinned(last.optimal()), 1),
            share(&cell.repeats.thinned(cell.area), 1),
            cell.iterations_to(MOSTLY).map_or(Cell::Empty, |n| Cell::number(n, 0)),
            mean(&cell.repeats.thinned(last.difficulty), 3),
            Cell::number(last.nodes as f64 / searches as f64, 0),
            // Who computes no positions searches nothing; a strategy is searched in every information set.
            if last.states > 0 && !group.strategies {
                Cell::number((last.iterations * searches) as f64 / (last.micros as f64 * 1e-6).max(1e-9), 0)
            } else {
                Cell::Empty
            },
        ]);
        table = table.row(row);
    }
    table
}

/// A difference with its interval, coloured by its direction: `more` tells whether greater values are better, if a verdict is allowed.
fn paired(value: f64, (low, high): (f64, f64), decimals: u8, more: Option<Verdict>) -> Cell {
    let interval = Interval { value, low, high, decimals };
    let less = |more| if more == Verdict::Better { Verdict::Worse } else { Verdict::Better };
    let verdict = match (more, interval.low > 0.0, interval.high < 0.0) {
        (Some(more), true, _) => more,
        (Some(more), _, true) => less(more),
        _ => Verdict::Undecided,
    };
    Cell::Graded { interval, verdict }
}

/// A difference of shares in percent.
fn paired_shares(found: Option<PairedDifference>, more: Option<Verdict>) -> Cell {
    let Some(found) = found else { return Cell::Empty };
    let (low, high) = found.interval_of_shares();
    paired(100.0 * found.difference, (100.0 * low, 100.0 * high), 1, more)
}

/// A difference of numbers, of which less is better; without an interval if nothing is known of it.
fn paired_numbers(found: Option<PairedDifference>, less: Option<Verdict>) -> Cell {
    let Some(found) = found else { return Cell::Empty };
    found.interval_of_numbers().map_or_else(|| Cell::number(found.difference, 3), |bounds| paired(found.difference, bounds, 3, less))
}

/// The differences to the baseline.
pub(super) fn pairs(groups: &[Group<'_>]) -> Table {
    let mut table =
        headed(groups, "pairs", "Differences from the named agent, on the same positions; coloured if the interval excludes 0.")
            .column(Column::text("against"))
            .column(Column::number("optimal").unit("%").doc("at the end"))
            .column(Column::number("area").unit("%"))
            .column(Column::number(Words::of(groups).difficulty).doc("at the end; less is better"));
    for (group, series) in all(groups) {
        let baseline = &group.series[group.baseline];
        if std::ptr::eq(baseline, series) || series.cell.points.len() != baseline.cell.points.len() {
            continue;
        }
        let decidable = ![series, baseline].iter().any(|series| series.cell.is_repetitive());
        let of = |of| series.cell.paired(baseline.cell, true, of);
        let mut row = heading(group, series);
        row.extend([
            baseline.name.as_str().into(),
            paired_shares(of(|all| all.optimal), decidable.then_some(Verdict::Better)),
            paired_shares(of(|all| all.area), decidable.then_some(Verdict::Better)),
            paired_numbers(of(|all| all.difficulty), decidable.then_some(Verdict::Worse)),
        ]);
        table = table.row(row);
    }
    table
}

/// The four sums of the old tool (appendix B, "Parsing Results"), per checkpoint; the clock in microseconds.
pub(super) fn sums(groups: &[Group<'_>]) -> Table {
    let mut table = headed(
        groups,
        "sums",
        "Per look: searches, those with an optimal move, sums of difficulties, nodes, nodal states and microseconds.",
    )
    .column(Column::number("iterations"))
    .column(Column::number("searches"))
    .column(Column::number("optimal"))
    .column(Column::number("difficulties"))
    .column(Column::number("nodes"))
    .column(Column::number("states"))
    .column(Column::number("microseconds"));
    for (group, series) in all(groups) {
        for point in &series.cell.points {
            let mut row = heading(group, series);
            row.extend([
                count(point.iterations),
                count(point.searches),
                count(point.found),
                if point.difficulty.count() == 0 { Cell::Empty } else { Cell::number(point.difficulty.sum(), 6) },
                count(point.nodes),
                count(point.states),
                count(point.micros),
            ]);
            table = table.row(row);
        }
    }
    table
}
