//! The functions of a program: random play by semimoves and by whole moves, lists of moves, and the completion of moves.

mod output;
mod fuel;
mod choice_stack;
mod entry_blocks;
mod routine;
mod squares;
mod task;
mod keeper;
mod semimoves;
mod whole_moves;
mod list;
mod complete;
mod body;
pub(crate) mod function;
