//! The legal moves, as sets of targets that share a source.

use super::board::{Board, IN_HAND, PROMOTES, State};
use super::pieces::{BISHOP, DRAGON, HANDS, HORSE, KING, PAWN, PROMOTING, ROOK, SQUARES, ZONES, attacks};
use crate::{Move, Rng, bits};

/// The moves of one piece, or of one kind in hand, that differ only in their targets.
#[derive(Clone, Copy, Default)]
struct Fan {
    targets: u64,
    count: u32,
    /// The move without its target: the source, plus [`PROMOTES`] for a promotion.
    stem: u32,
}

impl Fan {
    #[inline(always)]
    fn to(self, target: u32) -> Move {
        Move(u64::from(self.stem | target << 5))
    }
}

/// All moves of a position. All are legal, except that moves of the king and drops of pawns need the test of [`Board::is_legal`].
pub(super) struct Fans {
    /// A player has at most ten pieces beside the king, six of which can have two fans, one with and one without promotion.
    fans: [Fan; 24],
    used: usize,
    /// The number of moves in all fans.
    total: u32,
}

impl Fans {
    #[inline(always)]
    fn push(&mut self, targets: u64, stem: u32) {
        let count = targets.count_ones();
        self.fans[self.used] = Fan { targets, count, stem };
        self.used += usize::from(count > 0);
        self.total += count;
    }

    pub(super) fn moves(&self) -> impl Iterator<Item = Move> {
        self.fans[..self.used].iter().flat_map(|&fan| bits::ones(fan.targets).map(move |target| fan.to(target)))
    }

    /// Draws a random move and removes it; `None` if none is left.
    #[inline(always)]
    fn draw(&mut self, rng: &mut Rng) -> Option<Move> {
        if self.total == 0 {
            return None;
        }
        let mut rank = rng.below(self.total as usize) as u32;
        let mut place = 0;
        while rank >= self.fans[place].count {
            rank -= self.fans[place].count;
            place += 1;
        }
        let fan = &mut self.fans[place];
        let target = bits::select(fan.targets, rank);
        fan.targets ^= 1 << target;
        fan.count -= 1;
        self.total -= 1;
        Some(fan.to(target))
    }
}

/// The constraints that the king's safety puts on the other pieces.
struct Guard {
    /// Their possible targets: any square, or those that stop a check; none under a double check.
    targets: u64,
    /// The pinned pieces, which only move along the line of their pin.
    pinned: u64,
}

impl Board {
    /// Generates all moves except those of other pieces that leave the king attacked. The king's own moves and drops of pawns are not yet
    /// tested: they come last, which a search for any legal move seldom reaches.
    #[inline(always)]
    pub(super) fn fans(&self) -> Fans {
        let me = usize::from(self.to_move & 1);
        let own = self.sides[me];
        let occupied = own | self.sides[1 - me];
        let (king, zone) = (self.king(me), ZONES[me]);
        let Guard { targets: allowed, pinned } = self.guard(me);
        let mut fans = Fans { fans: [Fan::default(); 24], used: 0, total: 0 };
        for kind in 0..KING {
            for square in bits::ones(self.kinds[kind] & own) {
                let mut targets = attacks(me, kind, square, occupied) & allowed;
                if pinned >> square & 1 == 1 {
                    targets &= line(king, square);
                }
                if kind < PROMOTING {
                    let promoting = if zone >> square & 1 == 1 { targets } else { targets & zone };
                    fans.push(promoting, square | PROMOTES);
                }
                // A pawn that could not move on must promote.
                fans.push(if kind == PAWN { targets & !zone } else { targets }, square);
            }
        }
        let empty = allowed & !occupied;
        for kind in PAWN + 1..HANDS {
            if self.hands[me][kind] > 0 {
                fans.push(empty, IN_HAND + kind as u32);
            }
        }
        if self.hands[me][PAWN] > 0 {
            fans.push(empty & !zone & !files(self.kinds[PAWN] & own), IN_HAND + PAWN as u32);
        }
        fans.push(attacks(me, KING, king, 0) & !own, king);
        fans
    }

    #[inline(always)]
    fn guard(&self, me: usize) -> Guard {
        let (own, other) = (self.sides[me], self.sides[1 - me]);
        let (king, occupied) = (self.king(me), own | other);
        let kinds = &self.kinds;
        let bishops = attacks(me, BISHOP, king, other) & (kinds[BISHOP] | kinds[HORSE]);
        let rooks = attacks(me, ROOK, king, other) & (kinds[ROOK] | kinds[DRAGON]);
        let mut pinned = 0;
        // Only own pieces lie between the king and these sliders.
        for slider in bits::ones((bishops | rooks) & other) {
            let blockers = between(king, slider) & own;
            if blockers.count_ones() == 1 {
                pinned |= blockers;
            }
        }
        let checkers = self.attackers(1 - me, king, occupied);
        let targets = match checkers.count_ones() {
            0 => SQUARES & !own,
            1 => checkers | between(king, checkers.trailing_zeros()),
            _ => 0,
        };
        Guard { targets, pinned }
    }

    /// Whether a move of [`Board::fans`] is legal.
    #[inline(always)]
    pub(super) fn is_legal(&self, m: Move) -> bool {
        let me = usize::from(self.to_move & 1);
        let (source, target) = (m.0 as u32 & 31, m.0 as u32 >> 5 & 31);
        if source == self.king(me) {
            // The king does not shield its own target.
            let occupied = (self.sides[0] | self.sides[1]) & !(1 << source);
            self.attackers(1 - me, target, occupied) == 0
        } else {
            source != IN_HAND + PAWN as u32 || !self.mates_with_pawn(me, target)
        }
    }

    /// Whether a pawn dropped there gives mate. No drop can answer its check, so this test does not recurse.
    fn mates_with_pawn(&self, me: usize, target: u32) -> bool {
        if attacks(me, PAWN, target, 0) & self.kinds[KING] & self.sides[1 - me] == 0 {
            return false;
        }
        let mut next = self.clone();
        next.play(Move(u64::from((IN_HAND + PAWN as u32) | target << 5)));
        !next.has_move()
    }

    /// The number of legal moves.
    pub(super) fn count_legal(&self) -> u32 {
        // Only moves of the king and drops of a pawn may be illegal: see `is_legal`.
        let (fans, king) = (self.fans(), self.king(usize::from(self.to_move & 1)));
        let is_tested = |fan: &Fan| fan.stem == king || fan.stem == IN_HAND + PAWN as u32;
        let illegal = |fan: &Fan| bits::ones(fan.targets).filter(|&target| !self.is_legal(fan.to(target))).count() as u32;
        fans.total - fans.fans[..fans.used].iter().filter(|fan| is_tested(fan)).map(illegal).sum::<u32>()
    }

    fn has_move(&self) -> bool {
        self.fans().moves().any(|m| self.is_legal(m))
    }

    /// Recomputes `state`. Having no move takes precedence over the limit on moves.
    pub(super) fn settle(&mut self) {
        self.state = if !self.has_move() {
            State::Lost
        } else if self.played >= self.max_moves {
            State::Drawn
        } else {
            State::Playing
        };
    }

    /// A uniformly random legal move, or `None` if there is none.
    #[inline(always)]
    pub(super) fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        let mut fans = self.fans();
        loop {
            let m = fans.draw(rng)?;
            if self.is_legal(m) {
                return Some(m);
            }
        }
    }
}

/// The squares between two squares on a line; none for neighbours.
#[inline(always)]
fn between(a: u32, b: u32) -> u64 {
    let kind = joining(a, b);
    attacks(0, kind, a, 1 << b) & attacks(0, kind, b, 1 << a)
}

/// The line through two squares, without the two.
fn line(a: u32, b: u32) -> u64 {
    let kind = joining(a, b);
    attacks(0, kind, a, 0) & attacks(0, kind, b, 0)
}

/// The kind of slider that could move from one square to the other, on the same line.
#[inline(always)]
fn joining(a: u32, b: u32) -> usize {
    if attacks(0, ROOK, a, 0) >> b & 1 == 1 { ROOK } else { BISHOP }
}

/// All squares of the files occupied by a set.
pub(super) fn files(set: u64) -> u64 {
    let lowest = (0..5).fold(0, |lowest, row| lowest | set >> (5 * row)) & 0b11111;
    lowest * 0b1_00001_00001_00001_00001
}
