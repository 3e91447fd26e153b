//! Checks that all views of a game are the same game.

use super::{ensure, ensure_at};
use crate::game::{Game, ORTHODOX};
use crate::moves::Move;
use crate::notation::whole_moves;
use crate::playout::{Scratch, finish_move};
use crate::position::{Position, Turn};
use crate::rng::Rng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of random games that each view leads.
const GAMES: u64 = 3;

/// Plays random games under every view and follows them, move by move, under all others. A view stops leading before more than `most`
/// moves are listed over all views, because games with ten thousand moves in a position would take minutes.
pub(super) fn check(game: &dyn Game, seed: u64, most: usize) -> Result<(), String> {
    let names = game.splits();
    for name in [ORTHODOX, game.split()] {
        ensure(names.iter().filter(|known| *known == name).count() == 1, || format!("`{name}` is not listed once among {names:?}"))?;
    }
    let mut views: Vec<Arc<dyn Game>> = Vec::new();
    for name in names.iter().filter(|name| *name != game.split()) {
        let view = game.view(name).map_err(|error| format!("the view `{name}` is listed, but refused: {error}"))?;
        ensure(view.split() == name, || format!("the view `{name}` calls itself `{}`", view.split()))?;
        ensure(view.info() == game.info(), || format!("the facts differ under the view `{name}`"))?;
        ensure(view.splits() == names, || format!("the view `{name}` lists other views"))?;
        views.push(view);
    }
    let all: Vec<&dyn Game> = std::iter::once(game).chain(views.iter().map(Arc::as_ref)).collect();
    if all.len() == 1 {
        return Ok(());
    }
    for leader in 0..all.len() {
        let mut listed = 0;
        for number in 0..GAMES {
            let mut rng = Rng::new([9; 32], (seed * GAMES + number) * all.len() as u64 + leader as u64);
            follow(&all, leader, &mut rng, &mut listed, most)
                .map_err(|error| format!("the views of a game led by `{}` differ: {error}", all[leader].split()))?;
        }
    }
    Ok(())
}

/// The whole moves of a position by their notation.
type MovesByName = BTreeMap<String, Vec<Move>>;

/// One random game under one view, followed under all.
fn follow(all: &[&dyn Game], leader: usize, rng: &mut Rng, listed: &mut usize, most: usize) -> Result<(), String> {
    let mut here: Vec<Box<dyn Position>> = all.iter().map(|game| game.start()).collect();
    let mut scratch = Scratch::default();
    let orthodox = all.iter().position(|game| game.split() == ORTHODOX).unwrap_or_default();
    loop {
        // The first position is always compared, unless it alone exceeds the limit.
        let expected = here[orthodox].move_list().len() * if *listed == 0 { 1 } else { all.len() };
        if *listed + expected > most {
            return Ok(());
        }
        let moves: Vec<MovesByName> = here.iter().map(|position| named_moves(position.as_ref())).collect();
        *listed += moves.iter().map(BTreeMap::len).sum::<usize>();
        for ((game, position), named) in all.iter().zip(&here).zip(&moves) {
            compare(*game, here[leader].as_ref(), position.as_ref())?;
            compare_moves(here[leader].as_ref(), &moves[leader], named, game.split())?;
        }
        if moves[leader].is_empty() {
            return Ok(());
        }
        let name = draw(here[leader].as_ref(), rng, &mut scratch)?;
        for (position, named) in here.iter_mut().zip(&moves) {
            let submove = named.get(&name).ok_or_else(|| format!("the move `{name}` is not listed in `{}`", position.notation()))?;
            submove.iter().for_each(|&m| position.apply(m));
        }
    }
}

fn named_moves(position: &dyn Position) -> MovesByName {
    whole_moves(position).into_iter().map(|submove| (position.move_notation(&submove), submove)).collect()
}

/// The notation of a random whole move.
fn draw(here: &dyn Position, rng: &mut Rng, scratch: &mut Scratch) -> Result<String, String> {
    if here.turn() == Turn::Chance {
        return Ok(here.move_notation(&[here.sample(rng, &mut Vec::new())]));
    }
    let mut after = here.boxed();
    finish_move(after.as_mut(), rng, scratch).ok_or_else(|| format!("no random move was found in `{}`", here.notation()))?;
    Ok(here.move_notation(scratch.submove()))
}

/// Compares a position under two views: everything but the semimoves must be equal, also after it was passed as text.
fn compare(game: &dyn Game, led: &dyn Position, followed: &dyn Position) -> Result<(), String> {
    let parsed = game.parse(&led.notation()).map_err(|error| format!("`{}` refuses `{}`: {error}", game.split(), led.notation()))?;
    for (position, how) in [(followed, "played"), (parsed.as_ref(), "read")] {
        let seen = |position: &dyn Position| (position.notation(), position.draw(), position.key());
        let (one, other) = (seen(led), seen(position));
        ensure_at(led, one == other, || format!("under `{}` it is {how} as {other:?}, not {one:?}", game.split()))?;
        // Some views find out only by a search that the game is over.
        let both = (led.turn(), position.turn());
        ensure_at(led, both.0 == both.1 || both.0 == Turn::Over || both.1 == Turn::Over, || format!("the turns are {both:?}"))?;
        if both.0 == Turn::Over || both.1 == Turn::Over {
            let scores = |position: &dyn Position| (0..game.info().players).map(|player| position.score(player)).collect::<Vec<_>>();
            let (one, other) = (scores(led), scores(position));
            ensure_at(led, one == other, || format!("under `{}` it is {how} with the scores {other:?}, not {one:?}", game.split()))?;
        }
    }
    Ok(())
}

fn compare_moves(here: &dyn Position, led: &MovesByName, followed: &MovesByName, split: &str) -> Result<(), String> {
    let odd = led.keys().find(|name| !followed.contains_key(*name)).or(followed.keys().find(|name| !led.contains_key(*name)));
    ensure_at(here, odd.is_none(), || {
        format!("`{}` is a move under `{split}` or the leading view, not under both", odd.map_or("", String::as_str))
    })
}
