//! Workers that stay on their processors, with the engines that they start.

use std::fs;

/// The processors of every worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Affinity {
    groups: Vec<Vec<usize>>,
}

impl Affinity {
    /// `each` processors for every worker; different cores before the second threads of a core.
    ///
    /// # Errors
    /// If this program may not use as many, or the system does not say which.
    pub fn of(workers: usize, each: usize) -> Result<Affinity, String> {
        let allowed = allowed().ok_or("this system cannot pin threads to processors")?;
        let siblings = |processor: usize| {
            let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
            fs::read_to_string(path).unwrap_or_else(|_| processor.to_string())
        };
        Affinity::among(&allowed, siblings, workers, each)
    }

    fn among(allowed: &[usize], siblings: impl Fn(usize) -> String, workers: usize, each: usize) -> Result<Affinity, String> {
        let names: Vec<String> = allowed.iter().map(|&processor| siblings(processor)).collect();
        let mut order: Vec<(usize, usize)> = allowed
            .iter()
            .enumerate()
            .map(|(at, &processor)| (names[..at].iter().filter(|name| **name == names[at]).count(), processor))
            .collect();
        order.sort_unstable();
        let processors: Vec<usize> = order.into_iter().map(|(_, processor)| processor).collect();
        let groups: Vec<Vec<usize>> = processors.chunks_exact(each.max(1)).take(workers).map(<[usize]>::to_vec).collect();
        if groups.len() < workers {
            let (needed, there) = (workers * each.max(1), processors.len());
            return Err(format!("{workers} workers need {needed} processors, but only {there} are available; lower --threads"));
        }
        Ok(Affinity { groups })
    }

    /// Binds the thread that calls, and what it starts from then on, to the processors of a worker.
    pub(super) fn bind(&self, worker: usize) {
        if let Some(group) = self.groups.get(worker) {
            // It fails if a processor was taken away meanwhile; the worker then plays where it may.
            bind(group);
        }
    }
}

/// The processors that this program may use.
#[cfg(target_os = "linux")]
fn allowed() -> Option<Vec<usize>> {
    let set = rustix::thread::sched_getaffinity(None).ok()?;
    Some((0..rustix::thread::CpuSet::MAX_CPU).filter(|&processor| set.is_set(processor)).collect())
}

#[cfg(target_os = "linux")]
fn bind(processors: &[usize]) {
    let mut set = rustix::thread::CpuSet::new();
    processors.iter().for_each(|&processor| set.set(processor));
    let _ = rustix::thread::sched_setaffinity(None, &set);
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Option<Vec<usize>> {
    None
}

#[cfg(not(target_os = "linux"))]
fn bind(_processors: &[usize]) {}

#[cfg(test)]
mod tests {
    use super::Affinity;

    #[test]
    fn cores_are_shared_out_before_their_second_threads() {
        let siblings = |processor: usize| format!("{}", processor % 4);
        let groups = |workers, each| Affinity::among(&[0, 1, 2, 3, 4, 5, 6, 7], siblings, workers, each).map(|affinity| affinity.groups);
        assert_eq!(groups(2, 2).unwrap(), [[0, 1], [2, 3]]);
        assert_eq!(groups(5, 1).unwrap(), [[0], [1], [2], [3], [4]]);
        let pairs = |processor: usize| format!("{}", processor / 2);
        assert_eq!(Affinity::among(&[0, 1, 3, 6], pairs, 2, 2).unwrap().groups, [[0, 3], [6, 1]]);
        assert!(groups(3, 3).unwrap_err().contains("3 workers need 9 processors, but only 8 are available"));
    }
}
