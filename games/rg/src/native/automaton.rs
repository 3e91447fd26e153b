//! The program's automaton under construction, with facts about its nodes for moves and proofs.

use crate::game::{self, Symbol};
use std::collections::BTreeMap;
use std::sync::Arc;
use treebench_compile::automaton::Builder;
use treebench_compile::{Automaton, Direction, Label, LoweringError, NodeId, Piece, Square};

/// The maximum number of directions.
const MOST_DIRECTIONS: usize = 4_000;

/// A step as a part of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    /// None.
    Silent,
    /// This tag.
    Symbol(Symbol),
    /// The key of the square.
    Square,
}

/// Where any square is chosen.
#[derive(Clone, Debug)]
pub(super) struct AnySquare {
    /// The squares.
    pub(super) squares: Arc<[bool]>,
    /// Where the rules go on.
    pub(super) to: NodeId,
}

/// An automaton under construction.
#[derive(Default)]
pub(super) struct Parts {
    builder: Builder,
    /// The maximum number of nodes.
    most_nodes: usize,
    /// For every node the node of the game that it was made for.
    pub(super) origins: Vec<game::NodeId>,
    /// The tags of all modifiers.
    pub(super) tags: Vec<Tag>,
    /// The nodes at which any square is chosen.
    pub(super) choices: BTreeMap<NodeId, AnySquare>,
    /// The tests of one square seen from another, by their starts: the direction and the pieces.
    pub(super) looks: BTreeMap<NodeId, (Direction, Vec<Piece>)>,
    looks_made: BTreeMap<(Direction, Vec<Piece>), (NodeId, NodeId)>,
    /// The neighbours in all directions.
    pub(super) next: Vec<Vec<Option<Square>>>,
    directions: BTreeMap<Vec<Option<Square>>, Direction>,
}

impl Parts {
    /// An empty automaton, with a maximum number of nodes.
    pub(super) fn new(most_nodes: usize) -> Parts {
        Parts { most_nodes, ..Parts::default() }
    }

    /// Whether it has as many nodes as it may.
    pub(super) fn is_full(&self) -> bool {
        self.origins.len() == self.most_nodes
    }

    /// Adds a node.
    pub(super) fn node(&mut self, origin: game::NodeId) -> Result<NodeId, LoweringError> {
        if self.origins.len() == self.most_nodes {
            return Err(LoweringError(format!("its variables have too many values together: more than {} nodes", self.most_nodes)));
        }
        self.origins.push(origin);
        Ok(self.builder.node())
    }

    /// Adds an edge that is no step.
    pub(super) fn edge(&mut self, from: NodeId, to: NodeId, label: Label) {
        self.builder.edge(from, to, label);
    }

    /// Adds a step, and the node behind it.
    pub(super) fn step(&mut self, from: NodeId, label: Label, tag: Tag) -> Result<NodeId, LoweringError> {
        let to = self.node(self.origins[from as usize])?;
        self.tags.push(tag);
        self.builder.edge(from, to, label);
        Ok(to)
    }

    /// The direction with these neighbours.
    pub(super) fn direction(&mut self, next: Vec<Option<Square>>) -> Result<Direction, LoweringError> {
        if let Some(&known) = self.directions.get(&next) {
            return Ok(known);
        }
        if self.next.len() == MOST_DIRECTIONS {
            return Err(LoweringError(format!("its maps give more than {MOST_DIRECTIONS} relations between squares")));
        }
        let direction = Direction(self.next.len() as u16);
        self.directions.insert(next.clone(), direction);
        self.next.push(next);
        Ok(direction)
    }

    /// Adds an edge on which the square in a direction is tested, and the current one stays.
    pub(super) fn look(&mut self, from: NodeId, to: NodeId, direction: Direction, pieces: Vec<Piece>) -> Result<(), LoweringError> {
        let key = (direction, pieces);
        let (start, end) = match self.looks_made.get(&key) {
            Some(&known) => known,
            None => {
                let origin = self.origins[from as usize];
                let (start, there, end) = (self.node(origin)?, self.node(origin)?, self.node(origin)?);
                self.edge(start, there, Label::Shift(direction));
                self.edge(there, end, Label::On(key.1.clone()));
                self.looks.insert(start, key.clone());
                self.looks_made.insert(key, (start, end));
                (start, end)
            }
        };
        self.edge(from, to, Label::Pattern { negated: false, start, end });
        Ok(())
    }

    /// Adds a node at which any of these squares is chosen, and gives the node where the rules go on.
    pub(super) fn choice(&mut self, from: NodeId, squares: Arc<[bool]>) -> Result<NodeId, LoweringError> {
        let origin = self.origins[from as usize];
        let (any, to) = (self.node(origin)?, self.node(origin)?);
        let count = squares.len();
        let cycle = self.direction((0..count).map(|square| Some(((square + 1) % count) as Square)).collect())?;
        let chosen = self.direction(partial(&squares))?;
        self.edge(from, any, Label::Empty);
        self.edge(any, any, Label::Shift(cycle));
        self.edge(any, to, Label::Shift(chosen));
        self.choices.insert(any, AnySquare { squares, to });
        Ok(to)
    }

    /// The automaton with this start and end.
    pub(super) fn finish(&mut self, start: NodeId, end: NodeId) -> Automaton {
        std::mem::take(&mut self.builder).build(start, end)
    }
}

/// The direction that stays on these squares, and leads nowhere from others.
pub(super) fn partial(squares: &[bool]) -> Vec<Option<Square>> {
    (0..).zip(squares).map(|(square, &here)| here.then_some(square)).collect()
}
