//! Measures the load of the machine before playing budgets of wall time.

use std::fs;
use std::thread;
use std::time::Duration;

/// How long the processors are watched.
const WATCHED: Duration = Duration::from_millis(300);

/// The idle cores, and all cores; `None` if the system does not report them.
pub(super) fn idle_cores() -> Option<(f64, f64)> {
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
