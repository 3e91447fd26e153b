//! From a place in the rules to the steps that can be taken there.

use super::graph::Way;
use super::op::{Op, ValueId};
use super::pattern::Patterns;
use super::relation::Relation;
use super::values::Values;
use crate::automaton::{Edge, EdgeId, Label, NodeId};
use crate::expr::{Arithmetic, Comparison, Direction, Operator, Piece, Relation as Comparing};
use crate::program::Program;
use std::fmt;

/// What the intermediate form cannot say; the interpreter plays such a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A step that a segment offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// The number of the modifier or dot.
    pub number: u32,
    /// The squares where it can be taken.
    pub squares: ValueId,
}

/// A segment: from a node, what can be done next.
#[derive(Clone, Debug)]
pub struct Segment {
    /// What is computed.
    pub values: Values,
    /// The steps, by number.
    pub exits: Vec<Exit>,
}

impl Segment {
    /// The segment that begins at a node, for a player or for the keeper.
    ///
    /// # Errors
    /// If a pattern changes the state.
    pub fn new(program: &Program, relations: &Relations, node: NodeId, keeper: bool) -> Result<Self, Unsupported> {
        let mut lower = Lower {
            program,
            relations,
            dots: !keeper && program.split != crate::split::Split::ORTHODOX,
            values: Values::new(relations.squares),
            patterns: Patterns::default(),
        };
        let here = lower.values.here();
        let found = lower.walk(node, here, Way::Forwards)?;
        let mut exits = Vec::new();
        for (&node, &value) in &found {
            for edge in program.automaton.leaving(node) {
                if lower.is_step(edge) {
                    let mut squares = value;
                    if let Label::Assign(variable, value) = &edge.label {
                        let condition = lower.assignable(*variable, value);
                        squares = lower.values.only_if(condition, squares);
                    }
                    exits.push(Exit { number: edge.number, squares });
                }
            }
        }
        exits.sort_by_key(|exit| exit.number);
        Ok(Segment { values: lower.values, exits })
    }
}

/// The steps of the board's directions and the edges of the rules, forwards and backwards.
#[derive(Debug)]
pub struct Relations {
    squares: usize,
    forwards: Vec<Relation>,
    backwards: Vec<Relation>,
    /// The edges that lead to each node.
    incoming: Vec<Vec<EdgeId>>,
}

impl Relations {
    /// Those of a game.
    pub fn new(program: &Program) -> Self {
        let board = &program.description.board;
        let forwards: Vec<Relation> = (0..board.directions.len()).map(|d| Relation::step(board, Direction(d as u16))).collect();
        let backwards = forwards.iter().map(Relation::inverse).collect();
        let mut incoming = vec![Vec::new(); program.automaton.nodes()];
        for (id, edge) in program.automaton.edges.iter().enumerate() {
            incoming[edge.to as usize].push(id as EdgeId);
        }
        Relations { squares: board.squares(), forwards, backwards, incoming }
    }
}

/// A segment in the making.
pub(super) struct Lower<'a> {
    program: &'a Program,
    relations: &'a Relations,
    /// Whether dots are steps here.
    dots: bool,
    pub(super) values: Values,
    pub(super) patterns: Patterns,
}

impl Lower<'_> {
    pub(super) fn squares(&self) -> usize {
        self.relations.squares
    }

    pub(super) fn edge(&self, edge: EdgeId) -> &Edge {
        &self.program.automaton.edges[edge as usize]
    }

    /// The edges inside a segment that lead on from a node.
    pub(super) fn edges(&self, node: NodeId, way: Way) -> Vec<EdgeId> {
        let edges = match way {
            Way::Forwards => &self.program.automaton.out[node as usize],
            Way::Backwards => &self.relations.incoming[node as usize],
        };
        edges.iter().copied().filter(|&edge| !self.is_step(self.edge(edge))).collect()
    }

    /// The node at the other end.
    pub(super) fn far(&self, edge: EdgeId, way: Way) -> NodeId {
        match way {
            Way::Forwards => self.edge(edge).to,
            Way::Backwards => self.edge(edge).from,
        }
    }

    pub(super) fn leaving(&self, node: NodeId) -> impl Iterator<Item = &Edge> {
        self.program.automaton.leaving(node)
    }

    pub(super) fn is_step(&self, edge: &Edge) -> bool {
        edge.label.is_modifier() || self.dots && edge.label == Label::Dot
    }

    pub(super) fn step(&self, direction: Direction, way: Way) -> Relation {
        match way {
            Way::Forwards => self.relations.forwards[usize::from(direction.0)].clone(),
            Way::Backwards => self.relations.backwards[usize::from(direction.0)].clone(),
        }
    }

    pub(super) fn piece_set(&mut self, pieces: &[Piece]) -> ValueId {
        self.values.pieces(pieces, self.program.description.pieces.len())
    }

    /// What becomes of a set along an edge.
    pub(super) fn transfer(&mut self, edge: EdgeId, set: ValueId, way: Way) -> Result<ValueId, Unsupported> {
        match self.edge(edge).label.clone() {
            Label::Empty | Label::Dot => Ok(set),
            Label::Shift(direction) => {
                let step = self.step(direction, way);
                Ok(self.values.image(&step, set))
            }
            Label::On(pieces) => {
                let there = self.piece_set(&pieces);
                Ok(self.values.and(set, there))
            }
            Label::Compare(comparison) => {
                let condition = self.comparison(&comparison);
                Ok(self.values.only_if(condition, set))
            }
            Label::Pattern { negated, start, end } => self.pattern(start, end, negated, set, way),
            Label::Off(_) | Label::Assign(..) | Label::Switch(_) => unreachable!("modifiers end a segment"),
        }
    }

    fn comparison(&mut self, comparison: &Comparison) -> ValueId {
        let mut checks = Vec::new();
        let left = self.number(&comparison.left, &mut checks);
        let right = self.number(&comparison.right, &mut checks);
        let holds = self.values.intern(Op::Compare(left, comparison.relation, right));
        self.all(holds, checks)
    }

    /// Whether a value may be assigned: from 0 to the variable's bound.
    fn assignable(&mut self, variable: crate::expr::Variable, value: &Arithmetic) -> ValueId {
        let bound = i64::from(self.program.description.variable(variable).bound);
        let mut checks = Vec::new();
        let value = self.number(value, &mut checks);
        let zero = self.values.intern(Op::Number(0));
        let bound = self.values.intern(Op::Number(bound));
        let above = self.values.intern(Op::Compare(value, Comparing::GreaterEqual, zero));
        checks.push(self.values.intern(Op::Compare(value, Comparing::LessEqual, bound)));
        self.all(above, checks)
    }

    fn all(&mut self, first: ValueId, checks: Vec<ValueId>) -> ValueId {
        checks.into_iter().fold(first, |all, check| self.values.intern(Op::Both(all, check)))
    }

    /// A number; divisors must be other than 0, which is noted in `checks`.
    fn number(&mut self, value: &Arithmetic, checks: &mut Vec<ValueId>) -> ValueId {
        match value {
            Arithmetic::Number(number) => self.values.intern(Op::Number(*number)),
            Arithmetic::Variable(variable) => self.values.intern(Op::Variable(*variable)),
            Arithmetic::Count(piece) => self.values.intern(Op::Count(*piece)),
            Arithmetic::Binary(left, operator, right) => {
                let left = self.number(left, checks);
                let right = self.number(right, checks);
                if *operator == Operator::Divide {
                    let zero = self.values.intern(Op::Number(0));
                    checks.push(self.values.intern(Op::Compare(right, Comparing::Unequal, zero)));
                }
                self.values.intern(Op::Binary(*operator, left, right))
            }
        }
    }
}
