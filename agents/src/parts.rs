//! What a search is composed of: six parts, each a small trait with one file per rule.
//!
//! One call per phase goes through the trait; inside a phase there is no virtual call per move. What searches try to prove,
//! which selection, backup and final move must agree about, is in [`goals`]; what they learn of actions, in [`actions`].

pub mod goals;
pub mod selection;
pub mod chance;
pub mod expansion;
pub mod playout;
pub mod learner;
pub mod backup;
pub mod final_move;

pub use backup::Backup;
pub use chance::Chance;
pub use expansion::Expansion;
pub use final_move::FinalMove;
pub use goals::Goals;
pub use learner::Learner;
pub use playout::PlayoutPolicy;
pub use selection::{Pick, Selection};
