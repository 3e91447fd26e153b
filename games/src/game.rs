//! Games: their constant facts, starting positions and views.

use crate::names::nearest;
use crate::notation::NotationError;
use crate::params::ParamError;
use crate::position::Position;
use crate::rng::Rng;
use std::sync::Arc;

/// The facts about a game that hold in all its positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameInfo {
    /// The number of players, at least 1; chance is not counted.
    pub players: usize,
    /// The lowest and the highest score a player can end with.
    pub scores: (f64, f64),
    /// Whether scores are graded: a game is won by a margin, as in backgammon for points. If not, every game is won, drawn or lost: a
    /// player scores the highest value, the lowest, or an equal share of the highest, counted from the lowest. Reports of graded games show
    /// means and distributions instead of wins, draws and losses.
    pub graded: bool,
    /// Whether chance ever acts.
    pub chance: bool,
    /// Whether information is hidden from players: positions offer [`Information`](crate::capabilities::Information).
    pub hidden: bool,
    /// The sum of all players' final scores, if it is constant: one player's gain is then the others' loss.
    pub total: Option<f64>,
}

impl GameInfo {
    /// A game without chance whose scores are 0 (lost) and 1 (won); in a draw among n players everyone gets 1/n.
    pub const fn win_draw_loss(players: usize) -> Self {
        GameInfo { players, scores: (0.0, 1.0), graded: false, chance: false, hidden: false, total: Some(1.0) }
    }

    /// The [total](GameInfo::total) of the scores as [`normalise`](Self::normalise) maps them.
    pub fn normalised_total(&self) -> Option<f64> {
        let (low, high) = self.scores;
        self.total.map(|total| (total - low * self.players as f64) / (high - low))
    }

    /// Maps a score linearly to [0, 1], the scale of searches and statistics.
    #[inline]
    pub fn normalise(&self, score: f64) -> f64 {
        let (low, high) = self.scores;
        (score - low) / (high - low)
    }
}

/// The notation for exchange with other programs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Exchange {
    /// None in common use: positions and moves in treebench's notation.
    #[default]
    Plain,
    /// Smart Game Format, for go. Black is player 0.
    Sgf {
        /// The komi, in half points.
        half_komi: i32,
        /// The stones that Black has before White's first move.
        handicap: u16,
    },
    /// Portable Game Notation. White is player 0.
    Pgn {
        /// The name of the variant; empty for chess itself.
        variant: String,
        /// Whether positions are written in FEN. If not, only games from the usual start can be exchanged.
        fen: bool,
    },
}

impl Exchange {
    /// The points that White is given; none in games without them.
    pub fn komi(&self) -> f64 {
        match self {
            Exchange::Sgf { half_komi, .. } => f64::from(*half_komi) / 2.0,
            Exchange::Plain | Exchange::Pgn { .. } => 0.0,
        }
    }
}

/// The view in which every semimove is a whole move. A game's only view always has this name.
pub const ORTHODOX: &str = "orthodox";

/// A game with its parameters, under one split strategy.
///
/// A *view* defines how whole moves are divided into semimoves (split-moves paper, section "Semisplit game"). All views are the same game: they have
/// the same [`GameInfo`], the same nodal positions with the same notation, and in each of these the same whole moves with the same notation. Players
/// with different views can therefore meet: [`Position::notation`] and [`Game::parse`] carry a position from one view to another,
/// [`Position::write_move`] and [`find_move`](crate::notation::find_move) a whole move.
pub trait Game: Send + Sync {
    /// The facts about it.
    fn info(&self) -> GameInfo;

    /// Checks that the parameters are compatible; each is already known to be within its range.
    /// [`GameEntry::build`](crate::GameEntry::build) calls it first.
    ///
    /// # Errors
    /// If they are not, with their names and the reason.
    fn check(&self) -> Result<(), ParamError> {
        Ok(())
    }

    /// The starting position.
    fn start(&self) -> Box<dyn Position>;

    /// The position in which a task of a search experiment starts; matches begin at [`start`](Game::start). Artificial trees draw the
    /// number of their tree here, so that every task has a different one. All other games give `start` and draw nothing.
    fn draw_start(&self, _rng: &mut Rng) -> Box<dyn Position> {
        self.start()
    }

    /// Reads what [`Position::notation`] wrote. Every view can read the nodal positions of every other one.
    ///
    /// # Errors
    /// If the text is not a position of this game: says where and what was expected.
    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError>;

    /// The notation for exchange with other programs.
    fn exchange(&self) -> Exchange {
        Exchange::Plain
    }

    /// How the rules of a game given as text are executed: as native code, or by the interpreter with the reason.
    fn execution(&self) -> Option<String> {
        None
    }

    /// The names of all views, including [`ORTHODOX`], in the order in which they are listed.
    fn splits(&self) -> Vec<String> {
        vec![ORTHODOX.to_owned()]
    }

    /// The name of this view.
    fn split(&self) -> &str {
        ORTHODOX
    }

    /// The same game under another of the views named by [`splits`](Game::splits). Use [`view`], which accepts any spelling.
    ///
    /// # Errors
    /// If there is no such view.
    fn view(&self, split: &str) -> Result<Arc<dyn Game>, ParamError> {
        Err(no_view(self.splits(), split))
    }
}

/// A game under a split strategy; [`find_split`] says how the name may be written.
///
/// # Errors
/// If the game has no such view: suggests the nearest name and lists all.
pub fn view(game: &Arc<dyn Game>, split: &str) -> Result<Arc<dyn Game>, ParamError> {
    let name = find_split(game.as_ref(), split)?;
    if name == game.split() { Ok(Arc::clone(game)) } else { game.view(&name) }
}

/// The proper name of a view of a game; case and hyphens do not matter (`mod-plus`).
///
/// # Errors
/// If the game has no such view: suggests the nearest name and lists all.
pub fn find_split(game: &dyn Game, split: &str) -> Result<String, ParamError> {
    let plain = |name: &str| name.replace('-', "").to_lowercase();
    let views = game.splits();
    let found = views.iter().find(|name| plain(name) == plain(split)).cloned();
    found.ok_or_else(|| no_view(views, split))
}

fn no_view(views: Vec<String>, split: &str) -> ParamError {
    let hint = nearest(split, views.iter().map(String::as_str)).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    ParamError::rule("split", format!("unknown split `{split}`{hint} (allowed: {})", views.join(", ")))
}
