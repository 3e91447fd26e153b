//! The clock of a whole game: a player's time control, the remaining time, and the share of a turn.

use std::fmt;
use std::time::Duration;

/// The assumed number of remaining moves.
const MOVES_LEFT: u32 = 30;
/// The reserve for communication.
const RESERVE: Duration = Duration::from_millis(50);
/// The shortest turn.
const SHORTEST: Duration = Duration::from_millis(1);
/// The longest time of a control.
const MOST_SECONDS: f64 = 86_400.0;
/// The maximum number of moves of a session.
const MOST_MOVES: u32 = 10_000;

/// How a time control is written, for messages.
pub const TIME_CONTROL: &str = "a clock as cutechess and fastchess write it, such as \"60+0.6\" (seconds, and seconds for every move), \"40/60\" (for 40 moves at a time) or \"1:30\"";

/// A player's time for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The time for the game, or for a session of moves.
    pub base: Duration,
    /// The increment per move.
    pub increment: Duration,
    /// The moves of a session, after which the base is added again; `None` for the whole game.
    pub moves: Option<u32>,
}

impl TimeControl {
    /// Reads `MOVES/BASE+INCREMENT`, in which only the base must be given: seconds, or minutes and seconds with a colon between them.
    ///
    /// # Errors
    /// What a time control is.
    pub fn parse(text: &str) -> Result<TimeControl, String> {
        let read = || {
            let (moves, rest) = text.trim().split_once('/').map_or((None, text.trim()), |(moves, rest)| (Some(moves), rest));
            let (base, increment) = rest.split_once('+').map_or((rest, None), |(base, increment)| (base, Some(increment)));
            let moves = moves.map_or(Some(0), |moves| moves.trim().parse::<u32>().ok().filter(|&moves| moves <= MOST_MOVES))?;
            let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
            let base = seconds_of(seconds)? + 60.0 * f64::from(minutes.trim().parse::<u16>().ok()?);
            let increment = increment.map_or(Some(0.0), seconds_of)?;
            let lasts = (0.001..=MOST_SECONDS).contains(&base) && increment <= MOST_SECONDS;
            lasts.then(|| TimeControl { base: millis(base), increment: millis(increment), moves: Some(moves).filter(|&moves| moves > 0) })
        };
        read().ok_or_else(|| format!("expected {TIME_CONTROL}, not `{text}`"))
    }
}

/// A number of seconds, to the millisecond.
fn seconds_of(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse::<f64>().ok().filter(|seconds| plain && seconds.is_finite())
}

fn millis(seconds: f64) -> Duration {
    Duration::from_millis((1000.0 * seconds).round() as u64)
}

impl fmt::Display for TimeControl {
    /// As [`parse`](TimeControl::parse) reads it: `40/60+0.6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// The remaining time of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RemainingTime {
    /// The time.
    pub left: Duration,
    /// The increment per move.
    pub increment: Duration,
    /// The moves for which it must last, if known.
    pub moves: Option<u32>,
}

impl RemainingTime {
    /// The time for this turn: an even share of what is left and the increment, but not all of it.
    pub fn share(&self) -> Duration {
        let even = self.left / self.moves.unwrap_or(MOVES_LEFT).max(1);
        let most = self.left.saturating_sub(RESERVE.min(self.left / 10));
        even.saturating_add(self.increment).min(most).max(SHORTEST)
    }
}

/// A player's clock in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerClock {
    control: TimeControl,
    left: Duration,
    /// Moves until the base is added again.
    to_go: Option<u32>,
}

impl PlayerClock {
    /// At the start of a game.
    pub fn new(control: TimeControl) -> PlayerClock {
        PlayerClock { control, left: control.base, to_go: control.moves }
    }

    /// Its time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// The remaining time.
    pub fn time_left(&self) -> RemainingTime {
        RemainingTime { left: self.left, increment: self.control.increment, moves: self.to_go }
    }

    /// Subtracts the time of a move, and adds the increment; `false` if the time is exceeded by more than the margin.
    pub fn stop(&mut self, taken: Duration, margin: Duration) -> bool {
        if taken > self.left.saturating_add(margin) {
            self.left = Duration::ZERO;
            return false;
        }
        self.left = self.left.saturating_sub(taken).saturating_add(self.control.increment);
        if let Some(to_go) = &mut self.to_go {
            *to_go -= 1;
            if *to_go == 0 {
                self.left = self.left.saturating_add(self.control.base);
                self.to_go = self.control.moves;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn controls_are_read_and_written() {
        let control = |base, increment, moves| TimeControl { base: ms(base), increment: ms(increment), moves };
        let cases = [
            ("60", control(60_000, 0, None), "60"),
            ("8+0.08", control(8000, 80, None), "8+0.08"),
            ("40/60+0.6", control(60_000, 600, Some(40)), "40/60+0.6"),
            ("0/10", control(10_000, 0, None), "10"),
            ("1:30+1", control(90_000, 1000, None), "90+1"),
            (" 0.25 ", control(250, 0, None), "0.25"),
        ];
        for (text, expected, written) in cases {
            assert_eq!(TimeControl::parse(text), Ok(expected), "{text}");
            assert_eq!(expected.to_string(), written);
            assert_eq!(TimeControl::parse(written), Ok(expected));
        }
        for text in
            ["", "0", "x", "60+", "60+x", "-1", "1e9", "40/", "-40/60", "100000/60", "60s", "inf", "NaN", "1:2:3", "90000", "60+1+1"]
        {
            assert!(TimeControl::parse(text).is_err_and(|error| error.contains("40/60")), "{text}");
        }
    }

    #[test]
    fn the_time_left_is_shared_among_the_moves() {
        let share = |left, increment, moves| RemainingTime { left: ms(left), increment: ms(increment), moves }.share().as_millis();
        assert_eq!(share(60_000, 0, None), 2000);
        assert_eq!(share(60_000, 1000, Some(10)), 7000);
        // Never more than is left, less the reserve.
        assert_eq!(share(1000, 5000, None), 950);
        assert_eq!(share(100, 0, Some(1)), 90);
        assert_eq!(share(0, 0, None), 1);
    }

    #[test]
    fn clocks_run_and_fall() {
        let mut clock = PlayerClock::new(TimeControl { base: ms(100), increment: ms(10), moves: Some(2) });
        assert!(clock.stop(ms(60), ms(0)));
        assert_eq!(clock.time_left(), RemainingTime { left: ms(50), increment: ms(10), moves: Some(1) });
        // The session is over: the base comes back. What is over by less than the margin costs nothing.
        assert!(clock.stop(ms(52), ms(2)));
        assert_eq!(clock.time_left(), RemainingTime { left: ms(110), increment: ms(10), moves: Some(2) });
        assert!(!clock.stop(ms(111), ms(0)));
        assert!(clock.time_left().left.is_zero());
    }
}
