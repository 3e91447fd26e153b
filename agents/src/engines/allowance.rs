//! Time management of the go server: from the clock of the game to the time of a turn.
//!
//! The rule is the [same](RemainingTime::share) in all protocols, and in games of its own. The remaining time is divided by the moves that it must
//! last for: those given by the client, else 30. An increment per move is added. At most the remaining time is spent, less a reserve for
//! communication: a tenth of it, but at most 50 ms.

use crate::budget::RemainingTime;
use std::time::Duration;

/// The time system of a game of go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeSystem {
    /// Not at all.
    #[default]
    Unlimited,
    /// By the main time, for all moves.
    Absolute {
        /// The main time.
        main: Duration,
    },
    /// Canadian overtime: after the main time, a number of moves in every period.
    Canadian {
        /// The main time.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The moves in it.
        stones: u32,
    },
    /// Japanese overtime: after the main time every move has a period, and one that is exceeded is lost.
    ByoYomi {
        /// The main time.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of periods.
        periods: u32,
    },
}

/// The remaining time of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct TimeLeft {
    main: Duration,
    /// Of the period; counts once the main time is used up.
    period: Duration,
    /// Moves in the period, or periods.
    stones: u32,
}

/// Both clocks of a game of go. They run here, too, since a controller need not say what is left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoClock {
    system: TimeSystem,
    left: [TimeLeft; 2],
}

impl GoClock {
    /// Clocks that have not begun to run.
    pub fn new(system: TimeSystem) -> GoClock {
        let left = match system {
            TimeSystem::Unlimited => TimeLeft::default(),
            TimeSystem::Absolute { main } => TimeLeft { main, ..TimeLeft::default() },
            TimeSystem::Canadian { main, period, stones } => TimeLeft { main, period, stones },
            TimeSystem::ByoYomi { main, period, periods } => TimeLeft { main, period, stones: periods },
        };
        GoClock { system, left: [left; 2] }
    }

    /// Clocks of a new game by the same system.
    pub fn again(&self) -> GoClock {
        GoClock::new(self.system)
    }

    /// Sets a player's remaining time as given by a controller: of the main time if `stones` is 0, else of the period.
    pub fn set_time_left(&mut self, player: usize, time: Duration, stones: u32) {
        let Some(left) = self.left.get_mut(player) else { return };
        if stones == 0 {
            left.main = time;
        } else {
            *left = TimeLeft { main: Duration::ZERO, period: time, stones };
        }
    }

    /// Counts a move of a player that took this time.
    pub fn run(&mut self, player: usize, taken: Duration) {
        let Some(left) = self.left.get_mut(player) else { return };
        let over = taken.saturating_sub(left.main);
        let in_overtime = left.main.is_zero() || !over.is_zero();
        left.main = left.main.saturating_sub(taken);
        if !in_overtime {
            return;
        }
        match self.system {
            TimeSystem::Canadian { period, stones, .. } => {
                left.period = left.period.saturating_sub(over);
                left.stones = left.stones.saturating_sub(1);
                if left.stones == 0 {
                    *left = TimeLeft { period, stones, ..*left };
                }
            }
            TimeSystem::ByoYomi { period, .. } => left.period = period,
            TimeSystem::Unlimited | TimeSystem::Absolute { .. } => {}
        }
    }

    /// The time for the next turn of a player; `None` if it is not limited.
    pub fn share(&self, player: usize) -> Option<Duration> {
        let left = self.left.get(player)?;
        let main = RemainingTime { left: left.main, ..RemainingTime::default() };
        let overtime = |moves: u32| {
            let each = left.period / moves.max(1);
            // A rest of the main time that is no more than a move of the overtime is spent with it.
            let clock = RemainingTime { left: left.period + left.main, moves: Some(moves.max(1)), ..RemainingTime::default() };
            if left.main > each { main.share().max(each) } else { clock.share() }
        };
        match self.system {
            TimeSystem::Unlimited => None,
            TimeSystem::Absolute { .. } => Some(main.share()),
            TimeSystem::Canadian { .. } => Some(overtime(left.stones)),
            TimeSystem::ByoYomi { .. } => Some(overtime(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn clocks_of_go_run() {
        assert_eq!(GoClock::default().share(0), None);
        let mut clock = GoClock::new(TimeSystem::Canadian { main: seconds(60), period: seconds(20), stones: 4 });
        assert_eq!(clock.share(0), Some(seconds(5)), "no less than in overtime");
        clock.run(0, seconds(61));
        assert_eq!(clock.share(0), Some(seconds(19) / 3));
        assert_eq!(clock.share(1), Some(seconds(5)));
        (0..3).for_each(|_| clock.run(0, seconds(1)));
        assert_eq!(clock.share(0), Some(seconds(5)), "a new period");
        clock.set_time_left(0, seconds(3), 1);
        assert_eq!(clock.share(0), Some(Duration::from_millis(2950)));
        assert_eq!(clock.again().share(0), Some(seconds(5)));
        let mut japanese = GoClock::new(TimeSystem::ByoYomi { main: seconds(0), period: seconds(10), periods: 3 });
        japanese.run(1, seconds(9));
        assert_eq!(japanese.share(1), Some(Duration::from_millis(9950)));
        let mut absolute = GoClock::new(TimeSystem::Absolute { main: seconds(30) });
        absolute.run(0, seconds(15));
        assert_eq!((absolute.share(0), absolute.share(1)), (Some(seconds(15) / 30), Some(seconds(1))));
    }
}
