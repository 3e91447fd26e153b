//! Learning from playouts: statistics of actions from earlier iterations, wherever they were played.

mod no_learning;
mod means;
mod mast;
mod n_grams;
mod ppa;
mod replies;

pub use mast::{Decay, DecayTime, Mast, MastUnit};
pub use means::{Mean, Means};
pub use n_grams::NGrams;
pub use no_learning::NoLearning;
pub use ppa::{Learners, Ppa};
pub(crate) use replies::WithReplies;
pub use replies::{Replies, ReplyRule};
