//! Random play without listing moves.
//!
//! A pseudo-legal move is drawn uniformly: moves are counted by target sets, and only the drawn one is made. If it is legal it is played.
//! If not, others are drawn; after several illegal draws the legal moves are listed and one of them is drawn. Both ways are uniform over
//! the legal moves.

use super::board::{PASS, Status};
use super::groups::Group;
use super::{Board, Ending, Rules};
use crate::{Move, Playout, Rng};

/// The greatest number of groups: one or two per piece, seven for the pawns, one for castling.
const GROUPS: usize = 2 * 64 + 8;

/// The number of draws before the legal moves are listed: a check leaves few legal moves, a mate none.
const TRIES: usize = 6;

/// Plays to the end or to the cap on moves; `list` is a buffer.
pub(super) fn run<R: Ending>(board: &mut Board<R>, rng: &mut Rng, cap: u32, list: &mut Vec<Move>) -> Playout {
    let mut groups = GroupCounts { groups: [Group::NONE; GROUPS], ends: [0; GROUPS], used: 0 };
    let mut moves = 0;
    while !board.is_over() {
        if moves == cap {
            board.settle();
            break;
        }
        let m = match draw(board, rng, &mut groups, list) {
            Some(m) => m,
            None => match board.rules.stuck(board) {
                Some(verdict) => {
                    board.status = Status::Over(verdict);
                    break;
                }
                None => PASS,
            },
        };
        board.play(m);
        moves += 1;
        // Drawing a move shows whether the other player can move.
        board.status = board.rules.verdict(board).map_or(Status::Move, Status::Over);
    }
    Playout::orthodox(moves, board.is_over())
}

/// Groups, and the numbers of their moves.
struct GroupCounts {
    groups: [Group; GROUPS],
    /// The number of moves up to the end of each group: moves are counted once, and not again when one of them is looked for.
    ends: [u32; GROUPS],
    used: usize,
}

/// A uniformly random legal move, or `None` if there is none.
#[inline(always)]
fn draw<R: Rules>(board: &Board<R>, rng: &mut Rng, groups: &mut GroupCounts, list: &mut Vec<Move>) -> Option<Move> {
    let mut total = 0;
    groups.used = 0;
    board.groups(|group| {
        total += group.count::<R>();
        groups.groups[groups.used] = group;
        groups.ends[groups.used] = total;
        groups.used += 1;
    });
    if total == 0 {
        return None;
    }
    for _ in 0..TRIES {
        let m = groups.nth::<R>(rng.below(total as usize) as u32);
        if board.is_legal(m) {
            return Some(m);
        }
    }
    board.legal_moves(list);
    rng.pick(list)
}

impl GroupCounts {
    /// The move with this number, counted from 0 through all groups.
    #[inline(always)]
    fn nth<R: Rules>(&self, number: u32) -> Move {
        let place = self.ends[..self.used].iter().position(|&end| number < end).expect("a number below that of all moves");
        let before = if place == 0 { 0 } else { self.ends[place - 1] };
        self.groups[place].nth::<R>(number - before)
    }
}
