//! Nodes: the steps executed in the search for candidates, each with the one before it, so that they can be repeated.

use crate::abi::areas::NODE_WORDS;
use crate::abi::areas::VARIABLE;
use crate::abi::context::Context;
use crate::automaton::Label;
use crate::ir::Exit;
use crate::play::machine::Machine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

impl Machine<'_, '_> {
    /// Executes a step after those that lead to a node, and goes on.
    pub(crate) fn search_on(&mut self, entry: usize, exit: &Exit, square: Value, before: Value) {
        let node = self.execute(entry, exit, square, before);
        self.code.write(self.search().node, node);
        self.go(entry, exit, square);
    }

    /// Executes a step after those that lead to a node; returns the node after it.
    pub(crate) fn execute(&mut self, entry: usize, exit: &Exit, square: Value, before: Value) -> Value {
        self.act(entry, exit, square);
        let (step, traced) = (self.step(exit, square), self.traced_step(exit, square));
        self.add_node(before, step, traced)
    }

    /// A step just executed as numbers from which alone it can be repeated.
    fn step(&mut self, exit: &Exit, square: Value) -> Value {
        match self.code.program.automaton.numbered(exit.number).label {
            Label::Put(piece) => self.code.builder.ins().bor_imm_s(square, i64::from(piece.0) << 32),
            Label::Assign(variable, _) => {
                let value = self.code.load(self.code.state, self.code.program.layout.variables + usize::from(variable.0));
                let value = self.code.builder.ins().ishl_imm_u(value, 32);
                self.code.builder.ins().bor_imm_s(value, VARIABLE | i64::from(variable.0))
            }
            _ => unreachable!("switches end candidates, and there are no dots in the orthodox view"),
        }
    }

    /// Adds a node to the chain of steps.
    fn add_node(&mut self, before: Value, step: Value, traced: Option<Value>) -> Value {
        let node_top = self.search().node_top;
        let node = self.code.read(node_top);
        let end = self.code.field(offset_of!(Context, nodes_end));
        let room = self.code.compare(IntCC::UnsignedLessThan, node, end);
        self.code.require(room, self.no_room);
        self.code.store(before, node, 0);
        self.code.store(step, node, 1);
        if let Some(traced) = traced {
            self.code.store(traced, node, 2);
        }
        self.code.add(node_top, (NODE_WORDS * 8) as i64);
        node
    }
}
