//! Carrying a subtree over to the next turn.

use super::{LAST, Node, NodeId, Tree};
use treebench_games::Move;

impl Tree {
    /// Makes a node the root and forgets all that is not below it. Statistics are kept as they are.
    pub fn reroot(&mut self, id: NodeId) {
        let (mut nodes, mut words) = std::mem::take(&mut self.spare);
        nodes.clear();
        words.clear();
        nodes.push(*self.node(id));
        self.each_table(|table| table.begin_reroot());
        self.each_table(|table| table.keep(id..id + 1));
        let (mut next, mut count) = (0, 1);
        while next < nodes.len() {
            if nodes[next].is_expanded() {
                let old = nodes[next];
                nodes[next].first = nodes.len() as NodeId;
                let block = self.block(&old);
                self.each_table(|table| table.keep(block.start as NodeId..block.end as NodeId));
                if self.sparse {
                    // Where there is no move, there is no first child either.
                    let start = self.nodes.get(block.start).map_or(0, |first| first.edge) as usize;
                    let edges = words.len() as u32..;
                    words.extend_from_slice(&self.words[start..start + usize::from(old.children)]);
                    nodes.extend(self.nodes[block].iter().zip(edges).map(|(&node, edge)| Node { edge, ..node }));
                } else {
                    for &node in &self.nodes[block] {
                        nodes.push(Node { edge: words.len() as u32, ..node });
                        let rest = &self.words[node.edge as usize..];
                        words.extend_from_slice(&rest[..=rest.iter().position(|word| word & LAST != 0).unwrap_or(0)]);
                    }
                }
                count += usize::from(old.children);
            }
            next += 1;
        }
        self.each_table(|table| table.end_reroot());
        self.count = count;
        self.spare = (std::mem::replace(&mut self.nodes, nodes), std::mem::replace(&mut self.words, words));
    }

    /// The node that a whole move leads to from `from`, over one edge or several; `None` if the tree does not hold it.
    pub fn descend(&self, from: NodeId, submove: &[Move]) -> Option<NodeId> {
        let (mut node, mut rest) = (from, submove);
        while !rest.is_empty() {
            let (child, length) = self.stored_ids(node).find_map(|child| {
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
