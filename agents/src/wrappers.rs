//! Wrappers of agents: decisions that need no branch inside a search.

use crate::agent::{Agent, AgentError};
use crate::alphabeta::{AlphaBeta, AlphaBetaOptions};
use crate::budget::{Budget, Meter};
use treebench_games::playout::finish_move;
use treebench_games::{GameInfo, Move, Player, Position, Rng, Scratch};

/// Hands a game over from one agent to another once chance cannot act any more. With alpha-beta as the second agent this is the "-mm" of
/// the tree-reductions paper.
pub(crate) struct HandOver {
    before: Box<dyn Agent>,
    after: Box<dyn Agent>,
    /// Whether the game has chance at all.
    chance: bool,
    /// The budget of each turn of the second agent, if different from the game's.
    budget: Option<Budget>,
    /// Whether the last turn was the second agent's.
    handed_over: bool,
}

impl HandOver {
    /// From `before` to `after`, under the same budget.
    pub(crate) fn new(info: GameInfo, before: Box<dyn Agent>, after: Box<dyn Agent>) -> HandOver {
        HandOver { before, after, chance: info.chance, budget: None, handed_over: false }
    }

    /// From `before` to alpha-beta in a two-player game. `budget` replaces that of the game if given; an iteration of alpha-beta is a
    /// position visited.
    pub(crate) fn to_alpha_beta(info: GameInfo, before: Box<dyn Agent>, options: AlphaBetaOptions, budget: Option<Budget>) -> HandOver {
        // The game that is left to the solver is one without chance.
        let solver = AlphaBeta::new(GameInfo { chance: false, ..info }, options);
        HandOver { budget, ..HandOver::new(info, before, Box::new(solver)) }
    }
}

impl Agent for HandOver {
    fn start(&mut self, seat: Player, rng: Rng) {
        self.handed_over = false;
        // The first agent draws the same numbers as without a successor, and the second one numbers of its own.
        self.before.start(seat, rng.clone());
        self.after.start(seat, stream_of(rng, 2));
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        self.handed_over = !self.chance || position.chance().is_none_or(|chance| !chance.is_ahead());
        match self.budget {
            _ if !self.handed_over => self.before.choose(position, meter, submove),
            None => self.after.choose(position, meter, submove),
            Some(budget) => {
                let mut own = Meter::new(budget);
                let chosen = self.after.choose(position, &mut own, submove);
                meter.add(&own);
                chosen
            }
        }
    }

    fn observe(&mut self, before: &dyn Position, submove: &[Move]) {
        self.before.observe(before, submove);
        self.after.observe(before, submove);
    }

    /// Both agents keep what they have.
    fn memory(&self) -> u64 {
        self.before.memory() + self.after.memory()
    }

    /// The agent of the last turn.
    fn inner(&self) -> Option<&dyn Agent> {
        Some(if self.handed_over { self.after.as_ref() } else { self.before.as_ref() })
    }

    fn inner_mut(&mut self) -> Option<&mut dyn Agent> {
        Some(if self.handed_over { self.after.as_mut() } else { self.before.as_mut() })
    }
}

/// Plays its first `turns` turns at random (tree-reductions paper, Fig. 2), the others as another agent.
pub(crate) struct RandomTurns {
    inner: Box<dyn Agent>,
    turns: u32,
    left: u32,
    rng: Rng,
    scratch: Scratch,
}

impl RandomTurns {
    /// This agent after a number of random turns.
    pub(crate) fn new(inner: Box<dyn Agent>, turns: u32) -> RandomTurns {
        RandomTurns { inner, turns, left: turns, rng: Rng::from_seed(0), scratch: Scratch::default() }
    }
}

impl Agent for RandomTurns {
    fn start(&mut self, seat: Player, rng: Rng) {
        self.left = self.turns;
        // The inner agent has a random stream of its own, the same as without random turns.
        self.inner.start(seat, rng.clone());
        self.rng = stream_of(rng, 1);
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        if self.left == 0 {
            return self.inner.choose(position, meter, submove);
        }
        self.left -= 1;
        let mut here = position.boxed();
        finish_move(here.as_mut(), &mut self.rng, &mut self.scratch).ok_or_else(|| AgentError::new("there is no legal move"))?;
        submove.extend_from_slice(self.scratch.submove());
        Ok(())
    }

    fn inner(&self) -> Option<&dyn Agent> {
        Some(self.inner.as_ref())
    }

    fn inner_mut(&mut self) -> Option<&mut dyn Agent> {
        Some(self.inner.as_mut())
    }
}

/// A wrapper's own random numbers: another stream, keyed from those of the inner agent.
pub(crate) fn stream_of(mut rng: Rng, stream: u64) -> Rng {
    let key: [u8; 32] = std::array::from_fn(|_| rng.bits32() as u8);
    Rng::new(key, stream)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Verdict;
    use treebench_games::games;
    use treebench_games::params::Values;

    /// An agent that overrides every answer.
    struct TalkativeAgent;

    impl Agent for TalkativeAgent {
        fn start(&mut self, _seat: Player, _rng: Rng) {}

        fn choose(&mut self, _: &dyn Position, _: &mut Meter, _: &mut Vec<Move>) -> Result<(), AgentError> {
            Ok(())
        }

        fn memory(&self) -> u64 {
            7
        }

        fn warms_up(&self) -> bool {
            false
        }

        fn verdict(&mut self, _position: &dyn Position) -> Option<Verdict> {
            Some(Verdict { says: "B+1".to_owned(), outcome: None })
        }

        fn remarks(&self) -> String {
            "asked".to_owned()
        }
    }

    #[test]
    fn the_agent_inside_answers_what_a_wrapper_does_not() {
        let game = games().find("tic-tac-toe").unwrap().build(&Values::default()).unwrap();
        let start = game.start();
        let random: Box<dyn Agent> = Box::new(RandomTurns::new(Box::new(TalkativeAgent), 1));
        let handing_over: Box<dyn Agent> = Box::new(HandOver::new(game.info(), Box::new(TalkativeAgent), Box::new(TalkativeAgent)));
        for (mut wrapper, memory) in [(random, 7), (handing_over, 14)] {
            assert_eq!(wrapper.verdict(start.as_ref()).map(|verdict| verdict.says).as_deref(), Some("B+1"));
            assert_eq!((wrapper.remarks().as_str(), wrapper.warms_up(), wrapper.memory()), ("asked", false, memory));
        }
    }
}
