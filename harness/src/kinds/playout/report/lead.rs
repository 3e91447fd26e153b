//! The answer in words, and its caveats.

use super::cell_view::{CellView, STATISTICS};
use super::printed::{Pair, pairs};
use crate::experiment::{Experiment, References};
use crate::report::{cell_words, indefinite, missing, unused};
use std::collections::BTreeSet;
use treebench_games::ORTHODOX;

/// A printed length or branching factor is reproduced if the whole of both intervals lies within this share of it.
const MARGIN: f64 = 0.02;

/// The maximum number of sources whose printed speeds the lead compares.
const MOST_SOURCES: usize = 2;

/// The answer in a few sentences.
pub(super) fn sentences(seen: &[CellView<'_>], references: &References) -> Vec<String> {
    let games: u64 = seen.iter().map(|seen| seen.numbers.flat.nodal.count()).sum();
    if games == 0 {
        return vec!["No game has been played yet.".to_owned()];
    }
    let gains: Vec<String> = splits(seen).iter().filter_map(|split| gain(seen, split)).collect();
    let gains = (!gains.is_empty()).then(|| format!("Nodal states per second as a multiple of orthodox play: {}.", gains.join("; ")));
    let mut sentences: Vec<String> = gains.into_iter().collect();
    let pairs = pairs(seen, references);
    sentences.extend(agreement(&pairs));
    let mut sources: Vec<&str> = pairs.iter().map(|pair| pair.printed.source.as_str()).collect();
    sources.sort_unstable();
    sources.dedup();
    sentences.extend(sources.iter().filter_map(|source| speeds(&pairs, source)).take(MOST_SOURCES));
    let (failed, blocks) = seen.iter().fold((0, 0), |(failed, all), seen| (failed + seen.numbers.failed, all + seen.numbers.blocks));
    if failed > 0 {
        sentences.push(format!("Caveat: {failed} of {blocks} blocks do not count because they failed."));
    }
    if sentences.is_empty() {
        sentences.extend(counted(seen, games));
    }
    sentences
}

/// More cells are not described one by one.
const MOST_CELLS: usize = 3;

/// What the first cells are like with 95 % intervals, and the number of random games.
fn counted(seen: &[CellView<'_>], games: u64) -> Vec<String> {
    let of = |seen: &CellView<'_>| {
        let value = |name| seen.statistic(name).map(|found| found.words());
        let parts = [
            value("nodal-states").map(|length| format!("{length} nodal states a game")),
            value("branching").map(|branching| format!("branching {branching}")),
            value("playouts-per-second").map(|speed| format!("{speed} games a second")),
        ];
        let parts = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        (!parts.is_empty()).then(|| format!("{}: {parts}.", cell_words(seen.cell)))
    };
    let cells: Vec<String> = seen.iter().filter_map(of).collect();
    let more = cells.len().saturating_sub(MOST_CELLS);
    let counted = match more {
        0 => format!("{games} random games were counted."),
        1 => format!("{games} random games were counted; 1 more cell is in the table."),
        more => format!("{games} random games were counted; {more} more cells are in the table."),
    };
    cells.into_iter().take(MOST_CELLS).chain([counted]).collect()
}

/// The split strategies except the orthodox one, in grid order.
fn splits<'a>(seen: &'a [CellView<'_>]) -> Vec<&'a str> {
    let mut splits: Vec<&str> = Vec::new();
    for split in seen.iter().map(|seen| seen.split()) {
        if !split.is_empty() && split != ORTHODOX && !splits.contains(&split) {
            splits.push(split);
        }
    }
    splits
}

/// The gain of a strategy over the orthodox view.
fn gain(seen: &[CellView<'_>], split: &str) -> Option<String> {
    let ratios: Vec<f64> = seen.iter().filter(|seen| seen.split() == split).filter_map(|seen| seen.relative).collect();
    let gain = spread(&ratios, "game")?;
    Some(format!("{split} {gain}"))
}

fn agreement(pairs: &[Pair<'_>]) -> Option<String> {
    let counts: Vec<&Pair<'_>> = pairs.iter().filter(|pair| !pair.is_speed()).collect();
    let close = counts.iter().filter(|pair| pair.is_within(MARGIN)).count();
    let apart = counts.iter().filter(|pair| !pair.is_within(MARGIN) && pair.differs()).count();
    (!counts.is_empty()).then(|| {
        format!(
            "Of {} printed lengths and branching factors, {close} are reproduced within {} %, {apart} differ, and {} are undecided: the \
             whole interval, including the printed error, must lie within, and few games decide nothing.",
            counts.len(),
            100.0 * MARGIN,
            counts.len() - close - apart
        )
    })
}

fn speeds(pairs: &[Pair<'_>], source: &str) -> Option<String> {
    let of_source = pairs.iter().filter(|pair| pair.printed.statistic == "nodal-states-per-second" && pair.printed.source == source);
    let ratios: Vec<f64> = of_source.map(Pair::ratio).collect();
    let times = spread(&ratios, "cell")?;
    Some(format!("Nodal states per second are {times} the printed ones ({source})."))
}

/// Some ratios in words: `2.10 times (0.90 to 3.50, median of 12 games)`.
fn spread(ratios: &[f64], what: &str) -> Option<String> {
    let mut sorted = ratios.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted[..] {
        [] => None,
        [only] => Some(format!("{only:.2} times")),
        [low, .., high] => {
            let middle = sorted.len() / 2;
            let median = if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 };
            Some(format!("{median:.2} times ({low:.2} to {high:.2}, median of {} {what}s)", sorted.len()))
        }
    }
}

/// Warnings about the numbers.
pub(super) fn warnings(experiment: &Experiment, seen: &[CellView<'_>], references: &References) -> Vec<String> {
    let mut warnings = Vec::new();
    warnings.extend(missing(experiment, seen.iter().map(|seen| seen.numbers.blocks).sum(), "blocks"));
    for seen in seen {
        let place = || seen.cell.axes.iter().map(|at| at.label.as_str()).collect::<Vec<_>>().join(", ");
        let numbers = seen.numbers;
        if numbers.failed > 0 {
            warnings.push(format!("{}: {} of {} blocks do not count: {}.", place(), numbers.failed, numbers.blocks, numbers.message));
        }
        if numbers.flat.cut_off > 0 {
            let games = numbers.flat.nodal.count();
            warnings.push(format!("{}: {} of {games} games were cut off, so lengths are too short.", place(), numbers.flat.cut_off));
        }
    }
    warnings.extend(unused(experiment, references));
    let unknown: BTreeSet<&str> = references
        .0
        .iter()
        .map(|printed| &printed.statistic[..])
        .filter(|name| STATISTICS.iter().all(|(known, _)| known != name))
        .collect();
    if !unknown.is_empty() {
        let names: Vec<String> = unknown.into_iter().map(|name| format!("`{name}`")).collect();
        warnings.push(format!(
            "Printed values are not compared because random games have no such `statistic`: {}; there are {}.",
            names.join(", "),
            STATISTICS.map(|(name, _)| name).join(", ")
        ));
    }
    warnings.extend(indefinite(experiment, references, |_, _| false));
    warnings
}
