//! Candidates after an assumed step that are counted for all squares of the step at once: where squares follow from that of the step by a relation,
//! under tests of others, whole sets are moved and tested instead of square after square.

use super::fills::Test;
use super::plans::Plan;
use super::square_conditions::{AnyStep, Where};
use crate::ir::op::operands;
use crate::ir::{Op, Segment, ValueId, Values};
use crate::passes::Pass;
use crate::program::Program;
use crate::squares::Relation;
use std::collections::BTreeSet;

/// The most squares that a step is expected to have.
const MOST_SQUARES: usize = 16;

/// The steps along a line, on average.
const LINE: usize = 3;

/// Instructions that a square takes besides its candidates.
const EACH: usize = 20;

/// The steps that end candidates after an assumed one, in parts that have no candidate in common.
pub(crate) struct JointCount {
    pub(crate) parts: Vec<Part>,
    /// The values that the parts need, and those of which these are made.
    pub(crate) made: BTreeSet<ValueId>,
}

/// Steps that follow from the square of the assumed one in the same way.
pub(crate) struct Part {
    /// Where that square must be.
    pub(crate) origins: Vec<Where>,
    pub(crate) ways: Ways,
    /// Tests of the squares of the steps.
    pub(crate) tests: Vec<Test>,
    /// All squares that are ever counted, from each square of the assumed step.
    cover: Relation,
}

/// The squares of the steps.
pub(crate) enum Ways {
    /// The images of the square.
    Image(Relation),
    /// Those from its image on, without it, as long as they are in a set.
    Line { first: Relation, step: Relation, through: ValueId },
}

/// The steps after that of a plan, if all of them can be counted so, and that pays.
pub(crate) fn joint_count(program: &Program, segment: &Segment, plan: &Plan) -> Option<JointCount> {
    if !program.passes.has(Pass::CountTogether) || !plan.further.is_empty() {
        return None;
    }
    let (values, squares) = (&segment.values, program.layout.squares);
    let step = AnyStep { values, squares, old: plan.old, new: plan.new };
    let mut parts = Parts { step, found: Vec::new() };
    for exit in &segment.exits {
        let first = parts.found.len();
        parts.add(exit.squares, &mut Vec::new(), &mut Vec::new())?;
        if !are_apart(values, &parts.found[first..]) {
            return None;
        }
    }
    let found = parts.found;
    let expected = program.board.setup.iter().filter(|&&piece| piece == plan.old).count().min(MOST_SQUARES);
    let words = program.layout.set_words;
    let each: usize = found.iter().map(|part| part.cost_of_one(words)).sum();
    let together: usize = found.iter().map(|part| part.cost_of_all(words)).sum();
    // The candidate drawn is looked for square by square.
    if found.is_empty() || together > expected * (EACH + each) / 2 {
        return None;
    }
    let mut wanted: Vec<ValueId> = found.iter().flat_map(Part::values).collect();
    let mut made = BTreeSet::new();
    while let Some(value) = wanted.pop() {
        if made.insert(value) {
            wanted.extend(operands(values.op(value)));
        }
    }
    Some(JointCount { parts: found, made })
}

/// Whether no square is counted in two of these parts.
fn are_apart(values: &Values, parts: &[Part]) -> bool {
    let apart = |a: &Part, b: &Part| {
        a.tests.iter().any(|one| b.tests.iter().any(|other| exclude(values, *one, *other)))
            || a.cover.rows().iter().zip(b.cover.rows()).all(|(a, b)| a.intersection(b).is_empty())
    };
    parts.iter().enumerate().all(|(n, one)| parts[..n].iter().all(|other| apart(one, other)))
}

/// Whether two tests never hold for the same square.
fn exclude(values: &Values, one: Test, other: Test) -> bool {
    match (values.op(one.set), values.op(other.set)) {
        _ if one.set == other.set => one.inside != other.inside,
        (Op::Pieces(these), Op::Pieces(those)) => one.inside && other.inside && !these.iter().any(|piece| those.contains(piece)),
        _ => false,
    }
}

impl Part {
    fn values(&self) -> Vec<ValueId> {
        let mut values: Vec<ValueId> = self.tests.iter().map(|test| test.set).collect();
        values.extend(if let Ways::Line { through, .. } = self.ways { Some(through) } else { None });
        self.origins.iter().for_each(|origins| add_values(origins, &mut values));
        values
    }

    /// How many instructions it takes to count the candidates after a step on one square, about.
    fn cost_of_one(&self, words: usize) -> usize {
        let tests = 10 * self.origins.iter().map(withins).sum::<usize>();
        tests + if let Ways::Line { .. } = self.ways { 10 + 8 * words } else { 4 + 3 * words }
    }

    /// The same for steps on all squares of a set.
    fn cost_of_all(&self, words: usize) -> usize {
        let shift = if words == 1 { 4 } else { 5 * words };
        let tests = shift * self.origins.iter().map(shifts).sum::<usize>();
        tests
            + match &self.ways {
                Ways::Image(_) if self.tests.is_empty() => 2 * words,
                Ways::Image(relation) => shift * relation.shift_count(),
                Ways::Line { first, step, .. } => shift * first.shift_count() + LINE * (shift * step.shift_count() + 3 * words + 2),
            }
    }
}

/// The values that conditions need.
fn add_values(condition: &Where, values: &mut Vec<ValueId>) {
    match condition {
        Where::Squares(_) => {}
        Where::Within(within) => values.push(within.test.set),
        Where::Condition(condition) => values.push(*condition),
        Where::Not(a) => add_values(a, values),
        Where::Both(a, b) | Where::Either(a, b) => {
            add_values(a, values);
            add_values(b, values);
        }
    }
}

/// How many times the whole board is moved to find where a condition holds.
fn shifts(condition: &Where) -> usize {
    match condition {
        Where::Squares(_) | Where::Condition(_) => 0,
        Where::Within(within) => within.relation.shift_count(),
        Where::Not(a) => shifts(a),
        Where::Both(a, b) | Where::Either(a, b) => shifts(a) + shifts(b),
    }
}

/// How many tests of the images of a square a condition has.
fn withins(condition: &Where) -> usize {
    match condition {
        Where::Squares(_) | Where::Condition(_) => 0,
        Where::Within(_) => 1,
        Where::Not(a) => withins(a),
        Where::Both(a, b) | Where::Either(a, b) => withins(a) + withins(b),
    }
}

/// The parts found so far.
struct Parts<'v> {
    step: AnyStep<'v>,
    found: Vec<Part>,
}

impl Parts<'_> {
    /// Adds the parts of a set, as far as conditions and tests hold.
    fn add(&mut self, set: ValueId, origins: &mut Vec<Where>, tests: &mut Vec<Test>) -> Option<()> {
        let AnyStep { values, .. } = self.step;
        match *values.op(set) {
            Op::Constant(ref squares) => squares.is_empty().then_some(()),
            Op::Or(a, b) => {
                self.add(a, origins, tests)?;
                self.add(b, origins, tests)
            }
            Op::If(condition, of) => {
                origins.push(self.step.holds(condition)?);
                self.add(of, origins, tests)?;
                origins.pop();
                Some(())
            }
            Op::And(..) | Op::Without(..) => {
                let (of, test) = self.step.tested(set)?;
                tests.push(test);
                self.add(of, origins, tests)?;
                tests.pop();
                Some(())
            }
            Op::Row(table) => self.push(Ways::Image(values.table(table).clone()), origins.clone(), tests),
            Op::Image(table, from) => {
                let (first, conditions) = self.step.point(from)?;
                let origins = origins.iter().cloned().chain(conditions).collect();
                self.push(Ways::Image(first.then(values.table(table))), origins, tests)
            }
            Op::Ray { step, origin, through, .. } if self.step.is_fixed(through) => {
                let (first, conditions) = self.step.point(origin)?;
                let step = values.table(step).clone();
                if !first.inverse().is_function() || !step.inverse().is_function() {
                    // Lines that meet would be counted as one.
                    return None;
                }
                let origins = origins.iter().cloned().chain(conditions).collect();
                self.push(Ways::Line { first, step, through }, origins, tests)
            }
            // A guarded set is a part of its guard.
            Op::GuardResult(region) => self.add(values.guarded(region), origins, tests),
            _ => None,
        }
    }

    fn push(&mut self, ways: Ways, origins: Vec<Where>, tests: &[Test]) -> Option<()> {
        let (cover, through) = match &ways {
            Ways::Image(relation) => (relation.clone(), None),
            Ways::Line { first, step, through } => (first.then(&step.rays()?.0), Some(*through)),
        };
        let differs = tests.iter().map(|test| test.set).chain(through).any(|set| self.step.differs(set));
        // On the square of the step, such a set is not what it was.
        if differs && cover.rows().iter().enumerate().any(|(square, row)| row.contains(square)) {
            return None;
        }
        self.found.push(Part { origins, ways, tests: tests.to_vec(), cover });
        Some(())
    }
}
