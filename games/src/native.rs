//! The games written in Rust, one file each. To add one: write the file, add its `mod` line here.

mod tic_tac_toe;
