extern crate treebench_games as treebench;

use treebench::Params;

/// A group.
#[derive(Params)]
struct Group {
    /// How many.
    #[param(default = 3)]
    size: u8,
}

/// Parameters.
#[derive(Params)]
struct Settings {
    /// The group.
    #[param(group, defaults(sise = 4))]
    group: Group,
}

fn main() {}
