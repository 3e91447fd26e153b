//! 1/n and 1/√n for visit counts, because divisions and roots are most of what a selection costs.

/// A table for small n.
#[derive(Clone, Debug)]
pub(super) struct Inverses(Box<[(f64, f64)]>);

/// Visits up to which they are looked up; 16 kB stay in the first-level cache.
const TABLE: usize = 1024;

impl Inverses {
    pub(super) fn new() -> Self {
        Inverses((0..TABLE).map(|n| inverses(n as u32)).collect())
    }

    /// 1/n and 1/√n.
    #[inline(always)]
    pub(super) fn of(&self, n: u32) -> (f64, f64) {
        match self.0.get(n as usize) {
            Some(&pair) => pair,
            None => inverses(n),
        }
    }
}

fn inverses(n: u32) -> (f64, f64) {
    let n = f64::from(n);
    (1.0 / n, 1.0 / n.sqrt())
}
