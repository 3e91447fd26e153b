//! Groups of cells: for every combination of budgets and settings, the games, and in each the cells of every point.

use super::measures::evaluation;
use super::space::{ABSENT, Dimension, Space};
use super::tuning::{FRESH, SEEDS, Tuning};
use crate::experiment::{AxisValue, Experiment, Owner, Role};
use std::collections::BTreeMap;

/// The cells in which points are compared.
pub(super) struct Arena {
    /// Budgets and settings.
    pub(super) at: Vec<AxisValue>,
    /// The games: first those of the search, then those that only confirm.
    pub(super) games: Vec<ArenaGame>,
    /// The number of searched games.
    pub(super) searched: usize,
    /// The points that can play in all of the games.
    pub(super) space: Space,
    /// Their indices in [`Tuning::points`].
    pub(super) points: Vec<usize>,
}

/// A game.
pub(super) struct ArenaGame {
    /// Its name and swept parameters.
    pub(super) at: Vec<AxisValue>,
    /// Tasks of a round.
    pub(super) size: u32,
    /// For every point of the space its cells, one per opponent: those of the search, and those of the confirmation.
    pub(super) search: Vec<Vec<usize>>,
    pub(super) fresh: Vec<Vec<usize>>,
}

impl ArenaGame {
    /// The cost of a round in tasks.
    pub(super) fn cost(&self) -> u64 {
        let opponents = self.search.first().or(self.fresh.first()).map_or(0, Vec::len).max(self.fresh.first().map_or(0, Vec::len));
        u64::from(self.size) * opponents as u64
    }

    /// The game in words.
    pub(super) fn label(&self) -> String {
        self.at
            .iter()
            .filter(|at| at.applies())
            .map(|at| if *at.role() == Role::Game { at.value.clone() } else { format!("{} {}", at.name(), at.value) })
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// The cells of a game by the seeds (fresh or not) and the place of the point.
#[derive(Default)]
struct ArenaCells {
    cells: BTreeMap<(bool, usize), Vec<usize>>,
    size: u32,
    confirms: bool,
}

/// Games by their name and swept parameters, with their cells.
type Games = Vec<(Vec<AxisValue>, ArenaCells)>;

/// All arenas, in the order of the experiment's cells; none where the default cannot play.
pub(super) fn arenas(experiment: &Experiment, tuning: &Tuning) -> Vec<Arena> {
    let mut found: Vec<(Vec<AxisValue>, Games)> = Vec::new();
    for (index, cell) in experiment.cells.iter().enumerate() {
        let of = |wanted: &dyn Fn(&Role) -> bool| cell.axes.iter().filter(|at| wanted(at.role())).cloned().collect::<Vec<_>>();
        let game = of(&is_game);
        let at = of(&|role| !is_game(role) && !is_point(role, tuning) && !is_opponent(role, tuning));
        let Some(point) = point(&cell.axes, tuning) else { continue };
        let fresh = cell.axes.iter().any(|at| at.role().param() == Some(SEEDS) && at.value == FRESH);
        let place = found.iter().position(|(known, _)| *known == at).unwrap_or_else(|| {
            found.push((at, Vec::new()));
            found.len() - 1
        });
        let games = &mut found[place].1;
        let place = games.iter().position(|(known, _)| *known == game).unwrap_or_else(|| {
            games.push((game.clone(), ArenaCells::default()));
            games.len() - 1
        });
        let ground = &mut games[place].1;
        ground.cells.entry((fresh, point)).or_default().push(index);
        ground.size = evaluation(tuning.measure).round(cell);
        ground.confirms = game.iter().any(|at| *at.role() == Role::Game && tuning.confirm_games.contains(&at.value));
    }
    found.into_iter().filter_map(|(at, games)| arena(at, games, tuning)).collect()
}

fn arena(at: Vec<AxisValue>, mut games: Vec<(Vec<AxisValue>, ArenaCells)>, tuning: &Tuning) -> Option<Arena> {
    games.sort_by_key(|(_, found)| found.confirms);
    let searched = games.iter().filter(|(_, found)| !found.confirms).count();
    let confirms = tuning.confirm > 0;
    let opponents = |found: &ArenaCells| found.cells.values().map(Vec::len).max().unwrap_or(0);
    let plays = |point: usize| {
        games.iter().all(|(_, found)| {
            let whole = |fresh| found.cells.get(&(fresh, point)).is_some_and(|cells| cells.len() == opponents(found));
            (found.confirms || whole(false)) && (!confirms || whole(true))
        })
    };
    let points: Vec<usize> = (0..tuning.points.len()).filter(|&point| plays(point)).collect();
    let levels = |point: usize| tuning.points[point].iter().map(|level| level.unwrap_or(ABSENT)).collect::<Vec<usize>>();
    let default = default_point(tuning)?;
    if searched == 0 || !points.contains(&default) {
        return None;
    }
    let dimension = |param: &super::tuning::TunedParam| Dimension {
        levels: param.values.len(),
        ordered: param.ordered,
        default: param.default,
        needs: param.needs.clone(),
    };
    let space = Space::new(tuning.params.iter().map(dimension).collect(), points.iter().map(|&point| levels(point)).collect())
        .drawn(tuning.drawn.is_some());
    let cells =
        |found: &mut ArenaCells, fresh: bool| points.iter().map(|&point| found.cells.remove(&(fresh, point)).unwrap_or_default()).collect();
    let ground = |(at, mut found): (Vec<AxisValue>, ArenaCells)| ArenaGame {
        at,
        size: found.size,
        search: cells(&mut found, false),
        fresh: cells(&mut found, true),
    };
    let games = games.into_iter().map(ground).collect();
    Some(Arena { at, games, searched, space, points })
}

/// The place of the default among the points of a tuning.
pub(super) fn default_point(tuning: &Tuning) -> Option<usize> {
    let applies =
        |place: usize| tuning.params[place].needs.as_ref().is_none_or(|(other, levels)| levels.contains(&tuning.params[*other].default));
    let default: Vec<Option<usize>> =
        tuning.params.iter().enumerate().map(|(place, param)| applies(place).then_some(param.default)).collect();
    tuning.points.iter().position(|point| *point == default)
}

/// The point of a cell.
fn point(axes: &[AxisValue], tuning: &Tuning) -> Option<usize> {
    let level = |param: &super::tuning::TunedParam| {
        let at = axes.iter().find(|at| is_point(at.role(), tuning) && at.role().param() == Some(&param.name));
        let value = at.filter(|at| at.applies()).map(|at| &at.value);
        value.and_then(|value| param.values.iter().position(|known| known.to_string() == *value))
    };
    let levels: Vec<Option<usize>> = tuning.params.iter().map(level).collect();
    tuning.points.iter().position(|point| *point == levels)
}

fn is_game(role: &Role) -> bool {
    matches!(role, Role::Game | Role::Sweep { of: Owner::Game(_), .. })
}

fn is_point(role: &Role, tuning: &Tuning) -> bool {
    matches!(role, Role::Sweep { of: Owner::Agent(agent), .. } if *agent == tuning.agent)
}

/// Whether the role distinguishes opponents, or the search from the confirmation.
fn is_opponent(role: &Role, tuning: &Tuning) -> bool {
    match role {
        Role::Agent | Role::Against => true,
        Role::Sweep { of: Owner::Agent(agent), .. } => *agent != tuning.agent,
        Role::Setting { param } => param == SEEDS,
        Role::Game | Role::Sweep { .. } | Role::Budget { .. } => false,
    }
}
