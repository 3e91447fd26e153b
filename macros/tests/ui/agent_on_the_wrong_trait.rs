extern crate treebench_agents as treebench;

use treebench::agent;

struct Uct;

#[agent("uct-air")]
impl Default for Uct {
    fn default() -> Self {
        Uct
    }
}

fn main() {}
