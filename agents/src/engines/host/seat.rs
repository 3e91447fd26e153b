//! An agent in a seat, which begins a game and sees its moves when it is asked for one.

use super::Setup;
use crate::agent::{Agent, SearchReport};
use crate::budget::Budget;
use crate::warm_up::warm_up;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use treebench_games::{Game, Move, Player, Position, Rng};

/// A whole move or outcome of chance, and the position before it; without semimoves, a position that was set up in its place.
pub(super) struct Step {
    pub(super) before: Box<dyn Position>,
    pub(super) submove: Vec<Move>,
}

/// A search that has ended.
pub struct FinishedSearch {
    /// The move.
    pub submove: Vec<Move>,
    /// The position in which it was chosen.
    pub position: Box<dyn Position>,
    /// Iterations.
    pub iterations: u64,
    /// Nodal states.
    pub states: u64,
    /// Wall time.
    pub taken: Duration,
    /// What was found.
    pub report: SearchReport,
}

/// An agent, and the part of the game it has seen.
#[derive(Default)]
pub(super) struct Seat {
    agent: Option<Box<dyn Agent>>,
    /// The steps that it was shown; `None` before it begins the game.
    seen: Option<usize>,
    /// The steps before its last search.
    searched: Option<usize>,
    /// Whether it has been warmed up.
    warm: bool,
}

/// The game that an agent has to follow.
pub(super) struct Scene<'a> {
    pub(super) setup: &'a Setup,
    pub(super) game: &'a Arc<dyn Game>,
    pub(super) position: &'a dyn Position,
    pub(super) steps: &'a [Step],
    pub(super) player: Player,
    /// Its generator in this game.
    pub(super) generator: Rng,
    /// What its turn may cost.
    pub(super) budget: Budget,
}

impl Seat {
    /// The agent begins the game again before it moves.
    pub(super) fn forget(&mut self) {
        self.seen = None;
    }

    /// Takes the agent out, after it has seen the game. It is lost if it fails.
    ///
    /// # Errors
    /// If it cannot be built, or panics.
    pub(super) fn take(&mut self, scene: &Scene<'_>) -> Result<Box<dyn Agent>, String> {
        let Scene { setup, game, position, steps, player, budget, .. } = scene;
        let name = &setup.agent;
        let mut agent = match self.agent.take() {
            Some(agent) => agent,
            None => {
                *self = Seat::default();
                setup.recipe.agent(game).map_err(|error| format!("agent `{name}`: {error}"))?
            }
        };
        if self.searched == Some(steps.len()) {
            // Agents expect a move between two searches.
            self.seen = None;
        }
        // After the last position that was set up.
        let first = steps.iter().rposition(|step| step.submove.is_empty()).map_or(0, |last| last + 1);
        let shown = catch_unwind(AssertUnwindSafe(|| {
            if self.seen.is_none() {
                if !budget.is_counted() && !std::mem::replace(&mut self.warm, true) {
                    // A fault shows again in the turn.
                    let _ = warm_up(agent.as_mut(), *position);
                }
                agent.start(*player, scene.generator.clone());
            }
            for step in steps[self.seen.unwrap_or(first)..].iter().filter(|step| !step.submove.is_empty()) {
                agent.observe(step.before.as_ref(), &step.submove);
            }
        }));
        self.seen = shown.is_ok().then_some(steps.len());
        shown.map(|()| agent).map_err(|_| format!("agent `{name}` panicked"))
    }

    /// Puts the agent back after a search.
    pub(super) fn put_back(&mut self, agent: Box<dyn Agent>) {
        (self.agent, self.searched) = (Some(agent), self.seen);
    }
}
