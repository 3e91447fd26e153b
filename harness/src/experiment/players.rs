//! `[tournament]` → players, and the comparisons in which they meet.

use super::contestants::{AgentSet, AgentSets, AgentVariant, Comparison, build};
use super::games::GameSet;
use super::seatings::comparisons;
use super::tournament::{Format, Pairing, Player, Tournament};
use crate::config::wire::{BudgetWire, Located, TableWire, TournamentWire, Wire};
use crate::config::{Diagnostics, KeyPath, Part, duration_text, is_pattern, matches};
use std::collections::{BTreeMap, BTreeSet};
use treebench_agents::{Budget, agents};

/// Marks a tag where names of players are expected.
const TAG: &str = "tag:";

/// What `[tournament]` comes to.
pub(crate) struct Meetings {
    pub(crate) tournament: Tournament,
    /// Every player as an agent of its own, without sweeps.
    pub(crate) sets: AgentSets,
    pub(crate) comparisons: Vec<Comparison>,
    /// The tables of the players, and those of the challengers.
    pub(crate) tables: Vec<String>,
    pub(crate) challengers: Vec<String>,
}

/// The players and their games. Agents that are only named are added to `agents`. `None` if something is wrong.
pub(crate) fn pairing(wire: &Wire, games: &[GameSet], agents: &mut AgentSets, diagnostics: &mut Diagnostics) -> Option<Meetings> {
    let before = diagnostics.count();
    if let Some(line) = wire.compare.first() {
        let message = "[tournament] says who meets whom: a tournament has no [compare]";
        diagnostics.add(&line.at, Part::Key, message).help("write [tournament] with players = [\"…\"]");
    }
    let at = KeyPath::top().key("tournament");
    let given = wire.tournament.clone().unwrap_or_else(|| TournamentWire { at: at.clone(), ..TournamentWire::default() });
    let word = given.format.as_ref().map_or(Format::RoundRobin.word(), |format| &format.value);
    let format = Format::WORDS.iter().find(|(known, _)| *known == word)?.1;
    let all = Located::new(vec![Located::new("*".to_owned(), at.clone())], at.clone());
    let wanted = given.players.as_ref().unwrap_or(&all);
    let mut tables = chosen(wanted, wire, agents, diagnostics);
    let challengers = match (&given.challengers, format) {
        (Some(names), Format::Gauntlet) => chosen(names, wire, agents, diagnostics),
        (Some(names), _) => {
            let message = format!("only a gauntlet has challengers, and the format is `{word}`");
            diagnostics.add(&names.at, Part::Key, message).help("write format = \"gauntlet\"");
            Vec::new()
        }
        (None, Format::Gauntlet) => {
            diagnostics
                .add(&given.at, Part::Key, "`challengers` is missing: who meets all the others in the gauntlet?")
                .help("write challengers = [\"…\"]");
            Vec::new()
        }
        (None, _) => Vec::new(),
    };
    tables.extend(challengers.iter().cloned());
    tables.sort();
    tables.dedup();
    let (players, sets) = players(&tables, &challengers, wire, agents, diagnostics);
    if diagnostics.count() > before {
        return None;
    }
    if let [] | [_] = players[..] {
        let message = format!("a tournament needs at least two players, and this one has {}", players.len());
        let help = "name [agent.NAME] tables or registered agents, or use patterns: players = [\"uct*\"]";
        diagnostics.add(&wanted.at, Part::Value, message).help(help);
        return None;
    }
    let shared = wire.budget.as_ref();
    let pairing = rule(&given, format, players.len(), diagnostics);
    refuse_twins(&players, &sets, shared, agents, diagnostics);
    let at = if given.players.is_some() { &wanted.at } else { &given.at };
    refuse_many_players(&given, pairing, games, diagnostics);
    let comparisons = comparisons(format, &players, |set| identity(set, shared), &sets, games, at, diagnostics);
    (diagnostics.count() == before).then(|| Meetings {
        tournament: Tournament { format, pairing, players },
        sets,
        comparisons,
        tables,
        challengers,
    })
}

/// Which of the planned games are played.
fn rule(given: &TournamentWire, format: Format, players: usize, diagnostics: &mut Diagnostics) -> Pairing {
    let adaptive = given.pairing.as_ref().filter(|pairing| pairing.value == "adaptive");
    let rounds = given.rounds.as_ref().map(|rounds| u32::try_from(rounds.value).unwrap_or(u32::MAX));
    if let (Some(pairing), Format::Swiss) = (adaptive, format) {
        let message = "the Swiss system has pairings of its own: leave `pairing` out, or choose another format";
        diagnostics.add(&pairing.at, Part::Value, message);
    }
    if let Some(sure) = given.sure.as_ref().filter(|_| adaptive.is_none()) {
        diagnostics.add(&sure.at, Part::Key, "`sure` belongs to adaptive pairing").help("write pairing = \"adaptive\"");
    }
    if let Some(rounds) = given.rounds.as_ref().filter(|_| adaptive.is_none() && format != Format::Swiss) {
        let error = diagnostics.add(&rounds.at, Part::Key, "`rounds` belongs to the Swiss system and to adaptive pairing");
        error.help("games-per-cell says how many games a pair plays");
    }
    // With an odd number of players, one has a bye in each round.
    let most = players as u32 - u32::from(players.is_multiple_of(2));
    if let Some(wanted) = given.rounds.as_ref().filter(|wanted| format == Format::Swiss && wanted.value > u64::from(most)) {
        let message = format!("{players} players who meet once can play {most} Swiss rounds, not {}", wanted.value);
        diagnostics.add(&wanted.at, Part::Value, message);
    }
    match format {
        // As many as leave one of all who won every round.
        Format::Swiss => Pairing::Swiss { rounds: rounds.unwrap_or_else(|| players.next_power_of_two().trailing_zeros().clamp(1, most)) },
        _ if adaptive.is_some() => Pairing::Adaptive { rounds, sure: given.sure.as_ref().map_or(SURE, |sure| sure.value) },
        _ => Pairing::All,
    }
}

/// The likelihood from which the order of a pair is taken as known.
const SURE: f64 = 0.99;

/// Pairings that depend on results are pairs.
fn refuse_many_players(given: &TournamentWire, pairing: Pairing, games: &[GameSet], diagnostics: &mut Diagnostics) {
    let (what, at) = match pairing {
        Pairing::All => return,
        Pairing::Swiss { .. } => ("the Swiss system pairs", given.format.as_ref().map(|format| &format.at)),
        Pairing::Adaptive { .. } => ("adaptive pairing pairs", given.pairing.as_ref().map(|pairing| &pairing.at)),
    };
    let other = games.iter().flat_map(|game| game.variants.iter().map(move |variant| (game, variant.info.players)));
    if let Some((game, players)) = other.into_iter().find(|(_, players)| *players > 2) {
        let message = format!("{what} players, and `{}` is a game for {players}", game.name);
        diagnostics.add(at.unwrap_or(&given.at), Part::Value, message).help("leave such games out, or play all combinations");
    }
}

/// The tables that a list of names, patterns and tags chooses.
fn chosen(list: &Located<Vec<Located<String>>>, wire: &Wire, sets: &mut AgentSets, diagnostics: &mut Diagnostics) -> Vec<String> {
    let pool: Vec<String> = match wire.agents.is_empty() {
        true => agents().iter().map(|entry| entry.name.to_owned()).collect(),
        false => wire.agents.keys().cloned().collect(),
    };
    let mut found: BTreeSet<String> = BTreeSet::new();
    for item in &list.value {
        let (out, name) = item.value.strip_prefix('!').map_or((false, item.value.as_str()), |name| (true, name));
        let fits: Vec<String> = if let Some(tag) = name.strip_prefix(TAG) {
            tagged(tag, item, wire, diagnostics)
        } else if is_pattern(name) {
            let fits: Vec<String> = pool.iter().filter(|known| matches(name, known)).cloned().collect();
            if fits.is_empty() {
                let what = if wire.agents.is_empty() { "registered agent" } else { "[agent.NAME] table" };
                let error = diagnostics.add(&item.at, Part::Value, format!("no {what} matches `{name}`"));
                error.suggest("", pool.iter().map(String::as_str));
            }
            fits
        } else if pool.iter().any(|known| known == name) || agents().find(name).is_ok() {
            vec![name.to_owned()]
        } else {
            let mut known: Vec<&str> = pool.iter().map(String::as_str).chain(agents().iter().map(|entry| entry.name)).collect();
            known.sort_unstable();
            known.dedup();
            diagnostics.add(&item.at, Part::Value, format!("unknown agent `{name}`")).suggest(name, known);
            Vec::new()
        };
        for name in fits {
            if out {
                found.remove(&name);
                continue;
            }
            if !sets.contains_key(&name) {
                let set = build(&name, &TableWire::empty(&item.at), diagnostics);
                sets.insert(name.clone(), set);
            }
            found.insert(name);
        }
    }
    found.into_iter().collect()
}

/// The tables with a tag.
fn tagged(tag: &str, item: &Located<String>, wire: &Wire, diagnostics: &mut Diagnostics) -> Vec<String> {
    let tables = || wire.agents.iter().filter_map(|(name, table)| Some((name, table.as_ref()?)));
    let fits: Vec<String> =
        tables().filter(|(_, table)| table.tags.iter().any(|known| known == tag)).map(|(name, _)| name.clone()).collect();
    if fits.is_empty() {
        let known: BTreeSet<&str> = tables().flat_map(|(_, table)| &table.tags).map(String::as_str).collect();
        let error = diagnostics.add(&item.at, Part::Value, format!("no [agent.NAME] table has the tag `{tag}`"));
        error.suggest(tag, known.iter().copied());
    }
    fits
}

/// Every variant of these tables as a player.
fn players(
    tables: &[String],
    challengers: &[String],
    wire: &Wire,
    agents: &AgentSets,
    diagnostics: &mut Diagnostics,
) -> (Vec<Player>, AgentSets) {
    let (mut players, mut sets) = (Vec::new(), BTreeMap::new());
    for set in tables.iter().filter_map(|table| agents.get(table)?.as_ref()) {
        let tags = wire.agents.get(&set.name).and_then(Option::as_ref).map_or(Vec::new(), |table| table.tags.clone());
        for variant in &set.variants {
            let name = label(set, variant);
            let Ok(recipe) = set.entry.recipe(&variant.variant.params) else { continue };
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
                name: name.clone(),
                entry: set.entry,
                at: set.at.clone(),
                budget: wire.map(|(wire, budget)| BudgetWire { values: vec![budget], ..wire }),
                variants: vec![AgentVariant { variant: alone, recipe, budget: budget.map(|budget| (0, budget)) }],
            };
            if sets.insert(name.clone(), Some(player)).is_some() {
                diagnostics.add(
                    &set.at,
                    Part::Key,
                    format!("two players are called `{name}`: rename one of the tables, or drop a repeated value"),
                );
            }
        }
    }
    (players, sets)
}

/// The name of a player: that of its table, with the values that tell the players of one table apart.
fn label(set: &AgentSet, variant: &AgentVariant) -> String {
    let mut parts = vec![set.name.clone()];
    parts.extend(variant.variant.swept.iter().map(|swept| format!("{}={}", swept.name, swept.value)));
    if let (Some(wire), Some((_, budget))) = (&set.budget, &variant.budget)
        && wire.values.len() > 1
    {
        let value = match budget.value {
            Budget::Iterations(n) | Budget::States(n) => n.to_string(),
            Budget::Time(time) => duration_text(time),
        };
        parts.push(format!("{}={value}", wire.key));
    }
    parts.join(" ")
}

/// What an agent is, whatever its table is called: its text decides who comes first in a cell, so that a pair has one order.
fn identity(set: &AgentSet, shared: Option<&BudgetWire>) -> String {
    let variant = &set.variants[0];
    // Several shared budgets are as many tournaments.
    let shared = shared.filter(|shared| shared.values.len() == 1).map(|shared| (shared.key, shared.values[0].value));
    let own = set.budget.as_ref().zip(variant.budget.as_ref()).map(|(wire, (_, budget))| (wire.key, budget.value));
    format!("{}\n{}\n{:?}", set.entry.name, variant.variant.params, own.or(shared))
}

/// Two players that are the same agent would play against themselves, and against each other opponent in the same cell.
fn refuse_twins(players: &[Player], sets: &AgentSets, shared: Option<&BudgetWire>, agents: &AgentSets, diagnostics: &mut Diagnostics) {
    let mut known: BTreeMap<String, &Player> = BTreeMap::new();
    for player in players {
        let Some(Some(set)) = sets.get(&player.name) else { continue };
        if let Some(first) = known.insert(identity(set, shared), player) {
            let at = agents.get(&player.table).and_then(Option::as_ref).map_or(&set.at, |table| &table.at);
            let message =
                format!("the players `{}` and `{}` are the same agent with the same parameters and budget", first.name, player.name);
            diagnostics.add(at, Part::Key, message).help("change a parameter of one of them, or leave it out");
        }
    }
}
