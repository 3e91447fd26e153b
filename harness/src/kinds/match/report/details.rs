//! Details of every cell: counts, intervals, seeds.

use super::printed_pairs::Pair;
use super::view::{CellView, View, game, interval, label};
use crate::experiment::References;
use crate::kinds::r#match::Ending;
use crate::report::plural;
use treebench_reports::model::{Detail, Fact};
use treebench_reports::{p_value, signed};
use treebench_stats::half_width;

/// One detail per cell of the experiment, in its order.
pub(super) fn all(view: &View<'_>, references: &References, pairs: &[Pair<'_>]) -> Vec<Detail> {
    view.cells.iter().map(|seen| of(view, seen, references, pairs)).collect()
}

fn of(view: &View<'_>, seen: &CellView<'_>, references: &References, pairs: &[Pair<'_>]) -> Detail {
    let mut facts = Vec::new();
    let mut fact = |key: &str, value: String| facts.push(Fact { key: key.to_owned(), value });
    let summary = seen.summary;
    if seen.is_played() {
        let ours = interval(seen);
        fact("score", format!("{:.2} % [{:.2}, {:.2}]; even is {:.1} %", ours.value, ours.low, ours.high, 100.0 * seen.even));
        if summary.graded.is_none() {
            fact("won, drawn, lost", format!("{}, {}, {}", summary.wins, summary.draws, summary.losses));
        }
        fact("p of an even result", format!("{}; {} among all cells (Holm)", p_value(seen.judged.p), p_value(seen.holm)));
        fact("± as papers print it", format!("{:.2} % (z·s/√n)", 100.0 * half_width(&summary.scores)));
        let distinct = format!("{} of {} with a result", plural(summary.distinct_games(), "distinct game"), summary.scores.count());
        // Games that differ from the first move on, or of which only the results are kept, have none in common.
        let common = match summary.common_moves() {
            0 => String::new(),
            1 => "; all begin with the same move".to_owned(),
            moves => format!("; all begin with the same {moves} moves"),
        };
        fact("games", format!("{distinct}{common}"));
        let seats = summary.by_seat.iter().enumerate().filter(|(_, scores)| scores.count() > 0);
        let seats: Vec<String> = seats.map(|(seat, scores)| format!("{:.1} % in seat {seat}", 100.0 * scores.mean())).collect();
        fact("by seat", seats.join(", "));
        fact("length", format!("{:.1} moves on average", summary.plies.mean()));
    } else {
        fact("games", "none with a result".to_owned());
    }
    let unusual = Ending::ALL.iter().filter(|&&ending| ending != Ending::Rules && summary.ended(ending) > 0);
    let unusual: Vec<String> = unusual.map(|&ending| format!("{} {}", summary.ended(ending), ending.word())).collect();
    if !unusual.is_empty() {
        fact("other endings", unusual.join(", "));
    }
    for (name, effort) in seen.cell.participant_names().iter().zip(&summary.effort) {
        let name = &view.experiment.labels.of_parts(name);
        if let (Some(iterations), Some(micros)) = (effort.per_turn(effort.iterations), effort.per_turn(effort.micros)) {
            fact(name, format!("{iterations:.0} iterations and {:.1} ms per turn", micros / 1000.0));
        }
    }
    if let Some(reference) = references.of(seen.cell) {
        let half = if reference.half_width.is_nan() { String::new() } else { format!(" ± {:.2}", reference.half_width) };
        let agreement = pairs.iter().find(|pair| std::ptr::eq(pair.seen, seen)).and_then(|pair| pair.agreement);
        let z = agreement
            .map_or(String::new(), |found| format!("; ours differs by {}, z = {:.2}", signed(100.0 * found.difference, 1), found.z()));
        fact("printed", format!("{:.1}{half} %{z} ({})", reference.value, reference.source));
    }
    fact("seed", format!("{} with the cell's key {}", view.experiment.seed, seen.cell.key));
    Detail { name: name(view, seen), facts, ..Detail::default() }
}

/// A cell in few words.
pub(super) fn name(view: &View<'_>, seen: &CellView<'_>) -> String {
    format!("{}, {}", game(seen.cell), label(view, view.variant(seen)))
}
