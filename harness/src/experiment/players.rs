//! `[tournament]` → players, and the comparisons in which they meet.

use super::contestants::{AgentSet, AgentSets, AgentVariant, Comparison, build};
use super::games::GameSet;
use super::tournament::{Format, Pairing, Player, Tournament};
use super::variants::MOST_CELLS;
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

/// The games that are to be played: for each number of players that the games of the grid need, all combinations of as many players. The first
/// in the order of their identities is participant 0, the others follow in every order; with the rotation of seats, these are all seatings.
fn comparisons(
    format: Format,
    players: &[Player],
    identity: impl Fn(&AgentSet) -> String,
    sets: &AgentSets,
    games: &[GameSet],
    at: &KeyPath,
    diagnostics: &mut Diagnostics,
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
            diagnostics.add(&game.at, Part::Value, format!("`{}` is a game for one player: nobody meets there", game.name));
            continue;
        }
        if size > players.len() {
            let message = format!("`{}` is a game for {size}, and the tournament has {} players", game.name, players.len());
            diagnostics.add(&game.at, Part::Value, message).help(
                "a player takes one seat of a game, since what it scores against itself says nothing about its strength: add players, or leave \
                 the game out",
            );
            continue;
        }
        if seatings(players.len(), size) > MOST_CELLS as f64 {
            let message = format!(
                "{} players of `{}`, a game for {size}, have more than {MOST_CELLS} seatings: this is taken for a mistake",
                players.len(),
                game.name
            );
            diagnostics.add(at, Part::Value, message);
            continue;
        }
        for_each_combination(sorted.len(), size, |combination| {
            let challengers = combination.iter().filter(|&&i| sorted[i].challenger).count();
            if format == Format::Gauntlet && challengers != 1 {
                return;
            }
            for order in orders(&combination[1..]) {
                let participants = [combination[0]].into_iter().chain(order).map(|i| sorted[i].name.clone()).collect();
                comparisons.push(Comparison { participants, at: at.clone() });
            }
        });
    }
    if comparisons.is_empty() && diagnostics.none() {
        let message = "nobody meets: a gauntlet needs a challenger and a player who is none";
        diagnostics.add(at, Part::Value, message);
    }
    comparisons
}

/// How many cells a game has: players choose seats, up to rotation.
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
