//! The results of the games of a cell.

use super::lines::Lines;
use super::outcome::{Round, game_hash, is_sound, outcome, rotates, with_game};
use super::record::{Ending, GameRecord};
use crate::experiment::Cell;
use crate::kinds::{Measurements, Statistic};
use crate::store::{Record as _, Row};
use treebench_stats::{Distribution, Lengths, Moments, Rounds};

/// The effort of one participant in all games of a cell.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// Turns taken.
    pub turns: u64,
    /// Iterations.
    pub iterations: u64,
    /// Nodal states.
    pub states: u64,
    /// Microseconds of wall time.
    pub micros: u64,
    /// Microseconds of processor time.
    pub cpu_micros: u64,
    /// Microseconds of the longest turn, by the clock of the budget.
    pub longest_turn: u64,
    /// Turns that exceeded a budget of time by more than a tenth.
    pub turns_over: u64,
}

impl Effort {
    /// The share of a core that the participant got while it was to move; `None` if it took no time.
    pub fn core_share(&self) -> Option<f64> {
        (self.micros > 0).then(|| self.cpu_micros as f64 / self.micros as f64)
    }

    /// A figure per turn; `None` if no turn was taken.
    pub fn per_turn(&self, figure: u64) -> Option<f64> {
        (self.turns > 0).then(|| figure as f64 / self.turns as f64)
    }
}

/// The results of a cell's games, from the candidate's point of view. Scores are on the scale [0, 1].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CellSummary {
    /// Games whose result was the best possible, the worst possible, and all others. They mean little for graded scores.
    pub wins: u64,
    /// See `wins`.
    pub draws: u64,
    /// See `wins`.
    pub losses: u64,
    /// The scores of all games with a result.
    pub scores: Moments,
    /// The scores by the candidate's seat.
    pub by_seat: Vec<Moments>,
    /// The scores by rounds, in plan order: games that share a seed, with every participant in every seat once.
    pub rounds: Rounds,
    /// Which rounds have games in common although their openings differ.
    pub(super) lines: Lines,
    /// The candidate's scores as the game gives them, if they are graded.
    pub graded: Option<Distribution>,
    /// A hash of the moves of every game with a result, and the number of games with unknown moves.
    pub(super) games: Vec<u64>,
    pub(super) unknown: u64,
    /// The moves with which all games with a result begin; `None` before the first one.
    pub(super) prefix: Option<String>,
    /// Games stored.
    pub played: u64,
    /// Failed games that were played again. They count among the endings and the failures, and in the bounds of the score.
    pub retried: u64,
    /// Games by ending, in the order of [`Ending::ALL`].
    pub endings: [u64; Ending::ALL.len()],
    /// Failures (errors and timeouts) by participant.
    pub failures: Vec<u64>,
    /// Those among them that count as losses.
    pub lost_by_failure: u64,
    /// Whole moves by players, of games with a result.
    pub plies: Moments,
    /// The distribution of lengths; unknown for games from a results file of an earlier version.
    pub lengths: Lengths,
    /// The effort of each participant.
    pub effort: Vec<Effort>,
    /// The number of games in which an engine named another winner than the referee.
    pub disagreements: u64,
    /// Games that the referee ended by the scores of the loser alone.
    pub one_sided: u64,
    /// Positions that agree with what a searching agent knew and were not found.
    pub failed_draws: u64,
    /// Rounds in which every participant took every seat, and all games have the same moves.
    pub mirrored: u64,
    /// A hash of the moves of all games with a result, each with its task; 0 if they are not all known.
    pub play: u64,
}

/// Cuts `prefix` to the whole moves with which `moves` begins, too.
fn cut(prefix: &mut String, moves: &str) {
    let same = prefix.bytes().zip(moves.bytes()).take_while(|(a, b)| a == b).count();
    let ends = |text: &str| text.as_bytes().get(same).is_none_or(|&byte| byte == b' ');
    if !(ends(prefix) && ends(moves)) {
        prefix.truncate(prefix.as_bytes()[..same].iter().rposition(|&byte| byte == b' ').unwrap_or(0));
    } else {
        prefix.truncate(same);
    }
}

impl CellSummary {
    /// No games yet.
    pub(super) fn empty(cell: &Cell) -> CellSummary {
        let info = cell.game.game.info();
        let (players, agents) = (info.players, cell.participants.len());
        CellSummary {
            graded: info.graded.then(|| Distribution::new(info.scores)),
            by_seat: vec![Moments::default(); players],
            rounds: Rounds::new(players),
            failures: vec![0; agents],
            effort: vec![Effort::default(); agents],
            ..CellSummary::default()
        }
    }

    /// Adds a game, if its record could be read; returns the candidate's score if the game has a result. Every game counts as one of:
    /// a result, the failure of one participant, or neither. `place` is its task, or that which would have its opening in the order of the file.
    pub(super) fn add(&mut self, cell: &Cell, place: u32, game: Option<&GameRecord>) -> Option<f64> {
        self.played += 1;
        let info = cell.game.game.info();
        let game = game.filter(|game| is_sound(game, info.players, cell.participants.len()));
        let ending = game.map_or(Ending::Void, |game| game.ending);
        let result = game.and_then(|game| outcome(cell, game));
        let ending = if ending.has_scores() && result.is_none() { Ending::Void } else { ending };
        self.endings[ending as usize] += 1;
        let game = game?;
        self.disagreements = self.disagreements.saturating_add(u64::from(game.disagreements));
        self.failed_draws = self.failed_draws.saturating_add(game.failed_draws);
        for (seat, &participant) in game.seats.iter().enumerate() {
            let effort = &mut self.effort[participant as usize];
            effort.turns = effort.turns.saturating_add(game.turns[seat]);
            effort.iterations = effort.iterations.saturating_add(game.iterations[seat]);
            effort.states = effort.states.saturating_add(game.states[seat]);
            effort.micros = effort.micros.saturating_add(game.micros[seat]);
            effort.cpu_micros = effort.cpu_micros.saturating_add(game.cpu_micros[seat]);
            effort.longest_turn = effort.longest_turn.max(game.longest_turn[seat]);
            effort.turns_over = effort.turns_over.saturating_add(game.turns_over[seat]);
        }
        if let Some(&participant) = game.culprit.and_then(|seat| game.seats.get(seat as usize)) {
            self.failures[participant as usize] += 1;
        }
        let (seat, score) = result?;
        self.lost_by_failure += u64::from(game.is_lost_by_failure());
        self.one_sided += u64::from(game.one_sided > 0);
        match score {
            1.0 => self.wins += 1,
            0.0 => self.losses += 1,
            _ => self.draws += 1,
        }
        let known = !game.moves.is_empty() && (self.play != 0 || self.scores.count() == 0);
        self.play = if known { with_game(self.play, place, &game.moves) } else { 0 };
        self.scores.push(score);
        if let (Some(graded), Some(&score)) = (&mut self.graded, game.scores.get(seat)) {
            graded.push(score);
        }
        self.by_seat[seat].push(score);
        self.plies.push(f64::from(game.plies));
        self.lengths.push(game.plies);
        if game.moves.is_empty() {
            self.unknown += 1;
        } else {
            self.games.push(game_hash(game));
        }
        match &mut self.prefix {
            Some(prefix) => cut(prefix, &game.moves),
            none => *none = Some(game.moves.clone()),
        }
        Some(score)
    }

    /// Adds a round.
    pub(super) fn finish(&mut self, round: &Round) {
        self.lines.finish(round, &mut self.rounds);
    }

    /// Adds the record of a task already counted as played; returns it if it has a result.
    pub(super) fn replay(&mut self, cell: &Cell, row: &Row) -> Option<GameRecord> {
        let game = GameRecord::from_row(row).ok();
        // Which task it is does not matter: where games were played again, identical play is not looked for.
        let result = self.add(cell, 0, game.as_ref());
        self.played -= 1;
        self.retried += 1;
        game.filter(|_| result.is_some())
    }

    /// Adds a game to the round at this index, or as a separate round if the order of rounds is unknown.
    pub(super) fn complete(&mut self, cell: &Cell, place: usize, game: &GameRecord) {
        let mut round = Round::of(cell.game.game.info().players);
        round.add(cell, game);
        match self.rounds.at(place).filter(|_| self.rounds.in_order()) {
            Some((key, games, sums)) => {
                let (key, games, sums) = round.joined(key, games, sums);
                self.rounds.replace(place, key, games, &sums);
                for other in self.lines.add(&round, place as u32) {
                    self.rounds.link(other as usize, place);
                }
            }
            None => round.finish(&mut self.rounds),
        }
    }

    /// Games without a result: failures of any agent and void games, including replayed ones.
    pub fn missing(&self) -> u64 {
        self.played + self.retried - self.scores.count()
    }

    /// Whether the games of every round are the same, whoever sits where.
    pub(in crate::kinds) fn is_mirrored(&self) -> bool {
        self.retried == 0 && self.mirrored > 0 && self.mirrored == self.rounds.len() as u64
    }

    /// Whether the games of most rounds are the same, so that the agents seldom differ in play.
    pub(in crate::kinds) fn is_mostly_mirrored(&self) -> bool {
        self.retried == 0 && 2 * self.mirrored > self.rounds.len() as u64
    }

    /// The share of games that the referee ended by the scores of the loser alone.
    pub(in crate::kinds) fn one_sided_share(&self) -> f64 {
        self.one_sided as f64 / self.scores.count().max(1) as f64
    }

    /// The measurement for `bench check`: the candidate's mean score.
    pub(super) fn measured(&self, cell: &Cell) -> Measurements {
        let failures = self.failures.first().copied().unwrap_or(0);
        let opponent_failures = self.failures.iter().skip(1).sum();
        Measurements {
            played: self.played,
            failures,
            opponent_failures,
            void: self.missing() + self.lost_by_failure - failures - opponent_failures,
            with_result: self.lost_by_failure + self.retried,
            statistics: vec![Statistic {
                rounds: Some(self.series(if rotates(cell) { self.by_seat.len() as u32 } else { 1 })),
                keys: self.rounds.clustered_keys().into_owned(),
                ..Statistic::share("score", self.scores)
            }],
        }
    }

    /// The candidate's mean score in every round all of whose games have a result, where a whole round has this number of games.
    fn series(&self, whole: u32) -> Vec<Option<f64>> {
        self.rounds.candidate().map(|(games, sum)| (games == whole).then(|| sum / f64::from(games))).collect()
    }

    /// The number of distinct games with a result; games with unknown moves count as distinct.
    pub fn distinct_games(&self) -> u64 {
        let mut games = self.games.clone();
        games.sort_unstable();
        games.dedup();
        games.len() as u64 + self.unknown
    }

    /// The number of moves, including outcomes of chance, with which all games with a result begin.
    pub fn common_moves(&self) -> usize {
        self.prefix.as_deref().map_or(0, |prefix| prefix.split_whitespace().count())
    }

    /// The number of games with this ending.
    pub fn ended(&self, ending: Ending) -> u64 {
        self.endings[ending as usize]
    }
}
