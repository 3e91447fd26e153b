//! Tests of games, in Rust and as rules files, in one program, which links once and whose tests share the cores until the last one ends.

// `#[derive(Params)]` writes paths that start with the name of the facade.
extern crate treebench_games as treebench;

mod chess_games;
mod contract;
mod contract_fails;
mod diagonals;
mod drawing;
mod gnugo;
mod go;
mod go_policy;
mod hidden;
mod information_fails;
mod keys;
mod minishogi;
mod openspiel;
mod params;
mod pentalath;
mod perft;
mod plain;
mod phantom_go;
mod playouts;
mod rbg_fen;
mod rbg_perft;
mod rbg_random;
mod rbg_twins;
mod rbg_views;
mod rg_hidden;
mod rg_twins;
mod split;
mod swap;
