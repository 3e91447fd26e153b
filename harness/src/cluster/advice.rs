//! How many shards a job has if nobody says.

/// The processor time of a shard, in seconds. The [simulation](super::simulate) decides it: of the sizes with which at most two per cent of
/// the time go into starts and lost games, it is the one with which jobs end soonest. `harness/cluster/README.md` has the figures.
pub const SHARD_SECONDS: f64 = 1200.0;

/// The most shards that are advised: each leaves a file.
const MOST: u64 = 100_000;

/// The number of shards for a plan of this many tasks that costs this much processor time, in seconds.
pub fn advised_shards(seconds: f64, tasks: u64) -> u32 {
    (seconds / SHARD_SECONDS).ceil().clamp(1.0, tasks.clamp(1, MOST) as f64).max(1.0) as u32
}

#[cfg(test)]
mod tests {
    use super::{SHARD_SECONDS, advised_shards};
    use crate::cluster::{Cluster, simulate};
    use treebench_games::Rng;

    #[test]
    fn the_size_is_that_of_the_simulation() {
        let cluster = Cluster::USUAL;
        for hours in [500.0, 5000.0] {
            // Means of several clusters, which differ in the slow nodes and in what fails.
            let tried = [300.0, 600.0, 900.0, 1200.0, 1800.0, 3600.0, 7200.0].map(|seconds| {
                let count = 3600.0 * hours / seconds;
                let seen = (0..5).map(|seed| simulate(&cluster, &vec![seconds; count as usize], 1.0, &mut Rng::from_seed(seed)));
                let (makespan, efficiency) = seen.fold((0.0, 0.0), |sum, one| (sum.0 + one.makespan / 5.0, sum.1 + one.efficiency() / 5.0));
                (seconds, makespan, efficiency)
            });
            let cheap = tried.iter().filter(|(_, _, efficiency)| *efficiency >= 0.98);
            let best = cheap.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(seconds, _, _)| *seconds);
            assert_eq!(best, Some(SHARD_SECONDS), "{hours}: {tried:?}");
        }
    }

    #[test]
    fn shards_are_neither_empty_nor_too_many() {
        let hours = |hours: f64, tasks| advised_shards(3600.0 * hours, tasks);
        assert_eq!([hours(0.0, 0), hours(0.1, 500), hours(1.0, 500), hours(5000.0, 500)], [1, 1, 3, 500]);
        assert_eq!(hours(1e6, u64::MAX), 100_000);
        assert_eq!(advised_shards(f64::NAN, 10), 1);
    }
}
