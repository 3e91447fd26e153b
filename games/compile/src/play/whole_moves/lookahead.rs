//! Candidates that are found without executing their steps, which are only assumed.
//!
//! A record has the squares of the steps, 16 bits each; the steps themselves are known from its number, since code is made for each way.

use super::records::{CandidateSteps, LastSquares, Records};
use crate::analysis::invariant_values::invariant_values;
use crate::analysis::joint_counts::{JointCount, joint_count};
use crate::analysis::plans::Plan;
use crate::analysis::sole_steps::SoleStep;
use crate::board::Piece;
use crate::emit::bounds::{self, AssumedStep};
use crate::emit::exit_counts::{self, ExitSquares};
use crate::emit::joint_counts;
use crate::emit::sets::{Placement, Set};
use crate::ir::{Exit, ValueId};
use crate::play::routine::Routine;
use crate::play::squares::each_square;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::collections::BTreeMap;

/// Steps that are assumed one after the other, and where the candidates after them are recorded.
pub(super) struct Lookahead<'r> {
    records: &'r mut Records,
    /// The node before the first step.
    node: Value,
    /// The steps, up to that of the plan at hand.
    steps: Vec<(usize, Exit)>,
    /// The changes of the steps before it.
    puts: Vec<Placement>,
    /// Squares with which the search goes on as with any other, by the numbers of the steps (see `sole_steps`).
    different: BTreeMap<Vec<u32>, Set>,
    /// Whether all records of the plan fit behind one for which room was found.
    has_room: bool,
}

impl<'r> Lookahead<'r> {
    pub(super) fn new(records: &'r mut Records, node: Value) -> Self {
        Lookahead { records, node, steps: Vec::new(), puts: Vec::new(), different: BTreeMap::new(), has_room: false }
    }

    /// Finds the candidates that begin with a planned step of an entry state from each square of a set.
    pub(super) fn explore(mut self, routine: &mut Routine<'_, '_>, entry: usize, plan: &Plan, set: &Set) {
        self.steps.push((entry, plan.exit.clone()));
        if plan.has_sole() {
            self.find_different(routine, plan, set);
        }
        self.explore_plan(routine, plan, set);
    }

    /// Finds the squares that may make a difference, if there are any squares.
    fn find_different(&mut self, routine: &mut Routine<'_, '_>, plan: &Plan, set: &Set) {
        let (some, empty) = (routine.code.block(), routine.code.block());
        let any = routine.code.any(set);
        routine.code.branch(any, some, empty);
        routine.code.begin(some);
        let before = AssumedStep { old: plan.old, new: plan.new, squares: Some(set) };
        bound_different(routine, plan, &mut vec![before], &mut vec![plan.exit.number], &mut self.different);
        // As parameters of a block that is reached from two others, they are not computed again for every square.
        let found: Vec<Value> = self.different.values().flatten().copied().collect();
        let ready = routine.code.block_with(found.len());
        routine.code.jump(ready, &found);
        routine.code.begin(empty);
        let none = routine.code.number(0);
        routine.code.jump(ready, &vec![none; found.len()]);
        routine.code.begin(ready);
        for (set, value) in self.different.values_mut().zip(routine.code.parameters(ready)) {
            *set = vec![value];
        }
    }

    /// Finds the candidates after the step of a plan, the last of the steps, from each square of a set.
    fn explore_plan(&mut self, routine: &mut Routine<'_, '_>, plan: &Plan, set: &Set) {
        let had_room = self.has_room;
        if !had_room && plan.fits_slack(routine.graph) {
            self.records.require_room(&mut routine.code);
            self.has_room = true;
        }
        let numbers: Vec<u32> = self.steps.iter().map(|(_, exit)| exit.number).collect();
        let joint = || joint_count(routine.graph.program, &routine.graph.get(plan.entry).segment, plan);
        match (plan.sole, self.different.get(&numbers).cloned()) {
            (Some(sole), Some(different)) => self.explore_runs(routine, plan, sole, set, &different),
            _ => match joint().filter(|_| !routine.code.is_point(set)) {
                Some(joint) => self.explore_together(routine, plan, &joint, set),
                None => self.explore_each(routine, plan, set),
            },
        }
        self.has_room = had_room;
    }

    /// The same square by square.
    fn explore_each(&mut self, routine: &mut Routine<'_, '_>, plan: &Plan, set: &Set) {
        let changes: Vec<(Piece, Piece)> = self.changes(plan);
        each_with_invariants(routine, plan.entry, &changes, set, |routine, square, known| {
            self.explore_square(routine, plan, square, known);
        });
    }

    /// The same for all squares at once: only how many candidates there are is recorded, with the squares.
    fn explore_together(&mut self, routine: &mut Routine<'_, '_>, plan: &Plan, joint: &JointCount, set: &Set) {
        let (some, done) = (routine.code.block(), routine.code.block());
        let any = routine.code.any(set);
        routine.code.branch(any, some, done);
        routine.code.begin(some);
        let segment = &routine.graph.get(plan.entry).segment;
        let count = joint_counts::joint_count(&mut routine.code, segment, joint, set, &self.puts);
        self.record(routine, &[count], plan.entry, LastSquares::Set(self.changes(plan)), set);
        routine.code.jump(done, &[]);
        routine.code.begin(done);
    }

    /// The pieces that the steps take away and put down, up to that of a plan.
    fn changes(&self, plan: &Plan) -> Vec<(Piece, Piece)> {
        self.puts.iter().map(|put| (put.old, put.new)).chain([(plan.old, plan.new)]).collect()
    }

    /// Finds the candidates after the step of a plan from one square, where some sets are known.
    fn explore_square(&mut self, routine: &mut Routine<'_, '_>, plan: &Plan, square: Value, known: &[(ValueId, Set)]) {
        let segment = &routine.graph.get(plan.entry).segment;
        let place = routine.code.one(square);
        self.puts.push(Placement { old: plan.old, new: plan.new, square, place });
        let ends: Vec<bool> = segment.exits.iter().map(|exit| routine.graph.ends_candidate(plan.entry, exit)).collect();
        let seen = exit_counts::look(&mut routine.code, segment, square, &self.puts, known, &ends);
        let counts: Vec<Value> =
            seen.iter().filter_map(|seen| if let ExitSquares::Count(count) = seen { Some(*count) } else { None }).collect();
        if !counts.is_empty() {
            self.record(routine, &counts, plan.entry, LastSquares::One, &[]);
        }
        for (n, further) in &plan.further {
            let ExitSquares::Set(set) = &seen[*n] else { unreachable!("only what ends candidates is counted") };
            self.steps.push((plan.entry, further.exit.clone()));
            self.explore_plan(routine, further, set);
            self.steps.pop();
        }
        self.puts.pop();
    }

    /// The same from each square of a set, where those that make no difference are recorded together as far as no other lies between them.
    fn explore_runs(&mut self, routine: &mut Routine<'_, '_>, plan: &Plan, sole: SoleStep, set: &Set, different: &Set) {
        let (head, other, done) = (routine.code.block_with(1), routine.code.block(), routine.code.block());
        routine.code.jump(head, set);
        routine.code.begin(head);
        let all = routine.code.parameters(head);
        let different = routine.code.and(&all, different);
        let less = routine.code.builder.ins().iadd_imm_s(different[0], -1);
        let below = routine.code.builder.ins().band_not(less, different[0]);
        let run = routine.code.builder.ins().band(all[0], below);
        let count = routine.code.count(&[run]);
        self.record(routine, &[count], plan.entry, LastSquares::Run(sole.exit), &[run]);
        routine.code.branch(different[0], other, done);
        routine.code.begin(other);
        let rest = routine.code.without(&all, &[run]);
        let square = routine.code.first(&rest);
        self.explore_square(routine, plan, square, &[]);
        let rest = routine.code.strike(&rest, square);
        routine.code.jump(head, &rest);
        routine.code.begin(done);
    }

    /// Records the steps that end candidates after the assumed ones, with the squares of the last of these if there are several.
    fn record(&mut self, routine: &mut Routine<'_, '_>, counts: &[Value], entry: usize, last: LastSquares, squares: &[Value]) {
        if !self.has_room {
            self.records.require_room(&mut routine.code);
        }
        let steps = CandidateSteps { steps: self.steps.clone(), entry, last };
        self.records.add_assumed(&mut routine.code, counts, self.node, steps, &self.puts, squares);
    }
}

/// Emits the same for each square of a set after some changes, with what is the same for all of them at the entry state that they lead to.
pub(super) fn each_with_invariants(
    routine: &mut Routine<'_, '_>,
    entry: usize,
    changes: &[(Piece, Piece)],
    set: &Set,
    body: impl FnOnce(&mut Routine<'_, '_>, Value, &[(ValueId, Set)]),
) {
    let segment = &routine.graph.get(entry).segment;
    let Some(invariants) = invariant_values(routine.graph.program, segment, changes) else {
        return each_square(routine, set, |routine, square| body(routine, square, &[]));
    };
    let code = &mut routine.code;
    let (some, empty, words) = (code.block(), code.block(), code.set_words());
    let ready = code.block_with(invariants.wanted.len() * words);
    let any = code.any(set);
    code.branch(any, some, empty);
    code.begin(some);
    let made = exit_counts::make_invariants(code, segment, &invariants).concat();
    code.jump(ready, &made);
    code.begin(empty);
    let none = code.number(0);
    code.jump(ready, &vec![none; made.len()]);
    // As parameters of a block that is reached from two others, they are not computed again for every square.
    code.begin(ready);
    let made = code.parameters(ready);
    let made: Vec<Set> = made.chunks(words).map(<[Value]>::to_vec).collect();
    each_square(routine, set, |routine, square| {
        let known = exit_counts::update_invariants(&mut routine.code, segment, &invariants, &made, square);
        body(routine, square, &known);
    });
}

/// Finds the squares that may make a difference, for all plans within a plan.
fn bound_different<'s>(
    routine: &mut Routine<'_, '_>,
    plan: &Plan,
    before: &mut Vec<AssumedStep<'s>>,
    numbers: &mut Vec<u32>,
    different: &mut BTreeMap<Vec<u32>, Set>,
) {
    if let Some(sole) = plan.sole
        && let Some(squares) = bounds::where_differs(&mut routine.code, &routine.graph.get(plan.entry).segment, sole, before)
    {
        different.insert(numbers.clone(), squares);
    }
    for (_, plan) in &plan.further {
        before.push(AssumedStep { old: plan.old, new: plan.new, squares: None });
        numbers.push(plan.exit.number);
        bound_different(routine, plan, before, numbers, different);
        numbers.pop();
        before.pop();
    }
}
