//! What is kept of a cell in a results file: all that a report needs, without single games.

use super::outcome::rotates;
use super::record::Ending;
use super::summary::{CellSummary, Effort};
use crate::experiment::Cell;
use crate::kinds::{DamagedCell, Elsewhere};
use crate::stats::{Lengths, Moments, Rounds, Tally};
use crate::store::{Record as _, record};

/// Up to this many rounds, the hashes of their games are kept, so that rounds of a later session that repeat them count once. A cell with
/// more rounds keeps them only if a game is repeated. If none of n rounds repeats another, two rounds are the same with a probability
/// below 6/n² (95 % confidence, the "rule of three" on n²/2 pairs), so that of m later rounds fewer than 6·m/n repeat one of them.
const ALWAYS_HASHED: usize = 16;

record! {
    /// What a cell of a match comes to. The moments of numbers are three: their count, their sum, the sum of their squares.
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
        /// that ended by resignation.
        endings: Vec<u64>,
        /// Failures of each participant.
        failures: Vec<u64>,
        /// Per seat of the candidate: the moments of its scores.
        seats: Vec<f64>,
        /// The moments of the games' lengths in whole moves by players.
        plies: Vec<f64>,
        /// Rounds by their result, as in `120x2:1.5/0.5`: 120 rounds of 2 games in which the participants scored 1.5 and 0.5 points. A
        /// hash after `#` names the games where rounds may repeat others.
        rounds: String,
        /// Graded scores and how often each came up, in turn.
        graded: Vec<f64>,
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
        /// Under `[stop]`, and where results decide who meets whom, the rounds in the order of the plan: one digit (0-9, a-z) per round, or
        /// a number and a dot, is its place in `rounds`, and `-` a round without a result.
        sequence: String [.added()],
        /// How long the games are: the width of a class of lengths, and how many games there are in each class from length 0 on.
        lengths: Vec<u64> [.added()],
        /// How often an engine named another winner than the referee.
        disagreements: u64 [.added()],
    }
}

/// What is kept of the rounds of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeptRounds {
    /// How often each result came up.
    Counts,
    /// The order of the results as well.
    Order,
    /// The order, and the hashes of the games, by which later rounds that repeat them are recognised without exception.
    OrderAndHashes,
}

/// The rounds of a cell that were played elsewhere, in the order of the plan.
///
/// # Errors
/// If they do not begin with the first, have a gap, or their order is not known.
pub(in crate::kinds) fn ordered_rounds(cell: &Cell, index: usize, elsewhere: &Elsewhere) -> Result<Rounds, DamagedCell> {
    let damaged = |column| DamagedCell { cell: index, column };
    let none = Rounds::new(cell.game.game.info().players);
    let Some(row) = elsewhere.cells.get(index).and_then(Option::as_ref) else { return Ok(none) };
    let games = elsewhere.done.cells[index].count();
    if games == 0 {
        return Ok(none);
    }
    let record = CellRecord::from_row(row).map_err(|fault| damaged(fault.column))?;
    let rounds = record.restore(cell).map_err(damaged)?.rounds;
    let size = if rotates(cell) { cell.game.game.info().players } else { 1 };
    let whole = rounds.keys().len() * size == games as usize && (0..games).all(|task| elsewhere.done.cells[index].contains(task));
    // Without the column, the rounds are there, but not in their order.
    if record.sequence.is_empty() || !whole { Err(damaged("sequence")) } else { Ok(rounds) }
}

impl CellRecord {
    /// What is kept of a cell.
    pub(super) fn of(cell: &CellSummary, kept: KeptRounds) -> CellRecord {
        let results = cell.scores.count();
        let distinct = cell.distinct_games();
        let hashed = kept == KeptRounds::OrderAndHashes || cell.rounds.len() <= ALWAYS_HASHED || distinct < results;
        let mut hashes = if hashed { cell.games.clone() } else { Vec::new() };
        hashes.sort_unstable();
        hashes.dedup();
        let (tallies, order) = cell.rounds.ordered_tallies(hashed);
        let rounds: Vec<String> = tallies.iter().map(write_tally).collect();
        let effort = |of: fn(&Effort) -> u64| cell.effort.iter().map(of).collect();
        let graded = cell.graded.iter().flat_map(|graded| graded.values()).flat_map(|(score, games)| [score, games as f64]);
        CellRecord {
            wins: cell.wins,
            draws: cell.draws,
            losses: cell.losses,
            distinct,
            endings: written_endings(&cell.endings),
            failures: cell.failures.clone(),
            seats: cell.by_seat.iter().flat_map(Moments::sums).collect(),
            plies: cell.plies.sums().to_vec(),
            rounds: rounds.join(" "),
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
            lengths: if cell.lengths.count() == results { cell.lengths.stored() } else { Vec::new() },
            disagreements: cell.disagreements,
            sequence: if kept != KeptRounds::Counts { write_sequence(&order, tallies.len()) } else { String::new() },
        }
    }

    /// The summary that it was made of.
    ///
    /// # Errors
    /// The name of a column that contradicts the others, or does not fit the cell.
    pub(super) fn restore(&self, cell: &Cell) -> Result<CellSummary, &'static str> {
        let mut summary = CellSummary::empty(cell);
        let (agents, players) = (summary.effort.len(), summary.by_seat.len());
        let mut endings = self.endings.clone();
        if endings.len() + 1 == Ending::ALL.len() {
            endings.push(0);
        }
        summary.endings = endings[..].try_into().map_err(|_| "endings")?;
        summary.disagreements = self.disagreements;
        summary.played = total(&self.endings).ok_or("endings")?;
        let with_scores = Ending::ALL.into_iter().filter(|ending| ending.has_scores());
        let results = with_scores.map(|ending| summary.endings[ending as usize]).sum::<u64>();
        summary.failures = (self.failures.len() == agents).then(|| self.failures.clone()).ok_or("failures")?;
        if total(&self.failures).is_none_or(|failures| failures > summary.played - results) {
            return Err("failures");
        }
        (summary.wins, summary.draws, summary.losses) = (self.wins, self.draws, self.losses);
        if total(&[self.wins, self.draws, self.losses]) != Some(results) {
            return Err("wins");
        }
        let counted = |moments: &Moments| moments.count() == results;
        summary.plies = one(&self.plies).filter(counted).ok_or("plies")?;
        summary.lengths = Lengths::from_stored(&self.lengths).filter(|lengths| [0, results].contains(&lengths.count())).ok_or("lengths")?;
        summary.by_seat = many(&self.seats).filter(|seats| seats.len() == players).ok_or("seats")?;
        let sum = |place: usize| self.seats.iter().skip(place).step_by(3).sum();
        summary.scores = Moments::from_stored([sum(0), sum(1), sum(2)]).filter(counted).ok_or("seats")?;
        let tallies = self.rounds.split_whitespace().map(|text| read_tally(text, players, summary.played).ok_or("rounds"));
        let tallies = tallies.collect::<Result<Vec<Tally>, _>>()?;
        if self.sequence.is_empty() {
            tallies.iter().for_each(|tally| summary.rounds.push_tally(tally));
        } else {
            let order = read_sequence(&self.sequence, &tallies).ok_or("sequence")?;
            for place in order {
                match place {
                    Some(place) => summary.rounds.push(tallies[place].key, tallies[place].games, &tallies[place].sums),
                    None => summary.rounds.push(0, 0, &vec![0.0; players]),
                }
            }
        }
        if summary.rounds.games() != results || results > 0 && (summary.rounds.mean() - summary.scores.mean()).abs() > 1e-6 {
            return Err("rounds");
        }
        if let Some(graded) = &mut summary.graded {
            for pair in self.graded.chunks(2) {
                let &[score, games] = pair else { return Err("graded") };
                graded.push_times(score, games as u64);
            }
            if graded.count() != results {
                return Err("graded");
            }
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

/// Resignations came later than the other endings: where there are none they are left out, as they were then.
fn written_endings(endings: &[u64; Ending::ALL.len()]) -> Vec<u64> {
    let [others @ .., resignations] = endings;
    if *resignations == 0 { others.to_vec() } else { endings.to_vec() }
}

/// The sum of counts, if it is a count.
fn total(counts: &[u64]) -> Option<u64> {
    counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count))
}

fn one(parts: &[f64]) -> Option<Moments> {
    Moments::from_stored(parts.try_into().ok()?)
}

fn many(parts: &[f64]) -> Option<Vec<Moments>> {
    parts.chunks(3).map(one).collect()
}

/// As in `120x2:1.5/0.5#0000deadbeef`.
fn write_tally(tally: &Tally) -> String {
    let sums: Vec<String> = tally.sums.iter().map(f64::to_string).collect();
    let key = if tally.key == 0 { String::new() } else { format!("#{:012x}", tally.key) };
    format!("{}x{}:{}{key}", tally.rounds, tally.games, sums.join("/"))
}

fn read_tally(text: &str, players: usize, most: u64) -> Option<Tally> {
    let (text, key) = text.split_once('#').map_or((text, Some(0)), |(text, key)| (text, u64::from_str_radix(key, 16).ok()));
    let (counts, sums) = text.split_once(':')?;
    let (rounds, games) = counts.split_once('x')?;
    let (rounds, games): (u64, u32) = (rounds.parse().ok()?, games.parse().ok()?);
    let sums: Vec<f64> = sums.split('/').map(|sum| sum.parse().ok().filter(|sum: &f64| sum.is_finite())).collect::<Option<_>>()?;
    let sound = (1..=most).contains(&rounds) && games > 0 && sums.len() == players;
    let tally = Tally { rounds, games, key: key?, sums };
    sound.then_some(tally)
}

/// Up to this many places are written as one digit each.
const DIGITS: u32 = 36;

/// As in `0010-2`, or as in `0.12.-.40.` if there are more places than digits.
fn write_sequence(order: &[Option<usize>], places: usize) -> String {
    let digit = |place: usize| char::from_digit(place as u32, DIGITS).map_or(String::new(), String::from);
    let number = |place: usize| format!("{place}.");
    let short = places <= DIGITS as usize;
    order
        .iter()
        .map(|place| match place {
            Some(place) if short => digit(*place),
            Some(place) => number(*place),
            None if short => "-".to_owned(),
            None => "-.".to_owned(),
        })
        .collect()
}

/// The places of a sequence, of which every one comes up as often as its tally says.
fn read_sequence(text: &str, tallies: &[Tally]) -> Option<Vec<Option<usize>>> {
    let mut left: Vec<u64> = tallies.iter().map(|tally| tally.rounds).collect();
    let mut take = |place: Option<usize>| {
        let left = left.get_mut(place?)?;
        *left = left.checked_sub(1)?;
        Some(place)
    };
    let order: Option<Vec<Option<usize>>> = if tallies.len() <= DIGITS as usize {
        text.chars().map(|c| if c == '-' { Some(None) } else { take(c.to_digit(DIGITS).map(|digit| digit as usize)) }).collect()
    } else {
        let parts = text.strip_suffix('.')?.split('.');
        parts.map(|part| if part == "-" { Some(None) } else { take(part.parse().ok()) }).collect()
    };
    order.filter(|_| left.iter().all(|left| *left == 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_read_back() {
        let tally = |rounds| Tally { rounds, games: 2, key: 0, sums: vec![1.0, 1.0] };
        let order = [Some(0), None, Some(2), Some(0), Some(1)];
        let tallies = [tally(2), tally(1), tally(1)];
        assert_eq!(write_sequence(&order, 3), "0-201");
        assert_eq!(read_sequence("0-201", &tallies), Some(order.to_vec()));
        for text in ["0-20", "0-2011", "0-203", "0-20!", "0.-.2.0.1."] {
            assert_eq!(read_sequence(text, &tallies), None, "{text}");
        }
        let many: Vec<Tally> = (0..40).map(|_| tally(1)).collect();
        let order: Vec<Option<usize>> = (0..40).rev().map(Some).chain([None]).collect();
        assert_eq!(read_sequence(&write_sequence(&order, 40), &many), Some(order));
        assert_eq!((read_sequence("0", &many), read_sequence("0.x.", &many)), (None, None));
    }

    #[test]
    fn tallies_are_read_back() {
        for tally in [
            Tally { rounds: 120, games: 2, key: 0, sums: vec![1.5, 0.5] },
            Tally { rounds: 1, games: 3, key: (1 << 48) - 5, sums: vec![1.0 / 3.0, 2.0, 2.0 / 3.0] },
        ] {
            assert_eq!(read_tally(&write_tally(&tally), tally.sums.len(), 200), Some(tally));
        }
        for text in ["", "2x2", "x2:1/1", "2x0:1/1", "2x2:1", "2x2:1/1/1", "2x2:1/NaN", "2x2:1/1#", "2x2:1/1#g", "201x2:1/1", "-1x2:1/1"] {
            assert_eq!(read_tally(text, 2, 200), None, "{text}");
        }
    }
}
