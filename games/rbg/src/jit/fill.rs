//! Fills: loops in which a set only spreads by steps through squares that do not change, as in the search for connected stones. Each step
//! starts from what the steps before it have reached in the same round, so that few rounds suffice. The result is the same.

use super::code::Code;
use super::sets::Set;
use crate::ir::{LoopId, Op, Relation, SquareSet, ValueId, Values};
use cranelift_codegen::ir::{InstBuilder, Value};

/// More shifts of the whole board in one round than this are left to the general loop.
const MOST_SHIFTS: usize = 12;

/// One way in which a fill spreads: a relation, the sets in which its origins must lie, and those in which its targets must.
pub(super) struct Spread<'s> {
    relation: &'s Relation,
    from: Option<ValueId>,
    through: Vec<ValueId>,
}

/// The ways in which a loop spreads, if it is a fill.
pub(super) fn spreads(values: &Values, id: LoopId) -> Option<Vec<Spread<'_>>> {
    let body = values.loop_of(id);
    let [next] = body.next[..] else { return None };
    let mut found = Vec::new();
    find(values, id, next, &mut Vec::new(), &mut found)?;
    let shifts: usize = found.iter().map(|spread| spread.relation.shifts().len()).sum();
    (shifts <= MOST_SHIFTS).then_some(found)
}

/// Adds those of a value that is made in the loop.
fn find<'s>(values: &'s Values, id: LoopId, value: ValueId, through: &mut Vec<ValueId>, found: &mut Vec<Spread<'s>>) -> Option<()> {
    let is_fixed = |value| !values.is_made_in(value, values.loop_of(id).region);
    let is_param = |value| matches!(*values.op(value), Op::Param(this, _) if this == id);
    match *values.op(value) {
        Op::Or(a, b) => {
            find(values, id, a, through, found)?;
            find(values, id, b, through, found)
        }
        Op::And(a, b) if is_fixed(a) || is_fixed(b) => {
            let (fixed, other) = if is_fixed(a) { (a, b) } else { (b, a) };
            through.push(fixed);
            find(values, id, other, through, found)?;
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
            found.push(Spread { relation: values.table(table), from, through: through.clone() });
            Some(())
        }
        // Nothing is added to what is there.
        _ => is_param(value).then_some(()),
    }
}

impl Code<'_, '_> {
    /// The fill from a set; `made` gives the sets of values made before.
    pub(super) fn fill(&mut self, initial: &[Value], spreads: &[Spread<'_>], made: impl Fn(ValueId) -> Set) -> Set {
        let words = initial.len();
        let mut ways: Vec<(i32, Set)> = Vec::new();
        for spread in spreads {
            for (distance, from) in spread.relation.shifts() {
                let mut mask = self.constant(&moved(&from, distance, spread.relation.squares()));
                if let Some(origins) = spread.from {
                    let targets = self.shifted(&made(origins), distance);
                    mask = self.and(&mask, &targets);
                }
                for &through in &spread.through {
                    mask = self.and(&mask, &made(through));
                }
                ways.push((distance, mask));
            }
        }
        let (head, done) = (self.block_with(words), self.block());
        self.jump(head, initial);
        self.begin(head);
        let before = self.parameters(head);
        let mut after = before.clone();
        for (distance, mask) in &ways {
            let shifted = self.shifted(&after, *distance);
            let reached = self.and(&shifted, mask);
            after = self.or(&after, &reached);
        }
        let differing: Set = after.iter().zip(&before).map(|(&a, &b)| self.builder.ins().bxor(a, b)).collect();
        let more = self.any(&differing);
        self.branch_with(more, (head, &after), (done, &[]));
        self.begin(done);
        after
    }
}

/// The squares of a set, each moved by a distance.
fn moved(set: &SquareSet, distance: i32, squares: usize) -> SquareSet {
    let mut moved = SquareSet::empty(squares);
    set.iter().for_each(|square| moved.insert((square as i32 + distance) as usize));
    moved
}
