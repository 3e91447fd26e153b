//! The codes of moves during the search for them: [digits](crate::codes) are added step by step.

use crate::abi::areas::{FRAME_CODE, FRAME_HASH, FRAME_WEIGHT};
use crate::analysis::code_lengths::may_hash;
use crate::codes::HASH;
use crate::emit::code::Code;
use crate::emit::random::mixed;
use crate::ir::Exit;
use crate::play::routine::Routine;
use crate::splitmix;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::Variable;

/// The weight of a first digit, which has a different radix from the others.
const FIRST: i64 = 0;
/// The weight of digits that do not fit.
const TOO_HEAVY: i64 = -1;

/// The registers of the code of the steps so far.
#[derive(Clone, Copy)]
pub(super) struct CodeRegisters {
    code: Variable,
    weight: Variable,
    /// The hash of the steps, if some code of the program may need it.
    hash: Option<Variable>,
}

/// The code of some steps, the weight of the next digit, and the hash of the steps.
#[derive(Clone, Copy)]
pub(super) struct MoveCode {
    pub(super) code: Value,
    weight: Value,
    pub(super) hash: Option<Value>,
}

impl CodeRegisters {
    pub(super) fn new(routine: &mut Routine<'_, '_>) -> Self {
        let none = routine.code.number(0);
        let first = routine.code.number(FIRST);
        let hashes = may_hash(routine.graph);
        CodeRegisters {
            code: routine.code.variable(none),
            weight: routine.code.variable(first),
            hash: hashes.then(|| routine.code.variable(none)),
        }
    }

    /// Whether hashes are kept.
    pub(super) fn hashes(self) -> bool {
        self.hash.is_some()
    }

    /// The code of the steps so far.
    pub(super) fn read(self, code: &mut Code<'_, '_>) -> MoveCode {
        MoveCode { code: code.read(self.code), weight: code.read(self.weight), hash: self.hash.map(|hash| code.read(hash)) }
    }

    pub(super) fn write(self, code: &mut Code<'_, '_>, steps: MoveCode) {
        code.write(self.code, steps.code);
        code.write(self.weight, steps.weight);
        if let (Some(hash), Some(steps)) = (self.hash, steps.hash) {
            code.write(hash, steps);
        }
    }

    /// Saves the code in the topmost frame.
    pub(super) fn save(self, routine: &mut Routine<'_, '_>) {
        let MoveCode { code, weight, hash } = self.read(&mut routine.code);
        let frame = routine.code.read(routine.choices.top);
        routine.code.store(code, frame, FRAME_CODE);
        routine.code.store(weight, frame, FRAME_WEIGHT);
        if let Some(hash) = hash {
            routine.code.store(hash, frame, FRAME_HASH);
        }
    }

    /// The code saved in the topmost frame.
    pub(super) fn saved(self, routine: &mut Routine<'_, '_>) -> MoveCode {
        let frame = routine.code.read(routine.choices.top);
        MoveCode {
            code: routine.code.load(frame, FRAME_CODE),
            weight: routine.code.load(frame, FRAME_WEIGHT),
            hash: self.hash.map(|_| routine.code.load(frame, FRAME_HASH)),
        }
    }
}

impl MoveCode {
    /// The code with one more step.
    pub(super) fn with(self, routine: &mut Routine<'_, '_>, entry: usize, exit: &Exit, square: Value) -> MoveCode {
        let codes = &routine.graph.program.codes;
        let (first_digit, first_radix) = (codes.first_digit_of(exit.number) as i64, codes.first_radix() as i64);
        let behind = routine.graph.get(entry).behind;
        let code = &mut routine.code;
        let first = code.builder.ins().iadd_imm_s(square, first_digit);
        let hash = self.hash.map(|hash| hashed(code, hash, first));
        // If nothing leads here from inside a move, this is the first step.
        let Some(behind) = behind else {
            let weight = code.number(first_radix);
            return MoveCode { code: first, weight, hash };
        };
        let is_first = code.compare_number(IntCC::Equal, self.weight, FIRST);
        let one = code.number(1);
        let (digit, shifted) = codes.digit_after(behind, exit.number).unwrap_or_default();
        let digit = if shifted { code.builder.ins().iadd_imm_s(square, digit as i64) } else { code.number(digit as i64) };
        let digit = code.builder.ins().select(is_first, first, digit);
        let scale = code.builder.ins().select(is_first, one, self.weight);
        let more = code.builder.ins().imul(digit, scale);
        let sum = code.builder.ins().iadd(self.code, more);
        let (later, limit) = match codes.radix_after(behind) {
            Some(radix) if radix > 0 => (radix as i64, (HASH / radix) as i64),
            _ => (1, 0),
        };
        let (first_radix, later) = (code.number(first_radix), code.number(later));
        let radix = code.builder.ins().select(is_first, first_radix, later);
        let mut weight = code.builder.ins().imul(scale, radix);
        if hash.is_some() {
            let over = code.compare_number(IntCC::UnsignedGreaterThan, self.weight, limit);
            let heavy = code.number(TOO_HEAVY);
            weight = code.builder.ins().select(over, heavy, weight);
        }
        MoveCode { code: sum, weight, hash }
    }

    /// The code, or the hash where it is too long.
    pub(super) fn or_hash(self, code: &mut Code<'_, '_>, hash: Value) -> Value {
        let over = code.compare_number(IntCC::Equal, self.weight, TOO_HEAVY);
        let low = code.builder.ins().band_imm_s(hash, (HASH - 1) as i64);
        let hash = code.builder.ins().bor_imm_s(low, HASH as i64);
        code.builder.ins().select(over, hash, self.code)
    }
}

fn hashed(code: &mut Code<'_, '_>, hash: Value, step: Value) -> Value {
    let joined = code.builder.ins().bxor(hash, step);
    let state = code.builder.ins().iadd_imm_s(joined, splitmix::GAMMA as i64);
    mixed(code, state)
}
