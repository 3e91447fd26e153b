//! Counts the candidates after an assumed step on all squares of a set at once (see `analysis::joint_counts`).

use super::code::Code;
use super::fill::ways;
use super::images::{self, ExpectedSize};
use super::sets::{Placement, Set};
use super::values::Writer;
use crate::analysis::fills::Test;
use crate::analysis::joint_counts::{JointCount, Part, Ways};
use crate::analysis::square_conditions::{Where, Within};
use crate::ir::Segment;
use crate::squares::{Relation, SquareSet};
use cranelift_codegen::ir::{InstBuilder, Value};

/// The number of candidates after the step on each square of a set, all in all, under the changes of the steps before it.
pub(crate) fn joint_count(code: &mut Code<'_, '_>, segment: &Segment, joint: &JointCount, set: &[Value], ahead: &[Placement]) -> Value {
    let (square, count) = (code.number(0), segment.values.len());
    let (searches, unions) = ((0..count).map(|_| None).collect(), vec![None; count]);
    let (made, needed, forms) = (vec![None; count], vec![true; count], vec![None; count]);
    let mut writer = Writer { segment, square, ahead, made, needed, forms, searches, unions };
    for &value in &joint.made {
        let made = writer.make(code, value);
        writer.made[value.0 as usize] = Some(made);
    }
    let mut counter = Counter { code, writer, beyond: Vec::new() };
    let counts: Vec<Value> = joint.parts.iter().map(|part| counter.count(part, set)).collect();
    counts.into_iter().reduce(|a, b| counter.code.builder.ins().iadd(a, b)).expect("there is a part")
}

/// Counts candidates of several parts.
struct Counter<'c, 's, 'a, 'f> {
    code: &'c mut Code<'a, 'f>,
    writer: Writer<'s>,
    /// The squares found not to be within some images.
    beyond: Vec<(&'s Within, Set)>,
}

impl<'s> Counter<'_, 's, '_, '_> {
    fn count(&mut self, part: &'s Part, set: &[Value]) -> Value {
        let from = part.origins.iter().fold(set.to_vec(), |from, condition| self.restrict(&from, condition));
        match &part.ways {
            Ways::Image(relation) => self.count_images(&from, relation, &part.tests),
            Ways::Line { first, step, through } => {
                let through = self.writer.set(self.code, *through);
                let first = images::image(self.code, first, &from, ExpectedSize::Many);
                self.count_lines(first, step, &through, &part.tests)
            }
        }
    }

    /// The squares of a set where a condition holds.
    fn restrict(&mut self, set: &[Value], condition: &'s Where) -> Set {
        match condition {
            Where::Squares(squares) => {
                let squares = self.code.constant(squares);
                self.code.and(set, &squares)
            }
            Where::Within(within) => {
                let beyond = self.beyond(within);
                self.code.without(set, &beyond)
            }
            Where::Condition(condition) => self.code.only_if(self.writer.one(*condition), set),
            Where::Not(a) => {
                let those = self.restrict(set, a);
                self.code.without(set, &those)
            }
            Where::Both(a, b) => {
                let those = self.restrict(set, a);
                self.restrict(&those, b)
            }
            Where::Either(a, b) => {
                let (these, those) = (self.restrict(set, a), self.restrict(set, b));
                self.code.or(&these, &those)
            }
        }
    }

    /// The squares, among those that may be asked for, one of whose images fails a test.
    fn beyond(&mut self, within: &'s Within) -> Set {
        let Within { relation, test, asked } = within;
        let is_part = |other: &&(&Within, Set)| {
            let inside = |(small, great): (&SquareSet, &SquareSet)| small.without(great).is_empty();
            other.0.test == *test
                && asked.without(&other.0.asked).is_empty()
                && other.0.relation.rows().iter().zip(relation.rows()).all(inside)
        };
        let (known, mut beyond) = match self.beyond.iter().rev().find(is_part) {
            Some(&(known, ref beyond)) => (Some(&known.relation), Some(beyond.clone())),
            None => (None, None),
        };
        let rest = known
            .map(|known| Relation::from_rows(relation.rows().iter().zip(known.rows()).map(|(row, known)| row.without(known)).collect()));
        let failing = self.failing(*test);
        for (distance, from) in rest.as_ref().unwrap_or(relation).shifts() {
            let mut moved = images::shifted(self.code, &failing, -distance);
            let squares = relation.squares();
            let reaches = |square: &usize| (0..squares as i32).contains(&(*square as i32 + distance));
            // Squares that may be asked for and do not lead as far as this, though the shift does.
            if asked.without(&from).iter().any(|square| reaches(&square)) {
                let from = self.code.constant(&from);
                moved = self.code.and(&moved, &from);
            }
            beyond = Some(beyond.map_or(moved.clone(), |beyond| self.code.or(&beyond, &moved)));
        }
        let beyond = beyond.expect("it has images");
        self.beyond.push((within, beyond.clone()));
        beyond
    }

    /// The squares of the board that fail a test.
    fn failing(&mut self, test: Test) -> Set {
        let set = self.writer.set(self.code, test.set);
        if !test.inside {
            return set;
        }
        let full = self.code.constant(&SquareSet::full(self.code.program.layout.squares));
        self.code.without(&full, &set)
    }

    /// The squares that pass some tests; `None` for all.
    fn passing(&mut self, tests: &[Test]) -> Option<Set> {
        let mut passing: Option<Set> = None;
        for test in tests {
            let set = self.writer.set(self.code, test.set);
            let before = passing.unwrap_or_else(|| self.code.constant(&SquareSet::full(self.code.program.layout.squares)));
            passing = Some(if test.inside { self.code.and(&before, &set) } else { self.code.without(&before, &set) });
        }
        passing
    }

    /// The number of images of the squares of a set that pass the tests.
    fn count_images(&mut self, set: &[Value], relation: &Relation, tests: &[Test]) -> Value {
        let mut sum = self.code.number(0);
        let mut add = |code: &mut Code<'_, '_>, squares: &[Value]| {
            let more = code.count(squares);
            sum = code.builder.ins().iadd(sum, more);
        };
        let Some(passing) = self.passing(tests) else {
            for (_, from) in relation.shifts() {
                let from = self.code.constant(&from);
                let from = self.code.and(set, &from);
                add(self.code, &from);
            }
            return sum;
        };
        for (distance, mask) in ways(self.code, relation, &[passing], &[]) {
            let moved = images::shifted(self.code, set, distance);
            let moved = self.code.and(&moved, &mask);
            add(self.code, &moved);
        }
        sum
    }

    /// The number of squares on the lines that begin beyond those of a set and lead through another, as far as they pass the tests.
    fn count_lines(&mut self, first: Set, step: &Relation, through: &[Value], tests: &[Test]) -> Value {
        let passing = self.passing(tests);
        let ways = ways(self.code, step, &[through.to_vec()], &[]);
        let (words, code) = (first.len(), &mut *self.code);
        let (head, done) = (code.block_with(words + 1), code.block());
        let none = code.number(0);
        let start: Vec<Value> = first.into_iter().chain([none]).collect();
        code.jump(head, &start);
        code.begin(head);
        let now = code.parameters(head);
        let mut reached: Option<Set> = None;
        for (distance, mask) in &ways {
            let moved = images::shifted(code, &now[..words], *distance);
            let moved = code.and(&moved, mask);
            reached = Some(reached.map_or(moved.clone(), |reached| code.or(&reached, &moved)));
        }
        let reached = reached.unwrap_or_else(|| vec![none; words]);
        let counted = passing.map_or(reached.clone(), |passing| code.and(&reached, &passing));
        let more = code.count(&counted);
        let sum = code.builder.ins().iadd(now[words], more);
        let some = code.any(&reached);
        let next: Vec<Value> = reached.into_iter().chain([sum]).collect();
        code.branch_with(some, (head, &next), (done, &[]));
        code.begin(done);
        sum
    }
}
