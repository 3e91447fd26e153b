//! The knowledge of players under hidden information.

use crate::hash;
use crate::position::{Player, Position};
use crate::rng::Rng;

/// A game of imperfect information: players see a part of what has happened.
///
/// Positions that a player cannot tell apart form an *information set* of that player. Legal moves of the player who acts are the same in all
/// of them. Players remember what they have seen (perfect recall), so that an information set says everything that its player has ever known.
///
/// Code that runs games gives an agent a position that was [drawn](Information::resample) from what the agent's player knows, never the one that
/// is played. An agent that searches such a position as if it were open plays by one determinisation; one that searches information sets
/// draws positions of its own, which it may, since those come from the same knowledge.
pub trait Information: Position {
    /// The number of players.
    fn players(&self) -> usize;

    /// A player's knowledge as text: the same for two positions if and only if the player cannot distinguish them.
    fn known(&self, player: Player) -> String;

    /// What the entries of [`known`](Information::known) mean, in their order, for people; empty if the game does not say.
    fn legend(&self) -> &'static str {
        ""
    }

    /// A key of [`known`](Information::known) for tables.
    fn known_key(&self, player: Player) -> u64 {
        hash::key(self.known(player).as_str())
    }

    /// Makes `target`, a position of the same game, one that the player cannot tell from this one, drawn with the probability that chance gives it where
    /// nobody has chosen anything. Hidden choices of other players are drawn uniformly, unless the game says otherwise; each has a probability above 0. The
    /// probability depends on [`known`](Information::known) alone.
    ///
    /// Returns `false`, and leaves `target` as it was, if none was found within a limit of the game. Searches then continue with the position drawn before.
    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool;

    /// The same, but gives up when `in_time` says so, which games ask that may take longer than a turn. Under a budget that is counted it never does, so that the
    /// same seed draws the same position.
    fn resample_in_time(&self, player: Player, rng: &mut Rng, target: &mut dyn Position, _in_time: &dyn Fn() -> bool) -> bool {
        self.resample_into(player, rng, target)
    }

    /// The same as a new position; `None` if none was found.
    fn resample(&self, player: Player, rng: &mut Rng) -> Option<Box<dyn Position>> {
        let mut target = self.boxed();
        self.resample_into(player, rng, target.as_mut()).then_some(target)
    }

    /// The probability with which [`resample_into`](Information::resample_into) draws each position that the player cannot tell from this one, if it is the same for
    /// all of them; `None` if they differ. Where stones or ships are drawn one after the other, that of a position is a sum over all orders, which no game computes.
    fn draw_probability(&self, _player: Player) -> Option<f64> {
        None
    }

    /// Where players choose at the same time and others have chosen already, unseen: the position before they did. A search begins there, since what they
    /// choose is no fact to whoever chooses now.
    fn joint_start(&self) -> Option<Box<dyn Position>> {
        None
    }
}
