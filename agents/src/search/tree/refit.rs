//! Nodes that represent a different position in every descent.

use super::{Edges, LAST, Node, NodeId, Tree};

impl Tree {
    /// Narrows an expanded node to the children that these submoves lead to, the visited ones first; submoves without a child get one if
    /// there is `room`. Returns the number of all children, which [`unfit`](Self::unfit) needs to restore them.
    pub fn refit(&mut self, id: NodeId, edges: &Edges, room: bool) -> usize {
        let mut fitting = 0;
        for submove in submoves(edges) {
            if let Some(child) = self.child_with(id, fitting, submove) {
                self.swap_children(child, self.node(id).first + fitting);
                fitting += 1;
            }
        }
        let total = self.stored_ids(id).len() + edges.len() - fitting as usize;
        if (fitting as usize) < edges.len() && room && total <= Tree::MOST_CHILDREN {
            fitting = self.add_missing(id, edges, fitting);
        }
        let whole = self.stored_ids(id).len();
        let visited = self.visited_first(id, fitting);
        let node = self.node_mut(id);
        node.children = fitting as u16;
        node.visited = visited;
        whole
    }

    /// Restores all children of a node that was narrowed.
    pub fn unfit(&mut self, id: NodeId, whole: usize) {
        self.node_mut(id).children = whole as u16;
    }

    /// The child at or behind this place to which a submove leads.
    fn child_with(&self, id: NodeId, from: NodeId, submove: &[u64]) -> Option<NodeId> {
        let ids = self.stored_ids(id);
        (ids.start + from..ids.end).find(|&child| {
            let edge = self.node(child).edge as usize;
            // Most submoves are of one semimove.
            self.words[edge] == submove[0] && (submove.len() == 1 || self.words[edge..].starts_with(submove))
        })
    }

    /// Moves the children to new places, where there is room for those that are missing, and puts these behind the fitting ones.
    fn add_missing(&mut self, id: NodeId, edges: &Edges, fitting: NodeId) -> NodeId {
        let old = self.stored_ids(id);
        let first = self.nodes.len() as NodeId;
        self.nodes.extend_from_within(old.start as usize..old.end as usize);
        self.each_table(|table| table.append(old.clone()));
        self.node_mut(id).first = first;
        let mut fitting = fitting;
        for submove in submoves(edges) {
            if self.child_with(id, 0, submove).is_none() {
                let edge = self.words.len() as u32;
                self.words.extend_from_slice(submove);
                self.nodes.push(Node { edge, ..Node::default() });
                self.each_table(|table| table.add(1));
                self.count += 1;
                self.node_mut(id).children += 1;
                self.swap_children(first + fitting, self.nodes.len() as NodeId - 1);
                fitting += 1;
            }
        }
        fitting
    }

    /// Moves the visited children to the front of the first `fitting` ones, and counts them.
    fn visited_first(&mut self, id: NodeId, fitting: NodeId) -> u16 {
        let first = self.node(id).first;
        let mut visited = 0;
        for place in 0..fitting {
            if self.node(first + place).visits > 0 {
                self.swap_children(first + visited, first + place);
                visited += 1;
            }
        }
        visited as u16
    }

    #[inline]
    pub(super) fn swap_children(&mut self, a: NodeId, b: NodeId) {
        if a != b {
            self.nodes.swap(a as usize, b as usize);
            self.each_table(|table| table.swap(a, b));
        }
    }
}

/// The words of each submove.
fn submoves(edges: &Edges) -> impl Iterator<Item = &[u64]> {
    edges.words.split_inclusive(|word| word & LAST != 0)
}
