//! The answers to the hypotheses that an experiment states: yes, no, or not decided, and by how much.

use super::details::name;
use super::view::{Seen, View, average_interval, interval};
use crate::experiment::Hypothesis;
use crate::report::plural;
use crate::reports::p_words;
use crate::stats::{Answer, Claim, ONE_SIDED, Over, Score, Side, answer, holm_adjusted};

/// A sentence or two per hypothesis, in the order of the file. All of them are judged together (Holm): an answer is given where its
/// one-sided p-value is at most 2.5 % after that, so that a single score is answered as its 95 % interval says.
pub(super) fn sentences(view: &View<'_>) -> Vec<String> {
    let hypotheses = &view.experiment.hypotheses;
    let answer = |hypothesis: &Hypothesis| answer(hypothesis.claim, &scores(&played(view, hypothesis)));
    let found: Vec<Option<Answer>> = hypotheses.iter().map(answer).collect();
    let least: Vec<f64> = found.iter().map(|found| found.map_or(1.0, |found| found.yes.min(found.no))).collect();
    let adjusted = holm_adjusted(&least);
    hypotheses.iter().zip(&found).zip(&adjusted).map(|((hypothesis, found), &p)| sentence(view, hypothesis, *found, p)).collect()
}

fn played<'v>(view: &'v View<'_>, hypothesis: &Hypothesis) -> Vec<&'v Seen<'v>> {
    hypothesis.cells.iter().map(|&index| &view.cells[index]).filter(|seen| seen.is_played()).collect()
}

fn scores(cells: &[&Seen<'_>]) -> Vec<Score> {
    cells.iter().map(|seen| Score { estimate: seen.judged.estimate, even: seen.even, p: seen.judged.p }).collect()
}

/// The sentence; `p` is the one-sided p-value of the answer, corrected for the number of hypotheses.
fn sentence(view: &View<'_>, hypothesis: &Hypothesis, found: Option<Answer>, p: f64) -> String {
    let cells = played(view, hypothesis);
    let (stated, all) = (words(hypothesis), hypothesis.cells.len());
    let Some(found) = found else {
        let none = format!("none of {} has a result yet", plural(all as u64, "cell"));
        return format!("Not decided: {}. ({stated})", if all == 0 { "no cell of this grid is meant".to_owned() } else { none });
    };
    let decided = p <= ONE_SIDED;
    let word = match (decided, found.yes <= found.no) {
        (false, _) => "Not decided",
        (true, true) => "Yes",
        (true, false) => "No",
    };
    let so_far = if cells.len() < all { format!(" so far, from {} of {all} cells", cells.len()) } else { String::new() };
    let count = view.experiment.hypotheses.len();
    let corrected = if count > 1 { format!(", corrected for {count} hypotheses") } else { String::new() };
    let p = p_words((2.0 * p).min(1.0));
    format!(
        "{word}{so_far}: {} ({p}{corrected}; {}). The hypothesis: {stated}",
        measured(view, hypothesis.claim, &cells, found, decided),
        test(view, hypothesis.claim, &cells),
    )
}

/// The hypothesis as a sentence.
fn words(hypothesis: &Hypothesis) -> String {
    let said = hypothesis.words.trim();
    if !said.is_empty() {
        return format!("{said}{}", if said.ends_with(['.', '?', '!']) { "" } else { "." });
    }
    let Claim { side, over, margin } = hypothesis.claim;
    let by = if margin > 0.0 { format!(" by more than {} points", 100.0 * margin) } else { String::new() };
    let is = match side {
        Side::Above => format!("better than an even result{by}"),
        Side::Below => format!("worse than an even result{by}"),
        Side::Near => format!("within {} points of an even result", 100.0 * margin),
    };
    let cells = plural(hypothesis.cells.len() as u64, "cell");
    match over {
        _ if hypothesis.cells.len() == 1 => format!("the candidate is {is}."),
        Over::Average => format!("the candidate is {is} on average over {cells}."),
        Over::Every => format!("the candidate is {is} in every one of {cells}."),
        Over::Some => format!("the candidate is {is} in at least one of {cells}."),
    }
}

/// The score that decides, with its interval.
fn measured(view: &View<'_>, claim: Claim, cells: &[&Seen<'_>], found: Answer, decided: bool) -> String {
    let even = |even: f64| format!("{:.1}", 100.0 * even).trim_end_matches(".0").to_owned();
    let Some(seen) = found.decisive.and_then(|place| cells.get(place)) else {
        let level = cells.iter().map(|seen| seen.even).sum::<f64>() / cells.len().max(1) as f64;
        let average = view.average(cells.iter().copied()).map(|average| average_interval(&average));
        return average.map_or(String::new(), |average| {
            format!(
                "the candidate scores {:.1} % [{:.1}, {:.1}] on average over {}, where {} % is even",
                average.value,
                average.low,
                average.high,
                plural(cells.len() as u64, "cell"),
                even(level)
            )
        });
    };
    let ours = interval(seen);
    let score = format!("{:.1} % [{:.1}, {:.1}]", ours.value, ours.low, ours.high);
    if cells.len() == 1 {
        return format!("the candidate scores {score}, where {} % is even", even(seen.even));
    }
    let what = match (claim.over, decided, found.yes <= found.no) {
        (Over::Every, true, true) | (Over::Some, true, false) => "even the least clear cell has",
        (_, true, _) => "the clearest cell has",
        (Over::Every, false, _) => "the cell that speaks most against it has",
        (_, false, _) => "the cell that speaks most for it has",
    };
    format!("{what} {score} ({}), where {} % is even", name(view, seen.cell), even(seen.even))
}

/// The test that decides.
fn test(view: &View<'_>, claim: Claim, cells: &[&Seen<'_>]) -> String {
    let stopped = view.experiment.stop.is_some();
    let single = match (claim.margin > 0.0 || claim.side == Side::Near, stopped) {
        (true, true) => "Wilson's interval, which does not allow for stopping",
        (true, false) => "Wilson's interval from pairs of games",
        (false, true) => "valid wherever play stops",
        (false, false) => "exact permutation test on pairs of games",
    };
    match claim.over {
        _ if cells.len() == 1 => single.to_owned(),
        Over::Average if stopped => "sum of independent Wilson intervals, which do not allow for stopping".to_owned(),
        Over::Average => "sum of independent Wilson intervals, each cell counted once".to_owned(),
        Over::Every => format!("every cell must hold, a contrary one is corrected for choosing it; {single}"),
        Over::Some => format!("a cell that holds is corrected for choosing it among {}; {single}", cells.len()),
    }
}
