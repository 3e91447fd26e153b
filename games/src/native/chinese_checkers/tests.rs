//! The board's geometry and the rules that need a position of their own.
