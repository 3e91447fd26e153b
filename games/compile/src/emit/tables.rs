//! The tables that native code reads: relations, at fixed addresses.

use crate::squares::Relation;
use std::collections::BTreeMap;

/// Tables of relations at fixed addresses, which outlive the native code that reads them.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    rows: BTreeMap<Relation, Box<[u64]>>,
    steps: BTreeMap<Relation, Box<[u16]>>,
    windows: BTreeMap<Relation, Box<[u64]>>,
    chunks: BTreeMap<Relation, Box<[u64]>>,
}

impl Tables {
    /// The address of a relation's rows, `words` words each; one row more than a set has bits, which is empty.
    pub(crate) fn address(&mut self, relation: &Relation, words: usize) -> i64 {
        let rows = self.rows.entry(relation.clone()).or_insert_with(|| {
            let mut rows = vec![0; (words * 64 + 1) * words];
            for (square, row) in relation.rows().iter().enumerate() {
                rows[square * words..][..words].copy_from_slice(row.words());
            }
            rows.into()
        });
        rows.as_ptr() as i64
    }

    /// The address of a function's values, one for each bit of a set and one more. A value equal to the number of squares means "no square".
    pub(crate) fn steps(&mut self, relation: &Relation, words: usize) -> i64 {
        let steps = self.steps.entry(relation.clone()).or_insert_with(|| {
            let mut steps = vec![relation.squares() as u16; words * 64 + 1];
            for (square, row) in relation.rows().iter().enumerate() {
                if let Some(to) = row.iter().next() {
                    steps[square] = to as u16;
                }
            }
            steps.into()
        });
        steps.as_ptr() as i64
    }

    /// The address of a relation's rows as windows (see `within`), which are made when they are first wanted.
    pub(crate) fn windows(&mut self, relation: &Relation, make: impl FnOnce() -> Box<[u64]>) -> i64 {
        self.windows.entry(relation.clone()).or_insert_with(make).as_ptr() as i64
    }

    /// The address of a relation's rows for chunks of squares (see `chunks`), which are made when they are first wanted.
    pub(crate) fn chunks(&mut self, relation: &Relation, make: impl FnOnce() -> Box<[u64]>) -> i64 {
        self.chunks.entry(relation.clone()).or_insert_with(make).as_ptr() as i64
    }
}
