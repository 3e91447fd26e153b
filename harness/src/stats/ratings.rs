//! Rating lists from a table of results between all pairs: three views, because one number per agent cannot show a cycle.

mod alpha_rank;
mod bradley_terry;
mod nash;

pub use alpha_rank::{AlphaRank, Payoffs, alpha_rank, alpha_rank_of_seats};
pub use bradley_terry::{BradleyTerry, bradley_terry};
pub use nash::{NashAverage, nash_average};
