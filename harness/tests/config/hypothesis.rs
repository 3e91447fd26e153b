//! `[[hypothesis]]`: its keys and its error messages.

use crate::support::{Files, options};
use treebench::experiment::{Experiment, Measure};
use treebench::stats::{Claim, Over, Side};

const BASE: &str = "# Does it?\n[experiment]\nname = \"h\"\nkind = \"match\"\ngames-per-cell = 4\n[budget]\niterations = [10, 20]\n\
    [grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n[agent.uct.sweep]\nexploration = [0.5, 1.0]\n[compare]\nuct = \"random\"\n";

/// The experiment with this text inserted after line 13.
fn load(more: &str) -> Result<Experiment, String> {
    Files::new(&[("x.toml", &format!("{BASE}{more}"))]).load(&options()).map(|loaded| loaded.experiment)
}

#[test]
fn a_hypothesis_selects_its_cells_and_changes_no_keys() {
    let stated = "[[hypothesis]]\nis = \"better\"\n[[hypothesis]]\nsays = \"At 0.5 it loses.\"\nis = \"even\"\nover = \"every\"\nmargin = 2.5\n\
        where = { game = \"connect-four\", uct.exploration = 0.5 }\n";
    let (plain, experiment) = (load("").unwrap(), load(stated).unwrap());
    let [all, some] = &experiment.hypotheses[..] else { panic!("two are stated") };
    assert_eq!((all.claim, all.cells.len()), (Claim { side: Side::Above, over: Over::Average, margin: 0.0 }, 8));
    assert_eq!((some.claim, some.words.as_str()), (Claim { side: Side::Near, over: Over::Every, margin: 0.025 }, "At 0.5 it loses."));
    let named = |&index: &usize| {
        let axes = &experiment.cells[index].axes;
        axes.iter().any(|at| at.value == "connect-four") && axes.iter().any(|at| at.name() == "uct.exploration" && at.value == "0.5")
    };
    assert!(some.cells.len() == 2 && some.cells.iter().all(named), "{:?}", some.cells);
    let keys = |experiment: &Experiment| experiment.cells.iter().map(|cell| cell.key).collect::<Vec<_>>();
    assert_eq!(keys(&plain), keys(&experiment));
    // The resolved copy says the same.
    let again = Files::new(&[("x.toml", &experiment.resolved_toml)]).load(&options()).unwrap().experiment;
    assert_eq!(again.hypotheses, experiment.hypotheses);
}

#[test]
fn the_only_candidate_and_narrowed_games_can_be_named() {
    let one = load("[[hypothesis]]\nis = \"worse\"\nwhere = { candidate = \"uct\", game = \"reversi\" }\n").unwrap();
    assert_eq!(one.hypotheses[0].cells, [0usize; 0], "reversi is a game, but not of this grid");
    let all = load("[[hypothesis]]\nis = \"worse\"\nwhere = { candidate = \"uct\", against = \"random\" }\n").unwrap();
    assert_eq!(all.hypotheses[0].cells.len(), 8);
}

#[test]
fn every_mistake_is_an_error_with_its_place() {
    let cases: [(&str, &[&str]); 18] = [
        ("is = \"beter\"\n", &["`beter`", "did you mean `better`?", "x.toml:15"]),
        ("says = \"It wins.\"\n", &["`is` is missing", "is = \"better\"", "x.toml:14"]),
        ("within = 0\n", &["`within` must be above 0", "write within = 5", "x.toml:15"]),
        ("within = 5\nis = \"even\"\n", &["`is` and `within` are mutually exclusive", "x.toml:15"]),
        ("within = 5\nmargin = 5\n", &["`within` is itself the margin", "remove `margin`", "x.toml:16"]),
        ("is = \"better\"\nsetting = \"tiem\"\n", &["`tiem`", "did you mean `time`?", "x.toml:16"]),
        ("is = \"better\"\nsetting = { iteration = 5 }\n", &["`iteration`", "did you mean `iterations`?", "x.toml:16"]),
        ("is = \"better\"\nsetting = { states-as = \"1s\" }\n", &["depends on the machine", "setting = \"states\"", "x.toml:16"]),
        (
            "is = \"better\"\nwhere = { gmae = \"connect-four\" }\n",
            &["`gmae` is not an axis of the grid", "did you mean `game`?", "x.toml:16"],
        ),
        (
            "is = \"better\"\nwhere = { exploration = 1.0 }\n",
            &["`exploration` is not an axis of the grid", "did you mean `uct.exploration`?", "x.toml:16"],
        ),
        ("is = \"better\"\nwhere = { uct = 1.0 }\n", &["`uct` is not an axis of the grid", "did you mean `uct.exploration`?", "x.toml:16"]),
        ("is = \"better\"\nwhere = { uct.exploration = 0.7 }\n", &["`0.7` is not on the axis `uct.exploration`", "x.toml:16"]),
        ("is = \"better\"\nmargn = 3\n", &["margn", "did you mean `margin`?", "x.toml:16"]),
        ("is = \"better\"\nmargin = 60\n", &["from 0 to 50", "x.toml:16"]),
        ("is = \"even\"\n", &["is = \"even\" needs `margin`", "write margin = 5", "x.toml:15"]),
        ("is = \"even\"\nmargin = 50\n", &["`margin = 50` holds for every score of two players", "write less than 50", "x.toml:16"]),
        ("is = \"better\"\nwhere = {}\n", &["`where` is empty", "x.toml:16"]),
        ("within = 50\n", &["`within = 50` holds for every score of two players", "write less than 50", "x.toml:15"]),
    ];
    for (text, parts) in cases {
        let error = load(&format!("[[hypothesis]]\n{text}")).err().unwrap_or_else(|| panic!("{text} is accepted"));
        assert!(parts.iter().all(|part| error.contains(part)), "{parts:?} in:\n{error}");
    }
    let table = load("[hypothesis]\nis = \"better\"\n").err().expect("a single table is no list");
    assert!(table.contains("[[hypothesis]]"), "{table}");
    let playout = BASE.replace("\"match\"", "\"playout\"");
    let playout = playout.split("[agent.uct.sweep]").next().unwrap().to_owned() + "[[hypothesis]]\nis = \"better\"\n";
    let error = Files::new(&[("x.toml", &playout)]).load(&options()).err().expect("a playout has no claims");
    assert!(error.contains("needs matches or searches"), "{error}");
}

#[test]
fn two_averages_can_be_compared() {
    let stated = "[[hypothesis]]\nsource = \"section 4\"\nis = \"worse\"\nmeasure = \"score\"\nwhere = { game = \"connect-four\" }\n\
        than = { game = \"tic-tac-toe\", iterations = 10 }\n";
    let experiment = load(stated).unwrap();
    let [claim] = &experiment.hypotheses[..] else { panic!("one is stated") };
    assert_eq!(
        (claim.cells.len(), claim.than.as_ref().map(Vec::len), claim.measure, claim.source.as_str()),
        (4, Some(2), Measure::Score, "section 4")
    );
    let again = Files::new(&[("x.toml", &experiment.resolved_toml)]).load(&options()).unwrap().experiment;
    assert_eq!(again.hypotheses, experiment.hypotheses);
    let cases: [(&str, &[&str]); 2] = [
        ("is = \"better\"\nmeasure = \"area\"\n", &["`area` is not measured by experiments of the kind `match`", "x.toml:16"]),
        ("is = \"better\"\nmeasure = \"aera\"\n", &["did you mean `area`?"]),
    ];
    for (text, parts) in cases {
        let error = load(&format!("[[hypothesis]]\n{text}")).err().unwrap_or_else(|| panic!("{text} is accepted"));
        assert!(parts.iter().all(|part| error.contains(part)), "{parts:?} in:\n{error}");
    }
}

#[test]
fn rivals_are_the_places_that_than_names() {
    let stated = "[[hypothesis]]\nis = \"better\"\nover = \"every\"\nwhere = { game = \"connect-four\" }\n\
        than = { game = \"tic-tac-toe\", iterations = [10, 20] }\n";
    let experiment = load(stated).unwrap();
    let claim = &experiment.hypotheses[0];
    assert_eq!((claim.cells.len(), claim.rivals.iter().map(Vec::len).collect::<Vec<_>>()), (4, vec![2, 2]));
    let all: Vec<usize> = claim.rivals.concat();
    assert!(claim.than.iter().flatten().all(|cell| all.contains(cell)), "{:?}", claim.rivals);
}

/// Nothing is better than itself: a pattern that names the hypothesis's own cells, too, leaves these out, and says so.
#[test]
fn nothing_is_compared_with_itself() {
    let stated = |over: &str, than: &str| {
        let text = format!(
            "[[hypothesis]]\nis = \"better\"\nover = \"{over}\"\nwhere = {{ game = \"connect-four\" }}\nthan = {{ game = \"{than}\" }}\n"
        );
        let loaded = Files::new(&[("x.toml", &format!("{BASE}{text}"))]).load(&options()).unwrap();
        (loaded.experiment.hypotheses[0].clone(), loaded.warnings.join("; "))
    };
    let apart = stated("every", "tic-tac-toe");
    let (claim, said) = stated("every", "*");
    assert_eq!((&claim.cells, &claim.than, &claim.rivals), (&apart.0.cells, &apart.0.than, &apart.0.rivals));
    assert_eq!((claim.own_rivals, apart.0.own_rivals, apart.1.as_str()), (4, 0, ""));
    assert!(said.contains("x.toml:18: `than` includes 4 of the hypothesis's own cells, which are left out; 4 remain"), "{said}");
    let (claim, said) = stated("average", "connect-four");
    assert_eq!(claim.than, Some(Vec::new()));
    assert!(said.contains("which are left out; no cell remains"), "{said}");
}

#[test]
fn a_setting_leaves_out_cells_with_other_budgets() {
    let of = |setting: &str| load(&format!("[[hypothesis]]\nis = \"better\"\nsetting = {setting}\n")).unwrap().hypotheses.remove(0);
    let cases = [
        ("\"iterations\"", 8, None),
        ("{ iterations = 20 }", 4, None),
        ("{ iterations = [10, 20] }", 8, None),
        ("\"time\"", 8, Some("budgets of time")),
        ("{ states = 20 }", 8, Some("20 states")),
    ];
    for (setting, cells, other) in cases {
        let claim = of(setting);
        assert_eq!((claim.cells.len(), claim.other_setting.as_deref()), (cells, other), "{setting}");
    }
    let experiment = load("[[hypothesis]]\nwithin = 5\nsetting = { time = \"0.5s\" }\n").unwrap();
    let again = Files::new(&[("x.toml", &experiment.resolved_toml)]).load(&options()).unwrap().experiment;
    assert_eq!(again.hypotheses, experiment.hypotheses, "{}", experiment.resolved_toml);
}

/// The description of a test names its cells, and the differences between its two sides that no condition names.
#[test]
fn the_two_sides_of_a_hypothesis_are_told_apart() {
    let base = "[experiment]\nname = \"h\"\nkind = \"match\"\ngames-per-cell = 4\n[budget]\niterations = 10\n[grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n\
        [agent.c]\nuse = \"uct\"\n[agent.d]\nuse = \"flat-mc\"\n[compare]\nc = \"random\"\nd = \"uct\"\n[[hypothesis]]\nis = \"better\"\n";
    let load = |more: &str| Files::new(&[("x.toml", &format!("{base}{more}"))]).load(&options()).unwrap().experiment.hypotheses.remove(0);
    let mixed = load("where = { candidate = \"c\", game = \"connect-four\" }\nthan = { candidate = \"d\" }\n");
    assert_eq!((mixed.about.as_str(), mixed.against.as_str()), ("candidate c, game connect-four", "candidate d"));
    assert_eq!(mixed.confounded, ["against"], "the game is named");
    let fair = load("where = { candidate = \"c\", game = \"connect-four\" }\nthan = { candidate = \"c\", game = \"tic-tac-toe\" }\n");
    assert!(fair.confounded.is_empty(), "{:?}", fair.confounded);
}

#[test]
fn another_source_is_the_same_hypothesis_and_other_words_are_a_new_one() {
    let hash = |text: &str| load(&format!("[[hypothesis]]\n{text}")).unwrap().hypotheses.remove(0).hash;
    let first = hash("says = \"It wins.\"\nis = \"better\"\nwhere = { game = \"connect-four\" }\n");
    assert_eq!(
        first,
        hash("is = \"better\"\nwhere.game = [\"connect-four\"]\nsays = \"It wins.\"\nsource = \"section 2\"\nmargin = 0.0\n")
    );
    for edited in ["says = \"It loses.\"\nis = \"better\"\nwhere = { game = \"connect-four\" }\n", "says = \"It wins.\"\nis = \"better\"\n"]
    {
        assert_ne!(first, hash(edited), "{edited}");
    }
}

#[test]
fn searches_are_compared_with_other_cells_only() {
    let base = "[experiment]\nname = \"h\"\nkind = \"search\"\ngames-per-cell = 4\n[budget]\niterations = 10\n[grid]\ngame = [\"tic-tac-toe\"]\n\
        [agent.uct]\n[agent.random]\n[[hypothesis]]\n";
    let load = |more: &str| Files::new(&[("x.toml", &format!("{base}{more}"))]).load(&options()).map(|loaded| loaded.experiment);
    let experiment = load("is = \"better\"\nwhere = { agent = \"uct\" }\nthan = { agent = \"random\" }\n").unwrap();
    assert_eq!((experiment.hypotheses[0].measure, experiment.hypotheses[0].cells.len()), (Measure::Optimal, 1));
    let cases: [(&str, &[&str]); 3] = [
        ("is = \"better\"\n", &["`than` is missing: agents of a search do not meet", "x.toml:12"]),
        ("is = \"better\"\nmeasure = \"score\"\nthan = { agent = \"uct\" }\n", &["`score` is not measured", "x.toml:13"]),
        (
            "is = \"better\"\nmeasure = \"difficulty\"\nmargin = 2\nthan = { agent = \"uct\" }\n",
            &["the difficulty is not", "remove `margin`", "x.toml:14"],
        ),
    ];
    for (text, parts) in cases {
        let error = load(text).err().unwrap_or_else(|| panic!("{text} is accepted"));
        assert!(parts.iter().all(|part| error.contains(part)), "{parts:?} in:\n{error}");
    }
}
