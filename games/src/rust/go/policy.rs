//! The parts of the playout policy, in Fuego's order (Enzenberger and Müller, TR 09-08, 2009; the program's `GoUctPlayoutPolicy`): the first
//! that proposes anything decides, and one of its moves is drawn. All proposals are legal and fill no eye of the player's own.

use super::board::{BORDER, Board, EMPTY, PASS, Stones};
use super::patterns::{AROUND, matches};
use super::tactics::FewPoints;
use crate::Rng;
use crate::capabilities::{Part, Parts};

pub(super) const ATARI_CAPTURE: usize = 0;
pub(super) const ATARI_DEFENCE: usize = 1;
pub(super) const LOW_LIBERTIES: usize = 2;
pub(super) const PATTERNS: usize = 3;
pub(super) const CAPTURE: usize = 4;
pub(super) const BALANCED: usize = 5;
pub(super) const SELF_ATARI: usize = 6;
pub(super) const CLUMPS: usize = 7;
pub(super) const MERCY: usize = 8;

const fn part(name: &'static str, doc: &'static str) -> Part {
    Part { name, doc }
}

/// The parts by their numbers.
pub(super) const PARTS: [Part; 9] = [
    part("atari-capture", "Captures the stone just played with its chain, if that has one liberty."),
    part("atari-defence", "Saves a chain that the last move put in atari, by extending it or by capturing next to it."),
    part(
        "low-liberties",
        "Where the last move left a chain with two liberties: takes one that would help it, or extends it, without self-atari.",
    ),
    part("patterns", "Plays where a 3×3 pattern of MoGo matches around one of the last two moves, without self-atari."),
    part("capture", "Captures any chain in atari on the whole board."),
    part("balanced", "Random moves leave large mutual ataris alone, by turns for both players."),
    part("self-atari", "Replaces a self-atari by the liberty that would be left, or by the empty neighbour."),
    part("clumps", "Replaces a move that only makes a clump by its empty neighbour, where that is no worse."),
    part("mercy", "Ends a playout when a player has more stones than the other by three tenths of the points."),
];

/// A mutual atari is large if the chain would have more stones than this.
const SMALL_CHAIN: u16 = 3;

/// The state of a playout between moves.
pub(super) struct Memory<const CAP: usize> {
    /// The proposals of the parts for a move.
    pub(super) found: FewPoints<CAP>,
    /// A stone of every chain in atari, if a part asks for them.
    pub(super) ataris: FewPoints<CAP>,
    /// How often the part `balanced` has spared each player a move.
    pub(super) spared: [u32; 2],
}

/// The policy's view of a board, for the player to move.
pub(super) struct Policy<'a, const STRIDE: usize, const CAP: usize> {
    pub(super) board: &'a Board<STRIDE, CAP>,
}

impl<const STRIDE: usize, const CAP: usize> Policy<'_, STRIDE, CAP> {
    /// The chain of the stone that the opponent has just played, as its point; `None` after a pass, a suicide or a free handicap stone.
    fn attacker(&self) -> Option<usize> {
        let last = usize::from(self.board.last[0]);
        (last != PASS && usize::from(self.board.stones.colour[last & (CAP - 1)]) == 1 - self.board.mover).then_some(last)
    }

    /// Adds a point if the player to move may play there in a light playout.
    pub(super) fn add(&self, point: usize, found: &mut FewPoints<CAP>) {
        if self.board.is_light(point) {
            found.add(point);
        }
    }

    /// Whether the chain of a stone of the player to move on this empty point would have one liberty, or none.
    pub(super) fn is_self_atari(&self, point: usize) -> bool {
        self.board.stones.near[point & (CAP - 1)] >> 8 < 2 && self.board.stones.liberties_after(point, self.board.mover).count() < 2
    }

    /// Adds what a part proposes; `ataris` has a stone of every chain in atari.
    pub(super) fn propose(&self, part: usize, ataris: &mut FewPoints<CAP>, found: &mut FewPoints<CAP>) {
        match (part, self.attacker()) {
            (ATARI_CAPTURE, Some(last)) => {
                if let Some(liberty) = self.board.stones.only_liberty(self.board.stones.head_of(last)) {
                    self.add(liberty, found);
                }
            }
            (ATARI_DEFENCE, Some(last)) => self.for_own_chains_at(last, |head| self.defend(head, found)),
            (LOW_LIBERTIES, Some(last)) => {
                self.improve(self.board.stones.head_of(last), found);
                self.for_own_chains_at(last, |head| self.improve(head, found));
            }
            (PATTERNS, Some(last)) => {
                self.match_around(last, found);
                if usize::from(self.board.last[1]) != PASS {
                    self.match_around(usize::from(self.board.last[1]), found);
                }
            }
            (CAPTURE, _) => self.board.add_captures(ataris, found),
            _ => {}
        }
    }

    /// Calls a function with every chain of the player to move next to a point.
    fn for_own_chains_at(&self, point: usize, mut each: impl FnMut(usize)) {
        let mut heads = FewPoints::<4>::new();
        for other in Stones::<STRIDE, CAP>::neighbours(point) {
            if usize::from(self.board.stones.colour[other]) == self.board.mover {
                heads.add(self.board.stones.head_of(other));
            }
        }
        heads.iter().for_each(&mut each);
    }

    /// Adds the moves after which an own chain in atari has two liberties: at its liberty, or where an enemy chain next to it is captured.
    fn defend(&self, head: usize, found: &mut FewPoints<CAP>) {
        let Some(liberty) = self.board.stones.only_liberty(head) else { return };
        if self.board.stones.liberties_after(liberty, self.board.mover).count() >= 2 {
            self.add(liberty, found);
        }
        for stone in self.board.stones.chain(head) {
            for other in Stones::<STRIDE, CAP>::neighbours(stone) {
                if usize::from(self.board.stones.colour[other]) != 1 - self.board.mover {
                    continue;
                }
                // The old liberty remains, and the captured stones leave at least one more.
                if let Some(point) = self.board.stones.only_liberty(self.board.stones.head_of(other)).filter(|&point| point != liberty) {
                    self.add(point, found);
                }
            }
        }
    }

    /// Adds the liberties of a chain with two from which it would come to have three or more, unless a stone there would be in atari.
    fn improve(&self, head: usize, found: &mut FewPoints<CAP>) {
        let liberties = self.board.stones.liberties_of::<3>(head);
        if liberties.count() != 2 {
            return;
        }
        let owner = usize::from(self.board.stones.colour[head]);
        for liberty in liberties.iter() {
            if self.board.stones.liberties_after(liberty, owner).count() == 3 && !self.is_self_atari(liberty) {
                self.add(liberty, found);
            }
        }
    }

    /// Adds the empty points around a point at which a pattern matches, except for self-ataris.
    fn match_around(&self, centre: usize, found: &mut FewPoints<CAP>) {
        for (x, y) in AROUND {
            let point = centre + x + y * STRIDE - STRIDE - 1;
            if self.board.stones.colour[point & (CAP - 1)] == EMPTY && self.has_pattern(point) && !self.is_self_atari(point) {
                self.add(point, found);
            }
        }
    }

    /// Whether a pattern proposes a move on an empty point to the player to move.
    pub(super) fn has_pattern(&self, point: usize) -> bool {
        let mask = CAP - 1;
        let neighbourhood = AROUND.iter().enumerate().fold(0, |number, (k, &(x, y))| {
            number | u16::from(self.board.stones.colour[(point + x + y * STRIDE - STRIDE - 1) & mask]) << (2 * k)
        });
        matches(self.board.mover, neighbourhood)
    }

    /// Adds the proposals of the first of the parts that has any.
    pub(super) fn propose_first(&self, parts: Parts, ataris: &mut FewPoints<CAP>, found: &mut FewPoints<CAP>) {
        found.clear();
        for part in (ATARI_CAPTURE..=CAPTURE).filter(|&part| parts.has(part)) {
            self.propose(part, ataris, found);
            if found.count() > 0 {
                return;
            }
        }
    }

    /// Whether a random move is passed over because it, and the opponent's move there, is the self-atari of a large chain. Both players are spared
    /// equally often.
    fn is_spared(&self, point: usize, spared: &mut [u32; 2]) -> bool {
        let (me, you) = (self.board.mover, 1 - self.board.mover);
        if self.board.stones.near[point & (CAP - 1)] >> 8 > 1 || spared[me] > spared[you] {
            return false;
        }
        let in_atari = |player: usize| self.board.stones.liberties_after(point, player).count() == 1;
        let large = 1 + self.own_stones_at(point) > SMALL_CHAIN;
        let mutual = large && in_atari(me) && in_atari(you);
        spared[me] += u32::from(mutual);
        mutual
    }

    /// The stones of all chains of the player to move next to a point.
    fn own_stones_at(&self, point: usize) -> u16 {
        let mut stones = 0;
        self.for_own_chains_at(point, |head| stones += self.board.stones.size_of(head));
        stones
    }

    /// What a self-atari is replaced by: the liberty that the chain would have left, if a stone there is no self-atari; for a single stone that
    /// captures nothing, its empty neighbour if that has two empty neighbours of its own. Other moves remain.
    pub(super) fn correct_self_atari(&self, point: usize) -> usize {
        let empties = self.board.stones.near[point & (CAP - 1)] >> 8;
        if empties > 1 {
            return point;
        }
        let after = self.board.stones.liberties_after(point, self.board.mover);
        if after.count() != 1 {
            return point;
        }
        let (left, alone) = (after.get(0), self.own_stones_at(point) == 0);
        // What a capture leaves is not empty yet.
        if self.board.stones.colour[left] != EMPTY || !self.board.is_light(left) {
            return point;
        }
        let better = if alone { self.board.stones.near[left] >> 8 >= 2 } else { !self.is_self_atari(left) };
        if better { left } else { point }
    }

    /// What a move is replaced by that has one empty neighbour and is otherwise among its own stones: that neighbour, if it has no more own stones
    /// around it and is no self-atari. Other moves remain.
    pub(super) fn correct_clump(&self, point: usize) -> usize {
        let around = |point: usize| Stones::<STRIDE, CAP>::neighbours(point);
        let own = |points: [usize; 4]| {
            points.into_iter().filter(|&other| usize::from(self.board.stones.colour[other]) == self.board.mover).count()
        };
        let direct = |point: usize| own(around(point));
        let all = |point: usize| direct(point) + own(Stones::<STRIDE, CAP>::diagonals(point));
        if self.board.stones.near[point & (CAP - 1)] >> 8 != 1 {
            return point;
        }
        let edge = around(point).into_iter().any(|other| self.board.stones.colour[other] == BORDER);
        let (least, beside) = if edge { (4, 2) } else { (6, 3) };
        if all(point) < least || direct(point) != beside {
            return point;
        }
        let Some(other) = around(point).into_iter().find(|&other| self.board.stones.colour[other] == EMPTY) else { return point };
        let no_worse = all(other) <= all(point) && direct(other) <= direct(point);
        if no_worse && self.board.is_light(other) && !self.is_self_atari(other) { other } else { point }
    }
}

impl<const STRIDE: usize, const CAP: usize> Board<STRIDE, CAP> {
    /// The policy at this position.
    pub(super) fn policy(&self) -> Policy<'_, STRIDE, CAP> {
        Policy { board: self }
    }

    /// The move of a playout with these parts, or `PASS`.
    pub(super) fn draw_by(&mut self, parts: Parts, memory: &mut Memory<CAP>, rng: &mut Rng) -> usize {
        let Memory { found, ataris, spared } = memory;
        self.policy().propose_first(parts, ataris, found);
        let point = match found.count() {
            0 => self.draw_accepted(rng, |board, point| !parts.has(BALANCED) || !board.policy().is_spared(point, spared)),
            count => found.get(rng.below(count)),
        };
        if point == PASS {
            return PASS;
        }
        let other = if parts.has(SELF_ATARI) { self.policy().correct_self_atari(point) } else { point };
        if other == point && parts.has(CLUMPS) { self.policy().correct_clump(point) } else { other }
    }

    /// Whether a player is so far ahead in stones that the part `mercy` ends the playout.
    pub(super) fn is_decided(&self) -> bool {
        let [black, white] = self.stones.count;
        10 * usize::from(black.abs_diff(white)) > 3 * self.rules.size * self.rules.size
    }
}
