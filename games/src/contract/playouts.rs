//! Checks of random play, overridden or not.

use super::{CAPS, LONGEST_GAME, ensure, ensure_at};
use crate::game::Game;
use crate::notation::whole_moves;
use crate::playout::{self, Playout, Scratch};
use crate::position::{Position, Turn};
use crate::rng::Rng;

/// The largest allowed difference of two means, in standard errors. A correct game exceeds it once in 500 million trials.
const TOO_FAR: f64 = 6.0;

/// The cap is respected, the same seed gives the same playout, and the report fits the final position.
pub(super) fn check(here: &dyn Position, rng: &mut Rng) -> Result<(), String> {
    if !here.is_nodal() {
        return Ok(());
    }
    let mut scratch = Scratch::default();
    let seed = rng.bits64();
    for cap in CAPS.into_iter().chain([LONGEST_GAME]) {
        let mut end = here.boxed();
        let report = end.playout(&mut Rng::from_seed(seed), cap, &mut scratch);
        let mut twin = here.boxed();
        let again = twin.playout(&mut Rng::from_seed(seed), cap, &mut scratch);
        ensure_at(here, report == again && end.notation() == twin.notation(), || format!("two playouts with seed {seed} differ"))?;
        check_report(here, end.as_ref(), report, cap)?;
    }
    // With cap 0 the report is certain unless chance acts: whether the game is over, and no moves.
    let (mut fast, mut plain) = (here.boxed(), here.boxed());
    let reports = [
        fast.playout(&mut Rng::from_seed(seed), 0, &mut scratch),
        playout::uniform(plain.as_mut(), &mut Rng::from_seed(seed), 0, &mut scratch),
    ];
    ensure_at(here, reports[0] == reports[1] || here.turn() == Turn::Chance, || {
        format!("a playout with cap 0 reports {:?}, the plain one {:?}", reports[0], reports[1])
    })
}

/// The report fits the position in which the playout ended.
pub(super) fn check_report(here: &dyn Position, end: &dyn Position, report: Playout, cap: u32) -> Result<(), String> {
    let Playout { moves, semimoves, over } = report;
    ensure_at(here, moves <= cap, || format!("a playout with cap {cap} made {moves} moves"))?;
    ensure_at(here, semimoves >= moves, || format!("a playout reports {moves} moves in {semimoves} semimoves"))?;
    ensure_at(here, end.is_nodal(), || format!("a playout with cap {cap} ended inside a move"))?;
    let ended = end.turn() == Turn::Over || end.is_split() && end.turn() != Turn::Chance && whole_moves(end).is_empty();
    if over {
        ensure_at(here, ended, || format!("a playout says that the game is over in `{}`", end.notation()))
    } else {
        let waiting = matches!(end.turn(), Turn::Player(_));
        ensure_at(here, waiting && moves == cap, || format!("a playout stopped after {moves} moves of {cap} in `{}`", end.notation()))
    }
}

/// The mean length and the mean score of every seat must agree with plain play within the sampling error.
pub(super) fn compare(game: &dyn Game, seed: u64, compared: usize) -> Result<(), String> {
    let players = game.info().players;
    let mut sums = [vec![[0.0; 2]; players + 1], vec![[0.0; 2]; players + 1]];
    let mut scratch = Scratch::default();
    for (kind, sums) in sums.iter_mut().enumerate() {
        let mut rng = Rng::new([11; 32], seed.wrapping_mul(2).wrapping_add(kind as u64));
        for _ in 0..compared {
            let mut end = game.start();
            let report = match kind {
                0 => end.playout(&mut rng, LONGEST_GAME, &mut scratch),
                _ => playout::uniform(end.as_mut(), &mut rng, LONGEST_GAME, &mut scratch),
            };
            ensure(report.over, || format!("a random game is not over after {LONGEST_GAME} whole moves"))?;
            let scores = (0..players).map(|player| end.score(player));
            for (sum, x) in sums.iter_mut().zip([f64::from(report.moves)].into_iter().chain(scores)) {
                sum[0] += x;
                sum[1] += x * x;
            }
        }
    }
    let n = compared as f64;
    for (i, (fast, plain)) in sums[0].iter().zip(&sums[1]).enumerate() {
        let variance = |[sum, squares]: [f64; 2]| (squares - sum * sum / n).max(0.0) / (n - 1.0);
        let error = ((variance(*fast) + variance(*plain)) / n).sqrt();
        let (a, b) = (fast[0] / n, plain[0] / n);
        ensure((a - b).abs() <= TOO_FAR * error + 1e-9, || {
            let what = if i == 0 { "length".to_owned() } else { format!("score of player {}", i - 1) };
            format!("`playout` gives a mean {what} of {a}, plain uniform play one of {b}, with a standard error of {error}")
        })?;
    }
    Ok(())
}
