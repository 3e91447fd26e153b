//! Entry states from which every move of random play is completed: choices made there are never revised, and steps are never undone.

use super::graph::Graph;
use super::value_ranges::{Facts, facts, source};
use crate::ir::{Exit, Op, ValueId, Values};
use crate::number::Operator;
use crate::program::Program;
use std::collections::BTreeSet;

/// The maximum number of cases in a proof that a step always exists.
const MOST_CASES: u64 = 1 << 14;

/// What is guaranteed at the entry states.
pub(crate) struct Completion {
    /// Whether a step can always be made there.
    pub(crate) offers: Vec<bool>,
    /// Whether the move is always completed from there.
    pub(crate) ends: Vec<bool>,
}

impl Completion {
    /// Finds it for entry states of the rules.
    pub(crate) fn new(graph: Graph<'_>) -> Self {
        let Graph { program, entries } = graph;
        let offers: Vec<bool> = facts(graph)
            .iter()
            .zip(entries.all())
            .map(|(facts, entry)| {
                facts.as_ref().is_some_and(|facts| always_offers(program, &entry.segment.values, &entry.segment.exits, facts))
            })
            .collect();
        let mut ends = vec![false; offers.len()];
        loop {
            let mut more = false;
            for (entry, state) in entries.all().iter().enumerate() {
                if offers[entry] && !ends[entry] {
                    let leads_on = |exit: &Exit| graph.ends_move(exit) || ends[graph.after(entry, exit)];
                    ends[entry] = state.segment.exits.iter().all(leads_on);
                    more |= ends[entry];
                }
            }
            if !more {
                return Completion { offers, ends };
            }
        }
    }
}

/// Whether one of the steps is possible in every case of the relevant squares and numbers.
fn always_offers(program: &Program, values: &Values, exits: &[Exit], facts: &Facts) -> bool {
    let mut cases = Cases { program, values, numbers: BTreeSet::new(), tests: BTreeSet::new() };
    for exit in exits {
        cases.collect_set(exit.squares);
    }
    let ranges: Vec<(i64, i64)> = cases.numbers.iter().map(|&number| facts.of(number)).collect();
    let mut all = facts.squares.len() as u64;
    for size in ranges.iter().map(|range| range.1.abs_diff(range.0) + 1).chain(cases.tests.iter().map(|_| 2)) {
        all = all.saturating_mul(size);
    }
    if all > MOST_CASES {
        return false;
    }
    let mut case = Case { numbers: ranges.iter().map(|range| range.0).collect(), tests: vec![false; cases.tests.len()] };
    loop {
        for square in facts.squares.iter() {
            if !exits.iter().any(|exit| cases.has(exit.squares, square, &case)) {
                return false;
            }
        }
        if !case.advance(&ranges) {
            return true;
        }
    }
}

/// The dependencies of steps: numbers, by their indices in the facts, and other tests.
struct Cases<'a> {
    program: &'a Program,
    values: &'a Values,
    numbers: BTreeSet<usize>,
    tests: BTreeSet<ValueId>,
}

/// The values of these.
struct Case {
    numbers: Vec<i64>,
    tests: Vec<bool>,
}

impl Case {
    /// Goes on to the next case, if there is one.
    fn advance(&mut self, ranges: &[(i64, i64)]) -> bool {
        for test in &mut self.tests {
            *test = !*test;
            if *test {
                return true;
            }
        }
        for (number, range) in self.numbers.iter_mut().zip(ranges) {
            if *number < range.1 {
                *number += 1;
                return true;
            }
            *number = range.0;
        }
        false
    }
}

impl Cases<'_> {
    fn collect_set(&mut self, set: ValueId) {
        match *self.values.op(set) {
            Op::If(condition, of) => {
                self.collect_condition(condition);
                self.collect_set(of);
            }
            Op::Or(a, b) => {
                self.collect_set(a);
                self.collect_set(b);
            }
            _ => {}
        }
    }

    fn collect_condition(&mut self, condition: ValueId) {
        match *self.values.op(condition) {
            Op::Both(a, b) | Op::Either(a, b) => {
                self.collect_condition(a);
                self.collect_condition(b);
            }
            Op::Not(a) => self.collect_condition(a),
            Op::Compare(a, _, b) if self.is_plain(a) && self.is_plain(b) => {
                self.collect_number(a);
                self.collect_number(b);
            }
            Op::Holds(_) => {}
            Op::Within(_, set) if self.is_nothing(set) => {}
            _ => {
                self.tests.insert(condition);
            }
        }
    }

    fn collect_number(&mut self, number: ValueId) {
        if let Op::Binary(_, a, b) = *self.values.op(number) {
            self.collect_number(a);
            self.collect_number(b);
        }
        self.numbers.extend(source(self.program, self.values, number));
    }

    /// Whether a number is made of constants, variables and counts without a division.
    fn is_plain(&self, number: ValueId) -> bool {
        match *self.values.op(number) {
            Op::Binary(operator, a, b) => operator != Operator::Divide && self.is_plain(a) && self.is_plain(b),
            _ => true,
        }
    }

    fn is_nothing(&self, set: ValueId) -> bool {
        matches!(self.values.op(set), Op::Constant(set) if set.is_empty())
    }

    /// Whether a set is known to have a square.
    fn has(&self, set: ValueId, square: usize, case: &Case) -> bool {
        match *self.values.op(set) {
            Op::Constant(ref set) => !set.is_empty(),
            Op::Row(table) => !self.values.table(table).rows()[square].is_empty(),
            Op::Or(a, b) => self.has(a, square, case) || self.has(b, square, case),
            Op::If(condition, of) => self.holds(condition, square, case) && self.has(of, square, case),
            _ => false,
        }
    }

    fn holds(&self, condition: ValueId, square: usize, case: &Case) -> bool {
        if let Some(test) = self.tests.iter().position(|&test| test == condition) {
            return case.tests[test];
        }
        match *self.values.op(condition) {
            Op::Both(a, b) => self.holds(a, square, case) && self.holds(b, square, case),
            Op::Either(a, b) => self.holds(a, square, case) || self.holds(b, square, case),
            Op::Not(a) => !self.holds(a, square, case),
            Op::Within(table, _) => self.values.table(table).rows()[square].is_empty(),
            Op::Compare(a, relation, b) => relation.holds(self.number(a, case), self.number(b, case)),
            Op::Holds(holds) => holds,
            ref other => unreachable!("{other:?} is not a condition"),
        }
    }

    fn number(&self, number: ValueId, case: &Case) -> i64 {
        match *self.values.op(number) {
            Op::Number(number) => number,
            Op::Binary(operator, a, b) => {
                let (a, b) = (self.number(a, case), self.number(b, case));
                match operator {
                    Operator::Add => a.wrapping_add(b),
                    Operator::Subtract => a.wrapping_sub(b),
                    Operator::Multiply => a.wrapping_mul(b),
                    Operator::Divide => unreachable!("divisions are tests"),
                }
            }
            _ => {
                let source = source(self.program, self.values, number).expect("a number is a constant, a variable or a count");
                case.numbers[self.numbers.iter().position(|&number| number == source).expect("it was collected")]
            }
        }
    }
}
