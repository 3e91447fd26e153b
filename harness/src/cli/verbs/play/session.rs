//! One game between a person and an agent.

use crate::cli::CliError;
use crate::cli::args::game_args::{self, OpenedAgent, PlayableGame};
use crate::cli::args::turn;
use crate::kinds::catch;
use treebench_agents::{Agent, Budget, Meter, warm_up};
use treebench_games::{Move, Player, Position, Rng, Turn, notation};

/// The number of positions that are drawn to see whether a move is known to the person.
const WORLDS: usize = 20;

/// The state of a game in the terminal.
pub(super) struct Session {
    opened: PlayableGame,
    named: OpenedAgent,
    seat: Player,
    budget: Budget,
    seed: u64,
    /// One agent for each seat but the person's.
    agents: Vec<Option<Box<dyn Agent>>>,
    /// The moves so far, each with the position before it.
    history: Vec<(Box<dyn Position>, Vec<Move>)>,
    chance: Rng,
    /// Whether the person sees hidden information, too.
    open: bool,
    /// Every path from here is dead, so the game is over although the position does not show it.
    stuck: bool,
}

impl Session {
    /// Begins a game. The person sees what the seat knows, unless it is `open`.
    pub(super) fn new(
        opened: PlayableGame,
        named: OpenedAgent,
        (seat, open): (Player, bool),
        budget: Budget,
        seed: u64,
    ) -> Result<Self, CliError> {
        let chance = game_args::rng(seed, 0);
        let mut session =
            Session { opened, named, seat, budget, seed, agents: Vec::new(), history: Vec::new(), chance, open, stuck: false };
        session.seat_agents()?;
        Ok(session)
    }

    /// New agents, with the moves played so far.
    fn seat_agents(&mut self) -> Result<(), CliError> {
        let fault = |error| CliError::input(format!("agent `{}`: {error}", self.named.name));
        self.agents.clear();
        for player in 0..self.opened.game.info().players {
            let mut agent = None;
            if player != self.seat {
                let mut new = self.named.recipe.agent(&self.opened.game).map_err(fault)?;
                if !self.budget.is_counted() {
                    // A fault shows again in its turn.
                    let _ = catch(|| warm_up(new.as_mut(), self.position()));
                }
                new.start(player, game_args::rng(self.seed, 1 + player as u64));
                for (before, submove) in &self.history {
                    new.observe(before.as_ref(), submove);
                }
                agent = Some(new);
            }
            self.agents.push(agent);
        }
        Ok(())
    }

    pub(super) fn position(&self) -> &dyn Position {
        self.opened.position.as_ref()
    }

    /// What the entries of what the person's seat knows mean; empty if it sees everything.
    pub(super) fn legend(&self) -> String {
        let legend = self.position().information().filter(|_| !self.open).map_or("", |information| information.legend());
        if legend.is_empty() { String::new() } else { format!("what you know is, in this order: {legend}\n") }
    }

    /// What the person's seat knows; `None` if it sees everything.
    pub(super) fn known(&self) -> Option<String> {
        self.position().information().filter(|_| !self.open).map(|information| information.known(self.seat))
    }

    pub(super) fn turn(&self) -> Turn {
        if self.stuck { Turn::Over } else { self.position().turn() }
    }

    pub(super) fn move_names(&self) -> Vec<String> {
        notation::whole_moves(self.position()).iter().map(|submove| notation::usual_move(self.position(), submove)).collect()
    }

    /// Whether the player to move has no whole move: in a split game, all paths may be dead.
    pub(super) fn is_stuck(&self) -> bool {
        self.position().is_split() && notation::whole_moves(self.position()).is_empty()
    }

    /// Ends a game in which the player to move is stuck.
    pub(super) fn give_up(&mut self) {
        self.stuck = true;
    }

    /// Plays a whole move, or an outcome of chance, and tells the agents.
    pub(super) fn play(&mut self, submove: Vec<Move>) {
        let before = self.opened.position.boxed();
        for &m in &submove {
            self.opened.position.apply(m);
        }
        for agent in self.agents.iter_mut().flatten() {
            agent.observe(before.as_ref(), &submove);
        }
        self.history.push((before, submove));
    }

    /// Lets chance or an agent act; says what was played.
    pub(super) fn step(&mut self) -> Result<String, CliError> {
        match self.turn() {
            Turn::Over => Ok(String::new()),
            Turn::Chance => {
                let outcome = self.opened.position.sample(&mut self.chance, &mut Vec::new());
                let hidden = self.known().map(|_| "chance acts".to_owned());
                let text = hidden.unwrap_or_else(|| format!("chance draws {}", self.position().move_notation(&[outcome])));
                self.play(vec![outcome]);
                Ok(text)
            }
            Turn::Player(_) if self.is_stuck() => {
                self.give_up();
                Ok("no move is left".to_owned())
            }
            Turn::Player(player) => {
                let agent = self.agents[player].as_mut().expect("every seat but the person's has an agent");
                let mut meter = Meter::new(self.budget);
                let submove = turn::choose(self.named.name, agent.as_mut(), self.opened.position.as_ref(), &mut meter)?;
                let hidden =
                    self.known().filter(|_| !self.is_seen(&submove)).map(|_| format!("player {player} ({}) acts", self.named.name));
                let played = || format!("player {player} ({}) plays {}", self.named.name, notation::usual_move(self.position(), &submove));
                let text = hidden.unwrap_or_else(played);
                self.play(submove);
                Ok(text)
            }
        }
    }

    /// Whether the person's seat can tell a move from all others, and not only because of what it does not know: in every position drawn from what it
    /// knows, all moves after which it knows the same have the name of this one.
    fn is_seen(&self, submove: &[Move]) -> bool {
        let here = self.position();
        let Some(information) = here.information() else { return true };
        let after = |world: &dyn Position, submove: &[Move]| {
            let mut next = world.boxed();
            submove.iter().for_each(|&m| next.apply(m));
            next.information().map(|information| information.known(self.seat))
        };
        let (known, name) = (after(here, submove), notation::usual_move(here, submove));
        let mut rng = game_args::rng(self.seed, 1 + self.agents.len() as u64);
        let mut worlds: Vec<_> = (0..WORLDS).map_while(|_| information.resample(self.seat, &mut rng)).collect();
        let are_drawn = worlds.len() == WORLDS;
        worlds.push(here.boxed());
        let is_told = |world: &dyn Position| {
            let moves = notation::whole_moves(world);
            moves.iter().all(|other| after(world, other) != known || notation::usual_move(world, other) == name)
        };
        are_drawn && worlds.iter().all(|world| is_told(world.as_ref()))
    }

    /// Goes back to the person's last turn; `false` if there was none.
    pub(super) fn undo(&mut self) -> Result<bool, CliError> {
        let Some(index) = self.history.iter().rposition(|(before, _)| before.turn() == Turn::Player(self.seat)) else {
            return Ok(false);
        };
        self.opened.position = self.history[index].0.boxed();
        self.history.truncate(index);
        self.stuck = false;
        self.seat_agents()?;
        Ok(true)
    }

    /// The board and the player to move; nothing before chance acts, because the board is drawn again right after it.
    pub(super) fn draw(&self) -> String {
        let turn = match self.turn() {
            Turn::Over => String::new(),
            Turn::Chance => return String::new(),
            Turn::Player(player) if player == self.seat => format!("you (player {player}) are to move\n"),
            Turn::Player(player) => format!("player {player} ({}) is to move\n", self.named.name),
        };
        match self.known().filter(|_| self.turn() != Turn::Over) {
            Some(known) => format!("\nyou know: {}\n{turn}", known.trim_end()),
            None => format!("\n{}\n{turn}", self.position().draw().trim_end()),
        }
    }

    /// The final scores.
    pub(super) fn result(&self) -> String {
        let mut text = "the game is over\n".to_owned();
        for player in 0..self.agents.len() {
            let who = if player == self.seat { "you" } else { self.named.name };
            text += &format!("player {player} ({who}) scores {}\n", self.position().score(player));
        }
        text
    }
}
