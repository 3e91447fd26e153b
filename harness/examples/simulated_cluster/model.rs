//! A model of a cluster: the cost of shards of a given size on machines that fail and differ in speed.
//!
//! A job's shards wait in one queue, and every core that is free takes the next. A node fails after an exponentially distributed time, with all its
//! cores; the work of their attempts since the last checkpoints is lost, and the shards go back to the queue. Not modelled are other users, whose
//! jobs make a shard wait, and the time limit of a task.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use treebench::games::Rng;

/// The machines. Times are in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Cluster {
    /// Machines; at least one.
    pub(crate) nodes: usize,
    /// Cores of each, every one of which plays a shard at a time; at least one.
    pub(crate) cores_per_node: usize,
    /// From the moment at which a shard gets a core until its first game begins.
    pub(crate) start: f64,
    /// The mean time after which a node fails; infinite if none does.
    pub(crate) node_life: f64,
    /// How long a node is away when it has failed.
    pub(crate) away: f64,
    /// From the failure of a node until its shards are in the queue again.
    pub(crate) noticed: f64,
    /// The probability that a node is slow.
    pub(crate) slow_share: f64,
    /// How many times as long a game takes on a slow node; at least 1.
    pub(crate) slow_factor: f64,
    /// The time between two checkpoints of a shard; above 0.
    pub(crate) checkpoint: f64,
}

/// What a job came to. Times are in seconds; those of cores are added up.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Outcome {
    /// From the submission to the end of the last shard.
    pub(crate) makespan: f64,
    /// Time of cores that a cluster charges for: all attempts, from start to end.
    pub(crate) charged: f64,
    /// The part of it that went into games whose records are in a file.
    pub(crate) kept: f64,
    /// The part that went into games whose records were lost. What is missing went into starts.
    pub(crate) lost: f64,
    /// Attempts at shards.
    pub(crate) attempts: u64,
    /// Attempts that ended with their node.
    pub(crate) broken: u64,
}

impl Outcome {
    /// The share of the charged time that went into kept games.
    pub(crate) fn efficiency(&self) -> f64 {
        self.kept / self.charged
    }
}

impl Cluster {
    /// 10,000 cores as many labs have them. A node fails every 50 days, which is more often than most do, and a twentieth of the nodes takes
    /// 1.5 times as long. 20 s go by until a shard's first game begins, and 170 s until Slurm starts the tasks of a lost node again, as
    /// seen with `harness/tests/cluster/slurm.sh`. Checkpoints are those of `bench run --shard`.
    pub(crate) const USUAL: Cluster = Cluster {
        nodes: 156,
        cores_per_node: 64,
        start: 20.0,
        node_life: 50.0 * 86_400.0,
        away: 1800.0,
        noticed: 170.0,
        slow_share: 0.05,
        slow_factor: 1.5,
        checkpoint: 300.0,
    };

    /// All cores.
    pub(crate) fn cores(&self) -> usize {
        self.nodes * self.cores_per_node
    }
}

/// What happens at a moment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Event {
    /// The attempt with this number ends, unless it is broken before.
    Ends {
        core: usize,
        attempt: u64,
    },
    Fails {
        node: usize,
    },
    Returns {
        node: usize,
    },
    Queued {
        shard: usize,
    },
}

/// The attempt that a core plays.
#[derive(Clone, Copy)]
struct Attempt {
    number: u64,
    shard: usize,
    since: f64,
}

struct Model<'c, 'r> {
    cluster: &'c Cluster,
    rng: &'r mut Rng,
    /// The mean time of a game.
    game: f64,
    /// Events by time; times are not negative, so that their bits are in the order of the numbers.
    events: BinaryHeap<Reverse<(u64, Event)>>,
    /// How many times as long a game takes, for every node.
    factors: Vec<f64>,
    idle: Vec<usize>,
    playing: Vec<Option<Attempt>>,
    queue: VecDeque<usize>,
    /// What is still to be played of every shard.
    left: Vec<f64>,
    outcome: Outcome,
}

/// Plays a job on a cluster: `shards` has the processor time of each shard and `game` the mean time of a game, in seconds. The same generator
/// gives the same outcome.
///
/// # Panics
/// If the cluster has no core, or no time between checkpoints.
pub(crate) fn simulate(cluster: &Cluster, shards: &[f64], game: f64, rng: &mut Rng) -> Outcome {
    assert!(cluster.nodes > 0 && cluster.cores_per_node > 0 && cluster.checkpoint > 0.0, "a cluster has cores, and checkpoints are apart");
    let cores = cluster.cores();
    let factors = (0..cluster.nodes).map(|_| if rng.unit() < cluster.slow_share { cluster.slow_factor } else { 1.0 }).collect();
    let mut model = Model {
        cluster,
        rng,
        game,
        events: BinaryHeap::new(),
        factors,
        idle: (0..cores).rev().collect(),
        playing: vec![None; cores],
        queue: (0..shards.len()).collect(),
        left: shards.to_vec(),
        outcome: Outcome::default(),
    };
    (0..cluster.nodes).for_each(|node| model.fails_later(node, 0.0));
    let mut open = shards.len();
    model.hand_out(0.0);
    while open > 0 {
        let Some(Reverse((time, event))) = model.events.pop() else { unreachable!("a shard that is not finished waits, or is played") };
        open -= usize::from(model.happens(f64::from_bits(time), event));
    }
    model.outcome
}

impl Model<'_, '_> {
    fn at(&mut self, time: f64, event: Event) {
        self.events.push(Reverse((time.to_bits(), event)));
    }

    fn fails_later(&mut self, node: usize, now: f64) {
        if self.cluster.node_life.is_finite() {
            let time = now - self.cluster.node_life * (1.0 - self.rng.unit()).ln();
            self.at(time, Event::Fails { node });
        }
    }

    fn cores_of(&self, node: usize) -> std::ops::Range<usize> {
        let cores = self.cluster.cores_per_node;
        node * cores..(node + 1) * cores
    }

    fn factor(&self, core: usize) -> f64 {
        self.factors[core / self.cluster.cores_per_node]
    }

    /// Gives shards that wait to cores that are idle.
    fn hand_out(&mut self, now: f64) {
        while !self.queue.is_empty() {
            let Some(core) = self.idle.pop() else { return };
            let Some(shard) = self.queue.pop_front() else { return };
            self.outcome.attempts += 1;
            let attempt = Attempt { number: self.outcome.attempts, shard, since: now };
            self.playing[core] = Some(attempt);
            let end = now + self.cluster.start + self.left[shard] * self.factor(core);
            self.at(end, Event::Ends { core, attempt: attempt.number });
        }
    }

    /// Whether a shard is finished by it.
    fn happens(&mut self, now: f64, event: Event) -> bool {
        match event {
            Event::Ends { core, attempt } => {
                let Some(ended) = self.playing[core].filter(|playing| playing.number == attempt) else { return false };
                self.playing[core] = None;
                self.outcome.kept += std::mem::take(&mut self.left[ended.shard]) * self.factor(core);
                self.outcome.charged += now - ended.since;
                self.outcome.makespan = now;
                self.idle.push(core);
                self.hand_out(now);
                return true;
            }
            Event::Fails { node } => {
                let cores = self.cores_of(node);
                self.idle.retain(|core| !cores.contains(core));
                cores.for_each(|core| self.breaks(core, now));
                self.at(now + self.cluster.away, Event::Returns { node });
            }
            Event::Returns { node } => {
                self.idle.extend(self.cores_of(node));
                self.fails_later(node, now);
                self.hand_out(now);
            }
            Event::Queued { shard } => {
                self.queue.push_back(shard);
                self.hand_out(now);
            }
        }
        false
    }

    /// The attempt of a core, if there is one, ends with its node.
    fn breaks(&mut self, core: usize, now: f64) {
        let Some(broken) = self.playing[core].take() else { return };
        let (elapsed, factor) = (now - broken.since, self.factor(core));
        let played = (elapsed - self.cluster.start).max(0.0);
        // A checkpoint holds the games that are finished.
        let saved = (played / self.cluster.checkpoint).floor() * self.cluster.checkpoint / factor;
        let saved = if self.game > 0.0 { (saved / self.game).floor() * self.game } else { saved };
        self.left[broken.shard] -= saved;
        self.outcome.kept += saved * factor;
        self.outcome.lost += played - saved * factor;
        self.outcome.charged += elapsed;
        self.outcome.broken += 1;
        self.at(now + self.cluster.noticed, Event::Queued { shard: broken.shard });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench::cluster::SHARD_SECONDS;

    /// Machines that never fail.
    const SOUND: Cluster = Cluster {
        nodes: 2,
        cores_per_node: 2,
        start: 0.0,
        node_life: f64::INFINITY,
        away: 60.0,
        noticed: 30.0,
        slow_share: 0.0,
        slow_factor: 1.0,
        checkpoint: 100.0,
    };

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found} is not {expected}");
    }

    #[test]
    fn without_faults_it_is_list_scheduling() {
        let seen = simulate(&SOUND, &[5.0, 3.0, 2.0, 4.0, 6.0], 1.0, &mut Rng::from_seed(1));
        // The fifth shard follows the shortest: 2 + 6.
        assert_eq!((seen.makespan, seen.charged, seen.kept, seen.lost, seen.attempts), (8.0, 20.0, 20.0, 0.0, 5));
        assert_eq!(seen.efficiency(), 1.0);
        let started = simulate(&Cluster { start: 1.0, ..SOUND }, &[5.0, 3.0, 2.0, 4.0, 6.0], 1.0, &mut Rng::from_seed(1));
        assert_eq!((started.makespan, started.charged), (10.0, 25.0));
        let slow = simulate(&Cluster { slow_share: 1.0, slow_factor: 3.0, ..SOUND }, &[5.0], 1.0, &mut Rng::from_seed(1));
        assert_eq!((slow.makespan, slow.charged, slow.kept), (15.0, 15.0, 15.0));
        assert_eq!(simulate(&SOUND, &[], 1.0, &mut Rng::from_seed(1)), Outcome::default());
    }

    /// On any cluster every shard is finished, every second is accounted for, and no failure costs more than is possible.
    #[test]
    fn every_second_is_accounted_for() {
        let mut rng = Rng::from_seed(2);
        let mut broken = 0;
        for trial in 0..400 {
            let cluster = Cluster {
                nodes: 1 + rng.below(6),
                cores_per_node: 1 + rng.below(4),
                start: 10.0 * rng.unit(),
                node_life: 200.0 + 3000.0 * rng.unit(),
                slow_share: if trial % 2 == 0 { 0.0 } else { 0.5 * rng.unit() },
                slow_factor: 1.0 + rng.unit(),
                checkpoint: 5.0 + 50.0 * rng.unit(),
                ..SOUND
            };
            let shards: Vec<f64> = (0..1 + rng.below(40)).map(|_| 300.0 * rng.unit()).collect();
            let (game, total) = (3.0 * rng.unit(), shards.iter().sum::<f64>());
            let seen = simulate(&cluster, &shards, game, &mut Rng::from_seed(trial));
            assert_eq!(seen, simulate(&cluster, &shards, game, &mut Rng::from_seed(trial)), "the same generator, the same outcome");
            if cluster.slow_share == 0.0 {
                near(seen.kept, total);
            }
            let most = cluster.slow_factor;
            assert!((total - 1e-6..=total * most + 1e-6).contains(&seen.kept), "{cluster:?} {seen:?}");
            assert_eq!(seen.attempts, shards.len() as u64 + seen.broken);
            let starts = seen.charged - seen.kept - seen.lost;
            assert!(starts > -1e-6 && starts <= cluster.start * seen.attempts as f64 + 1e-6, "{cluster:?} {seen:?}");
            assert!((0.0..=seen.broken as f64 * (cluster.checkpoint + game * most) + 1e-6).contains(&seen.lost), "{cluster:?} {seen:?}");
            let cores = cluster.cores() as f64;
            let longest = shards.iter().copied().fold(0.0, f64::max);
            assert!(seen.makespan + 1e-9 >= (total / cores).max(longest) && seen.makespan * cores + 1e-6 >= seen.charged);
            broken += seen.broken;
        }
        assert!(broken > 1000, "only {broken} attempts were broken");
    }

    #[test]
    fn frequent_checkpoints_lose_less() {
        let lost = |checkpoint| {
            let cluster = Cluster { nodes: 20, node_life: 2000.0, checkpoint, ..SOUND };
            let seen = simulate(&cluster, &[1000.0; 400], 1.0, &mut Rng::from_seed(3));
            seen.lost / seen.broken as f64
        };
        // Half an interval, and half a game, on average.
        assert!((lost(20.0) - 10.5).abs() < 1.5 && (lost(200.0) - 100.0).abs() < 15.0, "{} {}", lost(20.0), lost(200.0));
    }

    #[test]
    fn the_default_size_is_the_best() {
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
}
