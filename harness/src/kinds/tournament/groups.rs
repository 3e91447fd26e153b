//! Groups of cells: a tournament for every combination of budgets and settings, and its games.

use super::table::{Player, Tournament};
use crate::experiment::{AxisValue, Experiment, Owner, Role};
use std::collections::{BTreeMap, BTreeSet};

/// The cells of a tournament.
pub(super) struct Group {
    /// Budgets and settings.
    pub(super) at: Vec<AxisValue>,
    /// The cells of each game: its name and swept parameters, and the indices of the cells.
    pub(super) games: Vec<(Vec<AxisValue>, Vec<usize>)>,
}

/// All tournaments of an experiment, in the order of its cells.
pub(super) fn groups(experiment: &Experiment) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, cell) in experiment.cells.iter().enumerate() {
        let of = |wanted: fn(&Role) -> bool| cell.axes.iter().filter(|at| wanted(at.role())).cloned().collect::<Vec<_>>();
        let at = of(|role| !is_game(role) && !matches!(role, Role::Agent | Role::Against));
        let game = of(is_game);
        let place = groups.iter().position(|group| group.at == at).unwrap_or_else(|| {
            groups.push(Group { at, games: Vec::new() });
            groups.len() - 1
        });
        let games = &mut groups[place].games;
        match games.iter_mut().find(|(known, _)| *known == game) {
            Some((_, cells)) => cells.push(index),
            None => games.push((game, vec![index])),
        }
    }
    groups
}

/// The players with opponents; the others can play none of the games.
pub(super) fn players(experiment: &Experiment) -> Vec<&Player> {
    let there: BTreeSet<&str> = experiment.cells.iter().flat_map(|cell| &cell.participants).map(|p| p.name.as_str()).collect();
    let players = experiment.own::<Tournament>().into_iter().flat_map(|tournament| &tournament.players);
    players.filter(|player| there.contains(player.name.as_str())).collect()
}

/// The numbers of these players by name.
pub(super) fn numbers(experiment: &Experiment) -> BTreeMap<&str, usize> {
    players(experiment).into_iter().enumerate().map(|(number, player)| (player.name.as_str(), number)).collect()
}

fn is_game(role: &Role) -> bool {
    matches!(role, Role::Game | Role::Sweep { of: Owner::Game(_), .. })
}
