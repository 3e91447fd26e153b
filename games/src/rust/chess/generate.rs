//! Move generation: first the pseudo-legal moves, then those among them that leave no king attacked (legal).

use super::board::{CASTLES, KING_HOMES, PASS};
use super::groups::{Group, Origin, shift};
use super::safety::Safety;
use super::{Board, Castling, Kind, Rules};
use crate::{Move, Player, bits};

impl<R: Rules> Board<R> {
    /// Fills `out` with the legal moves, without a pass.
    pub(super) fn legal_moves(&self, out: &mut Vec<Move>) {
        out.clear();
        let safety = Safety::of(self);
        self.groups(|group| out.extend(safety.within(group).each::<R>().filter(|&m| safety.allows(self, m))));
    }

    /// The number of legal moves, without a pass.
    pub(super) fn count_legal(&self) -> u32 {
        let (safety, mut count) = (Safety::of(self), 0);
        self.groups(|group| count += safety.count(self, group));
        count
    }

    /// Whether the player to move has a legal move.
    pub(crate) fn can_move(&self) -> bool {
        let mut found = false;
        self.groups(|group| found = found || group.each::<R>().any(|m| self.is_legal(m)));
        found
    }

    /// Whether the other player could move if the player to move passed.
    pub(crate) fn other_can_move(&self) -> bool {
        let mut other = self.clone();
        other.play(PASS);
        other.can_move()
    }

    /// Whether a king of a player is attacked.
    #[inline(always)]
    pub(crate) fn in_check(&self, player: Player) -> bool {
        let king = self.pieces(player, Kind::King);
        king != 0 && self.is_attacked(king.trailing_zeros(), 1 - player)
    }

    /// Whether a pseudo-legal move is legal: it leaves no king of its own attacked, in games with that rule.
    #[inline(always)]
    pub(super) fn is_legal(&self, m: Move) -> bool {
        let me = self.mover();
        let king = self.pieces(me, Kind::King);
        if !R::ROYAL || king == 0 {
            return true;
        }
        let (from, to) = (m.0 as u32 & 63, (m.0 >> 6) as u32 & 63);
        if let Some(path) = self.castle(m) {
            return self.castles_safely(&path);
        }
        let (source, target) = (1u64 << from, 1u64 << to);
        let mut taken = target;
        if R::DOUBLE_STEP && target & self.passed != 0 && self.kinds[Kind::Pawn as usize] & source != 0 {
            taken = Self::behind(me, to);
        }
        // The rook of castling is left out: an attack through its squares would already have hit the king's old square.
        let occupied = self.occupied() & !(source | taken) | target;
        let square = if king == source { to } else { king.trailing_zeros() };
        self.attackers(square, 1 - me, occupied) & !taken == 0
    }

    #[inline(always)]
    fn is_attacked(&self, square: u32, by: Player) -> bool {
        self.attackers(square, by, self.occupied()) != 0
    }

    /// The pieces of a player that attack a square, given the occupied squares.
    #[inline(always)]
    pub(super) fn attackers(&self, square: u32, by: Player, occupied: u64) -> u64 {
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds;
        // A piece attacks this square if a piece of its kind here would attack it; only pawns are asymmetric.
        let attackers = R::ATTACKS.pawn(1 - by, square) & pawns
            | R::ATTACKS.knight(square) & knights
            | R::ATTACKS.king(square) & kings
            | R::ATTACKS.bishop(square, occupied) & (bishops | queens)
            | R::ATTACKS.rook(square, occupied) & (rooks | queens);
        attackers & self.side(by)
    }

    /// Visits the pseudo-legal moves.
    #[inline(always)]
    pub(super) fn groups(&self, mut visit: impl FnMut(Group)) {
        let me = self.mover();
        let (own, occupied) = (self.side(me), self.occupied());
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds.map(|kind| kind & own);
        let mut piece = |square: u32, attacked: u64| {
            visit(Group { targets: attacked & !own, origin: Origin::Square(square), promotes: false });
        };
        for square in bits::ones(knights) {
            piece(square, R::ATTACKS.knight(square));
        }
        // A queen is both a bishop and a rook.
        for square in bits::ones(bishops | queens) {
            piece(square, R::ATTACKS.bishop(square, occupied));
        }
        for square in bits::ones(rooks | queens) {
            piece(square, R::ATTACKS.rook(square, occupied));
        }
        for square in bits::ones(kings) {
            piece(square, R::ATTACKS.king(square) | self.castles());
        }
        if R::CASTLING == Castling::Fischer && self.castling & own != 0 {
            let origin = Origin::Square(kings.trailing_zeros());
            visit(Group { targets: self.castling_rooks(), origin, promotes: false });
        }
        self.pawn_groups(pawns, visit);
    }

    #[inline(always)]
    fn pawn_groups(&self, pawns: u64, mut visit: impl FnMut(Group)) {
        let me = self.mover();
        let (ahead, height) = (Self::ahead(me), R::ATTACKS.height());
        let empty = R::ATTACKS.squares() & !self.occupied();
        let other = self.side(1 - me) | self.passed;
        let (last_row, third_row) = if me == 0 { (height - 1, 2) } else { (0, height - 3) };
        let last_row = if R::PROMOTIONS.is_empty() { 0 } else { R::ATTACKS.row(last_row) };

        let single = shift(pawns, ahead) & empty;
        let left = shift(pawns & !const { R::ATTACKS.column(0) }, ahead - 1) & other;
        let right = shift(pawns & !const { R::ATTACKS.column(R::ATTACKS.width() - 1) }, ahead + 1) & other;
        for (targets, step) in [(single, ahead), (left, ahead - 1), (right, ahead + 1)] {
            visit(Group { targets: targets & !last_row, origin: Origin::Step(step), promotes: false });
        }
        if (single | left | right) & last_row != 0 {
            for (targets, step) in [(single, ahead), (left, ahead - 1), (right, ahead + 1)] {
                visit(Group { targets: targets & last_row, origin: Origin::Step(step), promotes: true });
            }
        }
        if R::DOUBLE_STEP {
            let targets = shift(single & R::ATTACKS.row(third_row), ahead) & empty;
            visit(Group { targets, origin: Origin::Step(2 * ahead), promotes: false });
        }
    }

    /// The squares to which the king to move can castle. Whether the target itself is attacked is tested later, as for every move.
    #[inline(always)]
    fn castles(&self) -> u64 {
        if matches!(R::CASTLING, Castling::Never | Castling::Fischer) || self.castling == 0 {
            return 0;
        }
        let me = self.mover();
        let safe = |square| R::CASTLING == Castling::Free || !self.is_attacked(square, 1 - me);
        let mut targets = 0;
        for castle in &CASTLES[me] {
            let open = self.castling >> castle.rook & 1 == 1 && self.occupied() & castle.empty == 0;
            if open && safe(castle.crossed) && safe(KING_HOMES[me]) {
                targets |= 1 << castle.king_to;
            }
        }
        targets
    }
}
