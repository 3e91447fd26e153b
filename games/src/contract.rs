//! What every registered game is tested for.
