//! Figures that compare algorithms: curves over iterations with all agents in every panel, and the area over swept parameters.

use super::best::is_played;
use super::view::{Group, Series, Words};
use crate::experiment::{AxisValue, Role};
use crate::kinds::search::{SearchCell, SearchPoint};
use crate::report::capital;
use treebench_reports::model::{Axis, Curve, Figure, Lines, Multiples, Panel, Plot, Point, Series as Line, Spread};
use treebench_stats::{Estimate, Moments, Z95};

/// With more curves than this in a panel, every agent has only that of its best variant.
const MOST_CURVES: usize = 8;
/// With more sets of positions than this, every game has a separate figure.
const MOST_PANELS: usize = 12;

/// A quantity that is drawn over iterations.
struct Quantity {
    name: &'static str,
    unit: &'static str,
    of: fn(&SearchPoint) -> Moments,
}

/// The share of optimal moves, and the difficulty of the chosen move or the exploitability of the strategy.
fn quantities(groups: &[&Group<'_>]) -> [Quantity; 2] {
    let words = Words::of(groups.iter().copied());
    let name = if words.difficulty == "difficulty" { "difficulty of the chosen move" } else { words.difficulty };
    [Quantity { name: words.optimal, unit: "%", of: SearchPoint::optimal }, Quantity { name, unit: "", of: |point| point.difficulty }]
}

/// All figures: first the curves, then the effects of parameters.
pub(super) fn all(groups: &[Group<'_>]) -> Vec<Figure> {
    let groups: Vec<&Group<'_>> = groups.iter().filter(|group| group.series.iter().any(is_played)).collect();
    let mut figures = Vec::new();
    let mut places: Vec<&str> = Vec::new();
    groups.iter().map(|group| game(group)).for_each(|place| {
        if !places.contains(&place) {
            places.push(place);
        }
    });
    let parts: Vec<(&str, Vec<&Group<'_>>)> = if groups.len() <= MOST_PANELS {
        vec![(if places.len() == 1 { places[0] } else { "" }, groups.clone())]
    } else {
        places.iter().map(|place| (*place, groups.iter().copied().filter(|group| game(group) == *place).collect())).collect()
    };
    for (place, part) in parts.iter().filter(|(_, part)| !part.is_empty()) {
        let names = names(part);
        let [optimal, difficulty] = quantities(part);
        figures.push(curves(&optimal, place, part, &names));
        if part.iter().flat_map(|group| &group.series).any(|series| series.cell.last().is_some_and(|last| last.difficulty.count() > 0)) {
            figures.push(curves(&difficulty, place, part, &names));
        }
    }
    figures.extend(sweeps(&groups));
    figures
}

fn game<'g>(group: &'g Group<'_>) -> &'g str {
    group.axes.iter().find(|at| *at.role() == Role::Game).map_or("", |at| &at.value)
}

/// The curves of every panel: all variants, or the best variant of every agent.
fn names<'g>(groups: &[&'g Group<'_>]) -> Vec<&'g str> {
    let mut all: Vec<&Series<'_>> = Vec::new();
    for series in groups.iter().flat_map(|group| &group.series).filter(|series| is_played(series)) {
        if !all.iter().any(|other| other.name == series.name) {
            all.push(series);
        }
    }
    if all.len() > MOST_CURVES {
        let area = |name: &str| {
            let same = groups.iter().flat_map(|group| &group.series).filter(|series| series.name == name && is_played(series));
            let areas: Vec<f64> = same.map(|series| series.cell.area.mean()).collect();
            areas.iter().sum::<f64>() / areas.len() as f64
        };
        let variants = all.clone();
        all.retain(|series| {
            let rivals = variants.iter().filter(|other| other.agent == series.agent);
            rivals.max_by(|a, b| area(&a.name).total_cmp(&area(&b.name))).is_some_and(|best| best.name == series.name)
        });
    }
    all.into_iter().map(|series| series.name.as_str()).collect()
}

/// The values in which groups differ, as titles of their panels.
fn titles(groups: &[&Group<'_>]) -> Vec<String> {
    let varies = |at: &&AxisValue| groups.iter().any(|group| !group.axes.contains(at));
    let word = |at: &AxisValue| {
        if *at.role() == Role::Game { at.label.clone() } else { format!("{} {}", at.axis.label, at.label) }
    };
    groups.iter().map(|group| group.axes.iter().filter(varies).map(word).collect::<Vec<_>>().join(", ")).collect()
}

fn curves(quantity: &Quantity, place: &str, groups: &[&Group<'_>], names: &[&str]) -> Figure {
    let scale = if quantity.unit == "%" { 100.0 } else { 1.0 };
    let point = |cell: &SearchCell, point: &SearchPoint| {
        let (values, x) = (cell.repeats.thinned((quantity.of)(point)), point.iterations as f64);
        let (low, high) = if quantity.unit == "%" {
            Estimate::of_games(&values).interval(Z95)
        } else {
            let half = Z95 * values.standard_error();
            (values.mean() - half, values.mean() + half)
        };
        Point { x, y: scale * values.mean(), low: scale * low, high: scale * high, detail: None }
    };
    let y = Axis::new(quantity.name, quantity.unit);
    let y = if quantity.unit == "%" { y.range(0.0, 100.0) } else { y };
    let variants: usize = groups.iter().map(|group| group.series.len()).max().unwrap_or(0);
    let chosen = if variants > names.len() { "; of a swept agent the variant with the greatest area" } else { "" };
    let at = if place.is_empty() { String::new() } else { format!(": {place}") };
    let caption = format!("{} over iterations{at}{chosen}.", capital(quantity.name));
    let id = format!("{}-{place}", quantity.name).replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let find = |group: &Group<'_>, name: &str| -> Option<Vec<Point>> {
        let series = group.series.iter().find(|series| series.name == name && is_played(series))?;
        Some(series.cell.points.iter().map(|at| point(series.cell, at)).collect())
    };
    let plot = if let [group] = groups {
        let line = |name: &&str| Some(Line { name: (*name).to_owned(), points: find(group, name)?, ..Line::default() });
        let series = names.iter().filter_map(line).collect();
        Plot::Lines(Lines { x: Axis::new("iterations", "").log(), y, series, spread: Spread::Band, reference: None })
    } else {
        let mut looks: Vec<u64> =
            groups.iter().flat_map(|group| &group.series).flat_map(|series| &series.cell.points).map(|point| point.iterations).collect();
        looks.sort_unstable();
        looks.dedup();
        let curve = |group: &Group<'_>, number: usize| {
            let mut points = find(group, names[number])?;
            // Looks lie at equal distances of the logarithm.
            points.iter_mut().for_each(|point| point.x = looks.partition_point(|look| (*look as f64) < point.x) as f64);
            Some(Curve { name: number, printed: false, points })
        };
        let panels = groups.iter().zip(titles(groups)).map(|(group, title)| {
            let curves = (0..names.len()).filter_map(|number| curve(group, number)).collect();
            Panel { title, curves }
        });
        Plot::Multiples(Multiples {
            x: Axis::new("iterations", ""),
            x_labels: looks.iter().map(u64::to_string).collect(),
            y,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            panels: panels.collect(),
            spread: Spread::Band,
            own_range: quantity.unit != "%",
            reference: None,
        })
    };
    Figure::new(id, &caption, format!("{caption} The table of sums holds the numbers."), plot)
}

/// The area over every numeric parameter that agents sweep: a panel per set of positions, a curve per agent.
fn sweeps(groups: &[&Group<'_>]) -> Vec<Figure> {
    let mut params: Vec<&str> = Vec::new();
    for at in groups.iter().flat_map(|group| &group.series).flat_map(|series| &series.swept) {
        if let Some(param) = at.role().param().filter(|param| at.number().is_some() && !params.contains(param)) {
            params.push(param);
        }
    }
    params.into_iter().filter_map(|param| sweep(groups, param)).collect()
}

fn sweep(groups: &[&Group<'_>], param: &str) -> Option<Figure> {
    let value = |series: &Series<'_>| series.swept.iter().find(|at| at.role().param() == Some(param)).cloned();
    // What else a variant is: the agent and its other parameters.
    let rest = |series: &Series<'_>| {
        let others: Vec<String> = series
            .swept
            .iter()
            .filter(|at| at.role().param() != Some(param))
            .map(|at| format!(", {} {}", at.axis.short, at.label))
            .collect();
        format!("{}{}", series.label, others.concat())
    };
    let (mut values, mut names): (Vec<(f64, String)>, Vec<String>) = (Vec::new(), Vec::new());
    for series in groups.iter().flat_map(|group| &group.series).filter(|series| is_played(series)) {
        let Some((at, number)) = value(series).and_then(|at| Some((at.clone(), at.number()?))) else { continue };
        if !values.iter().any(|(other, _)| *other == number) {
            values.push((number, at.label.clone()));
        }
        if !names.contains(&rest(series)) {
            names.push(rest(series));
        }
    }
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    if values.len() < 2 || names.len() > MOST_CURVES {
        return None;
    }
    let point = |series: &Series<'_>| {
        let number = value(series)?.number()?;
        let (low, high) = Estimate::of_games(&series.cell.repeats.thinned(series.cell.area)).interval(Z95);
        let x = values.iter().position(|(other, _)| *other == number)? as f64;
        Some(Point { x, y: 100.0 * series.cell.area.mean(), low: 100.0 * low, high: 100.0 * high, detail: None })
    };
    let panel = |(group, title): (&&Group<'_>, String)| {
        let curve = |(name, words): (usize, &String)| {
            let own = group.series.iter().filter(|series| is_played(series) && rest(series) == *words);
            let mut points: Vec<Point> = own.filter_map(point).collect();
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            Curve { name, printed: false, points }
        };
        Panel { title, curves: names.iter().enumerate().map(curve).filter(|curve| !curve.points.is_empty()).collect() }
    };
    let caption = format!("Area over {param}: the mean share of optimal moves over the logarithm of iterations, with 95 % intervals.");
    let plot = Multiples {
        x: Axis::new(param, ""),
        x_labels: values.iter().map(|(_, value)| value.clone()).collect(),
        y: Axis::new("area", "%"),
        panels: groups.iter().zip(titles(groups)).map(panel).collect(),
        names: names.clone(),
        ..Multiples::default()
    };
    let alt = format!("{caption} The table of quality holds the numbers.");
    Some(Figure::new(format!("area-over-{param}"), caption, alt, Plot::Multiples(plot)))
}
