//! Sets of a few squares as their numbers instead of whole sets: on boards of several machine words, a step of one square is then one lookup
//! instead of a shift of every word, and a test of its piece one byte.
//!
//! A missing square is the number one above the last, to which every table has an entry.

use crate::board::Piece;
use crate::emit::code::Code;
use crate::emit::images;
use crate::emit::sets::{Placement, Set};
use crate::squares::{Relation, SquareSet};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value, types};

/// Numbers of squares, of which some may be missing and some equal.
pub(crate) type Points = Vec<Value>;

/// The maximum number of pieces whose numbers fit into a mask.
const MASK_BITS: usize = 64;

/// Where a function takes each square.
pub(crate) fn steps(code: &mut Code<'_, '_>, relation: &Relation, points: &[Value]) -> Points {
    let table = code.tables.steps(relation, code.set_words());
    let base = code.number(table);
    let step = |&point: &Value| {
        let offset = code.builder.ins().ishl_imm_u(point, 1);
        let address = code.builder.ins().iadd(base, offset);
        code.builder.ins().uload16(types::I64, MemFlagsData::trusted(), address, 0)
    };
    points.iter().map(step).collect()
}

/// The images of some squares.
pub(crate) fn rows_of(code: &mut Code<'_, '_>, relation: &Relation, points: &[Value]) -> Set {
    let rows: Vec<Set> = points.iter().map(|&point| images::row(code, relation, point)).collect();
    match rows.into_iter().reduce(|a, b| code.or(&a, &b)) {
        Some(set) => set,
        None => code.constant(&SquareSet::empty(code.program.layout.squares)),
    }
}

/// The set of some squares.
pub(crate) fn set_of(code: &mut Code<'_, '_>, points: &[Value]) -> Set {
    let sets: Vec<Set> = points.iter().map(|&point| one_or_none(code, point)).collect();
    match sets.into_iter().reduce(|a, b| code.or(&a, &b)) {
        Some(set) => set,
        None => code.constant(&SquareSet::empty(code.program.layout.squares)),
    }
}

/// The set of one square, empty if it is missing.
fn one_or_none(code: &mut Code<'_, '_>, point: Value) -> Set {
    let set = code.one(point);
    let squares = code.program.layout.squares;
    if squares.is_multiple_of(64) {
        // The number of a missing square lies in no word.
        return set;
    }
    let last = SquareSet::full(squares).words()[squares / 64];
    let words = set.len();
    let mut set = set;
    set[words - 1] = code.builder.ins().band_imm_s(set[words - 1], last as i64);
    set
}

/// Whether one of the squares exists.
pub(crate) fn any_exists(code: &mut Code<'_, '_>, points: &[Value]) -> Value {
    let squares = code.program.layout.squares as i64;
    let exist: Vec<Value> = points.iter().map(|&point| code.compare_number(IntCC::NotEqual, point, squares)).collect();
    match exist.into_iter().reduce(|a, b| code.builder.ins().bor(a, b)) {
        Some(some) => some,
        None => code.builder.ins().iconst(types::I8, 0),
    }
}

/// Those squares for which a test holds.
pub(crate) fn filter(code: &mut Code<'_, '_>, points: &[Value], mut holds: impl FnMut(&mut Code<'_, '_>, Value) -> Value) -> Points {
    let nowhere = code.nowhere();
    let test = |&point: &Value| {
        let holds = holds(code, point);
        code.builder.ins().select(holds, point, nowhere)
    };
    points.iter().map(test).collect()
}

/// Whether a square holds one of these pieces, under some assumed changes; anything if the square is missing.
pub(crate) fn holds_any(code: &mut Code<'_, '_>, point: Value, pieces: &[Piece], ahead: &[Placement]) -> Value {
    let address = code.builder.ins().iadd(code.state, point);
    let bytes = (code.program.layout.bytes * 8) as i32;
    let piece = code.builder.ins().uload8(types::I64, MemFlagsData::trusted(), address, bytes);
    let mut holds = is_one_of(code, piece, pieces);
    for put in ahead.iter().filter(|put| pieces.contains(&put.new) != pieces.contains(&put.old)) {
        let here = code.compare(IntCC::Equal, point, put.square);
        let after = code.builder.ins().iconst(types::I8, i64::from(pieces.contains(&put.new)));
        holds = code.builder.ins().select(here, after, holds);
    }
    holds
}

fn is_one_of(code: &mut Code<'_, '_>, piece: Value, pieces: &[Piece]) -> Value {
    let all = code.program.layout.pieces;
    if let [one] = pieces {
        return code.compare_number(IntCC::Equal, piece, i64::from(one.0));
    }
    if pieces.len() + 1 == all {
        let other = (0..all as u16).position(|other| !pieces.contains(&Piece(other))).expect("one is missing");
        return code.compare_number(IntCC::NotEqual, piece, other as i64);
    }
    if all <= MASK_BITS {
        let mask = code.number(pieces.iter().fold(0_u64, |mask, piece| mask | 1 << piece.0) as i64);
        let bit = code.builder.ins().ushr(mask, piece);
        let bit = code.builder.ins().band_imm_s(bit, 1);
        return code.compare_number(IntCC::NotEqual, bit, 0);
    }
    let each: Vec<Value> = pieces.iter().map(|one| code.compare_number(IntCC::Equal, piece, i64::from(one.0))).collect();
    each.into_iter().reduce(|a, b| code.builder.ins().bor(a, b)).expect("no set of pieces is empty")
}

/// Those squares that are in a set, or that are not.
pub(crate) fn points_in(code: &mut Code<'_, '_>, points: &[Value], set: &[Value], inside: bool) -> Points {
    let wanted = if inside { IntCC::NotEqual } else { IntCC::Equal };
    if let [low, high] = *set {
        return filter(code, points, |code, point| {
            let is_low = code.compare_number(IntCC::UnsignedLessThan, point, 64);
            let word = code.builder.ins().select(is_low, low, high);
            let bit = code.builder.ins().ushr(word, point);
            let bit = code.builder.ins().band_imm_s(bit, 1);
            code.compare_number(wanted, bit, 0)
        });
    }
    let memory = StackSlotData::new(StackSlotKind::ExplicitSlot, (set.len() * 8 + 8) as u32, 3);
    let slot = code.builder.create_sized_stack_slot(memory);
    for (i, &word) in set.iter().enumerate() {
        code.builder.ins().stack_store(types::I64, word, slot, i as i32 * 8);
    }
    let base = code.builder.ins().stack_addr(types::I64, slot, 0);
    filter(code, points, |code, point| {
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
pub(crate) fn is_among(code: &mut Code<'_, '_>, point: Value, others: &[Value], inside: bool) -> Value {
    let (same, none) = if inside { (IntCC::Equal, 0) } else { (IntCC::NotEqual, 1) };
    let each: Vec<Value> = others.iter().map(|&other| code.compare(same, point, other)).collect();
    let join = |a, b| if inside { code.builder.ins().bor(a, b) } else { code.builder.ins().band(a, b) };
    match each.into_iter().reduce(join) {
        Some(all) => all,
        None => code.builder.ins().iconst(types::I8, none),
    }
}

/// Those squares that are in a constant set.
pub(crate) fn points_within(code: &mut Code<'_, '_>, points: &[Value], set: &SquareSet) -> Points {
    let relation = Relation::identity(code.program.layout.squares).within(set);
    steps(code, &relation, points)
}
