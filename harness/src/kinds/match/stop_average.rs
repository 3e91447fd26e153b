//! `[stop]` with `over = "hypothesis"`: all cells of a hypothesis continue until their average is decided, sweep by sweep in plan order.

use super::arrivals::Arrivals;
use super::cell::rounds_and_lines;
use super::lines::Lines;
use super::stop::{GROWTH, round_size, state};
use super::sweep_test::SweepTest;
use crate::kinds::{DamagedCell, Next, RemainingTasks, SavedTasks, Schedule};
use crate::plan::{Plan, Task};
use crate::store::{FinishedTasks, Row};
use treebench_stats::{Rounds, rounds_left};

/// The schedule: tasks in the order of the plan, without those of cells whose hypotheses are all decided. Cells of no hypothesis get all their games.
pub(super) struct StoppingAverages<'p> {
    plan: &'p Plan,
    tasks: Box<dyn Iterator<Item = Task> + Send + 'p>,
    done: FinishedTasks,
    cells: Vec<WatchedCell>,
    tests: Vec<Test>,
}

/// A cell.
struct WatchedCell {
    /// Its tests; none if it plays its fixed size.
    tests: Vec<usize>,
    rounds: Rounds,
    lines: Lines,
    arrivals: Arrivals,
    /// The end of the tasks that may still be played.
    most: u32,
}

/// The test of a hypothesis.
struct Test {
    test: SweepTest,
    /// The number of sweeps at the forecast, and the number of further sweeps it expects.
    forecast: (u32, f64),
}

impl<'p> StoppingAverages<'p> {
    /// The schedule of a plan.
    ///
    /// # Errors
    /// If a results file lacks the first rounds in order, or has more than the rule asks for.
    pub(super) fn new(plan: &'p Plan, saved: Option<&SavedTasks>) -> Result<Self, DamagedCell> {
        let experiment = &plan.experiment;
        let tests: Vec<Test> = SweepTest::all(experiment).into_iter().flatten().map(|test| Test { test, forecast: (0, 0.0) }).collect();
        let mut cells = Vec::new();
        for (index, cell) in experiment.cells.iter().enumerate() {
            let of_cell = |(_, test): &(usize, &Test)| test.test.tasks().any(|(other, ..)| other == index);
            let own: Vec<usize> = tests.iter().enumerate().filter(of_cell).map(|(place, _)| place).collect();
            let (rounds, lines) = match saved.filter(|_| !own.is_empty()) {
                Some(saved) => rounds_and_lines(cell, index, saved)?,
                None => (Rounds::new(cell.game.game.info().players), Lines::default()),
            };
            let arrivals = Arrivals::after(rounds.keys().len() as u32 * round_size(cell));
            cells.push(WatchedCell { tests: own, rounds, lines, arrivals, most: experiment.games_per_cell });
        }
        let done = saved.map_or_else(|| FinishedTasks::nothing(plan), |saved| saved.done.clone());
        let mut schedule = StoppingAverages { plan, tasks: Box::new(plan.tasks()), done, cells, tests };
        (0..schedule.tests.len()).for_each(|test| schedule.follow(test));
        // If the rule stopped earlier, some rounds are left over.
        let over = |(index, cell): &(usize, &WatchedCell)| !cell.tests.is_empty() && cell.arrivals.next() > schedule.counted(*index);
        match schedule.cells.iter().enumerate().find(over) {
            Some((cell, _)) => Err(DamagedCell { cell, column: "tasks" }),
            None => Ok(schedule),
        }
    }

    /// Adds the complete sweeps of a test.
    fn follow(&mut self, place: usize) {
        let cells = &self.cells;
        let Test { test, forecast } = &mut self.tests[place];
        test.follow(|cell| &cells[cell].rounds);
        if forecast.0 == 0 || f64::from(test.sweeps()) > GROWTH * f64::from(forecast.0) {
            *forecast = (test.sweeps(), rounds_left(test.sequence()));
        }
        let about: Vec<usize> = self.tests[place].test.tasks().map(|(cell, ..)| cell).collect();
        about.into_iter().for_each(|cell| self.cells[cell].most = self.most(cell));
    }

    /// The open tests of a cell.
    fn open(&self, cell: usize) -> impl Iterator<Item = &Test> {
        self.cells[cell].tests.iter().map(|test| &self.tests[*test]).filter(|test| test.is_open())
    }

    /// The largest number of tasks of a cell over these tests.
    fn largest<'t>(cell: usize, tests: impl Iterator<Item = &'t Test>, of: fn((usize, u32, u32)) -> u32) -> u32 {
        tests.flat_map(|test| test.test.tasks()).filter(|(other, ..)| *other == cell).map(of).max().unwrap_or(0)
    }

    /// The tasks of a cell before this one are part of a sweep of one of its tests.
    fn counted(&self, cell: usize) -> u32 {
        StoppingAverages::largest(cell, self.cells[cell].tests.iter().map(|test| &self.tests[*test]), |(_, tasks, _)| tasks)
    }

    fn most(&self, cell: usize) -> u32 {
        StoppingAverages::largest(cell, self.open(cell), |(_, _, most)| most)
    }
}

impl Test {
    fn is_open(&self) -> bool {
        self.test.sequence().decision().is_none()
    }

    /// The expected further sweeps.
    fn expected(&self) -> f64 {
        let since = f64::from(self.test.sweeps() - self.forecast.0);
        (self.forecast.1 - since).max(1.0)
    }
}

impl Schedule for StoppingAverages<'_> {
    fn record(&mut self, task: Task, row: &Row) {
        let index = task.cell as usize;
        self.done.cells[index].insert(task.number);
        if self.open(index).next().is_none() {
            return;
        }
        let cell = &self.plan.experiment.cells[index];
        let watched = &mut self.cells[index];
        watched.arrivals.add(task.number, row);
        while let Some(round) = watched.arrivals.round(cell, round_size(cell)) {
            watched.lines.finish(&round, &mut watched.rounds);
        }
        for test in watched.tests.clone() {
            self.follow(test);
        }
        if self.open(index).next().is_none() {
            self.cells[index].arrivals.clear();
        }
    }

    fn next(&mut self) -> Next {
        let (cells, done) = (&self.cells, &self.done);
        let wanted = |task: &Task| task.number < cells[task.cell as usize].most && !done.contains(*task);
        match self.tasks.find(wanted) {
            Some(task) => Next::Task(task),
            None if self.tests.iter().any(Test::is_open) => Next::Wait,
            None => Next::Done,
        }
    }

    fn counts(&self, task: Task) -> bool {
        let cell = task.cell as usize;
        self.cells[cell].tests.is_empty() || task.number < self.counted(cell)
    }

    fn left(&self) -> RemainingTasks {
        let mut left = RemainingTasks { expected: 0.0, most: 0 };
        for (index, cell) in self.plan.experiment.cells.iter().enumerate() {
            let fixed = self.cells[index].tests.is_empty();
            let played = if fixed { self.done.cells[index].count() } else { self.counted(index) };
            let most = self.cells[index].most.saturating_sub(played);
            let expected = self.open(index).map(|test| test.expected() * f64::from(round_size(cell))).fold(0.0, f64::max);
            left.expected += if fixed { f64::from(most) } else { expected.min(f64::from(most)) };
            left.most += u64::from(most);
        }
        left
    }

    fn state(&self, cell: usize) -> Option<String> {
        let of = |test: &Test| state(test.test.sequence(), test.expected() * f64::from(test.test.sequence().size()));
        let last = || self.cells[cell].tests.last().map(|test| &self.tests[*test]);
        Some(format!("average: {}", of(self.open(cell).next().or_else(last)?)))
    }

    fn decided(&self, cell: usize) -> Option<bool> {
        Some(self.cells[cell].most <= self.done.cells[cell].count())
    }
}
