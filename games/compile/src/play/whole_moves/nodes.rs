//! Nodes: the steps executed in the search for candidates, each with the one before it, so that they can be repeated.

use super::trace::Trace;
use crate::abi::areas::{NODE_WORDS, VARIABLE};
use crate::abi::context::Context;
use crate::automaton::Label;
use crate::emit::steps;
use crate::ir::Exit;
use crate::play::routine::Routine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::Variable;
use std::mem::offset_of;

/// The nodes of the search for candidates.
pub(super) struct Nodes {
    /// The address of the next node.
    pub(super) top: Variable,
    /// The node of the step just executed, 0 where the move begins.
    pub(super) current: Variable,
    /// Whether some candidates are found by executing steps.
    pub(super) are_used: bool,
    pub(super) trace: Trace,
}

impl Nodes {
    /// Executes a step after those that lead to a node; returns the node after it.
    pub(super) fn execute(&self, routine: &mut Routine<'_, '_>, entry: usize, exit: &Exit, square: Value, before: Value) -> Value {
        routine.act(entry, exit, square);
        let step = step(routine, exit, square);
        let traced = self.trace.word(&mut routine.code, exit, square);
        self.push_node(routine, before, step, traced)
    }

    /// Executes a step after those that lead to a node, and goes on.
    pub(super) fn search_on(&self, routine: &mut Routine<'_, '_>, entry: usize, exit: &Exit, square: Value, before: Value) {
        let node = self.execute(routine, entry, exit, square, before);
        routine.code.write(self.current, node);
        routine.go(entry, exit, square);
    }

    /// Adds a node to the chain of steps.
    fn push_node(&self, routine: &mut Routine<'_, '_>, before: Value, step: Value, traced: Option<Value>) -> Value {
        let no_room = routine.faults.no_room;
        let code = &mut routine.code;
        let node = code.read(self.top);
        let end = code.field(offset_of!(Context, nodes_end));
        let room = code.compare(IntCC::UnsignedLessThan, node, end);
        code.require(room, no_room);
        code.store(before, node, 0);
        code.store(step, node, 1);
        if let Some(traced) = traced {
            code.store(traced, node, 2);
        }
        code.add(self.top, (NODE_WORDS * 8) as i64);
        node
    }

    /// Executes the steps that lead to a node. The stack of choices is empty: its memory holds the steps collected on the way back from the
    /// node.
    pub(super) fn replay(&self, routine: &mut Routine<'_, '_>, node: Value) {
        let traced = self.trace.is_kept();
        let stack = routine.code.builder.ins().iadd_imm_s(routine.choices.base, routine.choices.size);
        let size = if traced { 16 } else { 8 };
        let code = &mut routine.code;
        let (up, down, step, done) = (code.block_with(2), code.block_with(1), code.block(), code.block());
        // A candidate whose steps were all assumed, or that has only the last, has no node.
        code.branch_with(node, (up, &[node, stack]), (done, &[]));
        code.begin(up);
        let [node, top] = code.parameters(up)[..] else { unreachable!("two parameters") };
        let before = code.load(node, 0);
        let entry = code.load(node, 1);
        code.store(entry, top, 0);
        if traced {
            let step = code.load(node, 2);
            code.store(step, top, 1);
        }
        let higher = code.builder.ins().iadd_imm_s(top, size);
        code.branch_with(before, (up, &[before, higher]), (down, &[higher]));
        code.begin(down);
        let top = code.parameters(down)[0];
        let more = code.compare(IntCC::UnsignedGreaterThan, top, stack);
        code.branch(more, step, done);
        code.begin(step);
        let lower = code.builder.ins().iadd_imm_s(top, -size);
        let entry = code.load(lower, 0);
        if traced {
            let step = code.load(lower, 1);
            routine.output.append(code, step);
        }
        repeat(routine, entry);
        routine.code.jump(down, &[lower]);
        routine.code.begin(done);
    }
}

/// A step just executed as numbers from which alone it can be repeated.
fn step(routine: &mut Routine<'_, '_>, exit: &Exit, square: Value) -> Value {
    let program = routine.graph.program;
    let code = &mut routine.code;
    match program.automaton.numbered(exit.number).label {
        Label::Put(piece) => code.builder.ins().bor_imm_s(square, i64::from(piece.0) << 32),
        Label::Assign(variable, _) => {
            let value = code.load(code.state, program.layout.variables + usize::from(variable.0));
            let value = code.builder.ins().ishl_imm_u(value, 32);
            code.builder.ins().bor_imm_s(value, VARIABLE | i64::from(variable.0))
        }
        _ => unreachable!("switches end candidates, and whole moves have no dots"),
    }
}

/// Executes such a step.
fn repeat(routine: &mut Routine<'_, '_>, step: Value) {
    let (log, code) = (routine.log, &mut routine.code);
    let (variable, square, done) = (code.block(), code.block(), code.block());
    let place = code.builder.ins().band_imm_s(step, 0xffff);
    let new = code.builder.ins().ushr_imm_u(step, 32);
    let kind = code.builder.ins().band_imm_s(step, VARIABLE);
    code.branch(kind, variable, square);
    code.begin(variable);
    steps::assign(code, place, new, log);
    code.jump(done, &[]);
    code.begin(square);
    steps::put(code, place, new, Some(log));
    code.jump(done, &[]);
    code.begin(done);
}
