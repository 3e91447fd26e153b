//! `[tournament]` → players, and the comparisons in which they meet.

use super::seatings::comparisons;
use super::table::{ADAPTIVE, Format, PairChoice, Pairing, Player, Prior, SURE, Tournament, TournamentTable, TournamentTables};
use crate::config::wire::{AgentTable, BudgetWire, Located, Wire};
use crate::config::{Choice as _, Part, Section as _, Toml, duration_text, is_pattern, matches};
use crate::experiment::{self, AgentSet, AgentSets, AgentVariant, GameSet, Hypothesis, KindSetup, KindTables, Players, Setup, build};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use treebench_agents::{Budget, agents};

/// The prefix of a tag among names of players.
const TAG: &str = "tag:";

/// The tables, and how they are resolved.
pub(super) const OWN: KindTables = KindTables {
    keys: TournamentTables::KEYS,
    resolve,
    instead: &[(
        "stop",
        "a tournament ranks its players: pairing = \"adaptive\" in [tournament] stops when every pair is decided at `sure`",
    )],
    rule: Some(&ADAPTIVE),
    ..KindTables::NONE
};

/// The resolved `[tournament]`.
struct TournamentSetup {
    tournament: Tournament,
    /// The table, with patterns and tags replaced by the players' tables.
    table: TournamentTable,
}

impl KindSetup for TournamentSetup {
    fn value(&self, _: &[experiment::Cell], _: &[Hypothesis]) -> Arc<dyn Any + Send + Sync> {
        Arc::new(self.tournament.clone())
    }

    fn tables(&self) -> Vec<(String, Toml)> {
        TournamentTables { tournament: Some(self.table.clone()) }.table()
    }

    fn sides(&self) -> Option<[&'static str; 2]> {
        Some(["first", "second"])
    }
}

/// The players and their games. Agents that are only named are added to those with tables. `None` on errors.
pub(super) fn resolve<'w>(setup: &mut Setup<'w>) -> Option<Box<dyn KindSetup + 'w>> {
    let wire = setup.wire;
    let before = wire.at.sources().count();
    if let Some(line) = wire.compare.values().next() {
        let message = "a tournament has no [compare]: [tournament] defines the pairings";
        line.at.refuse(Part::Key, message).help("write [tournament] with players = [\"…\"]");
    }
    let table: TournamentTable = setup.table("tournament")?;
    let mut tables = chosen(&table.players, wire, &mut setup.agents);
    let challengers = challengers(&table, wire, &mut setup.agents);
    tables.extend(challengers.iter().cloned());
    tables.sort();
    tables.dedup();
    let (players, sets) = players(&tables, &challengers, wire, &setup.agents);
    if wire.at.sources().count() > before {
        return None;
    }
    if let [] | [_] = players[..] {
        let message = format!("a tournament needs at least two players, but this one has {}", players.len());
        let help = "name [agent.NAME] tables or registered agents, or use patterns: players = [\"uct*\"]";
        table.players.at.refuse(Part::Value, message).help(help);
        return None;
    }
    if table.players.at.rank().is_none() && wire.agents.is_empty() {
        let caveat = "[tournament] has no `players`: every registered agent that can play these games takes part";
        setup.caveats.push((wire.at.key("tournament"), caveat.to_owned()));
    }
    let shared = wire.budget.as_ref();
    let pairing = rule(&table, players.len());
    refuse_twins(&players, &sets, shared, &setup.agents);
    refuse_many_players(&table, pairing, &setup.games);
    let at = &table.players.at;
    setup.comparisons = comparisons(table.format.value, &players, |set| identity(set, shared), &sets, &setup.games, at);
    let names = |names: &[String]| Located::new(names.iter().map(|name| Located::new(name.clone(), at.clone())).collect(), at.clone());
    let (rounds, sure, prior) = match pairing {
        Pairing::All => (None, None, None),
        Pairing::Swiss { rounds } => (Some(rounds), None, None),
        Pairing::Adaptive { rounds, sure, prior } => (rounds, Some(sure), Some(prior)),
    };
    let table = TournamentTable {
        players: names(&tables),
        challengers: (!challengers.is_empty()).then(|| names(&challengers)),
        rounds: rounds.map(|rounds| Located::new(rounds, at.clone())),
        sure: sure.map(|sure| Located::new(sure, at.clone())),
        prior: prior.map(|prior| Located::new(prior, at.clone())),
        ..table
    };
    let chosen = table.players.value.iter().any(|name| name.value.starts_with('!'));
    setup.players = Some(Players { sets, tables, chosen });
    let tournament = Tournament { format: table.format.value, pairing, players };
    (wire.at.sources().count() == before).then(|| Box::new(TournamentSetup { tournament, table }) as Box<dyn KindSetup>)
}

/// The tables of the challengers; only a gauntlet has any.
fn challengers(table: &TournamentTable, wire: &Wire, agents: &mut AgentSets) -> Vec<String> {
    match (&table.challengers, table.format.value) {
        (Some(names), Format::Gauntlet) => chosen(names, wire, agents),
        (Some(names), format) => {
            let message = format!("only a gauntlet has challengers, but the format is `{}`", format.word());
            names.at.refuse(Part::Key, message).help("write format = \"gauntlet\"");
            Vec::new()
        }
        (None, Format::Gauntlet) => {
            let message = "`challengers` is missing: the players who meet all others in the gauntlet";
            table.at.key("challengers").refuse(Part::Key, message).help("write challengers = [\"…\"]");
            Vec::new()
        }
        (None, _) => Vec::new(),
    }
}

/// Which of the planned games are played.
fn rule(table: &TournamentTable, players: usize) -> Pairing {
    let (adaptive, swiss) = (table.pairing.value == PairChoice::Adaptive, table.format.value == Format::Swiss);
    if adaptive && swiss {
        let message = "the Swiss system has its own pairings; remove `pairing`, or choose another format";
        table.pairing.at.refuse(Part::Value, message);
    }
    if let Some(sure) = table.sure.as_ref().filter(|_| !adaptive) {
        sure.at.refuse(Part::Key, "`sure` belongs to adaptive pairing").help("write pairing = \"adaptive\"");
    }
    if let Some(prior) = table.prior.as_ref().filter(|_| !adaptive) {
        prior.at.refuse(Part::Key, "`prior` belongs to adaptive pairing").help("write pairing = \"adaptive\"");
    }
    if let Some(rounds) = table.rounds.as_ref().filter(|_| !adaptive && !swiss) {
        let mut error = rounds.at.refuse(Part::Key, "`rounds` belongs to the Swiss system and to adaptive pairing");
        error.help("games-per-cell sets the number of games of a pair");
    }
    // With an odd number of players, one has a bye in each round.
    let most = players as u32 - u32::from(players.is_multiple_of(2));
    if let Some(wanted) = table.rounds.as_ref().filter(|wanted| swiss && wanted.value > most) {
        let message = format!("{players} players who meet once can play {most} Swiss rounds, not {}", wanted.value);
        wanted.at.refuse(Part::Value, message);
    }
    let rounds = table.rounds.as_ref().map(|rounds| rounds.value);
    match table.format.value {
        // As many as leave one of all who won every round.
        Format::Swiss => Pairing::Swiss { rounds: rounds.unwrap_or_else(|| players.next_power_of_two().trailing_zeros().clamp(1, most)) },
        _ if adaptive => Pairing::Adaptive {
            rounds,
            sure: table.sure.as_ref().map_or(SURE, |sure| sure.value),
            prior: table.prior.as_ref().map_or(Prior::Estimated, |prior| prior.value),
        },
        _ => Pairing::All,
    }
}

/// Refuses games for more than two players: pairing by results needs pairs.
fn refuse_many_players(table: &TournamentTable, pairing: Pairing, games: &[GameSet]) {
    let (what, at) = match pairing {
        Pairing::All => return,
        Pairing::Swiss { .. } => ("the Swiss system pairs", &table.format.at),
        Pairing::Adaptive { .. } => ("adaptive pairing pairs", &table.pairing.at),
    };
    let other = games.iter().flat_map(|game| game.variants.iter().map(move |variant| (game, variant.info.players)));
    if let Some((game, players)) = other.into_iter().find(|(_, players)| *players > 2) {
        let message = format!("{what} players, and `{}` is a game for {players}", game.name);
        at.refuse(Part::Value, message).help("exclude such games, or play all combinations");
    }
}

/// The tables that a list of names, patterns and tags chooses.
fn chosen(list: &Located<Vec<Located<String>>>, wire: &Wire, sets: &mut AgentSets) -> Vec<String> {
    let pool: Vec<String> = match wire.agents.is_empty() {
        true => agents().iter().map(|entry| entry.name.to_owned()).collect(),
        false => wire.agents.keys().cloned().collect(),
    };
    let mut found: BTreeSet<String> = BTreeSet::new();
    for item in &list.value {
        let (out, name) = item.value.strip_prefix('!').map_or((false, item.value.as_str()), |name| (true, name));
        let fits: Vec<String> = if let Some(tag) = name.strip_prefix(TAG) {
            tagged(tag, item, wire)
        } else if is_pattern(name) {
            let fits: Vec<String> = pool.iter().filter(|known| matches(name, known)).cloned().collect();
            if fits.is_empty() {
                let what = if wire.agents.is_empty() { "registered agent" } else { "[agent.NAME] table" };
                let mut error = item.at.refuse(Part::Value, format!("no {what} matches `{name}`"));
                error.suggest("", pool.iter().map(String::as_str));
            }
            fits
        } else if pool.iter().any(|known| known == name) || agents().find(name).is_ok() {
            vec![name.to_owned()]
        } else {
            let mut known: Vec<&str> = pool.iter().map(String::as_str).chain(agents().iter().map(|entry| entry.name)).collect();
            known.sort_unstable();
            known.dedup();
            item.at.refuse(Part::Value, format!("unknown agent `{name}`")).suggest(name, known);
            Vec::new()
        };
        for name in fits {
            if out {
                found.remove(&name);
                continue;
            }
            if !sets.contains_key(&name) {
                let set = build(&name, &AgentTable::empty(&item.at));
                sets.insert(name.clone(), set);
            }
            found.insert(name);
        }
    }
    found.into_iter().collect()
}

/// The tables with a tag.
fn tagged(tag: &str, item: &Located<String>, wire: &Wire) -> Vec<String> {
    let tables = || wire.agents.iter().filter_map(|(name, table)| Some((name, table.as_ref()?)));
    let fits: Vec<String> =
        tables().filter(|(_, table)| table.tags.iter().any(|known| known == tag)).map(|(name, _)| name.clone()).collect();
    if fits.is_empty() {
        let known: BTreeSet<&str> = tables().flat_map(|(_, table)| &table.tags).map(String::as_str).collect();
        let mut error = item.at.refuse(Part::Value, format!("no [agent.NAME] table has the tag `{tag}`"));
        error.suggest(tag, known.iter().copied());
    }
    fits
}

/// Every variant of these tables as a player.
fn players(tables: &[String], challengers: &[String], wire: &Wire, agents: &AgentSets) -> (Vec<Player>, AgentSets) {
    let (mut players, mut sets) = (Vec::new(), BTreeMap::new());
    for set in tables.iter().filter_map(|table| agents.get(table)?.as_ref()) {
        let tags = wire.agents.get(&set.name).and_then(|table| table.as_ref()).map_or(Vec::new(), |table| table.tags.clone());
        for variant in &set.variants {
            let name = label(set, variant);
            let Ok(recipe) = set.program.recipe(&variant.variant.params) else { continue };
            let mut alone = variant.variant.clone();
            let swept = alone.swept.drain(..).map(|swept| (swept.name, swept.value)).collect();
            let budget = variant.budget.as_ref().map(|(_, budget)| budget.clone());
            players.push(Player {
                name: name.clone(),
                table: set.name.clone(),
                swept,
                params: alone.params.clone(),
                tags: tags.clone(),
                challenger: challengers.contains(&set.name),
            });
            let wire = set.budget.clone().zip(budget.clone());
            let player = AgentSet {
                fixed: alone.params.clone(),
                name: name.clone(),
                program: set.program.clone(),
                at: set.at.clone(),
                budget: wire.map(|(wire, budget)| BudgetWire { values: vec![budget], ..wire }),
                variants: vec![AgentVariant { variant: alone, recipe, budget: budget.map(|budget| (0, budget)) }],
            };
            if sets.insert(name.clone(), Some(player)).is_some() {
                set.at.refuse(Part::Key, format!("two players are named `{name}`; rename one of the tables, or remove a repeated value"));
            }
        }
    }
    (players, sets)
}

/// The name of a player: that of its table, with the values that distinguish the players of one table.
fn label(set: &AgentSet, variant: &AgentVariant) -> String {
    let mut parts = vec![set.name.clone()];
    parts.extend(variant.variant.swept.iter().map(|swept| format!("{}={}", swept.name, swept.value)));
    if let (Some(wire), Some((_, budget))) = (&set.budget, &variant.budget)
        && wire.values.len() > 1
    {
        let value = match budget.value {
            Budget::Iterations(n) | Budget::States(n) => n.to_string(),
            Budget::Time(time) => duration_text(time),
            Budget::Clock(control) => control.to_string(),
        };
        parts.push(format!("{}={value}", wire.key));
    }
    parts.join(" ")
}

/// The identity of an agent, whatever its table's name: it decides who comes first in a cell, so that a pair has one order.
fn identity(set: &AgentSet, shared: Option<&BudgetWire>) -> String {
    let variant = &set.variants[0];
    // Several shared budgets are as many tournaments.
    let shared = shared.filter(|shared| shared.values.len() == 1).map(|shared| (shared.key, shared.values[0].value));
    let own = set.budget.as_ref().zip(variant.budget.as_ref()).map(|(wire, (_, budget))| (wire.key, budget.value));
    format!("{}\n{}\n{:?}", set.program.name(), set.program.spelled(&variant.variant.params), own.or(shared))
}

/// Refuses two players that are the same agent: they would play against themselves, and against each opponent in the same cell.
fn refuse_twins(players: &[Player], sets: &AgentSets, shared: Option<&BudgetWire>, agents: &AgentSets) {
    let mut known: BTreeMap<String, &Player> = BTreeMap::new();
    for player in players {
        let Some(Some(set)) = sets.get(&player.name) else { continue };
        if let Some(first) = known.insert(identity(set, shared), player) {
            let at = agents.get(&player.table).and_then(Option::as_ref).map_or(&set.at, |table| &table.at);
            let message =
                format!("the players `{}` and `{}` are the same agent with the same parameters and budget", first.name, player.name);
            at.refuse(Part::Key, message).help("change a parameter of one of them, or remove it");
        }
    }
}
