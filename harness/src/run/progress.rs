//! Shows the progress of a run: on a terminal a line for each relevant cell and one for the whole run, elsewhere a short line per minute, and a
//! warning about unusually long tasks. It reads the clock, but no result depends on it.

use super::ProgressStyle;
use super::display::{self, CellLine, Rank, RunProgress};
use super::messages::say;
use super::queue::Queue;
use super::shared_progress::{CellResults, SharedProgress, agents_of, cell_label};
use super::worker::SharedState;
use crate::plan::{Plan, Task};
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle as BarStyle};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time between two updates on a terminal.
const BEAT: Duration = Duration::from_millis(200);
/// The time between two plain lines.
const LINE: Duration = Duration::from_secs(60);
/// The shortest time after which a task is warned about.
const LONG: Duration = Duration::from_secs(60);
/// The least multiple of the average time of a task after which it is warned about.
const UNUSUAL: f64 = 20.0;
/// The size of a terminal that does not know its own, in rows and columns.
const SIZE: (u16, u16) = (24, 80);

/// Watches a run on its own thread.
pub(super) struct ProgressWatcher<'r, 'p> {
    plan: &'r Plan,
    board: &'r SharedProgress,
    queue: &'r Queue<'p>,
    /// The tasks of the plan, or of the part of it that is played.
    planned: u64,
    /// Per cell, the tasks that were done before this run.
    done_before: Vec<u64>,
    failed_before: u64,
    /// The short names of the cells.
    names: Vec<String>,
    style: ProgressStyle,
    ended: Mutex<bool>,
    end: Condvar,
}

/// The task of a worker, and when it was first seen.
#[derive(Clone, Copy)]
struct CurrentTask {
    task: Option<Task>,
    since: Duration,
    warned: bool,
}

impl<'r, 'p> ProgressWatcher<'r, 'p> {
    pub(super) fn new(plan: &'r Plan, shared: &'r SharedState<'p>, done_before: Vec<u64>, failed_before: u64) -> Self {
        let (board, queue, style) = (shared.board, &shared.queue, shared.options.progress);
        let names = plan.experiment.short_names();
        let planned = shared.options.only.as_ref().map_or_else(|| plan.len(), |only| only.count());
        ProgressWatcher {
            plan,
            board,
            queue,
            planned,
            done_before,
            failed_before,
            names,
            style,
            ended: Mutex::new(false),
            end: Condvar::new(),
        }
    }

    /// Ends [`run`](ProgressWatcher::run).
    pub(super) fn end(&self) {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.end.notify_all();
    }

    /// Watches until the run ends.
    #[expect(clippy::disallowed_methods, reason = "speed and remaining time are shown to the user; no result depends on them")]
    pub(super) fn run(&self) {
        let started = Instant::now();
        let mut busy = vec![CurrentTask { task: None, since: Duration::ZERO, warned: false }; self.board.workers.len()];
        let terminal = Term::stderr();
        let moves = terminal.is_term() && std::env::var_os("TERM").is_none_or(|name| name != "dumb");
        let bar = (self.style == ProgressStyle::Auto && moves).then(bar);
        let mut next_line = LINE;
        while !self.wait() {
            let now = started.elapsed();
            if let Some(bar) = &bar {
                let (rows, columns) = terminal.size_checked().unwrap_or(SIZE);
                bar.set_message(self.screen(now, rows.into(), columns.into()));
            } else if self.style == ProgressStyle::Auto && now >= next_line {
                say(&display::plain(&self.plan.experiment.name, &self.whole(now), self.front().as_deref()));
                next_line = now + LINE;
            }
            for (worker, state) in busy.iter_mut().enumerate() {
                if let Some(warning) = self.look(worker, state, now) {
                    match &bar {
                        // A line written past the bar would break it up.
                        Some(bar) => bar.println(warning),
                        None => say(&warning),
                    }
                }
            }
        }
        // The cells follow in the report.
        let whole = self.whole(started.elapsed());
        if let Some(bar) = bar {
            let (_, columns) = terminal.size_checked().unwrap_or(SIZE);
            bar.finish_with_message(display::total(&whole, usize::from(columns)));
        } else if self.style == ProgressStyle::Auto {
            say(&display::plain(&self.plan.experiment.name, &whole, self.front().as_deref()));
        }
    }

    /// Waits until the next update; returns whether the run has ended.
    fn wait(&self) -> bool {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let (ended, _) = self.end.wait_timeout_while(ended, BEAT, |ended| !*ended).unwrap_or_else(PoisonError::into_inner);
        *ended
    }

    /// All that is drawn on a terminal of this size.
    fn screen(&self, now: Duration, rows: usize, columns: usize) -> String {
        let mut order: Vec<(Rank, usize)> = (0..self.names.len()).map(|cell| (self.rank(cell), cell)).collect();
        order.retain(|(rank, _)| *rank != Rank::Finished);
        order.sort_unstable();
        let room = display::room(rows);
        let shown: Vec<CellLine> = order.iter().take(room).map(|&(_, cell)| self.cell(cell)).collect();
        let mut lines = display::cells(&shown, columns);
        if order.len() > room {
            lines.push(format!("… and {} more", order.len() - room));
        }
        lines.push(display::total(&self.whole(now), columns));
        lines.join("\n")
    }

    /// The sequential test of the cell that comes first; `None` if there is none.
    fn front(&self) -> Option<String> {
        let cell = (0..self.names.len()).min_by_key(|&cell| (self.rank(cell), cell))?;
        let state = self.queue.state(cell)?;
        Some(if self.names[cell].is_empty() { state } else { format!("{}: {state}", self.names[cell]) })
    }

    /// The rank of a cell in the display.
    fn rank(&self, cell: usize) -> Rank {
        let scheduled = self.queue.decided(cell);
        let is_finished = scheduled.unwrap_or(self.done(cell) >= u64::from(self.plan.experiment.games_per_cell));
        if is_finished {
            Rank::Finished
        } else if self.is_decided(cell) {
            Rank::Decided
        } else if self.board.cells[cell].seen().is_none() {
            Rank::Unseen
        } else {
            Rank::Undecided
        }
    }

    /// Whether a schedule has decided a cell, or its interval excludes an even result.
    fn is_decided(&self, cell: usize) -> bool {
        self.queue.decided(cell).unwrap_or_else(|| match (self.board.cells[cell].seen(), display::even(self.plan, cell)) {
            (Some(seen), Some(even)) => seen.low > even || seen.high < even,
            _ => false,
        })
    }

    fn done(&self, cell: usize) -> u64 {
        self.done_before[cell] + self.board.cells[cell].tasks()
    }

    /// The result of a cell so far: what its schedule says, or else from the tasks of this run only.
    fn cell(&self, cell: usize) -> CellLine {
        let words = match (self.queue.state(cell), self.board.cells[cell].seen()) {
            (Some(state), _) => state,
            (None, Some(CellResults { count, mean, low, high })) => {
                let verdict = match display::even(self.plan, cell) {
                    Some(even) if low > even => ", better",
                    Some(even) if high < even => ", worse",
                    Some(_) => ", undecided",
                    None => "",
                };
                let of = if self.done_before[cell] > 0 { format!(" in {count} new") } else { String::new() };
                format!("{:.1} % [{:.1}, {:.1}]{of}{verdict}", 100.0 * mean, 100.0 * low, 100.0 * high)
            }
            (None, None) => "no interval yet".to_owned(),
        };
        CellLine { name: self.names[cell].clone(), done: self.done(cell), planned: self.plan.experiment.games_per_cell.into(), words }
    }

    fn whole(&self, now: Duration) -> RunProgress {
        let (played, failures) = (self.board.played.load(Relaxed), self.board.failures.load(Relaxed));
        let done = self.done_before.iter().sum::<u64>() + played;
        let left = self.queue.left();
        let to_play = left.map_or(self.planned.saturating_sub(done) as f64, |left| left.expected);
        let speed = played as f64 / now.as_secs_f64().max(1e-3);
        let playing = (0..self.names.len()).filter(|&cell| self.rank(cell) != Rank::Finished).count();
        RunProgress {
            what: self.plan.experiment.kind.tasks,
            done,
            planned: done + left.map_or(self.planned.saturating_sub(done), |left| left.expected.round() as u64),
            about: left.is_some(),
            failed: failures + self.failed_before,
            speed,
            seconds: (speed > 0.0).then(|| to_play / speed),
            cells: self.names.len(),
            playing: self.plan.experiment.kind.stops.then_some(playing),
        }
    }

    /// Warns once about a task that takes much longer than others.
    fn look(&self, worker: usize, busy: &mut CurrentTask, now: Duration) -> Option<String> {
        let task = self.board.workers[worker].task();
        if task != busy.task {
            *busy = CurrentTask { task, since: now, warned: false };
        }
        let (task, taken) = (task?, now - busy.since);
        let played = self.board.played.load(Relaxed).max(1) as f64;
        let usual = now.as_secs_f64() * self.board.workers.len() as f64 / played;
        if busy.warned || taken < LONG || taken.as_secs_f64() < UNUSUAL * usual {
            return None;
        }
        busy.warned = true;
        Some(format!(
            "warning: task {} has been running for {}: {}, {}; an agent that does not check its meter cannot be stopped from outside",
            self.plan.id(task),
            display::duration(taken.as_secs_f64()),
            cell_label(&self.plan.experiment.cells[task.cell as usize]),
            agents_of(&self.plan.experiment, task.cell)
        ))
    }
}

/// Draws on a terminal by replacing its previous output.
fn bar() -> ProgressBar {
    let style = BarStyle::with_template("{msg}").unwrap_or_else(|_| BarStyle::default_bar());
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
}
