//! The functions of a program, each with its task.

use super::body::write;
use super::complete::{MoveCompletion, Pattern};
use super::list::moves::MoveList;
use super::list::steps::StepList;
use super::routine::Routine;
use super::semimoves::Semimoves;
use super::whole_moves::search::WholeMoves;
use crate::analysis::graph::Graph;
use crate::analysis::undo_policy::UndoPolicy;
use crate::emit::code::Code;
use cranelift_codegen::ir::Value;
use cranelift_codegen::isa::TargetFrontendConfig;

/// The kinds of functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Plays at random; a semimove is a step.
    Semimoves {
        traced: bool,
        guided: bool,
    },
    /// Plays at random; a semimove is a whole move.
    WholeMoves {
        traced: bool,
    },
    /// Lists the semimoves of a state where these are steps, sequences of steps, or whole moves.
    ListSteps,
    ListSequences,
    ListMoves,
    /// Completes a move without a choice, and makes the keeper's moves.
    Complete,
    /// Walks a pattern that changes the state.
    Pattern,
}

impl Purpose {
    /// Whether the function may find the list full.
    pub(crate) fn lists(self) -> bool {
        match self {
            Purpose::Semimoves { traced, .. } | Purpose::WholeMoves { traced } => traced,
            Purpose::ListSteps | Purpose::ListSequences | Purpose::ListMoves => true,
            Purpose::Complete | Purpose::Pattern => false,
        }
    }

    /// Whether the function may find the room for candidates full.
    pub(crate) fn searches(self) -> bool {
        matches!(self, Purpose::WholeMoves { .. })
    }

    /// Emits the function in its entry block. The argument is the entry state to begin at or, for a pattern, the square.
    pub(crate) fn emit(self, code: Code<'_, '_>, graph: Graph<'_>, argument: Value, target: TargetFrontendConfig) {
        let policy = match self {
            Purpose::Semimoves { .. } => UndoPolicy::of_semimoves(graph),
            Purpose::WholeMoves { .. } => UndoPolicy::of_whole_moves(graph),
            _ => UndoPolicy::undo_all(graph),
        };
        let routine = Routine::new(code, graph, policy, self == Purpose::Pattern);
        match self {
            Purpose::Semimoves { traced, guided } => write(routine, argument, target, |_, _| Semimoves { traced, guided }),
            Purpose::WholeMoves { traced } => write(routine, argument, target, |routine, over| WholeMoves::new(routine, traced, over)),
            Purpose::ListSteps => write(routine, argument, target, |_, _| StepList),
            Purpose::ListSequences => write(routine, argument, target, |routine, _| MoveList::new(routine, false)),
            Purpose::ListMoves => write(routine, argument, target, |routine, _| MoveList::new(routine, true)),
            Purpose::Complete => write(routine, argument, target, |_, _| MoveCompletion),
            Purpose::Pattern => write(routine, argument, target, |_, _| Pattern),
        }
    }
}
