//! The kinds of pieces: their moves, promotions, letters and values.
//!
//! Squares are numbered row by row from the lower left, which is 5e in shogi notation; Sente moves up.

use crate::rust::chess::attacks::{Attacks, leaper};

/// The number of kinds. The first [`HANDS`] can be in hand, the first [`PROMOTING`] can promote, and [`promoted`] and [`unpromoted`] add or
/// subtract [`HANDS`].
pub(super) const KINDS: usize = 10;
pub(super) const HANDS: usize = 5;
pub(super) const PROMOTING: usize = 4;

pub(super) const PAWN: usize = 0;
pub(super) const SILVER: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const GOLD: usize = 4;
pub(super) const PROMOTED_PAWN: usize = 5;
pub(super) const PROMOTED_SILVER: usize = 6;
/// The promoted bishop.
pub(super) const HORSE: usize = 7;
/// The promoted rook.
pub(super) const DRAGON: usize = 8;
pub(super) const KING: usize = 9;

/// The letters of the kinds for Sente, promoted ones after `+`; the king occupies the place of a promoted gold.
pub(super) const LETTERS: [char; KINDS] = ['P', 'S', 'B', 'R', 'G', 'P', 'S', 'B', 'R', 'K'];

/// The values of the kinds on the board, in pawns: Koji Tanigawa's values for shogi, as quoted in handbooks.
pub(super) const VALUES: [u32; KINDS] = [1, 5, 8, 10, 6, 7, 6, 10, 12, 0];

pub(super) const fn promoted(kind: usize) -> usize {
    kind + HANDS
}

/// The kind of a captured piece in hand.
pub(super) const fn unpromoted(kind: usize) -> usize {
    kind % HANDS
}

pub(super) const fn is_promoted(kind: usize) -> bool {
    kind >= HANDS && kind != KING
}

/// Steps and lines on 5×5.
static ATTACKS: Attacks = Attacks::new(5, 5);

/// All squares.
pub(super) const SQUARES: u64 = ATTACKS.squares();

/// The farthest row of each player, in which pieces promote.
pub(super) const ZONES: [u64; 2] = [ATTACKS.row(4), ATTACKS.row(0)];

/// The steps of a piece from each square, for Sente and for Gote.
type Steps = [[u64; 64]; 2];

static PAWN_STEPS: Steps = [leaper(5, 5, &[(0, 1)]), leaper(5, 5, &[(0, -1)])];

static SILVER_STEPS: Steps =
    [leaper(5, 5, &[(0, 1), (-1, 1), (1, 1), (-1, -1), (1, -1)]), leaper(5, 5, &[(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)])];

static GOLD_STEPS: Steps = [
    leaper(5, 5, &[(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1)]),
    leaper(5, 5, &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]),
];

/// The squares that a piece attacks, own pieces among `occupied` included.
#[inline(always)]
pub(super) fn attacks(player: usize, kind: usize, square: u32, occupied: u64) -> u64 {
    let steps = |table: &Steps| table[player & 1][square as usize & 63];
    match kind {
        PAWN => steps(&PAWN_STEPS),
        SILVER => steps(&SILVER_STEPS),
        GOLD | PROMOTED_PAWN | PROMOTED_SILVER => steps(&GOLD_STEPS),
        BISHOP => ATTACKS.bishop(square, occupied),
        ROOK => ATTACKS.rook(square, occupied),
        // The king's diagonal steps add nothing to a bishop, the straight ones nothing to a rook.
        HORSE => ATTACKS.bishop(square, occupied) | ATTACKS.king(square),
        DRAGON => ATTACKS.rook(square, occupied) | ATTACKS.king(square),
        _ => ATTACKS.king(square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_keeps_the_letter_and_is_taken_back() {
        for kind in 0..PROMOTING {
            assert_eq!(LETTERS[promoted(kind)], LETTERS[kind]);
            assert_eq!(unpromoted(promoted(kind)), kind);
        }
        assert_eq!((0..KINDS).filter(|&kind| is_promoted(kind)).count(), PROMOTING);
    }
}
