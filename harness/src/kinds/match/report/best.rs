//! Which variant is the best, corrected for choosing among them.

use super::average::{Average, series};
use super::view::{Seen, View, words};
use crate::experiment::AxisValue;
use crate::report::{listed, plural};
use crate::reports::p_words;
use crate::stats::{LEVEL, best, chosen_p};

/// With more groups than this, the sentences about them follow the lead instead of being part of it.
pub(super) const MOST_IN_LEAD: usize = 3;

/// A variant and its average over games.
pub(super) struct Contender<'a> {
    pub(super) variant: &'a [AxisValue],
    /// Its cells that have been played.
    pub(super) cells: Vec<&'a Seen<'a>>,
    pub(super) average: Average,
}

/// A sentence or two for every group of variants that met the same opponents in the same games.
///
/// After sequential tests there is none: choosing the best needs a fixed number of games.
pub(super) fn sentences(view: &View<'_>) -> Vec<String> {
    if view.experiment.stop_rule().is_some() {
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
        let cells = view.played(variant);
        let met: Vec<String> = cells
            .iter()
            .map(|seen| format!("{:?} {:?} {:?}", seen.cell.game, seen.cell.settings, seen.cell.participants.get(1..)))
            .collect();
        let met = met.join("\n");
        let Some(average) = Average::of(&cells) else { continue };
        let contender = Contender { variant, cells, average };
        match groups.iter_mut().find(|(key, _)| *key == met) {
            Some((_, group)) => group.push(contender),
            None => groups.push((met, vec![contender])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn sentence(view: &View<'_>, group: &[Contender<'_>], several: bool) -> Option<String> {
    let candidates: Vec<_> = group.iter().map(|contender| series(&contender.cells, 1.0)).collect();
    let found = best(&candidates, LEVEL)?;
    // What all of them have in common is said once.
    let common = |at: &&AxisValue| group.iter().all(|other| other.variant.contains(at));
    let name = |&i: &usize| words(&group[i].variant.iter().filter(|at| !common(at)).cloned().collect::<Vec<_>>());
    let names = |places: &[usize]| listed(places.iter().map(name).collect());
    let shared: Vec<AxisValue> = group[0].variant.iter().filter(common).cloned().collect();
    let place = if several && !shared.is_empty() { format!("{}: ", words(&shared)) } else { String::new() };
    let (all, average) = (group.len(), &group[found.top[0]].average);
    let games = group[0].cells.len();
    let over = if games > 1 { format!(" on average over {}", plural(games as u64, "game")) } else { String::new() };
    let reached = format!("{}{over}", average.words("%", false));
    let first = match (&found.top[..], found.possible.len()) {
        ([_], 1) => format!(
            "the best of {all} is {}: {reached}. It is better than every one of the others ({}, that of the hardest rival).",
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
        let p = chosen_p(average.fixed.p_above(even), all);
        let verdict = match (p <= LEVEL, average.holds_beyond(even)) {
            (false, _) => "does not lie above an even result beyond chance",
            (true, true) => "lies above an even result in these games, and beyond them",
            (true, false) if games > 1 => "lies above an even result in these games",
            (true, false) => "lies above an even result",
        };
        format!(" As the best of {all} it {verdict} ({}).", p_words(p))
    };
    Some(capital(&format!("{place}{first}{against}")))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
