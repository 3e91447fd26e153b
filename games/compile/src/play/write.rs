//! Emission of a whole function: its entry, the code of every entry state, the code after a move, and its exits.

use crate::abi::areas::{FRAME_ENTRY, FRAME_MARK};
use crate::abi::context::{Context, Status};
use crate::board::Control;
use crate::emit::segment;
use crate::emit::sets::Set;
use crate::emit::steps;
use crate::ir::Exit;
use crate::play::machine::{Machine, Mode, Waiting};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_codegen::isa::TargetFrontendConfig;
use std::mem::offset_of;

impl Machine<'_, '_> {
    /// Emits the whole function. It begins at the entry state whose number is given, on the state's square.
    pub(crate) fn emit(mut self, entry: Value, target: TargetFrontendConfig) {
        let over = self.code.block();
        let end = self.end(over);
        let head = self.code.load(self.code.state, 0);
        let square = self.code.builder.ins().ushr_imm_u(head, 16);
        let square = self.code.builder.ins().band_imm_s(square, 0xffff);
        match self.mode {
            Mode::Orthodox => self.begin_search(end),
            Mode::List | Mode::Sequences => self.begin_digits(),
            Mode::Split | Mode::Steps | Mode::Complete | Mode::Try => {}
        }
        self.reset_frames(end);
        if self.mode == Mode::Try {
            // The third argument is the square.
            let first = self.entry_block(0);
            self.code.jump(first, &[entry]);
        } else {
            self.dispatch(entry, square);
        }
        self.write_waiting();
        if self.mode == Mode::Orthodox {
            self.finish_search();
            // The steps that end candidates may lead to otherwise unreachable entry states.
            self.write_waiting();
        }
        self.code.begin(over);
        // The search for whole moves ends when it has backtracked to its start.
        self.leave(if matches!(self.mode, Mode::List | Mode::Sequences) { Status::Stopped } else { Status::Over });
        self.finish(target);
    }

    /// Emits all pending code, and what that needs in turn.
    fn write_waiting(&mut self) {
        while let Some(waiting) = self.next_waiting() {
            match waiting {
                Waiting::Entry(entry) => {
                    let square = self.begin_entry(entry);
                    if self.takes_first(entry) {
                        self.first_step(entry, square);
                    } else {
                        let sets = self.exits(entry, square);
                        self.write_entry(entry, square, &sets);
                    }
                }
                Waiting::Root(entry) => self.first_candidates(entry),
                Waiting::Chain(block, chain) => self.look_at_chain(block, &chain),
                Waiting::EndOfMove { block, entry, exit, square } => {
                    self.code.begin(block);
                    self.end_of_move(entry, &exit, square);
                }
            }
        }
    }

    /// Branches to one of the entry states at which this function can begin.
    fn dispatch(&mut self, entry: Value, square: Value) {
        let targets: Vec<_> = self
            .graph
            .entries
            .all()
            .iter()
            .enumerate()
            .map(|(i, at)| {
                let begins = match self.mode {
                    Mode::Split | Mode::Steps | Mode::List | Mode::Sequences | Mode::Orthodox => !at.keeper,
                    Mode::Complete => at.keeper || at.forced,
                    Mode::Try => unreachable!("a pattern begins at its first node"),
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
                if self.mode == Mode::List && self.graph.get(entry).forced {
                    // The only step is chosen here, so that a move has at least one.
                    let sets = segment::segment(&mut self.code, &self.graph.get(entry).segment, square, &[]);
                    self.every_choice(entry, &sets);
                } else {
                    self.begin_move(entry, square);
                }
            }
        }
    }

    /// Jumps to an entry state where a move begins.
    fn begin_move(&mut self, entry: usize, square: Value) {
        if self.mode == Mode::Orthodox && !self.graph.get(entry).keeper {
            return self.begin_candidates(entry, square);
        }
        let block = self.entry_block(entry);
        self.code.jump(block, &[square]);
    }

    /// The code of an entry state with a choice, after its segment.
    fn write_entry(&mut self, entry: usize, square: Value, sets: &[Set]) {
        let at = self.graph.get(entry);
        match (at.keeper, self.mode) {
            (true, _) => self.first_choice(entry, sets),
            (false, Mode::Steps) => self.list_steps(entry, sets),
            // Every step is a digit, also where there is no choice.
            (false, Mode::List | Mode::Sequences) => self.every_choice(entry, sets),
            (false, Mode::Split) => self.random_choice(entry, sets),
            (false, Mode::Orthodox) => self.candidates(entry, square, sets),
            // Only begun where nothing is left to choose.
            (false, Mode::Complete | Mode::Try) => self.code.jump(self.too_much, &[]),
        }
    }

    /// After a switch.
    fn end_of_move(&mut self, entry: usize, exit: &Exit, square: Value) {
        let keeper = self.graph.get(entry).keeper;
        if matches!(self.mode, Mode::List | Mode::Sequences) {
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
        if !keeper && self.mode == Mode::Split {
            self.save_start();
        }
        let end = self.graph.entries.all().len() as i64;
        self.reset_frames(end);
        let next = self.graph.after(entry, exit);
        if self.graph.control_after(exit) == Control::Keeper {
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

    /// Emits the code shared by all entry states and ends the function.
    fn finish(mut self, target: TargetFrontendConfig) {
        let dead = self.dead;
        self.code.begin(dead);
        self.burn();
        if self.mode == Mode::Split {
            self.leave_if_stuck();
        }
        let frame = self.code.read(self.frame);
        let mark = self.code.load(frame, FRAME_MARK);
        steps::undo_to(&mut self.code, mark, self.log);
        let frame = self.code.read(self.frame);
        let entry = self.code.load(frame, FRAME_ENTRY);
        // Entry states without a choice have no frame.
        let mut targets: Vec<Block> =
            (0..self.graph.entries.all().len()).map(|i| self.choices.get(&i).copied().unwrap_or(self.too_much)).collect();
        targets.extend(&self.ends);
        self.code.switch(entry, &targets);
        for (block, status) in [
            (self.too_long, Status::TooLong),
            (self.too_much, Status::TooMuch),
            (self.too_many, Status::TooMany),
            (self.no_room, Status::NoRoom),
            (self.list_full, Status::ListFull),
        ] {
            self.code.begin(block);
            self.leave(status);
        }
        self.code.builder.seal_all_blocks();
        self.code.builder.finalize(target);
    }
}
