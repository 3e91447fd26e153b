//! Cells whose searches all begin in the same position: their results hold only for that position.

use super::settings::SearchSettings;
use super::summary::SearchCell;
use crate::experiment::Cell;
use crate::kinds::panics::catch;
use treebench_games::params::Params;
use treebench_games::{Rng, Turn};

/// The number of starts drawn to see whether a game has several.
const DRAWN: u8 = 4;

/// Whether every search of a cell is of one position: the only start of its game. A strategy for a game of hidden information is of the whole game.
pub(in crate::kinds) fn is_only_position(cell: &Cell) -> bool {
    let opens = SearchSettings::from_values(&cell.settings).is_ok_and(|settings| settings.opening_moves > 0);
    let start = |seed: u8| {
        let position = cell.game.game.draw_start(&mut Rng::new([seed; 32], 0));
        (position.turn() != Turn::Chance).then(|| position.notation())
    };
    !opens
        && !cell.game.game.info().hidden
        && catch(|| (1..DRAWN).all(|seed| start(seed).is_some() && start(seed) == start(0))).unwrap_or(false)
}

/// Whether all searches of a cell have the same result, so that those of one position may be one search repeated.
pub(super) fn is_uniform(cell: &SearchCell) -> bool {
    let alike = |found: u64, all: u64| found == 0 || found == all;
    cell.points
        .iter()
        .all(|point| alike(point.found, point.searches) && !(point.difficulty.count() > 1 && point.difficulty.variance() > 0.0))
}
