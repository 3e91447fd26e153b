//! Repeated searches of a cell: agents without random numbers find the same result whenever a position is drawn again.
//!
//! A search that repeats another carries no new information. Means are over all searches, since positions are drawn with their frequencies; errors
//! are computed from the different ones.

use super::record::SearchTrace;
use std::collections::BTreeMap;
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
    /// What was found in a position, both as hashes.
    known: BTreeMap<u64, u64>,
    /// Those that count as different without a hash.
    others: u64,
    /// Whether searches of one position came out differently: the agent draws random numbers, and no search repeats another.
    varies: bool,
    searches: u64,
}

impl Repeats {
    /// What a results file keeps: the number of different searches, and if later ones may repeat them, the hashes of positions and outcomes in turn.
    pub(super) fn kept(&self) -> (u64, Vec<u64>) {
        let keeps = self.others == 0 && !self.varies && (self.different() < self.searches || self.known.len() <= ALWAYS_KEPT);
        (
            self.different(),
            if keeps { self.known.iter().flat_map(|(position, outcome)| [*position, *outcome]).collect() } else { Vec::new() },
        )
    }

    /// What a file kept of this many searches; a file of an earlier version knows of no repeats. `None` if it contradicts itself.
    pub(super) fn restored(searches: u64, different: u64, hashes: &[u64]) -> Option<Repeats> {
        let (pairs, rest) = hashes.as_chunks::<2>();
        let known: BTreeMap<u64, u64> = pairs.iter().map(|[position, outcome]| (*position, *outcome)).collect();
        let fits = different <= searches && rest.is_empty() && (known.is_empty() || known.len() as u64 == different);
        let others = if different == 0 { searches } else { different.saturating_sub(known.len() as u64) };
        fits.then_some(Repeats { known, others, varies: false, searches })
    }

    /// Adds a search that counts.
    pub(super) fn add(&mut self, search: &SearchTrace) {
        self.searches += 1;
        let (position, outcome) = (hash(&search.position), hash(&outcome(search)));
        match self.known.get(&position) {
            Some(known) => self.varies |= *known != outcome,
            None if self.known.len() < MOST_KNOWN => {
                self.known.insert(position, outcome);
            }
            None => self.others += 1,
        }
    }

    /// How many searches differ from all others.
    pub(super) fn different(&self) -> u64 {
        if self.varies { self.searches } else { self.known.len() as u64 + self.others }
    }

    /// Moments over all searches as those of the different ones.
    pub(super) fn thinned(&self, all: Moments) -> Moments {
        let different = self.different();
        if different == 0 || different >= all.count() { all } else { Moments::from_parts(different, all.mean(), all.variance()) }
    }

    /// By how much a standard error over all searches grows.
    pub(super) fn inflation(&self) -> f64 {
        (self.searches.max(1) as f64 / self.different().clamp(1, self.searches.max(1)) as f64).sqrt()
    }
}

/// All that was seen at the checkpoints but times.
fn outcome(search: &SearchTrace) -> String {
    let mut text = String::new();
    for at in &search.checkpoints {
        write!(text, "\n{} {} {:.6} {} {}", at.iterations, at.optimal, at.difficulty, at.nodes, at.states)
            .expect("writing to a string cannot fail");
    }
    text
}

fn hash(text: &str) -> u64 {
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

    fn repeats(searches: &[(&str, u64)]) -> Repeats {
        let mut repeats = Repeats::default();
        searches.iter().for_each(|(position, nodes)| repeats.add(&search(position, *nodes)));
        repeats
    }

    #[test]
    fn searches_of_equal_positions_that_find_the_same_are_one() {
        let found = repeats(&[("a", 1), ("a", 1), ("b", 1), ("c", 2), ("b", 1)]);
        assert_eq!(found.different(), 3);
        let all = Moments::of_match(4, 0, 1);
        let thinned = found.thinned(all);
        assert!(thinned.count() == 3 && (thinned.mean() - 0.8).abs() < 1e-12);
        assert!((thinned.standard_error() / all.standard_error() - found.inflation()).abs() < 1e-12);
        let (different, hashes) = found.kept();
        assert_eq!(Repeats::restored(5, different, &hashes), Some(found));
        assert_eq!(
            [Repeats::restored(5, 4, &hashes), Repeats::restored(5, 6, &[]), Repeats::restored(5, 3, &hashes[1..])],
            [None, None, None]
        );
    }

    /// An agent that finds another thing in the same position draws random numbers, so that equal searches are independent.
    #[test]
    fn who_finds_different_things_repeats_nothing() {
        let found = repeats(&[("a", 1), ("a", 1), ("b", 1), ("a", 2), ("b", 1)]);
        assert_eq!((found.different(), found.inflation(), found.kept()), (5, 1.0, (5, Vec::new())));
    }

    #[test]
    fn files_of_an_earlier_version_know_of_no_repeats() {
        let earlier = Repeats::restored(50, 0, &[]).unwrap();
        assert_eq!((earlier.different(), earlier.thinned(Moments::of_match(20, 0, 30)).count()), (50, 50));
        assert_eq!(earlier.kept(), (50, Vec::new()));
    }
}
