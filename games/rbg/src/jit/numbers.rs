//! Numbers: arithmetic and comparisons.

use super::code::Code;
use crate::expr::{Operator, Relation as Comparing};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

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

/// The processor's name of a comparison.
pub(super) fn condition(relation: Comparing) -> IntCC {
    match relation {
        Comparing::Equal => IntCC::Equal,
        Comparing::Unequal => IntCC::NotEqual,
        Comparing::Less => IntCC::SignedLessThan,
        Comparing::LessEqual => IntCC::SignedLessThanOrEqual,
        Comparing::Greater => IntCC::SignedGreaterThan,
        Comparing::GreaterEqual => IntCC::SignedGreaterThanOrEqual,
    }
}
