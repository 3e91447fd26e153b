//! Listing the semimoves of a state as [codes](crate::codes): steps under `Mod`, whole moves in the orthodox view, and sequences of steps
//! up to a dot or a switch under the other strategies.
//!
//! Sequences and whole moves are found one after the other, depth first. Each choice saves in its frame the code of the steps before it and the weight of
//! its digit. Steps after which a move can always be completed are not executed at all: their digits are added and the codes listed.

use crate::abi::areas::{FRAME_HEAD, FRAME_STEP};
use crate::abi::context::{Context, Status};
use crate::codes::HASH;
use crate::emit::sets::Set;
use crate::ir::Exit;
use crate::play::ahead::Leaf;
use crate::play::codes::{Place, TOO_HEAVY};
use crate::play::machine::{Machine, Mode};
use crate::play::registers::Digits;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

/// How the moves after a step are listed.
enum Way {
    /// All squares of the exit at once.
    Codes,
    /// Square by square without executing the step.
    Ahead(Leaf),
    /// By executing it.
    Deep,
}

impl Machine<'_, '_> {
    /// Lists the steps as codes.
    pub(crate) fn list_steps(&mut self, entry: usize, sets: &[Set]) {
        for (exit, set) in self.graph.get(entry).segment.exits.iter().zip(sets) {
            self.each_square(set, |machine, square| {
                let code = machine.step_code(exit, square);
                machine.append(code);
            });
        }
        self.leave(Status::Stopped);
    }

    /// Lists the sequences or whole moves that continue from an entry state.
    pub(crate) fn every_choice(&mut self, entry: usize, sets: &[Set]) {
        let exits = &self.graph.get(entry).segment.exits;
        let ways: Vec<Way> = exits.iter().map(|exit| self.way(entry, exit)).collect();
        let deep = ways.iter().any(|way| matches!(way, Way::Deep));
        let sets = if deep {
            self.push_frame(entry, sets);
            self.save_place();
            self.begin_choice(entry, sets)
        } else {
            sets.to_vec()
        };
        let place = if deep { self.saved_place() } else { self.place() };
        for (n, ((exit, set), way)) in exits.iter().zip(&sets).zip(ways).enumerate() {
            let listed = !matches!(way, Way::Deep);
            match way {
                Way::Deep => self.first_of([(exit, set)].into_iter(), |machine, _, exit, set, square| {
                    machine.strike(n, set, square);
                    machine.go_deep(entry, exit, square, place);
                }),
                Way::Codes => self.list_codes(entry, exit, set, place),
                Way::Ahead(leaf) => self.list_ahead(entry, exit, set, place, leaf),
            }
            if deep && listed {
                // Listed once and for all, even if the choice is made again.
                let none = self.code.none_like(set);
                let frame = self.code.read(self.frame);
                self.code.store_set(&none, frame, FRAME_HEAD + n * self.code.set_words());
            }
        }
        if deep { self.pop_frame() } else { self.code.jump(self.dead, &[]) }
    }

    fn way(&self, entry: usize, exit: &Exit) -> Way {
        let graph = self.graph;
        // A search for the steps of a hash finds them in the frames.
        if self.digits().hash.is_some() {
            return Way::Deep;
        }
        let always_ends = |entry: usize, exit: &Exit| match self.mode {
            Mode::Sequences => graph.program.ends_semimove(exit.number),
            _ => graph.entries.always_ends(graph.program, entry, exit),
        };
        if always_ends(entry, exit) {
            return Way::Codes;
        }
        match self.leaf(entry, exit) {
            Some(leaf) if self.graph.get(leaf.entry).segment.exits.iter().all(|exit| always_ends(leaf.entry, exit)) => Way::Ahead(leaf),
            _ => Way::Deep,
        }
    }

    /// Lists the moves that end with a step, for all its squares.
    fn list_codes(&mut self, entry: usize, exit: &Exit, set: &[Value], place: Place) {
        self.each_square(set, |machine, square| {
            let code = machine.with_digit(entry, exit, square, place).code;
            machine.append(code);
        });
    }

    /// Lists the moves that end one step after this one.
    fn list_ahead(&mut self, entry: usize, exit: &Exit, set: &[Value], place: Place, leaf: Leaf) {
        self.each_square(set, |machine, square| {
            let place = machine.with_digit(entry, exit, square, place);
            let sets = machine.segment_ahead(&leaf, square);
            let next = machine.graph.get(leaf.entry);
            if next.forced && machine.mode == Mode::List {
                // The step that completes the move adds no digit.
                return machine.append_if_any(&sets, place.code);
            }
            for (exit, set) in next.segment.exits.iter().zip(&sets) {
                machine.list_codes(leaf.entry, exit, set, place);
            }
        });
    }

    /// Executes a step and continues from there.
    fn go_deep(&mut self, entry: usize, exit: &Exit, square: Value, place: Place) {
        let Digits { code, weight, hash } = self.digits();
        if hash.is_some() {
            let step = self.code.builder.ins().bor_imm_s(square, i64::from(exit.number) << 16);
            let frame = self.code.read(self.frame);
            self.code.store(step, frame, FRAME_STEP);
        }
        let after = self.with_digit(entry, exit, square, place);
        self.code.write(code, after.code);
        self.code.write(weight, after.weight);
        if let (Some(hash), Some(after)) = (hash, after.hash) {
            self.code.write(hash, after);
        }
        if self.mode == Mode::Sequences && self.code.program.ends_semimove(exit.number) {
            return self.append_move();
        }
        self.act(entry, exit, square);
        self.go(entry, exit, square);
    }

    /// Appends the code of the move or sequence just completed and continues with the next one.
    pub(crate) fn append_move(&mut self) {
        let Place { code, weight, hash } = self.place();
        let Some(hash) = hash else {
            self.append(code);
            return self.code.jump(self.dead, &[]);
        };
        let over = self.code.compare_number(IntCC::Equal, weight, TOO_HEAVY);
        let low = self.code.builder.ins().band_imm_s(hash, (HASH - 1) as i64);
        let hash = self.code.builder.ins().bor_imm_s(low, HASH as i64);
        let code = self.code.builder.ins().select(over, hash, code);
        let wanted = self.code.field(offset_of!(Context, wanted));
        let (this, other) = (self.code.block(), self.code.block());
        let found = self.code.compare(IntCC::Equal, code, wanted);
        self.code.branch(found, this, other);
        self.code.begin(this);
        self.give_steps();
        self.code.begin(other);
        self.append(code);
        self.code.jump(self.dead, &[]);
    }

    /// Replaces the list by the steps chosen in all frames, and returns.
    fn give_steps(&mut self) {
        let size = (self.graph.entries.frame_words * 8) as i64;
        let none = self.code.number(0);
        self.code.write(self.listed, none);
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
        self.leave(Status::Found);
    }
}
