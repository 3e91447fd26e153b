//! The settings in the table `[search]`.

use treebench_games::Params;

/// The settings of searches.
#[derive(Params, Clone, Debug, PartialEq)]
pub struct SearchSettings {
    /// Checkpoints at which the search is examined, per tenfold growth of its iterations.
    #[param(default = 8u32, range = 1..=100)]
    pub checkpoints_per_decade: u32,
    /// Random whole moves by players before the position that is searched; games that draw their own start need none, and those of hidden information have none.
    #[param(default = 0u32, range = 0..=10_000)]
    pub opening_moves: u32,
    /// Nodal positions that an exhaustive search may visit to find optimal moves if the game does not know them; in a game of hidden information,
    /// those of the whole game.
    #[param(default = 2_000_000u32, range = 1..=4_000_000_000u32)]
    pub solver_positions: u32,
    /// The source of random numbers. In either case all agents search the same positions with the same numbers.
    #[param(default = Seeds::Common, added)]
    pub seeds: Seeds,
}

/// The source of random numbers of searches.
#[derive(Params, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// The same for all searches in a game.
    Common,
    /// Different ones, to confirm results of the common ones.
    Fresh,
}

/// The iterations at which a search of `iterations` is examined: 1, the rounded powers of 10^(1/`per_decade`), and the last one.
pub fn checkpoints(iterations: u64, per_decade: u32) -> Vec<u64> {
    let mut list = Vec::new();
    for k in 0u32.. {
        let decade = 10f64.powi((k / per_decade) as i32);
        let at = (decade * 10f64.powf(f64::from(k % per_decade) / f64::from(per_decade))).round();
        if at >= iterations as f64 {
            break;
        }
        if list.last() != Some(&(at as u64)) {
            list.push(at as u64);
        }
    }
    list.push(iterations);
    list
}

#[cfg(test)]
mod tests {
    use super::checkpoints;

    #[test]
    fn checkpoints_are_spaced_evenly_on_a_logarithmic_scale() {
        assert_eq!(checkpoints(100, 1), [1, 10, 100]);
        assert_eq!(checkpoints(1000, 3), [1, 2, 5, 10, 22, 46, 100, 215, 464, 1000]);
        assert_eq!(checkpoints(1, 8), [1]);
        assert_eq!(checkpoints(30, 2), [1, 3, 10, 30]);
        let many = checkpoints(100_000, 100);
        assert!(many.windows(2).all(|pair| pair[0] < pair[1]) && many.len() < 501);
    }
}
