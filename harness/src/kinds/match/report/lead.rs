//! The answer in words, and its caveats.

use super::average::Average;
use super::best::Choice;
use super::identity::is_mostly_mirrored;
use super::view::{CellView, NoVerdictReason, View, elo_words, interval, shown};
use super::{average_tests, best, identity, sequential_tests};
use crate::experiment::{Cell, Program, References};
use crate::kinds::r#match::caveats::{by_processor, nested_openings, starved, turns_over};
use crate::kinds::r#match::stop::always_valid;
use crate::kinds::r#match::{Effort, Ending, failures_lose, uneven_cap};
use crate::report::{indefinite, listed, missing, plural, unused};
use std::collections::{BTreeMap, BTreeSet};
use treebench_reports::Verdict;
use treebench_stats::{LEVEL, failure_bounds, rounds_to_decide};

/// More games are not planned.
const MOST_PLANNED: f64 = 1e6;

/// The answer in at most five sentences: the best variant, the number of cells, and the caveats.
pub(super) fn sentences(view: &View<'_>, choices: &[Choice<'_>]) -> Vec<String> {
    let played: Vec<&CellView<'_>> = view.cells.iter().filter(|seen| seen.is_played()).collect();
    if played.is_empty() {
        let missing: u64 = view.cells.iter().map(CellView::missing).sum();
        return vec![match missing {
            0 => "No game has been played yet.".to_owned(),
            _ => format!("None of the games played has a result: {missing} of {missing} failed."),
        }];
    }
    let mut sentences = best::lead(view, choices);
    sentences.extend(pair(view, &played));
    match sequential_tests::decisions(view) {
        Some(decisions) => sentences.extend(decisions),
        None => {
            sentences.push(verdicts(view, &played));
            sentences.extend(average_tests::ended(view));
        }
    }
    sentences.extend(undecidable(&played));
    sentences.extend(caveats(view));
    sentences
}

/// The average score of one candidate against one set of opponents over all cells. Cells that were stopped one by one have no valid average.
fn pair(view: &View<'_>, played: &[&CellView<'_>]) -> Option<String> {
    let first = played.first()?.cell;
    let are_the_same = played.iter().all(|seen| seen.cell.participant_names() == first.participant_names());
    if view.variants.len() > 1 || view.stopped.is_some() || !are_the_same {
        return None;
    }
    let names: Vec<String> = first.participant_names().iter().map(|name| view.experiment.labels.of(name).to_owned()).collect();
    let (candidate, opponents) = names.split_first()?;
    let average = Average::of(played)?;
    let over = if played.len() > 1 { format!(" over {}", plural(played.len() as u64, "game")) } else { String::new() };
    // The interval of the only cell is that of the tables.
    let shown = if let [only] = played { interval(only) } else { average.shown(view, played, None) };
    let score = average.words(view, shown, "%");
    // Words about validity end in a comma, where more may follow.
    let score = score.trim_end_matches(',');
    let elo = if let [only] = played { elo_words(only, only.judged.estimate.mean, only.judged.interval) } else { None };
    let elo = elo.map_or(String::new(), |elo| format!(", {elo}"));
    Some(format!("{candidate} against {}{over}: {score}{elo}.", opponents.join(" and ")))
}

/// The number of cells in which the candidate is better, worse, and neither.
fn verdicts(view: &View<'_>, played: &[&CellView<'_>]) -> String {
    let own = |seen: &CellView<'_>| if seen.no_verdict.is_some() { Verdict::Undecided } else { shown(seen.judged.verdict) };
    let count = |verdict: Verdict| played.iter().filter(|seen| own(seen) == verdict).count();
    let (better, undecided, worse) = (count(Verdict::Better), count(Verdict::Undecided), count(Verdict::Worse));
    if let [only] = played {
        return match own(only) {
            Verdict::Better => "The candidate is better than an even result.".to_owned(),
            Verdict::Worse => "The candidate is worse than an even result.".to_owned(),
            // A rule of [stop] says itself when enough was played.
            _ if view.experiment.stop_rule().is_some() => "The difference is not significant.".to_owned(),
            _ => format!("The difference is not significant.{}", to_decide(only)),
        };
    }
    let firm = played.iter().filter(|seen| own(seen) != Verdict::Undecided && seen.holm <= LEVEL).count();
    let together = match better + worse {
        0 => String::new(),
        found => format!(" Judged jointly (Holm, 5 %), {firm} of these {found} hold."),
    };
    let cells = plural(played.len() as u64, "cell");
    format!(
        "In {better} of {cells} the candidate is better than an even result, in {worse} worse, and in {undecided} the difference is not \
         significant.{together}"
    )
}

/// A planning figure for an undecided cell: how many more games decide it, by the test of runs that grow, if the score stays as it is. Nothing where the
/// games say nothing about others.
fn to_decide(seen: &CellView<'_>) -> String {
    if seen.no_verdict.is_some() || !seen.decidable || is_mostly_mirrored(seen) || seen.summary.scores.variance() == 0.0 {
        return String::new();
    }
    let sequence = always_valid(seen.cell, &seen.summary.rounds);
    let games = rounds_to_decide(&sequence, LEVEL) * f64::from(sequence.size());
    let score = 100.0 * sequence.values().mean();
    if games > MOST_PLANNED {
        return format!(" For planning: if the score stays at {score:.1} %, even a million more games do not decide it.");
    }
    // Two digits are all that it is good for.
    let unit = 10f64.powf((games.log10().floor() - 1.0).max(0.0));
    format!(" For planning: if the score stays at {score:.1} %, about {:.0} more games decide it.", (games / unit).ceil() * unit)
}

/// Cells that cannot have a verdict, and why.
fn undecidable(played: &[&CellView<'_>]) -> Option<String> {
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    for seen in played {
        let few = (!seen.decidable).then_some("too few distinct games (two players need six distinct pairs)");
        if let Some(reason) = seen.no_verdict.map(NoVerdictReason::words).or(few) {
            *reasons.entry(reason).or_default() += 1;
        }
    }
    let reasons: Vec<String> = reasons.into_iter().map(|(reason, cells)| format!("in {}, {reason}", plural(cells, "cell"))).collect();
    (!reasons.is_empty()).then(|| format!("No verdict: {}.", reasons.join("; ")))
}

/// Caveats of the numbers: failures, and agents that lacked processor time.
fn caveats(view: &View<'_>) -> Option<String> {
    let sum = |of: fn(&CellView<'_>) -> u64| view.cells.iter().map(of).sum::<u64>();
    let (missing, lost, retried) = (sum(|seen| seen.missing()), sum(|seen| seen.summary.lost_by_failure), sum(|seen| seen.summary.retried));
    let games = plural(sum(|seen| seen.summary.played) + retried, "game");
    let failures = (missing + lost > 0).then(|| {
        let by: Vec<String> = failures(view)
            .into_iter()
            .map(|((name, _), cells)| format!("`{name}` {}", cells.iter().map(|(_, n)| n).sum::<u64>()))
            .collect();
        let by = if by.is_empty() { String::new() } else { format!(" (failures: {})", listed(by)) };
        let again = if retried > 0 { format!(", {retried} of them played again") } else { String::new() };
        let missing = (missing > 0).then(|| format!("{missing} of {games} have no result{again}"));
        let lost = (lost > 0).then(|| format!("{lost} of {games} were lost by failure"));
        missing.into_iter().chain(lost).collect::<Vec<_>>().join(", ") + &by
    });
    let starved = shares(view).len();
    let starved = (starved > 0)
        .then(|| format!("the machine was busy: in {}, an agent got less than 90 % of a core", plural(starved as u64, "case")));
    let caveats: Vec<String> = failures.into_iter().chain(starved).collect();
    (!caveats.is_empty()).then(|| format!("Caveat: {}.", caveats.join("; ")))
}

/// The failures of every participant, and whether they count as losses: where, and how many.
fn failures(view: &View<'_>) -> BTreeMap<(String, bool), Vec<(String, u64)>> {
    let mut failures: BTreeMap<(String, bool), Vec<(String, u64)>> = BTreeMap::new();
    for seen in &view.cells {
        for (name, &count) in seen.cell.participant_names().into_iter().zip(&seen.summary.failures).filter(|(_, count)| **count > 0) {
            failures.entry((name, failures_lose(seen.cell))).or_default().push((view.title(seen), count));
        }
    }
    failures
}

/// Warnings about the numbers.
pub(super) fn warnings(view: &View<'_>, references: &References) -> Vec<String> {
    let mut warnings = Vec::new();
    if view.experiment.stop_rule().is_some() {
        warnings.extend(sequential_tests::unfinished(view).or_else(|| average_tests::unfinished(view)));
    } else {
        warnings.extend(missing(view.experiment, view.cells.iter().map(|seen| seen.summary.played).sum(), "games"));
    }
    let (mut equal, mut repeated, mut uneven, mut unshared) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut endings = [
        (Ending::Void, "Void games do not count in win rates", Vec::new()),
        (Ending::LengthCap, "Games were cut off and scored by cap-score", Vec::new()),
        (Ending::Adjudication, "Games were adjudicated by scores, the solver or tablebases", Vec::new()),
    ];
    let nested = view.cells.iter().map(|seen| (seen, nested_openings(seen.cell, seen.summary))).filter(|(_, count)| *count > 0);
    let nested: Vec<String> = nested.map(|(seen, count)| format!("{} ({count})", view.title(seen))).collect();
    if !nested.is_empty() {
        let counts = if view.experiment.stop_rule().is_some() {
            "one game of agents without random numbers counts as several"
        } else {
            "a game that follows several of them is played several times, and counts once in verdicts"
        };
        warnings
            .push(format!("Openings continue what others begin: {counts}; `openings-plies` cuts them to one length: {}.", listed(nested)));
    }
    for ((name, lose), cells) in failures(view) {
        let count = plural(cells.iter().map(|(_, count)| count).sum(), "failure");
        let places = listed(cells.into_iter().map(|(place, count)| format!("{place} ({count})")).collect());
        let what = if lose { "count as losses" } else { "do not count in win rates" };
        warnings.push(format!("{count} of `{name}` {what}: {places}."));
    }
    for seen in &view.cells {
        let place = view.title(seen);
        let scores = &seen.summary.scores;
        if let Some((lost, won)) = failure_bounds(scores.sum(), scores.count(), seen.missing()).filter(|_| seen.missing() > 0) {
            let without = plural(seen.missing(), "game");
            let again = match seen.summary.retried {
                0 => String::new(),
                retried => format!(", {retried} of them played again"),
            };
            warnings.push(format!(
                "{place}: {without} without a result{again}. The score would be {:.1} % if all were lost, {:.1} % if all were won.",
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
            warnings.push(format!("{place}: {count} an engine named a different winner from the referee, whose verdict counts."));
        }
        if seen.summary.failed_draws > 0 {
            let count = plural(seen.summary.failed_draws, "time");
            warnings.push(format!(
                "{place}: {count} no position was found that agrees with what the searching player knew, and another was searched."
            ));
        }
        let distinct = seen.summary.distinct_games();
        if 2 * distinct < scores.count() {
            repeated.push(format!("{place} ({} of {})", plural(distinct, "distinct game"), scores.count()));
        }
        if seen.no_verdict == Some(NoVerdictReason::UnevenScores) {
            unshared.push(place.clone());
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
        warnings.push(format!("`cap-score` is not an even result, which biases scores and verdicts: {}.", listed(uneven)));
    }
    if !unshared.is_empty() {
        warnings.push(format!(
            "Scores do not sum to one win per game in {}, so an equal share is not an even result, and there is no verdict: {}.",
            plural(unshared.len() as u64, "cell"),
            listed(unshared)
        ));
    }
    if !repeated.is_empty() {
        warnings.push(format!(
            "Games repeat in {} and count once in verdicts; `openings` or `random-plies` in [match] vary them: {}.",
            plural(repeated.len() as u64, "cell"),
            listed(repeated)
        ));
    }
    if !equal.is_empty() {
        let cells = plural(equal.len() as u64, "cell");
        warnings
            .push(format!("All results are equal in {cells}, so the ± of the papers is 0 there; the interval is not: {}.", listed(equal)));
    }
    warnings.extend(identity::warnings(view));
    warnings.extend(programs(view));
    warnings.extend(timed(view));
    warnings.extend(unused(view.experiment, references));
    warnings.extend(indefinite(view.experiment, references));
    warnings
}

/// Engines and classes of an interpreter are programs from elsewhere, which may not be repeatable.
fn programs(view: &View<'_>) -> Vec<String> {
    let named = |is: fn(&Program) -> bool, what: &str, these: &str| {
        let participants = view.cells.iter().flat_map(|seen| &seen.cell.participants);
        let names: BTreeSet<&str> =
            participants.filter(|participant| is(&participant.program)).map(|participant| participant.name.as_str()).collect();
        let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
        (!names.is_empty()).then(|| {
            format!(
                "{what} play ({}): even under counted budgets, results are reproducible only if these {these} are for a fixed seed.",
                names.join(", ")
            )
        })
    };
    let engines = named(|program| matches!(program, Program::Engine(_)), "Engines", "programs");
    engines.into_iter().chain(named(|program| matches!(program, Program::Script(_)), "Python agents", "classes")).collect()
}

/// The clock of time budgets, and agents that got less than their budget.
fn timed(view: &View<'_>) -> Vec<String> {
    let Some(warning) = clock_warning(view.cells.iter().map(|seen| seen.cell)) else { return Vec::new() };
    let mut warnings = vec![warning];
    let over: Vec<String> = participants(view)
        .filter_map(|(seen, name, effort)| {
            let share = turns_over(effort)?;
            let longest = effort.longest_turn as f64 * 1e-6;
            Some(format!("{}: `{name}` {:.1} %, the longest {longest:.3} s", view.title(seen), 100.0 * share))
        })
        .collect();
    if !over.is_empty() {
        warnings.push(format!(
            "Turns exceeded their budget of time by more than a tenth ({}): {}.",
            plural(over.len() as u64, "case"),
            listed(over)
        ));
    }
    let starved = shares(view);
    if !starved.is_empty() {
        let what = "Agents got less than 90 % of a core, so their turns were worth less than their budget";
        warnings.push(format!("{what} ({}): {}.", plural(starved.len() as u64, "case"), listed(starved)));
    }
    warnings
}

/// The participants with a budget of time.
fn participants<'v>(view: &'v View<'_>) -> impl Iterator<Item = (&'v CellView<'v>, String, &'v Effort)> {
    view.cells.iter().flat_map(|seen| {
        let all = seen.cell.participants.iter().zip(seen.cell.participant_names()).zip(&seen.summary.effort);
        all.filter(|((participant, _), _)| !participant.budget.is_counted()).map(move |((_, name), effort)| (seen, name, effort))
    })
}

/// Agents that got too little of a core for their budget of wall time.
fn shares(view: &View<'_>) -> Vec<String> {
    let starved = participants(view).filter_map(|(seen, name, effort)| {
        let share = starved(seen.cell, effort)?;
        Some(format!("{}: `{name}` {:.0} %", view.title(seen), 100.0 * share))
    });
    starved.collect()
}

/// The clock of a match's time budgets, and what results depend on; `None` if all budgets are counted.
pub(in crate::kinds) fn clock_warning<'c>(mut cells: impl Iterator<Item = &'c Cell>) -> Option<String> {
    let timed = cells.find(|cell| cell.participants.iter().any(|participant| !participant.budget.is_counted()))?;
    Some(if by_processor(timed) {
        "Budgets of processor time of the playing thread: results are not exactly reproducible and depend on the machine.".to_owned()
    } else {
        "Budgets of wall time: results are not exactly reproducible and depend on the machine and its load.".to_owned()
    })
}
