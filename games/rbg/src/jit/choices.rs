//! Entry states in functions that go from choice to choice: random play under `Mod`, completing moves.

use super::context::{Context, Status};
use super::machine::{Machine, Mode};
use super::sets::Set;
use crate::ir::Exit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

impl Machine<'_, '_> {
    /// Executes the first possible step; backtracks if there is none.
    pub(super) fn only_step(&mut self, entry: usize, here: Value, sets: &[Set]) {
        let entries = self.entries;
        self.first_option(entry, Some(here), sets, |machine, _, exit, square| {
            machine.advance(entry, exit, square);
            if machine.mode == Mode::Split && !entries.get(entry).keeper {
                machine.code.add(machine.semimoves, 1);
                machine.trace_step(exit, square);
            }
            machine.go(entry, exit, square);
        });
    }

    /// Makes the keeper's first choice, and keeps the alternatives if it may have to be made again.
    pub(super) fn first_choice(&mut self, entry: usize, here: Value, sets: &[Set]) {
        let entries = self.entries;
        let exits = &entries.get(entry).segment.exits;
        let returns: Vec<bool> = exits.iter().enumerate().map(|(n, exit)| self.may_return(entry, exit, n + 1 == exits.len())).collect();
        let repeats = returns.contains(&true);
        let sets = if repeats { self.begin_options(entry, sets) } else { sets.to_vec() };
        self.first_option(entry, (!repeats).then_some(here), &sets, |machine, n, exit, square| {
            if returns[n] {
                machine.keep_options(entry, &sets, n, square);
            }
            machine.advance(entry, exit, square);
            machine.go(entry, exit, square);
        });
    }

    /// Takes the lowest square of the first exit that has one, which need not be looked for if it can only be the current one; backtracks if
    /// there is none.
    fn first_option(&mut self, entry: usize, here: Option<Value>, sets: &[Set], take: impl Fn(&mut Self, usize, &Exit, Value)) {
        let entries = self.entries;
        let segment = &entries.get(entry).segment;
        for (n, (exit, set)) in segment.exits.iter().zip(sets).enumerate() {
            let next = if n + 1 == sets.len() && here.is_some() && self.always_offers(entry) {
                None
            } else {
                let (taken, next) = (self.code.block(), self.code.block());
                let some = self.code.any(set);
                self.code.branch(some, taken, next);
                self.code.begin(taken);
                Some(next)
            };
            let square = match here {
                Some(here) if segment.values.stays(exit.squares) => here,
                _ => self.code.first(set),
            };
            take(self, n, exit, square);
            match next {
                Some(next) => self.code.begin(next),
                None => return,
            }
        }
        self.code.jump(self.dead, &[]);
    }

    /// Whether the keeper may have to choose again after this step: it may lead to a dead end, and there may be another one.
    fn may_return(&self, entry: usize, exit: &Exit, is_last: bool) -> bool {
        let alone = self.code.program.passes.forward && is_last && self.is_single(entry, exit);
        !alone && !self.is_final(entry, exit)
    }

    /// Begins the code that makes a choice among these options, or among those that remain of the topmost frame, which is then popped.
    pub(super) fn begin_options(&mut self, entry: usize, sets: &[Set]) -> Vec<Set> {
        let all: Vec<Value> = sets.iter().flatten().copied().collect();
        let (again, choice) = (self.code.block(), self.code.block_with(all.len()));
        self.code.jump(choice, &all);
        self.choices.insert(entry, again);
        self.code.begin(again);
        self.restore_trace();
        let left = self.load_options(sets);
        self.code.add(self.frame, -((self.entries.frame_words * 8) as i64));
        self.code.jump(choice, &left.concat());
        self.code.begin(choice);
        let mut rest = self.code.parameters(choice).into_iter();
        sets.iter().map(|set| rest.by_ref().take(set.len()).collect()).collect()
    }

    /// Keeps what remains of a choice without one square of the n-th set.
    pub(super) fn keep_options(&mut self, entry: usize, sets: &[Set], n: usize, square: Value) {
        let mut left = sets.to_vec();
        left[n] = self.code.strike(&sets[n], square);
        self.push_frame(entry, &left);
        self.save_trace();
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
        let entries = self.entries;
        let exits = &entries.get(entry).segment.exits;
        if exits.is_empty() {
            return self.code.jump(self.dead, &[]);
        }
        let returns = exits.iter().any(|exit| !self.is_final(entry, exit));
        let sets = if returns { self.begin_options(entry, sets) } else { sets.to_vec() };
        let counts: Vec<Value> = sets.iter().map(|set| self.code.count(set)).collect();
        let mut total = self.code.number(0);
        for &count in &counts {
            total = self.code.builder.ins().iadd(total, count);
        }
        self.code.require(total, self.dead);
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
        for (n, exit) in exits.iter().enumerate() {
            self.code.begin(taken[n]);
            let square = self.code.parameters(taken[n])[0];
            if !self.is_final(entry, exit) {
                self.keep_options(entry, &sets, n, square);
            }
            self.advance(entry, exit, square);
            self.code.add(self.semimoves, 1);
            self.trace_step(exit, square);
            self.go(entry, exit, square);
        }
    }
}
