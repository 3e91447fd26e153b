//! The stored record of a game.

use crate::store::{ColumnType, Field, Value, record};
use std::fmt;

/// How a game ended. A failure is never a draw: it has no scores, or is a loss of the agent that failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// Cut off after `max-moves` moves.
    LengthCap,
    /// An agent panicked, played an illegal move or said that it cannot move.
    AgentError,
    /// An agent continued after its budget was spent.
    Timeout,
    /// The game itself or the machine failed: the game does not count.
    #[default]
    Void,
    /// An agent resigned, which is a loss.
    Resignation,
    /// The referee ended it by the scores that the agents reported.
    Adjudication,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 7] =
        [Ending::Rules, Ending::LengthCap, Ending::AgentError, Ending::Timeout, Ending::Void, Ending::Resignation, Ending::Adjudication];

    /// The word in the table.
    pub const fn word(self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::LengthCap => "length-cap",
            Ending::AgentError => "agent-error",
            Ending::Timeout => "timeout",
            Ending::Void => "void",
            Ending::Resignation => "resignation",
            Ending::Adjudication => "adjudication",
        }
    }

    /// Reads the word back.
    pub fn from_word(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.word() == word)
    }

    /// Whether a game with this ending has a result, whatever `failure` is.
    pub const fn has_scores(self) -> bool {
        matches!(self, Ending::Rules | Ending::LengthCap | Ending::Resignation | Ending::Adjudication)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Stored as its word.
impl Value for Ending {
    const TYPE: ColumnType = ColumnType::Text;

    fn into_field(self) -> Field {
        Field::Text(self.word().to_owned())
    }

    fn read(&mut self, field: &Field) -> Option<()> {
        let Field::Text(word) = field else { return None };
        *self = Ending::from_word(word)?;
        Some(())
    }
}

record! {
    /// The stored record of a game. Lists hold one value per seat.
    pub struct GameRecord {
        /// Per seat: the participant of the cell that sat there; 0 is the candidate.
        seats: Vec<u32>,
        /// Per seat: the game's score; empty after a failure, unless `failure = "loss"`.
        scores: Vec<f64> [.result()],
        /// `rules`, `length-cap`, `agent-error`, `timeout`, `void`, `resignation` or `adjudication`.
        ending: Ending,
        /// The seat whose agent failed, or -1.
        culprit: Option<u32>,
        /// What went wrong, in which position, with the seed that reproduces it; else empty.
        message: String [.detail()],
        /// Whole moves by players.
        plies: u32,
        /// Per seat: turns taken, a failed one included.
        turns: Vec<u64>,
        /// Per seat: iterations in the whole game.
        iterations: Vec<u64>,
        /// Per seat: nodal states in the whole game.
        states: Vec<u64>,
        /// Per seat: wall time in the whole game.
        micros: Vec<u64> [.unit("µs").measured()],
        /// Per seat: processor time in the whole game.
        cpu_micros: Vec<u64> [.unit("µs").measured()],
        /// Per seat: the longest turn, by the clock of the budget.
        longest_turn: Vec<u64> [.unit("µs").measured()],
        /// Per seat: turns that exceeded a budget of time by more than a tenth.
        turns_over: Vec<u64> [.measured()],
        /// The whole moves and outcomes of chance, separated by spaces.
        moves: String,
        /// The task's seed in hexadecimal digits.
        seed: String [.detail()],
        /// The entry of the file of openings with which the game begins, a position or moves; empty for the start of the game.
        opening: String [.detail().added()],
        /// Whole moves by players, those of the opening and random ones, that no agent chose.
        opening_plies: u32 [.added()],
        /// What each turn's search found, a line a turn, if `keep = "search"`; else empty.
        search: String [.detail().measured().added()],
        /// The kind of the failure: `panic`, `overrun`, `illegal-move`, `cannot-move`, `late`; of engines also `does-not-start`, `crash`, `hang`,
        /// `protocol`; `stopped` if this program was; else empty.
        failure: String [.added()],
        /// What engines were asked for and said of the result, with the name and version that they reported, seat by seat; else empty.
        engines: String [.detail().added()],
        /// Engines that, after the end by the rules, named another winner than the referee.
        disagreements: u32 [.added()],
        /// Per seat: the most bytes that its tree or tables took after a turn; empty in games stored by earlier versions. It belongs to the build and
        /// not to the game, so that equal games of different builds stay equal.
        memory: Vec<u64> [.unit("bytes").measured().added()],
        /// A line for every turn with a clock or a score that its engine reported: the index of its move among `moves`, milliseconds taken,
        /// milliseconds left, centipawns (`#N` for a mate in N), depth; `-` for what is not known. Of other agents if games are adjudicated.
        annotations: String [.detail().measured().added()],
        /// A hash of the position in which the agents began and of the moves from there, by which games that came to that position by other ways are the
        /// same; 0 if the agents began at the start of the game. It follows from the moves, and is none of what makes records equal: those of earlier versions
        /// lack it.
        continuation: u64 [.measured().added()],
        /// 1 if the referee ended the game by the scores of the loser alone, and those of the other did not agree. It follows from `annotations`.
        one_sided: u32 [.measured().added()],
        /// Positions that agree with what a searching agent knew and were not found within the limit of the game, of all agents.
        failed_draws: u64 [.added()],
        /// The same hashes from all positions on the way to which other openings of the cell lead: a game of agents without random numbers is the same from
        /// all of them. It follows from the moves, as `continuation` does.
        passes: Vec<u64> [.measured().added()],
    }
}

impl GameRecord {
    /// Whether it has a result. After a failure it has one if the agent that failed has lost it.
    pub fn has_result(&self) -> bool {
        self.ending.has_scores() || self.is_lost_by_failure()
    }

    /// Whether an agent has lost it by a failure.
    pub fn is_lost_by_failure(&self) -> bool {
        !self.ending.has_scores() && self.culprit.is_some() && !self.scores.is_empty()
    }
}

/// Why a game was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    pub(super) ending: Ending,
    /// The word for its kind; empty if the game or the machine failed.
    pub(super) kind: &'static str,
    pub(super) culprit: Option<usize>,
    pub(super) message: String,
}

impl Failure {
    /// Stores the failure in a record, with these scores: none, or those of a loss.
    pub(super) fn note(self, scores: Vec<f64>, record: &mut GameRecord) {
        record.scores = scores;
        record.ending = self.ending;
        record.culprit = self.culprit.map(|seat| seat as u32);
        record.message = self.message;
        record.failure = self.kind.to_owned();
    }
}

/// The participants in the seats of a task: seat `s` goes to participant `(s + task) mod players` when seats are rotated.
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
}
