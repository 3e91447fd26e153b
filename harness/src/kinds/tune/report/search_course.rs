//! The course of the search: its trace, and the games spent on each point.

use super::view::View;
use crate::config::Choice as _;
use std::collections::BTreeMap;
use treebench_reports::Section;
use treebench_reports::model::{Axis, Cell, Column, Figure, Lines, Plot, Point, Reference, Series, Spread, Table};

/// The maximum number of points that are listed, those with the most games.
const MOST_POINTS: usize = 200;
/// Parts into which the trace is divided for the picture.
const PARTS: u64 = 40;
/// Parts whose mean is the line in it: what is evaluated from one part to the next may be the best point and the worst.
const RECENT: usize = 8;

pub(super) fn section(view: &View<'_>, place: usize, id: &dyn Fn(&str) -> String) -> Section {
    let label = view.label(place, None);
    let tuned = &view.tunings[place];
    let trace = tuned.search.trace();
    let heading = if label.is_empty() { "The search".to_owned() } else { format!("The search: {label}") };
    let played = (0..tuned.arena.space.len()).filter(|&point| trace.games_of(point, None) > 0).count();
    let summary = format!(
        "Method {}, objective {}: {} of {} {}, {played} of {} possible points.",
        view.tuning.method.word(),
        tuned.objective.word(),
        trace.spent(),
        trace.rules().budget,
        view.unit.many,
        tuned.arena.space.len(),
    );
    Section::new(id("search"), heading).paragraph(summary).block(course(view, place, &id("trace"))).block(points(
        view,
        place,
        &id("points"),
    ))
}

/// The mean score of what was evaluated, part by part, and of the default's part in it.
fn course(view: &View<'_>, place: usize, id: &str) -> Figure {
    let tuned = &view.tunings[place];
    let trace = tuned.search.trace();
    let width = trace.rules().budget.div_ceil(PARTS).max(1);
    let mut parts: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    let mut spent = 0;
    for step in trace.steps() {
        let games = step.game.map_or(0..trace.games(), |game| game..game + 1);
        for round in step.first..step.first + step.rounds {
            let part = parts.entry(spent / width).or_default();
            for game in games.clone() {
                *part = (part.0 + trace.scores(step.point, game)[round], part.1 + 1.0);
            }
            spent += trace.cost(step.game);
        }
    }
    let parts: Vec<(u64, (f64, f64))> = parts.into_iter().collect();
    let point = |part: u64, sums: &[(u64, (f64, f64))]| {
        let (sum, count) = sums.iter().fold((0.0, 0.0), |whole, (_, part)| (whole.0 + part.0, whole.1 + part.1));
        Point { detail: None, x: (part * width + width / 2) as f64, y: 100.0 * sum / count, low: f64::NAN, high: f64::NAN }
    };
    let single = parts.iter().map(|part| point(part.0, std::slice::from_ref(part))).collect();
    let recent = |last: usize| point(parts[last].0, &parts[(last + 1).saturating_sub(RECENT)..=last]);
    let series = vec![
        Series { name: "points evaluated".to_owned(), points: single, scattered: true },
        Series {
            name: format!("mean of the last {}", RECENT as u64 * width),
            points: (0..parts.len()).map(recent).collect(),
            ..Series::default()
        },
    ];
    let default = tuned.arena.space.default_point();
    let value = trace.value(default, None);
    let reference = (!value.is_nan()).then(|| Reference { value: 100.0 * value, label: "default".to_owned() });
    let caption = "The mean score of the points in the order of evaluation; it rises if the search learns.";
    let spent = Axis::new(format!("{} spent", view.unit.many), "");
    let lines = Lines { x: spent, y: Axis::new("score", "%"), series, reference, spread: Spread::None };
    Figure::new(id, caption, caption, Plot::Lines(lines))
}

fn points(view: &View<'_>, place: usize, id: &str) -> Table {
    let tuned = &view.tunings[place];
    let trace = tuned.search.trace();
    let mut table = Table::new(
        id,
        format!("The points by the {} spent on them: their scores in the search, uncorrected, and failures.", view.unit.many),
    );
    for param in &view.tuning.params {
        table = table.column(Column::text(view.experiment.labels.of(&param.name)).data(&param.name));
    }
    table =
        table.column(Column::number(view.unit.many)).column(Column::number("value").unit("%").doc("the objective in the search")).column(
            Column::number("failures")
                .doc(format!("{} in which the tuned agent failed; they count as {}", view.unit.many, view.unit.failures)),
        );
    let mut known: Vec<usize> = (0..tuned.arena.space.len()).filter(|&point| trace.games_of(point, None) > 0).collect();
    known.sort_by_key(|&point| (std::cmp::Reverse(trace.games_of(point, None)), point));
    for point in known.into_iter().take(MOST_POINTS) {
        let levels = &view.tuning.points[tuned.arena.points[point]];
        let mut row: Vec<Cell> = view
            .tuning
            .params
            .iter()
            .zip(levels)
            .enumerate()
            .map(|(place, (param, level))| {
                level.map_or(Cell::Empty, |level| Cell::named(&param.values[level].to_string(), view.value(place, level)))
            })
            .collect();
        let cells = tuned.games.iter().flat_map(|&game| &tuned.arena.games[game].search[point]);
        let failures: u64 = cells.map(|&cell| view.cells[cell].failures.first().copied().unwrap_or(0)).sum();
        let value = trace.value(point, None);
        row.push(Cell::Integer(i64::try_from(trace.games_of(point, None)).unwrap_or(i64::MAX)));
        row.push(if value.is_nan() { Cell::Empty } else { Cell::number(100.0 * value, 1) });
        row.push(Cell::Integer(i64::try_from(failures).unwrap_or(i64::MAX)));
        table = table.row(row);
    }
    table
}

/// The points that the agent refuses; none if there are none.
pub(super) fn impossible(view: &View<'_>) -> Option<Section> {
    let table = Table::new("impossible", "Points that the agent rejects. They are never played.")
        .column(Column::text("point"))
        .column(Column::text("reason"));
    let rows = view.tuning.impossible.iter().take(MOST_POINTS).map(|(words, reason)| [Cell::from(words.as_str()), reason.as_str().into()]);
    let table = rows.fold(table, Table::row);
    (!view.tuning.impossible.is_empty()).then(|| Section::new("impossible", "Impossible points").block(table))
}
