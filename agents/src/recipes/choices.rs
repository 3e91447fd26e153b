//! Parameters that several recipes offer, and the parts they stand for.

use crate::parts::FinalMove;
use crate::parts::backup::{Coupling, Draws};
use crate::parts::final_move::{BestMean, MostVisits};
use crate::parts::selection::{BiasRule, FirstPlay, Pruning, Ranks};
use treebench_games::params::ParamError;
use treebench_games::{GameInfo, Params};

/// What a child without visits is worth.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum FirstPlayRule {
    /// More than any other: every child is tried once before any twice (Alg. 1 of the GPN paper).
    First,
    /// The mean over its siblings' visits, with the exploration term of one visit (Ludii's default).
    ParentMean,
    /// The same with a virtual loss on the parent, as Ludii's code comes to it.
    ParentMeanLessOne,
}

impl FirstPlayRule {
    pub(super) fn part(self) -> FirstPlay {
        match self {
            FirstPlayRule::First => FirstPlay::First,
            FirstPlayRule::ParentMean => FirstPlay::ParentMean,
            FirstPlayRule::ParentMeanLessOne => FirstPlay::ParentMeanLessOne,
        }
    }
}

/// Which child is played in the end.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum FinalRule {
    /// Most visits, then the best mean.
    Visits,
    /// Best mean, then the most visits.
    Mean,
}

impl FinalRule {
    pub(super) fn part(self) -> Box<dyn FinalMove> {
        match self {
            FinalRule::Visits => Box::new(MostVisits),
            FinalRule::Mean => Box::new(BestMean),
        }
    }
}

/// How the bounds of the players' scores follow from each other.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum BoundsRule {
    /// No bounds.
    None,
    /// Each player against the rest, as Cazenave and Saffidine (2010) have Max against Min.
    Published,
    /// Every player's bounds on their own (Ludii).
    Independent,
    /// As "independent", and what is certain for one player is lost for the others; for games whose scores always add up to the same.
    ConstantSum,
}

impl BoundsRule {
    /// The part, or `None` for no bounds.
    ///
    /// # Errors
    /// If the game does not have what the rule needs.
    pub(super) fn part(self, info: &GameInfo) -> Result<Option<Coupling>, ParamError> {
        let needs = "`constant-sum` needs a game whose scores always add up to the same, and those of this game do not";
        Ok(match self {
            BoundsRule::None => None,
            BoundsRule::Published => Some(Coupling::Published),
            BoundsRule::Independent => Some(Coupling::Independent),
            BoundsRule::ConstantSum => {
                let total = info.normalised_total().ok_or_else(|| ParamError::rule("bounds", needs))?;
                Some(Coupling::ConstantSum(total as f32))
            }
        })
    }
}

/// What the end of a game in a draw does to the bounds.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum DrawRule {
    /// What every other end does.
    Proven,
    /// It is known to be a draw, but the bounds above it are not told (Ludii).
    Silent,
}

impl DrawRule {
    pub(super) fn part(self) -> Draws {
        match self {
            DrawRule::Proven => Draws::Proven,
            DrawRule::Silent => Draws::Silent,
        }
    }
}

/// What becomes of children that can give no more than is certain already.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum PruneRule {
    /// Nothing.
    Off,
    /// Their mean counts −10 000 (Ludii).
    Soft,
    /// They are not selected while there is another, and a solved node ends the iteration.
    Hard,
}

impl PruneRule {
    pub(super) fn part(self) -> Pruning {
        match self {
            PruneRule::Off => Pruning::Off,
            PruneRule::Soft => Pruning::Soft,
            PruneRule::Hard => Pruning::Hard,
        }
    }
}

/// How proof numbers become a term of the selection.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum Bias {
    /// By the place in the order of numbers (eq. 3).
    Rank,
    /// By the distance from the least number, over their range (eq. 4).
    Max,
    /// By the share of the sum of all numbers (eq. 5).
    Sum,
    /// By the logarithm of the distance from the least number (the authors' research code).
    Log,
    /// By an exponential of the distance from the least number (the authors' research code).
    Exp,
    /// By the share of the sum of all distances from the least number (the authors' research code).
    Excess,
}

/// How places in the order of proof numbers are counted.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum RankRule {
    /// 1, 1, 2, divided by the greatest rank (eq. 3).
    Dense,
    /// 1, 1, 3, divided by the number of moves (the authors' code).
    Competition,
}

impl Bias {
    pub(super) fn part(self, ranks: RankRule) -> BiasRule {
        match self {
            Bias::Rank => BiasRule::Rank(match ranks {
                RankRule::Dense => Ranks::Dense,
                RankRule::Competition => Ranks::Competition,
            }),
            Bias::Max => BiasRule::Max,
            Bias::Sum => BiasRule::Sum,
            Bias::Log => BiasRule::Log,
            Bias::Exp => BiasRule::Exp,
            Bias::Excess => BiasRule::Excess,
        }
    }
}

/// Refuses games that act by chance, for which proofs are not defined here.
pub(super) fn no_chance(info: &GameInfo) -> Result<(), String> {
    if info.chance { Err("plays games without chance only".to_owned()) } else { Ok(()) }
}

/// Refuses games for more than two players, and those that act by chance.
pub(super) fn two_without_chance(info: &GameInfo) -> Result<(), String> {
    if info.players == 2 { no_chance(info) } else { Err("plays two-player games only".to_owned()) }
}
