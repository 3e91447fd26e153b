//! The comparison with printed values, with a sentence per game.

use super::printed_pairs::{Pair, printed_verdict};
use super::replication;
use super::tables::{headed, heading};
use super::view::{CellView, View, game, interval, words};
use crate::experiment::Reference;
use crate::report::plural;
use treebench_reports::Verdict;
use treebench_reports::model::{Cell, Column, Comparison, Section};
use treebench_stats::{Agreement, Equivalence, LEVEL, holm};

/// The section, if any played cell has a printed value.
pub(super) fn section(view: &View<'_>, pairs: &[Pair<'_>]) -> Option<Section> {
    if pairs.is_empty() {
        return None;
    }
    let mut table = headed(view, "references", "The printed value with its interval, ours, and their difference with its z and p.")
        .column(Column::number("printed and ours").unit("%"))
        .column(Column::number("z").doc(
            "the difference in standard errors, from p; overlap of intervals is a weak test: those of equal pairs overlap in \
                     99.4 % of cases",
        ))
        .column(Column::number("p").doc(if view.anytime {
            "two-sided, of equal true scores: always valid, with the printed value's own error"
        } else {
            "two-sided, of equal true scores: exact, with the printed value's own error"
        }))
        .column(Column::text("says").doc("equal within 5 points (two one-sided tests), different (p ≤ 0.05), or undecided"))
        .column(Column::text("source"));
    for Pair { seen, reference, agreement } in pairs {
        let place = view.place(seen);
        let mut row = heading(view, seen);
        row.push(Cell::Comparison(comparison(seen, reference)));
        row.extend(agreement_cells(*agreement, seen.summary.rounds.len() as u64));
        row.push(reference.source.as_str().into());
        table = table.row(row).about(0, place, "");
    }
    let mut section = Section::new("references", "Beside the printed values").paragraph(replication::sentence(pairs));
    let card = replication::card(view, pairs);
    for name in &view.games {
        let of_game: Vec<_> = pairs.iter().copied().filter(|pair| game(pair.seen.cell) == *name).collect();
        section = finding(view, name, &of_game).into_iter().fold(section, Section::paragraph);
    }
    section = section.block(card);
    if let Some(map) = replication::map(view, pairs) {
        section = section.block(map);
    }
    Some(section.block(table))
}

/// z, p and what they say. Where nothing is decided, z = 0 and p = 1 would look like agreement: the number of rounds says why.
fn agreement_cells(found: Option<Agreement>, rounds: u64) -> [Cell; 3] {
    match found {
        None => [Cell::Empty, Cell::Empty, Cell::Empty],
        Some(found) if found.p >= 1.0 && found.says() == Equivalence::Open => {
            [Cell::Empty, Cell::Empty, format!("not decided ({})", plural(rounds, "round")).into()]
        }
        Some(found) => [Cell::number(found.z(), 2), Cell::PValue(found.p), says(found.says()).into()],
    }
}

fn says(found: Equivalence) -> &'static str {
    match found {
        Equivalence::Equal => "equal",
        Equivalence::Differs => "differs",
        Equivalence::Open => "not decided",
    }
}

fn comparison(seen: &CellView<'_>, reference: &Reference) -> Comparison {
    Comparison { paper: reference.value, half_width: reference.half_width, ours: interval(seen) }
}

/// Whether the printed finding, that of the best printed cell, is reproduced.
fn finding(view: &View<'_>, name: &str, pairs: &[Pair<'_>]) -> Option<String> {
    let &Pair { seen: best, reference: printed, .. } = pairs.iter().max_by(|a, b| a.reference.value.total_cmp(&b.reference.value))?;
    let answer = match (printed_verdict(best, printed), best.verdict) {
        (Verdict::Better, Verdict::Better) => "the printed gain is reproduced",
        (Verdict::Better, Verdict::Undecided) => "the printed gain is not confirmed",
        (Verdict::Better, Verdict::Worse) => "the printed gain is contradicted",
        (_, Verdict::Better) => "no gain is printed, but one is found here",
        (_, Verdict::Undecided | Verdict::Worse) => "no gain is printed, and none is found here",
    };
    let ours = interval(best);
    let half = if printed.half_width.is_nan() { String::new() } else { format!(" ± {:.1}", printed.half_width) };
    let p: Vec<f64> = pairs.iter().filter_map(|pair| pair.agreement).map(|agreement| agreement.p).collect();
    let apart = p.iter().filter(|&&p| p <= LEVEL).count();
    let firm = holm(&p, LEVEL).into_iter().filter(|&apart| apart).count();
    let same = pairs.iter().filter(|pair| printed_verdict(pair.seen, pair.reference) == pair.seen.verdict).count();
    let agreement = match (apart, firm) {
        (0, _) => "none differs from the printed value".to_owned(),
        (_, 0) => {
            format!("{apart} with p ≤ 0.05, where {:.1} are expected by chance, and none if judged jointly (Holm)", LEVEL * p.len() as f64)
        }
        _ => format!("{apart} with p ≤ 0.05, and {firm} if judged jointly (Holm)"),
    };
    let differ = if apart == 0 { String::new() } else { "differ from the printed value: ".to_owned() };
    Some(format!(
        "{name}: {answer}. The best printed cell ({}) has {:.1}{half} %, ours {:.1} [{:.1}, {:.1}] %. Of {}, {differ}{agreement}. The \
         verdicts are the same in {same} of {}.",
        words(view.variant(best)),
        printed.value,
        ours.value,
        ours.low,
        ours.high,
        plural(pairs.len() as u64, "cell"),
        pairs.len(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few rounds say nothing, and do not look like agreement.
    #[test]
    fn a_few_rounds_do_not_agree() {
        let found = |p| Agreement { difference: 0.1, p, p_equal: 0.5 };
        let [z, p, says] = agreement_cells(Some(found(1.0)), 2);
        assert_eq!((z, p, says), (Cell::Empty, Cell::Empty, "not decided (2 rounds)".into()));
        let [z, p, says] = agreement_cells(Some(found(0.5)), 3);
        assert!(z != Cell::Empty && p == Cell::PValue(0.5) && says == "not decided".into());
        assert_eq!(agreement_cells(Some(found(0.01)), 4)[2], "differs".into());
        assert_eq!(agreement_cells(None, 9), [Cell::Empty, Cell::Empty, Cell::Empty]);
    }
}
