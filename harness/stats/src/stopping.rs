//! When to stop playing: a rule applied to rounds in the order of the plan.
//!
//! There is a look after every round up to 1,000, then after every second, from 2,000 on after every third, and so on, so a decision comes at most
//! 0.1 % late and a million rounds take 7,500 looks. Repeated rounds, as deterministic agents play them, are no further evidence: counts of rounds
//! are multiplied by the effective number of distinct rounds (Kish 1965, as in verdicts) over their number. At every look only what earlier rounds
//! have in common counts, so that the decision does not depend on what is played later.

use super::claim::{Claim, Side};
use super::classes::Classes;
use super::growth::e_answer;
use super::sequential::{bounds, llr, llr_normalised, score_of_elo};
use super::stop_rule::{StopRule, StopTest, Unit};
use super::{Bets, Moments};
use std::collections::HashMap;

/// Why play stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The test accepted the null hypothesis.
    AcceptsH0,
    /// The test accepted the alternative.
    AcceptsH1,
    /// The interval lies above an even result.
    Better,
    /// The interval lies below an even result.
    Worse,
    /// The interval is narrow enough, and contains an even result.
    Narrow,
    /// The mean is as near to an even result as a hypothesis says.
    Near,
    /// The largest number of games was played without a decision.
    AtMost,
}

impl Decision {
    /// The answer to a hypothesis with the scores on this side; `None` if still open. "Not above H1" does not answer whether a score is above even,
    /// nor "above H0" whether it is below.
    pub fn answers(self, side: Side) -> Option<bool> {
        match (side, self) {
            (_, Decision::Narrow | Decision::AtMost) | (Side::Above, Decision::AcceptsH0) | (Side::Below, Decision::AcceptsH1) => None,
            (Side::Above, decision) => Some(matches!(decision, Decision::Better | Decision::AcceptsH1)),
            (Side::Below, decision) => Some(matches!(decision, Decision::Worse | Decision::AcceptsH0)),
            (Side::Near, decision) => Some(decision == Decision::Near),
        }
    }
}

/// The state of a rule after some rounds.
#[derive(Clone, Debug)]
pub struct Sequence {
    rule: StopRule,
    /// Games of a whole round.
    size: u32,
    /// The score of an even result.
    even: f64,
    /// The values that came up or may come up, with their numbers.
    counts: Vec<(f64, f64)>,
    values: Moments,
    games: u32,
    repetitions: Repetitions,
    /// The share of rounds that is evidence, if the caller knows it.
    share: Option<f64>,
    /// The claim to decide; `None` for the side of an even result.
    claim: Option<Claim>,
    decision: Option<Decision>,
}

/// Which rounds so far repeat each other.
#[derive(Clone, Debug, Default)]
struct Repetitions {
    /// The rounds by their numbers.
    classes: Classes,
    /// For the first round of a class, how many of its rounds have a value.
    sizes: Vec<f64>,
    /// The first round with each key.
    keys: HashMap<u64, usize>,
    /// The sum of the squared sizes.
    squares: f64,
}

impl Repetitions {
    fn push(&mut self, has_value: bool, key: u64, earlier: impl IntoIterator<Item = u32>) {
        let round = self.classes.add();
        self.sizes.push(f64::from(u8::from(has_value)));
        self.squares += self.sizes[round];
        if key != 0 {
            let first = *self.keys.entry(key).or_insert(round);
            self.join(first, round);
        }
        earlier.into_iter().for_each(|other| self.join(other as usize, round));
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.classes.find(one), self.classes.find(other));
        if one != other {
            // (a + b)² = a² + b² + 2ab.
            self.squares += 2.0 * self.sizes[one] * self.sizes[other];
            let both = self.sizes[one] + self.sizes[other];
            self.classes.join(one, other);
            let joined = self.classes.find(one);
            self.sizes[joined] = both;
        }
    }
}

impl Sequence {
    /// No rounds yet, of `size` games each; `even` is the score of an even result.
    pub fn new(rule: StopRule, size: u32, even: f64) -> Sequence {
        // What has not come up yet is possible all the same: half points in every game.
        let steps = 2 * size.max(1);
        let counts = (0..=steps).map(|step| (f64::from(step) / f64::from(steps), 0.0)).collect();
        Sequence {
            rule,
            size: size.max(1),
            even,
            counts,
            values: Moments::default(),
            games: 0,
            repetitions: Repetitions::default(),
            share: None,
            claim: None,
            decision: None,
        }
    }

    /// No sweeps yet, of `size` games each, over the cells that a hypothesis is about. Their means take many values, of which only the ends of the scale are
    /// known to be possible.
    pub fn of_sweeps(rule: StopRule, size: u32, even: f64, claim: Claim) -> Sequence {
        Sequence { counts: vec![(0.0, 0.0), (1.0, 0.0)], claim: Some(claim), ..Sequence::new(rule, size, even) }
    }

    /// Adds the next sweep as [`push`](Sequence::push) does; `share` is the share of all sweeps so far that is evidence, because the others repeat them.
    pub fn push_sweep(&mut self, value: Option<f64>, share: f64) -> Option<Decision> {
        if self.decision.is_none() {
            self.share = Some(share);
        }
        self.push(value, 0)
    }

    /// Adds the next round and returns the decision, if there is one. After a decision nothing changes any more.
    ///
    /// `value` is the candidate's mean score in the round, from 0 to 1. A round without one, because not all of its games have a result, counts among
    /// the games but is no evidence. Rounds with equal keys hold the same games; 0 is equal to none.
    pub fn push(&mut self, value: Option<f64>, key: u64) -> Option<Decision> {
        self.push_linked(value, key, [])
    }

    /// The same for a round that also repeats some earlier ones, counted from 0.
    pub fn push_linked(&mut self, value: Option<f64>, key: u64, earlier: impl IntoIterator<Item = u32>) -> Option<Decision> {
        if self.decision.is_some() {
            return self.decision;
        }
        self.games = self.games.saturating_add(self.size);
        self.repetitions.push(value.is_some(), key, earlier);
        if let Some(value) = value {
            self.values.push(value);
            match self.counts.iter_mut().find(|(known, _)| (known - value).abs() < 1e-9) {
                Some((_, count)) => *count += 1.0,
                None => self.counts.push((value, 1.0)),
            }
        }
        let rounds = u64::from(self.games / self.size);
        let last = self.games.saturating_add(self.size) > self.rule.at_most;
        if last || rounds.is_multiple_of(1 + rounds / 1000) {
            self.look(last);
        }
        self.decision
    }

    fn look(&mut self, last: bool) {
        let found = if self.games >= self.rule.at_least && self.values.count() > 0 { self.test() } else { None };
        self.decision = found.or(last.then_some(Decision::AtMost));
    }

    fn test(&self) -> Option<Decision> {
        match self.rule.test {
            StopTest::Gsprt { alpha, beta, .. } => {
                let (low, high) = bounds(alpha, beta);
                match self.llr()? {
                    llr if llr >= high => Some(Decision::AcceptsH1),
                    llr if llr <= low => Some(Decision::AcceptsH0),
                    _ => None,
                }
            }
            StopTest::Interval { width, alpha } => {
                if let Some(found) = self.claim.map_or_else(|| self.side(alpha), |claim| self.settled(claim, alpha)) {
                    return Some(found);
                }
                let narrow = |width| {
                    let (low, high) = self.bets().interval(alpha);
                    high - low <= width
                };
                width.is_some_and(narrow).then_some(Decision::Narrow)
            }
        }
    }

    /// On which side of an even result the mean lies.
    fn side(&self, alpha: f64) -> Option<Decision> {
        let evidence = self.bets().against(self.even);
        let found = if evidence.above > evidence.below { Decision::Better } else { Decision::Worse };
        (evidence.ln() >= -alpha.ln()).then_some(found)
    }

    /// Whether a hypothesis holds, by its e-values.
    fn settled(&self, claim: Claim, alpha: f64) -> Option<Decision> {
        let bets = self.bets();
        let holds = e_answer(claim, self.even, |m| bets.against(m.clamp(0.0, 1.0))).decided(1.0 / alpha)?;
        Some(match (claim.side, holds) {
            (Side::Near, true) => Decision::Near,
            (Side::Above, true) | (Side::Below, false) => Decision::Better,
            (Side::Below, true) | (Side::Above, false) => Decision::Worse,
            (Side::Near, false) if self.values.mean() > self.even => Decision::Better,
            (Side::Near, false) => Decision::Worse,
        })
    }

    /// The rule.
    pub fn rule(&self) -> &StopRule {
        &self.rule
    }

    /// The decision, if there is one.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// Games of all rounds, those without a result included.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Games of a whole round.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The score of an even result.
    pub fn even(&self) -> f64 {
        self.even
    }

    /// The score that the interval must leave out: that of an even result, or the end of a hypothesis's margin.
    pub(super) fn level(&self) -> f64 {
        match self.claim {
            Some(Claim { side: Side::Above, margin, .. }) => (self.even + margin).min(1.0),
            Some(Claim { side: Side::Below, margin, .. }) => (self.even - margin).max(0.0),
            _ => self.even,
        }
    }

    /// The values of the rounds with a result.
    pub fn values(&self) -> &Moments {
        &self.values
    }

    /// The share of rounds that are not repetitions of others, above 0.
    pub fn share(&self) -> f64 {
        if let Some(share) = self.share {
            return share;
        }
        let squares = self.repetitions.squares;
        if squares > 0.0 { (self.values.count() as f64 / squares).min(1.0) } else { 1.0 }
    }

    /// The anytime-valid evidence of the rounds about their mean.
    pub fn bets(&self) -> Bets<'_> {
        Bets::on(&self.counts).share(self.share())
    }

    /// The variance of a round's value that this rule goes by: that of the sample with half a round at either end of the scale, so that it
    /// is never 0, for one round that counts.
    pub fn variance(&self) -> f64 {
        let (n, mean) = (self.values.count() as f64, if self.values.count() > 0 { self.values.mean() } else { 0.5 });
        let deviations = self.values.variance() * (n - 1.0).max(0.0);
        let deviations = if deviations.is_finite() { deviations } else { 0.0 };
        (deviations + ((1.0 - mean).powi(2) + mean * mean) / 2.0) / (n + 1.0) / self.share()
    }

    /// The log-likelihood ratio of `h1` against `h0`, with its bounds; `None` without hypotheses or without rounds.
    pub fn ratio(&self) -> Option<(f64, (f64, f64))> {
        let StopTest::Gsprt { alpha, beta, .. } = self.rule.test else { return None };
        Some((self.llr()?, bounds(alpha, beta)))
    }

    fn llr(&self) -> Option<f64> {
        let StopTest::Gsprt { h0, h1, unit, .. } = self.rule.test else { return None };
        if self.values.count() == 0 {
            return None;
        }
        let ratio = match unit {
            Unit::Points => llr(&self.counts, h0 / 100.0, h1 / 100.0),
            Unit::Elo => llr(&self.counts, score_of_elo(h0), score_of_elo(h1)),
            Unit::NormalisedElo => llr_normalised(&self.counts, self.size, h0, h1),
        };
        Some(ratio? * self.share())
    }

    /// The two hypotheses as mean scores, at the variance seen so far; `None` without hypotheses.
    pub fn hypotheses(&self) -> Option<(f64, f64)> {
        self.rule.hypotheses(self.variance() * self.share(), self.size)
    }

    /// The always-valid interval of the mean score at the rule's [level](StopRule::level).
    pub fn interval(&self) -> (f64, f64) {
        self.bets().interval(self.rule.level())
    }

    /// The always-valid p-value of an even result: wherever play stops, it is at most α with a probability of at most α, and it is so exactly if the
    /// interval of that level excludes an even result.
    pub fn p(&self) -> f64 {
        self.bets().against(self.even).p()
    }
}

#[cfg(test)]
mod tests;
