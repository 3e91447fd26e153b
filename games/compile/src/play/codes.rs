//! The codes of whole moves during the search: [digits](crate::codes) are added step by step.

use crate::abi::areas::{FRAME_CODE, FRAME_HASH, FRAME_WEIGHT};
use crate::analysis::code_lengths::may_hash;
use crate::codes::HASH;
use crate::ir::Exit;
use crate::play::machine::Machine;
use crate::play::registers::Digits;
use crate::splitmix;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

/// The weight of a first digit, which has a different radix from the others.
const FIRST: i64 = 0;
/// The weight of digits that do not fit.
pub(crate) const TOO_HEAVY: i64 = -1;

/// The code of the steps so far, as values.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) code: Value,
    pub(crate) weight: Value,
    pub(crate) hash: Option<Value>,
}

impl Machine<'_, '_> {
    /// Declares the registers of codes.
    pub(crate) fn begin_digits(&mut self) {
        let none = self.code.number(0);
        let first = self.code.number(FIRST);
        let hashes = may_hash(self.graph);
        self.digits = Some(Digits {
            code: self.code.variable(none),
            weight: self.code.variable(first),
            hash: hashes.then(|| self.code.variable(none)),
        });
    }

    pub(crate) fn digits(&self) -> Digits {
        self.digits.expect("declared when the function was begun")
    }

    /// The code of the steps so far.
    pub(crate) fn place(&mut self) -> Place {
        let Digits { code, weight, hash } = self.digits();
        Place { code: self.code.read(code), weight: self.code.read(weight), hash: hash.map(|hash| self.code.read(hash)) }
    }

    /// Saves the code in the topmost frame.
    pub(crate) fn save_place(&mut self) {
        let Place { code, weight, hash } = self.place();
        let frame = self.code.read(self.frame);
        self.code.store(code, frame, FRAME_CODE);
        self.code.store(weight, frame, FRAME_WEIGHT);
        if let Some(hash) = hash {
            self.code.store(hash, frame, FRAME_HASH);
        }
    }

    /// The code saved in the topmost frame.
    pub(crate) fn saved_place(&mut self) -> Place {
        let frame = self.code.read(self.frame);
        let hashes = self.digits().hash.is_some();
        Place {
            code: self.code.load(frame, FRAME_CODE),
            weight: self.code.load(frame, FRAME_WEIGHT),
            hash: hashes.then(|| self.code.load(frame, FRAME_HASH)),
        }
    }

    /// The code with one more step.
    pub(crate) fn with_digit(&mut self, entry: usize, exit: &Exit, square: Value, place: Place) -> Place {
        let codes = &self.code.program.codes;
        let (first_digit, first_radix) = (codes.first_digit_of(exit.number) as i64, codes.first_radix() as i64);
        let behind = self.graph.get(entry).behind;
        let radix = behind.map(|behind| codes.radix_after(behind));
        let digit = behind.and_then(|behind| codes.digit_after(behind, exit.number));
        let ins = |machine: &mut Self, n| machine.code.number(n);
        let first = self.code.builder.ins().iadd_imm_s(square, first_digit);
        let hash = place.hash.map(|hash| self.hashed(hash, first));
        // Nothing leads here from inside a move, so this is the first step.
        let Some(radix) = radix else {
            let weight = ins(self, first_radix);
            return Place { code: first, weight, hash };
        };
        let is_first = self.code.compare_number(IntCC::Equal, place.weight, FIRST);
        let one = ins(self, 1);
        let (digit, shifted) = digit.unwrap_or_default();
        let digit = if shifted { self.code.builder.ins().iadd_imm_s(square, digit as i64) } else { ins(self, digit as i64) };
        let digit = self.code.builder.ins().select(is_first, first, digit);
        let scale = self.code.builder.ins().select(is_first, one, place.weight);
        let more = self.code.builder.ins().imul(digit, scale);
        let code = self.code.builder.ins().iadd(place.code, more);
        let (later, limit) = match radix {
            Some(radix) if radix > 0 => (radix as i64, (HASH / radix) as i64),
            _ => (1, 0),
        };
        let (first_radix, later) = (ins(self, first_radix), ins(self, later));
        let radix = self.code.builder.ins().select(is_first, first_radix, later);
        let mut weight = self.code.builder.ins().imul(scale, radix);
        if hash.is_some() {
            let over = self.code.compare_number(IntCC::UnsignedGreaterThan, place.weight, limit);
            let heavy = ins(self, TOO_HEAVY);
            weight = self.code.builder.ins().select(over, heavy, weight);
        }
        Place { code, weight, hash }
    }

    fn hashed(&mut self, hash: Value, step: Value) -> Value {
        let mixed = self.code.builder.ins().bxor(hash, step);
        let state = self.code.builder.ins().iadd_imm_s(mixed, splitmix::GAMMA as i64);
        self.mixed(state)
    }
}
