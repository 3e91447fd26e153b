//! Actions: whole moves as numbers below the game's action size, for policies.
//!
//! Where moves are single semimoves with small numbers, as in most games in Rust, the action is that number, and the size the power of two above those of
//! the random games of [`sampling`](crate::sampling). Elsewhere it is a hash of the move's notation, which is the same under every split; the size is at
//! least eight times the number of moves seen. If two legal moves have the same number, the later one by notation gets the next that is free.

use crate::sampling;
use crate::source::GameSource;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use treebench::games::notation::checked_whole_moves;
use treebench::games::{Move, Position};

/// The least and the largest size of a hash.
const LEAST: usize = 1 << 8;
const MOST: usize = 1 << 16;

/// The moves that are listed to choose the size.
const LISTED: usize = 20_000;

/// How the moves of a game are numbered.
pub(crate) struct Actions {
    /// Every action is below it.
    pub(crate) size: usize,
    /// By the bits of semimoves, not by a hash of notations.
    by_bits: bool,
}

impl Actions {
    /// The numbering of a game, worked out once.
    pub(crate) fn of(source: &GameSource) -> &Actions {
        source.actions.get_or_init(|| {
            let mut greatest = 0;
            if !source.is_split {
                let mut moves = Vec::new();
                sampling::visit(source.game.as_ref(), |position| {
                    position.moves(&mut moves);
                    greatest = moves.iter().fold(greatest, |greatest, m| greatest.max(m.0));
                    if (greatest as usize) < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                if (greatest as usize) < MOST {
                    return Actions { size: (greatest as usize + 1).next_power_of_two(), by_bits: true };
                }
            }
            let (mut names, mut listed) = (BTreeSet::new(), 0);
            sampling::visit(source.game.as_ref(), |position| {
                let moves = checked_whole_moves(position).unwrap_or_default();
                names.extend(moves.iter().map(|submove| position.move_notation(submove)));
                listed += moves.len();
                if listed < LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            Actions { size: (8 * names.len()).next_power_of_two().clamp(LEAST, MOST), by_bits: false }
        })
    }

    /// Whether each of these legal moves has its bits as action. Different moves have different ones.
    fn are_bits(&self, moves: &[Move]) -> bool {
        self.by_bits && moves.iter().all(|m| m.0 < self.size as u64)
    }

    /// The legal whole moves with their actions.
    ///
    /// # Errors
    /// If a search for the moves of a described game exceeds a limit, or there are more moves than actions.
    pub(crate) fn legal(&self, position: &dyn Position) -> Result<Vec<(usize, Vec<Move>)>, String> {
        let mut found: Vec<(usize, Vec<Move>)> = if self.by_bits {
            let moves = position.move_list();
            let are_bits = self.are_bits(&moves);
            let found = moves.into_iter().map(|m| (m.0 as usize % self.size, vec![m])).collect();
            if are_bits {
                return Ok(found);
            }
            found
        } else {
            let name = |submove: Vec<Move>| (position.move_notation(&submove), submove);
            let mut named: Vec<_> = checked_whole_moves(position)?.into_iter().map(name).collect();
            // The same move may have several submoves.
            named.sort();
            named.dedup_by(|later, first| later.0 == first.0);
            named.into_iter().map(|(name, submove)| (hash(&name) % self.size, submove)).collect()
        };
        if found.len() > self.size {
            return Err(format!("{} moves are more than the {} actions of this game", found.len(), self.size));
        }
        if found.iter().map(|(action, _)| action).collect::<BTreeSet<_>>().len() < found.len() {
            found.sort_by_cached_key(|(action, submove)| (*action, position.move_notation(submove)));
            let mut taken = BTreeSet::new();
            for (action, _) in &mut found {
                while !taken.insert(*action) {
                    *action = (*action + 1) % self.size;
                }
            }
        }
        Ok(found)
    }

    /// The action of every legal move of a game without semimoves, in the order of these moves; -1 for a move that is written as one before.
    ///
    /// # Errors
    /// As for [`legal`](Self::legal).
    pub(crate) fn in_order(&self, position: &dyn Position, moves: &[Move], actions: &mut Vec<i32>) -> Result<(), String> {
        if self.are_bits(moves) {
            actions.extend(moves.iter().map(|m| m.0 as i32));
            return Ok(());
        }
        let legal = self.legal(position)?;
        let action = |m: &Move| legal.iter().find(|(_, submove)| submove[..] == [*m]).map_or(-1, |(action, _)| *action as i32);
        actions.extend(moves.iter().map(action));
        Ok(())
    }

    /// The legal move with this action, if there is one.
    ///
    /// # Errors
    /// As for [`legal`](Self::legal).
    pub(crate) fn submove(&self, position: &dyn Position, action: usize) -> Result<Option<Vec<Move>>, String> {
        if self.by_bits {
            let moves = position.move_list();
            if self.are_bits(&moves) {
                return Ok(moves.into_iter().find(|m| m.0 == action as u64).map(|m| vec![m]));
            }
        }
        Ok(self.legal(position)?.into_iter().find(|(other, _)| *other == action).map(|(_, submove)| submove))
    }
}

/// FNV-1a, folded: a hash that is the same in all versions and on all machines.
fn hash(text: &str) -> usize {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    ((hash >> 32) ^ hash) as u32 as usize
}
