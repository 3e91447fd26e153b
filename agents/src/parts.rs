//! The parts of a search: selection, expansion, chance, playout, learner, backup and final move. Their traits are in
//! [`search::phases`](crate::search::phases).
//!
//! A part declares the columns of the tree that it reads and writes ([`Needs`](crate::search::Needs)), and a selection rule brings the backup rules
//! that it depends on. [`goals`] and [`proof_number`] define what selection, backup and final move share about proof numbers.

pub mod proof_number;
pub mod goals;
mod uct;
pub mod selection;
pub mod chance;
pub mod expansion;
pub mod playout;
pub mod learner;
pub mod backup;
pub mod final_move;

pub use goals::Goals;
