//! Values: arithmetic, comparisons, and assignments.

use crate::number::{Arithmetic, Comparison, Operator, Variable};
use crate::program::Program;
use crate::state::State;

/// The value of an expression; `None` on division by zero.
pub fn value(program: &Program, state: &State, arithmetic: &Arithmetic) -> Option<i64> {
    match arithmetic {
        Arithmetic::Number(number) => Some(*number),
        Arithmetic::Variable(variable) => Some(state.variable(&program.layout, *variable)),
        Arithmetic::Count(piece) => Some(state.count(&program.layout, *piece)),
        Arithmetic::Binary(left, operator, right) => {
            let (left, right) = (value(program, state, left)?, value(program, state, right)?);
            match operator {
                Operator::Add => left.checked_add(right),
                Operator::Subtract => left.checked_sub(right),
                Operator::Multiply => left.checked_mul(right),
                Operator::Divide => left.checked_div(right),
            }
        }
    }
}

/// Whether a comparison holds. It does not if it divides by zero.
pub fn holds(program: &Program, state: &State, comparison: &Comparison) -> bool {
    let (left, right) = (value(program, state, &comparison.left), value(program, state, &comparison.right));
    matches!((left, right), (Some(left), Some(right)) if comparison.comparator.holds(left, right))
}

/// The value that an assignment gives to a variable; `None` if that is impossible.
pub fn assigned(program: &Program, state: &State, variable: Variable, arithmetic: &Arithmetic) -> Option<i64> {
    value(program, state, arithmetic).filter(|value| (0..=program.variables.bound(variable)).contains(value))
}
