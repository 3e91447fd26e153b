//! Repeated searches of a cell: agents without random numbers find the same result whenever a position is drawn again.
//!
//! A search that repeats another carries no new information. Means are over all searches, since positions are drawn with their frequencies; errors
//! are computed from the different ones.

use super::record::SearchTrace;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use treebench_stats::Moments;

/// The maximum number of different searches that are remembered; further ones count as different from each other.
const MOST_KNOWN: usize = 8192;
/// Up to this many, the hashes of different searches are kept in results files even if none repeats another.
const ALWAYS_KEPT: usize = 16;
/// With fewer different searches there is no verdict.
pub(super) const LEAST_DIFFERENT: u64 = 6;

/// The different searches of a cell.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Repeats {
    /// Hashes of position and outcome.
    known: BTreeSet<u64>,
    /// The number of searches that count as different without a hash.
    others: u64,
}

impl Repeats {
    /// The values for a results file: the number of different searches, and their hashes if later ones may repeat them.
    pub(super) fn kept(&self, searches: u64) -> (u64, Vec<u64>) {
        let keeps = self.others == 0 && (self.different() < searches || self.known.len() <= ALWAYS_KEPT);
        (self.different(), if keeps { self.known.iter().copied().collect() } else { Vec::new() })
    }

    /// The repeats read from a file with this many searches; files of earlier versions have none. `None` if the values contradict each other.
    pub(super) fn restored(searches: u64, different: u64, hashes: &[u64]) -> Option<Repeats> {
        let known: BTreeSet<u64> = hashes.iter().copied().collect();
        let others = if known.is_empty() { different } else { 0 };
        let fits = different <= searches && (known.is_empty() || known.len() as u64 == different);
        fits.then_some(Repeats { known, others: if different == 0 { searches } else { others } })
    }

    /// Adds a search that counts.
    pub(super) fn add(&mut self, search: &SearchTrace) {
        let hash = hash(search);
        if self.known.len() < MOST_KNOWN {
            self.known.insert(hash);
        } else if !self.known.contains(&hash) {
            self.others += 1;
        }
    }

    /// The number of different searches.
    pub(super) fn different(&self) -> u64 {
        self.known.len() as u64 + self.others
    }

    /// The moments of all searches, reduced to the number of different ones.
    pub(super) fn thinned(&self, all: Moments) -> Moments {
        let different = self.different();
        if different == 0 || different >= all.count() { all } else { Moments::from_parts(different, all.mean(), all.variance()) }
    }

    /// The factor by which the standard error of this many searches grows.
    pub(super) fn inflation(&self, searches: u64) -> f64 {
        (searches.max(1) as f64 / self.different().clamp(1, searches.max(1)) as f64).sqrt()
    }
}

/// A hash of the position and of everything observed at the checkpoints except times.
fn hash(search: &SearchTrace) -> u64 {
    let mut text = search.position.clone();
    for at in &search.checkpoints {
        write!(text, "\n{} {} {:.6} {} {}", at.iterations, at.optimal, at.difficulty, at.nodes, at.states)
            .expect("writing to a string cannot fail");
    }
    let [hash, ..] = *blake3::hash(text.as_bytes()).as_bytes().as_chunks::<8>().0 else { unreachable!("a hash has 32 bytes") };
    // As many bits as other hashes in results files have.
    u64::from_le_bytes(hash) >> 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::search::record::Checkpoint;

    fn search(position: &str, nodes: u64) -> SearchTrace {
        SearchTrace {
            position: position.to_owned(),
            checkpoints: vec![Checkpoint { iterations: 1, nodes, ..Checkpoint::default() }],
            ..SearchTrace::default()
        }
    }

    #[test]
    fn searches_of_equal_positions_that_find_the_same_are_one() {
        let mut repeats = Repeats::default();
        for (position, nodes) in [("a", 1), ("a", 1), ("b", 1), ("a", 2), ("b", 1)] {
            repeats.add(&search(position, nodes));
        }
        assert_eq!(repeats.different(), 3);
        let all = Moments::of_match(20, 0, 5);
        let thinned = repeats.thinned(all);
        assert!(thinned.count() == 3 && (thinned.mean() - 0.8).abs() < 1e-12);
        assert!((thinned.standard_error() / all.standard_error() - repeats.inflation(25)).abs() < 1e-12);
        let (different, hashes) = repeats.kept(5);
        assert_eq!(Repeats::restored(5, different, &hashes), Some(repeats));
        assert_eq!(Repeats::restored(5, 4, &hashes), None);
        assert_eq!(Repeats::restored(5, 6, &[]), None);
    }

    #[test]
    fn files_of_an_earlier_version_know_of_no_repeats() {
        let earlier = Repeats::restored(50, 0, &[]).unwrap();
        assert_eq!((earlier.different(), earlier.thinned(Moments::of_match(20, 0, 30)).count()), (50, 50));
        assert_eq!(earlier.kept(50), (50, Vec::new()));
    }
}
