//! `[tune]` → the points of a space, and the comparisons in which they are played.

mod space;

use super::contestants::{AgentSets, Comparison, Seats, build};
use super::games::GameSet;
use super::tuning::{TuneMethod, TuneObjective, TunedParam, Tuning};
use super::{AxisValue, Cell, Measure, Role};
use crate::config::wire::{Located, SpaceWire, TableWire, TuneWire, Wire};
use crate::config::{Diagnostics, KeyPath, Part, keys};
use space::space;
use std::collections::BTreeSet;
use treebench_agents::agents;
use treebench_games::params::Values;

/// What `[tune]` comes to.
pub(crate) struct Tuned {
    pub(crate) tuning: Tuning,
    pub(crate) comparisons: Vec<Comparison>,
    /// The parameters of the agent before tuning.
    pub(crate) base: Values,
    /// The most tasks that a cell may come to.
    pub(crate) most_per_cell: u32,
}

/// The space and the comparisons, for a kind that judges by one of `measures`. Of the games, `searched` are searched, and the others confirm. The
/// agent's table gets a variant for every possible point. `None` if something is wrong.
pub(crate) fn tuned(
    wire: &Wire,
    measures: &[Measure],
    (games, searched): (&[GameSet], usize),
    agents: &mut AgentSets,
    diagnostics: &mut Diagnostics,
) -> Option<Tuned> {
    let before = diagnostics.count();
    let at = KeyPath::top().key(keys::TUNE.name);
    if let Some(line) = wire.compare.first() {
        diagnostics
            .add(&line.at, Part::Key, "[tune] says who plays whom: a tuning has no [compare]")
            .help("write [tune] with against = [\"…\"]");
    }
    if let Some(given) = &wire.experiment.games_per_cell {
        diagnostics
            .add(&given.at, Part::Key, "[tune] says how many games are played: leave games-per-cell out")
            .help("write [tune] games = …");
    }
    let Some(given) = &wire.tune else {
        diagnostics.add(&at, Part::Key, "`tune` is missing: what is tuned?").help("write [tune] and [tune.NAME]");
        return None;
    };
    let [(name, spaces)] = &given.spaces[..] else {
        let message = match given.spaces.get(1) {
            Some((second, _)) => format!("one agent is tuned at a time, and `{}` is a second one", second.value),
            None => "no parameters are tuned: [tune.NAME] is missing".to_owned(),
        };
        let at = given.spaces.get(1).map_or(&given.at, |(second, _)| &second.at);
        diagnostics.add(at, Part::Key, message).help("write [tune.NAME] with the parameters of [agent.NAME] and their values");
        return None;
    };
    let (params, points, impossible, base) = space(given, (name, spaces), wire, agents, diagnostics)?;
    let word = given.method.as_ref().map_or(TuneMethod::Ntbea.word(), |method| &method.value);
    let method = TuneMethod::WORDS.iter().find(|(known, _)| *known == word)?.1;
    let objectives = objectives(given, method, searched, diagnostics);
    refuse_unordered(method, spaces, &params, diagnostics);
    refuse_drawn(method, given, diagnostics);
    let (games_each, confirm) = (given.games.as_ref()?, given.confirm.as_ref()?);
    if games_each.value < confirm.value {
        let message = format!("the search has {} games, fewer than the {} of each confirmation", games_each.value, confirm.value);
        diagnostics.add(&confirm.at, Part::Value, message).help("raise `games`, or lower `confirm`");
    }
    if let (Some(TuneObjective::PerGame), Some(_)) =
        (objectives.iter().find(|o| **o == TuneObjective::PerGame), given.confirm_games.first())
    {
        let message = "under `per-game` every game is tuned by itself, so that no other game confirms it";
        diagnostics
            .add(&given.at.key(keys::CONFIRM_GAMES.name), Part::Key, message)
            .help("leave confirm-games out, or write objective = \"mean\"");
    }
    let measure = measure(given, measures, diagnostics)?;
    let comparisons = match measure {
        Measure::Score => comparisons(name, given, games, agents, diagnostics),
        _ => vec![Comparison { participants: vec![name.value.clone()], at: name.at.clone(), seats: Seats::Any }],
    };
    let confirm_games = games[searched.min(games.len())..].iter().map(|game| game.name.clone()).collect();
    let against = given.against.iter().flat_map(|against| &against.value).map(|name| name.value.clone()).collect();
    let tuning = Tuning {
        agent: name.value.clone(),
        params,
        drawn: given.points.as_ref().map(|points| points.value),
        points,
        impossible,
        method,
        games: games_each.value,
        confirm: confirm.value,
        objectives,
        measure,
        against,
        confirm_games,
    };
    // A search of all games together spends the games of all of them where it likes.
    let together = tuning.method == TuneMethod::Wilson && tuning.objectives.contains(&TuneObjective::PerGame);
    let searches = if together { games.iter().take(searched).map(|game| game.variants.len() as u32).sum() } else { 1 };
    let most_per_cell = tuning.games.saturating_mul(searches).max(tuning.confirm);
    (diagnostics.count() == before).then_some(Tuned { tuning, comparisons, base, most_per_cell })
}

/// By what the agent is judged. Keys that belong to another kind are refused.
fn measure(given: &TuneWire, measures: &[Measure], diagnostics: &mut Diagnostics) -> Option<Measure> {
    let default = *measures.first()?;
    if default == Measure::Score {
        if let Some(measure) = &given.measure {
            let message = "`measure` belongs to `kind = \"tune-search\"`: games are judged by their scores";
            diagnostics.add(&measure.at, Part::Key, message).help("leave it out, or write kind = \"tune-search\"");
        }
        if given.against.is_none() {
            let at = given.at.key(keys::TUNED_AGAINST.name);
            diagnostics.add(&at, Part::Key, "`against` is missing: who are the opponents?").help("write against = [\"…\"]");
            return None;
        }
        return Some(default);
    }
    if let Some(against) = &given.against {
        let message = "an agent searches alone under `kind = \"tune-search\"`: there are no opponents";
        diagnostics.add(&against.at, Part::Key, message).help("leave `against` out, or write kind = \"tune\"");
    }
    let word = given.measure.as_ref().map(|measure| &measure.value);
    Some(measures.iter().copied().find(|measure| word.is_some_and(|word| word == measure.name())).unwrap_or(default))
}

fn objectives(given: &TuneWire, method: TuneMethod, games: usize, diagnostics: &mut Diagnostics) -> Vec<TuneObjective> {
    let mut found = Vec::new();
    for word in &given.objectives {
        let Some((_, objective)) = TuneObjective::WORDS.iter().find(|(known, _)| *known == word.value) else { continue };
        if found.contains(objective) {
            diagnostics.add(&word.at, Part::Value, format!("the objective `{}` is given twice", word.value));
        }
        if *objective != TuneObjective::Mean && games < 2 {
            let message = format!("the objective `{}` is about several games, and the grid has one", word.value);
            diagnostics.add(&word.at, Part::Value, message).help("write objective = \"mean\"");
        }
        if *objective == TuneObjective::Worst && matches!(method, TuneMethod::Spsa | TuneMethod::Race) {
            let message = format!("`{}` compares points round by round, and the worst game is not known of a round", method.word());
            diagnostics.add(&word.at, Part::Value, message).help("write method = \"ntbea\" or \"halving\", or objective = \"mean\"");
        }
        found.push(*objective);
    }
    if given.objectives.is_empty() {
        found.push(TuneObjective::Mean);
    }
    found
}

/// SPSA follows slopes, which words and parameters that do not always apply do not have.
fn refuse_unordered(method: TuneMethod, spaces: &[(String, SpaceWire)], params: &[TunedParam], diagnostics: &mut Diagnostics) {
    let odd = params.iter().zip(spaces).find(|(param, _)| !param.ordered || param.needs.is_some());
    if let (TuneMethod::Spsa, Some((param, (_, space)))) = (method, odd) {
        let message = format!("`spsa` follows slopes, and `{}` is no number that always applies", param.name);
        diagnostics.add(&space.at, Part::Value, message).help("write method = \"ntbea\", or leave this parameter out");
    }
}

/// NTBEA learns about a value from all points that have it, and no two drawn points share one.
fn refuse_drawn(method: TuneMethod, given: &TuneWire, diagnostics: &mut Diagnostics) {
    if let (TuneMethod::Ntbea, Some(points)) = (method, &given.points) {
        let message = "`ntbea` learns from points that share values, which drawn points do not";
        diagnostics
            .add(&points.at, Part::Key, message)
            .help("give every range `steps` and leave `points` out, or write method = \"race\", \"halving\" or \"spsa\"");
    }
}

/// The tuned agent against each opponent, for every number of players that the games have.
fn comparisons(
    name: &Located<String>,
    given: &TuneWire,
    games: &[GameSet],
    sets: &mut AgentSets,
    diagnostics: &mut Diagnostics,
) -> Vec<Comparison> {
    let sizes: BTreeSet<usize> = games.iter().flat_map(|game| game.variants.iter().map(|variant| variant.info.players)).collect();
    let mut comparisons: Vec<Comparison> = Vec::new();
    for opponent in given.against.iter().flat_map(|against| &against.value) {
        if opponent.value == name.value {
            let message = format!("`{}` is tuned, and cannot be its own opponent", name.value);
            diagnostics
                .add(&opponent.at, Part::Value, message)
                .help("name another table, or the registered agent, which plays with its defaults");
            continue;
        }
        if comparisons.iter().any(|known| known.participants[1..].contains(&opponent.value)) {
            diagnostics.add(&opponent.at, Part::Value, format!("the opponent `{}` is named twice", opponent.value));
            continue;
        }
        if !sets.contains_key(&opponent.value) && agents().find(&opponent.value).is_ok() {
            let set = build(&opponent.value, &TableWire::empty(&opponent.at), diagnostics);
            sets.insert(opponent.value.clone(), set);
        }
        if !sets.contains_key(&opponent.value) {
            let known: BTreeSet<&str> = sets.keys().map(String::as_str).chain(agents().iter().map(|entry| entry.name)).collect();
            let error = diagnostics.add(&opponent.at, Part::Value, format!("unknown agent `{}`", opponent.value));
            error.suggest(&opponent.value, known.iter().copied());
            continue;
        }
        for &size in &sizes {
            let participants = [name.value.clone()].into_iter().chain(std::iter::repeat_n(opponent.value.clone(), size.saturating_sub(1)));
            comparisons.push(Comparison { participants: participants.collect(), at: opponent.at.clone(), seats: Seats::Matching });
        }
    }
    if sizes.contains(&1) {
        diagnostics.add(&given.at, Part::Key, "a tuning is about games against opponents, and the grid has a game for one player");
    }
    comparisons
}

/// Whether the default takes part in every game, and the budgets are enough for the points and games that there are.
pub(crate) fn check(tuning: &Tuning, cells: &[Cell], games: &[GameSet], wire: &Wire, diagnostics: &mut Diagnostics) {
    let Some(given) = &wire.tune else { return };
    let at = given.spaces.first().map_or(&given.at, |(name, _)| &name.at);
    let is_default = |cell: &&Cell| {
        tuning.params.iter().all(|param| {
            let own = |at: &&AxisValue| at.role().agent() == Some(&tuning.agent) && at.role().param() == Some(&param.name);
            cell.axes.iter().find(own).is_none_or(|at| !at.applies() || at.value == param.values[param.default].to_string())
        })
    };
    let game = |cell: &Cell| cell.axes.iter().find(|at| *at.role() == Role::Game).map(|at| at.value.clone());
    let played: BTreeSet<String> = cells.iter().filter(is_default).filter_map(game).collect();
    if wire.only.is_none()
        && let Some(missing) = games.iter().find(|game| !played.contains(&game.name))
    {
        let message = format!("the default parameters cannot play `{}`, but they always take part", missing.name);
        diagnostics.add(at, Part::Key, message).help("say in `params` of the agent which parameters are the default");
        return;
    }
    // A round of the grid's games: all seats against every opponent, or one search.
    let searched = games.iter().filter(|game| !tuning.confirm_games.contains(&game.name));
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
    if let Some(games) = given.games.as_ref().filter(|games| u64::from(games.value) < needed) {
        let message = format!("{} games are not enough: {why} takes {needed}", games.value);
        diagnostics.add(&games.at, Part::Value, message).help("raise `games`, or choose another method or a smaller space");
    }
    if let Some(confirm) = given.confirm.as_ref().filter(|confirm| confirm.value > 0 && u64::from(confirm.value) < round * 6) {
        let message =
            format!("{} games confirm nothing: six rounds in all games, which can just be significant, take {}", confirm.value, round * 6);
        diagnostics.add(&confirm.at, Part::Value, message).help("raise `confirm`, or write confirm = 0 for no confirmation");
    }
}
