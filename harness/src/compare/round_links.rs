//! Which rounds of different cells are one observation of a comparison.

use crate::experiment::Cell;
use std::collections::BTreeMap;

/// The links between the rounds of some cells: those with a common one are one observation.
pub(super) struct RoundLinks {
    /// Per cell the number of its game, by which equal moves in different games are told apart.
    games: Vec<u64>,
}

impl RoundLinks {
    pub(super) fn of(cells: &[Cell]) -> RoundLinks {
        RoundLinks { games: numbers(cells.iter().map(|cell| cell.game.label.as_str())) }
    }

    /// The links of a round of a cell: its `shared` seeds and openings, and its games by their `key`, which is 0 if they are not known.
    pub(super) fn of_round(&self, cell: usize, shared: impl IntoIterator<Item = (u64, u64)>, key: u64) -> Vec<(u64, u64)> {
        shared.into_iter().chain((key != 0).then_some((self.games[cell], key))).collect()
    }
}

/// Numbers of names: equal for equal ones.
fn numbers<'n>(names: impl Iterator<Item = &'n str>) -> Vec<u64> {
    let mut known: BTreeMap<&str, u64> = BTreeMap::new();
    names
        .map(|name| {
            let next = known.len() as u64;
            *known.entry(name).or_insert(next)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two cells of one game that play the same are linked, cells of different games are not, and unknown games link nothing.
    #[test]
    fn equal_games_are_linked_over_cells_of_one_game() {
        let links = RoundLinks { games: numbers(["awari", "hex", "awari"].into_iter()) };
        let of = |cell, key| links.of_round(cell, [(77, 5)], key);
        assert_eq!(of(0, 9), of(2, 9));
        assert_ne!(of(0, 9)[1], of(1, 9)[1]);
        assert_eq!(of(0, 0), [(77, 5)]);
    }
}
