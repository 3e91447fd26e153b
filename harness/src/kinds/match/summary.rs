//! The results of a match, cell by cell. Memory grows by some 30 bytes per pair of games, for tests need the pairs in order.

use super::record::{COLUMNS, Ending};
use crate::experiment::{Cell, Experiment};
use crate::games::GameInfo;
use crate::kinds::lists::numbers;
use crate::kinds::r#match::MatchSettings;
use crate::kinds::{Field, Row};
use crate::stats::{Moments, Rounds};
use treebench_games::params::Params;

/// What one participant spent in all games of a cell.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Effort {
    /// Turns taken.
    pub turns: f64,
    /// Iterations.
    pub iterations: f64,
    /// Nodal states.
    pub states: f64,
    /// Seconds of wall time.
    pub seconds: f64,
}

/// What a cell's games come to, as the candidate sees them. Scores are on the scale [0, 1].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CellSummary {
    /// Games whose result was the best possible, the worst possible, and all others.
    pub wins: u64,
    /// See `wins`.
    pub draws: u64,
    /// See `wins`.
    pub losses: u64,
    /// The scores of all games with a result.
    pub scores: Moments,
    /// The same by the candidate's seat.
    pub by_seat: Vec<Moments>,
    /// The same by rounds, in the order of the plan: games that share a seed, with every participant in every seat once.
    pub rounds: Rounds,
    /// Games stored.
    pub played: u64,
    /// Games by how they ended, in the order of [`Ending::ALL`].
    pub endings: [u64; Ending::ALL.len()],
    /// Failures (errors and timeouts) by participant.
    pub failures: Vec<u64>,
    /// Whole moves by players, of games with a result.
    pub plies: Moments,
    /// What each participant spent.
    pub effort: Vec<Effort>,
}

/// What a whole match experiment comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSummary {
    /// One summary per cell of the experiment.
    pub cells: Vec<CellSummary>,
}

/// Where the columns stand that the summary reads.
struct Places {
    seats: usize,
    scores: usize,
    ending: usize,
    culprit: usize,
    plies: usize,
    moves: usize,
    /// Turns, iterations, states and microseconds.
    spent: [usize; 4],
}

impl Places {
    fn find() -> Places {
        let [seats, scores, ending, culprit, plies, moves, spent @ ..] = MatchSummary::COLUMNS.map(|name| {
            COLUMNS.iter().position(|column| column.name == name).unwrap_or_else(|| panic!("the match table has no column `{name}`"))
        });
        Places { seats, scores, ending, culprit, plies, moves, spent }
    }
}

/// The lists of one row, kept from row to row so that nothing is allocated.
#[derive(Default)]
struct Lists {
    /// Per seat: the participant.
    seats: Vec<usize>,
    scores: Vec<f64>,
    spent: [Vec<f64>; 4],
}

impl Lists {
    /// Reads a row's lists; `None` if they cannot be those of a game of so many players between so many agents.
    fn read(&mut self, places: &Places, row: &Row, players: usize, agents: usize) -> Option<()> {
        self.seats.clear();
        for participant in numbers(row.get(places.seats)?) {
            // Only whole numbers that name a participant are equal to their own place.
            self.seats.push((0..agents).find(|&place| place as f64 == participant)?);
        }
        let fill = |list: &mut Vec<f64>, field: &Field| {
            list.clear();
            list.extend(numbers(field));
            list.iter().all(|number| number.is_finite()).then_some(list.len())
        };
        let scores = fill(&mut self.scores, row.get(places.scores)?)?;
        if self.seats.len() != players || (scores != 0 && scores != players) {
            return None;
        }
        for (list, &place) in self.spent.iter_mut().zip(&places.spent) {
            if fill(list, row.get(place)?)? != players {
                return None;
            }
        }
        Some(())
    }
}

impl Lists {
    /// The candidate's seat and its score on the scale [0, 1].
    fn result(&self, info: &GameInfo) -> Option<(usize, f64)> {
        let seat = self.seats.iter().position(|&participant| participant == 0)?;
        let score = info.normalise(*self.scores.get(seat)?);
        (0.0..=1.0).contains(&score).then_some((seat, score))
    }
}

impl MatchSummary {
    /// The columns that the summary reads; the others may be empty.
    pub const COLUMNS: [&'static str; 10] =
        ["seats", "scores", "ending", "culprit", "plies", "moves", "turns", "iterations", "states", "micros"];

    /// Summarises rows that come as (index of the cell, number of the task, row), sorted by both. A row that cannot be that of a
    /// game counts as void.
    pub fn of(experiment: &Experiment, rows: &mut dyn Iterator<Item = (usize, u32, Row)>) -> MatchSummary {
        let places = Places::find();
        let mut lists = Lists::default();
        let mut cells: Vec<CellSummary> = experiment.cells.iter().map(CellSummary::empty).collect();
        let mut round = Round::default();
        for (index, task, row) in rows {
            let cell = &experiment.cells[index];
            let id = (index, if rotates(cell) { experiment.kind.seed_index(cell, task) } else { task });
            if round.id != Some(id) {
                round.finish(&mut cells);
                round.begin(id, cell.game.game.info().players);
            }
            if cells[index].add(cell, &places, &mut lists, &row).is_some() {
                round.add(&lists, &cell.game.game.info(), row.get(places.moves).and_then(text).unwrap_or_default());
            }
        }
        round.finish(&mut cells);
        MatchSummary { cells }
    }
}

/// Whether games that share a seed are one round; if the seats are not rotated, they have random numbers of their own.
fn rotates(cell: &Cell) -> bool {
    MatchSettings::from_values(&cell.settings).is_ok_and(|settings| settings.swap_seats)
}

/// The games of one round as they come in.
#[derive(Default)]
struct Round {
    id: Option<(usize, u32)>,
    games: u32,
    /// Per participant, the sum of its scores.
    sums: Vec<f64>,
    /// The sum of the hashes of the games' moves, so that their order does not matter; 0 if one of them is not known.
    key: u64,
    known: bool,
}

impl Round {
    fn begin(&mut self, id: (usize, u32), players: usize) {
        *self = Round { id: Some(id), games: 0, sums: vec![0.0; players], key: 0, known: true };
    }

    fn add(&mut self, lists: &Lists, info: &GameInfo, moves: &str) {
        self.games += 1;
        for (&participant, &score) in lists.seats.iter().zip(&lists.scores) {
            self.sums[participant] += info.normalise(score);
        }
        let [hash, ..] = *blake3::hash(moves.as_bytes()).as_bytes().as_chunks::<8>().0 else { unreachable!("a hash has 32 bytes") };
        self.key = self.key.wrapping_add(u64::from_le_bytes(hash));
        self.known &= !moves.is_empty();
    }

    fn finish(&self, cells: &mut [CellSummary]) {
        if let Some((index, _)) = self.id {
            cells[index].rounds.push(if self.known { self.key } else { 0 }, self.games, &self.sums);
        }
    }
}

impl CellSummary {
    fn empty(cell: &Cell) -> CellSummary {
        let (players, agents) = (cell.game.game.info().players, cell.participants.len());
        CellSummary {
            by_seat: vec![Moments::default(); players],
            rounds: Rounds::new(players),
            failures: vec![0; agents],
            effort: vec![Effort::default(); agents],
            ..CellSummary::default()
        }
    }

    /// Adds a row; returns the candidate's score if the game has a result. Every row counts as one of: a result, the failure
    /// of one participant, or neither.
    fn add(&mut self, cell: &Cell, places: &Places, lists: &mut Lists, row: &Row) -> Option<f64> {
        self.played += 1;
        let info = cell.game.game.info();
        let sound = lists.read(places, row, info.players, cell.participants.len());
        let ending = row.get(places.ending).and_then(text).and_then(Ending::from_word).filter(|_| sound.is_some());
        let result = match ending {
            Some(ending) if ending.has_scores() => lists.result(&info),
            _ => None,
        };
        let ending = ending.filter(|ending| ending.has_scores() == result.is_some()).unwrap_or(Ending::Void);
        self.endings[Ending::ALL.iter().position(|&e| e == ending).unwrap_or_default()] += 1;
        sound?;
        for (seat, &participant) in lists.seats.iter().enumerate() {
            let [turns, iterations, states, micros] = [0, 1, 2, 3].map(|i: usize| lists.spent[i][seat]);
            let effort = &mut self.effort[participant];
            effort.turns += turns;
            effort.iterations += iterations;
            effort.states += states;
            effort.seconds += micros * 1e-6;
        }
        let Some((seat, score)) = result else {
            if let Some(&Field::Integer(culprit)) = row.get(places.culprit)
                && let Some(&participant) = usize::try_from(culprit).ok().and_then(|seat| lists.seats.get(seat))
            {
                self.failures[participant] += 1;
            }
            return None;
        };
        match score {
            1.0 => self.wins += 1,
            0.0 => self.losses += 1,
            _ => self.draws += 1,
        }
        self.scores.push(score);
        self.by_seat[seat].push(score);
        if let Some(&Field::Integer(plies)) = row.get(places.plies) {
            self.plies.push(plies as f64);
        }
        Some(score)
    }

    /// Games that ended in a certain way.
    pub fn ended(&self, ending: Ending) -> u64 {
        Ending::ALL.iter().zip(self.endings).find(|(e, _)| **e == ending).map_or(0, |(_, count)| count)
    }
}

fn text(field: &Field) -> Option<&str> {
    if let Field::Text(text) = field { Some(text) } else { None }
}
