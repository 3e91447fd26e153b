//! What is stored of a game, column by column.

use crate::kinds::lists::{Shown, json_list};
use crate::kinds::{Column, ColumnType, Field, Row};
use std::fmt;

/// How a game ended. A failure is never a draw: only the first two have scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// Cut off after `max-moves` moves.
    LengthCap,
    /// An agent panicked, played an illegal move or said that it cannot move.
    AgentError,
    /// An agent went on after its budget was spent.
    Timeout,
    /// Nobody is to blame but the game or the machine: the game counts for nothing.
    Void,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 5] = [Ending::Rules, Ending::LengthCap, Ending::AgentError, Ending::Timeout, Ending::Void];

    /// The word in the table.
    pub const fn word(self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::LengthCap => "length-cap",
            Ending::AgentError => "agent-error",
            Ending::Timeout => "timeout",
            Ending::Void => "void",
        }
    }

    /// Reads the word back.
    pub fn from_word(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.word() == word)
    }

    /// Whether a game that ended so has a result.
    pub const fn has_scores(self) -> bool {
        matches!(self, Ending::Rules | Ending::LengthCap)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

const fn column(name: &'static str, kind: ColumnType, doc: &'static str) -> Column {
    Column { name, kind, doc, reproducible: true }
}

/// The columns of the table `match`.
pub const COLUMNS: &[Column] = &[
    column("seats", ColumnType::Text, "per seat: which participant of the cell sat there (a JSON list; 0 is the candidate)"),
    column("scores", ColumnType::Text, "per seat: the game's score (a JSON list; empty after a failure)"),
    column("ending", ColumnType::Text, "rules, length-cap, agent-error, timeout or void"),
    column("culprit", ColumnType::Integer, "the seat whose agent failed, or -1"),
    column("message", ColumnType::Text, "what went wrong, in which position, with the seed that reproduces it; else empty"),
    column("plies", ColumnType::Integer, "whole moves by players"),
    column("turns", ColumnType::Text, "per seat: turns taken, a failed one included (a JSON list)"),
    column("iterations", ColumnType::Text, "per seat: iterations in the whole game (a JSON list)"),
    column("states", ColumnType::Text, "per seat: nodal states in the whole game (a JSON list)"),
    Column {
        name: "micros",
        kind: ColumnType::Text,
        doc: "per seat: microseconds of wall time in the whole game (a JSON list)",
        reproducible: false,
    },
    column("moves", ColumnType::Text, "the whole moves and outcomes of chance, joined by spaces"),
    column("seed", ColumnType::Text, "the task's seed in hexadecimal digits"),
];

/// Places of columns in a row.
pub(super) const SEATS: usize = 0;
pub(super) const SCORES: usize = 1;

/// What a seat spent in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Spent {
    pub(super) turns: u64,
    pub(super) iterations: u64,
    pub(super) states: u64,
    pub(super) nanos: u64,
}

/// Why a game has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    pub(super) ending: Ending,
    pub(super) culprit: Option<usize>,
    pub(super) message: String,
}

/// The row of a failure that left no game behind.
pub(super) fn failure_row(players: usize, seats: &[usize], failure: Failure, seed: String) -> Row {
    row(seats, Err(failure), &vec![Spent::default(); players], 0, String::new(), seed)
}

/// Writes a game down.
pub(super) fn row(
    seats: &[usize],
    result: Result<(Ending, &[f64]), Failure>,
    spent: &[Spent],
    plies: u32,
    moves: String,
    seed: String,
) -> Row {
    let (scores, ending, culprit, message) = match result {
        Ok((ending, scores)) => (json_list(scores.iter().map(|s| Shown(*s))), ending, -1, String::new()),
        Err(failure) => ("[]".to_owned(), failure.ending, failure.culprit.map_or(-1, |seat| seat as i64), failure.message),
    };
    vec![
        Field::Text(json_list(seats.iter())),
        Field::Text(scores),
        Field::Text(ending.word().to_owned()),
        Field::Integer(culprit),
        Field::Text(message),
        Field::Integer(i64::from(plies)),
        Field::Text(json_list(spent.iter().map(|s| s.turns))),
        Field::Text(json_list(spent.iter().map(|s| s.iterations))),
        Field::Text(json_list(spent.iter().map(|s| s.states))),
        Field::Text(json_list(spent.iter().map(|s| s.nanos / 1000))),
        Field::Text(moves),
        Field::Text(seed),
    ]
}

/// Which participant takes which seat in a task: seat `s` goes to participant `(s + task) mod players` when seats are rotated.
pub fn seats_of(task: u32, players: usize, swap: bool) -> impl Iterator<Item = usize> {
    let shift = if swap { task as usize % players } else { 0 };
    (0..players).map(move |seat| (seat + shift) % players)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_participant_takes_every_seat_once_in_a_rotation() {
        let seats: Vec<Vec<usize>> = (0..3).map(|task| seats_of(task, 3, true).collect()).collect();
        assert_eq!(seats, [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
        assert_eq!(seats_of(5, 2, true).collect::<Vec<_>>(), [1, 0]);
        assert_eq!(seats_of(5, 2, false).collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn words_are_read_back() {
        for ending in Ending::ALL {
            assert_eq!(Ending::from_word(ending.word()), Some(ending));
        }
        assert_eq!(Ending::from_word("draw"), None);
    }

    #[test]
    fn a_failure_has_no_scores_and_names_the_culprit() {
        let failure = Failure { ending: Ending::Timeout, culprit: Some(1), message: "m".into() };
        let row = failure_row(2, &[1, 0], failure, "00".into());
        assert_eq!(row.len(), COLUMNS.len());
        assert_eq!(row[SCORES], Field::Text("[]".into()));
        assert_eq!(row[2], Field::Text("timeout".into()));
        assert_eq!(row[3], Field::Integer(1));
    }
}
