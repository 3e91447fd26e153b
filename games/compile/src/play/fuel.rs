//! Fuel: the steps that a function may still try for the move at hand.

use crate::abi::context::Context;
use crate::emit::code::Code;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder};
use cranelift_frontend::Variable;
use std::mem::offset_of;

/// The fuel of a function.
#[derive(Clone, Copy)]
pub(super) struct Fuel {
    /// The steps left. Those of a pattern are in the context, since patterns inside it take from them, too.
    pub(super) left: Option<Variable>,
    /// Whether the function tries patterns, which have fuel of their own.
    pub(super) tries: bool,
    /// The exit for no fuel.
    pub(super) out: Block,
}

impl Fuel {
    /// Resets it.
    pub(super) fn refill(self, code: &mut Code<'_, '_>) {
        let fuel = code.field(offset_of!(Context, fuel));
        if let Some(left) = self.left {
            code.write(left, fuel);
        }
        if self.tries {
            code.set_field(offset_of!(Context, pattern_fuel), fuel);
        }
    }

    /// Counts one try.
    pub(super) fn burn(self, code: &mut Code<'_, '_>) {
        let fuel = match self.left {
            Some(left) => {
                code.add(left, -1);
                code.read(left)
            }
            None => {
                let before = code.field(offset_of!(Context, pattern_fuel));
                let fuel = code.builder.ins().iadd_imm_s(before, -1);
                code.set_field(offset_of!(Context, pattern_fuel), fuel);
                fuel
            }
        };
        let left = code.compare_number(IntCC::SignedGreaterThan, fuel, 0);
        code.require(left, self.out);
    }
}
