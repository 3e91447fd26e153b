//! Random play by whole moves: all candidates are counted, one is drawn by its rank and completed.
//!
//! The search for candidates leaves a *record* for each entry state with steps that end candidates: the number of candidates up to here,
//! the sets of those steps, and a *node*, the last link of the chain of steps that led there. Where steps are only assumed (see `foresee`), a
//! record has their squares instead of the sets, and the node before them.

use crate::abi::areas::{FRAME_NODE, RECORD_HEAD, RECORD_SIZE};
use crate::abi::context::Context;
use crate::analysis::plans::{Plan, plan};
use crate::emit::segment;
use crate::emit::sets::Set;
use crate::ir::Exit;
use crate::play::machine::Machine;
use crate::play::registers::Search;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::collections::BTreeMap;
use std::mem::offset_of;

impl Machine<'_, '_> {
    /// Declares the registers of the search.
    pub(crate) fn begin_search(&mut self, over_end: i64) {
        let none = self.code.number(0);
        let mut variable = || self.code.variable(none);
        let (node_top, node, record_top, total, tries) = (variable(), variable(), variable(), variable(), variable());
        let (index, testing, legal, traced, rank, record) = (variable(), variable(), variable(), variable(), variable(), variable());
        let (found, failed, tested) = (self.code.block(), self.code.block(), self.code.block());
        let (found_end, failed_end) = (self.end(found), self.end(failed));
        self.search = Some(Search {
            node_top,
            node,
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
            chains: BTreeMap::new(),
            behind: Vec::new(),
            counts: None,
            replays: false,
            traced,
            rank,
            record,
            found_end,
            failed_end,
            over_end,
        });
        let counts = self.begin_counts();
        self.search.as_mut().expect("declared").counts = counts;
    }

    /// Begins a move: discards the candidates of the previous one.
    pub(crate) fn begin_candidates(&mut self, entry: usize, square: Value) {
        let (found_end, over_end) = (self.search().found_end, self.search().over_end);
        // Without a choice, the only candidate is the empty one.
        let forced = self.graph.get(entry).forced;
        self.reset_frames(if forced { over_end } else { found_end });
        let none = self.code.number(0);
        if !forced {
            let nodes = self.code.field(offset_of!(Context, nodes));
            let records = self.code.field(offset_of!(Context, records));
            let (node_top, record_top, total) = (self.search().node_top, self.search().record_top, self.search().total);
            self.code.write(node_top, nodes);
            self.code.write(record_top, records);
            self.code.write(total, none);
            self.forget_counts();
        }
        if forced && self.traced {
            return self.trace_forced(entry, square);
        }
        // No step within a move leads to where moves begin.
        let begins = !forced && self.graph.get(entry).behind.is_none();
        let block = if begins { self.root_block(entry) } else { self.entry_block(entry) };
        self.code.jump(block, &[square]);
    }

    /// Executes the first step of a move without a choice, which represents the move.
    fn trace_forced(&mut self, entry: usize, square: Value) {
        self.forget_tried();
        let sets = segment::segment(&mut self.code, &self.graph.get(entry).segment, square, &[]);
        self.first_of(self.graph.get(entry).segment.exits.iter().zip(&sets), |machine, _, exit, _, square| {
            machine.trace_last(exit, square);
            machine.act(entry, exit, square);
            machine.go(entry, exit, square);
        });
        self.code.jump(self.dead, &[]);
    }

    /// Finds the candidates of an entry state where a move begins.
    pub(crate) fn first_candidates(&mut self, entry: usize) {
        let block = self.root_block(entry);
        self.code.begin(block);
        let square = self.code.parameters(block)[0];
        let sets = segment::segment(&mut self.code, &self.graph.get(entry).segment, square, &[]);
        let exits = &self.graph.get(entry).segment.exits;
        // The sets need not be recorded to draw from them.
        if !self.policy.may_fail() && exits.iter().all(|exit| self.graph.ends_candidate(entry, exit)) {
            return self.draw_at_once(entry, &sets);
        }
        let plans: Option<Vec<Plan>> =
            exits.iter().filter(|exit| !self.graph.ends_candidate(entry, exit)).map(|exit| plan(self.graph, entry, exit)).collect();
        let node = self.code.number(0);
        // Nothing is to be undone where the move begins.
        let done = self.search().found;
        self.continue_candidates(entry, &sets, node, plans, done);
    }

    /// Finds the candidates that continue from an entry state.
    pub(crate) fn candidates(&mut self, entry: usize, square: Value, sets: &[Set]) {
        let exits = &self.graph.get(entry).segment.exits;
        let others: Vec<&Set> =
            exits.iter().zip(sets).filter(|(exit, _)| !self.graph.ends_candidate(entry, exit)).map(|(_, set)| set).collect();
        self.look_up_count(entry, square, &others);
        let node = self.code.read(self.search().node);
        let plans = exits.iter().filter(|exit| !self.graph.ends_candidate(entry, exit)).map(|exit| plan(self.graph, entry, exit)).collect();
        self.continue_candidates(entry, sets, node, plans, self.dead);
    }

    /// `done` is where it goes on if no step had to be executed.
    fn continue_candidates(&mut self, entry: usize, sets: &[Set], node: Value, plans: Option<Vec<Plan>>, done: Block) {
        let exits: Vec<(&Exit, &Set)> = self.graph.get(entry).segment.exits.iter().zip(sets).collect();
        let (last, other): (Vec<_>, Vec<_>) = exits.into_iter().partition(|(exit, _)| self.graph.ends_candidate(entry, exit));
        if !last.is_empty() {
            let sets: Vec<&Set> = last.iter().map(|(_, set)| *set).collect();
            self.add_record(entry, &sets, node);
        }
        if let Some(plans) = plans {
            for (plan, (_, set)) in plans.iter().zip(&other) {
                self.foresee_all(entry, plan, set, node);
            }
            return self.code.jump(done, &[]);
        }
        self.search.as_mut().expect("declared").replays = true;
        if self.are_single(entry, &other) {
            return self.each_single(entry, &other, node);
        }
        let sets: Vec<Set> = other.iter().map(|(_, set)| (*set).clone()).collect();
        self.push_frame(entry, &sets);
        let frame = self.code.read(self.frame);
        self.code.store(node, frame, FRAME_NODE);
        let sets = self.begin_choice(entry, &sets);
        self.first_of(other.iter().map(|(exit, _)| *exit).zip(&sets), |machine, n, exit, set, square| {
            machine.strike(n, set, square);
            let frame = machine.code.read(machine.frame);
            let node = machine.code.load(frame, FRAME_NODE);
            machine.search_on(entry, exit, square, node);
        });
        self.pop_frame();
    }

    /// Records the steps that end candidates at an entry state, if there are any.
    fn add_record(&mut self, entry: usize, sets: &[&Set], node: Value) {
        let mut count = self.code.number(0);
        for set in sets {
            let more = self.code.count(set);
            count = self.code.builder.ins().iadd(count, more);
        }
        let (some, done) = (self.code.block(), self.code.block());
        self.code.branch(count, some, done);
        self.code.begin(some);
        let (record_top, total) = (self.search().record_top, self.search().total);
        self.require_room();
        let record = self.code.read(record_top);
        let before = self.code.read(total);
        let after = self.code.builder.ins().iadd(before, count);
        self.code.write(total, after);
        self.code.store(after, record, 0);
        self.code.store(node, record, 1);
        let words = match self.graph.entries.packs_records() {
            true => RECORD_HEAD + sets.len() * self.code.set_words(),
            false => self.graph.entries.record_words,
        };
        let size = if self.graph.entries.packs_records() { words as i64 * 8 } else { 0 };
        let number = self.code.number(entry as i64 | size << RECORD_SIZE);
        self.code.store(number, record, 2);
        for (n, set) in sets.iter().enumerate() {
            self.code.store_set(set, record, RECORD_HEAD + n * self.code.set_words());
        }
        self.code.add(record_top, (words * 8) as i64);
        self.code.jump(done, &[]);
        self.code.begin(done);
        if !self.search().last_steps.contains_key(&entry) {
            let block = self.code.block();
            self.search.as_mut().expect("declared").last_steps.insert(entry, block);
        }
    }

    /// After a switch of a player: undoes the move if it was only tested.
    pub(crate) fn after_test(&mut self) {
        if !self.policy.may_fail() {
            return;
        }
        let (testing, tested) = (self.search().testing, self.search().tested);
        let testing = self.code.read(testing);
        let on = self.code.block();
        self.code.branch(testing, tested, on);
        self.code.begin(on);
    }
}
