use treebench_macros::Section;

/// A table.
#[derive(Section)]
#[section(scheme = describe)]
struct Table {
    /// How many.
    size: Option<u64>,
}

fn main() {}
