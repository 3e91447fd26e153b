//! Castling as in Fischer's chess: king and rook start on any squares of the first row, and end where they do in standard chess.
//!
//! Such a move goes from the square of the king to that of the rook, on which no other move of the king can end.

use super::{Board, Castling, Kind, Rules};
use crate::{Move, Player, bits};

/// Where king and rook go.
pub(super) struct Path {
    pub(super) king: [u32; 2],
    pub(super) rook: [u32; 2],
}

impl Path {
    /// The squares that the king is on: those between both ends, and these.
    fn of_king(&self) -> u64 {
        span(self.king)
    }

    /// All squares that must be empty, but for king and rook themselves.
    fn crossed(&self) -> u64 {
        (span(self.king) | span(self.rook)) & !(1 << self.king[0] | 1 << self.rook[0])
    }
}

/// The squares from one of a row to another, both included.
fn span([a, b]: [u32; 2]) -> u64 {
    let (low, high) = (a.min(b), a.max(b));
    (2u64 << high).wrapping_sub(1 << low)
}

impl<R: Rules> Board<R> {
    /// The way of king and rook if this move castles in Fischer's way.
    #[inline(always)]
    pub(super) fn castle(&self, m: Move) -> Option<Path> {
        let (from, to) = (m.0 as u32 & 63, (m.0 >> 6) as u32 & 63);
        let castles = R::CASTLING == Castling::Fischer && self.sides[self.mover()] >> to & 1 == 1;
        castles.then(|| path(from, to))
    }

    /// The rooks with which the player to move can castle. Whether the king ends on an attacked square is tested later, as for every move.
    pub(super) fn castling_rooks(&self) -> u64 {
        let me = self.mover();
        let king = self.pieces(me, Kind::King).trailing_zeros();
        let open = |rook: u32| {
            let path = path(king, rook);
            let safe = |square| self.attackers(square, 1 - me, self.occupied()) == 0;
            self.occupied() & path.crossed() == 0 && bits::ones(path.of_king()).all(safe)
        };
        bits::ones(self.castling & self.side(me)).filter(|&rook| open(rook)).map(|rook| 1 << rook).sum()
    }

    /// Whether the king is safe where it castles to, once both have moved.
    pub(super) fn castles_safely(&self, path: &Path) -> bool {
        let occupied = self.occupied() & !(1 << path.king[0] | 1 << path.rook[0]) | 1 << path.king[1] | 1 << path.rook[1];
        self.attackers(path.king[1], 1 - self.mover(), occupied) == 0
    }

    /// Moves king and rook.
    pub(super) fn play_castle(&mut self, me: Player, path: &Path) {
        for (kind, [from, to]) in [(Kind::King, path.king), (Kind::Rook, path.rook)] {
            self.sides[me] &= !(1 << from);
            self.kinds[kind as usize] = self.kinds[kind as usize] & !(1 << from) | 1 << to;
        }
        self.sides[me] |= 1 << path.king[1] | 1 << path.rook[1];
        self.castling &= !home(me);
    }

    /// Updates the rights to castle in Fischer's way after another move.
    #[inline(always)]
    pub(super) fn keep_rooks(&mut self, me: Player, from: u32, to: u32) {
        if self.kinds[Kind::King as usize] >> from & 1 == 1 {
            self.castling &= !home(me);
        }
        self.castling &= !(1 << from | 1 << to);
    }
}

/// The first row of a player.
pub(super) const fn home(player: Player) -> u64 {
    0xff << (56 * player)
}

/// The way of king and rook from these squares of a first row.
fn path(king: u32, rook: u32) -> Path {
    let corner = king & !7;
    let ends = if rook > king { [6, 5] } else { [2, 3] };
    Path { king: [king, corner + ends[0]], rook: [rook, corner + ends[1]] }
}
