//! Where a registered game comes from.

use crate::game::Game;
use crate::params::{ParamError, ParamSpec, Params, Values};
use std::marker::PhantomData;
use std::sync::Arc;

/// The source of a registered game: a Rust type or a text with rules.
pub trait Definition: Sync {
    /// The game's documentation.
    fn doc(&self) -> &'static str;

    /// Its parameters.
    fn specs(&self) -> Vec<ParamSpec>;

    /// Builds it from values that hold every parameter; [`GameEntry::build`](super::GameEntry::build) fills them in.
    ///
    /// # Errors
    /// If the parameters are incompatible, or the text does not describe a game.
    fn build(&self, values: &Values) -> Result<Arc<dyn Game>, ParamError>;

    /// The rules, if the game is text.
    fn text(&self) -> Option<&str> {
        None
    }

    /// The part of the text that makes the game what it is, if the game is text. It identifies stored results instead of the name.
    fn identity(&self) -> Option<String> {
        None
    }

    /// The faults of the text, if the game is text that does not describe a game under these values.
    fn faults(&self, _values: &Values) -> Vec<RulesFault> {
        Vec::new()
    }
}

/// A fault in a text with rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesFault {
    /// The message, without a full stop.
    pub message: String,
    /// The name of the text.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The number of characters, at least 1.
    pub width: usize,
    /// The text of the line.
    pub text: String,
    /// The name that may have been meant.
    pub suggestion: Option<String>,
    /// How it came about, one step a line, the innermost first.
    pub notes: Vec<String>,
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
