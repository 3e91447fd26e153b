//! Which players resemble each other: a tree of groups that win and lose against the same opponents.

/// Two groups that are put together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Join {
    /// The groups: a number below the number of players is that player, `n + k` is the group of the k-th join.
    pub groups: [usize; 2],
    /// The mean distance between their players.
    pub distance: f64,
}

/// How much the results of two players differ: the root mean square difference of their scores against the opponents that both met, in all
/// games. `profiles[i]` has the scores of player i against every opponent in every game, not a number where they did not meet. A pair
/// without common opponents is as far apart as can be, at 1.
pub fn distance(profiles: &[Vec<f64>], i: usize, j: usize) -> f64 {
    let both = profiles[i].iter().zip(&profiles[j]).filter(|(a, b)| a.is_finite() && b.is_finite());
    let (sum, count) = both.fold((0.0, 0.0), |(sum, count), (a, b)| (sum + (a - b) * (a - b), count + 1.0));
    if count == 0.0 { 1.0 } else { f64::sqrt(sum / count) }
}

/// Puts the two nearest groups together until one is left (average linkage, Sokal and Michener 1958): n − 1 joins for n players. The distance
/// of two groups is the mean distance of their players. Ties go to the smallest numbers.
pub fn linkage(distances: &[Vec<f64>]) -> Vec<Join> {
    let n = distances.len();
    let mut table: Vec<Vec<f64>> = distances.to_vec();
    // Each row belongs to a group: its number and its size; rows of groups that are part of others are dropped.
    let mut groups: Vec<Option<(usize, f64)>> = (0..n).map(|i| Some((i, 1.0))).collect();
    let mut joins = Vec::new();
    while joins.len() + 1 < n {
        let mut nearest: Option<(f64, usize, usize)> = None;
        for i in (0..n).filter(|&i| groups[i].is_some()) {
            for j in (i + 1..n).filter(|&j| groups[j].is_some()) {
                if nearest.is_none_or(|(least, ..)| table[i][j] < least) {
                    nearest = Some((table[i][j], i, j));
                }
            }
        }
        let Some((distance, i, j)) = nearest else { break };
        let (Some((first, a)), Some((second, b))) = (groups[i], groups[j].take()) else { break };
        let merged: Vec<f64> = table[i].iter().zip(&table[j]).map(|(to_i, to_j)| (a * to_i + b * to_j) / (a + b)).collect();
        for (k, mean) in merged.into_iter().enumerate() {
            (table[i][k], table[k][i]) = (mean, mean);
        }
        groups[i] = Some((n + joins.len(), a + b));
        joins.push(Join { groups: [first, second], distance });
    }
    joins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_compared_where_both_have_played() {
        let profiles = vec![vec![0.5, 1.0, f64::NAN], vec![0.9, f64::NAN, 0.0], vec![f64::NAN, 0.4, f64::NAN]];
        assert!((distance(&profiles, 0, 1) - 0.4).abs() < 1e-12);
        assert!((distance(&profiles, 0, 2) - 0.6).abs() < 1e-12);
        assert_eq!(distance(&profiles, 1, 2), 1.0);
    }

    /// Points on a line at 0, 1, 5 and 9: 0 and 1 join at 1, 5 and 9 at 4, and both groups at the mean of 5, 4, 9 and 8.
    #[test]
    fn the_nearest_groups_join_first() {
        let places = [0.0, 5.0, 1.0, 9.0f64];
        let distances: Vec<Vec<f64>> = places.iter().map(|a| places.iter().map(|b| (a - b).abs()).collect()).collect();
        let joins = linkage(&distances);
        let expected = [([0, 2], 1.0), ([1, 3], 4.0), ([4, 5], 6.5)];
        for (join, (groups, distance)) in joins.iter().zip(expected) {
            assert_eq!(join.groups, groups);
            assert!((join.distance - distance).abs() < 1e-12, "{join:?}");
        }
        assert_eq!(joins.len(), 3);
        assert!(linkage(&[]).is_empty() && linkage(&[vec![0.0]]).is_empty());
    }
}
