//! Runs the searches of one cell on one thread.

use super::judge::Judge;
use super::record::{Checkpoint, SearchTrace};
use super::settings::{SearchSettings, checkpoints};
use super::strategy::StrategyJudge;
use crate::experiment::{Cell, Participant};
use crate::kinds::panics::catch;
use crate::kinds::{PlayedTask, TaskPlayer};
use crate::plan::TaskSeed;
use crate::store::Record as _;
use std::sync::Arc;
use treebench_agents::{Agent, Budget, Meter, Overrun, Recipe, Snapshot};
use treebench_games::params::{ParamError, Params};
use treebench_games::{Game, Move, Player, Position, Rng, Scratch, Turn};

/// The stream of a task's seed that the position is drawn from; that of seat s is 1 + s.
const POSITION: u64 = 0;

/// The maximum number of redraws of a random opening that ends the game.
const TRIALS: u32 = 1000;

/// The player of a cell's searches.
pub(super) struct SearchPlayer {
    game: Arc<dyn Game>,
    settings: SearchSettings,
    recipe: Box<dyn Recipe>,
    name: String,
    checkpoints: Vec<u64>,
    /// `None` after a failure, which leaves an agent in an unknown state.
    agent: Option<Box<dyn Agent>>,
    judge: Judge,
    strategies: StrategyJudge,
}

/// A finished search.
struct FinishedSearch {
    /// The checkpoints that the search reached.
    seen: Vec<Snapshot>,
    /// The end.
    last: Snapshot,
}

impl SearchPlayer {
    /// # Errors
    /// If the agent cannot be built, or there is none.
    pub(super) fn new(cell: &Cell) -> Result<Self, ParamError> {
        let settings = SearchSettings::from_values(&cell.settings)?;
        let [participant @ Participant { name, budget, .. }] = &cell.participants[..] else {
            return Err(ParamError::rule("", "a search has one agent"));
        };
        let Budget::Iterations(iterations) = *budget else {
            return Err(ParamError::rule("budget", "searches are examined by their iterations"));
        };
        let game = Arc::clone(&cell.game.game);
        let recipe = participant.recipe(&cell.game)?;
        let judge = Judge::new(game.info(), u64::from(settings.solver_positions));
        let strategies = StrategyJudge::new(settings.solver_positions as usize);
        let checkpoints = checkpoints(iterations, settings.checkpoints_per_decade);
        let mut player = SearchPlayer { game, settings, recipe, name: name.clone(), checkpoints, agent: None, judge, strategies };
        player.build().map_err(|message| ParamError::rule("", message))?;
        Ok(player)
    }

    fn build(&mut self) -> Result<(), String> {
        if self.agent.is_none() {
            let built = catch(|| self.recipe.agent(&self.game));
            let built = built.map_err(|caught| format!("agent `{}` panicked while it was built: {}", self.name, caught.message))?;
            self.agent = Some(built.map_err(|error| format!("agent `{}` cannot be built: {error}", self.name))?);
        }
        Ok(())
    }

    /// Measures the strategy of the agent in a game of hidden information.
    fn asked(&mut self, seed: TaskSeed, searched: &mut SearchTrace) -> Result<(), String> {
        self.build()?;
        searched.position = self.game.start().notation();
        let agent = self.agent.as_mut().ok_or("the agent was not built")?;
        for &iterations in &self.checkpoints {
            let checkpoint = self.strategies.checkpoint(agent.as_mut(), self.game.as_ref(), iterations, seed);
            searched.checkpoints.push(checkpoint.map_err(|what| format!("agent `{}` {what}", self.name))?);
        }
        Ok(())
    }

    fn searched(&mut self, seed: TaskSeed, searched: &mut SearchTrace) -> Result<(), String> {
        if self.game.info().hidden {
            return self.asked(seed, searched);
        }
        self.build()?;
        let (position, player) = self.position(&mut seed.stream(POSITION))?;
        searched.position = position.notation();
        self.judge.begin(position.as_ref(), player)?;
        let rng = seed.stream(1 + player as u64);
        let most = *self.checkpoints.last().expect("there is a last iteration");
        let mut ended = self.search(position.as_ref(), player, &rng, most)?;
        if ended.seen.is_empty() && ended.last.iterations > self.checkpoints[0] {
            self.search_again(position.as_ref(), player, &rng, &mut ended)?;
        }
        // A search that was over before a checkpoint would play there what it played in the end.
        for (k, &iterations) in self.checkpoints.iter().enumerate() {
            let seen = ended.seen.get(k).unwrap_or(&ended.last);
            let verdict = self.judge.judge(&seen.submove)?;
            searched.checkpoints.push(Checkpoint {
                iterations,
                optimal: verdict.optimal,
                difficulty: verdict.difficulty.unwrap_or(f64::NAN),
                nodes: seen.nodes,
                states: seen.states,
                micros: u64::try_from(seen.elapsed.as_micros()).unwrap_or(u64::MAX),
            });
        }
        position.write_move(&ended.last.submove, &mut searched.played);
        Ok(())
    }

    /// A position to search, and the player to move.
    fn position(&self, rng: &mut Rng) -> Result<(Box<dyn Position>, Player), String> {
        let mut scratch = Scratch::default();
        for _ in 0..TRIALS {
            let mut position = self.game.draw_start(rng);
            if self.settings.opening_moves > 0 {
                position.playout(rng, self.settings.opening_moves, &mut scratch);
            }
            while position.turn() == Turn::Chance {
                let outcome = position.sample(rng, &mut scratch.moves);
                position.apply(outcome);
            }
            if let Turn::Player(player) = position.turn() {
                return Ok((position, player));
            }
        }
        Err(format!("after {} random moves the game is always over", self.settings.opening_moves))
    }

    fn search(&mut self, position: &dyn Position, player: Player, rng: &Rng, iterations: u64) -> Result<FinishedSearch, String> {
        let name = &self.name;
        let agent = self.agent.as_mut().ok_or("the agent was not built")?;
        let mut meter = Meter::watched(Budget::Iterations(iterations), self.checkpoints.clone());
        let mut submove: Vec<Move> = Vec::new();
        let answer = catch(|| {
            agent.start(player, rng.clone());
            let answer = agent.choose(position, &mut meter, &mut submove);
            (answer, meter.elapsed(), agent.report().nodes)
        });
        let (answer, elapsed, nodes) = answer.map_err(|caught| match caught.payload.downcast_ref::<Overrun>() {
            Some(_) => format!("agent `{name}` went on after its budget was spent"),
            None => format!("agent `{name}` panicked: {}", caught.message),
        })?;
        answer.map_err(|error| format!("agent `{name}` said that it cannot move: {error}"))?;
        if !position.boxed().try_play(&submove, &mut Vec::new()) {
            return Err(format!("agent `{name}` played an illegal move"));
        }
        let last = Snapshot { iterations: meter.iterations(), states: meter.states(), nodes, elapsed, submove };
        Ok(FinishedSearch { seen: meter.snapshots().to_vec(), last })
    }

    /// Searches again for every checkpoint, with the same random numbers: for agents that take no snapshots.
    fn search_again(&mut self, position: &dyn Position, player: Player, rng: &Rng, ended: &mut FinishedSearch) -> Result<(), String> {
        for k in 0..self.checkpoints.len() - 1 {
            let most = self.checkpoints[k];
            if ended.last.iterations < most {
                return Ok(());
            }
            ended.seen.push(self.search(position, player, rng, most)?.last);
        }
        Ok(())
    }
}

impl TaskPlayer for SearchPlayer {
    fn play(&mut self, _task: u32, seed: TaskSeed) -> PlayedTask {
        let mut searched = SearchTrace::default();
        let result = catch(|| self.searched(seed, &mut searched));
        let result = result.unwrap_or_else(|caught| Err(format!("the game panicked: {}", caught.message)));
        if let Err(message) = result {
            searched.checkpoints.clear();
            searched.message = message;
            // Dropping the agent may panic again; the search is recorded as failed already.
            drop(catch(|| self.agent = None));
        }
        let result = searched.checkpoints.last().map(|last| f64::from(u8::from(last.optimal)));
        let failure = result.is_none().then(|| searched.message.clone());
        PlayedTask { row: searched.record(seed.to_string()).into_row(), result, failure }
    }
}
