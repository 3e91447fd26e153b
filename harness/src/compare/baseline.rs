//! Compares a run with a baseline of `bench check`, which has the results of rounds or means but no games.

use super::comparison::{CellComparison, Comparison, Difference, RoundPairs};
use super::difference_groups::DifferenceGroups;
use super::round_links::RoundLinks;
use crate::experiment::{CellPair, SavedName, pair_cells};
use crate::kinds::{self, Measurements, Statistic};
use crate::plan::Plan;
use crate::report::{Growth, mixed_builds};
use crate::saved::{Baseline, BaselineCell};
use crate::store::Store;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use treebench_stats::{Change, Moments, PairedShares, Sharing, Sides};

/// Compares the stored tasks of a run with a baseline, which is the first side. Cells are paired by [`pair_cells`].
///
/// # Errors
/// If the baseline belongs to another experiment, the run cannot be read, or they have no cell in common.
pub fn compare_with_baseline(plan: &Plan, store: &Store, baseline: &Baseline) -> Result<Comparison, String> {
    let experiment = &plan.experiment;
    baseline.belongs_to(experiment)?;
    let counted = kinds::counted(plan, None, store).map_err(|error| error.to_string())?;
    let mut rows = store.summary_rows(plan).map_err(|error| error.to_string())?.only(counted);
    let measured = kinds::summary(plan, store, &mut rows).map_err(|error| error.to_string())?.baseline();
    rows.check().map_err(|error| error.to_string())?;
    let measured = measured.ok_or_else(|| format!("experiments of kind `{}` have nothing to compare", experiment.kind.name))?;
    // The baseline's hashes are those of this many tasks of each cell.
    let first = Plan { experiment: Arc::new(crate::experiment::Experiment { games_per_cell: baseline.first, ..(**experiment).clone() }) };
    let digests = store.digests(&first).map_err(|error| error.to_string())?;
    let names = experiment.saved_names();
    let pairs = pair_cells(&baseline.saved_names(), &names);
    let pairs: BTreeMap<usize, CellPair> = pairs.into_iter().map(|pair| (pair.second, pair)).collect();
    let tasks = kinds::of(experiment).tasks();
    let links = RoundLinks::of(&experiment.cells);
    let mut altered = DifferenceGroups::default();
    let growth = [Growth::of_baseline(baseline), kinds::growth(plan, store).map_err(|error| error.to_string())?];
    let stopped = experiment.stop_rule().is_some();
    let change = if stopped || !growth.iter().all(Growth::is_fixed) { PairedShares::change_at_any_time } else { PairedShares::change };
    let mixed = [Vec::new(), mixed_builds(plan, store).map_err(|error| error.to_string())?];
    let mut comparison = Comparison { experiment: experiment.name.clone(), stopped, growth, mixed, ..Comparison::default() };
    for (place, (cell, measured)) in experiment.cells.iter().zip(&measured).enumerate() {
        let SavedName { key, name } = &names[place];
        let Some(pair) = pairs.get(&place) else {
            comparison.only_second.push(name.clone());
            continue;
        };
        let old = &baseline.cells[pair.first];
        altered.cell(&pair.difference, cell);
        let same_key = old.saved.key == *key;
        let first_played = measured.played >= u64::from(baseline.first);
        let same = same_key && !cell.is_timed && first_played && digests[place] == old.saved.records;
        let shared = tasks.shared_rounds(experiment, cell, measured.played as usize);
        let rounds = match shared.sharing() {
            _ if same_key => RoundPairs::SameSeeds,
            Sharing::Nothing => RoundPairs::Unrelated,
            Sharing::Rounds(_) | Sharing::Labels(..) => RoundPairs::Unknown,
        };
        let mut compared =
            CellComparison { name: name.clone(), same_key, rounds, difference: pair.difference.clone(), ..CellComparison::default() };
        counts(&mut compared, old, measured, baseline.first, same);
        let mut round = |outcome: &str, number: usize, key: u64, old: f64, now: f64| {
            // A baseline does not store the seeds of its rounds, so both sides get those of the run.
            let links = links.of_round(place, shared.sharing().label(number), key);
            altered.round(&pair.difference, outcome, &links, (1, old, now));
        };
        // A task without a result lacks the first of them.
        let missing = std::iter::once(compared.missing()).chain(std::iter::repeat(0));
        let differences = measured.statistics.iter().zip(missing);
        compared.differences =
            differences.filter_map(|(statistic, missing)| difference(statistic, old, (same, missing), change, &mut round)).collect();
        let first = measured.statistics.first().map_or("", |statistic| statistic.name.as_str());
        altered.miss(&pair.difference, first, compared.missing());
        comparison.cells.push(compared);
    }
    if comparison.cells.iter().all(|cell| cell.common() == 0) {
        return Err(format!("this run has played no cell of the baseline of `{}`", experiment.name));
    }
    let known: BTreeSet<usize> = pairs.values().map(|pair| pair.first).collect();
    let missing = baseline.cells.iter().enumerate().filter(|(place, _)| !known.contains(place));
    comparison.only_first = missing.map(|(_, old)| old.saved.cell.clone()).collect();
    comparison.altered = altered.finish(change);
    comparison.adjust();
    comparison.against_baseline = Some(baseline.first);
    Ok(comparison)
}

fn counts(compared: &mut CellComparison, old: &BaselineCell, now: &Measurements, first: u32, same: bool) {
    let common = old.played().min(now.played);
    // There is one hash for the first tasks: they are all the same, or some of them changed.
    match (compared.same_key, same) {
        (true, true) => compared.same = common.min(u64::from(first)),
        (true, false) => compared.changed = common.min(u64::from(first)),
        (false, _) => {}
    }
    compared.unrelated = common - compared.same - compared.changed;
    (compared.only_first, compared.only_second) = (old.played() - common, now.played - common);
    (compared.without_first, compared.without_second) = (old.without_result(), now.failures + now.opponent_failures + now.void);
}

/// The difference of one statistic, with its rounds (outcome, number, key, score then and now) to `round`; `None` if the baseline does not have it.
/// `judged` judges the differences of rounds. `missing` tasks have no result on either side.
fn difference(
    now: &Statistic,
    old: &BaselineCell,
    (same, missing): (bool, u64),
    judged: fn(&PairedShares) -> Change,
    round: &mut impl FnMut(&str, usize, u64, f64, f64),
) -> Option<Difference> {
    let before = old.statistic(&now.name)?;
    let (mut first, mut second) = (before.values(), now.values);
    let change = match (&now.rounds, before.series()) {
        (Some(rounds), Some(series)) if now.share => {
            // Rounds pair by their number. If they do not share their seeds, they are independent, and pairing them does no harm.
            let mut paired = PairedShares::default();
            paired.miss(missing);
            (first, second) = (Moments::default(), Moments::default());
            let keys = now.keys.iter().chain(std::iter::repeat(&0));
            for (place, ((here, there), &key)) in rounds.iter().zip(&series.0).zip(keys).enumerate() {
                if let (&Some(here), &Some(there)) = (here, there) {
                    paired.push(key, 1, there, here);
                    round(&now.name, place, key, there, here);
                    first.push(there);
                    second.push(here);
                }
            }
            judged(&paired)
        }
        _ => Sides { now: now.values, old: before.values(), share: now.share }.judged(),
    };
    let (first, second) = (first.mean(), second.mean());
    Some(Difference { name: now.name.clone(), better: now.better, share: now.share, first, second, change, holm: f64::NAN, same })
}
