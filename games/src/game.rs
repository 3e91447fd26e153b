//! What a game must do.

use crate::names::nearest;
use crate::notation::NotationError;
use crate::params::ParamError;
use crate::position::Position;
use crate::rng::Rng;
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

/// The view in which a semimove is a whole move. A game that has one view only calls it so, however its moves are made.
pub const ORTHODOX: &str = "orthodox";

/// A game with its parameters filled in, seen under one split strategy.
///
/// A *view* says into which semimoves a whole move is cut (split-moves paper, section "Semisplit game"). All views are the same
/// game: they have the same facts, the same nodal positions with the same notation, and in each of these the same whole moves with the
/// same notation. So players with different views can meet: a position goes from one view to another by [`Position::notation`] and
/// [`Game::parse`], a whole move by [`Position::write_move`] and [`find_move`](crate::notation::find_move).
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

    /// The position in which one task of a search experiment starts; matches begin at [`start`](Game::start). Games whose positions are made from a number, such as artificial trees,
    /// draw that number here, so that every task has another tree; for all others it is `start`, and nothing is
    /// drawn.
    fn draw_start(&self, _rng: &mut Rng) -> Box<dyn Position> {
        self.start()
    }

    /// Reads what [`Position::notation`] wrote; of a nodal position, under any view.
    ///
    /// # Errors
    /// If the text is no position of this game: says where and what was expected.
    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError>;

    /// The names of the views that there are, [`ORTHODOX`] among them, in the order in which they are to be listed.
    fn splits(&self) -> Vec<String> {
        vec![ORTHODOX.to_owned()]
    }

    /// The name of this view.
    fn split(&self) -> &str {
        ORTHODOX
    }

    /// The same game under another of the views that [`splits`](Game::splits) names; [`view`] is the way to ask for any name.
    ///
    /// # Errors
    /// If there is no such view.
    fn view(&self, split: &str) -> Result<Arc<dyn Game>, ParamError> {
        Err(no_view(self.splits(), split))
    }
}

/// A game under a split strategy, whose name may be written in any way that [`find_split`] knows.
///
/// # Errors
/// If the game has no such view: names the nearest one, and all.
pub fn view(game: &Arc<dyn Game>, split: &str) -> Result<Arc<dyn Game>, ParamError> {
    let name = find_split(game.as_ref(), split)?;
    if name == game.split() { Ok(Arc::clone(game)) } else { game.view(&name) }
}

/// The proper name of a view of a game; upper and lower case and hyphens do not matter (`mod-plus`).
///
/// # Errors
/// If the game has no such view: names the nearest one, and all.
pub fn find_split(game: &dyn Game, split: &str) -> Result<String, ParamError> {
    let plain = |name: &str| name.replace('-', "").to_lowercase();
    let views = game.splits();
    let found = views.iter().find(|name| plain(name) == plain(split)).cloned();
    found.ok_or_else(|| no_view(views, split))
}

fn no_view(views: Vec<String>, split: &str) -> ParamError {
    let hint = nearest(split, views.iter().map(String::as_str)).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    ParamError::rule("split", format!("there is no split `{split}` here{hint} (allowed: {})", views.join(", ")))
}
