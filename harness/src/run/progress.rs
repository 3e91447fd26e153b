//! Shows the progress of a run: a bar on a terminal, plain lines elsewhere, and a warning about a task that takes unusually long. It
//! reads the clock, but nothing that it computes reaches a result.

use super::ProgressStyle;
use super::board::{Board, agents_of, cell_label};
use super::queue::Queue;
use super::worker::Shared;
use crate::plan::{Plan, Task};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle as BarStyle};
use std::io::{IsTerminal, Write as _};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time between two updates of the bar.
const BEAT: Duration = Duration::from_millis(200);
/// The time between two plain lines.
const LINE: Duration = Duration::from_secs(5);
/// The shortest time after which a task is warned about.
const LONG: Duration = Duration::from_secs(60);
/// The least multiple of the average time of a task after which it is warned about.
const UNUSUAL: f64 = 20.0;
/// The number of cells that are shown one by one.
const SHOWN_CELLS: usize = 6;

/// Writes a line to standard error. If that is closed, the line is lost and the run goes on.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Watches a run on its own thread.
pub(super) struct Watch<'r, 'p> {
    plan: &'r Plan,
    board: &'r Board,
    queue: &'r Queue<'p>,
    done_before: u64,
    failed_before: u64,
    style: ProgressStyle,
    ended: Mutex<bool>,
    end: Condvar,
}

/// What is drawn on a terminal.
struct Bars {
    all: MultiProgress,
    total: ProgressBar,
    cells: Vec<ProgressBar>,
}

/// The task of a worker, and when it was first seen.
#[derive(Clone, Copy)]
struct Busy {
    task: Option<Task>,
    since: Duration,
    warned: bool,
}

impl<'r, 'p> Watch<'r, 'p> {
    pub(super) fn new(plan: &'r Plan, shared: &'r Shared<'p>, (done_before, failed_before): (u64, u64)) -> Self {
        let (board, queue, style) = (shared.board, &shared.queue, shared.options.progress);
        Watch { plan, board, queue, done_before, failed_before, style, ended: Mutex::new(false), end: Condvar::new() }
    }

    /// Ends [`run`](Watch::run).
    pub(super) fn end(&self) {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.end.notify_all();
    }

    /// Watches until the run ends.
    #[expect(clippy::disallowed_methods, reason = "speed and remaining time are shown to the user; no result depends on them")]
    pub(super) fn run(&self) {
        let started = Instant::now();
        let mut busy = vec![Busy { task: None, since: Duration::ZERO, warned: false }; self.board.workers.len()];
        let bars = (self.style == ProgressStyle::Auto && std::io::stderr().is_terminal()).then(|| self.bars());
        let mut next_line = LINE;
        while !self.wait() {
            let now = started.elapsed();
            if let Some(bars) = &bars {
                self.draw(bars, now);
            } else if self.style == ProgressStyle::Auto && now >= next_line {
                say(&self.line(now));
                next_line = now + LINE;
            }
            for (worker, state) in busy.iter_mut().enumerate() {
                if let Some(warning) = self.look(worker, state, now) {
                    match &bars {
                        // A line written past the bars would break them up; if it cannot be written, neither can the bars.
                        Some(bars) => drop(bars.all.println(warning)),
                        None => say(&warning),
                    }
                }
            }
        }
        if let Some(bars) = bars {
            self.draw(&bars, started.elapsed());
            bars.cells.iter().for_each(ProgressBar::finish);
            bars.total.finish();
        } else if self.style == ProgressStyle::Auto {
            say(&self.line(started.elapsed()));
        }
    }

    /// Waits until the next update; returns whether the run has ended.
    fn wait(&self) -> bool {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let (ended, _) = self.end.wait_timeout_while(ended, BEAT, |ended| !*ended).unwrap_or_else(PoisonError::into_inner);
        *ended
    }

    fn bars(&self) -> Bars {
        let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
        let line = || BarStyle::with_template("{msg}").unwrap_or_else(|_| BarStyle::default_bar());
        let shown = self.plan.experiment.cells.len().min(SHOWN_CELLS);
        let cells = (0..shown).map(|_| all.add(ProgressBar::new(1).with_style(line()))).collect();
        let style = BarStyle::with_template("[{bar:30}] {msg}").unwrap_or_else(|_| BarStyle::default_bar());
        let total = all.add(ProgressBar::new(self.plan.len()).with_style(style.progress_chars("=> ")));
        Bars { all, total, cells }
    }

    fn draw(&self, bars: &Bars, now: Duration) {
        for (cell, bar) in bars.cells.iter().enumerate() {
            bar.set_message(self.cell(cell));
        }
        bars.total.set_position(self.done_before + self.board.played.load(Relaxed));
        bars.total.set_message(self.totals(now));
    }

    /// The whole state in one line.
    fn line(&self, now: Duration) -> String {
        let shown = self.plan.experiment.cells.len().min(3);
        let cells = (0..shown).map(|cell| format!("; {}", self.cell(cell)));
        format!("{}{}", self.totals(now), cells.collect::<String>())
    }

    fn totals(&self, now: Duration) -> String {
        let (played, failures) = (self.board.played.load(Relaxed), self.board.failures.load(Relaxed));
        let (planned, done) = (self.plan.len(), self.done_before + played);
        let speed = played as f64 / now.as_secs_f64().max(1e-3);
        let left = self.queue.left();
        let to_play = left.map_or((planned - done.min(planned)) as f64, |left| left.expected);
        let time = if speed > 0.0 { duration(to_play / speed) } else { "unknown time".to_owned() };
        let of = match left {
            Some(left) => format!("{done} tasks, about {to_play:.0} and at most {} to go", left.most),
            None => format!("{done}/{planned} tasks"),
        };
        let failures = failures + self.failed_before;
        let failed = if failures == 0 { String::new() } else { format!(", {failures} of them failed") };
        let cells = self.plan.experiment.cells.len();
        format!("{of}{failed} in {cells} {}, {} per second, {time} left", if cells == 1 { "cell" } else { "cells" }, rounded(speed))
    }

    /// The result of a cell so far: what its schedule says, or else from the tasks of this run only.
    fn cell(&self, cell: usize) -> String {
        let label = cell_label(&self.plan.experiment.cells[cell]);
        if let Some(state) = self.queue.state(cell) {
            return format!("{label}: {state}");
        }
        match self.board.cells[cell].interval() {
            Some((count, mean, half)) => format!("{label}: {:.1} % ± {:.1} ({count})", 100.0 * mean, 100.0 * half),
            None => format!("{label}: no interval yet"),
        }
    }

    /// Warns once about a task that takes much longer than others.
    fn look(&self, worker: usize, busy: &mut Busy, now: Duration) -> Option<String> {
        let task = self.board.workers[worker].task();
        if task != busy.task {
            *busy = Busy { task, since: now, warned: false };
        }
        let (task, taken) = (task?, now - busy.since);
        let played = self.board.played.load(Relaxed).max(1) as f64;
        let usual = now.as_secs_f64() * self.board.workers.len() as f64 / played;
        if busy.warned || taken < LONG || taken.as_secs_f64() < UNUSUAL * usual {
            return None;
        }
        busy.warned = true;
        Some(format!(
            "warning: task {} has been running for {}: {}, {}; an agent that does not ask its meter cannot be stopped from outside",
            self.plan.id(task),
            duration(taken.as_secs_f64()),
            cell_label(&self.plan.experiment.cells[task.cell as usize]),
            agents_of(&self.plan.experiment, task.cell)
        ))
    }
}

fn rounded(speed: f64) -> String {
    if speed < 10.0 { format!("{speed:.1}") } else { format!("{speed:.0}") }
}

/// A duration in the two largest units.
fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let (days, hours, minutes) = (whole / 86_400, whole / 3_600 % 24, whole / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{whole} s"),
        (0, 0, _) => format!("{minutes} min {} s", whole % 60),
        (0, _, _) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::{duration, rounded};

    #[test]
    fn durations_and_speeds_are_short() {
        let shown: Vec<String> = [0.4, 59.0, 61.0, 3_700.0, 100_000.0].into_iter().map(duration).collect();
        assert_eq!(shown, ["0 s", "59 s", "1 min 1 s", "1 h 1 min", "1 d 3 h"]);
        assert_eq!((rounded(1.26), rounded(812.4)), ("1.3".to_owned(), "812".to_owned()));
    }
}
