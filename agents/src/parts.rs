//! The parts of a search: selection, expansion, chance, playout, learner, backup and final move. Each is a small trait.
//!
//! A part declares which columns of the tree it reads and writes ([`Needs`](crate::search::Needs)), and a selection rule brings the backup
//! rules that it depends on. One call per phase goes through a trait; inside a phase there is no virtual call per move. [`goals`] says
//! what proof numbers are about, for selection, backup and final move alike.

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
pub use selection::{Pick, Selection, Walk};
