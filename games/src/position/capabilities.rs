//! Optional capabilities that only some games offer.
//!
//! [`Position`] holds what every game needs. Everything else is a small trait of its own, reached through an accessor that
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
//! | `hidden` | [`HiddenSetup`]: deals hidden outcomes before the first move | code that runs games; never agents |
//! | `information` | [`Information`]: what players know who do not see everything | code that runs games; searches of information sets |
//! | `oracle` | [`Oracle`]: exact values | code that judges searches; never agents |
//! | `groups` | [`MoveGroups`]: groups of moves | searches with move groups |
//! | `captures` | [`Captures`]: captures, and playouts that prefer them | playouts that should end in decisions |
//! | `guided` | [`GuidedPlayouts`]: whole playouts guided by a table of values | learning playout policies |
//! | `knowledge` | [`Knowledge`]: a playout policy of the game's own, and what to expect of moves | searches that use knowledge of the game |
//! | `packed` | [`PackedPosition`]: positions in a few words | searches that keep the positions of their nodes |
//! | `squares` | [`Squares`]: the pieces on the squares of a board | notations of other programs |
//! | `described` | [`RulesPosition`]: faults, fast reading, change of view | code that runs games given as rules |
//!
//! Three rules hold for all of them:
//!
//! * A position offers the same capabilities as the start of its game. Look a capability up once, outside the loop.
//! * A look-up is one virtual call and allocates nothing.
//! * An accessor takes `&mut self` if a method of its capability changes the position, and `&self` otherwise.

mod captures;
mod chance;
mod information;
mod knowledge;
mod squares;

pub use captures::{Captures, captures_first};
pub use chance::Chance;
pub use information::Information;
pub use knowledge::{Expectation, Knowledge, Part, Parts};
pub use squares::{Piece, Square, Squares};

use super::playout::{Playout, Trace};
use super::{Player, Position};
use crate::moves::Move;
use crate::rng::Rng;

/// A game of chance whose outcomes are settled before the first move, such as the order of shuffled pieces.
///
/// Such a game can be run in two equivalent ways: by drawing each outcome when it is needed, or by dealing once and revealing. Dealing lets
/// both games of a pair share the same shuffle whatever is played. Only the code that runs a game may use it: agents never see a deal.
/// Dice, which are rolled when needed, are not hidden in this sense.
pub trait HiddenSetup: Position {
    /// Draws everything that is hidden into `deal` (emptied first). Called at the start of a game; playing by the deal gives every
    /// sequence of outcomes the same probability as drawing one outcome after the other.
    fn deal(&self, rng: &mut Rng, deal: &mut Vec<Move>);

    /// The outcome of chance here under this deal, whatever was played before; `None` if the deal does not settle it.
    fn dealt(&self, deal: &[Move]) -> Option<Move>;
}

/// A game that knows its exact values without a search, as artificial trees do.
///
/// Only code that judges a search may use it. An agent that did would not be searching.
pub trait Oracle: Position {
    /// A player's final score under perfect play by all players, in expectation where chance acts; within the range that
    /// [`GameInfo`](crate::GameInfo) states.
    fn known_score(&self, player: Player) -> f64;

    /// The difficulty of finding a winning move here, on the game's own scale (lower is easier); `None` if the game has no such measure.
    fn difficulty(&self, _player: Player) -> Option<f64> {
        None
    }
}

/// A game that sorts its moves into groups, for searches that first choose a group and then one of its moves (move groups: Childs, Brodeur
/// and Kocsis, "Transpositions and move groups in Monte Carlo tree search", CIG 2008).
pub trait MoveGroups: Position {
    /// The number of the group of a legal semimove. A semimove is in the same group wherever it is legal.
    fn group(&self, semimove: Move) -> u32;
}

/// A game that plays whole guided playouts in one call, much faster than a loop over its moves.
///
/// Only one kind of guidance is offered: ε-greedy choice by a table with one value for each player and semimove (as in MAST). Other
/// policies play move by move.
pub trait GuidedPlayouts: Position {
    /// The number of entries per player: all semimoves of this view, as numbers, are below it.
    fn codes(&self) -> usize;

    /// Plays as [`Position::playout_traced`] does, but chooses semimoves by value: among those not yet known to be dead ends, a uniformly
    /// random one with probability ε, otherwise one of the greatest value.
    fn playout_guided(&mut self, rng: &mut Rng, cap: u32, guide: &Guide<'_>, trace: &mut Trace) -> Playout;
}

/// Values of semimoves, by which [`GuidedPlayouts::playout_guided`] chooses.
#[derive(Clone, Copy, Debug)]
pub struct Guide<'a> {
    /// The value of each semimove for each player: `values[player * size + code]`, where `code` is the number in
    /// [`Move`]. No value is NaN.
    pub values: &'a [f64],
    /// The size of the table for one player ([`GuidedPlayouts::codes`]).
    pub size: usize,
    /// The probability ε of a uniform choice, in [0, 1]. Otherwise a semimove of the greatest value is chosen, with ties broken at random.
    pub epsilon: f64,
}

/// A position of a game that is described in a rules language rather than written in Rust.
///
/// Anyone can write such a description, so its evaluation is bounded by limits and may fail. In return, the language allows reading a move
/// and changing the view faster than by listing all moves and parsing text.
pub trait RulesPosition: Position {
    /// Why the game cannot continue, if its description is at fault: it exceeded a limit that keeps descriptions from running forever. A faulted
    /// position is over, but its score is meaningless and must not be counted as a draw.
    fn fault(&self) -> Option<String>;

    /// Marks the position as faulted, when a search for a whole move from here is abandoned after too many semimoves.
    fn give_up(&self);

    /// The legal whole move with this notation; `None` if it cannot be read directly and the caller must search all moves.
    fn read_move(&self, text: &str) -> Option<Vec<Move>>;

    /// The position in FEN, if the description says how it is written so and the position is nodal. [`Game::parse`](crate::Game::parse) reads it.
    fn fen(&self) -> Option<String>;

    /// Makes `target` equal to this nodal position under the view that `target` has, as [`Game::parse`](crate::Game::parse) would from the
    /// notation. Returns `false` and leaves `target` unchanged if that is impossible: it belongs to another game, or this position is
    /// intermediate or faulted.
    fn write_into(&self, target: &mut dyn Position) -> bool;
}

/// A game whose positions fit into a few words, and whose players move in turn, one after the other in the order of their numbers, whatever is
/// played. For games in which a position takes longer to compute than to read: a search then keeps that of every node beside its tree.
pub trait PackedPosition: Position {
    /// The number of words, at least one, the same for all positions of a game.
    fn words(&self) -> usize;

    /// Writes the position into `words`.
    fn pack(&self, words: &mut [u64]);

    /// Becomes the position that `words` hold, which was reached from the same start of the game.
    fn unpack(&mut self, words: &[u64]);
}
