//! The answer in words, and its caveats.

use super::best;
use super::view::{Group, Series, Words, position_sets};
use crate::kinds::search::SearchSummary;
use crate::kinds::search::one_position::is_only_position;
use crate::report::{listed, missing, plural};

/// The answer in a few sentences: the best agent by area over all sets of positions, the number of first places, and the caveats.
pub(super) fn sentences(groups: &[Group<'_>], summary: &SearchSummary<'_>) -> Vec<String> {
    let (failed, searches) = summary.cells.iter().fold((0, 0), |(failed, all), cell| (failed + cell.failed, all + cell.searches));
    let caveat = (failed > 0).then(|| format!("Caveat: {failed} of {searches} searches do not count because they failed."));
    if !groups.iter().any(|group| group.series.iter().any(best::is_played)) {
        return caveat.into_iter().chain(["No position has been searched yet.".to_owned()]).collect();
    }
    // Strategies are told apart by their exploitability: few come near an equilibrium.
    let area = if groups.iter().all(|group| group.strategies) { None } else { best::sentence(groups) };
    area.into_iter().chain(firsts(groups)).chain(caveat).collect()
}

/// First places by three measures: the numbers of a single set, or counts over sets.
fn firsts(groups: &[Group<'_>]) -> Option<String> {
    let area = |series: &Series<'_>| series.cell.area.mean();
    let end = |series: &Series<'_>| series.cell.last().map_or(f64::NAN, |last| last.optimal().mean());
    let ease = |series: &Series<'_>| -series.cell.last().map_or(f64::NAN, |last| last.difficulty.mean());
    if let [group] = groups {
        let (ends, eases) = (firsts_of(group, &end), firsts_of(group, &ease));
        let names = |firsts: &[&Series<'_>]| listed(firsts.iter().map(|series| series.name.clone()).collect());
        let word = Words::of(groups).difficulty;
        let easiest = eases.first().map_or(String::new(), |one| format!("lowest {word}: {} ({:.3})", names(&eases), -ease(one)));
        if group.strategies {
            return Some(format!("At the end of single searches, {easiest}."));
        }
        let easiest = if easiest.is_empty() { easiest } else { format!("; {easiest}") };
        let share = 100.0 * end(ends.first()?);
        return Some(format!("Optimal move at the end most often: {} ({share:.1} %){easiest}.", names(&ends)));
    }
    let counted = |of: &dyn Fn(&Series<'_>) -> f64| {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for series in groups.iter().flat_map(|group| firsts_of(group, of)) {
            match counts.iter_mut().find(|(name, _)| *name == series.name) {
                Some((_, count)) => *count += 1,
                None => counts.push((&series.name, 1)),
            }
        }
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        listed(counts.into_iter().map(|(name, count)| format!("{name} ({count})")).collect())
    };
    let is_each_other = position_sets(groups) == groups.len();
    if groups.iter().all(|group| group.strategies) {
        let unit = if is_each_other { "games" } else { "settings" };
        return Some(format!(
            "Lowest exploitability at the end of single searches, by number of {unit} (of {}): {}.",
            groups.len(),
            counted(&ease)
        ));
    }
    Some(format!(
        "First places in {} {}, shared ones counted for each: by area {}; by optimal moves at the end {}.",
        groups.len(),
        if is_each_other { "sets" } else { "settings" },
        counted(&area),
        counted(&end)
    ))
}

/// The series of a group with the greatest value: several if they are equal.
fn firsts_of<'g, 'a>(group: &'g Group<'a>, of: &dyn Fn(&Series<'_>) -> f64) -> Vec<&'g Series<'a>> {
    let played: Vec<&Series<'a>> = group.series.iter().filter(|series| best::is_played(series) && of(series).is_finite()).collect();
    let most = played.iter().map(|series| of(series)).fold(f64::NEG_INFINITY, f64::max);
    played.into_iter().filter(|series| most - of(series) <= 1e-12 * most.abs()).collect()
}

/// Warnings about the numbers.
pub(super) fn warnings(summary: &SearchSummary<'_>) -> Vec<String> {
    let experiment = summary.experiment;
    let mut warnings = Vec::new();
    warnings.extend(missing(experiment, summary.cells.iter().map(|cell| cell.searches).sum(), "searches"));
    if experiment.cells.iter().any(|cell| cell.game.game.info().hidden) {
        warnings.push(
            "Exploitability is that of the strategy of a single search, on average over searches: a player who searches anew in every game is \
             exploited less, and by more the more these strategies vary."
                .to_owned(),
        );
    }
    let alone = experiment.cells.iter().filter(|cell| is_only_position(cell)).count();
    if alone > 0 {
        warnings.push(format!(
            "In {alone} of {}, all searches are of one position: the findings hold for it alone, and intervals reflect only the agents' \
             random numbers. `[search] opening-moves` draws other positions.",
            plural(experiment.cells.len() as u64, "cell")
        ));
    }
    let repeated = summary.cells.iter().filter(|numbers| numbers.repeated() > 0);
    let (cells, least) = repeated.fold((0, u64::MAX), |(cells, least), numbers| (cells + 1, least.min(numbers.repeats.different())));
    if cells > 0 {
        warnings.push(format!(
            "In {}, searches repeat others, since deterministic agents give the same result when a position recurs: errors are computed \
             from distinct searches, of which a cell has at least {least}.",
            plural(cells, "cell")
        ));
    }
    for (cell, numbers) in experiment.cells.iter().zip(&summary.cells).filter(|(_, numbers)| numbers.failed > 0) {
        let place: Vec<&str> = cell.axes.iter().map(|at| at.label.as_str()).collect();
        warnings.push(format!(
            "{}: {} of {} searches do not count: {}.",
            place.join(", "),
            numbers.failed,
            numbers.searches,
            numbers.message
        ));
    }
    warnings
}
