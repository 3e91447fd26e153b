use treebench_macros::Section;

/// A table.
#[derive(Section)]
struct Table {
    size: Option<u64>,
}

fn main() {}
