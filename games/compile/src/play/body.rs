//! The body of a function: its entry, the code of every entry state, dead ends, and faults.

use super::entry_blocks::PendingCode;
use super::keeper::{first_choice, first_step, takes_first};
use super::routine::Routine;
use super::task::Task;
use crate::abi::areas::{FRAME_ENTRY, FRAME_MARK};
use crate::abi::context::Status;
use crate::emit::steps;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_codegen::isa::TargetFrontendConfig;

/// Emits a whole function: `make` begins its task, given the number of the way out in the lowest frame.
pub(super) fn write<T: Task>(
    mut routine: Routine<'_, '_>,
    argument: Value,
    target: TargetFrontendConfig,
    make: impl FnOnce(&mut Routine<'_, '_>, i64) -> T,
) {
    let over = routine.code.block();
    let end = routine.choices.number(over);
    let head = routine.code.load(routine.code.state, 0);
    let square = routine.code.builder.ins().ushr_imm_u(head, 16);
    let square = routine.code.builder.ins().band_imm_s(square, 0xffff);
    let mut task = make(&mut routine, end);
    routine.choices.reset(&mut routine.code, end);
    task.begin(&mut routine, argument, square);
    write_pending(&mut task, &mut routine);
    task.finish(&mut routine);
    // That may lead to otherwise unreachable entry states.
    write_pending(&mut task, &mut routine);
    routine.code.begin(over);
    routine.leave(T::AT_START);
    write_dead_end(&mut task, &mut routine);
    write_faults(&mut routine);
    routine.code.builder.seal_all_blocks();
    routine.code.builder.finalize(target);
}

/// Emits all pending code, and what that needs in turn.
fn write_pending<T: Task>(task: &mut T, routine: &mut Routine<'_, '_>) {
    while let Some(pending) = routine.blocks.next() {
        match pending {
            PendingCode::Entry(entry) => {
                let block = routine.blocks.block(&mut routine.code, entry);
                routine.code.begin(block);
                let square = routine.code.parameters(block)[0];
                write_entry(task, routine, entry, square);
            }
            PendingCode::EndOfMove { block, entry, exit, square } => {
                routine.code.begin(block);
                task.end_move(routine, entry, &exit, square);
            }
            PendingCode::Own(number) => task.own_code(routine, number),
        }
    }
}

fn write_entry<T: Task>(task: &mut T, routine: &mut Routine<'_, '_>, entry: usize, square: Value) {
    if takes_first(task, routine, entry) {
        return first_step(task, routine, entry, square);
    }
    let sets = routine.exits(entry, square);
    if routine.graph.get(entry).keeper {
        first_choice(task, routine, entry, &sets);
    } else {
        task.choose(routine, entry, square, &sets);
    }
}

/// Emits the code of dead ends, which undoes the last step and returns to the choice before it.
fn write_dead_end<T: Task>(task: &mut T, routine: &mut Routine<'_, '_>) {
    routine.code.begin(routine.choices.dead);
    routine.fuel.burn(&mut routine.code);
    task.dead_end(routine);
    let frame = routine.code.read(routine.choices.top);
    let mark = routine.code.load(frame, FRAME_MARK);
    steps::undo_to(&mut routine.code, mark, routine.log);
    let frame = routine.code.read(routine.choices.top);
    let entry = routine.code.load(frame, FRAME_ENTRY);
    let targets = routine.choices.targets(routine.faults.too_much);
    routine.code.switch(entry, &targets);
}

fn write_faults(routine: &mut Routine<'_, '_>) {
    let faults = routine.faults;
    for (block, status) in [
        (faults.too_long, Status::TooLong),
        (faults.too_much, Status::TooMuch),
        (faults.too_many, Status::TooMany),
        (faults.no_room, Status::NoRoom),
        (faults.list_full, Status::ListFull),
    ] {
        routine.code.begin(block);
        routine.leave(status);
    }
}
