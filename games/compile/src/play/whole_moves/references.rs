//! References: the candidates behind a state that was counted before (see `counts`), and the search for the one of them that was drawn.

use super::counts::Lookup;
use super::search::WholeMoves;
use crate::abi::areas::{COUNT_VALUE, FRAME_MARK, FRAME_NODES, FRAME_RECORD, FRAME_SLOT, FRAME_TOTAL, RECORD_HEAD};
use crate::emit::sets::Set;
use crate::play::routine::Routine;
use cranelift_codegen::ir::{Block, InstBuilder, Value};

impl WholeMoves {
    /// Emits the search for the state at an entry state in the table, where counts are kept there and some of these steps is possible: goes on if
    /// the candidates are still to be counted.
    pub(super) fn look_up_count(&mut self, routine: &mut Routine<'_, '_>, entry: usize, square: Value, others: &[&Set]) {
        let Some(counts) = self.counts.as_ref().filter(|counts| counts.kinds.contains_key(&entry)) else { return };
        let code = &mut routine.code;
        let (look, skip, asked, on) = (code.block(), code.block(), code.block(), code.block());
        let some: Vec<Value> = others.iter().map(|set| code.some(set)).collect();
        let some = some.into_iter().reduce(|a, b| code.builder.ins().bor(a, b)).expect("the search may come back");
        code.branch(some, asked, on);
        code.begin(asked);
        let is_anew = code.read(counts.anew);
        code.branch(is_anew, skip, look);
        code.begin(skip);
        let none = code.number(0);
        code.write(counts.anew, none);
        code.jump(on, &[]);
        code.begin(look);
        let counted_end = counts.counted_end;
        let Lookup { slot, count, known } = counts.look_up(code, entry, square, on);
        let record = self.records.begin_reference(code, entry, square, self.nodes.current);
        self.push_count(routine, counted_end, slot, record);
        routine.code.jump(on, &[]);

        routine.code.begin(known);
        routine.code.require(count, routine.choices.dead);
        let record = self.records.begin_reference(&mut routine.code, entry, square, self.nodes.current);
        let before = routine.code.read(self.records.total);
        self.records.end_reference(&mut routine.code, record, before, count);
        routine.backtrack();
        routine.code.begin(on);
    }

    /// Pushes a frame that, when the search comes back to it, completes the count of a state.
    fn push_count(&self, routine: &mut Routine<'_, '_>, counted_end: i64, slot: Value, record: Value) {
        let frame = routine.choices.push_empty(&mut routine.code, routine.log, counted_end);
        let code = &mut routine.code;
        code.store(slot, frame, FRAME_SLOT);
        code.store(record, frame, FRAME_RECORD);
        for (variable, word) in [(self.records.total, FRAME_TOTAL), (self.nodes.top, FRAME_NODES)] {
            let value = code.read(variable);
            code.store(value, frame, word);
        }
        // What is recorded of the candidates to be counted lies behind the reference.
        code.add(self.records.top, (self.records.reference_words() * 8) as i64);
    }

    /// Emits what is common to all entry states where counts are kept.
    pub(super) fn finish_counts(&self, routine: &mut Routine<'_, '_>) {
        let Some(counts) = &self.counts else { return };
        // From the end of a search behind a reference to the candidate.
        routine.code.begin(counts.again);
        routine.code.store(routine.log.base, routine.choices.base, FRAME_MARK);
        routine.choices.reset(&mut routine.code, self.failed_end);
        let (first, rank) = (routine.code.read(counts.first), routine.code.read(self.rank));
        routine.code.jump(counts.scan, &[first, rank]);
        // The count of a state is complete: a reference takes the place of all that was recorded of its candidates.
        let code = &mut routine.code;
        code.begin(counts.counted);
        let frame = code.read(routine.choices.top);
        let [slot, before, record, nodes] = [FRAME_SLOT, FRAME_TOTAL, FRAME_RECORD, FRAME_NODES].map(|word| code.load(frame, word));
        code.write(self.nodes.top, nodes);
        code.write(self.records.top, record);
        let total = code.read(self.records.total);
        let count = code.builder.ins().isub(total, before);
        code.store(count, slot, COUNT_VALUE);
        routine.choices.pop(code);
        code.require(count, routine.choices.dead);
        self.records.end_reference(code, record, before, count);
        routine.backtrack();
    }

    /// All candidates of a move have been found: saves what the search for one behind a reference changes.
    pub(super) fn save_search(&self, routine: &mut Routine<'_, '_>) {
        let Some(counts) = &self.counts else { return };
        for (saved, variable) in
            [(counts.candidates, self.records.total), (counts.records, self.records.top), (counts.nodes, self.nodes.top)]
        {
            let value = routine.code.read(variable);
            routine.code.write(saved, value);
        }
    }

    /// Discards what a search for an earlier candidate found.
    pub(super) fn reset_search(&self, routine: &mut Routine<'_, '_>) {
        let Some(counts) = &self.counts else { return };
        let code = &mut routine.code;
        let records = code.read(counts.records);
        code.write(self.records.top, records);
        let mut nodes = code.read(counts.nodes);
        if routine.policy.may_fail() {
            // Those that can be completed may be listed there.
            let candidates = code.read(counts.candidates);
            let size = code.builder.ins().ishl_imm_u(candidates, 3);
            nodes = code.builder.ins().iadd(nodes, size);
        }
        code.write(self.nodes.top, nodes);
    }

    /// Searches for the candidates behind the reference drawn, whose steps have been repeated.
    pub(super) fn search_behind(&self, routine: &mut Routine<'_, '_>, entry: usize, block: Block) {
        let counts = self.counts.as_ref().expect("there are references where counts are kept");
        let code = &mut routine.code;
        code.begin(block);
        let record = code.read(self.record);
        let square = code.load(record, RECORD_HEAD);
        let top = code.read(self.records.top);
        code.write(counts.first, top);
        let (none, yes) = (code.number(0), code.number(1));
        code.write(counts.anew, yes);
        code.write(self.records.total, none);
        code.write(self.nodes.current, none);
        // The steps that lead here are not undone.
        let mark = code.read(routine.log.top);
        code.store(mark, routine.choices.base, FRAME_MARK);
        routine.choices.reset(code, counts.again_end);
        routine.enter(entry, square);
    }
}
