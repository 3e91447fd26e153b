//! Plans of a search that looks several steps ahead without executing them, where each puts a piece in place of a known one.

use super::alike::{Alike, alike};
use super::machine::Machine;
use super::memory::SLACK;
use crate::automaton::Label;
use crate::board::Piece;
use crate::ir::Exit;
use crate::passes::Pass;

/// The most steps of a plan, whose squares are packed into one word.
const MOST_STEPS: usize = 3;

/// The most operations of the segments that a plan looks at.
const MOST_OPERATIONS: usize = 600;

/// A step that is assumed, and what is looked at after it.
pub(super) struct Plan {
    pub(super) exit: Exit,
    pub(super) old: Piece,
    pub(super) new: Piece,
    /// The entry state that the step leads to.
    pub(super) entry: usize,
    /// Those of its exits that do not end candidates, by their numbers there.
    pub(super) further: Vec<(usize, Plan)>,
    /// The step left where squares make no difference.
    pub(super) alike: Option<Alike>,
    /// The number of records that the plan makes for one square, at most.
    records: usize,
}

impl Plan {
    /// Whether squares of some step may be recorded together.
    pub(super) fn has_alike(&self) -> bool {
        self.alike.is_some() || self.further.iter().any(|(_, plan)| plan.has_alike())
    }
}

impl Machine<'_, '_> {
    /// The plan for candidates that begin with a step, if all of them can be found so.
    pub(super) fn plan(&self, entry: usize, exit: &Exit) -> Option<Plan> {
        let mut operations = MOST_OPERATIONS;
        self.plan_within(entry, exit, MOST_STEPS, &mut operations)
    }

    fn plan_within(&self, entry: usize, exit: &Exit, steps: usize, operations: &mut usize) -> Option<Plan> {
        if steps == 0 || !self.code.program.passes.has(Pass::LookAhead) {
            return None;
        }
        let Label::Put(new) = self.code.program.automaton.numbered(exit.number).label else { return None };
        let [old] = self.standing(entry, exit)?[..] else { return None };
        let next = self.entries.after(self.code.program, entry, exit);
        let segment = &self.entries.get(next).segment;
        *operations = operations.checked_sub(segment.values.len())?;
        // Patterns are tried on the state itself.
        if segment.tried().next().is_some() {
            return None;
        }
        let others = segment.exits.iter().enumerate().filter(|(_, exit)| !self.ends_candidate(next, exit));
        let further: Vec<(usize, Plan)> =
            others.map(|(n, exit)| Some((n, self.plan_within(next, exit, steps - 1, operations)?))).collect::<Option<_>>()?;
        let squares = self.code.program.layout.squares;
        let alone = further.is_empty() && self.code.set_words() == 1 && self.code.program.passes.has(Pass::RecordRuns);
        let alike = alone.then(|| alike(segment)).flatten();
        // Those that are alike are recorded before, between and after the others.
        let own = if alike.is_some() { 3_usize } else { 1 };
        let records = further.iter().fold(own, |sum, (_, plan)| sum.saturating_add(plan.records.saturating_mul(squares)));
        Some(Plan { exit: exit.clone(), old, new, entry: next, further, alike, records })
    }

    /// Whether the records for all squares fit behind one for which there is room.
    pub(super) fn fits_slack(&self, plan: &Plan) -> bool {
        let squares = self.code.program.layout.squares;
        plan.records.saturating_mul(squares).saturating_mul(self.entries.record_words) < SLACK
    }
}
