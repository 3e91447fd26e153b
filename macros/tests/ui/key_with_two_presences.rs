use treebench_macros::Section;

/// A table.
#[derive(Section)]
struct Table {
    /// How many.
    #[key(default = 3, required = "size = 3")]
    size: u64,
}

fn main() {}
