//! The answer in words, and its caveats.

use super::average::Average;
use super::best::Choice;
use super::hypotheses::even_words;
use super::view::{CellView, NoVerdictReason, View, elo_words, interval, label, shown};
use super::warnings::{failures, shares};
use super::{average_tests, best, sequential_tests};
use crate::experiment::AxisValue;
use crate::kinds::r#match::stop::always_valid;
use crate::report::{listed, plural};
use std::collections::BTreeMap;
use treebench_reports::Verdict;
use treebench_stats::{LEVEL, rounds_to_decide};

/// More cells are not named one by one.
const MOST_NAMED: usize = 3;

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
    sentences.extend(each_variant(view, choices));
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
    let over = over_games(view, played);
    // The interval of the only cell is that of the tables.
    let shown = if let [only] = played { interval(only) } else { average.shown(view, played, None) };
    let score = average.words(view, shown, "%");
    // Words about validity end in a comma, where more may follow.
    let score = score.trim_end_matches(',');
    let elo = if let [only] = played { elo_words(only, only.judged.estimate.mean, only.judged.interval) } else { None };
    let elo = elo.map_or(String::new(), |elo| format!(", {elo}"));
    let even = played.first().map(|seen| seen.even).filter(|even| played.iter().all(|seen| seen.even == *even));
    let even = even.map_or(String::new(), even_words);
    Some(format!("{candidate} against {}{over}: {score}{elo}{even}.", opponents.join(" and ")))
}

/// How many games an average is over, and how many of them are played in part; nothing for a single one.
fn over_games(view: &View<'_>, played: &[&CellView<'_>]) -> String {
    let parts = played.iter().filter(|seen| seen.games_of_a_part(view.experiment).is_some()).count();
    match (played.len(), parts) {
        (1, _) => String::new(),
        (games, 0) => format!(" over {}", plural(games as u64, "game")),
        (games, parts) => format!(" over {}, {parts} of them played in part", plural(games as u64, "game")),
    }
}

/// The average score of each of few variants that are not compared with each other, as those with several budgets are not.
fn each_variant(view: &View<'_>, choices: &[Choice<'_>]) -> Option<String> {
    if !choices.is_empty() || view.stopped.is_some() || !(2..=MOST_NAMED).contains(&view.variants.len()) {
        return None;
    }
    let score = |variant: &Vec<AxisValue>| {
        let cells = view.played(variant);
        let shown = if let [only] = cells[..] { interval(only) } else { Average::of(&cells)?.shown(view, &cells, None) };
        let share = format!("{:.1} % [{:.1}, {:.1}]", shown.value, shown.low, shown.high);
        Some(format!("{} {share}{}", label(view, variant), over_games(view, &cells)))
    };
    let scores: Vec<String> = view.variants.iter().filter_map(score).collect();
    let valid = if view.anytime { " (always valid)" } else { "" };
    (!scores.is_empty()).then(|| format!("Scores{valid}: {}.", scores.join("; ")))
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
    let found: Vec<&CellView<'_>> = played.iter().copied().filter(|seen| own(seen) != Verdict::Undecided).collect();
    let loose: Vec<String> = found.iter().filter(|seen| seen.holm > LEVEL).map(|seen| view.title(seen)).collect();
    let together = match (found.len(), found.len() - loose.len()) {
        (0, _) => String::new(),
        (1, firm) => format!("; judged jointly (Holm, 5 %), it {}", if firm == 1 { "holds" } else { "does not hold" }),
        (found, firm) if (1..=MOST_NAMED).contains(&loose.len()) => {
            format!("; judged jointly (Holm, 5 %), {firm} of these {found} hold, and not {}", loose.join("; "))
        }
        (found, firm) => format!("; judged jointly (Holm, 5 %), {firm} of these {found} hold"),
    };
    let cells = plural(played.len() as u64, "cell");
    format!("Better than even in {better} of {cells}, worse in {worse}, not significantly different in {undecided}{together}.")
}

/// A planning figure for an undecided cell: how many more games decide it, by the test of runs that grow, if the score stays as it is. Nothing where the
/// games say nothing about others.
fn to_decide(seen: &CellView<'_>) -> String {
    let summary = seen.summary;
    // A verdict must hold whatever games without a result were, so more games alone may not bring one.
    let is_doubtful = seen.missing() > 0 || summary.one_sided > 0 || summary.is_mostly_mirrored() || summary.scores.variance() == 0.0;
    if seen.no_verdict.is_some() || !seen.decidable || is_doubtful {
        return String::new();
    }
    let sequence = always_valid(seen.cell, &summary.rounds);
    let games = rounds_to_decide(&sequence).ceil() * f64::from(sequence.size());
    let score = 100.0 * sequence.values().mean();
    if games > MOST_PLANNED {
        return format!(" For planning: at a true score of {score:.1} %, a decision would take more than a million more games.");
    }
    // Two digits are all that it is good for.
    let unit = 10f64.powf((games.log10().floor() - 1.0).max(0.0));
    format!(
        " For planning: at a true score of {score:.1} %, a decision would take about {:.0} more games; the true score is probably closer to even, which \
         takes more.",
        (games / unit).ceil() * unit
    )
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
