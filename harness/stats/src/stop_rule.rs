//! A stopping rule: a test, its hypotheses and its limits.

use super::sequential::{deviations, score_of_elo};

/// The unit of hypotheses about a mean score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// The score in percent.
    Points,
    /// Logistic Elo of two players.
    Elo,
    /// Normalised Elo of two players: standard deviations of the score, on the scale of Elo.
    NormalisedElo,
}

/// The test that decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum StopTest {
    /// The generalised sequential probability ratio test of the mean `h1` against the mean `h0`, which is lower.
    Gsprt {
        /// The null hypothesis, in `unit`.
        h0: f64,
        /// The alternative, in `unit`.
        h1: f64,
        /// Their unit.
        unit: Unit,
        /// The probability of accepting `h1` although `h0` holds.
        alpha: f64,
        /// The probability of accepting `h0` although `h1` holds.
        beta: f64,
    },
    /// The always-valid interval of the mean: play stops when it excludes an even result, or is narrow enough.
    Interval {
        /// The width at which it is narrow enough, on the scale from 0 to 1; `None` if it is never.
        width: Option<f64>,
        /// The probability that the interval ever excludes the true mean.
        alpha: f64,
    },
}

/// A test with its limits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StopRule {
    /// The test.
    pub test: StopTest,
    /// Games before the first decision.
    pub at_least: u32,
    /// Games after which play stops without a decision of the test.
    pub at_most: u32,
}

impl StopRule {
    /// The rule of one of this many cells, so that `alpha` holds for all of them together (Bonferroni).
    #[must_use]
    pub fn of_family(mut self, family: f64, cells: usize) -> StopRule {
        let (StopTest::Gsprt { alpha, .. } | StopTest::Interval { alpha, .. }) = &mut self.test;
        *alpha = family / cells.max(1) as f64;
        self
    }

    /// The level of the always-valid interval: that of the test if the interval is the test, else 5 %.
    pub fn level(&self) -> f64 {
        match self.test {
            StopTest::Interval { alpha, .. } => alpha,
            StopTest::Gsprt { .. } => 0.05,
        }
    }

    /// The two hypotheses as mean scores of rounds of `size` games whose values have this variance; `None` without hypotheses.
    pub fn hypotheses(&self, variance: f64, size: u32) -> Option<(f64, f64)> {
        let StopTest::Gsprt { h0, h1, unit, .. } = self.test else { return None };
        let score = |h: f64| match unit {
            Unit::Points => h / 100.0,
            Unit::Elo => score_of_elo(h),
            Unit::NormalisedElo => 0.5 + deviations(h, size) * variance.sqrt(),
        };
        Some((score(h0), score(h1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_shares_its_alpha() {
        let rule = StopRule { test: StopTest::Interval { width: None, alpha: 0.05 }, at_least: 0, at_most: 100 };
        assert_eq!(rule.of_family(0.05, 10).level(), 0.005);
        let gsprt = StopTest::Gsprt { h0: 50.0, h1: 60.0, unit: Unit::Points, alpha: 0.05, beta: 0.1 };
        let StopTest::Gsprt { alpha, beta, .. } = (StopRule { test: gsprt, ..rule }).of_family(0.06, 12).test else { unreachable!() };
        assert_eq!((alpha, beta), (0.005, 0.1));
    }
}
