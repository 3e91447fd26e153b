//! Sets of a few squares as their numbers instead of whole sets: on boards of several machine words, a step of one square is then one lookup
//! instead of a shift of every word, and a test of its piece one byte.
//!
//! A missing square is the number one above the last, to which every table has an entry.

use super::code::Code;
use super::sets::{Put, Set};
use crate::board::Piece;
use crate::ir::{Op, RegionKind, Segment, ValueId, Values};
use crate::passes::Pass;
use crate::squares::{Relation, SquareSet};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value, types};

/// Numbers of squares, of which some may be missing and some equal.
pub(super) type Points = Vec<Value>;

/// Sets of fewer words are quicker than numbers.
const FEWEST_WORDS: usize = 2;

/// No more squares than this are kept as numbers, and no more than half the words of a set.
const MOST_POINTS: usize = 8;

/// The most pieces whose numbers fit into a mask.
const MASK_BITS: usize = 64;

/// The values that can be kept as numbers.
fn possible(values: &Values, words: usize) -> Vec<Option<usize>> {
    let mut forms: Vec<Option<usize>> = vec![None; values.len()];
    let most = (words / 2).clamp(1, MOST_POINTS);
    for (i, op) in values.ops().iter().enumerate() {
        let of = |value: ValueId| forms[value.0 as usize];
        forms[i] = match *op {
            Op::Constant(ref set) => (set.len() <= 1).then_some(set.len()),
            Op::Row(table) => values.table(table).is_function().then_some(1),
            Op::And(a, b) => of(a).into_iter().chain(of(b)).min(),
            Op::Or(a, b) => of(a).zip(of(b)).map(|(a, b)| a + b).filter(|&sum| sum <= most),
            Op::Without(a, _) | Op::If(_, a) | Op::Tried(_, a) => of(a),
            Op::Image(table, a) => of(a).filter(|_| values.table(table).is_function()),
            Op::Guarded(region) => of(values.guarded(region)),
            _ => None,
        };
    }
    forms
}

/// Makes whole sets of the values that are used as such only: a table's row costs less than the set of a number.
fn keep_wanted(segment: &Segment, forms: &mut [Option<usize>]) {
    let values = &segment.values;
    let mut wanted = vec![false; forms.len()];
    for exit in &segment.exits {
        wanted[exit.squares.0 as usize] = is_point(forms, exit.squares);
    }
    for (i, op) in values.ops().iter().enumerate().rev() {
        if !wanted[i] && !matches!(op, Op::Tried(..)) {
            forms[i] = None;
        }
        let mut want = |value: ValueId| wanted[value.0 as usize] = true;
        match *op {
            Op::Image(_, a) | Op::Some(a) | Op::Tried(_, a) | Op::Ray { origin: a, .. } => want(a),
            Op::If(_, a) if forms[i].is_some() => want(a),
            Op::And(a, b) | Op::Or(a, b) | Op::Without(a, b) if forms[i].is_some() => {
                want(a);
                want(b);
            }
            Op::Guarded(region) => {
                if let RegionKind::Guard { guard, result } = values.region(region).kind {
                    want(guard);
                    if forms[i].is_some() {
                        want(result);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether a set that leaves the segment is given by the number of its only square.
pub(super) fn is_point(forms: &[Option<usize>], set: ValueId) -> bool {
    forms[set.0 as usize] == Some(1)
}

/// For an intersection or a difference made of numbers: the operand whose squares are taken one by one, and the one that tells which.
pub(super) fn split(op: &Op, forms: &[Option<usize>]) -> Option<(ValueId, ValueId)> {
    let of = |value: ValueId| forms[value.0 as usize];
    match *op {
        Op::And(a, b) if of(a).is_some_and(|n| of(b).is_none_or(|m| n <= m)) => Some((a, b)),
        Op::And(a, b) if of(b).is_some() => Some((b, a)),
        Op::Without(a, b) if of(a).is_some() => Some((a, b)),
        _ => None,
    }
}

impl Code<'_, '_> {
    /// How many numbers each value of a segment takes that is kept as numbers of squares, by the numbers of the values.
    pub(super) fn forms(&self, segment: &Segment) -> Vec<Option<usize>> {
        if self.set_words() < FEWEST_WORDS || !self.program.passes.has(Pass::KeepPoints) {
            return vec![None; segment.values.len()];
        }
        let mut forms = possible(&segment.values, self.set_words());
        keep_wanted(segment, &mut forms);
        forms
    }

    /// Where a function takes each square.
    pub(super) fn steps(&mut self, relation: &Relation, points: &[Value]) -> Points {
        let table = self.tables.steps(relation, self.set_words());
        let base = self.number(table);
        let step = |&point: &Value| {
            let offset = self.builder.ins().ishl_imm_u(point, 1);
            let address = self.builder.ins().iadd(base, offset);
            self.builder.ins().uload16(types::I64, MemFlagsData::trusted(), address, 0)
        };
        points.iter().map(step).collect()
    }

    /// The images of some squares.
    pub(super) fn rows_of(&mut self, relation: &Relation, points: &[Value]) -> Set {
        let rows: Vec<Set> = points.iter().map(|&point| self.row(relation, point)).collect();
        match rows.into_iter().reduce(|a, b| self.or(&a, &b)) {
            Some(set) => set,
            None => self.constant(&SquareSet::empty(self.program.layout.squares)),
        }
    }

    /// The set of some squares.
    pub(super) fn set_of(&mut self, points: &[Value]) -> Set {
        let sets: Vec<Set> = points.iter().map(|&point| self.one_or_none(point)).collect();
        match sets.into_iter().reduce(|a, b| self.or(&a, &b)) {
            Some(set) => set,
            None => self.constant(&SquareSet::empty(self.program.layout.squares)),
        }
    }

    /// The set of one square, empty if it is missing.
    fn one_or_none(&mut self, point: Value) -> Set {
        let set = self.one(point);
        let squares = self.program.layout.squares;
        if squares.is_multiple_of(64) {
            // The number of a missing square lies in no word.
            return set;
        }
        let last = SquareSet::full(squares).words()[squares / 64];
        let words = set.len();
        let mut set = set;
        set[words - 1] = self.builder.ins().band_imm_s(set[words - 1], last as i64);
        set
    }

    /// Whether one of the squares exists.
    pub(super) fn some_of(&mut self, points: &[Value]) -> Value {
        let squares = self.program.layout.squares as i64;
        let exist: Vec<Value> = points.iter().map(|&point| self.compare_number(IntCC::NotEqual, point, squares)).collect();
        match exist.into_iter().reduce(|a, b| self.builder.ins().bor(a, b)) {
            Some(some) => some,
            None => self.builder.ins().iconst(types::I8, 0),
        }
    }

    /// Those squares for which a test holds.
    pub(super) fn those(&mut self, points: &[Value], mut holds: impl FnMut(&mut Self, Value) -> Value) -> Points {
        let nowhere = self.nowhere();
        let test = |&point: &Value| {
            let holds = holds(self, point);
            self.builder.ins().select(holds, point, nowhere)
        };
        points.iter().map(test).collect()
    }

    /// Whether a square holds one of these pieces, under some assumed changes; anything if the square is missing.
    pub(super) fn holds_any(&mut self, point: Value, pieces: &[Piece], ahead: &[Put]) -> Value {
        let address = self.builder.ins().iadd(self.state, point);
        let bytes = (self.program.layout.bytes * 8) as i32;
        let piece = self.builder.ins().uload8(types::I64, MemFlagsData::trusted(), address, bytes);
        let mut holds = self.is_one_of(piece, pieces);
        for put in ahead.iter().filter(|put| pieces.contains(&put.new) != pieces.contains(&put.old)) {
            let here = self.compare(IntCC::Equal, point, put.square);
            let after = self.builder.ins().iconst(types::I8, i64::from(pieces.contains(&put.new)));
            holds = self.builder.ins().select(here, after, holds);
        }
        holds
    }

    fn is_one_of(&mut self, piece: Value, pieces: &[Piece]) -> Value {
        let all = self.program.layout.pieces;
        if let [one] = pieces {
            return self.compare_number(IntCC::Equal, piece, i64::from(one.0));
        }
        if pieces.len() + 1 == all {
            let other = (0..all as u16).position(|other| !pieces.contains(&Piece(other))).expect("one is missing");
            return self.compare_number(IntCC::NotEqual, piece, other as i64);
        }
        if all <= MASK_BITS {
            let mask = self.number(pieces.iter().fold(0_u64, |mask, piece| mask | 1 << piece.0) as i64);
            let bit = self.builder.ins().ushr(mask, piece);
            let bit = self.builder.ins().band_imm_s(bit, 1);
            return self.compare_number(IntCC::NotEqual, bit, 0);
        }
        let each: Vec<Value> = pieces.iter().map(|one| self.compare_number(IntCC::Equal, piece, i64::from(one.0))).collect();
        each.into_iter().reduce(|a, b| self.builder.ins().bor(a, b)).expect("no set of pieces is empty")
    }

    /// Those squares that are in a set, or that are not.
    pub(super) fn points_in(&mut self, points: &[Value], set: &[Value], inside: bool) -> Points {
        let wanted = if inside { IntCC::NotEqual } else { IntCC::Equal };
        if let [low, high] = *set {
            return self.those(points, |code, point| {
                let is_low = code.compare_number(IntCC::UnsignedLessThan, point, 64);
                let word = code.builder.ins().select(is_low, low, high);
                let bit = code.builder.ins().ushr(word, point);
                let bit = code.builder.ins().band_imm_s(bit, 1);
                code.compare_number(wanted, bit, 0)
            });
        }
        let memory = StackSlotData::new(StackSlotKind::ExplicitSlot, (set.len() * 8 + 8) as u32, 3);
        let slot = self.builder.create_sized_stack_slot(memory);
        for (i, &word) in set.iter().enumerate() {
            self.builder.ins().stack_store(types::I64, word, slot, i as i32 * 8);
        }
        let base = self.builder.ins().stack_addr(types::I64, slot, 0);
        self.those(points, |code, point| {
            let word = code.builder.ins().ushr_imm_u(point, 6);
            let offset = code.builder.ins().ishl_imm_u(word, 3);
            let address = code.builder.ins().iadd(base, offset);
            let word = code.load(address, 0);
            let bit = code.builder.ins().ushr(word, point);
            let bit = code.builder.ins().band_imm_s(bit, 1);
            code.compare_number(wanted, bit, 0)
        })
    }

    /// Whether a square is one of some others, or none of them.
    pub(super) fn is_among(&mut self, point: Value, others: &[Value], inside: bool) -> Value {
        let (same, none) = if inside { (IntCC::Equal, 0) } else { (IntCC::NotEqual, 1) };
        let each: Vec<Value> = others.iter().map(|&other| self.compare(same, point, other)).collect();
        let join = |a, b| if inside { self.builder.ins().bor(a, b) } else { self.builder.ins().band(a, b) };
        match each.into_iter().reduce(join) {
            Some(all) => all,
            None => self.builder.ins().iconst(types::I8, none),
        }
    }

    /// Those squares that are in a constant set.
    pub(super) fn points_within(&mut self, points: &[Value], set: &SquareSet) -> Points {
        let relation = Relation::identity(self.program.layout.squares).within(set);
        self.steps(&relation, points)
    }
}
