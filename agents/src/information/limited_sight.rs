//! An agent's view of a game of imperfect information: a position drawn from what its player knows.

use crate::agent::{Agent, AgentError, Recipe};
use crate::budget::Meter;
use crate::wrappers::stream_of;
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::playout::finish_move;
use treebench_games::{Game, GameInfo, Move, Player, Position, Rng, Scratch};

/// A recipe whose agents see no more than their player knows. Every registered agent is built by one, so that none but a declared cheat can see the true
/// position.
pub(crate) struct LimitedSight<R>(pub(crate) R);

impl<R: Recipe> Recipe for LimitedSight<R> {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let inner = self.0.agent(game)?;
        Ok(if game.info().hidden && !self.0.cheats() {
            Box::new(SamplingAgent { inner, seat: 0, rng: Rng::from_seed(0), scratch: Scratch::default() })
        } else {
            inner
        })
    }

    fn check(&self, game: &Arc<dyn Game>) -> Result<(), ParamError> {
        self.0.check(game)
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        self.0.supports(game)
    }

    fn cheats(&self) -> bool {
        self.0.cheats()
    }
}

/// Trials to draw a position at the beginning of a turn.
const TRIALS: usize = 10;

/// A wrapper that gives its inner agent positions drawn from what the player knows. If none is found, the move is drawn among the legal ones, which the player
/// knows. Moves are not shown to the inner agent: what they reveal is part
/// of what the player knows.
struct SamplingAgent {
    inner: Box<dyn Agent>,
    seat: Player,
    rng: Rng,
    scratch: Scratch,
}

impl Agent for SamplingAgent {
    fn start(&mut self, seat: Player, rng: Rng) {
        self.inner.start(seat, rng.clone());
        (self.seat, self.rng) = (seat, stream_of(rng, 3));
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        let information =
            position.information().ok_or_else(|| AgentError::new("cannot see this position: it does not say what players know"))?;
        let mut seen = position.boxed();
        for _ in 0..TRIALS {
            if information.resample_in_time(self.seat, &mut self.rng, seen.as_mut(), &|| meter.has_time()) {
                return self.inner.choose(seen.as_ref(), meter, submove);
            }
            meter.count_failed_draws(1);
            if !meter.has_time() {
                break;
            }
        }
        let drawn = finish_move(position.boxed().as_mut(), &mut self.rng, &mut self.scratch);
        drawn.ok_or_else(|| AgentError::new("has no legal move"))?;
        submove.extend_from_slice(self.scratch.submove());
        Ok(())
    }

    fn observe(&mut self, _: &dyn Position, _: &[Move]) {}

    fn inner(&self) -> Option<&dyn Agent> {
        Some(self.inner.as_ref())
    }

    fn inner_mut(&mut self) -> Option<&mut dyn Agent> {
        Some(self.inner.as_mut())
    }
}
