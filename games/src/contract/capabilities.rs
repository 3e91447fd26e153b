//! Checks of each capability that a game offers.

use super::information;
use super::playouts::check_report;
use super::position::Observation;
use super::{CAPS, LONGEST_GAME, ensure, ensure_at};
use crate::capabilities::{Guide, Oracle};
use crate::game::{Exchange, Game};
use crate::moves::Move;
use crate::playout::{Scratch, Trace, finish_move};
use crate::position::{Position, Turn};
use crate::rng::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// The largest allowed difference between an exact value and the one that follows from the next positions.
const CLOSE: f64 = 1e-9;

/// The number of moves by which a draw is postponed here.
const POSTPONED: u32 = 1_000;

/// The capabilities that a position offers, by name.
fn offered(here: &dyn Position) -> BTreeSet<&'static str> {
    // Some accessors take `&mut self`.
    let mut here = here.boxed();
    let all = [
        ("chance", here.chance().is_some()),
        ("hidden", here.hidden().is_some()),
        ("information", here.information().is_some()),
        ("oracle", here.oracle().is_some()),
        ("groups", here.groups().is_some()),
        ("described", here.described().is_some()),
        ("captures", here.captures().is_some()),
        ("guided", here.guided().is_some()),
        ("packed", here.packed().is_some()),
        ("squares", here.squares().is_some()),
    ];
    all.into_iter().filter(|(_, offers)| *offers).map(|(name, _)| name).collect()
}

/// State kept during a walk through a game.
pub(super) struct Walk {
    /// The capabilities that the start offers.
    start: BTreeSet<&'static str>,
    /// The groups of the moves seen so far.
    groups: BTreeMap<Move, u32>,
}

impl Walk {
    pub(super) fn new(game: &dyn Game) -> Walk {
        Walk { start: offered(game.start().as_ref()), groups: BTreeMap::new() }
    }

    /// The cheap checks, made in every position of a walk.
    pub(super) fn check(&mut self, here: &dyn Position, rng: &mut Rng) -> Result<(), String> {
        match here.turn() {
            Turn::Chance => check_chance(here, &here.move_list(), rng)?,
            Turn::Player(_) => self.check_groups(here)?,
            Turn::Over => {}
        }
        if self.start.contains("packed") {
            check_packed(here)?;
        }
        information::check(here, rng)?;
        if self.start.contains("captures") { check_captures(here) } else { Ok(()) }
    }

    /// The expensive checks: all capabilities are still offered, exact values, whole playouts and views.
    pub(super) fn check_fully(&self, game: &dyn Game, here: &dyn Position, rng: &mut Rng) -> Result<(), String> {
        let (start, now) = (&self.start, offered(here));
        let hidden = (game.info().hidden, now.contains("information"));
        ensure_at(here, hidden.0 == hidden.1, || {
            format!("its facts say hidden = {}, its position offers `information`: {}", hidden.0, hidden.1)
        })?;
        ensure_at(here, *start == now, || format!("it offers the capabilities {now:?}, the start {start:?}"))?;
        if let Some(oracle) = here.oracle() {
            check_oracle(game, here, oracle)?;
        }
        check_squares(game, here)?;
        if !here.is_nodal() {
            return Ok(());
        }
        let (seed, mut scratch) = (rng.bits64(), Scratch::default());
        for cap in CAPS {
            let mut end = here.boxed();
            let Some(capturing) = end.captures() else { break };
            let report = capturing.playout_captures_first(&mut Rng::from_seed(seed), cap, &mut scratch);
            check_report(here, end.as_ref(), report, cap)?;
        }
        for cap in CAPS.into_iter().chain([LONGEST_GAME]) {
            check_guided(game, here, seed, cap)?;
        }
        check_described(game, here)
    }

    /// A move is always in the same group.
    fn check_groups(&mut self, here: &dyn Position) -> Result<(), String> {
        let Some(game) = here.groups() else { return Ok(()) };
        for m in here.move_list() {
            let (group, before) = (game.group(m), *self.groups.entry(m).or_insert_with(|| game.group(m)));
            ensure_at(here, group == before, || format!("{m:?} is in group {group}, but was in group {before} before"))?;
        }
        Ok(())
    }
}

/// Games that are exchanged in a notation of squares have them; each has a name of its own, and shows a piece where the picture shows a man.
fn check_squares(game: &dyn Game, here: &dyn Position) -> Result<(), String> {
    let Some(board) = here.squares() else {
        return ensure_at(here, game.exchange() == Exchange::Plain, || "its notation needs squares, which it does not offer".to_owned());
    };
    let names: BTreeSet<String> = board.all().map(|square| board.square_name(square)).collect();
    ensure_at(here, names.len() == board.all().count(), || "two squares have one name".to_owned())?;
    let picture = here.picture().unwrap_or_default();
    for square in board.all() {
        let name = board.square_name(square);
        let man = picture.layout.places.iter().zip(&picture.men).find(|(place, _)| place.name == name).map(|(_, man)| man.is_some());
        let piece = board.piece(square).is_some();
        ensure_at(here, man == Some(piece), || format!("on {name} there is a piece: {piece}; in the picture: {man:?}"))?;
    }
    Ok(())
}

/// The probabilities of outcomes sum to 1, and every outcome drawn is one of them.
fn check_chance(here: &dyn Position, moves: &[Move], rng: &mut Rng) -> Result<(), String> {
    let Some(chance) = here.chance() else { return Err("chance acts, but the position does not offer `chance`".to_owned()) };
    ensure_at(here, chance.is_ahead(), || "chance acts, though the position says that it cannot any more".to_owned())?;
    let mut sum = 0.0;
    for &outcome in moves {
        let p = chance.probability(outcome);
        ensure_at(here, p > 0.0 && p <= 1.0, || format!("outcome {outcome:?} has probability {p}"))?;
        sum += p;
    }
    ensure_at(here, (sum - 1.0).abs() < CLOSE, || format!("the probabilities of chance sum to {sum}"))?;
    let drawn = chance.sample(rng, &mut Vec::new());
    ensure_at(here, moves.contains(&drawn), || format!("chance drew {drawn:?}, which is not among the outcomes"))
}

/// Exact values are scores, and follow from those of the next positions: the mover's is the greatest, chance's the mean.
fn check_oracle(game: &dyn Game, here: &dyn Position, oracle: &dyn Oracle) -> Result<(), String> {
    let info = game.info();
    let (low, high) = info.scores;
    let moves = here.move_list();
    for player in 0..info.players {
        let known = oracle.known_score(player);
        ensure_at(here, (low..=high).contains(&known), || format!("the known score is {known}, expected {low} to {high}"))?;
        let hard = oracle.difficulty(player);
        ensure_at(here, hard.is_none_or(f64::is_finite), || format!("the difficulty is {hard:?}, expected a finite number"))?;
        let next = |m: &Move| {
            let mut next = here.boxed();
            next.apply(*m);
            next.oracle().map_or(f64::NAN, |oracle| oracle.known_score(player))
        };
        let expected = match (here.turn(), here.chance()) {
            (Turn::Over, _) => here.score(player),
            (Turn::Player(mover), _) if mover == player => moves.iter().map(next).fold(low, f64::max),
            (Turn::Chance, Some(chance)) => moves.iter().map(|m| chance.probability(*m) * next(m)).sum(),
            _ => continue,
        };
        ensure_at(here, (known - expected).abs() < CLOSE, || {
            format!("the known score of player {player} is {known}, expected {expected} from the positions that follow")
        })?;
    }
    Ok(())
}

/// Captures are moves, and postponing a draw changes no move.
fn check_captures(here: &dyn Position) -> Result<(), String> {
    let mut copy = here.boxed();
    let Some(capturing) = copy.captures() else { return Ok(()) };
    let (moves, mut found) = (here.move_list(), vec![Move(u64::MAX)]);
    capturing.capturing_moves(&mut found);
    if let Turn::Player(_) = here.turn() {
        ensure_at(here, found.iter().all(|m| moves.contains(m)), || "a capture is not among the moves".to_owned())?;
    } else {
        ensure_at(here, found.is_empty(), || format!("there are captures {found:?}, though it is no player's turn"))?;
    }
    capturing.postpone_draw(POSTPONED);
    let (before, after) = ((here.turn(), moves), (copy.turn(), copy.move_list()));
    ensure_at(here, before == after, || "postponing a draw changes whose turn it is or the moves".to_owned())
}

/// A packed position is restored exactly, whatever was there before, and players move in turn.
fn check_packed(here: &dyn Position) -> Result<(), String> {
    let (mut copy, moves) = (here.boxed(), here.move_list());
    let Some(packed) = copy.packed() else { return Ok(()) };
    let mut words = vec![0; packed.words()];
    packed.pack(&mut words);
    for m in moves.first().into_iter().chain(moves.last()) {
        copy.apply(*m);
        if let (Turn::Player(before), Turn::Player(after)) = (here.turn(), copy.turn()) {
            ensure_at(here, after == before + 1 || after == 0, || format!("player {after} moves after player {before}, not in turn"))?;
        }
        if let Some(packed) = copy.packed() {
            packed.unpack(&words);
        }
        let same = (copy.notation(), copy.key(), copy.turn()) == (here.notation(), here.key(), here.turn());
        ensure_at(here, same, || format!("it is `{}` after it was packed", copy.notation()))?;
        ensure_at(here, copy.move_list() == moves, || "it has other moves after it was packed".to_owned())?;
    }
    Ok(())
}

/// Guided playouts respect the cap and leave a trace of moves below the size of the table.
fn check_guided(game: &dyn Game, here: &dyn Position, seed: u64, cap: u32) -> Result<(), String> {
    let (mut end, mut trace, mut rng) = (here.boxed(), Trace::default(), Rng::from_seed(seed));
    let Some(guided) = end.guided() else { return Ok(()) };
    let size = guided.codes();
    ensure_at(here, here.move_list().iter().all(|m| m.0 < size as u64), || format!("a move is not below the size {size} of the table"))?;
    let values: Vec<f64> = (0..size * game.info().players).map(|_| rng.unit()).collect();
    let report = guided.playout_guided(&mut rng, cap, &Guide { values: &values, size, epsilon: 0.25 }, &mut trace);
    check_report(here, end.as_ref(), report, cap)?;
    ensure_at(here, trace.len() == report.moves as usize, || {
        format!("a guided playout of {} moves leaves a trace of {}", report.moves, trace.len())
    })?;
    ensure_at(here, trace.semimoves().iter().all(|m| m.0 < size as u64), || "a traced move is not below the size of the table".to_owned())
}

/// A position written into another one is the same position, and one read from its FEN continues alike.
fn check_described(game: &dyn Game, here: &dyn Position) -> Result<(), String> {
    let Some(described) = here.described() else { return Ok(()) };
    let mut target = game.start();
    ensure_at(here, described.write_into(target.as_mut()), || "it cannot be written into another position of its game".to_owned())?;
    ensure_at(here, Observation::of(target.as_ref()) == Observation::of(here), || {
        format!("it is written into another position as `{}`", target.notation())
    })?;
    let Some(fen) = described.fen() else { return Ok(()) };
    let read = game.parse(&fen).map_err(|error| format!("its own FEN is refused: {error}"))?;
    let told = |position: &dyn Position| {
        // The numbers of moves may depend on the square where the last move ended, which a FEN does not tell.
        let mut moves: Vec<String> = position.move_list().iter().map(|&m| position.move_notation(&[m])).collect();
        moves.sort();
        let scores: Vec<f64> = (0..game.info().players).filter(|_| position.is_over()).map(|player| position.score(player)).collect();
        (position.turn(), position.described().and_then(|described| described.fen()), moves, scores)
    };
    ensure_at(here, told(read.as_ref()) == told(here), || format!("its FEN `{fen}` is read as `{}`", read.notation()))
}

/// Plays one random game in which chance follows a deal wherever the deal settles the outcome. The same seed must give the same deal,
/// and a settled outcome must be possible.
pub(super) fn check_deal(game: &dyn Game, seed: u64) -> Result<(), String> {
    let (mut rng, mut scratch) = (Rng::new([13; 32], seed), Scratch::default());
    let mut here = game.start();
    let Some(hidden) = here.hidden() else { return Ok(()) };
    let (mut deal, mut again) = (Vec::new(), vec![Default::default()]);
    hidden.deal(&mut rng.clone(), &mut again);
    hidden.deal(&mut rng, &mut deal);
    ensure(deal == again, || "two deals with the same seed differ".to_owned())?;
    for _ in 0..LONGEST_GAME {
        match here.turn() {
            Turn::Over => return Ok(()),
            Turn::Chance => {
                let dealt = here.hidden().and_then(|hidden| hidden.dealt(&deal));
                ensure_at(here.as_ref(), dealt.is_none_or(|outcome| here.move_list().contains(&outcome)), || {
                    format!("the deal has {dealt:?} here, which is not among the outcomes")
                })?;
                let outcome = dealt.unwrap_or_else(|| here.sample(&mut rng, &mut scratch.moves));
                here.apply(outcome);
            }
            Turn::Player(_) if here.is_split() => {
                if finish_move(here.as_mut(), &mut rng, &mut scratch).is_none() {
                    return Ok(());
                }
            }
            Turn::Player(_) => {
                here.moves(&mut scratch.moves);
                here.apply(scratch.moves[rng.below(scratch.moves.len())]);
            }
        }
    }
    Ok(())
}
