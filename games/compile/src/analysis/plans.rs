//! Plans of a search that looks several steps ahead without executing them, if each replaces a known piece.

use super::graph::Graph;
use super::sole_steps::{SoleStep, sole_step};
use crate::abi::areas::SLACK;
use crate::board::Piece;
use crate::ir::Exit;
use crate::passes::Pass;

/// The maximum number of steps of a plan, whose squares are packed into one word.
const MOST_STEPS: usize = 3;

/// The maximum number of operations of the segments that a plan looks at.
const MOST_OPERATIONS: usize = 600;

/// An assumed step, and what is examined after it.
pub(crate) struct Plan {
    pub(crate) exit: Exit,
    pub(crate) old: Piece,
    pub(crate) new: Piece,
    /// The entry state that the step leads to.
    pub(crate) entry: usize,
    /// Those of its exits that do not end candidates, by their numbers there.
    pub(crate) further: Vec<(usize, Plan)>,
    /// The only step left where squares make no difference.
    pub(crate) sole: Option<SoleStep>,
    /// The number of records that the plan makes for one square, at most.
    records: usize,
}

impl Plan {
    /// Whether squares of some step may be recorded together.
    pub(crate) fn has_sole(&self) -> bool {
        self.sole.is_some() || self.further.iter().any(|(_, plan)| plan.has_sole())
    }

    /// Whether the records for all squares fit behind one for which there is room.
    pub(crate) fn fits_slack(&self, graph: Graph<'_>) -> bool {
        let squares = graph.program.layout.squares;
        self.records.saturating_mul(squares).saturating_mul(graph.entries.record_words) < SLACK
    }
}

/// The plan for candidates that begin with a step, if all of them can be found so.
pub(crate) fn plan(graph: Graph<'_>, entry: usize, exit: &Exit) -> Option<Plan> {
    plan_within(graph, entry, exit, MOST_STEPS, &mut { MOST_OPERATIONS })
}

fn plan_within(graph: Graph<'_>, entry: usize, exit: &Exit, steps: usize, operations: &mut usize) -> Option<Plan> {
    let Graph { program, .. } = graph;
    if steps == 0 || !program.passes.has(Pass::LookAhead) {
        return None;
    }
    let (old, new) = graph.replacement(entry, exit)?;
    let next = graph.after(entry, exit);
    let segment = &graph.get(next).segment;
    *operations = operations.checked_sub(segment.values.len())?;
    // Patterns are tried on the state itself.
    if segment.tried().next().is_some() {
        return None;
    }
    let others = segment.exits.iter().enumerate().filter(|(_, exit)| !graph.ends_candidate(next, exit));
    let further: Vec<(usize, Plan)> =
        others.map(|(n, exit)| Some((n, plan_within(graph, next, exit, steps - 1, operations)?))).collect::<Option<_>>()?;
    let squares = program.layout.squares;
    let alone = further.is_empty() && program.layout.set_words == 1 && program.passes.has(Pass::RecordRuns);
    let sole = alone.then(|| sole_step(segment)).flatten();
    // Squares that make no difference are recorded before, between and after the others.
    let own = if sole.is_some() { 3_usize } else { 1 };
    let records = further.iter().fold(own, |sum, (_, plan)| sum.saturating_add(plan.records.saturating_mul(squares)));
    Some(Plan { exit: exit.clone(), old, new, entry: next, further, sole, records })
}
