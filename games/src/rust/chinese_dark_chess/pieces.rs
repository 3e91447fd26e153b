//! The pieces: kinds, letters, who captures whom, and what they are worth.

/// How many kinds there are: 0 king, 1 guard, 2 minister, 3 rook, 4 knight, 5 cannon, 6 pawn.
pub(super) const KINDS: usize = 7;
/// How many different pieces there are: the kind, plus [`KINDS`] for black ones.
pub(super) const PIECES: usize = 2 * KINDS;
/// The kind of cannons, which capture in their own way.
pub(super) const CANNON: u8 = 5;

const LETTERS: [u8; KINDS] = *b"KGMRNCP";

/// For every kind, the kinds that it captures by a step, as bits.
const PREY: [u8; KINDS] = [
    0b011_1111, // a king everything but pawns
    0b111_1110, 0b111_1100, 0b111_1000, 0b111_0000, 0, // a cannon nothing
    0b100_0001,
];

/// Rough worth of the kinds for the static estimate, this project's own: by how many kinds a piece captures and how many capture
/// it, a cannon more because it captures everything.
const WORTH: [u16; KINDS] = [12, 10, 6, 4, 3, 7, 2];

/// Whether the first piece captures the second by a step; their colours are not looked at.
#[inline(always)]
pub(super) fn captures(hunter: u8, prey: u8) -> bool {
    PREY[usize::from(kind(hunter))] >> kind(prey) & 1 == 1
}

/// The kind of a piece.
#[inline(always)]
pub(super) fn kind(piece: u8) -> u8 {
    if piece < KINDS as u8 { piece } else { piece - KINDS as u8 }
}

/// The colour of a piece: 0 red, 1 black.
#[inline(always)]
pub(super) fn colour(piece: u8) -> usize {
    usize::from(piece >= KINDS as u8)
}

/// What a piece is worth.
#[inline(always)]
pub(super) fn worth(piece: u8) -> u16 {
    WORTH[usize::from(kind(piece))]
}

/// The letter of a piece: upper case for red.
pub(super) fn letter(piece: u8) -> char {
    let letter = char::from(LETTERS[usize::from(kind(piece))]);
    if colour(piece) == 0 { letter } else { letter.to_ascii_lowercase() }
}

/// The piece with this letter.
pub(super) fn piece(letter: char) -> Option<u8> {
    let kind = LETTERS.iter().position(|&l| char::from(l) == letter.to_ascii_uppercase())? as u8;
    Some(if letter.is_ascii_uppercase() { kind } else { kind + KINDS as u8 })
}

/// How many pieces of every kind each side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceSet(pub(super) [u8; KINDS]);

impl PieceSet {
    /// Reads letters such as `KGCP`.
    ///
    /// # Errors
    /// If there is another letter: says which.
    pub(super) fn parse(text: &str) -> Result<PieceSet, String> {
        let mut set = PieceSet([0; KINDS]);
        for c in text.chars() {
            let kind = piece(c).filter(|_| c.is_ascii_uppercase());
            let kind = kind.ok_or_else(|| format!("`{c}` is no piece, expected letters of KGMRNCP"))?;
            // More than a board can hold is refused by whoever counts them.
            set.0[usize::from(kind)] = set.0[usize::from(kind)].saturating_add(1);
        }
        Ok(set)
    }

    /// How many pieces a side has.
    pub(super) fn len(self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// How many of a piece there are.
    pub(super) fn of(self, piece: u8) -> u8 {
        self.0[usize::from(kind(piece))]
    }

    /// What a side's pieces are worth together.
    pub(super) fn worth(self) -> u16 {
        (0..KINDS as u8).map(|kind| u16::from(self.of(kind)) * worth(kind)).sum()
    }
}
