//! References: the candidates behind a state that was counted before (see `counts`), and the search for the one of them that was drawn.

use crate::abi::areas::{FRAME_MARK, RECORD_HEAD};
use crate::play::machine::Machine;
use crate::play::registers::Behind;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};

impl Machine<'_, '_> {
    /// Begins a record of the candidates behind the state at an entry state, without their number; returns its address.
    pub(crate) fn begin_reference(&mut self, entry: usize, square: Value) -> Value {
        self.require_room();
        let (record_top, node) = (self.search().record_top, self.search().node);
        let record = self.code.read(record_top);
        let node = self.code.read(node);
        self.refer(record, node, Behind::Counted(entry), self.reference_words());
        self.code.store(square, record, RECORD_HEAD);
        record
    }

    /// Completes a record with the number of its candidates, at least 1, and discards what was recorded after it.
    pub(crate) fn end_reference(&mut self, record: Value, before: Value, count: Value) {
        let (record_top, total) = (self.search().record_top, self.search().total);
        let after = self.code.builder.ins().iadd(before, count);
        self.code.write(total, after);
        // What is not enumerated may be more than a word can count.
        let most = self.code.program.limits.drawn as i64;
        let few = self.code.compare_number(IntCC::UnsignedLessThanOrEqual, after, most);
        self.code.require(few, self.too_many);
        self.code.store(after, record, 0);
        let words = self.reference_words();
        let top = self.code.builder.ins().iadd_imm_s(record, words * 8);
        self.code.write(record_top, top);
    }

    /// The words of such a record.
    pub(crate) fn reference_words(&self) -> i64 {
        if self.graph.entries.packs_records() { RECORD_HEAD as i64 + 1 } else { self.graph.entries.record_words as i64 }
    }

    /// All candidates of a move have been found: saves what the search for one behind a reference changes.
    pub(crate) fn save_search(&mut self) {
        let Some(counts) = &self.search().counts else { return };
        let pairs =
            [(counts.candidates, self.search().total), (counts.records, self.search().record_top), (counts.nodes, self.search().node_top)];
        for (saved, variable) in pairs {
            let value = self.code.read(variable);
            self.code.write(saved, value);
        }
    }

    /// Discards what a search for an earlier candidate found.
    pub(crate) fn reset_search(&mut self) {
        let Some(counts) = &self.search().counts else { return };
        let (candidates, records, nodes) = (counts.candidates, counts.records, counts.nodes);
        let (record_top, node_top) = (self.search().record_top, self.search().node_top);
        let records = self.code.read(records);
        self.code.write(record_top, records);
        let mut nodes = self.code.read(nodes);
        if self.policy.may_fail() {
            // Those that can be completed may be listed there.
            let candidates = self.code.read(candidates);
            let size = self.code.builder.ins().ishl_imm_u(candidates, 3);
            nodes = self.code.builder.ins().iadd(nodes, size);
        }
        self.code.write(node_top, nodes);
    }

    /// Searches for the candidates behind the reference drawn, whose steps have been repeated.
    pub(crate) fn search_behind(&mut self, entry: usize, block: Block) {
        let counts = self.search().kept();
        let (first, anew, again_end) = (counts.first, counts.anew, counts.again_end);
        let (record, record_top, node, total) = (self.search().record, self.search().record_top, self.search().node, self.search().total);
        self.code.begin(block);
        let record = self.code.read(record);
        let square = self.code.load(record, RECORD_HEAD);
        let top = self.code.read(record_top);
        self.code.write(first, top);
        let (none, yes) = (self.code.number(0), self.code.number(1));
        self.code.write(anew, yes);
        self.code.write(total, none);
        self.code.write(node, none);
        // The steps that lead here are not undone.
        let mark = self.code.read(self.log.top);
        self.code.store(mark, self.frame_base, FRAME_MARK);
        self.reset_frames(again_end);
        let again = self.entry_block(entry);
        self.code.jump(again, &[square]);
    }

    /// Emits the way from the end of such a search to the candidate.
    pub(crate) fn find_behind(&mut self) {
        let counts = self.search().kept();
        let (again, scan, first) = (counts.again, counts.scan, counts.first);
        self.code.begin(again);
        self.code.store(self.log_base, self.frame_base, FRAME_MARK);
        let (failed_end, rank) = (self.search().failed_end, self.search().rank);
        self.reset_frames(failed_end);
        let (first, rank) = (self.code.read(first), self.code.read(rank));
        self.code.jump(scan, &[first, rank]);
    }
}
