//! `[stop]` for matches: cells are stopped one by one, by their rounds in the order of the plan.

use super::arrivals::Arrivals;
use super::cell::rounds_and_lines;
use super::lines::Lines;
use super::outcome::rotates;
use crate::experiment::Cell;
use crate::kinds::{DamagedCell, Next, RemainingTasks, SavedTasks, Schedule};
use crate::plan::{Plan, Task};
use crate::store::{FinishedTasks, Row};
use treebench_stats::{Decision, LEVEL, Rounds, Sequence, StopRule, StopTest, rounds_left};

/// The growth factor of games after which a forecast is renewed.
pub(super) const GROWTH: f64 = 1.1;

/// The rule of a cell before its first round.
fn begin(cell: &Cell, rule: StopRule) -> Sequence {
    Sequence::new(rule, round_size(cell), even(cell))
}

/// The games of a whole round of a cell.
pub(super) fn round_size(cell: &Cell) -> u32 {
    if rotates(cell) { cell.game.game.info().players.max(1) as u32 } else { 1 }
}

/// The score of an even result.
pub(super) fn even(cell: &Cell) -> f64 {
    1.0 / cell.game.game.info().players.max(1) as f64
}

/// The rule of a cell after these rounds.
pub(super) fn sequence(cell: &Cell, rule: StopRule, rounds: &Rounds) -> Sequence {
    let mut sequence = begin(cell, rule);
    for (round, ((games, sum), &key)) in rounds.candidate().zip(rounds.keys()).enumerate() {
        push(&mut sequence, (games, sum, key), rounds.earlier(round));
    }
    sequence
}

/// The always-valid interval of these rounds' mean, without a stopping rule.
pub(super) fn always_valid(cell: &Cell, rounds: &Rounds) -> Sequence {
    sequence(cell, StopRule { test: StopTest::Interval { width: None, alpha: LEVEL }, at_least: u32::MAX, at_most: u32::MAX }, rounds)
}

fn push(sequence: &mut Sequence, (games, sum, key): (u32, f64, u64), earlier: impl IntoIterator<Item = u32>) {
    // A round of which a game has no result tells nothing.
    let value = (games == sequence.size()).then(|| sum / f64::from(games));
    sequence.push_linked(value, key, earlier);
}

/// The schedule: tasks in the order of the plan, without those of cells that have stopped.
pub(super) struct Stopping<'p> {
    plan: &'p Plan,
    tasks: Box<dyn Iterator<Item = Task> + Send + 'p>,
    done: FinishedTasks,
    cells: Vec<WatchedCell>,
    /// Cells without a decision.
    open: usize,
}

/// A cell.
struct WatchedCell {
    sequence: Sequence,
    arrivals: Arrivals,
    lines: Lines,
    /// The number of games at the forecast, and the number of further games it expects.
    forecast: (u32, f64),
}

impl<'p> Stopping<'p> {
    /// The schedule of a plan by this rule.
    ///
    /// # Errors
    /// If a results file lacks the first rounds in order, or has more than the rule asks for.
    pub(super) fn new(plan: &'p Plan, rule: StopRule, saved: Option<&SavedTasks>) -> Result<Self, DamagedCell> {
        let mut schedule = Stopping { plan, tasks: Box::new(plan.tasks()), done: FinishedTasks::nothing(plan), cells: Vec::new(), open: 0 };
        for (index, cell) in plan.experiment.cells.iter().enumerate() {
            let (sequence, arrivals, lines) = (begin(cell, rule), Arrivals::default(), Lines::default());
            let mut watched = WatchedCell { sequence, arrivals, lines, forecast: (0, 0.0) };
            if let Some(saved) = saved {
                let (rounds, lines) = rounds_and_lines(cell, index, saved)?;
                (watched.sequence, watched.lines) = (self::sequence(cell, rule, &rounds), lines);
                watched.arrivals = Arrivals::after(saved.done.cells[index].count());
                // If the rule stopped earlier, some are left over.
                if watched.sequence.games() != watched.arrivals.next() {
                    return Err(DamagedCell { cell: index, column: "tasks" });
                }
            }
            watched.predict();
            schedule.open += usize::from(watched.sequence.decision().is_none());
            schedule.cells.push(watched);
        }
        if let Some(saved) = saved {
            schedule.done = saved.done.clone();
        }
        Ok(schedule)
    }
}

impl WatchedCell {
    /// Adds the complete rounds, in order.
    fn fold(&mut self, cell: &Cell) {
        while self.sequence.decision().is_none() {
            let number = self.arrivals.next() / self.sequence.size();
            let Some(round) = self.arrivals.round(cell, self.sequence.size()) else { break };
            let earlier = self.lines.add(&round, number);
            push(&mut self.sequence, round.result(), earlier);
        }
        if f64::from(self.arrivals.next()) > GROWTH * f64::from(self.forecast.0) {
            self.predict();
        }
    }

    fn predict(&mut self) {
        self.forecast = (self.arrivals.next(), rounds_left(&self.sequence) * f64::from(self.sequence.size()));
    }

    /// The number of tasks that may be played.
    fn most(&self) -> u32 {
        let rule = self.sequence.rule();
        rule.at_most - rule.at_most % self.sequence.size()
    }

    fn left(&self) -> RemainingTasks {
        if self.sequence.decision().is_some() {
            return RemainingTasks { expected: 0.0, most: 0 };
        }
        let most = self.most().saturating_sub(self.arrivals.next());
        let since = f64::from(self.arrivals.next() - self.forecast.0);
        RemainingTasks { expected: (self.forecast.1 - since).max(1.0).min(f64::from(most)), most: u64::from(most) }
    }
}

impl Schedule for Stopping<'_> {
    fn record(&mut self, task: Task, row: &Row) {
        self.done.cells[task.cell as usize].insert(task.number);
        let watched = &mut self.cells[task.cell as usize];
        if watched.sequence.decision().is_some() {
            return;
        }
        watched.arrivals.add(task.number, row);
        watched.fold(&self.plan.experiment.cells[task.cell as usize]);
        if watched.sequence.decision().is_some() {
            watched.arrivals.clear();
            self.open -= 1;
        }
    }

    fn next(&mut self) -> Next {
        if self.open == 0 {
            return Next::Done;
        }
        let (cells, done) = (&self.cells, &self.done);
        let wanted = |task: &Task| {
            let cell = &cells[task.cell as usize];
            cell.sequence.decision().is_none() && task.number < cell.most() && !done.contains(*task)
        };
        self.tasks.find(wanted).map_or(Next::Wait, Next::Task)
    }

    fn counts(&self, task: Task) -> bool {
        task.number < self.cells[task.cell as usize].arrivals.next()
    }

    fn left(&self) -> RemainingTasks {
        let add = |a: RemainingTasks, b: RemainingTasks| RemainingTasks { expected: a.expected + b.expected, most: a.most + b.most };
        self.cells.iter().map(WatchedCell::left).fold(RemainingTasks { expected: 0.0, most: 0 }, add)
    }

    fn state(&self, cell: usize) -> Option<String> {
        Some(state(&self.cells[cell].sequence, self.cells[cell].left().expected))
    }

    fn decided(&self, cell: usize) -> Option<bool> {
        Some(self.cells[cell].sequence.decision().is_some())
    }
}

/// The state of a rule in a few words, with its evidence and the expected games.
pub(super) fn state(sequence: &Sequence, expected: f64) -> String {
    if sequence.values().count() == 0 {
        return "no interval yet".to_owned();
    }
    let (low, high) = sequence.interval();
    let evidence = match sequence.ratio() {
        Some((llr, (low, high))) => format!("LLR {llr:.2} of [{low:.2}, {high:.2}]"),
        None => format!("e {:.1}", sequence.bets().against(sequence.even()).value()),
    };
    let [mean, low, high] = [sequence.values().mean(), low, high].map(|score| 100.0 * score);
    let interval = format!("{mean:.1} % [{low:.1}, {high:.1}] always valid, {evidence} ({})", sequence.games());
    match sequence.decision() {
        None => format!("{interval}, about {expected:.0} more"),
        Some(decision) => format!("{interval}, {}", words(decision)),
    }
}

/// A decision in a few words.
pub(super) fn words(decision: Decision) -> &'static str {
    match decision {
        Decision::AcceptsH0 => "H0 accepted",
        Decision::AcceptsH1 => "H1 accepted",
        Decision::Better => "better than even",
        Decision::Worse => "worse than even",
        Decision::Narrow => "narrow enough",
        Decision::Near => "within the margin",
        Decision::AtMost => "undecided at most",
    }
}
