//! The agents, one file each. To add one, write the file and add its `mod` line here.

mod alpha_beta;
mod cfr;
mod chance_nodes;
mod cheating_uct;
mod expectimax;
mod flat_mc;
mod gpn_mcts;
mod gpn_presets;
mod grave;
mod grave_table;
mod group_nodes;
mod hand_over;
mod implicit_minimax;
mod index_mcts;
mod k_failure;
mod kl_ucb;
mod m_learning;
mod m_run;
mod m_run_non_recalling;
mod mcts;
mod mcts_solver;
mod meta_eve;
mod minimax;
mod mo_ismcts;
mod moss;
mod move_groups;
mod mt_ismcts;
mod negascout;
mod open_loop;
mod pn_mcts;
mod pimc;
mod pns;
mod probabilistic_minimax;
mod progressive_widening;
mod puct;
mod rand_mm;
mod random;
mod random_mc;
mod rave;
mod score_bounded;
mod sd_ismcts;
mod sequential_halving;
mod sm_mcts;
mod so_ismcts;
mod thompson;
mod uct;
mod uct_air;
mod uct_fpu;
mod uct_tuned;
mod uct_v;
mod uct_v_infinity;

/// Shared code of recipes: parameters and imports; groups of parameters of `mcts`; the policies of the tree-reductions paper; searches of information
/// sets.
mod shared;
mod groups;
mod stochastic;
mod information_sets;

pub use shared::SearchParams;
