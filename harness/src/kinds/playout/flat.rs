//! Plays random games from one position: so many, or for so long.

use super::{Block, Branching, Flat};
use crate::games::{Position, Rng, Scratch};
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

    /// Plays so many games by the plain loop, which lists every semimove, and adds them to the block.
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

    /// Plays so many games by the game's own playout.
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

    /// The same until the time is over, and how long it took; looks at the clock about once in a millisecond. A game before that is not
    /// counted: code that the game makes at first use is there when the clock starts.
    ///
    /// # Errors
    /// If the game cannot go on: what its position says.
    #[expect(clippy::disallowed_methods, reason = "this measures speed")]
    pub(crate) fn play_for(&mut self, time: Duration, rng: &mut Rng, flat: &mut Flat) -> Result<Duration, String> {
        self.play(1, &mut rng.clone(), &mut Flat::new(flat.scores.len()))?;
        let start = Instant::now();
        let mut batch = 1;
        loop {
            let before = start.elapsed();
            self.play(batch, rng, flat)?;
            let after = start.elapsed();
            if after >= time {
                return Ok(after);
            }
            if after - before < Duration::from_millis(1) {
                batch *= 2;
            }
        }
    }
}

fn fault_of(position: &dyn Position) -> Result<(), String> {
    position.fault().map_or(Ok(()), |fault| Err(format!("the game cannot go on: {fault}, in `{}`", position.notation())))
}
