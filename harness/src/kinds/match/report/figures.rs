//! The figures of the report.

use super::average::Average;
use super::dimensions::{Dimension, push_new};
use super::view::{CellView, GAME, View, interval, label};
use crate::experiment::{AxisValue, References};
use treebench_reports::model::{
    Axis, Bar, Bars, Curve, Figure, HeatCell, HeatMap, Interval, Lines, Multiples, Panel, Plot, Point, Reference, Series, Spread, Tick,
};

/// All figures: a heat map for two dimensions, curves over every numeric axis, bars of the averages.
pub(super) fn all(view: &View<'_>, references: &References) -> Vec<Figure> {
    let mut figures = Vec::new();
    if view.games.len() > 1 && view.variants.len() > 1 {
        figures.push(heat_map(view));
    }
    // What was swept is what was asked about; budgets come after it.
    let (budgets, others): (Vec<_>, Vec<_>) = view.dimensions.iter().partition(|dimension| dimension.is_budget());
    for dimension in others.into_iter().chain(budgets) {
        let undrawn = undrawn(view, dimension);
        figures
            .extend(curves(view, dimension, references).into_iter().map(|figure| Figure { caption: figure.caption + &undrawn, ..figure }));
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
        let seen = view.at(game, variant).filter(|seen| seen.is_played());
        seen.map_or(HeatCell::new(f64::NAN), |seen| HeatCell { detail: view.place(seen), ..HeatCell::new(interval(seen).value) })
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

/// The maximum number of curves in a panel of small multiples.
const MOST_CURVES: usize = 8;
/// The maximum number of panels of small multiples.
const MOST_PANELS: usize = 24;

/// The values of a dimension that have no place on an axis, in a sentence; nothing if there are none.
fn undrawn(view: &View<'_>, over: &Dimension) -> String {
    let mut labels: Vec<&str> = Vec::new();
    for at in view.variants.iter().filter_map(|variant| over.value(variant)).filter(|at| !at.number().is_some_and(f64::is_finite)) {
        push_new(&mut labels, &at.label);
    }
    if labels.is_empty() { String::new() } else { format!(" Not drawn: {} {}.", over.name, labels.join(", ")) }
}

/// Curves over one dimension with at least two numbers.
///
/// With several games and several combinations of the other dimensions, small multiples: a panel per game with a curve per combination and its
/// printed values, if any; likewise if values are printed. In one game, one figure with a curve per combination. Otherwise one figure per combination
/// with a curve per game.
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
    if (view.games.len() > 1 || printed)
        && others.len() >= least_curves
        && let Some(panels) = Panels::new(view, over, &others)
    {
        return vec![multiples(view, over, &numbers, (&others, &panels), references)];
    }
    let log = *least > 0.0 && most / least > 20.0;
    let x = if log { Axis::new(&over.name, "").log() } else { Axis::new(&over.name, "") };
    let x = Axis { ticks: numbers.iter().map(|(value, label)| Tick { value: *value, label: label.clone() }).collect(), ..x };
    if let ([game], 2..=MOST_CURVES) = (&view.games[..], others.len()) {
        let series = |rest: &Vec<AxisValue>| Series {
            name: telling(view, &others, rest),
            points: points(view, game, over, rest, ours),
            ..Series::default()
        };
        let id = slug(&format!("over {}", over.name));
        return lines(view, &x, others.iter().map(series).collect(), &id, "", "One curve per variant").into_iter().collect();
    }
    others.iter().filter_map(|rest| of_variant(view, over, &x, rest)).collect()
}

/// A combination of the dimensions without an axis, which has a curve, after the place of the name of that curve.
type Combination<'o> = (usize, &'o Vec<AxisValue>);

/// How small multiples divide the combinations of the dimensions without an axis: curves in a panel per game or, with too many curves, also per value
/// of one dimension.
struct Panels<'v> {
    by: Option<&'v Dimension>,
    /// The kinds of its curves.
    names: Vec<Vec<AxisValue>>,
}

impl<'v> Panels<'v> {
    fn new(view: &'v View<'_>, over: &Dimension, others: &[Vec<AxisValue>]) -> Option<Panels<'v>> {
        if others.len() <= MOST_CURVES {
            return Some(Panels { by: None, names: others.to_vec() });
        }
        let of = |by: &'v Dimension| {
            let mut names = Vec::new();
            others.iter().for_each(|other| push_new(&mut names, by.rest(other)));
            Panels { by: Some(by), names }
        };
        let applies = |by: &&Dimension| by.data != over.data && others.iter().all(|other| by.value(other).is_some());
        let fits = |panels: &Panels<'_>| {
            panels.names.len() <= MOST_CURVES && view.games.len() * others.len().div_ceil(panels.names.len()) <= MOST_PANELS
        };
        view.dimensions.iter().filter(applies).map(of).filter(fits).max_by_key(|panels| panels.names.len())
    }

    /// The values that distinguish the panels of a game, and the combinations with their curves.
    fn of_game<'o>(&self, others: &'o [Vec<AxisValue>]) -> Vec<(Option<AxisValue>, Vec<Combination<'o>>)> {
        let mut panels: Vec<(Option<AxisValue>, Vec<Combination<'_>>)> = Vec::new();
        for other in others {
            let value = self.by.and_then(|by| by.value(other)).cloned();
            let rest = self.by.map_or_else(|| other.clone(), |by| by.rest(other));
            let Some(name) = self.names.iter().position(|name| *name == rest) else { continue };
            match panels.iter_mut().find(|(known, _)| *known == value) {
                Some((_, curves)) => curves.push((name, other)),
                None => panels.push((value, vec![(name, other)])),
            }
        }
        panels
    }
}

/// A combination without the values that all share.
fn telling(view: &View<'_>, others: &[Vec<AxisValue>], rest: &[AxisValue]) -> String {
    let telling: Vec<AxisValue> = rest.iter().filter(|at| !others.iter().all(|other| other.contains(at))).cloned().collect();
    match view.cells.first() {
        Some(seen) if others.len() == 1 => seen.cell.participants[0].name.clone(),
        _ => label(view, &telling),
    }
}

/// One combination of the other dimensions, a curve per game.
fn of_variant(view: &View<'_>, over: &Dimension, x: &Axis, rest: &[AxisValue]) -> Option<Figure> {
    let series = view
        .games
        .iter()
        .map(|game| Series { name: game.clone(), points: points(view, game, over, rest, ours), ..Series::default() })
        .collect();
    let place = if rest.is_empty() { String::new() } else { format!(" at {}", label(view, rest)) };
    let id = slug(&format!("over {} {}", over.name, if rest.is_empty() { String::new() } else { label(view, rest) }));
    lines(view, x, series, &id, &place, "One curve per game")
}

/// A panel per game, a curve per combination of the other dimensions.
fn multiples(
    view: &View<'_>,
    over: &Dimension,
    numbers: &[(f64, String)],
    (others, divided): (&[Vec<AxisValue>], &Panels<'_>),
    references: &References,
) -> Figure {
    let printed = |seen: &CellView<'_>| {
        let reference = references.of(seen.cell)?;
        let half = if reference.half_width.is_nan() { 0.0 } else { reference.half_width };
        Some(Interval { value: reference.value, low: reference.value - half, high: reference.value + half, decimals: 1 })
    };
    let curve = |game: &str, (name, other): Combination<'_>, printed_ones: bool| {
        let mut points = if printed_ones { points(view, game, over, other, printed) } else { points(view, game, over, other, ours) };
        for point in &mut points {
            point.x = numbers.iter().position(|(x, _)| *x == point.x).map_or(f64::NAN, |place| place as f64);
        }
        Curve { name, printed: printed_ones, points }
    };
    let panel = |game: &String, (value, curves): (Option<AxisValue>, Vec<Combination<'_>>)| {
        let value = divided.by.zip(value).map(|(by, value)| format!("{} {}", by.name, value.label));
        let title = match value {
            None => game.clone(),
            Some(value) if view.games.len() == 1 => value,
            Some(value) => format!("{game}, {value}"),
        };
        let curves = curves.into_iter().flat_map(|of| [curve(game, of, false), curve(game, of, true)]);
        Panel { title, curves: curves.filter(|curve| !curve.points.is_empty()).collect() }
    };
    let panels: Vec<Panel> = view
        .games
        .iter()
        .flat_map(|game| divided.of_game(others).into_iter().map(move |part| panel(game, part)))
        .filter(|panel| !panel.curves.is_empty())
        .collect();
    let beside = if panels.iter().flat_map(|panel| &panel.curves).any(|curve| curve.printed) { ", ours and printed" } else { "" };
    let plot = Multiples {
        x: Axis::new(&over.name, ""),
        x_labels: numbers.iter().map(|(_, value)| value.clone()).collect(),
        y: win_rate(),
        names: divided.names.iter().map(|name| telling(view, &divided.names, name)).collect(),
        panels,
        reference: even(view),
        ..Multiples::default()
    };
    let caption =
        format!("Win rate of the candidate over {} in every game{beside}. Bars are 95 % intervals; the line is an even result.", over.name);
    let alt = format!("{caption} The table of win rates holds the same numbers.");
    Figure::new(slug(&format!("over {}", over.name)), caption, alt, Plot::Multiples(plot))
}

/// A figure of these curves; `None` if none has two points. The axis has the values that are drawn.
fn lines(view: &View<'_>, x: &Axis, series: Vec<Series>, id: &str, place: &str, what: &str) -> Option<Figure> {
    if series.iter().all(|series| series.points.len() < 2) {
        return None;
    }
    let is_drawn = |tick: &Tick| series.iter().flat_map(|series| &series.points).any(|point| point.x == tick.value);
    let ticks = x.ticks.iter().filter(|tick| is_drawn(tick)).cloned().collect();
    let plot = Lines { x: Axis { ticks, ..x.clone() }, y: win_rate(), series, spread: Spread::Bars, reference: even(view) };
    let caption = format!("Win rate of the candidate over {}{place}. Error bars are 95 % intervals.", x.label);
    let alt = format!("{caption} {what}; the table of win rates holds the same numbers.");
    Some(Figure::new(id, caption, alt, Plot::Lines(plot)))
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
            let cells = view.played(variant);
            let Interval { value, low, high, .. } = Average::of(&cells)?.shown(view, &cells, None);
            Some(Bar { label: label(view, variant), value, low, high })
        })
        .collect();
    let caption = "Average of the candidate's win rate over games, each weighted equally. Error bars are 95 % intervals.";
    let plot = Plot::Bars(Bars { value: win_rate().range(0.0, 100.0), bars, reference: even(view) });
    Figure::new("averages", caption, format!("{caption} The last columns of the table of win rates hold the same numbers."), plot)
}

/// A name for files: lower-case letters, digits and single hyphens.
pub(super) fn slug(text: &str) -> String {
    let words: Vec<String> =
        text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_ascii_lowercase).collect();
    words.join("-")
}
