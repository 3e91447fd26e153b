//! The functions of a program: random play by semimoves and by whole moves, lists of moves, and the completion of moves.

pub(crate) mod registers;
pub(crate) mod machine;
pub(crate) mod blocks;
pub(crate) mod frames;
pub(crate) mod squares;
pub(crate) mod output;
pub(crate) mod codes;
pub(crate) mod ahead;
pub(crate) mod guide;
pub(crate) mod choices;
pub(crate) mod list;
pub(crate) mod last;
pub(crate) mod foresee;
pub(crate) mod nodes;
pub(crate) mod chain;
pub(crate) mod single;
pub(crate) mod references;
pub(crate) mod counts;
pub(crate) mod candidates;
pub(crate) mod draw;
pub(crate) mod write;
