//! Statistics: pure functions on plain numbers, each with its source and textbook tests. They know no cell, record or report.
//!
//! This is a separate crate because the harness is built without optimisation, and these functions take time in reports of many games. For the same
//! reason, counted and timed random play ([`FlatPlayer`]) is here.

mod moments;
mod normal;
mod haworth;
mod ratio;
mod classes;
mod rounds;
mod relabel;
mod estimate;
mod sweeps;
mod units;
mod contrast;
mod even;
mod paired;
mod sides;
mod seats;
mod holm;
mod best;
mod claim;
mod printed;
mod fitted;
mod growth;
mod distribution;
mod sequential;
mod bets;
mod lengths;
mod linked;
mod stop_rule;
mod stopping;
mod stopped;
mod forecast;
mod needed;
mod elo;
mod ratings;
mod flat;

pub use best::{Best, best, best_of, chosen_p};
pub use bets::{Bets, Evidence, e_bh, e_bh_bound};
pub use claim::{Answer, Claim, ENOUGH_SKEWED, Gap, ONE_SIDED, OneSidedTest, Over, Score, Side, answer, answer_average, answer_over};
pub use contrast::Contrast;
pub use distribution::Distribution;
pub use elo::{Elo, elo, normalised_elo, superiority};
pub use estimate::Estimate;
pub use even::{EvenJudgement, Verdict, at_any_time, failure_bounds, holds_with_doubts, judge_equals, judge_rounds, judge_sequence};
pub use fitted::{Fit, deviance, fitted};
pub use flat::{Branching, Flat, FlatPlayer};
pub use forecast::{Forecast, expected_rounds, rounds_left, rounds_to_decide};
pub use growth::{DECIDES, EAnswer, e_answer, e_answer_over};
pub use haworth::{Z95, expected_half_width, half_width};
pub use holm::{holm, holm_adjusted};
pub use lengths::Lengths;
pub use linked::LinkedShares;
pub use moments::Moments;
pub use needed::{Question, SampleSize, games_needed, needed};
pub use normal::{LEVEL, chi_squared_tail, normal_quantile};
pub use paired::{Change, PairedShares, paired_means};
pub use printed::{Agreement, Equivalence, agreement, agreement_at_any_time};
pub use ratings::{
    AlphaRank, Bootstrap, BradleyTerry, Davidson, Extreme, Join, MOST_EXACT, Meeting, NashAverage, Order, PairResults, Payoffs, Results,
    alpha_rank, alpha_rank_of_seats, between, bootstrap, bradley_terry, circles, cyclic_triples, davidson, distance, expected_scores,
    extremes, groups_that_met, interactions, linkage, main_effects, nash_average, observed, overlap, points, pooled, rank_correlation,
    scores, unmet,
};
pub use ratio::Ratio;
pub use relabel::relabelling_p;
pub use rounds::{Cluster, Rounds, Tally};
pub use seats::first_seat;
pub use sequential::{bounds, llr, llr_normalised, score_of_elo};
pub use sides::Sides;
pub use stop_rule::{StopRule, StopTest, Unit};
pub use stopped::unbiased;
pub use stopping::{Decision, Sequence};
pub use sweeps::{Series, Sharing, fresh, sums_in_order};
pub use units::units;
