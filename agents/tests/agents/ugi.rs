//! This program as a UGI, UCI and UAI engine: it stays ready after any input; searches end when they should; positions are set up correctly.

use crate::common::setup::setup;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use treebench_agents::engines::ugi::{Dialect, UgiServer};
use treebench_agents::{Budget, agents};
use treebench_games::Rng;
use treebench_games::games;
use treebench_games::params::{Value, Values};

/// An engine, and what it has printed.
struct Engine {
    server: UgiServer,
    printed: Arc<Mutex<Vec<String>>>,
}

impl Engine {
    fn new(dialect: Dialect, game: &str, values: &[(&str, Value)], agent: &str, budget: Option<Budget>) -> Result<Engine, String> {
        let printed = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&printed);
        let sink = Arc::new(move |line: &str| lines.lock().unwrap().push(line.to_owned()));
        let server = UgiServer::new(dialect, setup(game, values, agent), budget, Budget::Iterations(7), "0", sink)?;
        Ok(Engine { server, printed })
    }

    fn of(dialect: Dialect, game: &str, agent: &str) -> Engine {
        Engine::new(dialect, game, &[], agent, None).unwrap()
    }

    /// Its output after a line, up to the end of a search that the line starts.
    fn ask(&mut self, line: &str) -> Vec<String> {
        assert!(self.server.line(line), "{line}");
        self.server.finish();
        self.taken()
    }

    /// Its output since the last command.
    fn taken(&self) -> Vec<String> {
        std::mem::take(&mut self.printed.lock().unwrap())
    }

    /// The single line of output after a line.
    #[track_caller]
    fn one(&mut self, line: &str) -> String {
        let mut said = self.ask(line);
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        said.remove(0)
    }

    /// Checks that a line is accepted.
    #[track_caller]
    fn takes(&mut self, line: &str) {
        assert_eq!(self.ask(line), Vec::<String>::new(), "{line}");
    }

    /// The move after a line, and the number that follows a word in the info line.
    #[track_caller]
    fn moves(&mut self, line: &str, word: &str) -> (String, f64) {
        let said = self.ask(line);
        assert_eq!(said.len(), 2, "{line}: {said:?}");
        let figure = said[0].split(' ').skip_while(|found| *found != word).nth(1).unwrap_or_else(|| panic!("{said:?}"));
        (best(&said[1]), figure.parse().unwrap())
    }
}

/// The move of a line, without the ponder move.
fn best(line: &str) -> String {
    line.strip_prefix("bestmove ").unwrap().split(' ').next().unwrap().to_owned()
}

#[test]
fn bad_lines_leave_it_ready() {
    let lines = [
        "ugi",
        "uci",
        "uai",
        "isready",
        "uginewgame",
        "ucinewgame",
        "uainewgame",
        "position startpos",
        "position startpos moves a1 b2 c3",
        "position startpos moves e2e4",
        "position startpos moves e2e4 e7e5 g1f3",
        "position fen XX./OO./... x",
        "position fen x5o/7/7/7/7/7/o5x x 0 1",
        "position fen x5o/7/7/7/7/7/o5x x 0 1 moves g1f2",
        "go",
        "go nodes 3",
        "go infinite",
        "go ponder",
        "ponderhit",
        "stop",
        "go movetime 1",
        "go wtime 10 btime 10 winc 1 binc 1 movestogo 3",
        "go p1time 5 p2time 5",
        "go iterations 2 depth 5",
        "go depth 3",
        "go nodes -4",
        "go wtime",
        "setoption name Seed value 7",
        "setoption name Iterations value 1",
        "setoption name Iterations value 0",
        "setoption name Players value 2",
        "setoption name exploration value 0.5",
        "setoption name",
        "query legalmoves",
        "query state a1",
        "query gameover",
        "query p1turn",
        "query result",
        "query position",
        "debug on",
        "register later",
        "position startpos moves a1 b2 a2 b1 a3",
    ];
    let mut rng = Rng::from_seed(5);
    let chess = Engine::of(Dialect::Uci, "skirmish", "random");
    let mut engines = [Engine::of(Dialect::Ugi, "tic-tac-toe", "uct"), Engine::of(Dialect::Uai, "ataxx", "random"), chess];
    let (mut asked, mut answered, mut complained) = ([0; 3], [0; 3], 0);
    for round in 0..100_000 {
        let mut line = lines[rng.below(lines.len())].to_owned();
        for _ in 0..rng.below(3) {
            let mut chars: Vec<char> = line.chars().collect();
            let at = rng.below(chars.len() + 1);
            let other = ['7', '-', ' ', '\t', '\u{0}', 'é', '\u{1f3b2}', 'x', '/', '.', 'e', '\r'][rng.below(12)];
            match rng.below(4) {
                0 if at < chars.len() => drop(chars.remove(at)),
                1 => chars.insert(at, other),
                2 => chars.truncate(at),
                _ => chars.extend(lines[rng.below(lines.len())].chars()),
            }
            line = chars.into_iter().collect();
        }
        let number = [0, 1, 0, 2, 0, 0, 0, 1][round % 8];
        let first = line.split(|c: char| c.is_control() || c == ' ').find(|word| !word.is_empty()).unwrap_or("");
        // Times and numbers that a mutation has made long would take as long as they say.
        let long = line.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > 2);
        if first == "quit" || first == "go" && long {
            continue;
        }
        asked[number] += usize::from(first == "go");
        let engine = &mut engines[number];
        assert!(engine.server.line(&line), "{line:?}");
        // A search may be running; it does not keep the engine from answering.
        assert!(engine.server.line("isready"));
        let said = engine.taken();
        assert!(said.iter().any(|line| line == "readyok"), "{line:?}: {said:?}");
        assert!(
            said.iter().all(|line| !line.contains("internal error") && !line.contains("panicked") && !line.contains('\n')),
            "{line:?}: {said:?}"
        );
        answered[number] += said.iter().filter(|line| line.starts_with("bestmove ")).count();
        complained += said.iter().filter(|line| line.starts_with("info string ")).count();
    }
    for (number, engine) in engines.iter_mut().enumerate() {
        engine.server.finish();
        answered[number] += engine.taken().iter().filter(|line| line.starts_with("bestmove ")).count();
    }
    assert_eq!(asked, answered, "a move for every search, and no other");
    assert!(asked.iter().all(|count| *count > 1000) && complained > 10_000, "{asked:?} {complained}");
    engines[0].takes("position startpos");
    engines[0].moves("go", "nodes");
}

#[test]
fn it_introduces_itself() {
    let mut engine = Engine::of(Dialect::Ugi, "tic-tac-toe", "uct");
    let said = engine.ask("ugi");
    assert_eq!((said[0].as_str(), said.last().unwrap().as_str()), ("id name treebench uct", "ugiok"));
    assert!(said.contains(&"option name Players type spin default 2 min 2 max 2".to_owned()), "{said:?}");
    assert!(said.iter().any(|line| line.starts_with("option name Exploration type string default ")), "{said:?}");
    assert_eq!(engine.one("uci"), "info string unknown command `uci`");
    assert!(engine.one("setoption name Sede value 3").contains("did you mean `Seed`?"));
    assert!(engine.one("setoption name exploration value lots").contains("exploration"));
    engine.takes("setoption name EXPLORATION value 0.25");
    engine.takes("setoption name MaxNodes value 5000");
    engine.takes("setoption name max-nodes value 6000");
    assert!(engine.ask("ugi").contains(&"option name MaxNodes type spin default 6000 min 1000 max 4000000000".to_owned()));
    assert!(engine.ask("ugi").contains(&"option name Exploration type string default 0.25".to_owned()));
    assert!(Engine::new(Dialect::Uci, "backgammon", &[], "random", None).is_err_and(|error| error.contains("UGI supports any game")));
}

/// Every agent's options can be read by clients that look for the words of the protocol anywhere in a line.
#[test]
fn options_are_not_misread() {
    let mut offered = 0;
    for agent in agents().iter() {
        let Ok(mut engine) = Engine::new(Dialect::Uci, "breakthrough", &[], agent.name, None) else { continue };
        for line in engine.ask("uci").iter().filter(|line| line.starts_with("option ")) {
            let words: Vec<&str> = line
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| ["name", "type", "default", "min", "max"].contains(word))
                .collect();
            let spin = line.contains(" type spin ");
            assert_eq!(
                words,
                if spin { vec!["name", "type", "default", "min", "max"] } else { vec!["name", "type", "default"] },
                "{}: {line}",
                agent.name
            );
            offered += 1;
        }
    }
    assert!(offered > 300, "{offered}");
}

#[test]
fn budgets_come_from_the_command_line_or_from_go() {
    let mut engine = Engine::of(Dialect::Ugi, "breakthrough", "uct");
    assert_eq!(engine.moves("go", "iterations").1, 7.0, "what is usual");
    assert_eq!(engine.moves("go iterations 30 movetime 9000", "iterations").1, 30.0);
    assert!((500.0..1000.0).contains(&engine.moves("go nodes 500", "nodes").1));
    assert!((50.0..400.0).contains(&engine.moves("go movetime 50", "time").1));
    // A thirtieth of three seconds, for the player to move.
    assert!((100.0..500.0).contains(&engine.moves("go p1time 3000 p2time 60000", "time").1));
    assert!((150.0..600.0).contains(&engine.moves("go wtime 300 btime 60000 movestogo 2", "time").1));
    engine.takes("setoption name Iterations value 11");
    assert_eq!(engine.moves("go movetime 9000", "iterations").1, 11.0);
    let mut fixed = Engine::new(Dialect::Ugi, "breakthrough", &[], "uct", Some(Budget::Iterations(5))).unwrap();
    assert_eq!(fixed.moves("go movetime 9000 nodes 400", "iterations").1, 5.0);
    // In ataxx Black, the first player, has `btime`.
    let mut ataxx = Engine::of(Dialect::Uai, "ataxx", "uct");
    assert!((100.0..500.0).contains(&ataxx.moves("go wtime 900000 btime 3000", "time").1));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "that a search ends before its time is what is tested")]
fn a_search_is_stopped() {
    let mut engine = Engine::of(Dialect::Ugi, "breakthrough", "uct");
    for line in ["go infinite", "go movetime 60000"] {
        let started = Instant::now();
        engine.server.line(line);
        std::thread::sleep(Duration::from_millis(30));
        engine.server.line("isready");
        assert_eq!(engine.taken(), ["readyok"], "{line}");
        engine.server.line("stop");
        let said = engine.taken();
        assert!(said.len() == 2 && said[1].starts_with("bestmove "), "{said:?}");
        assert!(started.elapsed() < Duration::from_secs(20), "{line}");
    }
    // A search without an end waits for `stop` even if the agent has its move at once, and any other command ends it.
    let mut quick = Engine::of(Dialect::Ugi, "tic-tac-toe", "random");
    quick.server.line("go infinite");
    std::thread::sleep(Duration::from_millis(30));
    assert_eq!(quick.taken(), Vec::<String>::new());
    quick.server.line("position startpos moves a1");
    assert!(quick.taken()[1].starts_with("bestmove "));
    assert!(!quick.server.line("quit"));
}

#[test]
fn positions_are_followed() {
    let mut engine = Engine::of(Dialect::Ugi, "tic-tac-toe", "uct");
    let moves = |engine: &mut Engine| engine.one("query legalmoves").split(' ').count() - 1;
    engine.takes("position startpos moves a1 b2");
    assert_eq!(moves(&mut engine), 7);
    engine.takes("position startpos moves a1 b2 a2 b1");
    assert_eq!((moves(&mut engine), engine.one("query p1turn")), (5, "response true".to_owned()));
    assert_eq!(engine.one("query gameover"), "response false");
    engine.takes("position startpos moves a1 b2 a2 b1 a3");
    assert_eq!((engine.one("query gameover"), engine.one("query result")), ("response true".to_owned(), "response p1win".to_owned()));
    assert_eq!(engine.ask("go"), ["bestmove (none)", "info string no player is to move"]);
    engine.takes("position fen XX./OO./... x moves c2");
    assert_eq!(moves(&mut engine), 4);
    assert!(engine.one("position startpos moves a1 a1").contains("move 2, `a1`, is not legal in `"));
    assert_eq!(engine.ask("go")[0], "bestmove (none)", "no position is known");
    engine.takes("position startpos");
    let (first, _) = engine.moves("go", "nodes");
    engine.takes("uginewgame");
    engine.takes("setoption name Seed value 1");
    assert_eq!(engine.moves("go", "nodes").0, first, "the seed decides");
}

#[test]
fn chess_is_played_in_squares() {
    let mut engine = Engine::of(Dialect::Uci, "rbg/chess", "uct");
    engine.takes("position startpos moves e2e4 d7d5 e4d5 d8d5 b1c3 d5e5");
    let said = engine.ask("go iterations 40");
    // The king is in check: three pieces can step between, or the king moves.
    let (chosen, line) = (best(&said[1]), said[0].split(" pv ").nth(1).unwrap());
    assert!(["f1e2", "d1e2", "g1e2", "c3e2", "c3e4"].contains(&chosen.as_str()), "{said:?}");
    assert!(line.split(' ').all(|text| (4..=5).contains(&text.len())) && line.starts_with(&chosen), "{said:?}");
    assert!(engine.one("query legalmoves").contains("unknown command"));
    engine.takes("position fen rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 4 4 moves f1e2");
    engine.moves("go", "nodes");
    let refused = engine.one("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 77 90");
    assert!(refused.starts_with("info string 77 half-moves without a capture or a pawn move, of which 50 draw the game"), "{refused}");
    let mut skirmish = Engine::of(Dialect::Uci, "skirmish", "random");
    let fen = games().find("skirmish").unwrap().build(&Values::default()).unwrap().start().notation();
    skirmish.takes(&format!("position fen {fen} moves e2e4"));
    skirmish.moves("go", "nodes");
}

/// A client that has not claimed a draw wants a move, and none of the lines may forfeit a game.
#[test]
fn chess_goes_on_where_a_draw_could_be_claimed() {
    let mut engine = Engine::of(Dialect::Uci, "chess", "uct");
    engine.takes("position fen 4k3/8/8/8/8/8/p7/4K3 b - - 60 90");
    assert_eq!(engine.moves("go nodes 2000", "nodes").0, "a2a1q");
    engine.takes(&format!("position startpos moves{}", " b1c3 b8c6 c3b1 c6b8".repeat(30)));
    engine.moves("go nodes 300", "nodes");
    for fen in ["4k3/8/8/8/8/8/R7/4K3 w - - 140 190", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"] {
        engine.takes(&format!("position fen {fen}"));
        engine.moves("go nodes 300", "nodes");
    }
    engine.takes("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(engine.ask("go")[0], "bestmove (none)", "stalemate");
}

#[test]
fn searchmoves_and_multipv_are_obeyed() {
    let mut engine = Engine::of(Dialect::Uci, "chess", "uct");
    engine.takes("position startpos");
    for moves in ["e2e4", "a2a3", "h2h4"] {
        assert_eq!(engine.moves(&format!("go searchmoves {moves} nodes 2000"), "nodes").0, moves);
        assert_eq!(engine.moves(&format!("go nodes 2000 searchmoves {moves}"), "nodes").0, moves);
    }
    assert!(["a2a3", "h2h3"].contains(&engine.moves("go searchmoves a2a3 h2h3 nodes 2000", "nodes").0.as_str()));
    assert!(engine.ask("go searchmoves e2e5")[1].contains("`e2e5` after `searchmoves` is not legal"));
    engine.takes("setoption name MultiPV value 3");
    let said = engine.ask("go nodes 3000");
    let places: Vec<&str> = said.iter().filter_map(|line| line.split(" multipv ").nth(1)?.split(' ').next()).collect();
    assert_eq!((places, said.len()), (vec!["1", "2", "3"], 4), "{said:?}");
    let first: Vec<&str> = said.iter().filter_map(|line| line.split(" pv ").nth(1)?.split(' ').next()).collect();
    assert_eq!(first[0], best(&said[3]));
    assert!(first[0] != first[1] && first[1] != first[2] && first[0] != first[2], "{said:?}");
    assert!(said.iter().take(3).all(|line| line.contains(" score cp ")), "{said:?}");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "what is tested is a clock")]
fn a_ponderhit_starts_the_clock() {
    let mut engine = Engine::of(Dialect::Uci, "chess", "uct");
    engine.takes("position startpos moves e2e4");
    assert!(engine.server.line("go ponder movetime 60"));
    std::thread::sleep(Duration::from_millis(150));
    assert_eq!(engine.taken(), Vec::<String>::new(), "nothing is told while it ponders");
    let begun = Instant::now();
    assert!(engine.server.line("ponderhit"));
    engine.server.finish();
    assert!(begun.elapsed() >= Duration::from_millis(55), "{:?}", begun.elapsed());
    let said = engine.taken();
    assert!(said.len() == 2 && said[1].starts_with("bestmove "), "{said:?}");
    // A counted search may have ended before.
    assert!(engine.server.line("go ponder nodes 50"));
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(engine.taken(), Vec::<String>::new());
    engine.server.line("ponderhit");
    engine.server.finish();
    assert_eq!(engine.taken().len(), 2);
}

#[test]
fn fischers_chess_castles_to_the_rook() {
    let mut engine = Engine::of(Dialect::Uci, "chess", "uct");
    engine.takes("setoption name UCI_Chess960 value true");
    engine.takes("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1");
    engine.moves("go nodes 30", "nodes");
    engine.takes("position fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1");
    assert_eq!(engine.moves("go searchmoves e1a1 nodes 30", "nodes").0, "e1a1");
    engine.takes("setoption name UCI_Chess960 value false");
    assert_eq!(engine.moves("go searchmoves e1a1 nodes 30", "nodes").0, "e1c1");
}
