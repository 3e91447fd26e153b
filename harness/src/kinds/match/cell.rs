//! A cell in a results file: everything that a report needs, without single games.

use super::cell_summary::{CellSummary, Effort};
use super::lines::Lines;
use super::outcome::{failures_lose, rotates};
use super::record::Ending;
use crate::experiment::Cell;
use crate::kinds::{DamagedCell, SavedTasks};
use crate::saved::{GradedScore, Histogram, Order, PackedColumn, SavedTally, SpacedList};
use crate::store::{Record as _, record};
use treebench_stats::{Moments, Rounds};

/// Up to this many rounds, the hashes of their games are kept, so that repeated rounds of a later session count once. A cell with more rounds keeps
/// them only if a game is repeated. If none of n rounds repeats another, two rounds are the same with a probability below 6/n² (95 % confidence, the
/// "rule of three" on n²/2 pairs), so fewer than 6·m/n of m later rounds repeat one of them.
const ALWAYS_HASHED: usize = 16;
/// The same with a file of openings, which makes rounds repeat once all openings have been played.
const HASHED_WITH_OPENINGS: usize = 1000;

record! {
    /// The results of a cell of a match. The moments of numbers are their count, their sum, and the sum of their squares.
    pub(super) struct CellRecord {
        /// Games won by the candidate.
        wins: u64,
        /// Games neither won nor lost.
        draws: u64,
        /// Games lost.
        losses: u64,
        /// Different games among those with a result.
        distinct: u64,
        /// Games that ended by the rules, by the length cap, by an error of an agent, by a timeout, void ones, and, if there are any, those
        /// that ended by resignation and by adjudication; failed games that were played again included.
        endings: Vec<u64>,
        /// Failures of each participant.
        failures: Vec<u64>,
        /// Per seat of the candidate: the moments of its scores.
        seats: PackedColumn<Moments>,
        /// The moments of the games' lengths in whole moves by players.
        plies: PackedColumn<Moments>,
        /// Rounds by their result, as in `120x2:1.5/0.5`: 120 rounds of 2 games in which the participants scored 1.5 and 0.5 points. A
        /// hash after `#` names the games where rounds may repeat others.
        rounds: SpacedList<SavedTally>,
        /// Graded scores and how often each came up, in turn.
        graded: PackedColumn<GradedScore>,
        /// The moves with which all games with a result begin.
        start: String,
        /// Per participant: turns taken.
        turns: Vec<u64>,
        /// Per participant: iterations.
        iterations: Vec<u64>,
        /// Per participant: nodal states.
        states: Vec<u64>,
        /// Per participant: wall time.
        micros: Vec<u64> [.unit("µs").measured()],
        /// Per participant: processor time.
        cpu_micros: Vec<u64> [.unit("µs").measured()],
        /// Per participant: the longest turn.
        longest_turn: Vec<u64> [.unit("µs").measured()],
        /// Per participant: turns that exceeded a budget of time by more than a tenth.
        turns_over: Vec<u64> [.measured()],
        /// The hashes of the different games, if they are kept.
        hashes: Vec<u64>,
        /// The rounds in the order of the plan: one digit (0-9, a-z) per round, or a number and a dot, is its place in `rounds`, and `-` a round
        /// without a result. Empty where the order is not known.
        sequence: Order [.added()],
        /// How long the games are: the width of a class of lengths, and how many games there are in each class from length 0 on.
        lengths: Histogram [.added()],
        /// How often an engine named another winner than the referee.
        disagreements: u64 [.added()],
        /// Failed games that were played again.
        retried: u64 [.added()],
        /// Games that the referee ended by the scores of the loser alone.
        one_sided: u64 [.added()],
        /// Rounds in which every participant took every seat, and all games have the same moves.
        mirrored: u64 [.added()],
        /// Of games that begin with openings, where hashes are kept: the hash from the end of every opening that a game follows, and twice the number of the
        /// first round that has it, one more if the opening of that game is another one.
        lines: Vec<u64> [.added()],
        /// A hash of the moves of all games with a result, each with its task, by which cells that play alike are recognised. Missing if the moves
        /// were not kept from the first task on.
        play: u64 [.added()],
        /// Positions that agree with what a searching agent knew and were not found.
        failed_draws: u64 [.added()],
        /// Rounds with different openings that lead to a common game: the number of the later, then of the earlier.
        links: Vec<u64> [.added()],
    }
}

/// The stored form of a cell's rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::kinds) enum KeptRounds {
    /// Their results in order, if it is known.
    Order,
    /// The same, and the hashes of the games, which identify all later repetitions.
    OrderAndHashes,
}

/// The saved rounds of a cell, in plan order.
///
/// # Errors
/// If they do not begin with the first, have a gap, or their order is unknown.
pub(in crate::kinds) fn ordered_rounds(cell: &Cell, index: usize, saved: &SavedTasks) -> Result<Rounds, DamagedCell> {
    Ok(rounds_and_lines(cell, index, saved)?.0)
}

/// The same, with the lines of their games.
///
/// # Errors
/// As [`ordered_rounds`].
pub(super) fn rounds_and_lines(cell: &Cell, index: usize, saved: &SavedTasks) -> Result<(Rounds, Lines), DamagedCell> {
    let damaged = |column| DamagedCell { cell: index, column };
    let none = (Rounds::new(cell.game.game.info().players), Lines::default());
    let Some(row) = saved.cells.get(index).and_then(Option::as_ref) else { return Ok(none) };
    let games = saved.done.cells[index].count();
    if games == 0 {
        return Ok(none);
    }
    let record = CellRecord::from_row(row).map_err(|fault| damaged(fault.column))?;
    let CellSummary { rounds, lines, .. } = record.restore(cell).map_err(damaged)?;
    let size = if rotates(cell) { cell.game.game.info().players } else { 1 };
    let whole = rounds.keys().len() * size == games as usize && (0..games).all(|task| saved.done.cells[index].contains(task));
    // Without the column, the rounds are there, but not in their order.
    if record.sequence.0.is_empty() || !whole { Err(damaged("sequence")) } else { Ok((rounds, lines)) }
}

impl CellRecord {
    /// The stored form of a cell's rounds.
    pub(super) fn of(cell: &CellSummary, described: &Cell, kept: KeptRounds) -> CellRecord {
        let results = cell.scores.count();
        let distinct = cell.distinct_games();
        let always = if described.files.is_empty() { ALWAYS_HASHED } else { HASHED_WITH_OPENINGS };
        let repeats = distinct < results || cell.rounds.links().next().is_some();
        let hashed = kept == KeptRounds::OrderAndHashes || cell.rounds.len() <= always || repeats;
        let mut hashes = if hashed { cell.games.clone() } else { Vec::new() };
        hashes.sort_unstable();
        hashes.dedup();
        let (tallies, order) = cell.rounds.ordered_tallies(hashed);
        let effort = |of: fn(&Effort) -> u64| cell.effort.iter().map(of).collect();
        let graded = cell.graded.iter().flat_map(|graded| graded.values()).map(|(score, games)| GradedScore { score, games });
        CellRecord {
            wins: cell.wins,
            draws: cell.draws,
            losses: cell.losses,
            distinct,
            endings: written_endings(&cell.endings),
            failures: cell.failures.clone(),
            seats: cell.by_seat.iter().copied().collect(),
            plies: PackedColumn::one(cell.plies),
            rounds: tallies.into_iter().map(SavedTally).collect(),
            graded: graded.collect(),
            start: cell.prefix.clone().unwrap_or_default(),
            turns: effort(|effort| effort.turns),
            iterations: effort(|effort| effort.iterations),
            states: effort(|effort| effort.states),
            micros: effort(|effort| effort.micros),
            cpu_micros: effort(|effort| effort.cpu_micros),
            longest_turn: effort(|effort| effort.longest_turn),
            turns_over: effort(|effort| effort.turns_over),
            hashes,
            lengths: if cell.lengths.count() == results { Histogram(cell.lengths.clone()) } else { Histogram::default() },
            disagreements: cell.disagreements,
            retried: cell.retried,
            one_sided: cell.one_sided,
            failed_draws: cell.failed_draws,
            mirrored: cell.mirrored,
            lines: cell.lines.numbers().filter(|_| hashed && cell.rounds.in_order()).collect(),
            links: cell.rounds.links().flat_map(|(later, earlier)| [later, earlier].map(u64::from)).collect(),
            play: cell.play,
            sequence: if cell.rounds.in_order() { Order(order) } else { Order::default() },
        }
    }

    /// Restores which rounds share games although their openings differ.
    ///
    /// # Errors
    /// The name of a column that names rounds which are not there.
    fn restore_links(&self, summary: &mut CellSummary) -> Result<(), &'static str> {
        let is_round = |place: usize| summary.rounds.in_order() && summary.rounds.keys().get(place).is_some_and(|key| *key != 0);
        summary.lines = Lines::read(&self.lines, is_round).ok_or("lines")?;
        let (links, rest) = self.links.as_chunks::<2>();
        if !rest.is_empty()
            || links.iter().any(|[later, earlier]| later <= earlier || !is_round(*later as usize) || !is_round(*earlier as usize))
        {
            return Err("links");
        }
        links.iter().for_each(|&[later, earlier]| summary.rounds.link(earlier as usize, later as usize));
        Ok(())
    }

    /// The summary that it encodes.
    ///
    /// # Errors
    /// The name of a column that contradicts the others, or does not fit the cell.
    pub(super) fn restore(&self, cell: &Cell) -> Result<CellSummary, &'static str> {
        let mut summary = CellSummary::empty(cell);
        let (agents, players) = (summary.effort.len(), summary.by_seat.len());
        let mut endings = self.endings.clone();
        if (FIRST_ENDINGS..Ending::ALL.len()).contains(&endings.len()) {
            endings.resize(Ending::ALL.len(), 0);
        }
        summary.endings = endings[..].try_into().map_err(|_| "endings")?;
        summary.disagreements = self.disagreements;
        let attempts = total(&self.endings).ok_or("endings")?;
        summary.retried = self.retried;
        (summary.one_sided, summary.failed_draws) = (self.one_sided, self.failed_draws);
        summary.played = attempts.checked_sub(self.retried).ok_or("retried")?;
        (summary.mirrored, summary.play) = (self.mirrored, self.play);
        let with_scores = Ending::ALL.into_iter().filter(|ending| ending.has_scores());
        let mut results = with_scores.map(|ending| summary.endings[ending as usize]).sum::<u64>();
        summary.failures = (self.failures.len() == agents).then(|| self.failures.clone()).ok_or("failures")?;
        let lost = if failures_lose(cell) { total(&self.failures) } else { Some(0) };
        let failures = total(&self.failures).filter(|failures| *failures <= attempts - results);
        let (Some(lost), Some(_)) = (lost, failures) else { return Err("failures") };
        (summary.lost_by_failure, results) = (lost, results + lost);
        (summary.wins, summary.draws, summary.losses) = (self.wins, self.draws, self.losses);
        if total(&[self.wins, self.draws, self.losses]) != Some(results) {
            return Err("wins");
        }
        let counted = |moments: &Moments| moments.count() == results;
        let [plies] = self.plies.exactly().ok_or("plies")?;
        summary.plies = Some(*plies).filter(counted).ok_or("plies")?;
        summary.lengths = Some(self.lengths.0.clone()).filter(|lengths| [0, results].contains(&lengths.count())).ok_or("lengths")?;
        summary.by_seat = Some(self.seats.0.clone()).filter(|seats| seats.len() == players).ok_or("seats")?;
        let sums = self.seats.0.iter().map(Moments::sums).reduce(|a, b| std::array::from_fn(|place| a[place] + b[place]));
        summary.scores = sums.and_then(Moments::from_stored).filter(counted).ok_or("seats")?;
        let tallies = &self.rounds.0;
        if tallies.iter().any(|SavedTally(tally)| tally.rounds > summary.played || tally.sums.len() != players) {
            return Err("rounds");
        }
        if self.sequence.0.is_empty() {
            tallies.iter().for_each(|SavedTally(tally)| summary.rounds.push_tally(tally));
        } else {
            if !self.sequence.fits(tallies) {
                return Err("sequence");
            }
            for place in &self.sequence.0 {
                match place.map(|place| &tallies[place].0) {
                    Some(tally) => summary.rounds.push(tally.key, tally.games, &tally.sums),
                    None => summary.rounds.push(0, 0, &vec![0.0; players]),
                }
            }
        }
        self.restore_links(&mut summary)?;
        if summary.mirrored > summary.rounds.len() as u64 {
            return Err("mirrored");
        }
        if summary.rounds.games() != results || results > 0 && (summary.rounds.mean() - summary.scores.mean()).abs() > 1e-6 {
            return Err("rounds");
        }
        if let Some(graded) = &mut summary.graded {
            let games: Vec<u64> = self.graded.0.iter().map(|graded| graded.games).collect();
            if total(&games) != Some(results) {
                return Err("graded");
            }
            self.graded.0.iter().for_each(|&GradedScore { score, games }| graded.push_times(score, games));
        }
        summary.unknown = self.distinct.checked_sub(self.hashes.len() as u64).filter(|_| self.distinct <= results).ok_or("distinct")?;
        summary.games.clone_from(&self.hashes);
        summary.prefix = (results > 0).then(|| self.start.clone());
        let columns = [&self.turns, &self.iterations, &self.states, &self.micros, &self.cpu_micros, &self.longest_turn, &self.turns_over];
        if columns.iter().any(|column| column.len() != agents) {
            return Err("turns");
        }
        for (i, effort) in summary.effort.iter_mut().enumerate() {
            let [turns, iterations, states, micros, cpu_micros, longest_turn, turns_over] = columns.map(|column| column[i]);
            *effort = Effort { turns, iterations, states, micros, cpu_micros, longest_turn, turns_over };
        }
        Ok(summary)
    }
}

/// The original endings. Later ones are omitted at the end of the list if they are 0, for compatibility.
const FIRST_ENDINGS: usize = 5;

fn written_endings(endings: &[u64; Ending::ALL.len()]) -> Vec<u64> {
    let last = endings.iter().rposition(|&games| games > 0).map_or(0, |last| last + 1);
    endings[..last.max(FIRST_ENDINGS)].to_vec()
}

/// The sum of counts, if it is a count.
fn total(counts: &[u64]) -> Option<u64> {
    counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count))
}
