//! The functions that go from choice to choice: random play under `Mod`, completing moves, listing.

use super::context::{Context, Status};
use super::machine::{FRAME_HEAD, FRAME_STEP, Machine, Mode};
use super::sets::Set;
use crate::expr::Control;
use crate::ir::Exit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_codegen::isa::TargetFrontendConfig;
use std::mem::offset_of;

impl Machine<'_, '_> {
    /// Writes the whole function. It begins at the station whose number is given, on the state's square.
    pub(super) fn write(mut self, station: Value, target: TargetFrontendConfig) {
        let over = self.code.block();
        let end = self.end(over);
        let head = self.code.load(self.code.state, 0);
        let square = self.code.builder.ins().ushr_imm_u(head, 16);
        let square = self.code.builder.ins().band_imm_s(square, 0xffff);
        if self.mode == Mode::Orthodox {
            self.begin_orthodox(end);
        }
        self.reset_frames(end);
        self.dispatch(station, square);
        while let Some(station) = self.next_waiting() {
            let (square, sets) = self.begin_station(station);
            self.station(station, square, &sets);
        }
        if self.mode == Mode::Orthodox {
            self.finish_orthodox();
        }
        self.code.begin(over);
        // The search for whole moves ends when it has gone back to where it began.
        self.leave(if self.mode == Mode::List { Status::Stopped } else { Status::Over });
        self.finish(target);
    }

    /// Begins at one of the stations at which this function can begin.
    fn dispatch(&mut self, station: Value, square: Value) {
        let stations = self.code.stations;
        let targets: Vec<_> = stations
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
        self.code.switch(station, &blocks);
        for ((station, begins), block) in targets.into_iter().zip(blocks) {
            if begins {
                self.code.begin(block);
                if self.mode == Mode::List && stations.get(station).forced {
                    // The only step is chosen here, so that a move has at least one.
                    let sets = self.code.stretch(&stations.get(station).stretch, square, &[]);
                    self.every_choice(station, &sets);
                } else {
                    self.begin_move(station, square);
                }
            }
        }
    }

    /// Goes to a station where a move begins.
    fn begin_move(&mut self, station: usize, square: Value) {
        if self.mode == Mode::Orthodox && !self.code.stations.get(station).keeper {
            return self.begin_candidates(station, square);
        }
        let entry = self.entry(station);
        self.code.jump(entry, &[square]);
    }

    /// What is done at a station, its stretch being known.
    pub(super) fn station(&mut self, station: usize, square: Value, sets: &[Set]) {
        let at = self.code.stations.get(station);
        match (at.keeper, at.forced, self.mode) {
            (false, _, Mode::Steps) => self.list_steps(station, sets),
            (_, true, _) => self.only_step(station, sets),
            (true, false, _) => self.first_choice(station, sets),
            (false, false, Mode::Split) => self.random_choice(station, sets),
            (false, false, Mode::Orthodox) => self.candidates(station, square, sets),
            (false, false, Mode::List) => self.every_choice(station, sets),
            // Only begun where nothing is left to choose.
            (false, false, Mode::Complete) => self.code.jump(self.too_much, &[]),
        }
    }

    /// Draws one of the steps.
    fn random_choice(&mut self, station: usize, sets: &[Set]) {
        self.push_frame(station, sets);
        let sets = self.begin_choice(station, sets.len());
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
        let mut rank = self.draw(total);
        let stations = self.code.stations;
        let exits = &stations.get(station).stretch.exits;
        for (n, (exit, set)) in exits.iter().zip(&sets).enumerate() {
            let next = self.code.block();
            if n + 1 < exits.len() {
                let take = self.code.block();
                let here = self.code.compare(IntCC::UnsignedLessThan, rank, counts[n]);
                self.code.branch(here, take, next);
                self.code.begin(take);
            }
            let square = if self.is_single(station, exit) { self.code.first(set) } else { self.code.nth(set, rank) };
            self.strike(n, set, square);
            self.act(station, exit, square);
            self.code.add(self.semimoves, 1);
            self.go(station, exit, square);
            if n + 1 < exits.len() {
                self.code.begin(next);
                rank = self.code.builder.ins().isub(rank, counts[n]);
            }
        }
        if exits.is_empty() {
            self.code.jump(self.dead, &[]);
        }
    }

    /// Takes all steps, one after the other, and notes in the frame which one it was.
    fn every_choice(&mut self, station: usize, sets: &[Set]) {
        self.push_frame(station, sets);
        let sets = self.begin_choice(station, sets.len());
        let stations = self.code.stations;
        self.first_of(stations.get(station).stretch.exits.iter().zip(&sets), |machine, n, exit, set, square| {
            machine.strike(n, set, square);
            let step = machine.code.builder.ins().bor_imm_s(square, i64::from(exit.number) << 16);
            let frame = machine.code.read(machine.frame);
            machine.code.store(step, frame, FRAME_STEP);
            machine.act(station, exit, square);
            machine.go(station, exit, square);
        });
        self.pop_frame();
    }

    /// Lists the steps as codes.
    fn list_steps(&mut self, station: usize, sets: &[Set]) {
        let stations = self.code.stations;
        let squares = self.code.program.layout.squares as i64;
        for (exit, set) in stations.get(station).stretch.exits.iter().zip(sets) {
            let (head, body, done) = (self.code.block_with(set.len()), self.code.block(), self.code.block());
            self.code.jump(head, set);
            self.code.begin(head);
            let rest = self.code.parameters(head);
            let more = self.code.any(&rest);
            self.code.branch(more, body, done);
            self.code.begin(body);
            let square = self.code.first(&rest);
            let code = self.code.builder.ins().iadd_imm_s(square, i64::from(exit.number) * squares + 1);
            self.append(code);
            let rest = self.code.strike(&rest, square);
            self.code.jump(head, &rest);
            self.code.begin(done);
        }
        self.leave(Status::Stopped);
    }

    /// Appends a word to the list.
    fn append(&mut self, word: Value) {
        let list = self.code.field(offset_of!(Context, list));
        let listed = self.code.read(self.listed);
        let offset = self.code.builder.ins().ishl_imm_u(listed, 3);
        let address = self.code.builder.ins().iadd(list, offset);
        let end = self.code.field(offset_of!(Context, list_end));
        let room = self.code.compare(IntCC::UnsignedLessThan, address, end);
        let (on, full) = (self.code.block(), self.code.block());
        self.code.seldom(full);
        self.code.branch(room, on, full);
        self.code.begin(full);
        self.leave(Status::ListFull);
        self.code.begin(on);
        self.code.store(word, address, 0);
        self.code.add(self.listed, 1);
    }

    /// Appends the steps chosen in all frames, their number first, and goes on to the next move.
    fn append_move(&mut self) {
        let size = (self.code.stations.frame_words * 8) as i64;
        let top = self.code.read(self.frame);
        let used = self.code.builder.ins().isub(top, self.frame_base);
        let size_value = self.code.number(size);
        let depth = self.code.builder.ins().udiv(used, size_value);
        self.append(depth);
        let (head, body, done) = (self.code.block_with(1), self.code.block(), self.code.block());
        let first = self.code.builder.ins().iadd_imm_s(self.frame_base, size);
        self.code.jump(head, &[first]);
        self.code.begin(head);
        let at = self.code.parameters(head)[0];
        let top = self.code.read(self.frame);
        let more = self.code.compare(IntCC::UnsignedLessThanOrEqual, at, top);
        self.code.branch(more, body, done);
        self.code.begin(body);
        let step = self.code.load(at, FRAME_STEP);
        self.append(step);
        let next = self.code.builder.ins().iadd_imm_s(at, size);
        self.code.jump(head, &[next]);
        self.code.begin(done);
        self.code.jump(self.dead, &[]);
        const { assert!(FRAME_STEP < FRAME_HEAD) };
    }

    /// After a switch.
    pub(super) fn end_of_move(&mut self, station: usize, exit: &Exit, square: Value) {
        let keeper = self.code.stations.get(station).keeper;
        if self.mode == Mode::List {
            return self.append_move();
        }
        if !keeper {
            if self.mode == Mode::Orthodox {
                self.after_test();
                self.code.add(self.semimoves, 1);
            }
            self.code.add(self.moves, 1);
            self.refuel();
        } else {
            self.burn();
        }
        self.commit(exit, square);
        let end = self.code.stations.all().len() as i64;
        self.reset_frames(end);
        let next = self.code.stations.after(self.code.program, station, exit);
        if self.switches_to(exit) == Control::Keeper {
            let entry = self.entry(next);
            return self.code.jump(entry, &[square]);
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
