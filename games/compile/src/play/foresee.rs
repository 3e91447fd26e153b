//! Candidates that are found without executing their steps, which are only assumed: their records, and executing the one that was drawn.
//!
//! A record has the squares of the steps, 16 bits each; the steps themselves are known from its number, since code is made for each way.

use crate::abi::areas::{RECORD_HEAD, RECORD_SIZE};
use crate::abi::context::Context;
use crate::analysis::invariant_values::invariant_values;
use crate::analysis::plans::Plan;
use crate::analysis::sole_steps::SoleStep;
use crate::board::Piece;
use crate::emit::bounds;
use crate::emit::bounds::Before;
use crate::emit::outlook;
use crate::emit::outlook::Seen;
use crate::emit::segment;
use crate::emit::sets::{Put, Set};
use crate::emit::steps;
use crate::ir::{Exit, ValueId};
use crate::play::machine::Machine;
use crate::play::registers::{Behind, Foreseen};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::collections::BTreeMap;
use std::mem::offset_of;

/// The way to a plan.
pub(crate) struct Way {
    /// The node before its first step.
    pub(crate) node: Value,
    /// The steps, up to that of the plan.
    pub(crate) steps: Vec<(usize, Exit)>,
    /// Squares with which the search goes on as with any other, by the numbers of the steps (see `sole_steps`).
    pub(crate) unlike: BTreeMap<Vec<u32>, Set>,
    /// Whether all records of the plan fit behind one for which room was found.
    pub(crate) has_room: bool,
}

impl Machine<'_, '_> {
    /// Finds the candidates that begin with a planned step from each square of a set.
    pub(crate) fn foresee_all(&mut self, entry: usize, plan: &Plan, set: &Set, node: Value) {
        let mut way = Way { node, steps: vec![(entry, plan.exit.clone())], unlike: BTreeMap::new(), has_room: false };
        if !plan.has_sole() {
            return self.foresee(plan, set, &mut way, &[]);
        }
        let (some, empty) = (self.code.block(), self.code.block());
        let any = self.code.any(set);
        self.code.branch(any, some, empty);
        self.code.begin(some);
        let before = Before { old: plan.old, new: plan.new, squares: Some(set) };
        self.find_unlike(plan, &mut vec![before], &mut vec![plan.exit.number], &mut way.unlike);
        // As parameters of a block that is reached from two others, they are not computed again for every square.
        let found: Vec<Value> = way.unlike.values().flatten().copied().collect();
        let ready = self.code.block_with(found.len());
        self.code.jump(ready, &found);
        self.code.begin(empty);
        let none = self.code.number(0);
        self.code.jump(ready, &vec![none; found.len()]);
        self.code.begin(ready);
        for (set, value) in way.unlike.values_mut().zip(self.code.parameters(ready)) {
            *set = vec![value];
        }
        self.foresee(plan, set, &mut way, &[]);
    }

    /// Finds the squares that may make a difference, for all plans within a plan.
    fn find_unlike<'s>(&mut self, plan: &Plan, before: &mut Vec<Before<'s>>, numbers: &mut Vec<u32>, unlike: &mut BTreeMap<Vec<u32>, Set>) {
        if let Some(sole) = plan.sole {
            if let Some(squares) = bounds::unlike(&mut self.code, &self.graph.get(plan.entry).segment, sole, before) {
                unlike.insert(numbers.clone(), squares);
            }
        }
        for (_, plan) in &plan.further {
            before.push(Before { old: plan.old, new: plan.new, squares: None });
            numbers.push(plan.exit.number);
            self.find_unlike(plan, before, numbers, unlike);
            numbers.pop();
            before.pop();
        }
    }

    /// Finds the candidates after a planned step from each square of a set. `puts` are what the steps before it change.
    fn foresee(&mut self, plan: &Plan, set: &Set, way: &mut Way, puts: &[Put]) {
        let had_room = way.has_room;
        if !had_room && plan.fits_slack(self.graph) {
            self.require_room();
            way.has_room = true;
        }
        let numbers: Vec<u32> = way.steps.iter().map(|(_, exit)| exit.number).collect();
        match (plan.sole, way.unlike.get(&numbers).cloned()) {
            (Some(sole), Some(unlike)) => self.each_run(plan, sole, set, &unlike, way, puts),
            _ => self.foresee_each(plan, set, way, puts),
        }
        way.has_room = had_room;
    }

    /// The same square by square, after what is the same for all of them.
    fn foresee_each(&mut self, plan: &Plan, set: &Set, way: &mut Way, puts: &[Put]) {
        let segment = &self.graph.get(plan.entry).segment;
        let changes: Vec<(Piece, Piece)> = puts.iter().map(|put| (put.old, put.new)).chain([(plan.old, plan.new)]).collect();
        let Some(invariants) = invariant_values(self.code.program, segment, &changes) else {
            return self.each_square(set, |machine, square| machine.foresee_after(plan, square, way, puts, &[]));
        };
        let (some, empty, words) = (self.code.block(), self.code.block(), self.code.set_words());
        let ready = self.code.block_with(invariants.wanted.len() * words);
        let any = self.code.any(set);
        self.code.branch(any, some, empty);
        self.code.begin(some);
        let made = outlook::make_invariants(&mut self.code, segment, &invariants).concat();
        self.code.jump(ready, &made);
        self.code.begin(empty);
        let none = self.code.number(0);
        self.code.jump(ready, &vec![none; made.len()]);
        // As parameters of a block that is reached from two others, they are not computed again for every square.
        self.code.begin(ready);
        let made = self.code.parameters(ready);
        let known: Vec<(ValueId, Set)> = invariants.wanted.into_iter().zip(made.chunks(words).map(<[Value]>::to_vec)).collect();
        self.each_square(set, |machine, square| machine.foresee_after(plan, square, way, puts, &known));
    }

    /// Finds the candidates after a planned step from one square.
    fn foresee_after(&mut self, plan: &Plan, square: Value, way: &mut Way, puts: &[Put], known: &[(ValueId, Set)]) {
        let segment = &self.graph.get(plan.entry).segment;
        let place = self.code.one(square);
        let mut puts = puts.to_vec();
        puts.push(Put { old: plan.old, new: plan.new, square, place });
        let ends: Vec<bool> = segment.exits.iter().map(|exit| self.graph.ends_candidate(plan.entry, exit)).collect();
        let seen = outlook::look(&mut self.code, segment, square, &puts, known, &ends);
        let counts: Vec<Value> = seen.iter().filter_map(|seen| if let Seen::Count(count) = seen { Some(*count) } else { None }).collect();
        if !counts.is_empty() {
            self.add_foreseen(&counts, way, plan.entry, &puts, None);
        }
        for (n, further) in &plan.further {
            let Seen::Squares(set) = &seen[*n] else { unreachable!("only what ends candidates is counted") };
            way.steps.push((plan.entry, further.exit.clone()));
            self.foresee(further, set, way, &puts);
            way.steps.pop();
        }
    }

    /// The same from each square of a set, where those that make no difference are recorded together as far as no other lies between them.
    fn each_run(&mut self, plan: &Plan, sole: SoleStep, set: &Set, unlike: &Set, way: &mut Way, puts: &[Put]) {
        let (head, other, done) = (self.code.block_with(1), self.code.block(), self.code.block());
        self.code.jump(head, set);
        self.code.begin(head);
        let all = self.code.parameters(head);
        let different = self.code.and(&all, unlike);
        let less = self.code.builder.ins().iadd_imm_s(different[0], -1);
        let below = self.code.builder.ins().band_not(less, different[0]);
        let run = self.code.builder.ins().band(all[0], below);
        let count = self.code.count(&[run]);
        self.add_foreseen(&[count], way, plan.entry, puts, Some((sole.exit, run)));
        self.code.branch(different[0], other, done);
        self.code.begin(other);
        let rest = self.code.without(&all, &[run]);
        let square = self.code.first(&rest);
        self.foresee_after(plan, square, way, puts, &[]);
        let rest = self.code.strike(&rest, square);
        self.code.jump(head, &rest);
        self.code.begin(done);
    }

    /// Leaves the function if there is no room for another record.
    pub(crate) fn require_room(&mut self) {
        let record_top = self.search().record_top;
        let record = self.code.read(record_top);
        let end = self.code.field(offset_of!(Context, records_end));
        let room = self.code.compare(IntCC::UnsignedLessThan, record, end);
        self.code.require(room, self.no_room);
    }

    /// Records the steps that end candidates after some assumed ones. There may be none: the record then has no rank of its own, and is never
    /// found.
    pub(crate) fn add_foreseen(&mut self, counts: &[Value], way: &Way, entry: usize, puts: &[Put], run: Option<(usize, Value)>) {
        if !way.has_room {
            self.require_room();
        }
        let (record_top, total) = (self.search().record_top, self.search().total);
        let mut after = self.code.read(total);
        for &more in counts {
            after = self.code.builder.ins().iadd(after, more);
        }
        self.code.write(total, after);
        let record = self.code.read(record_top);
        self.code.store(after, record, 0);
        let words =
            if self.graph.entries.packs_records() { RECORD_HEAD + 1 + usize::from(run.is_some()) } else { self.graph.entries.record_words };
        let behind = Behind::Foreseen(Foreseen { steps: way.steps.clone(), entry, run: run.map(|(exit, _)| exit) });
        self.refer(record, way.node, behind, words as i64);
        let mut squares: Option<Value> = None;
        for (i, put) in puts.iter().enumerate() {
            let higher = self.code.builder.ins().ishl_imm_u(put.square, 16 * i as i64);
            squares = Some(squares.map_or(higher, |squares| self.code.builder.ins().bor(squares, higher)));
        }
        if let Some(squares) = squares {
            self.code.store(squares, record, RECORD_HEAD);
        }
        if let Some((_, run)) = run {
            self.code.store(run, record, RECORD_HEAD + 1);
        }
        self.code.add(record_top, (words * 8) as i64);
    }

    /// Writes at the start of a record of this many words the node that leads to its candidates, and a number for what lies behind it.
    pub(crate) fn refer(&mut self, record: Value, node: Value, behind: Behind, words: i64) {
        let known = &mut self.search.as_mut().expect("declared").behind;
        known.push(behind);
        let number = (self.graph.entries.all().len() + known.len() - 1) as i64;
        let size = if self.graph.entries.packs_records() { words * 8 } else { 0 };
        let number = self.code.number(number | size << RECORD_SIZE);
        self.code.store(node, record, 1);
        self.code.store(number, record, 2);
    }

    /// Executes the steps that were only assumed, and the one that ends the candidate.
    pub(crate) fn do_foreseen(&mut self, way: &Foreseen, block: Block) {
        self.code.begin(block);
        let record = self.code.read(self.search().record);
        let squares = self.code.load(record, RECORD_HEAD);
        let rank = self.code.read(self.search().rank);
        let mut here = squares;
        for (i, (entry, exit)) in way.steps.iter().enumerate() {
            let is_last = i + 1 == way.steps.len();
            here = if is_last && way.run.is_some() {
                let run = self.code.load(record, RECORD_HEAD + 1);
                self.code.nth(&[run], rank)
            } else {
                let here = self.code.builder.ins().ushr_imm_u(squares, 16 * i as i64);
                if is_last { here } else { self.code.builder.ins().band_imm_s(here, 0xffff) }
            };
            self.trace_last(exit, here);
            let standing = self.graph.standing(*entry, exit);
            let log = self.policy.may_fail().then_some(self.log);
            steps::act(&mut self.code, exit.number, here, standing.as_deref(), log);
        }
        if let Some(exit) = way.run {
            let exit = &self.graph.get(way.entry).segment.exits[exit];
            return self.take_last(way.entry, exit, here);
        }
        let sets = segment::segment(&mut self.code, &self.graph.get(way.entry).segment, here, &[]);
        let last = self.graph.get(way.entry).segment.exits.iter().zip(sets).filter(|(exit, _)| self.graph.ends_candidate(way.entry, exit));
        let (exits, sets): (Vec<&Exit>, Vec<Set>) = last.unzip();
        self.end_candidate(way.entry, &exits, &sets, rank);
    }
}
