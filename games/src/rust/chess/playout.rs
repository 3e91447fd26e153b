//! Random play without listing moves.
//!
//! A pseudo-legal move is drawn uniformly: moves are counted by target sets, and only the drawn one is made. If it is legal it is played.
//! If not, others are drawn; after several illegal draws the legal moves are listed and one of them is drawn. Both ways are uniform over
//! the legal moves.

use super::board::{PASS, Status};
use super::generate::Group;
use super::{Board, Rules};
use crate::{Move, Playout, Rng};

/// The greatest number of groups: one or two per piece, seven for the pawns.
const GROUPS: usize = 2 * 64 + 7;

/// The number of draws before the legal moves are listed: a check leaves few legal moves, a mate none.
const TRIES: usize = 6;

/// Plays to the end or to the cap on moves; `list` is a buffer.
pub(super) fn run<R: Rules>(board: &mut Board<R>, rng: &mut Rng, cap: u32, list: &mut Vec<Move>) -> Playout {
    let mut groups = [Group::NONE; GROUPS];
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
    Playout { moves, semimoves: moves, over: board.is_over() }
}

/// A uniformly random legal move, or `None` if there is none.
#[inline(always)]
fn draw<R: Rules>(board: &Board<R>, rng: &mut Rng, groups: &mut [Group; GROUPS], list: &mut Vec<Move>) -> Option<Move> {
    let (mut used, mut total) = (0, 0);
    board.groups(|group| {
        groups[used] = group;
        used += 1;
        total += group.count::<R>();
    });
    if total == 0 {
        return None;
    }
    for _ in 0..TRIES {
        let m = nth::<R>(&groups[..used], rng.below(total as usize) as u32);
        if board.is_legal(m) {
            return Some(m);
        }
    }
    board.legal_moves(list);
    rng.pick(list)
}

/// The move with this number, counted from 0 through all groups.
#[inline(always)]
fn nth<R: Rules>(groups: &[Group], mut number: u32) -> Move {
    for group in groups {
        let count = group.count::<R>();
        if number < count {
            return group.nth::<R>(number);
        }
        number -= count;
    }
    unreachable!("the groups have fewer moves than were counted")
}
