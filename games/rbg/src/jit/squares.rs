//! Taking squares from sets: the lowest, each of them, one at random.

use super::machine::Machine;
use super::sets::Set;
use crate::ir::Exit;
use crate::splitmix::GAMMA;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

impl Machine<'_, '_> {
    /// Takes the lowest square of the first non-empty exit; falls through if there is none.
    pub(super) fn first_of<'e>(
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
    pub(super) fn each_square(&mut self, set: &[Value], body: impl FnOnce(&mut Self, Value)) {
        if self.code.is_point(set) {
            let (inside, done) = (self.code.block(), self.code.block());
            let some = self.code.any(set);
            self.code.branch(some, inside, done);
            self.code.begin(inside);
            body(self, set[0]);
            self.code.jump(done, &[]);
            return self.code.begin(done);
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

    /// A uniform number below `count`; for 1 none is drawn.
    pub(super) fn draw(&mut self, count: Value) -> Value {
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
    pub(super) fn draw_bits(&mut self) -> Value {
        self.code.add(self.random, GAMMA as i64);
        let state = self.code.read(self.random);
        self.mixed(state)
    }

    /// The random number that a generator's state gives, as [`SplitMix`](crate::SplitMix) makes it.
    pub(super) fn mixed(&mut self, state: Value) -> Value {
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
