//! Operations on sets of squares, each a few instructions per word.

use crate::board::Piece;
use crate::emit::code::Code;
use crate::squares::SquareSet;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// A set in registers: one value per word or, on boards of several words, the number of the only square that it can have (see `points`).
pub(crate) type Set = Vec<Value>;

/// An assumed change of a square, for looking one step ahead.
#[derive(Clone, Debug)]
pub(crate) struct Placement {
    /// The old piece.
    pub(crate) old: Piece,
    /// The new piece.
    pub(crate) new: Piece,
    /// The square.
    pub(crate) square: Value,
    /// The square, as a set.
    pub(crate) place: Set,
}

impl Code<'_, '_> {
    pub(crate) fn constant(&mut self, set: &SquareSet) -> Set {
        set.words().iter().map(|&word| self.number(word as i64)).collect()
    }

    pub(crate) fn load_set(&mut self, address: Value, word: usize) -> Set {
        (0..self.set_words()).map(|i| self.load(address, word + i)).collect()
    }

    /// Loads a set of the same form as another.
    pub(crate) fn load_like(&mut self, like: &[Value], address: Value, word: usize) -> Set {
        (0..like.len()).map(|i| self.load(address, word + i)).collect()
    }

    /// The empty set in the form of another.
    pub(crate) fn none_like(&mut self, like: &[Value]) -> Set {
        let none = if self.is_point(like) { self.nowhere() } else { self.number(0) };
        vec![none; like.len()]
    }

    /// The number of a missing square.
    pub(crate) fn nowhere(&mut self) -> Value {
        self.number(self.program.layout.squares as i64)
    }

    /// Whether a set is given by the number of its only square.
    pub(crate) fn is_point(&self, set: &[Value]) -> bool {
        set.len() < self.set_words()
    }

    pub(crate) fn store_set(&mut self, set: &[Value], address: Value, word: usize) {
        for (i, &value) in set.iter().enumerate() {
            self.store(value, address, word + i);
        }
    }

    fn zip(&mut self, a: &[Value], b: &[Value], make: impl Fn(&mut Self, Value, Value) -> Value) -> Set {
        assert_eq!(a.len(), b.len(), "whole sets are combined");
        a.iter().zip(b).map(|(&x, &y)| make(self, x, y)).collect()
    }

    pub(crate) fn and(&mut self, a: &[Value], b: &[Value]) -> Set {
        self.zip(a, b, |code, x, y| code.builder.ins().band(x, y))
    }

    pub(crate) fn or(&mut self, a: &[Value], b: &[Value]) -> Set {
        self.zip(a, b, |code, x, y| code.builder.ins().bor(x, y))
    }

    pub(crate) fn without(&mut self, a: &[Value], b: &[Value]) -> Set {
        self.zip(a, b, |code, x, y| code.builder.ins().band_not(x, y))
    }

    /// The set if the condition holds, else none.
    pub(crate) fn only_if(&mut self, condition: Value, set: &[Value]) -> Set {
        let none = self.number(0);
        set.iter().map(|&word| self.builder.ins().select(condition, word, none)).collect()
    }

    /// A number that is 0 exactly if the set is empty.
    pub(crate) fn any(&mut self, set: &[Value]) -> Value {
        if self.is_point(set) {
            return self.builder.ins().bxor_imm_s(set[0], self.program.layout.squares as i64);
        }
        let mut any = set[0];
        for &word in &set[1..] {
            any = self.builder.ins().bor(any, word);
        }
        any
    }

    /// Whether the set is non-empty.
    pub(crate) fn some(&mut self, set: &[Value]) -> Value {
        let any = self.any(set);
        self.compare_number(IntCC::NotEqual, any, 0)
    }

    /// The number of squares.
    pub(crate) fn count(&mut self, set: &[Value]) -> Value {
        if self.is_point(set) {
            let some = self.some(set);
            return self.builder.ins().uextend(types::I64, some);
        }
        let mut sum = self.builder.ins().popcnt(set[0]);
        for &word in &set[1..] {
            let more = self.builder.ins().popcnt(word);
            sum = self.builder.ins().iadd(sum, more);
        }
        sum
    }

    /// The squares that hold a piece, under some assumed changes.
    pub(crate) fn squares_of(&mut self, piece: Piece, ahead: &[Placement]) -> Set {
        let mut set = self.load_set(self.state, self.set_word(piece));
        for put in ahead {
            if put.new == put.old {
                continue;
            }
            if put.new == piece {
                set = self.or(&set, &put.place);
            } else if put.old == piece {
                set = self.without(&set, &put.place);
            }
        }
        set
    }

    /// The squares that hold one of these pieces.
    pub(crate) fn squares_of_any(&mut self, pieces: &[Piece], ahead: &[Placement]) -> Set {
        let all = self.program.layout.pieces;
        if pieces.len() * 2 > all {
            let others: Vec<Piece> = (0..all as u16).map(Piece).filter(|piece| !pieces.contains(piece)).collect();
            let full = self.constant(&SquareSet::full(self.program.layout.squares));
            if others.is_empty() {
                return full;
            }
            let others = self.squares_of_any(&others, ahead);
            return self.without(&full, &others);
        }
        let mut set = self.squares_of(pieces[0], ahead);
        for &piece in &pieces[1..] {
            let more = self.squares_of(piece, ahead);
            set = self.or(&set, &more);
        }
        set
    }

    /// The first word of a piece's set in the state.
    pub(crate) fn set_word(&self, piece: Piece) -> usize {
        self.program.layout.sets + usize::from(piece.0) * self.set_words()
    }

    /// The number of the lowest square; one above the last bit if there is none.
    pub(crate) fn first(&mut self, set: &[Value]) -> Value {
        if self.is_point(set) {
            return set[0];
        }
        let last = set.len() - 1;
        let index = self.builder.ins().ctz(set[last]);
        let mut first = self.builder.ins().iadd_imm_s(index, (last * 64) as i64);
        for i in (0..last).rev() {
            let index = self.builder.ins().ctz(set[i]);
            let index = self.builder.ins().iadd_imm_s(index, (i * 64) as i64);
            first = self.builder.ins().select(set[i], index, first);
        }
        first
    }

    /// The set of one square.
    pub(crate) fn one(&mut self, square: Value) -> Set {
        let one = self.number(1);
        let bit = self.builder.ins().ishl(one, square);
        if self.set_words() == 1 {
            return vec![bit];
        }
        let word = self.builder.ins().ushr_imm_u(square, 6);
        let none = self.number(0);
        (0..self.set_words())
            .map(|i| {
                let here = self.compare_number(IntCC::Equal, word, i as i64);
                self.builder.ins().select(here, bit, none)
            })
            .collect()
    }

    /// A set without a square.
    pub(crate) fn strike(&mut self, set: &[Value], square: Value) -> Set {
        if self.is_point(set) {
            return self.none_like(set);
        }
        let one = self.one(square);
        self.without(set, &one)
    }
}
