//! Plays one game between agents and judges what they do. Everything that it needs from move to move is kept, so that a
//! game allocates next to nothing outside the agents.

use super::openings::{Opening, goes_on};
use super::record::{Ending, Failure};
use super::settings::{MatchSettings, is_over};
use crate::agents::{Agent, Budget, Clock, Meter, Overrun};
use crate::games::notation::whole_moves;
use crate::games::{Game, GameInfo, Move, Position, Rng, Scratch, Turn, playout};
use crate::kinds::panics::{Caught, catch};
use crate::plan::TaskSeed;
use std::time::Duration;

/// Who runs at the moment; a panic is theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Acting {
    /// The game, or the referee.
    Game,
    /// The agent in this seat, beginning a game or watching a move.
    Watching(usize),
    /// The agent in this seat, choosing a move.
    Choosing(usize),
}

/// The board, the clock and the score sheet of one game after another.
pub(super) struct Referee {
    info: GameInfo,
    settings: MatchSettings,
    position: Box<dyn Position>,
    /// The position before the move that was played last.
    before: Box<dyn Position>,
    /// Where the referee tries whether a split game goes on.
    trial: Box<dyn Position>,
    scratch: Scratch,
    legal: Vec<Move>,
    submove: Vec<Move>,
    meter: Meter,
    acting: Acting,
    chance: Rng,
    /// Random whole moves that are played before the agents take over.
    random: Vec<Vec<Move>>,
    /// How many of them have been played.
    played: usize,
    /// What is hidden but settled since the start. Games on the same seed have the same; no agent sees it.
    deal: Vec<Move>,
    /// The moves of the game so far.
    pub(super) moves: String,
    /// What each seat has spent.
    pub(super) spent: Vec<Spent>,
    /// Whole moves by players.
    pub(super) plies: u32,
    /// Those among them that no agent chose.
    pub(super) opening_plies: u32,
    /// The final scores, per seat.
    pub(super) scores: Vec<f64>,
}

/// Nanoseconds of a turn from which on the processor time of the next one is measured, under counted budgets. To measure a shorter turn would
/// cost more than it tells: its processor time is taken to be its wall time.
const WORTH_MEASURING: u64 = 50_000;

/// The stream of a task's seed from which its random moves are drawn.
const RANDOM: u64 = u64::MAX;

/// How often random moves that lead to a decided position are drawn again.
const DRAWS: u32 = 1000;

/// What a seat has spent in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Spent {
    pub(super) turns: u64,
    pub(super) iterations: u64,
    pub(super) states: u64,
    /// Wall time.
    pub(super) nanos: u64,
    /// Processor time.
    pub(super) processor_nanos: u64,
    /// Wall time of the last turn.
    last_nanos: u64,
    /// The longest turn, by the clock of the budget.
    pub(super) longest_nanos: u64,
    /// Turns that exceeded a budget of time by more than a tenth.
    pub(super) turns_over: u64,
}

/// A seat as the referee sees it.
pub(super) struct Seat<'a> {
    pub(super) agent: &'a mut dyn Agent,
    pub(super) budget: Budget,
    /// What the failure message calls it.
    pub(super) name: &'a str,
}

impl Referee {
    pub(super) fn new(game: &dyn Game, settings: MatchSettings) -> Self {
        let start = game.start();
        Referee {
            info: game.info(),
            settings,
            position: start.boxed(),
            before: start.boxed(),
            trial: start,
            scratch: Scratch::default(),
            legal: Vec::new(),
            submove: Vec::new(),
            meter: Meter::new(Budget::Iterations(0)),
            acting: Acting::Game,
            chance: Rng::from_seed(0),
            random: Vec::new(),
            played: 0,
            deal: Vec::new(),
            moves: String::new(),
            spent: Vec::new(),
            plies: 0,
            opening_plies: 0,
            scores: Vec::new(),
        }
    }

    /// Forgets the last game: nothing has been played and spent in these seats.
    pub(super) fn clear(&mut self, seats: usize) {
        self.spent.clear();
        self.spent.resize(seats, Spent::default());
        self.moves.clear();
        self.scores.clear();
        self.plies = 0;
        self.opening_plies = 0;
    }

    /// Plays a game. Chance draws from stream `first_stream` of the seed, seat `s` from the stream `1 + s` after it, and the random
    /// moves of the opening from the stream that lies as far before the last one.
    ///
    /// # Errors
    /// If the game has no result: who failed and how to see it again.
    pub(super) fn play(&mut self, seats: &mut [Seat<'_>], opening: &Opening, seed: TaskSeed, first_stream: u64) -> Result<Ending, Failure> {
        self.clear(seats.len());
        self.acting = Acting::Game;
        self.chance = seed.stream(first_stream);
        let result = match catch(|| self.game(seats, opening, seed, first_stream)) {
            Ok(result) => result,
            Err(caught) => Err(self.blame(&caught)),
        };
        result.map_err(|failure| self.explain(failure, seats, seed))
    }

    fn game(&mut self, seats: &mut [Seat<'_>], opening: &Opening, seed: TaskSeed, first_stream: u64) -> Result<Ending, Failure> {
        self.position.copy_from(opening.start.as_ref());
        self.before.copy_from(opening.start.as_ref());
        for (s, seat) in seats.iter_mut().enumerate() {
            self.acting = Acting::Watching(s);
            seat.agent.start(s, seed.stream(first_stream + 1 + s as u64));
        }
        self.acting = Acting::Game;
        for submove in &opening.moves {
            let by_player = self.position.turn() != Turn::Chance;
            self.play_given(submove, by_player);
            self.show(seats);
        }
        // What is hidden is dealt after the opening, which may have revealed a part of it.
        self.deal.clear();
        if let Some(hidden) = self.position.hidden() {
            hidden.deal(&mut self.chance, &mut self.deal);
        }
        let split = self.position.is_split();
        self.draw_random(&mut seed.stream(RANDOM - first_stream))?;
        loop {
            match self.position.turn() {
                Turn::Over => return self.over(self.position.fault()),
                Turn::Chance => {
                    let dealt = self.position.hidden().and_then(|hidden| hidden.dealt(&self.deal));
                    let outcome = dealt.unwrap_or_else(|| self.position.sample(&mut self.chance, &mut self.legal));
                    self.submove.clear();
                    self.submove.push(outcome);
                    self.write_move();
                    self.position.store_in(&mut self.before);
                    self.position.apply(outcome);
                }
                Turn::Player(_) if split && self.is_stuck() => return self.over(self.trial.fault()),
                Turn::Player(_) if self.plies == self.settings.max_moves => return Ok(self.finish(Ending::LengthCap)),
                Turn::Player(_) if self.played < self.random.len() => {
                    let submove = std::mem::take(&mut self.random[self.played]);
                    self.played += 1;
                    self.play_given(&submove, true);
                }
                Turn::Player(player) => self.turn(&mut seats[player], player)?,
            }
            self.show(seats);
        }
    }

    /// Shows all agents the move that was played last.
    fn show(&mut self, seats: &mut [Seat<'_>]) {
        for (s, seat) in seats.iter_mut().enumerate() {
            self.acting = Acting::Watching(s);
            seat.agent.observe(self.before.as_ref(), &self.submove);
        }
        self.acting = Acting::Game;
    }

    /// Draws random moves that lead to a position that is not decided. Chance comes out in them as it will in the game.
    fn draw_random(&mut self, rng: &mut Rng) -> Result<(), Failure> {
        let plies = self.settings.random_plies as usize;
        self.random.clear();
        self.played = 0;
        if plies == 0 {
            return Ok(());
        }
        for _ in 0..DRAWS {
            self.trial.copy_from(self.position.as_ref());
            self.random.clear();
            let mut chance = self.chance.clone();
            loop {
                match self.trial.turn() {
                    Turn::Chance => {
                        let dealt = self.trial.hidden().and_then(|hidden| hidden.dealt(&self.deal));
                        let outcome = dealt.unwrap_or_else(|| self.trial.sample(&mut chance, &mut self.legal));
                        self.trial.apply(outcome);
                    }
                    Turn::Player(_) if self.random.len() < plies => {
                        if playout::finish_move(self.trial.as_mut(), rng, &mut self.scratch).is_none() {
                            break;
                        }
                        self.random.push(self.scratch.submove().to_vec());
                    }
                    Turn::Player(player) if !is_decided(self.trial.as_ref(), player, &self.info) => return Ok(()),
                    Turn::Player(_) | Turn::Over => break,
                }
            }
        }
        let moves = if plies == 1 { "1 random move".to_owned() } else { format!("{plies} random moves") };
        let message = format!(
            "after {moves} the game is always decided: it is over, the player to move can win at once, or every move ends it with the same \
             scores ({DRAWS} openings drawn)"
        );
        Err(Failure { ending: Ending::Void, culprit: None, message })
    }

    /// Plays a whole move that no agent chose, or an outcome of chance.
    fn play_given(&mut self, submove: &[Move], by_player: bool) {
        self.position.store_in(&mut self.before);
        self.submove.clear();
        self.submove.extend_from_slice(submove);
        self.submove.iter().for_each(|&m| self.position.apply(m));
        write_move(self.before.as_ref(), &self.submove, &mut self.moves);
        self.plies += u32::from(by_player);
        self.opening_plies += u32::from(by_player);
    }

    /// The end of the game by its rules, or by its own fault.
    fn over(&mut self, fault: Option<String>) -> Result<Ending, Failure> {
        match fault {
            None => Ok(self.finish(Ending::Rules)),
            Some(fault) => Err(Failure { ending: Ending::Void, culprit: None, message: format!("the game cannot go on: {fault}") }),
        }
    }

    /// Lets an agent choose, and plays what it chose if that is legal.
    fn turn(&mut self, seat: &mut Seat<'_>, player: usize) -> Result<(), Failure> {
        self.position.store_in(&mut self.before);
        self.submove.clear();
        self.acting = Acting::Choosing(player);
        let measured = self.spent[player].last_nanos >= WORTH_MEASURING;
        self.meter = Meter::by_clock(seat.budget, self.settings.meter_clock(), measured);
        let answer = seat.agent.choose(self.position.as_ref(), &mut self.meter, &mut self.submove);
        let taken = self.book(player);
        self.acting = Acting::Game;
        let fails = |ending, message| Err(Failure { ending, culprit: Some(player), message });
        if let Err(error) = answer {
            return fails(Ending::AgentError, format!("said that it cannot move: {error}"));
        }
        if self.settings.limit(seat.budget).is_some_and(|limit| taken > limit) {
            let message = format!("took {:.3} s for a turn of {}", taken.as_secs_f64(), seat.budget);
            return fails(Ending::Timeout, message);
        }
        if !self.walk() {
            return fails(
                Ending::AgentError,
                format!("played an illegal move (semimoves {:?})", self.submove.iter().map(|m| m.0).collect::<Vec<_>>()),
            );
        }
        // The notation of a move belongs to the position in which it is legal, and is written only once it is known to be.
        write_move(self.before.as_ref(), &self.submove, &mut self.moves);
        self.plies += 1;
        Ok(())
    }

    /// Plays the semimoves chosen as long as they are legal; says whether they were all, and a whole move together.
    fn walk(&mut self) -> bool {
        let last = self.submove.len().wrapping_sub(1);
        for (i, &m) in self.submove.iter().enumerate() {
            self.position.moves(&mut self.legal);
            if !self.legal.contains(&m) {
                return false;
            }
            self.position.apply(m);
            if self.position.is_nodal() != (i == last) {
                return false;
            }
        }
        !self.submove.is_empty()
    }

    /// Whether every way from here is dead, which the position itself need not know.
    fn is_stuck(&mut self) -> bool {
        self.position.store_in(&mut self.trial);
        // What is drawn here decides nothing, so that any generator does.
        playout::finish_move(self.trial.as_mut(), &mut Rng::from_seed(0), &mut self.scratch).is_none()
    }

    fn write_move(&mut self) {
        write_move(self.position.as_ref(), &self.submove, &mut self.moves);
    }

    /// Adds what a turn cost, and returns its length by the clock of the budget.
    fn book(&mut self, player: usize) -> Duration {
        let (wall, processor) = (self.meter.elapsed(), self.meter.processor_time());
        let taken = if self.meter.clock() == Clock::Wall { wall } else { processor };
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let spent = &mut self.spent[player];
        spent.turns += 1;
        spent.iterations += self.meter.iterations();
        spent.states += self.meter.states();
        spent.nanos += nanos(wall);
        spent.processor_nanos += nanos(processor);
        spent.last_nanos = nanos(wall);
        spent.longest_nanos = spent.longest_nanos.max(nanos(taken));
        spent.turns_over += u64::from(is_over(self.meter.budget(), taken));
        taken
    }

    fn finish(&mut self, ending: Ending) -> Ending {
        let (low, high) = self.info.scores;
        for player in 0..self.info.players {
            let score = match ending {
                Ending::LengthCap => low + self.settings.cap_score * (high - low),
                _ => self.position.score(player),
            };
            self.scores.push(score);
        }
        ending
    }

    /// Says whose panic it was.
    fn blame(&mut self, caught: &Caught) -> Failure {
        let (culprit, what) = match self.acting {
            Acting::Game => {
                let message = format!("the game panicked: {}", caught.message);
                return Failure { ending: Ending::Void, culprit: None, message };
            }
            Acting::Watching(seat) => (seat, "while watching"),
            Acting::Choosing(seat) => {
                self.book(seat);
                (seat, "while choosing a move")
            }
        };
        match caught.payload.downcast_ref::<Overrun>() {
            Some(overrun) => Failure {
                ending: Ending::Timeout,
                culprit: Some(culprit),
                message: format!("went on after its budget was spent: {} iterations, {} nodal states", overrun.iterations, overrun.states),
            },
            None => Failure { ending: Ending::AgentError, culprit: Some(culprit), message: format!("panicked {what}: {}", caught.message) },
        }
    }

    /// Adds what reproduces the failure: the position and the seed.
    fn explain(&self, failure: Failure, seats: &[Seat<'_>], seed: TaskSeed) -> Failure {
        let who = failure.culprit.map_or(String::new(), |seat| format!("agent `{}` in seat {seat} ", seats[seat].name));
        // A game that panicked may do so again when asked for its position.
        let position = catch(|| self.before.notation()).unwrap_or_else(|_| "a position that cannot be written".to_owned());
        let message = format!("{who}{}, in `{position}` after {} moves, seed {seed}", failure.message, self.plies);
        Failure { message, ..failure }
    }
}

/// Whether nothing is left to decide where `player` is to move: they have no move, a move of theirs ends the game with the best score there is, or
/// all of their moves end it with the same scores. Oracles are not asked: in games that know their values, every position is decided.
fn is_decided(position: &dyn Position, player: usize, info: &GameInfo) -> bool {
    let mut ends = Vec::new();
    let mut open = false;
    for submove in whole_moves(position) {
        let mut next = position.boxed();
        submove.iter().for_each(|&m| next.apply(m));
        if !goes_on(next.as_ref()) {
            let scores: Vec<f64> = (0..info.players).map(|player| next.score(player)).collect();
            if scores[player] >= info.scores.1 {
                return true;
            }
            ends.push(scores);
        } else {
            open = true;
        }
    }
    !open && ends.windows(2).all(|pair| pair[0] == pair[1])
}

/// Appends the notation of a whole move, with a space between two.
fn write_move(position: &dyn Position, submove: &[Move], text: &mut String) {
    if !text.is_empty() {
        text.push(' ');
    }
    position.write_move(submove, text);
}
