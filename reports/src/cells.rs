//! Cells as plain text, which the outputs then escape.

use crate::model::{Cell, Comparison, Interval, Table, Verdict};
use crate::text::{DASH, shown, signed};

/// The cell on one line of plain text.
pub(crate) fn plain(cell: &Cell) -> String {
    plain_in(cell, false)
}

/// Whether the intervals of a column have brackets: one format holds for all of them, and `±` fits even ones only.
pub(crate) fn brackets(table: &Table, column: usize) -> bool {
    table.rows.iter().filter_map(|row| row.get(column)).any(|cell| match cell {
        Cell::Interval(estimate) | Cell::Graded { interval: estimate, .. } => interval(estimate, false).ends_with(']'),
        _ => false,
    })
}

/// The cell on one line of plain text, its interval in brackets or with `±` where that fits.
pub(crate) fn plain_in(cell: &Cell, brackets: bool) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) | Cell::Named { label: text, .. } => text.clone(),
        Cell::Integer(count) => count.to_string(),
        Cell::Number { value, decimals } => shown(*value, *decimals),
        Cell::PValue(p) => p_value(*p),
        Cell::Interval(estimate) => interval(estimate, brackets),
        Cell::Graded { interval: estimate, verdict } => format!("{} {}", interval(estimate, brackets), verdict.sign()),
        Cell::Verdict { verdict, text } => format!("{} {}", verdict.sign(), verdict_word(*verdict, text)),
        Cell::Comparison(comparison) => {
            let parts = comparison_parts(comparison);
            format!("{} (paper {}, {}, {})", parts.ours, parts.paper, parts.difference, parts.overlap)
        }
    }
}

/// The least p-value that is shown as a number.
const LEAST_P: f64 = 1e-4;

/// A p-value as reports show it: with four digits after the point, or as `< 0.0001`. Data files have all digits.
#[must_use]
pub fn p_value(p: f64) -> String {
    if !p.is_finite() {
        DASH.to_owned()
    } else if p < LEAST_P {
        "< 0.0001".to_owned()
    } else {
        shown(p, 4)
    }
}

/// A p-value in a sentence: `p = 0.0312` or `p < 0.0001`.
#[must_use]
pub fn p_words(p: f64) -> String {
    let value = p_value(p);
    if value.starts_with('<') { format!("p {value}") } else { format!("p = {value}") }
}

/// The verdict's word, or the text given instead.
pub(crate) fn verdict_word(verdict: Verdict, text: &str) -> &str {
    if text.is_empty() { verdict.word() } else { text }
}

/// The verdict that colours the cell, if it has one.
pub(crate) fn verdict(cell: &Cell) -> Option<Verdict> {
    match cell {
        Cell::Graded { verdict, .. } | Cell::Verdict { verdict, .. } => Some(*verdict),
        _ => None,
    }
}

/// `value ± half` if the interval is symmetric in the digits shown and needs no brackets, otherwise `value [low, high]`.
pub(crate) fn interval(estimate: &Interval, brackets: bool) -> String {
    let Interval { value, low, high, decimals } = *estimate;
    let (below, above) = (shown(value - low, decimals), shown(high - value, decimals));
    if below == DASH && above == DASH {
        shown(value, decimals)
    } else if below == above && !brackets {
        format!("{} ± {above}", shown(value, decimals))
    } else {
        format!("{} [{}, {}]", shown(value, decimals), shown(low, decimals), shown(high, decimals))
    }
}

/// The words of a comparison with a paper.
pub(crate) struct ComparisonParts {
    pub(crate) paper: String,
    pub(crate) ours: String,
    pub(crate) difference: String,
    pub(crate) overlap: &'static str,
}

/// The words of a comparison with a paper.
pub(crate) fn comparison_parts(comparison: &Comparison) -> ComparisonParts {
    let decimals = comparison.ours.decimals;
    let paper = shown(comparison.paper, decimals);
    ComparisonParts {
        paper: if comparison.half_width.is_finite() { format!("{paper} ± {}", shown(comparison.half_width, decimals)) } else { paper },
        ours: interval(&comparison.ours, false),
        difference: signed(comparison.difference(), decimals),
        overlap: if comparison.overlaps() { "overlaps" } else { "apart" },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_uneven_interval_shows_both_ends() {
        assert_eq!(plain(&Cell::interval(50.1, 45.72, 54.48, 2)), "50.10 ± 4.38");
        assert_eq!(plain(&Cell::interval(99.0, 97.0, 99.5, 1)), "99.0 [97.0, 99.5]");
        assert_eq!(plain(&Cell::interval(99.0, f64::NAN, f64::NAN, 1)), "99.0");
    }

    #[test]
    fn a_p_value_is_never_shown_as_0() {
        let shown = [0.25, 0.03125, 1e-4, 0.99e-4, 1e-310, 0.0, f64::NAN].map(p_value);
        assert_eq!(shown, ["0.2500", "0.0312", "0.0001", "< 0.0001", "< 0.0001", "< 0.0001", DASH]);
        assert_eq!([0.03125, 1e-104].map(p_words), ["p = 0.0312", "p < 0.0001"]);
    }

    #[test]
    fn a_comparison_says_the_difference_and_whether_the_intervals_meet() {
        let ours = Interval { value: 88.0, low: 85.0, high: 91.0, decimals: 1 };
        let cell = Cell::Comparison(Comparison { paper: 89.5, half_width: 2.67, ours });
        assert_eq!(plain(&cell), "88.0 ± 3.0 (paper 89.5 ± 2.7, -1.5, overlaps)");
        let far = Comparison { paper: 95.0, half_width: 1.0, ours };
        assert!(!far.overlaps());
        assert!(Comparison { half_width: 4.0, ..far }.overlaps(), "closed intervals that share an end overlap");
    }
}
