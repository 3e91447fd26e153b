//! Steps that the search for candidates executes: squares from which they lead directly to a dead end are removed.

use super::entry_states::EntryStates;
use super::graph::Graph;
use super::plans::plan;
use crate::automaton::Semimoves;
use crate::ir::lower::Relations;
use crate::ir::{Exit, LoweringError, Place, Segment};
use crate::passes::Pass;
use crate::program::Program;
use std::collections::BTreeSet;

/// Leaves such dead ends out of the segments. That changes no candidate, so that it is only done where players choose among whole moves.
pub(crate) fn prune(program: &Program, entries: &mut EntryStates) -> Result<(), LoweringError> {
    if program.semimoves != Semimoves::Moves || !program.passes.has(Pass::PruneDeadSteps) {
        return Ok(());
    }
    let graph = Graph { program, entries };
    let executed: Vec<(usize, BTreeSet<u32>)> =
        (0..entries.all().len()).map(|entry| (entry, executed_steps(graph, entry))).filter(|(_, steps)| !steps.is_empty()).collect();
    if executed.is_empty() {
        return Ok(());
    }
    let relations = Relations::new(program);
    for (entry, steps) in executed {
        let segment = Segment::pruned(program, &relations, entries.get(entry).node, Place::Player, &steps)?;
        entries.replace(entry, segment);
    }
    Ok(())
}

/// The numbers of the steps of an entry state that are executed on several squares.
fn executed_steps(graph: Graph<'_>, entry: usize) -> BTreeSet<u32> {
    let state = graph.get(entry);
    if state.keeper || state.forced {
        return BTreeSet::new();
    }
    let others: Vec<&Exit> = state.segment.exits.iter().filter(|exit| !graph.ends_candidate(entry, exit)).collect();
    if others.iter().all(|exit| plan(graph, entry, exit).is_some()) {
        return BTreeSet::new();
    }
    others.iter().filter(|exit| !graph.is_single(entry, exit)).map(|exit| exit.number).collect()
}
