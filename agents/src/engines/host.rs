//! A game in which agents of one recipe can play every seat: the state of a server.
//!
//! Agents begin a game, and see its moves, when they are first asked for a move, in the same order as in games of the referee. An agent therefore
//! plays here as there, given the same generator. That of seat `s` is stream 1 + `s` of the seed, as of `bench play`; each game after one in which
//! the engine has moved takes the next 2³² streams, until a seed is set again.

mod seat;
mod setup;

pub use seat::FinishedSearch;
pub use setup::Setup;

use crate::budget::{Budget, Meter};
use crate::checked_turn::checked_turn;
use crate::registry::agents;
use seat::{Scene, Seat, Step};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use treebench_games::notation::whole_moves;
use treebench_games::params::{Values, resolve};
use treebench_games::{Game, Move, Player, Position, Rng, Turn};

/// A game and its agents.
pub struct Host {
    setup: Setup,
    game: Arc<dyn Game>,
    position: Box<dyn Position>,
    steps: Vec<Step>,
    seats: Vec<Seat>,
    /// The first stream of this game.
    stream: u64,
    /// Whether an agent has moved in this game.
    moved: bool,
    chance: Rng,
}

impl Host {
    /// Begins a game.
    ///
    /// # Errors
    /// If the game cannot be built, or the agent cannot play it.
    pub fn new(setup: Setup) -> Result<Host, String> {
        let game = setup.game(&setup.values)?;
        let chance = Rng::of_seed(setup.seed, 0);
        let position = game.start();
        let mut host = Host { setup, game, position, steps: Vec::new(), seats: Vec::new(), stream: 0, moved: false, chance };
        host.new_game();
        Ok(host)
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    /// What is played, and who plays.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// Who acts; the game is also over if a player has no whole move, which a position with semimoves need not show.
    pub fn turn(&self) -> Turn {
        match self.position.turn() {
            Turn::Player(_) if self.position.is_split() && whole_moves(self.position()).is_empty() => Turn::Over,
            turn => turn,
        }
    }

    /// The player to move, or who would be if the game were not over.
    pub fn mover(&self) -> Player {
        let last =
            || self.steps.iter().rev().find_map(|step| if let Turn::Player(player) = step.before.turn() { Some(player) } else { None });
        match self.position.turn() {
            Turn::Player(player) => player,
            Turn::Over | Turn::Chance => last().map_or(0, |player| (player + 1) % self.game.info().players),
        }
    }

    /// The number of moves, outcomes of chance and positions set up so far.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Begins the game again.
    pub fn new_game(&mut self) {
        if std::mem::take(&mut self.moved) {
            self.stream = self.stream.wrapping_add(1 << 32);
        }
        self.position = self.game.start();
        self.steps.clear();
        self.reseat();
    }

    /// Begins this game again in a position whose earlier moves are unknown.
    pub fn restart(&mut self, position: Box<dyn Position>) {
        self.position = position;
        self.steps.clear();
        self.reseat();
    }

    /// Begins the game with these parameters; `false` if they are the current ones.
    ///
    /// # Errors
    /// If there is no such game, or the agent cannot play it. The old one goes on.
    pub fn change_game(&mut self, values: &Values) -> Result<bool, String> {
        if *values == self.setup.values {
            return Ok(false);
        }
        self.game = self.setup.game(values)?;
        self.setup.values = values.clone();
        self.seats.clear();
        self.new_game();
        Ok(true)
    }

    /// The same moves in the game with these parameters, which differ from the current ones only in the scoring.
    ///
    /// # Errors
    /// If there is no such game, or if the moves are not legal in it. The old one goes on.
    pub fn change_rules(&mut self, values: &Values) -> Result<(), String> {
        let game = self.setup.game(values)?;
        let mut position = game.start();
        let mut steps = Vec::with_capacity(self.steps.len());
        for (number, step) in self.steps.iter().enumerate() {
            let before = position.boxed();
            if step.submove.is_empty() {
                let after = self.steps.get(number + 1).map_or(self.position(), |next| next.before.as_ref());
                position = game.parse(&after.notation()).map_err(|error| error.to_string())?;
            }
            if !step.submove.is_empty() && !position.try_play(&step.submove, &mut Vec::new()) {
                return Err(format!("move {} is not legal at that point", number + 1));
            }
            steps.push(Step { before, submove: step.submove.clone() });
        }
        (self.game, self.position, self.steps) = (game, position, steps);
        self.setup.values = values.clone();
        self.seats.clear();
        self.reseat();
        Ok(())
    }

    /// Gives the agents these parameters; they see the game so far before they move.
    ///
    /// # Errors
    /// If they do not go together, or not with this game. The old ones go on.
    pub fn change_agent(&mut self, values: &Values) -> Result<(), String> {
        let entry = agents().find(&self.setup.agent).map_err(|error| error.to_string())?;
        let values = resolve(&(entry.specs)(), values).map_err(|error| error.to_string())?;
        let recipe = entry.recipe(&values).map_err(|error| error.to_string())?;
        recipe.supports(&self.game.info())?;
        recipe.check(&self.game).map_err(|error| error.to_string())?;
        (self.setup.recipe, self.setup.agent_values) = (recipe, values);
        self.seats.clear();
        self.reseat();
        Ok(())
    }

    /// Sets the seed of this game and of those after it.
    pub fn set_seed(&mut self, seed: u64) {
        self.setup.seed = seed;
        (self.stream, self.moved) = (0, false);
        self.reseat();
    }

    /// All agents and chance begin again.
    fn reseat(&mut self) {
        self.seats.resize_with(self.game.info().players, Seat::default);
        self.forget();
        self.chance = Rng::of_seed(self.setup.seed, self.stream);
    }

    /// Plays a legal whole move, or an outcome of chance.
    pub fn play(&mut self, submove: Vec<Move>) {
        let before = self.position.boxed();
        submove.iter().for_each(|&m| self.position.apply(m));
        self.steps.push(Step { before, submove });
    }

    /// Draws outcomes of chance until it is a player's turn.
    pub fn draw_chance(&mut self) {
        while self.position.turn() == Turn::Chance {
            let outcome = self.position.sample(&mut self.chance, &mut Vec::new());
            self.play(vec![outcome]);
        }
    }

    /// Goes on in a position that was drawn from what a player knows. Agents keep their random numbers: begun again, they would draw the same in every turn.
    pub fn redraw(&mut self, position: Box<dyn Position>) {
        let before = std::mem::replace(&mut self.position, position);
        self.steps.push(Step { before, submove: Vec::new() });
    }

    /// Puts another position of the game in the place of this one.
    pub fn set_up(&mut self, position: Box<dyn Position>) {
        let before = std::mem::replace(&mut self.position, position);
        self.steps.push(Step { before, submove: Vec::new() });
        self.reseat();
    }

    /// Takes back the last move of a player, with what chance did after it; `false` if there is none. The agents begin again.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.steps.iter().rposition(|step| step.before.turn() != Turn::Chance) else { return false };
        self.position = self.steps[last].before.boxed();
        self.steps.truncate(last);
        self.forget();
        true
    }

    /// All agents begin the game again before they move.
    pub fn forget(&mut self) {
        self.seats.iter_mut().for_each(Seat::forget);
    }

    /// Searches for a move of the player to move, and does not play it.
    ///
    /// # Errors
    /// If it is no player's turn, or the agent fails: why, as a sentence without a full stop.
    pub fn search(&mut self, budget: Budget, stop: Option<Arc<AtomicBool>>) -> Result<FinishedSearch, String> {
        let Turn::Player(player) = self.turn() else { return Err("no player is to move".to_owned()) };
        self.moved = true;
        let scene = Scene {
            setup: &self.setup,
            game: &self.game,
            position: self.position.as_ref(),
            steps: &self.steps,
            player,
            generator: Rng::of_seed(self.setup.seed, self.stream + 1 + player as u64),
            budget,
        };
        let seat = &mut self.seats[player];
        let mut agent = seat.take(&scene)?;
        let mut meter = Meter::new(budget);
        if let Some(stop) = stop {
            meter = meter.stopped_by(stop);
        }
        let found = checked_turn(agent.as_mut(), self.position.as_ref(), &mut meter);
        match found {
            Ok(submove) => {
                let searched = FinishedSearch {
                    submove,
                    position: self.position.boxed(),
                    iterations: meter.iterations(),
                    states: meter.states(),
                    taken: meter.elapsed(),
                    report: agent.report(),
                };
                seat.put_back(agent);
                Ok(searched)
            }
            // It is not put back: nobody knows what state a failure leaves behind.
            Err(what) => Err(format!("agent `{}` {what}", self.setup.agent)),
        }
    }
}
