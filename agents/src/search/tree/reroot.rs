//! Carrying a subtree over to the next turn.

use super::{LAST, NodeId, Tree};
use treebench_games::Move;

impl Tree {
    /// Makes a node the root and forgets all that is not below it. Statistics are kept as they are.
    pub fn reroot(&mut self, id: NodeId) {
        let (mut nodes, mut words) = std::mem::take(&mut self.spare);
        nodes.clear();
        words.clear();
        nodes.push(*self.node(id));
        self.tables.begin();
        self.tables.keep(id..id + 1);
        let mut next = 0;
        while next < nodes.len() {
            if nodes[next].is_expanded() {
                let first = nodes[next].first as usize;
                nodes[next].first = nodes.len() as NodeId;
                let children = NodeId::from(nodes[next].children);
                self.tables.keep(first as NodeId..first as NodeId + children);
                for child in first..first + usize::from(nodes[next].children) {
                    let mut node = self.nodes[child];
                    let mut word = node.edge as usize;
                    node.edge = words.len() as u32;
                    words.push(self.words[word]);
                    while self.words[word] & LAST == 0 {
                        word += 1;
                        words.push(self.words[word]);
                    }
                    nodes.push(node);
                }
            }
            next += 1;
        }
        self.tables.end();
        self.dropped = 0;
        self.spare = (std::mem::replace(&mut self.nodes, nodes), std::mem::replace(&mut self.words, words));
        self.sweep_tables();
    }

    /// The node that a whole move leads to from `from`, over one edge or several; `None` if the tree does not hold it.
    pub fn descend(&self, from: NodeId, submove: &[Move]) -> Option<NodeId> {
        let (mut node, mut rest) = (from, submove);
        while !rest.is_empty() {
            let (child, length) = self.child_ids(node).find_map(|child| {
                let length = self.edge(child).count();
                let fits = length <= rest.len() && self.edge(child).eq(rest[..length].iter().copied());
                fits.then_some((child, length))
            })?;
            node = child;
            rest = &rest[length..];
        }
        Some(node)
    }
}
