//! The settings in the table `[match]`.

use std::time::Duration;
use treebench_agents::{Budget, Clock};
use treebench_games::Params;

/// The settings of a match.
#[derive(Params, Clone, Debug, PartialEq)]
pub struct MatchSettings {
    /// Whole moves by players (chance not counted) after which a game is cut off.
    #[param(default = 1000u32, range = 1..=1_000_000)]
    pub max_moves: u32,
    /// The score of every player when a game is cut off: 0 is the game's lowest score, 1 its highest. 0.5 means an even share, which is 1/players
    /// with more than two players.
    #[param(default = 0.5, range = 0.0..=1.0)]
    pub cap_score: f64,
    /// Whether the agents take every seat in turn on the same seed; games-per-cell is then a multiple of the number of seats.
    #[param(default = true)]
    pub swap_seats: bool,
    /// The result of a game in which an agent fails: by an error, an illegal move or a timeout.
    #[param(default = OnFailure::Auto, added)]
    pub failure: OnFailure,
    /// Share of a budget of time by which a turn may exceed it before the game ends with a timeout; 20 ms more are always allowed, for
    /// the scheduler of the machine.
    #[param(default = 0.5, range = 0.0..=1000.0)]
    pub time_tolerance: f64,
    /// Seconds by which a turn may exceed the clock of the game before it is lost on time.
    #[param(default = 0.0, range = 0.0..=60.0, added)]
    pub time_margin: f64,
    /// Consecutive turns with scores of at most -`resign-score` after which a player has lost; 0 for never. Such games are counted separately. For
    /// two players.
    #[param(default = 0u32, range = 0..=1000, added)]
    pub resign_moves: u32,
    /// Centipawns, as engines report them; the mean m of a search counts as 400·log₁₀(m/(1−m)).
    #[param(default = 600u32, range = 1..=100_000, added)]
    pub resign_score: u32,
    /// Whether the opponent's scores must also have been at least `resign-score` in as many turns.
    #[param(default = false, added)]
    pub resign_agreed: bool,
    /// Consecutive turns of each player with all scores within `draw-score` after which a game is drawn; 0 for never. Such games are counted
    /// separately. For two players.
    #[param(default = 0u32, range = 0..=1000, added)]
    pub draw_moves: u32,
    /// Centipawns from 0.
    #[param(default = 10u32, range = 0..=100_000, added)]
    pub draw_score: u32,
    /// Moves of each player, including openings, before which no game is drawn by scores.
    #[param(default = 40u32, range = 0..=100_000, added)]
    pub draw_after: u32,
    /// Nodal positions that an exhaustive search may visit before every turn. A game that it solves ends with the result of perfect play. 0 for
    /// never. Such games are counted separately. For two players, without chance and hidden information; clocks do not run meanwhile.
    #[param(default = 0u32, range = 0..=1_000_000_000u32, added)]
    pub solver_positions: u32,
    /// Men on the board, kings included, up to which Syzygy tablebases end games of chess; 0 for never. The environment variable `TREEBENCH_SYZYGY` has
    /// their folders, separated as in `PATH`, with all tables up to that number. Such games are counted separately. Only in builds with the feature
    /// `syzygy`.
    #[param(default = 0u32, range = 0..=7, added)]
    pub tablebases: u32,
    /// Whole moves by players that are drawn at random before the agents take over, after the opening if any. All games of a round (a pair with seats
    /// swapped) begin alike. They are drawn again if the position is decided: the game is over, the player to move can win at once, or every move
    /// ends the game with the same scores.
    #[param(default = 0u32, range = 0..=10_000)]
    pub random_plies: u32,
    /// A file with one opening per line: a position, in EPD too, moves from the start of the game, or both with `moves` between them. In a `.pgn`
    /// or `.sgf` file, every game and variation is an opening. The path is relative to this file; `{game}` in it is replaced by the game's name.
    #[param(default = "", added)]
    pub openings: String,
    /// The order in which rounds take the openings of the file.
    #[param(default = OpeningsOrder::File, added)]
    pub openings_order: OpeningsOrder,
    /// The first opening of the file that is used, counted from 1.
    #[param(default = 1u32, range = 1..=1_000_000_000, added)]
    pub openings_first: u32,
    /// The last opening of the file that is used; 0 for the end of the file.
    #[param(default = 0u32, range = 0..=1_000_000_000, added)]
    pub openings_last: u32,
    /// The number of moves to which openings are truncated; 0 for no limit.
    #[param(default = 0u32, range = 0..=10_000, added)]
    pub openings_plies: u32,
    /// Which rounds share their random numbers: openings drawn at random, chance, and those of the agents.
    #[param(default = Seeds::Own, added)]
    pub seeds: Seeds,
    /// The clock by which budgets of time are measured.
    #[param(default = TurnClock::Wall)]
    pub clock: TurnClock,
    /// What is stored for every turn besides its move. It changes neither games nor keys, so stored games are not played again.
    #[param(default = Keep::Moves, added)]
    pub keep: Keep,
}

/// Which rounds share their random numbers.
#[derive(Params, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// None: every cell has its own.
    Own,
    /// Rounds with the same number in all cells with the same game and settings, so that differences between candidates are paired.
    Common,
    /// The same with different numbers from `common`, to confirm its results.
    Fresh,
}

/// The result of a game in which an agent fails.
#[derive(Params, Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// `loss` if all agents are engines, or one has a clock for the game; otherwise `void`.
    Auto,
    /// It has no result. Verdicts hold only if they hold with every such game counted against the favoured side.
    Void,
    /// The agent that failed loses, as in matches between engines; such a game is not played again.
    Loss,
}

/// What is stored for every turn.
#[derive(Params, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The move only.
    Moves,
    /// Also its iterations and time, the most visited moves at the root with their values, and the principal variation, for `bench view`; about 400
    /// bytes per turn.
    Search,
}

/// The order in which rounds take the openings of a file.
#[derive(Params, Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningsOrder {
    /// File order; the first opening follows the last.
    File,
    /// A random order for each cell from the seed, repeated after the last opening.
    Shuffled,
}

/// The clock by which budgets of time are measured.
#[derive(Params, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnClock {
    /// Wall time.
    Wall,
    /// Processor time of the thread that plays, for machines that are shared with other work; not for agents that are processes or use
    /// several threads.
    Cpu,
}

/// The `cap-score` that means an even share.
const EVEN_CAP: f64 = 0.5;

/// Extra time beyond the tolerance, because a busy machine wakes threads late.
const SCHEDULING: Duration = Duration::from_millis(20);

impl MatchSettings {
    /// The clock of the agents' meters.
    pub fn meter_clock(&self) -> Clock {
        match self.clock {
            TurnClock::Wall => Clock::Wall,
            TurnClock::Cpu => Clock::Processor,
        }
    }

    /// The score of every player when a game between this many is cut off, on the scale from 0 to 1.
    pub(super) fn cap_share(&self, players: usize) -> f64 {
        if self.cap_score == EVEN_CAP { 1.0 / players.max(2) as f64 } else { self.cap_score }
    }

    /// Whether games may end by reported scores.
    pub(super) fn adjudicates(&self) -> bool {
        self.resign_moves > 0 || self.draw_moves > 0
    }

    /// Whether solved games end.
    pub(super) fn solves(&self) -> bool {
        self.solver_positions > 0
    }

    /// The margin by which a clock may be exceeded.
    pub(super) fn margin(&self) -> Duration {
        Duration::from_secs_f64(self.time_margin)
    }

    /// The time after which a turn is a timeout; `None` if the budget is counted.
    pub(super) fn limit(&self, budget: Budget) -> Option<Duration> {
        let Budget::Time(time) = budget else { return None };
        Some(time.mul_f64(1.0 + self.time_tolerance) + SCHEDULING)
    }
}

/// Whether a turn exceeded its budget of time by more than a tenth.
pub(super) fn is_over(budget: Budget, taken: Duration) -> bool {
    matches!(budget, Budget::Time(time) if taken > time.mul_f64(1.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::params::Params as _;

    #[test]
    fn limits_grow_with_the_budget() {
        let settings = MatchSettings::defaults().unwrap();
        let ms = Duration::from_millis;
        assert_eq!(settings.limit(Budget::Time(ms(20))), Some(ms(50)));
        assert_eq!(settings.limit(Budget::Time(ms(2000))), Some(ms(3020)));
        assert_eq!(settings.limit(Budget::States(7)), None);
        assert!(is_over(Budget::Time(ms(100)), ms(111)) && !is_over(Budget::Time(ms(100)), ms(109)));
        assert!(!is_over(Budget::Iterations(1), ms(111)));
    }

    #[test]
    fn a_cut_game_is_an_even_share_unless_said_otherwise() {
        let settings = MatchSettings::defaults().unwrap();
        assert_eq!([1, 2, 3, 4].map(|players| settings.cap_share(players)), [0.5, 0.5, 1.0 / 3.0, 0.25]);
        assert_eq!(MatchSettings { cap_score: 0.4, ..settings }.cap_share(3), 0.4);
    }
}
