//! Liberties, counted exactly where playouts with knowledge need to: of chains, and of what a stone would make.

use super::board::{EMPTY, Stones};

/// A few different points. More than `N` are not kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct FewPoints<const N: usize> {
    points: [u16; N],
    count: usize,
}

impl<const N: usize> FewPoints<N> {
    pub(super) fn new() -> Self {
        FewPoints { points: [0; N], count: 0 }
    }

    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(super) fn contains(&self, point: usize) -> bool {
        self.points[..self.count].contains(&(point as u16))
    }

    /// Adds a point unless it is there already or there is no room.
    #[inline(always)]
    pub(super) fn add(&mut self, point: usize) {
        if self.count < N && !self.contains(point) {
            self.points[self.count] = point as u16;
            self.count += 1;
        }
    }

    /// Removes the k-th point; the last takes its place.
    pub(super) fn swap_remove(&mut self, k: usize) {
        self.count -= 1;
        self.points[k] = self.points[self.count];
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.points[..self.count].iter().map(|&point| usize::from(point))
    }

    /// The k-th point added.
    pub(super) fn get(&self, k: usize) -> usize {
        usize::from(self.points[k])
    }
}

impl<const STRIDE: usize, const CAP: usize> Stones<STRIDE, CAP> {
    /// The name of the chain of a stone; 0 for all other points.
    #[inline(always)]
    pub(super) fn head_of(&self, point: usize) -> usize {
        usize::from(self.head[point & (CAP - 1)]) & (CAP - 1)
    }

    /// The liberties of the chain with this name, up to `N` of them.
    pub(super) fn liberties_of<const N: usize>(&self, head: usize) -> FewPoints<N> {
        let mut found = FewPoints::new();
        self.add_liberties(head, usize::MAX, &mut found);
        found
    }

    /// Adds the liberties of a chain, except for one point.
    fn add_liberties<const N: usize>(&self, head: usize, except: usize, found: &mut FewPoints<N>) {
        for stone in self.chain(head).filter(|&stone| self.has_empty_neighbour(stone)) {
            for other in Self::neighbours(stone) {
                if self.colour[other] == EMPTY && other != except {
                    found.add(other);
                }
            }
            if found.count == N {
                return;
            }
        }
    }

    /// The only liberty of the chain with this name; `None` if it has several.
    #[inline(always)]
    pub(super) fn only_liberty(&self, head: usize) -> Option<usize> {
        // A point is next to at most four stones of a chain.
        if self.liberties[head & (CAP - 1)] > 4 {
            return None;
        }
        let found = self.liberties_of::<2>(head);
        (found.count == 1).then(|| found.get(0))
    }

    /// The liberties, up to three, of the chain that a stone of a player on an empty point would belong to, after captures. None if it would
    /// be suicide.
    pub(super) fn liberties_after(&self, point: usize, me: usize) -> FewPoints<3> {
        let mut found = FewPoints::new();
        let around = Self::neighbours(point);
        let mut own = FewPoints::<4>::new();
        for other in around {
            match self.colour[other] {
                EMPTY => found.add(other),
                colour if usize::from(colour) == me => own.add(self.head_of(other)),
                _ => {}
            }
        }
        for head in own.iter() {
            if found.count == 3 {
                return found;
            }
            self.add_liberties(head, point, &mut found);
        }
        if found.count < 3 {
            let last = self.ends_with(around);
            for i in (0..4).filter(|&i| last[i] && usize::from(self.colour[around[i]]) == 1 - me) {
                // A captured stone next to the new chain leaves a liberty.
                for stone in self.chain(self.head_of(around[i])) {
                    let touches =
                        |other: usize| other == point || usize::from(self.colour[other]) == me && own.contains(self.head_of(other));
                    if Self::neighbours(stone).into_iter().any(touches) {
                        found.add(stone);
                    }
                }
            }
        }
        found
    }
}
