//! The agents, one file each. To add one: write the file, add its `mod` line here.

mod flat_mc;
mod random;
mod uct;
