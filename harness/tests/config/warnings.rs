//! Warnings about valid files that probably contain a mistake.

use crate::support::{Files, KINDS, options, urgency};
use treebench::experiment::{LoadOptions, load};

/// The warnings of `x.toml`, without the folder.
fn warnings(text: &str, options: &LoadOptions) -> Vec<String> {
    let files = Files::new(&[("x.toml", text)]);
    let loaded = files.load(options).unwrap_or_else(|errors| panic!("{errors}"));
    let folder = format!("{}/", files.0.path().display());
    loaded.warnings.into_iter().map(|warning| warning.replace(&folder, "")).collect()
}

/// An unused table is a warning; in an included file it may be meant for other experiments.
#[test]
fn an_agent_that_takes_no_part() {
    let files = Files::new(&[("x.toml", &(urgency() + "[agent.idle]\nuse = \"uct\"\n")), ("y.toml", "include = [\"x.toml\"]\n")]);
    let warnings = |name: &str| load(&files.path(name), KINDS, &options()).unwrap().warnings;
    let said = warnings("x.toml");
    assert!(said.len() == 1 && said[0].ends_with(": [agent.idle] is unused: nothing refers to it"), "{said:?}");
    assert_eq!(warnings("y.toml"), Vec::<String>::new());
}

const MATCH: &str = "# Is it?\n[experiment]\nname = \"x\"\nkind = \"match\"\ngames-per-cell = 4\n[budget]\niterations = 5\n\
    [grid]\ngame = [\"rbg/reversi\", \"hex\"]\n[compare]\nuct = \"random\"\n[[hypothesis]]\nis = \"better\"\n";

#[test]
fn a_hypothesis_about_cells_that_are_missing() {
    let said = |more: &str| warnings(&format!("{MATCH}{more}\n"), &options());
    let missing = "x.toml:14: a hypothesis refers to a missing cell: ";
    assert_eq!(
        said("where = { game = \"reversi\" }"),
        [format!("{missing}`reversi` is not on the axis `game`; did you mean `rbg/reversi`?")]
    );
    let told = format!("{missing}`awari` is not on the axis `game`; its values are rbg/reversi, rbg/hex");
    assert_eq!(said("where = { game = [\"rbg/hex\", \"awari\"] }"), [told]);
    assert_eq!(said("where = { game = \"rbg/hex\" }"), Vec::<String>::new());
    let excluded = "where = { game = \"rbg/hex\" }\n[[exclude]]\nwhere = { game = \"rbg/hex\" }\nreason = \"slow\"";
    assert_eq!(said(excluded), ["x.toml:12: a hypothesis refers to a missing cell: no cell of the grid matches game rbg/hex"]);
    // A grid that was narrowed on purpose has fewer cells than its hypotheses are about.
    let narrowed = LoadOptions { set: vec!["grid.game=\"rbg/hex\"".to_owned()], ..options() };
    assert_eq!(warnings(&format!("{MATCH}where = {{ game = \"rbg/reversi\" }}\n"), &narrowed), Vec::<String>::new());
}

#[test]
fn a_tournament_of_everybody() {
    let tournament =
        "# Who?\n[experiment]\nname = \"x\"\nkind = \"tournament\"\ngames-per-cell = 2\n[budget]\niterations = 5\n[grid]\ngame = \"nim\"\n";
    let said = warnings(tournament, &options());
    assert!(
        said.len() == 1
            && said[0].contains(
                "[tournament] has no `players`: every registered agent that can play these games takes \
         part"
            ),
        "{said:?}"
    );
    for more in ["[tournament]\nplayers = \"*\"\n", "[agent.uct]\n[agent.random]\n"] {
        assert_eq!(warnings(&format!("{tournament}{more}"), &options()), Vec::<String>::new(), "{more}");
    }
}

/// An agent against itself is even whatever its parameters are.
#[test]
fn an_agent_against_itself() {
    let itself = MATCH.replace("uct = \"random\"", "uct = \"uct\"");
    let said = warnings(&itself, &options());
    assert!(said.len() == 1 && said[0].starts_with("x.toml:") && said[0].contains("`uct` plays against itself"), "{said:?}");
    // In the first seat, its score is what the first move is worth.
    let seated = itself.replace("[grid]", "[match]\nswap-seats = false\n[grid]");
    assert_eq!(warnings(&seated, &options()), Vec::<String>::new());
    assert_eq!(warnings(MATCH, &options()), Vec::<String>::new());
}
