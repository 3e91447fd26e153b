//! The update of the nodes on an iteration's path.

mod sums;
mod page_hinkley_restart;
mod heuristic_initialisation;
mod heuristic_minimax;
mod minimax_probability;
mod priors;
mod experience;
mod amaf;
mod action_results;
mod action_tables;
mod history;
mod score_bounds;
mod proof_numbers;

pub use action_results::ActionResults;
pub(crate) use action_results::ResultTables;
pub use action_tables::ActionTables;
pub(crate) use amaf::{Amaf, AncestorTables};
pub use amaf::{AmafCount, AmafUnit, RaveUnit};
pub use experience::{Experience, GiveExperience, Source};
pub use heuristic_initialisation::HeuristicInitialisation;
pub use heuristic_minimax::{HeuristicMinimax, MinimaxEstimate};
pub(crate) use history::CountHistory;
pub use history::History;
pub use minimax_probability::WinProbability;
pub(crate) use minimax_probability::{Defaults, MinimaxProbability};
pub use page_hinkley_restart::{DiscountedVisits, PageHinkleyRestart};
pub use priors::Prior;
pub(crate) use priors::Priors;
pub use proof_numbers::{EarlyStop, ProofNumbers, Refresh};
pub use score_bounds::{Bounds, BoundsUpdate, Coupling, Draws, PruningMark, ScoreBounds};
pub use sums::{CountDecisive, DecisiveResults, DiscountedBackup, Mean, PlayerSums, SumOfSquares};
