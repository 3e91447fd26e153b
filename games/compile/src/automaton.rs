//! The rules as a nondeterministic automaton (split-moves paper, Fig. 3).
//!
//! Nodes are places in the rules; an edge carries one action, a dot or nothing. The paths from the start are the games. Modifiers are
//! numbered from 0, dots after them, so that the number of an action, and with it the encoding of a move, does not depend on the
//! dots. A pattern's body is a part of the same graph with its own start and end. No two modifiers or dots end at the same node, so
//! that a state's node determines the last one.

use crate::board::{Control, Direction, Piece, Square};
use crate::number::{Arithmetic, Comparison, Variable};

/// A node's number.
pub type NodeId = u32;
/// An edge's number.
pub type EdgeId = u32;

/// The label of an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Label {
    /// Empty.
    Empty,
    /// Goes to the neighbour, if there is one.
    Shift(Direction),
    /// Tests whether the current square holds one of these pieces. Sorted.
    On(Vec<Piece>),
    /// Tests values.
    Compare(Comparison),
    /// Tests whether a part of the graph can be walked from here; its effects are undone.
    Pattern {
        /// Whether the test is negated.
        negated: bool,
        /// The start of the pattern's body.
        start: NodeId,
        /// The end of the pattern's body.
        end: NodeId,
    },
    /// Puts a piece on the current square.
    Put(Piece),
    /// Sets a variable; impossible if the value is out of its range.
    Assign(Variable, Arithmetic),
    /// Ends the move and hands over control.
    Switch(Control),
    /// Ends a semimove, where semimoves are sequences of steps, and has no other effect.
    Dot,
}

impl Label {
    /// Whether it changes the state other than the current square.
    pub fn is_modifier(&self) -> bool {
        matches!(self, Label::Put(_) | Label::Assign(..) | Label::Switch(_))
    }
}

/// How a move is divided into semimoves, the units that players choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Semimoves {
    /// Not at all: a semimove is a whole move, and dots are empty edges.
    Moves,
    /// At dots: a semimove is a sequence of steps that ends with a dot or a switch.
    Sequences,
    /// After every step.
    Steps,
}

/// An edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Its source.
    pub from: NodeId,
    /// Its target.
    pub to: NodeId,
    /// Its label.
    pub label: Label,
    /// For modifiers: 0, 1, … in the order in which they were added, those in patterns included. For dots: [`Automaton::modifiers`] and
    /// on, in the same order. Meaningless for other edges.
    pub number: u32,
}

/// A step of a move: a modifier or a dot, and the square on which it happens.
///
/// Two moves are the same if they consist of the same steps, dots left out. Steps are ordered by number, then by square; this is the
/// canonical order of all lists and random choices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// The edge's [number](Edge::number).
    pub number: u32,
    /// The current square at that moment.
    pub square: Square,
}

/// An automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    /// All edges.
    pub edges: Vec<Edge>,
    /// The edges that leave each node, in the order in which they were added.
    pub out: Vec<Vec<EdgeId>>,
    /// The start of the rules.
    pub start: NodeId,
    /// The end of the rules; nothing leaves it.
    pub end: NodeId,
    /// `by_number[n]`: the edge of the modifier or dot with this number.
    pub by_number: Vec<EdgeId>,
    /// The number of modifiers, whose numbers come before those of dots.
    pub modifiers: u32,
}

impl Automaton {
    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.out.len()
    }

    /// The edges that leave a node, in the order in which they were added.
    #[inline]
    pub fn leaving(&self, node: NodeId) -> impl Iterator<Item = &Edge> {
        self.out[node as usize].iter().map(|&edge| &self.edges[edge as usize])
    }

    /// The edge of a modifier or dot.
    #[inline]
    pub fn numbered(&self, number: u32) -> &Edge {
        &self.edges[self.by_number[number as usize] as usize]
    }
}

/// An automaton under construction.
#[derive(Debug, Default)]
pub struct Builder {
    edges: Vec<Edge>,
    out: Vec<Vec<EdgeId>>,
    modifiers: u32,
    dots: Vec<EdgeId>,
}

impl Builder {
    /// Adds a node.
    pub fn node(&mut self) -> NodeId {
        self.out.push(Vec::new());
        (self.out.len() - 1) as NodeId
    }

    /// Adds an edge. Modifiers and dots are numbered in the order in which they are added.
    pub fn edge(&mut self, from: NodeId, to: NodeId, label: Label) {
        let mut number = 0;
        if label.is_modifier() {
            number = self.modifiers;
            self.modifiers += 1;
        }
        let id = self.edges.len() as EdgeId;
        if label == Label::Dot {
            self.dots.push(id);
        }
        self.edges.push(Edge { from, to, label, number });
        self.out[from as usize].push(id);
    }

    /// The automaton with this start and end.
    pub fn build(self, start: NodeId, end: NodeId) -> Automaton {
        let Builder { mut edges, out, modifiers, dots } = self;
        for (i, &dot) in dots.iter().enumerate() {
            edges[dot as usize].number = modifiers + i as u32;
        }
        let mut by_number = vec![0; modifiers as usize + dots.len()];
        for (id, edge) in edges.iter().enumerate() {
            if edge.label.is_modifier() || edge.label == Label::Dot {
                by_number[edge.number as usize] = id as EdgeId;
            }
        }
        Automaton { edges, out, start, end, by_number, modifiers }
    }
}
