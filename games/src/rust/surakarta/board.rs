//! The board of surakarta.

use super::super::stone_board::StoneBoard;
use super::loops::{Loops, SIDE, WAYS};
use crate::{Move, NotationError, bits};

/// Constants derived from the parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) quiet_limit: u32,
    pub(super) max_moves: u32,
}

/// The pass of a player who has no legal move. The other player then has one: some stone is next to an empty point.
pub(super) const PASS: Move = Move(1 << 12);

/// The number of stones of each player at the start.
pub(super) const STONES: u32 = 12;

pub(super) const STONE_BOARD: StoneBoard = StoneBoard { size: (SIDE, SIDE), stride: 8, letters: ['x', 'o'] };

/// The points of the board.
const POINTS: u64 = 0x3f3f_3f3f_3f3f;

/// The steps to the neighbours of a square.
pub(super) const STEPS: [u32; 8] = [1, 7, 8, 9, 1u32.wrapping_neg(), 7u32.wrapping_neg(), 8u32.wrapping_neg(), 9u32.wrapping_neg()];

/// Squares are numbered from a1, the lower left, eight to a row. A move is its source plus 64 × its target, or [`PASS`].
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) rules: Rules,
    /// The stones of Black and of White.
    pub(super) stones: [u64; 2],
    loops: Loops,
    pub(super) to_move: u8,
    /// Moves since the last capture.
    pub(super) quiet: u32,
    /// Moves since the start.
    pub(super) moves: u32,
}

impl Board {
    /// Black fills the two lowest rows, White the two highest.
    pub(super) fn start(rules: Rules) -> Board {
        Board::new(rules, [POINTS & 0xffff, POINTS & 0xffff << 32], 0, 0, 0)
    }

    pub(super) fn new(rules: Rules, stones: [u64; 2], to_move: u8, quiet: u32, moves: u32) -> Board {
        Board { rules, stones, loops: Loops::of(stones[0] | stones[1]), to_move, quiet, moves }
    }

    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        self.is_counted() || self.moves >= self.rules.max_moves
    }

    /// Whether the number of stones decides.
    #[inline(always)]
    pub(super) fn is_counted(&self) -> bool {
        self.stones[0] == 0 || self.stones[1] == 0 || self.quiet >= self.rules.quiet_limit
    }

    /// Whether a stone may step to this square.
    #[inline(always)]
    pub(super) fn is_empty(&self, square: u32) -> bool {
        (POINTS & !(self.stones[0] | self.stones[1])) >> (square & 63) & 1 == 1
    }

    /// The stone that a stone of the player to move captures on this path; `None` if an earlier path captures the same.
    #[inline(always)]
    pub(super) fn prey(&self, from: u32, way: usize) -> Option<u32> {
        let first = self.loops.first(from, way)?;
        let enemy = self.stones[usize::from(1 - (self.to_move & 1))] >> first & 1 == 1;
        (enemy && (0..way).all(|earlier| self.loops.first(from, earlier) != Some(first))).then_some(first)
    }

    /// The sources and targets of the legal moves without passes, whether the game is over or not.
    pub(super) fn targets(&self) -> impl Iterator<Item = (u32, u32)> + Clone {
        bits::ones(self.stones[usize::from(self.to_move & 1)]).flat_map(move |from| {
            let steps = STEPS.iter().map(move |&step| from.wrapping_add(step) & 63).filter(|&to| self.is_empty(to));
            let captures = (0..WAYS).filter_map(move |way| self.prey(from, way));
            steps.chain(captures).map(move |to| (from, to))
        })
    }

    /// The number of moves without passes.
    pub(super) fn mobility(&self) -> u32 {
        let (own, other) = (self.stones[usize::from(self.to_move & 1)], self.stones[usize::from(1 - (self.to_move & 1))]);
        let empty = POINTS & !(own | other);
        let steps: u32 = STEPS.iter().map(|step| (own.rotate_left(step & 63) & empty).count_ones()).sum();
        let captures = bits::ones(own).map(|from| {
            // A set counts a stone once, whichever paths lead to it.
            let prey = (0..WAYS).filter_map(|way| self.loops.first(from, way)).fold(0, |prey, to| prey | 1 << (to & 63));
            (prey & other).count_ones()
        });
        steps + captures.sum::<u32>()
    }

    /// Moves a stone of the player to move; returns whether it captured.
    #[inline(always)]
    pub(super) fn play(&mut self, from: u32, to: u32) -> bool {
        let me = usize::from(self.to_move & 1);
        let target = 1u64 << (to & 63);
        let captures = self.stones[1 - me] & target != 0;
        self.stones[me] ^= 1 << (from & 63) | target;
        self.stones[1 - me] &= !target;
        self.loops.remove(from);
        self.loops.add(to);
        self.pass();
        if captures {
            self.quiet = 0;
        }
        captures
    }

    #[inline(always)]
    pub(super) fn pass(&mut self) {
        self.to_move ^= 1;
        self.quiet = self.quiet.wrapping_add(1);
        self.moves = self.moves.wrapping_add(1);
    }
}

impl Board {
    /// The board as in FEN, `x` for Black and `o` for White, then the player to move, the number of moves since the last capture and the
    /// number of all moves: `oooooo/oooooo/6/6/xxxxxx/xxxxxx x 0 0`.
    pub(super) fn write(&self) -> String {
        let rows = STONE_BOARD.write(self.stones);
        format!("{rows} {} {} {}", ['x', 'o'][usize::from(self.to_move)], self.quiet, self.moves)
    }

    /// Reads what [`Board::write`] wrote.
    pub(super) fn parse(rules: Rules, text: &str) -> Result<Board, NotationError> {
        let wrong = |what: String| NotationError::new(format!("`{text}` is not a surakarta position: {what}"));
        let [rows, mover, quiet, moves] = text.split(' ').collect::<Vec<_>>().try_into().map_err(|_| {
            wrong("expected the rows of the board, the player to move, and the moves since the last capture and since the start, separated by spaces".to_owned())
        })?;
        let stones = STONE_BOARD.parse(rows)?;
        for (stones, letter) in stones.into_iter().zip(['x', 'o']) {
            let count = stones.count_ones();
            if count > STONES {
                return Err(wrong(format!("`{letter}` has {count} stones, expected at most {STONES}")));
            }
        }
        let to_move = match mover {
            "x" => 0,
            "o" => 1,
            _ => return Err(wrong(format!("`{mover}` is not a player to move, expected `x` or `o`"))),
        };
        if stones[1 - to_move] == 0 {
            return Err(wrong("the player who moved last has no stone".to_owned()));
        }
        let number = |text: &str, most: u32| {
            text.parse()
                .ok()
                .filter(|&number: &u32| number <= most)
                .ok_or_else(|| wrong(format!("`{text}` is not a number of moves, expected 0 to {most}")))
        };
        let moves = number(moves, rules.max_moves)?;
        let quiet = number(quiet, moves.min(rules.quiet_limit))?;
        Ok(Board::new(rules, stones, to_move as u8, quiet, moves))
    }
}

#[cfg(test)]
mod tests;
