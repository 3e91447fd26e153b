//! The candidates of entry states, and what random play by whole moves does there.

use super::draw::draw_at_once;
use super::lookahead::Lookahead;
use super::search::{DeferredCode, WholeMoves};
use super::single_options::are_single;
use crate::abi::areas::FRAME_NODE;
use crate::abi::context::Context;
use crate::analysis::plans::{Plan, plan};
use crate::emit::segment;
use crate::emit::sets::Set;
use crate::ir::Exit;
use crate::play::routine::Routine;
use crate::play::squares::first_of;
use crate::play::task::Task;
use cranelift_codegen::ir::{Block, Value};
use std::mem::offset_of;

impl Task for WholeMoves {
    /// Begins a move: discards the candidates of the previous one.
    fn begin_move(&mut self, routine: &mut Routine<'_, '_>, entry: usize, square: Value) {
        let state = routine.graph.get(entry);
        // Without a choice, the only candidate is the empty one.
        if state.forced {
            routine.choices.reset(&mut routine.code, self.over_end);
            if self.trace.is_kept() {
                return self.trace_forced(routine, entry, square);
            }
            return routine.enter(entry, square);
        }
        routine.choices.reset(&mut routine.code, self.found_end);
        let code = &mut routine.code;
        let none = code.number(0);
        let nodes = code.field(offset_of!(Context, nodes));
        let records = code.field(offset_of!(Context, records));
        code.write(self.nodes.top, nodes);
        code.write(self.records.top, records);
        code.write(self.records.total, none);
        if let Some(counts) = &self.counts {
            counts.forget(code);
        }
        // No step within a move leads to where moves begin.
        if state.behind.is_some() {
            return routine.enter(entry, square);
        }
        let block = self.root_block(routine, entry);
        routine.code.jump(block, &[square]);
    }

    /// Finds the candidates that continue from an entry state.
    fn choose(&mut self, routine: &mut Routine<'_, '_>, entry: usize, square: Value, sets: &[Set]) {
        let graph = routine.graph;
        let exits = graph.exits(entry);
        let others: Vec<&Set> = exits.iter().zip(sets).filter(|(exit, _)| !graph.ends_candidate(entry, exit)).map(|(_, set)| set).collect();
        self.look_up_count(routine, entry, square, &others);
        let node = routine.code.read(self.nodes.current);
        self.search_from(routine, entry, sets, node, routine.choices.dead);
    }

    fn before_switch(&mut self, routine: &mut Routine<'_, '_>) {
        if routine.policy.may_fail() {
            self.trials.end_trial(&mut routine.code);
        }
        routine.code.add(routine.semimoves, 1);
        self.trace.end_move(routine);
    }

    fn own_code(&mut self, routine: &mut Routine<'_, '_>, number: usize) {
        match self.postponed[number].clone() {
            DeferredCode::Root(entry) => self.begin_search(routine, entry),
            DeferredCode::Chain(block, chain) => self.look_at_chain(routine, block, &chain),
        }
    }

    fn finish(&mut self, routine: &mut Routine<'_, '_>) {
        self.finish_search(routine);
    }
}

impl WholeMoves {
    /// Executes the first step of a move without a choice, which represents the move.
    fn trace_forced(&mut self, routine: &mut Routine<'_, '_>, entry: usize, square: Value) {
        self.trace.forget_candidate(routine);
        let segment = &routine.graph.get(entry).segment;
        let sets = segment::segment(&mut routine.code, segment, square, &[]);
        first_of(routine, segment.exits.iter().zip(&sets), |routine, _, exit, _, square| {
            self.trace.append(routine, exit, square);
            routine.act(entry, exit, square);
            routine.go(entry, exit, square);
        });
        routine.backtrack();
    }

    /// Finds the candidates of an entry state where a move begins.
    fn begin_search(&mut self, routine: &mut Routine<'_, '_>, entry: usize) {
        let block = self.root_block(routine, entry);
        routine.code.begin(block);
        let square = routine.code.parameters(block)[0];
        let segment = &routine.graph.get(entry).segment;
        let sets = segment::segment(&mut routine.code, segment, square, &[]);
        // The sets need not be recorded to draw from them.
        if !routine.policy.may_fail() && segment.exits.iter().all(|exit| routine.graph.ends_candidate(entry, exit)) {
            return draw_at_once(routine, self.trace, &self.records, entry, &sets);
        }
        let node = routine.code.number(0);
        // Nothing is to be undone where the move begins.
        self.search_from(routine, entry, &sets, node, self.found);
    }

    /// Finds the candidates that continue from an entry state. `done` is where it goes on if no step had to be executed.
    fn search_from(&mut self, routine: &mut Routine<'_, '_>, entry: usize, sets: &[Set], node: Value, done: Block) {
        let graph = routine.graph;
        let exits: Vec<(&Exit, &Set)> = graph.exits(entry).iter().zip(sets).collect();
        let (last, others): (Vec<_>, Vec<_>) = exits.into_iter().partition(|(exit, _)| graph.ends_candidate(entry, exit));
        if !last.is_empty() {
            let sets: Vec<&Set> = last.iter().map(|(_, set)| *set).collect();
            self.records.add_sets(&mut routine.code, entry, &sets, node);
            self.last_steps.entry(entry).or_insert_with(|| routine.code.block());
        }
        let plans: Option<Vec<Plan>> = others.iter().map(|(exit, _)| plan(graph, entry, exit)).collect();
        if let Some(plans) = plans {
            for (plan, (_, set)) in plans.iter().zip(&others) {
                Lookahead::new(&mut self.records, node).explore(routine, entry, plan, set);
            }
            return routine.code.jump(done, &[]);
        }
        self.nodes.are_used = true;
        if are_single(graph, entry, &others) {
            return self.each_single(routine, entry, &others, node);
        }
        self.each_option(routine, entry, &others, node);
    }

    /// Goes on with each square of each of the options in turn.
    fn each_option(&self, routine: &mut Routine<'_, '_>, entry: usize, others: &[(&Exit, &Set)], node: Value) {
        let sets: Vec<Set> = others.iter().map(|(_, set)| (*set).clone()).collect();
        routine.choices.push(&mut routine.code, routine.log, entry, &sets);
        let frame = routine.code.read(routine.choices.top);
        routine.code.store(node, frame, FRAME_NODE);
        let sets = routine.choices.begin_choice(&mut routine.code, entry, &sets);
        first_of(routine, others.iter().map(|(exit, _)| *exit).zip(&sets), |routine, n, exit, set, square| {
            routine.choices.strike(&mut routine.code, n, set, square);
            let frame = routine.code.read(routine.choices.top);
            let node = routine.code.load(frame, FRAME_NODE);
            self.nodes.search_on(routine, entry, exit, square, node);
        });
        routine.choices.pop(&mut routine.code);
        routine.backtrack();
    }
}
