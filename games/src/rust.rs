//! The games written in Rust, one file each. To add one: write the file, add its `mod` line here.

mod ataxx;
mod awari;
mod backgammon;
mod battleship;
mod breakthrough;
mod chinese_checkers;
mod chinese_dark_chess;
mod connect_four;
mod connect_three;
mod dark_hex;
mod diagonals;
mod einstein;
mod go;
mod gomba;
mod goofspiel;
mod knightthrough;
mod kuhn_poker;
mod leduc_poker;
mod liars_dice;
mod lines_of_action;
mod lines_of_action_7x7;
mod los_alamos_chess;
mod matrix_game;
mod minishogi;
mod p_game;
mod pentago;
mod pentalath;
mod phantom_go;
mod phantom_tic_tac_toe;
mod reach_chess;
mod reversi;
mod rolit;
mod skirmish;
mod standard_chess;
mod surakarta;
mod tic_tac_toe;
mod tron;

/// The board of connect-four and connect-three: discs that fall in columns.
mod falling_discs;

/// The rules and move generation of games with chess pieces, and FEN.
mod chess;

/// The board of both sizes of lines of action.
mod loa;

/// Boards on which players see only their own stones.
mod phantom;

/// Lists of stones for random play.
mod stone_lists;

/// The notation of boards with the stones of two players.
mod stone_board;

/// The enclosure rule of reversi and rolit.
mod disc_flips;
