//! Strongly connected components of the automaton, and an order of their nodes.

use super::lower::{EdgeDirection, Lower, NodeSets};
use crate::automaton::{EdgeId, NodeId};
use std::collections::{BTreeMap, BTreeSet};

/// The value that enters a component from outside, if any.
pub(super) fn entries(component: &BTreeSet<NodeId>, incoming: &NodeSets) -> Option<NodeSets> {
    let entries: NodeSets = component.iter().filter_map(|node| incoming.get(node).map(|&value| (*node, value))).collect();
    (!entries.is_empty()).then_some(entries)
}

/// The strongly connected components that can be reached, each before those it leads to (Tarjan, without recursion).
pub(super) fn components(lower: &Lower<'_>, from: NodeId, way: EdgeDirection) -> Vec<BTreeSet<NodeId>> {
    struct Frame {
        node: NodeId,
        edges: Vec<EdgeId>,
    }
    let mut index: BTreeMap<NodeId, usize> = BTreeMap::new();
    let mut low: BTreeMap<NodeId, usize> = BTreeMap::new();
    let mut stack: Vec<NodeId> = Vec::new();
    let mut on_stack: BTreeSet<NodeId> = BTreeSet::new();
    let mut done = Vec::new();
    let mut frames = vec![Frame { node: from, edges: lower.edges(from, way) }];
    index.insert(from, 0);
    low.insert(from, 0);
    stack.push(from);
    on_stack.insert(from);
    while let Some(frame) = frames.last_mut() {
        let node = frame.node;
        if let Some(edge) = frame.edges.pop() {
            let to = lower.far(edge, way);
            if !index.contains_key(&to) {
                let next = index.len();
                index.insert(to, next);
                low.insert(to, next);
                stack.push(to);
                on_stack.insert(to);
                frames.push(Frame { node: to, edges: lower.edges(to, way) });
            } else if on_stack.contains(&to) {
                low.insert(node, low[&node].min(index[&to]));
            }
            continue;
        }
        frames.pop();
        if let Some(parent) = frames.last() {
            low.insert(parent.node, low[&parent.node].min(low[&node]));
        }
        if low[&node] == index[&node] {
            let mut component = BTreeSet::new();
            while let Some(member) = stack.pop() {
                on_stack.remove(&member);
                component.insert(member);
                if member == node {
                    break;
                }
            }
            done.push(component);
        }
    }
    done.reverse();
    done
}

/// Nodes without which the component has no cycle: the targets of the edges that lead back in a search from its entries.
pub(super) fn heads(lower: &Lower<'_>, nodes: &BTreeSet<NodeId>, entries: &NodeSets, way: EdgeDirection) -> Vec<NodeId> {
    let mut heads = BTreeSet::new();
    let mut state: BTreeMap<NodeId, bool> = BTreeMap::new();
    for &entry in entries.keys() {
        if state.contains_key(&entry) {
            continue;
        }
        state.insert(entry, true);
        let mut frames = vec![(entry, lower.edges(entry, way))];
        while let Some((node, edges)) = frames.last_mut() {
            match edges.pop() {
                Some(edge) => {
                    let to = lower.far(edge, way);
                    if !nodes.contains(&to) {
                        continue;
                    }
                    match state.get(&to) {
                        Some(true) => {
                            heads.insert(to);
                        }
                        Some(false) => {}
                        None => {
                            state.insert(to, true);
                            frames.push((to, lower.edges(to, way)));
                        }
                    }
                }
                None => {
                    state.insert(*node, false);
                    frames.pop();
                }
            }
        }
    }
    heads.into_iter().collect()
}

/// The nodes of a component, each after those that lead to it other than through a head.
pub(super) fn order(lower: &Lower<'_>, nodes: &BTreeSet<NodeId>, heads: &NodeSets, way: EdgeDirection) -> Vec<NodeId> {
    let mut waiting: BTreeMap<NodeId, usize> = nodes.iter().map(|&node| (node, 0)).collect();
    for &node in nodes {
        for edge in lower.edges(node, way) {
            let to = lower.far(edge, way);
            if nodes.contains(&to) && !heads.contains_key(&to) {
                *waiting.entry(to).or_default() += 1;
            }
        }
    }
    let mut ready: Vec<NodeId> = waiting.iter().filter(|(_, count)| **count == 0).map(|(&node, _)| node).collect();
    let mut order = Vec::new();
    while let Some(node) = ready.pop() {
        order.push(node);
        for edge in lower.edges(node, way) {
            let to = lower.far(edge, way);
            if nodes.contains(&to) && !heads.contains_key(&to) {
                let count = waiting.get_mut(&to).expect("a node of the component");
                *count -= 1;
                if *count == 0 {
                    ready.push(to);
                }
            }
        }
    }
    order
}
