//! The agents, one file each. To add one: write the file, add its `mod` line here.

mod alpha_beta;
mod chance_nodes;
mod expectimax;
mod flat_mc;
mod gpn_best;
mod gpn_ludii;
mod gpn_mcts;
mod gpn_paper;
mod group_nodes;
mod mcts;
mod mcts_solver;
mod move_groups;
mod open_loop;
mod pn_mcts;
mod pns;
mod progressive_widening;
mod rand_mm;
mod random;
mod score_bounded;
mod uct;

/// What several recipes offer: single choices, and sets of parameters.
mod choices;
mod groups;
mod stochastic;
