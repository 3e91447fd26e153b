//! The tree: an arena of compact nodes with contiguous children.

mod column;
mod dissolve;
mod facts;
mod refit;
mod reroot;
mod shared;

pub use column::Column;
pub use facts::{ActionTables, Amaf, Bias, Bounds, Facts, INFINITE, MOST_FINITE};

pub use shared::Shared;

use facts::Tables;
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

/// Marks the last semimove of an edge; games use the 63 bits below.
const LAST: u64 = 1 << Move::BITS;

/// Submoves on their way into a tree, end to end.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    words: Vec<u64>,
    count: usize,
}

impl Edges {
    /// Forgets them.
    #[inline]
    pub fn clear(&mut self) {
        self.words.clear();
        self.count = 0;
    }

    /// Adds a submove; an empty one is ignored.
    #[inline]
    pub fn push(&mut self, submove: &[Move]) {
        if let Some((last, rest)) = submove.split_last() {
            self.words.extend(rest.iter().map(|m| m.0));
            self.words.push(last.0 | LAST);
            self.count += 1;
        }
    }

    /// Adds every semimove of a list as a submove of its own.
    #[inline]
    pub fn push_each(&mut self, semimoves: &[Move]) {
        self.words.extend(semimoves.iter().map(|m| m.0 | LAST));
        self.count += semimoves.len();
    }

    /// Calls `f` with every submove in turn, which `memory` is used for.
    pub fn for_each(&self, memory: &mut Vec<Move>, mut f: impl FnMut(&[Move])) {
        memory.clear();
        for &word in &self.words {
            memory.push(Move(word & !LAST));
            if word & LAST != 0 {
                f(memory);
                memory.clear();
            }
        }
    }

    /// Writes the semimoves of the k-th submove into `out` in place of what was there. The submoves before it are walked over.
    pub fn copy(&self, k: usize, out: &mut Vec<Move>) {
        let start = if k == 0 { Some(0) } else { self.ends().nth(k - 1).map(|end| end + 1) };
        let end = self.ends().nth(k);
        out.clear();
        if let (Some(start), Some(end)) = (start, end) {
            out.extend(self.words[start..=end].iter().map(|word| Move(word & !LAST)));
        }
    }

    /// Where the last semimove of each submove stands.
    fn ends(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().filter(|(_, word)| *word & LAST != 0).map(|(at, _)| at)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
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
    /// How many of the nodes belong to the tree no more.
    dropped: usize,
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
            dropped: 0,
            root_player: 0,
            spare: Default::default(),
        }
    }

    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::default());
        self.words.clear();
        self.tables.clear();
        self.dropped = 0;
    }

    /// How many nodes there are, children that were never visited included.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.dropped
    }

    /// How many nodes there is memory in use for: those that have been dissolved included, until the root changes.
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

    /// The indices of a node's children.
    #[inline]
    pub fn child_ids(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = self.node(id);
        node.first..node.first + NodeId::from(node.children)
    }

    /// A node's children.
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

    /// Gives a node its children, all unvisited. Whether there was room for them is the caller's question ([`MOST_CHILDREN`](Self::MOST_CHILDREN)).
    pub fn expand(&mut self, id: NodeId, edges: &Edges) {
        debug_assert!(!self.node(id).is_expanded() && edges.len() <= Tree::MOST_CHILDREN);
        let first = self.nodes.len() as NodeId;
        let mut begins = true;
        for (edge, &word) in (self.words.len() as u32..).zip(&edges.words) {
            if begins {
                self.nodes.push(Node { edge, ..Node::default() });
            }
            begins = word & LAST != 0;
        }
        self.words.extend_from_slice(&edges.words);
        self.tables.add(edges.len());
        let node = self.node_mut(id);
        node.first = first;
        node.children = edges.len() as u16;
    }

    /// Takes the `pick`-th unvisited child of a player's node into the visited ones and returns its index. No facts are known yet
    /// of unvisited children, so these need not move with them.
    #[inline]
    pub fn visit_new(&mut self, id: NodeId, pick: usize) -> NodeId {
        let node = self.node_mut(id);
        let front = node.first as usize + usize::from(node.visited);
        node.visited += 1;
        self.nodes.swap(front, front + pick);
        self.tables.amaf.swap(front as NodeId, (front + pick) as NodeId);
        front as NodeId
    }

    /// Removes a child that turned out to be a dead end.
    pub fn remove_child(&mut self, parent: NodeId, child: NodeId) {
        let Node { first, children, visited, .. } = *self.node(parent);
        let (last_visited, last) =
            ((first + NodeId::from(visited)).wrapping_sub(1) as usize, (first + NodeId::from(children) - 1) as usize);
        let mut hole = child as usize;
        if visited > 0 && hole <= last_visited {
            self.nodes.swap(hole, last_visited);
            self.tables.swap(hole as NodeId, last_visited as NodeId);
            hole = last_visited;
            self.node_mut(parent).visited -= 1;
        }
        self.nodes.swap(hole, last);
        self.tables.swap(hole as NodeId, last as NodeId);
        self.node_mut(parent).children -= 1;
        // What was below it has been removed before.
        self.dropped += 1;
    }
}
