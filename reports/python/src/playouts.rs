//! Many random games in one call.

use crate::errors::value_error;
use crate::position::PyPosition;
use crate::signals::interruptible;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use treebench::games::Rng;
use treebench::stats::{Flat, FlatPlayer, Moments};

/// Random games between two looks at Ctrl-C.
const CHUNK: u64 = 64;

/// Plays random games from a position.
pub(crate) fn play<'py>(py: Python<'py>, from: &PyPosition, count: u64, seed: u64, cap: u32) -> PyResult<Bound<'py, PyDict>> {
    if count == 0 || cap == 0 {
        return Err(value_error("count and cap must be at least 1"));
    }
    let players = from.source().game.info().players;
    let start = from.boxed();
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let flat = interruptible(py, &stop, move || {
        let (mut flat, mut rng, mut player) = (Flat::new(players), Rng::from_seed(seed), FlatPlayer::new(start, cap));
        let mut left = count;
        while left > 0 && !stopped.load(Relaxed) {
            let chunk = left.min(CHUNK);
            player.play(chunk, &mut rng, &mut flat).map_err(value_error)?;
            left -= chunk;
        }
        Ok(flat)
    })?;
    let playouts = flat.nodal.count();
    let scores = (flat.cut_off < playouts).then(|| flat.scores.iter().map(Moments::mean).collect::<Vec<_>>());
    let result = PyDict::new(py);
    result.set_item("playouts", playouts)?;
    result.set_item("scores", scores)?;
    result.set_item("moves", flat.nodal.mean())?;
    result.set_item("cut_off", flat.cut_off)?;
    Ok(result)
}
