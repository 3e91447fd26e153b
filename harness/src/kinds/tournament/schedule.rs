//! Schedules games by results: Swiss and adaptive pairings.
//!
//! A tournament is played in batches. A batch pairs every player at most once; its pairs play in every game. When all games of a batch are recorded,
//! the next one is chosen from the results of all batches so far, so pairings depend only on the records.

use super::groups::{groups, numbers};
use super::pairing::{Batch, PairingSystem, Table};
use crate::kinds::r#match::{GameRecord, ordered_rounds, rotates, round_of, scored};
use crate::kinds::{DamagedCell, Next, RemainingTasks, SavedTasks, Schedule};
use crate::plan::{Plan, Task};
use crate::store::{Record as _, Row};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use treebench_stats::Rounds;

/// Games that share a seed: both seatings of a pair.
const ROUND: u32 = 2;

/// The contribution of a game: the score of the first player on [0, 1] and a hash of the moves; `None` for a failure.
type Outcome = Option<(f64, u64)>;

/// The schedule of all tournaments of a plan.
pub(super) struct TournamentSchedule<'p> {
    plan: &'p Plan,
    stages: Vec<Stage>,
    /// The tournament of each cell, its pair, and its place among the cells of the pair.
    places: Vec<(usize, (usize, usize), usize)>,
    /// Recorded tasks of batches to come or being played.
    outcomes: HashMap<Task, Outcome>,
}

/// One tournament.
struct Stage {
    pairing: Box<dyn PairingSystem>,
    table: Table,
    /// The cells of each pair, lower number first.
    cells: BTreeMap<(usize, usize), Vec<Cell>>,
    /// Tasks of a cell.
    tasks: u32,
    /// The tasks of the current batch, in plan order; the number already examined by [`Stage::give`]; those not yet recorded.
    batch: Vec<Task>,
    given: usize,
    open: BTreeSet<Task>,
    done: bool,
}

/// A cell of a pair.
struct Cell {
    index: usize,
    /// Whether its first player is the pair's.
    forward: bool,
    /// The tasks in batches so far: the first ones.
    used: u32,
    /// Games of a round.
    size: u32,
    /// The first rounds, if they are saved without records: games with a result, the sum of the first player's scores, and the key.
    saved: Vec<(u32, f64, u64)>,
    /// The keys of its rounds: a repeated round adds nothing.
    seen: BTreeSet<u64>,
}

impl<'p> TournamentSchedule<'p> {
    /// The schedule with pairings made by `pairing` for each tournament.
    ///
    /// # Errors
    /// If the order of the saved rounds is unknown, or these pairings do not need one of them.
    pub(super) fn new(
        plan: &'p Plan,
        saved: Option<&SavedTasks>,
        pairing: impl Fn(usize) -> Box<dyn PairingSystem>,
    ) -> Result<TournamentSchedule<'p>, DamagedCell> {
        let experiment = &plan.experiment;
        let numbers = numbers(experiment);
        let mut places = vec![(0, (0, 0), 0); experiment.cells.len()];
        let mut stages = Vec::new();
        for group in groups(experiment) {
            let mut cells: BTreeMap<(usize, usize), Vec<Cell>> = BTreeMap::new();
            for &index in group.games.iter().flat_map(|(_, cells)| cells) {
                let described = &experiment.cells[index];
                let players: Vec<usize> = described.participants.iter().map(|p| numbers[p.name.as_str()]).collect();
                let [first, second] = players[..] else { continue };
                let rounds = saved.map(|saved| ordered_rounds(described, index, saved)).transpose()?;
                let results =
                    |rounds: &Rounds| rounds.candidate().zip(rounds.keys()).map(|((games, sum), &key)| (games, sum, key)).collect();
                let cell = Cell {
                    index,
                    forward: first < second,
                    used: 0,
                    size: if rotates(described) { ROUND } else { 1 },
                    saved: rounds.as_ref().map_or_else(Vec::new, results),
                    seen: BTreeSet::new(),
                };
                let pair = (first.min(second), first.max(second));
                let cells = cells.entry(pair).or_default();
                places[index] = (stages.len(), pair, cells.len());
                cells.push(cell);
            }
            let mut table = Table::new(numbers.len(), cells.iter().map(|(&pair, cells)| (pair, cells.len())));
            let shares_seeds = |cell: &Cell| experiment.cells[cell.index].seeding.key != experiment.cells[cell.index].key;
            if cells.values().flatten().any(shares_seeds) {
                table.share_seeds();
            }
            let mut stage = Stage {
                pairing: pairing(numbers.len()),
                table,
                cells,
                tasks: experiment.games_per_cell,
                batch: Vec::new(),
                given: 0,
                open: BTreeSet::new(),
                done: false,
            };
            stage.advance(&mut HashMap::new());
            if let Some(cell) = stage.cells.values().flatten().find(|cell| cell.saved_tasks() > cell.used) {
                return Err(DamagedCell { cell: cell.index, column: "tasks" });
            }
            stages.push(stage);
        }
        Ok(TournamentSchedule { plan, stages, places, outcomes: HashMap::new() })
    }
}

impl Cell {
    /// The number of first tasks that are saved without records.
    fn saved_tasks(&self) -> u32 {
        self.saved.len() as u32 * self.size
    }
}

impl Schedule for TournamentSchedule<'_> {
    fn record(&mut self, task: Task, row: &Row) {
        let cell = &self.plan.experiment.cells[task.cell as usize];
        let outcome = GameRecord::from_row(row).ok().and_then(|game| scored(cell, &game));
        self.outcomes.insert(task, outcome);
        let stage = &mut self.stages[self.places[task.cell as usize].0];
        if stage.open.remove(&task) {
            stage.advance(&mut self.outcomes);
        }
    }

    fn next(&mut self) -> Next {
        let given = self.stages.iter_mut().find_map(Stage::give);
        match given {
            Some(task) => Next::Task(task),
            None if self.stages.iter().all(|stage| stage.done) => Next::Done,
            None => Next::Wait,
        }
    }

    fn counts(&self, task: Task) -> bool {
        let (stage, pair, place) = self.places[task.cell as usize];
        self.stages[stage].cells.get(&pair).is_some_and(|cells| task.number < cells[place].used)
    }

    fn left(&self) -> RemainingTasks {
        let most: u64 = self.stages.iter().map(Stage::left).sum();
        RemainingTasks { expected: most as f64, most }
    }
}

impl Stage {
    /// The next task of the batch that is neither recorded nor given out.
    fn give(&mut self) -> Option<Task> {
        while let Some(&task) = self.batch.get(self.given) {
            self.given += 1;
            if self.open.contains(&task) {
                return Some(task);
            }
        }
        None
    }

    /// Chooses batches while all of their games are recorded.
    fn advance(&mut self, outcomes: &mut HashMap<Task, Outcome>) {
        while self.open.is_empty() && !self.done {
            self.fold(outcomes);
            for task in &self.batch {
                outcomes.remove(task);
            }
            let Batch { pairs, whole_cells } = self.pairing.next(&self.table);
            self.batch.clear();
            self.open.clear();
            for pair in &pairs {
                for cell in self.cells.get_mut(pair).into_iter().flatten() {
                    let end = if whole_cells { self.tasks } else { self.tasks.min(cell.used + ROUND) };
                    let task = |number| Task { cell: cell.index as u32, number };
                    self.batch.extend((cell.used..end).map(task));
                    let missing = cell.used.max(cell.saved_tasks())..end;
                    self.open.extend(missing.map(task).filter(|task| !outcomes.contains_key(task)));
                    cell.used = end;
                }
            }
            // As in the plan, every cell progresses evenly.
            self.batch.sort_by_key(|task| (task.number / ROUND, task.cell, task.number));
            (self.given, self.done) = (0, self.batch.is_empty());
        }
    }

    /// Adds the results of the batch to the table, pair by pair and round by round, so that sums do not depend on the order of arrival.
    fn fold(&mut self, outcomes: &HashMap<Task, Outcome>) {
        let batch: BTreeSet<Task> = self.batch.iter().copied().collect();
        for (&pair, cells) in &mut self.cells {
            let (mut rounds, mut repeated) = (0, 0);
            for cell in cells.iter_mut() {
                let from = |number| Task { cell: cell.index as u32, number };
                let own: Vec<Task> = batch.range(from(0)..=from(u32::MAX)).copied().collect();
                for round in own.chunk_by(|a, b| a.number / cell.size == b.number / cell.size) {
                    let known = cell.saved.get((round[0].number / cell.size) as usize).copied();
                    let played = || round_of(round.iter().filter_map(|task| outcomes.get(task).copied().flatten()));
                    let (games, sum, key) = known.unwrap_or_else(played);
                    rounds += 1;
                    if games > 0 && key != 0 && !cell.seen.insert(key) {
                        repeated += 1;
                        continue;
                    }
                    let games = f64::from(games);
                    self.table.add(pair, if cell.forward { sum } else { games - sum }, games);
                }
            }
            if rounds > 0 {
                let exhausted = cells.iter().all(|cell| cell.used >= self.tasks) || repeated == rounds;
                self.table.played(pair, exhausted);
            }
        }
    }

    /// The number of tasks that may still be played.
    fn left(&self) -> u64 {
        if self.done {
            return 0;
        }
        let unused: u64 = self.cells.values().flatten().map(|cell| u64::from(self.tasks - cell.used)).sum();
        let each = self.cells.values().map(Vec::len).max().unwrap_or(0) as u64;
        self.open.len() as u64
            + unused.min(self.pairing.most_pairs(&self.table).saturating_mul(each).saturating_mul(self.pairing.games(self.tasks)))
    }
}
