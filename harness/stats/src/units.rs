//! Which rounds of several cells are one observation.

use super::classes::Classes;
use super::{Rounds, Sharing};
use std::collections::BTreeMap;

/// For every round of every cell, the observation to which it belongs: rounds belong together if they are linked by a seed or an opening, if they have
/// the same games, or if they repeat each other within a cell. Where cells share seeds but the order of their rounds was not kept, all of their rounds are one.
pub fn units(cells: &[(&Rounds, Sharing<'_>)]) -> Vec<Vec<usize>> {
    let mut classes = Classes::default();
    let mut known: BTreeMap<Link, usize> = BTreeMap::new();
    let numbered: Vec<Vec<usize>> = cells.iter().map(|(rounds, _)| rounds.keys().iter().map(|_| classes.add()).collect()).collect();
    for ((rounds, sharing), own) in cells.iter().zip(&numbered) {
        for (round, (&key, &here)) in rounds.keys().iter().zip(own).enumerate() {
            let label =
                sharing.label(round).map(|(group, label)| if rounds.in_order() { Link::Round(group, label) } else { Link::Group(group) });
            for link in label.into_iter().chain((key != 0).then_some(Link::Games(key))) {
                classes.join(here, *known.entry(link).or_insert(here));
            }
        }
        rounds.links().for_each(|(later, earlier)| classes.join(own[later as usize], own[earlier as usize]));
    }
    // A cell without an order may hold any of the rounds of its group.
    for (link, &here) in &known {
        if let Link::Round(group, _) = link
            && let Some(&all) = known.get(&Link::Group(*group))
        {
            classes.join(here, all);
        }
    }
    numbered.into_iter().map(|own| own.into_iter().map(|round| classes.find(round)).collect()).collect()
}

/// What two rounds may have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Link {
    Round(u64, u64),
    Group(u64),
    Games(u64),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(keys: &[u64]) -> Rounds {
        let mut rounds = Rounds::new(2);
        keys.iter().for_each(|&key| rounds.push(key, 2, &[1.0, 1.0]));
        rounds
    }

    #[test]
    fn seeds_games_and_repetitions_link_rounds() {
        let (one, two, other) = (rounds(&[0, 0, 5]), rounds(&[0, 0]), rounds(&[5, 7, 7]));
        let found = units(&[(&one, Sharing::Rounds(1)), (&two, Sharing::Rounds(1)), (&other, Sharing::Nothing)]);
        assert_eq!(found, [vec![0, 1, 2], vec![0, 1], vec![2, 6, 6]]);
        let apart = units(&[(&one, Sharing::Rounds(1)), (&two, Sharing::Rounds(2))]);
        assert_eq!(apart, [vec![0, 1, 2], vec![3, 4]]);
    }

    #[test]
    fn without_an_order_a_group_is_one_observation() {
        let mut counted = Rounds::new(2);
        rounds(&[0, 0]).tallies(true).iter().for_each(|tally| counted.push_tally(tally));
        let ordered = rounds(&[0, 0, 0]);
        let found = units(&[(&ordered, Sharing::Rounds(1)), (&counted, Sharing::Rounds(1))]);
        assert!(found.iter().flatten().all(|&unit| unit == 0), "{found:?}");
        assert_eq!(units(&[(&counted, Sharing::Nothing)]), [[0, 1]]);
    }
}
