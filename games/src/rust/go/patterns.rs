//! The 3×3 patterns of MoGo (Gelly, Wang, Munos and Teytaud, "Modification of UCT with patterns in Monte-Carlo Go", INRIA RR-6062, 2006,
//! section 3.2 and its figures: hane, the two cuts, and the moves at the edge).
//!
//! The move is in the middle. `X` and `O` are stones of different players, `.` is empty, `x` is not O, `o` is not X, `?` is anything, all on
//! the board; `#` is outside. Patterns hold in all eight symmetries and with the colours exchanged.

use std::sync::LazyLock;

/// The players who may play the move of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PatternPlayer {
    Both,
    X,
    O,
}

/// A neighbourhood, row by row, without the middle, which is `*`.
struct Pattern {
    rows: [&'static str; 3],
    of: PatternPlayer,
    /// Neighbourhoods that are taken out again.
    except: &'static [[&'static str; 3]],
}

const fn pattern(rows: [&'static str; 3]) -> Pattern {
    Pattern { rows, of: PatternPlayer::Both, except: &[] }
}

const PATTERNS: [Pattern; 11] = [
    // Hane.
    pattern(["XOX", ".*.", "???"]),
    pattern(["XO.", ".*.", "?.?"]),
    pattern(["XO?", "X*.", "?.?"]),
    Pattern { of: PatternPlayer::X, ..pattern(["XOO", ".*.", "?.?"]) },
    // Cuts.
    Pattern { except: &[["XO?", "O*O", "?.?"], ["XO?", "O*.", "?O?"]], ..pattern(["XO?", "O*?", "???"]) },
    pattern(["?X?", "O*O", "xxx"]),
    // The edge.
    pattern(["X.?", "O*?", "###"]),
    pattern(["?X?", "o*O", "###"]),
    Pattern { of: PatternPlayer::X, ..pattern(["?XO", "?*?", "###"]) },
    Pattern { of: PatternPlayer::O, ..pattern(["?XO", "?*o", "###"]) },
    Pattern { of: PatternPlayer::O, ..pattern(["?XO", "O*X", "###"]) },
];

/// The places around the middle, in the order of their bits in a neighbourhood's number: row by row, as (column, row) from the lower left.
pub(super) const AROUND: [(usize, usize); 8] = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];

/// For each player to move, whether a neighbourhood matches: a bit for each number of 16 bits, two for each place.
struct Table([Box<[u64; 1024]>; 2]);

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table([Box::new([0; 1024]), Box::new([0; 1024])]);
    for Pattern { rows, of, except } in &PATTERNS {
        // Exceptions belong to one pattern, and another may still match.
        for symmetry in 0..8 {
            for swapped in [false, true] {
                let movers = [0, 1].into_iter().filter(|&mover| {
                    let is_x = (mover == 0) != swapped;
                    *of == PatternPlayer::Both || (*of == PatternPlayer::X) == is_x
                });
                let out: Vec<u16> = except.iter().flat_map(|rows| (0..8).flat_map(move |other| numbers(rows, other, swapped))).collect();
                for mover in movers {
                    for number in numbers(rows, symmetry, swapped).filter(|number| !out.contains(number)) {
                        table.0[mover][usize::from(number >> 6)] |= 1 << (number & 63);
                    }
                }
            }
        }
    }
    table
});

/// Whether a pattern proposes a move to this player in the middle of a neighbourhood.
#[inline(always)]
pub(super) fn matches(mover: usize, neighbourhood: u16) -> bool {
    TABLE.0[mover & 1][usize::from(neighbourhood >> 6)] >> (neighbourhood & 63) & 1 != 0
}

/// Where a place comes to under one of the eight symmetries.
fn turned((mut x, mut y): (usize, usize), symmetry: usize) -> (usize, usize) {
    if symmetry & 1 != 0 {
        x = 2 - x;
    }
    if symmetry & 2 != 0 {
        y = 2 - y;
    }
    if symmetry & 4 != 0 { (y, x) } else { (x, y) }
}

/// The possible contents of a place: black 0, white 1, empty 2, outside 3, as on the board. Swapped, X is white.
fn allowed(letter: u8, swapped: bool) -> &'static [u16] {
    match (letter, swapped) {
        (b'X', false) | (b'O', true) => &[0],
        (b'O', false) | (b'X', true) => &[1],
        (b'x', false) | (b'o', true) => &[0, 2],
        (b'o', false) | (b'x', true) => &[1, 2],
        (b'?', _) => &[0, 1, 2],
        (b'.', _) => &[2],
        _ => &[3],
    }
}

/// The numbers of all neighbourhoods that a pattern covers, under a symmetry.
fn numbers(rows: &[&'static str; 3], symmetry: usize, swapped: bool) -> impl Iterator<Item = u16> {
    let mut all = vec![0u16];
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, letter) in row.bytes().enumerate() {
            let Some(place) = AROUND.iter().position(|&place| place == turned((x, y), symmetry)) else { continue };
            all = allowed(letter, swapped).iter().flat_map(|&what| all.iter().map(move |number| number | what << (2 * place))).collect();
        }
    }
    all.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(number: u16, place: (usize, usize)) -> u16 {
        AROUND.iter().position(|&other| other == place).map_or(2, |k| number >> (2 * k) & 3)
    }

    fn made(mut what: impl FnMut((usize, usize)) -> u16) -> u16 {
        (0..8).fold(0, |number, k| number | what(AROUND[k]) << (2 * k))
    }

    fn swap(what: u16) -> u16 {
        if what < 2 { 1 - what } else { what }
    }

    /// Whether a neighbourhood fits these rows as they are written.
    fn fits(number: u16, rows: &[&str; 3]) -> bool {
        AROUND.iter().all(|&(x, y)| {
            let (letter, what) = (rows[2 - y].as_bytes()[x], at(number, (x, y)));
            match letter {
                b'X' => what == 0,
                b'O' => what == 1,
                b'x' => what == 0 || what == 2,
                b'o' => what == 1 || what == 2,
                b'?' => what != 3,
                b'.' => what == 2,
                _ => what == 3,
            }
        })
    }

    /// The plain matcher: turns the neighbourhood instead of the pattern.
    fn plain(mover: usize, number: u16) -> bool {
        let all: Vec<(u16, bool)> = (0..8)
            .flat_map(|symmetry| {
                let here = made(|place| at(number, turned(place, symmetry)));
                [(here, mover == 0), (made(|place| swap(at(here, place))), mover == 1)]
            })
            .collect();
        PATTERNS.iter().any(|pattern| {
            // The exceptions are of the whole neighbourhood with the same colours, in any symmetry.
            let excepted = |x: bool| all.iter().any(|&(here, is_x)| is_x == x && pattern.except.iter().any(|rows| fits(here, rows)));
            all.iter().any(|&(here, is_x)| {
                let may = pattern.of == PatternPlayer::Both || (pattern.of == PatternPlayer::X) == is_x;
                may && fits(here, &pattern.rows) && !excepted(is_x)
            })
        })
    }

    #[test]
    fn the_table_is_that_of_a_plain_matcher() {
        let mut matched = [0; 2];
        for number in 0..=u16::MAX {
            for (mover, count) in matched.iter_mut().enumerate() {
                let found = matches(mover, number);
                assert_eq!(found, plain(mover, number), "{number:016b} for player {mover}");
                *count += u32::from(found);
            }
        }
        assert_eq!(matched[0], matched[1]);
        assert!(matched[0] > 500, "{matched:?}");
    }

    #[test]
    fn patterns_hold_in_all_symmetries_and_with_colours_exchanged() {
        for number in 0..=u16::MAX {
            for mover in [0, 1] {
                let found = matches(mover, number);
                for symmetry in 0..8 {
                    assert_eq!(matches(mover, made(|place| at(number, turned(place, symmetry)))), found, "{number:016b} {symmetry}");
                }
                assert_eq!(matches(1 - mover, made(|place| swap(at(number, place)))), found, "{number:016b}");
            }
        }
    }

    #[test]
    fn printed_examples_match() {
        let number =
            |rows: [&str; 3]| made(|(x, y)| u16::from(b"XO.#".iter().position(|&c| c == rows[2 - y].as_bytes()[x]).unwrap() as u8));
        // A hane around a white stone; a lone contact is none.
        assert!(matches(0, number(["XOX", ".*.", "..."])) && matches(1, number(["XOX", ".*.", "..."])));
        assert!(!matches(0, number([".O.", ".*.", "..."])));
        // A cut, and the same when white is connected already.
        assert!(matches(0, number(["XO.", "O*.", "..."])));
        assert!(!matches(0, number(["XO.", "O*O", "..."])));
        // The thin hane is for one player.
        assert!(matches(0, number(["XOO", ".*.", "..."])) && !matches(1, number(["XOO", ".*.", "..."])));
        // At the edge, and not in the corner.
        assert!(matches(0, number(["X..", "O*.", "###"])));
        assert!(!matches(0, number(["X.#", "O*#", "###"])));
    }
}
