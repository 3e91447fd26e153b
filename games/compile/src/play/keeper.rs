//! Choices that are made again only in dead ends: the keeper's moves, and the steps of players that leave no choice.

use super::routine::Routine;
use super::task::Task;
use crate::analysis::exclusive_steps::are_exclusive;
use crate::emit::segment;
use crate::emit::sets::Set;
use crate::emit::values::Writer;
use crate::ir::{Exit, Op};
use crate::passes::Pass;
use cranelift_codegen::ir::{Block, Value};

/// Whether the first possible step is taken at an entry state, and no other is ever tried in its place.
pub(super) fn takes_first<T: Task>(task: &T, routine: &Routine<'_, '_>, entry: usize) -> bool {
    let state = routine.graph.get(entry);
    if !state.keeper {
        return state.forced && task.takes_forced_steps();
    }
    state.forced || is_exclusive(routine, entry) || !returning(routine, entry).contains(&true)
}

/// Whether at most one step is ever possible at an entry state.
fn is_exclusive(routine: &Routine<'_, '_>, entry: usize) -> bool {
    let segment = &routine.graph.get(entry).segment;
    routine.graph.program.passes.has(Pass::DropExclusiveChoices) && are_exclusive(&segment.values, &segment.exits)
}

/// Executes the first possible step; backtracks if there is none. Whether a step is possible is not looked for before those ahead of it are
/// known not to be.
pub(super) fn first_step<T: Task>(task: &mut T, routine: &mut Routine<'_, '_>, entry: usize, here: Value) {
    let state = routine.graph.get(entry);
    let segment = &state.segment;
    let mut writer = segment::exits_in_turn(&mut routine.code, segment, here);
    if let Some(arrives) = segment.arrives {
        let arrives = writer.truth(&mut routine.code, arrives);
        routine.leave_if(arrives);
    }
    for (n, exit) in segment.exits.iter().enumerate() {
        let is_last = n + 1 == segment.exits.len() && routine.policy.always_offers(entry);
        let (square, next) = if !segment.values.stays(exit.squares) {
            let set = writer.next_exit(&mut routine.code, exit);
            let next = (!is_last).then(|| routine.begin_if_some(&set));
            (routine.code.first(&set), next)
        } else {
            (here, (!is_last).then(|| begin_if_here(routine, &mut writer, exit)))
        };
        routine.advance(entry, exit, square);
        if !state.keeper {
            task.take_step(routine, exit, square);
        }
        routine.go(entry, exit, square);
        match next {
            Some(next) => routine.code.begin(next),
            None => return,
        }
    }
    routine.backtrack();
}

/// Makes the keeper's first choice, and keeps the alternatives if it may have to be made again.
pub(super) fn first_choice<T: Task>(task: &T, routine: &mut Routine<'_, '_>, entry: usize, sets: &[Set]) {
    let returns = returning(routine, entry);
    let sets = begin_options(task, routine, entry, sets);
    for (n, (exit, set)) in routine.graph.exits(entry).iter().zip(&sets).enumerate() {
        let next = routine.begin_if_some(set);
        let square = routine.code.first(set);
        if returns[n] {
            keep_options(task, routine, entry, &sets, n, square);
        }
        routine.advance(entry, exit, square);
        routine.go(entry, exit, square);
        routine.code.begin(next);
    }
    routine.backtrack();
}

/// Begins what is executed if an exit has a square, which can only be the current one: the condition on which it is there need not be made a
/// set. Returns the block where the code goes on if it has none.
fn begin_if_here(routine: &mut Routine<'_, '_>, writer: &mut Writer<'_>, exit: &Exit) -> Block {
    let values = &writer.segment.values;
    let condition = match *values.op(exit.squares) {
        Op::If(condition, here) if values.never_empty(here) => condition,
        _ => {
            let set = writer.next_exit(&mut routine.code, exit);
            return routine.begin_if_some(&set);
        }
    };
    let (test, holds) = match *values.op(condition) {
        Op::Not(test) => (test, false),
        _ => (condition, true),
    };
    let (taken, next) = (routine.code.block(), routine.code.block());
    let test = writer.truth(&mut routine.code, test);
    let (yes, no) = if holds { (taken, next) } else { (next, taken) };
    routine.code.branch(test, yes, no);
    routine.code.begin(taken);
    next
}

/// Which steps of the keeper may have to be taken back for another one: it may lead to a dead end, and there may be another one.
fn returning(routine: &Routine<'_, '_>, entry: usize) -> Vec<bool> {
    let exits = routine.graph.exits(entry);
    let may_return = |(n, exit): (usize, &Exit)| {
        let is_last = n + 1 == exits.len();
        let alone = routine.graph.program.passes.has(Pass::PlayForward) && is_last && routine.graph.is_single(entry, exit);
        !alone && !routine.policy.is_final(entry, exit)
    };
    exits.iter().enumerate().map(may_return).collect()
}

/// Begins the code that makes a choice among these options, or among those that remain of the topmost frame, which is then popped.
pub(super) fn begin_options<T: Task>(task: &T, routine: &mut Routine<'_, '_>, entry: usize, sets: &[Set]) -> Vec<Set> {
    let all: Vec<Value> = sets.iter().flatten().copied().collect();
    let (again, choice) = (routine.code.block(), routine.code.block_with(all.len()));
    routine.code.jump(choice, &all);
    routine.choices.set_again(entry, again);
    routine.code.begin(again);
    task.restore(routine);
    let left = routine.choices.options(&mut routine.code, sets);
    routine.choices.pop(&mut routine.code);
    routine.code.jump(choice, &left.concat());
    routine.code.begin(choice);
    let mut rest = routine.code.parameters(choice).into_iter();
    sets.iter().map(|set| rest.by_ref().take(set.len()).collect()).collect()
}

/// Keeps what remains of a choice without one square of the n-th set.
pub(super) fn keep_options<T: Task>(task: &T, routine: &mut Routine<'_, '_>, entry: usize, sets: &[Set], n: usize, square: Value) {
    let mut left = sets.to_vec();
    left[n] = routine.code.strike(&sets[n], square);
    routine.choices.push(&mut routine.code, routine.log, entry, &left);
    task.save(routine);
}
