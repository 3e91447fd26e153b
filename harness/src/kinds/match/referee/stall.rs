//! Detects stalls of the whole process: stopped by a signal, or with the machine. Agents are not charged for that time.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two beats.
const BEAT: Duration = Duration::from_millis(50);
/// A gap between two beats longer than a busy machine causes.
const STALL: Duration = Duration::from_millis(700);

/// A thread that only beats.
struct Heartbeat {
    began: Instant,
    /// Milliseconds after the beginning.
    last: AtomicU64,
    /// Milliseconds of all stalls before the last beat.
    stalled: AtomicU64,
}

static HEARTBEAT: OnceLock<Heartbeat> = OnceLock::new();

impl Heartbeat {
    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Milliseconds since the last beat, if they are too many.
    fn stall(&self) -> u64 {
        let since = self.now().saturating_sub(self.last.load(Ordering::Acquire));
        if u128::from(since) > STALL.as_millis() { since } else { 0 }
    }
}

/// The total time of stalls since the first call.
pub(super) fn stalled() -> Duration {
    let heart = HEARTBEAT.get_or_init(|| {
        // Without the thread every turn would look like a stall.
        let beats = thread::Builder::new().name("heart".to_owned()).stack_size(1 << 16).spawn(beat).is_ok();
        #[expect(clippy::disallowed_methods, reason = "a stall is a matter of the clock; counted budgets do not see it")]
        let began = Instant::now();
        Heartbeat { began, last: AtomicU64::new(if beats { 0 } else { u64::MAX }), stalled: AtomicU64::new(0) }
    });
    Duration::from_millis(heart.stalled.load(Ordering::Acquire) + heart.stall())
}

fn beat() {
    let heart = HEARTBEAT.wait();
    loop {
        let stall = heart.stall();
        heart.stalled.fetch_add(stall, Ordering::AcqRel);
        heart.last.store(heart.now(), Ordering::Release);
        thread::sleep(BEAT);
    }
}
