//! Chains: steps without a choice until the last of them, after which the candidate may end in one way.

use super::graph::Graph;
use super::sole_steps::only_exit;
use crate::board::Piece;
use crate::ir::Exit;
use crate::passes::Pass;

/// The maximum number of steps of a chain, whose squares are packed into one word.
const MOST_STEPS: usize = 4;

/// Steps none of which leaves a choice until the last may end a candidate.
#[derive(Clone)]
pub(crate) struct Chain {
    /// The entry state and the exit of the first step.
    pub(crate) first: (usize, Exit),
    pub(crate) links: Vec<Link>,
}

/// A step of a chain, and the only exit examined after it: the next step, or the one that ends the candidate.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) old: Piece,
    pub(crate) new: Piece,
    /// The entry state that the step leads to, and the exit by its number there.
    pub(crate) entry: usize,
    pub(crate) exit: usize,
}

/// The chain that a step begins, if there is one.
pub(crate) fn chain(graph: Graph<'_>, entry: usize, begins: &Exit) -> Option<Chain> {
    if !graph.program.passes.has(Pass::FollowChains) {
        return None;
    }
    let (mut here, mut step, mut links) = (entry, begins, Vec::new());
    while links.len() < MOST_STEPS {
        let (old, new) = graph.replacement(here, step)?;
        let next = graph.after(here, step);
        let segment = &graph.get(next).segment;
        // Patterns are tried on the state itself.
        if segment.tried().next().is_some() {
            return None;
        }
        let ends = |&n: &usize| graph.ends_candidate(next, &segment.exits[n]) && only_exit(segment, n).is_some();
        if let Some(exit) = (0..segment.exits.len()).find(ends) {
            links.push(Link { old, new, entry: next, exit });
            return Some(Chain { first: (entry, begins.clone()), links });
        }
        let [only] = &segment.exits[..] else { return None };
        if !graph.is_single(next, only) || graph.ends_candidate(next, only) {
            return None;
        }
        links.push(Link { old, new, entry: next, exit: 0 });
        (here, step) = (next, only);
    }
    None
}
