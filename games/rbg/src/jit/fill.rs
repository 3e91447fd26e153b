//! Fills: loops in which a set only spreads by steps through squares that do not change, as in the search for connected stones.
//!
//! Where the steps are a few shifts of the whole board, each starts from what those before it have reached in the same round, so that few
//! rounds suffice. On boards whose rows differ in length there are many shifts: there squares are taken one by one, each once, and their
//! neighbours added. Only these boards have fills that spread by jumps, over squares that are tested. The result is that of the general loop.

use super::code::Code;
use super::images::wraps;
use super::sets::Set;
use super::spreads::{Spread, Test, by_shifts};
use crate::ir::ValueId;
use crate::passes::Pass;
use crate::squares::{Relation, SquareSet};
use cranelift_codegen::ir::{InstBuilder, Value};

/// The longest way of a fill by one shift that is made without a loop, in steps.
const MOST_DOUBLED: usize = 7;

impl Code<'_, '_> {
    /// The fill from a set; `made` gives the sets of values made before.
    pub(super) fn fill(&mut self, initial: &[Value], spreads: &[Spread], made: impl Fn(&mut Self, ValueId) -> Set) -> Set {
        if by_shifts(spreads) { self.fill_by_shifts(initial, spreads, made) } else { self.fill_by_squares(initial, spreads, made) }
    }

    fn fill_by_shifts(&mut self, initial: &[Value], spreads: &[Spread], made: impl Fn(&mut Self, ValueId) -> Set) -> Set {
        let words = initial.len();
        let mut ways: Vec<(i32, Set)> = Vec::new();
        for spread in spreads {
            let through: Vec<Set> = spread.through.iter().map(|test| self.members(test, &made)).collect();
            let origins: Vec<Set> = spread.from.iter().map(|test| self.members(test, &made)).collect();
            ways.extend(self.ways(&spread.relation, &through, &origins));
        }
        if let [(distance, mask)] = &ways[..]
            && *distance != 0
        {
            return match self.doubled_rounds(&spreads[0].relation) {
                Some(rounds) => vec![self.slide_doubled(initial[0], *distance, mask[0], rounds)],
                None => self.slide(initial, *distance, mask),
            };
        }
        let (head, done) = (self.block_with(words), self.block());
        self.jump(head, initial);
        self.begin(head);
        let before = self.parameters(head);
        let (after, more) = self.round(&before, &ways);
        self.branch_with(more, (head, &after), (done, &[]));
        self.begin(done);
        after
    }

    /// The shifts of a relation, each with the squares to which it may lead.
    pub(super) fn ways(&mut self, relation: &Relation, through: &[Set], origins: &[Set]) -> Vec<(i32, Set)> {
        let mut ways = Vec::new();
        for (distance, from) in relation.shifts() {
            let mut tests = through.to_vec();
            tests.extend(origins.iter().map(|origins| self.shifted(origins, distance)));
            // Not needed where all squares within reach are targets, since other bits are in no set.
            if tests.is_empty() || wraps(&from, distance, relation.squares()) {
                tests.push(self.constant(&moved(&from, distance, relation.squares())));
            }
            let mask = tests.into_iter().reduce(|a, b| self.and(&a, &b)).expect("there is one");
            ways.push((distance, mask));
        }
        ways
    }

    /// A round of a fill: the squares reached after it, and a number that is 0 if these are no more than before.
    pub(super) fn round(&mut self, before: &[Value], ways: &[(i32, Set)]) -> (Set, Value) {
        let mut after = before.to_vec();
        for (distance, mask) in ways {
            let shifted = self.shifted(&after, *distance);
            let reached = self.and(&shifted, mask);
            after = self.or(&after, &reached);
        }
        let differing: Set = after.iter().zip(before).map(|(&a, &b)| self.builder.ins().bxor(a, b)).collect();
        let more = self.any(&differing);
        (after, more)
    }

    /// The most steps of a fill in this relation, if it is made without a loop.
    pub(super) fn doubled_rounds(&self, relation: &Relation) -> Option<usize> {
        let possible = self.set_words() == 1 && self.program.passes.has(Pass::DoubleFillSteps);
        relation.longest_path().filter(|&rounds| possible && rounds <= MOST_DOUBLED)
    }

    /// The fill by one shift on a board of one word, without a branch: each step moves twice as far as all before it together.
    pub(super) fn slide_doubled(&mut self, initial: Value, distance: i32, mask: Value, rounds: usize) -> Value {
        let (mut all, mut free) = (initial, mask);
        let mut moved = 1;
        while moved <= rounds {
            let next = self.shifted(&[all], distance * moved as i32)[0];
            let reached = self.builder.ins().band(next, free);
            all = self.builder.ins().bor(all, reached);
            moved *= 2;
            if moved <= rounds {
                let beyond = self.shifted(&[free], distance * moved as i32 / 2)[0];
                free = self.builder.ins().band(free, beyond);
            }
        }
        all
    }

    /// The fill by one shift: only the squares that the last round reached are moved on, until they have left the board at the latest.
    fn slide(&mut self, initial: &[Value], distance: i32, mask: &[Value]) -> Set {
        let words = initial.len();
        let (head, done) = (self.block_with(2 * words), self.block());
        let start: Vec<Value> = initial.iter().chain(initial).copied().collect();
        self.jump(head, &start);
        self.begin(head);
        let now = self.parameters(head);
        let (front, all) = now.split_at(words);
        let moved = self.shifted(front, distance);
        let reached = self.and(&moved, mask);
        let more = self.any(&reached);
        let next: Vec<Value> = reached.iter().copied().chain(self.or(all, &reached)).collect();
        self.branch_with(more, (head, &next), (done, &[]));
        self.begin(done);
        all.to_vec()
    }

    fn fill_by_squares(&mut self, initial: &[Value], spreads: &[Spread], made: impl Fn(&mut Self, ValueId) -> Set) -> Set {
        let words = initial.len();
        let (head, inside, done) = (self.block_with(2 * words), self.block(), self.block());
        let start: Vec<Value> = initial.iter().chain(initial).copied().collect();
        self.jump(head, &start);
        self.begin(head);
        let now = self.parameters(head);
        // The squares whose neighbours were not yet added, and all squares reached.
        let (open, all) = now.split_at(words);
        let more = self.any(open);
        self.branch(more, inside, done);
        self.begin(inside);
        let square = self.first(open);
        let here = self.one(square);
        let mut rest = self.without(open, &here);
        let mut after = all.to_vec();
        for alike in spreads.chunk_by(|a, b| a.through == b.through) {
            let ways: Vec<Set> = alike.iter().map(|spread| self.spread_from(spread, square, &here, &made)).collect();
            let reached = ways.into_iter().reduce(|a, b| self.or(&a, &b)).expect("there is one");
            let reached = self.passing(&alike[0].through, reached, &made);
            let fresh = self.without(&reached, &after);
            rest = self.or(&rest, &fresh);
            after = self.or(&after, &fresh);
        }
        let next: Vec<Value> = rest.into_iter().chain(after).collect();
        self.jump(head, &next);
        self.begin(done);
        all.to_vec()
    }

    /// The squares to which a spread leads from one square, before they are tested.
    fn spread_from(&mut self, spread: &Spread, square: Value, here: &[Value], made: &impl Fn(&mut Self, ValueId) -> Set) -> Set {
        let mut reached = self.row(&spread.relation, square);
        if !spread.from.is_empty() {
            let begins = self.passing(&spread.from, here.to_vec(), made);
            let begins = self.any(&begins);
            reached = self.only_if(begins, &reached);
        }
        if let Some(between) = &spread.between {
            let over = self.row(&between.step, square);
            let over = self.passing(&between.tests, over, made);
            let over = self.any(&over);
            reached = self.only_if(over, &reached);
        }
        reached
    }

    /// Those squares of a set for which tests hold.
    fn passing(&mut self, tests: &[Test], set: Set, made: &impl Fn(&mut Self, ValueId) -> Set) -> Set {
        tests.iter().fold(set, |squares, test| {
            let set = made(self, test.set);
            if test.inside { self.and(&squares, &set) } else { self.without(&squares, &set) }
        })
    }

    /// The squares for which a test holds.
    fn members(&mut self, test: &Test, made: &impl Fn(&mut Self, ValueId) -> Set) -> Set {
        let set = made(self, test.set);
        if test.inside {
            return set;
        }
        let full = self.constant(&SquareSet::full(self.program.layout.squares));
        self.without(&full, &set)
    }
}

/// The squares of a set, each moved by a distance.
fn moved(set: &SquareSet, distance: i32, squares: usize) -> SquareSet {
    let mut moved = SquareSet::empty(squares);
    set.iter().for_each(|square| moved.insert((square as i32 + distance) as usize));
    moved
}
