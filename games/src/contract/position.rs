//! Checks of a single position.

use super::{ensure, ensure_at};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::{find_move, whole_moves};
use crate::position::{Position, Turn};
use std::collections::BTreeSet;

/// At most this many moves of a position are played on copies.
const MOST_PLAYED: usize = 100;

/// At most this many whole moves of a position are written and read.
const MOST_NAMED: usize = 1000;

/// Everything observable about a position, for comparing two.
#[derive(PartialEq, Debug)]
pub(super) struct Observation {
    notation: String,
    turn: Turn,
    nodal: bool,
    moves: Vec<Move>,
    drawing: String,
    key: u64,
}

impl Observation {
    pub(super) fn of(position: &dyn Position) -> Observation {
        Observation {
            notation: position.notation(),
            turn: position.turn(),
            nodal: position.is_nodal(),
            moves: position.move_list(),
            drawing: position.draw(),
            key: position.key(),
        }
    }
}

/// The cheap checks, for every position of a walk.
pub(super) fn check(game: &dyn Game, here: &dyn Position) -> Result<(), String> {
    let info = game.info();
    // `moves` must clear the buffer.
    let mut moves = vec![Move(u64::MAX)];
    here.moves(&mut moves);
    let distinct: BTreeSet<Move> = moves.iter().copied().collect();
    ensure_at(here, !distinct.contains(&Move(u64::MAX)), || "`moves` does not empty the buffer first".to_owned())?;
    ensure_at(here, distinct.len() == moves.len(), || format!("a move is listed twice among {moves:?}"))?;
    ensure_at(here, moves.iter().all(|m| m.0 >> Move::BITS == 0), || format!("a move uses more than {} bits", Move::BITS))?;
    let counted = here.count_moves(&mut vec![Move(u64::MAX)]);
    ensure_at(here, counted == moves.len(), || format!("`count_moves` counts {counted} of {} moves", moves.len()))?;
    let mut chosen_from = vec![Move(u64::MAX)];
    here.playout_moves(&mut chosen_from);
    let chosen_from_set: BTreeSet<Move> = chosen_from.iter().copied().collect();
    ensure_at(here, chosen_from_set.is_subset(&distinct), || "random play chooses among semimoves that are not legal".to_owned())?;
    ensure_at(here, chosen_from_set.len() == chosen_from.len(), || format!("random play has a move twice in {chosen_from:?}"))?;
    let none_left = chosen_from.is_empty() && !moves.is_empty();
    ensure_at(here, !none_left, || "the game is not over, but random play has no move".to_owned())?;
    ensure_at(here, !here.is_split() || chosen_from == moves, || "random play leaves out semimoves of a split game".to_owned())?;
    ensure_at(here, here.is_split() == game.start().is_split(), || "`is_split` differs from that of the start".to_owned())?;
    ensure_at(here, here.is_split() || here.is_nodal(), || "an intermediate position, though `is_split` is false".to_owned())?;
    let turn = here.turn();
    ensure_at(here, turn == Turn::Over || here.mover() == turn, || "`mover` and `turn` name others".to_owned())?;
    match turn {
        Turn::Player(player) => {
            ensure_at(here, player < info.players, || format!("it is the turn of player {player} of {}", info.players))?;
            check_estimates(game, here)?;
            ensure_at(here, !moves.is_empty() || !here.is_nodal(), || {
                "no moves between two whole moves, but the game is not over".to_owned()
            })
        }
        Turn::Over => {
            ensure_at(here, here.is_nodal(), || "a dead end inside a move is reported as the end of the game".to_owned())?;
            ensure_at(here, moves.is_empty(), || format!("the game is over, but there are {} moves", moves.len()))?;
            check_scores(game, here)
        }
        Turn::Chance => {
            ensure_at(here, info.chance, || "chance acts, though the game says that it never does".to_owned())?;
            ensure_at(here, here.is_nodal(), || "chance acts inside a whole move".to_owned())
        }
    }
}

/// Scores are in range for every seat and have the announced total.
pub(super) fn check_scores(game: &dyn Game, here: &dyn Position) -> Result<(), String> {
    let info = game.info();
    let (low, high) = info.scores;
    (0..info.players).try_for_each(|player| {
        let score = here.score(player);
        ensure_at(here, (low..=high).contains(&score), || format!("player {player} scores {score}, expected {low} to {high}"))
    })?;
    if !info.graded {
        (0..info.players).try_for_each(|player| {
            let share = (here.score(player) - low) / (high - low);
            // A loser, or one of 1 to all leaders; rules files round to whole numbers.
            let fits = share == 0.0 || (1..=info.players).any(|leaders| (share * leaders as f64 - 1.0).abs() < 0.02);
            ensure_at(here, fits, || format!("player {player} scores {}, but the scores are not graded", here.score(player)))
        })?;
    }
    let sum: f64 = (0..info.players).map(|player| here.score(player)).sum();
    let total = info.total.unwrap_or(sum);
    ensure_at(here, (sum - total).abs() < 1e-9, || format!("the scores add up to {sum}, expected always {total}"))
}

/// Estimates lie strictly inside the range, for all seats or for none.
fn check_estimates(game: &dyn Game, here: &dyn Position) -> Result<(), String> {
    let info = game.info();
    let (low, high) = info.scores;
    let estimates: Vec<Option<f64>> = (0..info.players).map(|player| here.evaluate(player)).collect();
    let known = estimates.iter().flatten().count();
    ensure_at(here, known == 0 || known == info.players, || format!("an estimate for {known} of {} players", info.players))?;
    estimates.into_iter().flatten().try_for_each(|x| {
        ensure_at(here, low < x && x < high, || format!("`evaluate` gives {x}, expected a number inside {low} to {high}"))
    })
}

/// The expensive checks: every move can be played and has a notation of its own, and playing on a copy leaves the original alone.
pub(super) fn check_moves(here: &dyn Position) -> Result<(), String> {
    let before = Observation::of(here);
    ensure_at(here, before == Observation::of(here), || "two looks at the same position differ".to_owned())?;
    let mut slot = here.boxed();
    for &m in before.moves.iter().step_by(before.moves.len() / MOST_PLAYED + 1) {
        let mut copy = here.boxed();
        copy.apply(m);
        let after = Observation::of(copy.as_ref());
        ensure_at(here, before == Observation::of(here), || format!("playing {m:?} on a copy changed the original"))?;
        // A reused slot must behave like a fresh copy, for both ways of copying.
        slot.copy_from(here);
        slot.apply(m);
        ensure_at(here, after == Observation::of(slot.as_ref()), || format!("`copy_from` and a fresh copy differ after {m:?}"))?;
        here.store_in(&mut slot);
        ensure_at(here, before == Observation::of(slot.as_ref()), || "`store_in` gives another position".to_owned())?;
    }
    let mut names = BTreeSet::new();
    let wholes = whole_moves(here);
    // Finding a move lists all moves again, so only a few are looked up.
    let step = wholes.len() / 8 + 1;
    for (i, submove) in wholes.iter().take(MOST_NAMED).enumerate() {
        let name = here.move_notation(submove);
        let odd = name.is_empty() || name.chars().any(|c| c.is_whitespace() || c.is_control());
        ensure_at(here, !odd, || format!("the move {submove:?} is written `{name}`, expected a word without spaces"))?;
        if i % step == 0 {
            let found = find_move(here, &name).map_err(|e| e.to_string())?;
            ensure_at(here, &found == submove || !names.contains(&name), || format!("`{name}` is found as {found:?}, not {submove:?}"))?;
        }
        ensure_at(here, names.insert(name.clone()), || format!("two moves are written `{name}`"))?;
    }
    ensure(before == Observation::of(here), || format!("looking at moves changed the position `{}`", before.notation))
}
