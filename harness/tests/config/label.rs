//! `[label]`: its keys, where labels are shown, and its error messages.

use crate::support::{Files, options};
use treebench::experiment::{Experiment, References};
use treebench::kinds;

const BASE: &str = "# Does it?\n[experiment]\nname = \"l\"\nkind = \"match\"\ngames-per-cell = 4\n[budget]\niterations = [10, 20]\n\
    [grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n[agent.uct.sweep]\nexploration = [0.5, 1.4142135623730951]\n[compare]\nuct = \"random\"\n";

/// The experiment with this text inserted after line 13.
fn load(more: &str) -> Result<Experiment, String> {
    Files::new(&[("x.toml", &format!("{BASE}{more}"))]).load(&options()).map(|loaded| loaded.experiment)
}

#[test]
fn labels_are_read_in_place_of_names_and_change_no_keys() {
    let labels = "[label]\nexploration = \"C\"\n1.4142135623730951 = \"√2\"\ntic-tac-toe = \"Tic-tac-toe\"\nrandom = \"Random\"\n";
    let (plain, experiment) = (load("").unwrap(), load(labels).unwrap());
    let keys = |experiment: &Experiment| experiment.cells.iter().map(|cell| cell.key).collect::<Vec<_>>();
    assert_eq!(keys(&plain), keys(&experiment));
    let again = Files::new(&[("x.toml", &experiment.resolved_toml)]).load(&options()).unwrap().experiment;
    assert_eq!(again.labels, experiment.labels);
    assert!(!plain.resolved_toml.contains("label"), "{}", plain.resolved_toml);

    let report = kinds::of(&experiment).fold(&experiment, &mut std::iter::empty()).report(&References::default());
    let grid = report.tables().find(|table| table.id == "win-rates").unwrap();
    let columns: Vec<(&str, &str)> = grid.columns.iter().map(|column| (column.name.as_str(), column.data.as_str())).collect();
    assert!(columns.contains(&("C", "uct.exploration")), "{columns:?}");
    assert!(columns.contains(&("Tic-tac-toe", "")), "{columns:?}");
    let text = treebench::reports::output::terminal::render(&report, 120, false);
    assert!(text.contains("√2") && !text.contains("1.4142135623730951"), "{text}");
    // Data files have the name as files write it, and the label beside it.
    let dir = tempfile::tempdir().unwrap();
    treebench::reports::write_all(&report, dir.path(), &["csv"]).unwrap();
    let csv = std::fs::read_to_string(dir.path().join("data/win-rates.csv")).unwrap();
    let heading = csv.lines().next().unwrap_or_default();
    assert!(heading.contains("exploration,") && heading.contains("exploration_label,"), "{csv}");
    assert!(csv.contains("1.4142135623730951,√2,"), "{csv}");
}

#[test]
fn every_mistake_is_an_error_with_its_place() {
    let cases: [(&str, &[&str]); 8] = [
        ("[label]\nexplorration = \"C\"\n", &["is named `explorration`", "did you mean `exploration`?", "x.toml:15"]),
        ("[label]\ntic-tac-toe = \"T\"\nconnect-four = \"T\"\n", &["`tic-tac-toe` and `connect-four` have the same label `T`", "x.toml:1"]),
        ("[label]\ntic-tac-toe = \"connect-four\"\n", &["have the same label `connect-four`"]),
        // Names may not be exchanged, and what is registered is not something else.
        (
            "[label]\ntic-tac-toe = \"connect-four\"\nconnect-four = \"tic-tac-toe\"\n",
            &["the label `connect-four` of `tic-tac-toe` is already the name of something else", "x.toml:15", "give it another label"],
        ),
        (
            "[label]\ntic-tac-toe = \"Connect-four \"\nconnect-four = \"Tic-Tac-Toe\"\n",
            &["the label `Connect-four ` of `tic-tac-toe` is already the name of something else", "x.toml:15"],
        ),
        (
            "[label]\ntic-tac-toe = \"Board\"\nconnect-four = \"board\"\n",
            &["`tic-tac-toe` and `connect-four` have the same label `board` but for case and spaces"],
        ),
        ("[label]\ntic-tac-toe = \"chess\"\n", &["the label `chess` of `tic-tac-toe`"]),
        ("[label]\nexploration = \"  \"\n", &["the label of `exploration` is empty", "x.toml:15"]),
    ];
    for (more, parts) in cases {
        let error = load(more).err().unwrap_or_else(|| panic!("{more} is accepted"));
        assert!(parts.iter().all(|part| error.contains(part)), "{more}: {error}");
    }
    let listed = load("[label]\nexplorration = \"C\"\n").err().unwrap();
    assert!(!listed.contains("1.4142135623730951"), "numbers are not listed: {listed}");
    // An agent may be read as what it is.
    load("[label]\nrandom = \"Random\"\n").unwrap();
    // A profile may sweep other numbers.
    load("[label]\n3.5 = \"much\"\n").unwrap();
}

/// What is not labelled is shown as it is read most easily: numbers with few decimals, and games under their registered name with what was changed.
#[test]
fn plain_names_are_short_and_say_what_is_changed() {
    let shown = |text: &str| {
        let experiment = Files::new(&[("x.toml", text)]).load(&options()).unwrap().experiment;
        let labels: Vec<String> =
            experiment.cells.iter().flat_map(|cell| &cell.axes).map(|at| format!("{} {}", at.value, at.label)).collect();
        labels
    };
    let has = |labels: &[String], wanted: &str| labels.iter().any(|label| label == wanted);
    let plain = shown(BASE);
    assert!(has(&plain, "1.4142135623730951 1.4142") && has(&plain, "0.5 0.5") && has(&plain, "tic-tac-toe tic-tac-toe"), "{plain:?}");
    // Two values may not look alike.
    let close = shown(&BASE.replace("[0.5,", "[1.4142,"));
    assert!(has(&close, "1.4142135623730951 1.4142135623730951") && has(&close, "1.4142 1.4142"), "{close:?}");
    let changed = BASE.replace("\"connect-four\"", "\"hex\", \"small\"");
    let tables = "[game.hex.params]\nsize = 5\n[game.small]\nuse = \"hex\"\nparams = { size = 4 }\n";
    let games = shown(&format!("{changed}{tables}"));
    assert!(has(&games, "hex hex (size=5)") && has(&games, "small small"), "{games:?}");
    // A label of the file is kept.
    let labelled = shown(&format!("{changed}{tables}[label]\nhex = \"Hex\"\n1.4142135623730951 = \"√2\"\n"));
    assert!(has(&labelled, "hex Hex") && has(&labelled, "1.4142135623730951 √2"), "{labelled:?}");
}

/// Who reads a report knows labels: a condition with one is led to the name.
#[test]
fn a_condition_with_a_label_is_led_to_the_name() {
    let labels = "[label]\nexploration = \"C\"\n0.5 = \"half\"\ntic-tac-toe = \"Noughts and crosses\"\n[only]\n";
    for (condition, name) in [
        ("C = 0.5", "did you mean `uct.exploration`?"),
        ("uct.exploration = \"half\"", "did you mean `0.5`?"),
        ("game = \"Noughts and crosses\"", "did you mean `tic-tac-toe`?"),
        ("game = \"noughts and croses\"", "did you mean `tic-tac-toe`?"),
        ("game = \"connect-for\"", "did you mean `connect-four`?"),
    ] {
        let Err(error) = load(&format!("{labels}{condition}\n")) else { panic!("`{condition}` is no condition") };
        assert!(error.contains(name), "{condition}: {error}");
    }
    let excluded = "[label]\ntic-tac-toe = \"Noughts\"\n[[exclude]]\nwhere = { game = \"hex\" }\nreason = \"large\"\n";
    assert!(load(excluded).is_ok());
}
