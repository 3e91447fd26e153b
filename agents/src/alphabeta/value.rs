//! Values of positions, and the windows in which they matter.

use super::table::{Bound, Known};
use treebench_games::{GameInfo, Player, Position};

/// How much less a win counts for every whole move that it takes, and a loss more.
const STEP: f32 = 1.0 / 65_536.0;

/// Where distances count, values of this size and more are wins, and their negatives are losses: 1 less at most 255 steps.
pub(super) const DECISIVE: f32 = 1.0 - 1.0 / 256.0;

/// A value of the table, where distances begin at its position, for a search that reached the position after this many whole moves.
pub(super) fn seen_from_root(value: f32, played: u8) -> f32 {
    shifted(value, -f32::from(played))
}

/// A value of a search for the table: the inverse.
pub(super) fn seen_from_here(value: f32, played: u8) -> f32 {
    shifted(value, f32::from(played))
}

/// Brings a win or a loss nearer by this many whole moves. The results are exact: all are multiples of [`STEP`].
fn shifted(value: f32, moves: f32) -> f32 {
    if value.abs() >= DECISIVE { value + value.signum() * moves * STEP } else { value }
}

/// Own score minus the other's, from −1 to 1, and whether that rests on finished games alone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Found {
    pub(super) value: f32,
    pub(super) proven: bool,
}

impl Found {
    /// The score of a finished game.
    pub(super) fn score(info: GameInfo, position: &dyn Position, player: Player) -> Found {
        let lead = info.normalise(position.score(player)) - info.normalise(position.score(1 - player));
        Found { value: lead as f32, proven: true }
    }

    /// What the game's own estimate says, or the middle if it has none.
    pub(super) fn estimate(info: GameInfo, position: &dyn Position, player: Player) -> Found {
        let (Some(own), Some(other)) = (position.evaluate(player), position.evaluate(1 - player)) else {
            return Found { value: 0.0, proven: false };
        };
        let lead = info.normalise(own) - info.normalise(other);
        // Rounded to 32 bits, it could come out as a win.
        Found { value: (lead as f32).clamp((-1f32).next_up(), 1f32.next_down()), proven: false }
    }

    /// The same result after this many whole moves.
    pub(super) fn later(self, moves: u8) -> Found {
        Found { value: seen_from_root(self.value, moves), ..self }
    }

    /// An estimate that cannot be taken for a win or a loss after any number of moves.
    pub(super) fn undecided(self) -> Found {
        Found { value: self.value.clamp(-DECISIVE.next_down(), DECISIVE.next_down()), ..self }
    }

    /// As the other player sees it.
    pub(super) fn flipped(self) -> Found {
        Found { value: -self.value, ..self }
    }
}

/// The values that matter to a player: `alpha` is sure already, and at `beta` the other has something better elsewhere.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Window {
    pub(super) alpha: f32,
    pub(super) beta: f32,
}

impl Window {
    /// All values. What reaches the end of the scale is exact: nothing lies beyond.
    pub(super) const ALL: Window = Window { alpha: -1.0, beta: 1.0 };

    /// As the other player sees it.
    pub(super) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Asks only whether there is something better than `alpha`.
    pub(super) fn scout(self) -> Window {
        Window { beta: self.alpha.next_up(), ..self }
    }

    /// What a value that was searched for in this window says.
    pub(super) fn bound(self, value: f32) -> Bound {
        match value {
            value if value >= self.beta => Bound::Lower,
            value if value <= self.alpha => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

impl Known {
    /// What answers a search of this depth and window, if this does. What was proven with a shorter look ahead is true for a longer one;
    /// an estimate from another look ahead, even a longer one, is not taken, so that a value depends on the depth alone.
    pub(super) fn answer(self, depth: u8, window: Window) -> Option<Found> {
        let fits = self.depth == depth || self.proven && self.depth < depth;
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= window.beta,
            Bound::Upper => self.value <= window.alpha,
        };
        (fits && decides).then_some(Found { value: self.value, proven: self.proven })
    }
}
