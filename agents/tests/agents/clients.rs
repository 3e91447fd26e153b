//! The clients of all protocols read whatever an engine prints.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use treebench_agents::Budget;
use treebench_agents::engines::gtp::{AnswerReader, Points};
use treebench_agents::engines::ugi::{Dialect, Info, OptionOffer, answer};
use treebench_agents::engines::{Launch, Process, Protocol, TurnRequest, process::Deadline};
use treebench_games::params::Values;
use treebench_games::{Game, Rng, Turn, games};

/// What engines print.
const LINES: [&str; 34] = [
    "id name sh 1",
    "id version 2",
    "option name Seed type spin default 1 min 1 max 99",
    "option name Players type spin default 2 min 2 max 9",
    "option name LegalMoves type check default true",
    "uciok",
    "ugiok",
    "usiok",
    "uaiok",
    "readyok",
    "info depth 7 seldepth 9 multipv 1 score cp -31 nodes 5 pv e2e4",
    "info score mate -3 iterations 77",
    "info string score cp 3",
    "bestmove a1",
    "bestmove e2e4 ponder e7e5",
    "bestmove 5d5c",
    "bestmove P*3c",
    "bestmove b2-a3",
    "bestmove resign",
    "bestmove (none)",
    "query state a1 b2",
    "query legalmoves",
    "query position",
    "legalmoves a1 b2 c3",
    "= sh",
    "=1 name",
    "=2 D4",
    "?3 unknown command",
    "= resign",
    "=4 B+3.5",
    "=12 list_commands",
    "=5 gogui-rules_legal_moves",
    "",
    "",
];

/// A line with up to two changes.
fn mutated(rng: &mut Rng) -> String {
    let mut line = LINES[rng.below(LINES.len())].to_owned();
    for _ in 0..rng.below(3) {
        let mut chars: Vec<char> = line.chars().collect();
        let at = rng.below(chars.len() + 1);
        let other = ['9', '-', ' ', '\t', '\u{0}', 'é', '\u{1f3b2}', 'x', '/', '*', 'e', '\r', '+', '='][rng.below(14)];
        match rng.below(5) {
            0 if at < chars.len() => drop(chars.remove(at)),
            1 => chars.insert(at, other),
            2 => chars.truncate(at),
            3 => chars.extend(std::iter::repeat_n(other, 1 + rng.below(30))),
            _ => chars.extend(LINES[rng.below(LINES.len())].chars()),
        }
        line = chars.into_iter().collect();
    }
    line
}

fn game(name: &str) -> Arc<dyn Game> {
    games().find(name).unwrap().build(&Values::default()).unwrap()
}

/// The games that engines of these languages play.
const PLAYED: [(Protocol, Dialect, &str); 5] = [
    (Protocol::Gtp, Dialect::Ugi, "go"),
    (Protocol::Ugi, Dialect::Ugi, "tic-tac-toe"),
    (Protocol::Uci, Dialect::Uci, "chess"),
    (Protocol::Usi, Dialect::Usi, "minishogi"),
    (Protocol::Uai, Dialect::Uai, "ataxx"),
];

/// Reads this many lines in every way.
fn read(lines: usize) {
    let mut rng = Rng::from_seed(3);
    let games = PLAYED.map(|(_, dialect, name)| (dialect, game(name)));
    let points = Points::of(games[0].1.as_ref());
    let (mut reader, mut info) = (AnswerReader::default(), Info::default());
    let (mut answers, mut offers, mut moves) = (0, 0, 0);
    for number in 0..lines {
        let line = mutated(&mut rng);
        answers += usize::from(reader.line(&line).is_some());
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        offers += usize::from(OptionOffer::read(rest).is_some());
        info.read(rest);
        let (dialect, game) = &games[number % games.len()];
        let start = game.start();
        let read = dialect.read(game.as_ref(), start.as_ref(), rest.split_whitespace().next().unwrap_or(word));
        moves += usize::from(read.is_some() || points.read(games[0].1.start().as_ref(), rest).is_some());
        assert!(answer(start.as_ref(), 2, rest).is_none_or(|line| !line.contains('\n')), "{line:?}");
    }
    let least = lines / 200;
    assert!(answers > least && offers > least && moves > least, "{answers} {offers} {moves}");
}

#[test]
fn answers_are_read_whatever_they_are() {
    read(10_000);
}

/// What a client of this protocol makes of an engine that prints these lines, whatever it is asked: how many of its answers were moves.
fn converse(protocol: Protocol, name: &str, lines: &Path) -> usize {
    let game = game(name);
    let command = ["sh", "-c", "cat \"$0\"; exec cat > /dev/null", &lines.to_string_lossy()].map(str::to_owned).to_vec();
    let mut process = Process::start(&Launch { command, folder: None }).unwrap();
    let mut conversation = protocol.conversation(Vec::new());
    let deadline = || Deadline::after(Duration::from_secs(10));
    let start = game.start();
    let Turn::Player(player) = start.turn() else { panic!("a player begins") };
    // Errors are expected, and the next question is asked nevertheless.
    let _ = conversation.greet(&mut process, &deadline());
    let _ = conversation.begin(&mut process, &deadline(), &game, start.as_ref(), 7);
    let _ = conversation.legal_moves(&mut process, &deadline(), start.as_ref());
    let _ = conversation.verdict(&mut process, &deadline());
    let mut moves = 0;
    loop {
        let asked = TurnRequest { position: start.as_ref(), player, budget: Budget::Iterations(1), clocks: Vec::new() };
        match conversation.choose(&mut process, &deadline(), &asked) {
            Ok(_) => moves += 1,
            Err(failure) if [LAST, "does not answer", "ended"].iter().any(|end| failure.to_string().contains(end)) => return moves,
            Err(_) => {}
        }
    }
}

/// The move at the end of all lines, which is none.
const LAST: &str = "end-of-lines";

/// The same through processes: 100,000 lines to each protocol take some minutes.
fn conversations(each: u32, lines: usize) {
    let path = std::env::temp_dir().join(format!("treebench-clients-{}-{lines}", std::process::id()));
    let mut rng = Rng::from_seed(4);
    let mut moves = 0;
    for (protocol, _, name) in PLAYED {
        for _ in 0..each {
            let text: String = (0..lines).map(|_| mutated(&mut rng) + "\n").collect();
            std::fs::write(&path, format!("{text}\n\nbestmove {LAST}\n={LAST}\n\n")).unwrap();
            moves += converse(protocol, name, &path);
        }
    }
    std::fs::remove_file(path).unwrap();
    assert!(moves > 0, "some answers are moves");
}

#[test]
fn clients_survive_engines_that_print_nonsense() {
    conversations(1, 2000);
}

#[test]
#[ignore = "takes minutes"]
fn clients_survive_a_hundred_thousand_lines_of_nonsense() {
    read(500_000);
    conversations(50, 2000);
}
