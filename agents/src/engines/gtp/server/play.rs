//! Commands that move, and the clock.

use super::{COLOURS, GtpServer, Reply, number, player};
use crate::budget::Budget;
use crate::engines::allowance::{GoClock, TimeSystem};
use crate::engines::failure::quoted;
use crate::engines::gtp::points::Points;
use crate::engines::host::FinishedSearch;
use std::time::Duration;
use treebench_games::{Move, Position, Turn};

/// The longest time that a clock may have, in seconds.
const LONGEST: f64 = 1e8;

impl GtpServer {
    /// `play COLOUR MOVE`.
    pub(super) fn play(&mut self, arguments: &[&str]) -> Reply {
        let mover = player(arguments.first())?;
        let text = arguments.get(1).ok_or("syntax error: expected a move")?;
        self.play_one(mover, text)?;
        Ok(String::new())
    }

    /// All moves, or none.
    pub(super) fn play_sequence(&mut self, arguments: &[&str]) -> Reply {
        for (number, pair) in arguments.chunks(2).enumerate() {
            if let Err(error) = self.play(pair) {
                (0..number).for_each(|_| _ = self.host.undo());
                return Err(error);
            }
        }
        Ok(String::new())
    }

    /// Plays a move, and what chance does after it.
    pub(super) fn play_one(&mut self, mover: usize, text: &str) -> Result<(), String> {
        if self.host.turn() == Turn::Over {
            return Err("illegal move: the game is over".to_owned());
        }
        if self.host.turn() != Turn::Player(mover) {
            return self.play_again(mover, text);
        }
        let submove = self.read(self.host.position(), text)?;
        self.host.play(submove);
        self.host.draw_chance();
        Ok(())
    }

    /// Plays a move of the player who is not to move, which sets up a board: what was there before is no position of the game.
    fn play_again(&mut self, mover: usize, text: &str) -> Result<(), String> {
        let mut after = self.turned(mover)?;
        let submove = self.read(after.as_ref(), text)?;
        submove.into_iter().for_each(|m| after.apply(m));
        if let Turn::Player(next) = after.turn() {
            after = self.before(after.as_ref(), next)?;
        }
        self.host.set_up(after);
        Ok(())
    }

    /// The legal move with this name.
    fn read(&self, position: &dyn Position, text: &str) -> Result<Vec<Move>, String> {
        self.points.read(position, text).ok_or_else(|| format!("illegal move {}", quoted(text)))
    }

    /// The position with this player to move, who is not: only in go may a player move twice in a row.
    fn turned(&self, mover: usize) -> Result<Box<dyn Position>, String> {
        if self.points == Points::Own {
            return Err(format!("illegal move: it is not {}'s turn", COLOURS[mover]));
        }
        self.before(self.host.position(), mover)
    }

    /// `genmove COLOUR`.
    pub(super) fn genmove(&mut self, arguments: &[&str]) -> Reply {
        let mover = player(arguments.first())?;
        let searched = self.think(mover)?;
        self.clock.run(mover, searched.taken);
        let text = self.points.write(searched.position.as_ref(), &searched.submove);
        self.host.play(searched.submove.clone());
        self.host.draw_chance();
        self.last = Some(searched);
        Ok(text)
    }

    /// A move that is not played, the same whatever was searched before.
    pub(super) fn reg_genmove(&mut self, arguments: &[&str]) -> Reply {
        let mover = player(arguments.first())?;
        self.host.forget();
        let searched = self.think(mover)?;
        self.host.forget();
        let text = self.points.write(searched.position.as_ref(), &searched.submove);
        self.last = Some(searched);
        Ok(text)
    }

    fn think(&mut self, mover: usize) -> Result<FinishedSearch, String> {
        if self.host.turn() == Turn::Over {
            return Err("the game is over".to_owned());
        }
        if self.host.turn() != Turn::Player(mover) {
            let turned = self.turned(mover)?;
            self.host.set_up(turned);
        }
        let by_clock = self.clock.share(mover).map(Budget::Time);
        self.host.search(self.budget.or(by_clock).unwrap_or(self.usual), None)
    }

    pub(super) fn undo(&mut self, _: &[&str]) -> Reply {
        if self.host.undo() { Ok(String::new()) } else { Err("cannot undo".to_owned()) }
    }

    /// `time_settings MAIN PERIOD STONES`; a period without stones is no limit (section 4.2 of the specification).
    pub(super) fn time_settings(&mut self, arguments: &[&str]) -> Reply {
        let (main, period, stones) = (seconds(arguments, 0)?, seconds(arguments, 1)?, number(arguments, 2, "a number of stones")?);
        self.clock = GoClock::new(match (period.is_zero(), stones) {
            (true, _) => TimeSystem::Absolute { main },
            (false, 0) => TimeSystem::Unlimited,
            (false, stones) => TimeSystem::Canadian { main, period, stones },
        });
        Ok(String::new())
    }

    /// `kgs-time_settings none`, `absolute MAIN`, `byoyomi MAIN PERIOD PERIODS` or `canadian MAIN PERIOD STONES`.
    pub(super) fn kgs_time_settings(&mut self, arguments: &[&str]) -> Reply {
        let system = arguments.first().ok_or("syntax error: expected a time system")?.to_ascii_lowercase();
        let main = || seconds(arguments, 1);
        let period = || seconds(arguments, 2);
        let count = || number::<u32>(arguments, 3, "a whole number").map(|count| count.max(1));
        self.clock = GoClock::new(match system.as_str() {
            "none" => TimeSystem::Unlimited,
            "absolute" => TimeSystem::Absolute { main: main()? },
            "byoyomi" => TimeSystem::ByoYomi { main: main()?, period: period()?, periods: count()? },
            "canadian" => TimeSystem::Canadian { main: main()?, period: period()?, stones: count()? },
            _ => return Err(format!("unknown time system {}", quoted(&system))),
        });
        Ok(String::new())
    }

    /// `time_left COLOUR TIME STONES`.
    pub(super) fn time_left(&mut self, arguments: &[&str]) -> Reply {
        let mover = player(arguments.first())?;
        let (time, stones) = (seconds(arguments, 1)?, number(arguments, 2, "a number of stones")?);
        self.clock.set_time_left(mover, time, stones);
        Ok(String::new())
    }
}

/// A time that is an argument.
fn seconds(arguments: &[&str], place: usize) -> Result<Duration, String> {
    let number: f64 = number(arguments, place, "a number of seconds")?;
    // Some controllers send what is less than nothing.
    let usable = number.is_finite().then(|| Duration::from_secs_f64(number.clamp(0.0, LONGEST)));
    usable.ok_or_else(|| "syntax error: expected a number of seconds".to_owned())
}
