//! The pieces: kinds, letters and values.

/// The number of kinds: 0 king, 1 guard, 2 minister, 3 rook, 4 knight, 5 cannon, 6 pawn.
pub(super) const KINDS: usize = 7;
/// The number of different pieces: the kind, plus [`KINDS`] for black ones.
pub(super) const PIECES: usize = 2 * KINDS;

const LETTERS: [u8; KINDS] = *b"KGMRNCP";

/// Rough values of the kinds for the static estimate, this project's own: the number of kinds that a piece captures against the number that
/// capture it; more for a cannon because it captures everything.
const WORTH: [u16; KINDS] = [12, 10, 6, 4, 3, 7, 2];

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

/// The value of a piece.
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

/// The number of pieces of every kind on each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceSet(pub(super) [u8; KINDS]);

impl PieceSet {
    /// Reads letters such as `KGCP`.
    ///
    /// # Errors
    /// If there is another letter, with its name.
    pub(super) fn parse(text: &str) -> Result<PieceSet, String> {
        let mut set = PieceSet([0; KINDS]);
        for c in text.chars() {
            let kind = piece(c).filter(|_| c.is_ascii_uppercase());
            let kind = kind.ok_or_else(|| format!("`{c}` is not a piece, expected letters of KGMRNCP"))?;
            // The caller rejects sets that are larger than the board.
            set.0[usize::from(kind)] = set.0[usize::from(kind)].saturating_add(1);
        }
        Ok(set)
    }

    /// The number of pieces of a side.
    pub(super) fn len(self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// The number of pieces of a kind.
    pub(super) fn of(self, piece: u8) -> u8 {
        self.0[usize::from(kind(piece))]
    }

    /// The total value of a side's pieces.
    pub(super) fn worth(self) -> u16 {
        (0..KINDS as u8).map(|kind| u16::from(self.of(kind)) * worth(kind)).sum()
    }
}
