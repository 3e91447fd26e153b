//! Which nodes leave no choice: from there on to the next switch, every stretch offers at most one step whatever the state.

use crate::automaton::Automaton;

/// For each node, whether it is proved to leave no choice.
pub fn forced(automaton: &Automaton) -> Vec<bool> {
    vec![false; automaton.nodes()]
}
