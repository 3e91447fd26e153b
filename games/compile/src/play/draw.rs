//! Drawing a candidate by its rank, repeating its steps, and completing it.

use crate::abi::areas::VARIABLE;
use crate::abi::areas::{RECORD_HEAD, RECORD_SIZE};
use crate::abi::context::{Context, Status};
use crate::analysis::point_values::forms;
use crate::analysis::point_values::is_point;
use crate::emit::sets::Set;
use crate::emit::steps;
use crate::ir::Exit;
use crate::play::machine::Machine;
use crate::play::registers::{Behind, Search};
use crate::playout::TRIES;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::mem::offset_of;

impl Machine<'_, '_> {
    /// Emits the code that runs when all candidates have been found.
    pub(crate) fn finish_search(&mut self) {
        let (draw, select) = (self.code.block(), self.code.block_with(1));
        self.found(draw);
        self.draw_candidate(draw, select);
        self.do_candidate(select);
        self.finish_counts();
        if self.policy.may_fail() {
            self.failed(draw, select);
        } else {
            // Never reached, but numbered.
            for block in [self.search().failed, self.search().tested] {
                self.code.begin(block);
                self.code.jump(self.too_much, &[]);
            }
        }
        let blocks: Vec<(usize, Block)> = self.search().last_steps.iter().map(|(&entry, &block)| (entry, block)).collect();
        for (entry, block) in blocks {
            self.last_step(entry, block);
        }
    }

    fn found(&mut self, draw: Block) {
        let Search { found, total, tries, testing, .. } = *self.search();
        self.code.begin(found);
        let over = self.code.block();
        let count = self.code.read(total);
        self.code.require(count, over);
        let most = self.code.program.limits.drawn as i64;
        let few = self.code.compare_number(IntCC::UnsignedLessThanOrEqual, count, most);
        self.code.require(few, self.too_many);
        self.save_search();
        if self.policy.may_fail() {
            let none = self.code.number(0);
            self.code.write(tries, none);
            self.code.write(testing, none);
        }
        self.code.jump(draw, &[]);
        self.code.begin(over);
        self.leave(Status::Over);
    }

    fn draw_candidate(&mut self, draw: Block, select: Block) {
        let total = self.search().candidates();
        self.code.begin(draw);
        let count = self.code.read(total);
        let rank = self.draw(count);
        self.code.jump(select, &[rank]);
    }

    /// Executes the steps of the candidate with a rank.
    fn do_candidate(&mut self, select: Block) {
        let Search { rank: rank_left, record: record_found, failed_end, .. } = *self.search();
        self.code.begin(select);
        self.forget_tried();
        let rank = self.code.parameters(select)[0];
        self.reset_frames(failed_end);
        self.reset_search();
        let records = self.code.field(offset_of!(Context, records));
        let (mut first, mut rank) = (records, rank);
        if let Some(scan) = self.search().counts.as_ref().map(|counts| counts.scan) {
            self.code.jump(scan, &[first, rank]);
            self.code.begin(scan);
            (first, rank) = (self.code.parameters(scan)[0], self.code.parameters(scan)[1]);
        }
        let none = self.code.number(0);
        let (head, next, done) = (self.code.block_with(2), self.code.block(), self.code.block());
        self.code.jump(head, &[first, none]);
        self.code.begin(head);
        let [record, before] = self.code.parameters(head)[..] else { unreachable!("two parameters") };
        let up_to = self.code.load(record, 0);
        let here = self.code.compare(IntCC::UnsignedLessThan, rank, up_to);
        self.code.branch(here, done, next);
        self.code.begin(next);
        let after = if self.graph.entries.packs_records() {
            let size = self.code.load(record, 2);
            let size = self.code.builder.ins().ushr_imm_u(size, i64::from(RECORD_SIZE));
            self.code.builder.ins().iadd(record, size)
        } else {
            self.code.builder.ins().iadd_imm_s(record, (self.graph.entries.record_words * 8) as i64)
        };
        self.code.jump(head, &[after, up_to]);
        self.code.begin(done);
        let left = self.code.builder.ins().isub(rank, before);
        self.code.write(rank_left, left);
        self.code.write(record_found, record);
        if self.search().replays {
            let node = self.code.load(record, 1);
            self.replay(node);
        }
        let record = self.code.read(record_found);
        let entry = self.code.load(record, 2);
        let mut targets: Vec<Block> =
            (0..self.graph.entries.all().len()).map(|i| self.search().last_steps.get(&i).copied().unwrap_or(self.too_much)).collect();
        let ways: Vec<(Behind, Block)> = self.search().behind.clone().into_iter().map(|way| (way, self.code.block())).collect();
        targets.extend(ways.iter().map(|(_, block)| *block));
        match &ways[..] {
            [(_, only)] if self.search().last_steps.is_empty() => self.code.jump(*only, &[]),
            _ => self.code.switch(entry, &targets),
        }
        for (way, block) in ways {
            match way {
                Behind::Foreseen(way) => self.do_foreseen(&way, block),
                Behind::Counted(entry) => self.search_behind(entry, block),
            }
        }
    }

    /// Executes the steps that lead to a node. The stack of choices is empty: its memory holds the steps collected on the way back from the
    /// node.
    fn replay(&mut self, node: Value) {
        let frame = (self.graph.entries.frame_words * 8) as i64;
        let stack = self.code.builder.ins().iadd_imm_s(self.frame_base, frame);
        let size = if self.traced { 16 } else { 8 };
        let (up, down, step, done) = (self.code.block_with(2), self.code.block_with(1), self.code.block(), self.code.block());
        // A candidate whose steps were all assumed, or that has only the last, has no node.
        self.code.branch_with(node, (up, &[node, stack]), (done, &[]));
        self.code.begin(up);
        let [node, top] = self.code.parameters(up)[..] else { unreachable!("two parameters") };
        let before = self.code.load(node, 0);
        let entry = self.code.load(node, 1);
        self.code.store(entry, top, 0);
        if self.traced {
            let step = self.code.load(node, 2);
            self.code.store(step, top, 1);
        }
        let higher = self.code.builder.ins().iadd_imm_s(top, size);
        self.code.branch_with(before, (up, &[before, higher]), (down, &[higher]));
        self.code.begin(down);
        let top = self.code.parameters(down)[0];
        let more = self.code.compare(IntCC::UnsignedGreaterThan, top, stack);
        self.code.branch(more, step, done);
        self.code.begin(step);
        let lower = self.code.builder.ins().iadd_imm_s(top, -size);
        let entry = self.code.load(lower, 0);
        if self.traced {
            let step = self.code.load(lower, 1);
            self.append(step);
        }
        self.do_again(entry);
        self.code.jump(down, &[lower]);
        self.code.begin(done);
    }

    fn do_again(&mut self, entry: Value) {
        let (variable, square, done) = (self.code.block(), self.code.block(), self.code.block());
        let place = self.code.builder.ins().band_imm_s(entry, 0xffff);
        let new = self.code.builder.ins().ushr_imm_u(entry, 32);
        let kind = self.code.builder.ins().band_imm_s(entry, VARIABLE);
        self.code.branch(kind, variable, square);
        self.code.begin(variable);
        steps::assign(&mut self.code, place, new, self.log);
        self.code.jump(done, &[]);
        self.code.begin(square);
        steps::put(&mut self.code, place, new, Some(self.log));
        self.code.jump(done, &[]);
        self.code.begin(done);
    }

    /// Executes the step that ends the candidate.
    fn last_step(&mut self, entry: usize, block: Block) {
        let Search { rank, record, .. } = *self.search();
        self.code.begin(block);
        let last: Vec<&Exit> = self.graph.get(entry).segment.exits.iter().filter(|exit| self.graph.ends_candidate(entry, exit)).collect();
        let (rank, record) = (self.code.read(rank), self.code.read(record));
        let words = self.code.set_words();
        let forms = forms(self.code.program, &self.graph.get(entry).segment);
        let load = |(n, exit): (usize, &&Exit)| {
            let place = RECORD_HEAD + n * words;
            if is_point(&forms, exit.squares) { vec![self.code.load(record, place)] } else { self.code.load_set(record, place) }
        };
        let sets: Vec<Set> = last.iter().enumerate().map(load).collect();
        self.end_candidate(entry, &last, &sets, rank);
    }

    /// The candidate could not be completed: draws again, and finally tests all of them.
    fn failed(&mut self, draw: Block, select: Block) {
        let Search { failed, tested, tries, index, testing, legal, .. } = *self.search();
        let total = self.search().candidates();
        let (again, first, each, test, done, over) =
            (self.code.block(), self.code.block(), self.code.block(), self.code.block(), self.code.block(), self.code.block());
        self.code.begin(failed);
        let on = self.code.read(testing);
        let (one_fails, drawn_fails) = (self.code.block(), self.code.block());
        self.code.branch(on, one_fails, drawn_fails);
        self.code.begin(drawn_fails);
        self.code.add(tries, 1);
        let tried = self.code.read(tries);
        let left = self.code.compare_number(IntCC::UnsignedLessThan, tried, i64::from(TRIES));
        self.code.branch(left, again, first);
        self.code.begin(again);
        self.code.jump(draw, &[]);

        self.code.begin(first);
        let (none, yes) = (self.code.number(0), self.code.number(1));
        self.code.write(testing, yes);
        self.code.write(index, none);
        self.code.write(legal, none);
        self.code.jump(each, &[]);

        self.code.begin(tested);
        let count = self.code.read(legal);
        let address = self.legal_address(count);
        let end = self.code.field(offset_of!(Context, nodes_end));
        let room = self.code.compare(IntCC::UnsignedLessThan, address, end);
        self.code.require(room, self.no_room);
        let at = self.code.read(index);
        self.code.store(at, address, 0);
        self.code.add(legal, 1);
        steps::undo_to(&mut self.code, self.log_base, self.log);
        self.code.jump(one_fails, &[]);

        self.code.begin(one_fails);
        self.code.add(index, 1);
        self.code.jump(each, &[]);
        self.code.begin(each);
        let (at, all) = (self.code.read(index), self.code.read(total));
        let more = self.code.compare(IntCC::UnsignedLessThan, at, all);
        self.code.branch(more, test, done);
        self.code.begin(test);
        self.code.jump(select, &[at]);

        self.code.begin(done);
        let none = self.code.number(0);
        self.code.write(testing, none);
        let count = self.code.read(legal);
        self.code.require(count, over);
        let rank = self.draw(count);
        let address = self.legal_address(rank);
        let rank = self.code.load(address, 0);
        self.code.jump(select, &[rank]);
        self.code.begin(over);
        self.leave(Status::Over);
    }

    /// The place where the n-th completable candidate is recorded: after the nodes.
    fn legal_address(&mut self, n: Value) -> Value {
        let after = self.search().counts.as_ref().map_or(self.search().node_top, |counts| counts.nodes);
        let top = self.code.read(after);
        let offset = self.code.builder.ins().ishl_imm_u(n, 3);
        self.code.builder.ins().iadd(top, offset)
    }
}
