//! Plays random games: a given number, or for a given time.

use super::{Branching, Flat};
use crate::Ratio;
use std::time::{Duration, Instant};
use treebench_games::playout::Playout;
use treebench_games::{Position, Rng, Scratch};

/// Plays random games one after another, with reused buffers.
pub struct FlatPlayer {
    start: Box<dyn Position>,
    position: Box<dyn Position>,
    scratch: Scratch,
    cap: u32,
}

impl FlatPlayer {
    /// Plays from this position; games are cut off after `cap` whole moves.
    pub fn new(start: Box<dyn Position>, cap: u32) -> Self {
        FlatPlayer { position: start.boxed(), start, scratch: Scratch::default(), cap }
    }

    /// Plays this many games by the plain loop, which lists every semimove, and adds their results.
    ///
    /// # Errors
    /// If the game cannot continue: the error of its position.
    pub fn count(&mut self, playouts: u64, rng: &mut Rng, flat: &mut Flat, branching: &mut Ratio) -> Result<(), String> {
        for _ in 0..playouts {
            self.position.copy_from(self.start.as_ref());
            let mut counted = Branching::default();
            let playout = counted.playout(&mut self.position, rng, self.cap);
            fault_of(self.position.as_ref())?;
            flat.add(playout, self.position.as_ref());
            branching.push(counted.generated as f64, f64::from(playout.semimoves));
        }
        Ok(())
    }

    /// Plays this many games by the game's own playout.
    ///
    /// # Errors
    /// If the game cannot continue: the error of its position.
    pub fn play(&mut self, playouts: u64, rng: &mut Rng, flat: &mut Flat) -> Result<(), String> {
        for _ in 0..playouts {
            self.position.copy_from(self.start.as_ref());
            let playout = self.position.playout(rng, self.cap, &mut self.scratch);
            fault_of(self.position.as_ref())?;
            flat.add(playout, self.position.as_ref());
        }
        Ok(())
    }

    /// The same until the time is over, and how long it took; looks at the clock about once in a millisecond, also within long games. A game
    /// that is not over by then is cut off. A move before that is not counted: code that the game makes at first use is there when the
    /// clock starts.
    ///
    /// # Errors
    /// If the game cannot continue: the error of its position.
    #[expect(clippy::disallowed_methods, reason = "this measures speed")]
    pub fn play_for(&mut self, time: Duration, rng: &mut Rng, flat: &mut Flat) -> Result<Duration, String> {
        self.position.copy_from(self.start.as_ref());
        self.position.playout(&mut rng.clone(), 1, &mut self.scratch);
        let start = Instant::now();
        let (mut batch, mut long) = (1, true);
        loop {
            let before = start.elapsed();
            if long {
                self.play_one(rng, flat, || start.elapsed() >= time)?;
            } else {
                self.play(batch, rng, flat)?;
            }
            let after = start.elapsed();
            if after >= time {
                return Ok(after);
            }
            if after - before < Duration::from_millis(1) {
                batch *= 2;
            }
            long = batch == 1 && after - before > LONG;
        }
    }

    /// Plays one game move by move until it is over, the cap is reached, or the time is.
    fn play_one(&mut self, rng: &mut Rng, flat: &mut Flat, is_late: impl Fn() -> bool) -> Result<(), String> {
        self.position.copy_from(self.start.as_ref());
        let mut done = Playout::default();
        while !done.over && done.moves < self.cap && !is_late() {
            let one = self.position.playout(rng, 1, &mut self.scratch);
            fault_of(self.position.as_ref())?;
            done = Playout { moves: done.moves + one.moves, semimoves: done.semimoves + one.semimoves, over: one.over };
        }
        flat.add(done, self.position.as_ref());
        Ok(())
    }

    /// Counts as [`count`](Self::count) does, at most this many games and for about this time; the last game may be cut off.
    ///
    /// # Errors
    /// If the game cannot continue: the error of its position.
    #[expect(clippy::disallowed_methods, reason = "the sample may be small, and is not to outlast what was asked for")]
    pub fn count_for(&mut self, playouts: u64, time: Duration, rng: &mut Rng, branching: &mut Ratio) -> Result<(), String> {
        let start = Instant::now();
        for _ in 0..playouts {
            self.position.copy_from(self.start.as_ref());
            let (mut counted, mut done, mut semimoves) = (Branching::default(), Playout::default(), 0);
            let mut moves = 0;
            while !done.over && moves < self.cap && start.elapsed() < time {
                done = counted.playout(&mut self.position, rng, 1);
                fault_of(self.position.as_ref())?;
                (moves, semimoves) = (moves + done.moves, semimoves + done.semimoves);
            }
            branching.push(counted.generated as f64, f64::from(semimoves));
            if start.elapsed() >= time {
                break;
            }
        }
        Ok(())
    }
}

/// Games that take longer are played move by move.
const LONG: Duration = Duration::from_millis(20);

fn fault_of(position: &dyn Position) -> Result<(), String> {
    position.fault().map_or(Ok(()), |fault| Err(format!("the game cannot go on: {fault}, in `{}`", position.notation())))
}
