//! Facts about the state at every entry state of random play: the possible current squares, and the ranges of variables and piece counts.
//!
//! Play may begin wherever a player is in control, so nothing is known there; facts about the keeper's moves follow from the steps and tests that
//! lead to them.

use super::graph::Graph;
use crate::automaton::Label;
use crate::board::Piece;
use crate::ir::{Exit, Op, ValueId, Values};
use crate::number::{Arithmetic, Comparator, Operator, Variable};
use crate::program::Program;
use crate::squares::SquareSet;

/// The maximum number of changes of a fact before it is dropped.
const MOST_CHANGES: usize = 16;

/// The least and the greatest value of a number.
pub(crate) type Range = (i64, i64);

/// The facts at an entry state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    /// The squares that can be the current one.
    pub(crate) squares: SquareSet,
    /// The range of every variable, and then of the count of every piece.
    ranges: Vec<Range>,
}

/// The facts at every entry state of the rules; none at those that play never reaches.
pub(crate) fn facts(graph: Graph<'_>) -> Vec<Option<Facts>> {
    let Graph { program, entries } = graph;
    let any = |entry: usize| (!entries.get(entry).keeper).then(|| Facts::none(program));
    let mut facts: Vec<Option<Facts>> = (0..entries.all().len()).map(any).collect();
    let mut changes = vec![0; facts.len()];
    let mut waiting: Vec<usize> = (0..facts.len()).filter(|&entry| facts[entry].is_some()).collect();
    while let Some(entry) = waiting.pop() {
        let here = facts[entry].clone().expect("only entry states that are reached wait");
        let segment = &entries.get(entry).segment;
        for exit in &segment.exits {
            let Some(after) = here.after(program, &segment.values, exit) else { continue };
            let to = graph.after(entry, exit);
            let joined = match &facts[to] {
                None => after,
                Some(_) if changes[to] > MOST_CHANGES => Facts::none(program),
                Some(before) => before.or(&after),
            };
            if facts[to].as_ref() != Some(&joined) {
                changes[to] += 1;
                facts[to] = Some(joined);
                waiting.push(to);
            }
        }
    }
    facts
}

impl Facts {
    fn none(program: &Program) -> Self {
        let variables = (0..program.variables.bounds.len()).map(|i| (0, bound(program, Variable(i as u16))));
        let counts = (0..program.layout.pieces).map(|_| (0, program.layout.squares as i64));
        Facts { squares: SquareSet::full(program.layout.squares), ranges: variables.chain(counts).collect() }
    }

    /// The facts that hold under either of two.
    fn or(&self, other: &Facts) -> Facts {
        let mut squares = self.squares.clone();
        squares.unite(&other.squares);
        let ranges = self.ranges.iter().zip(&other.ranges).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
        Facts { squares, ranges: ranges.collect() }
    }

    /// The facts after a step, if it is possible.
    fn after(&self, program: &Program, values: &Values, exit: &Exit) -> Option<Facts> {
        let mut after = Facts { squares: self.possible(program, values, exit.squares), ranges: self.ranges.clone() };
        let mut set = exit.squares;
        while let Op::If(condition, of) = *values.op(set) {
            after.narrow(program, values, condition);
            set = of;
        }
        if after.squares.is_empty() || after.ranges.iter().any(|range| range.0 > range.1) {
            return None;
        }
        match &program.automaton.numbered(exit.number).label {
            Label::Assign(variable, value) => {
                let (low, high) = after.arithmetic(program, value);
                after.ranges[usize::from(variable.0)] = (low.max(0), high.min(bound(program, *variable)));
            }
            Label::Put(piece) => after.put(program, values.pieces_on(exit.squares).as_deref(), *piece),
            _ => {}
        }
        Some(after)
    }

    fn put(&mut self, program: &Program, standing: Option<&[Piece]>, new: Piece) {
        let squares = program.layout.squares as i64;
        for (piece, range) in self.ranges[program.variables.bounds.len()..].iter_mut().enumerate() {
            let less = standing.is_none_or(|standing| standing.contains(&Piece(piece as u16)));
            *range = ((range.0 - i64::from(less)).max(0), (range.1 + i64::from(piece == usize::from(new.0))).min(squares));
        }
    }

    /// The squares that a set can have.
    fn possible(&self, program: &Program, values: &Values, set: ValueId) -> SquareSet {
        match values.op(set) {
            Op::Constant(set) => set.clone(),
            Op::Row(table) => values.table(*table).image(&self.squares),
            Op::And(a, b) => self.possible(program, values, *a).intersection(&self.possible(program, values, *b)),
            Op::Or(a, b) => {
                let mut either = self.possible(program, values, *a);
                either.unite(&self.possible(program, values, *b));
                either
            }
            Op::Without(a, _) | Op::If(_, a) | Op::Try(_, a) => self.possible(program, values, *a),
            Op::Image(table, a) => values.table(*table).image(&self.possible(program, values, *a)),
            Op::GuardResult(region) => self.possible(program, values, values.guarded(*region)),
            _ => SquareSet::full(program.layout.squares),
        }
    }

    /// Takes into account that a condition holds.
    fn narrow(&mut self, program: &Program, values: &Values, condition: ValueId) {
        match *values.op(condition) {
            Op::Both(a, b) => {
                self.narrow(program, values, a);
                self.narrow(program, values, b);
            }
            Op::Compare(a, relation, b) => {
                if let (Some(number), Some(than)) = (source(program, values, a), self.range(program, values, b)) {
                    restrict(&mut self.ranges[number], relation, than);
                }
                if let (Some(than), Some(number)) = (self.range(program, values, a), source(program, values, b)) {
                    restrict(&mut self.ranges[number], relation.mirrored(), than);
                }
            }
            _ => {}
        }
    }

    /// The range of a number that is known under this index.
    pub(crate) fn of(&self, number: usize) -> Range {
        self.ranges[number]
    }

    /// The range of a number, if it is a constant, a variable or a count.
    fn range(&self, program: &Program, values: &Values, number: ValueId) -> Option<Range> {
        match *values.op(number) {
            Op::Number(number) => Some((number, number)),
            _ => source(program, values, number).map(|number| self.ranges[number]),
        }
    }

    fn arithmetic(&self, program: &Program, value: &Arithmetic) -> Range {
        match value {
            Arithmetic::Number(number) => (*number, *number),
            Arithmetic::Variable(variable) => self.ranges[usize::from(variable.0)],
            Arithmetic::Count(piece) => self.ranges[program.variables.bounds.len() + usize::from(piece.0)],
            Arithmetic::Binary(left, operator, right) => {
                let (a, b) = (self.arithmetic(program, left), self.arithmetic(program, right));
                match operator {
                    Operator::Add => (a.0.saturating_add(b.0), a.1.saturating_add(b.1)),
                    Operator::Subtract => (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0)),
                    Operator::Multiply | Operator::Divide => (i64::MIN, i64::MAX),
                }
            }
        }
    }
}

/// The index of a variable or count among the ranges.
pub(crate) fn source(program: &Program, values: &Values, number: ValueId) -> Option<usize> {
    match values.op(number) {
        Op::Variable(variable) => Some(usize::from(variable.0)),
        Op::Count(piece) => Some(program.variables.bounds.len() + usize::from(piece.0)),
        _ => None,
    }
}

fn bound(program: &Program, variable: Variable) -> i64 {
    program.variables.bound(variable)
}

fn restrict(range: &mut Range, relation: Comparator, than: Range) {
    match relation {
        Comparator::Equal => *range = (range.0.max(than.0), range.1.min(than.1)),
        Comparator::Unequal => {}
        Comparator::Less => range.1 = range.1.min(than.1.saturating_sub(1)),
        Comparator::LessEqual => range.1 = range.1.min(than.1),
        Comparator::Greater => range.0 = range.0.max(than.0.saturating_add(1)),
        Comparator::GreaterEqual => range.0 = range.0.max(than.0),
    }
}
