//! The contract that every registered game is tested against.
//!
//! A crate that adds games runs [`check_registry`] or [`check_game`] in a test of its own. The checks play random games and
//! look at the positions on the way: single positions in `contract/position.rs`, each capability that the game offers in
//! `contract/capabilities.rs`, what players know in `contract/information.rs`, texts in `contract/text.rs`, whole playouts in `contract/playouts.rs`,
//! parameters in `contract/parameters.rs`, and that all views are one game in `contract/views.rs`.
//! An error says which rule is broken and in which position.

mod capabilities;
mod information;
mod parameters;
mod playouts;
mod position;
mod text;
mod views;

use crate::catalogue::games;
use crate::game::Game;
use crate::notation::whole_moves;
use crate::params::Values;
use crate::playout::{Scratch, finish_move};
use crate::position::{Position, Turn};
use crate::registry::GameEntry;
use crate::rng::Rng;
use capabilities::Walk;
pub use information::check_hidden;
use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;

/// A random game longer than this many whole moves counts as endless.
pub const LONGEST_GAME: u32 = 100_000;

/// The caps on moves that playouts are tried with.
const CAPS: [u32; 4] = [0, 1, 2, 7];

/// The amount of play and checking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Random games to walk through; each is walked twice.
    pub games: u64,
    /// One in this many positions is checked fully; the first three and the last one always are.
    pub one_in: usize,
    /// Number of fast playouts to compare with the same number of plain ones.
    pub compared: usize,
    /// Number of moves to list while one view plays and the others follow.
    pub listed: usize,
}

impl Effort {
    /// For a game with its own code.
    pub const FULL: Effort = Effort { games: 12, one_in: 8, compared: 300, listed: 5_000 };
    /// For one of many games that share an engine, which has its own tests.
    pub const BRIEF: Effort = Effort { games: 1, one_in: 100, compared: 10, listed: 400 };
}

/// Runs [`check_game`] for every registered game, each in a thread of its own.
///
/// # Errors
/// If one breaks a rule: its name, the rule and the position.
pub fn check_registry() -> Result<(), String> {
    crate::catalogue::check()?;
    std::thread::scope(|scope| {
        let checks: Vec<_> = games().iter().map(|entry| scope.spawn(move || check_game(entry))).collect();
        let outcome = |check: ScopedJoinHandle<'_, _>| check.join().unwrap_or_else(|panic| resume_unwind(panic));
        checks.into_iter().try_for_each(outcome)
    })
}

/// Checks one registered game with its default parameters, and the parameters themselves. At the ends of their ranges only the
/// starting position is checked, so a game with several board sizes should [`check`] a few of them in its own tests.
///
/// # Errors
/// If it breaks a rule: its name, the rule and the position.
pub fn check_game(entry: &GameEntry) -> Result<(), String> {
    let named = |error: String| format!("game `{}` ({}): {error}", entry.name, entry.origin);
    let game = entry.build(&Values::default()).map_err(|error| named(format!("the default parameters are refused: {error}")))?;
    let effort = if entry.definition.text().is_some() { Effort::BRIEF } else { Effort::FULL };
    check_with(game.as_ref(), 1, effort).map_err(named)?;
    parameters::check(entry).map_err(named)
}

/// Checks a game by random games that depend on `seed` only. Other views of the game are compared with this one between whole moves; to
/// check the inside of their moves, pass them to this function.
///
/// # Errors
/// If it breaks a rule: the rule and the position.
pub fn check(game: &dyn Game, seed: u64) -> Result<(), String> {
    check_with(game, seed, Effort::FULL)
}

/// The same with more or less effort.
///
/// # Errors
/// If it breaks a rule: the rule and the position.
pub fn check_with(game: &dyn Game, seed: u64, effort: Effort) -> Result<(), String> {
    let info = game.info();
    let (low, high) = info.scores;
    ensure(info.players > 0, || "the number of players is 0, expected at least 1".to_owned())?;
    ensure(low.is_finite() && high.is_finite() && low < high, || format!("the scores range from {low} to {high}"))?;
    ensure(game.start().is_nodal(), || "the starting position is intermediate, expected it between two whole moves".to_owned())?;
    // Cheap checks over whole games come first: the expensive ones rely on them.
    for (pass, look) in [Thoroughness::Cheap, Thoroughness::Full].into_iter().enumerate() {
        for number in 0..effort.games {
            let mut rng = Rng::new([7 + pass as u8; 32], seed.wrapping_mul(Effort::FULL.games).wrapping_add(number));
            walk(game, &mut rng, look, effort.one_in)?;
        }
    }
    if info.chance {
        (0..effort.games)
            .try_for_each(|number| capabilities::check_deal(game, seed.wrapping_mul(Effort::FULL.games).wrapping_add(number)))?;
    }
    information::check_sets(game, seed)?;
    playouts::compare(game, seed, effort.compared)?;
    views::check(game, seed, effort.listed)
}

/// Checks only the start and playouts from it: at the end of a parameter's range a whole game may be long.
fn glance(game: &dyn Game) -> Result<(), String> {
    let (start, rng) = (game.start(), &mut Rng::from_seed(3));
    position::check(game, start.as_ref())?;
    Walk::new(game).check(start.as_ref(), rng)?;
    text::check(game, start.as_ref(), rng)?;
    playouts::check(start.as_ref(), rng)
}

/// How thorough a walk is.
#[derive(Clone, Copy, PartialEq)]
enum Thoroughness {
    /// Only cheap checks.
    Cheap,
    /// All checks, in some of the positions.
    Full,
}

/// Walks through one random game, semimove by semimove, and checks the positions on the way.
fn walk(game: &dyn Game, rng: &mut Rng, look: Thoroughness, one_in: usize) -> Result<(), String> {
    let (mut scratch, mut walked) = (Scratch::default(), Walk::new(game));
    let mut here = game.start();
    for ply in 0..LONGEST_GAME {
        ensure_at(here.as_ref(), here.fault().is_none(), || format!("the game cannot go on: {}", here.fault().unwrap_or_default()))?;
        let over = here.turn() == Turn::Over;
        position::check(game, here.as_ref())?;
        walked.check(here.as_ref(), rng)?;
        // A full check costs a hundred times as much as a move.
        if look == Thoroughness::Full && (ply < 3 || over || rng.below(one_in) == 0) {
            position::check_moves(here.as_ref())?;
            text::check(game, here.as_ref(), rng)?;
            playouts::check(here.as_ref(), rng)?;
            walked.check_fully(game, here.as_ref(), rng)?;
        }
        if over || !advance(game, &mut here, rng, &mut scratch)? {
            return Ok(());
        }
    }
    Err(format!("a random game is not over after {LONGEST_GAME} whole moves, in `{}`", here.notation()))
}

/// Plays one random whole move, checking the intermediate positions; `false` if every way is a dead end.
fn advance(game: &dyn Game, here: &mut Box<dyn Position>, rng: &mut Rng, scratch: &mut Scratch) -> Result<bool, String> {
    if here.turn() == Turn::Chance || !here.is_split() {
        let moves = here.move_list();
        let m = if here.turn() == Turn::Chance { here.sample(rng, &mut Vec::new()) } else { moves[rng.below(moves.len())] };
        ensure_at(here.as_ref(), moves.contains(&m), || format!("chance drew {m:?}, which is not among the outcomes"))?;
        here.apply(m);
        return Ok(true);
    }
    let before = here.boxed();
    if finish_move(here.as_mut(), rng, scratch).is_none() {
        // The game is over, which `turn` could not know: the score must be valid all the same.
        ensure_at(before.as_ref(), whole_moves(before.as_ref()).is_empty(), || {
            "every way was found dead, but there are whole moves".to_owned()
        })?;
        return position::check_scores(game, before.as_ref()).map(|()| false);
    }
    // Walk the submove again to check the positions inside it and their neighbours.
    let mut inside = before;
    for &m in scratch.submove() {
        for other in inside.move_list() {
            let mut next = inside.boxed();
            next.apply(other);
            if !next.is_nodal() {
                position::check(game, next.as_ref())?;
                text::round_trip(game, next.as_ref())?;
            }
        }
        inside.apply(m);
    }
    Ok(true)
}

/// An error unless the rule holds.
fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

/// The same; the message names the position.
fn ensure_at(position: &dyn Position, holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    ensure(holds, || format!("{}, in `{}`", broken(), position.notation()))
}
