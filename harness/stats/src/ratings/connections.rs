//! Which players are connected by their games: ratings compare only these, and are finite only if points go all ways.

/// Whether a chain of points leads from every player to every other (Ford 1957): then, and only then, the most likely strengths are finite and unique.
/// `scored` has the players who took points, each with the one from whom.
pub(super) fn is_strongly_connected(players: usize, scored: impl Iterator<Item = (usize, usize)>) -> bool {
    let (mut won, mut lost) = (vec![Vec::new(); players], vec![Vec::new(); players]);
    for (from, to) in scored {
        won[from].push(to);
        lost[to].push(from);
    }
    [won, lost].iter().all(|edges| players == 0 || reached(edges, 0).len() == players)
}

/// The groups of players that met, directly or over others, each in order; a player without games is a group.
pub(super) fn groups(players: usize, met: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    let mut edges = vec![Vec::new(); players];
    for (i, j) in met {
        edges[i].push(j);
        edges[j].push(i);
    }
    let mut known = vec![false; players];
    let mut groups = Vec::new();
    for first in 0..players {
        if !known[first] {
            let mut group = reached(&edges, first);
            group.iter().for_each(|&player| known[player] = true);
            group.sort_unstable();
            groups.push(group);
        }
    }
    groups
}

/// The players that edges lead to from one.
fn reached(edges: &[Vec<usize>], first: usize) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    seen[first] = true;
    let mut found = vec![first];
    let mut next = 0;
    while let Some(&player) = found.get(next) {
        next += 1;
        for &other in &edges[player] {
            if !std::mem::replace(&mut seen[other], true) {
                found.push(other);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_must_go_all_ways() {
        let circle = [(0, 1), (1, 2), (2, 0)];
        assert!(is_strongly_connected(3, circle.into_iter()) && is_strongly_connected(0, [].into_iter()));
        assert!(!is_strongly_connected(3, circle[..2].iter().copied()) && !is_strongly_connected(4, circle.into_iter()));
    }

    #[test]
    fn groups_met_directly_or_over_others() {
        assert_eq!(groups(4, [(0, 2), (3, 2)].into_iter()), [vec![0, 2, 3], vec![1]]);
    }
}
