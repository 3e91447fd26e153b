//! What a game must do.

use crate::notation::NotationError;
use crate::params::ParamError;
use crate::position::Position;
use std::sync::Arc;

/// The facts about a game that hold in all its positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameInfo {
    /// How many players take part, at least 1; chance is not counted.
    pub players: usize,
    /// The lowest and the highest score a player can end with.
    pub scores: (f64, f64),
    /// Whether chance ever acts.
    pub chance: bool,
    /// What the final scores of all players add up to, if that is always the same: one player's gain is then the others' loss.
    pub total: Option<f64>,
}

impl GameInfo {
    /// A game without chance whose scores are 0 (lost) and 1 (won); in a draw among n players everyone has 1/n.
    pub const fn win_draw_loss(players: usize) -> Self {
        GameInfo { players, scores: (0.0, 1.0), chance: false, total: Some(1.0) }
    }

    /// The [total](GameInfo::total) of the scores as [`normalise`](Self::normalise) maps them.
    pub fn normalised_total(&self) -> Option<f64> {
        let (low, high) = self.scores;
        self.total.map(|total| (total - low * self.players as f64) / (high - low))
    }

    /// Maps a score onto [0, 1], the scale on which searches and statistics work.
    #[inline]
    pub fn normalise(&self, score: f64) -> f64 {
        let (low, high) = self.scores;
        (score - low) / (high - low)
    }
}

/// A game with its parameters filled in.
pub trait Game: Send + Sync {
    /// The facts about it.
    fn info(&self) -> GameInfo;

    /// Whether the parameters go together, where each alone is within its range;
    /// [`GameEntry::build`](crate::GameEntry::build) asks before anything else is called.
    ///
    /// # Errors
    /// If they do not: says which and why.
    fn check(&self) -> Result<(), ParamError> {
        Ok(())
    }

    /// The position in which it starts.
    fn start(&self) -> Box<dyn Position>;

    /// Reads what [`Position::notation`] wrote.
    ///
    /// # Errors
    /// If the text is no position of this game: says where and what was expected.
    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError>;
}

/// Puts a game behind a pointer (a function of its own because macros write it).
#[doc(hidden)]
pub fn erase<G: Game + 'static>(game: G) -> Arc<dyn Game> {
    Arc::new(game)
}
