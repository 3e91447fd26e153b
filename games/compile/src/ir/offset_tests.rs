//! Tests of single squares at known places relative to the current one: whether all of them are in a set takes one row of a table, however
//! many steps lead there.

use super::builder::Builder;
use super::op::{Op, TableId, ValueId};
use crate::squares::{Relation, SquareSet};

impl Builder {
    /// If one of two sets is at most one square to which the current one leads: its table, and the other set.
    pub(super) fn step_through(&mut self, a: ValueId, b: ValueId) -> Option<(TableId, ValueId)> {
        if let Some(table) = self.step_to(a) {
            return Some((table, b));
        }
        self.step_to(b).map(|table| (table, a))
    }

    fn step_to(&mut self, value: ValueId) -> Option<TableId> {
        match self.made.values.op(value) {
            Op::Row(table) if self.made.values.table(*table).is_function() => Some(*table),
            // Every square leads there.
            Op::Constant(set) if self.made.values.folds && set.len() == 1 => {
                let rows = vec![set.clone(); self.made.values.squares];
                Some(self.made.table_id(Relation::from_rows(rows)))
            }
            _ => None,
        }
    }

    /// Whether all squares to which the current one leads are in a set.
    pub(super) fn within(&mut self, relation: Relation, set: ValueId) -> ValueId {
        let table = self.made.table_id(relation);
        self.intern(Op::Within(table, set))
    }

    /// Whether a set found by such tests is non-empty; `None` for other sets, and where words have no spare bit.
    pub(super) fn some_within(&mut self, set: ValueId) -> Option<ValueId> {
        if self.made.values.squares.is_multiple_of(64) {
            return None;
        }
        match *self.made.values.op(set) {
            Op::Row(table) => {
                let exists = self.made.values.table(table).rows().iter().map(|row| !row.is_empty()).collect();
                Some(self.known(exists))
            }
            Op::And(a, b) => {
                let (table, through) = self.step_through(a, b)?;
                let relation = self.or_never(table);
                Some(self.within(relation, through))
            }
            Op::If(condition, of) => {
                let some = self.some_within(of)?;
                Some(self.both(condition, some))
            }
            Op::Or(a, b) => {
                let (a, b) = (self.some_within(a)?, self.some_within(b)?);
                Some(self.intern(Op::Either(a.min(b), a.max(b))))
            }
            _ => None,
        }
    }

    /// Whether both hold.
    pub(super) fn both(&mut self, a: ValueId, b: ValueId) -> ValueId {
        match (self.made.values.op(a), self.made.values.op(b)) {
            (Op::Holds(true), _) | (_, Op::Holds(false)) => return b,
            (_, Op::Holds(true)) | (Op::Holds(false), _) => return a,
            _ => {}
        }
        if let (&Op::Within(x, of), &Op::Within(y, other)) = (self.made.values.op(a), self.made.values.op(b)) {
            let nothing = self.nothing();
            let set = if of == nothing { other } else { of };
            if of == other || of == nothing || other == nothing {
                let joined = self.made.values.table(x).or(self.made.values.table(y));
                return self.within(joined, set);
            }
        }
        self.intern(Op::Both(a.min(b), a.max(b)))
    }

    /// Whether something does not hold.
    pub(super) fn not(&mut self, holds: ValueId) -> ValueId {
        if let &Op::Holds(holds) = self.made.values.op(holds) {
            return self.intern(Op::Holds(!holds));
        }
        if let &Op::Within(table, of) = self.made.values.op(holds)
            && of == self.nothing()
        {
            let no = self.made.values.table(table).rows().iter().map(|row| !row.is_empty()).collect();
            return self.known(no);
        }
        self.intern(Op::Not(holds))
    }

    /// A precomputed row for each square.
    fn known(&mut self, holds: Vec<bool>) -> ValueId {
        let squares = self.made.values.squares;
        let row = |holds| if holds { SquareSet::empty(squares) } else { SquareSet::one(squares, squares) };
        let relation = Relation::from_rows(holds.into_iter().map(row).collect());
        let nothing = self.nothing();
        self.within(relation, nothing)
    }

    /// A relation in which rows that mean "no" replace empty ones.
    fn or_never(&self, table: TableId) -> Relation {
        let never = SquareSet::one(self.made.values.squares, self.made.values.squares);
        let rows = self.made.values.table(table).rows().iter().map(|row| if row.is_empty() { never.clone() } else { row.clone() });
        Relation::from_rows(rows.collect())
    }
}
