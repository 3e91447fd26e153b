//! Nodes that leave no choice: from there to the next switch, every segment offers at most one step in every state.
//!
//! The proof looks at places where paths diverge. The continuations of each edge are expanded to *lines*: the tests that must hold on the way to a
//! step, each at a square given by the shifts before it. Two lines are harmless if their tests exclude one another, or if they meet again at the same
//! node on the same square. A node where this holds for all edges is *decided*. If all nodes reachable before the next switch are decided, there is
//! no choice: of two paths to two different steps, the first could be led along the second from where they diverge to where they meet, again and
//! again, until they end at the same step.

mod lines;
mod conditions;

use crate::automaton::{Automaton, Label, NodeId};
use lines::{Lines, Reach};

/// The total effort of the analysis; beyond it, nothing is proved.
const EFFORT: u64 = 10_000_000;

/// Most choices are decided by the first tests; the analysis looks farther only if these do not suffice.
const REACHES: [Reach; 2] = [Reach { edges: 12, lines: 8 }, Reach { edges: 64, lines: 32 }];

/// For each modifier, whether the node behind it is proved to leave no choice.
pub fn forced_after(automaton: &Automaton) -> Vec<bool> {
    let forced = forced(automaton);
    (0..automaton.modifiers).map(|number| forced[automaton.numbered(number).to as usize]).collect()
}

/// For each node, whether it is proved to leave no choice; a dot counts as an empty edge. Nodes of patterns are skipped.
pub fn forced(automaton: &Automaton) -> Vec<bool> {
    let mut forced = vec![false; automaton.nodes()];
    let nodes = in_play(automaton);
    let mut before = vec![Vec::new(); automaton.nodes()];
    for &node in &nodes {
        forced[node as usize] = true;
        for edge in automaton.leaving(node).filter(|edge| !matches!(edge.label, Label::Switch(_))) {
            before[edge.to as usize].push(node);
        }
    }
    let mut effort = EFFORT;
    // Nodes late in a move come first, since nodes before a choice need no analysis.
    for &node in nodes.iter().rev() {
        if forced[node as usize] && !REACHES.iter().any(|&reach| is_decided(automaton, node, reach, &mut effort)) {
            let mut open = vec![node];
            while let Some(node) = open.pop() {
                if std::mem::replace(&mut forced[node as usize], false) {
                    open.extend(&before[node as usize]);
                }
            }
        }
    }
    forced
}

/// The nodes of the main graph, breadth first.
fn in_play(automaton: &Automaton) -> Vec<NodeId> {
    let mut seen = vec![false; automaton.nodes()];
    let mut nodes = vec![automaton.start];
    seen[automaton.start as usize] = true;
    let mut next = 0;
    while let Some(&node) = nodes.get(next) {
        next += 1;
        for edge in automaton.leaving(node) {
            if !std::mem::replace(&mut seen[edge.to as usize], true) {
                nodes.push(edge.to);
            }
        }
    }
    nodes
}

/// Whether no two of a node's edges lead to different steps from the same square of the same state.
fn is_decided(automaton: &Automaton, node: NodeId, reach: Reach, effort: &mut u64) -> bool {
    let out = &automaton.out[node as usize];
    if out.len() < 2 {
        return true;
    }
    let mut lines = Lines::new(automaton, reach, effort);
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
