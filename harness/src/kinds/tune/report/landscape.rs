//! The landscape of the search: the score by the values of each parameter and of each pair, and the importance of each.

use super::super::tuning::TunedParam;
use super::view::View;
use std::ops::Range;
use treebench_reports::Section;
use treebench_reports::model::{Axis, Bar, Bars, Cell, Column, Figure, HeatCell, HeatMap, Lines, Plot, Point, Scale, Series, Table, Tick};
use treebench_stats::{Estimate, Moments, Z95};

/// The maximum number of pairs of parameters that are drawn.
const MOST_PAIRS: usize = 10;

pub(super) fn section(view: &View<'_>, place: usize, id: &dyn Fn(&str) -> String) -> Section {
    let label = view.label(place, None);
    let heading = if label.is_empty() { "What each parameter does".to_owned() } else { format!("What each parameter does: {label}") };
    let mut section = Section::new(id("parameters"), heading).paragraph(
        "Means over all rounds that the search played with a value, over all other parameters. The search plays good points more often, \
         which weights these means towards them; they describe the search and prove nothing.",
    );
    section = section.block(importance(view, place, &id("importance")));
    for (number, param) in view.tuning.params.iter().enumerate() {
        section = section.block(marginal(view, place, number, param, &id(&format!("marginal-{}", param.name))));
    }
    let count = view.tuning.params.len();
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).take(MOST_PAIRS);
    pairs.fold(section, |section, (a, b)| section.block(pair(view, place, a, b, id)))
}

/// Parts into which a continuous range is divided for a picture.
const PARTS: usize = 8;

/// Values of a parameter that are shown as one: single values, or those in a part of a continuous range.
struct Group {
    label: String,
    /// The place on the axis, if the values are numbers.
    x: f64,
    /// The places of the values.
    levels: Range<usize>,
}

impl Group {
    fn holds(&self, level: Option<usize>) -> bool {
        level.is_some_and(|level| self.levels.contains(&level))
    }
}

/// The values of a parameter in groups; the parts of a continuous range have equally many values each.
fn groups(view: &View<'_>, place: usize) -> Vec<Group> {
    let param = &view.tuning.params[place];
    let count = param.values.len();
    let parts = if param.range.is_some() { PARTS.min(count) } else { count };
    let number = |level: usize| param.values[level].to_string().parse().unwrap_or(f64::NAN);
    let group = |part: usize| {
        let levels = part * count / parts..(part + 1) * count / parts;
        let [first, last] = [levels.start, levels.end - 1].map(|level| view.value(place, level).to_owned());
        let label = if levels.len() == 1 { first } else { format!("{first} to {last}") };
        Group { label, x: number((levels.start + levels.end - 1) / 2), levels }
    };
    (0..parts).map(group).collect()
}

/// The scores of all rounds of the points for which `wanted` holds.
fn rounds(view: &View<'_>, place: usize, wanted: impl Fn(&[Option<usize>]) -> bool) -> Moments {
    let tuned = &view.tunings[place];
    let trace = tuned.search.trace();
    let mut moments = Moments::default();
    for (point, _) in tuned.arena.points.iter().enumerate().filter(|(_, known)| wanted(&view.tuning.points[**known])) {
        (0..trace.games()).flat_map(|game| trace.scores(point, game)).for_each(|&score| moments.push(score));
    }
    moments
}

/// Mean and 95 % interval (Wilson's, by rounds) in percent.
fn bounds(moments: &Moments) -> (f64, f64, f64) {
    if moments.count() == 0 {
        return (f64::NAN, f64::NAN, f64::NAN);
    }
    let (low, high) = Estimate::of_games(moments).interval(Z95);
    (100.0 * moments.mean(), 100.0 * low, 100.0 * high)
}

fn marginal(view: &View<'_>, place: usize, number: usize, param: &TunedParam, id: &str) -> Figure {
    let name = view.experiment.labels.of(&param.name);
    let values = groups(view, number).into_iter().map(|group| {
        let moments = rounds(view, place, |point| group.holds(point[number]));
        (group, moments)
    });
    let caption = format!("The score by {}, with 95 % intervals from rounds.", name);
    let alt = format!("{caption} The number of {} behind a value is in the table of points.", view.unit.many);
    let score = Axis::new("score in the search", "%");
    let plot = if param.ordered {
        let mut ticks = Vec::new();
        let points = values.map(|(group, moments)| {
            let (y, low, high) = bounds(&moments);
            // Parts of a range have no value that could be marked.
            if param.range.is_none() {
                ticks.push(Tick { value: group.x, label: group.label });
            }
            Point { x: group.x, y, low, high, detail: None }
        });
        let scale = if param.log { Scale::Log } else { Scale::Linear };
        let series = vec![Series { name: name.to_owned(), points: points.collect(), ..Series::default() }];
        let x = Axis { scale, ticks, ..Axis::new(name, "") };
        Plot::Lines(Lines { x, y: score, series, ..Lines::default() })
    } else {
        let bars = values.map(|(group, moments)| {
            let (mean, low, high) = bounds(&moments);
            Bar { label: group.label, value: mean, low, high }
        });
        Plot::Bars(Bars { value: score, bars: bars.collect(), reference: None })
    };
    Figure::new(id, caption, alt, plot)
}

fn pair(view: &View<'_>, place: usize, a: usize, b: usize, id: &dyn Fn(&str) -> String) -> Figure {
    let (rows, columns) = (&view.tuning.params[a], &view.tuning.params[b]);
    let (down, across) = (groups(view, a), groups(view, b));
    let mean = |i: &Group, j: &Group| {
        let moments = rounds(view, place, |point| i.holds(point[a]) && j.holds(point[b]));
        HeatCell::new(bounds(&moments).0)
    };
    let cells = down.iter().map(|i| across.iter().map(|j| mean(i, j)).collect()).collect();
    let [down_name, across_name] = [rows, columns].map(|param| view.experiment.labels.of(&param.name));
    let caption = format!("The score by {down_name} and {across_name}; combinations that were not played are blank.");
    let map = HeatMap {
        x: Axis::new(across_name, ""),
        y: Axis::new(down_name, ""),
        value: Axis::new("score in the search", "%"),
        x_labels: across.into_iter().map(|group| group.label).collect(),
        y_labels: down.into_iter().map(|group| group.label).collect(),
        cells,
        midpoint: None,
        decimals: 0,
    };
    Figure::new(id(&format!("pair-{}-{}", rows.name, columns.name)), caption.clone(), caption, Plot::HeatMap(map))
}

/// How much of the spread of the scores a parameter explains alone.
fn importance(view: &View<'_>, place: usize, id: &str) -> Table {
    let table = Table::new(
        id,
        "Importance of parameters: the share of the variance of round scores that a parameter's values explain alone (ω²: 0 for noise). \
         Most of the variance is noise of single rounds, so the shares are small; compare them with each other.",
    );
    let mut table = table
        .column(Column::text("parameter"))
        .column(Column::number("importance").unit("%").doc("ω² of the parameter"))
        .column(Column::text("best value").doc("the value with the highest mean"))
        .column(Column::number("its mean").unit("%"))
        .column(Column::text("worst value"))
        .column(Column::number("its mean").data("worst_mean").unit("%"));
    let all = rounds(view, place, |_| true);
    for (number, param) in view.tuning.params.iter().enumerate() {
        let moments = |group: Group| {
            let moments = rounds(view, place, |point| group.holds(point[number]));
            (group.label, moments)
        };
        let groups: Vec<(String, Moments)> =
            groups(view, number).into_iter().map(moments).filter(|(_, moments)| moments.count() > 0).collect();
        let mean = |group: &(String, Moments)| group.1.mean();
        let best = groups.iter().max_by(|a, b| mean(a).total_cmp(&mean(b)));
        let worst = groups.iter().min_by(|a, b| mean(a).total_cmp(&mean(b)));
        let name = |group: Option<&(String, Moments)>| group.map_or(Cell::Empty, |group| group.0.as_str().into());
        let value = |group: Option<&(String, Moments)>| group.map_or(Cell::Empty, |group| Cell::number(100.0 * mean(group), 1));
        let share = omega(&all, &groups).map_or(Cell::Empty, |share| Cell::number(100.0 * share, 2));
        table = table.row([
            Cell::named(&param.name, view.experiment.labels.of(&param.name)),
            share,
            name(best),
            value(best),
            name(worst),
            value(worst),
        ]);
    }
    table
}

/// ω² of a grouping (Hays 1963), at least 0; `None` if there are too few rounds.
fn omega(all: &Moments, groups: &[(String, Moments)]) -> Option<f64> {
    let (n, k) = (all.count() as f64, groups.len() as f64);
    if n <= k || k < 2.0 {
        return None;
    }
    let grand = groups.iter().map(|(_, group)| group.count() as f64 * group.mean()).sum::<f64>()
        / groups.iter().map(|(_, group)| group.count() as f64).sum::<f64>();
    let between: f64 = groups.iter().map(|(_, group)| group.count() as f64 * (group.mean() - grand).powi(2)).sum();
    let total = all.standard_error().powi(2) * n * (n - 1.0);
    let within = ((total - between) / (n - k)).max(0.0);
    let share = (between - (k - 1.0) * within) / (total + within);
    (total > 0.0).then_some(share.max(0.0))
}
