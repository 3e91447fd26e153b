//! Schedules the tasks of a tuning. Each batch of evaluations follows from the results of all earlier batches, in a fixed order, so it is the same on
//! any number of threads and after any interruption.

use super::arena_search::{ArenaSearch, tunings};
use super::measures::evaluation;
use super::trial::Evaluation;
use super::tuning::Tuning;
use crate::experiment::Measure;
use crate::kinds::{DamagedCell, Next, RemainingTasks, SavedTasks, Schedule};
use crate::plan::{Plan, Task};
use crate::store::Row;
use std::collections::{BTreeMap, HashSet, VecDeque};

/// The schedule of all tunings of a plan.
pub(super) struct TuneSchedule<'p> {
    plan: &'p Plan,
    evaluation: &'static dyn Evaluation,
    measure: Measure,
    tunings: Vec<Progress>,
    cells: Vec<Rounds>,
    recorded: HashSet<Task>,
    given: HashSet<Task>,
}

/// A tuning with the tasks of its current batch.
struct Progress {
    tuned: ArenaSearch,
    queue: VecDeque<Task>,
    /// Those that are not recorded yet.
    open: HashSet<Task>,
}

/// The rounds of a cell.
struct Rounds {
    /// Tasks of a round.
    size: u32,
    /// The candidate's score in every round that is complete.
    scores: Vec<Option<f64>>,
    /// Of the others, the scores of the tasks recorded, by task: sums must not depend on the order of arrival.
    partial: BTreeMap<u32, BTreeMap<u32, f64>>,
    /// The number of requested rounds.
    used: u32,
}

impl Rounds {
    fn set(&mut self, round: u32, score: f64) {
        let place = round as usize;
        if self.scores.len() <= place {
            self.scores.resize(place + 1, None);
        }
        self.scores[place] = Some(score);
    }
}

/// The score of a round from the sum over its tasks: failures count as 0, whoever failed.
pub(super) fn round_score(sum: f64, size: u32) -> f64 {
    sum / f64::from(size)
}

impl<'p> TuneSchedule<'p> {
    /// The schedule before anything is recorded, with the saved tasks.
    ///
    /// # Errors
    /// If the order of the saved rounds is unknown, or the tuning does not need one of them.
    pub(super) fn new(plan: &'p Plan, tuning: &Tuning, saved: Option<&SavedTasks>) -> Result<TuneSchedule<'p>, DamagedCell> {
        let evaluation = evaluation(tuning.measure);
        let mut cells = Vec::new();
        let mut played = Vec::new();
        for (index, cell) in plan.experiment.cells.iter().enumerate() {
            let size = evaluation.round(cell);
            let mut rounds = Rounds { size, scores: Vec::new(), partial: BTreeMap::new(), used: 0 };
            let known = saved.map(|saved| evaluation.saved_scores(cell, index, saved)).transpose()?;
            for (round, sum) in known.into_iter().flatten().enumerate() {
                rounds.set(round as u32, round_score(sum, size));
            }
            played.push(rounds.scores.len() as u32);
            cells.push(rounds);
        }
        let recorded = cells
            .iter()
            .zip(&played)
            .enumerate()
            .flat_map(|(cell, (rounds, &played))| (0..played * rounds.size).map(move |number| Task { cell: cell as u32, number }));
        let recorded = recorded.collect();
        let begin = |tuned| Progress { tuned, queue: VecDeque::new(), open: HashSet::new() };
        let progress = tunings(&plan.experiment, tuning).into_iter().map(begin).collect();
        let mut schedule =
            TuneSchedule { plan, evaluation, measure: tuning.measure, tunings: progress, cells, recorded, given: HashSet::new() };
        (0..schedule.tunings.len()).for_each(|place| schedule.advance(place));
        match played.iter().zip(&schedule.cells).position(|(played, rounds)| *played > rounds.used) {
            Some(cell) => Err(DamagedCell { cell, column: "tasks" }),
            None => Ok(schedule),
        }
    }

    /// Advances a tuning as far as results are known, and lists what it needs next.
    fn advance(&mut self, place: usize) {
        let (cells, progress) = (&mut self.cells, &mut self.tunings[place]);
        // What a search asks for counts even if all of it is known already.
        while progress.open.is_empty() {
            let wanted = progress.tuned.wanted();
            let before = (progress.tuned.search.is_done(), progress.tuned.search.trace().steps().len());
            for &(cell, round) in &wanted {
                let rounds = &mut cells[cell];
                rounds.used = rounds.used.max(round as u32 + 1);
                let numbers = round as u32 * rounds.size..(round as u32 + 1) * rounds.size;
                debug_assert!(
                    numbers.end <= self.plan.experiment.games_per_cell,
                    "tasks beyond the plan are not known when the run goes on"
                );
                for task in numbers.map(|number| Task { cell: cell as u32, number }).filter(|task| !self.recorded.contains(task)) {
                    if progress.open.insert(task) {
                        progress.queue.push_back(task);
                    }
                }
            }
            if !progress.open.is_empty() {
                return;
            }
            // One batch at a time: the search must not run ahead of what is counted as used.
            let known: HashSet<(usize, usize)> = wanted.into_iter().collect();
            let score = |cell: usize, round: usize| {
                if known.contains(&(cell, round)) { cells[cell].scores.get(round).copied().flatten() } else { None }
            };
            progress.tuned.advance(&score);
            let after = (progress.tuned.search.is_done(), progress.tuned.search.trace().steps().len());
            if before.0 || (before == after && !known.is_empty()) {
                return;
            }
        }
    }
}

impl Schedule for TuneSchedule<'_> {
    fn record(&mut self, task: Task, row: &Row) {
        if !self.recorded.insert(task) {
            return;
        }
        let cell = &self.plan.experiment.cells[task.cell as usize];
        let score = self.evaluation.score(self.measure, cell, row);
        let rounds = &mut self.cells[task.cell as usize];
        let round = task.number / rounds.size;
        let games = rounds.partial.entry(round).or_default();
        games.insert(task.number, score);
        if games.len() == rounds.size as usize {
            let score = round_score(games.values().sum(), rounds.size);
            rounds.partial.remove(&round);
            rounds.set(round, score);
        }
        for place in 0..self.tunings.len() {
            if self.tunings[place].open.remove(&task) && self.tunings[place].open.is_empty() {
                self.tunings[place].queue.clear();
                self.advance(place);
            }
        }
    }

    fn next(&mut self) -> Next {
        for progress in &mut self.tunings {
            while let Some(task) = progress.queue.pop_front() {
                if progress.open.contains(&task) && self.given.insert(task) {
                    return Next::Task(task);
                }
            }
        }
        if self.tunings.iter().all(|progress| progress.open.is_empty()) { Next::Done } else { Next::Wait }
    }

    fn counts(&self, task: Task) -> bool {
        let rounds = &self.cells[task.cell as usize];
        task.number < rounds.used * rounds.size
    }

    fn left(&self) -> RemainingTasks {
        let most: u64 = self.tunings.iter().map(|progress| progress.tuned.left().max(progress.open.len() as u64)).sum();
        RemainingTasks { expected: most as f64, most }
    }
}
