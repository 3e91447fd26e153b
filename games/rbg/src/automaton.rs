//! The rules as a nondeterministic automaton (split-moves paper, Fig. 3).
//!
//! Nodes are places in the rules; an edge carries one action, a dot or nothing. Modifiers are numbered in the order of the text, so that
//! the number of an action, and with it the encoding of a move, is the same under every split strategy; dots have their own numbers after
//! them. A pattern's body is a part of the same graph with its own start and end.

use crate::board::Square;
use crate::expr::{Action, Arithmetic, Comparison, Control, Direction, Expr, Piece, Variable};

/// A node's number.
pub type NodeId = u32;
/// An edge's number.
pub type EdgeId = u32;

/// The label of an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Label {
    /// Empty.
    Empty,
    /// Goes to the neighbour.
    Shift(Direction),
    /// Tests the current square.
    On(Vec<Piece>),
    /// Tests values.
    Compare(Comparison),
    /// Tests whether a part of the graph can be walked.
    Pattern {
        /// Whether the test is negated.
        negated: bool,
        /// The start of the pattern's body.
        start: NodeId,
        /// The end of the pattern's body.
        end: NodeId,
    },
    /// Puts a piece.
    Off(Piece),
    /// Sets a variable.
    Assign(Variable, Arithmetic),
    /// Ends the move.
    Switch(Control),
    /// Ends a semimove.
    Dot,
}

impl Label {
    /// Whether it changes the state other than the current square.
    pub fn is_modifier(&self) -> bool {
        matches!(self, Label::Off(_) | Label::Assign(..) | Label::Switch(_))
    }
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
    /// For modifiers: 0, 1, … in the order of the text (bodies of patterns included). For dots: [`Automaton::modifiers`] and on, in
    /// the order of the text. Meaningless for other edges.
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

/// The automaton of a rules tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    /// All edges.
    pub edges: Vec<Edge>,
    /// The edges that leave each node, in the order of the text.
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
    /// Builds the automaton of a tree.
    pub fn new(rules: &Expr) -> Self {
        let mut build = Build { edges: Vec::new(), out: Vec::new(), modifiers: 0, dots: Vec::new() };
        let start = build.node();
        let end = build.node();
        build.between(rules, start, end);
        let Build { mut edges, out, modifiers, dots } = build;
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

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.out.len()
    }

    /// The edges that leave a node, in the order of the text.
    pub fn leaving(&self, node: NodeId) -> impl Iterator<Item = &Edge> {
        self.out[node as usize].iter().map(|&edge| &self.edges[edge as usize])
    }

    /// The edge of a modifier or dot.
    pub fn numbered(&self, number: u32) -> &Edge {
        &self.edges[self.by_number[number as usize] as usize]
    }
}

/// The automaton under construction.
struct Build {
    edges: Vec<Edge>,
    out: Vec<Vec<EdgeId>>,
    modifiers: u32,
    dots: Vec<EdgeId>,
}

impl Build {
    fn node(&mut self) -> NodeId {
        self.out.push(Vec::new());
        (self.out.len() - 1) as NodeId
    }

    fn edge(&mut self, from: NodeId, to: NodeId, label: Label) {
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

    /// Adds a graph between two nodes whose paths are the words of this expression. No two modifiers or dots end at the same node, so that
    /// a state's node determines the last one.
    fn between(&mut self, expr: &Expr, from: NodeId, to: NodeId) {
        match expr {
            Expr::Sequence(parts) => match parts.split_last() {
                None => self.edge(from, to, Label::Empty),
                Some((last, first)) => {
                    let mut here = from;
                    for part in first {
                        let next = self.node();
                        self.between(part, here, next);
                        here = next;
                    }
                    self.between(last, here, to);
                }
            },
            Expr::Sum(parts) => {
                for part in parts {
                    // A star at the start of an alternative loops at its first node: each alternative needs a separate one.
                    let inner = self.node();
                    self.edge(from, inner, Label::Empty);
                    if ends_numbered(part) {
                        let outer = self.node();
                        self.between(part, inner, outer);
                        self.edge(outer, to, Label::Empty);
                    } else {
                        self.between(part, inner, to);
                    }
                }
            }
            Expr::Star(body) => {
                // The loop has a separate node, so that consecutive loops do not mix.
                let head = self.node();
                self.edge(from, head, Label::Empty);
                self.between(body, head, head);
                self.edge(head, to, Label::Empty);
            }
            Expr::Action(action, _) => {
                let label = self.label(action);
                self.edge(from, to, label);
            }
            Expr::Dot(_) => self.edge(from, to, Label::Dot),
        }
    }

    fn label(&mut self, action: &Action) -> Label {
        match action {
            Action::Shift(direction) => Label::Shift(*direction),
            Action::On(pieces) => Label::On(pieces.clone()),
            Action::Compare(comparison) => Label::Compare(comparison.clone()),
            Action::Pattern { negated, body } => {
                let (start, end) = (self.node(), self.node());
                self.between(body, start, end);
                Label::Pattern { negated: *negated, start, end }
            }
            Action::Off(piece) => Label::Off(*piece),
            Action::Assign { variable, value } => Label::Assign(*variable, value.clone()),
            Action::Switch(control) => Label::Switch(*control),
        }
    }
}

/// Whether the last edge of an expression's graph is a modifier or a dot.
fn ends_numbered(expr: &Expr) -> bool {
    match expr {
        Expr::Sequence(parts) => parts.last().is_some_and(ends_numbered),
        Expr::Sum(_) | Expr::Star(_) => false,
        Expr::Action(action, _) => action.is_modifier(),
        Expr::Dot(_) => true,
    }
}
