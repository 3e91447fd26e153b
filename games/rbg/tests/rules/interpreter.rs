//! The interpreter: against published counts, against a second enumerator, and at its limits.

mod forced;
mod games;
mod hand;
mod limits;
mod naive;
mod names;
