//! Games given as rules: Regular Games as `Game` and `Position`.
//!
//! | to learn | read |
//! |---|---|
//! | the languages and their interpreter | [`language`] |
//! | rules files | `rules_file` |
//! | editor support | `editing` |
//! | a game and its two views | `rules`, `game` |
//! | a state, or the possible states inside a move | `position` |
//! | hidden information: what players have seen, and drawing positions from it | `information`, `history`, `worlds`, `drawing` |
//! | its picture | `look` |
//!
//! Under the view `tags` every tag is a semimove. A tag is where the rules let a player see what has been chosen, so that this is close to `Mod` of
//! Regular Boardgames, which cuts behind every change of the board; but changes without a tag do not cut, and the same tags may come from several
//! places in the rules, all of which are kept until later tags tell them apart.

mod drawing;
mod editing;
mod game;
mod history;
mod information;
mod look;
mod position;
mod rules;
mod rules_file;
mod worlds;

pub use editing::EDITING;
pub use rules_file::load;
pub use treebench_rg as language;
