//! Syzygy tablebases: how positions of chess with few men end under perfect play.
//!
//! The experiment says up to how many men; where the tables are is a matter of the machine. All tables up to that number must be there, so that the same
//! games end wherever they are played. The crate that reads them is under the GPL, so it is compiled on request only (`harness/syzygy`).

use std::cmp::Ordering;
use treebench_games::notation::find_move;
use treebench_games::params::ParamError;
use treebench_games::{Exchange, Game, Position, Turn};

/// The setting.
pub(super) const TABLEBASES: &str = "tablebases";

/// Whether tables know how games of this kind end: it is chess, and drawn after 100 half-moves without a capture or a pawn move.
pub(super) fn supports(game: &dyn Game) -> bool {
    let is_chess = matches!(game.exchange(), Exchange::Pgn { fen: true, variant } if variant.is_empty() || variant == "Chess960");
    let over = |clock: u32| {
        let mut here = game.parse(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 80")).ok()?;
        let quiet = find_move(here.as_ref(), "a1a2").ok()?;
        quiet.iter().for_each(|&m| here.apply(m));
        Some(here.turn() == Turn::Over)
    };
    is_chess && over(98) == Some(false) && over(99) == Some(true)
}

#[cfg(feature = "syzygy")]
mod tables {
    use std::env;
    pub(in super::super) use treebench_syzygy::Tables;

    /// The environment variable with the folders of the tables, separated as in `PATH`.
    const FOLDERS: &str = "TREEBENCH_SYZYGY";

    /// The tables of this machine.
    ///
    /// # Errors
    /// If one is missing or cannot be read.
    pub(super) fn open(men: u32) -> Result<Tables, String> {
        match env::var_os(FOLDERS).filter(|folders| !folders.is_empty()) {
            Some(folders) => {
                Tables::open(&env::split_paths(&folders).collect::<Vec<_>>(), men).map_err(|error| format!("{error} ({FOLDERS})"))
            }
            None => Err(format!("the environment variable {FOLDERS} must have the folders of the Syzygy tables")),
        }
    }
}

#[cfg(not(feature = "syzygy"))]
mod tables {
    use std::cmp::Ordering;

    /// There are none in this build.
    pub(in super::super) enum Tables {}

    impl Tables {
        /// The interface of the crate that reads tables.
        pub(super) fn result(&self, _fen: &str) -> Result<Option<Ordering>, String> {
            match *self {}
        }
    }

    /// # Errors
    /// Always.
    pub(super) fn open(_men: u32) -> Result<Tables, String> {
        Err("this build cannot read tablebases; install it with `--features syzygy`, which makes the program subject to the GPL".to_owned())
    }
}

pub(super) use tables::Tables;

/// The tables of a match, if it asks for some.
///
/// # Errors
/// If they cannot be used.
pub(super) fn tables(men: u32) -> Result<Option<Tables>, ParamError> {
    (men > 0).then(|| tables::open(men).map_err(|message| ParamError::rule(TABLEBASES, message))).transpose()
}

/// The end of the game under perfect play for the player to move, if the tables know it.
///
/// # Errors
/// If they cannot be read.
pub(super) fn result(tables: &Tables, position: &dyn Position) -> Result<Option<Ordering>, String> {
    let notation = position.notation();
    // The moves that led there, which chess adds to FEN for repetitions.
    let fen = notation.split_once(" after ").map_or(notation.as_str(), |(fen, _)| fen);
    tables.result(fen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::games;
    use treebench_games::params::Values;

    #[test]
    fn the_tables_are_those_of_chess_with_the_usual_rule_of_quiet_moves() {
        let supported = |name: &str| supports(games().find(name).unwrap().build(&Values::default()).unwrap().as_ref());
        assert!(supported("chess"));
        for other in ["rbg/chess", "los-alamos-chess", "tic-tac-toe", "go"] {
            assert!(!supported(other), "{other}");
        }
    }
}
