//! Which moves are legal, and what a move changes besides the stones.

use super::Ko;
use super::board::{BLACK, Board, EMPTY, PASS, Rules, Stones, WHITE, points};
use super::history::History;
use super::zobrist::{STONES, WHITE_TO_MOVE};

impl<const STRIDE: usize, const CAP: usize> Board<STRIDE, CAP> {
    pub(super) fn empty(rules: Rules) -> Self {
        let stones = Stones::new(rules.size);
        Board {
            rules,
            stones,
            mover: BLACK,
            free: 0,
            ko: PASS,
            passes: 0,
            moves: 0,
            last: [PASS as u16; 2],
            settled: None,
            history: History::new(),
        }
    }

    /// The start, with handicap stones at these columns and rows, and `free` more that Black is to place.
    pub(super) fn start(rules: Rules, handicap: &[(usize, usize)], free: u16) -> Self {
        let mut board = Self::empty(rules);
        for &(column, row) in handicap {
            board.stones.put(Self::point(column, row), BLACK);
            board.mover = WHITE;
        }
        board.free = free;
        board.remember();
        board
    }

    /// The index of the point in a column and a row, from 0 at the lower left.
    pub(super) fn point(column: usize, row: usize) -> usize {
        (row + 1) * STRIDE + column + 1
    }

    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        self.passes >= 2 || self.moves >= self.rules.max_moves
    }

    #[inline(always)]
    pub(super) fn is_superko(&self) -> bool {
        matches!(self.rules.ko, Ko::PositionalSuperko | Ko::SituationalSuperko)
    }

    /// The key under which the history has a board with this player to move.
    #[inline(always)]
    fn situation(&self, board: u64, mover: usize) -> u64 {
        if self.rules.ko == Ko::SituationalSuperko && mover == WHITE { board ^ WHITE_TO_MOVE } else { board }
    }

    /// Adds the present position to the history.
    #[inline(always)]
    pub(super) fn remember(&mut self) {
        if self.is_superko() {
            self.history.push(self.present(), self.stones.total());
        }
    }

    /// The key of the present position in the history.
    pub(super) fn present(&self) -> u64 {
        self.situation(self.stones.key, self.mover)
    }

    /// Whether the player to move may place a stone on this empty point.
    #[inline(always)]
    pub(super) fn is_legal(&self, point: usize) -> bool {
        (self.stones.has_empty_neighbour(point) || self.rules.suicide || !self.is_suicide(point)) && !self.is_forbidden(point)
    }

    /// Whether a stone of the player to move on this point, which has no empty neighbours, captures nothing and joins no chain with
    /// another liberty.
    #[inline(always)]
    pub(super) fn is_suicide(&self, point: usize) -> bool {
        let around = Stones::<STRIDE, CAP>::neighbours(point);
        let last = self.stones.ends_with(around);
        // A chain of the player's own must have another liberty; an enemy chain must have none.
        let helps = |i: usize| {
            let colour = self.stones.colour[around[i]];
            colour < EMPTY && (usize::from(colour) == self.mover) != last[i]
        };
        !(helps(0) | helps(1) | helps(2) | helps(3))
    }

    /// Whether the rule of ko forbids the player to move a stone on this empty point.
    #[inline(always)]
    pub(super) fn is_forbidden(&self, point: usize) -> bool {
        match self.rules.ko {
            Ko::None => false,
            Ko::Simple => point == self.ko,
            Ko::PositionalSuperko | Ko::SituationalSuperko => {
                // Without captures, more stones than ever before are a new position.
                let is_possible = self.stones.total() < self.history.peak || self.may_capture(point);
                (is_possible || self.rules.suicide) && self.repeats(point)
            }
        }
    }

    /// Whether an enemy chain next to a point has so few liberties that all might be there.
    #[inline(always)]
    fn may_capture(&self, point: usize) -> bool {
        // The border counts as an enemy here, which only costs time.
        let stones = &self.stones;
        stones.near(point, 1 - self.mover) > 0
            && Stones::<STRIDE, CAP>::neighbours(point).into_iter().any(|other| {
                let head = usize::from(stones.head[other]) & (CAP - 1);
                usize::from(stones.colour[other]) == 1 - self.mover && stones.liberties[head] <= 4
            })
    }

    /// Whether a stone of the player to move on this empty point makes a position that the history has.
    #[inline(never)]
    fn repeats(&self, point: usize) -> bool {
        let (me, mask) = (self.mover, CAP - 1);
        let around = Stones::<STRIDE, CAP>::neighbours(point);
        let last = self.stones.ends_with(around);
        let (heads, colours) = (around.map(|other| self.stones.head[other]), around.map(|other| usize::from(self.stones.colour[other])));
        // The stones of a player's chains around the point that have no other liberty, as the exclusive or of their keys.
        let removed = |colour: usize| {
            let first = |i: usize| colours[i] == colour && last[i] && !heads[..i].contains(&heads[i]);
            let chains = (0..4).filter(|&i| first(i)).flat_map(|i| self.stones.chain(usize::from(heads[i])));
            chains.fold(0, |key, stone| key ^ STONES[colour & 1][stone])
        };
        let mut key = self.stones.key ^ STONES[me & 1][point & mask];
        if (0..4).any(|i| colours[i] == 1 - me && last[i]) {
            key ^= removed(1 - me);
        } else if !self.stones.has_empty_neighbour(point) && self.is_suicide(point) {
            key ^= removed(me) ^ STONES[me & 1][point & mask];
        } else if self.stones.total() >= self.history.peak {
            return false;
        }
        self.history.contains(self.situation(key, 1 - me))
    }

    /// The points on which the player to move may place a stone, in ascending order.
    pub(super) fn legal_points(&self) -> impl Iterator<Item = usize> {
        points::<STRIDE>(self.rules.size).filter(|&point| self.stones.colour[point] == EMPTY && self.is_legal(point))
    }

    /// Plays a legal move: places a stone on a point, or passes.
    #[inline(always)]
    pub(super) fn play(&mut self, point: usize) {
        self.ko = PASS;
        if point == PASS {
            self.passes += 1;
        } else {
            self.passes = 0;
            let me = self.mover;
            let (captured, taken) = self.stones.put(point, me);
            if captured == 1 && self.rules.ko == Ko::Simple && self.stones.is_single_in_atari(point) {
                self.ko = taken;
            }
        }
        self.moves += 1;
        self.last = [point as u16, self.last[0]];
        self.free = self.free.saturating_sub(1);
        if self.free == 0 {
            self.mover = 1 - self.mover;
        }
        // A pass leaves the board as it was, and the situation may be an earlier one.
        if point != PASS || self.rules.ko == Ko::SituationalSuperko && !self.history.contains(self.present()) {
            self.remember();
        }
    }
}
