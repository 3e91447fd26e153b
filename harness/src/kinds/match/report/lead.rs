//! What the numbers say, and what a reader must know before trusting them.

use super::view::{GAME, Seen, View, game, words};
use crate::kinds::r#match::Ending;
use crate::report::References;
use crate::reports::Verdict;

/// The answer in a few sentences.
pub(super) fn sentences(view: &View<'_>) -> Vec<String> {
    let played: Vec<&Seen<'_>> = view.cells.iter().filter(|seen| seen.summary.scores.count() > 0).collect();
    if played.is_empty() {
        return vec!["No game has been played yet.".to_owned()];
    }
    let count = |verdict: Verdict| played.iter().filter(|seen| seen.verdict == verdict).count();
    let (better, same, worse) = (count(Verdict::Better), count(Verdict::Same), count(Verdict::Worse));
    let firm = played.iter().filter(|seen| seen.holm).count();
    let mut sentences = vec![format!(
        "In {} of {} the candidate is better than an even result, in {worse} worse, and in {same} the two cannot be told apart.{}",
        better,
        plural(played.len(), "cell"),
        match better + worse {
            0 => String::new(),
            found => format!(" Judged all together (Holm, 5 %), {firm} of these {found} still hold."),
        }
    )];
    if view.variants.len() > 1 {
        sentences.extend(best_variant(view));
    }
    sentences
}

/// The variant with the best average over games, with an honest word about the next.
fn best_variant(view: &View<'_>) -> Option<String> {
    let mut averages: Vec<(f64, f64, String)> = view
        .variants
        .iter()
        .filter_map(|variant| view.grand_average(view.of_variant(variant)).map(|(mean, half)| (mean, half, words(variant))))
        .collect();
    averages.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (best, half, name) = averages.first()?;
    let rest = match averages.get(1) {
        Some((next, next_half, next_name)) if best - half <= next + next_half => {
            format!("; its interval overlaps that of the next ({next_name}, {:.1} %)", 100.0 * next)
        }
        _ => String::new(),
    };
    Some(format!(
        "The best average over {} is that of {name}: {:.1} ± {:.1} %{rest}.",
        plural(view.games.len(), GAME),
        100.0 * best,
        100.0 * half
    ))
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
        for (ending, what) in
            [(Ending::Void, "void games count in no win rate"), (Ending::LengthCap, "games were cut off and scored by cap-score")]
        {
            let count = seen.summary.ended(ending);
            if count > 0 {
                warnings.push(format!("{place}: {count} {what}."));
            }
        }
        if seen.summary.scores.count() > 1 && seen.summary.scores.variance() == 0.0 {
            equal.push(place);
        }
    }
    if !equal.is_empty() {
        let cells = plural(equal.len(), "cell");
        warnings.push(format!(
            "All results are equal in {cells}, so the ± is 0 there and the Wilson interval tells more: {}.",
            equal.join("; ")
        ));
    }
    if view.cells.iter().any(|seen| seen.cell.participants.iter().any(|p| !p.budget.is_counted())) {
        warnings.push("Budgets of wall time: the results are not exactly repeatable, and depend on the machine and its load.".to_owned());
    }
    let unused = references.unused(&view.experiment.cells).count();
    if unused > 0 {
        warnings.push(format!("{} belong to no cell of this grid.", plural(unused, "printed value")));
    }
    warnings
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
