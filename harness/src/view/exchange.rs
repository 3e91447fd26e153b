//! Games in the notations of other programs: SGF for go, PGN for chess and its relatives, plain text for the rest.

use super::game::{ended, result};
use super::walk::{Step, walk};
use crate::experiment::Cell;
use crate::kinds::r#match::{Annotation, Ending, GameRecord};
use std::collections::BTreeMap;
use treebench_agents::{Budget, TimeControl};
use treebench_games::exchange::{START_OF_CHESS, fen, is_start_of_chess, san, sgf_point};
use treebench_games::{Exchange, Squares, Turn};

/// A game in a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameText {
    /// The end of the name of files that hold such games: `sgf`, `pgn` or `txt`.
    pub ending: &'static str,
    /// The game, several lines.
    pub text: String,
}

/// A game in the notation of its rules, or as plain text if that is impossible: if it does not begin where that notation requires, or if its moves
/// cannot be replayed.
pub fn exported(cell: &Cell, id: &str, record: &GameRecord) -> GameText {
    let names = cell.participant_names();
    let players: Vec<&str> = record.seats.iter().map(|&seat| names.get(seat as usize).map_or("?", String::as_str)).collect();
    let game = NamedGame { cell, id, record, players };
    let (ending, text) = match cell.game.game.exchange() {
        Exchange::Plain => ("txt", None),
        Exchange::Sgf { half_komi, handicap } => ("sgf", game.sgf(half_komi, handicap)),
        Exchange::Pgn { variant, .. } => ("pgn", game.pgn(&variant)),
    };
    match text {
        Some(text) => GameText { ending, text },
        None => GameText { ending: "txt", text: game.plain() },
    }
}

/// A game with the names of its task and players.
struct NamedGame<'a> {
    cell: &'a Cell,
    id: &'a str,
    record: &'a GameRecord,
    players: Vec<&'a str>,
}

impl NamedGame<'_> {
    /// The seat that won alone.
    fn winner(&self) -> Option<usize> {
        let best = self.record.scores.iter().copied().max_by(f64::total_cmp)?;
        let mut winners = (0..self.record.scores.len()).filter(|&seat| self.record.scores[seat] == best);
        winners.next().filter(|_| winners.next().is_none())
    }

    /// How it ended, in a sentence for a comment.
    fn ending_text(&self) -> String {
        let text = format!("{}, {}", result(self.record, &self.players), ended(self.record.ending));
        if self.record.message.is_empty() { text } else { format!("{text}: {}", self.record.message.replace(char::is_control, " ")) }
    }

    /// The comments on each move in the style of cutechess, `None` where nothing is known of a turn; empty if no turn has a clock or a score.
    fn comments(&self) -> Vec<Option<String>> {
        let annotations: BTreeMap<usize, Annotation> =
            Annotation::read(&self.record.annotations).into_iter().map(|annotation| (annotation.word, annotation)).collect();
        let words = if annotations.is_empty() { 0 } else { self.record.moves.split_whitespace().count() };
        let book = |word: usize| (word < self.record.opening_plies as usize).then(|| "book".to_owned());
        (0..words).map(|word| annotations.get(&word).map(Annotation::comment).or_else(|| book(word))).collect()
    }

    /// The clocks of the players, if any.
    fn clocks(&self) -> [Option<TimeControl>; 2] {
        let of = |seat: usize| match self.cell.participants.get(*self.record.seats.get(seat)? as usize)?.budget {
            Budget::Clock(control) => Some(control),
            Budget::Iterations(_) | Budget::States(_) | Budget::Time(_) => None,
        };
        [of(0), of(1)]
    }

    /// Smart Game Format, FF[4] (red-bean.com/sgf).
    fn sgf(&self, half_komi: i32, handicap: u16) -> Option<String> {
        let (mut text, mut moves) = (String::new(), String::new());
        let mut whole = true;
        let left: BTreeMap<usize, u64> =
            Annotation::read(&self.record.annotations).into_iter().filter_map(|turn| Some((turn.word, turn.left?))).collect();
        let mut place = 0;
        walk(self.cell.game.game.as_ref(), self.record, |Step { word, by, position, .. }| {
            let Some(board) = position.squares() else { return whole = false };
            if word.is_empty() {
                text = self.sgf_root(board, position.turn(), half_komi, handicap);
                return;
            }
            let colour = if by == Turn::Player(0) { 'B' } else { 'W' };
            // A move that names no point passes.
            let point = board.named(word).map_or(Some(String::new()), sgf_point);
            whole &= point.is_some();
            moves += &format!(";{colour}[{}]", point.unwrap_or_default());
            if let Some(&millis) = left.get(&place) {
                moves += &format!("{colour}L[{:.3}]", millis as f64 / 1000.0);
            }
            place += 1;
        })
        .ok()?;
        whole.then(|| format!("{text}{moves})\n"))
    }

    fn sgf_root(&self, start: &dyn Squares, turn: Turn, half_komi: i32, handicap: u16) -> String {
        let (size, _) = start.size();
        let result = match (self.record.has_result(), self.winner()) {
            (false, _) => "Void".to_owned(),
            (true, Some(seat)) => format!("{}+", ["B", "W"].get(seat).unwrap_or(&"?")),
            (true, None) => "0".to_owned(),
        };
        let name = |seat: usize| escaped(self.players.get(seat).copied().unwrap_or("?"));
        let mut text = format!(
            "(;GM[1]FF[4]CA[UTF-8]AP[treebench:{}]SZ[{size}]KM[{}]PB[{}]PW[{}]RE[{result}]GN[{}]C[{}]",
            env!("CARGO_PKG_VERSION"),
            f64::from(half_komi) / 2.0,
            name(0),
            name(1),
            escaped(self.id),
            escaped(&self.ending_text())
        );
        if handicap > 0 {
            text += &format!("HA[{handicap}]");
        }
        for (player, property) in ["AB", "AW"].into_iter().enumerate() {
            let points: String = start.pieces_of(player).filter_map(sgf_point).map(|point| format!("[{point}]")).collect();
            if !points.is_empty() {
                text += &format!("{property}{points}");
            }
        }
        if turn == Turn::Player(1) { text + "PL[W]" } else { text }
    }

    /// Portable Game Notation, with the tags of its standard of 1994.
    fn pgn(&self, variant: &str) -> Option<String> {
        let (mut moves, mut start, mut number) = (Vec::new(), None, 1);
        let mut whole = true;
        let (comments, mut place) = (self.comments(), 0);
        let rules = self.cell.game.game.as_ref();
        walk(rules, self.record, |Step { word, submove, by, before, position }| {
            if word.is_empty() {
                start = fen(rules, position);
                whole = start.is_some() || position.squares().is_some_and(is_start_of_chess);
                start = start.take().filter(|start| start != START_OF_CHESS);
                return;
            }
            let Turn::Player(player) = by else { return whole = false };
            let Some(text) = san(rules, before, submove) else { return whole = false };
            match (player, moves.is_empty()) {
                (0, _) => moves.push(format!("{number}. {text}")),
                (_, true) => moves.push(format!("{number}... {text}")),
                _ => moves.push(text),
            }
            moves.extend(comments.get(place).into_iter().flatten().map(|comment| format!("{{{comment}}}")));
            place += 1;
            number += u32::from(player == 1);
        })
        .ok()?;
        let result = match (self.record.has_result(), self.winner()) {
            (false, _) => "*",
            (true, Some(0)) => "1-0",
            (true, Some(_)) => "0-1",
            (true, None) => "1/2-1/2",
        };
        let termination = match self.record.ending {
            Ending::Rules => "normal",
            Ending::LengthCap | Ending::Adjudication => "adjudication",
            Ending::Timeout => "time forfeit",
            Ending::AgentError => "rules infraction",
            Ending::Void => "unterminated",
            Ending::Resignation => "normal",
        };
        let name = |seat: usize| self.players.get(seat).copied().unwrap_or("?");
        let mut tags = vec![("Event", self.cell.game.label.as_str()), ("Site", "?"), ("Date", "????.??.??"), ("Round", self.id)];
        tags.extend([("White", name(0)), ("Black", name(1)), ("Result", result), ("Termination", termination)]);
        if !variant.is_empty() {
            tags.push(("Variant", variant));
        }
        let clocks = self.clocks().map(|clock| clock.map_or_else(|| "-".to_owned(), |control| control.to_string()));
        match &clocks {
            [white, black] if white == black => tags.extend((white != "-").then_some(("TimeControl", white.as_str()))),
            [white, black] => tags.extend([("WhiteTimeControl", white.as_str()), ("BlackTimeControl", black)]),
        }
        if let Some(start) = &start {
            tags.extend([("SetUp", "1"), ("FEN", start)]);
        }
        let tag = |(name, value): (&str, &str)| {
            let value = value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
            format!("[{name} \"{value}\"]\n")
        };
        let tags: String = tags.into_iter().map(tag).collect();
        let comment = self.ending_text().replace(['{', '}'], "|");
        moves.push(format!("{{{comment}}} {result}"));
        whole.then(|| format!("{tags}\n{}\n\n", wrapped(&moves.join(" "))))
    }

    /// One fact per line, then the moves in treebench's notation.
    fn plain(&self) -> String {
        let mut text = format!("game {}\ntask {}\n", self.cell.game.label, self.id);
        for (seat, name) in self.players.iter().enumerate() {
            text += &format!("player {} {name}\n", seat + 1);
        }
        if !self.record.opening.is_empty() {
            text += &format!("opening {}\n", self.record.opening);
        }
        let scores: Vec<String> = self.record.scores.iter().map(f64::to_string).collect();
        if !scores.is_empty() {
            text += &format!("scores {}\n", scores.join(" "));
        }
        text + &format!("result {}\nmoves {}\n\n", self.ending_text(), self.record.moves)
    }
}

/// A text inside the brackets of SGF.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]").replace(':', "\\:").replace(char::is_control, " ")
}

/// Words on lines of at most 80 characters, as PGN has them.
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 80;
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let wide = word.chars().count();
        if length > 0 {
            let fits = length + 1 + wide <= WIDTH;
            lines.push(if fits { ' ' } else { '\n' });
            length = if fits { length + 1 } else { 0 };
        }
        lines += word;
        length += wide;
    }
    lines
}
