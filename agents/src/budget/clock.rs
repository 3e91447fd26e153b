//! Wall time and processor time of a turn.

use std::time::{Duration, Instant};

/// The clock by which budgets of time are measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Clock {
    /// Wall time.
    #[default]
    Wall,
    /// Processor time of the playing thread: other work on the machine does not count. Agents that compute elsewhere, in other threads or processes,
    /// have no limit under it.
    Processor,
}

impl Clock {
    /// Whether this machine can measure it.
    pub fn is_available(self) -> bool {
        self == Clock::Wall || cfg!(unix)
    }

    /// The time of a piece of work on this thread, by this clock.
    pub fn time<T>(self, work: impl FnOnce() -> T) -> (T, Duration) {
        let watch = Stopwatch::start(self == Clock::Processor && self.is_available());
        let done = work();
        (done, watch.elapsed(self))
    }
}

/// The time since a turn began, by both clocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch {
    wall: Instant,
    /// The processor time at the beginning; `None` if it is not measured.
    processor: Option<Duration>,
}

impl Stopwatch {
    #[expect(clippy::disallowed_methods, reason = "a budget of wall time needs the clock, and the time of a turn is recorded")]
    pub(super) fn start(processor: bool) -> Self {
        Stopwatch { wall: Instant::now(), processor: processor.then(thread_time) }
    }

    /// Processor time that is not measured is taken to be the wall time.
    pub(super) fn elapsed(&self, clock: Clock) -> Duration {
        match (clock, self.processor) {
            (Clock::Processor, Some(start)) => thread_time().saturating_sub(start),
            (Clock::Wall, _) | (Clock::Processor, None) => self.wall.elapsed(),
        }
    }
}

/// Processor time of this thread so far.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Unknown on other systems.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    Duration::ZERO
}
