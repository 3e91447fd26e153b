//! The pictures of the report.

use super::view::{GAME, Seen, View, average_interval, interval, words};
use crate::experiment::AxisValue;
use crate::report::References;
use crate::reports::model::{Axis, Bar, Bars, Figure, HeatCell, HeatMap, Interval, Lines, Plot, Point, Reference, Series, Spread};

/// All of them: a heat map where there are two directions, curves over every numeric axis, bars of the averages.
pub(super) fn all(view: &View<'_>, references: &References) -> Vec<Figure> {
    let mut figures = Vec::new();
    if view.games.len() > 1 && view.variants.len() > 1 {
        figures.push(heat_map(view));
    }
    // What was swept is what was asked about; budgets come after it.
    let (budgets, others): (Vec<_>, Vec<_>) = view.other_axes().into_iter().partition(|axis| axis.role.is_budget());
    for axis in others.iter().chain(&budgets) {
        figures.extend(curves(view, &axis.name, references));
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
        y: Axis::new("variant", ""),
        value: win_rate().range(0.0, 100.0),
        x_labels: view.games.clone(),
        y_labels: view.variants.iter().map(|variant| words(variant)).collect(),
        cells: view.variants.iter().map(|variant| view.games.iter().map(|game| cell(game, variant)).collect()).collect(),
        midpoint: even(view).map(|even| even.value),
        decimals: 1,
    };
    let caption = "Win rate of the candidate for every variant and game.";
    Figure::new("heat-map", caption, format!("{caption} The table of win rates holds the same numbers."), Plot::HeatMap(map))
}

/// Curves over one axis with at least two numbers.
///
/// One figure per combination of the other axes with a curve per game; where there are several games and several such
/// combinations, one figure per game with a curve per combination, and beside each the printed values if there are any.
fn curves(view: &View<'_>, axis: &str, references: &References) -> Vec<Figure> {
    let mut numbers: Vec<f64> = Vec::new();
    let mut others: Vec<Vec<AxisValue>> = Vec::new();
    for variant in &view.variants {
        let Some(x) = variant.iter().find(|at| at.name() == axis).and_then(|at| at.number).filter(|x| x.is_finite()) else { continue };
        if !numbers.contains(&x) {
            numbers.push(x);
        }
        let rest: Vec<AxisValue> = variant.iter().filter(|at| at.name() != axis).cloned().collect();
        if !others.contains(&rest) {
            others.push(rest);
        }
    }
    if numbers.len() < 2 {
        return Vec::new();
    }
    let (least, most) = numbers.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)));
    let log = least > 0.0 && most / least > 20.0;
    let x = if log { Axis::new(axis, "").log() } else { Axis::new(axis, "") };
    if view.games.len() > 1 && others.len() > 1 {
        return view.games.iter().map(|game| of_game(view, &x, game, &others, references)).collect();
    }
    others.iter().map(|rest| of_variant(view, &x, rest)).collect()
}

/// One combination of the other axes, a curve per game.
fn of_variant(view: &View<'_>, x: &Axis, rest: &[AxisValue]) -> Figure {
    let axis = &x.label;
    let series = view.games.iter().map(|game| Series { name: game.clone(), points: points(view, game, axis, rest, ours) }).collect();
    let place = if rest.is_empty() { String::new() } else { format!(" at {}", words(rest)) };
    let id = slug(&format!("over {axis} {}", if rest.is_empty() { String::new() } else { words(rest) }));
    lines(view, x, series, &id, &place, "One curve per game")
}

/// One game, a curve per combination of the other axes.
fn of_game(view: &View<'_>, x: &Axis, game: &str, others: &[Vec<AxisValue>], references: &References) -> Figure {
    let axis = &x.label;
    let printed = |seen: &Seen<'_>| {
        let reference = references.of(seen.cell)?;
        let half = if reference.half_width.is_nan() { 0.0 } else { reference.half_width };
        Some(Interval { value: reference.value, low: reference.value - half, high: reference.value + half, decimals: 1 })
    };
    // What all combinations have in common need not be said of each.
    let name = |rest: &[AxisValue]| {
        let telling: Vec<AxisValue> = rest.iter().filter(|at| !others.iter().all(|other| other.contains(at))).cloned().collect();
        words(&telling)
    };
    let mut series: Vec<Series> =
        others.iter().map(|rest| Series { name: name(rest), points: points(view, game, axis, rest, ours) }).collect();
    let beside =
        others.iter().map(|rest| Series { name: format!("{}, printed", name(rest)), points: points(view, game, axis, rest, printed) });
    series.extend(beside);
    series.retain(|series| !series.points.is_empty());
    lines(view, x, series, &slug(&format!("over {axis} {game}")), &format!(" in {game}"), "One curve per variant")
}

fn lines(view: &View<'_>, x: &Axis, series: Vec<Series>, id: &str, place: &str, what: &str) -> Figure {
    let plot = Lines { x: x.clone(), y: win_rate(), series, spread: Spread::Bars, reference: even(view) };
    let caption = format!("Win rate of the candidate over {}{place}. Error bars are 95 % intervals.", x.label);
    let alt = format!("{caption} {what}; the table of win rates holds the same numbers.");
    Figure::new(id, caption, alt, Plot::Lines(plot))
}

/// Our value and its interval.
fn ours(seen: &Seen<'_>) -> Option<Interval> {
    seen.is_played().then(|| interval(seen))
}

fn points(view: &View<'_>, game: &str, axis: &str, rest: &[AxisValue], value: impl Fn(&Seen<'_>) -> Option<Interval>) -> Vec<Point> {
    let mut points: Vec<Point> = view
        .variants
        .iter()
        .filter(|variant| variant.iter().filter(|at| at.name() != axis).eq(rest.iter()))
        .filter_map(|variant| {
            let x = variant.iter().find(|at| at.name() == axis)?.number.filter(|x| x.is_finite())?;
            let Interval { value, low, high, .. } = value(view.at(game, variant)?)?;
            Some(Point { x, y: value, low, high })
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
            let Interval { value, low, high, .. } = average_interval(&view.average(view.of_variant(variant))?);
            Some(Bar { label: words(variant), value, low, high })
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
