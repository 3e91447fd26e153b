//! Plays the games of one cell on one thread: builds the agents, keeps them between games, replaces those that failed.

use super::adjudication::PerfectPlay;
use super::openings::{Opening, Openings, round_of};
use super::outcome::lost_by_failure;
use super::record::{Ending, Failure, GameRecord, seats_of};
use super::referee::{Referee, Seat, SeatEffort};
use super::settings::{MatchSettings, OnFailure};
use crate::experiment::Cell;
use crate::kinds::panics::catch;
use crate::kinds::{PlayedTask, TaskPlayer};
use crate::plan::TaskSeed;
use crate::store::Record as _;
use std::collections::HashSet;
use std::sync::Arc;
use treebench_agents::{Agent, Budget, Fault, Recipe, warm_up};
use treebench_games::Game;
use treebench_games::params::ParamError;

/// The players of a cell's games.
pub(super) struct MatchPlayer {
    game: Arc<dyn Game>,
    swap: bool,
    failure: OnFailure,
    recipes: Vec<Box<dyn Recipe>>,
    names: Vec<String>,
    budgets: Vec<Budget>,
    /// Per participant, whether it is an engine.
    engines: Vec<bool>,
    /// One per participant; `None` after a failure, which leaves an unknown state.
    agents: Vec<Option<Box<dyn Agent>>>,
    referee: Referee,
    openings: Option<Openings>,
    /// The opening of the last round; without openings, that of all games.
    opening: Opening,
}

impl MatchPlayer {
    /// Builds the agents of a cell.
    ///
    /// # Errors
    /// If parameters contradict each other, or if a game or an agent panics during construction.
    pub(super) fn new(cell: &Cell, settings: MatchSettings) -> Result<Self, ParamError> {
        let game = Arc::clone(&cell.game.game);
        let recipes = cell.participants.iter().map(|p| p.recipe(&cell.game)).collect::<Result<Vec<_>, _>>()?;
        let names: Vec<String> = cell.participant_names();
        let budgets: Vec<Budget> = cell.participants.iter().map(|p| p.budget).collect();
        let engines = cell.participants.iter().map(|p| p.is_apart()).collect();
        let prepared = |i: usize| prepare(&names[i], recipes[i].as_ref(), &game, budgets[i]).map(Some);
        let agents = (0..names.len()).map(prepared).collect::<Result<_, _>>().map_err(|message| ParamError::rule("", message))?;
        let (swap, failure) = (settings.swap_seats, settings.failure);
        let openings = Openings::of(cell, &settings);
        let perfect = PerfectPlay::of(game.info(), &settings)?;
        let (mut referee, opening) =
            catch(|| (Referee::new(game.as_ref(), settings, perfect), Opening::none(game.as_ref()))).map_err(|caught| {
                ParamError::rule("game", format!("`{}` panicked while it was set up: {}", cell.game.label, caught.message))
            })?;
        referee.look_for(openings.as_ref().map_or_else(HashSet::new, Openings::ends));
        Ok(MatchPlayer { game, swap, failure, recipes, names, budgets, engines, agents, referee, openings, opening })
    }

    /// Rebuilds the agents that failed in an earlier game.
    fn rebuild(&mut self, seats: &[usize]) -> Result<(), Failure> {
        for (seat, &participant) in seats.iter().enumerate() {
            if self.agents[participant].is_none() {
                let (name, recipe) = (&self.names[participant], self.recipes[participant].as_ref());
                let agent = prepare(name, recipe, &self.game, self.budgets[participant]);
                let fails =
                    |message| Failure { ending: Ending::AgentError, kind: Fault::DoesNotStart.word(), culprit: Some(seat), message };
                self.agents[participant] = Some(agent.map_err(fails)?);
            }
        }
        Ok(())
    }

    /// Looks up the opening of a task.
    fn open(&mut self, task: u32) -> Result<(), Failure> {
        let Some(openings) = &self.openings else { return Ok(()) };
        let entry = openings.entry(round_of(task, self.names.len(), self.swap));
        if entry != self.opening.text {
            let read = catch(|| Opening::read(self.game.as_ref(), entry)).map_err(|caught| caught.message);
            let read = read.and_then(|read| read.map_err(|error| error.message));
            let fails = |message| Failure {
                ending: Ending::Void,
                kind: "",
                culprit: None,
                message: format!("the opening `{entry}` cannot be used: {message}"),
            };
            self.opening = read.map_err(fails)?;
        }
        Ok(())
    }

    /// Drops an agent in an unknown state.
    fn retire(&mut self, participant: usize) {
        // An agent that panicked may panic again when it is dropped; the game is recorded as failed already.
        drop(catch(|| self.agents[participant] = None));
    }
}

impl MatchPlayer {
    /// Plays a game with these participants in the seats.
    ///
    /// # Errors
    /// If the game has no result.
    fn game(&mut self, task: u32, seats: &[usize], seed: TaskSeed) -> Result<Ending, Failure> {
        let players = self.agents.len();
        let mut agents: Vec<Option<&mut Box<dyn Agent>>> = self.agents.iter_mut().map(Option::as_mut).collect();
        let mut chairs: Vec<Seat<'_>> = Vec::with_capacity(players);
        for &participant in seats {
            let agent = agents[participant].take().expect("rebuild left no agent out, and each sits in one seat");
            chairs.push(Seat {
                agent: agent.as_mut(),
                budget: self.budgets[participant],
                name: &self.names[participant],
                is_engine: self.engines[participant],
            });
        }
        // Tasks of a rotation share their seed. Without rotation they would be the same game, so each has streams of its own.
        let first_stream = if self.swap { 0 } else { (u64::from(task) % players as u64) << 32 };
        let result = self.referee.play(&mut chairs, &self.opening, seed, first_stream);
        drop(chairs);
        match &result {
            Err(Failure { culprit: Some(seat), .. }) => self.retire(seats[*seat]),
            Err(Failure { culprit: None, .. }) => (0..players).for_each(|participant| self.retire(participant)),
            Ok(_) => {}
        }
        result
    }
}

impl MatchPlayer {
    /// Plays a game from this opening to its natural end, and returns the scores.
    ///
    /// # Errors
    /// If it has no natural end, because an agent fails or resigns, or the game is cut off.
    pub(super) fn play_from(&mut self, opening: Opening, seats: &[usize], seed: TaskSeed) -> Result<Vec<f64>, String> {
        self.opening = opening;
        match self.rebuild(seats).and_then(|()| self.game(0, seats, seed)) {
            Ok(Ending::Rules) => Ok(self.referee.scores.clone()),
            Ok(ending) => Err(format!("it ends by {ending}")),
            Err(failure) => Err(failure.message),
        }
    }
}

impl TaskPlayer for MatchPlayer {
    fn play(&mut self, task: u32, seed: TaskSeed) -> PlayedTask {
        let players = self.agents.len();
        let seats: Vec<usize> = seats_of(task, players, self.swap).collect();
        self.referee.clear(players);
        let result = self.open(task).and_then(|()| self.rebuild(&seats)).and_then(|()| self.game(task, &seats, seed));
        let spent = |of: fn(&SeatEffort) -> u64| self.referee.spent.iter().map(of).collect();
        let mut record = GameRecord {
            seats: seats.iter().map(|&participant| participant as u32).collect(),
            plies: self.referee.plies,
            turns: spent(|spent| spent.turns),
            iterations: spent(|spent| spent.iterations),
            states: spent(|spent| spent.states),
            micros: spent(|spent| spent.nanos / 1000),
            cpu_micros: spent(|spent| spent.processor_nanos / 1000),
            longest_turn: spent(|spent| spent.longest_nanos / 1000),
            turns_over: spent(|spent| spent.turns_over),
            moves: self.referee.moves.clone(),
            seed: seed.to_string(),
            opening: self.opening.text.clone(),
            opening_plies: self.referee.opening_plies,
            search: self.referee.search.clone(),
            engines: self.referee.engines.clone(),
            disagreements: self.referee.disagreements,
            memory: spent(|spent| spent.memory),
            annotations: self.referee.annotations.clone(),
            continuation: self.referee.continuation(),
            passes: self.referee.passes(),
            one_sided: self.referee.one_sided,
            failed_draws: self.referee.spent.iter().map(|spent| spent.failed_draws).sum(),
            ..GameRecord::default()
        };
        let info = self.game.info();
        let failure = match result {
            Ok(ending) => {
                record.ending = ending;
                record.scores.clone_from(&self.referee.scores);
                None
            }
            Err(failure) => {
                let message = failure.message.clone();
                let culprit = failure.culprit.filter(|_| self.failure == OnFailure::Loss);
                failure.note(culprit.map_or_else(Vec::new, |seat| lost_by_failure(&info, seat)), &mut record);
                Some(message)
            }
        };
        let candidate = seats.iter().position(|&participant| participant == 0).unwrap_or_default();
        let result = record.scores.get(candidate).map(|score| info.normalise(*score));
        PlayedTask { row: record.into_row(), result, failure }
    }
}

/// Builds an agent and, if its turns have a clock, warms it up.
fn prepare(name: &str, recipe: &dyn Recipe, game: &Arc<dyn Game>, budget: Budget) -> Result<Box<dyn Agent>, String> {
    let mut agent = build(name, recipe, game)?;
    // One that gives up may do so in the game, too, and is recorded there; one that panics is not used.
    if !budget.is_counted() && catch(|| warm_up(agent.as_mut(), game.start().as_ref())).is_err() {
        drop(catch(|| drop(agent)));
        return build(name, recipe, game);
    }
    Ok(agent)
}

/// Builds an agent; a panic of its constructor is an error like any other.
fn build(name: &str, recipe: &dyn Recipe, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, String> {
    match catch(|| recipe.agent(game)) {
        Ok(Ok(agent)) => Ok(agent),
        Ok(Err(error)) => Err(format!("agent `{name}` cannot be built: {error}")),
        Err(caught) => Err(format!("agent `{name}` panicked while it was built: {}", caught.message)),
    }
}
