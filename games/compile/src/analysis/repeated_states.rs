//! Entry states that the search for candidates reaches repeatedly in the same state of the game, by different orders of the same steps.

use super::contradictions::is_never;
use super::graph::Graph;
use super::needed_values::needed;
use super::plans::plan;
use crate::ir::{Exit, Op, Segment};
use crate::squares::{Relation, SquareSet};
use crate::state::Layout;
use std::collections::{BTreeMap, BTreeSet};

/// Squares of the board for each kind of square, at least: states on squares of different kinds are different.
const SQUARES_PER_KIND: usize = 8;

/// The maximum number of words of a state that are compared: a longer one costs more than it saves.
const MOST_WORDS: usize = 128;

/// These entry states, with the kinds of their squares: one square of each.
pub(crate) fn repeated_states(graph: Graph<'_>) -> BTreeMap<usize, Relation> {
    (0..graph.entries.all().len()).filter_map(|entry| Some((entry, repeated_kinds(graph, entry)?))).collect()
}

fn repeated_kinds(graph: Graph<'_>, entry: usize) -> Option<Relation> {
    let at = graph.get(entry);
    if at.keeper || at.forced {
        return None;
    }
    let layout = &graph.program.layout;
    if state_words(layout).count() > MOST_WORDS {
        return None;
    }
    let squares = layout.squares;
    let kinds = kinds(&at.segment, squares);
    let different: BTreeSet<usize> = kinds.iter().copied().collect();
    let few = different.len() == 1 || different.len() * SQUARES_PER_KIND <= squares;
    let mut others = at.segment.exits.iter().filter(|exit| !graph.ends_candidate(entry, exit));
    let executed = others.any(|exit| plan(graph, entry, exit).is_none());
    (few && executed && returns(graph, entry))
        .then(|| Relation::from_rows(kinds.iter().map(|&kind| SquareSet::one(squares, kind)).collect()))
}

/// Whether the steps of a candidate may lead from an entry state back to it.
fn returns(graph: Graph<'_>, entry: usize) -> bool {
    let (mut seen, mut waiting) = (BTreeSet::new(), vec![entry]);
    while let Some(here) = waiting.pop() {
        let values = &graph.get(here).segment.values;
        let others = graph.exits(here).iter().filter(|exit| !graph.ends_candidate(here, exit));
        let never = |exit: &&Exit| is_never(values, exit.squares);
        for exit in others.filter(|exit| !never(exit)) {
            let next = graph.after(here, exit);
            if next == entry {
                return true;
            }
            if seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    false
}

/// The words of a state that tell it from others in the same move: numbers, and pieces square by square.
pub(crate) fn state_words(layout: &Layout) -> impl Iterator<Item = usize> {
    (layout.variables..layout.sets).chain(layout.bytes..layout.words)
}

/// For each square of the board, the first one from which a segment offers the same in every state.
fn kinds(segment: &Segment, squares: usize) -> Vec<usize> {
    let values = &segment.values;
    let exits: Vec<_> = segment.exits.iter().map(|exit| exit.squares).collect();
    let needed = needed(segment, &exits, &vec![None; values.len()], |_| None);
    let tables: Vec<&Relation> = (values.ops().iter().zip(needed).filter(|(_, needed)| *needed))
        .filter_map(|(op, _)| match *op {
            Op::Row(table) | Op::Within(table, _) => Some(values.table(table)),
            _ => None,
        })
        .collect();
    let mut first: BTreeMap<Vec<&SquareSet>, usize> = BTreeMap::new();
    let rows = |square: usize| tables.iter().map(|table| &table.rows()[square]).collect();
    (0..squares).map(|square| *first.entry(rows(square)).or_insert(square)).collect()
}
