//! Go with area scoring, on boards of 2×2 to 25×25.
//!
//! The board is cut by task: `board` (stones, chains, captures), `rules` (which moves are legal), `history` (earlier positions for superko),
//! `playout` (light playouts), `tactics` (exact liberties), `ataris`, `patterns`, `policy` (the parts of playouts with knowledge), `knowledge` (what
//! agents see of them), `score`, `dead` (dead stones), `text` (notation, names of points, picture), `zobrist` (keys of boards). `phantom` is the board
//! of phantom go.

mod ataris;
mod board;
mod dead_stones;
mod history;
mod knowledge;
mod patterns;
pub(super) mod phantom;
mod playout;
mod policy;
mod position;
mod rules;
mod score;
mod tactics;
mod text;
mod zobrist;

use crate::game::Exchange;
use crate::params::ParamError;
use crate::{Game, GameInfo, NotationError, Params, Position, game};
use board::{Board, Rules};

/// Go: Black (player 0) and White place stones on the points of a square board; chains without liberties are captured. A player may always
/// pass; two passes in a row end the game. Area scoring by the rules of Tromp and Taylor: a point counts for the player whose stones alone
/// can be reached from it over empty points, so dead stones must be captured before passing. Random playouts are light: uniform over the
/// moves that neither fill an eye of the player's own nor are suicide, and a pass if there are none. Agents with a parameter `policy` play out
/// with more knowledge, by the parts `atari-capture`, `atari-defence`, `low-liberties`, `patterns`, `capture`, `balanced`, `self-atari`, `clumps` and
/// `mercy`.
#[derive(Params, Clone, Debug)]
struct Go {
    /// Number of columns and rows.
    #[param(default = 9, range = 2..=25)]
    size: u32,
    /// Which repetitions of a position are forbidden.
    #[param(default = Ko::PositionalSuperko, source = "Tromp and Taylor, The rules of go, rule 6")]
    ko: Ko,
    /// Whether a player may remove a chain of his own by filling its last liberty. The rules of Tromp and Taylor allow it, most others do not.
    #[param(default = false)]
    suicide: bool,
    /// Points added to White's area: whole or half, also negative. Whole numbers allow draws.
    #[param(default = 7.5, range = -625.0..=625.0)]
    komi: f64,
    /// Stones that Black gets before White moves first: 0, or 2 and more. White gets no points for them.
    #[param(default = 0u16, range = 0..=99)]
    handicap: u16,
    /// Where handicap stones are.
    #[param(default = Placement::Fixed)]
    handicap_placement: Placement,
    /// Moves by both players together, passes included, after which the board is counted as it is; 0 for three times the number of points,
    /// which is Fuego's limit.
    #[param(default = 0u32, range = 0..=100_000)]
    max_moves: u32,
    /// Random playouts that decide which stones are dead when two passes have ended the game: chains that the opponent has taken at the end of more
    /// than four fifths of them. 0 counts all stones as alive, as Tromp and Taylor do. Every end of a game in a search tree costs as many.
    #[param(default = 0u32, range = 0..=10_000, added)]
    dead_stones: u32,
}

/// Which repetitions of a position are forbidden. Passing is always allowed.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
enum Ko {
    /// None.
    None,
    /// A stone that has just captured a single stone, and is alone and has no other liberty, may not be captured in return at once.
    Simple,
    /// A move may not make the board as it was at any time before.
    PositionalSuperko,
    /// A move may not make the board as it was at any time before with the same player to move.
    SituationalSuperko,
}

/// Where handicap stones are.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
enum Placement {
    /// On the usual points, up to 9 of them (GTP version 2, section 4.1.1).
    Fixed,
    /// Where Black puts them: that many moves in a row before White's first.
    Free,
}

/// Evaluates an expression with the board type for a size: the distance between rows that boards of the size need, and a power of two above
/// the number of points with the border.
macro_rules! for_size {
    ($size:expr, $board:ident => $result:expr) => {
        match $size {
            ..=9 => {
                type $board = Board<10, 128>;
                $result
            }
            10..=13 => {
                type $board = Board<14, 256>;
                $result
            }
            14..=19 => {
                type $board = Board<20, 512>;
                $result
            }
            _ => {
                type $board = Board<26, 1024>;
                $result
            }
        }
    };
}

fn boxed<P: Position + 'static>(position: P) -> Box<dyn Position> {
    Box::new(position)
}

#[game("go")]
impl Game for Go {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn check(&self) -> Result<(), ParamError> {
        if (2.0 * self.komi).fract() != 0.0 {
            return Err(ParamError::rule(
                "komi",
                format!("`komi` must be a whole number of points or half a point more, not {}", self.komi),
            ));
        }
        let (count, size) = (self.handicap, self.size);
        let most = match self.handicap_placement {
            Placement::Fixed => most_fixed(size),
            Placement::Free => (size * size - 1).min(99) as u16,
        };
        if count == 1 || count > most {
            let allowed = if most < 2 { "0".to_owned() } else { format!("0 or 2 to {most}") };
            return Err(ParamError::rule("handicap", format!("`handicap` on a board of size {size} must be {allowed}, not {count}")));
        }
        Ok(())
    }

    fn start(&self) -> Box<dyn Position> {
        for_size!(self.size, Fitting => boxed(Fitting::start(self.rules(), &self.fixed(), self.free())))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        for_size!(self.size, Fitting => Fitting::parse(self.rules(), notation).map(boxed))
    }

    fn exchange(&self) -> Exchange {
        Exchange::Sgf { half_komi: self.rules().komi, handicap: self.handicap }
    }
}

impl Go {
    fn rules(&self) -> Rules {
        let max_moves = if self.max_moves == 0 { 3 * self.size * self.size } else { self.max_moves };
        Rules {
            size: self.size as usize,
            ko: self.ko,
            suicide: self.suicide,
            komi: (2.0 * self.komi) as i32,
            max_moves,
            dead_stones: self.dead_stones,
        }
    }

    /// The handicap stones on the board, as columns and rows from the lower left.
    fn fixed(&self) -> Vec<(usize, usize)> {
        if self.handicap_placement == Placement::Fixed { fixed_points(self.size, self.handicap) } else { Vec::new() }
    }

    /// The number of handicap stones that Black is to place.
    fn free(&self) -> u16 {
        if self.handicap_placement == Placement::Free { self.handicap } else { 0 }
    }
}

/// The greatest number of handicap stones that have fixed points on a board (GTP version 2, section 4.1.1).
fn most_fixed(size: u32) -> u16 {
    match size {
        ..=6 => 0,
        // There is no middle point, or no room for one.
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    }
}

/// The points of this number of handicap stones, at most [`most_fixed`], as columns and rows from the lower left.
fn fixed_points(size: u32, count: u16) -> Vec<(usize, usize)> {
    let size = size as usize;
    let (low, middle) = (if size < 13 { 2 } else { 3 }, size / 2);
    let high = (size - 1).saturating_sub(low);
    let corners_and_sides =
        [(low, low), (high, high), (low, high), (high, low), (low, middle), (high, middle), (middle, low), (middle, high)];
    let count = usize::from(count);
    // From five on, every odd number has a stone in the middle.
    let central = count >= 5 && count % 2 == 1;
    let mut points = corners_and_sides[..count.min(9) - usize::from(central)].to_vec();
    points.extend(central.then_some((middle, middle)));
    points
}
