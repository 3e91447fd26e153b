//! Which nodes leave no choice: from there on to the next switch, every stretch offers at most one step whatever the state.
//!
//! The proof looks at places where edges part. What follows each edge is spelled out as [lines](lines): the tests that must hold on the way
//! to a step, each at a square that is given by the shifts before it. Two lines do no harm if their tests exclude one another,
//! or if they meet again at the same node on the same square. A node where this holds for all edges is *decided*. If all nodes
//! that can be reached before the next switch are decided, there is no choice: of two ways to two different steps, the first could
//! be led along the second from where they part to where they meet, again and again, until they end at the same step.

mod lines;
mod tests;

use crate::automaton::{Automaton, Label, NodeId};
use lines::Lines;

/// How much the analysis may compute in all; what it has not proved by then is not proved.
const EFFORT: u64 = 50_000_000;

/// For each node, whether it is proved to leave no choice; a dot counts as an empty edge.
pub fn forced(automaton: &Automaton) -> Vec<bool> {
    let mut forced = vec![true; automaton.nodes()];
    let mut before = vec![Vec::new(); automaton.nodes()];
    for edge in &automaton.edges {
        if !matches!(edge.label, Label::Switch(_)) {
            before[edge.to as usize].push(edge.from);
        }
    }
    let mut effort = EFFORT;
    let nodes = 0..automaton.nodes() as NodeId;
    let mut open: Vec<NodeId> = nodes.filter(|&node| !is_decided(automaton, node, &mut effort)).collect();
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut forced[node as usize], false) {
            open.extend(&before[node as usize]);
        }
    }
    forced
}

/// Whether no two of a node's edges lead to different steps from the same square of the same state.
fn is_decided(automaton: &Automaton, node: NodeId, effort: &mut u64) -> bool {
    let out = &automaton.out[node as usize];
    if out.len() < 2 {
        return true;
    }
    let mut lines = Lines::new(automaton, effort);
    let mut before = Vec::new();
    for &edge in out {
        let new = lines.behind(&automaton.edges[edge as usize]);
        if before.iter().any(|old| new.iter().any(|new| !lines.are_harmless(old, new))) {
            return false;
        }
        before.extend(new);
    }
    true
}
