//! Which variant is the best, corrected for choosing among them.

use super::view::{Seen, View, words};
use crate::experiment::AxisValue;
use crate::report::{listed, plural};
use crate::reports::p_words;
use crate::stats::{Contrast, LEVEL, best, chosen_p};

/// With more groups than this, the sentences about them follow the lead instead of being part of it.
pub(super) const MOST_IN_LEAD: usize = 3;

/// A variant and its average over games.
pub(super) struct Contender<'a> {
    pub(super) variant: &'a [AxisValue],
    pub(super) average: Contrast,
    /// Games that have been played.
    games: usize,
}

/// A sentence or two for every group of variants that met the same opponents in the same games.
///
/// After sequential tests there is none: choosing the best needs a fixed number of games.
pub(super) fn sentences(view: &View<'_>) -> Vec<String> {
    if view.experiment.stop.is_some() {
        return Vec::new();
    }
    let groups = groups(view);
    let several = groups.len() > 1;
    groups.iter().filter(|group| group.len() > 1).filter_map(|group| sentence(view, group, several)).collect()
}

/// Variants that can be compared: same games, same opponents with the same parameters and budgets, same settings.
pub(super) fn groups<'a>(view: &'a View<'a>) -> Vec<Vec<Contender<'a>>> {
    let mut groups: Vec<(String, Vec<Contender<'a>>)> = Vec::new();
    for variant in &view.variants {
        let cells: Vec<&Seen<'_>> = view.of_variant(variant).filter(|seen| seen.is_played()).collect();
        let met: Vec<String> = cells
            .iter()
            .map(|seen| format!("{:?} {:?} {:?}", seen.cell.game, seen.cell.settings, seen.cell.participants.get(1..)))
            .collect();
        let met = met.join("\n");
        let games = cells.len();
        let Some(average) = view.average(cells.into_iter()) else { continue };
        let contender = Contender { variant, average, games };
        match groups.iter_mut().find(|(key, _)| *key == met) {
            Some((_, group)) => group.push(contender),
            None => groups.push((met, vec![contender])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn sentence(view: &View<'_>, group: &[Contender<'_>], several: bool) -> Option<String> {
    let averages: Vec<Contrast> = group.iter().map(|contender| contender.average.clone()).collect();
    let found = best(&averages, LEVEL)?;
    // What all of them have in common is said once.
    let common = |at: &&AxisValue| group.iter().all(|other| other.variant.contains(at));
    let name = |&i: &usize| words(&group[i].variant.iter().filter(|at| !common(at)).cloned().collect::<Vec<_>>());
    let names = |places: &[usize]| listed(places.iter().map(name).collect());
    let shared: Vec<AxisValue> = group[0].variant.iter().filter(common).cloned().collect();
    let place = if several && !shared.is_empty() { format!("{}: ", words(&shared)) } else { String::new() };
    let (all, average) = (group.len(), &averages[found.top[0]]);
    let games = group[0].games;
    let over = if games > 1 { format!(" on average over {}", plural(games as u64, "game")) } else { String::new() };
    let (low, high) = average.interval(crate::stats::Z95);
    let reached = format!("{:.1} % [{:.1}, {:.1}]{over}", 100.0 * average.value(), 100.0 * low, 100.0 * high);
    let first = match (&found.top[..], found.possible.len()) {
        ([_], 1) => format!(
            "the best of {all} is {}: {reached}. It is better than each of the others ({}, corrected for choosing the best).",
            name(&found.top[0]),
            p_words(found.p)
        ),
        ([_], possible) => format!(
            "the highest of {all} scores is that of {}: {reached}. {} may be the best at 95 % (Gupta's subset).",
            name(&found.top[0]),
            if possible == all { "Each of them".to_owned() } else { format!("{possible} of them ({})", names(&found.possible)) }
        ),
        (ties, possible) => {
            let others = if possible > ties.len() {
                format!(" {possible} of the {all} may be the best at 95 % (Gupta's subset).")
            } else {
                String::new()
            };
            format!("{} of {all} tie for the highest score, {reached}: {}.{others}", ties.len(), names(ties))
        }
    };
    let even = view.cells.first()?.even;
    let against = if view.cells.iter().any(|seen| seen.even != even) {
        String::new()
    } else {
        let p = chosen_p(average.p_above(even), all);
        let verdict = if p <= LEVEL { "lies above an even result" } else { "does not lie above an even result beyond chance" };
        format!(" As the best of {all} it {verdict} ({}).", p_words(p))
    };
    Some(capital(&format!("{place}{first}{against}")))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
