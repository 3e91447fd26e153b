//! Candidates that are found without executing their steps, which are only assumed: their records, and executing the one that was drawn.
//!
//! A record has the squares of the steps, 16 bits each; the steps themselves are known from its number, since code is made for each way.

use super::context::Context;
use super::machine::Machine;
use super::memory::{RECORD_HEAD, RECORD_SIZE};
use super::plan::Plan;
use super::registers::Foreseen;
use super::sets::{Put, Set};
use crate::ir::Exit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::mem::offset_of;

impl Machine<'_, '_> {
    /// Finds the candidates after a planned step from each square of a set. `steps` end with it, `puts` are what the steps before it change.
    /// With `has_room`, all records of the plan fit behind one for which room was found.
    pub(super) fn foresee(&mut self, plan: &Plan, set: &Set, node: Value, steps: &mut Vec<(usize, Exit)>, puts: &[Put], has_room: bool) {
        let makes_room = !has_room && self.fits_slack(plan);
        if makes_room {
            self.require_room();
        }
        let has_room = has_room || makes_room;
        let entries = self.entries;
        let segment = &entries.get(plan.entry).segment;
        self.each_square(set, |machine, square| {
            let place = machine.code.one(square);
            let mut puts = puts.to_vec();
            puts.push(Put { old: plan.old, new: plan.new, square, place });
            let sets = machine.code.segment(segment, square, &puts);
            let last: Vec<&Set> =
                segment.exits.iter().zip(&sets).filter(|(exit, _)| machine.ends_candidate(plan.entry, exit)).map(|(_, set)| set).collect();
            if !last.is_empty() {
                if !has_room {
                    machine.require_room();
                }
                machine.add_foreseen(&last, node, steps, plan.entry, &puts);
            }
            for (n, further) in &plan.further {
                steps.push((plan.entry, further.exit.clone()));
                machine.foresee(further, &sets[*n], node, steps, &puts, has_room);
                steps.pop();
            }
        });
    }

    /// Leaves the function if there is no room for another record.
    pub(super) fn require_room(&mut self) {
        let record_top = self.search().record_top;
        let record = self.code.read(record_top);
        let end = self.code.field(offset_of!(Context, records_end));
        let room = self.code.compare(IntCC::UnsignedLessThan, record, end);
        self.code.require(room, self.no_room);
    }

    /// Records the steps that end candidates after some assumed ones. There may be none: the record then has no rank of its own, and is never
    /// found.
    fn add_foreseen(&mut self, last: &[&Set], node: Value, steps: &[(usize, Exit)], entry: usize, puts: &[Put]) {
        let (record_top, total) = (self.search().record_top, self.search().total);
        let mut after = self.code.read(total);
        for set in last {
            let more = self.code.count(set);
            after = self.code.builder.ins().iadd(after, more);
        }
        self.code.write(total, after);
        let record = self.code.read(record_top);
        self.code.store(after, record, 0);
        self.code.store(node, record, 1);
        let foreseen = &mut self.search.as_mut().expect("declared").foreseen;
        foreseen.push(Foreseen { steps: steps.to_vec(), entry });
        let number = self.entries.all().len() + foreseen.len() - 1;
        let words = if self.entries.packs_records() { RECORD_HEAD + 1 } else { self.entries.record_words };
        let size = if self.entries.packs_records() { words as i64 * 8 } else { 0 };
        let number = self.code.number(number as i64 | size << RECORD_SIZE);
        self.code.store(number, record, 2);
        let mut squares = puts[0].square;
        for (i, put) in puts.iter().enumerate().skip(1) {
            let higher = self.code.builder.ins().ishl_imm_u(put.square, 16 * i as i64);
            squares = self.code.builder.ins().bor(squares, higher);
        }
        self.code.store(squares, record, RECORD_HEAD);
        self.code.add(record_top, (words * 8) as i64);
    }

    /// Executes the steps that were only assumed, and the one that ends the candidate.
    pub(super) fn do_foreseen(&mut self, way: &Foreseen, block: Block) {
        self.code.begin(block);
        let record = self.code.read(self.search().record);
        let squares = self.code.load(record, RECORD_HEAD);
        let mut here = squares;
        for (i, (entry, exit)) in way.steps.iter().enumerate() {
            here = self.code.builder.ins().ushr_imm_u(squares, 16 * i as i64);
            if i + 1 < way.steps.len() {
                here = self.code.builder.ins().band_imm_s(here, 0xffff);
            }
            self.trace_last(exit, here);
            let standing = self.standing(*entry, exit);
            let log = self.may_fail.then_some(self.log);
            self.code.act(exit.number, here, standing.as_deref(), log);
        }
        let entries = self.entries;
        let sets = self.code.segment(&entries.get(way.entry).segment, here, &[]);
        let last = entries.get(way.entry).segment.exits.iter().zip(sets).filter(|(exit, _)| self.ends_candidate(way.entry, exit));
        let (exits, sets): (Vec<&Exit>, Vec<Set>) = last.unzip();
        let rank = self.code.read(self.search().rank);
        self.end_candidate(way.entry, &exits, &sets, rank);
    }
}
