//! The table of information sets that a search of them fills.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use treebench_games::{Move, Rng};

/// What is known of a move in an information set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm {
    pub(super) mv: Move,
    pub(super) visits: u32,
    /// How often the set was visited while this move was legal.
    available: u32,
    sum: f64,
}

impl Arm {
    /// The mean result; 0 without a visit.
    pub(super) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }

    fn value(&self, exploration: f64) -> f64 {
        let n = f64::from(self.visits);
        self.sum / n + exploration * (libm::log(f64::from(self.available)) / n).sqrt()
    }
}

/// Keys are hashes already.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers of 64 bits")
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Information sets by their keys.
#[derive(Default)]
pub(super) struct Sets(HashMap<u64, Vec<Arm>, BuildHasherDefault<IdentityHasher>>);

impl Sets {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The moves of a set that have been visited.
    pub(super) fn arms(&self, key: u64) -> &[Arm] {
        self.0.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Chooses among the legal moves of a set by UCB1 in which a move counts only the visits at which it was legal (Cowling, Powley and Whitehouse
    /// 2012, section 4.2), and says whether the move is new: untried moves come first, in random order.
    pub(super) fn choose(&mut self, key: u64, legal: &[Move], exploration: f64, rng: &mut Rng, most: usize) -> (Move, bool) {
        let full = self.0.len() >= most;
        if full && !self.0.contains_key(&key) {
            return (legal[rng.below(legal.len())], true);
        }
        let arms = self.0.entry(key).or_default();
        let untried = legal.len() - arms.iter().filter(|arm| legal.contains(&arm.mv)).count();
        if untried > 0 {
            let mut skip = rng.below(untried);
            for &m in legal {
                if arms.iter().any(|arm| arm.mv == m) {
                    continue;
                }
                if skip == 0 {
                    arms.push(Arm { mv: m, visits: 0, available: 0, sum: 0.0 });
                    return (m, true);
                }
                skip -= 1;
            }
        }
        let open = arms.iter().filter(|arm| legal.contains(&arm.mv));
        let best = open.max_by(|a, b| a.value(exploration).total_cmp(&b.value(exploration)));
        (best.map_or(legal[0], |arm| arm.mv), false)
    }

    /// Adds a result, from 0 to 1, to the move chosen.
    pub(super) fn add(&mut self, key: u64, legal: &[Move], chosen: Move, result: f64) {
        let Some(arms) = self.0.get_mut(&key) else { return };
        for arm in arms.iter_mut().filter(|arm| legal.contains(&arm.mv)) {
            arm.available += 1;
            if arm.mv == chosen {
                arm.visits += 1;
                arm.sum += result;
            }
        }
    }
}
