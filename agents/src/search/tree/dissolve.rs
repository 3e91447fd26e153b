//! Dissolving a node into its parent.

use super::{LAST, Node, NodeId, Tree};

impl Tree {
    /// Removes a node all of whose children were visited, and gives these to its parent, each with the submove that leads from there
    /// (split-moves paper, Alg. 3). Their statistics stay as they are; all children of the parent get new indices. Nothing
    /// happens if the parent would have too many.
    pub(crate) fn dissolve(&mut self, parent: NodeId, node: NodeId) {
        let (old, inner) = (self.stored_ids(parent), self.stored_ids(node));
        let visited = self.visited_ids(parent);
        let total = old.len() - 1 + inner.len();
        if total > Tree::MOST_CHILDREN || inner.is_empty() {
            return;
        }
        debug_assert!(visited.contains(&node) && self.unvisited(node) == 0);
        let first = self.nodes.len() as NodeId;
        self.move_all(old.start..node);
        self.move_all(node + 1..visited.end);
        for child in inner.clone() {
            let edge = self.words.len() as u32;
            copy_words(&mut self.words, self.nodes[node as usize].edge, false);
            copy_words(&mut self.words, self.nodes[child as usize].edge, true);
            self.nodes.push(Node { edge, ..*self.node(child) });
        }
        self.each_table(|table| table.append(inner.clone()));
        self.move_all(visited.end..old.end);
        self.count -= 1;
        let node = self.node_mut(parent);
        node.first = first;
        node.children = total as u16;
        node.visited = (visited.len() - 1 + inner.len()) as u16;
    }

    fn move_all(&mut self, ids: std::ops::Range<NodeId>) {
        self.nodes.extend_from_within(ids.start as usize..ids.end as usize);
        self.each_table(|table| table.append(ids.clone()));
    }
}

/// Appends a copy of an edge's semimoves; the copy ends an edge only if `last`.
fn copy_words(words: &mut Vec<u64>, edge: u32, last: bool) {
    let mut at = edge as usize;
    loop {
        let word = words[at];
        let ends = word & LAST != 0;
        words.push(if ends && !last { word & !LAST } else { word });
        if ends {
            return;
        }
        at += 1;
    }
}
