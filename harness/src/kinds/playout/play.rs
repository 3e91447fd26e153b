//! Plays whole blocks of a cell.

use super::Block;
use super::settings::PlayoutSettings;
use crate::experiment::Cell;
use crate::kinds::panics::catch;
use crate::kinds::{PlayedTask, TaskPlayer};
use crate::plan::TaskSeed;
use crate::store::Record as _;
use std::time::Duration;
use treebench_games::GameInfo;
use treebench_games::params::{ParamError, Params};
use treebench_stats::{Flat, FlatPlayer, Moments};

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
        let game = treebench_games::view(&cell.game.game, &settings.split)?;
        let start = catch(|| game.start()).map_err(|caught| {
            ParamError::rule("game", format!("`{}` panicked while it was set up: {}", cell.game.label, caught.message))
        })?;
        Ok(BlockPlayer { info: game.info(), flat: FlatPlayer::new(start, settings.max_moves), settings })
    }

    fn block(&mut self, seed: TaskSeed, block: &mut Block) -> Result<(), String> {
        let (flat, branching) = (&mut block.flat, &mut block.branching);
        self.flat.count(u64::from(self.settings.playouts), &mut seed.stream(COUNTED), flat, branching)?;
        if self.settings.seconds > 0.0 {
            let mut timed = Flat::new(self.info.players);
            let time = self.flat.play_for(Duration::from_secs_f64(self.settings.seconds), &mut seed.stream(TIMED), &mut timed)?;
            block.timed = [timed.nodal.count(), timed.nodal.sum().round() as u64, u64::try_from(time.as_micros()).unwrap_or(u64::MAX)];
        }
        Ok(())
    }
}

impl TaskPlayer for BlockPlayer {
    fn play(&mut self, _task: u32, seed: TaskSeed) -> PlayedTask {
        let mut block = Block::new(self.info.players);
        let result = catch(|| self.block(seed, &mut block));
        block.message = match result {
            Ok(Ok(())) => String::new(),
            Ok(Err(fault)) => fault,
            Err(caught) => format!("the game panicked: {}", caught.message),
        };
        // If no game came to an end there is no score, but nothing failed either.
        let score = |scores: &Moments| if scores.count() == 0 { 0.0 } else { self.info.normalise(scores.mean()) };
        let failure = (!block.message.is_empty()).then(|| block.message.clone());
        let result = failure.is_none().then(|| block.flat.scores.first().map_or(0.0, score));
        PlayedTask { row: block.record(seed.to_string()).into_row(), result, failure }
    }
}
