//! The search's estimate against the confirmation.

use super::view::{ConfirmedPoint, View};
use treebench_reports::Section;
use treebench_reports::model::{Cell, Column, Interval, Table};
use treebench_stats::{Estimate, Z95};

pub(super) fn section(view: &View<'_>) -> Section {
    let section = Section::new("confirmed", "Found and confirmed").paragraph(format!(
        "A search returns the luckiest of many points, so its estimate is too high. The chosen point, the default and the runner-up play \
         again on fresh seeds, the same for all three. The gap is the search's estimate minus the confirmation. A point is better only by \
         the sign-flip test on differences of rounds (its p doubled, up to 0.05), corrected (Holm) for comparing two points. Failures \
         count as {}.",
        view.unit.failures
    ));
    let section = section.block(points(view));
    let several = view.claims.iter().flat_map(|claim| &claim.points).any(|point| point.games.len() > 1);
    if several && view.tuning.confirm > 0 { section.block(games(view)) } else { section }
}

fn role(view: &View<'_>, claim: usize, place: usize) -> &'static str {
    let claim = &view.claims[claim];
    let default = view.tunings[claim.tuning].arena.space.default_point();
    match (claim.points[place].point == default, place) {
        (true, 0) => "chosen: the default",
        (true, _) => "default",
        (false, 0) => "chosen",
        (false, _) => "runner-up",
    }
}

fn percent(value: f64, decimals: u8) -> Cell {
    if value.is_nan() { Cell::Empty } else { Cell::number(100.0 * value, decimals) }
}

/// A share in percent with its interval, which holds it.
fn interval(value: f64, (low, high): (f64, f64)) -> Cell {
    if value.is_nan() { Cell::Empty } else { Cell::interval(100.0 * value, 100.0 * low.min(value), 100.0 * high.max(value), 1) }
}

fn points(view: &View<'_>) -> Table {
    let several = view.claims.len() > 1;
    let mut table = Table::new("claims", "The confirmed points: their scores in the search, on fresh seeds, and against the default.");
    if several {
        table = table.column(Column::text("tuning"));
    }
    table = table
        .column(Column::text("point"))
        .column(Column::text("parameters"))
        .column(Column::number("search").unit("%").doc("the objective in the search; the highest of many, so biased upwards"))
        .column(Column::number(view.unit.many).doc(format!("{} that this value comes from", view.unit.many)))
        .column(Column::number("confirmed").unit("%").doc("on fresh seeds, with the 95 % interval of the mean"))
        .column(Column::number("gap").unit("points").doc("search minus confirmed: the winner's curse"))
        .column(
            Column::number("difference")
                .unit("points")
                .doc("to the default on the same fresh rounds, with the 95 % interval corrected (Holm) for the points compared: better by the corrected test, worse if the interval lies below 0"),
        )
        .column(Column::number("p").doc("of being no better than the default, doubled and corrected (Holm) for the points compared: a point is better up to 0.05"));
    for (number, claim) in view.claims.iter().enumerate() {
        for (place, point) in claim.points.iter().enumerate() {
            let mut row: Vec<Cell> = if several { vec![claim.label.as_str().into()] } else { Vec::new() };
            row.extend([role(view, number, place).into(), view.words(claim.tuning, point.point).into(), percent(point.searched.0, 1)]);
            row.push(Cell::Integer(i64::try_from(point.searched.1).unwrap_or(i64::MAX)));
            let (fresh, gap) = point
                .fresh
                .map_or((Cell::Empty, Cell::Empty), |(mean, bounds)| (interval(mean, bounds), percent(point.searched.0 - mean, 1)));
            row.extend([fresh, gap]);
            row.extend(difference(point));
            table = table.row(row);
        }
    }
    table
}

fn difference(point: &ConfirmedPoint) -> [Cell; 2] {
    let Some((comparison, p)) = &point.against else { return [Cell::Empty, Cell::Empty] };
    let (low, high) = comparison.change.interval;
    let interval = Interval { value: 100.0 * comparison.change.value, low: 100.0 * low, high: 100.0 * high, decimals: 1 };
    [Cell::Graded { interval, verdict: point.verdict() }, Cell::PValue(*p)]
}

/// The confirmation game by game, also in games that the search did not see.
fn games(view: &View<'_>) -> Table {
    let several = view.claims.len() > 1;
    let mut table = Table::new("confirmed-games", "The confirmation in each game, with 95 % intervals.");
    if several {
        table = table.column(Column::text("tuning"));
    }
    table = table
        .column(Column::text("game"))
        .column(Column::text("seen").doc("whether the search played the game"))
        .column(Column::text("point"))
        .column(Column::text("parameters"))
        .column(Column::number("confirmed").unit("%"));
    for (number, claim) in view.claims.iter().enumerate() {
        let count = claim.points.first().map_or(0, |point| point.games.len());
        for game in 0..count {
            for (place, point) in claim.points.iter().enumerate() {
                let (name, seen, scores) = &point.games[game];
                let mut row: Vec<Cell> = if several { vec![claim.label.as_str().into()] } else { Vec::new() };
                row.extend([name.as_str().into(), if *seen { "yes" } else { "no" }.into(), role(view, number, place).into()]);
                row.extend([
                    view.words(claim.tuning, point.point).into(),
                    interval(scores.mean(), Estimate::of_games(scores).interval(Z95)),
                ]);
                table = table.row(row);
            }
        }
    }
    table
}
