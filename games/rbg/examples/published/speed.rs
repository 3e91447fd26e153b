//! The speed of random play.

use crate::Player;
use std::collections::BTreeMap;
use treebench_rbg::{Fault, Split, SplitMix};

/// Whole moves in one call of an engine.
const SLICE: u32 = 16;

/// The approximate number of clock readings, which take time themselves; fewer where a call takes long.
const LOOKS: f64 = 256.0;

/// Nodal states per second of the published compiler, by file and strategy.
pub(crate) fn stored() -> BTreeMap<(&'static str, Split), f64> {
    let rows = include_str!("speeds.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let row = |line: &'static str| {
        let columns: Vec<&str> = line.split(',').collect();
        let [file, split, speed] = columns[..] else { panic!("three columns: {line}") };
        ((file, split.parse().expect("a strategy")), speed.parse().expect("a speed"))
    };
    rows.map(row).collect()
}

/// The processor time of this thread in seconds, which other jobs on the machine hardly change.
pub(crate) fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Plays games at random for some time; returns the nodal states (whole moves of players) per second of processor time.
pub(crate) fn measure(player: &mut Player, seconds: f64) -> Result<f64, Fault> {
    let (mut random, mut state, mut moves) = (SplitMix::new(1), player.start.clone(), 0_u64);
    let begin = now();
    // Calls from one look at the clock to the next, those left, and the time of the last look.
    let (mut calls, mut left, mut before) = (1_u64, 1_u64, 0.0);
    loop {
        let seed = random.draw();
        let count = match &player.compiled {
            Some(compiled) => compiled.playout(&mut state, seed, SLICE)?,
            None => player.plain.playout(&mut state, seed, SLICE)?,
        };
        moves += u64::from(count.moves);
        if count.over || count.dead {
            state.copy_from(&player.start);
        }
        left -= 1;
        if left > 0 {
            continue;
        }
        let elapsed = now() - begin;
        if elapsed >= seconds {
            return Ok(moves as f64 / elapsed);
        }
        if elapsed - before < seconds / LOOKS {
            calls *= 2;
        }
        (left, before) = (calls, elapsed);
    }
}
