//! From a place in the rules to the steps that can be taken there.

use super::builder::Builder;
use super::lower::{EdgeDirection, Lower, LoweringError, Patterns, Relations};
use super::op::{Body, Op, ValueId};
use super::values::Values;
use crate::automaton::Semimoves;
use crate::automaton::{Label, NodeId};
use crate::program::Program;
use std::collections::BTreeSet;

/// Where a segment lies: that decides whether dots are steps, and whether it has an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a player's move.
    Player,
    /// In the keeper's moves.
    Keeper,
    /// In a pattern.
    Pattern(Body),
}

/// A step that a segment offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// The number of the modifier or dot.
    pub number: u32,
    /// The squares where it can be taken.
    pub squares: ValueId,
}

/// A segment: the next steps possible from a node.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The computation.
    pub values: Values,
    /// The steps, by number.
    pub exits: Vec<Exit>,
    /// Inside a pattern: whether its end can be reached without a step.
    pub arrives: Option<ValueId>,
}

impl Segment {
    /// The segment that begins at a node, for a player, for the keeper, or inside a pattern that changes the state.
    ///
    /// # Errors
    /// If the rules cannot be expressed.
    pub fn new(program: &Program, relations: &Relations, node: NodeId, place: Place) -> Result<Self, LoweringError> {
        Segment::pruned(program, relations, node, place, &BTreeSet::new())
    }

    /// The same without the dead ends among some steps, given by their numbers (see `dead_steps`).
    pub(crate) fn pruned(
        program: &Program,
        relations: &Relations,
        node: NodeId,
        place: Place,
        dead_ends: &BTreeSet<u32>,
    ) -> Result<Self, LoweringError> {
        let mut lower = Lower {
            program,
            relations,
            dots: place == Place::Player && program.semimoves != Semimoves::Moves,
            builder: Builder::new(relations.squares, program.passes),
            patterns: Patterns::default(),
            put: None,
        };
        let here = lower.builder.here();
        let found = lower.walk(node, here, EdgeDirection::Forwards)?;
        let mut exits = Vec::new();
        for (&node, &value) in &found {
            for edge in program.automaton.leaving(node) {
                if lower.is_step(edge) {
                    let mut squares = value;
                    if let Label::Assign(variable, value) = &edge.label {
                        let condition = lower.assignable(*variable, value);
                        squares = lower.builder.only_if(condition, squares);
                    }
                    let end = if let Place::Pattern(body) = place { Some(body.end) } else { None };
                    if let Label::Put(piece) = edge.label
                        && (end.is_some() || dead_ends.contains(&edge.number))
                    {
                        squares = lower.prune_dead_steps(squares, piece, edge.to, end)?;
                    }
                    exits.push(Exit { number: edge.number, squares });
                }
            }
        }
        exits.sort_by_key(|exit| exit.number);
        let arrives = match place {
            Place::Pattern(body) => match found.get(&body.end) {
                Some(&there) => Some(lower.builder.some(there)),
                None => None,
            },
            Place::Player | Place::Keeper => None,
        };
        Ok(Segment { values: lower.builder.made.values, exits, arrives })
    }

    /// The patterns that the segment tries.
    pub fn tried(&self) -> impl Iterator<Item = Body> {
        self.values.ops().iter().filter_map(|op| match op {
            Op::Try(body, _) => Some(*body),
            _ => None,
        })
    }
}
