//! The agent of an engine: starts it, sends it the moves, asks it for moves, and detects failures.

use super::conversation::{Reply, TurnRequest};
use super::failure::{Failure, quoted};
use super::idle;
use super::process::Deadline;
use super::protocol::Protocol;
use super::running::RunningEngine;
use super::settings::{EngineSettings, Restart};
use crate::agent::{Agent, AgentError, Evaluation, Fault, Recipe, Verdict};
use crate::budget::{Budget, Meter};
use std::sync::Arc;
use std::time::Duration;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Move, Player, Position, Rng};

/// The waiting time after the limit.
const PATIENCE: Duration = Duration::from_secs(1);

/// An engine at the board.
pub struct EnginePlayer {
    settings: EngineSettings,
    game: Arc<dyn Game>,
    running: Option<RunningEngine>,
    seed: u32,
    /// A failure outside its turns, reported at its next turn.
    failed: Option<Failure>,
    /// The notation of the position in which the game began, as the engine was told, until a position is seen.
    began: Option<String>,
    /// The move that it chose last, until it is played.
    own: Option<Vec<Move>>,
    /// What it was asked for last.
    asked: String,
    /// What it said that its last move is worth.
    evaluation: Option<Evaluation>,
}

impl EnginePlayer {
    pub(super) fn new(settings: EngineSettings, game: Arc<dyn Game>) -> Self {
        EnginePlayer {
            settings,
            game,
            running: None,
            seed: 1,
            failed: None,
            began: None,
            own: None,
            asked: String::new(),
            evaluation: None,
        }
    }

    /// The time for an answer that has no limit of its own.
    fn deadline(&self) -> Deadline {
        Deadline::after(self.settings.limit + PATIENCE)
    }

    /// Starts the engine and checks its identity.
    fn launch(&mut self) -> Result<(), Failure> {
        let deadline = self.deadline();
        let running = RunningEngine::start(&self.settings, self.seed, &deadline)?;
        let identity = &running.identity;
        let expected = &self.settings.identity;
        if !expected.is_empty() && !expected.starts_with(&format!("{identity};")) {
            let message = format!("does not start: it is {}, not {}", quoted(&identity.to_string()), quoted(expected));
            return Err(Failure::new(Fault::DoesNotStart, message));
        }
        self.running = Some(running);
        Ok(())
    }

    /// Tells the engine that a game begins in this position.
    fn begin(&mut self, start: &dyn Position) -> Result<(), Failure> {
        let deadline = self.deadline();
        let Some(running) = &mut self.running else { return Ok(()) };
        running.conversation.begin(&mut running.process, &deadline, &self.game, start, self.seed)?;
        self.began = Some(start.notation());
        Ok(())
    }

    /// Makes sure, when the first position of a game is seen, that the engine has the same. Where information is hidden, it is told a drawn position in every turn.
    fn first_position(&mut self, position: &dyn Position) -> Result<(), Failure> {
        match self.began.take() {
            Some(told) if position.information().is_none() && told != position.notation() => {
                self.begin(position)?;
                self.began = None;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn set_up(&mut self) -> Result<(), Failure> {
        if self.settings.restart == Restart::Game {
            self.stop();
        }
        if self.running.is_none() && self.settings.restart == Restart::Worker {
            self.running = idle::take(&self.settings, &self.game);
        }
        if self.running.is_none() {
            self.launch()?;
        }
        let start = self.game.start();
        self.begin(start.as_ref())
    }

    /// Ends the engine.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.quit();
        }
    }

    /// Stores a failure; the engine is no longer usable.
    fn note(&mut self, result: Result<(), Failure>) {
        if let Err(failure) = result {
            self.running = None;
            self.failed.get_or_insert(failure);
        }
    }

    fn announce(&mut self, before: &dyn Position, submove: &[Move]) -> Result<(), Failure> {
        self.first_position(before)?;
        let own = self.own.take().is_some_and(|own| own == submove);
        let deadline = self.deadline();
        let Some(running) = &mut self.running else { return Ok(()) };
        running.conversation.played(&mut running.process, &deadline, before, submove, own)
    }

    fn ask(&mut self, position: &dyn Position, player: Player, meter: &mut Meter) -> Result<Reply, Failure> {
        self.evaluation = None;
        if let Some(failure) = self.failed.take() {
            return Err(failure);
        }
        self.first_position(position)?;
        let limit = meter.limit().unwrap_or(self.settings.limit);
        let deadline = Deadline::after(limit + PATIENCE);
        let Some(running) = &mut self.running else { return Err(Failure::protocol("was not told that a game begins")) };
        let clocks = if meter.player_clock(player).is_some() { meter.player_clocks().to_vec() } else { Vec::new() };
        let asked = TurnRequest { position, player, budget: meter.budget(), clocks };
        let chosen = running.conversation.choose(&mut running.process, &deadline, &asked)?;
        meter.reported(chosen.iterations, chosen.states);
        (self.asked, self.evaluation) = (chosen.asked, chosen.evaluation);
        // The referee judges turns whose budget is a time.
        if !matches!(meter.budget(), Budget::Time(_)) && meter.elapsed() > limit {
            let message = format!("answered after {:.3} s, with a limit of {} s", meter.elapsed().as_secs_f64(), limit.as_secs_f64());
            return Err(Failure::new(Fault::Late, message));
        }
        Ok(chosen.reply)
    }
}

impl Agent for EnginePlayer {
    fn start(&mut self, _seat: Player, mut rng: Rng) {
        // 0 asks some engines for a seed from the clock.
        self.seed = (rng.bits32() >> 1).max(1);
        (self.failed, self.own, self.began) = (None, None, None);
        self.asked.clear();
        let result = self.set_up();
        self.note(result);
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        let treebench_games::Turn::Player(player) = position.turn() else { return Err(AgentError::new("it is no player's turn")) };
        match self.ask(position, player, meter) {
            Ok(Reply::Move(chosen)) => {
                submove.extend_from_slice(&chosen);
                self.own = Some(chosen);
                Ok(())
            }
            Ok(Reply::Resigns) => Err(AgentError { fault: Fault::Resigns, message: "resigns".to_owned() }),
            Err(failure) => {
                self.running = None;
                Err(failure.into())
            }
        }
    }

    fn observe(&mut self, before: &dyn Position, submove: &[Move]) {
        let result = self.announce(before, submove);
        self.note(result);
    }

    /// An engine that knows no counted budget might think for minutes.
    fn warms_up(&self) -> bool {
        false
    }

    fn evaluation(&self) -> Option<Evaluation> {
        self.evaluation
    }

    fn verdict(&mut self, _position: &dyn Position) -> Option<Verdict> {
        let deadline = self.deadline();
        let running = self.running.as_mut()?;
        running.conversation.verdict(&mut running.process, &deadline)
    }

    fn remarks(&self) -> String {
        let who = self.running.as_ref().map_or(String::new(), |running| running.identity.to_string());
        let asked = if self.asked.is_empty() { "nothing" } else { &self.asked };
        if who.is_empty() { String::new() } else { format!("{who}, asked: {asked}") }
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        if self.settings.restart == Restart::Worker
            && let Some(running) = self.running.take()
        {
            idle::park(&self.settings, &self.game, running);
        }
        self.stop();
    }
}

impl Recipe for EngineSettings {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Ok(Box::new(EnginePlayer::new(self.clone(), Arc::clone(game))))
    }

    fn check(&self, _game: &Arc<dyn Game>) -> Result<(), ParamError> {
        EngineSettings::check(self)
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        match self.protocol {
            Protocol::Ugi => Ok(()),
            _ if game.hidden => Err("speaks a protocol without hidden information, unlike `ugi`".to_owned()),
            _ if game.players != 2 => Err("speaks a protocol for two players".to_owned()),
            _ if game.chance => Err("speaks a protocol without chance".to_owned()),
            _ => Ok(()),
        }
    }
}
