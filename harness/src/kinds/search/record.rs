//! The stored record of a search, and the search that it describes.

use crate::store::record;

record! {
    /// The stored record of a search. Lists have one value per checkpoint.
    pub struct SearchRecord {
        /// The position that was searched.
        position: String,
        /// Per checkpoint: the iterations done.
        iterations: Vec<u64>,
        /// Per checkpoint: 1 if the move that would have been played is optimal, else 0; of a strategy, if it is near an equilibrium.
        optimal: Vec<u8>,
        /// Per checkpoint: the difficulty after that move, to 6 decimals; empty if the game has none. Of a strategy its exploitability.
        difficulty: Vec<f64>,
        /// Per checkpoint: nodes in the tree.
        nodes: Vec<u64>,
        /// Per checkpoint: nodal states computed.
        states: Vec<u64>,
        /// The move played in the end.
        played: String [.named("move").detail()],
        /// Why the search does not count, else empty.
        message: String,
        /// The task's seed in hexadecimal digits.
        seed: String [.detail()],
        /// Per checkpoint: wall time since the search began.
        micros: Vec<u64> [.unit("µs").measured()],
    }
}

/// The state of a search at a checkpoint.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Checkpoint {
    /// Iterations done.
    pub iterations: u64,
    /// Whether the move that would have been played is optimal.
    pub optimal: bool,
    /// The difficulty after it, or the exploitability of a strategy; not a number if the game has none.
    pub difficulty: f64,
    /// Nodes in the tree.
    pub nodes: u64,
    /// Nodal states computed.
    pub states: u64,
    /// Microseconds since the search began.
    pub micros: u64,
}

/// A search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchTrace {
    /// The position.
    pub position: String,
    /// The checkpoints in order.
    pub checkpoints: Vec<Checkpoint>,
    /// The move played in the end; empty if details are left out.
    pub played: String,
    /// Why it does not count; empty if it does.
    pub message: String,
}

impl SearchTrace {
    /// The search as a record.
    pub(super) fn record(self, seed: String) -> SearchRecord {
        let list = |of: fn(&Checkpoint) -> u64| self.checkpoints.iter().map(of).collect();
        let has_difficulty = self.checkpoints.iter().all(|at| at.difficulty.is_finite());
        let difficulties = if has_difficulty { &self.checkpoints[..] } else { &[] };
        SearchRecord {
            iterations: list(|at| at.iterations),
            optimal: self.checkpoints.iter().map(|at| u8::from(at.optimal)).collect(),
            difficulty: difficulties.iter().map(|at| (at.difficulty * 1e6).round() / 1e6).collect(),
            nodes: list(|at| at.nodes),
            states: list(|at| at.states),
            micros: list(|at| at.micros),
            position: self.position,
            played: self.played,
            message: self.message,
            seed,
        }
    }

    /// The search that a record describes; `None` if its lists do not fit together.
    pub fn of(record: &SearchRecord) -> Option<SearchTrace> {
        let SearchRecord { iterations, optimal, difficulty, nodes, states, micros, .. } = record;
        let count = iterations.len();
        let complete = optimal.len() == count && [nodes, states, micros].iter().all(|list| list.len() == count);
        if !complete || !(difficulty.is_empty() || difficulty.len() == count) {
            return None;
        }
        let checkpoint = |k: usize| Checkpoint {
            iterations: iterations[k],
            optimal: optimal[k] == 1,
            difficulty: difficulty.get(k).copied().unwrap_or(f64::NAN),
            nodes: nodes[k],
            states: states[k],
            micros: micros[k],
        };
        Some(SearchTrace {
            position: record.position.clone(),
            checkpoints: (0..count).map(checkpoint).collect(),
            played: record.played.clone(),
            message: record.message.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Record as _;

    #[test]
    fn a_search_is_read_back() {
        let checkpoint = |k: u64| Checkpoint {
            iterations: 10u64.pow(k as u32),
            optimal: k == 1,
            difficulty: k as f64 / 4.0 - 0.25,
            nodes: 5 * k,
            states: 7 * k,
            micros: k,
        };
        let searched = SearchTrace {
            position: "here".into(),
            checkpoints: (0..4).map(checkpoint).collect(),
            played: "3".into(),
            message: String::new(),
        };
        let back = |searched: &SearchTrace| {
            let row = searched.clone().record("ab".into()).into_row();
            SearchTrace::of(&SearchRecord::from_row(&row).unwrap()).unwrap()
        };
        assert_eq!(back(&searched), searched);
        let mut without = searched.clone();
        without.checkpoints.iter_mut().for_each(|at| at.difficulty = f64::NAN);
        let read = back(&without);
        assert!(read.checkpoints.iter().all(|at| at.difficulty.is_nan()) && read.checkpoints.len() == 4);
        let mut torn = searched.record("ab".into());
        torn.nodes.pop();
        assert_eq!(SearchTrace::of(&torn), None);
    }
}
