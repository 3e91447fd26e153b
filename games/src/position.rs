//! What a position must do: the object-safe trait behind every playout and every tree.

use crate::hash;
use crate::moves::Move;
use crate::playout::{self, Guide, Playout, Scratch, Trace};
use crate::rng::Rng;
use std::any::Any;

/// A player's number, from 0. Player 0 moves first unless the game says otherwise.
pub type Player = usize;

/// Who acts in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This player chooses.
    Player(Player),
    /// Chance chooses: `moves` are the outcomes and `probability` tells how likely each is.
    Chance,
    /// The game is over: `score` is final.
    Over,
}

/// A state of a game.
///
/// A position is *nodal* (between two whole moves), *intermediate* (inside a move that is made of several semimoves) or
/// *terminal*. A *submove* is a sequence of semimoves that passes no nodal position on its way; a *move* is a submove from
/// a nodal position to the next (split-moves paper, section "Semisplit game"). In an orthodox game every semimove is a move
/// and every position is nodal.
///
/// A *dead end* is an intermediate position without semimoves: the way there was no legal move. Code that meets one goes
/// back. A nodal position from which every way is dead is terminal, even where `turn` cannot know it without a search; its
/// `score` is valid.
///
/// Not promised: the order of `moves`, except that it is the same for equal positions reached in any way.
pub trait Position: PositionClone + Send {
    /// Who acts here.
    fn turn(&self) -> Turn;

    /// The same for a position that is known not to be over; quicker where only a look at the moves tells whether it is.
    #[inline]
    fn mover(&self) -> Turn {
        self.turn()
    }

    /// Whether this position stands between two whole moves. Terminal positions and those of chance are nodal.
    #[inline]
    fn is_nodal(&self) -> bool {
        true
    }

    /// Whether any position of this game can be intermediate; `false` lets playouts skip the book-keeping for dead ends.
    /// The answer is the same for every position of a game.
    #[inline]
    fn is_split(&self) -> bool {
        false
    }

    /// Fills `out` (emptied first) with the legal semimoves, or with the possible outcomes of chance, without duplicates.
    /// Empty when the game is over and in dead ends.
    fn moves(&self, out: &mut Vec<Move>);

    /// Plays a semimove, or lets chance have this outcome. `m` must come from `moves` of this position: anything else gives
    /// an unspecified position (or a panic), never undefined behaviour.
    fn apply(&mut self, m: Move);

    /// The final score of a player, within the range that [`GameInfo`](crate::GameInfo) states. Meaningful only when the game is over.
    fn score(&self, player: Player) -> f64;

    /// Why the game cannot go on, if it is the game's own fault: a limit was hit that keeps rules written by anyone from running for
    /// ever. A faulted position is over, what it scores means nothing, and nobody may take it for a draw.
    fn fault(&self) -> Option<String> {
        None
    }

    /// How likely this outcome of chance is, in (0, 1]; over all outcomes they sum to 1. Asked only when it is chance's turn.
    fn probability(&self, _outcome: Move) -> f64 {
        0.0
    }

    /// Draws an outcome of chance.
    fn sample(&self, rng: &mut Rng, moves: &mut Vec<Move>) -> Move {
        playout::sample_by_probability(self, rng, moves)
    }

    /// Whether chance can act here or later. Asked of games with chance only; where it says no, the rest is a game without.
    fn chance_ahead(&self) -> bool {
        true
    }

    /// Draws what is hidden from all players but was settled before the first move, such as the order of shuffled pieces, into `deal`
    /// (emptied first); nothing where chance decides on the spot, as dice do. For whoever runs a game: agents never see it.
    ///
    /// Asked at the start, and as likely as its outcomes one by one.
    fn deal(&self, _rng: &mut Rng, deal: &mut Vec<Move>) {
        deal.clear();
    }

    /// The outcome of chance here under such a deal, whatever was played before; `None` if the deal does not settle it.
    fn dealt(&self, _deal: &[Move]) -> Option<Move> {
        None
    }

    /// Plays uniformly random whole moves until the game is over or players have made `cap` moves (chance not counted).
    ///
    /// Uniform means: every semimove is drawn uniformly; one that turns out to lead to dead ends only is taken back, and
    /// another one drawn. A game may override it with something faster of the same distribution.
    fn playout(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
        playout::uniform(self, rng, cap, scratch)
    }

    /// Plays as [`playout`](Self::playout) does, and appends the moves of players to `trace`: the semimoves that were not taken back.
    /// A playout that begins inside a move appends the rest of it first.
    fn playout_traced(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch, trace: &mut Trace) -> Playout {
        playout::traced(self, rng, cap, scratch, trace)
    }

    /// If [`playout_guided`](Self::playout_guided) works here: all semimoves of this view are numbers below this.
    fn codes(&self) -> Option<usize> {
        None
    }

    /// Plays as [`playout_traced`](Self::playout_traced) does, but chooses semimoves by value: among those that can still be tried
    /// with probability ε uniformly, otherwise one of greatest value. `None`, nothing having happened, if the game has no quick way to do so.
    fn playout_guided(&mut self, _rng: &mut Rng, _cap: u32, _guide: &Guide<'_>, _trace: &mut Trace) -> Option<Playout> {
        None
    }

    /// Plays as [`playout`](Self::playout) does, but a player who can capture does so: uniformly one of [`captures`](Self::captures).
    fn playout_captures_first(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
        playout::captures_first(self, rng, cap, scratch)
    }

    /// Fills `out` (emptied first) with those legal semimoves that capture something; nothing in games that do not tell.
    fn captures(&self, out: &mut Vec<Move>) {
        out.clear();
    }

    /// The move group of a legal semimove, for searches that choose a group first (Childs, Brodeur and Kocsis 2008). The same semimove
    /// is in the same group wherever it is legal.
    fn group(&self, _semimove: Move) -> u32 {
        0
    }

    /// For playouts that shall bring more decisions: a rule of this position's own that makes games without progress a draw lets
    /// them go on for at least so many moves. A position without such a rule stays as it is.
    fn postpone_draw(&mut self, _moves: u32) {}

    /// Makes this position equal to a nodal position of another view of the same game, as [`Game::parse`](crate::Game::parse) would
    /// do from its notation; `false`, this position unchanged, if the game knows no way that is faster than that.
    fn adopt(&mut self, _other: &dyn Position) -> bool {
        false
    }

    /// A key for transposition tables: equal for equal positions, different for others but for an accident among 2⁶⁴.
    ///
    /// A counter that only brings a draw nearer (moves since the last capture, moves since the start) may be left out, as chess
    /// programs do; what could change the moves that are possible here may not. [`hash::key`] makes one from the fields.
    fn key(&self) -> u64 {
        hash::key(self.notation().as_str())
    }

    /// A static estimate of the score that a player will end with, within the range that [`GameInfo`](crate::GameInfo)
    /// states, from plain knowledge of the game such as material; `None` if the game offers none. Strictly inside the
    /// range, so that it is never mistaken for a proof. Meaningless when the game is over.
    fn evaluate(&self, _player: Player) -> Option<f64> {
        None
    }

    /// The score that a player ends with under perfect play of everyone, or is expected to where chance acts, if the game knows it
    /// without a search: artificial trees do. For those who judge a search, never for agents.
    fn known_score(&self, _player: Player) -> Option<f64> {
        None
    }

    /// How hard this position makes it for a player to find what wins, on a scale of the game's own, lower being easier; `None` if the
    /// game has no such figure. For those who judge a search, never for agents.
    fn difficulty(&self, _player: Player) -> Option<f64> {
        None
    }

    /// The position in the field's own notation where there is one (FEN and its like); [`Game::parse`](crate::Game::parse) reads it back.
    fn notation(&self) -> String;

    /// Appends the notation of a submove that is legal here, usually a whole move. The notation of a whole move does not
    /// depend on the view, so that agents with different views can talk.
    fn write_move(&self, submove: &[Move], out: &mut String);

    /// The legal whole move that is written so, for games that can read it; `None` leaves it to a search among all moves.
    fn read_move(&self, _text: &str) -> Option<Vec<Move>> {
        None
    }

    /// A drawing for the terminal, several lines, without colour codes.
    fn draw(&self) -> String;
}

/// Copying through `dyn Position`; every position that is `Clone` has it.
pub trait PositionClone: Any {
    /// A copy on the heap.
    fn boxed(&self) -> Box<dyn Position>;

    /// Makes this position equal to `other` without allocating where `clone_from` of the type does not.
    ///
    /// # Panics
    /// If `other` is a position of another type, which is a programming error: a search holds positions of one game.
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

    /// The legal semimoves as a new list; for code where speed does not count.
    pub fn move_list(&self) -> Vec<Move> {
        let mut list = Vec::new();
        self.moves(&mut list);
        list
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }
}
