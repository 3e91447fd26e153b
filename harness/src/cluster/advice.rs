//! The default number of shards of a job.

/// The processor time of a shard, in seconds: of the sizes that lose at most two per cent of the time to starts and failures, the one with
/// which jobs end soonest in `harness/examples/simulated_cluster`. `harness/cluster/README.md` has the figures.
pub const SHARD_SECONDS: f64 = 1200.0;

/// The maximum number of shards that are advised: each leaves a file.
const MOST: u64 = 100_000;

/// The number of shards for a plan of this many tasks that costs this much processor time, in seconds.
pub fn advised_shards(seconds: f64, tasks: u64) -> u32 {
    (seconds / SHARD_SECONDS).ceil().clamp(1.0, tasks.clamp(1, MOST) as f64).max(1.0) as u32
}

#[cfg(test)]
mod tests {
    use super::advised_shards;

    #[test]
    fn shards_are_neither_empty_nor_too_many() {
        let hours = |hours: f64, tasks| advised_shards(3600.0 * hours, tasks);
        assert_eq!([hours(0.0, 0), hours(0.1, 500), hours(1.0, 500), hours(5000.0, 500)], [1, 1, 3, 500]);
        assert_eq!(hours(1e6, u64::MAX), 100_000);
        assert_eq!(advised_shards(f64::NAN, 10), 1);
    }
}
