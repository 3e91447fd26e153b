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
    /// Writes the whole function. It begins at the station whose number is given, on the state's square.
    pub(super) fn write(mut self, station: Value, target: TargetFrontendConfig) {
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
        self.save_trace();
        let sets = self.begin_choice(station, sets.len());
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
        let stations = self.code.stations;
        let exits = &stations.get(station).stretch.exits;
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
            let square = if self.is_single(station, exit) { self.code.first(set) } else { self.code.nth(set, rank) };
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
            self.act(station, exit, square);
            self.code.add(self.semimoves, 1);
            self.trace_step(exit, square);
            self.go(station, exit, square);
        }
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
            self.trace_end();
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
