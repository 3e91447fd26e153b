//! The pictures of the report.

use super::average::Average;
use super::dimensions::{Dimension, label};
use super::view::{CellView, GAME, View, interval, push_new};
use crate::experiment::AxisValue;
use crate::report::References;
use treebench_reports::model::{
    Axis, Bar, Bars, Curve, Figure, HeatCell, HeatMap, Interval, Lines, Multiples, Panel, Plot, Point, Reference, Series, Spread, Tick,
};

/// All of them: a heat map where there are two directions, curves over every numeric axis, bars of the averages.
pub(super) fn all(view: &View<'_>, references: &References) -> Vec<Figure> {
    let mut figures = Vec::new();
    if view.games.len() > 1 && view.variants.len() > 1 {
        figures.push(heat_map(view));
    }
    // What was swept is what was asked about; budgets come after it.
    let (budgets, others): (Vec<_>, Vec<_>) = view.dimensions.iter().partition(|dimension| dimension.is_budget());
    for dimension in others.into_iter().chain(budgets) {
        figures.extend(curves(view, dimension, references));
    }
    if view.variants.len() > 1 {
        figures.push(averages(view));
    }
    figures
}

fn win_rate() -> Axis {
    Axis::new("win rate", "%")
}

/// The even result, if it is the same everywhere.
fn even(view: &View<'_>) -> Option<Reference> {
    let first = view.cells.first()?.even;
    view.cells.iter().all(|seen| seen.even == first).then(|| Reference { value: 100.0 * first, label: "even".to_owned() })
}

fn heat_map(view: &View<'_>) -> Figure {
    let cell = |game: &str, variant: &[AxisValue]| {
        HeatCell::new(view.at(game, variant).map_or(f64::NAN, |seen| 100.0 * seen.judged.estimate.mean))
    };
    let map = HeatMap {
        x: Axis::new(GAME, ""),
        y: Axis::default(),
        value: win_rate().range(0.0, 100.0),
        x_labels: view.games.clone(),
        y_labels: view.variants.iter().map(|variant| label(view, variant)).collect(),
        cells: view.variants.iter().map(|variant| view.games.iter().map(|game| cell(game, variant)).collect()).collect(),
        midpoint: even(view).map(|even| even.value),
        decimals: 1,
    };
    let caption = "Win rate of the candidate for every variant and game.";
    Figure::new("heat-map", caption, format!("{caption} The table of win rates holds the same numbers."), Plot::HeatMap(map))
}

/// The most curves of a panel of small multiples.
const MOST_CURVES: usize = 8;

/// Curves over one direction with at least two numbers.
///
/// Where there are several games and several combinations of the other directions, small multiples: a panel per game with a curve per
/// combination, and beside each the printed values if there are any; likewise wherever values are printed. Else one figure per combination with a curve per game.
fn curves(view: &View<'_>, over: &Dimension, references: &References) -> Vec<Figure> {
    let mut numbers: Vec<(f64, String)> = Vec::new();
    let mut others: Vec<Vec<AxisValue>> = Vec::new();
    for variant in &view.variants {
        let Some(at) = over.value(variant) else { continue };
        let Some(x) = at.number().filter(|x| x.is_finite()) else { continue };
        push_new(&mut numbers, (x, at.label.clone()));
        push_new(&mut others, over.rest(variant));
    }
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    numbers.dedup_by(|a, b| a.0 == b.0);
    let (Some((least, _)), Some((most, _))) = (numbers.first(), numbers.last()) else { return Vec::new() };
    if numbers.len() < 2 {
        return Vec::new();
    }
    // A printed curve is drawn beside ours, however few there are.
    let printed = view.cells.iter().any(|seen| references.of(seen.cell).is_some());
    let least_curves = if printed { 1 } else { 2 };
    if (view.games.len() > 1 || printed) && (least_curves..=MOST_CURVES).contains(&others.len()) {
        return vec![multiples(view, over, &numbers, &others, references)];
    }
    let log = *least > 0.0 && most / least > 20.0;
    let x = if log { Axis::new(&over.name, "").log() } else { Axis::new(&over.name, "") };
    let x = Axis { ticks: numbers.iter().map(|(value, label)| Tick { value: *value, label: label.clone() }).collect(), ..x };
    others.iter().map(|rest| of_variant(view, over, &x, rest)).collect()
}

/// One combination of the other directions, a curve per game.
fn of_variant(view: &View<'_>, over: &Dimension, x: &Axis, rest: &[AxisValue]) -> Figure {
    let series = view.games.iter().map(|game| Series { name: game.clone(), points: points(view, game, over, rest, ours) }).collect();
    let place = if rest.is_empty() { String::new() } else { format!(" at {}", label(view, rest)) };
    let id = slug(&format!("over {} {}", over.name, if rest.is_empty() { String::new() } else { label(view, rest) }));
    lines(view, x, series, &id, &place, "One curve per game")
}

/// A panel per game, a curve per combination of the other directions.
fn multiples(view: &View<'_>, over: &Dimension, numbers: &[(f64, String)], others: &[Vec<AxisValue>], references: &References) -> Figure {
    let printed = |seen: &CellView<'_>| {
        let reference = references.of(seen.cell)?;
        let half = if reference.half_width.is_nan() { 0.0 } else { reference.half_width };
        Some(Interval { value: reference.value, low: reference.value - half, high: reference.value + half, decimals: 1 })
    };
    let curve = |game: &str, name: usize, printed_ones: bool| {
        let mut points =
            if printed_ones { points(view, game, over, &others[name], printed) } else { points(view, game, over, &others[name], ours) };
        for point in &mut points {
            point.x = numbers.iter().position(|(x, _)| *x == point.x).map_or(f64::NAN, |place| place as f64);
        }
        Curve { name, printed: printed_ones, points }
    };
    let panel = |game: &String| {
        let curves = (0..others.len()).flat_map(|name| [curve(game, name, false), curve(game, name, true)]);
        Panel { title: game.clone(), curves: curves.filter(|curve| !curve.points.is_empty()).collect() }
    };
    let panels: Vec<Panel> = view.games.iter().map(panel).filter(|panel| !panel.curves.is_empty()).collect();
    // What all combinations have in common need not be said of each.
    let name = |rest: &Vec<AxisValue>| {
        let telling: Vec<AxisValue> = rest.iter().filter(|at| !others.iter().all(|other| other.contains(at))).cloned().collect();
        match view.cells.first() {
            Some(seen) if others.len() == 1 => seen.cell.participants[0].name.clone(),
            _ => label(view, &telling),
        }
    };
    let beside = if panels.iter().flat_map(|panel| &panel.curves).any(|curve| curve.printed) { ", ours and printed" } else { "" };
    let plot = Multiples {
        x: Axis::new(&over.name, ""),
        x_labels: numbers.iter().map(|(_, value)| value.clone()).collect(),
        y: win_rate(),
        names: others.iter().map(name).collect(),
        panels,
        reference: even(view),
        ..Multiples::default()
    };
    let caption =
        format!("Win rate of the candidate over {} in every game{beside}. Bars are 95 % intervals; the line is an even result.", over.name);
    let alt = format!("{caption} The table of win rates holds the same numbers.");
    Figure::new(slug(&format!("over {}", over.name)), caption, alt, Plot::Multiples(plot))
}

fn lines(view: &View<'_>, x: &Axis, series: Vec<Series>, id: &str, place: &str, what: &str) -> Figure {
    let plot = Lines { x: x.clone(), y: win_rate(), series, spread: Spread::Bars, reference: even(view) };
    let caption = format!("Win rate of the candidate over {}{place}. Error bars are 95 % intervals.", x.label);
    let alt = format!("{caption} {what}; the table of win rates holds the same numbers.");
    Figure::new(id, caption, alt, Plot::Lines(plot))
}

/// Our value and its interval.
fn ours(seen: &CellView<'_>) -> Option<Interval> {
    seen.is_played().then(|| interval(seen))
}

fn points(
    view: &View<'_>,
    game: &str,
    over: &Dimension,
    rest: &[AxisValue],
    value: impl Fn(&CellView<'_>) -> Option<Interval>,
) -> Vec<Point> {
    let mut points: Vec<Point> = view
        .variants
        .iter()
        .filter(|variant| over.rest(variant) == rest)
        .filter_map(|variant| {
            let x = over.value(variant)?.number().filter(|x| x.is_finite())?;
            let seen = view.at(game, variant)?;
            let Interval { value, low, high, .. } = value(seen)?;
            Some(Point { x, y: value, low, high, detail: view.place(seen) })
        })
        .collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points
}

fn averages(view: &View<'_>) -> Figure {
    let bars = view
        .variants
        .iter()
        .filter_map(|variant| {
            let Interval { value, low, high, .. } = Average::of(&view.played(variant))?.interval();
            Some(Bar { label: label(view, variant), value, low, high })
        })
        .collect();
    let caption = "Average over games of the candidate's win rate, every game counted once. Error bars are 95 % intervals.";
    let plot = Plot::Bars(Bars { value: win_rate().range(0.0, 100.0), bars, reference: even(view) });
    Figure::new("averages", caption, format!("{caption} The last columns of the table of win rates hold the same numbers."), plot)
}

/// A name for files: lower-case letters, digits and single hyphens.
pub(super) fn slug(text: &str) -> String {
    let words: Vec<String> =
        text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_ascii_lowercase).collect();
    words.join("-")
}
