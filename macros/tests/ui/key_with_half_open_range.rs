use treebench_macros::Section;

/// A table.
#[derive(Section)]
struct Table {
    /// How many.
    #[key(default = 3, range = 1..9)]
    size: u64,
}

fn main() {}
