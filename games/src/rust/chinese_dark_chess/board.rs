//! The board: the pieces, face up or face down, and what a move changes.

use super::pieces::{PIECES, PieceSet, colour, kind, worth};
use super::sides::Sides;
use crate::{Player, hash};

/// Columns of every board. Squares are numbered row by row from a1, the lower left.
pub(super) const COLUMNS: usize = 4;
/// The entry of [`Board::squares`] for a square without a face-up piece.
pub(super) const NOTHING: u8 = PIECES as u8;
/// The value of [`Board::pending`] while no piece is being turned over.
pub(super) const NO_SQUARE: u8 = 32;

/// The parameters of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rules {
    pub(super) rows: u8,
    pub(super) set: PieceSet,
    pub(super) draw_after: u16,
    /// Occurrences of a position that make a draw; 0 for never.
    pub(super) repetitions: u8,
}

/// The state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Open,
    Won(Player),
    Drawn,
}

/// A reversible move since the last irreversible one, and the position before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PastMove {
    pub(super) key: u64,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// A position. Sets of squares are bits of 32.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) rules: Rules,
    /// The face-up piece on each square, or [`NOTHING`].
    pub(super) squares: [u8; 32],
    /// The face-up pieces of red and black.
    pub(super) colours: [u32; 2],
    /// The face-up pieces whose kind has this bit in its number.
    pub(super) kinds: [u32; 3],
    /// The face-down pieces.
    pub(super) dark: u32,
    /// The number of each piece that is still face down.
    pub(super) unseen: [u8; PIECES],
    /// The value of each colour's uncaptured pieces, face-down ones included; 0 if there are none.
    pub(super) material: [u16; 2],
    pub(super) mover: Player,
    /// The colour of player 0; `None` before the first reveal.
    pub(super) first: Option<u8>,
    /// The square whose piece is being turned over.
    pub(super) pending: u8,
    /// Moves since the last capture or reveal.
    pub(super) quiet: u16,
    pub(super) status: Status,
    /// The quiet moves since then; recorded only if repetitions count.
    pub(super) past: Vec<PastMove>,
}

impl Board {
    /// The board before the first move.
    pub(super) fn start(rules: Rules) -> Board {
        let mut board = Board::empty(rules);
        board.dark = board.all();
        board.unseen = std::array::from_fn(|piece| rules.set.of(piece as u8));
        board.material = [rules.set.worth(); 2];
        board
    }

    /// A board without pieces.
    pub(super) fn empty(rules: Rules) -> Board {
        Board {
            rules,
            squares: [NOTHING; 32],
            colours: [0; 2],
            kinds: [0; 3],
            dark: 0,
            unseen: [0; PIECES],
            material: [0; 2],
            mover: 0,
            first: None,
            pending: NO_SQUARE,
            quiet: 0,
            status: Status::Open,
            past: Vec::new(),
        }
    }

    /// All squares of the board.
    #[inline(always)]
    pub(super) fn all(&self) -> u32 {
        u32::MAX >> (32 - COLUMNS as u32 * u32::from(self.rules.rows))
    }

    /// The colour of a player, once it is known.
    #[inline(always)]
    pub(super) fn colour_of(&self, player: Player) -> Option<usize> {
        self.first.map(|first| usize::from(first) ^ player)
    }

    /// The board as the player to move sees it.
    #[inline(always)]
    pub(super) fn sides(&self) -> Sides {
        let (own, other) = self.colour_of(self.mover).map_or((0, 0), |own| (self.colours[own], self.colours[1 - own]));
        Sides { own, other, dark: self.dark, kinds: self.kinds, all: self.all() }
    }

    /// Takes over what has changed on the board of [`sides`](Self::sides).
    #[inline(always)]
    pub(super) fn put_sides(&mut self, sides: Sides) {
        if let Some(own) = self.colour_of(self.mover) {
            self.colours[own] = sides.own;
            self.colours[1 - own] = sides.other;
        }
        self.dark = sides.dark;
        self.kinds = sides.kinds;
    }

    /// Puts a face-up piece on a square without one.
    #[inline(always)]
    pub(super) fn put(&mut self, piece: u8, square: u8) {
        let bit = 1 << square;
        self.squares[usize::from(square)] = piece;
        self.colours[colour(piece)] |= bit;
        for (n, plane) in self.kinds.iter_mut().enumerate() {
            *plane |= u32::from(kind(piece) >> n & 1) << square;
        }
    }

    /// Takes the face-up piece off a square, which must hold one.
    #[inline(always)]
    pub(super) fn take(&mut self, square: u8) -> u8 {
        let piece = std::mem::replace(&mut self.squares[usize::from(square)], NOTHING);
        let bit = 1 << square;
        self.colours[0] &= !bit;
        self.colours[1] &= !bit;
        for plane in &mut self.kinds {
            *plane &= !bit;
        }
        piece
    }

    /// Reveals the pending piece as this one.
    pub(super) fn turn_over(&mut self, piece: u8) {
        let mut sides = self.sides();
        let square = std::mem::replace(&mut self.pending, NO_SQUARE);
        self.show(&mut sides, square, piece);
        self.put_sides(sides);
    }

    /// Moves the piece on `from` to `to` and captures the face-up piece there.
    pub(super) fn step(&mut self, from: u8, to: u8) {
        let mut sides = self.sides();
        self.step_with(&mut sides, from, to);
        self.put_sides(sides);
    }

    /// Turns a piece over on `sides` and in all that the board keeps beside them.
    #[inline(always)]
    pub(super) fn show(&mut self, sides: &mut Sides, square: u8, piece: u8) {
        let first = *self.first.get_or_insert((colour(piece) ^ self.mover) as u8);
        sides.turn_over(square, kind(piece), colour(piece) == usize::from(first) ^ self.mover);
        self.squares[usize::from(square)] = piece;
        self.unseen[usize::from(piece)] -= 1;
        self.quiet = 0;
        self.past.clear();
        self.mover ^= 1;
    }

    /// Moves a piece on `sides` and in all that the board keeps beside them.
    #[inline(always)]
    pub(super) fn step_with(&mut self, sides: &mut Sides, from: u8, to: u8) {
        let captured = self.squares[usize::from(to)];
        if captured != NOTHING {
            self.material[colour(captured)] -= worth(captured);
            self.quiet = 0;
            self.past.clear();
        } else {
            self.quiet += 1;
            if self.rules.repetitions > 0 {
                self.past.push(PastMove { key: self.key_of_placement(), from, to });
            }
        }
        sides.step(from, to);
        self.squares[usize::from(to)] = std::mem::replace(&mut self.squares[usize::from(from)], NOTHING);
        self.mover ^= 1;
    }

    /// Updates the status between two moves. A loss takes precedence over a draw.
    #[inline]
    pub(super) fn settle(&mut self) {
        self.status = if self.first.is_some() && self.is_lost() {
            Status::Won(1 - self.mover)
        } else if self.first.is_some_and(|first| self.material[usize::from(first) ^ 1 ^ self.mover] == 0) {
            Status::Won(self.mover)
        } else if self.quiet >= self.rules.draw_after || self.is_repeated() {
            Status::Drawn
        } else {
            Status::Open
        };
    }

    /// Whether the player to move has lost everything, or has no move.
    fn is_lost(&self) -> bool {
        self.colour_of(self.mover).is_some_and(|own| self.material[own] == 0) || !self.sides().can_move()
    }

    /// Whether this position has occurred often enough for a draw.
    #[inline]
    pub(super) fn is_repeated(&self) -> bool {
        let needed = usize::from(self.rules.repetitions);
        // The last occurrence is at least four moves ago.
        if needed == 0 || needed > 1 && self.past.len() < 4 {
            return needed == 1;
        }
        let key = self.key_of_placement();
        1 + self.past.iter().filter(|past| past.key == key).count() >= needed
    }

    /// A key of the pieces and the player to move.
    pub(super) fn key_of_placement(&self) -> u64 {
        hash::key(&(self.squares, self.dark, self.unseen, self.mover, self.first, self.pending))
    }
}
