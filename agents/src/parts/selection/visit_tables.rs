//! Tables of 1/n, 1/√n, ln N and √(ln N) for visit counts: divisions, roots and logarithms are most of the cost of a selection.

use std::sync::LazyLock;

/// Tables for small numbers, the same for all searches.
#[derive(Debug)]
struct Tables {
    inverses: Box<[(f64, f64)]>,
    logs: Box<[f64]>,
    log_roots: Box<[f64]>,
}

/// Visit counts with a table entry for inverses. Large counts belong to the few nodes near the root, which grow one by one: little of the
/// table is in use at a time.
const INVERSES: u32 = 16_384;
/// Visit counts with a table entry for logarithms. A selection needs one logarithm, so few entries are in use at a time.
const LOGARITHMS: u32 = 16_384;
/// Visit counts with a table entry for the root of the logarithm.
const LOG_ROOTS: u32 = 65_536;

/// Looks values up, or computes them for large counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct VisitTables(&'static Tables);

impl VisitTables {
    pub(super) fn new() -> Self {
        static TABLES: LazyLock<Tables> = LazyLock::new(|| {
            let mut tables = Tables {
                inverses: (0..INVERSES).map(inverses).collect(),
                logs: (0..LOGARITHMS).map(log).collect(),
                log_roots: Box::default(),
            };
            tables.log_roots = (0..LOG_ROOTS).map(|n| tables.log(n).sqrt()).collect();
            tables
        });
        VisitTables(&TABLES)
    }

    /// 1/n and 1/√n.
    #[inline(always)]
    pub(super) fn of(&self, n: u32) -> (f64, f64) {
        match self.0.inverses.get(n as usize) {
            Some(&pair) => pair,
            None => inverses(n),
        }
    }

    /// ln N; 0 for 0.
    #[inline(always)]
    pub(super) fn log(&self, n: u32) -> f64 {
        self.0.log(n)
    }

    /// √(ln N), the factor of 1/√n; 0 for 0.
    #[inline(always)]
    pub(super) fn log_root(&self, n: u32) -> f64 {
        match self.0.log_roots.get(n as usize) {
            Some(&root) => root,
            None => self.0.log_of_many(n).sqrt(),
        }
    }
}

impl Tables {
    #[inline(always)]
    fn log(&self, n: u32) -> f64 {
        match self.logs.get(n as usize) {
            Some(&log) => log,
            None => self.log_of_many(n),
        }
    }

    /// ln n of a number beyond the table, which few nodes near the root have. With t the leading bits of n that the table holds, n = t·2ˢ·(1 + x)
    /// and x < 2⁻¹³, so that four terms of ln(1 + x) are exact to the last bit but one.
    #[inline(never)]
    fn log_of_many(&self, n: u32) -> f64 {
        let shift = (n / LOGARITHMS).ilog2() + 1;
        let head = n >> shift;
        let x = f64::from(n - (head << shift)) / f64::from(head << shift);
        let tail = x * (1.0 - x * (1.0 / 2.0 - x * (1.0 / 3.0 - x / 4.0)));
        self.logs[head as usize] + f64::from(shift) * std::f64::consts::LN_2 + tail
    }
}

fn inverses(n: u32) -> (f64, f64) {
    let n = f64::from(n);
    (1.0 / n, 1.0 / n.sqrt())
}

fn log(n: u32) -> f64 {
    // libm, not the platform's logarithm: a counted result has the same bytes everywhere.
    libm::log(f64::from(n.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_of_all_numbers_are_those_of_the_library() {
        let tables = VisitTables::new();
        let numbers = (1..200_000).chain((200_000..u32::MAX).step_by(99_991)).chain([u32::MAX]);
        for n in numbers {
            let (found, expected) = (tables.log(n), libm::log(f64::from(n)));
            assert!((found - expected).abs() <= 4e-15 * expected.max(1.0), "ln {n} = {expected}, not {found}");
            assert_eq!(tables.log_root(n), found.sqrt(), "the root of ln {n}");
        }
    }
}
