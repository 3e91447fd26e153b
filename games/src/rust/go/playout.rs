//! Light playouts: uniform over the moves that are not obviously bad, without a list of them.
//!
//! An empty point is drawn uniformly, and drawn again from the others if a light playout may not play there. Every move is legal, also under
//! superko, so that each playout is a game.

use super::board::{BORDER, Board, EMPTY, PASS, Stones, points};
use crate::{Playout, Rng};

impl<const STRIDE: usize, const CAP: usize> Board<STRIDE, CAP> {
    /// Whether a point is an eye of the player to move, which light playouts do not fill: all neighbours are the player's own, and the
    /// opponent has at most one of the diagonal points, and none at the edge.
    #[inline(always)]
    pub(super) fn is_own_eye(&self, point: usize) -> bool {
        if self.stones.near(point, self.mover) != 4 {
            return false;
        }
        let corners = Stones::<STRIDE, CAP>::diagonals(point).map(|corner| self.stones.colour[corner]);
        let enemies = corners.iter().filter(|&&colour| usize::from(colour) == 1 - self.mover).count();
        let edge = corners.contains(&BORDER);
        enemies + usize::from(edge) < 2
    }

    /// Whether a light playout may place a stone of the player to move on this empty point.
    #[inline(always)]
    pub(super) fn is_light(&self, point: usize) -> bool {
        if self.stones.has_empty_neighbour(point) {
            return !self.is_forbidden(point);
        }
        if self.free > 0 {
            return self.is_legal(point);
        }
        !self.is_own_eye(point) && !self.is_suicide(point) && !self.is_forbidden(point)
    }

    /// All of these points in ascending order.
    pub(super) fn light_points(&self) -> impl Iterator<Item = usize> {
        points::<STRIDE>(self.rules.size).filter(|&point| self.stones.colour[point] == EMPTY && self.is_light(point))
    }

    /// Plays to the end or to the cap on moves.
    pub(super) fn play_out(&mut self, rng: &mut Rng, cap: u32) -> Playout {
        let mut moves = 0;
        while !self.is_over() && moves < cap {
            let point = self.draw_point(rng);
            self.play(point);
            moves += 1;
        }
        Playout::orthodox(moves, self.is_over())
    }

    /// A random point on which a light playout may place a stone of the player to move, or `PASS` if there is none. Changes the order of
    /// the list of empty points.
    #[inline(always)]
    fn draw_point(&mut self, rng: &mut Rng) -> usize {
        self.draw_accepted(rng, |_, _| true)
    }

    /// The same among the points that are also accepted. Asks only about points on which the player may play.
    #[inline(always)]
    pub(super) fn draw_accepted(&mut self, rng: &mut Rng, mut accepts: impl FnMut(&Self, usize) -> bool) -> usize {
        let mut left = self.stones.empty_count;
        while left > 0 {
            let drawn = rng.below(left);
            let point = usize::from(self.stones.empty[drawn & (CAP - 1)]);
            if self.is_light(point) && accepts(self, point) {
                return point;
            }
            left -= 1;
            self.stones.swap_empty(drawn, left);
        }
        PASS
    }
}
