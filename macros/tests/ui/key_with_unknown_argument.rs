use treebench_macros::Section;

/// A table.
#[derive(Section)]
struct Table {
    /// How many.
    #[key(defualt = 3)]
    size: u64,
}

fn main() {}
