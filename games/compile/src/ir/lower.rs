//! The state of lowering: the rules, the board as relations between squares, and the values made so far.

use super::builder::Builder;
use super::op::{Op, ValueId};
use crate::automaton::{Edge, EdgeId, Label, NodeId};
use crate::board::{Direction, Piece};
use crate::number::{Arithmetic, Comparator, Comparison, Operator, Variable};
use crate::program::Program;
use crate::squares::Relation;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Rules that the intermediate form cannot express; the interpreter plays such games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoweringError(pub String);

impl fmt::Display for LoweringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The direction in which edges are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EdgeDirection {
    /// From the start: the squares that can be reached at a node.
    Forwards,
    /// From the end: the squares of a node from which the end can be reached.
    Backwards,
}

/// The set of squares at each node that can be reached from one node along edges inside a segment.
pub(super) type NodeSets = BTreeMap<NodeId, ValueId>;

/// Known facts about patterns, by their starts.
#[derive(Default)]
pub(super) struct Patterns {
    /// Whether the pattern's success depends on the square where it starts.
    pub(super) depends: BTreeMap<NodeId, bool>,
}

/// The steps of the board's directions and the edges of the rules, forwards and backwards.
#[derive(Debug)]
pub struct Relations {
    pub(super) squares: usize,
    forwards: Vec<Relation>,
    backwards: Vec<Relation>,
    /// The edges that lead to each node.
    incoming: Vec<Vec<EdgeId>>,
}

impl Relations {
    /// Those of a game.
    pub fn new(program: &Program) -> Self {
        let board = &program.board;
        let forwards: Vec<Relation> = (0..board.next.len()).map(|d| Relation::step(board, Direction(d as u16))).collect();
        let backwards = forwards.iter().map(Relation::inverse).collect();
        let mut incoming = vec![Vec::new(); program.automaton.nodes()];
        for (id, edge) in program.automaton.edges.iter().enumerate() {
            incoming[edge.to as usize].push(id as EdgeId);
        }
        Relations { squares: board.squares(), forwards, backwards, incoming }
    }
}

/// A segment under construction.
pub(super) struct Lower<'a> {
    pub(super) program: &'a Program,
    pub(super) relations: &'a Relations,
    /// Whether dots are steps here.
    pub(super) dots: bool,
    pub(super) builder: Builder,
    pub(super) patterns: Patterns,
    /// An assumed change of one square, wherever that is (see `pruned`).
    pub(super) put: Option<Placement>,
}

/// A piece that is put down, and those that may be on the square before, if they are known.
pub(super) struct Placement {
    pub(super) new: Piece,
    pub(super) old: Option<Vec<Piece>>,
}

impl Lower<'_> {
    pub(super) fn squares(&self) -> usize {
        self.relations.squares
    }

    pub(super) fn edge(&self, edge: EdgeId) -> &Edge {
        &self.program.automaton.edges[edge as usize]
    }

    /// The edges inside a segment that lead on from a node.
    pub(super) fn edges(&self, node: NodeId, way: EdgeDirection) -> Vec<EdgeId> {
        let edges = match way {
            EdgeDirection::Forwards => &self.program.automaton.out[node as usize],
            EdgeDirection::Backwards => &self.relations.incoming[node as usize],
        };
        edges.iter().copied().filter(|&edge| !self.is_step(self.edge(edge))).collect()
    }

    /// The node at the other end.
    pub(super) fn far(&self, edge: EdgeId, way: EdgeDirection) -> NodeId {
        match way {
            EdgeDirection::Forwards => self.edge(edge).to,
            EdgeDirection::Backwards => self.edge(edge).from,
        }
    }

    pub(super) fn leaving(&self, node: NodeId) -> impl Iterator<Item = &Edge> {
        self.program.automaton.leaving(node)
    }

    pub(super) fn is_step(&self, edge: &Edge) -> bool {
        edge.label.is_modifier() || self.dots && edge.label == Label::Dot
    }

    pub(super) fn step(&self, direction: Direction, way: EdgeDirection) -> Relation {
        match way {
            EdgeDirection::Forwards => self.relations.forwards[usize::from(direction.0)].clone(),
            EdgeDirection::Backwards => self.relations.backwards[usize::from(direction.0)].clone(),
        }
    }

    /// The squares that hold one of these pieces, or may do so after the assumed change.
    pub(super) fn piece_set(&mut self, pieces: &[Piece]) -> ValueId {
        let all = self.program.board.pieces;
        match &self.put {
            Some(Placement { new, old }) if pieces.contains(new) => match old {
                Some(old) => {
                    let both: BTreeSet<Piece> = pieces.iter().chain(old).copied().collect();
                    self.builder.pieces(&both.into_iter().collect::<Vec<_>>(), all)
                }
                None => self.builder.everything(),
            },
            _ => self.builder.pieces(pieces, all),
        }
    }

    pub(super) fn comparison(&mut self, comparison: &Comparison) -> ValueId {
        let mut checks = Vec::new();
        let left = self.number(&comparison.left, &mut checks);
        let right = self.number(&comparison.right, &mut checks);
        let holds = self.builder.compare(left, comparison.comparator, right);
        self.all(holds, checks)
    }

    /// Whether a value may be assigned: from 0 to the variable's bound.
    pub(super) fn assignable(&mut self, variable: Variable, value: &Arithmetic) -> ValueId {
        let bound = self.program.variables.bound(variable);
        let mut checks = Vec::new();
        let value = self.number(value, &mut checks);
        let zero = self.builder.intern(Op::Number(0));
        let bound = self.builder.intern(Op::Number(bound));
        let above = self.builder.compare(value, Comparator::GreaterEqual, zero);
        checks.push(self.builder.compare(value, Comparator::LessEqual, bound));
        self.all(above, checks)
    }

    fn all(&mut self, first: ValueId, checks: Vec<ValueId>) -> ValueId {
        checks.into_iter().fold(first, |all, check| self.builder.both(all, check))
    }

    /// A number; divisors must not be 0, which is recorded in `checks`.
    fn number(&mut self, value: &Arithmetic, checks: &mut Vec<ValueId>) -> ValueId {
        match value {
            Arithmetic::Number(number) => self.builder.intern(Op::Number(*number)),
            Arithmetic::Variable(variable) => self.builder.intern(Op::Variable(*variable)),
            Arithmetic::Count(piece) => self.builder.intern(Op::Count(*piece)),
            Arithmetic::Binary(left, operator, right) => {
                let left = self.number(left, checks);
                let right = self.number(right, checks);
                if *operator == Operator::Divide {
                    let zero = self.builder.intern(Op::Number(0));
                    checks.push(self.builder.compare(right, Comparator::Unequal, zero));
                }
                self.builder.intern(Op::Binary(*operator, left, right))
            }
        }
    }
}
