//! Opening files: what is accepted, what is rejected and at which line, and what enters the key of a cell.

use crate::support::{Files, options};
use treebench::experiment::LoadOptions;

/// Games of `random` against itself with a file of openings.
fn experiment(games: &str, openings: &str) -> String {
    format!(
        "[experiment]\nname = \"o\"\nkind = \"match\"\ngames-per-cell = 4\n[budget]\niterations = 10\n[grid]\ngame = {games}\n\
         [compare]\nrandom = \"flat-mc\"\n[match]\n{openings}\n"
    )
}

fn load(files: &[(&str, &str)], openings: &str) -> Result<Vec<String>, String> {
    let text = experiment("\"tic-tac-toe\"", openings);
    let files = Files::new(&[&[("x.toml", text.as_str())], files].concat());
    let loaded = files.load(&options())?;
    Ok(loaded.experiment.cells.iter().map(|cell| cell.key.to_string()).collect())
}

#[test]
fn the_entries_are_part_of_the_key_and_the_path_is_not() {
    let key = |name: &str, text: &str, order: &str| load(&[(name, text)], &format!("openings = \"{name}\"\n{order}")).unwrap().remove(0);
    let first = key("a.txt", "a1 b2\nX../.O./... x\n", "");
    assert_eq!(first, key("b.txt", "# the same\n\na1 b2 # centre\nX../.O./... x", "openings-order = \"file\""));
    assert_ne!(first, key("a.txt", "X../.O./... x\na1 b2\n", ""), "the order of the file decides who begins how");
    assert_ne!(first, key("a.txt", "a1 b2\n", ""));
    assert_ne!(first, key("a.txt", "a1 b2\nX../.O./... x\n", "openings-order = \"shuffled\""));
    let none = load(&[], "").unwrap();
    assert_eq!(none, load(&[], "openings = \"\"").unwrap(), "no file is the default, written or not");
    assert_ne!(none[0], first);
    // Every file of a list is a cell.
    assert_eq!(load(&[("a.txt", "a1"), ("b.txt", "b1")], "openings = [\"a.txt\", \"b.txt\", \"\"]").unwrap().len(), 3);
}

#[test]
fn bad_lines_are_refused_with_file_line_and_text() {
    let fault = |text: &str| load(&[("a.txt", text)], "openings = \"a.txt\"").unwrap_err();
    let shows = |text: &str, parts: &[&str]| {
        let fault = fault(text);
        assert!(parts.iter().all(|part| fault.contains(part)), "{parts:?} in:\n{fault}");
    };
    shows("# good\na1 b2\na1 b9 c3\n", &["--> a.txt:3:4", "a1 b9 c3", "move 2: `b9` is not a legal move", "x.toml:12"]);
    shows("zz top\n", &["--> a.txt:1:1", "neither a position nor a list of moves", "As a position: ", "As moves: `zz`"]);
    shows("XXX/OO./... o\n", &["--> a.txt:1:1", "the game is over in this position"]);
    shows("a1 a2 b1 b2 c1\n", &["--> a.txt:1:1", "the game is over after these moves"]);
    shows("a1 a2 b1 b2 c1 c2\n", &["--> a.txt:1:16", "the game is over before `c2`"]);
    shows("# nothing\n\n", &["--> x.toml:12", "a.txt has no entry"]);
    let all = fault("a9\na1\nb9\n");
    assert!(all.contains("a.txt:1:1") && all.contains("a.txt:3:1"), "every bad line is named: {all}");
    let long = load(&[("a.txt", "a1 b2\n")], "openings = \"a.txt\"\nmax-moves = 4\nrandom-plies = 2").unwrap_err();
    assert!(long.contains("a.txt:1:1") && long.contains("this opening has 4 moves with the random ones"), "{long}");
    for (openings, parts) in [
        ("openings = \"none.txt\"", ["x.toml:12", "cannot read none.txt"]),
        ("openings = \".\"", ["x.toml:12", "not a regular file"]),
        ("random-plies = 9", ["x.toml:12", "`tic-tac-toe`: after 9 random moves the game is over"]),
        ("openings-order = \"shuffled\"", ["x.toml:12", "openings-order needs a file"]),
    ] {
        let fault = load(&[], openings).unwrap_err();
        assert!(parts.iter().all(|part| fault.contains(part)), "{fault}");
    }
}

#[test]
fn every_game_has_the_file_of_its_name() {
    let files = Files::new(&[
        (
            "x.toml",
            &experiment(
                "[\"tic-tac-toe\", \"connect-four\", \"small\"]",
                "openings = \"{game}.txt\"\n[game.small]\nuse = \"connect-four\"\nparams = { columns = 5 }",
            ),
        ),
        ("tic-tac-toe.txt", "b2"),
        ("connect-four.txt", "4"),
        ("small.txt", "2 2"),
    ]);
    match files.load(&options()) {
        Ok(loaded) => {
            let entries: Vec<&str> = loaded.experiment.cells.iter().map(|cell| cell.files["openings"].entry(0)).collect();
            assert_eq!(entries, ["b2", "4", "2 2"]);
        }
        Err(errors) => panic!("{errors}"),
    }
}

#[test]
fn the_resolved_copy_holds_the_openings() {
    let files = Files::new(&[("x.toml", &experiment("\"tic-tac-toe\"", "openings = \"a.txt\"")), ("a.txt", "# two\na1 b2\nb2\n")]);
    let first = files.load(&options()).unwrap().experiment;
    let copy = Files::new(&[("x.toml", &first.resolved_toml)]);
    let second = copy.load(&LoadOptions { stored: true, ..options() }).unwrap().experiment;
    assert_eq!(second.cells[0].canonical, first.cells[0].canonical);
    assert_eq!(second.resolved_toml, first.resolved_toml);
    assert!(first.cells[0].canonical.contains("\n  openings = entries ") && !first.cells[0].canonical.contains("a.txt"));
}

/// Games of chess by the standard rules or the papers' rules.
fn chess(game: &str, file: &str, text: &str, more: &str) -> Result<Vec<String>, String> {
    let experiment = experiment(&format!("\"{game}\""), &format!("openings = \"{file}\"\n{more}"));
    let loaded = Files::new(&[("x.toml", experiment.as_str()), (file, text)]).load(&options())?;
    let file = &loaded.experiment.cells[0].files["openings"];
    Ok((0..file.len()).map(|index| file.entry(index).to_owned()).collect())
}

#[test]
fn lines_of_public_books_are_read() {
    let lines = "\u{feff}# a book\r\nrnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6\r\n\
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;\r\n\
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1;\n\
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"first; #1\";\n\
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e4 e7e5 Nf3\nd4 d5 c4\n";
    for game in ["chess", "rbg/chess"] {
        let lines = if game == "chess" { lines.to_owned() } else { lines.replace("e7e5", "e5") };
        assert_eq!(chess(game, "book.epd", &lines, "").unwrap().len(), 6, "{game}");
    }
    let fault =
        chess("chess", "book.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n8/8/8/8/8/8/8/8 w - -\n4k3/8/8/8/8/8/8/R3K3 w - - 0 1 moves Ra9\n", "")
            .unwrap_err();
    for part in ["book.epd:1:1", "the game is over in this position", "book.epd:2:1", "White has no king", "book.epd:3:38", "move 1: `Ra9`"]
    {
        assert!(fault.contains(part), "{part} in:\n{fault}");
    }
}

#[test]
fn games_of_pgn_begin_games_to_a_ply() {
    let text = "[Event \"x\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 (2. Nc3 Nf6) Qh4# 0-1\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. e4 Kd7 *\n";
    let fault = chess("chess", "book.pgn", text, "").unwrap_err();
    assert!(fault.contains("book.pgn:4:4") && fault.contains("the game is over after these moves"), "{fault}");
    let entries = chess("chess", "book.pgn", text, "openings-plies = 3").unwrap();
    assert_eq!(entries, ["f3 e5 g4 Qh4#", "f3 e5 Nc3 Nf6", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e4 Kd7"]);
    for (more, message) in [
        ("openings-plies = 3\nopenings-first = 4", "openings-first is 4, but book.pgn has 3 openings"),
        ("openings-plies = 3\nopenings-first = 3\nopenings-last = 2", "openings-last is 2, before openings-first = 3"),
    ] {
        let fault = chess("chess", "book.pgn", text, more).unwrap_err();
        assert!(fault.contains(message), "{fault}");
    }
}
