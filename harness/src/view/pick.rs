//! Selects interesting games of a cell: failed, lost, drawn, longest and shortest ones.

use crate::kinds::r#match::{Ending, GameRecord};
use crate::store::{Record as _, Row};

/// Why a game is selected, most informative first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pick {
    /// It has no result.
    Failed,
    /// The candidate lost it.
    Lost,
    /// Nobody won it.
    Drawn,
    /// No game of the cell with a result has more moves.
    Longest,
    /// No game of the cell with a result has fewer moves.
    Shortest,
}

impl Pick {
    /// All of them.
    pub const ALL: [Pick; 5] = [Pick::Failed, Pick::Lost, Pick::Drawn, Pick::Longest, Pick::Shortest];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Pick::Failed => "failed",
            Pick::Lost => "lost",
            Pick::Drawn => "drawn",
            Pick::Longest => "longest",
            Pick::Shortest => "shortest",
        }
    }
}

/// Selects games from a stream of records; the first of several that are equal.
#[derive(Debug, Default)]
pub struct Picker {
    cells: Vec<Picks>,
    record: GameRecord,
}

/// The number of a task and of its moves, for every reason.
#[derive(Clone, Debug, Default)]
struct Picks([Option<(u32, u32)>; Pick::ALL.len()]);

impl Picker {
    /// Considers a record. The moves need not have been read.
    pub fn see(&mut self, cell: usize, number: u32, row: &Row) {
        let record = &mut self.record;
        if record.read_only(row, |column| matches!(column, "seats" | "scores" | "ending" | "plies")).is_err() {
            return;
        }
        if self.cells.len() <= cell {
            self.cells.resize(cell + 1, Picks::default());
        }
        let found = &mut self.cells[cell].0;
        let mut offer = |pick: Pick, better: fn(u32, u32) -> bool| {
            let held = &mut found[pick as usize];
            if held.is_none_or(|(_, plies)| better(record.plies, plies)) {
                *held = Some((number, record.plies));
            }
        };
        if !record.ending.has_scores() {
            return offer(Pick::Failed, |_, _| false);
        }
        let candidate = record.seats.iter().position(|&participant| participant == 0);
        if let Some(&own) = candidate.and_then(|seat| record.scores.get(seat)) {
            let (best, worst) = record.scores.iter().fold((own, own), |(best, worst), &score| (best.max(score), worst.min(score)));
            if own < best {
                offer(Pick::Lost, |_, _| false);
            } else if best == worst {
                offer(Pick::Drawn, |_, _| false);
            }
        }
        if record.ending == Ending::Rules {
            offer(Pick::Longest, |plies, held| plies > held);
            offer(Pick::Shortest, |plies, held| plies < held);
        }
    }

    /// The selected games of a cell with their task numbers, most informative first.
    pub fn of(&self, cell: usize) -> Vec<(Pick, u32)> {
        let Some(found) = self.cells.get(cell) else { return Vec::new() };
        Pick::ALL.into_iter().filter_map(|pick| found.0[pick as usize].map(|(number, _)| (pick, number))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_telling_games_are_found() {
        let mut picker = Picker::default();
        let games: [(Ending, [f64; 2], u32); 6] = [
            (Ending::Rules, [1.0, 0.0], 20),
            (Ending::Rules, [0.5, 0.5], 30),
            (Ending::Timeout, [0.0, 0.0], 1),
            (Ending::Rules, [0.0, 1.0], 20),
            (Ending::LengthCap, [0.5, 0.5], 99),
            (Ending::Rules, [0.0, 1.0], 10),
        ];
        for (number, (ending, scores, plies)) in games.into_iter().enumerate() {
            let scores = if ending.has_scores() { scores.to_vec() } else { Vec::new() };
            let record = GameRecord { seats: vec![0, 1], scores, ending, plies, ..GameRecord::default() };
            picker.see(1, number as u32, &record.into_row());
        }
        let expected = [(Pick::Failed, 2), (Pick::Lost, 3), (Pick::Drawn, 1), (Pick::Longest, 1), (Pick::Shortest, 5)];
        assert_eq!(picker.of(1), expected);
        assert_eq!(picker.of(0), []);
        assert_eq!(picker.of(7), []);
    }
}
