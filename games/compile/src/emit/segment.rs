//! Emission of a segment: its operations in order, its loops and its guarded parts.

use crate::analysis::fills::spreads;
use crate::analysis::goal_tests::{Search, leave_out, searches};
use crate::analysis::needed_values::needed;
use crate::analysis::point_values::forms;
use crate::analysis::point_values::is_point;
use crate::analysis::unions::{Part, unions as parts_of_unions};
use crate::emit::code::Code;
use crate::emit::sets::{Placement, Set};
use crate::emit::values::{Operand, Writer};
use crate::emit::{fill, images, points};
use crate::ir::{Exit, Item, Op, RegionKind, Segment, ValueId};
use crate::passes::Pass;
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// Emits a segment from a square, under some assumed changes; returns the squares of each of its exits.
pub(crate) fn segment(code: &mut Code<'_, '_>, segment: &Segment, square: Value, ahead: &[Placement]) -> Vec<Set> {
    segment_and_end(code, segment, square, ahead).0
}

/// The same, with the truth value that tells whether the end of a pattern is reached, if that is possible.
pub(crate) fn segment_and_end(code: &mut Code<'_, '_>, segment: &Segment, square: Value, ahead: &[Placement]) -> (Vec<Set>, Option<Value>) {
    let wanted = segment.exits.iter().map(|exit| exit.squares).chain(segment.arrives).collect();
    let writer = evaluate(code, segment, wanted, square, ahead, &[]);
    let sets = segment.exits.iter().map(|exit| writer.exit_squares(code, exit)).collect();
    (sets, segment.arrives.map(|arrives| writer.one(arrives)))
}

/// The squares of one exit of a segment.
pub(crate) fn one_exit(code: &mut Code<'_, '_>, segment: &Segment, n: usize, square: Value, ahead: &[Placement]) -> Set {
    let exit = &segment.exits[n];
    let writer = evaluate(code, segment, vec![exit.squares], square, ahead, &[]);
    writer.exit_squares(code, exit)
}

/// Emits what some values of a segment need, where some sets are known.
pub(crate) fn evaluate<'s>(
    code: &mut Code<'_, '_>,
    segment: &'s Segment,
    wanted: Vec<ValueId>,
    square: Value,
    ahead: &'s [Placement],
    known: &[(ValueId, Set)],
) -> Writer<'s> {
    let mut writer = prepare(code, segment, &wanted, square, ahead, known);
    writer.make_all(code, &wanted);
    writer
}

/// The same before anything is emitted.
fn prepare<'s>(
    code: &mut Code<'_, '_>,
    segment: &'s Segment,
    wanted: &[ValueId],
    square: Value,
    ahead: &'s [Placement],
    known: &[(ValueId, Set)],
) -> Writer<'s> {
    let (values, passes) = (&segment.values, code.program.passes);
    let (forms, searches, unions) = (forms(code.program, segment), searches(segment, passes), vec![None; values.len()]);
    let mut made = vec![None; values.len()];
    for (value, set) in known {
        made[value.0 as usize] = Some(Operand::Set(set.clone()));
    }
    let mut writer = Writer { segment, square, ahead, made, needed: vec![], forms, searches, unions };
    let all = writer.wanted(wanted);
    leave_out(&mut writer.searches, values, &all);
    writer.unions = parts_of_unions(segment, &writer.searches, passes);
    writer
}

/// Emits the exits of a segment one by one, in order; each may use values emitted for earlier ones.
pub(crate) fn exits_in_turn<'s>(code: &mut Code<'_, '_>, segment: &'s Segment, square: Value) -> Writer<'s> {
    let wanted: Vec<ValueId> = segment.exits.iter().map(|exit| exit.squares).chain(segment.arrives).collect();
    prepare(code, segment, &wanted, square, &[], &[])
}

impl Writer<'_> {
    /// Emits one exit.
    pub(crate) fn next_exit(&mut self, code: &mut Code<'_, '_>, exit: &Exit) -> Set {
        self.make_all(code, &[exit.squares]);
        self.exit_squares(code, exit)
    }

    /// Emits a truth value.
    pub(crate) fn truth(&mut self, code: &mut Code<'_, '_>, value: ValueId) -> Value {
        self.make_all(code, &[value]);
        self.one(value)
    }

    fn make_all(&mut self, code: &mut Code<'_, '_>, wanted: &[ValueId]) {
        self.needed = self.wanted(wanted);
        let items = &self.segment.values.whole().items;
        self.items(code, items);
    }

    /// The squares of an exit: a set, or the number of the only one.
    pub(crate) fn exit_squares(&self, code: &mut Code<'_, '_>, exit: &Exit) -> Set {
        if is_point(&self.forms, exit.squares) { self.points(code, exit.squares) } else { self.set(code, exit.squares) }
    }

    /// The values that some values need and that are not made.
    fn wanted(&self, roots: &[ValueId]) -> Vec<bool> {
        let instead = |value: ValueId| {
            let i = value.0 as usize;
            if self.made[i].is_some() || self.unions[i].is_some() {
                return Some(Vec::new());
            }
            self.searches[i].as_ref().map(|search| search.operands().collect())
        };
        let wanted = needed(self.segment, roots, &self.forms, instead);
        wanted.into_iter().zip(&self.made).map(|(wanted, made)| wanted && made.is_none()).collect()
    }

    /// Whether a search succeeds.
    fn succeeds(&self, code: &mut Code<'_, '_>, search: &Search) -> Value {
        let relation = &search.spread.relation;
        let first = match self.segment.values.op(search.initial) {
            Op::Row(table) => images::row(code, &self.segment.values.table(*table).then(relation), self.square),
            _ => {
                let initial = self.set(code, search.initial);
                images::image(code, relation, &initial, images::ExpectedSize::Few)
            }
        };
        let through: Vec<Set> = search.spread.through.iter().map(|test| self.set(code, test.set)).collect();
        let through = through.into_iter().reduce(|a, b| code.and(&a, &b)).expect("it spreads through some set");
        let goal = self.set(code, search.goal);
        fill::reaches(code, &first, relation, &through, &goal)
    }

    /// Whether a part of a union has a square.
    fn some_part(&mut self, code: &mut Code<'_, '_>, parts: &[Part]) -> Value {
        let done = code.block_of(1, types::I8);
        let [no, yes] = [0, 1].map(|holds| code.builder.ins().iconst(types::I8, holds));
        // What is made on the way is unknown afterwards.
        let (made, needed) = (self.made.clone(), self.needed.clone());
        for part in parts {
            self.needed = self.wanted(part);
            let items = &self.segment.values.whole().items;
            self.items(code, items);
            let sets: Vec<Set> = part.iter().map(|&set| self.set(code, set)).collect();
            let both = sets.into_iter().reduce(|a, b| code.and(&a, &b)).expect("a part is a set at least");
            let some = code.any(&both);
            let next = code.block();
            code.branch_with(some, (done, &[yes]), (next, &[]));
            code.begin(next);
        }
        code.jump(done, &[no]);
        code.begin(done);
        (self.made, self.needed) = (made, needed);
        code.parameters(done)[0]
    }

    fn items(&mut self, code: &mut Code<'_, '_>, items: &[Item]) {
        for &item in items {
            match item {
                Item::Value(value) => {
                    if self.needed[value.0 as usize] && self.made[value.0 as usize].is_none() {
                        let i = value.0 as usize;
                        let made = match (&self.searches[i], self.unions[i].clone()) {
                            (Some(search), _) => Operand::One(self.succeeds(code, search)),
                            (None, Some(parts)) => Operand::One(self.some_part(code, &parts)),
                            (None, None) => self.make(code, value),
                        };
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
        if !(0..body.initial.len()).any(|i| self.found(id, i as u32).iter().any(|found| self.needed[found.0 as usize])) {
            return;
        }
        let words = code.set_words();
        if let Some(spreads) = spreads(&self.segment.values, id).filter(|_| code.program.passes.has(Pass::FillSets)) {
            let initial = self.set(code, body.initial[0]);
            let fill = |code: &mut Code<'_, '_>| fill::fill(code, &initial, &spreads, |code, value| self.set(code, value));
            let found = match self.is_often_empty(code, body.initial[0]) {
                true => fill::unless_empty(code, &initial, fill),
                false => fill(code),
            };
            for value in self.found(id, 0) {
                self.made[value.0 as usize] = Some(Operand::Set(found.clone()));
            }
            return;
        }
        let (head, done) = (code.block_with(words * body.initial.len()), code.block_with(words * body.initial.len()));
        let initial: Vec<Value> = body.initial.iter().flat_map(|&value| self.set(code, value)).collect();
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
                self.made[value.0 as usize] = Some(Operand::Set(before[first..first + words].to_vec()));
            }
        }
        self.items(code, items);
        let next: Vec<Value> = body.next.iter().flat_map(|&value| self.set(code, value)).collect();
        let after = code.or(&before, &next);
        let fresh = code.without(&after, &before);
        let more = code.some(&fresh);
        code.branch_with(more, (head, &after), (done, &after));
        code.begin(done);
        let found = code.parameters(done);
        for (i, set) in found.chunks(words).enumerate() {
            for value in self.found(id, i as u32) {
                self.made[value.0 as usize] = Some(Operand::Set(set.to_vec()));
            }
        }
    }

    /// Whether a set from which a fill starts is empty so often that a branch pays: it is what tests have left of others.
    fn is_often_empty(&self, code: &Code<'_, '_>, set: ValueId) -> bool {
        let values = &self.segment.values;
        let mut tested = set;
        while let Op::Image(_, from) = *values.op(tested) {
            tested = from;
        }
        let is_tested = !matches!(values.op(tested), Op::Row(_) | Op::Pieces(_) | Op::Constant(_) | Op::Param(..));
        code.program.passes.has(Pass::SkipEmptyFills) && is_tested && !values.never_empty(set)
    }

    /// The values that refer to a loop's results.
    fn found(&self, id: crate::ir::LoopId, i: u32) -> Vec<ValueId> {
        let values = &self.segment.values;
        (0..values.len() as u32).map(ValueId).filter(|&value| *values.op(value) == Op::Fixpoint(id, i)).collect()
    }

    fn enter_guard(&mut self, code: &mut Code<'_, '_>, region: crate::ir::RegionId) {
        let RegionKind::Guard { guard, result } = self.segment.values.region(region).kind else { return };
        let values = &self.segment.values;
        let found: Vec<ValueId> =
            (0..values.len() as u32).map(ValueId).filter(|&value| *values.op(value) == Op::GuardResult(region)).collect();
        if !found.iter().any(|found| self.needed[found.0 as usize]) {
            return;
        }
        let is_set = values.is_set(result);
        let points = found.first().and_then(|found| self.forms[found.0 as usize]);
        let no = match points {
            Some(points) => vec![code.nowhere(); points],
            None if is_set => vec![code.number(0); code.set_words()],
            None => vec![code.builder.ins().iconst(types::I8, 0)],
        };
        let (inside, done) = (code.block(), if is_set { code.block_with(no.len()) } else { code.block_of(1, types::I8) });
        let some = if self.is_points(guard) {
            let points = self.points(code, guard);
            points::any_exists(code, &points)
        } else {
            let set = self.set(code, guard);
            code.some(&set)
        };
        code.branch_with(some, (inside, &[]), (done, &no));
        code.begin(inside);
        self.items(code, &values.region(region).items);
        let out = match points {
            Some(_) => self.points(code, result),
            None if is_set => self.set(code, result),
            None => vec![self.one(result)],
        };
        code.jump(done, &out);
        code.begin(done);
        let out = code.parameters(done);
        let out = match points {
            Some(_) => Operand::Points(out),
            None if is_set => Operand::Set(out),
            None => Operand::One(out[0]),
        };
        for value in found {
            self.made[value.0 as usize] = Some(out.clone());
        }
    }
}
