//! Nodes with two children, for walks that would wait most of the time for what they read.

use super::{Node, NodeId, Tree};
use std::hint::select_unpredictable;

/// The data of a node that a walk needs to continue.
#[derive(Clone, Copy)]
pub(crate) struct Fork {
    pub(crate) visits: u32,
    first: NodeId,
    children: u16,
    visited: u16,
}

impl Fork {
    /// The second fork if `second`, else the first. All of both is read, so that nothing waits for the condition but the choice itself.
    #[inline(always)]
    pub(crate) fn either(second: bool, [a, b]: [Fork; 2]) -> Fork {
        Fork {
            visits: select_unpredictable(second, b.visits, a.visits),
            first: select_unpredictable(second, b.first, a.first),
            children: select_unpredictable(second, b.children, a.children),
            visited: select_unpredictable(second, b.visited, a.visited),
        }
    }
}

impl Tree {
    /// The children of a node and the index of the first, if there are two and both were visited. The first children of these children are read,
    /// too, so that the processor has them at hand whichever comes next.
    #[inline(always)]
    pub(crate) fn pair(&self, fork: Fork) -> Option<(NodeId, [&Node; 2])> {
        if (fork.children, fork.visited) != (2, 2) {
            return None;
        }
        let first = fork.first as usize;
        let [a, b] = self.nodes.get(first..first + 2)? else { return None };
        let fetched = [a, b].map(|child| self.nodes.get(child.first as usize).map_or(0, |node| node.visits));
        std::hint::black_box(fetched);
        Some((fork.first, [a, b]))
    }
}

impl From<&Node> for Fork {
    #[inline(always)]
    fn from(&Node { visits, first, children, visited, .. }: &Node) -> Fork {
        Fork { visits, first, children, visited }
    }
}
