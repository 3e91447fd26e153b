//! Reports and the page of games under axe-core (npm), at phone and desktop widths, light and dark.

#[path = "../examples/sample.rs"]
#[expect(dead_code, reason = "the example's entry point is not needed here")]
mod sample;

use std::path::{Path, PathBuf};

use treebench_reports::games::{Board, GameCell, GamesPage, Piece, Place, Ply, Reveal, Search, SearchedMove, Seat, StoredGame};
use treebench_reports::testing::{AXE, accessibility_faults};

/// The program, among the packages of Node that the environment names.
fn axe() -> Option<String> {
    let folders = std::env::var_os("NODE_PATH")?;
    let file = |folder: PathBuf| std::fs::read_to_string(folder.join("axe-core/axe.min.js")).ok();
    std::env::split_paths(&folders).find_map(file)
}

fn has_no_serious_fault(page: &Path) {
    let skip = |reason: &str| {
        assert!(std::env::var_os(AXE).is_none(), "{reason}, and {AXE} is set");
        // Not `eprintln!`, whose output is hidden when the test passes.
        let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("skipped: {reason}\n").as_bytes());
    };
    let Some(axe) = axe() else { return skip("axe-core is not below NODE_PATH") };
    match accessibility_faults(page, &axe).expect("the browser runs") {
        None => skip("`chromium` is not on the PATH"),
        Some(faults) => assert!(faults.is_empty(), "{}", faults.join("\n")),
    }
}

/// A pair of games with more moves than their list shows at once, and with search results.
fn games() -> GamesPage {
    let board = Board {
        places: ["a1", "b1"]
            .map(|name| Place { name: name.into(), at: (f32::from(u8::from(name == "b1")), 0.0), shape: "square", shade: "plain" })
            .into(),
        colours: vec!["white", "black"],
        pieces: vec![Piece { glyph: "♜".into(), label: "white rook".into(), colour: "white", form: "figure", count: 1 }],
        ..Board::default()
    };
    let shown = |ply: usize| Reveal { changes: vec![(ply % 2, Some(0)), ((ply + 1) % 2, None)], turn: Some(ply % 2), ..Reveal::default() };
    let found = |text: &str, visits| SearchedMove { text: text.into(), visits, mean: 0.5, paths: vec![vec![0, 1]] };
    let ply = |ply: usize| Ply {
        text: "Rb1".into(),
        by: Some(ply % 2),
        paths: vec![vec![0, 1]],
        shown: shown(ply + 1),
        search: Some(Search {
            iterations: 100,
            micros: Some(900),
            moves: vec![found("Rb1", 60), found("Ra1", 40)],
            line: vec!["Rb1".into()],
        }),
        ..Ply::default()
    };
    let seat = |name: &str| Seat { name: name.into(), label: name.into(), spent: "99 turns".into(), command: String::new() };
    let game = |number: usize| StoredGame {
        id: format!("abcdef012345-{number}"),
        title: "draw, 299 moves".into(),
        pair: Some(1 - number),
        seats: vec![seat("uct"), seat("random")],
        result: "draw".into(),
        start: shown(0),
        plies: (0..299).map(ply).collect(),
        first_number: Some(1),
        ..StoredGame::default()
    };
    let cell = GameCell { number: 0, name: "chess · uct – random".into(), links: vec![("drawn".into(), 0)] };
    GamesPage { title: "Games".into(), boards: vec![board], cells: vec![cell], games: vec![game(0), game(1)], ..GamesPage::default() }
}

#[test]
fn a_report_can_be_read_and_reached_without_eyes_or_mouse() {
    let dir = tempfile::tempdir().expect("a folder");
    has_no_serious_fault(&treebench_reports::write_all(&sample::sample(), dir.path(), &["html"]).expect("written").remove(0));
}

#[test]
fn a_page_of_games_can_be_read_and_reached_without_eyes_or_mouse() {
    let dir = tempfile::tempdir().expect("a folder");
    has_no_serious_fault(&games().write(dir.path(), "games.html").expect("written"));
}
