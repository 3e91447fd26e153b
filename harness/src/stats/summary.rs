//! What the rows of a match come to, cell by cell. Memory does not grow with the number of rows.

use super::Moments;
use crate::experiment::{Cell, Experiment};
use crate::kinds::match_kind::{COLUMNS, Ending, numbers};
use crate::kinds::{Field, Row};

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
    /// Mean scores of complete groups: games that share a seed, the candidate in every seat once.
    pub groups: Moments,
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
    turns: usize,
    iterations: usize,
    states: usize,
    micros: usize,
}

impl Places {
    fn find() -> Places {
        let place = |name: &str| {
            COLUMNS.iter().position(|column| column.name == name).unwrap_or_else(|| panic!("the match table has no column `{name}`"))
        };
        Places {
            seats: place("seats"),
            scores: place("scores"),
            ending: place("ending"),
            culprit: place("culprit"),
            plies: place("plies"),
            turns: place("turns"),
            iterations: place("iterations"),
            states: place("states"),
            micros: place("micros"),
        }
    }
}

impl MatchSummary {
    /// Summarises rows that come as (index of the cell, number of the task, row), sorted by both.
    pub fn of(experiment: &Experiment, rows: &mut dyn Iterator<Item = (usize, u32, Row)>) -> MatchSummary {
        let places = Places::find();
        let mut cells: Vec<CellSummary> = experiment.cells.iter().map(CellSummary::empty).collect();
        let mut group = Group::default();
        for (index, task, row) in rows {
            let cell = &experiment.cells[index];
            let score = cells[index].add(cell, &places, &row);
            let size = cell.game.game.info().players as u64;
            group.add((index, experiment.kind.seed_index(cell, task)), size, score, &mut cells);
        }
        MatchSummary { cells }
    }
}

/// The games of one seed group on their way in.
#[derive(Default)]
struct Group {
    id: Option<(usize, u32)>,
    scores: Moments,
}

impl Group {
    fn add(&mut self, id: (usize, u32), size: u64, score: Option<f64>, cells: &mut [CellSummary]) {
        if self.id != Some(id) {
            *self = Group { id: Some(id), scores: Moments::default() };
        }
        if let Some(score) = score {
            self.scores.push(score);
            if self.scores.count() == size {
                cells[id.0].groups.push(self.scores.mean());
            }
        }
    }
}

impl CellSummary {
    fn empty(cell: &Cell) -> CellSummary {
        let (players, agents) = (cell.game.game.info().players, cell.participants.len());
        CellSummary {
            by_seat: vec![Moments::default(); players],
            failures: vec![0; agents],
            effort: vec![Effort::default(); agents],
            ..CellSummary::default()
        }
    }

    /// Adds a row; returns the candidate's score if the game has a result.
    fn add(&mut self, cell: &Cell, places: &Places, row: &Row) -> Option<f64> {
        self.played += 1;
        let ending = text(&row[places.ending]).and_then(Ending::from_word).unwrap_or(Ending::Void);
        self.endings[Ending::ALL.iter().position(|&e| e == ending).unwrap_or_default()] += 1;
        let seat_of_candidate = numbers(&row[places.seats]).position(|participant| participant == 0.0)?;
        for (seat, participant) in numbers(&row[places.seats]).enumerate() {
            let participant = participant as usize;
            if matches!(row[places.culprit], Field::Integer(culprit) if culprit == seat as i64) {
                self.failures[participant] += 1;
            }
            let effort = &mut self.effort[participant];
            let spent = |place: usize| numbers(&row[place]).nth(seat).unwrap_or_default();
            effort.turns += spent(places.turns);
            effort.iterations += spent(places.iterations);
            effort.states += spent(places.states);
            effort.seconds += spent(places.micros) * 1e-6;
        }
        let score = numbers(&row[places.scores]).nth(seat_of_candidate)?;
        let score = cell.game.game.info().normalise(score);
        match score {
            1.0 => self.wins += 1,
            0.0 => self.losses += 1,
            _ => self.draws += 1,
        }
        self.scores.push(score);
        self.by_seat[seat_of_candidate].push(score);
        if let Field::Integer(plies) = row[places.plies] {
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
