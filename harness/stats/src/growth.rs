//! Anytime-valid evidence on a stated hypothesis, while its games grow.

use super::bets::Evidence;
use super::claim::{Answer, Claim, Over, Side};

/// E-values for and against a hypothesis: if its answer is wrong, each ever reaches 1/α with a probability of at most α/2.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EAnswer {
    /// Against "the hypothesis is wrong".
    pub yes: f64,
    /// Against "the hypothesis is right".
    pub no: f64,
}

/// The e-value that decides a single hypothesis.
pub const DECIDES: f64 = 20.0;

impl EAnswer {
    /// No games.
    pub const NONE: EAnswer = EAnswer { yes: 1.0, no: 1.0 };

    /// From the p-values of a test of a fixed size, where nothing better is known: (1 − p + p ln p) / (p ln² p) is an e-value (Vovk and Wang 2021, equation 1,
    /// averaged over κ). Unlike others it does not hold while games grow.
    pub fn calibrated(answer: &Answer) -> EAnswer {
        let e = |p: f64| {
            let (p, ln) = (p.max(f64::MIN_POSITIVE), p.max(f64::MIN_POSITIVE).ln());
            // Near 1 the quotient is 0/0 and comes to ½.
            if ln > -1e-4 { 0.5 } else { (1.0 - p + p * ln) / (p * ln * ln) }
        };
        EAnswer { yes: e(answer.yes), no: e(answer.no) }
    }

    /// The larger of the two.
    pub fn most(&self) -> f64 {
        self.yes.max(self.no)
    }

    /// As p-values, each one-sided: what is decided at 2.5 % is so from [`DECIDES`] on.
    pub fn answer(&self, decisive: Option<usize>) -> Answer {
        let p = |e: f64| (0.5 / e).min(1.0);
        Answer { yes: p(self.yes), no: p(self.no), decisive }
    }

    /// Yes, no, or neither from this e-value on.
    pub fn decided(&self, from: f64) -> Option<bool> {
        if self.yes >= from { Some(true) } else { (self.no >= from).then_some(false) }
    }
}

/// Tests a hypothesis on one score, or one difference from `even`. `against` is the evidence against a mean.
pub fn e_answer(claim: Claim, even: f64, against: impl Fn(f64) -> Evidence) -> EAnswer {
    // Half of the fortune is bet on either side.
    let (above, below) = (|m: f64| against(m).above.exp() / 2.0, |m: f64| against(m).below.exp() / 2.0);
    let (low, high) = (even - claim.margin, even + claim.margin);
    match claim.side {
        Side::Above => EAnswer { yes: above(high), no: below(high) },
        Side::Below => EAnswer { yes: below(low), no: above(low) },
        Side::Near => EAnswer { yes: above(low).min(below(high)), no: above(high) + below(low) },
    }
}

/// The answer about every one or some of several cells: the least of the e-values where all must hold, and their mean where one is enough (Vovk and
/// Wang 2021, "E-values: calibration, combination and applications").
pub fn e_answer_over(over: Over, cells: &[EAnswer]) -> EAnswer {
    let least = |of: fn(&EAnswer) -> f64| cells.iter().map(of).fold(f64::INFINITY, f64::min);
    let mean = |of: fn(&EAnswer) -> f64| cells.iter().map(of).sum::<f64>() / cells.len() as f64;
    match over {
        _ if cells.is_empty() => EAnswer::NONE,
        Over::Every => EAnswer { yes: least(|cell| cell.yes), no: mean(|cell| cell.no) },
        Over::Some => EAnswer { yes: mean(|cell| cell.yes), no: least(|cell| cell.no) },
        Over::Average => EAnswer { yes: mean(|cell| cell.yes), no: mean(|cell| cell.no) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bets;

    fn claim(side: Side, margin: f64) -> Claim {
        Claim { side, over: Over::Average, margin }
    }

    #[test]
    fn sides_and_margins() {
        let counts = [(1.0, 40.0), (0.0, 20.0)];
        let of = |side, margin| e_answer(claim(side, margin), 0.5, |m| Bets::on(&counts).against(m));
        let two_sided = Bets::on(&counts).against(0.5).value();
        let above = of(Side::Above, 0.0);
        assert!((above.yes + above.no - two_sided).abs() < 1e-9 && above.yes > 10.0 * above.no);
        assert_eq!(of(Side::Below, 0.0), EAnswer { yes: above.no, no: above.yes });
        assert!(of(Side::Above, 0.1).yes < above.yes);
        assert!(of(Side::Near, 0.05).yes < 1.0 && of(Side::Near, 0.05).no > of(Side::Near, 0.1).no);
        assert_eq!((EAnswer { yes: 30.0, no: 0.1 }).decided(DECIDES), Some(true));
        assert_eq!((EAnswer { yes: 3.0, no: 21.0 }).decided(DECIDES), Some(false));
        let p = EAnswer { yes: DECIDES, no: 0.0 }.answer(None);
        assert_eq!((p.yes, p.no), (crate::ONE_SIDED, 1.0));
        assert_eq!((EAnswer::NONE.decided(DECIDES), EAnswer::NONE.most()), (None, 1.0));
    }

    /// A calibrator integrates to 1 over the unit interval, falls, and is worth less than 1/p.
    #[test]
    fn calibrated_p_values_are_e_values() {
        let of = |p: f64| EAnswer::calibrated(&Answer { yes: p, no: 1.0, decisive: None });
        // In powers of ten, since it rises steeply at 0: p = 10⁻ˣ.
        let steps = 400_000;
        let slice = |i: u32| 10f64.powf(-40.0 * f64::from(i) / f64::from(steps));
        let sum: f64 = (0..steps).map(|i| (of(slice(i)).yes + of(slice(i + 1)).yes) / 2.0 * (slice(i) - slice(i + 1))).sum();
        // What lies below 10⁻⁴⁰ has 1 / (40 ln 10) of it.
        assert!((sum + 1.0 / (40.0 * 10f64.ln()) - 1.0).abs() < 1e-3, "{sum}");
        assert!(of(0.001).yes > of(0.01).yes && of(0.01).yes < 100.0 && of(1.0) == EAnswer { yes: 0.5, no: 0.5 });
        assert!(of(0.05).yes < DECIDES && of(0.0).yes.is_finite());
    }

    #[test]
    fn every_takes_the_least_and_some_the_mean() {
        let cells = [EAnswer { yes: 100.0, no: 0.1 }, EAnswer { yes: 4.0, no: 2.0 }];
        assert_eq!(e_answer_over(Over::Every, &cells), EAnswer { yes: 4.0, no: 1.05 });
        assert_eq!(e_answer_over(Over::Some, &cells), EAnswer { yes: 52.0, no: 0.1 });
        assert_eq!(e_answer_over(Over::Some, &[]), EAnswer::NONE);
    }
}
