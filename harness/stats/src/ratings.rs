//! Rating lists from the results of a tournament: several views, because one number per player cannot show a cycle.

mod connections;
mod linear;
mod meetings;
mod missing;
mod urn;
mod bradley_terry;
mod davidson;
mod alpha_rank;
mod nash;
mod blocks;
mod bootstrap;
mod cycles;
mod kinship;
mod order;
mod effects;

pub use alpha_rank::{AlphaRank, Payoffs, alpha_rank, alpha_rank_of_seats};
pub use bootstrap::{Bootstrap, bootstrap};
pub use bradley_terry::{BradleyTerry, bradley_terry};
pub use cycles::cyclic_triples;
pub use davidson::{Davidson, MOST_EXACT, PairResults, davidson, groups_that_met};
pub use effects::{interactions, main_effects, rank_correlation};
pub use kinship::{Join, distance, linkage};
pub use meetings::{Meeting, between, circles, expected_scores, observed, overlap, points, pooled, scores, unmet};
pub use missing::{Extreme, Results, extremes};
pub use nash::{NashAverage, nash_average};
pub use order::Order;
