//! The functions that go from choice to choice: random play under `Mod`, completing moves.

use super::context::{Context, Status};
use super::machine::{Machine, Mode};
use super::sets::Set;
use crate::expr::Control;
use crate::ir::Exit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_codegen::isa::TargetFrontendConfig;
use std::mem::offset_of;

impl Machine<'_, '_> {
    /// Writes the whole function. It begins at the entry state whose number is given, on the state's square.
    pub(super) fn write(mut self, entry: Value, target: TargetFrontendConfig) {
        let over = self.code.block();
        let end = self.end(over);
        let head = self.code.load(self.code.state, 0);
        let square = self.code.builder.ins().ushr_imm_u(head, 16);
        let square = self.code.builder.ins().band_imm_s(square, 0xffff);
        match self.mode {
            Mode::Orthodox => self.begin_orthodox(end),
            Mode::List => self.begin_digits(),
            Mode::Split | Mode::Steps | Mode::Complete => {}
        }
        self.reset_frames(end);
        self.dispatch(entry, square);
        while let Some(entry) = self.next_waiting() {
            let (square, sets) = self.begin_entry(entry);
            self.entry(entry, square, &sets);
        }
        if self.mode == Mode::Orthodox {
            self.finish_orthodox();
        }
        self.code.begin(over);
        // The search for whole moves ends when it has gone back to where it began.
        self.leave(if self.mode == Mode::List { Status::Stopped } else { Status::Over });
        self.finish(target);
    }

    /// Begins at one of the entry states at which this function can begin.
    fn dispatch(&mut self, entry: Value, square: Value) {
        let entries = self.code.entries;
        let targets: Vec<_> = entries
            .all()
            .iter()
            .enumerate()
            .map(|(i, at)| {
                let begins = match self.mode {
                    Mode::Split | Mode::Steps | Mode::List | Mode::Orthodox => !at.keeper,
                    Mode::Complete => at.keeper || at.forced,
                };
                (i, begins)
            })
            .collect();
        let mut blocks = Vec::new();
        for &(_, begins) in &targets {
            blocks.push(if begins { self.code.block() } else { self.too_much });
        }
        self.code.switch(entry, &blocks);
        for ((entry, begins), block) in targets.into_iter().zip(blocks) {
            if begins {
                self.code.begin(block);
                if self.mode == Mode::List && entries.get(entry).forced {
                    // The only step is chosen here, so that a move has at least one.
                    let sets = self.code.segment(&entries.get(entry).segment, square, &[]);
                    self.every_choice(entry, &sets);
                } else {
                    self.begin_move(entry, square);
                }
            }
        }
    }

    /// Goes to an entry state where a move begins.
    fn begin_move(&mut self, entry: usize, square: Value) {
        if self.mode == Mode::Orthodox && !self.code.entries.get(entry).keeper {
            return self.begin_candidates(entry, square);
        }
        let block = self.entry_block(entry);
        self.code.jump(block, &[square]);
    }

    /// What is done at an entry state, its segment being known.
    pub(super) fn entry(&mut self, entry: usize, square: Value, sets: &[Set]) {
        let at = self.code.entries.get(entry);
        match (at.keeper, at.forced, self.mode) {
            (false, _, Mode::Steps) => self.list_steps(entry, sets),
            (_, true, _) => self.only_step(entry, sets),
            (true, false, _) => self.first_choice(entry, sets),
            (false, false, Mode::Split) => self.random_choice(entry, sets),
            (false, false, Mode::Orthodox) => self.candidates(entry, square, sets),
            (false, false, Mode::List) => self.every_choice(entry, sets),
            // Only begun where nothing is left to choose.
            (false, false, Mode::Complete) => self.code.jump(self.too_much, &[]),
        }
    }

    /// Draws one of the steps.
    fn random_choice(&mut self, entry: usize, sets: &[Set]) {
        self.push_frame(entry, sets);
        self.save_trace();
        let sets = self.begin_choice(entry, sets.len());
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
        let entries = self.code.entries;
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

    /// After a switch.
    pub(super) fn end_of_move(&mut self, entry: usize, exit: &Exit, square: Value) {
        let keeper = self.code.entries.get(entry).keeper;
        if self.mode == Mode::List {
            return self.append_move();
        }
        if !keeper {
            if self.mode == Mode::Orthodox {
                self.after_test();
                self.code.add(self.semimoves, 1);
            }
            self.trace_end();
            self.code.add(self.moves, 1);
            self.refuel();
        } else {
            self.burn();
        }
        self.commit(exit, square);
        let end = self.code.entries.all().len() as i64;
        self.reset_frames(end);
        let next = self.code.entries.after(self.code.program, entry, exit);
        if self.switches_to(exit) == Control::Keeper {
            let block = self.entry_block(next);
            return self.code.jump(block, &[square]);
        }
        if self.mode == Mode::Complete {
            return self.leave(Status::Stopped);
        }
        let (on, stop) = (self.code.block(), self.code.block());
        let moves = self.code.read(self.moves);
        let cap = self.code.field(offset_of!(Context, cap));
        let less = self.code.compare(IntCC::UnsignedLessThan, moves, cap);
        self.code.seldom(stop);
        self.code.branch(less, on, stop);
        self.code.begin(stop);
        self.leave(Status::Stopped);
        self.code.begin(on);
        self.begin_move(next, square);
    }
}
