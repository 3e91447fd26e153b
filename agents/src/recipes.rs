//! The agents, one file each. To add one: write the file, add its `mod` line here.

mod alpha_beta;
mod flat_mc;
mod gpn_best;
mod gpn_ludii;
mod gpn_mcts;
mod gpn_paper;
mod mcts;
mod mcts_solver;
mod pn_mcts;
mod pns;
mod random;
mod score_bounded;
mod uct;

/// What several recipes offer: single choices, and sets of parameters.
mod choices;
mod groups;
