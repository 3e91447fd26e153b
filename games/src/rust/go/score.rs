//! Area scoring.

use super::board::{BLACK, Board, EMPTY, Stones, WHITE};

impl<const STRIDE: usize, const CAP: usize> Board<STRIDE, CAP> {
    /// Black's area less White's and the komi, in half points.
    pub(super) fn lead(&self) -> i32 {
        self.settled.unwrap_or_else(|| {
            let [black, white] = self.stones.area();
            2 * (black - white) - self.rules.komi
        })
    }
}

impl<const STRIDE: usize, const CAP: usize> Stones<STRIDE, CAP> {
    /// The points of each player: stones, and empty points from which only that player's stones can be reached over empty points (Tromp and
    /// Taylor, The rules of go, rule 10).
    pub(super) fn area(&self) -> [i32; 2] {
        let mut area = self.count.map(i32::from);
        let empty = &self.empty[..self.empty_count];
        if empty.iter().any(|&point| self.has_empty_neighbour(usize::from(point))) {
            self.add_regions(&mut area);
            return area;
        }
        // At the end of a playout every empty point is alone, and its neighbours decide. The counts include the border.
        for &point in empty {
            let owner = [BLACK, WHITE].into_iter().find(|&player| self.near(usize::from(point), player) == 4);
            if let Some(owner) = owner {
                area[owner] += 1;
            }
        }
        area
    }

    /// Adds the empty regions that border on the stones of one player alone.
    fn add_regions(&self, area: &mut [i32; 2]) {
        let mut seen = [false; CAP];
        let mut open = [0u16; CAP];
        for &first in &self.empty[..self.empty_count] {
            if std::mem::replace(&mut seen[usize::from(first)], true) {
                continue;
            }
            let (mut count, mut borders) = (0, [false; 2]);
            open[0] = first;
            let mut waiting = 1;
            while waiting > 0 {
                waiting -= 1;
                count += 1;
                for other in Self::neighbours(usize::from(open[waiting])) {
                    let colour = self.colour[other];
                    if colour < EMPTY {
                        borders[usize::from(colour)] = true;
                    } else if colour == EMPTY && !std::mem::replace(&mut seen[other], true) {
                        open[waiting] = other as u16;
                        waiting += 1;
                    }
                }
            }
            match borders {
                [true, false] => area[BLACK] += count,
                [false, true] => area[WHITE] += count,
                _ => {}
            }
        }
    }
}
