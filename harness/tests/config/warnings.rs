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

#[test]
fn an_exclude_that_leaves_nothing_out() {
    let said = |game: &str| warnings(&format!("{MATCH}[[exclude]]\nwhere = {{ game = \"{game}\" }}\nreason = \"slow\"\n"), &options());
    let nothing = "x.toml:15: an [[exclude]] leaves nothing out: ";
    assert_eq!(said("reversi"), [format!("{nothing}`reversi` is not on the axis `game`; did you mean `rbg/reversi`?")]);
    assert_eq!(said("chess"), [format!("{nothing}`chess` is not on the axis `game`; its values are rbg/reversi, rbg/hex")]);
    assert_eq!(said("rbg/hex"), Vec::<String>::new());
    // A grid that was narrowed on purpose may lack them.
    let narrowed = LoadOptions { set: vec!["grid.game=\"rbg/hex\"".to_owned()], ..options() };
    let text = format!("{MATCH}[[exclude]]\nwhere = {{ game = \"rbg/reversi\" }}\nreason = \"slow\"\n");
    assert_eq!(warnings(&text, &narrowed), Vec::<String>::new());
}

/// Resolved copies keep the texts of files there; the name of a file that nothing reads is a mistake.
#[test]
fn a_text_of_a_file_that_nothing_names() {
    let said = warnings(&format!("{MATCH}[file]\n\"foo.txt\" = \"a b\"\n"), &options());
    let unused =
        "x.toml:15: [file] `foo.txt` is unused: no setting names this file ([file] belongs to resolved copies and has texts of files)";
    assert_eq!(said, [unused]);
    let openings =
        MATCH.replace("[grid]", "[match]\nopenings = \"foo.txt\"\n[grid]").replace("\"rbg/reversi\", \"hex\"", "\"tic-tac-toe\"");
    assert_eq!(warnings(&format!("{openings}[file]\n\"foo.txt\" = \"a1\"\n"), &options()), Vec::<String>::new());
}
