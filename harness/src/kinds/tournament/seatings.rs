//! The combinations of players in one game.

use super::table::{Format, Player};
use crate::config::{KeyPath, Part};
use crate::experiment::{AgentSet, AgentSets, Comparison, GameSet, MOST_CELLS, Seats};
use std::collections::BTreeMap;

/// The games to play: for each number of seats in the games of the grid, all combinations of that many players. The first in the order of their
/// identities is participant 0, the others follow in every order; with the rotation of seats, these are all seatings.
pub(super) fn comparisons(
    format: Format,
    players: &[Player],
    identity: impl Fn(&AgentSet) -> String,
    sets: &AgentSets,
    games: &[GameSet],
    at: &KeyPath,
) -> Vec<Comparison> {
    let mut sorted: Vec<&Player> = players.iter().collect();
    sorted.sort_by_cached_key(|player| sets.get(&player.name).and_then(Option::as_ref).map(&identity));
    let mut sizes: BTreeMap<usize, &GameSet> = BTreeMap::new();
    for game in games {
        for variant in &game.variants {
            sizes.entry(variant.info.players).or_insert(game);
        }
    }
    let mut comparisons = Vec::new();
    for (size, game) in sizes {
        if size < 2 {
            game.at.refuse(Part::Value, format!("`{}` is a game for one player, so no players meet", game.name));
            continue;
        }
        if size > players.len() {
            let message = format!("`{}` is a game for {size}, and the tournament has {} players", game.name, players.len());
            game.at.refuse(Part::Value, message).help(
                "a player takes one seat of a game, since a score against itself says nothing about its strength; add players, or remove \
                 the game",
            );
            continue;
        }
        if seatings(players.len(), size) > MOST_CELLS as f64 {
            let message = format!("{} players of `{}`, a game for {size}, have more than {MOST_CELLS} seatings", players.len(), game.name);
            at.refuse(Part::Value, message);
            continue;
        }
        for_each_combination(sorted.len(), size, |combination| {
            let challengers = combination.iter().filter(|&&i| sorted[i].challenger).count();
            if format == Format::Gauntlet && challengers != 1 {
                return;
            }
            for order in orders(&combination[1..]) {
                let participants = [combination[0]].into_iter().chain(order).map(|i| sorted[i].name.clone()).collect();
                comparisons.push(Comparison { participants, at: at.clone(), seats: Seats::Matching });
            }
        });
    }
    if comparisons.is_empty() && at.sources().none() {
        let message = "no pairings: a gauntlet needs a challenger and another player";
        at.refuse(Part::Value, message);
    }
    comparisons
}

/// The number of cells of a game: assignments of players to seats, up to rotation.
fn seatings(players: usize, seats: usize) -> f64 {
    let places = (0..seats).map(|taken| (players - taken) as f64).product::<f64>();
    places / seats as f64
}

/// Calls `f` with every increasing list of `size` numbers below `count`.
fn for_each_combination(count: usize, size: usize, mut f: impl FnMut(&[usize])) {
    let mut list: Vec<usize> = (0..size).collect();
    loop {
        f(&list);
        let Some(place) = (0..size).rev().find(|&place| list[place] + size - place < count) else { return };
        list[place] += 1;
        for next in place + 1..size {
            list[next] = list[next - 1] + 1;
        }
    }
}

/// All orders of a list.
fn orders(list: &[usize]) -> Vec<Vec<usize>> {
    if list.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, &first) in list.iter().enumerate() {
        let rest: Vec<usize> = list.iter().enumerate().filter(|&(other, _)| other != place).map(|(_, &item)| item).collect();
        all.extend(orders(&rest).into_iter().map(|order| [first].into_iter().chain(order).collect()));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_and_orders_are_all_there_once() {
        let mut found = Vec::new();
        for_each_combination(4, 2, |list| found.push(list.to_vec()));
        assert_eq!(found, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        found.clear();
        for_each_combination(3, 3, |list| found.push(list.to_vec()));
        assert_eq!(found, [[0, 1, 2]]);
        assert_eq!(orders(&[5, 7]), [[5, 7], [7, 5]]);
        assert_eq!(orders(&[1, 2, 3]).len(), 6);
        assert_eq!((seatings(72, 2), seatings(4, 3)), (2556.0, 8.0));
    }
}
