//! Drawing a candidate by its rank, repeating its steps, and completing it.

use super::assumed_steps::execute_assumed;
use super::last_step::end_candidate;
use super::records::{Records, Source};
use super::search::WholeMoves;
use super::trace::Trace;
use crate::abi::areas::RECORD_HEAD;
use crate::abi::context::{Context, Status};
use crate::analysis::point_values::{forms, is_point};
use crate::emit::sets::Set;
use crate::ir::Exit;
use crate::play::routine::Routine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::mem::offset_of;

/// Draws one of the candidates that a single step each ends and that can always be completed.
pub(super) fn draw_at_once(routine: &mut Routine<'_, '_>, trace: Trace, records: &Records, entry: usize, sets: &[Set]) {
    let over = routine.code.block();
    let counts: Vec<Value> = sets.iter().map(|set| routine.code.count(set)).collect();
    let Some(total) = counts.iter().copied().reduce(|a, b| routine.code.builder.ins().iadd(a, b)) else {
        return routine.leave(Status::Over);
    };
    routine.code.require(total, over);
    records.require_few(&mut routine.code, total);
    trace.forget_candidate(routine);
    let rank = routine.random.below(&mut routine.code, total);
    let exits: Vec<&Exit> = routine.graph.exits(entry).iter().collect();
    end_candidate(routine, trace, entry, &exits, sets, rank);
    routine.code.begin(over);
    routine.leave(Status::Over);
}

impl WholeMoves {
    /// Emits the code that runs when all candidates have been found.
    pub(super) fn finish_search(&mut self, routine: &mut Routine<'_, '_>) {
        let (draw, select) = (routine.code.block(), routine.code.block_with(1));
        self.begin_draws(routine, draw);
        routine.code.begin(draw);
        let count = routine.code.read(self.candidates());
        let rank = routine.random.below(&mut routine.code, count);
        routine.code.jump(select, &[rank]);
        self.take_candidate(routine, select);
        self.finish_counts(routine);
        if routine.policy.may_fail() {
            self.trials.emit(routine, self.candidates(), self.nodes_end(), draw, select);
        } else {
            // Never reached, but numbered.
            for block in [self.trials.failed, self.trials.tested] {
                routine.code.begin(block);
                routine.code.jump(routine.faults.too_much, &[]);
            }
        }
        for (&entry, &block) in &self.last_steps {
            self.last_step(routine, entry, block);
        }
    }

    fn begin_draws(&self, routine: &mut Routine<'_, '_>, draw: Block) {
        routine.code.begin(self.found);
        let over = routine.code.block();
        let count = routine.code.read(self.records.total);
        routine.code.require(count, over);
        self.records.require_few(&mut routine.code, count);
        self.save_search(routine);
        if routine.policy.may_fail() {
            self.trials.reset(&mut routine.code);
        }
        routine.code.jump(draw, &[]);
        routine.code.begin(over);
        routine.leave(Status::Over);
    }

    /// Executes the steps of the candidate with a rank.
    fn take_candidate(&mut self, routine: &mut Routine<'_, '_>, select: Block) {
        routine.code.begin(select);
        self.trace.forget_candidate(routine);
        let rank = routine.code.parameters(select)[0];
        routine.choices.reset(&mut routine.code, self.failed_end);
        self.reset_search(routine);
        self.find_record(routine, rank);
        if self.nodes.are_used {
            let record = routine.code.read(self.record);
            let node = routine.code.load(record, 1);
            self.nodes.replay(routine, node);
        }
        let record = routine.code.read(self.record);
        let entry = routine.code.load(record, 2);
        let states = 0..routine.graph.entries.all().len();
        let mut targets: Vec<Block> = states.map(|i| self.last_steps.get(&i).copied().unwrap_or(routine.faults.too_much)).collect();
        let sources: Vec<(Source, Block)> = self.records.sources.iter().map(|source| (source.clone(), routine.code.block())).collect();
        targets.extend(sources.iter().map(|(_, block)| *block));
        match &sources[..] {
            [(_, only)] if self.last_steps.is_empty() => routine.code.jump(*only, &[]),
            _ => routine.code.switch(entry, &targets),
        }
        for (source, block) in sources {
            match source {
                Source::Assumed(steps) => execute_assumed(routine, self.trace, (self.rank, self.record), &steps, block),
                Source::Counted(entry) => self.search_behind(routine, entry, block),
            }
        }
    }

    /// Finds the record of the candidate with a rank, and its rank there.
    fn find_record(&self, routine: &mut Routine<'_, '_>, rank: Value) {
        let code = &mut routine.code;
        let (mut first, mut rank) = (code.field(offset_of!(Context, records)), rank);
        if let Some(counts) = &self.counts {
            code.jump(counts.scan, &[first, rank]);
            code.begin(counts.scan);
            (first, rank) = (code.parameters(counts.scan)[0], code.parameters(counts.scan)[1]);
        }
        let none = code.number(0);
        let (head, next, done) = (code.block_with(2), code.block(), code.block());
        code.jump(head, &[first, none]);
        code.begin(head);
        let [record, before] = code.parameters(head)[..] else { unreachable!("two parameters") };
        let up_to = code.load(record, 0);
        let here = code.compare(IntCC::UnsignedLessThan, rank, up_to);
        code.branch(here, done, next);
        code.begin(next);
        let after = self.records.after(code, record);
        code.jump(head, &[after, up_to]);
        code.begin(done);
        let left = code.builder.ins().isub(rank, before);
        code.write(self.rank, left);
        code.write(self.record, record);
    }

    /// Executes the step that ends the candidate.
    fn last_step(&self, routine: &mut Routine<'_, '_>, entry: usize, block: Block) {
        routine.code.begin(block);
        let graph = routine.graph;
        let last: Vec<&Exit> = graph.exits(entry).iter().filter(|exit| graph.ends_candidate(entry, exit)).collect();
        let (rank, record) = (routine.code.read(self.rank), routine.code.read(self.record));
        let words = routine.code.set_words();
        let forms = forms(graph.program, &graph.get(entry).segment);
        let load = |(n, exit): (usize, &&Exit)| {
            let place = RECORD_HEAD + n * words;
            if is_point(&forms, exit.squares) { vec![routine.code.load(record, place)] } else { routine.code.load_set(record, place) }
        };
        let sets: Vec<Set> = last.iter().enumerate().map(load).collect();
        end_candidate(routine, self.trace, entry, &last, &sets, rank);
    }
}
