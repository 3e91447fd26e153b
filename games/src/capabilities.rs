//! What only some games have: optional capabilities that a position may offer.
//!
//! [`Position`](crate::Position) holds what every game needs. Everything else is a small trait of its own, reached through an
//! accessor that gives `None` unless the game overrides it:
//!
//! ```text
//! impl Position for Board {
//!     fn chance(&self) -> Option<&dyn Chance> {
//!         Some(self)
//!     }
//! }
//! impl Chance for Board { … }
//! ```
//!
//! | accessor | capability | used by |
//! |---|---|---|
//! | `chance` | [`Chance`]: how likely outcomes are | everything that plays or searches games with chance |
//! | `hidden` | [`Hidden`]: deals what is settled before the first move | whoever runs a game; never agents |
//! | `oracle` | [`Oracle`]: exact values | whoever judges a search; never agents |
//! | `groups` | [`MoveGroups`]: groups of moves | searches with move groups |
//! | `captures` | [`Captures`]: captures, and playouts that prefer them | playouts that are to end in decisions |
//! | `guided` | [`Guided`]: whole playouts guided by a table of values | learning playout policies |
//! | `described` | [`Described`]: faults, fast reading, change of view | whatever meets games given as rules |
//!
//! Three rules hold for all of them:
//!
//! * A position offers the same capabilities as the start of its game. Look a capability up once, outside the loop.
//! * A look-up is one virtual call and allocates nothing.
//! * An accessor takes `&mut self` if a method of its capability changes the position, and `&self` otherwise.

mod captures;
pub(crate) mod chance;
mod described;
mod groups;
mod guided;
mod hidden;
mod oracle;

pub use captures::{Captures, captures_first};
pub use chance::Chance;
pub use described::Described;
pub use groups::MoveGroups;
pub use guided::{Guide, Guided};
pub use hidden::Hidden;
pub use oracle::Oracle;
