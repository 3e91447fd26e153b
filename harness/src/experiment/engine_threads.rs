//! The threads of engines.

use super::{Cell, Experiment};
use treebench_games::params::Value;

impl Experiment {
    /// The cores that a game uses: one, or the largest option `Threads` of its engines. Players take turns.
    pub fn cores_per_game(&self) -> usize {
        self.cells.iter().flat_map(threads).max().unwrap_or(1)
    }
}

/// The threads of the engines of a cell.
fn threads(cell: &Cell) -> impl Iterator<Item = usize> {
    let engines = cell.participants.iter().filter(|participant| participant.engine().is_some());
    engines.filter_map(|engine| {
        let (_, threads) = engine.params.iter().find(|(name, _)| name.eq_ignore_ascii_case("threads"))?;
        let Value::Int(threads) = threads else { return None };
        usize::try_from(*threads).ok().filter(|threads| *threads > 0)
    })
}
