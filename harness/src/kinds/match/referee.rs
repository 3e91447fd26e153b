//! Plays one game between agents and judges it. All state is kept between moves, so a game allocates almost nothing outside the agents.

mod end;
mod failures;
mod random_moves;
mod stall;
mod turn;

use super::adjudication::{Adjudicator, PerfectPlay};
use super::openings::Opening;
use super::outcome::{continuation, place};
use super::record::{Ending, Failure};
use super::settings::MatchSettings;
use crate::kinds::panics::catch;
use crate::plan::TaskSeed;
use failures::Actor;
pub(super) use failures::what_happened;
pub(super) use random_moves::check_random;
use std::collections::HashSet;
use treebench_agents::{Agent, Budget, Meter, PlayerClock};
use treebench_games::{Game, GameInfo, Move, Position, Rng, Scratch, Turn, playout};

/// The board, the clock and the score sheet of one game after another.
pub(super) struct Referee {
    info: GameInfo,
    settings: MatchSettings,
    position: Box<dyn Position>,
    /// The position before the move that was played last.
    before: Box<dyn Position>,
    /// A scratch position to test whether a split game can continue.
    trial: Box<dyn Position>,
    scratch: Scratch,
    legal: Vec<Move>,
    submove: Vec<Move>,
    meter: Meter,
    acting: Actor,
    chance: Rng,
    /// Random whole moves that are played before the agents take over.
    random: Vec<Vec<Move>>,
    /// The number of random moves played.
    played: usize,
    /// Hidden information settled at the start. Games on the same seed share it; no agent sees it.
    deal: Vec<Move>,
    /// The moves of the game so far.
    pub(super) moves: String,
    /// The stored searches of its turns, if kept.
    pub(super) search: String,
    /// The requests to engines and their views of the result.
    pub(super) engines: String,
    /// The annotations of turns with a clock or a score.
    pub(super) annotations: String,
    /// The clocks of the players, if any.
    clocks: Vec<Option<PlayerClock>>,
    adjudicator: Adjudicator,
    perfect: Option<PerfectPlay>,
    /// Engines that named another winner.
    pub(super) disagreements: u32,
    /// 1 if the game was ended by the scores of the loser alone.
    pub(super) one_sided: u32,
    /// The effort of each seat.
    pub(super) spent: Vec<SeatEffort>,
    /// Whole moves by players.
    pub(super) plies: u32,
    /// Those among them that no agent chose.
    pub(super) opening_plies: u32,
    /// The position in which the agents began, and the length of the moves that led to it; `None` at the start of the game.
    begun: Option<(String, usize)>,
    /// The places in which agents take over after some opening of the cell.
    ends: HashSet<u64>,
    /// The positions of this game among them, as above.
    passed: Vec<(String, usize)>,
    /// The final scores, per seat.
    pub(super) scores: Vec<f64>,
}

/// The length of a turn in nanoseconds from which the next one's processor time is measured, under counted budgets. For shorter turns measuring costs
/// too much, and processor time is taken to be wall time.
const WORTH_MEASURING: u64 = 50_000;

/// The effort of a seat in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SeatEffort {
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
    /// Positions that agree with what the agent knew and were not found.
    pub(super) failed_draws: u64,
    /// The peak memory of the agent's tree or tables after a turn, in bytes.
    pub(super) memory: u64,
}

/// A seat.
pub(super) struct Seat<'a> {
    pub(super) agent: &'a mut dyn Agent,
    pub(super) budget: Budget,
    /// Its name in failure messages.
    pub(super) name: &'a str,
    /// Whether it is an external program, whose answers have a deadline under every budget.
    pub(super) is_engine: bool,
}

impl Referee {
    pub(super) fn new(game: &dyn Game, settings: MatchSettings, perfect: Option<PerfectPlay>) -> Self {
        let start = game.start();
        Referee {
            info: game.info(),
            perfect,
            settings,
            position: start.boxed(),
            before: start.boxed(),
            trial: start,
            scratch: Scratch::default(),
            legal: Vec::new(),
            submove: Vec::new(),
            meter: Meter::new(Budget::Iterations(0)),
            acting: Actor::Game,
            chance: Rng::from_seed(0),
            random: Vec::new(),
            played: 0,
            deal: Vec::new(),
            moves: String::new(),
            search: String::new(),
            engines: String::new(),
            annotations: String::new(),
            clocks: Vec::new(),
            adjudicator: Adjudicator::default(),
            disagreements: 0,
            one_sided: 0,
            spent: Vec::new(),
            plies: 0,
            opening_plies: 0,
            begun: None,
            ends: HashSet::new(),
            passed: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// Resets to a new game in these seats.
    pub(super) fn clear(&mut self, seats: usize) {
        self.spent.clear();
        self.spent.resize(seats, SeatEffort::default());
        self.moves.clear();
        self.search.clear();
        self.engines.clear();
        self.annotations.clear();
        self.adjudicator = Adjudicator::default();
        self.disagreements = 0;
        self.one_sided = 0;
        self.scores.clear();
        self.plies = 0;
        self.opening_plies = 0;
        self.begun = None;
        self.passed.clear();
    }

    /// Sets the [ends](super::openings::Openings::ends) of the openings that games may pass.
    pub(super) fn look_for(&mut self, ends: HashSet<u64>) {
        self.ends = ends;
    }

    /// The hash of the game from the position in which its agents began; 0 if that is the start.
    pub(super) fn continuation(&self) -> u64 {
        self.begun.as_ref().map_or(0, |begun| self.from(begun))
    }

    /// The same from the end of every other opening that it passes.
    pub(super) fn passes(&self) -> Vec<u64> {
        let own = self.continuation();
        self.passed
            .iter()
            .filter(|(_, from)| *from < self.moves.len())
            .map(|passed| self.from(passed))
            .filter(|hash| *hash != own)
            .collect()
    }

    fn from(&self, (position, from): &(String, usize)) -> u64 {
        continuation(position, self.moves.get(*from..).unwrap_or_default().split_whitespace())
    }

    /// Notes the position if another opening leads to it.
    fn note_end(&mut self) {
        if !self.ends.is_empty() {
            let here = self.position.notation();
            if self.ends.contains(&place(&here)) {
                self.passed.push((here, self.moves.len()));
            }
        }
    }

    /// Plays a game. Chance draws from stream `first_stream` of the seed, seat `s` from the stream `1 + s` after it, and the random moves of the
    /// opening from the stream at the same distance before the last one.
    ///
    /// # Errors
    /// If the game has no result: who failed and how to reproduce it.
    pub(super) fn play(&mut self, seats: &mut [Seat<'_>], opening: &Opening, seed: TaskSeed, first_stream: u64) -> Result<Ending, Failure> {
        self.clear(seats.len());
        self.acting = Actor::Game;
        self.chance = seed.stream(first_stream);
        self.clocks.clear();
        self.clocks.extend(seats.iter().map(|seat| match seat.budget {
            Budget::Clock(control) => Some(PlayerClock::new(control)),
            Budget::Iterations(_) | Budget::States(_) | Budget::Time(_) => None,
        }));
        let mut whole = |referee: &mut Self| {
            let ending = referee.game(seats, opening, seed, first_stream)?;
            referee.collect_remarks(seats, ending);
            Ok(ending)
        };
        let result = match catch(|| whole(self)) {
            Ok(result) => result,
            Err(caught) => Err(self.attribute_panic(&caught)),
        };
        result.map_err(|failure| self.explain(failure, seats, seed))
    }

    fn game(&mut self, seats: &mut [Seat<'_>], opening: &Opening, seed: TaskSeed, first_stream: u64) -> Result<Ending, Failure> {
        self.position.copy_from(opening.start.as_ref());
        self.before.copy_from(opening.start.as_ref());
        for (s, seat) in seats.iter_mut().enumerate() {
            self.acting = Actor::Watching(s);
            seat.agent.start(s, seed.stream(first_stream + 1 + s as u64));
        }
        self.acting = Actor::Game;
        for submove in &opening.moves {
            let by_player = self.position.turn() != Turn::Chance;
            self.note_end();
            self.play_given(submove, by_player);
            self.show(seats);
        }
        // What is hidden is dealt after the opening, which may have revealed a part of it.
        self.deal.clear();
        if let Some(hidden) = self.position.hidden() {
            hidden.deal(&mut self.chance, &mut self.deal);
        }
        let split = self.position.is_split();
        self.draw_random(&mut seed.stream(random_moves::STREAM - first_stream))?;
        loop {
            self.note_end();
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
                Turn::Player(_) if self.settings.adjudicates() && self.adjudicate() => return Ok(Ending::Adjudication),
                Turn::Player(_) if self.plies == self.settings.max_moves => return Ok(self.finish(Ending::LengthCap)),
                Turn::Player(_) if self.played < self.random.len() => {
                    let submove = std::mem::take(&mut self.random[self.played]);
                    self.played += 1;
                    self.play_given(&submove, true);
                }
                Turn::Player(player) => {
                    if self.solve(player)? {
                        return Ok(Ending::Adjudication);
                    }
                    if self.begun.is_none() && (self.opening_plies > 0 || !opening.text.is_empty()) {
                        self.begun = Some((self.position.notation(), self.moves.len()));
                    }
                    if !self.turn(&mut seats[player], player)? {
                        return Ok(self.resign(player));
                    }
                }
            }
            self.show(seats);
        }
    }

    /// Shows all agents the move that was played last.
    fn show(&mut self, seats: &mut [Seat<'_>]) {
        for (s, seat) in seats.iter_mut().enumerate() {
            self.acting = Actor::Watching(s);
            seat.agent.observe(self.before.as_ref(), &self.submove);
        }
        self.acting = Actor::Game;
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

    /// Whether every path from here is dead, which the position need not show.
    fn is_stuck(&mut self) -> bool {
        self.position.store_in(&mut self.trial);
        // What is drawn here decides nothing, so that any generator does.
        playout::finish_move(self.trial.as_mut(), &mut Rng::from_seed(0), &mut self.scratch).is_none()
    }

    fn write_move(&mut self) {
        write_move(self.position.as_ref(), &self.submove, &mut self.moves);
    }
}

/// Appends the notation of a whole move, with a space between two.
fn write_move(position: &dyn Position, submove: &[Move], text: &mut String) {
    if !text.is_empty() {
        text.push(' ');
    }
    position.write_move(submove, text);
}
