//! The comparison with printed values.

use super::cell_view::CellView;
use super::tables::{headed, heading};
use crate::experiment::{Reference, References};
use treebench_reports::Section;
use treebench_reports::model::{Cell, Column, Comparison, Interval};

/// A cell's statistic with a printed value of it.
pub(super) struct Pair<'a> {
    pub(super) seen: &'a CellView<'a>,
    pub(super) printed: &'a Reference,
    pub(super) ours: Interval,
    /// Whether there are enough games to say anything.
    pub(super) decides: bool,
}

impl Pair<'_> {
    pub(super) fn comparison(&self) -> Comparison {
        Comparison { paper: self.printed.value, half_width: self.printed.half_width, ours: self.ours }
    }

    /// Whether ours lies within a share of the printed value, with all that both intervals allow.
    pub(super) fn is_within(&self, share: f64) -> bool {
        let Comparison { paper, half_width, ours } = self.comparison();
        let half = if half_width.is_nan() { 0.0 } else { half_width };
        self.decides && (ours.high - paper).max(paper - ours.low) + half <= share * paper.abs()
    }

    /// Whether the two intervals are apart.
    pub(super) fn differs(&self) -> bool {
        self.decides && !self.comparison().overlaps()
    }

    /// Our value divided by the printed one.
    pub(super) fn ratio(&self) -> f64 {
        self.ours.value / self.printed.value
    }

    /// Whether it depends on the machine.
    pub(super) fn is_speed(&self) -> bool {
        self.printed.statistic.ends_with("-per-second")
    }
}

/// All of them, in the order of the grid.
pub(super) fn pairs<'a>(seen: &'a [CellView<'a>], references: &'a References) -> Vec<Pair<'a>> {
    let of = |seen: &'a CellView<'a>| {
        let printed = references.all_of(seen.cell);
        printed.filter_map(move |printed| {
            let ours = seen.statistic(&printed.statistic)?;
            Some(Pair { seen, printed, ours: ours.interval, decides: ours.decides() })
        })
    };
    seen.iter().flat_map(of).collect()
}

/// The section, if there are any.
pub(super) fn section(seen: &[CellView<'_>], references: &References) -> Option<Section> {
    let pairs = pairs(seen, references);
    if pairs.is_empty() {
        return None;
    }
    let mut table = headed(seen, "references", "The printed value, ours with its interval, the difference, and ours by theirs.")
        .column(Column::text("statistic"))
        .column(Column::number("printed and ours"))
        .column(Column::number("ours by theirs"))
        .column(Column::text("source"));
    for pair in &pairs {
        let mut row = heading(pair.seen);
        row.extend([
            pair.printed.statistic.as_str().into(),
            Cell::Comparison(pair.comparison()),
            Cell::number(pair.ratio(), 3),
            pair.printed.source.as_str().into(),
        ]);
        table = table.row(row);
    }
    Some(Section::new("references", "Beside the printed values").block(table))
}
