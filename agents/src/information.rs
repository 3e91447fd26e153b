//! Games of imperfect information: what agents see, determinisation, equilibria. Information sets are searched by [`search`](crate::search).

mod limited_sight;
mod sight_contract;
mod pimc;
mod tree;
mod strategy;
mod cfr;
mod cfr_agent;
mod policy;

pub use cfr::{Cfr, solve};
pub use policy::{AgentStrategy, Policy};
pub use sight_contract::check_sight;
pub use strategy::{Strategy, Weights};
pub use tree::{GameTree, SizeError};

pub(crate) use cfr_agent::CfrAgent;
pub(crate) use limited_sight::LimitedSight;
pub(crate) use pimc::Pimc;
