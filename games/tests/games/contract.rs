//! Every game is registered, and every registered game satisfies the contract.

use std::collections::BTreeSet;
use std::path::PathBuf;
use treebench_games::contract::Effort;
use treebench_games::params::{Value, Values};
use treebench_games::testing::SplitGame;
use treebench_games::{Game, GameEntry, Rng, Scratch, contract, games, languages};

/// Each file here with the attribute, as the compiler names it: one that no `mod` line names is not compiled.
fn files_in_rust() -> BTreeSet<String> {
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/rust")).unwrap().map(|entry| entry.unwrap().path());
    let games = files.filter(|path| std::fs::read_to_string(path).is_ok_and(|text| text.contains("#[game(")));
    games.map(|path| format!("games/src/rust/{}", path.file_name().unwrap().to_str().unwrap())).collect()
}

#[test]
fn every_file_of_a_game_is_registered() {
    let (described, rust): (Vec<&GameEntry>, Vec<&GameEntry>) = games().iter().partition(|entry| entry.definition.text().is_some());
    assert_eq!(rust.iter().map(|entry| entry.origin.file.to_owned()).collect::<BTreeSet<_>>(), files_in_rust());
    // Every rules file is a game.
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/rules")).unwrap();
    let name = |path: PathBuf| format!("{}/{}", languages::of(&path).name, path.file_stem().unwrap().to_str().unwrap());
    let mut files: Vec<String> = files.map(|file| name(file.unwrap().path())).collect();
    files.sort();
    assert_eq!(described.iter().map(|entry| entry.name).collect::<Vec<_>>(), files);
    assert!(games().iter().all(|entry| !entry.doc().is_empty()));
}

#[test]
fn every_registered_game_keeps_the_contract() {
    contract::check_registry().unwrap();
}

#[test]
fn the_test_game_keeps_it_in_both_views() {
    contract::check(&SplitGame::orthodox(), 3).unwrap();
    contract::check(&SplitGame::split(), 3).unwrap();
}

fn numbers(pairs: &[(&str, i64)]) -> Values {
    pairs.iter().map(|&(name, number)| (name.to_owned(), Value::Int(number))).collect()
}

#[test]
fn other_sizes_keep_it_too() {
    for (name, pairs) in [
        ("ataxx", [("size", 4)].as_slice()),
        ("ataxx", &[("size", 5), ("quiet-moves", 15)]),
        ("ataxx", &[("size", 6), ("max-moves", 75)]),
        ("ataxx", &[("size", 8), ("max-moves", 40)]),
        ("breakthrough", &[("width", 2), ("height", 4)]),
        ("breakthrough", &[("width", 3), ("height", 4)]),
        ("breakthrough", &[("width", 5), ("height", 5)]),
        ("breakthrough", &[("width", 16), ("height", 4)]),
        ("breakthrough", &[("width", 2), ("height", 32)]),
        ("breakthrough", &[("width", 7), ("height", 9)]),
        ("connect-four", &[("columns", 3), ("rows", 3), ("line", 3)]),
        ("connect-four", &[("columns", 9), ("rows", 6), ("line", 5)]),
        ("connect-four", &[("columns", 4), ("rows", 12), ("line", 6)]),
        ("connect-four", &[("columns", 8), ("rows", 7)]),
        ("connect-three", &[("columns", 7), ("rows", 6), ("line", 4)]),
        ("chess", &[("start", 0), ("draw-after", 12)]),
        ("chess", &[("start", 959), ("repetitions", 2)]),
        ("los-alamos-chess", &[("draw-after", 5)]),
        ("minishogi", &[("repetitions", 2), ("max-moves", 60)]),
        ("reach-chess", &[("max-moves", 30)]),
        ("skirmish", &[("max-moves", 300)]),
        ("diagonals", &[("columns", 2), ("rows", 2)]),
        ("diagonals", &[("columns", 2), ("rows", 21)]),
        ("diagonals", &[("columns", 20), ("rows", 3)]),
        ("diagonals", &[("columns", 8), ("rows", 7)]),
        ("diagonals", &[("columns", 7), ("rows", 8)]),
        ("pentalath", &[("side", 3), ("max-moves", 300)]),
        ("pentalath", &[("side", 4)]),
        ("pentalath", &[("side", 8), ("max-moves", 40)]),
        ("awari", &[("max-moves", 1)]),
        ("awari", &[("max-moves", 30)]),
        ("minishogi", &[("max-moves", 1)]),
        ("minishogi", &[("max-moves", 30)]),
        ("chinese-checkers", &[("players", 2), ("size", 1), ("max-moves", 100)]),
        ("chinese-checkers", &[("players", 3), ("size", 1), ("max-moves", 100)]),
        ("chinese-checkers", &[("players", 4), ("size", 2), ("max-moves", 100)]),
        ("chinese-checkers", &[("players", 6), ("size", 2), ("max-moves", 100)]),
        ("chinese-checkers", &[("players", 6), ("size", 3), ("max-moves", 50)]),
        ("rolit", &[("players", 2)]),
        ("rolit", &[("players", 3)]),
        ("knightthrough", &[("width", 2), ("height", 4)]),
        ("knightthrough", &[("width", 3), ("height", 12)]),
        ("knightthrough", &[("width", 4), ("height", 4)]),
        ("knightthrough", &[("width", 5), ("height", 7)]),
        ("knightthrough", &[("width", 16), ("height", 4)]),
        ("lines-of-action", &[("max-moves", 30)]),
        ("lines-of-action-7x7", &[("max-moves", 7)]),
        ("surakarta", &[("quiet-limit", 7)]),
        ("surakarta", &[("max-moves", 25)]),
        ("gomba", &[("branching", 2), ("depth", 20)]),
        ("gomba", &[("branching", 1), ("depth", 3)]),
        ("gomba", &[("branching", 50), ("depth", 3), ("outcomes", 5)]),
        ("gomba", &[("players", 4), ("chance", 3), ("depth", 6), ("spread-variation", 1), ("carry", 1)]),
        ("go", &[("size", 2)]),
        ("go", &[("size", 5), ("max-moves", 30)]),
        ("go", &[("size", 13), ("handicap", 9), ("max-moves", 60)]),
        ("go", &[("size", 19), ("max-moves", 40)]),
        ("go", &[("size", 25), ("max-moves", 30)]),
        ("p-game", &[("branching", 3), ("depth", 20), ("most", 1)]),
        ("p-game", &[("branching", 200), ("depth", 2)]),
        ("gomba", &[("chance", 2), ("depth", 5), ("effectiveness", 0)]),
        ("kuhn-poker", &[("players", 3)]),
        ("goofspiel", &[("cards", 3)]),
        ("liars-dice", &[("faces", 3)]),
        ("matrix-game", &[("rounds", 2)]),
        ("tron", &[("columns", 2), ("rows", 4)]),
        ("tron", &[("columns", 8), ("rows", 8)]),
        ("dark-hex", &[("columns", 2), ("rows", 2)]),
        ("phantom-go", &[("size", 2), ("max-moves", 6)]),
        ("phantom-go", &[("size", 3), ("max-moves", 4)]),
        ("phantom-go", &[("size", 4)]),
        ("phantom-go", &[("size", 6), ("komi", 0)]),
        ("dark-hex", &[("columns", 5), ("rows", 4)]),
    ] {
        let game = games().find(name).unwrap().build(&numbers(pairs)).unwrap();
        // The default sizes have walked the same code through more games.
        contract::check_with(game.as_ref(), 5, Effort { games: 4, ..Effort::FULL })
            .unwrap_or_else(|error| panic!("{name} {pairs:?}: {error}"));
    }
}

#[test]
fn backgammon_for_points_keeps_it() {
    let points = [("stake".to_owned(), Value::Text("points".to_owned()))].into_iter().collect();
    let game = games().find("backgammon").unwrap().build(&points).unwrap();
    contract::check(game.as_ref(), 8).unwrap();
}

#[test]
fn random_layouts_of_einstein_keep_it() {
    let random = [("layout".to_owned(), Value::Text("random".to_owned()))].into_iter().collect();
    let game = games().find("einstein").unwrap().build(&random).unwrap();
    contract::check(game.as_ref(), 6).unwrap();
}

#[test]
fn fleets_of_battleship_keep_it() {
    for (columns, rows, ships, shots) in [(2, 2, "1", 2), (2, 2, "1+2", 2), (3, 2, "2", 1), (1, 8, "3+4", 5), (8, 8, "5+4+3+3+2", 40)] {
        let mut values = numbers(&[("columns", columns), ("rows", rows), ("shots", shots)]);
        values.set("ships", Value::Text(ships.to_owned()));
        let game = games().find("battleship").unwrap().build(&values).unwrap();
        contract::check_with(game.as_ref(), 7, Effort { games: 4, ..Effort::FULL }).unwrap_or_else(|error| panic!("{values}: {error}"));
    }
    for (ships, columns, expected) in [
        ("0", 4, "`ships` must be 1 to 5 lengths, as in \"3+2\", not \"0\""),
        ("1+1+1+1+1+1", 4, "`ships` must be 1 to 5 lengths"),
        ("three", 4, "not \"three\""),
        ("5", 4, "the `ships` \"5\" do not fit on a board of 4 × 4"),
        ("4+4+4+4+1", 4, "do not fit"),
        ("2", 1, "`shots` must be at most 4, the number of cells, not 8"),
    ] {
        let mut values = numbers(&[("columns", columns)]);
        values.set("ships", Value::Text(ships.to_owned()));
        let error = games().find("battleship").unwrap().build(&values).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn boards_of_chinese_dark_chess_keep_it() {
    for (rows, pieces, draw_after, repetitions) in [(8, "", 40, 3), (4, "", 640, 0), (3, "", 40, 0), (2, "CCPP", 40, 2), (1, "", 10, 0)] {
        let mut values = numbers(&[("rows", rows), ("draw-after", draw_after), ("repetitions", repetitions)]);
        values.set("pieces", Value::Text(pieces.to_owned()));
        let game = games().find("chinese-dark-chess").unwrap().build(&values).unwrap();
        contract::check(game.as_ref(), 7).unwrap_or_else(|error| panic!("{values}: {error}"));
    }
}

#[test]
fn sizes_that_do_not_fit_are_refused_with_the_rule() {
    for (name, pairs, message) in [
        ("breakthrough", [("width", 9), ("height", 8)].as_slice(), "`width` × `height` must be at most 64, not 9 × 8"),
        ("connect-four", &[("columns", 9), ("rows", 7)], "`columns` × (`rows` + 1) must be at most 64, not 9 × (7 + 1)"),
        ("connect-four", &[("columns", 3), ("rows", 4), ("line", 5)], "`line` = 5 is longer than both sides of a board of 3 × 4"),
        ("go", &[("size", 5), ("handicap", 2)], "`handicap` on a board of size 5 must be 0, not 2"),
        ("go", &[("size", 7), ("handicap", 5)], "`handicap` on a board of size 7 must be 0 or 2 to 4, not 5"),
        ("breakthrough", &[("width", 1)], "`width` must be a whole number from 2 to 16, not 1"),
    ] {
        let error = games().find(name).unwrap().build(&numbers(pairs)).err().unwrap();
        assert_eq!(error.message, message);
    }
}

#[test]
fn wrong_texts_are_refused_with_what_was_expected() {
    for (name, text, message) in [
        ("breakthrough", "8/8/8/8/8/8/8 w", "the board `8/8/8/8/8/8/8` has 7 rows, expected 8 joined by `/`"),
        ("breakthrough", "8/8/8/8/8/8/8/8 w", "there is no stone on the board `8/8/8/8/8/8/8/8`, expected at least one"),
        ("breakthrough", "P7/8/8/8/8/8/8/p7 w", "both players have won in `P7/8/8/8/8/8/8/p7`, expected at most one winner"),
        ("breakthrough", "p7/8/8/8/8/8/8/P7 x", "`x` in `p7/8/8/8/8/8/8/P7 x` is not a player to move, expected `w` or `b`"),
        ("connect-four", "7/7/7/7/3X3/7 o", "a disc floats over an empty square in `7/7/7/7/3X3/7`"),
        ("connect-four", "7/7/7/7/XXXX3/OOOO3 x", "more than one player has a line of 4 in `7/7/7/7/XXXX3/OOOO3`"),
        ("connect-four", "7/7/7/7/7/7 z", "`z` in `7/7/7/7/7/7 z` is not a player to move, expected one of `x`, `o`"),
        ("go", "9/9/9/9/9/9/9/9 b - 0 0", "the board `9/9/9/9/9/9/9/9` has 8 rows, expected 9 joined by `/`"),
        (
            "go",
            "XO7/O8/9/9/9/9/9/9/9 b - 0 0",
            "a chain on the board `XO7/O8/9/9/9/9/9/9/9` has no liberties, expected one for every chain",
        ),
        (
            "go",
            "9/9/9/9/9/9/9/9/9 x - 0 0",
            "`9/9/9/9/9/9/9/9/9 x - 0 0` is not a position of go: `x` is not a player to move, expected `b` or `w`",
        ),
        ("einstein", "5/5/5/5/5 r -", "both players have won on this board, expected at most one winner"),
        ("einstein", "AA3/5/5/5/4f r -", "`AA3/5/5/5/4f r -` is not an einstein position: stone `A` is on it twice, expected at most once"),
        (
            "einstein",
            "A4/5/5/5/4f r 7",
            "`A4/5/5/5/4f r 7` is not an einstein position: `7` is not a roll, expected 1 to 6, or `-` before it",
        ),
    ] {
        let game = games().find(name).unwrap().build(&Values::default()).unwrap();
        assert_eq!(game.parse(text).err().unwrap().to_string(), message);
    }
}

#[test]
fn scores_of_the_three_player_game_sum_to_one() {
    let game = games().find("connect-three").unwrap().build(&Values::default()).unwrap();
    for (text, scores) in [("5/5/OZ3/XXX2 o", [1.0, 0.0, 0.0]), ("5/5/XX3/ZZZ2 x", [0.0, 0.0, 1.0])] {
        let position = game.parse(text).unwrap();
        assert!(position.is_over(), "{text}");
        assert_eq!([0, 1, 2].map(|player| position.score(player)), scores, "{text}");
    }
    assert_eq!(game.info().players, 3);
    // A full board without a line is rare; random play finds one.
    let (mut rng, mut scratch) = (Rng::from_seed(1), Scratch::default());
    let drawn = (0..200_000).any(|_| {
        let mut end = game.start();
        end.playout(&mut rng, u32::MAX, &mut scratch);
        end.move_list().is_empty() && [0, 1, 2].map(|player| end.score(player)) == [1.0 / 3.0; 3]
    });
    assert!(drawn, "no drawn game was found");
}

/// A game is an independent value: an outside crate needs only the trait object.
#[test]
fn games_are_shared_between_threads() {
    let game = games().find("tic-tac-toe").unwrap().build(&Values::default()).unwrap();
    let twin = std::sync::Arc::clone(&game);
    let notation = std::thread::spawn(move || twin.start().notation()).join().unwrap();
    assert_eq!(notation, Game::start(game.as_ref()).notation());
}
