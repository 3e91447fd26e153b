//! The last step of a candidate, by its rank.

use crate::abi::context::Status;
use crate::emit::sets::Set;
use crate::ir::Exit;
use crate::play::machine::Machine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

impl Machine<'_, '_> {
    /// Draws one of the candidates that a single step each ends and that can always be completed.
    pub(crate) fn draw_at_once(&mut self, entry: usize, sets: &[Set]) {
        let over = self.code.block();
        let counts: Vec<Value> = sets.iter().map(|set| self.code.count(set)).collect();
        let Some(total) = counts.iter().copied().reduce(|a, b| self.code.builder.ins().iadd(a, b)) else {
            return self.leave(Status::Over);
        };
        self.code.require(total, over);
        let most = self.code.program.limits.drawn as i64;
        let few = self.code.compare_number(IntCC::UnsignedLessThanOrEqual, total, most);
        self.code.require(few, self.too_many);
        self.forget_tried();
        let rank = self.draw(total);
        let exits: Vec<&Exit> = self.graph.get(entry).segment.exits.iter().collect();
        self.end_candidate(entry, &exits, sets, rank);
        self.code.begin(over);
        self.leave(Status::Over);
    }

    /// Executes the step with a rank among those of some exits.
    pub(crate) fn end_candidate(&mut self, entry: usize, exits: &[&Exit], sets: &[Set], mut rank: Value) {
        for (n, (exit, set)) in exits.iter().zip(sets).enumerate() {
            let next = self.code.block();
            let count = (n + 1 < exits.len()).then(|| {
                let count = self.code.count(set);
                let take = self.code.block();
                let here = self.code.compare(IntCC::UnsignedLessThan, rank, count);
                self.code.branch(here, take, next);
                self.code.begin(take);
                count
            });
            let square = if self.graph.is_single(entry, exit) { self.code.first(set) } else { self.code.nth(set, rank) };
            self.take_last(entry, exit, square);
            if let Some(count) = count {
                self.code.begin(next);
                rank = self.code.builder.ins().isub(rank, count);
            }
        }
    }

    /// Executes the step that ends the candidate.
    pub(crate) fn take_last(&mut self, entry: usize, exit: &Exit, square: Value) {
        self.trace_last(exit, square);
        self.advance(entry, exit, square);
        self.go(entry, exit, square);
    }
}
