//! Curves over iterations: optimal moves and difficulty.

use super::view::{Group, Series};
use crate::reports::model::{Axis, Figure, Lines, Plot, Point, Series as Line, Spread};
use crate::stats::{Moments, SearchPoint, Z95};

/// More lines than this cannot be told apart: then every agent has a figure of its own.
const MOST_LINES: usize = 8;

/// Two figures per group, or two per agent of it.
pub(super) fn all(groups: &[Group<'_>]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for group in groups {
        for lines in parts(group) {
            let place = match lines.first() {
                Some(first) if lines.len() < group.series.len() => format!("{} of {}", first.agent, group.name),
                _ => group.name.clone(),
            };
            figures.push(curves("optimal moves", "%", 100.0, &place, &lines, |point| &point.optimal));
            if lines.iter().any(|line| line.cell.last().is_some_and(|last| last.difficulty.count() > 0)) {
                figures.push(curves("difficulty of the chosen move", "", 1.0, &place, &lines, |point| &point.difficulty));
            }
        }
    }
    figures
}

/// The lines of each figure.
fn parts<'a, 'b>(group: &'b Group<'a>) -> Vec<Vec<&'b Series<'a>>> {
    if group.series.len() <= MOST_LINES {
        return vec![group.series.iter().collect()];
    }
    let mut agents: Vec<&str> = Vec::new();
    for series in &group.series {
        if !agents.contains(&series.agent) {
            agents.push(series.agent);
        }
    }
    agents.into_iter().map(|agent| group.series.iter().filter(|series| series.agent == agent).collect()).collect()
}

fn curves(what: &str, unit: &str, scale: f64, place: &str, lines: &[&Series<'_>], of: fn(&SearchPoint) -> &Moments) -> Figure {
    let point = |point: &SearchPoint| {
        let (mean, half) = (scale * of(point).mean(), scale * Z95 * of(point).standard_error());
        Point { x: point.iterations as f64, y: mean, low: mean - half, high: mean + half }
    };
    let played = lines.iter().filter(|line| line.cell.area.count() > 0);
    let series = played.map(|line| Line { name: line.name.clone(), points: line.cell.points.iter().map(point).collect() }).collect();
    let y = Axis::new(what, unit);
    let y = if unit == "%" { y.range(0.0, 100.0) } else { y };
    let lines = Lines { x: Axis::new("iterations", "").log(), y, series, spread: Spread::Band, reference: None };
    let caption = format!("{what} over iterations: {place}");
    let id = format!("{what}-{place}").replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    Figure::new(id, &caption, format!("{caption}. The table of sums holds the numbers."), Plot::Lines(lines))
}
