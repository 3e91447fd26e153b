//! The budget of a turn, and the meter that counts it.

mod checkpoints;
mod clock;
mod game_clock;

pub use checkpoints::Snapshot;
pub use clock::Clock;
pub use game_clock::{PlayerClock, RemainingTime, TIME_CONTROL, TimeControl};

use checkpoints::Checkpoints;
use clock::Stopwatch;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use treebench_games::Move;

/// The budget of one turn, or of all turns of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// This many iterations (playouts).
    Iterations(u64),
    /// As many iterations as begin before this many nodal states have been computed (split-moves paper, fixed setting). An iteration that
    /// computes no state counts as one, so that a turn ends even if the tree is solved.
    States(u64),
    /// Time by the [clock](Clock) of the meter. Results are not exactly repeatable.
    Time(Duration),
    /// A clock for the whole game. The referee keeps it and derives a time for every turn.
    Clock(TimeControl),
}

impl Budget {
    /// Whether it is counted, so that the same seed gives the same play.
    pub fn is_counted(&self) -> bool {
        matches!(self, Budget::Iterations(_) | Budget::States(_))
    }

    /// The budget of the first turn of a game: a share of a clock.
    fn of_turn(self) -> Budget {
        match self {
            Budget::Clock(control) => Budget::Time(PlayerClock::new(control).time_left().share()),
            other => other,
        }
    }
}

impl fmt::Display for Budget {
    /// `200 iterations`, `5000 states`, `0.5 s`, `clock 40/60+0.6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Iterations(n) => write!(f, "{n} iterations"),
            Budget::States(n) => write!(f, "{n} states"),
            Budget::Time(time) => write!(f, "{} s", time.as_secs_f64()),
            Budget::Clock(control) => write!(f, "clock {control}"),
        }
    }
}

/// Counts the cost of a turn and decides when it ends.
///
/// A search calls [`another`](Meter::another) before each iteration and [`spend`](Meter::spend) after it, with the number of nodal states
/// that it computed. An agent that goes on after the end is stopped by a panic with [`Overrun`] as its payload, which the runner records
/// as a timeout.
#[derive(Clone, Debug)]
pub struct Meter {
    budget: Budget,
    clock: Clock,
    iterations: u64,
    states: u64,
    /// Iterations that computed no state, counted under a budget of states.
    idle: u64,
    /// The states computed before the last iteration began.
    states_before: u64,
    /// Positions that were to be drawn from what a player knows, and were not found.
    failed_draws: u64,
    started: Stopwatch,
    /// The iteration before which a timed budget reads the clock next.
    next_look: u64,
    /// Refused iterations.
    refusals: u32,
    /// The limit of nodal states, beyond which the turn is an overrun.
    most_states: u64,
    checkpoints: Checkpoints,
    /// The time after which the turn is a timeout.
    limit: Option<Duration>,
    /// Ends the turn once it is set.
    stop: Option<Arc<AtomicBool>>,
    /// The clocks of all players; `None` for those that have none.
    clocks: Vec<Option<PlayerClock>>,
}

/// The payload of the panic that stops an agent which does not stop itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overrun {
    /// Iterations counted when it was stopped.
    pub iterations: u64,
    /// Nodal states counted when it was stopped.
    pub states: u64,
}

/// Nodal states after which a single iteration counts as endless.
const STATES_OF_ONE_ITERATION: u64 = 1_000_000;
/// Refusals that an agent may ignore before it counts as endless.
const MOST_REFUSALS: u32 = 10_000;

impl Meter {
    /// Starts a turn.
    pub fn new(budget: Budget) -> Self {
        Meter::watched(budget, Vec::new())
    }

    /// Starts a turn whose budget is measured by this clock. Its [processor time](Self::processor_time) is measured if asked for, and always
    /// for a budget of time: it costs two system calls.
    pub fn by_clock(budget: Budget, clock: Clock, processor_time: bool) -> Self {
        let measured = processor_time || clock == Clock::Processor || !budget.is_counted();
        Meter { clock, started: Stopwatch::start(measured), ..Meter::new(budget) }
    }

    /// Starts a turn with checkpoints after these numbers of iterations (ascending). A search that supports them calls
    /// [`is_due`](Self::is_due) after every iteration and [notes](Self::note) what it would play, without perturbing its random numbers.
    pub fn watched(budget: Budget, checkpoints: Vec<u64>) -> Self {
        let budget = budget.of_turn();
        let most_states = match budget {
            Budget::Iterations(n) => n.saturating_mul(STATES_OF_ONE_ITERATION),
            Budget::States(n) => n.saturating_add(STATES_OF_ONE_ITERATION),
            Budget::Time(_) | Budget::Clock(_) => u64::MAX,
        };
        let checkpoints = Checkpoints::new(checkpoints);
        Meter {
            budget,
            clock: Clock::Wall,
            iterations: 0,
            states: 0,
            idle: 0,
            states_before: 0,
            failed_draws: 0,
            started: Stopwatch::start(false),
            next_look: 0,
            refusals: 0,
            most_states,
            checkpoints,
            limit: None,
            stop: None,
            clocks: Vec::new(),
        }
    }

    /// The same turn, which also ends when another thread sets this flag.
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Meter { stop: Some(stop), ..self }
    }

    /// The same turn with a timeout, for agents that wait for other processes.
    pub fn limited(self, limit: Option<Duration>) -> Self {
        Meter { limit, ..self }
    }

    /// The time after which the turn is a timeout; `None` if it has no limit.
    pub fn limit(&self) -> Option<Duration> {
        self.limit
    }

    /// The same turn in a game with clocks, for agents that manage their own time.
    pub fn with_clocks(self, clocks: Vec<Option<PlayerClock>>) -> Self {
        Meter { clocks, ..self }
    }

    /// The clock of a player as the turn began.
    pub fn player_clock(&self, player: usize) -> Option<PlayerClock> {
        self.clocks.get(player).copied().flatten()
    }

    /// The clocks of all players; empty in a game without clocks.
    pub fn player_clocks(&self) -> &[Option<PlayerClock>] {
        &self.clocks
    }

    /// The clock of the budget.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// The budget of the turn; in a game with a clock, the time that an agent should take.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Whether another iteration may begin; counts it if so. The first may always begin.
    #[inline]
    pub fn another(&mut self) -> bool {
        let more = match self.budget {
            Budget::Iterations(n) => self.iterations < n,
            Budget::States(n) => {
                self.idle += u64::from(self.iterations > 0 && self.states == self.states_before);
                self.states_before = self.states;
                self.states.saturating_add(self.idle) < n
            }
            Budget::Time(time) => self.iterations < self.next_look || self.look(time),
            // A meter has the time of a turn in its place.
            Budget::Clock(_) => false,
        };
        let stopped = self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        if more && !stopped || self.iterations == 0 {
            self.iterations += 1;
            return true;
        }
        self.refusals += 1;
        if self.refusals > MOST_REFUSALS {
            self.overrun();
        }
        false
    }

    /// Reads the clock, about every tenth of a millisecond; the interval at most doubles the iterations done.
    #[cold]
    fn look(&mut self, time: Duration) -> bool {
        let elapsed = self.started.elapsed(self.clock);
        let each = elapsed.as_secs_f64() / (self.iterations.max(1)) as f64;
        self.next_look = self.iterations + ((1e-4 / each.max(1e-9)) as u64).clamp(1, self.iterations.max(1));
        elapsed < time
    }

    /// Counts nodal states: the positions after players' whole moves, in the tree and in playouts.
    #[inline]
    pub fn spend(&mut self, states: u64) {
        self.states += states;
        if self.states > self.most_states {
            self.overrun();
        }
    }

    #[cold]
    fn overrun(&self) -> ! {
        std::panic::panic_any(Overrun { iterations: self.iterations, states: self.states })
    }

    /// Whether there is a checkpoint after this iteration.
    #[inline]
    pub fn is_due(&self) -> bool {
        self.iterations == self.checkpoints.next
    }

    /// Notes what the search would play if it ended now.
    pub fn note(&mut self, submove: Vec<Move>, nodes: u64) {
        let Meter { iterations, states, .. } = *self;
        self.checkpoints.seen.push(Snapshot { iterations, states, nodes, elapsed: self.elapsed(), submove });
        self.checkpoints.advance();
    }

    /// The checkpoints so far.
    pub fn snapshots(&self) -> &[Snapshot] {
        &self.checkpoints.seen
    }

    /// Adds the counts of another meter: a part of the turn had its own budget, which may exceed this one.
    pub fn add(&mut self, other: &Meter) {
        self.iterations += other.iterations;
        self.states += other.states;
        self.failed_draws += other.failed_draws;
    }

    /// Counts positions that were to be drawn from what a player knows, and were not found within the limits of the game.
    pub fn count_failed_draws(&mut self, count: u64) {
        self.failed_draws += count;
    }

    /// Adds the cost reported by another program. It may exceed the budget, since nothing here can stop it.
    pub fn reported(&mut self, iterations: u64, states: u64) {
        self.iterations = self.iterations.saturating_add(iterations);
        self.states = self.states.saturating_add(states);
    }

    /// What is left of a budget of time, by its clock; `None` under any other budget. For work outside iterations, which [`another`](Self::another) does not see.
    pub fn time_left(&self) -> Option<Duration> {
        match self.budget {
            Budget::Time(time) => Some(time.saturating_sub(self.started.elapsed(self.clock))),
            Budget::Iterations(_) | Budget::States(_) | Budget::Clock(_) => None,
        }
    }

    /// Whether a budget of time is not spent yet; always, under any other budget.
    pub fn has_time(&self) -> bool {
        self.time_left() != Some(Duration::ZERO)
    }

    /// Iterations begun.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Nodal states computed.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Positions that were to be drawn from what a player knows, and were not found.
    pub fn failed_draws(&self) -> u64 {
        self.failed_draws
    }

    /// Wall time since the turn began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed(Clock::Wall)
    }

    /// Processor time of this thread since the turn began; the wall time if it is not measured.
    pub fn processor_time(&self) -> Duration {
        self.started.elapsed(Clock::Processor)
    }
}
