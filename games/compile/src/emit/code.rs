//! Emission of one native function: the builder and common operations.

use super::tables::Tables;
use crate::ir::Body;
use crate::number::{Comparator, Operator};
use crate::program::Program;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, Block, BlockArg, FuncRef, InstBuilder, JumpTableData, MemFlagsData, Signature, Type, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};
use std::collections::BTreeMap;

/// The addresses of the compiled patterns.
pub(crate) type Patterns = BTreeMap<Body, i64>;

/// The registers and exits of a function that tries patterns: these put their own choices and changes above those of the function.
#[derive(Clone, Copy)]
pub(crate) struct Stack {
    /// The end of the log.
    pub(crate) log: Variable,
    /// The topmost frame, and the bytes of a frame.
    pub(crate) frame: Variable,
    pub(crate) frame_size: i64,
    /// The exit when a pattern hits a limit.
    pub(crate) too_long: Block,
    pub(crate) too_much: Block,
}

/// A function under construction.
pub(crate) struct Code<'a, 'f> {
    pub(crate) builder: FunctionBuilder<'f>,
    pub(crate) program: &'a Program,
    pub(crate) tables: &'a mut Tables,
    pub(crate) patterns: &'a Patterns,
    /// Set when the function is begun.
    pub(crate) stack: Option<Stack>,
    /// Finds the square with a rank, if this processor has an instruction for it.
    pub(crate) select: Option<FuncRef>,
    /// The address of the state's words.
    pub(crate) state: Value,
    /// The address of the context.
    pub(crate) context: Value,
}

impl Code<'_, '_> {
    /// Words of a set.
    pub(crate) fn set_words(&self) -> usize {
        self.program.layout.set_words
    }

    pub(crate) fn number(&mut self, number: i64) -> Value {
        self.builder.ins().iconst(types::I64, number)
    }

    pub(crate) fn load(&mut self, address: Value, word: usize) -> Value {
        self.builder.ins().load(types::I64, MemFlagsData::trusted(), address, offset(word))
    }

    /// Loads a word of a table, which never changes: where it is not needed, it is not loaded.
    pub(crate) fn look_up(&mut self, address: Value, word: usize) -> Value {
        let flags = MemFlagsData::trusted().with_readonly().with_can_move();
        self.builder.ins().load(types::I64, flags, address, offset(word))
    }

    pub(crate) fn store(&mut self, value: Value, address: Value, word: usize) {
        self.builder.ins().store(MemFlagsData::trusted(), value, address, offset(word));
    }

    /// Reads a field of the context.
    pub(crate) fn field(&mut self, offset: usize) -> Value {
        self.builder.ins().load(types::I64, MemFlagsData::trusted(), self.context, offset as i32)
    }

    /// Writes a field of the context.
    pub(crate) fn set_field(&mut self, offset: usize, value: Value) {
        self.builder.ins().store(MemFlagsData::trusted(), value, self.context, offset as i32);
    }

    pub(crate) fn variable(&mut self, start: Value) -> Variable {
        let variable = self.builder.declare_var(types::I64);
        self.builder.def_var(variable, start);
        variable
    }

    pub(crate) fn read(&mut self, variable: Variable) -> Value {
        self.builder.use_var(variable)
    }

    pub(crate) fn write(&mut self, variable: Variable, value: Value) {
        self.builder.def_var(variable, value);
    }

    /// Adds to a variable.
    pub(crate) fn add(&mut self, variable: Variable, more: i64) {
        let before = self.read(variable);
        let after = self.builder.ins().iadd_imm_s(before, more);
        self.write(variable, after);
    }

    pub(crate) fn compare(&mut self, condition: IntCC, a: Value, b: Value) -> Value {
        self.builder.ins().icmp(condition, a, b)
    }

    pub(crate) fn compare_number(&mut self, condition: IntCC, a: Value, b: i64) -> Value {
        self.builder.ins().icmp_imm_s(condition, a, b)
    }

    /// Two numbers combined; a division by zero gives the dividend, which is never used.
    pub(crate) fn binary(&mut self, operator: Operator, a: Value, b: Value) -> Value {
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

    pub(crate) fn block(&mut self) -> Block {
        self.builder.create_block()
    }

    /// A block with parameters.
    pub(crate) fn block_with(&mut self, parameters: usize) -> Block {
        self.block_of(parameters, types::I64)
    }

    /// A block with parameters of a type.
    pub(crate) fn block_of(&mut self, parameters: usize, kind: Type) -> Block {
        let block = self.builder.create_block();
        for _ in 0..parameters {
            self.builder.append_block_param(block, kind);
        }
        block
    }

    pub(crate) fn parameters(&self, block: Block) -> Vec<Value> {
        self.builder.block_params(block).to_vec()
    }

    /// Continues in this block.
    pub(crate) fn begin(&mut self, block: Block) {
        self.builder.switch_to_block(block);
    }

    /// A cold block: its code is moved out of the way.
    pub(crate) fn mark_cold(&mut self, block: Block) {
        self.builder.set_cold_block(block);
    }

    pub(crate) fn jump(&mut self, block: Block, arguments: &[Value]) {
        self.builder.ins().jump(block, &passed(arguments));
    }

    pub(crate) fn branch(&mut self, condition: Value, then: Block, otherwise: Block) {
        self.builder.ins().brif(condition, then, &[], otherwise, &[]);
    }

    /// Continues only if the condition holds; otherwise branches to a block without parameters.
    pub(crate) fn require(&mut self, condition: Value, otherwise: Block) {
        let on = self.block();
        self.branch(condition, on, otherwise);
        self.begin(on);
    }

    pub(crate) fn branch_with(&mut self, condition: Value, then: (Block, &[Value]), otherwise: (Block, &[Value])) {
        self.builder.ins().brif(condition, then.0, &passed(then.1), otherwise.0, &passed(otherwise.1));
    }

    /// Branches to the block with this index; the last one takes all others.
    pub(crate) fn switch(&mut self, index: Value, blocks: &[Block]) {
        let index = self.builder.ins().ireduce(types::I32, index);
        let mut calls: Vec<_> = blocks.iter().map(|&block| self.builder.func.dfg.block_call(block, &[])).collect();
        let last = calls.pop().expect("a switch has a target");
        let table = self.builder.create_jump_table(JumpTableData::new(last, &calls));
        self.builder.ins().br_table(index, table);
    }

    /// Calls a function at an address: numbers in, one out.
    pub(crate) fn call(&mut self, address: i64, arguments: &[Value]) -> Value {
        let mut signature = Signature::new(self.builder.func.signature.call_conv);
        signature.params = vec![AbiParam::new(types::I64); arguments.len()];
        signature.returns = vec![AbiParam::new(types::I64)];
        let signature = self.builder.import_signature(signature);
        let address = self.number(address);
        let call = self.builder.ins().call_indirect(signature, address, arguments);
        self.builder.inst_results(call)[0]
    }

    pub(crate) fn leave(&mut self, code: i64) {
        let code = self.number(code);
        self.builder.ins().return_(&[code]);
    }
}

fn passed(values: &[Value]) -> Vec<BlockArg> {
    values.iter().map(|&value| value.into()).collect()
}

/// The offset of a word in bytes.
pub(crate) fn offset(word: usize) -> i32 {
    (word * 8) as i32
}

/// The processor's name of a comparison.
pub(crate) fn condition(relation: Comparator) -> IntCC {
    match relation {
        Comparator::Equal => IntCC::Equal,
        Comparator::Unequal => IntCC::NotEqual,
        Comparator::Less => IntCC::SignedLessThan,
        Comparator::LessEqual => IntCC::SignedLessThanOrEqual,
        Comparator::Greater => IntCC::SignedGreaterThan,
        Comparator::GreaterEqual => IntCC::SignedGreaterThanOrEqual,
    }
}
