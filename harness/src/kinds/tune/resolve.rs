//! `[tune]` → the points of a space, and the comparisons in which they are played.

use super::points::points;
use super::table::{Scale, Space, SpaceTable, Spaces, Tune, TuneTable, TuneTables};
use super::tuning::{FRESH, SEEDS, TuneMethod, TuneObjective, TunedParam, Tuning};
use crate::config::wire::{AgentTable, ConditionsWire, Located};
use crate::config::{Choice as _, KeyPath, Part, Section as _, Toml};
use crate::experiment::{
    AgentSets, AxisValue, Cell, Comparison, GameSet, Hypothesis, KindSetup, KindTables, Measure, Role, Seats, Setup, build, game_sets,
};
use std::any::Any;
use std::collections::BTreeSet;
use std::sync::Arc;
use treebench_agents::agents;
use treebench_games::params::Value;

/// The tables of a kind that judges by the score of games.
pub(super) const BY_GAMES: KindTables = KindTables { resolve: |setup| resolve(setup, &[Measure::Score]), ..TABLES };

/// The tables of a kind that judges by the moves found, by one of these measures.
pub(super) const BY_SEARCHES: KindTables = KindTables { resolve: |setup| resolve(setup, &[Measure::Optimal, Measure::Area]), ..TABLES };

const TABLES: KindTables = KindTables { keys: TuneTables::KEYS, count_tasks: true, ..KindTables::NONE };

/// The resolved `[tune]`.
struct TuneSetup {
    tuning: Tuning,
    table: Tune,
    /// The maximum number of tasks of a cell.
    most_per_cell: u32,
}

impl KindSetup for TuneSetup {
    fn value(&self, _: &[Cell], _: &[Hypothesis]) -> Arc<dyn Any + Send + Sync> {
        Arc::new(self.tuning.clone())
    }

    /// Every range is the list of its values, unless it is continuous.
    fn tables(&self) -> Vec<(String, Toml)> {
        let spaces = self.table.spaces.iter().map(|(name, spaces)| {
            let each = self.tuning.params.iter().map(|param| (param.name.clone(), Space(self.space(param, &spaces.at))));
            (name.clone(), Located::new(each.collect(), spaces.at.clone()))
        });
        TuneTables { tune: Some(Tune { keys: self.table.keys.clone(), spaces: spaces.collect() }) }.table()
    }

    fn most_per_cell(&self) -> Option<u32> {
        Some(self.most_per_cell)
    }

    /// Leaves out the search in confirmation-only games, and confirmations if there are none.
    fn leaves_out(&self, values: &[AxisValue]) -> bool {
        let fresh = values.iter().any(|at| at.role().param() == Some(SEEDS) && at.value == FRESH);
        let confirms = |at: &AxisValue| *at.role() == Role::Game && self.tuning.confirm_games.contains(&at.value);
        if fresh { self.tuning.confirm == 0 } else { values.iter().any(confirms) }
    }

    /// The default of the tuned agent may be its own opponent.
    fn tries_all(&self) -> bool {
        true
    }

    fn check(&self, setup: &Setup<'_>, cells: &[Cell], _: &[Hypothesis]) {
        check(&self.tuning, &self.table, cells, setup);
    }
}

impl TuneSetup {
    /// The values of a parameter.
    fn space(&self, param: &TunedParam, at: &KeyPath) -> SpaceTable {
        let here = |value: &Value| Located::new(value.clone(), at.clone());
        let when = param.needs.as_ref().map(|(other, levels)| {
            let other = &self.tuning.params[*other];
            let wanted = levels.iter().map(|&level| here(&other.values[level])).collect();
            ConditionsWire(vec![(Located::new(other.name.clone(), at.clone()), wanted)])
        });
        SpaceTable {
            at: at.clone(),
            values: param.range.is_none().then(|| param.values.iter().map(here).collect()),
            from: param.range.as_ref().map(|(from, _)| here(from)),
            to: param.range.as_ref().map(|(_, to)| here(to)),
            steps: None,
            scale: param.log.then_some(Scale::Log),
            when,
        }
    }
}

/// The space and the comparisons, for a kind that judges by one of `measures`. The agent's table gets a variant for every possible point. `None` on
/// errors.
pub(super) fn resolve<'w>(setup: &mut Setup<'w>, measures: &[Measure]) -> Option<Box<dyn KindSetup + 'w>> {
    let wire = setup.wire;
    let before = wire.at.sources().count();
    if let Some(line) = wire.compare.values().next() {
        let message = "a tuning has no [compare]: [tune] defines the opponents";
        line.at.refuse(Part::Key, message).help("write [tune] with against = [\"…\"]");
    }
    if let Some(given) = wire.experiment.as_ref().and_then(|about| about.games_per_cell.as_ref()) {
        let message = "[tune] sets the number of games: remove games-per-cell";
        given.at.refuse(Part::Key, message).help("write [tune] games = …");
    }
    if !setup.has_table("tune") {
        wire.at.key("tune").refuse(Part::Key, "`tune` is missing: what to tune").help("write [tune] and [tune.NAME]");
        return None;
    }
    let mut table: Tune = setup.table("tune")?;
    let searched = setup.games.len();
    add_confirming(setup, &table.keys);
    let (name, spaces) = tuned_agent(&table)?;
    let space = points(&table.keys, &name, spaces, wire, &mut setup.agents)?;
    let keys = &table.keys;
    let objectives = objectives(keys, searched);
    refuse_unordered(keys.method, spaces, &space.params);
    refuse_drawn(keys);
    let (games, confirm) = (keys.games.as_ref()?, keys.confirm.as_ref()?);
    if games.value < confirm.value {
        let message = format!("the search has {} games, fewer than the {} of each confirmation", games.value, confirm.value);
        confirm.at.refuse(Part::Value, message).help("raise `games`, or lower `confirm`");
    }
    if objectives.contains(&TuneObjective::PerGame) && !keys.confirm_games.is_empty() {
        let message = "under `per-game`, every game is tuned separately, so no other game can confirm it";
        let help = "remove confirm-games, or write objective = \"mean\"";
        keys.at.key("confirm-games").refuse(Part::Key, message).help(help);
    }
    let measure = measure(keys, measures)?;
    setup.comparisons = match measure {
        Measure::Score => comparisons(&name, keys, &setup.games, &mut setup.agents),
        _ => vec![Comparison { participants: vec![name.value.clone()], at: name.at.clone(), seats: Seats::Any }],
    };
    // A search of all games together spends the games of all of them where it likes.
    let together = keys.method == TuneMethod::Wilson && objectives.contains(&TuneObjective::PerGame);
    let searches = if together { setup.games.iter().take(searched).map(|game| game.variants.len() as u32).sum() } else { 1 };
    let tuning = Tuning {
        agent: name.value.clone(),
        params: space.params,
        drawn: keys.points.as_ref().map(|points| points.value),
        points: space.points,
        impossible: space.impossible,
        method: keys.method,
        games: games.value,
        confirm: confirm.value,
        objectives,
        measure,
        against: keys.against.iter().map(|name| name.value.clone()).collect(),
        confirm_games: setup.games.iter().filter(|game| !game.in_grid).map(|game| game.name.clone()).collect(),
    };
    let most_per_cell = tuning.games.saturating_mul(searches).max(tuning.confirm);
    table.keys.confirm_games = setup.games.iter().filter(|game| !game.in_grid).map(GameSet::named).collect();
    (wire.at.sources().count() == before).then(|| Box::new(TuneSetup { tuning, table, most_per_cell }) as Box<dyn KindSetup>)
}

/// Adds the confirmation-only games to those of the grid.
fn add_confirming(setup: &mut Setup<'_>, keys: &TuneTable) {
    if keys.confirm_games.is_empty() || !setup.wire.at.sources().none() {
        return;
    }
    for game in game_sets(setup.wire, &keys.confirm_games) {
        if setup.games.iter().any(|known| known.name == game.name) {
            game.at.refuse(Part::Value, format!("`{}` is already searched; confirm-games must be other games", game.name));
        } else {
            setup.games.push(GameSet { in_grid: false, ..game });
        }
    }
}

/// The only `[tune.NAME]`.
fn tuned_agent(table: &Tune) -> Option<(Located<String>, &Spaces)> {
    let mut tables = table.spaces.iter();
    let help = "write [tune.NAME] with the parameters of [agent.NAME] and their values";
    match (tables.next(), tables.next()) {
        (Some((name, spaces)), None) => Some((Located::new(name.clone(), spaces.at.clone()), &spaces.value)),
        (None, _) => {
            table.keys.at.refuse(Part::Key, "no parameters are tuned: [tune.NAME] is missing").help(help);
            None
        }
        (Some(_), Some((second, spaces))) => {
            let message = format!("one agent is tuned at a time, and `{second}` is a second one");
            spaces.at.refuse(Part::Key, message).help(help);
            None
        }
    }
}

/// The measure of the agent. Keys of another kind are refused.
fn measure(keys: &TuneTable, measures: &[Measure]) -> Option<Measure> {
    let default = *measures.first()?;
    if default == Measure::Score {
        if let Some(measure) = &keys.measure {
            let message = "`measure` belongs to `kind = \"tune-search\"`; games are judged by their scores";
            measure.at.refuse(Part::Key, message).help("remove it, or write kind = \"tune-search\"");
        }
        if keys.against.is_empty() {
            let at = keys.at.key("against");
            at.refuse(Part::Key, "`against` is missing: the opponents").help("write against = [\"…\"]");
            return None;
        }
        return Some(default);
    }
    if !keys.against.is_empty() {
        let message = "an agent searches alone under `kind = \"tune-search\"`: there are no opponents";
        keys.at.key("against").refuse(Part::Key, message).help("remove `against`, or write kind = \"tune\"");
    }
    Some(keys.measure.as_ref().map_or(default, |measure| measure.value.measure()))
}

fn objectives(keys: &TuneTable, games: usize) -> Vec<TuneObjective> {
    let mut found = Vec::new();
    for &Located { value: objective, ref at } in &keys.objective {
        let word = objective.word();
        if found.contains(&objective) {
            at.refuse(Part::Value, format!("the objective `{word}` is given twice"));
        }
        if objective != TuneObjective::Mean && games < 2 {
            let message = format!("the objective `{word}` needs several games, but the grid has one");
            at.refuse(Part::Value, message).help("write objective = \"mean\"");
        }
        if objective == TuneObjective::Worst && matches!(keys.method, TuneMethod::Spsa | TuneMethod::Race) {
            let message = format!("`{}` compares points round by round, but the worst game of a round is not defined", keys.method.word());
            at.refuse(Part::Value, message).help("write method = \"ntbea\" or \"halving\", or objective = \"mean\"");
        }
        found.push(objective);
    }
    found
}

/// SPSA follows slopes, which words and parameters that do not always apply do not have.
fn refuse_unordered(method: TuneMethod, spaces: &Spaces, params: &[TunedParam]) {
    let odd = params.iter().find(|param| !param.ordered || param.needs.is_some());
    if let (TuneMethod::Spsa, Some(param)) = (method, odd) {
        let message = format!("`spsa` follows gradients, but `{}` is not a number that always applies", param.name);
        spaces[&param.name].0.at.refuse(Part::Value, message).help("write method = \"ntbea\", or remove this parameter");
    }
}

/// NTBEA learns about a value from all points that have it, and no two drawn points share one.
fn refuse_drawn(keys: &TuneTable) {
    if let (TuneMethod::Ntbea, Some(points)) = (keys.method, &keys.points) {
        let message = "`ntbea` learns from points that share values, but drawn points do not";
        points
            .at
            .refuse(Part::Key, message)
            .help("give every range `steps` and remove `points`, or write method = \"race\", \"halving\" or \"spsa\"");
    }
}

/// The tuned agent against each opponent, for every number of players that the games have.
fn comparisons(name: &Located<String>, keys: &TuneTable, games: &[GameSet], sets: &mut AgentSets) -> Vec<Comparison> {
    let sizes: BTreeSet<usize> = games.iter().flat_map(|game| game.variants.iter().map(|variant| variant.info.players)).collect();
    let mut comparisons: Vec<Comparison> = Vec::new();
    for opponent in &keys.against {
        if opponent.value == name.value {
            let message = format!("`{}` is tuned and cannot be its own opponent", name.value);
            opponent.at.refuse(Part::Value, message).help("name another table, or the registered agent, which plays with its defaults");
            continue;
        }
        if comparisons.iter().any(|known| known.participants[1..].contains(&opponent.value)) {
            opponent.at.refuse(Part::Value, format!("the opponent `{}` is named twice", opponent.value));
            continue;
        }
        if !sets.contains_key(&opponent.value) && agents().find(&opponent.value).is_ok() {
            let set = build(&opponent.value, &AgentTable::empty(&opponent.at));
            sets.insert(opponent.value.clone(), set);
        }
        if !sets.contains_key(&opponent.value) {
            let known: BTreeSet<&str> = sets.keys().map(String::as_str).chain(agents().iter().map(|entry| entry.name)).collect();
            let mut error = opponent.at.refuse(Part::Value, format!("unknown agent `{}`", opponent.value));
            error.suggest(&opponent.value, known.iter().copied());
            continue;
        }
        for &size in &sizes {
            let participants = [name.value.clone()].into_iter().chain(std::iter::repeat_n(opponent.value.clone(), size.saturating_sub(1)));
            comparisons.push(Comparison { participants: participants.collect(), at: opponent.at.clone(), seats: Seats::Matching });
        }
    }
    if sizes.contains(&1) {
        keys.at.refuse(Part::Key, "a tuning plays against opponents, but the grid has a game for one player");
    }
    comparisons
}

/// Checks that the default takes part in every game, and that the budgets suffice for the points and games.
fn check(tuning: &Tuning, table: &Tune, cells: &[Cell], setup: &Setup<'_>) {
    let (keys, games) = (&table.keys, &setup.games);
    let at = table.spaces.values().next().map_or(&keys.at, |spaces| &spaces.at);
    let is_default = |cell: &&Cell| {
        tuning.params.iter().all(|param| {
            let own = |at: &&AxisValue| at.role().agent() == Some(&tuning.agent) && at.role().param() == Some(&param.name);
            cell.axes.iter().find(own).is_none_or(|at| !at.applies() || at.value == param.values[param.default].to_string())
        })
    };
    let game = |cell: &Cell| cell.axes.iter().find(|at| *at.role() == Role::Game).map(|at| at.value.clone());
    let played: BTreeSet<String> = cells.iter().filter(is_default).filter_map(game).collect();
    if setup.wire.only.is_none()
        && let Some(missing) = games.iter().find(|game| !played.contains(&game.name))
    {
        let message = format!("the default parameters cannot play `{}`, but always take part", missing.name);
        at.refuse(Part::Key, message).help("set the default parameters in `params` of the agent");
        return;
    }
    // A round of the grid's games: all seats against every opponent, or one search.
    let searched = games.iter().filter(|game| game.in_grid);
    let players = |game: &GameSet| game.variants.first().map_or(2, |variant| variant.info.players as u64);
    let rounds = searched.map(|game| if tuning.measure == Measure::Score { players(game) * tuning.against.len() as u64 } else { 1 });
    let (round, least) = rounds.fold((0, u64::MAX), |(sum, least), cost| (sum + cost, least.min(cost)));
    let per_game = tuning.objectives == [TuneObjective::PerGame];
    let round = if per_game { least } else { round };
    let points = tuning.points.len() as u64;
    let (needed, why) = match tuning.method {
        TuneMethod::Grid | TuneMethod::Wilson => (round * points, format!("one round of each of the {points} points")),
        _ => (round * 4, "four rounds in all games".to_owned()),
    };
    if let Some(games) = keys.games.as_ref().filter(|games| u64::from(games.value) < needed) {
        let message = format!("{} games are too few: {why} needs {needed}", games.value);
        games.at.refuse(Part::Value, message).help("raise `games`, or choose another method or a smaller space");
    }
    if let Some(confirm) = keys.confirm.as_ref().filter(|confirm| confirm.value > 0 && u64::from(confirm.value) < round * 6) {
        let message = format!(
            "{} games cannot confirm anything: six rounds in all games, the fewest that can be significant, need {}",
            confirm.value,
            round * 6
        );
        confirm.at.refuse(Part::Value, message).help("raise `confirm`, or write confirm = 0 for no confirmation");
    }
}
