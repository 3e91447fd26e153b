//! Random play by semimoves where each is a step.

mod guided;

use super::keeper::{begin_options, keep_options};
use super::routine::Routine;
use super::task::Task;
use crate::abi::areas::FRAME_TRACE;
use crate::abi::context::{Context, Status};
use crate::emit::sets::Set;
use crate::ir::Exit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

/// Random play by semimoves.
pub(super) struct Semimoves {
    /// Whether the moves are written to the list.
    pub(super) traced: bool,
    /// Whether steps are chosen by values.
    pub(super) guided: bool,
}

impl Task for Semimoves {
    fn take_step(&mut self, routine: &mut Routine<'_, '_>, exit: &Exit, square: Value) {
        routine.code.add(routine.semimoves, 1);
        if self.traced {
            let code = routine.step_code(exit, square);
            routine.output.append(&mut routine.code, code);
        }
    }

    /// Draws one of the steps.
    fn choose(&mut self, routine: &mut Routine<'_, '_>, entry: usize, _square: Value, sets: &[Set]) {
        let exits = routine.graph.exits(entry);
        if exits.is_empty() {
            return routine.backtrack();
        }
        let returns = exits.iter().any(|exit| !routine.policy.is_final(entry, exit));
        let sets = if returns { begin_options(self, routine, entry, sets) } else { sets.to_vec() };
        let counts: Vec<Value> = sets.iter().map(|set| routine.code.count(set)).collect();
        let mut total = routine.code.number(0);
        for &count in &counts {
            total = routine.code.builder.ins().iadd(total, count);
        }
        routine.code.require(total, routine.choices.dead);
        let taken: Vec<_> = exits.iter().map(|_| routine.code.block_with(1)).collect();
        if self.guided {
            let uniform = routine.code.block();
            guided::choose_by_value(routine, exits, &sets, total, uniform, &taken);
            routine.code.begin(uniform);
        }
        let mut rank = routine.random.below(&mut routine.code, total);
        for (n, (exit, set)) in exits.iter().zip(&sets).enumerate() {
            let next = routine.code.block();
            if n + 1 < exits.len() {
                let here = routine.code.block();
                let less = routine.code.compare(IntCC::UnsignedLessThan, rank, counts[n]);
                routine.code.branch(less, here, next);
                routine.code.begin(here);
            }
            let square = if routine.graph.is_single(entry, exit) { routine.code.first(set) } else { routine.code.nth(set, rank) };
            routine.code.jump(taken[n], &[square]);
            if n + 1 < exits.len() {
                routine.code.begin(next);
                rank = routine.code.builder.ins().isub(rank, counts[n]);
            }
        }
        for (n, exit) in exits.iter().enumerate() {
            routine.code.begin(taken[n]);
            let square = routine.code.parameters(taken[n])[0];
            if !routine.policy.is_final(entry, exit) {
                keep_options(self, routine, entry, &sets, n, square);
            }
            routine.advance(entry, exit, square);
            self.take_step(routine, exit, square);
            routine.go(entry, exit, square);
        }
    }

    /// Saves the length of the trace.
    fn save(&self, routine: &mut Routine<'_, '_>) {
        if self.traced {
            let (frame, length) = (routine.code.read(routine.choices.top), routine.code.read(routine.output.length));
            routine.code.store(length, frame, FRAME_TRACE);
        }
    }

    /// Discards the trace since the topmost frame was pushed.
    fn restore(&self, routine: &mut Routine<'_, '_>) {
        if self.traced {
            let frame = routine.code.read(routine.choices.top);
            let length = routine.code.load(frame, FRAME_TRACE);
            routine.code.write(routine.output.length, length);
        }
    }

    fn before_switch(&mut self, routine: &mut Routine<'_, '_>) {
        if self.traced {
            routine.output.append_end(&mut routine.code);
        }
    }

    /// Saves what [`Status::Stuck`] goes back to: a player's move begins.
    fn after_switch(&mut self, routine: &mut Routine<'_, '_>) {
        let (random, semimoves) = (routine.code.read(routine.random.state), routine.code.read(routine.semimoves));
        routine.code.set_field(offset_of!(Context, results.random), random);
        routine.code.set_field(offset_of!(Context, results.semimoves), semimoves);
    }

    /// Takes the whole move back if it is to start over (rule 5), which native code does not do itself.
    fn dead_end(&mut self, routine: &mut Routine<'_, '_>) {
        let semimoves = routine.code.read(routine.semimoves);
        let before = routine.code.field(offset_of!(Context, results.semimoves));
        let taken = routine.code.builder.ins().isub(semimoves, before);
        let most = routine.code.number(routine.graph.program.limits.restart_after as i64);
        let few = routine.code.compare(IntCC::UnsignedLessThan, taken, most);
        let stuck = routine.code.block();
        routine.code.mark_cold(stuck);
        let on = routine.code.block();
        routine.code.branch(few, on, stuck);
        routine.code.begin(stuck);
        routine.undo_all();
        for (variable, offset) in
            [(routine.moves, offset_of!(Context, results.moves)), (routine.output.length, offset_of!(Context, results.listed))]
        {
            let value = routine.code.read(variable);
            routine.code.set_field(offset, value);
        }
        routine.code.leave(Status::Stuck.code());
        routine.code.begin(on);
    }
}
