//! The state of a game with chess pieces, and how a move changes it.

use super::{Castling, History, Kind, Rules, Verdict};
use crate::{Move, Player, bits, hash};

/// A pass. Any other move is its source + 64 × its target + 4096 × the kind promoted to (or 0); castling is the king's move by two squares, or to
/// the square of the rook in games with [`Castling::Fischer`].
pub(super) const PASS: Move = Move(1 << 15);

/// The counters saturate here, so that every position written can be read back.
pub(super) const MOST: u32 = 1_000_000;

/// Squares are numbered as in [`attacks`](super::attacks).
#[derive(Debug)]
pub(crate) struct Board<R: Rules> {
    pub(super) rules: R,
    /// The pieces of each kind, of both players.
    pub(super) kinds: [u64; 6],
    /// The pieces of White and of Black.
    pub(super) sides: [u64; 2],
    /// The rooks with which castling is still allowed.
    pub(super) castling: u64,
    /// The square that a pawn has just passed over, if an enemy pawn can capture it there (en passant).
    pub(super) passed: u64,
    /// Plies since the last capture or move of a pawn.
    pub(super) quiet: u32,
    /// Plies since the start of the game.
    pub(super) plies: u32,
    pub(super) to_move: u8,
    pub(super) status: Status,
    pub(super) history: R::History,
}

impl<R: Rules> Clone for Board<R> {
    #[inline]
    fn clone(&self) -> Self {
        Board { history: self.history.clone(), ..*self }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        let mut history = std::mem::take(&mut self.history);
        history.clone_from(&other.history);
        *self = Board { history, ..*other };
    }
}

/// The moves available to the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// There are legal moves.
    Move,
    /// There are no legal moves, and the game goes on.
    Pass,
    /// The game is over.
    Over(Verdict),
}

/// Castling with the rook on one square: the moves of king and rook, the squares that must be empty and those the king crosses.
pub(super) struct Castle {
    pub(super) rook: u32,
    pub(super) king_to: u32,
    rook_to: u32,
    pub(super) empty: u64,
    pub(super) crossed: u32,
}

/// For White and Black, the king's side and the queen's side.
pub(super) const CASTLES: [[Castle; 2]; 2] = [castles(0), castles(56)];

/// The squares of the kings that may castle.
pub(super) const KING_HOMES: [u32; 2] = [4, 60];

const fn castles(corner: u32) -> [Castle; 2] {
    [
        Castle { rook: corner + 7, king_to: corner + 6, rook_to: corner + 5, empty: 0b0110_0000 << corner, crossed: corner + 5 },
        Castle { rook: corner, king_to: corner + 2, rook_to: corner + 3, empty: 0b0000_1110 << corner, crossed: corner + 3 },
    ]
}

impl<R: Rules> Board<R> {
    /// The player to move.
    #[inline(always)]
    pub(crate) fn mover(&self) -> Player {
        usize::from(self.to_move & 1)
    }

    /// The pieces of a player.
    #[inline(always)]
    pub(crate) fn side(&self, player: Player) -> u64 {
        self.sides[player & 1]
    }

    /// Plies since the last capture or move of a pawn.
    #[inline(always)]
    pub(crate) fn quiet_plies(&self) -> u32 {
        self.quiet
    }

    /// Plies since the start of the game.
    #[inline(always)]
    pub(crate) fn plies(&self) -> u32 {
        self.plies
    }

    /// The pieces of a player of one kind.
    #[inline(always)]
    pub(super) fn pieces(&self, player: Player, kind: Kind) -> u64 {
        self.sides[player & 1] & self.kinds[kind as usize]
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The difference of square numbers of a player's pawn step.
    #[inline(always)]
    pub(super) fn ahead(player: Player) -> i32 {
        let width = R::ATTACKS.width() as i32;
        if player == 0 { width } else { -width }
    }

    /// The square of the pawn captured en passant by a player's pawn that moves to a square.
    #[inline(always)]
    pub(super) fn behind(player: Player, square: u32) -> u64 {
        1 << ((square as i32 - Self::ahead(player)) & 63)
    }

    /// How often this position has occurred, as far as the game remembers.
    #[inline(always)]
    pub(crate) fn occurrences(&self) -> usize {
        self.history.occurrences()
    }

    /// Whether neither player could mate whatever both do: kings with one bishop or knight, or with bishops on squares of one colour.
    pub(crate) fn cannot_mate(&self) -> bool {
        const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
        let [pawns, knights, bishops, rooks, queens, _] = self.kinds;
        let alone = (knights | bishops).count_ones() <= 1;
        pawns | rooks | queens == 0 && (alone || knights == 0 && (bishops & LIGHT == 0 || bishops & !LIGHT == 0))
    }

    /// Remembers nothing but this position.
    pub(super) fn begin_history(&mut self) {
        if R::History::KEPT {
            self.history.begin(self.square_key());
        }
    }

    /// A key of all that repetition compares.
    #[inline]
    fn square_key(&self) -> u64 {
        hash::key(&(self.kinds, self.sides[0], self.castling, self.passed, self.to_move))
    }

    /// Updates everything except the status.
    #[inline]
    pub(super) fn play(&mut self, m: Move) {
        if R::History::KEPT {
            let (castling, passed) = (self.castling, self.passed);
            self.move_pieces(m);
            self.drop_idle_passed();
            // What can be captured in passing differs from all that comes later.
            if self.quiet == 0 || self.castling != castling || passed != 0 {
                self.begin_history();
            } else {
                self.history.add(m, self.square_key());
            }
        } else {
            self.move_pieces(m);
        }
    }

    /// Forgets the square behind a pawn if no capture there is legal: the position is then like others without it.
    pub(super) fn drop_idle_passed(&mut self) {
        if self.passed != 0 {
            let (me, target) = (self.mover(), self.passed.trailing_zeros());
            let pawns = R::ATTACKS.pawn(1 - me, target) & self.pieces(me, Kind::Pawn);
            if !bits::ones(pawns).any(|from| self.is_legal(Move(u64::from(from | target << 6)))) {
                self.passed = 0;
            }
        }
    }

    #[inline]
    fn move_pieces(&mut self, m: Move) {
        let me = self.mover();
        let castle = self.castle(m);
        let passed = std::mem::take(&mut self.passed);
        self.to_move ^= 1;
        self.plies = (self.plies + 1).min(2 * MOST - 1);
        self.quiet = (self.quiet + 1).min(MOST);
        if m == PASS {
            return;
        }
        if let Some(path) = castle {
            return self.play_castle(me, &path);
        }
        let (from, to, promotion) = (m.0 as u32 & 63, (m.0 >> 6) as u32 & 63, (m.0 >> 12) as usize & 7);
        let (source, target) = (1u64 << from, 1u64 << to);
        let pawn = self.kinds[Kind::Pawn as usize] & source != 0;
        let mut taken = self.sides[1 - me] & target;
        if R::DOUBLE_STEP && pawn && target & passed != 0 {
            taken = Self::behind(me, to);
        }
        if pawn || taken != 0 {
            self.quiet = 0;
        }
        if self.castling != 0 {
            match R::CASTLING {
                Castling::Never => {}
                Castling::Guarded | Castling::Free => self.castle_or_lose_it(me, from, to),
                Castling::Fischer => self.keep_rooks(me, from, to),
            }
        }
        self.sides[1 - me] &= !taken;
        self.sides[me] = self.sides[me] & !source | target;
        for kind in &mut self.kinds {
            let moves = *kind >> from & 1;
            *kind = *kind & !(source | taken) | moves << to;
        }
        if promotion != 0 && promotion < 6 {
            self.kinds[Kind::Pawn as usize] &= !target;
            self.kinds[promotion] |= target;
        }
        if R::DOUBLE_STEP && pawn && to as i32 == from as i32 + 2 * Self::ahead(me) {
            let middle = (from + to) / 2;
            let ready = R::ATTACKS.pawn(me, middle) & self.pieces(1 - me, Kind::Pawn);
            self.passed = u64::from(ready != 0) << middle;
        }
    }

    /// Moves the rook when the king castles, and updates the castling rights.
    fn castle_or_lose_it(&mut self, me: Player, from: u32, to: u32) {
        // No other king move covers two squares along a row.
        if self.kinds[Kind::King as usize] >> from & 1 == 1 && from.abs_diff(to) == 2 {
            for castle in CASTLES[me].iter().filter(|castle| castle.king_to == to) {
                let both = 1 << castle.rook | 1 << castle.rook_to;
                self.sides[me] ^= both;
                self.kinds[Kind::Rook as usize] ^= both;
            }
        }
        self.castling &= !(1 << from | 1 << to);
        for (home, castles) in KING_HOMES.iter().zip(&CASTLES) {
            if from == *home || to == *home {
                self.castling &= !(1 << castles[0].rook | 1 << castles[1].rook);
            }
        }
    }
}
