//! How values become a choice.

use treebench_games::{Params, Rng};

/// How the values of actions become a choice.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoiceRule {
    /// ε-greedy; Gibbs for PPA.
    Auto,
    /// The greatest value; with probability ε a uniformly random choice.
    EpsilonGreedy,
    /// In proportion to exp(value / τ).
    Gibbs,
    /// In proportion to the value; negative weights of PPA count as 0.
    Roulette,
}

/// How values of actions become a choice among them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Choice {
    /// With probability ε uniformly, otherwise the greatest value (Sutton and Barto; Tak, Winands and Björnsson 2012 for MAST).
    EpsilonGreedy(f64),
    /// In proportion to exp(value / τ) (Finnsson and Björnsson 2008).
    Gibbs(f64),
    /// In proportion to the value (Powley, Whitehouse and Cowling 2013).
    Roulette,
}

impl Choice {
    /// The choice by a rule with its parameters ε and τ; `weights` says whether the values are the weights of a softmax, as in PPA.
    pub fn new(rule: ChoiceRule, epsilon: f64, temperature: f64, weights: bool) -> Choice {
        match rule {
            ChoiceRule::Gibbs => Choice::Gibbs(temperature),
            ChoiceRule::Auto if weights => Choice::Gibbs(temperature),
            ChoiceRule::Auto | ChoiceRule::EpsilonGreedy => Choice::EpsilonGreedy(epsilon),
            ChoiceRule::Roulette => Choice::Roulette,
        }
    }

    /// Whether this choice is made by values.
    #[inline]
    pub(super) fn is_greedy(&self, rng: &mut Rng) -> bool {
        match *self {
            Choice::EpsilonGreedy(epsilon) => rng.unit() >= epsilon,
            Choice::Gibbs(_) | Choice::Roulette => true,
        }
    }

    /// Whether keys are the values themselves, without random numbers.
    #[inline]
    pub(super) fn draws_nothing(&self) -> bool {
        matches!(self, Choice::EpsilonGreedy(_))
    }

    /// A key such that the action with the greatest key is the choice, and the action with the next greatest the choice if the first is removed.
    ///
    /// For a draw in proportion to weights w the keys are ln(u) / w, with u uniform on (0, 1) (Efraimidis and Spirakis 2006); in their
    /// logarithmic form for weights exp(v): v − ln(−ln u).
    #[inline]
    pub(super) fn key(&self, value: f64, rng: &mut Rng) -> f64 {
        match *self {
            Choice::EpsilonGreedy(_) => value,
            Choice::Gibbs(temperature) => value / temperature - libm::log(-libm::log(positive(rng))),
            Choice::Roulette => libm::log(positive(rng)) / value.max(0.0),
        }
    }
}

/// A uniform number in (0, 1).
fn positive(rng: &mut Rng) -> f64 {
    rng.unit() + 0.5 / (1u64 << 53) as f64
}

/// The index of the greatest key; ties are broken uniformly at random.
#[inline]
pub(super) fn greatest(keys: &[f64], ties: &mut Vec<usize>, rng: &mut Rng) -> usize {
    let mut best = f64::NEG_INFINITY;
    ties.clear();
    for (k, &key) in keys.iter().enumerate() {
        if key > best {
            best = key;
            ties.clear();
        }
        if key == best {
            ties.push(k);
        }
    }
    if ties.len() == 1 { ties[0] } else { ties[rng.below(ties.len())] }
}
