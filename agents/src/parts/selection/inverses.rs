//! 1/n, 1/√n and √(ln N) for visit counts, because divisions, roots and logarithms are most of what a selection costs.

/// Tables for small numbers.
#[derive(Clone, Debug)]
pub(super) struct Inverses {
    of: Box<[(f64, f64)]>,
    log_roots: Box<[f64]>,
}

/// Visits up to which they are looked up; 24 kB stay in the first-level cache.
const TABLE: usize = 1024;

impl Inverses {
    pub(super) fn new() -> Self {
        let numbers = || 0..TABLE as u32;
        Inverses { of: numbers().map(inverses).collect(), log_roots: numbers().map(log_root).collect() }
    }

    /// 1/n and 1/√n.
    #[inline(always)]
    pub(super) fn of(&self, n: u32) -> (f64, f64) {
        match self.of.get(n as usize) {
            Some(&pair) => pair,
            None => inverses(n),
        }
    }

    /// √(ln N), what 1/√n is multiplied with; 0 for 0.
    #[inline(always)]
    pub(super) fn log_root(&self, n: u32) -> f64 {
        match self.log_roots.get(n as usize) {
            Some(&root) => root,
            None => log_root(n),
        }
    }
}

fn inverses(n: u32) -> (f64, f64) {
    let n = f64::from(n);
    (1.0 / n, 1.0 / n.sqrt())
}

fn log_root(n: u32) -> f64 {
    // libm, not the platform's logarithm: a counted result has the same bytes everywhere.
    libm::log(f64::from(n.max(1))).sqrt()
}
