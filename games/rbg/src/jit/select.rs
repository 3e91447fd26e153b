//! The square with a given rank, by one instruction where the processor has it.

use super::code::Code;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

/// A function for native code: the index of the bit with this rank in a word that has more.
pub(super) type Select = extern "C" fn(u64, u64) -> u64;

/// The fast form, if this processor has it; detected at run time, so that the program runs on any processor.
#[cfg(target_arch = "x86_64")]
pub(super) fn fast() -> Option<Select> {
    (std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("bmi1")).then_some(select as Select)
}

/// The fast form, if this processor has it.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn fast() -> Option<Select> {
    None
}

#[cfg(target_arch = "x86_64")]
extern "C" fn select(word: u64, rank: u64) -> u64 {
    #[target_feature(enable = "bmi1,bmi2")]
    fn deposit(word: u64, rank: u64) -> u64 {
        u64::from(std::arch::x86_64::_pdep_u64(1 << (rank & 63), word).trailing_zeros())
    }
    // SAFETY: `fast` returns this function only if both features were detected.
    unsafe { deposit(word, rank) }
}

impl Code<'_, '_> {
    /// The square with this rank in the set, which exists.
    pub(super) fn nth(&mut self, set: &[Value], rank: Value) -> Value {
        if self.is_point(set) {
            return set[0];
        }
        let (mut word, mut rank, mut base) = (set[0], rank, self.number(0));
        // From word to word as long as the rank lies beyond it.
        for (i, &next) in set.iter().enumerate().skip(1) {
            let count = self.builder.ins().popcnt(set[i - 1]);
            let start = self.number((i * 64) as i64);
            let before = self.number(((i - 1) * 64) as i64);
            let reached = self.compare(IntCC::Equal, base, before);
            let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, rank, count);
            let on = self.builder.ins().band(reached, beyond);
            let less = self.builder.ins().isub(rank, count);
            rank = self.builder.ins().select(on, less, rank);
            word = self.builder.ins().select(on, next, word);
            base = self.builder.ins().select(on, start, base);
        }
        if let Some(select) = fast().filter(|_| self.program.passes.select) {
            let bit = self.call(select as usize as i64, &[word, rank]);
            return self.builder.ins().iadd(base, bit);
        }
        for width in [32, 16, 8, 4, 2, 1] {
            let low = self.builder.ins().band_imm_s(word, (1i64 << width) - 1);
            let count = self.builder.ins().popcnt(low);
            let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, rank, count);
            let less = self.builder.ins().isub(rank, count);
            rank = self.builder.ins().select(beyond, less, rank);
            let high = self.builder.ins().ushr_imm_u(word, width);
            word = self.builder.ins().select(beyond, high, word);
            let further = self.builder.ins().iadd_imm_s(base, width);
            base = self.builder.ins().select(beyond, further, base);
        }
        base
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_finds_every_bit() {
        let Some(select) = super::fast() else { return };
        let word = 0x8000_0100_0040_a001_u64;
        let places: Vec<u64> = (0..64).filter(|i| word >> i & 1 != 0).collect();
        for (rank, &place) in places.iter().enumerate() {
            assert_eq!(select(word, rank as u64), place);
        }
    }
}
