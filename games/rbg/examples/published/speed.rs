//! The speed of random play.

use crate::Player;
use std::collections::BTreeMap;
use std::time::Instant;
use treebench_rbg::interpret::Fault;
use treebench_rbg::{Split, SplitMix};

/// Whole moves between looks at the clock.
const SLICE: u32 = 16;

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

/// Plays games at random for some time; returns the nodal states (whole moves of players) per second.
#[expect(clippy::disallowed_methods, reason = "this measures speed")]
pub(crate) fn measure(player: &mut Player, seconds: f64) -> Result<f64, Fault> {
    let (mut random, mut state, mut moves) = (SplitMix::new(1), player.start.clone(), 0_u64);
    let begin = Instant::now();
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
        let elapsed = begin.elapsed().as_secs_f64();
        if elapsed >= seconds {
            return Ok(moves as f64 / elapsed);
        }
    }
}
