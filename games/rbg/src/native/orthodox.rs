//! Random play by whole moves: all candidates are counted, one is drawn by its rank and completed.
//!
//! The search for candidates leaves a *record* for each station that offers steps which end one: how many candidates there are up to
//! here, the sets of those steps, and a *node*, the last link of the chain of steps that led there.

use super::context::{Context, Status};
use super::machine::{FRAME_NODE, FRAME_STEP, Machine};
use super::sets::Set;
use crate::automaton::Label;
use crate::ir::Exit;
use crate::program::TRIES;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use std::collections::BTreeMap;
use std::mem::offset_of;

/// Words at the start of a record: candidates up to its end, node, station.
pub(super) const RECORD_HEAD: usize = 3;
/// Words of a node: the node before it, and the step between them as an entry of a log that has what is put instead of what was there.
const NODE_WORDS: usize = 2;
/// Marks a step that sets a variable.
const VARIABLE: i64 = 1 << 16;

/// What the search for candidates needs.
pub(super) struct Orthodox {
    node_top: Variable,
    record_top: Variable,
    total: Variable,
    tries: Variable,
    /// Which candidate is being tested, and whether one is.
    index: Variable,
    testing: Variable,
    legal: Variable,
    /// All candidates have been found.
    found: Block,
    /// A candidate could not be completed.
    failed: Block,
    /// A candidate that was only tested could be completed.
    tested: Block,
    /// Where the step that ends a candidate is drawn, by station.
    last_steps: BTreeMap<usize, Block>,
    /// The rank that is left there, and the record.
    rank: Variable,
    record: Variable,
    found_end: i64,
    failed_end: i64,
    over_end: i64,
}

impl Machine<'_, '_> {
    /// Declares what the search needs.
    pub(super) fn begin_orthodox(&mut self, over_end: i64) {
        let none = self.code.number(0);
        let mut variable = || self.code.variable(none);
        let (node_top, record_top, total, tries) = (variable(), variable(), variable(), variable());
        let (index, testing, legal, rank, record) = (variable(), variable(), variable(), variable(), variable());
        let (found, failed, tested) = (self.code.block(), self.code.block(), self.code.block());
        let (found_end, failed_end) = (self.end(found), self.end(failed));
        self.orthodox = Some(Orthodox {
            node_top,
            record_top,
            total,
            tries,
            index,
            testing,
            legal,
            found,
            failed,
            tested,
            last_steps: BTreeMap::new(),
            rank,
            record,
            found_end,
            failed_end,
            over_end,
        });
    }

    fn orthodox(&self) -> &Orthodox {
        self.orthodox.as_ref().expect("declared when the function was begun")
    }

    /// Begins a move: forgets the candidates of the one before.
    pub(super) fn begin_candidates(&mut self, station: usize, square: Value) {
        let (found_end, over_end) = (self.orthodox().found_end, self.orthodox().over_end);
        // Where nothing is to be chosen the only candidate is the empty one.
        let forced = self.code.stations.get(station).forced;
        self.reset_frames(if forced { over_end } else { found_end });
        let none = self.code.number(0);
        if !forced {
            let nodes = self.code.field(offset_of!(Context, nodes));
            let records = self.code.field(offset_of!(Context, records));
            let (node_top, record_top, total) = (self.orthodox().node_top, self.orthodox().record_top, self.orthodox().total);
            self.code.write(node_top, nodes);
            self.code.write(record_top, records);
            self.code.write(total, none);
            self.code.store(none, self.frame_base, FRAME_NODE);
        }
        let entry = self.entry(station);
        self.code.jump(entry, &[square]);
    }

    /// Finds the candidates that go on from a station.
    pub(super) fn candidates(&mut self, station: usize, _square: Value, sets: &[Set]) {
        let frame = self.code.read(self.frame);
        let before = self.code.load(frame, FRAME_NODE);
        let step = self.code.load(frame, FRAME_STEP);
        let node = self.add_node(before, step);
        let stations = self.code.stations;
        let exits: Vec<(&Exit, &Set)> = stations.get(station).stretch.exits.iter().zip(sets).collect();
        let (last, other): (Vec<_>, Vec<_>) = exits.into_iter().partition(|(exit, _)| self.ends_candidate(station, exit));
        if !last.is_empty() {
            let sets: Vec<&Set> = last.iter().map(|(_, set)| *set).collect();
            self.add_record(station, node, &sets);
        }
        if other.is_empty() {
            return self.code.jump(self.dead, &[]);
        }
        let sets: Vec<Set> = other.iter().map(|(_, set)| (*set).clone()).collect();
        self.push_frame(station, &sets);
        let frame = self.code.read(self.frame);
        self.code.store(node, frame, FRAME_NODE);
        let sets = self.begin_choice(station, sets.len());
        for (n, ((exit, _), set)) in other.iter().zip(&sets).enumerate() {
            let (take, next) = (self.code.block(), self.code.block());
            let some = self.code.any(set);
            self.code.branch(some, take, next);
            self.code.begin(take);
            let square = self.code.first(set);
            self.strike(n, set, square);
            self.act(station, exit, square);
            let step = self.step(exit, square);
            let frame = self.code.read(self.frame);
            self.code.store(step, frame, FRAME_STEP);
            self.go(station, exit, square);
            self.code.begin(next);
        }
        self.pop_frame();
    }

    /// Whether a step ends a candidate: it is a switch, or what follows is forced.
    fn ends_candidate(&self, station: usize, exit: &Exit) -> bool {
        self.is_switch(exit) || self.code.stations.get(self.code.stations.after(self.code.program, station, exit)).forced
    }

    /// A step that was just done, so that it can be done again from its numbers alone.
    fn step(&mut self, exit: &Exit, square: Value) -> Value {
        match self.code.program.automaton.numbered(exit.number).label {
            Label::Off(piece) => self.code.builder.ins().bor_imm_s(square, i64::from(piece.0) << 32),
            Label::Assign(variable, _) => {
                let value = self.code.load(self.code.state, self.code.program.layout.variables + usize::from(variable.0));
                let value = self.code.builder.ins().ishl_imm_u(value, 32);
                self.code.builder.ins().bor_imm_s(value, VARIABLE | i64::from(variable.0))
            }
            _ => unreachable!("switches end candidates, and there are no dots in the orthodox view"),
        }
    }

    fn add_node(&mut self, before: Value, step: Value) -> Value {
        let node_top = self.orthodox().node_top;
        let node = self.code.read(node_top);
        let end = self.code.field(offset_of!(Context, nodes_end));
        let room = self.code.compare(IntCC::UnsignedLessThan, node, end);
        self.code.require(room, self.too_long);
        self.code.store(before, node, 0);
        self.code.store(step, node, 1);
        self.code.add(node_top, (NODE_WORDS * 8) as i64);
        node
    }

    /// Notes the steps that end candidates at a station, if there are any.
    fn add_record(&mut self, station: usize, node: Value, sets: &[&Set]) {
        let mut count = self.code.number(0);
        for set in sets {
            let more = self.code.count(set);
            count = self.code.builder.ins().iadd(count, more);
        }
        let (some, done) = (self.code.block(), self.code.block());
        self.code.branch(count, some, done);
        self.code.begin(some);
        let (record_top, total) = (self.orthodox().record_top, self.orthodox().total);
        let record = self.code.read(record_top);
        let end = self.code.field(offset_of!(Context, records_end));
        let room = self.code.compare(IntCC::UnsignedLessThan, record, end);
        self.code.require(room, self.too_long);
        let before = self.code.read(total);
        let after = self.code.builder.ins().iadd(before, count);
        self.code.write(total, after);
        self.code.store(after, record, 0);
        self.code.store(node, record, 1);
        let number = self.code.number(station as i64);
        self.code.store(number, record, 2);
        for (n, set) in sets.iter().enumerate() {
            self.code.store_set(set, record, RECORD_HEAD + n * set.len());
        }
        self.code.add(record_top, (self.code.stations.record_words * 8) as i64);
        self.code.jump(done, &[]);
        self.code.begin(done);
        if !self.orthodox().last_steps.contains_key(&station) {
            let block = self.code.block();
            self.orthodox.as_mut().expect("declared").last_steps.insert(station, block);
        }
    }

    /// After a switch of a player: if the move was only tested, takes it back.
    pub(super) fn after_test(&mut self) {
        let (testing, tested) = (self.orthodox().testing, self.orthodox().tested);
        let testing = self.code.read(testing);
        let on = self.code.block();
        self.code.branch(testing, tested, on);
        self.code.begin(on);
    }

    /// Writes what happens when all candidates have been found.
    pub(super) fn finish_orthodox(&mut self) {
        let (draw, select) = (self.code.block(), self.code.block_with(1));
        self.found(draw);
        self.draw_candidate(draw, select);
        self.select(select);
        self.failed(draw, select);
        // The last steps lead to stations that may not have been written yet.
        let blocks: Vec<(usize, Block)> = self.orthodox().last_steps.iter().map(|(&station, &block)| (station, block)).collect();
        for (station, block) in blocks {
            self.last_step(station, block);
        }
        while let Some(station) = self.next_waiting() {
            let (square, sets) = self.begin_station(station);
            self.station(station, square, &sets);
        }
    }

    fn found(&mut self, draw: Block) {
        let Orthodox { found, total, tries, testing, .. } = *self.orthodox();
        self.code.begin(found);
        let over = self.code.block();
        let count = self.code.read(total);
        self.code.require(count, over);
        let none = self.code.number(0);
        self.code.write(tries, none);
        self.code.write(testing, none);
        self.code.jump(draw, &[]);
        self.code.begin(over);
        self.leave(Status::Over);
    }

    fn draw_candidate(&mut self, draw: Block, select: Block) {
        let total = self.orthodox().total;
        self.code.begin(draw);
        let count = self.code.read(total);
        let rank = self.draw(count);
        self.code.jump(select, &[rank]);
    }

    /// Does the steps of the candidate with a rank.
    fn select(&mut self, select: Block) {
        let Orthodox { rank: rank_left, record: record_found, failed_end, .. } = *self.orthodox();
        self.code.begin(select);
        let rank = self.code.parameters(select)[0];
        self.reset_frames(failed_end);
        let records = self.code.field(offset_of!(Context, records));
        let none = self.code.number(0);
        let (head, next, done) = (self.code.block_with(2), self.code.block(), self.code.block());
        self.code.jump(head, &[records, none]);
        self.code.begin(head);
        let [record, before] = self.code.parameters(head)[..] else { unreachable!("two parameters") };
        let up_to = self.code.load(record, 0);
        let here = self.code.compare(IntCC::UnsignedLessThan, rank, up_to);
        self.code.branch(here, done, next);
        self.code.begin(next);
        let after = self.code.builder.ins().iadd_imm_s(record, (self.code.stations.record_words * 8) as i64);
        self.code.jump(head, &[after, up_to]);
        self.code.begin(done);
        let left = self.code.builder.ins().isub(rank, before);
        self.code.write(rank_left, left);
        self.code.write(record_found, record);
        let node = self.code.load(record, 1);
        self.replay(node);
        let record = self.code.read(record_found);
        let station = self.code.load(record, 2);
        let targets: Vec<Block> =
            (0..self.code.stations.all().len()).map(|i| self.orthodox().last_steps.get(&i).copied().unwrap_or(self.too_much)).collect();
        self.code.switch(station, &targets);
    }

    /// Does the steps that lead to a node. The stack of choices is empty: its memory holds them on the way back from the node.
    fn replay(&mut self, node: Value) {
        let size = (self.code.stations.frame_words * 8) as i64;
        let stack = self.code.builder.ins().iadd_imm_s(self.frame_base, size);
        let (up, link, down, step, done) =
            (self.code.block_with(2), self.code.block(), self.code.block_with(1), self.code.block(), self.code.block());
        self.code.jump(up, &[node, stack]);
        self.code.begin(up);
        let [node, top] = self.code.parameters(up)[..] else { unreachable!("two parameters") };
        let before = self.code.load(node, 0);
        self.code.branch_with(before, (link, &[]), (down, &[top]));
        self.code.begin(link);
        let entry = self.code.load(node, 1);
        self.code.store(entry, top, 0);
        let higher = self.code.builder.ins().iadd_imm_s(top, 8);
        self.code.jump(up, &[before, higher]);
        self.code.begin(down);
        let top = self.code.parameters(down)[0];
        let more = self.code.compare(IntCC::UnsignedGreaterThan, top, stack);
        self.code.branch(more, step, done);
        self.code.begin(step);
        let lower = self.code.builder.ins().iadd_imm_s(top, -8);
        let entry = self.code.load(lower, 0);
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
        self.code.assign(place, new, self.log);
        self.code.jump(done, &[]);
        self.code.begin(square);
        self.code.put(place, new, Some(self.log));
        self.code.jump(done, &[]);
        self.code.begin(done);
    }

    /// Does the step that ends the candidate.
    fn last_step(&mut self, station: usize, block: Block) {
        let Orthodox { rank, record, .. } = *self.orthodox();
        self.code.begin(block);
        let stations = self.code.stations;
        let last: Vec<&Exit> = stations.get(station).stretch.exits.iter().filter(|exit| self.ends_candidate(station, exit)).collect();
        let (mut rank, record) = (self.code.read(rank), self.code.read(record));
        let words = self.code.set_words();
        for (n, exit) in last.iter().enumerate() {
            let set = self.code.load_set(record, RECORD_HEAD + n * words);
            let next = self.code.block();
            let count = (n + 1 < last.len()).then(|| {
                let count = self.code.count(&set);
                let take = self.code.block();
                let here = self.code.compare(IntCC::UnsignedLessThan, rank, count);
                self.code.branch(here, take, next);
                self.code.begin(take);
                count
            });
            let square = if self.is_single(station, exit) { self.code.first(&set) } else { self.code.nth(&set, rank) };
            self.act(station, exit, square);
            self.go(station, exit, square);
            if let Some(count) = count {
                self.code.begin(next);
                rank = self.code.builder.ins().isub(rank, count);
            }
        }
    }

    /// A candidate that could not be completed: draws again, and in the end tests all of them.
    fn failed(&mut self, draw: Block, select: Block) {
        let Orthodox { failed, tested, total, tries, index, testing, legal, .. } = *self.orthodox();
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
        let list = self.code.field(offset_of!(Context, list));
        let count = self.code.read(legal);
        let offset = self.code.builder.ins().ishl_imm_u(count, 3);
        let address = self.code.builder.ins().iadd(list, offset);
        let end = self.code.field(offset_of!(Context, list_end));
        let room = self.code.compare(IntCC::UnsignedLessThan, address, end);
        let full = self.code.block();
        self.code.require(room, full);
        let at = self.code.read(index);
        self.code.store(at, address, 0);
        self.code.add(legal, 1);
        self.code.undo_to(self.log_base, self.log);
        self.code.jump(one_fails, &[]);
        self.code.begin(full);
        self.leave(Status::ListFull);

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
        let list = self.code.field(offset_of!(Context, list));
        let offset = self.code.builder.ins().ishl_imm_u(rank, 3);
        let address = self.code.builder.ins().iadd(list, offset);
        let rank = self.code.load(address, 0);
        self.code.jump(select, &[rank]);
        self.code.begin(over);
        self.leave(Status::Over);
    }
}
