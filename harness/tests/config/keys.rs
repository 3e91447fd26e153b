//! The table of keys drives the JSON Schema, the resolved copy and the key reference.

use crate::support::{Files, load_text, options, urgency};
use std::io::Write as _;
use std::path::Path;
use treebench::config::{key_reference, schema};
use treebench::kinds;
use treebench::saved::column_tables;

/// The comments around a generated part of a document, with its name in both.
fn marks(name: &str) -> (String, String) {
    let begin = format!("<!-- {name}: generated; `UPDATE_KEYS=1 cargo test -p treebench --test config keys` writes this part anew. -->\n");
    (begin, format!("<!-- End of {}. -->", name.to_lowercase()))
}

#[test]
fn the_documents_have_the_reference_of_keys_and_of_the_columns_of_results_files() {
    let columns = column_tables(kinds::all().iter().map(|kind| (kind.rules().name, kind.cell_columns())));
    let parts = [("Keys", "../configs/README.md", key_reference(&kinds::tables())), ("Columns", "docs/FORMATS.md", columns)];
    for (name, path, expected) in parts {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let mut readme = std::fs::read_to_string(&path).unwrap();
        let (begin, end) = marks(name);
        let begin = readme.find(&begin).expect("the reference has a beginning") + begin.len();
        let end = readme.find(&end).expect("the reference has an end");
        let expected = format!("{expected}\n");
        if std::env::var_os("UPDATE_KEYS").is_some() {
            readme.replace_range(begin..end, &expected);
            std::fs::write(&path, &readme).unwrap();
        } else {
            assert!(readme[begin..end] == expected, "{} is not what the code says: see its comment above the {name}", path.display());
        }
    }
}

fn json(text: &str) -> serde_json::Value {
    // JSON has no infinity.
    fn finite(value: &mut toml::Value) {
        match value {
            toml::Value::Float(x) if x.is_infinite() => *x = f64::MAX.copysign(*x),
            toml::Value::Array(items) => items.iter_mut().for_each(finite),
            toml::Value::Table(table) => table.iter_mut().for_each(|(_, value)| finite(value)),
            _ => {}
        }
    }
    let mut table = toml::Value::Table(toml::from_str(text).unwrap());
    finite(&mut table);
    serde_json::to_value(table).unwrap()
}

/// The schema's errors for each document, by Python's `jsonschema`; `None` if it is not installed and not required.
fn refusals(documents: &[String]) -> Option<Vec<Vec<String>>> {
    const SCRIPT: &str = r#"
import json, sys
try:
    from jsonschema.validators import validator_for
except ImportError as error:
    print("missing", error); sys.exit()
schema = json.load(open(sys.argv[1], encoding="utf-8"))
kind = validator_for(schema)
kind.check_schema(schema)
validator = kind(schema)
for line in open(sys.argv[2], encoding="utf-8"):
    print(json.dumps([f"{error.json_path}: {error.message}" for error in validator.iter_errors(json.loads(line))]))
"#;
    let files = tempfile::tempdir().unwrap();
    let (rules, lines) = (files.path().join("schema.json"), files.path().join("documents.jsonl"));
    std::fs::write(&rules, schema(&kinds::tables()).to_string()).unwrap();
    std::fs::write(&lines, documents.iter().map(|text| format!("{}\n", json(text))).collect::<String>()).unwrap();
    let python = std::env::var("TREEBENCH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let output = std::process::Command::new(python).arg("-c").arg(SCRIPT).args([&rules, &lines]).output();
    let said =
        output.as_ref().map_or_else(|error| format!("missing {error}"), |output| String::from_utf8_lossy(&output.stdout).into_owned());
    if let Some(reason) = said.strip_prefix("missing ") {
        assert!(std::env::var_os("TREEBENCH_REQUIRE_PYTHON").is_none(), "{reason}");
        // Not `eprintln!`: what that prints in a passing test is not shown.
        drop(writeln!(std::io::stderr(), "skipped: what the schema accepts: {}", reason.trim()));
        return None;
    }
    let output = output.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let refused: Vec<_> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(refused.len(), documents.len());
    Some(refused)
}

#[test]
fn the_schema_refuses_misspelt_keys_and_wrong_values() {
    let right = [
        urgency(),
        urgency().replace("[compare]", "[match]\nmax-moves = [10, 20]\n[compare]"),
        "include = [\"base.toml\"]\nexperiment.seed = 3\n".to_owned(),
    ];
    let wrong = [
        ("games-per-cell", "games-per-sell"),
        ("fpu", "fpuu"),
        ("use = \"uct\"", "use = \"utc\""),
        ("0.5, 1.0", "-0.5, 1.0"),
        ("[200,", "[0,"),
        ("name = \"urgency\"", ""),
        ("kind = \"match\"", "kind = \"mtch\""),
        ("[compare]", "[match]\nmax-moves = [0]\n[compare]"),
        ("[compare]", "[profile.x.budget]\niteratons = 2\n[compare]"),
    ];
    let documents: Vec<String> = right
        .iter()
        .cloned()
        .chain(wrong.map(|(from, to)| {
            assert!(urgency().contains(from));
            urgency().replace(from, to)
        }))
        .collect();
    let Some(refused) = refusals(&documents) else { return };
    let (of_right, of_wrong) = refused.split_at(right.len());
    assert!(of_right.iter().all(Vec::is_empty), "{of_right:#?}");
    for (errors, (_, to)) in of_wrong.iter().zip(wrong) {
        assert!(!errors.is_empty(), "{to}");
    }
}

/// Every file in `configs/`, profiles included, and the resolved copy of each experiment. Included files are files of the folder.
#[test]
fn the_schema_accepts_every_file_in_configs() {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs");
    let (mut names, mut documents) = (Vec::new(), Vec::new());
    for folder in [configs.clone(), configs.join("include")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if !name.ends_with(".toml") || name.ends_with(".baseline.toml") {
                continue;
            }
            if let Ok(loaded) = kinds::load(&path, &options()) {
                names.push(format!("the resolved copy of {name}"));
                documents.push(loaded.experiment.resolved_toml);
            }
            names.push(name);
            documents.push(std::fs::read_to_string(&path).unwrap());
        }
    }
    assert!(names.len() > 40, "only {} files were found", names.len());
    let Some(refused) = refusals(&documents) else { return };
    for (name, errors) in names.iter().zip(refused) {
        assert!(errors.is_empty(), "{name}: {errors:#?}");
    }
}

/// The resolved copy must contain every key of the table that an experiment can set.
#[test]
fn the_resolved_copy_has_every_key() {
    let text = "[experiment]\nname = \"x\"\nkind = \"match\"\ngames-per-cell = 2\nquestion = \"q\"\npaper = \"p\"\nreference = \"r.csv\"\nseed = 4\n\
        [budget]\nstates-as = \"1s\"\n[calibration]\nagent = \"uct\"\nseconds = 3\nstates-per-second = { hex3 = 5 }\n\
        [match]\nmax-moves = [5, 6]\n[grid]\ngame = [\"hex3\"]\n[game.hex3]\nuse = \"tic-tac-toe\"\n\
        [agent.a]\nuse = \"uct\"\ntags = \"b\"\nparams = { exploration = 1.0 }\nsweep = { playout-cap = [1, 2] }\nbudget = { states = 3 }\n\
        [agent.e]\nengine = { protocol = \"gtp\", command = \"gnugo\", options = { level = 1 } }\n[agent.p]\npython = \"p.py:P\"\nlimit = \"10s\"\n[compare]\na = \"e\"\np = \"e\"\n[stop]\ntest = \"gsprt\"\nh0 = 50\nh1 = 55\n[[hypothesis]]\nsays = \"h\"\nsource = \"s\"\nis = \"better\"\nmeasure = \"score\"\nwhere = { candidate = \"a\" }\nthan = { candidate = \"a\" }\nsetting = \"states\"\n[[hypothesis]]\nwithin = 5\n\
        [figure]\nwidth = 85\nfont-size = 8\n[only]\ncandidate = \"a\"\n        [[exclude]]\nwhere = { \"a.playout-cap\" = 2 }\nreason = \"why\"\n";
    let files = Files::new(&[("x.toml", text), ("r.csv", "game,value\n")]);
    let resolved = files.load_pairs(&options()).unwrap().experiment.resolved_toml;
    let mut table: toml::Table = resolved.parse().unwrap();
    let engine = table["agent"]["e"]["engine"].clone();
    table.insert("engine".to_owned(), engine);
    // A tournament has no [compare].
    let text = "[experiment]\nname = \"x\"\nkind = \"tournament\"\ngames-per-cell = 2\n[budget]\nstates = 1\n[grid]\ngame = \"tic-tac-toe\"\n\
        [tournament]\nplayers = [\"uct\", \"random\"]\nformat = \"gauntlet\"\nchallengers = \"uct\"\npairing = \"adaptive\"\nrounds = 3\n";
    let tournament = Files::new(&[("x.toml", text)]).load(&options()).unwrap().experiment.resolved_toml.parse::<toml::Table>().unwrap();
    table.extend(tournament.into_iter().filter(|(section, _)| section == "tournament"));
    // Nor has a tuning.
    let text = "[experiment]\nname = \"x\"\nkind = \"tune\"\n[budget]\nstates = 1\n[grid]\ngame = \"tic-tac-toe\"\n[tune.uct]\nplayout-cap = [500, 1000]\n\
        [tune]\nmethod = \"race\"\ngames = 20\nconfirm = 12\nobjective = \"mean\"\nagainst = \"random\"\nconfirm-games = \"connect-four\"\n";
    let tune = Files::new(&[("x.toml", text)]).load(&options()).unwrap_or_else(|error| panic!("{error}"));
    let tune = tune.experiment.resolved_toml.parse::<toml::Table>().unwrap();
    table.extend(tune.into_iter().filter(|(section, _)| section == "tune"));
    // A tuning by searches has no opponents.
    let text = "[experiment]\nname = \"x\"\nkind = \"tune-search\"\n[budget]\niterations = 5\n[grid]\ngame = \"tic-tac-toe\"\n[tune.uct]\nexploration = { from = 0.1, to = 2.0 }\n\
        [tune]\nmethod = \"race\"\ngames = 20\nconfirm = 12\nmeasure = \"area\"\npoints = 4\n";
    let tune = Files::new(&[("x.toml", text)]).load(&options()).unwrap_or_else(|error| panic!("{error}"));
    let tune = tune.experiment.resolved_toml.parse::<toml::Table>().unwrap();
    table["tune"].as_table_mut().unwrap().extend(tune["tune"].as_table().unwrap().clone());
    let reference = key_reference(&kinds::tables());
    let mut section = String::new();
    let mut missing = Vec::new();
    for line in reference.lines() {
        if let Some(title) = line.strip_prefix("### `") {
            section = title.trim_matches(['`', '[', ']']).split(['.', ' ']).next().unwrap().to_owned();
        }
        // Keys of files and engines, which this experiment does not have.
        if section == "resolved" {
            continue;
        }
        let Some(key) = line.strip_prefix("| `").and_then(|rest| rest.split('`').next()) else { continue };
        // Which agent was measured and for how long does not matter once the rates are known; other budgets and games from files are
        // alternatives of those here; `baseline` goes without [compare], and `width` with the other test.
        let elsewhere = ["agent", "seconds", "iterations", "clock", "time", "states", "rbg", "rg", "baseline", "width"];
        // A copy of an earlier version has neither `over` nor `family-alpha`, and one without them is the same as then.
        if section == "stop" && ["over", "family-alpha"].contains(&key) {
            continue;
        }
        if elsewhere.contains(&key) && section != "agent" {
            continue;
        }
        let found = match table.get(&section) {
            Some(toml::Value::Table(values)) => {
                values.contains_key(key) || values.values().any(|value| value.as_table().is_some_and(|table| table.contains_key(key)))
            }
            Some(toml::Value::Array(items)) => items.iter().any(|item| item.as_table().is_some_and(|table| table.contains_key(key))),
            _ => false,
        };
        // Settings of kinds are parameters, which have tests of their own.
        if !found && !["game", "match", "playout", "search"].contains(&section.as_str()) {
            missing.push(format!("{section}.{key}"));
        }
    }
    assert!(missing.is_empty(), "the resolved copy lacks {missing:?}:\n{resolved}");
    assert!(load_text(&resolved).is_ok());
}
