//! Reads chess moves in PGN notation.

use crate::chess_moves::pgn_move;
use crate::game::{Exchange, Game};
use crate::moves::Move;
use crate::notation::whole_moves;
use crate::position::{Position, Turn};

/// The legal move with this name in PGN, such as `Nf3`, `exd8=Q+` or `O-O`; `None` if there is none, or more than one, or the game is not written so.
pub fn san_move(game: &dyn Game, position: &dyn Position, name: &str) -> Option<Vec<Move>> {
    let (Exchange::Pgn { .. }, Turn::Player(player)) = (game.exchange(), position.turn()) else { return None };
    let before = position.squares()?;
    let wanted = Name::read(name);
    let mut found = whole_moves(position).into_iter().filter(|submove| {
        let mut after = position.boxed();
        submove.iter().for_each(|&m| after.apply(m));
        let written = after.squares().and_then(|after| pgn_move(before, after, player));
        written.is_some_and(|written| wanted.fits(&Name::read(&written)))
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The parts of a name.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Name {
    /// The letter of the piece, none for a pawn.
    pub(super) piece: Option<char>,
    /// The given part of the origin square.
    pub(super) from: String,
    /// The target, or castling.
    pub(super) to: String,
    pub(super) promotion: Option<char>,
}

impl Name {
    pub(super) fn read(name: &str) -> Name {
        let plain: String = name.trim_end_matches("e.p.").chars().filter(|c| !"+#!?x-=:()".contains(*c)).collect();
        let castling = plain.replace('0', "O");
        if ["OO", "OOO"].contains(&castling.as_str()) {
            return Name { piece: None, from: String::new(), to: castling, promotion: None };
        }
        let (piece, rest) = match plain.chars().next() {
            Some(c) if c.is_ascii_uppercase() => (Some(c), &plain[1..]),
            _ => (None, plain.as_str()),
        };
        let (squares, promotion) = match rest.chars().next_back() {
            Some(c) if c.is_ascii_uppercase() => (&rest[..rest.len() - 1], Some(c)),
            _ => (rest, None),
        };
        let target = squares.char_indices().rev().nth(1).map_or(0, |(at, _)| at);
        let piece = piece.filter(|&piece| piece != 'P');
        Name { piece, from: squares[..target].to_owned(), to: squares[target..].to_owned(), promotion }
    }

    /// Whether a whole name is one that this one means.
    fn fits(&self, whole: &Name) -> bool {
        let from = self.from.chars().all(|c| whole.from.contains(c));
        from && (self.piece, &self.to, self.promotion) == (whole.piece, &whole.to, whole.promotion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;
    use crate::params::Values;

    #[test]
    fn a_game_is_read_in_both_chesses() {
        // Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
        let text = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 \
                    Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
        for name in ["chess", "rbg/chess"] {
            let game = games().find(name).unwrap().build(&Values::default()).unwrap();
            let mut here = game.start();
            for word in text.split(' ') {
                let found = san_move(game.as_ref(), here.as_ref(), word).unwrap_or_else(|| panic!("{name}: {word} in {}", here.draw()));
                found.into_iter().for_each(|m| here.apply(m));
            }
            assert_eq!((here.is_over() || whole_moves(here.as_ref()).is_empty(), here.score(0) > here.score(1)), (true, true), "{name}");
        }
    }

    #[test]
    fn a_name_must_mean_one_move() {
        let game = games().find("chess").unwrap().build(&Values::default()).unwrap();
        let here = game.parse("k7/4P3/8/8/8/8/8/KN3N2 w - - 0 1").unwrap();
        let means = |name: &str| san_move(game.as_ref(), here.as_ref(), name).map(|submove| here.move_notation(&submove));
        assert_eq!(means("Nd2"), None, "two knights go there");
        assert_eq!(means("Nbd2").as_deref(), Some("b1d2"));
        assert_eq!(means("Nf1-d2!?").as_deref(), Some("f1d2"));
        assert_eq!(means("e8=Q+").as_deref(), Some("e7e8q"));
        assert_eq!((means("e8"), means("Ra1"), means(""), means("é"), means("N"), means("=")), (None, None, None, None, None, None));
    }
}
