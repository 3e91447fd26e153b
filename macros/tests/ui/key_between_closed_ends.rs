use treebench_macros::Section;

/// A table.
#[derive(Section)]
struct Table {
    /// How much.
    #[key(default = 0.5, between = 0.0..=1.0)]
    share: f64,
}

fn main() {}
