//! The state of a game, and the effect of a move.

use super::pieces::{
    BISHOP, DRAGON, GOLD, HANDS, HORSE, KINDS, KING, PAWN, PROMOTED_PAWN, PROMOTED_SILVER, ROOK, SILVER, VALUES, attacks, promoted,
    unpromoted,
};
use crate::Move;

/// Sets of squares are 64-bit words, of which 25 bits are used, so that the tables of the chess-like games serve here too.
///
/// A move is its source plus 32 × its target, plus [`PROMOTES`] if the piece promotes; the source of a drop is [`IN_HAND`]
/// plus the kind.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The squares of each kind, of both players together.
    pub(super) kinds: [u64; KINDS],
    /// The squares of each player.
    pub(super) sides: [u64; 2],
    /// The number of pieces of each kind in a player's hand.
    pub(super) hands: [[u8; HANDS]; 2],
    pub(super) to_move: u8,
    pub(super) state: State,
    /// The number of moves made by both players.
    pub(super) played: u32,
    /// The number of moves that makes a draw.
    pub(super) max_moves: u32,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Playing,
    /// The player to move has no legal move and has lost.
    Lost,
    /// The limit on moves is reached.
    Drawn,
}

/// Added to a move that promotes.
pub(super) const PROMOTES: u32 = 1 << 10;
/// The source of a drop, to which the kind is added.
pub(super) const IN_HAND: u32 = 25;

impl Board {
    /// King, gold, silver, bishop and rook in the first row, a pawn before the king; the other side is the same, turned by half a turn.
    pub(super) fn start(max_moves: u32) -> Board {
        let mut board = Board::empty(max_moves);
        for (column, kind) in [KING, GOLD, SILVER, BISHOP, ROOK].into_iter().enumerate() {
            board.place(0, kind, column as u32);
            board.place(1, kind, 24 - column as u32);
        }
        board.place(0, PAWN, 5);
        board.place(1, PAWN, 19);
        board
    }

    /// An empty board, Sente to move; to be filled before any query.
    pub(super) fn empty(max_moves: u32) -> Board {
        Board { kinds: [0; KINDS], sides: [0; 2], hands: [[0; HANDS]; 2], to_move: 0, state: State::Playing, played: 0, max_moves }
    }

    /// Puts a piece on an empty square.
    pub(super) fn place(&mut self, player: usize, kind: usize, square: u32) {
        self.sides[player] |= 1 << square;
        self.kinds[kind] |= 1 << square;
    }

    /// The owner and kind of the piece on a square.
    pub(super) fn at(&self, square: u32) -> Option<(usize, usize)> {
        let player = self.sides.iter().position(|side| side >> square & 1 == 1)?;
        Some((player, self.kind(square)))
    }

    /// The kind on an occupied square: a sum without branches, as only one term is not 0.
    #[inline(always)]
    fn kind(&self, square: u32) -> usize {
        self.kinds.iter().enumerate().map(|(kind, set)| kind * (set >> (square & 31) & 1) as usize).sum()
    }

    /// Makes a move of [`Board::fans`](super::legal), without updating `state`.
    #[inline(always)]
    pub(super) fn play(&mut self, m: Move) {
        let (me, other) = (usize::from(self.to_move & 1), usize::from(self.to_move & 1 ^ 1));
        let (source, square) = (m.0 as u32 & 31, m.0 as u32 >> 5 & 31);
        let target = 1u64 << square;
        let kind = if source >= IN_HAND {
            let kind = (source - IN_HAND) as usize;
            self.hands[me][kind] -= 1;
            kind
        } else {
            let kind = self.kind(source);
            self.kinds[kind] ^= 1 << source;
            self.sides[me] ^= 1 << source;
            if m.0 as u32 & PROMOTES != 0 { promoted(kind) } else { kind }
        };
        if self.sides[other] & target != 0 {
            let captured = self.kind(square);
            self.kinds[captured] ^= target;
            self.sides[other] ^= target;
            self.hands[me][unpromoted(captured)] += 1;
        }
        self.kinds[kind] |= target;
        self.sides[me] |= target;
        self.to_move ^= 1;
        self.played += 1;
    }

    /// The pieces of a player that attack a square, given the occupied squares: those that a piece of the same kind of the other player
    /// would attack from that square.
    #[inline(always)]
    pub(super) fn attackers(&self, player: usize, square: u32, occupied: u64) -> u64 {
        let from = |kind| attacks(1 - player, kind, square, occupied);
        let kinds = &self.kinds;
        let golds = kinds[GOLD] | kinds[PROMOTED_PAWN] | kinds[PROMOTED_SILVER];
        let found = from(PAWN) & kinds[PAWN]
            | from(SILVER) & kinds[SILVER]
            | from(GOLD) & golds
            | from(KING) & (kinds[KING] | kinds[HORSE] | kinds[DRAGON])
            | from(BISHOP) & (kinds[BISHOP] | kinds[HORSE])
            | from(ROOK) & (kinds[ROOK] | kinds[DRAGON]);
        found & self.sides[player]
    }

    /// The square of a player's king.
    #[inline(always)]
    pub(super) fn king(&self, player: usize) -> u32 {
        (self.kinds[KING] & self.sides[player]).trailing_zeros() & 31
    }

    /// Whether a player's king is attacked.
    pub(super) fn in_check(&self, player: usize) -> bool {
        self.attackers(1 - player, self.king(player), self.sides[0] | self.sides[1]) != 0
    }

    /// The value of a player's pieces on the board and in hand, in pawns.
    pub(super) fn material(&self, player: usize) -> u32 {
        let on_board = (0..KINDS).map(|kind| VALUES[kind] * (self.kinds[kind] & self.sides[player]).count_ones());
        let in_hand = (0..HANDS).map(|kind| VALUES[kind] * u32::from(self.hands[player][kind]));
        on_board.chain(in_hand).sum()
    }
}
