//! Moves and semimoves as 63-bit numbers, independent of the position and the same for native code and interpreters.
//!
//! A code is a number in mixed radix, its lowest digit first. The first digit encodes the first step: `number * squares + square + 1`, so
//! that no code is 0. Each later digit tells which of the steps that can follow its predecessor in the rules comes next: these are numbered
//! from 0 in the order of their numbers, one for each square, or a single one if no shift lies between, since the square is then unchanged.
//! The digits end with the semimove, and in whole moves already at a [forced](crate::forced) node, from which the rest is determined.
//!
//! If the digits do not fit below 2⁶², the code is a hash of the steps with bit 62 set.

use crate::automaton::{Automaton, EdgeId, Label, NodeId, Semimoves, Step};
use crate::board::Square;
use crate::splitmix::SplitMix;
use std::collections::BTreeMap;

/// Codes below are digits, others are hashes with this bit.
pub(crate) const HASH: u64 = 1 << 62;
/// The total number of edges that may be followed to find successors; moves with unknown successors are hashed.
const EFFORT: u64 = 10_000_000;

/// The numbering of semimoves.
#[derive(Clone, Debug)]
pub struct Codes {
    squares: u64,
    /// The radix of the first digit.
    first: u64,
    /// For each number of a step, its possible successors.
    after: Vec<Successors>,
}

/// The possible successors of a step.
#[derive(Clone, Debug)]
enum Successors {
    /// None: the code ends.
    End,
    /// These steps.
    Steps { radix: u64, followers: Vec<Follower> },
    /// Too many to compute.
    Unknown,
}

/// A possible successor of a step.
#[derive(Clone, Copy, Debug)]
struct Follower {
    number: u32,
    /// Its lowest digit.
    digit: u64,
    /// Whether a shift may lie between, so that there is a digit for each square.
    shifted: bool,
}

impl Codes {
    /// The codes of moves divided in this way. `forced` says for each modifier whether what follows it is [`forced`](crate::forced).
    pub fn new(automaton: &Automaton, squares: usize, semimoves: Semimoves, forced: &[bool]) -> Self {
        let squares = squares as u64;
        let dots = semimoves != Semimoves::Moves;
        let ends = |number: u32| match automaton.numbered(number).label {
            Label::Switch(_) => true,
            Label::Dot if dots => true,
            _ => semimoves == Semimoves::Steps || !dots && forced.get(number as usize) == Some(&true),
        };
        let mut effort = EFFORT;
        let numbers = 0..automaton.by_number.len() as u32;
        let after = |number| if ends(number) { Successors::End } else { after(automaton, number, squares, dots, &mut effort) };
        Codes { squares, first: numbers.len() as u64 * squares + 1, after: numbers.map(after).collect() }
    }

    /// A bound above all codes, if it is at most `limit`. Where every step is a semimove it is small.
    pub fn size(&self, limit: u64) -> Option<u64> {
        let numbers = (self.first - 1) / self.squares.max(1);
        let most = (0..numbers as u32).try_fold(1, |most, number| Some(self.ways(number, limit, 0)?.max(most)))?;
        self.first.checked_mul(most).filter(|&size| size <= limit)
    }

    /// The number of codes of the successors of a step; `None` if above the limit.
    fn ways(&self, number: u32, limit: u64, depth: usize) -> Option<u64> {
        match &self.after[number as usize] {
            Successors::End => Some(1),
            Successors::Unknown => None,
            // Steps without a choice could form a cycle.
            Successors::Steps { .. } if depth > self.after.len() => None,
            Successors::Steps { radix, followers } => {
                let most = followers
                    .iter()
                    .try_fold(1, |most, follower| Some(self.ways(follower.number, limit / (*radix).max(1), depth + 1)?.max(most)))?;
                radix.checked_mul(most).filter(|&ways| ways <= limit)
            }
        }
    }

    /// The step encoded by the code of a single step; `None` for other codes.
    #[inline]
    pub fn single(&self, code: u64) -> Option<Step> {
        let first = code.checked_sub(1).filter(|_| code < self.first)?;
        Some(Step { number: (first / self.squares) as u32, square: (first % self.squares) as Square })
    }

    /// The code of a semimove. Steps after the last digit do not matter.
    ///
    /// # Panics
    /// If there is no step, or a step's number does not exist.
    pub fn encode(&self, steps: &[Step]) -> u64 {
        self.digits(steps.iter().copied()).unwrap_or_else(|| self.hash(steps.iter().copied()))
    }

    /// The code of a semimove, of which no more steps are read than up to the one after its last digit; `None` if it is a hash.
    ///
    /// # Panics
    /// As [`encode`](Self::encode).
    #[inline(always)]
    pub(crate) fn digits(&self, mut steps: impl Iterator<Item = Step>) -> Option<u64> {
        let mut last = steps.next().expect("a semimove has a step");
        let (mut code, mut weight) = (self.first_digit(last), self.first);
        for step in steps {
            let (radix, followers) = match &self.after[last.number as usize] {
                Successors::End => break,
                Successors::Steps { radix, followers } => (*radix, followers),
                Successors::Unknown => return None,
            };
            let follower = followers[followers.binary_search_by_key(&step.number, |follower| follower.number).ok()?];
            let digit = follower.digit + if follower.shifted { u64::from(step.square) } else { 0 };
            let next = weight.checked_mul(radix).filter(|&weight| weight <= HASH)?;
            code += digit * weight;
            (weight, last) = (next, step);
        }
        Some(code)
    }

    /// The offset of the first digit.
    pub(crate) fn first_digit_of(&self, number: u32) -> u64 {
        u64::from(number) * self.squares + 1
    }

    /// The radix of the first digit.
    pub(crate) fn first_radix(&self) -> u64 {
        self.first
    }

    /// Whether the code ends with a step.
    pub(crate) fn ends(&self, number: u32) -> bool {
        matches!(self.after[number as usize], Successors::End)
    }

    /// The radix of the digit after a step that does not end the code; `None` if it is unknown, so that codes are hashes.
    pub(crate) fn radix_after(&self, number: u32) -> Option<u64> {
        match &self.after[number as usize] {
            Successors::Steps { radix, .. } => Some(*radix),
            Successors::End | Successors::Unknown => None,
        }
    }

    /// The digit of a possible successor of a step, and whether the square is added to it.
    pub(crate) fn digit_after(&self, before: u32, number: u32) -> Option<(u64, bool)> {
        let Successors::Steps { followers, .. } = &self.after[before as usize] else { return None };
        let at = followers.binary_search_by_key(&number, |follower| follower.number).ok()?;
        Some((followers[at].digit, followers[at].shifted))
    }

    fn first_digit(&self, step: Step) -> u64 {
        self.first_digit_of(step.number) + u64::from(step.square)
    }

    /// The code of a semimove whose digits would be too many.
    pub(crate) fn hash(&self, steps: impl Iterator<Item = Step>) -> u64 {
        let mut hash = 0;
        for step in steps {
            hash = SplitMix::new(hash ^ self.first_digit(step)).draw();
            if matches!(self.after[step.number as usize], Successors::End) {
                break;
            }
        }
        hash & (HASH - 1) | HASH
    }

    /// Whether a code is a hash, whose steps can only be found by comparison with a list of moves.
    pub fn is_hash(code: u64) -> bool {
        code & HASH != 0
    }

    /// The steps that a code's digits encode; `None` for hashes and invalid codes.
    pub fn decode(&self, code: u64) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        self.decode_into(code, &mut steps)?;
        Some(steps)
    }

    /// Replaces the list by the steps that a code's digits encode; `None` for hashes and invalid codes.
    pub fn decode_into(&self, code: u64, steps: &mut Vec<Step>) -> Option<()> {
        steps.clear();
        if code >= HASH {
            return None;
        }
        let (first, mut rest) = ((code % self.first).checked_sub(1)?, code / self.first);
        let mut last = Step { number: (first / self.squares) as u32, square: (first % self.squares) as Square };
        steps.push(last);
        let (mut weight, mut idle) = (self.first, 0);
        loop {
            let (radix, followers) = match &self.after[last.number as usize] {
                Successors::End => return (rest == 0).then_some(()),
                Successors::Steps { radix, followers } if *radix > 0 => (*radix, followers),
                Successors::Steps { .. } | Successors::Unknown => return None,
            };
            weight = weight.checked_mul(radix).filter(|&weight| weight <= HASH)?;
            // Steps without a choice could form a cycle.
            idle = if radix == 1 { idle + 1 } else { 0 };
            if idle > self.after.len() {
                return None;
            }
            let digit = rest % radix;
            rest /= radix;
            let follower = followers[followers.partition_point(|follower| follower.digit <= digit) - 1];
            let square = if follower.shifted { (digit - follower.digit) as Square } else { last.square };
            last = Step { number: follower.number, square };
            steps.push(last);
        }
    }
}

/// The possible successors of a step.
fn after(automaton: &Automaton, number: u32, squares: u64, dots: bool, effort: &mut u64) -> Successors {
    // For each number, whether a shift may lie between.
    let mut found: BTreeMap<u32, bool> = BTreeMap::new();
    let mut seen: BTreeMap<NodeId, bool> = BTreeMap::new();
    let mut open = vec![(automaton.numbered(number).to, false)];
    while let Some((node, shifted)) = open.pop() {
        // A node already reached after a shift need not be visited again without one.
        if seen.get(&node).is_some_and(|&before| before || !shifted) {
            continue;
        }
        seen.insert(node, shifted);
        let out: &[EdgeId] = &automaton.out[node as usize];
        match effort.checked_sub(1 + out.len() as u64) {
            Some(left) => *effort = left,
            None => return Successors::Unknown,
        }
        for edge in automaton.leaving(node) {
            if edge.label.is_modifier() || dots && edge.label == Label::Dot {
                *found.entry(edge.number).or_default() |= shifted;
            } else {
                open.push((edge.to, shifted || matches!(edge.label, Label::Shift(_))));
            }
        }
    }
    let mut radix = 0;
    let mut followers = Vec::new();
    for (number, shifted) in found {
        followers.push(Follower { number, digit: radix, shifted });
        radix += if shifted { squares } else { 1 };
    }
    Successors::Steps { radix, followers }
}
