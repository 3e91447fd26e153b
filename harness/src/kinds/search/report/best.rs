//! The best agent over all sets of positions, by the mean area under its curves, corrected for selection.

use super::view::{Group, Series, error_of_mean, position_sets};
use crate::kinds::search::SearchCell;
use crate::report::{listed, plural};
use treebench_reports::p_words;
use treebench_stats::{Gap, LEVEL, OneSidedTest as _, Z95, best_of};

/// The maximum number of agents that a sentence names as worse than the first.
const MOST_WORSE: usize = 4;

/// An agent with its searches of every set of positions.
struct Contender<'a> {
    name: &'a str,
    /// Its place in each group.
    places: Vec<usize>,
    /// The mean area over the groups, each counted once, with its standard error.
    area: Gap,
}

/// The agent with the greatest area over all groups; `None` without two agents that searched all of them.
pub(super) fn sentence(groups: &[Group<'_>]) -> Option<String> {
    let groups: Vec<&Group<'_>> = groups.iter().filter(|group| group.series.iter().any(is_played)).collect();
    let contenders = contenders(&groups);
    let values: Vec<f64> = contenders.iter().map(|contender| contender.area.value).collect();
    let gap = |first: usize, other: usize| difference(&groups, &contenders[first], &contenders[other]).p_above(0.0);
    let found = best_of(&values, gap, LEVEL).filter(|_| contenders.len() > 1)?;
    let names = |places: &[usize]| listed(places.iter().map(|&place| contenders[place].name.to_owned()).collect());
    let Gap { value, error, .. } = contenders[found.top[0]].area;
    let (low, high) = ((value - Z95 * error).max(0.0), (value + Z95 * error).min(1.0));
    let (all, sets) = (groups.len(), position_sets(groups.iter().copied()));
    let of = plural(sets as u64, "set") + " of positions";
    let over = match all {
        1 => String::new(),
        _ if sets == all => format!(" over {of}"),
        _ => format!(" over {all} settings on {of}"),
    };
    let reached = format!("{} with {:.1} % [{:.1}, {:.1}]{over}", names(&found.top), 100.0 * value, 100.0 * low, 100.0 * high);
    let rivals: Vec<usize> = found.possible.iter().copied().filter(|place| !found.top.contains(place)).collect();
    let mut worse: Vec<usize> = (0..values.len()).filter(|place| !found.possible.contains(place) && !found.top.contains(place)).collect();
    worse.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    if groups.iter().flat_map(|group| &group.series).any(|series| series.cell.is_repetitive()) {
        return Some(format!("Greatest area of {}: {reached}; no verdict: fewer than six distinct searches in a cell.", values.len()));
    }
    if found.possible.len() == 1 {
        return Some(format!("Greatest area of {}: {reached}; better than every other ({}).", values.len(), p_words(found.p)));
    }
    let apart = if rivals.is_empty() { String::new() } else { format!("; not significantly different: {}", names(&rivals)) };
    let worse = match worse.len() {
        0 => String::new(),
        1..=MOST_WORSE => format!("; worse: {}", names(&worse)),
        more => format!("; worse: the other {more}"),
    };
    Some(format!("Greatest area of {}: {reached}{apart}{worse}.", values.len()))
}

pub(super) fn is_played(series: &Series<'_>) -> bool {
    series.cell.area.count() > 0
}

/// Those that searched in every group.
fn contenders<'a>(groups: &[&'a Group<'_>]) -> Vec<Contender<'a>> {
    let Some((first, _)) = groups.split_first() else { return Vec::new() };
    let count = groups.len() as f64;
    let of = |name: &'a str| {
        let place = |group: &&Group<'_>| group.series.iter().position(|series| series.name == name && is_played(series));
        let places = groups.iter().map(place).collect::<Option<Vec<usize>>>()?;
        let area = |(group, &place): (&&Group<'_>, &usize)| {
            let cell = group.series[place].cell;
            cell.repeats.thinned(cell.area)
        };
        let areas: Vec<_> = groups.iter().zip(&places).map(area).collect();
        let value = areas.iter().map(|area| area.mean()).sum::<f64>() / count;
        let error = error_of_mean(groups.iter().copied().zip(areas.iter().map(|area| area.standard_error())));
        Some(Contender { name, places, area: Gap { value, error, freedom: f64::INFINITY } })
    };
    first.series.iter().filter_map(|series| of(&series.name)).collect()
}

/// The difference of two agents: paired by position with the baseline, for which a results file also has the sums; others as if independent, which
/// overestimates the error.
fn difference(groups: &[&Group<'_>], one: &Contender<'_>, two: &Contender<'_>) -> Gap {
    let error = |(index, group): (usize, &&Group<'_>)| {
        let (a, b) = (one.places[index], two.places[index]);
        let (first, second) = (group.series[a].cell, group.series[b].cell);
        let paired = match group.baseline {
            baseline if baseline == a => second.paired(first, true, |all| all.area),
            baseline if baseline == b => first.paired(second, true, |all| all.area),
            _ => None,
        };
        let alone = |cell: &SearchCell| cell.repeats.thinned(cell.area).standard_error();
        paired.map_or_else(|| alone(first).hypot(alone(second)), |paired| paired.error)
    };
    let error = error_of_mean(groups.iter().enumerate().map(|place| (*place.1, error(place))));
    Gap { value: one.area.value - two.area.value, error, freedom: f64::INFINITY }
}
