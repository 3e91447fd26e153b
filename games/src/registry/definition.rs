//! Where a registered game comes from.

use crate::game::Game;
use crate::params::{ParamError, ParamSpec, Params, Values};
use crate::rbg::RulesFile;
use std::marker::PhantomData;
use std::sync::Arc;

/// The source of a registered game: a Rust type or a text with rules.
pub trait Definition: Sync {
    /// What the game is.
    fn doc(&self) -> &'static str;

    /// Its parameters.
    fn specs(&self) -> Vec<ParamSpec>;

    /// Builds it from values that hold every parameter; [`GameEntry::build`](super::GameEntry::build) fills them in.
    ///
    /// # Errors
    /// If the parameters are incompatible, or the text does not describe a game.
    fn build(&self, values: &Values) -> Result<Arc<dyn Game>, ParamError>;

    /// The rules, if the game is text. Stored results are then identified by the text instead of the name.
    fn text(&self) -> Option<&str> {
        None
    }

    /// The rules in a form that can be parsed and checked, if the game is text.
    fn rules(&self) -> Option<&RulesFile> {
        None
    }
}

/// A game that is a Rust type; what `#[game]` registers.
pub struct RustGame<G>(PhantomData<fn() -> G>);

impl<G> RustGame<G> {
    /// The only value.
    pub const NEW: RustGame<G> = RustGame(PhantomData);
}

impl<G: Game + Params + 'static> Definition for RustGame<G> {
    fn doc(&self) -> &'static str {
        G::doc()
    }

    fn specs(&self) -> Vec<ParamSpec> {
        G::specs()
    }

    fn build(&self, values: &Values) -> Result<Arc<dyn Game>, ParamError> {
        Ok(Arc::new(G::from_values(values)?))
    }
}
