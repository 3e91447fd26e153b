//! Games given as rules: Regular Boardgames as `Game` and `Position`.
//!
//! | to learn | read |
//! |---|---|
//! | the language, interpreter and native code | [`language`] |
//! | rules files and their parameters | `rules_file` |
//! | editor support | `editing` |
//! | a game and its views | `game` |
//! | a game under one strategy, and its execution | `view` |
//! | a state | `position` |
//! | its picture | `look` |
//! | FEN for relatives of chess | `forsyth` |

mod editing;
mod forsyth;
mod game;
pub(crate) mod look;
mod position;
mod rules_file;
mod view;

pub use editing::EDITING;
pub use rules_file::{load, parse};
pub use treebench_rbg as language;
