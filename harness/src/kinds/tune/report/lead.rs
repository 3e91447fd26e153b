//! The answer in a few sentences, its caveats, and the TOML to paste.

use super::super::tuning::SEARCHED;
use super::view::{Claim, ConfirmedPoint, View};
use crate::experiment::References;
use crate::kinds::r#match::{MatchSettings, clock_warning, failures_lose};
use crate::report::{capital, plural, unused};
use std::collections::BTreeMap;
use treebench_reports::model::Listing;
use treebench_reports::{Section, Verdict, p_words, signed};

pub(super) fn sentences(view: &View<'_>) -> Vec<String> {
    let played: u64 = view.cells.iter().map(|cell| cell.played).sum();
    if played == 0 {
        return vec![format!("No {} has been played yet.", view.unit.one)];
    }
    if view.claims.len() <= MOST_IN_LEAD {
        return view.claims.iter().map(|claim| sentence(view, claim)).chain(caveats(view)).collect();
    }
    // What was found for all games together is said in full; of each game by itself, in how many.
    let (single, joint): (Vec<&Claim>, Vec<&Claim>) = view.claims.iter().partition(|claim| claim.finding.game.is_some());
    let joint = joint.into_iter().take(MOST_IN_LEAD).map(|claim| sentence(view, claim));
    joint.chain(counted(view, &single)).chain(caveats(view)).collect()
}

/// With more findings than this, those of single games are counted.
const MOST_IN_LEAD: usize = 3;

/// In how many games the search found something better than the default.
fn counted(view: &View<'_>, claims: &[&Claim]) -> Option<String> {
    let better: Vec<&&Claim> = claims.iter().filter(|claim| claim.points[0].verdict() == Verdict::Better).collect();
    let gains = better.iter().filter_map(|claim| Some(100.0 * claim.points[0].against.as_ref()?.0.change.value));
    let (low, high) = gains.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), gain| (low.min(gain), high.max(gain)));
    let by =
        if better.is_empty() { String::new() } else { format!(", by {} to {} points on fresh seeds", signed(low, 1), signed(high, 1)) };
    (!claims.is_empty()).then(|| {
        format!(
            "Tuned separately: better than the default parameters of `{}` in {} of {}{by}.",
            view.tuning.agent,
            better.len(),
            plural(claims.len() as u64, "game")
        )
    })
}

/// Games without a result, which count as losses.
fn caveats(view: &View<'_>) -> Option<String> {
    let (failed, played) = view
        .cells
        .iter()
        .fold((0, 0), |(failed, played), cell| (failed + cell.failures.iter().sum::<u64>() + cell.void, played + cell.played));
    (failed > 0).then(|| format!("Caveat: {failed} of {played} {} have no result.", view.unit.many))
}

/// Without a complete confirmation, nothing is called better.
fn sentence(view: &View<'_>, claim: &Claim) -> String {
    let tuned = &view.tunings[claim.tuning];
    // The name of a game is written as it is.
    let label = if claim.finding.game.is_none() { capital(&claim.label) } else { claim.label.clone() };
    let place = if label.is_empty() { label } else { format!("{label}: ") };
    let name = &view.tuning.agent;
    let chosen = &claim.points[0];
    let words = view.words(claim.tuning, chosen.point);
    if !tuned.search.is_done() {
        let (spent, all) = (tuned.search.trace().spent(), tuned.search.trace().rules().budget);
        return format!("{place}The search has played {spent} of {all} {}; the same command plays the rest.", view.unit.many);
    }
    let default = tuned.arena.space.default_point();
    if chosen.point == default {
        return format!("{place}The search found nothing better than the default parameters of `{name}`, {words}.");
    }
    let searched = 100.0 * chosen.searched.0;
    let Some((fresh, _)) = chosen.fresh else {
        let why = if view.tuning.confirm == 0 { "it has not been confirmed" } else { "its confirmation is not complete" };
        return format!(
            "{place}The search recommends {words} ({searched:.1} % there), but {why}, so it is not known to be better than the default."
        );
    };
    let Some((comparison, p)) = chosen.against else { return String::new() };
    let ((low, high), change) = (comparison.change.interval, comparison.change.value);
    let compared = claim.points.iter().filter(|point| point.against.is_some()).count();
    // The p-value is that of being no better, which says nothing of a point that is worse.
    let (p, both) = if chosen.verdict() == Verdict::Worse { (String::new(), "") } else { (format!(", {}", p_words(p)), "both ") };
    let corrected = if compared > 1 { format!(", {both}corrected for {compared} comparisons") } else { String::new() };
    let [change, low, high] = [change, low, high].map(|points| signed(100.0 * points, 1));
    let difference = format!("{change} points [{low}, {high}]{p}{corrected}");
    let confirmed = format!("{:.1} % on fresh seeds after {searched:.1} % in the search", 100.0 * fresh);
    let verdict = match chosen.verdict() {
        Verdict::Better => format!("is better than the default parameters of `{name}`"),
        Verdict::Worse => {
            format!("was chosen, but the confirmation shows that it is worse than the default parameters of `{name}`: keep these")
        }
        Verdict::Undecided => {
            format!("was chosen, but the confirmation does not show that it is better than the default parameters of `{name}`")
        }
    };
    let is_better = |point: &ConfirmedPoint| point.verdict() == Verdict::Better;
    let next = claim.points.iter().skip(1).find(|point| is_better(point) && !is_better(chosen));
    let next =
        next.map_or(String::new(), |next| format!(" The runner-up, {}, is better than the default.", view.words(claim.tuning, next.point)));
    format!("{place}{words} {verdict}: {confirmed}; difference {difference}.{next}")
}

pub(super) fn warnings(view: &View<'_>, references: &References) -> Vec<String> {
    let mut warnings = Vec::new();
    if view.tunings.is_empty() {
        warnings.push("Nothing is tuned: [only] excludes the default in some game, but it always takes part.".to_owned());
    }
    let mut failures: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let (mut void, mut cut) = (0, 0);
    for (cell, summary) in view.experiment.cells.iter().zip(view.cells) {
        for (participant, &failed) in cell.participants.iter().zip(&summary.failures).filter(|(_, failed)| **failed > 0) {
            let entry = failures.entry(participant.name.clone()).or_default();
            *entry = (entry.0 + failed, entry.1 + 1);
        }
        void += summary.void;
        cut += summary.cut;
    }
    for (name, (count, cells)) in failures {
        let (tasks, cells, lost) = (view.unit.count(count), plural(cells, "cell"), view.unit.failures);
        let loser = if view.experiment.cells.iter().any(failures_lose) { format!("`{name}`") } else { view.tuning.agent.clone() };
        warnings.push(format!("`{name}` failed in {tasks} of {cells}, which count as {lost} of {loser}."));
    }
    if void > 0 {
        warnings.push(format!("{} counted as losses of {}.", plural(void, "void game"), view.tuning.agent));
    }
    if cut > 0 {
        warnings.push(format!("{} cut off and scored by cap-score.", plural(cut, "game")));
    }
    if view.experiment.cells.iter().any(|cell| cell.settings.decode::<MatchSettings>().is_ok_and(|settings| !settings.swap_seats)) {
        warnings.push("Seats are not rotated: shares of points are those of one seat.".to_owned());
    }
    warnings.extend(clock_warning(view.experiment.cells.iter()));
    warnings.extend(unused(view.experiment, references));
    warnings
}

/// TOML to paste into an experiment.
pub(super) fn snippets(view: &View<'_>) -> Section {
    let (kind, many) = (view.experiment.kind.plays, view.unit.many);
    let section = Section::new("paste", "To paste").paragraph(format!(
        "The parameters that the search recommends, as a table of an experiment. An experiment of the kind \"{kind}\" with \
         seeds = \"{SEARCHED}\" in [{kind}] plays the {many} of the search again."
    ));
    view.claims.iter().filter(|claim| view.tunings[claim.tuning].search.is_done()).fold(section, |section, claim| {
        if claim.points[0].verdict() == Verdict::Worse {
            let label = if claim.label.is_empty() { String::new() } else { format!("{}: ", claim.label) };
            return section
                .paragraph(format!("{label}The chosen point is left out, since its confirmation shows that the default is better."));
        }
        let tuned = &view.tunings[claim.tuning];
        let chosen = tuned.arena.points[claim.finding.chosen];
        let cell = tuned.arena.games[tuned.games[0]].search[claim.finding.chosen].first();
        let entry = cell.map_or("", |&cell| view.experiment.cells[cell].participants[0].program.name());
        let mut text = format!("[agent.{}]\nuse = \"{entry}\"\n", view.tuning.agent);
        let values = view.tuning.params.iter().zip(&view.tuning.points[chosen]).filter_map(|(param, level)| {
            let value = &param.values[(*level)?];
            let value = match value {
                treebench_games::params::Value::Text(text) => toml::Value::String(text.clone()).to_string(),
                other => other.to_string(),
            };
            Some(format!("{} = {value}", param.name))
        });
        text.push_str(&format!("params = {{ {} }}\n", values.collect::<Vec<_>>().join(", ")));
        let caption = if claim.label.is_empty() { "The tuned agent.".to_owned() } else { format!("{}.", claim.label) };
        section.block(Listing { caption, text })
    })
}
