//! What the numbers say, and what a reader must know before trusting them.

use super::best;
use super::view::{Seen, View, game, words};
use crate::kinds::r#match::Ending;
use crate::report::References;
use crate::reports::Verdict;
use crate::stats::{LEVEL, failure_bounds};

/// The answer in a few sentences.
pub(super) fn sentences(view: &View<'_>) -> Vec<String> {
    let played: Vec<&Seen<'_>> = view.cells.iter().filter(|seen| seen.is_played()).collect();
    if played.is_empty() {
        return vec!["No game has been played yet.".to_owned()];
    }
    let count = |verdict: Verdict| played.iter().filter(|seen| seen.verdict == verdict).count();
    let (better, same, worse) = (count(Verdict::Better), count(Verdict::Same), count(Verdict::Worse));
    let firm = played.iter().filter(|seen| seen.verdict != Verdict::Same && seen.holm <= LEVEL).count();
    let mut sentences = vec![format!(
        "In {} of {} the candidate is better than an even result, in {worse} worse, and in {same} the two cannot be told apart.{}",
        better,
        plural(played.len(), "cell"),
        match better + worse {
            0 => String::new(),
            found => format!(" Judged all together (Holm, 5 %), {firm} of these {found} hold."),
        }
    )];
    let few = played.iter().filter(|seen| !seen.judged.decidable).count();
    if few > 0 {
        let what = plural(few, "cell");
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
    let planned = view.experiment.cells.len() as u64 * u64::from(view.experiment.games_per_cell);
    let played: u64 = view.cells.iter().map(|seen| seen.summary.played).sum();
    if played < planned {
        warnings.push(format!("Only {played} of {planned} games have been played; the same command plays the rest."));
    }
    let mut equal = Vec::new();
    for seen in &view.cells {
        let place = format!("{}, {}", game(seen.cell), words(&view.variant(seen.cell)));
        for (participant, &failures) in seen.cell.participants.iter().zip(&seen.summary.failures) {
            if failures > 0 {
                warnings.push(format!("{place}: {} of `{}` count in no win rate.", plural(failures as usize, "failure"), participant.name));
            }
        }
        let scores = &seen.summary.scores;
        if let Some((lost, won)) = failure_bounds(scores.sum(), scores.count(), seen.missing()).filter(|_| seen.missing() > 0) {
            let without = plural(seen.missing() as usize, "game");
            warnings.push(format!(
                "{place}: {without} without a result. The score would be {:.1} % if they had been lost, {:.1} % if they had been won.",
                100.0 * lost,
                100.0 * won
            ));
        }
        for (ending, what) in
            [(Ending::Void, "void games count in no win rate"), (Ending::LengthCap, "games were cut off and scored by cap-score")]
        {
            let count = seen.summary.ended(ending);
            if count > 0 {
                warnings.push(format!("{place}: {count} {what}."));
            }
        }
        if scores.count() > 1 && scores.variance() == 0.0 {
            equal.push(place);
        }
    }
    if !equal.is_empty() {
        let cells = plural(equal.len(), "cell");
        warnings.push(format!(
            "All results are equal in {cells}, so that the ± of the papers is 0 there; the interval is not: {}.",
            equal.join("; ")
        ));
    }
    if view.cells.iter().any(|seen| seen.cell.participants.iter().any(|p| !p.budget.is_counted())) {
        warnings.push("Budgets of wall time: the results are not exactly repeatable, and depend on the machine and its load.".to_owned());
    }
    let unused = references.unused(&view.experiment.cells).count();
    if unused > 0 {
        let belong = if unused == 1 { "belongs" } else { "belong" };
        warnings.push(format!("{} {belong} to no cell of this grid.", plural(unused, "printed value")));
    }
    warnings
}

pub(super) fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
