//! Which moves leave the king attacked, known for most of them without a test of each.

use super::groups::Group;
use super::{Board, Kind, Rules};
use crate::Move;

/// The legality test of pseudo-legal moves. A test of a single move looks for attackers of the king after it; where all moves are listed or counted,
/// only few of them need that.
pub(super) struct Safety {
    /// The pieces whose moves are tested one by one: the king, and the pieces that may be pinned, which are the nearest on a line from the king.
    tested: u64,
    /// Where all other pieces may go: anywhere, or to where they stop a check; nowhere under a double check.
    targets: u64,
    /// The square where a pawn may be captured en passant, which empties another square. Moves to it are tested.
    passed: u64,
}

impl Safety {
    /// For the player to move.
    #[inline]
    pub(super) fn of<R: Rules>(board: &Board<R>) -> Safety {
        let me = board.mover();
        let king = board.pieces(me, Kind::King);
        if !R::ROYAL || king == 0 {
            return Safety { tested: 0, targets: u64::MAX, passed: 0 };
        }
        let (square, occupied) = (king.trailing_zeros(), board.occupied());
        let (straight, diagonal) = (R::ATTACKS.rook(square, occupied), R::ATTACKS.bishop(square, occupied));
        let attackers = board.attackers(square, 1 - me, occupied);
        let targets = if attackers == 0 {
            u64::MAX
        } else if attackers & attackers.wrapping_sub(1) != 0 {
            0
        } else {
            let attacker = attackers.trailing_zeros();
            // Seen from both ends of a line, the same squares lie between.
            let between = if straight & attackers != 0 {
                straight & R::ATTACKS.rook(attacker, occupied)
            } else if diagonal & attackers != 0 {
                diagonal & R::ATTACKS.bishop(attacker, occupied)
            } else {
                0
            };
            attackers | between
        };
        let passed = if R::DOUBLE_STEP { board.passed } else { 0 };
        Safety { tested: king | (straight | diagonal) & board.side(me), targets, passed }
    }

    /// Whether a pseudo-legal move is legal.
    #[inline(always)]
    pub(super) fn allows<R: Rules>(&self, board: &Board<R>, m: Move) -> bool {
        let (source, target) = (1u64 << (m.0 & 63), 1u64 << (m.0 >> 6 & 63));
        if source & self.tested | target & self.passed != 0 { board.is_legal(m) } else { target & self.targets != 0 }
    }

    /// The moves of a group without those known to be illegal: under a check few are left.
    #[inline(always)]
    pub(super) fn within(&self, group: Group) -> Group {
        group.only(group.targets & (self.targets | group.targets_of(self.tested) | self.passed))
    }

    /// The number of legal moves among these.
    #[inline(always)]
    pub(super) fn count<R: Rules>(&self, board: &Board<R>, group: Group) -> u32 {
        let tested = group.targets_of(self.tested) | self.passed;
        let rest = group.only(group.targets & tested);
        let legal = rest.each::<R>().filter(|&m| board.is_legal(m)).count() as u32;
        legal + group.only(group.targets & !tested & self.targets).count::<R>()
    }
}
