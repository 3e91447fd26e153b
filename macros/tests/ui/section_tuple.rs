use treebench_macros::Section;

/// A table.
#[derive(Section)]
struct Table(u64);

fn main() {}
