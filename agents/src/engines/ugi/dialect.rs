//! The words in which the four interfaces differ, and the lines that they share.

use crate::agent::{Evaluation, Score};
use crate::engines::conversation::TurnRequest;
use treebench_games::capabilities::Information;
use treebench_games::exchange::{START_OF_CHESS, fen, is_start_of_chess, squares_move};
use treebench_games::notation::{find_move, whole_moves};
use treebench_games::{Exchange, Game, Move, Player, Position};

/// One of the interfaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// For any game.
    Ugi,
    /// For chess and its relatives.
    Uci,
    /// For shogi and its relatives.
    Usi,
    /// For ataxx.
    Uai,
}

impl Dialect {
    /// What the client says first, what the engine answers, and what begins a game.
    pub const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Dialect::Ugi => ("ugi", "ugiok", "uginewgame"),
            Dialect::Uci => ("uci", "uciok", "ucinewgame"),
            Dialect::Usi => ("usi", "usiok", "usinewgame"),
            Dialect::Uai => ("uai", "uaiok", "uainewgame"),
        }
    }

    /// The words after `position` for a position in which a game begins: in FEN if the game has it, else in its own notation.
    pub fn base(self, game: &dyn Game, start: &dyn Position) -> String {
        let (fen, word) = (fen(game, start), if self == Dialect::Usi { "sfen" } else { "fen" });
        let usual = match (self, &fen) {
            (Dialect::Uci, Some(fen)) => fen == START_OF_CHESS,
            (Dialect::Uci, None) => start.squares().is_some_and(is_start_of_chess),
            (Dialect::Ugi | Dialect::Usi | Dialect::Uai, _) => start.notation() == game.start().notation(),
        };
        if usual { "startpos".to_owned() } else { format!("{word} {}", fen.unwrap_or_else(|| start.notation())) }
    }

    /// A whole move as the interface has it. In UCI both squares and the new piece: `e2e4`, `e7e8q`.
    pub fn write(self, game: &dyn Game, before: &dyn Position, submove: &[Move]) -> String {
        let own = before.move_notation(submove);
        match (self, game.exchange()) {
            (Dialect::Uci, Exchange::Pgn { variant, .. }) => {
                let plain = squares_move(before, submove).unwrap_or(own);
                if variant == CHESS960 { king_takes_rook(before, plain) } else { plain }
            }
            (Dialect::Uci, _) if between_squares(&own) => own.replace(BETWEEN, ""),
            (Dialect::Uai, _) if own == "pass" => "0000".to_owned(),
            _ => own,
        }
    }

    /// The word of a player in `go`, before `time` and `inc`. In ataxx and shogi Black moves first.
    pub(super) fn side(self, player: usize) -> String {
        match (self, player) {
            (Dialect::Ugi, _) => format!("p{}", player + 1),
            (Dialect::Uci, 0) | (Dialect::Usi | Dialect::Uai, 1) => "w".to_owned(),
            _ => "b".to_owned(),
        }
    }

    /// The line that asks for a move by the clocks of the game.
    pub(super) fn go_by_clock(self, asked: &TurnRequest<'_>) -> String {
        let mut go = "go".to_owned();
        for (player, clock) in asked.clocks.iter().enumerate().filter_map(|(player, clock)| Some((player, clock.as_ref()?))) {
            let (side, shown) = (self.side(player), clock.time_left());
            go += &format!(" {side}time {}", shown.left.as_millis().max(1));
            if !shown.increment.is_zero() {
                go += &format!(" {side}inc {}", shown.increment.as_millis());
            }
        }
        let moves = asked.clock().and_then(|clock| clock.time_left().moves);
        moves.map_or(go.clone(), |moves| format!("{go} movestogo {moves}"))
    }

    /// The legal whole move with this name; `None` if there is none.
    pub fn read(self, game: &dyn Game, position: &dyn Position, text: &str) -> Option<Vec<Move>> {
        if self == Dialect::Ugi {
            return find_move(position, text).ok();
        }
        let named = |submove: &Vec<Move>| {
            let name = self.write(game, position, submove);
            name == text || self == Dialect::Uci && king_takes_rook(position, name) == text
        };
        whole_moves(position).into_iter().find(named)
    }
}

/// The sign between two squares: a hyphen, or the sign of a capture.
const BETWEEN: [char; 2] = ['-', 'x'];

/// Whether a move is written as two squares with a sign between them, as in `e2-e4` and `e4xd5`.
fn between_squares(name: &str) -> bool {
    let is_square = |text: &str| {
        let rank = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
        text.len() == rank.len() + 1 && !rank.is_empty() && rank.bytes().all(|byte| byte.is_ascii_digit())
    };
    name.split_once(BETWEEN).is_some_and(|(from, to)| is_square(from) && is_square(to))
}

/// The option by which an engine asks for what its player knows, where information is hidden.
pub(super) const OBSERVATION: &str = "Observation";

/// What a player knows, in one line.
pub(super) fn observation(information: &dyn Information, player: Player) -> String {
    information.known(player).replace(char::is_control, " ")
}

/// The name of Fischer's chess in PGN.
pub(super) const CHESS960: &str = "Chess960";

/// A move of UCI as engines of Fischer's chess write it: castling goes to the square of the rook.
pub(super) fn king_takes_rook(before: &dyn Position, name: String) -> String {
    let rook = match name.as_str() {
        "e1g1" => "h1",
        "e1c1" => "a1",
        "e8g8" => "h8",
        "e8c8" => "a8",
        _ => return name,
    };
    let king = before.squares().is_some_and(|board| {
        let piece = board.named(&name[..2]).and_then(|square| board.piece(square));
        piece.is_some_and(|piece| piece.kind == 'K')
    });
    if king { name[..2].to_owned() + rook } else { name }
}

/// What `info` lines tell; of each word the last one counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// `iterations N` or `playouts N`.
    pub iterations: u64,
    /// `nodes N`.
    pub nodes: u64,
    /// `depth N` of the line with the score.
    depth: Option<u32>,
    /// `score cp N` or `score mate N`, not of a bound.
    score: Option<Score>,
}

impl Info {
    /// Takes what a line tells, without the word `info`.
    pub fn read(&mut self, line: &str) {
        let (mut depth, mut score, mut counts) = (None, None, true);
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
            match word {
                "iterations" | "playouts" => self.iterations = number().and_then(|n| u64::try_from(n).ok()).unwrap_or(self.iterations),
                "nodes" => self.nodes = number().and_then(|n| u64::try_from(n).ok()).unwrap_or(self.nodes),
                "depth" => depth = number().and_then(|n| u32::try_from(n).ok()),
                "cp" => score = number().map(|n| Score::Centipawns(n.clamp(-1_000_000, 1_000_000) as i32)),
                "mate" => score = number().map(|n| Score::Mate(n.clamp(-10_000, 10_000) as i32)),
                // The score of another move than the best, or none at all.
                "multipv" => counts &= number() == Some(1),
                "lowerbound" | "upperbound" => counts = false,
                // The rest of the line is free.
                "string" | "pv" => break,
                _ => {}
            }
        }
        if counts && score.is_some() {
            (self.depth, self.score) = (depth, score);
        }
    }

    /// What the engine says that its move is worth.
    pub(super) fn evaluation(&self) -> Option<Evaluation> {
        Some(Evaluation { score: self.score?, depth: self.depth })
    }
}

/// An option that an engine offers: `option name NAME type TYPE … min A max B`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionOffer {
    /// Its name, which may have spaces.
    pub name: String,
    /// The smallest and the largest number, where it has them.
    pub range: Option<(i64, i64)>,
}

impl OptionOffer {
    /// Reads a line without the word `option`.
    pub fn read(line: &str) -> Option<OptionOffer> {
        let rest = line.trim().strip_prefix("name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let after = |word: &str| rest.split_whitespace().skip_while(|known| *known != word).nth(1)?.parse().ok();
        Some(OptionOffer { name: name.trim().to_owned(), range: after("min").zip(after("max")) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::games;
    use treebench_games::params::Values;

    #[test]
    fn chess_moves_are_written_with_both_squares() {
        for name in ["rbg/chess", "skirmish"] {
            let game = games().find(name).unwrap().build(&Values::default()).unwrap();
            let mut here = game.start();
            for text in
                ["e2e4", "a7a6", "e4e5", "d7d5", "e5d6", "a6a5", "g1f3", "a5a4", "f1e2", "h7h6", "e1g1", "h6h5", "d6c7", "h5h4", "c7d8q"]
            {
                // Skirmish has no capture in passing.
                if name == "skirmish" && text == "e5d6" {
                    break;
                }
                let found =
                    Dialect::Uci.read(game.as_ref(), here.as_ref(), text).unwrap_or_else(|| panic!("{name}: {text} in {}", here.draw()));
                assert_eq!(Dialect::Uci.write(game.as_ref(), here.as_ref(), &found), text);
                found.into_iter().for_each(|m| here.apply(m));
            }
        }
    }

    /// Games of pieces that go from square to square, in UCI; shogi as it is written in USI.
    #[test]
    fn moves_of_other_games_are_written_by_squares() {
        let game = games().find("breakthrough").unwrap().build(&Values::default()).unwrap();
        let here = game.parse("8/8/8/8/3p4/4P3/8/8 w").unwrap();
        let mut written: Vec<String> =
            whole_moves(here.as_ref()).iter().map(|submove| Dialect::Uci.write(game.as_ref(), here.as_ref(), submove)).collect();
        written.sort();
        assert_eq!(written, ["e3d4", "e3e4", "e3f4"]);
        assert!(written.iter().all(|name| Dialect::Uci.read(game.as_ref(), here.as_ref(), name).is_some()));
        assert!(Dialect::Ugi.read(game.as_ref(), here.as_ref(), "e3xd4").is_some());
        let shogi = games().find("minishogi").unwrap().build(&Values::default()).unwrap();
        let text = "rbsgk/4p/5/P4/KGSBR b - 1";
        assert_eq!(Dialect::Usi.base(shogi.as_ref(), shogi.parse(text).unwrap().as_ref()), "startpos");
        assert_eq!(Dialect::Usi.base(shogi.as_ref(), shogi.parse("4k/5/5/5/K4 w R 7").unwrap().as_ref()), "sfen 4k/5/5/5/K4 w R 7");
    }

    #[test]
    fn games_begin_in_fen() {
        let game = games().find("rbg/chess").unwrap().build(&Values::default()).unwrap();
        let base = |text: &str| Dialect::Uci.base(game.as_ref(), game.parse(text).unwrap().as_ref());
        assert_eq!(Dialect::Uci.base(game.as_ref(), game.start().as_ref()), "startpos");
        assert_eq!(base(START_OF_CHESS), "startpos");
        // The same board, but Black is to move, or nobody may castle.
        for text in
            [START_OF_CHESS.replace(" w ", " b "), START_OF_CHESS.replace("KQkq", "-"), "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1".to_owned()]
        {
            assert_eq!(base(&text), format!("fen {text}"));
            assert_eq!(Dialect::Ugi.base(game.as_ref(), game.parse(&text).unwrap().as_ref()), format!("fen {text}"));
        }
    }

    #[test]
    fn lines_are_read() {
        let mut info = Info::default();
        info.read("depth 3 nodes 120 nps 5 pv e2e4 nodes 9");
        info.read("playouts 70");
        assert_eq!((info.iterations, info.nodes, info.evaluation()), (70, 120, None));
        info.read("depth 7 seldepth 9 multipv 1 score cp -31 nodes 5 pv e2e4 score cp 9");
        let lost = Evaluation { score: Score::Centipawns(-31), depth: Some(7) };
        assert_eq!((info.nodes, info.evaluation()), (5, Some(lost)));
        for other in ["depth 8 multipv 2 score cp 50", "depth 8 score cp 50 lowerbound", "string score cp 50", "score cp x", "nodes -7"] {
            info.read(other);
            assert_eq!((info.nodes, info.evaluation()), (5, Some(lost)), "{other}");
        }
        info.read("depth 9 score mate -3");
        assert_eq!(info.evaluation(), Some(Evaluation { score: Score::Mate(-3), depth: Some(9) }));
        assert_eq!(OptionOffer::read("name Seed type spin default 0 min 0 max 99").unwrap().range, Some((0, 99)));
        assert_eq!(OptionOffer::read("name Skill Level type check default true").unwrap().name, "Skill Level");
        assert_eq!(OptionOffer::read("nonsense"), None);
    }
}
