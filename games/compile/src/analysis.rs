//! Static analyses of a program: facts about its entry states and the values of their segments, which decide what the compiler emits.

pub(crate) mod entry_states;
pub(crate) mod graph;
pub(crate) mod point_values;
pub(crate) mod needed_values;
pub(crate) mod contradictions;
pub(crate) mod exclusive_steps;
pub(crate) mod value_ranges;
pub(crate) mod completion;
pub(crate) mod undo_policy;
pub(crate) mod fills;
pub(crate) mod goal_tests;
pub(crate) mod unions;
pub(crate) mod sole_steps;
pub(crate) mod invariant_values;
pub(crate) mod plans;
pub(crate) mod square_conditions;
pub(crate) mod joint_counts;
pub(crate) mod executed_steps;
pub(crate) mod chains;
pub(crate) mod repeated_states;
pub(crate) mod code_lengths;
