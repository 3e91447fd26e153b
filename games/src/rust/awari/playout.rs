//! Random play that tests legality only for the pit it has drawn.

use super::Ending;
use super::board::Board;
use super::sowing::{PITS, filled};
use crate::playout::{self, Scratch};
use crate::{Playout, Rng};

/// The elements of a set of pits in ascending order, and their number.
#[derive(Clone, Copy)]
struct Choices {
    pits: [u8; 7],
    count: u8,
}

/// The choices for every set of pits.
static CHOICES: [Choices; 1 << PITS] = choices();

const fn choices() -> [Choices; 1 << PITS] {
    let mut choices = [Choices { pits: [0; 7], count: 0 }; 1 << PITS];
    let mut set = 0;
    while set < 1 << PITS {
        let mut pit = 0;
        while pit < PITS {
            if set >> pit & 1 == 1 {
                choices[set].pits[choices[set].count as usize] = pit as u8;
                choices[set].count += 1;
            }
            pit += 1;
        }
        set += 1;
    }
    choices
}

/// Plays to the end or to the cap.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
    if board.rules.ending == Ending::Oware {
        // The end then depends on all legal moves, so drawing first saves nothing.
        return playout::uniform(board, rng, cap, scratch);
    }
    Playout::of_plies(board, rng, cap, Board::is_over, ply)
}

/// One random move. An illegal pit is removed from the candidates, which leaves the legal ones equally likely.
#[inline(always)]
fn ply(board: &mut Board, rng: &mut Rng) {
    let me = board.mover();
    let mut set = filled(board.rows[me]);
    while set != 0 {
        let Choices { pits, count } = CHOICES[set as usize & 63];
        let pit = u32::from(pits[rng.below(usize::from(count))]);
        if let Some(sown) = board.after(me, pit) {
            return board.finish(Some(sown));
        }
        set ^= 1 << pit;
    }
    board.finish(None);
}
