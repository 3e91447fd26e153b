//! Entry states in functions that go from choice to choice: random play under `Mod`, completing moves.

use super::context::{Context, Status};
use super::machine::{Machine, Mode};
use super::sets::Set;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

impl Machine<'_, '_> {
    /// Executes the first possible step; backtracks if there is none.
    pub(super) fn only_step(&mut self, entry: usize, sets: &[Set]) {
        let entries = self.entries;
        self.first_of(entries.get(entry).segment.exits.iter().zip(sets), |machine, _, exit, _, square| {
            machine.act(entry, exit, square);
            if machine.mode == Mode::Split && !entries.get(entry).keeper {
                machine.code.add(machine.semimoves, 1);
                machine.trace_step(exit, square);
            }
            machine.go(entry, exit, square);
        });
        self.code.jump(self.dead, &[]);
    }

    /// Makes the keeper's first choice, and records the alternatives.
    pub(super) fn first_choice(&mut self, entry: usize, sets: &[Set]) {
        self.push_frame(entry, sets);
        let sets = self.begin_choice(entry, sets);
        let entries = self.entries;
        self.first_of(entries.get(entry).segment.exits.iter().zip(&sets), |machine, n, exit, set, square| {
            machine.strike(n, set, square);
            machine.act(entry, exit, square);
            machine.go(entry, exit, square);
        });
        self.pop_frame();
    }

    /// Saves what [`Status::Stuck`] goes back to: a player's move begins.
    pub(super) fn save_start(&mut self) {
        let (random, semimoves) = (self.code.read(self.random), self.code.read(self.semimoves));
        self.code.set_field(offset_of!(Context, results.random), random);
        self.code.set_field(offset_of!(Context, results.semimoves), semimoves);
    }

    /// After a dead end: takes the whole move back if it is to start over (rule 5), which native code does not do itself.
    pub(super) fn leave_if_stuck(&mut self) {
        let (semimoves, before) = (self.code.read(self.semimoves), self.code.field(offset_of!(Context, results.semimoves)));
        let taken = self.code.builder.ins().isub(semimoves, before);
        let most = self.code.number(self.code.program.limits.restart_after as i64);
        let few = self.code.compare(IntCC::UnsignedLessThan, taken, most);
        let stuck = self.code.block();
        self.code.seldom(stuck);
        let on = self.code.block();
        self.code.branch(few, on, stuck);
        self.code.begin(stuck);
        self.code.undo_to(self.log_base, self.log);
        for (variable, offset) in [(self.moves, offset_of!(Context, results.moves)), (self.listed, offset_of!(Context, results.listed))] {
            let value = self.code.read(variable);
            self.code.set_field(offset, value);
        }
        self.code.leave(Status::Stuck.code());
        self.code.begin(on);
    }

    /// Draws one of the steps.
    pub(super) fn random_choice(&mut self, entry: usize, sets: &[Set]) {
        self.push_frame(entry, sets);
        self.save_trace();
        let sets = self.begin_choice(entry, sets);
        self.restore_trace();
        let counts: Vec<Value> = sets.iter().map(|set| self.code.count(set)).collect();
        let mut total = self.code.number(0);
        for &count in &counts {
            total = self.code.builder.ins().iadd(total, count);
        }
        let (some, none) = (self.code.block(), self.code.block());
        self.code.branch(total, some, none);
        self.code.begin(none);
        self.pop_frame();
        self.code.begin(some);
        let entries = self.entries;
        let exits = &entries.get(entry).segment.exits;
        if exits.is_empty() {
            return self.code.jump(self.dead, &[]);
        }
        let taken: Vec<_> = exits.iter().map(|_| self.code.block_with(1)).collect();
        if self.guided {
            let uniform = self.code.block();
            self.choose_by_value(exits, &sets, total, uniform, &taken);
            self.code.begin(uniform);
        }
        let mut rank = self.draw(total);
        for (n, (exit, set)) in exits.iter().zip(&sets).enumerate() {
            let next = self.code.block();
            if n + 1 < exits.len() {
                let here = self.code.block();
                let less = self.code.compare(IntCC::UnsignedLessThan, rank, counts[n]);
                self.code.branch(less, here, next);
                self.code.begin(here);
            }
            let square = if self.is_single(entry, exit) { self.code.first(set) } else { self.code.nth(set, rank) };
            self.code.jump(taken[n], &[square]);
            if n + 1 < exits.len() {
                self.code.begin(next);
                rank = self.code.builder.ins().isub(rank, counts[n]);
            }
        }
        for (n, (exit, set)) in exits.iter().zip(&sets).enumerate() {
            self.code.begin(taken[n]);
            let square = self.code.parameters(taken[n])[0];
            self.strike(n, set, square);
            self.act(entry, exit, square);
            self.code.add(self.semimoves, 1);
            self.trace_step(exit, square);
            self.go(entry, exit, square);
        }
    }
}
