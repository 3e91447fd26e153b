//! The arithmetic of values and windows.

use super::table::{Bound, StoredResult};
use treebench_games::{GameInfo, Player, Position};

/// The amount by which each whole move makes a win less valuable and a loss less bad.
const STEP: f32 = 1.0 / 65_536.0;

/// Where distances count, values of at least this size are wins, and their negatives are losses: 1 less at most 255 steps.
pub(super) const DECISIVE: f32 = 1.0 - 1.0 / 256.0;

/// Converts a value of the table, whose distances start at its position, for a search that reached the position after this many whole
/// moves.
pub(super) fn seen_from_root(value: f32, played: u8) -> f32 {
    shifted(value, -f32::from(played))
}

/// Converts a value of a search for the table: the inverse.
pub(super) fn seen_from_here(value: f32, played: u8) -> f32 {
    shifted(value, f32::from(played))
}

/// Brings a win or a loss nearer by this many whole moves. The results are exact: all are multiples of [`STEP`].
fn shifted(value: f32, moves: f32) -> f32 {
    if value.abs() >= DECISIVE { value + value.signum() * moves * STEP } else { value }
}

/// Own score minus the opponent's, from −1 to 1, and whether it rests on finished games alone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SearchValue {
    pub(super) value: f32,
    pub(super) proven: bool,
}

impl SearchValue {
    /// The score of a finished game.
    pub(super) fn score(info: GameInfo, position: &dyn Position, player: Player) -> SearchValue {
        let lead = info.normalise(position.score(player)) - info.normalise(position.score(1 - player));
        SearchValue { value: lead as f32, proven: true }
    }

    /// The game's own estimate, or the middle of the scale if it has none.
    pub(super) fn estimate(info: GameInfo, position: &dyn Position, player: Player) -> SearchValue {
        let (Some(own), Some(other)) = (position.evaluate(player), position.evaluate(1 - player)) else {
            return SearchValue { value: 0.0, proven: false };
        };
        let lead = info.normalise(own) - info.normalise(other);
        // Rounding to 32 bits could make it a win.
        SearchValue { value: (lead as f32).clamp((-1f32).next_up(), 1f32.next_down()), proven: false }
    }

    /// The same result after this many whole moves.
    pub(super) fn later(self, moves: u8) -> SearchValue {
        SearchValue { value: seen_from_root(self.value, moves), ..self }
    }

    /// Clamps an estimate so that it cannot be taken for a win or a loss at any distance.
    pub(super) fn undecided(self) -> SearchValue {
        SearchValue { value: self.value.clamp(-DECISIVE.next_down(), DECISIVE.next_down()), ..self }
    }

    /// The value from the opponent's side.
    pub(super) fn flipped(self) -> SearchValue {
        SearchValue { value: -self.value, ..self }
    }
}

/// A search window: `alpha` is already guaranteed, and at `beta` the opponent has something better elsewhere.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Window {
    pub(super) alpha: f32,
    pub(super) beta: f32,
}

impl Window {
    /// The full window. A value at the end of the scale is exact: nothing lies beyond.
    pub(super) const ALL: Window = Window { alpha: -1.0, beta: 1.0 };

    /// The window from the opponent's side.
    pub(super) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// A null window that asks only whether there is something better than `alpha`.
    pub(super) fn scout(self) -> Window {
        Window { beta: self.alpha.next_up(), ..self }
    }

    /// How a value that was searched in this window bounds the true value.
    pub(super) fn bound(self, value: f32) -> Bound {
        match value {
            value if value >= self.beta => Bound::Lower,
            value if value <= self.alpha => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

impl StoredResult {
    /// The stored value, if it answers a search of this depth and window. A value proven at a smaller depth holds at a greater one; an
    /// estimate from another depth, even a greater one, is not used, so that a value depends on the depth alone.
    pub(super) fn answer(self, depth: u8, window: Window) -> Option<SearchValue> {
        let fits = self.depth == depth || self.proven && self.depth < depth;
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= window.beta,
            Bound::Upper => self.value <= window.alpha,
        };
        (fits && decides).then_some(SearchValue { value: self.value, proven: self.proven })
    }
}
