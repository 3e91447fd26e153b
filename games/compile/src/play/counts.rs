//! Numbers of candidates that are found once: where a move may come back to the same place in the rules, different orders of the same steps lead
//! to the same state, from which the same candidates continue.
//!
//! Their number is kept in a table, with the state. All that is recorded of these candidates is a *reference*: their number, and the node that
//! leads there; it is recorded again when the same state is met again in the search. If the candidate drawn lies behind one, the steps up to there
//! are repeated, and the search is made anew from that state; most of what it then needs is in the table.

use crate::abi::areas::{
    COUNT_KEY, COUNT_MOVE, COUNT_VALUE, FRAME_ENTRY, FRAME_MARK, FRAME_NODES, FRAME_RECORD, FRAME_SLOT, FRAME_TOTAL, TABLE,
};
use crate::abi::context::Context;
use crate::analysis::repeated_states::{repeated_states, state_words};
use crate::emit::points;
use crate::emit::sets::Set;
use crate::passes::Pass;
use crate::play::machine::Machine;
use crate::play::registers::Counts;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

/// What the table says of a state whose candidates are still being counted.
const UNFINISHED: i64 = -1;

/// A factor of hashes: 2⁶⁴ divided by the golden ratio, which spreads the bits of a word over all higher ones.
const FACTOR: i64 = 0x9e37_79b9_7f4a_7c15_u64.cast_signed();

impl Machine<'_, '_> {
    /// Declares what is needed to keep counts, if there are entry states where they are worth keeping.
    pub(crate) fn begin_counts(&mut self) -> Option<Counts> {
        let kinds = repeated_states(self.graph);
        if kinds.is_empty() || !self.code.program.passes.has(Pass::CountOnce) {
            return None;
        }
        let none = self.code.number(0);
        let mut variable = || self.code.variable(none);
        let (first, anew, nodes, records, candidates) = (variable(), variable(), variable(), variable(), variable());
        let (counted, again, scan) = (self.code.block(), self.code.block(), self.code.block_with(2));
        let (counted_end, again_end) = (self.end(counted), self.end(again));
        Some(Counts { kinds, first, anew, nodes, records, candidates, counted, again, scan, counted_end, again_end })
    }

    /// Begins a new move, for which earlier counts no longer hold.
    pub(crate) fn forget_counts(&mut self) {
        if self.search().counts.is_some() {
            let before = self.code.field(offset_of!(Context, counted));
            let now = self.code.builder.ins().iadd_imm_s(before, 1);
            self.code.set_field(offset_of!(Context, counted), now);
        }
    }

    /// Emits the search for the state at an entry state in the table, where counts are kept there and some of these steps is possible: goes on if
    /// the candidates are still to be counted.
    pub(crate) fn look_up_count(&mut self, entry: usize, square: Value, others: &[&Set]) {
        let Some(kinds) = self.search().counts.as_ref().and_then(|counts| counts.kinds.get(&entry).cloned()) else { return };
        let (look, skip, asked, on) = (self.code.block(), self.code.block(), self.code.block(), self.code.block());
        let some: Vec<Value> = others.iter().map(|set| self.code.some(set)).collect();
        let some = some.into_iter().reduce(|a, b| self.code.builder.ins().bor(a, b)).expect("the search may come back");
        self.code.branch(some, asked, on);
        self.code.begin(asked);
        let anew = self.search().kept().anew;
        let is_anew = self.code.read(anew);
        self.code.branch(is_anew, skip, look);
        self.code.begin(skip);
        let none = self.code.number(0);
        self.code.write(anew, none);
        self.code.jump(on, &[]);
        self.code.begin(look);
        let place = match kinds.uniform() {
            Some(_) => self.code.number((entry as i64) << 16),
            None => {
                let kind = points::steps(&mut self.code, &kinds, &[square])[0];
                self.code.builder.ins().bor_imm_s(kind, (entry as i64) << 16)
            }
        };
        let state = state_words(&self.code.program.layout).map(|word| self.code.load(self.code.state, word));
        let key: Vec<Value> = std::iter::once(place).chain(state).collect();
        let slot = self.slot(&key);
        let counted = self.code.field(offset_of!(Context, counted));
        let (filled, other, same, known, new) =
            (self.code.block(), self.code.block(), self.code.block(), self.code.block(), self.code.block());
        let since = self.code.load(slot, COUNT_MOVE);
        let current = self.code.compare(IntCC::Equal, since, counted);
        self.code.branch(current, filled, new);
        self.code.begin(filled);
        let mut differs = self.code.number(0);
        for (n, &word) in key.iter().enumerate() {
            let stored = self.code.load(slot, COUNT_KEY + n);
            let change = self.code.builder.ins().bxor(stored, word);
            differs = self.code.builder.ins().bor(differs, change);
        }
        let count = self.code.load(slot, COUNT_VALUE);
        let unfinished = self.code.compare_number(IntCC::Equal, count, UNFINISHED);
        self.code.branch(differs, other, same);
        self.code.begin(other);
        // A count that is not finished must not lose its place.
        self.code.branch(unfinished, on, new);
        self.code.begin(same);
        self.code.branch(unfinished, on, known);

        self.code.begin(new);
        self.code.store(counted, slot, COUNT_MOVE);
        for (n, &word) in key.iter().enumerate() {
            self.code.store(word, slot, COUNT_KEY + n);
        }
        let unfinished = self.code.number(UNFINISHED);
        self.code.store(unfinished, slot, COUNT_VALUE);
        let record = self.begin_reference(entry, square);
        self.push_count(slot, record);
        self.code.jump(on, &[]);

        self.code.begin(known);
        self.code.require(count, self.dead);
        let record = self.begin_reference(entry, square);
        let before = self.code.read(self.search().total);
        self.end_reference(record, before, count);
        self.code.jump(self.dead, &[]);
        self.code.begin(on);
    }

    /// The address of the only place in the table where a state can be.
    fn slot(&mut self, key: &[Value]) -> Value {
        let mut hash = self.code.number(0);
        for &word in key {
            let turned = self.code.builder.ins().rotl_imm_u(hash, 23);
            let mixed = self.code.builder.ins().bxor(turned, word);
            hash = self.code.builder.ins().imul_imm_s(mixed, FACTOR);
        }
        let words = COUNT_KEY + key.len();
        let slots = (TABLE / words).ilog2();
        let index = self.code.builder.ins().ushr_imm_u(hash, i64::from(u64::BITS - slots));
        let offset = self.code.builder.ins().imul_imm_s(index, (words * 8) as i64);
        let table = self.code.field(offset_of!(Context, table));
        self.code.builder.ins().iadd(table, offset)
    }

    /// Pushes a frame that, when the search comes back to it, completes the count of a state.
    fn push_count(&mut self, slot: Value, record: Value) {
        let counted_end = self.search().kept().counted_end;
        self.code.add(self.frame, (self.graph.entries.frame_words * 8) as i64);
        let frame = self.code.read(self.frame);
        let room = self.code.compare(IntCC::UnsignedLessThan, frame, self.frames_end);
        self.code.require(room, self.too_long);
        let number = self.code.number(counted_end);
        self.code.store(number, frame, FRAME_ENTRY);
        let mark = self.code.read(self.log.top);
        self.code.store(mark, frame, FRAME_MARK);
        self.code.store(slot, frame, FRAME_SLOT);
        self.code.store(record, frame, FRAME_RECORD);
        for (variable, word) in [(self.search().total, FRAME_TOTAL), (self.search().node_top, FRAME_NODES)] {
            let value = self.code.read(variable);
            self.code.store(value, frame, word);
        }
        // What is recorded of the candidates to be counted lies behind the reference.
        let record_top = self.search().record_top;
        let size = self.reference_words() * 8;
        self.code.add(record_top, size);
    }

    /// Emits what is common to all entry states where counts are kept.
    pub(crate) fn finish_counts(&mut self) {
        let Some(counts) = &self.search().counts else { return };
        let counted = counts.counted;
        self.find_behind();
        // The count of a state is complete: a reference takes the place of all that was recorded of its candidates.
        self.code.begin(counted);
        let frame = self.code.read(self.frame);
        let [slot, before, record, nodes] = [FRAME_SLOT, FRAME_TOTAL, FRAME_RECORD, FRAME_NODES].map(|word| self.code.load(frame, word));
        let (record_top, node_top, total) = (self.search().record_top, self.search().node_top, self.search().total);
        self.code.write(node_top, nodes);
        self.code.write(record_top, record);
        let total = self.code.read(total);
        let count = self.code.builder.ins().isub(total, before);
        self.code.store(count, slot, COUNT_VALUE);
        self.code.add(self.frame, -((self.graph.entries.frame_words * 8) as i64));
        self.code.require(count, self.dead);
        self.end_reference(record, before, count);
        self.code.jump(self.dead, &[]);
    }
}
