//! Curves over iterations: optimal moves and difficulty.

use super::view::Group;
use crate::experiment::Role;
use crate::kinds::search::{SearchCell, SearchPoint};
use crate::reports::model::{Axis, Figure, Lines, Plot, Point, Series as Line, Spread};
use crate::stats::{Estimate, Moments, Z95};

/// More lines than this cannot be told apart: then every agent has a figure of its own.
const MOST_LINES: usize = 8;

/// A line of a figure.
struct Curve<'a> {
    name: String,
    agent: &'a str,
    cell: &'a SearchCell,
}

/// Two figures per game, or two per game and agent where there would be too many lines.
pub(super) fn all(groups: &[Group<'_>]) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut games: Vec<&str> = Vec::new();
    for group in groups {
        if !games.contains(&game(group)) {
            games.push(game(group));
        }
    }
    for place in games {
        let lines = lines(groups, place);
        let mut agents: Vec<&str> = Vec::new();
        for line in &lines {
            if !agents.contains(&line.agent) {
                agents.push(line.agent);
            }
        }
        if lines.len() <= MOST_LINES || agents.len() < 2 {
            figures.extend(pair(place, &lines.iter().collect::<Vec<_>>()));
            continue;
        }
        // Those who have one line only share a figure.
        let alone = |agent: &str| lines.iter().filter(|line| line.agent == agent).count() == 1;
        for agent in agents.iter().copied().filter(|agent| !alone(agent)) {
            let own: Vec<&Curve<'_>> = lines.iter().filter(|line| line.agent == agent || alone(line.agent)).collect();
            figures.extend(pair(&format!("{agent}, {place}"), &own));
        }
        if agents.iter().all(|agent| alone(agent)) {
            figures.extend(pair(place, &lines.iter().collect::<Vec<_>>()));
        }
    }
    figures
}

fn game<'a>(group: &'a Group<'_>) -> &'a str {
    group.axes.iter().find(|at| *at.role() == Role::Game).map_or("", |at| &at.value)
}

/// The lines of all groups of a game; what these differ in is part of the names.
fn lines<'a>(groups: &[Group<'a>], place: &str) -> Vec<Curve<'a>> {
    let groups: Vec<&Group<'a>> = groups.iter().filter(|group| game(group) == place).collect();
    let mut lines = Vec::new();
    for group in &groups {
        let differs: Vec<String> =
            group.axes.iter().filter(|at| *at.role() != Role::Game).map(|at| format!(", {} {}", at.name(), at.value)).collect();
        let suffix = if groups.len() > 1 { differs.concat() } else { String::new() };
        lines.extend(group.series.iter().map(|series| Curve {
            name: format!("{}{suffix}", series.name),
            agent: series.agent,
            cell: series.cell,
        }));
    }
    lines
}

/// Optimal moves, and difficulty if the game has such a figure.
fn pair(place: &str, lines: &[&Curve<'_>]) -> Vec<Figure> {
    let mut figures = vec![curves("optimal moves", "%", 100.0, place, lines, SearchPoint::optimal)];
    if lines.iter().any(|line| line.cell.last().is_some_and(|last| last.difficulty.count() > 0)) {
        figures.push(curves("difficulty of the chosen move", "", 1.0, place, lines, |point| point.difficulty));
    }
    figures
}

fn curves(what: &str, unit: &str, scale: f64, place: &str, lines: &[&Curve<'_>], of: fn(&SearchPoint) -> Moments) -> Figure {
    let point = |point: &SearchPoint| {
        let (values, x) = (of(point), point.iterations as f64);
        if unit == "%" {
            let (low, high) = Estimate::of_games(&values).interval(Z95);
            return Point { x, y: scale * values.mean(), low: scale * low, high: scale * high };
        }
        let (mean, half) = (scale * values.mean(), scale * Z95 * values.standard_error());
        Point { x, y: mean, low: mean - half, high: mean + half }
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
