//! Rays: components that walk straight on, step after step, as long as the squares pass some tests.

use super::lower::{EdgeDirection, Lower, LoweringError, NodeSets};
use super::op::{Op, ValueId};
use crate::automaton::{Label, NodeId};
use crate::passes::Pass;
use crate::squares::Relation;
use std::collections::BTreeSet;

/// The only path from the head of a component back to it: a step, and the tests before and after it.
struct Path {
    before: Vec<Label>,
    step: Relation,
    after: Vec<Label>,
}

impl Lower<'_> {
    /// The squares of the head of such a component, entered with those of `start`.
    pub(super) fn cast_rays(
        &mut self,
        nodes: &BTreeSet<NodeId>,
        head: NodeId,
        start: ValueId,
        entries: &NodeSets,
        way: EdgeDirection,
    ) -> Result<Option<ValueId>, LoweringError> {
        if entries.len() != 1 || !self.program.passes.has(Pass::CastRays) || way == EdgeDirection::Backwards {
            return Ok(None);
        }
        let Some(Path { before, step, after }) = self.path(nodes, head) else { return Ok(None) };
        let (condition, start) = (self.builder.made.values.condition(start), self.builder.made.values.unconditional(start));
        if !before.is_empty() && !self.is_quicker_than_fill(start, before.iter().chain(&after)) {
            return Ok(None);
        }
        let Some((rays, ascending)) = step.rays() else { return Ok(None) };
        for label in before.iter().chain(&after) {
            if !self.is_test_of_square(label)? {
                return Ok(None);
            }
        }
        let mut through: Option<ValueId> = None;
        for label in &before {
            let squares = self.squares_passing(label)?;
            let next = self.builder.image(&step, squares);
            through = Some(through.map_or(next, |through| self.builder.and(through, next)));
        }
        for label in &after {
            let squares = self.squares_passing(label)?;
            through = Some(through.map_or(squares, |through| self.builder.and(through, squares)));
        }
        let Some(through) = through else { return Ok(None) };
        let first = self.builder.here();
        let first = self.builder.image(&step, first);
        let first = self.builder.and(first, through);
        let (rays, step) = (self.builder.made.table_id(rays), self.builder.made.table_id(step));
        let here = self.builder.here();
        let reached = if start == first {
            self.builder.intern(Op::Ray { step, rays, ascending, origin: here, through })
        } else {
            let ray = self.builder.intern(Op::Ray { step, rays, ascending, origin: start, through });
            self.builder.or(start, ray)
        };
        Ok(Some(condition.map_or(reached, |condition| self.builder.only_if(condition, reached))))
    }

    /// Whether a ray with tests before its step is quicker than a fill. With patterns among the tests it is, since a fill would find their squares in
    /// every round. Without, it is on boards of one word, unless squares are tested before the ray, too: mostly there is none to begin with.
    fn is_quicker_than_fill<'l>(&self, start: ValueId, mut tests: impl Iterator<Item = &'l Label>) -> bool {
        self.squares() <= 64 && self.is_untested(start) || tests.any(|test| matches!(test, Label::Pattern { .. }))
    }

    /// Whether a set is where pieces are, or the current square, or what these lead to whatever is there.
    fn is_untested(&self, set: ValueId) -> bool {
        match self.builder.made.values.op(set) {
            Op::Row(_) | Op::Pieces(_) => true,
            Op::Image(_, from) => self.is_untested(*from),
            _ => false,
        }
    }

    fn path(&self, nodes: &BTreeSet<NodeId>, head: NodeId) -> Option<Path> {
        let mut path = Path { before: Vec::new(), step: Relation::identity(self.squares()), after: Vec::new() };
        let (mut here, mut moved) = (head, false);
        loop {
            let mut inside = self
                .edges(here, EdgeDirection::Forwards)
                .into_iter()
                .filter(|&edge| nodes.contains(&self.far(edge, EdgeDirection::Forwards)));
            let (Some(edge), None) = (inside.next(), inside.next()) else { return None };
            match &self.edge(edge).label {
                Label::Empty | Label::Dot => {}
                // A test between two shifts would be a test of an intermediate square.
                Label::Shift(direction) if path.after.is_empty() => {
                    path.step = path.step.then(&self.step(*direction, EdgeDirection::Forwards));
                    moved = true;
                }
                label @ (Label::On(_) | Label::Pattern { .. }) => {
                    if moved {
                        path.after.push(label.clone())
                    } else {
                        path.before.push(label.clone())
                    }
                }
                _ => return None,
            }
            here = self.far(edge, EdgeDirection::Forwards);
            if here == head {
                return Some(path);
            }
        }
    }

    /// Whether a test of the path is one of the square alone, and all squares that pass it are found at once.
    fn is_test_of_square(&mut self, label: &Label) -> Result<bool, LoweringError> {
        match *label {
            Label::Pattern { start, end, .. } => Ok(!self.changes(start) && self.depends_on_start(start, end)?),
            _ => Ok(true),
        }
    }

    fn squares_passing(&mut self, label: &Label) -> Result<ValueId, LoweringError> {
        match label {
            Label::On(pieces) => Ok(self.piece_set(pieces)),
            &Label::Pattern { negated, start, end } => self.squares_of_pattern(start, end, negated),
            _ => unreachable!("a path has no other tests"),
        }
    }
}
