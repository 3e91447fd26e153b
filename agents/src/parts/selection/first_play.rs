//! What a move is worth that has never been tried.

use crate::search::Node;

/// The score of an unvisited child, in place of mean and exploration term.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FirstPlay {
    /// More than any other: every child is tried once before any is tried twice.
    First,
    /// This score (first-play urgency, Gelly and Wang 2006, section 3.2).
    Score(f64),
    /// The mean over the siblings' visits, with the exploration term of a child visited once.
    ParentMean,
    /// The same with one virtual loss on the parent: the mean that the public code of the GPN paper comes to, where every
    /// node on the path carries a virtual visit while the estimate is made.
    ParentMeanLessOne,
}

impl FirstPlay {
    /// The score on the scale [0, 1], given the visited siblings and the exploration term of one visit.
    #[inline]
    pub(super) fn among(self, siblings: &[Node], exploration: f64) -> f64 {
        match self {
            FirstPlay::First => f64::INFINITY,
            FirstPlay::Score(score) => score,
            FirstPlay::ParentMean | FirstPlay::ParentMeanLessOne => {
                let (sum, visits) = siblings.iter().fold((0.0, 0), |(sum, visits), child| (sum + child.value, visits + child.visits));
                self.score(sum, visits, exploration)
            }
        }
    }

    /// The score on the scale [0, 1], from the siblings' results and visits and the exploration term of one visit.
    #[inline]
    pub(super) fn score(self, sum: f64, visits: u32, exploration: f64) -> f64 {
        match self {
            FirstPlay::First => f64::INFINITY,
            FirstPlay::Score(score) => score,
            // Without siblings there is nothing to compare with, and any score will do.
            FirstPlay::ParentMean => sum / f64::from(visits.max(1)) + exploration,
            FirstPlay::ParentMeanLessOne => sum / (f64::from(visits) + 1.0) + exploration,
        }
    }
}
