//! The answer of a comparison, in sentences.

use super::comparison::{CellComparison, Comparison, Difference, OverallDifference};
use super::difference_groups::DifferenceGroup;
use crate::report::plural;
use treebench_reports::{p_words, signed};
use treebench_stats::{Change, LEVEL, holm_adjusted};

/// The changed parameters that the lead names.
const MOST_ALTERED: usize = 4;

impl Comparison {
    /// Which tasks are the same, and what changes.
    pub(super) fn lead(&self) -> Vec<String> {
        let (same, changed) = (self.total(|cell| cell.same), self.total(|cell| cell.changed));
        let unrelated = self.total(|cell| cell.unrelated);
        let mut lead = vec![match (self.against_baseline, changed, unrelated) {
            (None, 0, 0) => format!("All {} that both runs have are the same.", plural(same, "task")),
            (None, _, 0) => {
                format!("Of {} that both runs have, {same} are the same and {} not.", plural(same + changed, "task"), are(changed))
            }
            (None, ..) => format!(
                "Of {} that both runs have, {same} are the same, {} not, and {unrelated} are in cells whose keys differ, so they \
                 need not be the same.",
                plural(same + changed + unrelated, "task"),
                are(changed)
            ),
            (Some(first), 0, _) if same > 0 && self.cells.iter().all(|cell| cell.same > 0) => {
                format!("The first {} of every cell are those of the baseline.", plural(u64::from(first), "task"))
            }
            (Some(first), ..) => {
                let cells = self.cells.iter().filter(|cell| cell.same > 0).count();
                format!(
                    "The first {} are those of the baseline in {cells} of {}.",
                    plural(u64::from(first), "task"),
                    plural(self.cells.len() as u64, "cell")
                )
            }
        }];
        // Over all cells they change as the only group does.
        let over_all = changed + unrelated > 0 && self.altered.len() != 1;
        let changes = self.altered.iter().flat_map(|group| group.changes.iter().map(|(_, change)| change));
        let all = self.all.iter().filter(|_| over_all).map(|all| &all.change);
        let family: Vec<f64> = changes.chain(all).map(|change| change.p).collect();
        let mut words = HolmFamily { adjusted: holm_adjusted(&family).into_iter(), of: family.len() };
        for group in &self.altered {
            let said = altered_words(group, &mut words);
            if lead.len() <= MOST_ALTERED {
                lead.push(said);
            }
        }
        if self.altered.len() > MOST_ALTERED {
            lead.push(format!("{} more changes are in the table of differences.", self.altered.len() - MOST_ALTERED));
        }
        for OverallDifference { name, whose, change, .. } in self.all.iter().filter(|_| over_all) {
            lead.push(format!("Over all cells the {name}{whose} changes by {}.", words.next(change)));
        }
        let beyond: Vec<(&CellComparison, &Difference)> = self
            .cells
            .iter()
            .flat_map(|cell| cell.differences.iter().map(move |found| (cell, found)))
            .filter(|(_, found)| found.holm <= LEVEL)
            .collect();
        match beyond.len() {
            0 if changed + unrelated > 0 => {
                lead.push(self.no_cell_differs());
            }
            0 => {}
            count => {
                let (cell, found) = beyond[0];
                let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
                lead.push(format!("Significant (Holm): {} of {}, {}{more}.", found.name, cell.name, p_words(found.holm)));
            }
        }
        lead
    }

    /// That no cell differs, with the tests that are judged together: those of the cells and of all of them.
    fn no_cell_differs(&self) -> String {
        let compared = self.cells.iter().filter(|cell| !cell.differences.is_empty()).count();
        let of_cells: usize = self.cells.iter().map(|cell| cell.differences.len()).sum();
        let tests = of_cells + self.all.len();
        let corrected = if tests == 1 { "1 test".to_owned() } else { format!("{tests} tests, Holm") };
        if compared == 1 {
            return format!("The only cell compared does not differ significantly ({corrected}).");
        }
        let outcomes = if of_cells > compared { "the outcomes of " } else { "" };
        let average = if self.all.is_empty() { "" } else { " and their average" };
        format!("No single cell differs significantly ({outcomes}{compared} cells{average}: {corrected}).")
    }
}

/// The result of cells with the same difference, in words.
fn altered_words(DifferenceGroup { what, cells, whose, changes }: &DifferenceGroup, words: &mut HolmFamily) -> String {
    let cells = if *cells == 1 { String::new() } else { format!(" in {}", plural(*cells, "cell")) };
    let changes: Vec<String> = changes.iter().map(|(name, change)| format!("{name}{whose} {}", words.next(change))).collect();
    format!("{what}{cells}: {}.", if changes.is_empty() { "see the differences".to_owned() } else { changes.join("; ") })
}

fn are(count: u64) -> String {
    if count == 1 { "1 is".to_owned() } else { format!("{count} are") }
}

/// The differences of shares that the lead tells, with p-values corrected for their number.
struct HolmFamily {
    /// In the order in which they are told.
    adjusted: std::vec::IntoIter<f64>,
    of: usize,
}

impl HolmFamily {
    /// The next one in words.
    fn next(&mut self, change: &Change) -> String {
        let (low, high) = change.interval;
        let p = p_words(self.adjusted.next().unwrap_or(1.0));
        let holm = if self.of > 1 { format!(" (Holm, of {})", self.of) } else { String::new() };
        format!("{} points [{}, {}], {p}{holm}", signed(100.0 * change.value, 1), signed(100.0 * low, 1), signed(100.0 * high, 1))
    }
}
