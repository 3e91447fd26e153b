//! Plays random games: a given number, or for a given time; then whole blocks of a cell.

use super::settings::PlayoutSettings;
use super::{Block, Branching, Flat};
use crate::experiment::Cell;
use crate::games::params::{ParamError, Params};
use crate::games::playout::Playout;
use crate::games::{self, GameInfo, Position, Rng, Scratch};
use crate::kinds::panics::catch;
use crate::kinds::{Played, TaskPlayer};
use crate::plan::TaskSeed;
use crate::stats::{Moments, Ratio};
use crate::store::Record as _;
use std::time::{Duration, Instant};

/// Plays one random game after another, and keeps what they need.
pub(crate) struct FlatPlayer {
    start: Box<dyn Position>,
    position: Box<dyn Position>,
    scratch: Scratch,
    cap: u32,
}

impl FlatPlayer {
    /// Plays from this position; games are cut off after `cap` whole moves.
    pub(crate) fn new(start: Box<dyn Position>, cap: u32) -> Self {
        FlatPlayer { position: start.boxed(), start, scratch: Scratch::default(), cap }
    }

    /// Plays this many games by the plain loop, which lists every semimove, and adds them to the block.
    ///
    /// # Errors
    /// If the game cannot go on: what its position says.
    pub(crate) fn count(&mut self, playouts: u64, rng: &mut Rng, block: &mut Block) -> Result<(), String> {
        for _ in 0..playouts {
            self.position.copy_from(self.start.as_ref());
            let mut branching = Branching::default();
            let playout = branching.playout(&mut self.position, rng, self.cap);
            fault_of(self.position.as_ref())?;
            block.flat.add(playout, self.position.as_ref());
            block.branching.push(branching.generated as f64, f64::from(playout.semimoves));
        }
        Ok(())
    }

    /// Plays this many games by the game's own playout.
    ///
    /// # Errors
    /// If the game cannot go on: what its position says.
    pub(crate) fn play(&mut self, playouts: u64, rng: &mut Rng, flat: &mut Flat) -> Result<(), String> {
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
    /// If the game cannot go on: what its position says.
    #[expect(clippy::disallowed_methods, reason = "this measures speed")]
    pub(crate) fn play_for(&mut self, time: Duration, rng: &mut Rng, flat: &mut Flat) -> Result<Duration, String> {
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
    /// If the game cannot go on: what its position says.
    #[expect(clippy::disallowed_methods, reason = "the sample may be small, and is not to outlast what was asked for")]
    pub(crate) fn count_for(&mut self, playouts: u64, time: Duration, rng: &mut Rng, branching: &mut Ratio) -> Result<(), String> {
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

/// The stream of a task's seed that counted games draw from, and that of timed ones.
const COUNTED: u64 = 0;
const TIMED: u64 = 1;

/// The player of a cell's blocks.
pub(super) struct BlockPlayer {
    info: GameInfo,
    flat: FlatPlayer,
    settings: PlayoutSettings,
}

impl BlockPlayer {
    /// # Errors
    /// If the game has no such view, or panics while it is set up.
    pub(super) fn new(cell: &Cell) -> Result<Self, ParamError> {
        let settings = PlayoutSettings::from_values(&cell.settings)?;
        let game = games::view(&cell.game.game, &settings.split)?;
        let start = catch(|| game.start()).map_err(|caught| {
            ParamError::rule("game", format!("`{}` panicked while it was set up: {}", cell.game.label, caught.message))
        })?;
        Ok(BlockPlayer { info: game.info(), flat: FlatPlayer::new(start, settings.max_moves), settings })
    }

    fn block(&mut self, seed: TaskSeed, block: &mut Block) -> Result<(), String> {
        self.flat.count(u64::from(self.settings.playouts), &mut seed.stream(COUNTED), block)?;
        if self.settings.seconds > 0.0 {
            let mut timed = Flat::new(self.info.players);
            let time = self.flat.play_for(Duration::from_secs_f64(self.settings.seconds), &mut seed.stream(TIMED), &mut timed)?;
            block.timed = [timed.nodal.count(), timed.nodal.sum().round() as u64, u64::try_from(time.as_micros()).unwrap_or(u64::MAX)];
        }
        Ok(())
    }
}

impl TaskPlayer for BlockPlayer {
    fn play(&mut self, _task: u32, seed: TaskSeed) -> Played {
        let mut block = Block::new(self.info.players);
        let result = catch(|| self.block(seed, &mut block));
        block.message = match result {
            Ok(Ok(())) => String::new(),
            Ok(Err(fault)) => fault,
            Err(caught) => format!("the game panicked: {}", caught.message),
        };
        // If no game came to an end there is no score, but nothing failed either.
        let score = |scores: &Moments| if scores.count() == 0 { 0.0 } else { self.info.normalise(scores.mean()) };
        let result = if block.message.is_empty() { Ok(block.flat.scores.first().map_or(0.0, score)) } else { Err(block.message.clone()) };
        Played { row: block.record(seed.to_string()).into_row(), result }
    }
}
