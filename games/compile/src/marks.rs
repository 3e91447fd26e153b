//! The (node, square) pairs that an exploration has visited.

use crate::automaton::{Automaton, Label, NodeId};
use crate::board::Square;

/// A row of bits for each node, cleared on first use after a restart, so that restarting costs nothing.
#[derive(Clone, Default, Debug)]
pub struct Marks {
    now: u64,
    cleared: Vec<u64>,
    bits: Vec<u64>,
    words: usize,
}

impl Marks {
    /// Clears all marks. A row has this many words.
    #[inline]
    pub fn restart(&mut self, words: usize) {
        self.now += 1;
        self.words = words;
    }

    /// Marks a pair; returns whether it was unmarked. Rows are allocated on first use.
    #[inline]
    pub fn visit(&mut self, row: u32, square: Square) -> bool {
        let (row, square) = (row as usize, usize::from(square));
        if row >= self.cleared.len() {
            self.cleared.resize(row + 1, 0);
            self.bits.resize((row + 1) * self.words, 0);
        }
        let bits = &mut self.bits[row * self.words..][..self.words];
        if self.cleared[row] != self.now {
            self.cleared[row] = self.now;
            bits.fill(0);
        }
        let (word, bit) = (&mut bits[square / 64], 1 << (square % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

/// Numbers the nodes of the main graph, and those of each pattern's body, from 0 each: an exploration stays in one of them, so that nested
/// patterns need no more room than there are nodes.
pub fn rows(automaton: &Automaton) -> Vec<u32> {
    let mut rows = vec![None; automaton.nodes()];
    let mut starts = vec![automaton.start];
    starts.extend(automaton.edges.iter().filter_map(|edge| match edge.label {
        Label::Pattern { start, .. } => Some(start),
        _ => None,
    }));
    for start in starts {
        let (mut count, mut open): (u32, Vec<NodeId>) = (0, vec![start]);
        while let Some(node) = open.pop() {
            if rows[node as usize].is_none() {
                rows[node as usize] = Some(count);
                count += 1;
                open.extend(automaton.leaving(node).map(|edge| edge.to));
            }
        }
    }
    rows.into_iter().map(Option::unwrap_or_default).collect()
}
