//! Attributes failures of games, and says how to reproduce them.

use super::super::record::{Ending, Failure};
use super::{Referee, Seat};
use crate::kinds::panics::{CaughtPanic, catch};
use crate::plan::TaskSeed;
use treebench_agents::{AgentError, Fault, Overrun};
use treebench_games::notation::usual;

/// The code that is running; a panic is attributed to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Actor {
    /// The game, or the referee.
    Game,
    /// The agent in this seat, beginning a game or watching a move.
    Watching(usize),
    /// The agent in this seat, choosing a move.
    Choosing(usize),
}

/// The core of a failure message: without the agent, the position and the seed.
pub(in crate::kinds::r#match) fn what_happened(message: &str) -> &str {
    let words = message.split_once("` in seat ").and_then(|(_, rest)| rest.split_once(' ')).map_or(message, |(_, words)| words);
    words.split_once(", in `").map_or(words, |(what, _)| what)
}

impl Referee {
    /// Attributes a panic.
    pub(super) fn attribute_panic(&mut self, caught: &CaughtPanic) -> Failure {
        let (culprit, what) = match self.acting {
            Actor::Game => {
                let message = format!("the game panicked: {}", caught.message);
                return Failure { ending: Ending::Void, kind: "", culprit: None, message };
            }
            Actor::Watching(seat) => (seat, "while watching"),
            Actor::Choosing(seat) => {
                self.book(seat);
                (seat, "while choosing a move")
            }
        };
        match caught.payload.downcast_ref::<Overrun>() {
            Some(overrun) => Failure {
                ending: Ending::Timeout,
                kind: "overrun",
                culprit: Some(culprit),
                message: format!("went on after its budget was spent: {} iterations, {} nodal states", overrun.iterations, overrun.states),
            },
            None => Failure {
                ending: Ending::AgentError,
                kind: "panic",
                culprit: Some(culprit),
                message: format!("panicked {what}: {}", caught.message),
            },
        }
    }

    /// Why an agent made no move.
    pub(super) fn agent_error(&self, error: AgentError, player: usize) -> Failure {
        let ending = match error.fault {
            Fault::Hang | Fault::Late => Ending::Timeout,
            _ => Ending::AgentError,
        };
        let message = match error.fault {
            Fault::CannotMove => format!("said that it cannot move: {error}"),
            Fault::Resigns => format!(
                "resigned a game with {} players and scores from {} to {}",
                self.info.players, self.info.scores.0, self.info.scores.1
            ),
            _ => error.message,
        };
        Failure { ending, kind: error.fault.word(), culprit: Some(player), message }
    }

    /// Adds what reproduces the failure: the position and the seed.
    pub(super) fn explain(&self, failure: Failure, seats: &[Seat<'_>], seed: TaskSeed) -> Failure {
        let who = failure.culprit.map_or(String::new(), |seat| format!("agent `{}` in seat {seat} ", seats[seat].name));
        // A game that panicked may do so again when asked for its position.
        let position = catch(|| usual(self.before.as_ref())).unwrap_or_else(|_| "a position that cannot be written".to_owned());
        let message = format!("{who}{}, in `{position}` after {} moves, seed {seed}", failure.message, self.plies);
        Failure { message, ..failure }
    }
}

#[cfg(test)]
mod tests {
    use super::what_happened;

    #[test]
    fn a_message_is_cut_to_what_happened() {
        let message = "agent `a b` in seat 1 panicked while watching: no, in `here` after 3 moves, seed 07";
        assert_eq!(what_happened(message), "panicked while watching: no");
        assert_eq!(what_happened("the game panicked: x, in `here` after 3 moves, seed 07"), "the game panicked: x");
        assert_eq!(what_happened("agent `a` cannot be built: y"), "agent `a` cannot be built: y");
    }
}
