//! Entry states in functions that go from choice to choice: random play under `Mod`, completing moves.

use crate::abi::context::{Context, Status};
use crate::analysis::exclusive_steps::are_exclusive;
use crate::emit::segment;
use crate::emit::sets::Set;
use crate::emit::steps;
use crate::emit::values::Writer;
use crate::ir::{Exit, Op};
use crate::passes::Pass;
use crate::play::machine::{Machine, Mode};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::mem::offset_of;

impl Machine<'_, '_> {
    /// Whether the first possible step is taken at an entry state, and no other is ever tried in its place.
    pub(crate) fn takes_first(&self, entry: usize) -> bool {
        let at = self.graph.get(entry);
        match (at.keeper, self.mode) {
            (false, Mode::Steps | Mode::Sequences) => false,
            (keeper, _) => at.forced || keeper && (self.is_exclusive(entry) || !self.returning(entry).contains(&true)),
        }
    }

    /// Whether at most one step is ever possible at an entry state.
    fn is_exclusive(&self, entry: usize) -> bool {
        let segment = &self.graph.get(entry).segment;
        self.code.program.passes.has(Pass::DropExclusiveChoices) && are_exclusive(&segment.values, &segment.exits)
    }

    /// Executes the first possible step; backtracks if there is none. Whether a step is possible is not looked for before those ahead of it are
    /// known not to be.
    pub(crate) fn first_step(&mut self, entry: usize, here: Value) {
        let segment = &self.graph.get(entry).segment;
        let mut writer = segment::exits_in_turn(&mut self.code, segment, here);
        if let Some(arrives) = segment.arrives {
            let arrives = writer.truth(&mut self.code, arrives);
            self.leave_if(arrives);
        }
        for (n, exit) in segment.exits.iter().enumerate() {
            let is_last = n + 1 == segment.exits.len() && self.policy.always_offers(entry);
            let (square, next) = if !segment.values.stays(exit.squares) {
                let set = writer.next_exit(&mut self.code, exit);
                let next = (!is_last).then(|| self.begin_if_some(&set));
                (self.code.first(&set), next)
            } else {
                (here, (!is_last).then(|| self.begin_if_here(&mut writer, exit)))
            };
            self.advance(entry, exit, square);
            if self.mode == Mode::Split && !self.graph.get(entry).keeper {
                self.code.add(self.semimoves, 1);
                self.trace_step(exit, square);
            }
            self.go(entry, exit, square);
            match next {
                Some(next) => self.code.begin(next),
                None => return,
            }
        }
        self.code.jump(self.dead, &[]);
    }

    /// Makes the keeper's first choice, and keeps the alternatives if it may have to be made again.
    pub(crate) fn first_choice(&mut self, entry: usize, sets: &[Set]) {
        let returns = self.returning(entry);
        let sets = self.begin_options(entry, sets);
        for (n, (exit, set)) in self.graph.get(entry).segment.exits.iter().zip(&sets).enumerate() {
            let next = self.begin_if_some(set);
            let square = self.code.first(set);
            if returns[n] {
                self.keep_options(entry, &sets, n, square);
            }
            self.advance(entry, exit, square);
            self.go(entry, exit, square);
            self.code.begin(next);
        }
        self.code.jump(self.dead, &[]);
    }

    /// Begins what is executed if a set has a square; returns the block where the code goes on if it has none.
    fn begin_if_some(&mut self, set: &Set) -> Block {
        let (taken, next) = (self.code.block(), self.code.block());
        let some = self.code.any(set);
        self.code.branch(some, taken, next);
        self.code.begin(taken);
        next
    }

    /// The same for an exit that has no square but the current one: the condition on which it is there need not be made a set.
    fn begin_if_here(&mut self, writer: &mut Writer<'_>, exit: &Exit) -> Block {
        let values = &writer.segment.values;
        let condition = match *values.op(exit.squares) {
            Op::If(condition, here) if values.never_empty(here) => condition,
            _ => {
                let set = writer.next_exit(&mut self.code, exit);
                return self.begin_if_some(&set);
            }
        };
        let (test, holds) = match *values.op(condition) {
            Op::Not(test) => (test, false),
            _ => (condition, true),
        };
        let (taken, next) = (self.code.block(), self.code.block());
        let test = writer.truth(&mut self.code, test);
        let (yes, no) = if holds { (taken, next) } else { (next, taken) };
        self.code.branch(test, yes, no);
        self.code.begin(taken);
        next
    }

    /// Executes the step of an exit with which random play goes on, so that it can be undone if it has to be.
    pub(crate) fn advance(&mut self, entry: usize, exit: &Exit, square: Value) {
        let standing = self.graph.standing(entry, exit);
        let log = (!self.policy.is_final(entry, exit)).then_some(self.log);
        steps::act(&mut self.code, exit.number, square, standing.as_deref(), log);
    }

    /// Which steps of the keeper may have to be taken back for another one.
    fn returning(&self, entry: usize) -> Vec<bool> {
        let exits = &self.graph.get(entry).segment.exits;
        exits.iter().enumerate().map(|(n, exit)| self.may_return(entry, exit, n + 1 == exits.len())).collect()
    }

    /// Whether the keeper may have to choose again after this step: it may lead to a dead end, and there may be another one.
    fn may_return(&self, entry: usize, exit: &Exit, is_last: bool) -> bool {
        let alone = self.code.program.passes.has(Pass::PlayForward) && is_last && self.graph.is_single(entry, exit);
        !alone && !self.policy.is_final(entry, exit)
    }

    /// Begins the code that makes a choice among these options, or among those that remain of the topmost frame, which is then popped.
    pub(crate) fn begin_options(&mut self, entry: usize, sets: &[Set]) -> Vec<Set> {
        let all: Vec<Value> = sets.iter().flatten().copied().collect();
        let (again, choice) = (self.code.block(), self.code.block_with(all.len()));
        self.code.jump(choice, &all);
        self.choices.insert(entry, again);
        self.code.begin(again);
        self.restore_trace();
        let left = self.load_options(sets);
        self.code.add(self.frame, -((self.graph.entries.frame_words * 8) as i64));
        self.code.jump(choice, &left.concat());
        self.code.begin(choice);
        let mut rest = self.code.parameters(choice).into_iter();
        sets.iter().map(|set| rest.by_ref().take(set.len()).collect()).collect()
    }

    /// Keeps what remains of a choice without one square of the n-th set.
    pub(crate) fn keep_options(&mut self, entry: usize, sets: &[Set], n: usize, square: Value) {
        let mut left = sets.to_vec();
        left[n] = self.code.strike(&sets[n], square);
        self.push_frame(entry, &left);
        self.save_trace();
    }

    /// Saves what [`Status::Stuck`] goes back to: a player's move begins.
    pub(crate) fn save_start(&mut self) {
        let (random, semimoves) = (self.code.read(self.random), self.code.read(self.semimoves));
        self.code.set_field(offset_of!(Context, results.random), random);
        self.code.set_field(offset_of!(Context, results.semimoves), semimoves);
    }

    /// After a dead end: takes the whole move back if it is to start over (rule 5), which native code does not do itself.
    pub(crate) fn leave_if_stuck(&mut self) {
        let (semimoves, before) = (self.code.read(self.semimoves), self.code.field(offset_of!(Context, results.semimoves)));
        let taken = self.code.builder.ins().isub(semimoves, before);
        let most = self.code.number(self.code.program.limits.restart_after as i64);
        let few = self.code.compare(IntCC::UnsignedLessThan, taken, most);
        let stuck = self.code.block();
        self.code.seldom(stuck);
        let on = self.code.block();
        self.code.branch(few, on, stuck);
        self.code.begin(stuck);
        steps::undo_to(&mut self.code, self.log_base, self.log);
        for (variable, offset) in [(self.moves, offset_of!(Context, results.moves)), (self.listed, offset_of!(Context, results.listed))] {
            let value = self.code.read(variable);
            self.code.set_field(offset, value);
        }
        self.code.leave(Status::Stuck.code());
        self.code.begin(on);
    }

    /// Draws one of the steps.
    pub(crate) fn random_choice(&mut self, entry: usize, sets: &[Set]) {
        let exits = &self.graph.get(entry).segment.exits;
        if exits.is_empty() {
            return self.code.jump(self.dead, &[]);
        }
        let returns = exits.iter().any(|exit| !self.policy.is_final(entry, exit));
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
            let square = if self.graph.is_single(entry, exit) { self.code.first(set) } else { self.code.nth(set, rank) };
            self.code.jump(taken[n], &[square]);
            if n + 1 < exits.len() {
                self.code.begin(next);
                rank = self.code.builder.ins().isub(rank, counts[n]);
            }
        }
        for (n, exit) in exits.iter().enumerate() {
            self.code.begin(taken[n]);
            let square = self.code.parameters(taken[n])[0];
            if !self.policy.is_final(entry, exit) {
                self.keep_options(entry, &sets, n, square);
            }
            self.advance(entry, exit, square);
            self.code.add(self.semimoves, 1);
            self.trace_step(exit, square);
            self.go(entry, exit, square);
        }
    }
}
