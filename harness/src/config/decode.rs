//! Merged values → wire types. Every fault is noted; what is wrong is left out.

use super::budget::budget;
use super::sources::{At, Faults, Part};
use super::wire::{CalibrationWire, CompareWire, Conditions, ExcludeWire, GameWire, Given, Located, TableWire, Wire};
use figment::value::{Dict, Value};
use treebench_games::params::Value as Param;

/// The sections that every experiment may have. Beside them stand the tables named after kinds.
pub(crate) const SECTIONS: [&str; 9] = ["experiment", "budget", "calibration", "grid", "game", "agent", "compare", "only", "exclude"];
/// The keys of `[experiment]`.
pub(crate) const EXPERIMENT: [&str; 7] = ["name", "kind", "seed", "games-per-cell", "question", "reference", "baseline"];
/// The keys of `[calibration]`.
pub(crate) const CALIBRATION: [&str; 3] = ["agent", "seconds", "states-per-second"];
/// The keys of `[game.NAME]`.
pub(crate) const GAME: [&str; 5] = ["use", "rbg", "rbg-text", "params", "sweep"];
/// The keys of `[agent.NAME]`.
pub(crate) const AGENT: [&str; 4] = ["use", "params", "sweep", "budget"];

/// Decodes a whole file.
pub(crate) fn decode(file: &Dict, kinds: &[&str], faults: &mut Faults) -> Wire {
    let top = At::top();
    let allowed: Vec<&str> = SECTIONS.into_iter().chain(["include", "profile"]).chain(kinds.iter().copied()).collect();
    // `include` and `profile` have been taken out; here they can only come from an override.
    for key in ["include", "profile"].into_iter().filter(|key| file.contains_key(*key)) {
        faults.add(&top.key(key), Part::Key, format!("`{key}` can only be set in a file"));
    }
    faults.only(file, &top, &allowed);
    let mut wire = Wire::default();
    if let Some((value, at)) = faults.required(file, &top, "experiment", "[experiment] with name, kind and games-per-cell") {
        experiment(value, &at, &mut wire, faults);
    }
    wire.budget = file.get("budget").and_then(|value| budget(value, &top.key("budget"), faults));
    wire.calibration = file.get("calibration").and_then(|value| calibration(value, &top.key("calibration"), faults));
    if let Some((value, at)) = faults.required(file, &top, "grid", "[grid] with game = [\"…\"]") {
        wire.grid = grid(value, &at, faults);
    }
    for (section, keys, tables) in [("game", &GAME[..], &mut wire.games), ("agent", &AGENT[..], &mut wire.agents)] {
        let at = top.key(section);
        let Some(section) = file.get(section).and_then(|value| faults.table(value, &at)) else { continue };
        for (name, value) in section {
            let at = at.key(name);
            // A registered game may be changed under its own name, which may be that of a rules file.
            let plain = name.strip_prefix("rbg/").unwrap_or(name);
            if plain.is_empty() || !plain.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) {
                faults.add(&at, Part::Key, format!("`{name}` is no name: use letters, digits, `-` and `_`"));
            } else {
                tables.insert(name.clone(), table(value, &at, keys, faults));
            }
        }
    }
    if let Some(lines) = file.get("compare").and_then(|value| faults.table(value, &top.key("compare"))) {
        wire.compare = lines.iter().filter_map(|(name, value)| compare(name, value, &top.key("compare").key(name), faults)).collect();
    }
    wire.only = file.get("only").map(|value| conditions_of(value, &top.key("only"), "only", "leave everything in", faults));
    if let Some(value) = file.get("exclude") {
        wire.excludes = excludes(value, &top.key("exclude"), faults);
    }
    for kind in kinds.iter().filter(|kind| file.contains_key(**kind)) {
        let at = top.key(kind);
        wire.settings.insert((*kind).to_owned(), settings(&file[*kind], at, faults));
    }
    wire
}

fn experiment(value: &Value, at: &At, wire: &mut Wire, faults: &mut Faults) {
    let Some(table) = faults.strict_table(value, at, &EXPERIMENT) else { return };
    if let Some((value, at)) = faults.required(table, at, "name", "name = \"my-experiment\"") {
        wire.name = faults.text(value, &at).filter(|name| {
            let good = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            let ok = name.value.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.value.chars().all(good);
            if !ok {
                // The name is also that of a folder.
                let message = format!("`name` must be made of letters, digits, `-`, `_` and `.`, not \"{}\"", name.value);
                faults.add(&at, Part::Value, message);
            }
            ok
        });
    }
    if let Some((value, at)) = faults.required(table, at, "kind", "kind = \"match\"") {
        wire.kind = faults.text(value, &at);
    }
    if let Some((value, at)) = faults.required(table, at, "games-per-cell", "games-per-cell = 200") {
        let number = faults.whole(value, &at, 1, i64::from(u32::MAX));
        wire.games_per_cell = number.and_then(|n| u32::try_from(n).ok()).map(|n| Located::new(n, at));
    }
    if let Some(value) = table.get("seed") {
        wire.seed = faults.whole(value, &at.key("seed"), 0, i64::MAX).map_or(0, i64::unsigned_abs);
    }
    if let Some(value) = table.get("question") {
        wire.question = faults.text(value, &at.key("question")).map(|text| text.value);
    }
    wire.baseline = table.get("baseline").and_then(|value| faults.text(value, &at.key("baseline")));
    if let Some(value) = table.get("reference") {
        for (value, at) in faults.several(value, &at.key("reference")) {
            wire.references.extend(faults.text(value, &at));
        }
    }
}

fn calibration(value: &Value, at: &At, faults: &mut Faults) -> Option<CalibrationWire> {
    let table = faults.strict_table(value, at, &CALIBRATION)?;
    let mut wire =
        CalibrationWire { agent: table.get("agent").and_then(|value| faults.text(value, &at.key("agent"))), ..CalibrationWire::default() };
    if let Some(value) = table.get("seconds") {
        let seconds = value.to_f64().or_else(|| value.to_i128().map(|seconds| seconds as f64));
        wire.seconds = seconds.filter(|seconds| (0.01..=3600.0).contains(seconds));
        if wire.seconds.is_none() {
            faults.wrong(&at.key("seconds"), "a number of seconds from 0.01 to 3600", value);
        }
    }
    let at = at.key("states-per-second");
    let pins = table.get("states-per-second").and_then(|value| faults.table(value, &at));
    for (game, value) in pins.into_iter().flatten() {
        let at = at.key(game);
        if let Some(rate) = faults.whole(value, &at, 1, i64::MAX) {
            wire.pins.insert(game.clone(), Located::new(rate.unsigned_abs(), at));
        }
    }
    Some(wire)
}

fn grid(value: &Value, at: &At, faults: &mut Faults) -> Option<Located<Vec<GameWire>>> {
    let table = faults.strict_table(value, at, &["game"])?;
    let (value, at) = faults.required(table, at, "game", "game = [\"tic-tac-toe\"]")?;
    let mut games = Vec::new();
    for (value, at) in faults.several(value, &at) {
        if value.as_dict().is_some() {
            let Some(inline) = self::table(value, &at, &["use", "rbg", "rbg-text", "params"], faults) else { continue };
            if inline.used.is_none() && inline.rules.is_none() {
                faults.add(&at, Part::Value, "`use` is missing").help("write { use = \"breakthrough\", params = { size = 6 } }");
            }
            games.push(GameWire::Inline(inline));
        } else if let Some(name) = faults.text(value, &at) {
            games.push(GameWire::Name(name));
        }
    }
    (!games.is_empty()).then_some(Located::new(games, at))
}

fn table(value: &Value, at: &At, keys: &[&str], faults: &mut Faults) -> Option<TableWire> {
    let table = faults.strict_table(value, at, keys)?;
    let used = table.get("use").and_then(|value| faults.text(value, &at.key("use")));
    let at_params = at.key("params");
    let params = match table.get("params") {
        Some(value) => given(value, at_params, faults),
        None => Located::new(Vec::new(), at_params),
    };
    let mut sweep = Vec::new();
    if let Some(swept) = table.get("sweep").and_then(|value| faults.table(value, &at.key("sweep"))) {
        for (name, value) in swept {
            sweep.extend(self::sweep(name, value, at.key("sweep").key(name), faults));
        }
    }
    let budget = table.get("budget").filter(|_| keys.contains(&"budget")).and_then(|value| budget(value, &at.key("budget"), faults));
    let rules = table.get("rbg").and_then(|value| faults.text(value, &at.key("rbg")));
    let rules_text = table.get("rbg-text").and_then(|value| faults.text(value, &at.key("rbg-text"))).map(|text| text.value);
    if let (Some(_), Some(rules)) = (&used, &rules) {
        faults.add(&rules.at, Part::Key, "a game has either `use` or `rbg`");
    }
    Some(TableWire { at: at.clone(), used, rules, rules_text, params, sweep, budget })
}

/// The settings of a kind: values, and lists of which every value makes cells of its own.
fn settings(value: &Value, at: At, faults: &mut Faults) -> TableWire {
    let mut table = TableWire::empty(&at);
    for (name, value) in faults.table(value, &at).into_iter().flatten() {
        let at = at.key(name);
        if value.as_array().is_some() {
            table.sweep.extend(sweep(name, value, at, faults));
        } else if let Some(value) = faults.param(value, &at) {
            table.params.value.push((name.clone(), value));
        }
    }
    table
}

fn sweep(name: &str, value: &Value, at: At, faults: &mut Faults) -> Option<(String, Located<Vec<Located<Param>>>)> {
    if value.as_array().is_none() {
        faults.wrong(&at, "a list of values", value);
        return None;
    }
    let values: Vec<_> = faults.several(value, &at).into_iter().filter_map(|(value, at)| faults.param(value, &at)).collect();
    Some((name.to_owned(), Located::new(values, at)))
}

fn given(value: &Value, at: At, faults: &mut Faults) -> Given {
    let mut given = Vec::new();
    for (name, value) in faults.table(value, &at).into_iter().flatten() {
        if let Some(value) = faults.param(value, &at.key(name)) {
            given.push((name.clone(), value));
        }
    }
    Located::new(given, at)
}

/// `x = "a"`, `x = ["a", "b"]` (the opponents of one match), or `x = [["a"], ["b"]]` (two comparisons).
fn compare(name: &str, value: &Value, at: &At, faults: &mut Faults) -> Option<CompareWire> {
    let lists = match value {
        Value::Array(_, items) if !items.is_empty() && items.iter().all(|item| item.as_array().is_some()) => faults.several(value, at),
        value => vec![(value, at.clone())],
    };
    let mut against = Vec::new();
    for (list, at) in lists {
        let mut names = Vec::new();
        for (value, at) in faults.several(list, &at) {
            names.extend(faults.text(value, &at));
        }
        if !names.is_empty() {
            against.push(Located::new(names, at));
        }
    }
    (!against.is_empty()).then(|| CompareWire { at: at.clone(), candidate: name.to_owned(), against })
}

fn excludes(value: &Value, at: &At, faults: &mut Faults) -> Vec<ExcludeWire> {
    let Some(items) = value.as_array() else {
        faults.wrong(at, "tables: [[exclude]]", value);
        return Vec::new();
    };
    let mut excludes = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let at = at.item(i);
        let Some(table) = faults.strict_table(item, &at, &["where", "reason"]) else { continue };
        let reason = faults.required(table, &at, "reason", "reason = \"why these cells make no sense\"");
        let reason = reason.and_then(|(value, at)| faults.text(value, &at));
        let conditions = faults.required(table, &at, "where", "where = { game = \"reversi\" }");
        let conditions = conditions.map(|(value, at)| conditions_of(value, &at, "where", "exclude everything", faults));
        if let Some((reason, conditions)) = reason.zip(conditions) {
            excludes.push(ExcludeWire { conditions, reason: reason.value });
        }
    }
    excludes
}

/// A table of axes with values.
fn conditions_of(value: &Value, at: &At, name: &str, effect: &str, faults: &mut Faults) -> Conditions {
    let mut conditions = Vec::new();
    collect_conditions(value, "", at, &mut conditions, faults);
    if value.as_dict().is_some_and(Dict::is_empty) {
        faults.add(at, Part::Value, format!("`{name}` is empty: it would {effect}"));
    }
    conditions
}

/// `"candidate.fpu" = 0.5` and `candidate.fpu = 0.5` (a table in a table, to TOML) name the same axis.
fn collect_conditions(value: &Value, prefix: &str, at: &At, conditions: &mut Conditions, faults: &mut Faults) {
    for (name, value) in faults.table(value, at).into_iter().flatten() {
        let axis = format!("{prefix}{name}");
        let at = at.key(name);
        if value.as_dict().is_some() {
            collect_conditions(value, &format!("{axis}."), &at, conditions, faults);
            continue;
        }
        let values = faults.several(value, &at).into_iter().filter_map(|(value, at)| faults.param(value, &at)).collect();
        conditions.push((Located::new(axis, at), values));
    }
}
