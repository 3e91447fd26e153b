//! The graph rules × board, on which dots are judged: all paths that are possible if every condition holds.
//!
//! A *place* is a node of the rules and a square. An edge of the rules leads from a place to at most one other; tests of pieces, values and
//! patterns are assumed to be possibly true. Places that cannot be reached from the start of the game, and those where every path ends
//! before the end of the rules, are left out.

use super::budget::SplitError;
use super::report;
use crate::board::Board;
use crate::expr::{Action, Expr};
use crate::limits::Limits;
use std::collections::BTreeSet;
use treebench_compile::{Control, Direction, Square};

/// The effect of an edge of the rules, as far as splits are concerned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// Nothing, or a test.
    Free,
    /// Goes to the neighbour.
    Shift(Direction),
    /// Changes a piece or a value.
    Modifier,
    /// Ends the move.
    Switch(Control),
    /// A dot, by its number in the list.
    Dot(u32),
}

impl Pass {
    /// Whether it is a step of a move, which ends a segment.
    pub(super) fn is_step(self) -> bool {
        matches!(self, Pass::Modifier | Pass::Switch(_))
    }
}

/// An edge of the rules.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) pass: Pass,
}

/// The rules as a graph without the bodies of patterns. No edge leads to the start, none leaves the end.
pub(super) struct Rules {
    pub(super) edges: Vec<Edge>,
    /// The edges that leave each node, in the order of the text.
    pub(super) out: Vec<Vec<u32>>,
    /// The edges that enter each node.
    pub(super) into: Vec<Vec<u32>>,
}

/// The start of the rules.
pub(super) const START: u32 = 0;
/// The end of the rules.
pub(super) const END: u32 = 1;

impl Rules {
    /// The graph of a tree by Thompson's construction: the graph of an expression between two nodes never enters the first nor leaves the
    /// second, so that alternatives share both without mixing.
    pub(super) fn new(tree: &Expr) -> Self {
        let mut rules = Rules { edges: Vec::new(), out: Vec::new(), into: Vec::new() };
        let (start, end) = (rules.node(), rules.node());
        debug_assert_eq!((start, end), (START, END));
        rules.between(tree, start, end);
        rules
    }

    /// The number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.out.len()
    }

    fn node(&mut self) -> u32 {
        self.out.push(Vec::new());
        self.into.push(Vec::new());
        self.out.len() as u32 - 1
    }

    fn edge(&mut self, from: u32, to: u32, pass: Pass) {
        let id = self.edges.len() as u32;
        self.edges.push(Edge { from, to, pass });
        self.out[from as usize].push(id);
        self.into[to as usize].push(id);
    }

    fn between(&mut self, tree: &Expr, from: u32, to: u32) {
        match tree {
            Expr::Sequence(parts) => {
                let Some((last, first)) = parts.split_last() else { return self.edge(from, to, Pass::Free) };
                let mut here = from;
                for part in first {
                    let next = self.node();
                    self.between(part, here, next);
                    here = next;
                }
                self.between(last, here, to);
            }
            Expr::Sum(parts) => parts.iter().for_each(|part| self.between(part, from, to)),
            Expr::Star(body) => {
                let (first, last) = (self.node(), self.node());
                self.edge(from, first, Pass::Free);
                self.between(body, first, last);
                self.edge(last, first, Pass::Free);
                self.edge(last, to, Pass::Free);
                self.edge(from, to, Pass::Free);
            }
            Expr::Action(action, _) => self.edge(from, to, pass(action)),
            Expr::Dot(span) => self.edge(from, to, Pass::Dot(report::number(span))),
        }
    }
}

fn pass(action: &Action) -> Pass {
    match action {
        Action::Shift(direction) => Pass::Shift(*direction),
        Action::Off(_) | Action::Assign { .. } => Pass::Modifier,
        Action::Switch(control) => Pass::Switch(*control),
        Action::On(_) | Action::Compare(_) | Action::Pattern { .. } => Pass::Free,
    }
}

/// A place: the node's number times the number of squares, plus the square.
pub(super) type Place = usize;

/// The product.
pub(super) struct Product<'a> {
    pub(super) rules: &'a Rules,
    board: &'a Board,
    squares: usize,
    /// `back[direction]`: the ends and starts of the board's edges, sorted.
    back: Vec<Vec<(Square, Square)>>,
    /// The places that belong to it.
    pub(super) alive: Vec<bool>,
}

impl<'a> Product<'a> {
    /// The product of rules and a board.
    ///
    /// # Errors
    /// [`SplitError::TooLarge`] if there would be more than [`Limits::places`] places.
    pub(super) fn new(rules: &'a Rules, board: &'a Board, limits: &Limits) -> Result<Self, SplitError> {
        let squares = board.squares();
        let places = rules.nodes().saturating_mul(squares);
        if places > limits.places {
            return Err(SplitError::TooLarge { places, limit: limits.places });
        }
        let back = board.next.iter().map(|next| {
            let edges = next.iter().zip(0..).filter_map(|(to, from)| Some(((*to)?, from)));
            edges.collect::<BTreeSet<_>>().into_iter().collect()
        });
        let back = back.collect();
        let mut product = Product { rules, board, squares, back, alive: vec![true; places] };
        product.alive = product.reached();
        product.prune();
        Ok(product)
    }

    /// The places that can be reached from the start of the game.
    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.alive.len()];
        reached[self.start()] = true;
        let mut todo = vec![self.start()];
        while let Some(place) = todo.pop() {
            for (_, next) in self.leaving(place) {
                if !reached[next] {
                    reached[next] = true;
                    todo.push(next);
                }
            }
        }
        reached
    }

    /// Repeatedly removes the places without outgoing edges, other than the end.
    fn prune(&mut self) {
        let dead = |&place: &Place| self.alive[place] && self.leaving(place).next().is_none();
        let mut todo = (0..self.alive.len()).filter(dead).collect::<Vec<_>>();
        while let Some(place) = todo.pop() {
            if self.alive[place] && self.node(place) != END && self.leaving(place).next().is_none() {
                todo.extend(self.entering(place).map(|(_, from)| from));
                self.alive[place] = false;
            }
        }
    }

    /// The place where the game starts.
    pub(super) fn start(&self) -> Place {
        self.place(START, 0)
    }

    /// The place of a node and a square.
    pub(super) fn place(&self, node: u32, square: usize) -> Place {
        node as usize * self.squares + square
    }

    /// The node of a place.
    pub(super) fn node(&self, place: Place) -> u32 {
        (place / self.squares) as u32
    }

    /// The square of a place.
    pub(super) fn square(&self, place: Place) -> usize {
        place % self.squares
    }

    /// The places of a node that belong to the product.
    pub(super) fn at(&self, node: u32) -> impl Iterator<Item = Place> {
        let first = self.place(node, 0);
        (first..first + self.squares).filter(|&place| self.alive[place])
    }

    /// The outgoing edges of a place, with their targets.
    pub(super) fn leaving(&self, place: Place) -> impl Iterator<Item = (Edge, Place)> {
        let (node, square) = (place / self.squares, place % self.squares);
        let edges = self.rules.out[node].iter().map(|&edge| self.rules.edges[edge as usize]);
        edges.filter_map(move |edge| {
            let square = match edge.pass {
                Pass::Shift(direction) => usize::from(self.board.step(square as u16, direction)?),
                _ => square,
            };
            let to = self.place(edge.to, square);
            self.alive[to].then_some((edge, to))
        })
    }

    /// The incoming edges of a place, with their sources.
    pub(super) fn entering(&self, place: Place) -> impl Iterator<Item = (Edge, Place)> {
        let (node, square) = (place / self.squares, place % self.squares);
        let edges = self.rules.into[node].iter().map(|&edge| self.rules.edges[edge as usize]);
        edges.flat_map(move |edge| {
            let (through, same) = match edge.pass {
                Pass::Shift(direction) => {
                    let back = &self.back[usize::from(direction.0)];
                    let first = back.partition_point(|&(to, _)| usize::from(to) < square);
                    let last = back.partition_point(|&(to, _)| usize::from(to) <= square);
                    (&back[first..last], None)
                }
                _ => (&[][..], Some(square)),
            };
            let squares = through.iter().map(|&(_, from)| usize::from(from)).chain(same);
            squares.map(move |square| (edge, self.place(edge.from, square))).filter(|&(_, from)| self.alive[from])
        })
    }
}
