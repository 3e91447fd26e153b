//! Fills: loops in which a set only spreads by steps through squares that do not change, as in the search for connected stones.
//!
//! Where the steps are a few shifts of the whole board, each starts from what those before it have reached in the same round, so that few
//! rounds suffice. On boards whose rows differ in length there are many shifts: there squares are taken one by one, each once, and their
//! neighbours added. Only these boards have fills that spread by jumps, over squares that are tested. The result is that of the general loop.

use crate::analysis::fills::{Spread, Test, by_shifts};
use crate::emit::code::Code;
use crate::emit::images::{self, wraps};
use crate::emit::sets::Set;
use crate::ir::ValueId;
use crate::passes::Pass;
use crate::squares::{Relation, SquareSet};
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// The longest way of a fill by one shift that is made without a loop, in steps.
const MOST_DOUBLED: usize = 7;

/// The fill from a set; `made` gives the sets of values made before.
pub(crate) fn fill(
    code: &mut Code<'_, '_>,
    initial: &[Value],
    spreads: &[Spread],
    made: impl Fn(&mut Code<'_, '_>, ValueId) -> Set,
) -> Set {
    if by_shifts(spreads) { fill_by_shifts(code, initial, spreads, made) } else { fill_by_squares(code, initial, spreads, made) }
}

/// A set's fill, which is not made where the set is empty.
pub(crate) fn unless_empty(code: &mut Code<'_, '_>, initial: &[Value], fill: impl FnOnce(&mut Code<'_, '_>) -> Set) -> Set {
    let (some, done) = (code.block(), code.block_with(initial.len()));
    let any = code.any(initial);
    code.branch_with(any, (some, &[]), (done, initial));
    code.begin(some);
    let filled = fill(code);
    code.jump(done, &filled);
    code.begin(done);
    code.parameters(done)
}

fn fill_by_shifts(code: &mut Code<'_, '_>, initial: &[Value], spreads: &[Spread], made: impl Fn(&mut Code<'_, '_>, ValueId) -> Set) -> Set {
    let words = initial.len();
    let mut shifts: Vec<(i32, Set)> = Vec::new();
    for spread in spreads {
        let through: Vec<Set> = spread.through.iter().map(|test| members(code, test, &made)).collect();
        let origins: Vec<Set> = spread.from.iter().map(|test| members(code, test, &made)).collect();
        shifts.extend(ways(code, &spread.relation, &through, &origins));
    }
    if let [(distance, mask)] = &shifts[..]
        && *distance != 0
    {
        return match doubled_rounds(code, &spreads[0].relation) {
            Some(rounds) => vec![slide_doubled(code, initial[0], *distance, mask[0], rounds)],
            None => slide(code, initial, *distance, mask),
        };
    }
    let (head, done) = (code.block_with(words), code.block());
    code.jump(head, initial);
    code.begin(head);
    let before = code.parameters(head);
    let (after, more) = round(code, &before, &shifts);
    code.branch_with(more, (head, &after), (done, &[]));
    code.begin(done);
    after
}

/// The shifts of a relation, each with the squares to which it may lead.
pub(crate) fn ways(code: &mut Code<'_, '_>, relation: &Relation, through: &[Set], origins: &[Set]) -> Vec<(i32, Set)> {
    let mut ways = Vec::new();
    for (distance, from) in relation.shifts() {
        let mut tests = through.to_vec();
        tests.extend(origins.iter().map(|origins| images::shifted(code, origins, distance)));
        // Not needed where all squares within reach are targets, since other bits are in no set.
        if tests.is_empty() || wraps(&from, distance, relation.squares()) {
            tests.push(code.constant(&moved(&from, distance, relation.squares())));
        }
        let mask = tests.into_iter().reduce(|a, b| code.and(&a, &b)).expect("there is one");
        ways.push((distance, mask));
    }
    ways
}

/// A round of a fill: the squares reached after it, and a number that is 0 if these are no more than before.
pub(crate) fn round(code: &mut Code<'_, '_>, before: &[Value], ways: &[(i32, Set)]) -> (Set, Value) {
    let mut after = before.to_vec();
    for (distance, mask) in ways {
        let shifted = images::shifted(code, &after, *distance);
        let reached = code.and(&shifted, mask);
        after = code.or(&after, &reached);
    }
    let differing: Set = after.iter().zip(before).map(|(&a, &b)| code.builder.ins().bxor(a, b)).collect();
    let more = code.any(&differing);
    (after, more)
}

/// The maximum number of steps of a fill in this relation, if it is made without a loop.
pub(crate) fn doubled_rounds(code: &Code<'_, '_>, relation: &Relation) -> Option<usize> {
    let possible = code.set_words() == 1 && code.program.passes.has(Pass::DoubleFillSteps);
    relation.longest_path().filter(|&rounds| possible && rounds <= MOST_DOUBLED)
}

/// The fill by one shift on a board of one word, without a branch: each step moves twice as far as all before it together.
pub(crate) fn slide_doubled(code: &mut Code<'_, '_>, initial: Value, distance: i32, mask: Value, rounds: usize) -> Value {
    let (mut all, mut free) = (initial, mask);
    let mut moved = 1;
    while moved <= rounds {
        let next = images::shifted(code, &[all], distance * moved as i32)[0];
        let reached = code.builder.ins().band(next, free);
        all = code.builder.ins().bor(all, reached);
        moved *= 2;
        if moved <= rounds {
            let beyond = images::shifted(code, &[free], distance * moved as i32 / 2)[0];
            free = code.builder.ins().band(free, beyond);
        }
    }
    all
}

/// The fill by one shift: only the squares that the last round reached are moved on, until they have left the board at the latest.
fn slide(code: &mut Code<'_, '_>, initial: &[Value], distance: i32, mask: &[Value]) -> Set {
    let words = initial.len();
    let (head, done) = (code.block_with(2 * words), code.block());
    let start: Vec<Value> = initial.iter().chain(initial).copied().collect();
    code.jump(head, &start);
    code.begin(head);
    let now = code.parameters(head);
    let (front, all) = now.split_at(words);
    let moved = images::shifted(code, front, distance);
    let reached = code.and(&moved, mask);
    let more = code.any(&reached);
    let next: Vec<Value> = reached.iter().copied().chain(code.or(all, &reached)).collect();
    code.branch_with(more, (head, &next), (done, &[]));
    code.begin(done);
    all.to_vec()
}

fn fill_by_squares(
    code: &mut Code<'_, '_>,
    initial: &[Value],
    spreads: &[Spread],
    made: impl Fn(&mut Code<'_, '_>, ValueId) -> Set,
) -> Set {
    let words = initial.len();
    let (head, inside, done) = (code.block_with(2 * words), code.block(), code.block());
    let start: Vec<Value> = initial.iter().chain(initial).copied().collect();
    code.jump(head, &start);
    code.begin(head);
    let now = code.parameters(head);
    // The squares whose neighbours were not yet added, and all squares reached.
    let (open, all) = now.split_at(words);
    let more = code.any(open);
    code.branch(more, inside, done);
    code.begin(inside);
    let square = code.first(open);
    let here = code.one(square);
    let mut rest = code.without(open, &here);
    let mut after = all.to_vec();
    for alike in spreads.chunk_by(|a, b| a.through == b.through) {
        let ways: Vec<Set> = alike.iter().map(|spread| spread_from(code, spread, square, &here, &made)).collect();
        let reached = ways.into_iter().reduce(|a, b| code.or(&a, &b)).expect("there is one");
        let reached = passing(code, &alike[0].through, reached, &made);
        let fresh = code.without(&reached, &after);
        rest = code.or(&rest, &fresh);
        after = code.or(&after, &fresh);
    }
    let next: Vec<Value> = rest.into_iter().chain(after).collect();
    code.jump(head, &next);
    code.begin(done);
    all.to_vec()
}

/// The squares to which a spread leads from one square, before they are tested.
fn spread_from(
    code: &mut Code<'_, '_>,
    spread: &Spread,
    square: Value,
    here: &[Value],
    made: &impl Fn(&mut Code<'_, '_>, ValueId) -> Set,
) -> Set {
    let mut reached = images::row(code, &spread.relation, square);
    if !spread.from.is_empty() {
        let begins = passing(code, &spread.from, here.to_vec(), made);
        let begins = code.any(&begins);
        reached = code.only_if(begins, &reached);
    }
    if let Some(between) = &spread.between {
        let over = images::row(code, &between.step, square);
        let over = passing(code, &between.tests, over, made);
        let over = code.any(&over);
        reached = code.only_if(over, &reached);
    }
    reached
}

/// Those squares of a set for which tests hold.
fn passing(code: &mut Code<'_, '_>, tests: &[Test], set: Set, made: &impl Fn(&mut Code<'_, '_>, ValueId) -> Set) -> Set {
    tests.iter().fold(set, |squares, test| {
        let set = made(code, test.set);
        if test.inside { code.and(&squares, &set) } else { code.without(&squares, &set) }
    })
}

/// The squares for which a test holds.
fn members(code: &mut Code<'_, '_>, test: &Test, made: &impl Fn(&mut Code<'_, '_>, ValueId) -> Set) -> Set {
    let set = made(code, test.set);
    if test.inside {
        return set;
    }
    let full = code.constant(&SquareSet::full(code.program.layout.squares));
    code.without(&full, &set)
}

/// Whether a square of the goal is reached: `first` are the squares next to those from which the fill starts.
pub(crate) fn reaches(code: &mut Code<'_, '_>, first: &[Value], relation: &Relation, through: &[Value], goal: &[Value]) -> Value {
    let words = first.len();
    let (start, head, onward, done) = (code.block(), code.block_with(words), code.block(), code.block_of(1, types::I8));
    let [no, yes] = [0, 1].map(|holds| code.builder.ins().iconst(types::I8, holds));
    let wanted = code.any(goal);
    code.branch_with(wanted, (start, &[]), (done, &[no]));
    code.begin(start);
    let open = code.or(through, goal);
    let ways = ways(code, relation, std::slice::from_ref(&open), &[]);
    let first = code.and(first, &open);
    code.jump(head, &first);
    code.begin(head);
    let before = code.parameters(head);
    let hit = code.and(&before, goal);
    let hit = code.any(&hit);
    code.branch_with(hit, (done, &[yes]), (onward, &[]));
    code.begin(onward);
    let (after, more) = round(code, &before, &ways);
    code.branch_with(more, (head, &after), (done, &[no]));
    code.begin(done);
    code.parameters(done)[0]
}

/// The squares of a set, each moved by a distance.
fn moved(set: &SquareSet, distance: i32, squares: usize) -> SquareSet {
    let mut moved = SquareSet::empty(squares);
    set.iter().for_each(|square| moved.insert((square as i32 + distance) as usize));
    moved
}
