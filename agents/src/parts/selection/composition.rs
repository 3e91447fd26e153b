//! The terms that agents combine, as the fastest rule for them.

use super::amaf::PlainAmaf;
use super::experience::PriorExperience;
use super::{AmafMix, Arms, BoundedValue, ByVariance, FirstPlay, HistoryBias, ProofBias, Sum, Term, Ties, Ucb, Ucb1, Ucb1Tuned};
use crate::search::Selection;

/// The terms of a selection rule besides exploration, and its choice by the sum.
#[derive(Clone, Debug)]
pub struct Composition {
    /// All moves as first, mixed with the means.
    pub amaf: Option<AmafMix>,
    /// Whether children have prior experience.
    pub experience: bool,
    /// The effect of proven scores on values.
    pub bounds: Option<BoundedValue>,
    /// Progressive History.
    pub history: Option<HistoryBias>,
    /// Proof numbers.
    pub proofs: Option<ProofBias>,
    /// The value of unvisited children.
    pub first_play: FirstPlay,
    /// How ties between unvisited children are broken, if these are ranked.
    pub ranked: Option<Ties>,
    /// How ties between visited children are broken.
    pub ties: Ties,
    /// Which children may be tried.
    pub arms: Arms,
}

impl Composition {
    /// Only exploration.
    pub fn new(first_play: impl Into<FirstPlay>) -> Composition {
        let (amaf, bounds, history, proofs) = (None, None, None, None);
        let first_play = first_play.into();
        Composition { amaf, experience: false, bounds, history, proofs, first_play, ranked: None, ties: Ties::First, arms: Arms::All }
    }

    /// The rule with the exploration of UCB1, C·√(ln N / n), or with `tuned` that of UCB1-Tuned, which is nowhere greater.
    pub fn ucb1(self, exploration: f64, tuned: bool) -> Box<dyn Selection> {
        if tuned {
            return self.exploring(ByVariance::new(Ucb1Tuned(2.0 * exploration)));
        }
        let ucb = Ucb::new(exploration);
        // What most searches add up has loops of its own.
        match (&self.amaf, self.bounds, self.history, &self.proofs) {
            _ if self.experience => self.exploring(ucb),
            (None, None, None, None) if self.arms == Arms::All => Box::new(Ucb1::new(exploration, self.first_play).with_ties(self.ties)),
            (None, Some(bounds), None, None) => self.sum((bounds, ucb)),
            (None, Some(bounds), None, Some(bias)) => self.sum((bounds, ucb, bias.clone())),
            (None, None, Some(history), None) => self.sum((ucb, history)),
            (Some(amaf), None, None, None) => match PlainAmaf::new(amaf) {
                Some(amaf) => self.sum((amaf, ucb)),
                None => self.sum((amaf.clone(), ucb)),
            },
            _ => self.exploring(ucb),
        }
    }

    /// The rule with this exploration.
    pub fn exploring(self, exploration: impl Term + 'static) -> Box<dyn Selection> {
        let experience = self.experience.then(PriorExperience::default);
        let (amaf, bounds, history, proofs) = (self.amaf.clone(), self.bounds, self.history, self.proofs.clone());
        if history.is_none() && proofs.is_none() {
            match (experience, amaf, bounds) {
                (None, None, Some(bounds)) => return self.sum((bounds, exploration)),
                (experience, amaf, None) => return self.sum((experience, amaf, exploration)),
                _ => {}
            }
        }
        self.sum((experience, self.amaf.clone(), bounds, exploration, history, proofs))
    }

    fn sum(&self, terms: impl Term + 'static) -> Box<dyn Selection> {
        Box::new(Sum::new(terms, self.first_play).with_ties(self.ties).with_arms(self.arms).with_ranks(self.ranked))
    }
}
