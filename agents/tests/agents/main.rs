//! Agents, their parts and their engines, in one program: it links once, and its tests share the cores to the end.

mod actions;
mod alpha_beta;
mod bandit_trees;
mod bandits;
mod budget;
mod chance;
mod common;
mod composed;
mod exhaustive;
mod grave;
mod gtp;
mod guided;
mod information;
mod ludii;
mod parameters;
mod parts;
mod parts_proofs;
mod proofs;
mod registry;
mod search;
mod semisplit;
mod solved_games;
mod tree;
mod ugi;
mod variants;
mod walks;
