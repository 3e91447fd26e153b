//! Optional capabilities that only some games offer.
//!
//! [`Position`](crate::Position) holds what every game needs. Everything else is a small trait of its own, reached through an accessor that
//! returns `None` unless the game overrides it:
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
//! | `chance` | [`Chance`]: the probabilities of outcomes | everything that plays or searches games with chance |
//! | `hidden` | [`Hidden`]: deals hidden outcomes before the first move | code that runs games; never agents |
//! | `oracle` | [`Oracle`]: exact values | code that judges searches; never agents |
//! | `groups` | [`MoveGroups`]: groups of moves | searches with move groups |
//! | `captures` | [`Captures`]: captures, and playouts that prefer them | playouts that should end in decisions |
//! | `guided` | [`Guided`]: whole playouts guided by a table of values | learning playout policies |
//! | `described` | [`Described`]: faults, fast reading, change of view | code that runs games given as rules |
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
