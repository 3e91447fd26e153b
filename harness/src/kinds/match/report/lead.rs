//! What the numbers say, and what a reader must know before trusting them.

use super::view::{Seen, View, game, shown, words};
use super::{best, stopped};
use crate::agents::engines::ENGINE;
use crate::kinds::r#match::{Ending, MatchSettings, TurnClock, uneven_cap};
use crate::report::{References, listed, missing, plural, unused};
use crate::reports::Verdict;
use crate::stats::{LEVEL, failure_bounds};
use std::collections::{BTreeMap, BTreeSet};
use treebench_games::params::Params as _;

/// The answer in a few sentences.
pub(super) fn sentences(view: &View<'_>) -> Vec<String> {
    let played: Vec<&Seen<'_>> = view.cells.iter().filter(|seen| seen.is_played()).collect();
    if played.is_empty() {
        let missing: u64 = view.cells.iter().map(Seen::missing).sum();
        return vec![match missing {
            0 => "No game has been played yet.".to_owned(),
            _ => format!("None of the games played has a result: {missing} of {missing} failed."),
        }];
    }
    // The second opinion where a test of two hypotheses decides.
    let own = |seen: &Seen<'_>| if seen.no_verdict.is_some() { Verdict::Same } else { shown(seen.judged.verdict) };
    let count = |verdict: Verdict| played.iter().filter(|seen| own(seen) == verdict).count();
    let (better, same, worse) = (count(Verdict::Better), count(Verdict::Same), count(Verdict::Worse));
    let firm = played.iter().filter(|seen| own(seen) != Verdict::Same && seen.holm <= LEVEL).count();
    // A test of two hypotheses is what was asked; the intervals ask more, and may leave open what it has decided.
    let mut sentences: Vec<String> = stopped::decisions(view).into_iter().collect();
    let by = if sentences.is_empty() { "In" } else { "By the always-valid intervals, which ask for more evidence than the test, in" };
    sentences.push(format!(
        "{by} {better} of {} the candidate is better than an even result, in {worse} worse, and in {same} the two cannot be told apart.{}",
        plural(played.len() as u64, "cell"),
        match better + worse {
            0 => String::new(),
            found => format!(" Judged all together (Holm, 5 %), {firm} of these {found} hold."),
        }
    ));
    sentences.extend(stopped::ended(view));
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    played.iter().filter_map(|seen| seen.no_verdict).for_each(|reason| *reasons.entry(reason).or_default() += 1);
    for (reason, cells) in reasons {
        sentences.push(format!("In {} there is no verdict: {reason}.", plural(cells, "cell")));
    }
    let few = played.iter().filter(|seen| !seen.judged.decidable).count();
    if few > 0 {
        let what = plural(few as u64, "cell");
        sentences.push(format!("In {what} there are too few different games for any verdict: two players need six different pairs."));
    }
    let best = best::sentences(view);
    // More are a paragraph of the section.
    if best.len() <= best::MOST_IN_LEAD {
        sentences.extend(best);
    }
    sentences
}

/// What a reader must know before trusting a number.
pub(super) fn warnings(view: &View<'_>, references: &References) -> Vec<String> {
    let mut warnings = Vec::new();
    if view.experiment.stop_rule().is_some() {
        warnings.extend(stopped::unfinished(view));
    } else {
        warnings.extend(missing(view.experiment, view.cells.iter().map(|seen| seen.summary.played).sum(), "games"));
    }
    let (mut equal, mut repeated, mut uneven) = (Vec::new(), Vec::new(), Vec::new());
    let mut endings = [
        (Ending::Void, "Void games count in no win rate", Vec::new()),
        (Ending::LengthCap, "Games were cut off and scored by cap-score", Vec::new()),
    ];
    for seen in &view.cells {
        let place = format!("{}, {}", game(seen.cell), words(&view.variant(seen.cell)));
        for (name, &failures) in seen.cell.participant_names().iter().zip(&seen.summary.failures) {
            if failures > 0 {
                warnings.push(format!("{place}: {} of `{}` count in no win rate.", plural(failures, "failure"), name));
            }
        }
        let scores = &seen.summary.scores;
        if let Some((lost, won)) = failure_bounds(scores.sum(), scores.count(), seen.missing()).filter(|_| seen.missing() > 0) {
            let without = plural(seen.missing(), "game");
            warnings.push(format!(
                "{place}: {without} without a result. The score would be {:.1} % if they had been lost, {:.1} % if they had been won.",
                100.0 * lost,
                100.0 * won
            ));
        }
        for (ending, _, cells) in &mut endings {
            let count = seen.summary.ended(*ending);
            if count > 0 {
                cells.push(format!("{place} ({count})"));
            }
        }
        if seen.summary.ended(Ending::LengthCap) > 0 {
            uneven.extend(uneven_cap(seen.cell).map(|share| format!("{place}: {share}")));
        }
        if seen.summary.disagreements > 0 {
            let count = plural(seen.summary.disagreements, "time");
            warnings.push(format!("{place}: {count} an engine named another winner than the referee, whose rules decide."));
        }
        let distinct = seen.summary.distinct_games();
        if 2 * distinct < scores.count() {
            repeated.push(format!("{place} ({} of {})", plural(distinct, "distinct game"), scores.count()));
        }
        if scores.count() > 1 && scores.variance() == 0.0 {
            equal.push(place);
        }
    }
    for (_, what, cells) in endings {
        if !cells.is_empty() {
            warnings.push(format!("{what} in {}: {}.", plural(cells.len() as u64, "cell"), listed(cells)));
        }
    }
    if !uneven.is_empty() {
        warnings.push(format!(
            "What cap-score gives every player is not an even result, so that scores and verdicts lean to one side: {}.",
            listed(uneven)
        ));
    }
    if !repeated.is_empty() {
        warnings.push(format!(
            "Games are repeated in {}, and count once in verdicts; `openings` or `random-plies` in [match] begin them differently: {}.",
            plural(repeated.len() as u64, "cell"),
            listed(repeated)
        ));
    }
    if !equal.is_empty() {
        let cells = plural(equal.len() as u64, "cell");
        warnings.push(format!(
            "All results are equal in {cells}, so that the ± of the papers is 0 there; the interval is not: {}.",
            listed(equal)
        ));
    }
    warnings.extend(engines(view));
    warnings.extend(timed(view));
    warnings.extend(unused(view.experiment, references));
    warnings
}

/// Engines are programs of others: nobody here can promise that they play the same again.
fn engines(view: &View<'_>) -> Option<String> {
    let participants = view.cells.iter().flat_map(|seen| &seen.cell.participants);
    let engines: BTreeSet<&str> =
        participants.filter(|participant| participant.entry.name == ENGINE.name).map(|participant| participant.name.as_str()).collect();
    let names: Vec<String> = engines.into_iter().map(|name| format!("`{name}`")).collect();
    (!names.is_empty()).then(|| {
        format!(
            "Engines play ({}): under counted budgets, too, the results are repeatable only as far as these programs are with their seeds.",
            names.join(", ")
        )
    })
}

/// Which clock budgets of time were measured by, and where agents did not get what their budget promises.
fn timed(view: &View<'_>) -> Vec<String> {
    let timed: Vec<_> = view.cells.iter().filter(|seen| seen.cell.participants.iter().any(|p| !p.budget.is_counted())).collect();
    let Some(first) = timed.first() else { return Vec::new() };
    let by_processor = MatchSettings::from_values(&first.cell.settings).is_ok_and(|settings| settings.clock == TurnClock::Cpu);
    let mut warnings = vec![if by_processor {
        "Budgets of processor time of the playing thread: the results are not exactly repeatable, and depend on the machine.".to_owned()
    } else {
        "Budgets of wall time: the results are not exactly repeatable, and depend on the machine and its load.".to_owned()
    }];
    let (mut over, mut starved) = (Vec::new(), Vec::new());
    for seen in timed {
        let place = format!("{}, {}", game(seen.cell), words(&view.variant(seen.cell)));
        let names = seen.cell.participant_names();
        for ((participant, name), effort) in seen.cell.participants.iter().zip(&names).zip(&seen.summary.effort) {
            if participant.budget.is_counted() {
                continue;
            }
            if let Some(share) = effort.per_turn(effort.turns_over).filter(|&share| share > MOST_TURNS_OVER) {
                let longest = effort.longest_turn as f64 * 1e-6;
                over.push(format!("{place}: `{name}` {:.1} %, the longest {longest:.3} s", 100.0 * share));
            }
            if let Some(share) = effort.core_share().filter(|&share| share < LEAST_CORE_SHARE && !by_processor) {
                starved.push(format!("{place}: `{name}` {:.0} %", 100.0 * share));
            }
        }
    }
    if !over.is_empty() {
        warnings.push(format!(
            "Turns exceeded their budget of time by more than a tenth ({}): {}.",
            plural(over.len() as u64, "case"),
            listed(over)
        ));
    }
    if !starved.is_empty() {
        let what = "Agents got less than 90 % of a core, so that their turns were worth less than their budget";
        warnings.push(format!("{what} ({}): {}.", plural(starved.len() as u64, "case"), listed(starved)));
    }
    warnings
}

/// The share of turns that may exceed a budget of time by more than a tenth before the report says so.
const MOST_TURNS_OVER: f64 = 0.01;
/// The share of a core that an agent must get for its budget of wall time to be worth its name.
const LEAST_CORE_SHARE: f64 = 0.9;
