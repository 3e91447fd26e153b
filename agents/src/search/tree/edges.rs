//! The submoves that an expansion found, end to end.

use treebench_games::Move;

/// Marks the last semimove of an edge; games use the 63 bits below.
pub(super) const LAST: u64 = 1 << Move::BITS;

/// The semimoves of one edge.
pub(super) struct Edge<'a> {
    /// Those left and, behind the last of them, the words of other edges.
    pub(super) words: &'a [u64],
}

impl Iterator for Edge<'_> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let (&word, rest) = self.words.split_first()?;
        self.words = if word & LAST == 0 { rest } else { &[] };
        Some(Move(word & !LAST))
    }
}

/// A list of submoves, end to end in one vector.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    pub(super) words: Vec<u64>,
    count: usize,
}

impl Edges {
    /// Forgets them.
    #[inline]
    pub fn clear(&mut self) {
        self.words.clear();
        self.count = 0;
    }

    /// Adds a submove; an empty one is ignored.
    #[inline]
    pub fn push(&mut self, submove: &[Move]) {
        if let Some((last, rest)) = submove.split_last() {
            self.words.extend(rest.iter().map(|m| m.0));
            self.words.push(last.0 | LAST);
            self.count += 1;
        }
    }

    /// Adds every semimove of a list as a submove of its own.
    #[inline]
    pub fn push_each(&mut self, semimoves: &[Move]) {
        self.words.extend(semimoves.iter().map(|m| m.0 | LAST));
        self.count += semimoves.len();
    }

    /// Calls `f` with every submove in turn; `memory` holds it during the call.
    pub fn for_each(&self, memory: &mut Vec<Move>, mut f: impl FnMut(&[Move])) {
        memory.clear();
        for &word in &self.words {
            memory.push(Move(word & !LAST));
            if word & LAST != 0 {
                f(memory);
                memory.clear();
            }
        }
    }

    /// Writes the semimoves of the k-th submove into `out` in place of what was there. The submoves before it are walked over.
    pub fn copy(&self, k: usize, out: &mut Vec<Move>) {
        let start = if k == 0 { Some(0) } else { self.ends().nth(k - 1).map(|end| end + 1) };
        let end = self.ends().nth(k);
        out.clear();
        if let (Some(start), Some(end)) = (start, end) {
            out.extend(self.words[start..=end].iter().map(|word| Move(word & !LAST)));
        }
    }

    /// The place of the last semimove of each submove.
    fn ends(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().filter(|(_, word)| *word & LAST != 0).map(|(at, _)| at)
    }

    /// Number of goals.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}
