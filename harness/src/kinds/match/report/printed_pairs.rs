//! Cells with their printed values.

use super::view::{CellView, View};
use crate::experiment::{Reference, References};
use treebench_reports::Verdict;
use treebench_stats::{Agreement, agreement, agreement_at_any_time};

/// A cell's score with its printed value.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) seen: &'a CellView<'a>,
    pub(super) reference: &'a Reference,
    pub(super) agreement: Option<Agreement>,
}

/// The difference from a printed value that does not matter.
const WITHIN: f64 = 0.05;

/// All played cells with a printed value. These comparisons take most of the time of such a report.
pub(super) fn pairs<'a>(view: &'a View<'a>, references: &'a References) -> Vec<Pair<'a>> {
    let pair = |seen: &'a CellView<'a>| {
        let reference = references.of(seen.cell)?;
        Some(Pair { seen, reference, agreement: agreement_with(seen, reference, view.anytime) })
    };
    view.cells.iter().filter(|seen| seen.is_played()).filter_map(pair).collect()
}

/// The distance between our value and the printed one; without a half-width the printed value counts as exact. `anytime`: the number of games may depend
/// on results.
fn agreement_with(seen: &CellView<'_>, reference: &Reference, anytime: bool) -> Option<Agreement> {
    let half = (!reference.half_width.is_nan()).then_some(reference.half_width / 100.0);
    let compare = if anytime { agreement_at_any_time } else { agreement };
    compare(&seen.summary.rounds, reference.value / 100.0, half, WITHIN)
}

/// The verdict on the printed value by the same rule as ours; a value without half-width is taken as exact.
pub(super) fn printed_verdict(seen: &CellView<'_>, reference: &Reference) -> Verdict {
    let half = if reference.half_width.is_nan() { 0.0 } else { reference.half_width };
    let even = 100.0 * seen.even;
    if reference.value - half > even {
        Verdict::Better
    } else if reference.value + half < even {
        Verdict::Worse
    } else {
        Verdict::Undecided
    }
}
