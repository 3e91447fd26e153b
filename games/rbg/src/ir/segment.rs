//! From a place in the rules to the steps that can be taken there.

use super::lower::{Lower, Patterns, Relations, Unsupported, Way};
use super::op::ValueId;
use super::values::Values;
use crate::automaton::{Label, NodeId};
use crate::program::Program;
use crate::split::Split;

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
            dots: !keeper && program.split != Split::ORTHODOX,
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
