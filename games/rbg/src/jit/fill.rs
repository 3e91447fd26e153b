//! Fills: loops in which a set only spreads by steps through squares that do not change, as in the search for connected stones.
//!
//! Where the steps are a few shifts of the whole board, each starts from what those before it have reached in the same round, so that few
//! rounds suffice. On boards whose rows differ in length there are many shifts: there squares are taken one by one, each once, and their
//! neighbours added. The result is that of the general loop.

use super::code::Code;
use super::sets::Set;
use crate::ir::{LoopId, Op, Relation, SquareSet, ValueId, Values};
use cranelift_codegen::ir::{InstBuilder, Value};

/// More shifts of the whole board in one round than this cost more than taking square by square.
const MOST_SHIFTS: usize = 12;

/// One way in which a fill spreads: a relation, the sets in which its origins must lie, and those in which its targets must.
pub(super) struct Spread {
    pub(super) relation: Relation,
    pub(super) from: Option<ValueId>,
    pub(super) through: Vec<ValueId>,
}

/// Whether a fill is made by shifts of the whole board.
pub(super) fn is_by_shifts(spreads: &[Spread]) -> bool {
    spreads.iter().map(|spread| spread.relation.shifts().len()).sum::<usize>() <= MOST_SHIFTS
}

/// The ways in which a loop spreads, if it is a fill.
pub(super) fn spreads(values: &Values, id: LoopId) -> Option<Vec<Spread>> {
    let body = values.loop_of(id);
    let [next] = body.next[..] else { return None };
    let mut found = Vec::new();
    collect_spreads(values, id, next, &mut Vec::new(), &mut found)?;
    // A slide that nothing stops goes one way only: it gains nothing.
    let slides = |spread: &Spread| spread.from.is_none() && spread.through.is_empty() && spread.relation.is_function();
    (found.len() > 1 || found.iter().any(|spread| !slides(spread))).then_some(found)
}

/// Adds those of a value that is made in the loop.
fn collect_spreads(values: &Values, id: LoopId, value: ValueId, through: &mut Vec<ValueId>, found: &mut Vec<Spread>) -> Option<()> {
    let is_fixed = |value| !values.is_made_in(value, values.loop_of(id).region);
    let is_param = |value| matches!(*values.op(value), Op::Param(this, _) if this == id);
    match *values.op(value) {
        Op::Or(a, b) => {
            collect_spreads(values, id, a, through, found)?;
            collect_spreads(values, id, b, through, found)
        }
        Op::And(a, b) if is_fixed(a) || is_fixed(b) => {
            let (fixed, other) = if is_fixed(a) { (a, b) } else { (b, a) };
            through.push(fixed);
            collect_spreads(values, id, other, through, found)?;
            through.pop();
            Some(())
        }
        Op::Image(table, of) => {
            let from = match *values.op(of) {
                _ if is_param(of) => None,
                Op::And(a, b) if is_param(a) && is_fixed(b) => Some(b),
                Op::And(a, b) if is_param(b) && is_fixed(a) => Some(a),
                _ => return None,
            };
            let relation = values.table(table);
            match found.iter().position(|spread| spread.from == from && spread.through == *through) {
                Some(same) => found[same].relation = found[same].relation.or(relation),
                None => found.push(Spread { relation: relation.clone(), from, through: through.clone() }),
            }
            Some(())
        }
        // Nothing is added to what is there.
        _ => is_param(value).then_some(()),
    }
}

impl Code<'_, '_> {
    /// The fill from a set; `made` gives the sets of values made before.
    pub(super) fn fill(&mut self, initial: &[Value], spreads: &[Spread], made: impl Fn(&mut Self, ValueId) -> Set) -> Set {
        if is_by_shifts(spreads) { self.fill_by_shifts(initial, spreads, made) } else { self.fill_by_squares(initial, spreads, made) }
    }

    fn fill_by_shifts(&mut self, initial: &[Value], spreads: &[Spread], made: impl Fn(&mut Self, ValueId) -> Set) -> Set {
        let words = initial.len();
        let mut ways: Vec<(i32, Set)> = Vec::new();
        for spread in spreads {
            let tests: Vec<Set> = spread.through.iter().map(|&through| made(self, through)).collect();
            let origins = spread.from.map(|origins| made(self, origins));
            ways.extend(self.ways(&spread.relation, &tests, origins.as_deref()));
        }
        if let [(distance, mask)] = &ways[..]
            && *distance != 0
        {
            return self.slide(initial, *distance, mask);
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
    pub(super) fn ways(&mut self, relation: &Relation, through: &[Set], origins: Option<&[Value]>) -> Vec<(i32, Set)> {
        let mut ways = Vec::new();
        for (distance, from) in relation.shifts() {
            let mut tests = through.to_vec();
            if let Some(origins) = origins {
                tests.push(self.shifted(origins, distance));
            }
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
        for spread in spreads {
            let mut reached = self.row(&spread.relation, square);
            for &through in &spread.through {
                let through = made(self, through);
                reached = self.and(&reached, &through);
            }
            if let Some(origins) = spread.from {
                let origins = made(self, origins);
                let begins = self.and(&here, &origins);
                let begins = self.some(&begins);
                reached = self.only_if(begins, &reached);
            }
            let fresh = self.without(&reached, &after);
            rest = self.or(&rest, &fresh);
            after = self.or(&after, &fresh);
        }
        let next: Vec<Value> = rest.into_iter().chain(after).collect();
        self.jump(head, &next);
        self.begin(done);
        all.to_vec()
    }
}

/// Whether some square of the board that does not lead as far as this would reach the board.
fn wraps(from: &SquareSet, distance: i32, squares: usize) -> bool {
    (0..squares).any(|square| !from.contains(square) && (0..squares as i32).contains(&(square as i32 + distance)))
}

/// The squares of a set, each moved by a distance.
fn moved(set: &SquareSet, distance: i32, squares: usize) -> SquareSet {
    let mut moved = SquareSet::empty(squares);
    set.iter().for_each(|square| moved.insert((square as i32 + distance) as usize));
    moved
}
