//! Positions: the object-safe trait behind every playout and every tree, with random play, which every game inherits, and optional capabilities.

pub mod capabilities;
pub mod playout;

use crate::hash;
use crate::moves::Move;
use crate::picture::Picture;
use crate::rng::Rng;
use capabilities::{
    Captures, Chance, GuidedPlayouts, HiddenSetup, Information, Knowledge, MoveGroups, Oracle, PackedPosition, RulesPosition, Squares,
};
use playout::{Playout, Scratch, Trace};
use std::any::Any;

/// A player's number, from 0. Player 0 moves first unless the game says otherwise.
pub type Player = usize;

/// Who acts in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This player chooses.
    Player(Player),
    /// Chance acts: `moves` are the outcomes, and [`Chance`] gives their probabilities.
    Chance,
    /// The game is over: `score` is final.
    Over,
}

/// A state of a game.
///
/// A position is *nodal* (between two whole moves), *intermediate* (inside a move that is made of several semimoves) or *terminal*.
/// A *submove* is a sequence of semimoves that passes no nodal position on its way; a *move* is a submove from a nodal position to
/// the next (split-moves paper, section "Semisplit game"). In an orthodox game every semimove is a move and every position nodal.
///
/// A *dead end* is an intermediate position without semimoves: the semimoves that led to it do not form a legal move, and must be taken
/// back. A nodal position from which every sequence of semimoves is a dead end is terminal, even if `turn` cannot know it without a search;
/// its `score` is valid.
///
/// The order of `moves` is unspecified, except that equal positions have the same order however they were reached.
pub trait Position: PositionClone + Send {
    /// Who acts here.
    fn turn(&self) -> Turn;

    /// The same for a position that is known not to be over. Faster in games that must generate moves to know whether they are over.
    #[inline]
    fn mover(&self) -> Turn {
        self.turn()
    }

    /// Whether this position is between two whole moves. Terminal positions and chance's turns are nodal.
    #[inline]
    fn is_nodal(&self) -> bool {
        true
    }

    /// Whether any position of this game can be intermediate. `false` lets playouts skip the bookkeeping for dead ends.
    /// The answer is the same for every position of a game.
    #[inline]
    fn is_split(&self) -> bool {
        false
    }

    /// Fills `out` (emptied first) with the legal semimoves, or with the possible outcomes of chance, without duplicates.
    /// Empty when the game is over and in dead ends.
    fn moves(&self, out: &mut Vec<Move>);

    /// The number of semimoves that [`moves`](Self::moves) lists. `list` is memory for games that have no faster way than to list them.
    fn count_moves(&self, list: &mut Vec<Move>) -> usize {
        self.moves(list);
        list.len()
    }

    /// Plays a semimove or an outcome of chance. `m` must come from `moves` of this position: anything else gives an unspecified
    /// position (or a panic), never undefined behaviour.
    fn apply(&mut self, m: Move);

    /// The final score of a player, within the range that [`GameInfo`](crate::GameInfo) states. Meaningful only when the game is over.
    fn score(&self, player: Player) -> f64;

    /// Fills `out` (emptied first) with the semimoves among which random play chooses: all legal ones, unless the game leaves out some that
    /// would make random games endless or meaningless, such as filling one's own eyes in go. At least one is left while the game is not
    /// over. Games with intermediate positions leave out none.
    #[inline]
    fn playout_moves(&self, out: &mut Vec<Move>) {
        self.moves(out);
    }

    /// Plays uniformly random whole moves until the game is over or players have made `cap` moves (chance not counted).
    ///
    /// Every semimove is drawn uniformly among [`playout_moves`](Self::playout_moves); one that leads only to dead ends is taken back, and
    /// another is drawn. A game may override it with a faster method of the same distribution.
    fn playout(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
        playout::uniform(self, rng, cap, scratch)
    }

    /// Plays as [`playout`](Self::playout) does and appends the players' moves to `trace`, without semimoves that were taken back.
    /// A playout that begins inside a move appends the rest of that move first.
    fn playout_traced(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch, trace: &mut Trace) -> Playout {
        playout::traced(self, rng, cap, scratch, trace)
    }

    /// A key for transposition tables: equal for equal positions, and different for others except by a hash collision (1 in 2⁶⁴).
    ///
    /// A counter that only brings a draw nearer, such as moves since the last capture, may be left out, as chess programs do. Anything
    /// that can change the legal moves or the winner must be part of it. [`hash::key`] computes a key from fields.
    fn key(&self) -> u64 {
        hash::key(self.notation().as_str())
    }

    /// A static estimate of a player's final score, from simple knowledge of the game such as material; `None` if the game offers none.
    /// Strictly inside the range of scores in [`GameInfo`](crate::GameInfo), so that it is never mistaken for a proof. Meaningless when the
    /// game is over.
    fn evaluate(&self, _player: Player) -> Option<f64> {
        None
    }

    /// The position in the usual notation of the game if there is one, such as FEN. [`Game::parse`](crate::Game::parse) reads it back.
    fn notation(&self) -> String;

    /// Appends the notation of a submove that is legal here, usually a whole move. The notation of a whole move does not depend on the
    /// view, so agents with different views can exchange moves.
    fn write_move(&self, submove: &[Move], out: &mut String);

    /// The picture of the position for pages and the terminal; `None` if the game has none, and its [`draw`](Self::draw) is shown. All positions of a
    /// game have the same layout, and either all or none have a picture.
    fn picture(&self) -> Option<Picture> {
        None
    }

    /// Fills `out` (emptied first) with a number for every place of the [`picture`](Self::picture), and returns true; false if the game does not
    /// offer it. Equal numbers are equal men, in all positions of a game; no man is a number, too. Much faster than a picture.
    fn men(&self, _out: &mut Vec<u16>) -> bool {
        false
    }

    /// A drawing for the terminal, several lines, without colour codes. Games that give a [`picture`](Self::picture) need not write one;
    /// games that give neither are shown by their notation.
    fn draw(&self) -> String {
        self.picture().map_or_else(|| self.notation() + "\n", |picture| picture.to_string())
    }

    /// The probabilities of chance outcomes.
    #[inline]
    fn chance(&self) -> Option<&dyn Chance> {
        None
    }

    /// Outcomes that are settled before the first move but hidden from the players.
    #[inline]
    fn hidden(&self) -> Option<&dyn HiddenSetup> {
        None
    }

    /// The knowledge of players under hidden information.
    #[inline]
    fn information(&self) -> Option<&dyn Information> {
        None
    }

    /// The exact values of positions.
    #[inline]
    fn oracle(&self) -> Option<&dyn Oracle> {
        None
    }

    /// Groups of moves.
    #[inline]
    fn groups(&self) -> Option<&dyn MoveGroups> {
        None
    }

    /// The contents of a board's squares.
    #[inline]
    fn squares(&self) -> Option<&dyn Squares> {
        None
    }

    /// The capability of games described in a rules language.
    #[inline]
    fn described(&self) -> Option<&dyn RulesPosition> {
        None
    }

    /// Captures, and random play that prefers them.
    #[inline]
    fn captures(&mut self) -> Option<&mut dyn Captures> {
        None
    }

    /// Whole playouts guided by a table of values.
    #[inline]
    fn guided(&mut self) -> Option<&mut dyn GuidedPlayouts> {
        None
    }

    /// The position if no player claims the draw that ended the game here; `None` if it ended otherwise. Engines are asked to move in it.
    fn unclaimed(&self) -> Option<Box<dyn Position>> {
        None
    }

    /// Positions in a few words.
    #[inline]
    fn packed(&mut self) -> Option<&mut dyn PackedPosition> {
        None
    }

    /// Playouts with knowledge of the game.
    #[inline]
    fn knowledge(&mut self) -> Option<&mut dyn Knowledge> {
        None
    }
}

/// Copying through `dyn Position`; every position that is `Clone` has it.
pub trait PositionClone: Any {
    /// A copy on the heap.
    fn boxed(&self) -> Box<dyn Position>;

    /// Makes this position equal to `other` without allocating where `clone_from` of the type does not.
    ///
    /// # Panics
    /// If `other` has another type, which is a programming error: a search holds positions of one game.
    fn copy_from(&mut self, other: &dyn Position);

    /// Makes `slot` equal to this position; allocates only if the slot holds a position of another type.
    fn store_in(&self, slot: &mut Box<dyn Position>);
}

impl<P: Position + Clone + 'static> PositionClone for P {
    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    #[inline]
    fn copy_from(&mut self, other: &dyn Position) {
        let other: &dyn Any = other;
        self.clone_from(other.downcast_ref().expect("both positions belong to the same game"));
    }

    fn store_in(&self, slot: &mut Box<dyn Position>) {
        let target: &mut dyn Any = slot.as_mut();
        match target.downcast_mut::<P>() {
            Some(target) => target.clone_from(self),
            None => *slot = self.boxed(),
        }
    }
}

impl dyn Position {
    /// The notation of a submove that is legal here, as a new string.
    pub fn move_notation(&self, submove: &[Move]) -> String {
        let mut text = String::new();
        self.write_move(submove, &mut text);
        text
    }

    /// The legal semimoves as a new list, for code where speed does not matter.
    pub fn move_list(&self) -> Vec<Move> {
        let mut list = Vec::new();
        self.moves(&mut list);
        list
    }

    /// Draws an outcome at a chance node. `moves` is a scratch buffer.
    ///
    /// # Panics
    /// If the position does not offer [`Chance`], which is an error of the game; the contract tests report it.
    pub fn sample(&self, rng: &mut Rng, moves: &mut Vec<Move>) -> Move {
        chance_of(self).sample(rng, moves)
    }

    /// Plays a whole move if it is legal here, and returns whether it is. If it is not, the position is unspecified. `legal` is memory for lists of
    /// moves.
    pub fn try_play(&mut self, submove: &[Move], legal: &mut Vec<Move>) -> bool {
        let last = submove.len().wrapping_sub(1);
        for (i, &m) in submove.iter().enumerate() {
            self.moves(legal);
            if !legal.contains(&m) {
                return false;
            }
            self.apply(m);
            if self.is_nodal() != (i == last) {
                return false;
            }
        }
        !submove.is_empty()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// Why the game cannot continue, if its description is at fault; see [`RulesPosition::fault`].
    pub fn fault(&self) -> Option<String> {
        self.described()?.fault()
    }
}

/// The chance of a position in which it is chance's turn.
///
/// # Panics
/// If the position does not offer [`Chance`], which is an error of the game; the contract tests report it.
pub(crate) fn chance_of<P: Position + ?Sized>(position: &P) -> &dyn Chance {
    position.chance().expect("a position in which chance acts offers `chance`")
}
