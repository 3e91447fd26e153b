//! This program as a GTP engine: every command gets one response; any two-player game can be played; go is played as the protocol specifies.

use crate::common::setup::setup;
use treebench_agents::Budget;
use treebench_agents::engines::gtp::{Answer, AnswerReader, GtpServer, Points};
use treebench_games::games;
use treebench_games::notation::whole_moves;
use treebench_games::params::{Value, Values};
use treebench_games::{Rng, Turn};

fn server(game: &str, values: &[(&str, Value)], agent: &str, iterations: u64) -> GtpServer {
    let budget = Budget::Iterations(iterations);
    GtpServer::new(setup(game, values, agent), Some(budget), budget, "0").unwrap()
}

fn go(size: i64) -> GtpServer {
    server("go", &[("size", Value::Int(size))], "uct", 20)
}

/// The only response to a line.
fn ask(server: &mut GtpServer, line: &str) -> Answer {
    let text = server.line(line).unwrap_or_else(|| panic!("no answer to {line:?}"));
    assert!(text.starts_with(['=', '?']) && text.ends_with("\n\n") && text.matches("\n\n").count() == 1, "{line:?}: {text:?}");
    let mut reader = AnswerReader::default();
    let mut answers = text.lines().filter_map(|line| reader.line(line));
    let answer = answers.next().unwrap_or_else(|| panic!("{line:?}: {text:?}"));
    assert_eq!(answers.next(), None, "{line:?}: {text:?}");
    answer
}

/// The response to a command that must succeed.
#[track_caller]
fn ask_ok(server: &mut GtpServer, line: &str) -> String {
    let answer = ask(server, line);
    assert!(answer.good, "{line}: {}", answer.text);
    answer.text
}

/// The response to a command that must fail.
#[track_caller]
fn refused(server: &mut GtpServer, line: &str) -> String {
    let answer = ask(server, line);
    assert!(!answer.good, "{line}: {}", answer.text);
    answer.text
}

#[test]
fn a_hundred_thousand_bad_lines_get_one_answer_each() {
    let lines = [
        "12 name",
        "version",
        "known_command play",
        "list_commands",
        "boardsize 5",
        "boardsize 3",
        "clear_board",
        "komi 6.5",
        "komi -3",
        "play b C3",
        "play w pass",
        "play black a1",
        "play W b2",
        "genmove b",
        "genmove w",
        "reg_genmove w",
        "undo",
        "undo",
        "time_settings 60 10 5",
        "kgs-time_settings byoyomi 60 10 3",
        "time_left b 0.5 3",
        "final_score",
        "final_status_list dead",
        "final_status_list alive",
        "showboard",
        "fixed_handicap 2",
        "place_free_handicap 4",
        "set_free_handicap A1 C3",
        "loadsgf no-such-file.sgf 3",
        "gogui-play_sequence b A1 w B1 b C1",
        "gogui-setup b A1 w B1 empty C1",
        "gogui-setup_player w",
        "gogui-rules_board",
        "gogui-rules_board_size",
        "gogui-rules_legal_moves",
        "gogui-rules_side_to_move",
        "gogui-rules_final_result",
        "gogui-analyze_commands",
        "gomill-explain_last_move",
        "gomill-describe_engine",
        "set_random_seed 5",
        "get_komi",
        "play b b2",
        "play w a1",
        "play b a3-a4",
        "play b 1",
        "protocol_version",
        "99999999999 quit",
        "quit",
    ];
    let mut rng = Rng::from_seed(11);
    let mut outcomes = [0; 3];
    let mut servers =
        [go(5), server("tic-tac-toe", &[], "random", 1), server("backgammon", &[], "random", 1), server("rbg/go", &[], "random", 1)];
    for round in 0..100_000 {
        let mut line = lines[rng.below(lines.len())].to_owned();
        let mutations = rng.below(4);
        for _ in 0..mutations {
            let mut chars: Vec<char> = line.chars().collect();
            let at = rng.below(chars.len() + 1);
            let other = ['7', '-', ' ', '#', '\t', '\u{0}', 'é', '\u{1f3b2}', 'Z', '.', 'b', 'e', '=', '\n', '\r'][rng.below(15)];
            match rng.below(4) {
                0 if at < chars.len() => drop(chars.remove(at)),
                1 => chars.insert(at, other),
                2 => chars.truncate(at),
                _ => chars.extend(lines[rng.below(lines.len())].chars()),
            }
            line = chars.into_iter().collect();
        }
        // The end of a line ends it.
        let line = line.split('\n').next().unwrap();
        let server = &mut servers[[0, 0, 0, 1, 1, 2, 3, 0][round % 8]];
        let command = line.split('#').next().unwrap();
        if command.chars().all(|c| c.is_control() || c == ' ') {
            assert_eq!(server.line(line), None, "{line:?}");
            outcomes[2] += 1;
            continue;
        }
        let answer = ask(server, line);
        assert!(!answer.text.contains("internal error") && !answer.text.contains("panicked"), "{line:?}: {}", answer.text);
        outcomes[usize::from(answer.good)] += 1;
    }
    assert!(outcomes[0] > 10_000 && outcomes[1] > 10_000 && outcomes[2] > 100, "{outcomes:?}");
    for server in &mut servers {
        ask_ok(server, "clear_board");
        ask_ok(server, "genmove b");
    }
}

#[test]
fn lines_are_read_as_the_protocol_says() {
    let mut server = go(5);
    assert_eq!(server.line("\t  # a comment"), None);
    assert_eq!(server.line("7\tprotocol_\u{7}version # which?").unwrap(), "=7 2\n\n");
    assert_eq!(server.line("known_command komi\r").unwrap(), "= true\n\n");
    assert_eq!(server.line("8 castle").unwrap(), "?8 unknown command `castle`\n\n");
    assert_eq!(server.line("9").unwrap(), "?9 there is no command\n\n");
    assert!(!server.has_ended());
    assert_eq!(server.line("quit").unwrap(), "= \n\n");
    assert!(server.has_ended());
}

/// Every two-player game: the moves are the game's, chance is drawn, and all moves can be undone.
#[test]
fn every_game_for_two_is_played() {
    let (mut played, mut boards) = (0, 0);
    for entry in games().iter() {
        let Ok(game) = entry.build(&Values::default()) else { continue };
        if game.info().players != 2 {
            assert!(GtpServer::new(setup(entry.name, &[], "random"), None, Budget::Iterations(1), "0").is_err());
            continue;
        }
        played += 1;
        let mut server = server(entry.name, &[], "random", 1);
        let id = ask_ok(&mut server, "gogui-rules_game_id");
        assert!(id.starts_with(|c: char| c.is_ascii_uppercase()) && id[1..].chars().all(|c| c.is_ascii_lowercase()), "{id}");
        let first = ask_ok(&mut server, "showboard");
        let mut here = game.start();
        let points = Points::of(game.as_ref());
        let mut moves = 0;
        while moves < 4 && ask_ok(&mut server, "gogui-rules_final_result").is_empty() {
            let colour = ask_ok(&mut server, "gogui-rules_side_to_move");
            let listed = ask_ok(&mut server, "gogui-rules_legal_moves");
            let listed: Vec<&str> = listed.split(' ').collect();
            if !game.info().chance {
                assert_eq!(here.turn(), Turn::Player(usize::from(colour == "white")), "{}", entry.name);
                assert_eq!(whole_moves(here.as_ref()).len(), listed.len(), "{}: {listed:?}", entry.name);
            }
            let text = if moves % 2 == 0 {
                ask_ok(&mut server, &format!("genmove {colour}"))
            } else {
                listed[moves * 7 % listed.len()].to_owned()
            };
            assert!(listed.contains(&text.as_str()), "{}: {text} of {listed:?}", entry.name);
            if moves % 2 != 0 {
                ask_ok(&mut server, &format!("play {colour} {text}"));
            }
            if !game.info().chance {
                points.read(here.as_ref(), &text).unwrap().into_iter().for_each(|m| here.apply(m));
            }
            moves += 1;
        }
        let board = ask(&mut server, "gogui-rules_board");
        let rows: Vec<usize> = board.text.lines().map(|row| row.split(' ').count()).collect();
        assert!(!board.good || rows.iter().all(|columns| *columns == rows.len()), "{}: {board:?}", entry.name);
        boards += usize::from(board.good);
        assert!(moves > 0, "{}", entry.name);
        (0..moves).for_each(|_| drop(ask_ok(&mut server, "undo")));
        refused(&mut server, "undo");
        assert_eq!(ask_ok(&mut server, "showboard"), first, "{}", entry.name);
    }
    assert!(played > 40 && boards > 30, "{played} {boards}");
}

#[test]
fn boards_show_both_sides() {
    let mut server = server("breakthrough", &[("width", Value::Int(4)), ("height", Value::Int(4))], "random", 1);
    let board = ask_ok(&mut server, "gogui-rules_board");
    // Player 0 has the men below.
    assert_eq!(board.lines().map(|row| row.replace(' ', "")).collect::<Vec<_>>(), ["OOOO", "OOOO", "XXXX", "XXXX"], "{board}");
    assert_eq!(ask_ok(&mut server, "gogui-rules_board_size"), "4");
    ask_ok(&mut server, "boardsize 4");
    assert!(refused(&mut server, "boardsize 5").contains("unacceptable size"));
    assert_eq!(refused(&mut server, "komi 3"), "unknown command `komi`");
}

#[test]
fn go_is_set_up_and_counted() {
    let mut server = go(9);
    assert_eq!(ask_ok(&mut server, "boardsize 5"), "");
    assert!(refused(&mut server, "boardsize 26").starts_with("unacceptable size"));
    assert_eq!(ask_ok(&mut server, "gogui-rules_board_size"), "5");
    ask_ok(&mut server, "komi 2.5");
    for line in ["play b C3", "play w PASS", "play b B2"] {
        ask_ok(&mut server, line);
    }
    assert_eq!(ask_ok(&mut server, "final_score"), "B+22.5");
    assert_eq!(ask_ok(&mut server, "final_status_list alive"), "C3\nB2");
    ask_ok(&mut server, "komi 30.5");
    assert_eq!(ask_ok(&mut server, "final_score"), "W+5.5", "the moves are kept");
    assert!(refused(&mut server, "komi 0.3").contains("half a point"));
    assert_eq!(refused(&mut server, "play w C3"), "illegal move `C3`");
    // A colour may move twice in a row, and both moves can be taken back.
    ask_ok(&mut server, "play b D4");
    assert_eq!(ask_ok(&mut server, "gogui-rules_side_to_move"), "white");
    for _ in 0..4 {
        ask_ok(&mut server, "undo");
    }
    assert_eq!(refused(&mut server, "undo"), "cannot undo");
    ask_ok(&mut server, "gogui-play_sequence b A1 w B1");
    assert!(refused(&mut server, "gogui-play_sequence b C1 w C1").starts_with("illegal move"));
    assert_eq!(ask_ok(&mut server, "final_status_list alive"), "A1\nB1", "all moves or none");
    ask_ok(&mut server, "gogui-play_sequence b pass w pass");
    assert!(refused(&mut server, "genmove b").contains("the game is over"));
    assert!(ask_ok(&mut server, "gogui-rules_final_result").starts_with("W+"));
}

/// Handicap stones placed by any command give the start of the game with that handicap.
#[test]
fn handicaps_are_those_of_the_game() {
    let start = games().find("go").unwrap().build(&Values::from_iter([("handicap".to_owned(), Value::Int(3))])).unwrap().start().notation();
    let shown = |server: &mut GtpServer| ask_ok(server, "showboard").lines().last().unwrap().to_owned();
    let mut server = go(9);
    let mut points: Vec<String> = ask_ok(&mut server, "fixed_handicap 3").split(' ').map(str::to_owned).collect();
    points.sort();
    assert_eq!(points, ["C3", "C7", "G7"]);
    assert_eq!(shown(&mut server), start);
    assert!(refused(&mut server, "fixed_handicap 10").starts_with("invalid number"));
    ask_ok(&mut server, "clear_board");
    assert!(shown(&mut server).starts_with("9/9/9/9/9/9/9/9/9 b"));
    ask_ok(&mut server, "set_free_handicap C3 G7 C7");
    assert_eq!(shown(&mut server), start);
    assert_eq!(refused(&mut server, "set_free_handicap A1 A2"), "board not empty");
    ask_ok(&mut server, "clear_board");
    for point in ["C3", "G7", "C7"] {
        ask_ok(&mut server, &format!("play b {point}"));
    }
    assert_eq!(shown(&mut server), start);
    ask_ok(&mut server, "boardsize 5");
    refused(&mut server, "fixed_handicap 2");
    ask_ok(&mut server, "boardsize 8");
    assert_eq!(ask_ok(&mut server, "place_free_handicap 9").split(' ').count(), 4, "fewer, as the protocol allows");
}

#[test]
fn games_are_loaded_from_files() {
    let path = std::env::temp_dir().join(format!("treebench-gtp-{}.sgf", std::process::id()));
    std::fs::write(&path, "(;GM[1]SZ[7]KM[1.5]AB[aa]AW[gg]PL[B];B[cc];W[dd];B[ee])").unwrap();
    let mut server = go(9);
    ask_ok(&mut server, &format!("loadsgf {}", path.display()));
    assert_eq!(ask_ok(&mut server, "get_komi"), "1.5");
    assert_eq!(ask_ok(&mut server, "final_status_list alive").split('\n').count(), 5);
    ask_ok(&mut server, &format!("loadsgf {} 2", path.display()));
    assert_eq!(ask_ok(&mut server, "final_status_list alive"), "A7\nC5\nG1", "before move 2");
    assert_eq!(ask_ok(&mut server, "gogui-rules_side_to_move"), "white");
    std::fs::write(&path, "(;SZ[7];B[cc];W[cc])").unwrap();
    let told_off = refused(&mut server, &format!("loadsgf {}", path.display()));
    std::fs::remove_file(&path).unwrap();
    assert!(told_off.starts_with("cannot load file: illegal move"), "{told_off}");
    assert!(refused(&mut server, "loadsgf").contains("expected a file"));
}

/// The same seed gives the same game, other seeds others; a search that is not played changes nothing; the next game differs.
#[test]
fn seeds_decide_games() {
    let game = |server: &mut GtpServer| -> Vec<String> { (0..8).map(|ply| ask_ok(server, ["genmove b", "genmove w"][ply % 2])).collect() };
    let mut server = go(5);
    let first = game(&mut server);
    ask_ok(&mut server, "clear_board");
    let second = game(&mut server);
    assert_ne!(first, second);
    ask_ok(&mut server, "set_random_seed 1");
    ask_ok(&mut server, "clear_board");
    assert_eq!(game(&mut server), first);
    ask_ok(&mut server, "clear_board");
    assert_eq!(game(&mut server), second);
    ask_ok(&mut server, "set_random_seed 2");
    ask_ok(&mut server, "clear_board");
    assert_ne!(game(&mut server), first);
    let once = ask_ok(&mut server, "reg_genmove b");
    assert_eq!(ask_ok(&mut server, "reg_genmove b"), once);
    assert!(ask_ok(&mut server, "gomill-explain_last_move").starts_with(&format!("{once}: 20 iterations, ")));
    assert!(ask_ok(&mut server, "gomill-describe_engine").contains("seed 2"));
}

/// Without a counted budget the clock decides.
#[test]
fn turns_are_as_long_as_the_clock_says() {
    let mut server = GtpServer::new(setup("go", &[("size", Value::Int(5))], "uct"), None, Budget::Iterations(7), "0").unwrap();
    let mut spent = |line: &str| {
        ask_ok(&mut server, line);
        ask_ok(&mut server, "genmove b");
        ask_ok(&mut server, "undo");
        let text = ask_ok(&mut server, "gomill-explain_last_move");
        let number = |after: &str, before: &str| text.split(after).nth(1).unwrap().split(before).next().unwrap().parse::<f64>().unwrap();
        (number(": ", " iterations"), number("states, ", " s"))
    };
    assert_eq!(spent("kgs-time_settings none").0, 7.0);
    let (_, seconds) = spent("time_settings 0 0.2 1");
    assert!((0.17..0.5).contains(&seconds), "{seconds}");
    let (_, seconds) = spent("time_left b 0.04 1");
    assert!((0.03..0.3).contains(&seconds), "{seconds}");
    let (_, seconds) = spent("kgs-time_settings absolute 3");
    assert!((0.09..0.4).contains(&seconds), "{seconds}");
    assert_eq!(spent("time_settings 0 1 0").0, 7.0, "a period without stones is no limit");
}
