//! The list of all agents that are linked in, filled by `#[agent]`.

use crate::agent::Recipe;
use crate::information::LimitedSight;
use std::sync::OnceLock;
use treebench_games::params::{ParamError, ParamSpec, Values, resolve};
use treebench_games::registry::{Entry, Origin, Registry};

/// Builds a recipe from values that hold every parameter.
pub type BuildRecipe = fn(&Values) -> Result<Box<dyn Recipe>, ParamError>;

/// Puts a recipe behind a pointer (a function of its own because macros write it). Its agents see no more than their player knows.
#[doc(hidden)]
pub fn erase_recipe<R: Recipe + 'static>(recipe: R) -> Box<dyn Recipe> {
    Box::new(LimitedSight(recipe))
}

/// A registered agent.
pub struct AgentEntry {
    /// Its name in TOML.
    pub name: &'static str,
    /// Its place in the source.
    pub origin: Origin,
    /// Its description, from the type's documentation.
    pub doc: fn() -> &'static str,
    /// Its parameters.
    pub specs: fn() -> Vec<ParamSpec>,
    /// Builds its recipe; use [`AgentEntry::recipe`].
    pub build: BuildRecipe,
}

inventory::collect!(AgentEntry);

impl AgentEntry {
    /// The recipe with some parameters given and the others at their defaults.
    ///
    /// # Errors
    /// If a parameter is unknown, of the wrong type, out of range, or contradicts another.
    pub fn recipe(&self, given: &Values) -> Result<Box<dyn Recipe>, ParamError> {
        (self.build)(&resolve(&(self.specs)(), given)?)
    }
}

impl Entry for AgentEntry {
    const WHAT: &'static str = "agent";

    fn name(&self) -> &'static str {
        self.name
    }

    fn origin(&self) -> Origin {
        self.origin
    }
}

/// The agents that are linked in.
///
/// # Panics
/// If two have the same name; [`check`] reports it as an error, and the facade's `main` calls that first.
pub fn agents() -> &'static Registry<AgentEntry> {
    load().as_ref().unwrap_or_else(|message| panic!("{message}"))
}

/// Checks the registry.
///
/// # Errors
/// If two agents have the same name: the message names both places.
pub fn check() -> Result<(), String> {
    load().as_ref().map(drop).map_err(Clone::clone)
}

fn load() -> &'static Result<Registry<AgentEntry>, String> {
    static AGENTS: OnceLock<Result<Registry<AgentEntry>, String>> = OnceLock::new();
    AGENTS.get_or_init(|| Registry::new(inventory::iter::<AgentEntry>))
}
