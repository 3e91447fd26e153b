//! What is found out before an experiment is loaded.

use super::Rate;
use std::collections::BTreeMap;

/// The inputs of cells besides their file: the [probes](crate::probe) of a machine, now or when it first played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Probes {
    /// Rates for `states-as`. A nominal rate replaces a missing one.
    pub rates: Vec<Rate>,
    /// The identities of engines by the names of their agents. Without its identity, the cells of an engine have provisional keys.
    pub engines: BTreeMap<String, String>,
}
