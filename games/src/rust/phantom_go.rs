//! Phantom go.

use super::go::phantom::{parse, start};
use crate::params::ParamError;
use crate::{Game, GameInfo, NotationError, Params, Position, game};

/// Go in which players see only their own stones. Who tries a point learns whether a stone can be placed there, and if not, whether an enemy stone is in the
/// way, and tries again. Everyone hears that a try has failed, that a player has passed, and how many stones were captured; lost stones are seen, and so are
/// captured ones that were known. The game ends
/// with two passes in a row without a try between them, or drawn when a board is repeated, and is counted as in go; then all is shown. The rules are those of
/// OpenSpiel's `phantom_go`. Random playouts leave out tries that fail, and fill no eyes.
#[derive(Params, Clone, Debug)]
struct PhantomGo {
    /// Number of columns and rows.
    #[param(default = 5, range = 2..=9)]
    size: u32,
    /// Points added to White's area: whole or half, also negative. Whole numbers allow draws.
    #[param(default = 7.5, range = -81.0..=81.0)]
    komi: f64,
    /// Tries by both players together, passes included, after which the board is counted as it is, at least 2; 0 for four times the number of points.
    #[param(default = 0u32, range = 0..=1_000)]
    max_moves: u32,
}

#[game("phantom-go")]
impl Game for PhantomGo {
    fn info(&self) -> GameInfo {
        GameInfo { hidden: true, ..GameInfo::win_draw_loss(2) }
    }

    fn check(&self) -> Result<(), ParamError> {
        if (2.0 * self.komi).fract() != 0.0 {
            let message = format!("`komi` must be a whole number of points or half a point more, not {}", self.komi);
            return Err(ParamError::rule("komi", message));
        }
        if self.max_moves == 1 {
            return Err(ParamError::rule("max-moves", "`max-moves` must be 0 or at least 2, not 1"));
        }
        Ok(())
    }

    fn start(&self) -> Box<dyn Position> {
        start(self.size, self.half_komi(), self.longest())
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        parse(self.size, self.half_komi(), self.longest(), notation)
    }
}

impl PhantomGo {
    fn half_komi(&self) -> i32 {
        (2.0 * self.komi) as i32
    }

    fn longest(&self) -> u32 {
        if self.max_moves == 0 { 4 * self.size * self.size } else { self.max_moves }
    }
}
