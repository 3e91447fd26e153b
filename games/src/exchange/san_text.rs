//! Moves of chess in standard algebraic notation.

use super::san::Name;
use crate::capabilities::{Square, Squares};
use crate::chess_moves::pgn_move;
use crate::game::{Exchange, Game};
use crate::moves::Move;
use crate::notation::whole_moves;
use crate::position::{Player, Position, Turn};

/// Games in which a king in check must be saved; in their relatives it may be captured, and checks are not marked.
const CHESS: [&str; 2] = ["", "Chess960"];

/// A legal move in standard algebraic notation, such as `Nbd2`, `exd8=Q+` or `O-O`; `None` if the game is not written so.
pub fn san(game: &dyn Game, position: &dyn Position, submove: &[Move]) -> Option<String> {
    let (Exchange::Pgn { variant, .. }, Turn::Player(player)) = (game.exchange(), position.turn()) else { return None };
    let after = played(position, submove);
    let (before, board) = (position.squares()?, after.squares()?);
    let text = shortened(position, before, player, &pgn_move(before, board, player)?);
    let is_check = CHESS.contains(&variant.as_str()) && is_in_check(board, 1 - player);
    Some(match (is_check, is_check && whole_moves(after.as_ref()).is_empty()) {
        (_, true) => text + "#",
        (true, false) => text + "+",
        (false, false) => text,
    })
}

fn played(position: &dyn Position, submove: &[Move]) -> Box<dyn Position> {
    let mut after = position.boxed();
    submove.iter().for_each(|&m| after.apply(m));
    after
}

/// A move without its origin square, or with the part that disambiguates it.
fn shortened(position: &dyn Position, before: &dyn Squares, player: Player, whole: &str) -> String {
    let name = Name::read(whole);
    // Castling.
    if name.from.is_empty() {
        return whole.to_owned();
    }
    let (column, row) = name.from.split_at(name.from.find(|c: char| c.is_ascii_digit()).unwrap_or(0));
    let captures = whole.contains('x');
    let from = match name.piece {
        None => {
            if captures {
                column
            } else {
                ""
            }
        }
        Some(piece) => {
            let several = before.pieces_of(player).filter(|&square| before.piece(square).is_some_and(|one| one.kind == piece)).count() > 1;
            let rivals = if several { rivals(position, before, player, &name) } else { Vec::new() };
            match rivals {
                list if list.is_empty() => "",
                list if list.iter().all(|from| !from.starts_with(column)) => column,
                list if list.iter().all(|from| !from.ends_with(row)) => row,
                _ => &name.from,
            }
        }
    };
    let piece = name.piece.map(String::from).unwrap_or_default();
    let promotion = name.promotion.map(|piece| format!("={piece}")).unwrap_or_default();
    format!("{piece}{from}{}{}{promotion}", if captures { "x" } else { "" }, name.to)
}

/// The squares from which other pieces of the same kind could go to the same square.
fn rivals(position: &dyn Position, before: &dyn Squares, player: Player, name: &Name) -> Vec<String> {
    let written = |submove: Vec<Move>| pgn_move(before, played(position, &submove).squares()?, player);
    let others = whole_moves(position).into_iter().filter_map(written).map(|text| Name::read(&text));
    others.filter(|other| (other.piece, &other.to) == (name.piece, &name.to) && other.from != name.from).map(|other| other.from).collect()
}

/// Whether the king of a player is attacked; `false` if there is none.
fn is_in_check(board: &dyn Squares, player: Player) -> bool {
    let king = board.pieces_of(player).find(|&square| board.piece(square).is_some_and(|piece| piece.kind == 'K'));
    king.is_some_and(|king| board.pieces_of(1 - player).any(|from| attacks(board, from, king)))
}

/// Whether the piece on a square attacks another one.
fn attacks(board: &dyn Squares, from: Square, to: Square) -> bool {
    let Some(piece) = board.piece(from) else { return false };
    let (x, y) = (to.0 as isize - from.0 as isize, to.1 as isize - from.1 as isize);
    let (straight, diagonal) = (x == 0 || y == 0, x.abs() == y.abs());
    let steps = x.abs().max(y.abs());
    let at = |step: isize| (from.0.wrapping_add_signed(x.signum() * step), from.1.wrapping_add_signed(y.signum() * step));
    let is_free = || (1..steps).all(|step| board.piece(at(step)).is_none());
    match piece.kind {
        'N' => x.abs().min(y.abs()) == 1 && steps == 2,
        'K' => steps == 1,
        // Rows are counted from the top, to which White's pawns go.
        'P' => x.abs() == 1 && y == if piece.owner == 0 { -1 } else { 1 },
        'R' => straight && is_free(),
        'B' => diagonal && is_free(),
        'Q' => (straight || diagonal) && is_free(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::san_move;
    use super::*;
    use crate::catalogue::games;
    use crate::params::Values;
    use crate::rng::Rng;

    fn written(game: &str, fen: &str) -> Vec<String> {
        let game = games().find(game).unwrap().build(&Values::default()).unwrap();
        let here = game.parse(fen).unwrap();
        let mut names: Vec<String> =
            whole_moves(here.as_ref()).iter().map(|submove| san(game.as_ref(), here.as_ref(), submove).unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn as_much_of_the_departure_is_written_as_is_needed() {
        let has = |fen: &str, expected: &[&str]| {
            for game in ["chess", "rbg/chess"] {
                let names = written(game, fen);
                expected.iter().for_each(|name| assert!(names.iter().any(|one| one == name), "{game}: no {name} in {names:?}"));
            }
        };
        // Knights in one row, rooks in one column, and three queens of which one shares its row and its column with others.
        has("7k/8/8/8/8/8/8/KN3N2 w - - 0 1", &["Nbd2", "Nfd2", "Na3", "Ng3", "Ka2"]);
        has("7k/8/R7/8/8/8/R7/6K1 w - - 0 1", &["R6a4", "R2a4", "Rb2", "Ra8+"]);
        has("1k6/8/8/8/4Q2Q/8/1K6/7Q w - - 0 1", &["Qee1", "Qh4e1", "Q1e1", "Qd4"]);
        has("k7/3p2P1/4P3/8/8/8/8/4K2R w K - 0 1", &["g8=Q+", "g8=N", "exd7", "O-O", "Rg1"]);
        has("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1", &["exd6"]);
        has("7k/6pp/8/8/8/8/8/K2R4 w - - 0 1", &["Rd8#", "Rd7"]);
        assert!(written("skirmish", "7k/6pp/8/8/8/8/8/K2R4 w - - 0 1").contains(&"Rd8".to_owned()), "no check where kings are captured");
    }

    /// Every name of a position means one move, and means it in the reader.
    #[test]
    fn what_is_written_is_read() {
        for name in ["chess", "los-alamos-chess", "skirmish"] {
            let game = games().find(name).unwrap().build(&Values::default()).unwrap();
            let mut here = game.start();
            let mut rng = Rng::from_seed(3);
            for _ in 0..60 {
                let moves = whole_moves(here.as_ref());
                for submove in &moves {
                    let text = san(game.as_ref(), here.as_ref(), submove).unwrap();
                    assert_eq!(san_move(game.as_ref(), here.as_ref(), &text).as_ref(), Some(submove), "{name}: {text} in {}", here.draw());
                }
                if moves.is_empty() {
                    break;
                }
                moves[rng.below(moves.len())].iter().for_each(|&m| here.apply(m));
            }
        }
    }
}
