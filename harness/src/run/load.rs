//! Checks the machine before budgets of wall time are played: enough cores, and these idle.

use super::messages::say;
use super::{RunError, RunOptions};
use crate::experiment::Cell;
use crate::kinds;
use crate::plan::Plan;
use crate::store::physical_cores;
use std::fs;
use std::thread;
use std::time::Duration;
use treebench_games::params::Value;

/// The share of a core that every worker must find idle.
const LEAST_IDLE: f64 = 0.85;

/// Refuses a machine on which budgets of wall time would not be fair: a worker needs a core to itself. Belongs before anything is created, since a refused
/// run leaves no trace. `done` is the number of stored tasks; with nothing left to play, the machine may be busy.
///
/// # Errors
/// [`RunError::TooManyWorkers`] and [`RunError::BusyMachine`].
pub fn check_machine(plan: &Plan, options: &RunOptions, done: u64) -> Result<(), RunError> {
    let workers = options.threads.max(1);
    // Processor time is the same on a busy machine.
    let by_wall = |cell: &&Cell| cell.settings.get("clock") != Some(&Value::Text("cpu".to_owned()));
    let mut timed = plan.experiment.cells.iter().filter(|cell| cell.is_timed).filter(by_wall).peekable();
    if timed.peek().is_none() {
        return Ok(());
    }
    let cores = physical_cores() / plan.experiment.cores_per_game();
    if workers > cores.max(1) && !options.force {
        return Err(RunError::TooManyWorkers { workers, cores });
    }
    let of_turns = timed.any(Cell::has_timed_budgets);
    let is_left = options.retry_failed || done < kinds::most_tasks(plan);
    let measured = if of_turns && is_left && !options.force { idle_cores() } else { None };
    if let Some((idle, cores)) = measured.filter(|(idle, _)| *idle < LEAST_IDLE * workers as f64) {
        return Err(RunError::BusyMachine { workers, idle: (10.0 * idle).round() as u32, cores: cores as usize });
    }
    say(if of_turns {
        "warning: with wall-time budgets, results are not exactly repeatable; the iterations spent are recorded"
    } else {
        "warning: measured speeds depend on the machine and its load; the games that are counted are the same everywhere"
    });
    Ok(())
}

/// How long the processors are watched.
const WATCHED: Duration = Duration::from_millis(300);

/// The idle cores, and all cores; `None` if the system does not report them.
fn idle_cores() -> Option<(f64, f64)> {
    let before = Ticks::now()?;
    thread::sleep(WATCHED);
    let after = Ticks::now()?;
    after.idle_since(&before).map(|share| (share * after.cores, after.cores))
}

/// Processor times since the system started.
struct Ticks {
    idle: f64,
    all: f64,
    cores: f64,
}

impl Ticks {
    fn now() -> Option<Ticks> {
        Ticks::of(&fs::read_to_string("/proc/stat").ok()?)
    }

    /// The first line of /proc/stat sums up the processors, each of which has a line of its own: see proc(5).
    fn of(stat: &str) -> Option<Ticks> {
        let line = stat.lines().next()?.strip_prefix("cpu ")?;
        let ticks: Vec<f64> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        // The time of guests is part of that of users.
        let all = ticks.iter().take(8).sum();
        let cores = stat.lines().filter(|line| line.starts_with("cpu") && !line.starts_with("cpu ")).count() as f64;
        Some(Ticks { idle: ticks.get(3)? + ticks.get(4).unwrap_or(&0.0), all, cores })
    }

    /// The share of idle time since then; `None` if no time has passed.
    fn idle_since(&self, before: &Ticks) -> Option<f64> {
        (self.all > before.all).then(|| ((self.idle - before.idle) / (self.all - before.all)).clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Ticks;

    #[test]
    fn the_idle_share_is_that_of_the_time_between_two_looks() {
        let stat =
            |user: u32, idle: u32| Ticks::of(&format!("cpu  {user} 0 10 {idle} 5 0 0 0 0 0\ncpu0 1 2 3\ncpu1 1 2 3\nintr 5\n")).unwrap();
        let (before, after) = (stat(100, 900), stat(175, 925));
        assert_eq!((after.cores, after.idle_since(&before)), (2.0, Some(0.25)));
        assert_eq!(before.idle_since(&before), None);
        assert!(Ticks::of("nothing of the kind").is_none() && Ticks::of("cpu  1 2").is_none());
    }
}
