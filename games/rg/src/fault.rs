//! Faults of a description during play.

use crate::game::{Game, NodeId, Symbol};

/// The kind of fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A search walked too many edges.
    Steps,
    /// A move has too many tags.
    Tags,
    /// A state has too many moves.
    Moves,
    /// Tests of reachability nest too deep.
    NestedTests,
    /// The keeper never hands over control.
    EndlessKeeper,
    /// Chance never hands over control.
    EndlessChance,
    /// The keeper has this many moves instead of one.
    KeeperChoice(usize),
    /// There is no move before the end.
    Stuck,
    /// A move with these tags has two outcomes.
    TwoOutcomes(Vec<Symbol>),
    /// Whether a player sees a move with these tags depends on the path.
    TwoViews(Vec<Symbol>),
    /// A map would get a value at this key, which it does not have.
    NoKey(Symbol),
    /// The search for a whole move was given up.
    GivenUp,
}

/// A fault and where it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of fault.
    pub problem: Problem,
    /// The node.
    pub node: NodeId,
}

impl Fault {
    /// As a message, without a full stop.
    pub fn describe(&self, game: &Game) -> String {
        let limits = &game.limits;
        let what = match &self.problem {
            Problem::Steps => format!("the search for moves takes more than {} steps", limits.steps),
            Problem::Tags => format!("a move has more than {} tags", limits.tags),
            Problem::Moves => format!("there are more than {} moves", limits.moves),
            Problem::NestedTests => format!("reachability tests are nested deeper than {}", limits.nested_tests),
            Problem::EndlessKeeper => format!("the keeper makes more than {} moves in a row, or the same ones again", limits.keeper_moves),
            Problem::EndlessChance => format!("chance makes more than {} moves in a row", limits.keeper_moves),
            Problem::KeeperChoice(moves) => format!("the keeper has {moves} moves instead of one"),
            Problem::Stuck => "there is no move, and the game is not at `end`".to_owned(),
            Problem::TwoOutcomes(tags) => {
                let tags: Vec<&str> = tags.iter().map(|&tag| game.name(tag)).collect();
                match tags.is_empty() {
                    true => "a move has two outcomes, which no tag tells apart".to_owned(),
                    false => format!("the move `{}` has two outcomes", tags.join(" ")),
                }
            }
            Problem::TwoViews(tags) => {
                let tags: Vec<&str> = tags.iter().map(|&tag| game.name(tag)).collect();
                format!("the move `{}` is visible to different players on two paths", tags.join(" "))
            }
            Problem::NoKey(key) => format!("a map has no entry for `{}`", game.name(*key)),
            Problem::GivenUp => "the search for a whole move took too long".to_owned(),
        };
        format!("{what}, at the node `{}`", game.nodes[self.node as usize].name)
    }
}
