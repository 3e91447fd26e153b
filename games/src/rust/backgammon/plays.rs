//! Generation of the plays of a roll.
//!
//! A play is a list of up to four steps, the rearmost man's first, ten bits each: origin and target. Obstacles do not change during a play,
//! so the order of steps does not matter and sorted lists cover all plays.
//!
//! Points are sets of bits as the player to move numbers them, so that the men that can use a die are found at once. The order of the list
//! is part of recorded games: it is the one in which `plain` finds the plays.

mod dice;
mod doubles;
#[cfg(test)]
mod plain;

use super::board::{BAR, Board, Phase};
use crate::Move;
use dice::{ON_BAR, ORIGINS, has, ones, open, sources, target};
use doubles::Doubles;

/// The play that uses no die.
pub(super) const NO_PLAY: Move = Move(0);

/// The bits of a step.
const STEP: u32 = 10;

/// The steps of a play.
#[inline]
pub(super) fn steps(play: Move) -> impl Iterator<Item = (u8, u8)> {
    let bits = (0..4).map(move |k| play.0 >> (STEP * k) & 0x3ff);
    bits.take_while(|&step| step != 0).map(|step| ((step >> 5) as u8, (step & 31) as u8))
}

/// The bits of a step.
#[inline]
fn word((from, to): (u8, u8)) -> u64 {
    u64::from(from) << 5 | u64::from(to)
}

/// A play of two steps.
#[inline]
fn pair(a: (u8, u8), b: (u8, u8)) -> Move {
    // The order of steps is that of their words.
    let (a, b) = (word(a), word(b));
    Move(a.max(b) | a.min(b) << STEP)
}

/// The points of both players as the player to move numbers them.
struct Points {
    /// Where the player has men.
    men: u32,
    /// Where the player has two or more.
    pairs: u32,
    /// Where the opponent has two or more.
    blocked: u32,
    /// Where the opponent has none, so that nothing is hit.
    quiet: u32,
}

impl Points {
    fn of(board: &Board) -> Points {
        let (me, other) = (board.mover, 1 - board.mover);
        // The opponent's point q is the player's point 25 - q.
        let turned = |set: u32| set.reverse_bits() >> (31 - BAR);
        Points {
            men: board.any[me] & ORIGINS,
            pairs: board.pairs[me] & ORIGINS,
            blocked: turned(board.pairs[other]),
            quiet: !turned(board.any[other]),
        }
    }

    /// The points with men after a step.
    #[inline]
    fn after(&self, from: u8, to: u8) -> u32 {
        // A man borne off is on no point.
        (self.men & !(1 << from) | self.pairs & 1 << from | 1 << to) & ORIGINS
    }

    /// Whether two dice may bear a man off: one man at most is not home.
    fn may_bear_off(&self) -> bool {
        (self.men >> 7).count_ones() + (self.pairs >> 7).count_ones() < 2
    }

    /// The plays of two dice where no man bears off.
    ///
    /// A man that uses both dice has two ways. If it hits on neither, only the way with the higher die first is listed.
    fn both(&self, high: u8, low: u8, out: &mut Vec<Move>) {
        let (open_high, open_low) = (open(self.blocked, high), open(self.blocked, low));
        let detour = |from: u8| from > high && has(self.quiet, from - high);
        for first in ones(sources(self.men, open_high, high)) {
            let to = first - high;
            let mut others = sources(self.after(first, to), open_low, low);
            // The same as one man's way with the lower die first.
            if first + low < BAR && detour(first + low) {
                others &= !(1 << (first + low));
            }
            out.extend(ones(others).map(|other| pair((first, to), (other, other - low))));
        }
        // With the lower die first only that is new which cannot begin with the higher one.
        if self.men & ON_BAR == 0 {
            for from in ones(sources(self.men, open_low, low)) {
                let middle = from - low;
                let new = !has(self.men, middle) && has(open_high, middle);
                if new && !(has(self.quiet, middle) && detour(from)) {
                    out.push(pair((from, middle), (middle, middle - high)));
                }
            }
        } else if self.pairs & ON_BAR == 0 && has(open_low, BAR) {
            let to = BAR - low;
            let mut others = sources(self.after(BAR, to), open_high, high);
            if has(self.quiet, to) && detour(BAR) {
                others &= !(1 << to);
            }
            out.extend(ones(others).map(|other| pair((BAR, to), (other, other - high))));
        }
    }

    /// The plays of two dice in this order, those that bear off included.
    fn ordered(&self, first: u8, second: u8, out: &mut Vec<Move>) {
        let (open_first, open_second) = (open(self.blocked, first), open(self.blocked, second));
        for from in ones(sources(self.men, open_first, first)) {
            let to = target(from, first);
            for other in ones(sources(self.after(from, to), open_second, second)) {
                let play = pair((from, to), (other, target(other, second)));
                if !out.contains(&play) {
                    out.push(play);
                }
            }
        }
    }

    /// Removes what [`both`](Self::both) does not list, the longer ways of one man.
    fn drop_detours(&self, high: u8, low: u8, out: &mut Vec<Move>) {
        let mut k = 0;
        while k < out.len() {
            let mut both = steps(out[k]);
            let (Some((from, middle)), Some((second, end))) = (both.next(), both.next()) else { return };
            let detour = middle == second && from - middle == low && from > high && {
                let other = from - high;
                has(self.quiet, middle) && has(self.quiet, other) && out.contains(&pair((from, other), (other, end)))
            };
            if detour {
                out.remove(k);
            } else {
                k += 1;
            }
        }
    }

    fn single(&self, die: u8, out: &mut Vec<Move>) {
        out.extend(ones(sources(self.men, open(self.blocked, die), die)).map(|from| Move(word((from, target(from, die))))));
    }
}

impl Board {
    /// Lists the plays of the roll.
    pub(super) fn push_plays(&self, out: &mut Vec<Move>) {
        let Phase::Move(high, low) = self.phase else { return };
        let points = Points::of(self);
        if high == low {
            Doubles::new(self.men[self.mover], &points, high).list(out);
        } else {
            if points.may_bear_off() {
                points.ordered(high, low, out);
                points.ordered(low, high, out);
                points.drop_detours(high, low, out);
            } else {
                points.both(high, low, out);
            }
            if out.is_empty() {
                points.single(high, out);
            }
            if out.is_empty() {
                points.single(low, out);
            }
        }
        if out.is_empty() {
            out.push(NO_PLAY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position as _, Rng, Turn};

    /// Random games from the start, and from positions with few men on the board, where bearing off begins at once.
    #[test]
    fn plays_are_those_of_the_plain_way_in_its_order() {
        let mut rng = Rng::from_seed(23);
        let (mut fast, mut plain, mut rolls) = (Vec::new(), Vec::new(), 0);
        for game in 0..400 {
            let mut board = Board::start(false);
            if game % 2 == 1 {
                let mut men = [[0; 26]; 2];
                for (player, own) in men.iter_mut().enumerate() {
                    // Player 0 keeps to the lower half and so does player 1 as numbered there, with a straggler or two.
                    let most = [7, 9, 13][rng.below(3)];
                    (0..15).for_each(|_| own[rng.below(most)] += 1);
                    if own[0] > 0 && rng.below(2) == 0 {
                        (own[0], own[25 - 12 * player]) = (own[0] - 1, own[25 - 12 * player] + 1);
                    }
                }
                if (1..25).any(|point| men[0][point] > 0 && men[1][25 - point] > 0) || men.iter().any(|own| own[0] == 15) {
                    continue;
                }
                board = Board::new(men, rng.below(2), Phase::Roll, false);
            }
            while board.turn() != Turn::Over {
                let roll = crate::position::chance_of(&board).sample(&mut rng, &mut Vec::new());
                board.apply(roll);
                fast.clear();
                plain.clear();
                board.push_plays(&mut fast);
                board.push_plays_plainly(&mut plain);
                assert_eq!(fast, plain, "{}", board.notation());
                rolls += 1;
                board.apply(fast[rng.below(fast.len())]);
                assert_eq!(board.any, Board::new(board.men, 0, Phase::Roll, false).any);
                assert_eq!(board.pairs, Board::new(board.men, 0, Phase::Roll, false).pairs);
            }
        }
        assert!(rolls > 20_000, "{rolls}");
    }
}
