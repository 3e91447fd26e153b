//! Merged values → wire types, by the table of keys. Every error is collected; what is wrong is left out.

use super::diagnostics::Diagnostics;
use super::key::{AnyKey as _, Fields};
use super::key_path::{KeyPath, Part};
use super::keys;
use super::shape::{Scalar, Several, Shape as _};
use super::wire::{
    BudgetWire, CalibrationWire, CompareWire, EngineWire, ExcludeWire, ExperimentWire, GridWire, HypothesisWire, Located, SpaceWire,
    StopWire, SweepWire, TableWire, TournamentWire, TuneWire, Wire,
};
use figment::value::{Dict, Value};
use std::path::Path;
use treebench_agents::Budget;
use treebench_agents::engines::SEED;
use treebench_games::params::Value as Param;

/// Decodes a whole file.
pub(crate) fn decode(file: &Dict, kinds: &[&str], diagnostics: &mut Diagnostics) -> Wire {
    let top = KeyPath::top();
    let allowed: Vec<&str> = keys::TOP.iter().map(|key| key.name()).chain(kinds.iter().copied()).collect();
    diagnostics.only(file, &top, &allowed);
    let mut fields = Fields { table: file, at: &top, diagnostics };
    fields.get(&keys::INCLUDE);
    fields.get(&keys::PROFILE);
    let compare = fields.get(&keys::COMPARE).unwrap_or_default();
    let mut wire = Wire {
        experiment: fields.get(&keys::EXPERIMENT).unwrap_or_default(),
        budget: fields.get(&keys::BUDGET),
        calibration: fields.get(&keys::CALIBRATION),
        grid: fields.get(&keys::GRID),
        games: fields.get(&keys::GAME).unwrap_or_default().into_iter().map(|(name, (_, table))| (name, table)).collect(),
        agents: fields.get(&keys::AGENT).unwrap_or_default().into_iter().map(|(name, (_, table))| (name, table)).collect(),
        compare: compare
            .into_iter()
            .filter_map(|(candidate, (at, against))| Some(CompareWire { at, candidate, against: against? }))
            .collect(),
        tournament: fields.get(&keys::TOURNAMENT),
        tune: fields.get(&keys::TUNE),
        stop: fields.get(&keys::STOP),
        hypotheses: fields.get(&keys::HYPOTHESIS).unwrap_or_default(),
        only: fields.get(&keys::ONLY),
        excludes: fields.get(&keys::EXCLUDE).unwrap_or_default(),
        files: fields.get(&keys::FILE).unwrap_or_default().into_iter().filter_map(|(name, (_, text))| Some((name, text?))).collect(),
        ..Wire::default()
    };
    for kind in kinds.iter().filter(|kind| file.contains_key(**kind)) {
        wire.settings.insert((*kind).to_owned(), settings(&file[*kind], top.key(kind), diagnostics));
    }
    wire
}

/// `[experiment]`.
pub(super) fn experiment(fields: &mut Fields<'_>) -> Option<ExperimentWire> {
    let name = fields.get(&keys::NAME);
    let kind = fields.get(&keys::KIND);
    // `[tune]` says how many games a search has.
    let tunes = kind.as_ref().is_some_and(|kind| keys::TUNING_KINDS.contains(&kind.value.as_str()));
    if !tunes && !fields.table.contains_key(keys::GAMES_PER_CELL.name) {
        let error = fields.diagnostics.add(&fields.at.key(keys::GAMES_PER_CELL.name), Part::Key, "`games-per-cell` is missing");
        error.help("write games-per-cell = 200");
    }
    Some(ExperimentWire {
        name,
        kind,
        games_per_cell: fields.get(&keys::GAMES_PER_CELL).map(|n| Located::new(u32::try_from(n.value).unwrap_or(u32::MAX), n.at)),
        seed: fields.get(&keys::SEED).map_or(0, |seed| seed.value),
        question: fields.get(&keys::QUESTION).map(|text| text.value),
        baseline: fields.get(&keys::BASELINE),
        paper: fields.get(&keys::PAPER).map(|text| text.value),
        references: fields.get(&keys::REFERENCE).map(|files| files.value).unwrap_or_default(),
    })
}

/// A budget: exactly one key. A document may replace the key of one below it by another; in one document, two keys are an error.
pub(super) fn budget(fields: &mut Fields<'_>) -> Option<BudgetWire> {
    let names = keys::BUDGET.keys().iter().map(|key| key.name());
    let mut given: Vec<_> = names
        .clone()
        .filter(|name| fields.table.contains_key(*name))
        .map(|name| (fields.diagnostics.rank(&fields.at.key(name)), name))
        .collect();
    given.sort();
    let key = match given[..] {
        [] => {
            if fields.table.is_empty() {
                let message = format!("`{}` needs one of {}", fields.at, names.collect::<Vec<_>>().join(", "));
                fields.diagnostics.add(fields.at, Part::Key, message);
            }
            return None;
        }
        [.., (below, _), (top, key)] if below == top => {
            let keys: Vec<_> = given.iter().filter(|(rank, _)| *rank == top).map(|(_, key)| format!("`{key}`")).collect();
            let message = format!("`{}` has {}: a turn has one budget", fields.at, keys.join(" and "));
            fields.diagnostics.add(&fields.at.key(key), Part::Key, message);
            return None;
        }
        [.., (_, key)] => key,
    };
    let at = fields.at.key(key);
    let values = if key == keys::ITERATIONS.name {
        fields.get(&keys::ITERATIONS)?.map_each(Budget::Iterations)
    } else if key == keys::STATES.name {
        fields.get(&keys::STATES)?.map_each(Budget::States)
    } else if key == keys::TIME.name {
        fields.get(&keys::TIME)?.map_each(Budget::Time)
    } else {
        fields.get(&keys::STATES_AS)?.map_each(Budget::Time)
    };
    Some(BudgetWire { at, key, values })
}

/// `[calibration]`.
pub(super) fn calibration(fields: &mut Fields<'_>) -> Option<CalibrationWire> {
    let rates = fields.get(&keys::RATES).unwrap_or_default();
    Some(CalibrationWire {
        agent: fields.get(&keys::CALIBRATED_AGENT),
        seconds: fields.get(&keys::SECONDS),
        pins: rates.into_iter().filter_map(|(game, (_, rate))| Some((game, rate?))).collect(),
    })
}

/// `[stop]`.
pub(super) fn stop(fields: &mut Fields<'_>) -> Option<StopWire> {
    let games = |games: Located<u64>| Located::new(u32::try_from(games.value).unwrap_or(u32::MAX), games.at);
    Some(StopWire {
        test: fields.get(&keys::TEST),
        h0: fields.get(&keys::H0),
        h1: fields.get(&keys::H1),
        unit: fields.get(&keys::UNIT),
        alpha: fields.get(&keys::ALPHA),
        beta: fields.get(&keys::BETA),
        width: fields.get(&keys::WIDTH),
        at_least: fields.get(&keys::AT_LEAST).map(games),
        at_most: fields.get(&keys::AT_MOST).map(games),
    })
}

/// A `[[hypothesis]]`.
pub(super) fn hypothesis(fields: &mut Fields<'_>) -> Option<HypothesisWire> {
    let says = fields.get(&keys::SAYS).map(|text| text.value);
    let (source, measure) = (fields.get(&keys::SOURCE).map(|text| text.value), fields.get(&keys::MEASURE));
    let (is, over, margin) = (fields.get(&keys::IS), fields.get(&keys::OVER), fields.get(&keys::MARGIN));
    let (conditions, than) = (fields.get(&keys::ABOUT), fields.get(&keys::THAN));
    Some(HypothesisWire { says, source, is: is?, measure, over, margin, conditions, than })
}

/// `[grid]`.
pub(super) fn grid(fields: &mut Fields<'_>) -> Option<GridWire> {
    fields.get(&keys::GRID_GAME).map(|games| GridWire { games: games.value })
}

/// `[game.NAME]`.
pub(super) fn game(fields: &mut Fields<'_>) -> Option<TableWire> {
    let table = inline_table(fields);
    Some(TableWire { sweep: sweep(fields), ..table })
}

/// A game as a table in place, which must say which game it is.
pub(super) fn inline_game(fields: &mut Fields<'_>) -> Option<TableWire> {
    let table = inline_table(fields);
    if table.used.is_none() && table.rules.is_none() {
        let error = fields.diagnostics.add(fields.at, Part::Value, "`use` is missing");
        error.help("write { use = \"breakthrough\", params = { size = 6 } }");
    }
    Some(table)
}

fn inline_table(fields: &mut Fields<'_>) -> TableWire {
    let table = TableWire {
        used: fields.get(&keys::USE_GAME),
        rules: fields.get(&keys::RBG),
        rules_text: fields.get(&keys::RBG_TEXT).map(|text| text.value),
        params: params(fields),
        ..TableWire::empty(fields.at)
    };
    if let (Some(_), Some(rules)) = (&table.used, &table.rules) {
        fields.diagnostics.add(&rules.at, Part::Key, "a game has either `use` or `rbg`");
    }
    table
}

/// `[agent.NAME]`.
pub(super) fn agent(fields: &mut Fields<'_>) -> Option<TableWire> {
    let engine = fields.get(&keys::ENGINE);
    let others = [keys::USE_AGENT.name, keys::PARAMS.name];
    if let Some(other) = others.into_iter().find(|other| engine.is_some() && fields.table.contains_key(*other)) {
        let message = format!("an agent has either `engine` or `{other}`: what the program needs is said in `command` and `options`");
        fields.diagnostics.add(&fields.at.key(other), Part::Key, message);
    }
    let (params, sweep) = (params(fields), sweep(fields));
    Some(TableWire {
        used: fields.get(&keys::USE_AGENT),
        params,
        sweep,
        engine,
        budget: fields.get(&keys::OWN_BUDGET),
        tags: fields.get(&keys::TAGS).map_or(Vec::new(), |tags| tags.value.into_iter().map(|tag| tag.value).collect()),
        ..TableWire::empty(fields.at)
    })
}

/// `engine = { … }`.
pub(super) fn engine(fields: &mut Fields<'_>) -> Option<EngineWire> {
    let at = fields.at.clone();
    let (protocol, command) = (fields.get(&keys::PROTOCOL), fields.get(&keys::COMMAND));
    let options = fields.get(&keys::OPTIONS).unwrap_or_default();
    let (restart, limit) = (fields.get(&keys::RESTART), fields.get(&keys::LIMIT));
    let (identity, folder) = (fields.get(&keys::IDENTITY), fields.get(&keys::FOLDER));
    let (protocol, command) = (protocol?, command?);
    let words: Vec<&str> = command.value.iter().map(|word| word.value.as_str()).collect();
    let options: serde_json::Map<String, serde_json::Value> =
        options.into_iter().filter_map(|(name, (_, value))| Some((name, json(value?.value)))).collect();
    let seeded = words.iter().any(|word| word.contains(SEED));
    let restart = restart.unwrap_or_else(|| Located::new(if seeded { "game" } else { "worker" }.to_owned(), at.clone()));
    let folder = folder.map_or_else(
        || {
            let folder = fields.diagnostics.folder(&at);
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).to_string_lossy().into_owned()
        },
        |given| given.value,
    );
    let identified = identity.is_some();
    let mut params = vec![
        ("protocol".to_owned(), protocol.map(Param::Text)),
        ("command".to_owned(), Located::new(Param::Text(serde_json::json!(words).to_string()), command.at.clone())),
        ("options".to_owned(), Located::new(Param::Text(serde_json::Value::Object(options).to_string()), at.key(keys::OPTIONS.name))),
        ("restart".to_owned(), restart.map(Param::Text)),
        ("folder".to_owned(), Located::new(Param::Text(folder), at.clone())),
    ];
    params.extend(limit.map(|limit| ("limit".to_owned(), limit.map(|limit| Param::Float(limit.as_secs_f64())))));
    params.extend(identity.map(|identity| ("identity".to_owned(), identity.map(Param::Text))));
    Some(EngineWire { at: at.clone(), command, params: Located::new(params, at), identified })
}

/// A value in JSON.
pub(crate) fn json(value: Param) -> serde_json::Value {
    match value {
        Param::Bool(value) => value.into(),
        Param::Int(value) => value.into(),
        Param::Float(value) => value.into(),
        Param::Text(value) => value.into(),
    }
}

fn params(fields: &mut Fields<'_>) -> Located<Vec<(String, Located<treebench_games::params::Value>)>> {
    let given = fields.get(&keys::PARAMS).unwrap_or_default();
    let given = given.into_iter().filter_map(|(name, (_, value))| Some((name, value?))).collect();
    Located::new(given, fields.at.key(keys::PARAMS.name))
}

fn sweep(fields: &mut Fields<'_>) -> SweepWire {
    let swept = fields.get(&keys::SWEEP).unwrap_or_default();
    swept.into_iter().filter_map(|(name, (_, values))| Some((name, values?))).collect()
}

/// `[tournament]`.
pub(super) fn tournament(fields: &mut Fields<'_>) -> Option<TournamentWire> {
    Some(TournamentWire {
        at: fields.at.clone(),
        format: fields.get(&keys::FORMAT),
        players: fields.get(&keys::PLAYERS),
        challengers: fields.get(&keys::CHALLENGERS),
        pairing: fields.get(&keys::PAIRING),
        rounds: fields.get(&keys::ROUNDS),
        sure: fields.get(&keys::SURE),
    })
}

/// `[tune]`, without the tables in it.
pub(super) fn tune(fields: &mut Fields<'_>) -> Option<TuneWire> {
    let number = |number: Located<u64>| Located::new(u32::try_from(number.value).unwrap_or(u32::MAX), number.at);
    Some(TuneWire {
        at: fields.at.clone(),
        method: fields.get(&keys::METHOD),
        games: fields.get(&keys::TUNE_GAMES).map(number),
        confirm: fields.get(&keys::CONFIRM).map(number),
        objectives: fields.get(&keys::OBJECTIVE).map_or(Vec::new(), |objectives| objectives.value),
        measure: fields.get(&keys::TUNED_MEASURE),
        points: fields.get(&keys::DRAWN_POINTS).map(number),
        against: fields.get(&keys::TUNED_AGAINST),
        confirm_games: fields.get(&keys::CONFIRM_GAMES).map_or(Vec::new(), |games| games.value),
        spaces: Vec::new(),
    })
}

/// The values of a parameter in `[tune.NAME]`.
pub(super) fn space(fields: &mut Fields<'_>) -> Option<SpaceWire> {
    Some(SpaceWire {
        at: fields.at.clone(),
        values: fields.get(&keys::VALUES),
        from: fields.get(&keys::FROM),
        to: fields.get(&keys::TO),
        steps: fields.get(&keys::STEPS),
        scale: fields.get(&keys::SCALE),
        when: fields.get(&keys::WHEN),
    })
}

/// An `[[exclude]]`.
pub(super) fn exclude(fields: &mut Fields<'_>) -> Option<ExcludeWire> {
    let (reason, conditions) = (fields.get(&keys::REASON), fields.get(&keys::WHERE));
    Some(ExcludeWire { reason: reason?.value, conditions: conditions? })
}

/// The settings of a kind: values, and lists of which every value makes cells of its own.
fn settings(value: &Value, at: KeyPath, diagnostics: &mut Diagnostics) -> TableWire {
    let mut table = TableWire::empty(&at);
    for (name, value) in diagnostics.table(value, &at).into_iter().flatten() {
        let at = at.key(name);
        if value.as_array().is_some() {
            table.sweep.extend(Several(Scalar).read(value, &at, diagnostics).map(|values| (name.clone(), values)));
        } else if let Some(value) = Scalar.read(value, &at, diagnostics) {
            table.params.value.push((name.clone(), value));
        }
    }
    table
}
