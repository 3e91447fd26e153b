//! The state of a game, in one flat block of words that native code and interpreters read and write and that is copied in one go.

use crate::automaton::NodeId;
use crate::board::{Board, Control, Piece, Square};
use crate::number::{Variable, Variables};

/// The layout of a [`State`] in words of 64 bits: the head (control, square, node), the variables (one word each), a set
/// of squares for each piece (`set_words` words, the lowest bit of the first word is square 0), and a byte for each square with
/// the number of its piece. Where a set has several words there is at least one byte more, which native code may read but never uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The number of squares of the board.
    pub squares: usize,
    /// The number of pieces.
    pub pieces: usize,
    /// The first word of the variables.
    pub variables: usize,
    /// The first word of the sets.
    pub sets: usize,
    /// The number of words of a set of squares.
    pub set_words: usize,
    /// The first word of the bytes.
    pub bytes: usize,
    /// The total number of words.
    pub words: usize,
}

impl Layout {
    /// The layout for a game.
    pub fn new(board: &Board, numbers: &Variables) -> Self {
        let (squares, pieces) = (board.squares(), board.pieces);
        let set_words = squares.div_ceil(64);
        let variables = 1;
        let sets = variables + numbers.bounds.len();
        let bytes = sets + pieces * set_words;
        let readable = if set_words > 1 { squares + 1 } else { squares };
        Layout { squares, pieces, variables, sets, set_words, bytes, words: bytes + readable.div_ceil(8) }
    }
}

/// A state of a game: nodal, or inside a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    words: Vec<u64>,
}

/// The control field of the keeper.
const KEEPER: u64 = 0xffff;

/// The head of a state on square 0.
pub(crate) fn head(control: Control, node: NodeId) -> u64 {
    let control = match control {
        Control::Keeper => KEEPER,
        Control::Player(player) => u64::from(player),
    };
    control | u64::from(node) << 32
}

impl State {
    /// The state before the keeper's first move.
    pub fn start(layout: &Layout, board: &Board, node: NodeId) -> Self {
        let mut state = State { words: vec![0; layout.words] };
        state.set_control(Control::Keeper);
        state.set_place(0, node);
        for (square, &piece) in board.setup.iter().enumerate() {
            state.set_byte(layout, square, piece);
            state.words[layout.sets + usize::from(piece.0) * layout.set_words + square / 64] |= 1 << (square % 64);
        }
        state
    }

    /// All words, for native code and copies.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// All words, for native code. Sets and bytes must stay consistent.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Makes this state equal to another without allocating.
    #[inline]
    pub fn copy_from(&mut self, other: &State) {
        self.words.copy_from_slice(&other.words);
    }

    /// The player in control: bits 0–15 of the head, `0xffff` for the keeper.
    #[inline]
    pub fn control(&self) -> Control {
        State::head_of(&self.words).0
    }

    /// The control and the node, from a state's words.
    #[inline]
    pub(crate) fn head_of(words: &[u64]) -> (Control, NodeId) {
        let control = match words[0] & 0xffff {
            KEEPER => Control::Keeper,
            player => Control::Player(player as u16),
        };
        (control, (words[0] >> 32) as NodeId)
    }

    /// Hands over control.
    #[inline]
    pub fn set_control(&mut self, control: Control) {
        self.words[0] = self.words[0] & !0xffff | head(control, 0);
    }

    /// The current square: bits 16–31 of the head. It persists across switches.
    #[inline]
    pub fn square(&self) -> Square {
        (self.words[0] >> 16) as Square
    }

    /// The current node of the rules: bits 32–63 of the head. It persists across switches.
    #[inline]
    pub fn node(&self) -> NodeId {
        State::head_of(&self.words).1
    }

    /// Hands over control and moves to a square and a node, in one write: a later read of the whole word would stall on partial writes.
    #[inline]
    pub fn set_head(&mut self, control: Control, square: Square, node: NodeId) {
        self.words[0] = head(control, node) | u64::from(square) << 16;
    }

    /// Moves to a square and a node.
    #[inline]
    pub fn set_place(&mut self, square: Square, node: NodeId) {
        self.words[0] = self.words[0] & 0xffff | u64::from(square) << 16 | u64::from(node) << 32;
    }

    /// The value of a variable.
    #[inline]
    pub fn variable(&self, layout: &Layout, variable: Variable) -> i64 {
        self.words[layout.variables + usize::from(variable.0)] as i64
    }

    /// Sets a variable.
    #[inline]
    pub fn set_variable(&mut self, layout: &Layout, variable: Variable, value: i64) {
        self.words[layout.variables + usize::from(variable.0)] = value as u64;
    }

    /// The piece on a square.
    #[inline]
    pub fn piece(&self, layout: &Layout, square: Square) -> Piece {
        let square = usize::from(square);
        Piece(u16::from((self.words[layout.bytes + square / 8] >> (square % 8 * 8)) as u8))
    }

    /// Puts a piece on a square, replacing the one that was there.
    #[inline]
    pub fn put(&mut self, layout: &Layout, square: Square, piece: Piece) {
        let old = self.piece(layout, square);
        let square = usize::from(square);
        let (word, bit) = (square / 64, 1u64 << (square % 64));
        self.words[layout.sets + usize::from(old.0) * layout.set_words + word] &= !bit;
        self.words[layout.sets + usize::from(piece.0) * layout.set_words + word] |= bit;
        self.set_byte(layout, square, piece);
    }

    fn set_byte(&mut self, layout: &Layout, square: usize, piece: Piece) {
        let shift = square % 8 * 8;
        let word = &mut self.words[layout.bytes + square / 8];
        *word = *word & !(0xff << shift) | u64::from(piece.0 & 0xff) << shift;
    }

    /// The number of these pieces on the board.
    #[inline]
    pub fn count(&self, layout: &Layout, piece: Piece) -> i64 {
        let first = layout.sets + usize::from(piece.0) * layout.set_words;
        self.words[first..first + layout.set_words].iter().map(|word| i64::from(word.count_ones())).sum()
    }
}
