//! Parallel work on independent items, such as reading results files.

use crate::store::physical_cores;
use std::sync::Mutex;
use std::thread;

/// The results of `work` on all items, in their order, computed on one thread per core.
pub(crate) fn each<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = physical_cores().min(items.len());
    let queue = Mutex::new(items.into_iter().enumerate());
    let next = || queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).next();
    let mut made: Vec<(usize, R)> = thread::scope(|scope| {
        let worker = || std::iter::from_fn(next).map(|(place, item)| (place, work(item))).collect::<Vec<_>>();
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let made = workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        made.collect()
    });
    made.sort_by_key(|(place, _)| *place);
    made.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn the_order_is_that_of_the_items() {
        assert_eq!(each((0..50).collect(), |n: u64| (0..(50 - n) * 100).fold(n, |n, _| n)), (0..50).collect::<Vec<u64>>());
        assert!(each(Vec::new(), |n: u64| n).is_empty());
    }

    #[test]
    #[should_panic(expected = "three")]
    fn a_panic_is_handed_on() {
        each(vec![1, 2, 3, 4], |n| assert_ne!(n, 3, "three"));
    }
}
