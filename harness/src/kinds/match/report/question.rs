//! What became of the hypotheses that an experiment states.

use super::details::name;
use super::view::{Seen, View, average_interval, interval};
use crate::experiment::Hypothesis;
use crate::report::{Claimed, Found, claim_words, judge_together, plural, sides};
use crate::reports::model::Interval;
use crate::stats::{Answer, Claim, ONE_SIDED, Over, Score, Side, answer, answer_difference};

/// The hypotheses in the order of the file, held against the scores. All of them are judged together (Holm): an answer is given where its
/// one-sided p-value is at most 2.5 % after that, so that a single score is answered as its 95 % interval says.
pub(super) fn claims(view: &View<'_>) -> Vec<Claimed> {
    let mut claims: Vec<Claimed> = view.experiment.hypotheses.iter().map(|hypothesis| claimed(view, hypothesis)).collect();
    judge_together(&mut claims);
    claims
}

fn claimed(view: &View<'_>, hypothesis: &Hypothesis) -> Claimed {
    let (about, than) = (played(view, &hypothesis.cells), hypothesis.than.as_ref().map(|than| played(view, than)));
    let found = match &than {
        Some(than) => difference(view, hypothesis.claim, &about, than),
        None => answer(hypothesis.claim, &scores(&about)).map(|answer| held(view, hypothesis.claim, &about, answer)),
    };
    Claimed {
        says: claim_words(hypothesis),
        source: hypothesis.source.clone(),
        cells: hypothesis.cells.len() + hypothesis.than.as_ref().map_or(0, Vec::len),
        played: about.len() + than.map_or(0, |than| than.len()),
        found,
    }
}

fn played<'v>(view: &'v View<'_>, cells: &[usize]) -> Vec<&'v Seen<'v>> {
    cells.iter().map(|&index| &view.cells[index]).filter(|seen| seen.is_played()).collect()
}

fn scores(cells: &[&Seen<'_>]) -> Vec<Score> {
    cells.iter().map(|seen| Score { estimate: seen.judged.estimate, even: seen.even, p: seen.judged.p }).collect()
}

/// The average of some cells beside that of others.
fn difference(view: &View<'_>, claim: Claim, about: &[&Seen<'_>], than: &[&Seen<'_>]) -> Option<Found> {
    let (ours, theirs) = (view.average(about.iter().copied())?, view.average(than.iter().copied())?);
    let difference = ours.clone().minus(&theirs);
    let value = average_interval(&difference);
    let words = format!(
        "the candidates score {:.1} % on average over {}, {:.1} % over the {} compared with, a difference of {:+.1} points [{:+.1}, {:+.1}]",
        100.0 * ours.value(),
        plural(about.len() as u64, "cell"),
        100.0 * theirs.value(),
        plural(than.len() as u64, "cell"),
        value.value,
        value.low,
        value.high,
    );
    Some(Found {
        answer: answer_difference(claim, &difference),
        value,
        unit: "points",
        of: sides(about.len(), than.len()),
        words,
        test: "sums of independent Wilson intervals, each cell counted once".to_owned(),
        adjusted: 1.0,
    })
}

fn mean_of(cells: usize) -> String {
    if cells == 1 { "one cell".to_owned() } else { format!("the mean of {cells} cells") }
}

/// The score that decides, with its interval.
fn held(view: &View<'_>, claim: Claim, cells: &[&Seen<'_>], answer: Answer) -> Found {
    let even = |even: f64| format!("{:.1}", 100.0 * even).trim_end_matches(".0").to_owned();
    let decisive = answer.decisive.and_then(|place| cells.get(place));
    let (value, level) = match decisive {
        Some(seen) => (interval(seen), seen.even),
        None => {
            let level = cells.iter().map(|seen| seen.even).sum::<f64>() / cells.len().max(1) as f64;
            let none = Interval { value: f64::NAN, low: f64::NAN, high: f64::NAN, decimals: 1 };
            (view.average(cells.iter().copied()).map_or(none, |average| average_interval(&average)), level)
        }
    };
    let score = format!("{:.1} % [{:.1}, {:.1}]", value.value, value.low, value.high);
    let (words, of) = match decisive {
        None => (
            format!("the candidate scores {score} on average over {}, where {} % is even", plural(cells.len() as u64, "cell"), even(level)),
            mean_of(cells.len()),
        ),
        Some(_) if cells.len() == 1 => (format!("the candidate scores {score}, where {} % is even", even(level)), mean_of(1)),
        Some(seen) => {
            let what = match (claim.over, answer.decided(ONE_SIDED).is_some(), answer.yes <= answer.no) {
                (Over::Every, true, true) | (Over::Some, true, false) => "even the least clear cell",
                (_, true, _) => "the clearest cell",
                (Over::Every, false, _) => "the cell that speaks most against it",
                (_, false, _) => "the cell that speaks most for it",
            };
            let place = name(view, seen.cell);
            (format!("{what} has {score} ({place}), where {} % is even", even(level)), format!("{what} of {}: {place}", cells.len()))
        }
    };
    Found { answer, value, unit: "%", of, words, test: test(view, claim, cells), adjusted: 1.0 }
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
