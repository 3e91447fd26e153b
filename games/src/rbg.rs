//! Games that are texts: Regular Boardgames as `Game` and `Position`.
//!
//! | to learn | read |
//! |---|---|
//! | the language and its engines | [`language`] |
//! | which texts are registered, and how another one is loaded | [`embedded`], [`load`] |
//! | from a text with parameters to a registry entry | `rules_file` |
//! | a game and its views | `game` |
//! | a game under one strategy, and the engines that play it | `view` |
//! | a state, how it is drawn | `position`, `drawing` |

mod directives;
mod drawing;
mod game;
mod position;
mod registered;
mod rules_file;
mod view;

pub use registered::{embedded, load, of_text};
pub use rules_file::RulesFile;
pub use treebench_rbg as language;
