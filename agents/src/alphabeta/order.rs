//! Move ordering without knowledge of the game.

use treebench_games::{Move, Player};

/// Slots of the history table, to which moves are mapped by a hash of their bits; colliding moves share their history.
const SLOTS: usize = 1 << 12;

/// History counts stay below this.
const MOST: u32 = 1 << 30;

/// Moves that caused cutoffs: at the same distance from the root (killers) and anywhere (history).
pub(super) struct Order {
    /// The last two at each distance, the latest first.
    killers: Vec<[Option<Move>; 2]>,
    /// For each player, cutoffs weighted by the square of their depth.
    history: [Vec<u32>; 2],
}

impl Default for Order {
    fn default() -> Order {
        Order { killers: Vec::new(), history: [vec![0; SLOTS], vec![0; SLOTS]] }
    }
}

impl Order {
    /// Clears both tables.
    pub(super) fn clear(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|counts| counts.fill(0));
    }

    /// Starts a new turn: distances change their meaning, so killers are cleared and history is discounted.
    pub(super) fn grow_older(&mut self) {
        self.killers.clear();
        self.halve();
    }

    /// Ranks the moves: `ranks` (emptied first) lists their indices, the most promising first; see [`place`].
    pub(super) fn rank(&self, ply: usize, player: Player, moves: &[Move], first: Option<u16>, ranks: &mut Vec<u64>) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let history = &self.history[player & 1];
        ranks.clear();
        ranks.extend(moves.iter().enumerate().map(|(place, &m)| {
            let promise = match Some(m) {
                _ if first.is_some_and(|first| usize::from(first) == place) => u32::MAX,
                killer if killer == killers[0] => u32::MAX - 1,
                killer if killer == killers[1] => u32::MAX - 2,
                _ => history[slot(m)],
            };
            // Ascending order puts the most promising first and keeps the game's order among equals.
            u64::from(!promise) << 32 | place as u64
        }));
        ranks.sort_unstable();
    }

    /// Records a move that caused a cutoff in a search of this depth.
    pub(super) fn reward(&mut self, ply: usize, player: Player, m: Move, depth: u8) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let count = &mut self.history[player & 1][slot(m)];
        *count += u32::from(depth) * u32::from(depth);
        if *count >= MOST {
            self.halve();
        }
    }

    fn halve(&mut self) {
        self.history.iter_mut().flatten().for_each(|count| *count /= 2);
    }
}

/// Ranks moves in the game's order, except for the one that comes first.
pub(super) fn rank_plainly(count: usize, first: Option<u16>, ranks: &mut Vec<u64>) {
    ranks.clear();
    ranks.extend(0..count as u64);
    if let Some(first) = first.map(usize::from).filter(|&first| first < count) {
        ranks[..=first].rotate_right(1);
    }
}

/// The index of a ranked move in the list of moves.
#[inline]
pub(super) fn place(rank: u64) -> usize {
    rank as u32 as usize
}

#[inline]
fn slot(m: Move) -> usize {
    (m.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOTS.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(ranks: &[u64]) -> Vec<usize> {
        ranks.iter().copied().map(place).collect()
    }

    #[test]
    fn the_first_then_killers_then_history_then_the_games_order() {
        let mut order = Order::default();
        let moves: Vec<Move> = (10..16).map(Move).collect();
        let mut ranks = Vec::new();
        order.reward(9, 0, Move(15), 3);
        order.reward(2, 0, Move(14), 1);
        order.reward(2, 0, Move(13), 1);
        order.rank(2, 0, &moves, Some(1), &mut ranks);
        assert_eq!(places(&ranks), [1, 3, 4, 5, 0, 2]);
        // The other player has a separate history, and another distance has other killers.
        order.rank(3, 1, &moves, None, &mut ranks);
        assert_eq!(places(&ranks), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn plain_ranks_bring_one_move_forward() {
        let mut ranks = Vec::new();
        rank_plainly(4, Some(2), &mut ranks);
        assert_eq!(places(&ranks), [2, 0, 1, 3]);
        rank_plainly(3, Some(u16::MAX), &mut ranks);
        assert_eq!(places(&ranks), [0, 1, 2]);
    }

    #[test]
    fn history_does_not_overflow() {
        let mut order = Order::default();
        (0..100_000).for_each(|_| order.reward(0, 0, Move(1), u8::MAX));
        assert!(order.history[0][slot(Move(1))] < MOST);
    }
}
