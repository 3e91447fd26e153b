//! The selection of a child.
//!
//! Most rules are a [`Sum`]: the value of a child plus [terms](Term), with one treatment of ties, unvisited children and arms. [`Composition`] picks
//! the fastest form for the terms that an agent combines. The other rules do not look at a score: they play an arm until it fails, draw a child, or
//! follow proof numbers.

mod sum;
mod term;
mod composition;

/// The value of a child.
mod amaf;
mod experience;
mod bounded_value;
mod implicit_minimax;

/// What is added to it.
mod exploration;
mod variance;
mod thompson;
mod discounted;
mod history;
mod proof_bias;
mod bias_rules;

/// Unvisited children, arms, ties.
mod first_play;
mod arms;
mod greatest;

/// The sum of UCT, and what makes it fast.
mod ucb1;
mod shortlist;
mod visit_tables;

/// Moves that are not always legal.
mod availability;

/// Rules of another kind.
mod max_probability;
mod most_proving;
mod mixed_strategy;
mod move_groups;
mod play_the_winner;
mod puct;
mod sequential_halving;
mod win_loss_ucb;
mod without_values;

pub use amaf::{AmafMix, RaveSource, RaveWeight, WeightRule};
pub use arms::{Arms, Optimum};
pub use availability::{Availability, AvailabilityUcb};
pub use bias_rules::{BiasRule, Ranks};
pub use bounded_value::{BoundedValue, Pruning};
pub use composition::Composition;
pub use discounted::DiscountedUcb;
pub use exploration::{KlUcb, Moss, QuotientUcb, Ucb, divergence};
pub use first_play::{FirstPlay, FirstPlayRule};
pub use greatest::Ties;
pub use history::HistoryBias;
pub use implicit_minimax::ImplicitMinimax;
pub use max_probability::MaxProbability;
pub use mixed_strategy::{Learning, MixedStrategy, StrategySums};
pub use most_proving::MostProving;
pub use move_groups::{MoveGroups, OneMove};
pub use play_the_winner::{PlayTheWinner, Switch};
pub use proof_bias::ProofBias;
pub use puct::Puct;
pub use sequential_halving::SequentialHalving;
pub use sum::Sum;
pub use term::{Arm, Scope, Siblings, Term};
pub use thompson::Thompson;
pub use ucb1::Ucb1;
pub use variance::{ByVariance, Epsilon, Ucb1Tuned, UcbV, Variance, VarianceForm, VarianceOnly};
pub use win_loss_ucb::{DrawnGames, WinLossUcb};
pub use without_values::{RandomChild, RoundRobin};
