//! The steps of random play that may have to be undone: none after which a move is always completed.

use super::completion::Completion;
use super::graph::Graph;
use crate::ir::Exit;
use crate::passes::Pass;

/// Which steps may have to be undone.
pub(crate) struct UndoPolicy<'a> {
    graph: Graph<'a>,
    /// Where moves are always completed, if that matters.
    completion: Option<Completion>,
    /// Whether some candidate may have no completion, so that whole moves are tested and undone.
    may_fail: bool,
}

impl<'a> UndoPolicy<'a> {
    /// Any step may have to be undone.
    pub(crate) fn undo_all(graph: Graph<'a>) -> Self {
        UndoPolicy { graph, completion: None, may_fail: false }
    }

    /// For random play by semimoves.
    pub(crate) fn of_semimoves(graph: Graph<'a>) -> Self {
        let completion = graph.program.passes.has(Pass::PlayForward).then(|| Completion::new(graph));
        UndoPolicy { graph, completion, may_fail: false }
    }

    /// For random play by whole moves.
    pub(crate) fn of_whole_moves(graph: Graph<'a>) -> Self {
        let mut policy = UndoPolicy::of_semimoves(graph);
        let fails = |entry: usize, exit: &Exit| graph.ends_candidate(entry, exit) && !policy.always_completed(entry, exit);
        let of_players = graph.entries.all().iter().enumerate().filter(|(_, state)| !state.keeper);
        policy.may_fail = of_players.into_iter().any(|(entry, state)| state.segment.exits.iter().any(|exit| fails(entry, exit)));
        policy
    }

    /// Whether some candidate may have no completion.
    pub(crate) fn may_fail(&self) -> bool {
        self.may_fail
    }

    /// Whether a step is never undone once it was chosen.
    pub(crate) fn is_final(&self, entry: usize, exit: &Exit) -> bool {
        let is_tested = self.may_fail && !self.graph.get(entry).keeper;
        self.completion.is_some() && !is_tested && self.always_completed(entry, exit)
    }

    /// Whether a move is always completed after a step.
    fn always_completed(&self, entry: usize, exit: &Exit) -> bool {
        let ends = |after: usize| self.completion.as_ref().is_some_and(|completion| completion.ends[after]);
        self.graph.ends_move(exit) || ends(self.graph.after(entry, exit))
    }

    /// Whether a step can always be made at an entry state.
    pub(crate) fn always_offers(&self, entry: usize) -> bool {
        self.completion.as_ref().is_some_and(|completion| completion.offers[entry])
    }
}
