//! Games in Rust against their twins in the rules language: along random games both have the same successors of every position, compared as drawn on
//! the board, with the same player to move, the same ends and the same scores. [`TWINS`] lists where the rules differ.

use std::collections::BTreeMap;
use std::sync::Arc;
use treebench_games::notation::whole_moves;
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Player, Position, Rng, Turn, games};

/// A game in both forms.
struct Twins {
    name: &'static str,
    /// Parameters of the game in Rust; the rules file has its defaults.
    rust: &'static [(&'static str, &'static str)],
    /// Parameters of the rules file.
    rules: &'static [(&'static str, i64)],
    /// The letters that the notation of the game in Rust has for the pieces of the rules file; all others are empty squares.
    letters: &'static [(&'static str, char)],
    differences: Differences,
    games: u64,
}

/// The differences of the rules file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Differences {
    None,
    /// Last boards are not compared: a piece that reaches the far row wins without being put there, or the board changes while it is counted.
    LastBoard,
    /// The king is captured: every move of the game in Rust exists there, too; the additional ones leave a king to be captured. There, mate and
    /// stalemate are positions in which every move does so. Both draw after the same number of quiet half-moves.
    KingCapture,
}

const MEN: [(&str, char); 14] = [
    ("whitePawn", 'P'),
    ("whiteKnight", 'N'),
    ("whiteBishop", 'B'),
    ("whiteRook", 'R'),
    ("whiteHomeRook", 'R'),
    ("whiteQueen", 'Q'),
    ("whiteKing", 'K'),
    ("blackPawn", 'p'),
    ("blackKnight", 'n'),
    ("blackBishop", 'b'),
    ("blackRook", 'r'),
    ("blackHomeRook", 'r'),
    ("blackQueen", 'q'),
    ("blackKing", 'k'),
];

const STONES: [(&str, char); 8] = [
    ("whiteStone", 'X'),
    ("blackStone", 'O'),
    ("redDisc", 'X'),
    ("yellowDisc", 'O'),
    ("blackDisc", 'X'),
    ("whiteDisc", 'O'),
    ("cross", 'X'),
    ("nought", 'O'),
];

/// The parameters that most games share.
const PLAIN: Twins = Twins { name: "", rust: &[], rules: &[], letters: &STONES, differences: Differences::None, games: 8 };

const TWINS: [Twins; 10] = [
    Twins { name: "breakthrough", letters: &MEN, differences: Differences::LastBoard, ..PLAIN },
    Twins {
        name: "knightthrough",
        // By default the game in Rust lets a player pass who cannot move.
        rust: &[("blocked", "loss")],
        letters: &[("whiteKnight", 'N'), ("blackKnight", 'n')],
        differences: Differences::LastBoard,
        ..PLAIN
    },
    Twins { name: "reversi", ..PLAIN },
    Twins { name: "connect-four", games: 30, ..PLAIN },
    Twins { name: "tic-tac-toe", games: 100, ..PLAIN },
    Twins { name: "pentago", games: 3, ..PLAIN },
    Twins { name: "rolit", letters: &[("r", 'R'), ("y", 'Y'), ("g", 'G'), ("b", 'B')], ..PLAIN },
    Twins { name: "skirmish", letters: &MEN, ..PLAIN },
    Twins {
        name: "go",
        rust: &[("size", "5"), ("ko", "none"), ("komi", "0"), ("max-moves", "50")],
        rules: &[("size", 5)],
        letters: &[("blackStone", 'X'), ("whiteStone", 'O')],
        // The rules file counts by filling territories with stones.
        differences: Differences::LastBoard,
        games: 3,
    },
    Twins { name: "los-alamos-chess", rules: &[("drawAfter", 100)], letters: &MEN, differences: Differences::KingCapture, ..PLAIN },
];

fn build(name: &str, values: Values) -> Arc<dyn Game> {
    games().find(name).unwrap().build(&values).unwrap_or_else(|error| panic!("{error}"))
}

/// A whole number or a word.
fn value(word: &str) -> Value {
    word.parse().map_or_else(|_| Value::Text(word.to_owned()), Value::Int)
}

impl Twins {
    fn rust(&self) -> Arc<dyn Game> {
        build(self.name, self.rust.iter().map(|&(name, word)| (name.to_owned(), value(word))).collect())
    }

    fn rules(&self) -> Arc<dyn Game> {
        let name = format!("rbg/{}", self.name);
        build(&name, self.rules.iter().map(|&(name, number)| (name.to_owned(), Value::Int(number))).collect())
    }

    /// The board of a position of the game in Rust, row by row from above: `rnqk/…` with a number for empty squares, or all squares at once.
    fn rust_board(position: &dyn Position) -> String {
        let mut board = String::new();
        for c in position.notation().split(' ').next().unwrap_or_default().chars().filter(|&c| c != '/') {
            match c.to_digit(10) {
                Some(empty) => board.extend((0..empty).map(|_| '.')),
                None if c == '-' => board.push('.'),
                None => board.push(c),
            }
        }
        board
    }

    /// The board of a position of the rules file, in the same letters.
    fn rules_board(&self, position: &dyn Position) -> String {
        let notation = position.notation();
        let mut board = String::new();
        for run in notation.rsplit("; ").next().unwrap_or_default().split([' ', '/']) {
            let (piece, count) = run.split_once('*').unwrap_or((run, "1"));
            let letter = self.letters.iter().find(|(name, _)| *name == piece).map_or('.', |(_, letter)| *letter);
            board.extend((0..count.parse().expect("a number")).map(|_: u32| letter));
        }
        board
    }

    fn seen(&self, position: &dyn Position, game: &dyn Game, board: String) -> PositionFeatures {
        let turn = position.turn();
        let score = |player: Player| (position.score(player) * 100.0 / game.info().scores.1).round() as i64;
        let scores = if turn == Turn::Over { (0..game.info().players).map(score).collect() } else { Vec::new() };
        let last = turn == Turn::Over && self.differences == Differences::LastBoard;
        PositionFeatures {
            board: if last { String::new() } else { board },
            mover: if let Turn::Player(mover) = turn { Some(mover) } else { None },
            scores,
        }
    }
}

/// The compared features of a position.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct PositionFeatures {
    board: String,
    /// `None` if the game is over.
    mover: Option<Player>,
    /// The final scores in hundredths.
    scores: Vec<i64>,
}

/// The positions after all whole moves, by their features.
type Successors = BTreeMap<PositionFeatures, Vec<Box<dyn Position>>>;

fn successors(position: &dyn Position, see: impl Fn(&dyn Position) -> PositionFeatures) -> Successors {
    let mut found = Successors::new();
    for submove in whole_moves(position) {
        let mut next = position.boxed();
        submove.iter().for_each(|&m| next.apply(m));
        found.entry(see(next.as_ref())).or_default().push(next);
    }
    found
}

/// Plays a game; returns its number of moves.
fn game(twins: &Twins, rust: &dyn Game, rules: &dyn Game, seed: u64) -> u32 {
    let mut random = Rng::new([7; 32], seed);
    let see_rust = |position: &dyn Position| twins.seen(position, rust, Twins::rust_board(position));
    let see_rules = |position: &dyn Position| twins.seen(position, rules, twins.rules_board(position));
    let (mut one, mut other) = (rust.start(), rules.start());
    let mut moves = 0;
    assert_eq!(see_rust(one.as_ref()), see_rules(other.as_ref()), "{}: the start", twins.name);
    while !one.is_over() {
        let mut ones = successors(one.as_ref(), see_rust);
        let mut others = successors(other.as_ref(), see_rules);
        let place = || format!("{}, seed {seed}: successors of {}", twins.name, other.notation());
        if twins.differences == Differences::KingCapture {
            compare_kings(&mut ones, &mut others, &see_rules, &place);
        } else {
            let counted = |all: &Successors| all.iter().map(|(seen, those)| (seen.clone(), those.len())).collect::<Vec<_>>();
            assert_eq!(counted(&ones), counted(&others), "{}", place());
        }
        let drawn = ones.keys().nth(random.below(ones.len())).expect("a move, as the game is not over").clone();
        (one, other) = (ones.remove(&drawn).unwrap().swap_remove(0), others.remove(&drawn).unwrap().swap_remove(0));
        moves += 1;
    }
    moves
}

/// Whether some move captures a king.
fn takes_king(position: &dyn Position, see: &impl Fn(&dyn Position) -> PositionFeatures) -> bool {
    let kings = |seen: &PositionFeatures| seen.board.matches(['K', 'k']).count();
    let before = kings(&see(position));
    successors(position, see).keys().any(|after| kings(after) < before)
}

/// The same with [`Differences::KingCapture`]. Afterwards the ends known to the game in Rust are added to the others.
fn compare_kings(
    ones: &mut Successors,
    others: &mut Successors,
    see: &impl Fn(&dyn Position) -> PositionFeatures,
    place: &impl Fn() -> String,
) {
    let boards: Vec<String> = ones.keys().map(|seen| seen.board.clone()).collect();
    others.retain(|seen, after| {
        let legal = boards.contains(&seen.board);
        let takes = seen.board.matches(['K', 'k']).count() < 2;
        // After the last quiet half-move there is no reply, so that a possible capture of the king is not seen.
        let exposed = takes || if seen.mover.is_none() { !legal } else { takes_king(after[0].as_ref(), see) };
        assert!(legal != exposed, "{}: {} is legal: {legal}, leaves a king to capture: {exposed}", place(), seen.board);
        legal
    });
    assert_eq!(ones.len(), others.len(), "{}", place());
    let mut known = Successors::new();
    for ((one, _), (other, after)) in ones.iter().zip(std::mem::take(others)) {
        if one != &other {
            let lost = successors(after[0].as_ref(), see);
            let hopeless = lost.iter().all(|(seen, after)| seen.mover.is_none() || takes_king(after[0].as_ref(), see));
            assert!(one.board == other.board && one.mover.is_none() && hopeless, "{}: {one:?}, but {other:?}", place());
        }
        known.insert(one.clone(), after);
    }
    *others = known;
}

#[test]
fn games_in_rust_are_their_twins() {
    for twins in TWINS {
        let (rust, rules) = (twins.rust(), twins.rules());
        let moves: u32 = (0..twins.games).map(|seed| game(&twins, rust.as_ref(), rules.as_ref(), seed)).sum();
        assert!(u64::from(moves) > 5 * twins.games, "{}: only {moves} moves", twins.name);
    }
}

#[test]
fn no_pair_is_forgotten() {
    for entry in treebench_games::catalogue::rules_games().filter(|entry| entry.name.starts_with("rbg/")) {
        let name = entry.name.trim_start_matches("rbg/");
        let both = games().iter().any(|rust| rust.name == name);
        // The described one draws after 50 half-moves, and knows no repetition.
        let both = both && name != "chess";
        assert!(!both || TWINS.iter().any(|twins| twins.name == name), "{name}: in Rust and as text, but not compared");
    }
}
