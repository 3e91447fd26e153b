//! `[grid] game` and `[game.NAME]` → games.

use super::GameChoice;
use super::variants::{Variant, label, located, variants};
use crate::config::wire::{GameTable, GameWire, Located, Wire};
use crate::config::{KeyPath, Part, Place, is_pattern, matches};
use std::collections::BTreeMap;
use std::path::Path;
use treebench_games::registry::{Entry as _, GameEntry, RulesFault};
use treebench_games::swap::SWAP;
use treebench_games::{GameInfo, games, languages};

/// One entry of the grid: a game with all variants of its sweeps.
#[derive(Clone)]
pub(crate) struct GameSet {
    /// Its name on the axis of games: that of the table, the registered name, or name and parameters.
    pub(crate) name: String,
    pub(crate) entry: &'static GameEntry,
    /// Its place in the grid.
    pub(crate) at: KeyPath,
    /// Whether it is written as a table inside the grid.
    pub(crate) inline: bool,
    pub(crate) variants: Vec<GameVariant>,
    /// Whether `[grid]` names it, and not a table of the kind.
    pub(crate) in_grid: bool,
}

#[derive(Clone)]
pub(crate) struct GameVariant {
    pub(crate) variant: Variant,
    pub(crate) choice: GameChoice,
    pub(crate) info: GameInfo,
}

/// The games of a list, in its order.
pub(crate) fn game_sets(wire: &Wire, list: &[GameWire]) -> Vec<GameSet> {
    let mut tables = BTreeMap::new();
    for (name, table) in &wire.games {
        let set = table.as_ref().and_then(|table| build(name, table, table.at.clone()));
        tables.insert(name.clone(), set);
    }
    let mut sets: Vec<GameSet> = Vec::new();
    for game in list {
        match game {
            GameWire::Inline(table) => sets.extend(inline(table)),
            GameWire::Name(name) if is_pattern(&name.value) => {
                let known = names(wire).into_iter().filter(|known| matches(&name.value, known)).collect::<Vec<_>>();
                if known.is_empty() {
                    name.at.refuse(Part::Value, format!("no game matches `{}`", name.value)).suggest("", names(wire));
                }
                for fits in known {
                    // A pattern does not repeat games that the grid already has.
                    if !sets.iter().any(|set| set.name == fits) {
                        sets.extend(named(fits, &name.at, &tables));
                    }
                }
            }
            GameWire::Name(name) if !names(wire).contains(&name.value.as_str()) => match games().find(&name.value) {
                // A short name is replaced by the full one, so that a game has one name everywhere.
                Ok(entry) => sets.extend(named(entry.name, &name.at, &tables)),
                Err(_) => {
                    let known = names(wire);
                    let mut error = name.at.refuse(Part::Value, format!("unknown game `{}`", name.value));
                    let path = Path::new(&name.value);
                    if languages::is_rules_file(path) {
                        error.help(format_args!(
                            "a rules file is written as game = {{ {} = \"{}\" }}",
                            languages::of(path).name,
                            name.value
                        ));
                    } else {
                        error.suggest(&name.value, known);
                    }
                }
            },
            GameWire::Name(name) => sets.extend(named(&name.value, &name.at, &tables)),
        }
    }
    tell_apart(&mut sets);
    sets
}

impl GameSet {
    /// A game as named in a list.
    pub(crate) fn named(&self) -> GameWire {
        if self.inline {
            GameWire::Inline(Box::new(self.table(&GameTable::empty(&self.at))))
        } else {
            GameWire::Name(Located::new(self.name.clone(), self.at.clone()))
        }
    }

    /// Its registered name with the parameters that differ from the defaults, if it goes by that name alone. Swept ones are axes of their own.
    pub(crate) fn changed(&self) -> Option<String> {
        let is_plain = [self.entry.name, self.entry.short_name()].contains(&self.name.as_str());
        let variant = &self.variants.first().filter(|_| is_plain)?.variant;
        let shown = label(&self.name, &self.entry.all_specs(), &variant.fixed());
        (shown != self.name).then_some(shown)
    }

    /// Its table with every parameter; `given` is the file's table. It includes the text of a rules file, because the file may change.
    pub(crate) fn table(&self, given: &GameTable) -> GameTable {
        let from_outside = games().find(self.entry.name).is_err();
        let here = |text: &str| Located::new(text.to_owned(), self.at.clone());
        let params = located(&self.variants[0].variant.fixed(), &self.at);
        let mut table = GameTable { params, sweep: given.sweep.clone(), ..GameTable::empty(&self.at) };
        let (file, text) = (self.entry.origin.file, self.entry.definition.text().filter(|_| from_outside));
        match text {
            None => table.used = Some(here(self.entry.name)),
            Some(text) => table.set_rules(languages::of(Path::new(file)).name, here(file), text.to_owned()),
        }
        table
    }
}

/// Gives different games with the same name, such as two rules files `a/x.rbg` and `b/x.rbg`, the shortest distinct ends of their paths. Otherwise
/// their results would be shown as those of one game.
fn tell_apart(sets: &mut [GameSet]) {
    let same = |a: &GameSet, b: &GameSet| a.name == b.name && a.entry.origin.file != b.entry.origin.file;
    let clashing: Vec<usize> = (0..sets.len()).filter(|&i| sets.iter().any(|other| same(&sets[i], other))).collect();
    let paths: Vec<Vec<&'static str>> = clashing.iter().map(|&i| sets[i].entry.origin.file.split('/').collect()).collect();
    for (&i, path) in clashing.iter().zip(&paths) {
        let end = |path: &[&str], length: usize| path[path.len().saturating_sub(length)..].join("/");
        let alone = |length: &usize| paths.iter().filter(|other| end(other, *length) == end(path, *length)).count() == 1;
        let name = end(path, (1..=path.len()).find(alone).unwrap_or(path.len()));
        let old = std::mem::replace(&mut sets[i].name, name.clone());
        for variant in &mut sets[i].variants {
            if let Some(rest) = variant.choice.label.strip_prefix(old.split(' ').next().unwrap_or_default()) {
                variant.choice.label = format!("{name}{rest}");
            }
        }
    }
}

/// All names that the grid can use, sorted.
fn names(wire: &Wire) -> Vec<&str> {
    let mut names: Vec<&str> = wire.games.keys().map(String::as_str).chain(games().iter().map(|entry| entry.name)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// A game by the name of its table, or a registered game at its defaults.
fn named(name: &str, at: &KeyPath, tables: &BTreeMap<String, Option<GameSet>>) -> Option<GameSet> {
    match tables.get(name) {
        Some(set) => set.as_ref().map(|set| GameSet { at: at.clone(), ..set.clone() }),
        None => build(name, &GameTable::empty(at), at.clone()),
    }
}

fn inline(table: &GameTable) -> Option<GameSet> {
    let used = table.used.as_ref().or(table.rules_files().next().map(|(file, ..)| file))?;
    let mut set = build(&used.value, table, table.at.clone())?;
    set.name = set.variants.first()?.choice.label.clone();
    set.inline = true;
    Some(set)
}

fn build(name: &str, table: &GameTable, at: KeyPath) -> Option<GameSet> {
    let keys = table.used.iter().map(|used| ("use", used)).chain(table.rules_files().map(|(file, key, _)| (key, file)));
    for ((one, _), (other, file)) in keys.clone().zip(keys.skip(1)) {
        file.at.refuse(Part::Key, format!("a game has either `{one}` or `{other}`"));
    }
    let entry = match table.rules_files().next() {
        Some((file, language, text)) => rules_file(file, language, text)?,
        None => registered(name, table)?,
    };
    // A game that does not mention the rule has no such parameter, in keys and resolved copies neither.
    let swaps = table.params.contains_key(SWAP) || table.sweep.contains_key(SWAP);
    let specs = if swaps { entry.all_specs() } else { entry.specs() };
    let mut built = Vec::new();
    for variant in variants(&specs, table.given()) {
        match entry.build(&variant.params) {
            Ok(game) => {
                let choice = GameChoice { entry, params: variant.params.clone(), label: label(entry.name, &specs, &variant.params), game };
                built.push(GameVariant { info: choice.game.info(), choice, variant });
            }
            Err(error) => match entry.definition.faults(&variant.params) {
                faults if faults.is_empty() => variant.refuse(&error, &table.at, &table.at.key("params")),
                faults => add_faults(faults, &table.at),
            },
        }
    }
    (!built.is_empty()).then(|| GameSet { name: name.to_owned(), entry, at, inline: false, variants: built, in_grid: true })
}

/// The registered game that a table uses.
fn registered(name: &str, table: &GameTable) -> Option<&'static GameEntry> {
    let used = table.used.clone().unwrap_or_else(|| Located::new(name.to_owned(), table.at.clone()));
    let found = games().find(&used.value).ok();
    if found.is_none() {
        let part = if table.used.is_some() { Part::Value } else { Part::Key };
        used.at
            .refuse(part, format!("unknown game `{}`", used.value))
            .suggest(&used.value, games().iter().map(|e| e.name).collect::<Vec<_>>());
    }
    found
}

/// The game in a rules file, relative to the file that names it, or in the text stored in a resolved copy.
fn rules_file(file: &Located<String>, language: &str, text: Option<&str>) -> Option<&'static GameEntry> {
    let of = languages::of(Path::new(&file.value));
    if of.name != language {
        let expected = match languages::is_rules_file(Path::new(&file.value)) {
            true => format!("it is a file for the key `{}`", of.name),
            false => format!("expected a file that ends in {}", languages::endings(language)),
        };
        file.at.refuse(Part::Value, format!("`{}`: {expected}", file.value));
        return None;
    }
    if let Some(text) = text {
        return Some(languages::of_text(&file.value, text));
    }
    match languages::load(&file.at.folder().join(&file.value)) {
        Ok(entry) => Some(entry),
        Err(error) => {
            file.at.refuse(Part::Value, error);
            None
        }
    }
}

/// Adds the errors of a rules file.
fn add_faults(faults: Vec<RulesFault>, at: &KeyPath) {
    for RulesFault { message, file, line, column, width, text, suggestion, notes } in faults {
        let mut error = at.sources().refuse_at(Some(Place { source: file, origin: String::new(), line, column, text, width }), &message);
        if let Some(name) = suggestion {
            error.help(format_args!("did you mean `{name}`?"));
        }
        for note in &notes {
            error.note("note", note);
        }
    }
}
