//! Whether a stated hypothesis about scores holds: yes, no, or not decided.
//!
//! A hypothesis says that scores lie above a level, below it, or near it, and it speaks of the average of several cells, of every one or of some
//! of them. "Yes" and "no" are each wrong with a probability of at most 2.5 %, whatever the truth:
//!
//! * the average: the test of a sum of cells ([`Contrast`]); for a single cell the caller gives an exact p-value;
//! * every cell holds: each must hold at the level itself, without correction (intersection-union test: Berger 1982, "Multiparameter
//!   hypothesis testing and acceptance sampling"); that not all hold is shown by one that does not, corrected for choosing it (Bonferroni);
//! * some cell holds: the other way round;
//! * near the level: both bounds are tested, and both must hold (two one-sided tests: Schuirmann 1987).

use super::normal::normal_cdf;
use super::{Contrast, Estimate, Z95};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// With more degrees of freedom, Student's distribution is approximated by the normal one.
const MOST_FREEDOM: f64 = 1000.0;

/// The level of "yes" and of "no": with it, an answer about a single score is yes exactly if its 95 % interval says so.
pub const ONE_SIDED: f64 = 0.025;

/// The side of the level on which a hypothesis places the scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Above even + margin.
    Above,
    /// Below even − margin.
    Below,
    /// Between even − margin and even + margin.
    Near,
}

/// The scores that a hypothesis is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// Their average, each counted once.
    Average,
    /// Every one.
    Every,
    /// At least one.
    Some,
}

/// A hypothesis about scores on the scale from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claim {
    /// The side.
    pub side: Side,
    /// Of which scores.
    pub over: Over,
    /// The least difference from an even result that counts, at least 0.
    pub margin: f64,
}

/// A score that a hypothesis is tested on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// The mean and its effective number of games.
    pub estimate: Estimate,
    /// The score of an even result.
    pub even: f64,
    /// The two-sided p-value of an even result by the exact test, which decides if there is no margin.
    pub p: f64,
}

/// The answer to a hypothesis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Answer {
    /// The p-value of the hypothesis being wrong: "yes" if it is small.
    pub yes: f64,
    /// The p-value of the hypothesis being right: "no" if it is small.
    pub no: f64,
    /// The index of the deciding score: the weakest of every, the strongest of some, and likewise against every and some; `None` for an average.
    pub decisive: Option<usize>,
}

impl Answer {
    /// Yes, no, or neither at the level `alpha` for either answer.
    pub fn decided(&self, alpha: f64) -> Option<bool> {
        if self.yes <= alpha { Some(true) } else { (self.no <= alpha).then_some(false) }
    }
}

/// A measured number with one-sided tests against another.
pub trait OneSidedTest {
    /// The one-sided p-value of its true value being at most `target`: small if it lies significantly above.
    fn p_above(&self, target: f64) -> f64;
    /// The one-sided p-value of its true value being at least `target`.
    fn p_below(&self, target: f64) -> f64;
}

impl OneSidedTest for Contrast {
    fn p_above(&self, target: f64) -> f64 {
        Contrast::p_above(self, target)
    }

    fn p_below(&self, target: f64) -> f64 {
        Contrast::p_below(self, target)
    }
}

impl OneSidedTest for Estimate {
    fn p_above(&self, target: f64) -> f64 {
        Estimate::p_above(self, target)
    }

    fn p_below(&self, target: f64) -> f64 {
        Estimate::p_below(self, target)
    }
}

/// With fewer values, Student's interval of their mean is not relied on if they may be skewed: of 100 values it misses in at most 6 % for distributions that are
/// no more skewed than the exponential one, of 5 in up to 18 % for the lengths of random games (simulated in `tests/error_rates/lengths.rs`).
pub const ENOUGH_SKEWED: u64 = 100;

/// A difference of means with Student's distribution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gap {
    /// The difference.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
    /// The degrees of freedom of the error; infinitely many make the difference normal.
    pub freedom: f64,
}

impl Gap {
    /// Half of the 95 % interval.
    pub fn half(&self) -> f64 {
        self.error * self.student().map_or(Z95, |t| t.inverse_cdf(1.0 - ONE_SIDED))
    }

    /// Its distribution in units of the standard error, unless it is normal.
    fn student(&self) -> Option<StudentsT> {
        // With less than one degree, as for a single value, the interval of one is wide enough to show that little is known.
        StudentsT::new(0.0, 1.0, self.freedom.max(1.0)).ok().filter(|_| self.freedom < MOST_FREEDOM)
    }

    fn below(&self, errors: f64) -> f64 {
        self.student().map_or_else(|| normal_cdf(errors), |t| t.cdf(errors))
    }
}

impl OneSidedTest for Gap {
    fn p_above(&self, target: f64) -> f64 {
        // Without any spread nothing is known of the error.
        if self.error > 0.0 { self.below((target - self.value) / self.error) } else { 1.0 }
    }

    fn p_below(&self, target: f64) -> f64 {
        if self.error > 0.0 { self.below((self.value - target) / self.error) } else { 1.0 }
    }
}

/// Tests a hypothesis about an average, or about a difference of two averages, which is 0 if they are equal.
pub fn answer_average(claim: Claim, measured: &dyn OneSidedTest, even: f64) -> Answer {
    let (yes, no) = against(claim, measured, even);
    Answer { yes, no, decisive: None }
}

/// Tests a hypothesis about several scores, each of at least one game; `None` if there are none, or if it is about the average of more than one.
pub fn answer(claim: Claim, scores: &[Score]) -> Option<Answer> {
    if scores.len() > 1 && claim.over == Over::Average {
        return None;
    }
    let each: Vec<Answer> = scores.iter().map(|score| single(claim, score)).collect();
    answer_over(claim.over, &each)
}

/// The answer about every one or some of several, from the answers about each; `None` if there are none.
pub fn answer_over(over: Over, each: &[Answer]) -> Option<Answer> {
    if let [only] = each {
        return Some(Answer { decisive: Some(0), ..*only });
    }
    let count = each.len() as f64;
    let least = |p: fn(&Answer) -> f64| (0..each.len()).min_by(|&a, &b| p(&each[a]).total_cmp(&p(&each[b])));
    let most = |p: fn(&Answer) -> f64| (0..each.len()).max_by(|&a, &b| p(&each[a]).total_cmp(&p(&each[b])));
    let (yes, no, (for_yes, for_no)) = match over {
        Over::Every | Over::Average => {
            let (weakest, contrary) = (most(|answer| answer.yes)?, least(|answer| answer.no)?);
            (each[weakest].yes, (each[contrary].no * count).min(1.0), (weakest, contrary))
        }
        Over::Some => {
            let (strongest, contrary) = (least(|answer| answer.yes)?, most(|answer| answer.no)?);
            ((each[strongest].yes * count).min(1.0), each[contrary].no, (strongest, contrary))
        }
    };
    Some(Answer { yes, no, decisive: Some(if yes <= no { for_yes } else { for_no }) })
}

/// The p-values for yes and for no of one score. Without a margin the exact test decides about the side.
fn single(claim: Claim, score: &Score) -> Answer {
    if claim.margin > 0.0 || claim.side == Side::Near {
        return answer_average(claim, &score.estimate, score.even);
    }
    let half = score.p / 2.0;
    let (above, below) = match score.estimate.mean {
        mean if mean > score.even => (half, 1.0),
        mean if mean < score.even => (1.0, half),
        _ => (1.0, 1.0),
    };
    let (yes, no) = if claim.side == Side::Above { (above, below) } else { (below, above) };
    Answer { yes, no, decisive: None }
}

fn against(claim: Claim, score: &dyn OneSidedTest, even: f64) -> (f64, f64) {
    let (low, high) = (even - claim.margin, even + claim.margin);
    match claim.side {
        Side::Above => (score.p_above(high), score.p_below(high)),
        Side::Below => (score.p_below(low), score.p_above(low)),
        // Outside on either side is one of two chances.
        Side::Near => (score.p_above(low).max(score.p_below(high)), (2.0 * score.p_above(high).min(score.p_below(low))).min(1.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moments, Rounds, Series, Sharing, Z95, judge_rounds};
    use treebench_games::Rng;

    fn score(wins: u64, losses: u64) -> Score {
        let judged = judge_rounds(&Rounds::of_match(wins, 0, losses), 0.5);
        Score { estimate: judged.estimate, even: 0.5, p: judged.p }
    }

    fn decided(side: Side, over: Over, margin: f64, scores: &[Score]) -> Option<bool> {
        answer(Claim { side, over, margin }, scores).and_then(|answer| answer.decided(ONE_SIDED))
    }

    #[test]
    fn a_single_score_is_answered_by_its_verdict() {
        for over in [Over::Average, Over::Every, Over::Some] {
            assert_eq!(decided(Side::Above, over, 0.0, &[score(70, 30)]), Some(true));
            assert_eq!(decided(Side::Below, over, 0.0, &[score(70, 30)]), Some(false));
            assert_eq!(decided(Side::Above, over, 0.0, &[score(52, 48)]), None);
        }
        // With a margin the end of the 95 % interval decides.
        let (low, _) = score(70, 30).estimate.interval(Z95);
        assert_eq!(decided(Side::Above, Over::Every, low - 0.501, &[score(70, 30)]), Some(true));
        assert_eq!(decided(Side::Above, Over::Every, low - 0.499, &[score(70, 30)]), None);
        assert_eq!(answer(Claim { side: Side::Above, over: Over::Every, margin: 0.0 }, &[]), None);
    }

    #[test]
    fn every_some_and_average_differ() {
        let mixed = [score(70, 30), score(20, 80), score(50, 50)];
        assert_eq!(decided(Side::Above, Over::Every, 0.0, &mixed), Some(false));
        assert_eq!(decided(Side::Above, Over::Some, 0.0, &mixed), Some(true));
        let all = [score(70, 30), score(65, 35)];
        assert_eq!(decided(Side::Above, Over::Every, 0.0, &all), Some(true));
        assert_eq!(decided(Side::Below, Over::Some, 0.0, &all), Some(false));
        let decisive = |over| answer(Claim { side: Side::Above, over, margin: 0.0 }, &mixed).unwrap().decisive;
        assert_eq!((decisive(Over::Every), decisive(Over::Some)), (Some(1), Some(0)));
    }

    #[test]
    fn differences_are_answered_by_their_interval() {
        let claim = |side, margin| Claim { side, over: Over::Average, margin };
        let share = |wins: u64| Moments::of_match(wins, 0, 100 - wins);
        let rates = |a, b| Contrast::of_means(&[(1.0, share(a)), (-1.0, share(b))]).unwrap();
        assert_eq!(answer_average(claim(Side::Above, 0.0), &rates(70, 40), 0.0).decided(ONE_SIDED), Some(true));
        assert_eq!(answer_average(claim(Side::Below, 0.0), &rates(70, 40), 0.0).decided(ONE_SIDED), Some(false));
        assert_eq!(answer_average(claim(Side::Above, 0.2), &rates(70, 40), 0.0).decided(ONE_SIDED), None);
        // 1.96 standard errors are the 95 % interval.
        let gap = Gap { value: 0.2, error: 0.1, freedom: f64::INFINITY };
        // Student 1908: of two degrees of freedom, 2.5 % lie above 4.303.
        assert!((Gap { value: 0.0, error: 1.0, freedom: 2.0 }.half() - 4.303).abs() < 1e-3);
        assert!((Gap { value: 4.303, error: 1.0, freedom: 2.0 }.p_above(0.0) - 0.025).abs() < 1e-4);
        let answer = answer_average(claim(Side::Above, 0.0), &gap, 0.0);
        assert!((answer.yes - 0.02275).abs() < 1e-5 && (answer.no - 0.97725).abs() < 1e-5, "{answer:?}");
        assert_eq!(answer_average(claim(Side::Above, 0.0), &Gap { error: 0.0, ..gap }, 0.0).decided(ONE_SIDED), None);
    }

    #[test]
    fn near_needs_many_games() {
        assert_eq!(decided(Side::Near, Over::Average, 0.05, &[score(50, 50)]), None);
        assert_eq!(decided(Side::Near, Over::Average, 0.05, &[score(1000, 1000)]), Some(true));
        assert_eq!(decided(Side::Near, Over::Average, 0.05, &[score(1200, 800)]), Some(false));
        assert_eq!(decided(Side::Near, Over::Every, 0.05, &[score(1000, 1000), score(1000, 1000)]), Some(true));
    }

    #[test]
    fn the_best_must_beat_each_rival_and_not_their_average() {
        let of = |yes, no| Answer { yes, no, decisive: None };
        let rivals = [of(0.001, 0.9), of(0.2, 0.5), of(0.0001, 1.0)];
        assert_eq!(answer_over(Over::Every, &rivals), Some(Answer { yes: 0.2, no: 1.0, decisive: Some(1) }));
        let some = answer_over(Over::Some, &rivals).unwrap();
        assert!((some.yes - 0.0003).abs() < 1e-12 && (some.no, some.decisive) == (1.0, Some(2)), "{some:?}");
        assert_eq!(answer_over(Over::Every, &[]), None);
    }

    #[test]
    fn answers_are_rarely_wrong_where_they_can_be() {
        // Equals: every "yes" to better and to worse is wrong, in all three senses.
        let mut rng = Rng::from_seed(12);
        let trials = 600;
        let mut wrong = [0; 3];
        for _ in 0..trials {
            let cells: Vec<Rounds> = (0..4)
                .map(|_| {
                    let wins = (0..100).filter(|_| rng.unit() < 0.5).count() as u64;
                    Rounds::of_match(wins, 0, 100 - wins)
                })
                .collect();
            let series: Vec<Series<'_>> = cells.iter().map(|rounds| Series { weight: 0.25, rounds, sharing: Sharing::Nothing }).collect();
            let average = Contrast::of(&series).unwrap();
            let scores: Vec<Score> = cells
                .iter()
                .map(|rounds| {
                    let judged = judge_rounds(rounds, 0.5);
                    Score { estimate: judged.estimate, even: 0.5, p: judged.p }
                })
                .collect();
            for (count, over) in wrong.iter_mut().zip([Over::Average, Over::Every, Over::Some]) {
                let yes = |side| {
                    let claim = Claim { side, over, margin: 0.0 };
                    let answer = if over == Over::Average { answer_average(claim, &average, 0.5) } else { answer(claim, &scores).unwrap() };
                    answer.decided(ONE_SIDED) == Some(true)
                };
                *count += u32::from([Side::Above, Side::Below].into_iter().any(yes));
            }
        }
        // 5 % of 600 are 30, with a standard error of 5.3; every cell at once is much rarer.
        assert!((15..46).contains(&wrong[0]) && wrong[1] <= 2 && (5..46).contains(&wrong[2]), "{wrong:?}");
    }
}
