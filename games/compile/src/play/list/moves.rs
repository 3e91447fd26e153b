//! Listing the whole moves of a state, or its sequences of steps up to a dot or a switch, as [codes](crate::codes).
//!
//! They are found one after the other, depth first. Each choice saves in its frame the code of the steps before it and the weight of its digit.
//! Steps after which a move can always be completed are not executed at all: their digits are added and the codes listed.

use super::codes::{CodeRegisters, MoveCode};
use crate::abi::areas::FRAME_STEP;
use crate::abi::context::{Context, Status};
use crate::analysis::entry_states::EntryState;
use crate::analysis::graph::Graph;
use crate::board::Piece;
use crate::emit::segment;
use crate::emit::sets::{Placement, Set};
use crate::ir::Exit;
use crate::passes::Pass;
use crate::play::routine::Routine;
use crate::play::squares::{each_square, first_of};
use crate::play::task::Task;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

/// Lists whole moves or sequences of steps.
pub(in crate::play) struct MoveList {
    /// Whether whole moves are listed.
    whole: bool,
    registers: CodeRegisters,
}

/// How the moves after a step are listed.
enum ListingMode {
    /// All squares of the exit at once.
    Codes,
    /// Square by square without executing the step.
    Ahead(Leaf),
    /// By executing it.
    Deep,
}

/// An entry state one step ahead, from which every step ends a move, and the pieces that the step replaces.
struct Leaf {
    entry: usize,
    old: Piece,
    new: Piece,
}

impl Task for MoveList {
    const AT_START: Status = Status::Stopped;

    fn begin_at(&mut self, routine: &mut Routine<'_, '_>, entry: usize, square: Value) {
        if !self.whole || !routine.graph.get(entry).forced {
            return self.begin_move(routine, entry, square);
        }
        // The only step is chosen here, so that a move has at least one.
        let sets = segment::segment(&mut routine.code, &routine.graph.get(entry).segment, square, &[]);
        self.choose(routine, entry, square, &sets);
    }

    fn takes_forced_steps(&self) -> bool {
        self.whole
    }

    /// Lists the moves that continue from an entry state. Every step is a digit, also where there is no choice.
    fn choose(&mut self, routine: &mut Routine<'_, '_>, entry: usize, _square: Value, sets: &[Set]) {
        let exits = routine.graph.exits(entry);
        let ways: Vec<ListingMode> = exits.iter().map(|exit| self.way(routine.graph, entry, exit)).collect();
        let deep = ways.iter().any(|way| matches!(way, ListingMode::Deep));
        let (sets, before) = if deep {
            routine.choices.push(&mut routine.code, routine.log, entry, sets);
            self.registers.save(routine);
            let sets = routine.choices.begin_choice(&mut routine.code, entry, sets);
            (sets, self.registers.saved(routine))
        } else {
            (sets.to_vec(), self.registers.read(&mut routine.code))
        };
        for (n, ((exit, set), way)) in exits.iter().zip(&sets).zip(ways).enumerate() {
            match way {
                ListingMode::Deep => {
                    first_of(routine, [(exit, set)].into_iter(), |routine, _, exit, set, square| {
                        routine.choices.strike(&mut routine.code, n, set, square);
                        self.go_deep(routine, entry, exit, square, before);
                    });
                    continue;
                }
                ListingMode::Codes => list_codes(routine, entry, exit, set, before),
                ListingMode::Ahead(leaf) => self.list_ahead(routine, entry, exit, set, before, &leaf),
            }
            if deep {
                // Listed once and for all, even if the choice is made again.
                let none = routine.code.none_like(set);
                routine.choices.set_option(&mut routine.code, n, &none);
            }
        }
        if deep {
            routine.choices.pop(&mut routine.code);
        }
        routine.backtrack();
    }

    fn end_move(&mut self, routine: &mut Routine<'_, '_>, _entry: usize, _exit: &Exit, _square: Value) {
        self.append_move(routine);
    }
}

impl MoveList {
    pub(in crate::play) fn new(routine: &mut Routine<'_, '_>, whole: bool) -> Self {
        MoveList { whole, registers: CodeRegisters::new(routine) }
    }

    fn way(&self, graph: Graph<'_>, entry: usize, exit: &Exit) -> ListingMode {
        // A search for the steps of a hash finds them in the frames.
        if self.registers.hashes() {
            return ListingMode::Deep;
        }
        if self.always_ends(graph, entry, exit) {
            return ListingMode::Codes;
        }
        self.leaf(graph, entry, exit).map_or(ListingMode::Deep, ListingMode::Ahead)
    }

    /// Whether a step ends a move or sequence, or the rest of it is always possible.
    fn always_ends(&self, graph: Graph<'_>, entry: usize, exit: &Exit) -> bool {
        if self.whole { graph.always_ends(entry, exit) } else { graph.program.ends_semimove(exit.number) }
    }

    fn leaf(&self, graph: Graph<'_>, entry: usize, exit: &Exit) -> Option<Leaf> {
        let (old, new) = graph.replacement(entry, exit).filter(|_| graph.program.passes.has(Pass::LookAhead))?;
        let next = graph.after(entry, exit);
        let EntryState { segment, .. } = graph.get(next);
        let ends = segment.exits.iter().all(|exit| self.always_ends(graph, next, exit));
        // Patterns are tried on the state itself.
        (ends && segment.tried().next().is_none()).then_some(Leaf { entry: next, old, new })
    }

    /// Lists the moves that end one step after this one, whose changes are assumed.
    fn list_ahead(&self, routine: &mut Routine<'_, '_>, entry: usize, exit: &Exit, set: &[Value], before: MoveCode, leaf: &Leaf) {
        each_square(routine, set, |routine, square| {
            let steps = before.with(routine, entry, exit, square);
            let next = routine.graph.get(leaf.entry);
            let place = routine.code.one(square);
            let put = [Placement { old: leaf.old, new: leaf.new, square, place }];
            let sets = segment::segment(&mut routine.code, &next.segment, square, &put);
            if next.forced && self.whole {
                // The step that completes the move adds no digit.
                return routine.output.append_if_any(&mut routine.code, &sets, steps.code);
            }
            for (exit, set) in next.segment.exits.iter().zip(&sets) {
                list_codes(routine, leaf.entry, exit, set, steps);
            }
        });
    }

    /// Executes a step and continues from there.
    fn go_deep(&self, routine: &mut Routine<'_, '_>, entry: usize, exit: &Exit, square: Value, before: MoveCode) {
        if self.registers.hashes() {
            let step = routine.code.builder.ins().bor_imm_s(square, i64::from(exit.number) << 16);
            let frame = routine.code.read(routine.choices.top);
            routine.code.store(step, frame, FRAME_STEP);
        }
        let after = before.with(routine, entry, exit, square);
        self.registers.write(&mut routine.code, after);
        if !self.whole && routine.graph.program.ends_semimove(exit.number) {
            return self.append_move(routine);
        }
        routine.act(entry, exit, square);
        routine.go(entry, exit, square);
    }

    /// Appends the code of the move or sequence just completed and continues with the next one. If it is the wanted one, its steps are listed.
    fn append_move(&self, routine: &mut Routine<'_, '_>) {
        let steps = self.registers.read(&mut routine.code);
        let Some(hash) = steps.hash else {
            routine.output.append(&mut routine.code, steps.code);
            return routine.backtrack();
        };
        let code = steps.or_hash(&mut routine.code, hash);
        let wanted = routine.code.field(offset_of!(Context, wanted));
        let (this, other) = (routine.code.block(), routine.code.block());
        let found = routine.code.compare(IntCC::Equal, code, wanted);
        routine.code.branch(found, this, other);
        routine.code.begin(this);
        give_steps(routine);
        routine.code.begin(other);
        routine.output.append(&mut routine.code, code);
        routine.backtrack();
    }
}

/// Lists the moves that end with a step, for all its squares.
fn list_codes(routine: &mut Routine<'_, '_>, entry: usize, exit: &Exit, set: &[Value], before: MoveCode) {
    each_square(routine, set, |routine, square| {
        let steps = before.with(routine, entry, exit, square);
        routine.output.append(&mut routine.code, steps.code);
    });
}

/// Replaces the list by the steps chosen in all frames, and returns.
fn give_steps(routine: &mut Routine<'_, '_>) {
    let size = routine.choices.size;
    let none = routine.code.number(0);
    routine.code.write(routine.output.length, none);
    let (head, body, done) = (routine.code.block_with(1), routine.code.block(), routine.code.block());
    let first = routine.code.builder.ins().iadd_imm_s(routine.choices.base, size);
    routine.code.jump(head, &[first]);
    routine.code.begin(head);
    let at = routine.code.parameters(head)[0];
    let top = routine.code.read(routine.choices.top);
    let more = routine.code.compare(IntCC::UnsignedLessThanOrEqual, at, top);
    routine.code.branch(more, body, done);
    routine.code.begin(body);
    let step = routine.code.load(at, FRAME_STEP);
    routine.output.append(&mut routine.code, step);
    let next = routine.code.builder.ins().iadd_imm_s(at, size);
    routine.code.jump(head, &[next]);
    routine.code.begin(done);
    routine.leave(Status::Found);
}
