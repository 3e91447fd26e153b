//! Patterns: tested on one square by walking forward, or on all squares at once by walking backwards from the pattern's end. A pattern that
//! changes the state has no such set: it is tried from each square.

use super::lower::{EdgeDirection, Lower, LoweringError};
use super::op::{Body, Op, ValueId};
use super::repeats;
use crate::automaton::NodeId;
use crate::passes::Pass;
use crate::squares::SquareSet;

/// A test that needs more operations than this is executed only if there is a square to test.
const CHEAP: usize = 6;

/// A test along rays of no more operations than this costs less than a branch that is often mispredicted.
const SHORT: usize = 30;

impl Lower<'_> {
    /// The squares of a set on which a pattern holds, or does not if it is negated.
    pub(super) fn pattern(
        &mut self,
        start: NodeId,
        end: NodeId,
        negated: bool,
        set: ValueId,
        way: EdgeDirection,
    ) -> Result<ValueId, LoweringError> {
        if self.changes(start) {
            return self.tried(Body { start, end }, negated, set);
        }
        if !self.depends_on_start(start, end)? {
            let here = self.builder.here();
            let holds = self.guard_test(set, |lower| lower.reaches(start, end, here))?;
            return Ok(self.keep(set, holds, negated));
        }
        if way == EdgeDirection::Forwards && self.builder.made.values.at_most_one(set) {
            // The condition of the set holds where its result counts.
            let from = self.builder.made.values.unconditional(set);
            let holds = self.guard_test(set, |lower| lower.reaches(start, end, from))?;
            return Ok(self.keep(set, holds, negated));
        }
        self.guard_test(set, |lower| {
            let from = lower.squares_of_pattern(start, end, false)?;
            Ok(if negated { lower.builder.without(set, from) } else { lower.builder.and(set, from) })
        })
    }

    /// All squares on which a pattern holds, or does not.
    pub(super) fn squares_of_pattern(&mut self, start: NodeId, end: NodeId, negated: bool) -> Result<ValueId, LoweringError> {
        let all = self.builder.everything();
        let found = self.walk(end, all, EdgeDirection::Backwards)?;
        let from = match found.get(&start) {
            Some(&from) => from,
            None => self.builder.nothing(),
        };
        Ok(if negated { self.builder.without(all, from) } else { from })
    }

    /// Whether the end can be reached from one of these squares.
    fn reaches(&mut self, start: NodeId, end: NodeId, set: ValueId) -> Result<ValueId, LoweringError> {
        let found = self.walk(start, set, EdgeDirection::Forwards)?;
        let there = match found.get(&end) {
            Some(&there) => there,
            None => self.builder.nothing(),
        };
        Ok(self.builder.some(there))
    }

    /// Makes a truth value or a part of the set, inside a guard if that takes more than a few operations.
    pub(super) fn guard_test(
        &mut self,
        set: ValueId,
        make: impl Fn(&mut Self) -> Result<ValueId, LoweringError>,
    ) -> Result<ValueId, LoweringError> {
        let (before, size) = (self.builder.made.mark(), self.builder.made.values.len());
        let plain = make(self)?;
        if let op @ (Op::Holds(_) | Op::Constant(_)) = self.builder.made.values.op(plain).clone()
            && self.program.passes.has(Pass::FoldConstants)
        {
            // What led to it is not needed.
            self.builder.made.go_back(&before);
            return Ok(self.builder.intern(op));
        }
        if !self.program.passes.has(Pass::GuardTests)
            || self.builder.made.values.len() - size <= CHEAP
            || matches!(self.builder.made.values.op(set), Op::Row(_))
            || self.follows_rays(set, size)
        {
            return Ok(plain);
        }
        self.builder.made.go_back(&before);
        let region = self.builder.made.begin_guard(set);
        let result = make(self)?;
        let found = self.builder.made.end_guard(region, result);
        Ok(if self.program.passes.has(Pass::MergeRepeats) { repeats::merge_guard(&mut self.builder.made, &before, found) } else { found })
    }

    /// Whether the test of a set of one square that was made last is quicker without a guard: it follows rays, and takes no loop.
    fn follows_rays(&self, set: ValueId, size: usize) -> bool {
        let ops = &self.builder.made.values.ops()[size..];
        let is_ray = |op: &Op| matches!(op, Op::Ray { .. });
        let branches = |op: &Op| matches!(op, Op::Fixpoint(..) | Op::Try(..) | Op::GuardResult(_));
        ops.len() <= SHORT && self.builder.made.values.at_most_one(set) && ops.iter().any(is_ray) && !ops.iter().any(branches)
    }

    fn keep(&mut self, set: ValueId, holds: ValueId, negated: bool) -> ValueId {
        let condition = if negated { self.builder.not(holds) } else { holds };
        self.builder.only_if(condition, set)
    }

    /// Whether the pattern depends on where it starts: not if it begins by going to any square.
    pub(super) fn depends_on_start(&mut self, start: NodeId, end: NodeId) -> Result<bool, LoweringError> {
        if let Some(&known) = self.patterns.depends.get(&start) {
            return Ok(known);
        }
        let before = self.builder.made.mark();
        let here = self.builder.here();
        let found = self.walk(start, here, EdgeDirection::Forwards)?;
        // A pattern that changes the state goes on after its steps: from where these are, if that depends on the start.
        let matters = |node| node == end || self.leaving(node).any(|edge| self.is_step(edge));
        let depends = found.iter().any(|(&node, &value)| matters(node) && self.builder.made.is_local(value));
        self.builder.made.go_back(&before);
        self.patterns.depends.insert(start, depends);
        Ok(depends)
    }

    /// The squares of a set on which a pattern holds that changes the state, or does not if it is negated: tried one by one, or only once if
    /// it does not matter where.
    fn tried(&mut self, body: Body, negated: bool, set: ValueId) -> Result<ValueId, LoweringError> {
        if !self.depends_on_start(body.start, body.end)? {
            let anywhere = SquareSet::one(self.squares(), 0);
            let holds = self.guard_test(set, |lower| {
                let anywhere = lower.builder.constant(anywhere.clone());
                let found = lower.builder.intern(Op::Try(body, anywhere));
                Ok(lower.builder.some(found))
            })?;
            return Ok(self.keep(set, holds, negated));
        }
        let found = self.builder.intern(Op::Try(body, set));
        Ok(if negated { self.builder.without(set, found) } else { found })
    }

    /// Whether a pattern contains a modifier, apart from those in patterns inside it.
    pub(super) fn changes(&self, start: NodeId) -> bool {
        let mut seen = std::collections::BTreeSet::from([start]);
        let mut stack = vec![start];
        while let Some(node) = stack.pop() {
            for edge in self.leaving(node) {
                if edge.label.is_modifier() {
                    return true;
                }
                if seen.insert(edge.to) {
                    stack.push(edge.to);
                }
            }
        }
        false
    }
}
