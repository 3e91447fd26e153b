//! The tree: an arena of compact nodes with contiguous children.

mod children;
mod column;
mod dissolve;
mod edges;
mod facts;
mod refit;
mod reroot;
mod shared;
mod tables;

pub use column::Column;
pub use edges::Edges;
pub use facts::{ActionTables, AmafCount, Bias, Bounds, Facts, INFINITE, MOST_FINITE};
pub use shared::Shared;

use edges::LAST;
use tables::Tables;
use treebench_games::{Move, Player};

/// Index of a node in its tree.
pub type NodeId = u32;

/// A node and the statistics of the edge that leads to it. 24 bytes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Node {
    /// Sum of the results for the player who chose the way here, each on the scale [0, 1].
    pub value: f64,
    /// Iterations that passed through.
    pub visits: u32,
    /// Index of the first child; 0 (the root, nobody's child) while the node has not been expanded.
    first: NodeId,
    /// Where the semimoves of the edge begin.
    edge: u32,
    /// Number of children.
    children: u16,
    /// How many of them have been visited; in a player's node these stand before the others.
    visited: u16,
}

impl Node {
    /// Mean result for the player who chose the way here; meaningless before the first visit.
    #[inline]
    pub fn mean(&self) -> f64 {
        self.value / f64::from(self.visits)
    }

    /// Whether the children have been listed.
    #[inline]
    pub fn is_expanded(&self) -> bool {
        self.first != 0
    }
}

/// A search tree. Node 0 is the root.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The semimoves of all edges, the last of each marked.
    words: Vec<u64>,
    /// What is known for certain about the nodes.
    tables: Tables,
    /// How many nodes there are, children that were never visited included, wherever they are kept.
    count: usize,
    /// Whether children have no nodes before they are visited.
    sparse: bool,
    /// Who is to move at the root.
    root_player: Player,
    /// The memory of the tree before the last change of root, to be used for the next one.
    spare: (Vec<Node>, Vec<u64>),
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new(Facts::default())
    }
}

impl Tree {
    /// The root.
    pub const ROOT: NodeId = 0;
    /// The most children that a node can have.
    pub const MOST_CHILDREN: usize = u16::MAX as usize;

    /// A tree that has only its root and keeps these facts about its nodes.
    pub fn new(facts: Facts) -> Tree {
        Tree {
            nodes: vec![Node::default()],
            words: Vec::new(),
            tables: Tables::new(facts),
            count: 1,
            sparse: false,
            root_player: 0,
            spare: Default::default(),
        }
    }

    /// The same for a search in which every submove is a single semimove and only the player who is to move, never chance, decides what is
    /// visited, and whose parts do not look at children that were never visited: these have no nodes and take 8 bytes.
    pub fn sparse(facts: Facts) -> Tree {
        Tree { sparse: true, ..Tree::new(facts) }
    }

    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::default());
        self.words.clear();
        self.tables.clear();
        self.count = 1;
    }

    /// How many nodes there are, children that were never visited included.
    pub fn len(&self) -> usize {
        self.count
    }

    /// How many nodes there is memory in use for: those that belong to the tree no more included, until the root changes.
    pub fn allocated(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is only the root.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// Bytes that nodes, edges and facts take, without spare capacity.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.words.as_slice()) + self.tables.bytes()
    }

    /// A node.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// A node, to be updated by a backup.
    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// How many children a node has, visited or not.
    #[inline]
    pub fn child_count(&self, id: NodeId) -> usize {
        usize::from(self.node(id).children)
    }

    /// The indices of a node's children; in a [sparse](Self::sparse) tree of the visited ones.
    #[inline]
    pub fn child_ids(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = self.node(id);
        node.first..node.first + NodeId::from(if self.sparse { node.visited } else { node.children })
    }

    /// The children that have indices.
    #[inline]
    pub fn children(&self, id: NodeId) -> &[Node] {
        let ids = self.child_ids(id);
        &self.nodes[ids.start as usize..ids.end as usize]
    }

    /// The indices of the visited children of a player's node.
    #[inline]
    pub fn visited_ids(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = self.node(id);
        node.first..node.first + NodeId::from(node.visited)
    }

    /// The visited children of a player's node; the k-th of them is the k-th child.
    #[inline]
    pub fn visited(&self, id: NodeId) -> &[Node] {
        let node = self.node(id);
        let first = node.first as usize;
        &self.nodes[first..first + usize::from(node.visited)]
    }

    /// How many children of a player's node have never been visited.
    #[inline]
    pub fn unvisited(&self, id: NodeId) -> usize {
        let node = self.node(id);
        usize::from(node.children - node.visited)
    }

    /// The semimoves on the edge to a node; none for the root.
    #[inline]
    pub fn edge(&self, id: NodeId) -> impl Iterator<Item = Move> + '_ {
        let start = self.node(id).edge as usize;
        let mut more = id != Tree::ROOT;
        self.words[if more { start } else { 0 }..].iter().map_while(move |&word| {
            let now = more;
            more = word & LAST == 0;
            now.then_some(Move(word & !LAST))
        })
    }
}
