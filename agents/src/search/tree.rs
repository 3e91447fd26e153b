//! The tree: an arena of compact nodes with contiguous children.

mod children;
mod columns;
mod dissolve;
mod edges;
mod pairs;
mod positions;
mod refit;
mod reroot;
mod rows;

pub(in crate::search) use children::add_detached;
pub use columns::{Column, ColumnId, Columns, Table};
pub use edges::Edges;
pub(crate) use pairs::Fork;
pub use rows::Rows;

use edges::{Edge, LAST};
use positions::Positions;
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
    /// How many of them have been visited; in a player's node these come first.
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
pub struct Tree {
    nodes: Vec<Node>,
    /// The semimoves of all edges, the last of each marked.
    words: Vec<u64>,
    /// The columns of nodes, kept by the parts of the search.
    columns: Columns,
    /// The positions of visited nodes.
    pub(in crate::search) positions: Positions,
    /// The number of nodes, unvisited children included, whether or not they have nodes.
    count: usize,
    /// Whether children have no nodes before they are visited.
    sparse: bool,
    /// The player to move at the root.
    root_player: Player,
    /// The memory of the tree before the last change of root, for re-use.
    spare: (Vec<Node>, Vec<u64>),
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new(Columns::default())
    }
}

impl Tree {
    /// The root.
    pub const ROOT: NodeId = 0;
    /// The maximum number of children of a node.
    pub(crate) const MOST_CHILDREN: usize = u16::MAX as usize;

    /// A tree that has only its root.
    pub fn new(columns: Columns) -> Tree {
        Tree {
            nodes: vec![Node::default()],
            words: Vec::new(),
            columns,
            positions: Positions::default(),
            count: 1,
            sparse: false,
            root_player: 0,
            spare: Default::default(),
        }
    }

    /// A tree in which unvisited children have no nodes and take 8 bytes each. For a search in which every submove is a single semimove, a
    /// player and never chance chooses what is visited, and no part reads anything of unvisited children but their number.
    pub fn sparse(columns: Columns) -> Tree {
        Tree { sparse: true, ..Tree::new(columns) }
    }

    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::default());
        self.words.clear();
        self.each_table(|table| table.clear());
        self.count = 1;
    }

    /// The number of nodes, unvisited children included.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The number of nodes in memory. Until the root changes this includes nodes that have left the tree.
    pub fn allocated(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is only the root.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// Bytes that nodes, edges and columns take, without spare capacity.
    pub fn bytes(&self) -> usize {
        let columns: usize = self.columns.tables().map(Table::bytes).sum();
        size_of_val(self.nodes.as_slice()) + size_of_val(self.words.as_slice()) + columns + self.positions.bytes()
    }

    /// Changes all that is kept beside the nodes together with them.
    #[inline]
    fn each_table(&mut self, mut change: impl FnMut(&mut dyn Table)) {
        self.columns.each(&mut change);
        if let Some(positions) = self.positions.table() {
            change(positions);
        }
    }

    /// The index of a column, for readers outside the search; `None` if the search does not keep it.
    pub fn find<C: Column>(&self) -> Option<ColumnId<C>> {
        self.columns.find()
    }

    /// A column. Fetch it once per call, not once per child: its type is checked each time.
    #[inline]
    pub fn column<C: Column>(&self, id: ColumnId<C>) -> &C::Table {
        self.columns.table(id)
    }

    /// A column, to be updated.
    #[inline]
    pub fn column_mut<C: Column>(&mut self, id: ColumnId<C>) -> &mut C::Table {
        self.columns.table_mut(id)
    }

    /// The player to move at the root of the current search.
    #[inline]
    pub fn root_player(&self) -> Player {
        self.root_player
    }

    /// Sets the player to move at the root.
    pub(crate) fn set_root_player(&mut self, player: Player) {
        self.root_player = player;
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

    /// The number of a node's children, visited or not.
    #[inline]
    pub fn child_count(&self, id: NodeId) -> usize {
        usize::from(self.node(id).children)
    }

    /// The indices of the children that have nodes: all of them, in a [sparse](Self::sparse) tree only the visited ones.
    #[inline]
    pub fn stored_ids(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = self.node(id);
        node.first..node.first + NodeId::from(if self.sparse { node.visited } else { node.children })
    }

    /// The indices of all children of a node, visited or not.
    ///
    /// # Panics
    /// In a [sparse](Self::sparse) tree, where unvisited children have no indices. A part that uses this declares
    /// [`Needs::unvisited_children`](crate::search::Needs::unvisited_children), which keeps the tree from being sparse.
    #[inline]
    pub fn child_ids(&self, id: NodeId) -> std::ops::Range<NodeId> {
        assert!(!self.sparse, "unvisited children have no nodes in this tree; a part that reads them must declare it");
        let node = self.node(id);
        node.first..node.first + NodeId::from(node.children)
    }

    /// All children of a node; the visited ones come first if a player moves there.
    ///
    /// # Panics
    /// As [`child_ids`](Self::child_ids).
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

    /// The number of unvisited children of a player's node.
    #[inline]
    pub fn unvisited(&self, id: NodeId) -> usize {
        let node = self.node(id);
        usize::from(node.children - node.visited)
    }

    /// The semimoves on the edge to a node; none for the root.
    #[inline]
    pub fn edge(&self, id: NodeId) -> impl Iterator<Item = Move> + '_ {
        let start = self.node(id).edge as usize;
        Edge { words: if id == Tree::ROOT { &[] } else { &self.words[start..] } }
    }
}
