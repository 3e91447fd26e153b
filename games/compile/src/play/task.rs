//! The tasks of functions, and what they have in common: where they begin, and how they go on after a move.

use super::routine::Routine;
use crate::abi::context::{Context, Status};
use crate::analysis::entry_states::EntryState;
use crate::board::Control;
use crate::emit::sets::Set;
use crate::ir::Exit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::mem::offset_of;

/// The behaviour of a function at the entry states of players, and after their moves. The keeper's moves are the same in all functions.
pub(super) trait Task {
    /// The function's result when it has backtracked to its start.
    const AT_START: Status = Status::Over;

    /// Whether the function can begin at an entry state.
    fn begins_at(&self, state: &EntryState) -> bool {
        !state.keeper
    }

    /// Begins the function: branches to the entry state whose number is the argument.
    fn begin(&mut self, routine: &mut Routine<'_, '_>, argument: Value, square: Value) {
        dispatch(self, routine, argument, square);
    }

    /// Begins the function at an entry state.
    fn begin_at(&mut self, routine: &mut Routine<'_, '_>, entry: usize, square: Value) {
        self.begin_move(routine, entry, square);
    }

    /// Jumps to an entry state where a move begins.
    fn begin_move(&mut self, routine: &mut Routine<'_, '_>, entry: usize, square: Value) {
        routine.enter(entry, square);
    }

    /// Whether a player's step without a choice is executed at once.
    fn takes_forced_steps(&self) -> bool {
        true
    }

    /// After a player's step that leaves no choice.
    fn take_step(&mut self, _routine: &mut Routine<'_, '_>, _exit: &Exit, _square: Value) {}

    /// The code of a player's entry state, after its segment.
    fn choose(&mut self, routine: &mut Routine<'_, '_>, entry: usize, square: Value, sets: &[Set]);

    /// Saves in the topmost frame what belongs to the task, and restores it.
    fn save(&self, _routine: &mut Routine<'_, '_>) {}
    fn restore(&self, _routine: &mut Routine<'_, '_>) {}

    /// The code after a switch.
    fn end_move(&mut self, routine: &mut Routine<'_, '_>, entry: usize, exit: &Exit, square: Value) {
        play_on(self, routine, entry, exit, square);
    }

    /// Before and after the switch of a player is made.
    fn before_switch(&mut self, _routine: &mut Routine<'_, '_>) {}
    fn after_switch(&mut self, _routine: &mut Routine<'_, '_>) {}

    /// Goes on with the move of the next player, or of chance.
    fn next_move(&mut self, routine: &mut Routine<'_, '_>, entry: usize, square: Value, next: Control) {
        if routine.graph.program.is_chance(next) {
            return self.begin_move(routine, entry, square);
        }
        let (on, stop) = (routine.code.block(), routine.code.block());
        let moves = routine.code.read(routine.moves);
        let cap = routine.code.field(offset_of!(Context, cap));
        let less = routine.code.compare(IntCC::UnsignedLessThan, moves, cap);
        routine.code.mark_cold(stop);
        routine.code.branch(less, on, stop);
        routine.code.begin(stop);
        routine.leave(Status::Stopped);
        routine.code.begin(on);
        self.begin_move(routine, entry, square);
    }

    /// In a dead end, before the last step is undone.
    fn dead_end(&mut self, _routine: &mut Routine<'_, '_>) {}

    /// Code of the task's own that was postponed.
    fn own_code(&mut self, _routine: &mut Routine<'_, '_>, number: usize) {
        unreachable!("no code {number} was postponed")
    }

    /// Emits what remains when the code of all entry states has been emitted.
    fn finish(&mut self, _routine: &mut Routine<'_, '_>) {}
}

/// Branches to one of the entry states at which a function can begin.
fn dispatch<T: Task + ?Sized>(task: &mut T, routine: &mut Routine<'_, '_>, entry: Value, square: Value) {
    let states = routine.graph.entries.all();
    let begins: Vec<Option<Block>> = states.iter().map(|state| task.begins_at(state).then(|| routine.code.block())).collect();
    let targets: Vec<Block> = begins.iter().map(|block| block.unwrap_or(routine.faults.too_much)).collect();
    routine.code.switch(entry, &targets);
    for (entry, block) in begins.into_iter().enumerate() {
        if let Some(block) = block {
            routine.code.begin(block);
            task.begin_at(routine, entry, square);
        }
    }
}

/// After a switch: goes on with the next move.
fn play_on<T: Task + ?Sized>(task: &mut T, routine: &mut Routine<'_, '_>, entry: usize, exit: &Exit, square: Value) {
    let keeper = routine.graph.get(entry).keeper;
    if keeper {
        routine.fuel.burn(&mut routine.code);
    } else {
        task.before_switch(routine);
        count_move(routine);
    }
    routine.commit(exit, square);
    if !keeper {
        task.after_switch(routine);
    }
    routine.choices.reset(&mut routine.code, routine.graph.entries.all().len() as i64);
    let next = routine.graph.after(entry, exit);
    match routine.graph.control_after(exit) {
        Control::Keeper => routine.enter(next, square),
        control @ Control::Player(_) => task.next_move(routine, next, square, control),
    }
}

/// Counts a move, unless it is one of chance: like the keeper's these take fuel, without which they could go on for ever. Who has made it is known
/// from the state, since the moves of several may lead through the same code.
fn count_move(routine: &mut Routine<'_, '_>) {
    let done = routine.code.block();
    if let Some(chance) = routine.graph.program.chance {
        let (counted, uncounted) = (routine.code.block(), routine.code.block());
        let head = routine.code.load(routine.code.state, 0);
        let control = routine.code.builder.ins().band_imm_s(head, 0xffff);
        let by_chance = routine.code.compare_number(IntCC::Equal, control, i64::from(chance));
        routine.code.branch(by_chance, uncounted, counted);
        routine.code.begin(uncounted);
        routine.fuel.burn(&mut routine.code);
        routine.code.jump(done, &[]);
        routine.code.begin(counted);
    }
    routine.code.add(routine.moves, 1);
    routine.fuel.refill(&mut routine.code);
    routine.code.jump(done, &[]);
    routine.code.begin(done);
}
