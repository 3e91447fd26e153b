//! Taking squares from sets: the lowest, each of them, one at random.

use crate::emit::sets::Set;
use crate::ir::Exit;
use crate::play::machine::Machine;
use crate::splitmix::GAMMA;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, Value, types};

/// Sets of more words are taken word by word.
const FEW_WORDS: usize = 2;

impl Machine<'_, '_> {
    /// Takes the lowest square of the first non-empty exit; falls through if there is none.
    pub(crate) fn first_of<'e>(
        &mut self,
        exits: impl Iterator<Item = (&'e Exit, &'e Set)>,
        take: impl Fn(&mut Self, usize, &'e Exit, &'e Set, Value),
    ) {
        for (n, (exit, set)) in exits.enumerate() {
            let (taken, next) = (self.code.block(), self.code.block());
            let some = self.code.any(set);
            self.code.branch(some, taken, next);
            self.code.begin(taken);
            let square = self.code.first(set);
            take(self, n, exit, set, square);
            self.code.begin(next);
        }
    }

    /// Emits a loop over the squares of a set.
    pub(crate) fn each_square(&mut self, set: &[Value], body: impl FnOnce(&mut Self, Value)) {
        if self.code.is_point(set) {
            let (inside, done) = (self.code.block(), self.code.block());
            let some = self.code.any(set);
            self.code.branch(some, inside, done);
            self.code.begin(inside);
            body(self, set[0]);
            self.code.jump(done, &[]);
            return self.code.begin(done);
        }
        if set.len() > FEW_WORDS {
            return self.each_square_by_words(set, body);
        }
        let (head, inside, done) = (self.code.block_with(set.len()), self.code.block(), self.code.block());
        self.code.jump(head, set);
        self.code.begin(head);
        let rest = self.code.parameters(head);
        let more = self.code.any(&rest);
        self.code.branch(more, inside, done);
        self.code.begin(inside);
        let square = self.code.first(&rest);
        body(self, square);
        let rest = self.code.strike(&rest, square);
        self.code.jump(head, &rest);
        self.code.begin(done);
    }

    /// The same word by word.
    fn each_square_by_words(&mut self, set: &[Value], body: impl FnOnce(&mut Self, Value)) {
        let slot = self.code.builder.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, (set.len() * 8) as u32, 3));
        for (i, &word) in set.iter().enumerate() {
            self.code.builder.ins().stack_store(types::I64, word, slot, (i * 8) as i32);
        }
        let base = self.code.builder.ins().stack_addr(types::I64, slot, 0);
        let (words, squares) = (self.code.block_with(1), self.code.block_with(1));
        let (inside, next, done) = (self.code.block(), self.code.block(), self.code.block());
        let none = self.code.number(0);
        self.code.jump(words, &[none]);
        self.code.begin(words);
        let first = self.code.parameters(words)[0];
        let offset = self.code.builder.ins().ushr_imm_u(first, 3);
        let address = self.code.builder.ins().iadd(base, offset);
        let word = self.code.load(address, 0);
        self.code.jump(squares, &[word]);
        self.code.begin(squares);
        let rest = self.code.parameters(squares)[0];
        self.code.branch(rest, inside, next);
        self.code.begin(inside);
        let bit = self.code.builder.ins().ctz(rest);
        let square = self.code.builder.ins().iadd(first, bit);
        body(self, square);
        let less = self.code.builder.ins().iadd_imm_s(rest, -1);
        let rest = self.code.builder.ins().band(rest, less);
        self.code.jump(squares, &[rest]);
        self.code.begin(next);
        let after = self.code.builder.ins().iadd_imm_s(first, 64);
        let more = self.code.compare_number(IntCC::UnsignedLessThan, after, (set.len() * 64) as i64);
        self.code.branch_with(more, (words, &[after]), (done, &[]));
        self.code.begin(done);
    }

    /// A uniform number below `count`; for 1 none is drawn.
    pub(crate) fn draw(&mut self, count: Value) -> Value {
        // The number does not wait for `count`: it is 0 below 1, whatever the bits.
        let before = self.code.read(self.random);
        let drawn = self.code.builder.ins().iadd_imm_s(before, GAMMA as i64);
        let bits = self.mixed(drawn);
        let several = self.code.compare_number(IntCC::UnsignedGreaterThan, count, 1);
        let state = self.code.builder.ins().select(several, drawn, before);
        self.code.write(self.random, state);
        self.code.builder.ins().umulhi(bits, count)
    }

    /// 64 uniform bits.
    pub(crate) fn draw_bits(&mut self) -> Value {
        self.code.add(self.random, GAMMA as i64);
        let state = self.code.read(self.random);
        self.mixed(state)
    }

    /// The random number that a generator's state gives, as [`SplitMix`](crate::SplitMix) makes it.
    pub(crate) fn mixed(&mut self, state: Value) -> Value {
        let mut z = state;
        for (shift, factor) in [(30, 0xbf58_476d_1ce4_e5b9_u64), (27, 0x94d0_49bb_1331_11eb)] {
            let high = self.code.builder.ins().ushr_imm_u(z, shift);
            z = self.code.builder.ins().bxor(z, high);
            let factor = self.code.number(factor as i64);
            z = self.code.builder.ins().imul(z, factor);
        }
        let high = self.code.builder.ins().ushr_imm_u(z, 31);
        self.code.builder.ins().bxor(z, high)
    }
}
