//! Steps inside patterns, or inside the moves of a player who chooses among whole moves, that lead to a dead end at once: a piece is put down only
//! on squares from which the next segment may go on. The answer, and the moves, are the same without the others.
//!
//! Where it may go on is found for all squares at once, on the board before the step: what the new piece passes, the old one is taken to pass as well,
//! and all other conditions are taken to hold.

use super::lower::{EdgeDirection, Lower, LoweringError, Placement};
use super::op::ValueId;
use crate::automaton::NodeId;
use crate::board::Piece;
use crate::passes::Pass;
use std::collections::BTreeSet;

/// More operations than this are not worth it.
const MOST_OPERATIONS: usize = 40;

impl Lower<'_> {
    /// The part of the squares of a step from which a further step, or the end of the pattern, if it is in one, may be reached. The step puts down this piece and
    /// leads to this node.
    pub(super) fn prune_dead_steps(
        &mut self,
        squares: ValueId,
        new: Piece,
        to: NodeId,
        end: Option<NodeId>,
    ) -> Result<ValueId, LoweringError> {
        let goals = self.goals(to, end);
        if !self.program.passes.has(Pass::PruneDeadSteps)
            || self.builder.made.values.at_most_one(squares)
            || self.builder.made.values.never_empty(squares)
            || goals.contains(&to)
        {
            return Ok(squares);
        }
        let (begun, size) = (self.builder.made.mark(), self.builder.made.values.len());
        self.put = Some(Placement { new, old: self.builder.made.values.pieces_on(squares) });
        let part = self.guard_test(squares, |lower| {
            let mut from = lower.builder.nothing();
            for &goal in &goals {
                let all = lower.builder.everything();
                if let Some(&more) = lower.walk(goal, all, EdgeDirection::Backwards)?.get(&to) {
                    from = lower.builder.or(from, more);
                }
            }
            Ok(lower.builder.and(squares, from))
        });
        self.put = None;
        let part = part?;
        if self.builder.made.values.len() - size > MOST_OPERATIONS {
            self.builder.made.go_back(&begun);
            return Ok(squares);
        }
        Ok(part)
    }

    /// The nodes of a segment at which there is a step, or the end.
    fn goals(&self, start: NodeId, end: Option<NodeId>) -> BTreeSet<NodeId> {
        let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(node) = open.pop() {
            for edge in self.edges(node, EdgeDirection::Forwards) {
                let to = self.far(edge, EdgeDirection::Forwards);
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        seen.retain(|&node| Some(node) == end || self.leaving(node).any(|edge| self.is_step(edge)));
        seen
    }
}
