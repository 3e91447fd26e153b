//! Tests of the squares around the current one: whether all of them hold some pieces, or one of them does. On boards of several words these squares
//! lie in few of them, the *window* of the current square, and only these words are read.

use crate::board::Piece;
use crate::emit::code::Code;
use crate::emit::points;
use crate::emit::sets::Placement;
use crate::passes::Pass;
use crate::squares::{Relation, SquareSet};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

/// Sets of fewer words are quicker to test as a whole.
const FEWEST_WORDS: usize = 3;

/// The maximum number of squares that are tested one by one.
const MOST_POINTS: usize = 2;

/// The part of a set in which the images of the current square lie.
pub(crate) struct Window {
    /// The address of the window's first word in a set that begins at the state's first word.
    address: Value,
    /// The number of that word.
    first: Value,
    /// The images.
    masks: Vec<Value>,
    /// A number that is not 0 if there is an image off the board.
    beyond: Option<Value>,
}

/// The words of a window of a relation, if it is much smaller than a set.
pub(crate) fn window_words(relation: &Relation, words: usize) -> Option<usize> {
    let squares = relation.squares();
    let span = |row: &SquareSet| {
        let (first, last) =
            row.iter().filter(|&to| to < squares).fold((usize::MAX, 0), |(low, high), to| (low.min(to / 64), high.max(to / 64)));
        if first <= last { last - first + 1 } else { 1 }
    };
    let most = relation.rows().iter().map(span).max().unwrap_or(1);
    (most + most.div_ceil(2) < words).then_some(most)
}

/// The words of a row of a relation's windows: the number of the first word, the words, and a word that is not 0 if the row has a square off the
/// board; the last only if there is such a row.
fn window_size(relation: &Relation, window: usize) -> usize {
    1 + window + usize::from(relation.leaves_board())
}

/// The windows of a relation's rows, one for each bit of a set and one more.
fn rows(relation: &Relation, words: usize, window: usize) -> Box<[u64]> {
    let (squares, size) = (relation.squares(), window_size(relation, window));
    let mut rows = vec![0; (words * 64 + 1) * size];
    for (row, part) in relation.rows().iter().zip(rows.chunks_mut(size)) {
        let first = row.iter().next().filter(|&to| to < squares).map_or(0, |to| to / 64).min(words - window);
        part[0] = first as u64;
        for to in row.iter() {
            if to < squares { part[1 + to / 64 - first] |= 1 << (to % 64) } else { part[1 + window] = 1 }
        }
    }
    rows.into()
}

/// Whether less than a set is read to test a few squares.
pub(crate) fn has_windows(code: &Code<'_, '_>) -> bool {
    code.set_words() >= FEWEST_WORDS && code.program.passes.has(Pass::TestWindows)
}

/// Whether all images of the square are in a set of squares that never changes.
pub(crate) fn within_constant(code: &mut Code<'_, '_>, relation: &Relation, square: Value, set: &SquareSet) -> Value {
    let squares = relation.squares();
    let no = |row: &SquareSet| if row.without(set).is_empty() { SquareSet::empty(squares) } else { SquareSet::one(squares, 0) };
    let no = Relation::from_rows(relation.rows().iter().map(no).collect());
    let found = points::steps(code, &no, &[square])[0];
    code.compare_number(IntCC::Equal, found, squares as i64)
}

/// Whether all images of the square hold one of these pieces, under some assumed changes, if that is found without whole sets.
pub(crate) fn within_pieces(
    code: &mut Code<'_, '_>,
    relation: &Relation,
    square: Value,
    pieces: &[Piece],
    ahead: &[Placement],
) -> Option<Value> {
    let ahead = &met(relation, square, ahead);
    let squares = relation.squares();
    let lengths = || relation.rows().iter().map(SquareSet::len);
    let beyond = relation.leaves_board();
    if lengths().max()? <= MOST_POINTS && lengths().min()? > 0 {
        let mut all: Option<Value> = None;
        for n in 0..lengths().max()? {
            let nth = |row: &SquareSet| row.iter().nth(n).or(row.iter().next()).filter(|&to| to < squares);
            let one = |row: &SquareSet| nth(row).map_or(SquareSet::empty(squares), |to| SquareSet::one(squares, to));
            let step = Relation::from_rows(relation.rows().iter().map(one).collect());
            let point = if step == Relation::identity(squares) { square } else { points::steps(code, &step, &[square])[0] };
            let mut holds = points::holds_any(code, point, pieces, ahead);
            if beyond {
                let exists = points::any_exists(code, &[point]);
                holds = code.builder.ins().band(holds, exists);
            }
            all = Some(all.map_or(holds, |all| code.builder.ins().band(all, holds)));
        }
        return all;
    }
    let window = window(code, relation, square)?;
    let (direct, pieces) = fewer(code, pieces);
    let found = window_of(code, &window, &pieces, ahead);
    let mut outside = window.beyond.unwrap_or_else(|| code.number(0));
    for (&mask, &word) in window.masks.iter().zip(&found) {
        let bad = if direct { code.builder.ins().band_not(mask, word) } else { code.builder.ins().band(mask, word) };
        outside = code.builder.ins().bor(outside, bad);
    }
    Some(code.compare_number(IntCC::Equal, outside, 0))
}

/// Whether one of the images of the square holds one of these pieces, under some assumed changes, if they lie in a window.
pub(crate) fn meets_pieces(
    code: &mut Code<'_, '_>,
    relation: &Relation,
    square: Value,
    pieces: &[Piece],
    ahead: &[Placement],
) -> Option<Value> {
    let window = window(code, relation, square)?;
    let (direct, pieces) = fewer(code, pieces);
    let found = window_of(code, &window, &pieces, &met(relation, square, ahead));
    let mut inside = code.number(0);
    for (&mask, &word) in window.masks.iter().zip(&found) {
        let good = if direct { code.builder.ins().band(mask, word) } else { code.builder.ins().band_not(mask, word) };
        inside = code.builder.ins().bor(inside, good);
    }
    Some(code.compare_number(IntCC::NotEqual, inside, 0))
}

/// The assumed changes that the images of a square may meet: not that of the square itself, unless it is one of its images.
fn met(relation: &Relation, square: Value, ahead: &[Placement]) -> Vec<Placement> {
    let returns = || relation.rows().iter().enumerate().any(|(square, row)| row.contains(square));
    ahead.iter().filter(|put| put.square != square || returns()).cloned().collect()
}

/// These pieces, or all others if those are fewer.
fn fewer(code: &Code<'_, '_>, pieces: &[Piece]) -> (bool, Vec<Piece>) {
    let all = code.program.layout.pieces;
    let direct = pieces.len() * 2 <= all;
    let others = (0..all as u16).map(Piece).filter(|piece| !pieces.contains(piece));
    (direct, if direct { pieces.to_vec() } else { others.collect() })
}

fn window(code: &mut Code<'_, '_>, relation: &Relation, square: Value) -> Option<Window> {
    let words = window_words(relation, code.set_words())?;
    let beyond = relation.leaves_board();
    let (size, all) = (window_size(relation, words), code.set_words());
    let table = code.tables.windows(relation, || rows(relation, all, words));
    let base = code.number(table);
    let offset = code.builder.ins().imul_imm_s(square, (size * 8) as i64);
    let row = code.builder.ins().iadd(base, offset);
    let first = code.look_up(row, 0);
    let masks = (0..words).map(|i| code.look_up(row, 1 + i)).collect();
    let beyond = beyond.then(|| code.look_up(row, 1 + words));
    let bytes = code.builder.ins().ishl_imm_u(first, 3);
    let address = code.builder.ins().iadd(code.state, bytes);
    Some(Window { address, first, masks, beyond })
}

/// The part in a window of the squares that hold one of these pieces, under some assumed changes.
fn window_of(code: &mut Code<'_, '_>, window: &Window, pieces: &[Piece], ahead: &[Placement]) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    for i in 0..window.masks.len() {
        let words: Vec<Value> = pieces.iter().map(|&piece| code.load(window.address, code.set_word(piece) + i)).collect();
        found.push(match words.into_iter().reduce(|a, b| code.builder.ins().bor(a, b)) {
            Some(word) => word,
            None => code.number(0),
        });
    }
    for put in ahead.iter().filter(|put| pieces.contains(&put.new) != pieces.contains(&put.old)) {
        let (one, none) = (code.number(1), code.number(0));
        let bit = code.builder.ins().ishl(one, put.square);
        let word = code.builder.ins().ushr_imm_u(put.square, 6);
        let index = code.builder.ins().isub(word, window.first);
        for (i, found) in found.iter_mut().enumerate() {
            let here = code.compare_number(IntCC::Equal, index, i as i64);
            let place = code.builder.ins().select(here, bit, none);
            *found =
                if pieces.contains(&put.new) { code.builder.ins().bor(*found, place) } else { code.builder.ins().band_not(*found, place) };
        }
    }
    found
}
