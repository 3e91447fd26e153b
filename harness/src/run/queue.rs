//! The remaining tasks. Every worker takes its next task from here.

use crate::kinds::{Next, RemainingTasks, Schedule};
use crate::plan::{Plan, Task};
use crate::store::{FinishedTasks, Row};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest time until a waiting worker notices that the run is to end.
const BEAT: Duration = Duration::from_millis(100);

/// The remaining tasks.
pub(super) enum Queue<'p> {
    /// All wanted tasks that are not done, in plan order.
    InOrder(Mutex<Box<dyn Iterator<Item = Task> + Send + 'p>>),
    /// Tasks chosen by a schedule.
    Scheduled(Mutex<ActiveSchedule<'p>>, Condvar),
}

/// A schedule with the number of its tasks that are being played.
pub(super) struct ActiveSchedule<'p> {
    schedule: Box<dyn Schedule + 'p>,
    running: usize,
    /// Whether it waits without running tasks.
    stuck: bool,
}

impl<'p> Queue<'p> {
    pub(super) fn new(
        plan: &'p Plan,
        done: &'p FinishedTasks,
        only: Option<&'p FinishedTasks>,
        schedule: Option<Box<dyn Schedule + 'p>>,
    ) -> Self {
        match schedule {
            None => Queue::InOrder(Mutex::new(Box::new(
                plan.tasks().filter(move |task| !done.contains(*task) && only.is_none_or(|only| only.contains(*task))),
            ))),
            Some(schedule) => Queue::Scheduled(Mutex::new(ActiveSchedule { schedule, running: 0, stuck: false }), Condvar::new()),
        }
    }

    /// The next task; waits until there is one. `None` if none remain, or `goes_on` returns false.
    pub(super) fn take(&self, goes_on: impl Fn() -> bool) -> Option<Task> {
        let (chosen, changed) = match self {
            Queue::InOrder(tasks) => return tasks.lock().unwrap_or_else(PoisonError::into_inner).next(),
            Queue::Scheduled(chosen, changed) => (chosen, changed),
        };
        let mut chosen = lock(chosen);
        while goes_on() {
            match chosen.schedule.next() {
                Next::Task(task) => {
                    chosen.running += 1;
                    return Some(task);
                }
                Next::Done => return None,
                Next::Wait if chosen.running == 0 => {
                    chosen.stuck = true;
                    return None;
                }
                Next::Wait => (chosen, _) = changed.wait_timeout(chosen, BEAT).unwrap_or_else(PoisonError::into_inner),
            }
        }
        None
    }

    /// A task that was taken has been played.
    pub(super) fn finish(&self, task: Task, row: &Row) {
        if let Queue::Scheduled(chosen, changed) = self {
            let mut chosen = lock(chosen);
            chosen.running -= 1;
            chosen.schedule.record(task, row);
            changed.notify_all();
        }
    }

    /// The remaining tasks, if a schedule decides.
    pub(super) fn left(&self) -> Option<RemainingTasks> {
        self.look(|chosen| chosen.schedule.left())
    }

    /// The state of a cell in a few words, if a schedule has one.
    pub(super) fn state(&self, cell: usize) -> Option<String> {
        self.look(|chosen| chosen.schedule.state(cell)).flatten()
    }

    /// Whether a cell needs no more tasks, if a schedule says so of cells.
    pub(super) fn decided(&self, cell: usize) -> Option<bool> {
        self.look(|chosen| chosen.schedule.decided(cell)).flatten()
    }

    /// Whether every task is decided, and none waits for nothing; `None` without a schedule.
    pub(super) fn is_decided(&self) -> Option<Result<bool, ()>> {
        self.look(|chosen| if chosen.stuck { Err(()) } else { Ok(chosen.schedule.next() == Next::Done) })
    }

    fn look<T>(&self, f: impl Fn(&mut ActiveSchedule<'p>) -> T) -> Option<T> {
        match self {
            Queue::InOrder(_) => None,
            Queue::Scheduled(chosen, _) => Some(f(&mut lock(chosen))),
        }
    }
}

fn lock<'m, 'p>(chosen: &'m Mutex<ActiveSchedule<'p>>) -> MutexGuard<'m, ActiveSchedule<'p>> {
    chosen.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
    use std::thread;

    /// Two tasks at a time; the next two follow when both are recorded. It gets stuck at a given task.
    struct PairSchedule {
        given: u32,
        recorded: u32,
        all: u32,
        stuck_at: u32,
    }

    impl Schedule for PairSchedule {
        fn record(&mut self, _task: Task, _row: &Row) {
            self.recorded += 1;
        }

        fn next(&mut self) -> Next {
            if self.recorded == self.all {
                return Next::Done;
            }
            if self.given == self.stuck_at || self.given / 2 > self.recorded / 2 || self.given == self.all {
                return Next::Wait;
            }
            self.given += 1;
            Next::Task(Task { cell: 0, number: self.given - 1 })
        }

        fn counts(&self, _task: Task) -> bool {
            true
        }

        fn left(&self) -> RemainingTasks {
            RemainingTasks { expected: 0.0, most: u64::from(self.all - self.recorded) }
        }
    }

    fn queue(all: u32, stuck_at: u32) -> Queue<'static> {
        let schedule = Box::new(PairSchedule { given: 0, recorded: 0, all, stuck_at });
        Queue::Scheduled(Mutex::new(ActiveSchedule { schedule, running: 0, stuck: false }), Condvar::new())
    }

    #[test]
    fn workers_wait_for_what_others_play() {
        for threads in [1, 2, 5] {
            let (queue, played) = (queue(20, u32::MAX), Mutex::new(Vec::new()));
            let work = || {
                while let Some(task) = queue.take(|| true) {
                    // In a batch of two, neither can be played twice, and none of the next can come before both are recorded.
                    played.lock().unwrap().push(task.number);
                    thread::yield_now();
                    queue.finish(task, &Vec::new());
                }
            };
            thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
            let mut played = played.into_inner().unwrap();
            assert!(played.chunks(2).enumerate().all(|(batch, two)| two.iter().all(|number| *number as usize / 2 == batch)));
            played.sort_unstable();
            assert_eq!((played, queue.is_decided()), ((0..20).collect(), Some(Ok(true))), "{threads} threads");
        }
    }

    #[test]
    fn waiting_ends_with_the_run_and_never_without_a_cause() {
        let queue = queue(20, 2);
        let (first, second) = (queue.take(|| true).unwrap(), queue.take(|| true).unwrap());
        let goes_on = AtomicBool::new(true);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.take(|| goes_on.load(SeqCst)));
            goes_on.store(false, SeqCst);
            assert_eq!(waiting.join().unwrap(), None);
        });
        assert_eq!(queue.is_decided(), Some(Ok(false)));
        [first, second].into_iter().for_each(|task| queue.finish(task, &Vec::new()));
        assert_eq!((queue.take(|| true), queue.is_decided()), (None, Some(Err(()))), "nothing is being played");
    }
}
