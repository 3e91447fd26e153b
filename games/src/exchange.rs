//! Games in standard notations: SGF for go, PGN for chess and its relatives.
//!
//! The [game](crate::game::Exchange) declares its notation; the contents come from its [squares](Squares).

mod epd;
pub mod results;
mod san;
mod san_text;
pub mod sgf;

pub use crate::chess_moves::{pgn_move, squares_move};
pub use epd::fen_of_epd;
pub use san::san_move;
pub use san_text::san;

use crate::capabilities::{Square, Squares};
use crate::fen::write_rows;
use crate::game::{Exchange, Game};
use crate::position::Position;

/// A point in SGF, two letters from the upper left corner; `None` beyond 26 lines.
pub fn sgf_point((column, row): Square) -> Option<String> {
    let letter = |at: usize| (at < 26).then(|| char::from(b'a' + at as u8));
    Some([letter(column)?, letter(row)?].iter().collect())
}

/// The points that are Black's and White's by area: those with their stones, and those from which, over empty points, only stones of one
/// colour can be reached (Tromp and Taylor, The rules of go).
pub fn area(board: &dyn Squares) -> [usize; 2] {
    let (columns, rows) = board.size();
    let owner = |point: Square| board.piece(point).map(|stone| stone.owner);
    let beside = |(column, row): Square| {
        let points = [(column.wrapping_sub(1), row), (column + 1, row), (column, row.wrapping_sub(1)), (column, row + 1)];
        points.into_iter().filter(|&(column, row)| column < columns && row < rows)
    };
    let mut points = [0; 2];
    let mut seen = vec![false; columns * rows];
    let mut is_new = |(column, row): Square| !std::mem::replace(&mut seen[row * columns + column], true);
    for first in board.all() {
        if let Some(player) = owner(first) {
            points[player] += 1;
        } else if is_new(first) {
            let (mut region, mut next, mut reached) = (vec![first], 0, [false; 2]);
            while let Some(&point) = region.get(next) {
                next += 1;
                for other in beside(point) {
                    match owner(other) {
                        Some(player) => reached[player] = true,
                        None if is_new(other) => region.push(other),
                        None => {}
                    }
                }
            }
            match reached {
                [true, false] => points[0] += region.len(),
                [false, true] => points[1] += region.len(),
                _ => {}
            }
        }
    }
    points
}

/// A position in FEN; `None` if the game does not have it, or not for this position.
pub fn fen(game: &dyn Game, position: &dyn Position) -> Option<String> {
    let Exchange::Pgn { fen: true, .. } = game.exchange() else { return None };
    // Some notations go on after the six fields.
    let native = || position.notation().split(' ').take(6).collect::<Vec<_>>().join(" ");
    position.described().map_or_else(|| Some(native()), |described| described.fen())
}

/// The usual start of chess in FEN.
pub const START_OF_CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Whether the pieces are where they are at the usual start of chess.
pub fn is_start_of_chess(board: &dyn Squares) -> bool {
    let letter =
        |column, row| board.piece((column, row)).map(|piece| if piece.owner == 0 { piece.kind } else { piece.kind.to_ascii_lowercase() });
    board.size() == (8, 8) && START_OF_CHESS.split(' ').next() == Some(write_rows((8, 8), letter).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;
    use crate::notation::find_move;
    use crate::params::{Value, Values};
    use crate::position::playout::Scratch;
    use crate::rng::Rng;
    use std::cmp::Ordering;

    /// Plays moves and returns them as PGN has them.
    fn written(game: &str, moves: &str) -> Vec<String> {
        let game = games().find(game).unwrap().build(&Values::default()).unwrap();
        let mut here = game.start();
        assert!(is_start_of_chess(here.squares().unwrap()));
        let played = moves.split(' ').enumerate().map(|(ply, word)| {
            let before = here.boxed();
            find_move(here.as_ref(), word).unwrap().into_iter().for_each(|m| here.apply(m));
            pgn_move(before.squares().unwrap(), here.squares().unwrap(), ply % 2).unwrap()
        });
        played.collect()
    }

    #[test]
    fn castling_and_captures_are_read_off_squares() {
        let moves = "e2-e4 d7-d5 e4-d5 d8-d5 g1-f3 b8-c6";
        assert_eq!(written("rbg/chess", moves), ["e2e4", "d7d5", "e4xd5", "Qd8xd5", "Ng1f3", "Nb8c6"]);
        // Rooks of both sides look alike but for their colours.
        let rooks = "a2-a4 h7-h5 a4-a5 h5-h4 a1-a4 h8-h5 a4-h4 h5-h4";
        assert_eq!(written("rbg/chess", rooks)[6..], ["Ra4xh4", "Rh5xh4"]);
        let native = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1";
        assert_eq!(written("skirmish", native).last().unwrap(), "O-O");
    }

    /// The counts and the komi decide as the game does, at the end of random games.
    #[test]
    fn areas_agree_with_the_rules_of_the_game() {
        let game = games()
            .find("go")
            .unwrap()
            .build(&Values::from_iter([("size".to_owned(), Value::Int(5)), ("komi".to_owned(), Value::Float(3.0))]))
            .unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let mut here = game.start();
            here.playout(&mut Rng::from_seed(seed), 3 + seed as u32 % 70, &mut Scratch::default());
            // Two passes end the game wherever it is.
            while !here.is_over() {
                find_move(here.as_ref(), "pass").unwrap().into_iter().for_each(|m| here.apply(m));
            }
            let [black, white] = area(here.squares().unwrap());
            let score = match black.cmp(&(white + 3)) {
                Ordering::Less => 0.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 1.0,
            };
            assert_eq!(here.score(0), score, "{}", here.draw());
            seen.insert((2.0 * score) as u32);
        }
        assert_eq!(seen.len(), 3, "all results occur");
    }

    #[test]
    fn points_of_go_are_counted_from_the_upper_left() {
        let game = games().find("rbg/go").unwrap().build(&Values::default()).unwrap();
        let start = game.start();
        assert_eq!(game.exchange(), Exchange::Sgf { half_komi: 0, handicap: 0 });
        let point = start.squares().unwrap().named("c18").unwrap();
        assert_eq!(sgf_point(point).unwrap(), "cb");
    }

    /// Messages of RBG rules are shown in chess notation.
    #[test]
    fn errors_of_described_chess_have_fen_and_squares() {
        let game = games().find("rbg/chess").unwrap().build(&Values::default()).unwrap();
        let fen = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1";
        let here = game.parse(fen).unwrap();
        assert!(find_move(here.as_ref(), "e5d6").is_ok(), "a capture in passing");
        let error = find_move(here.as_ref(), "e5f6").unwrap_err().to_string();
        assert!(error.starts_with(&format!("`e5f6` is not a legal move in `{fen}`; did you mean `e5")), "{error}");
    }
}
