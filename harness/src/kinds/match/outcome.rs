//! The result of a game's record, and rounds of games on the same seed.

use super::record::GameRecord;
use super::settings::{MatchSettings, OnFailure};
use crate::experiment::Cell;
use treebench_games::{GameInfo, hash};
use treebench_stats::Rounds;

/// The candidate's seat and its score on the scale [0, 1]; `None` if the record has no such score.
fn result(game: &GameRecord, info: &GameInfo) -> Option<(usize, f64)> {
    let seat = game.seats.iter().position(|&participant| participant == 0)?;
    let score = info.normalise(*game.scores.get(seat)?);
    (0.0..=1.0).contains(&score).then_some((seat, score))
}

/// Whether a record fits a game for this many players between this many agents.
pub(super) fn is_sound(game: &GameRecord, players: usize, agents: usize) -> bool {
    let GameRecord { seats, scores, turns, iterations, states, micros, cpu_micros, longest_turn, turns_over, .. } = game;
    seats.len() == players
        && seats.iter().all(|&participant| (participant as usize) < agents)
        && (scores.is_empty() || scores.len() == players)
        && [turns, iterations, states, micros, cpu_micros, longest_turn, turns_over].iter().all(|list| list.len() == players)
}

/// The candidate's seat and score; `None` without a result.
pub(super) fn outcome(cell: &Cell, game: &GameRecord) -> Option<(usize, f64)> {
    let info = cell.game.game.info();
    let counts = game.ending.has_scores() || game.is_lost_by_failure() && failures_lose(cell);
    let sound = counts && is_sound(game, info.players, cell.participants.len());
    if sound { result(game, &info) } else { None }
}

/// Whether games that share a seed are one round; without seat rotation, they have their own random numbers.
pub(in crate::kinds) fn rotates(cell: &Cell) -> bool {
    cell.settings.decode::<MatchSettings>().is_ok_and(|settings| settings.swap_seats)
}

/// The score of a game that is cut off and the even score, in words, if they differ.
pub(in crate::kinds) fn uneven_cap(cell: &Cell) -> Option<String> {
    let info = cell.game.game.info();
    let cap = cell.settings.decode::<MatchSettings>().ok()?.cap_share(info.players);
    let even = info.normalised_total()? / info.players as f64;
    let differs = (cap - even).abs() > 1e-3;
    differs.then(|| format!("{:.1} % and not {:.1} % (`[match] cap-score = {even:.4}`)", 100.0 * cap, 100.0 * even))
}

/// Whether an agent that fails loses the game.
pub(in crate::kinds) fn failures_lose(cell: &Cell) -> bool {
    cell.settings.decode::<MatchSettings>().is_ok_and(|settings| settings.failure == OnFailure::Loss)
}

/// The scores of a game that this seat has lost by a failure: it gets the lowest score, and the others share the rest.
pub(super) fn lost_by_failure(info: &GameInfo, culprit: usize) -> Vec<f64> {
    let (low, high) = info.scores;
    let rest = (info.normalised_total().unwrap_or(1.0) / (info.players.max(2) - 1) as f64).min(1.0);
    (0..info.players).map(|seat| if seat == culprit { low } else { low + rest * (high - low) }).collect()
}

/// The bits of a hash of games. Of a million games two have the same hash with a probability of 0.2 %.
const HASH: u64 = (1 << 48) - 1;

/// Adds a game to the order-independent hash of all games of a cell.
pub(super) fn with_game(hash: u64, task: u32, moves: &str) -> u64 {
    (hash.wrapping_add(moves_hash(&format!("{task} {moves}"))) & HASH).max(1)
}

/// A hash that identifies a game by its moves.
pub(super) fn moves_hash(moves: &str) -> u64 {
    let [hash, ..] = *blake3::hash(moves.as_bytes()).as_bytes().as_chunks::<8>().0 else { unreachable!("a hash has 32 bytes") };
    u64::from_le_bytes(hash) & HASH
}

/// A hash that identifies a game from the position in which its agents began, whatever led to it.
pub(super) fn game_hash(game: &GameRecord) -> u64 {
    if game.continuation == 0 { moves_hash(&game.moves) } else { game.continuation }
}

/// The notation of a position without the counters at the end of a FEN, which depend on the path to it.
fn without_counters(position: &str) -> &str {
    let fields: Vec<&str> = position.split(' ').collect();
    let counters: usize = fields.iter().rev().take(2).filter(|field| field.parse::<u32>().is_ok()).map(|field| 1 + field.len()).sum();
    let is_fen = fields.len() >= 4 && fields[0].contains('/') && fields.iter().rev().take(2).all(|field| field.parse::<u32>().is_ok());
    if is_fen { &position[..position.len() - counters] } else { position }
}

/// A number for a position, given as its notation: equal if two positions differ in no more than the counters of a FEN.
pub(super) fn place(position: &str) -> u64 {
    hash::key(without_counters(position))
}

/// The hash of a game that begins in a position, given as its notation, with the words of its moves from there. The counters at the end of a FEN are
/// ignored: they depend on the path.
pub(super) fn continuation<'m>(position: &'m str, moves: impl Iterator<Item = &'m str>) -> u64 {
    let words: Vec<&str> = without_counters(position).split(' ').chain(["\n"]).chain(moves).collect();
    moves_hash(&words.join(" ")).max(1)
}

/// The contribution of a game to its round: the candidate's score, and a hash of the moves, 0 if unknown. `None` without a result.
pub(in crate::kinds) fn scored(cell: &Cell, game: &GameRecord) -> Option<(f64, u64)> {
    let (_, score) = outcome(cell, game)?;
    Some((score, if game.moves.is_empty() { 0 } else { game_hash(game).max(1) }))
}

/// A round with these [scored] games: their number, the sum of the scores, and its key, as [`Rounds`] keep them.
pub(in crate::kinds) fn round_of(games: impl Iterator<Item = (f64, u64)>) -> (u32, f64, u64) {
    let (mut count, mut sum, mut key, mut known) = (0, 0.0, 0u64, true);
    for (score, hash) in games {
        (count, sum, key, known) = (count + 1, sum + score, key.wrapping_add(hash) & HASH, known && hash != 0);
    }
    (count, sum, if known { key } else { 0 })
}

/// The games of one round, in order of arrival.
#[derive(Default)]
pub(super) struct Round {
    /// The cell, and the number of the round in it.
    id: Option<(usize, u32)>,
    games: u32,
    /// Per participant, the sum of its scores.
    sums: Vec<f64>,
    /// The sum of the hashes of the games' moves, independent of their order.
    key: u64,
    /// Whether the moves of all its games are known.
    known: bool,
    /// The hash of the first game's moves, if all have the same.
    same: Option<u64>,
    /// The hashes of its games from the ends of all openings that they follow, and whether the opening of the game is another one.
    lines: Vec<(u64, bool)>,
}

impl Round {
    /// An empty round between this many players.
    pub(super) fn of(players: usize) -> Round {
        Round { id: None, games: 0, sums: vec![0.0; players], key: 0, known: true, same: None, lines: Vec::new() }
    }

    /// Begins the round with this cell and number.
    pub(super) fn begin(&mut self, id: (usize, u32), players: usize) {
        *self = Round { id: Some(id), ..Round::of(players) };
    }

    /// Games with a result, the sum of the candidate's scores in them, and the key of the round.
    pub(super) fn result(&self) -> (u32, f64, u64) {
        (self.games, self.sums.first().copied().unwrap_or(0.0), if self.known { self.key } else { 0 })
    }

    /// Its games merged with others of the same round: the key, the games and the sums.
    pub(super) fn joined(&self, key: u64, games: u32, sums: &[f64]) -> (u64, u32, Vec<f64>) {
        let (own_games, _, own) = self.result();
        let key = if games == 0 || key != 0 && own != 0 { key.wrapping_add(own) & HASH } else { 0 };
        (key, games + own_games, sums.iter().zip(&self.sums).map(|(a, b)| a + b).collect())
    }

    /// Adds a game of a cell with a result.
    pub(super) fn add(&mut self, cell: &Cell, game: &GameRecord) {
        let info = cell.game.game.info();
        self.games += 1;
        for (&participant, &score) in game.seats.iter().zip(&game.scores) {
            self.sums[participant as usize] += info.normalise(score);
        }
        let moves = moves_hash(&game.moves);
        self.same = if self.games == 1 { Some(moves) } else { self.same.filter(|same| *same == moves) };
        self.key = self.key.wrapping_add(game_hash(game)) & HASH;
        self.known &= !game.moves.is_empty();
        // The only files are those of openings.
        if !cell.files.is_empty() {
            self.lines.extend(Some((game.continuation, false)).filter(|(line, _)| *line != 0));
            self.lines.extend(game.passes.iter().map(|&line| (line, true)));
        }
    }

    /// The hashes of its games from the ends of all openings that they follow, and whether the opening of the game is another one.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u64, bool)> + '_ {
        self.lines.iter().filter(|_| self.known).copied()
    }

    /// Whether its games are those of this cell and number.
    pub(super) fn is(&self, id: (usize, u32)) -> bool {
        self.id == Some(id)
    }

    /// The cell to whose rounds it belongs; `None` before the first round.
    pub(super) fn cell(&self) -> Option<usize> {
        self.id.map(|(index, _)| index)
    }

    /// Whether every participant took every seat, and all games have the same moves.
    pub(super) fn is_mirrored(&self) -> bool {
        self.games > 1 && self.games as usize == self.sums.len() && self.known && self.same.is_some()
    }

    /// Adds it to the rounds of its cell.
    pub(super) fn finish(&self, rounds: &mut Rounds) {
        let (games, _, key) = self.result();
        rounds.push(key, games, &self.sums);
    }
}
