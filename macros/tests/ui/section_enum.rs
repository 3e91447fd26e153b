use treebench_macros::Section;

/// A table.
#[derive(Section)]
enum Table {
    First,
}

fn main() {}
