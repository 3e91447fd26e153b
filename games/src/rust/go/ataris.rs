//! Chains in atari anywhere on the board, kept up to date during a playout: to look for them before every move would take most of its time.

use super::board::{Board, EMPTY, PASS, Stones, points};
use super::tactics::FewPoints;

impl<const STRIDE: usize, const CAP: usize> Board<STRIDE, CAP> {
    /// A stone of every chain in atari, of both players.
    pub(super) fn find_ataris(&self) -> FewPoints<CAP> {
        let mut found = FewPoints::new();
        for head in points::<STRIDE>(self.rules.size).filter(|&point| usize::from(self.stones.head[point]) == point) {
            if self.stones.only_liberty(head).is_some() {
                found.add(head);
            }
        }
        found
    }

    /// Adds a stone of every chain that the last move may have put in atari: its own and those next to it. Captures only give liberties.
    pub(super) fn update_ataris(&self, ataris: &mut FewPoints<CAP>) {
        let last = usize::from(self.last[0]);
        if last == PASS {
            return;
        }
        for point in [last].into_iter().chain(Stones::<STRIDE, CAP>::neighbours(last)) {
            if self.stones.colour[point] < EMPTY && self.stones.only_liberty(self.stones.head_of(point)).is_some() {
                ataris.add(point);
            }
        }
    }

    /// Adds the points where the player to move captures a chain, and forgets chains that are no longer in atari.
    pub(super) fn add_captures(&self, ataris: &mut FewPoints<CAP>, found: &mut FewPoints<CAP>) {
        let mut k = 0;
        while k < ataris.count() {
            let stone = ataris.get(k);
            let colour = self.stones.colour[stone];
            let liberty = if colour < EMPTY { self.stones.only_liberty(self.stones.head_of(stone)) } else { None };
            match liberty {
                Some(liberty) => {
                    if usize::from(colour) == 1 - self.mover {
                        self.policy().add(liberty, found);
                    }
                    k += 1;
                }
                None => ataris.swap_remove(k),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Ko;
    use super::super::board::Rules;
    use super::*;
    use crate::Rng;

    #[test]
    fn captures_are_those_of_a_search_of_the_whole_board() {
        let mut captures = 0;
        for seed in 0..30 {
            let rules = Rules { size: 7, ko: Ko::PositionalSuperko, suicide: seed % 2 == 0, komi: 1, max_moves: 150, dead_stones: 0 };
            let mut board = Board::<10, 128>::start(rules, &[], 0);
            let (mut rng, mut ataris) = (Rng::from_seed(seed), board.find_ataris());
            while !board.is_over() {
                // Asked for only now and then, as in a playout in which other parts decide.
                if rng.below(3) == 0 {
                    let sorted = |ataris: &mut FewPoints<128>| {
                        let mut found = FewPoints::new();
                        board.add_captures(ataris, &mut found);
                        let mut points: Vec<usize> = found.iter().collect();
                        points.sort_unstable();
                        points
                    };
                    let kept = sorted(&mut ataris);
                    assert_eq!(kept, sorted(&mut board.find_ataris()), "`{}`", board.write());
                    captures += kept.len();
                }
                let legal: Vec<usize> = board.legal_points().collect();
                let point = rng.pick(&legal).unwrap_or(PASS);
                board.play(point);
                board.update_ataris(&mut ataris);
            }
        }
        assert!(captures > 100, "{captures}");
    }
}
