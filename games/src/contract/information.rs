//! Checks of hidden information.

use super::{ensure, ensure_at};
use crate::game::Game;
use crate::hash;
use crate::moves::Move;
use crate::position::{Player, Position, Turn};
use crate::rng::Rng;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A game with more positions is not searched for all its information sets.
const MOST_POSITIONS: usize = 12_000;
/// Random games that are checked on their own, and their maximum length.
const GAMES: u64 = 10;
const LONGEST: usize = 200;

/// Positions that are checked there, and drawings that find nothing, after which no more are tried: in long games each takes long.
const MOST_CHECKED: usize = 60;
const MOST_FAILED: usize = 10;

/// Positions drawn over all information sets.
const MOST_DRAWN: usize = 12_000;
/// Positions drawn of a set for each that is in it: one of equal probability is missed once in 10⁸ trials.
const DRAWN_EACH: usize = 20;

/// Checks that a position drawn from what a player knows is indistinguishable from the true one: it has the same information, the same player acts in
/// it, and that player has the same moves. All players know how a game has ended. The number of drawings that found nothing: a game may give up where positions
/// are hard to find, which searches count.
pub(super) fn check(here: &dyn Position, rng: &mut Rng) -> Result<usize, String> {
    let Some(information) = here.information() else { return Ok(0) };
    let mut failed = 0;
    if let (Some(joint), Turn::Player(mover)) = (information.joint_start(), here.turn()) {
        let known = |position: &dyn Position| position.information().map(|information| information.known(mover));
        let leads_here = |m: &Move| {
            let mut after = joint.boxed();
            after.apply(*m);
            known(after.as_ref()) == known(here)
        };
        let all = matches!(joint.turn(), Turn::Player(first) if first != mover) && joint.move_list().iter().all(leads_here);
        ensure_at(here, all, || format!("`{}` is no start of a joint choice: the mover sees what is chosen there", joint.notation()))?;
    }
    for player in 0..information.players() {
        let Some(drawn) = information.resample(player, rng) else {
            failed += 1;
            continue;
        };
        let (known, told) = (information.known(player), drawn.information().map(|drawn| drawn.known(player)));
        let keys = (information.known_key(player), drawn.information().map(|drawn| drawn.known_key(player)));
        ensure_at(here, keys.1 == Some(keys.0), || {
            format!("player {player} has another key in `{}`, which it cannot tell apart", drawn.notation())
        })?;
        let what = || format!("player {player} knows `{known}`, but in `{}`, drawn from it, {told:?}", drawn.notation());
        ensure_at(here, told.as_ref() == Some(&known), what)?;
        let acts = (here.turn(), drawn.turn());
        ensure_at(here, acts.0 == acts.1, || {
            format!("in `{}`, drawn for player {player}, {:?} acts, not {:?}", drawn.notation(), acts.1, acts.0)
        })?;
        let own = acts.0 == Turn::Player(player);
        if own {
            let moves = here.move_list();
            let other = || format!("player {player} has other moves in `{}`, which it cannot tell apart", drawn.notation());
            ensure_at(here, moves == drawn.move_list(), || other() + &difference(here, &moves, drawn.as_ref()))?;
        }
    }
    Ok(failed)
}

/// A move that only one of two positions has.
fn difference(here: &dyn Position, moves: &[Move], other: &dyn Position) -> String {
    let others = other.move_list();
    let only = |moves: &[Move], not_in: &[Move]| moves.iter().copied().find(|m| !not_in.contains(m));
    match (only(moves, &others), only(&others, moves)) {
        (Some(m), _) => format!(": `{}` is legal only in `{}`", here.move_notation(&[m]), here.notation()),
        (None, Some(m)) => format!(": `{}` is legal only in `{}`", other.move_notation(&[m]), other.notation()),
        (None, None) => ": they come in another order".to_owned(),
    }
}

/// Checks what players know in some positions of random games, and in all of a small one.
///
/// # Errors
/// If a player is told what it does not know, or the legal moves depend on that: the positions and the move.
pub fn check_hidden(game: &dyn Game, seed: u64) -> Result<(), String> {
    check_sets(game, seed)?;
    let (mut checked, mut failed) = (0, 0);
    for number in 0..GAMES {
        let (mut rng, mut here) = (Rng::new([19; 32], seed.wrapping_mul(GAMES).wrapping_add(number)), game.start());
        for _ in 0..LONGEST {
            if rng.below(3) == 0 {
                checked += 1;
                failed += check(here.as_ref(), &mut rng)?;
            }
            if checked > MOST_CHECKED || failed > MOST_FAILED {
                return Ok(());
            }
            let moves = here.move_list();
            let Some(m) = rng.pick(&moves) else { break };
            here.apply(m);
        }
    }
    Ok(())
}

/// Checks the information sets of a game small enough to be searched completely. In a set, the same player acts and has the same moves, what the
/// player has observed and played before is the same (perfect recall), and exactly its positions are drawn.
pub(super) fn check_sets(game: &dyn Game, seed: u64) -> Result<(), String> {
    let start = game.start();
    let Some(information) = start.information() else { return Ok(()) };
    for player in 0..information.players() {
        let drawn = information.resample(player, &mut Rng::new([18; 32], seed)).is_some();
        ensure_at(start.as_ref(), drawn, || format!("no position is drawn for player {player}"))?;
    }
    let mut all = AllSets { players: game.info().players, ..AllSets::default() };
    if all.visit(start.as_ref())? { all.check_drawn(&mut Rng::new([17; 32], seed)) } else { Ok(()) }
}

/// The information sets of all players, in every position.
#[derive(Default)]
struct AllSets {
    players: usize,
    sets: BTreeMap<(Player, u64), InformationSet>,
    keys: BTreeMap<(Player, String), u64>,
}

/// The observations and moves of a player.
#[derive(Clone, Copy, PartialEq, Default)]
struct ObservationHistory {
    /// Of all, in its order.
    hash: u64,
    /// The key of what was observed last.
    key: u64,
}

/// Positions that a player cannot distinguish.
struct InformationSet {
    first: Box<dyn Position>,
    known: String,
    turn: Turn,
    moves: Vec<Move>,
    past: ObservationHistory,
    positions: BTreeSet<String>,
}

impl AllSets {
    /// Visits all positions, the nearest first: a game may have no end. `false` if there are too many.
    fn visit(&mut self, start: &dyn Position) -> Result<bool, String> {
        let mut open = VecDeque::from([(start.boxed(), vec![ObservationHistory::default(); self.players])]);
        let (mut met, mut all) = (1, true);
        while let Some((here, pasts)) = open.pop_front() {
            let entered = (0..self.players).map(|player| self.enter(here.as_ref(), player, pasts[player]));
            let pasts = entered.collect::<Result<Vec<ObservationHistory>, String>>()?;
            for m in here.move_list() {
                met += 1;
                if met > MOST_POSITIONS {
                    all = false;
                    break;
                }
                let mut pasts = pasts.clone();
                if let Turn::Player(mover) = here.turn() {
                    pasts[mover].hash = hash::key(&(pasts[mover].hash, m.0));
                }
                let mut next = here.boxed();
                next.apply(m);
                open.push_back((next, pasts));
            }
        }
        Ok(all)
    }

    /// Adds a position to the set of a player with this past, and returns the past with it.
    fn enter(&mut self, here: &dyn Position, player: Player, before: ObservationHistory) -> Result<ObservationHistory, String> {
        let Some(information) = here.information() else { return Err("the position does not offer `information`".to_owned()) };
        let (known, key, turn) = (information.known(player), information.known_key(player), here.turn());
        let same_text = *self.keys.entry((player, known.clone())).or_insert(key);
        ensure_at(here, same_text == key, || format!("player {player} knows `{known}`, which has two keys"))?;
        // What is seen again adds nothing: others may have moved unseen.
        let past = if key == before.key { before } else { ObservationHistory { hash: hash::key(&(before.hash, key)), key } };
        let moves = if turn == Turn::Player(player) { here.move_list() } else { Vec::new() };
        let set = self.sets.entry((player, key)).or_insert_with(|| InformationSet {
            first: here.boxed(),
            known: known.clone(),
            turn,
            moves: moves.clone(),
            past,
            positions: BTreeSet::new(),
        });
        ensure_at(here, set.known == known, || format!("player {player} knows `{known}`, whose key is also that of `{}`", set.known))?;
        let other = || format!("in `{}`, of which player {player} knows as much, `{known}`,", set.first.notation());
        ensure_at(here, set.turn == turn, || format!("{} {:?} acts, not {turn:?}", other(), set.turn))?;
        ensure_at(here, set.moves == moves, || {
            format!("{} the player has other moves{}", other(), difference(here, &moves, set.first.as_ref()))
        })?;
        ensure_at(here, set.past == past, || format!("{} the player has observed or played something else before", other()))?;
        set.positions.insert(here.notation());
        Ok(past)
    }

    /// Draws from the sets, as many as the limit allows.
    fn check_drawn(&self, rng: &mut Rng) -> Result<(), String> {
        let wanted: usize = self.sets.values().map(|set| DRAWN_EACH * set.positions.len()).sum();
        let one_in = wanted.div_ceil(MOST_DRAWN).max(1);
        let (mut chi2, mut freedom) = (0.0, 0.0);
        for ((player, _), set) in &self.sets {
            if rng.below(one_in) > 0 {
                continue;
            }
            let here = set.first.as_ref();
            let each = here.information().and_then(|information| information.draw_probability(*player));
            let fits = each.is_none_or(|each| (each * set.positions.len() as f64 - 1.0).abs() < 1e-9);
            ensure_at(here, fits, || {
                format!("player {player} cannot tell {} positions apart, each drawn with probability {each:?}", set.positions.len())
            })?;
            let mut missing = set.positions.clone();
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for _ in 0..DRAWN_EACH * set.positions.len() {
                let Some(drawn) = here.information().and_then(|information| information.resample(*player, rng)) else { continue };
                let drawn = drawn.notation();
                ensure_at(here, set.positions.contains(&drawn), || {
                    format!("`{drawn}` is drawn for player {player}, though no game that the player could have observed so leads there")
                })?;
                missing.remove(&drawn);
                *counts.entry(drawn).or_default() += 1;
            }
            if each.is_some() {
                let expected = DRAWN_EACH as f64;
                chi2 += counts.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum::<f64>();
                freedom += set.positions.len() as f64 - 1.0;
            }
            ensure(missing.is_empty(), || {
                format!(
                    "`{}` is never drawn for player {player}, who cannot tell it from `{}`",
                    missing.iter().next().map_or("", String::as_str),
                    here.notation()
                )
            })?;
        }
        // Six standard deviations, and more where the degrees of freedom are few.
        ensure(chi2 <= freedom + 6.0 * (2.0 * freedom).sqrt() + 20.0, || {
            format!(
                "positions are not drawn with the same probability, as the game says: χ² is {chi2:.0} with {freedom} degrees of freedom"
            )
        })
    }
}
