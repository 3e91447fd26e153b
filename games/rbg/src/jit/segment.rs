//! Emission of the operations of a segment.

use super::code::Code;
use super::fill::spreads;
use super::sets::{Put, Set};
use crate::expr::{Operator, Relation as Comparing};
use crate::ir::op::operands;
use crate::ir::{Item, Op, RegionKind, Relation, Segment, ValueId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// The compiled form of a value.
#[derive(Clone, Debug)]
enum Made {
    Set(Set),
    One(Value),
}

/// A segment during emission.
struct Writer<'s> {
    segment: &'s Segment,
    square: Value,
    ahead: &'s [Put],
    /// By the values' numbers.
    made: Vec<Option<Made>>,
    needed: Vec<bool>,
}

impl Code<'_, '_> {
    /// Emits a segment from a square, under some assumed changes; returns the squares of each of its exits.
    pub(super) fn segment(&mut self, segment: &Segment, square: Value, ahead: &[Put]) -> Vec<Set> {
        self.segment_and_end(segment, square, ahead).0
    }

    /// The same, with the truth value that tells whether the end of a pattern is reached, if that is possible.
    pub(super) fn segment_and_end(&mut self, segment: &Segment, square: Value, ahead: &[Put]) -> (Vec<Set>, Option<Value>) {
        let needed = needed(segment);
        let mut writer = Writer { segment, square, ahead, made: vec![None; segment.values.len()], needed };
        let items = &segment.values.whole().items;
        writer.items(self, items);
        let sets = segment.exits.iter().map(|exit| writer.set(exit.squares)).collect();
        (sets, segment.arrives.map(|arrives| writer.one(arrives)))
    }
}

/// The values that the exits need.
fn needed(segment: &Segment) -> Vec<bool> {
    let values = &segment.values;
    let mut needed = vec![false; values.len()];
    let mut stack: Vec<ValueId> = segment.exits.iter().map(|exit| exit.squares).chain(segment.arrives).collect();
    while let Some(value) = stack.pop() {
        if std::mem::replace(&mut needed[value.0 as usize], true) {
            continue;
        }
        let op = values.op(value);
        stack.extend(operands(op));
        match op {
            Op::Param(id, _) | Op::Found(id, _) => {
                let body = values.loop_of(*id);
                stack.extend(body.initial.iter().chain(&body.next));
            }
            Op::Guarded(region) => {
                if let RegionKind::Guard { guard, result } = values.region(*region).kind {
                    stack.extend([guard, result]);
                }
            }
            _ => {}
        }
    }
    needed
}

impl Writer<'_> {
    fn set(&self, value: ValueId) -> Set {
        match &self.made[value.0 as usize] {
            Some(Made::Set(set)) => set.clone(),
            _ => unreachable!("a set was expected"),
        }
    }

    fn one(&self, value: ValueId) -> Value {
        match &self.made[value.0 as usize] {
            Some(Made::One(one)) => *one,
            _ => unreachable!("a number was expected"),
        }
    }

    fn items(&mut self, code: &mut Code<'_, '_>, items: &[Item]) {
        for &item in items {
            match item {
                Item::Value(value) => {
                    if self.needed[value.0 as usize] && self.made[value.0 as usize].is_none() {
                        let made = self.make(code, value);
                        self.made[value.0 as usize] = Some(made);
                    }
                }
                Item::Loop(id) => self.run_loop(code, id),
                Item::Guard(region) => self.enter_guard(code, region),
            }
        }
    }

    fn run_loop(&mut self, code: &mut Code<'_, '_>, id: crate::ir::LoopId) {
        let body = self.segment.values.loop_of(id);
        // An unused loop may have initial values that are needed elsewhere.
        if body.initial.iter().chain(&body.next).any(|&value| !self.needed[value.0 as usize]) {
            return;
        }
        let words = code.set_words();
        if let Some(spreads) = spreads(&self.segment.values, id) {
            let found = code.fill(&self.set(body.initial[0]), &spreads, |value| self.set(value));
            for value in self.found(id, 0) {
                self.made[value.0 as usize] = Some(Made::Set(found.clone()));
            }
            return;
        }
        let (head, done) = (code.block_with(words * body.initial.len()), code.block_with(words * body.initial.len()));
        let initial: Vec<Value> = body.initial.iter().flat_map(|&value| self.set(value)).collect();
        code.jump(head, &initial);
        code.begin(head);
        let before = code.parameters(head);
        let items = &self.segment.values.region(body.region).items;
        for &item in items {
            if let Item::Value(value) = item
                && let Op::Param(of, i) = *self.segment.values.op(value)
                && of == id
            {
                let first = i as usize * words;
                self.made[value.0 as usize] = Some(Made::Set(before[first..first + words].to_vec()));
            }
        }
        self.items(code, items);
        let next: Vec<Value> = body.next.iter().flat_map(|&value| self.set(value)).collect();
        let after = code.or(&before, &next);
        let fresh = code.without(&after, &before);
        let more = code.some(&fresh);
        code.branch_with(more, (head, &after), (done, &after));
        code.begin(done);
        let found = code.parameters(done);
        for (i, set) in found.chunks(words).enumerate() {
            for value in self.found(id, i as u32) {
                self.made[value.0 as usize] = Some(Made::Set(set.to_vec()));
            }
        }
    }

    /// The values that refer to a loop's results.
    fn found(&self, id: crate::ir::LoopId, i: u32) -> Vec<ValueId> {
        let values = &self.segment.values;
        (0..values.len() as u32).map(ValueId).filter(|&value| *values.op(value) == Op::Found(id, i)).collect()
    }

    fn enter_guard(&mut self, code: &mut Code<'_, '_>, region: crate::ir::RegionId) {
        let RegionKind::Guard { guard, result } = self.segment.values.region(region).kind else { return };
        if !self.needed[result.0 as usize] || !self.needed[guard.0 as usize] {
            return;
        }
        let values = &self.segment.values;
        let is_set = values.is_set(result);
        let (inside, done) = (code.block(), if is_set { code.block_with(code.set_words()) } else { code.block_of(1, types::I8) });
        let set = self.set(guard);
        let some = code.some(&set);
        let no = if is_set { vec![code.number(0); code.set_words()] } else { vec![code.builder.ins().iconst(types::I8, 0)] };
        code.branch_with(some, (inside, &[]), (done, &no));
        code.begin(inside);
        self.items(code, &values.region(region).items);
        let found = if is_set { self.set(result) } else { vec![self.one(result)] };
        code.jump(done, &found);
        code.begin(done);
        let found = code.parameters(done);
        let found = if is_set { Made::Set(found) } else { Made::One(found[0]) };
        for value in (0..values.len() as u32).map(ValueId).filter(|&value| *values.op(value) == Op::Guarded(region)) {
            self.made[value.0 as usize] = Some(found.clone());
        }
    }

    fn make(&mut self, code: &mut Code<'_, '_>, value: ValueId) -> Made {
        let values = &self.segment.values;
        let set = |set| Made::Set(set);
        match values.op(value) {
            Op::Constant(squares) => set(code.constant(squares)),
            Op::Row(table) => set(code.row(values.table(*table), self.square)),
            Op::Pieces(pieces) => set(code.squares_of_any(pieces, self.ahead)),
            Op::And(a, b) => set(code.and(&self.set(*a), &self.set(*b))),
            Op::Or(a, b) => set(code.or(&self.set(*a), &self.set(*b))),
            Op::Without(a, b) => set(code.without(&self.set(*a), &self.set(*b))),
            Op::Image(table, a) => set(code.image(values.table(*table), &self.set(*a), values.at_most_one(*a))),
            Op::Ray { step, rays, ascending, origin, through } => {
                let identity = matches!(values.op(*origin), Op::Row(table) if values.table(*table) == &Relation::identity(code.program.layout.squares));
                let (rays, through) = (values.table(*rays), self.set(*through));
                set(if identity {
                    code.ray(rays, self.square, &through, *ascending)
                } else if values.at_most_one(*origin) {
                    let from = code.first(&self.set(*origin));
                    code.ray(rays, from, &through, *ascending)
                } else {
                    code.rays(values.table(*step), rays, &self.set(*origin), &through, *ascending)
                })
            }
            Op::If(condition, a) => set(code.only_if(self.one(*condition), &self.set(*a))),
            Op::Tried(body, a) => {
                assert!(self.ahead.is_empty(), "a pattern is tried on the state itself");
                set(code.tried(*body, &self.set(*a), values.at_most_one(*a)))
            }
            Op::Some(a) => Made::One(code.some(&self.set(*a))),
            Op::Within(table, a) => {
                let row = code.row(values.table(*table), self.square);
                let beyond = code.without(&row, &self.set(*a));
                let any = code.any(&beyond);
                Made::One(code.compare_number(IntCC::Equal, any, 0))
            }
            Op::Not(a) => {
                let a = self.one(*a);
                Made::One(code.builder.ins().bxor_imm_s(a, 1))
            }
            Op::Compare(a, relation, b) => Made::One(code.compare(condition(*relation), self.one(*a), self.one(*b))),
            Op::Both(a, b) => Made::One(code.builder.ins().band(self.one(*a), self.one(*b))),
            Op::Either(a, b) => Made::One(code.builder.ins().bor(self.one(*a), self.one(*b))),
            Op::Number(number) => Made::One(code.number(*number)),
            Op::Variable(variable) => Made::One(code.load(code.state, code.program.layout.variables + usize::from(variable.0))),
            Op::Count(piece) => {
                let squares = code.squares_of(*piece, self.ahead);
                Made::One(code.count(&squares))
            }
            Op::Binary(operator, a, b) => Made::One(code.binary(*operator, self.one(*a), self.one(*b))),
            Op::Param(..) | Op::Found(..) | Op::Guarded(_) => unreachable!("made by its loop or guard"),
        }
    }
}

impl Code<'_, '_> {
    /// Two numbers combined; a division by zero gives the dividend, which is never used.
    pub(super) fn binary(&mut self, operator: Operator, a: Value, b: Value) -> Value {
        match operator {
            Operator::Add => self.builder.ins().iadd(a, b),
            Operator::Subtract => self.builder.ins().isub(a, b),
            Operator::Multiply => self.builder.ins().imul(a, b),
            Operator::Divide => {
                let one = self.number(1);
                let divisor = self.builder.ins().select(b, b, one);
                self.builder.ins().sdiv(a, divisor)
            }
        }
    }
}

fn condition(relation: Comparing) -> IntCC {
    match relation {
        Comparing::Equal => IntCC::Equal,
        Comparing::Unequal => IntCC::NotEqual,
        Comparing::Less => IntCC::SignedLessThan,
        Comparing::LessEqual => IntCC::SignedLessThanOrEqual,
        Comparing::Greater => IntCC::SignedGreaterThan,
        Comparing::GreaterEqual => IntCC::SignedGreaterThanOrEqual,
    }
}
