//! When to stop playing: a rule applied to rounds in the order of the plan.
//!
//! A round is looked at as soon as it and all before it are played. Up to 1,000 rounds there is a look after every one, then after every
//! second, from 2,000 on after every third, and so on, so that a decision comes at most 0.1 % late and a million rounds take 7,500 looks.
//! Rounds that repeat the games of others, as deterministic agents play them, are no further evidence: counts of rounds are multiplied by
//! the share that counts, the effective number of different rounds (Kish 1965, as in verdicts) over their number.

use super::sequential::{bounds, evidence, llr, llr_normalised, score_of_elo};
use super::stop_rule::{StopRule, StopTest, Unit};
use super::{Moments, always_valid};
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
    /// The interval is narrow enough, and holds an even result.
    Narrow,
    /// The largest number of games was played without a decision.
    AtMost,
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
    sum: f64,
    games: u32,
    /// How often each key came up.
    keys: HashMap<u64, u32>,
    /// The sum of the squared numbers of rounds that hold the same games.
    squares: f64,
    decision: Option<Decision>,
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
            sum: 0.0,
            games: 0,
            keys: HashMap::new(),
            squares: 0.0,
            decision: None,
        }
    }

    /// Adds the next round and returns the decision, if there is one. After a decision nothing changes any more.
    ///
    /// `value` is the candidate's mean score in the round, from 0 to 1. A round without one, because not all of its games have a result, counts
    /// among the games and tells nothing. Rounds with equal keys hold the same games; 0 is equal to none.
    pub fn push(&mut self, value: Option<f64>, key: u64) -> Option<Decision> {
        if self.decision.is_some() {
            return self.decision;
        }
        self.games = self.games.saturating_add(self.size);
        if let Some(value) = value {
            let mut none = 0;
            let before = if key == 0 { &mut none } else { self.keys.entry(key).or_default() };
            self.squares += 2.0 * f64::from(*before) + 1.0;
            *before += 1;
            self.values.push(value);
            self.sum += value;
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
                let (n, sum) = self.evidence();
                if evidence(n, sum, self.even) >= -alpha.ln() {
                    return Some(if sum > n * self.even { Decision::Better } else { Decision::Worse });
                }
                let narrow = |width| {
                    let (low, high) = always_valid(n, sum, alpha);
                    high - low <= width
                };
                width.is_some_and(narrow).then_some(Decision::Narrow)
            }
        }
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

    /// The values of the rounds with a result.
    pub fn values(&self) -> &Moments {
        &self.values
    }

    /// The share of rounds that are not repetitions of others, above 0.
    pub fn share(&self) -> f64 {
        if self.squares > 0.0 { (self.values.count() as f64 / self.squares).min(1.0) } else { 1.0 }
    }

    /// The number of rounds that count, and their sum.
    fn evidence(&self) -> (f64, f64) {
        let share = self.share();
        (self.values.count() as f64 * share, self.sum * share)
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
        let (n, sum) = self.evidence();
        always_valid(n, sum, self.rule.level())
    }

    /// The always-valid p-value of an even result: the reciprocal of the mixture likelihood ratio, an e-value (Ramdas, Grünwald, Vovk and
    /// Shafer 2023, "Game-theoretic statistics and safe anytime-valid inference", section 2). Wherever play stops, it is at most α with a
    /// probability of at most α, and it is so exactly if the interval of that level excludes an even result.
    pub fn p(&self) -> f64 {
        let (n, sum) = self.evidence();
        (-evidence(n, sum, self.even)).exp().min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Rng;
    use crate::stats::Rounds;

    fn gsprt(h0: f64, h1: f64, unit: Unit) -> StopRule {
        StopRule { test: StopTest::Gsprt { h0, h1, unit, alpha: 0.05, beta: 0.05 }, at_least: 0, at_most: 20_000 }
    }

    fn interval(width: Option<f64>, at_most: u32) -> StopRule {
        StopRule { test: StopTest::Interval { width, alpha: 0.05 }, at_least: 0, at_most }
    }

    /// Plays pairs until the rule stops: games are won with probability `win`, drawn with `draw`.
    fn play(rule: StopRule, (win, draw): (f64, f64), rng: &mut Rng) -> Sequence {
        let mut sequence = Sequence::new(rule, 2, 0.5);
        let mut game = || match rng.unit() {
            u if u < win => 0.5,
            u if u < win + draw => 0.25,
            _ => 0.0,
        };
        while sequence.push(Some(game() + game()), 0).is_none() {}
        sequence
    }

    #[test]
    fn between_equals_few_runs_decide_wrongly() {
        // 4,000 runs for each rule, with draws and without; H1 is accepted, or the interval leaves ½, in at most 5 %.
        let rules = [
            (gsprt(50.0, 60.0, Unit::Points), (0.5, 0.0)),
            (gsprt(50.0, 75.0, Unit::Points), (0.25, 0.5)),
            (gsprt(0.0, 70.0, Unit::Elo), (0.4, 0.2)),
            (gsprt(0.0, 70.0, Unit::NormalisedElo), (0.2, 0.6)),
            (interval(None, 600), (0.5, 0.0)),
            (interval(Some(0.3), 600), (0.4, 0.2)),
        ];
        for (seed, (rule, games)) in rules.into_iter().enumerate() {
            let mut rng = Rng::from_seed(90 + seed as u64);
            let wrong = |decision| matches!(decision, Decision::AcceptsH1 | Decision::Better | Decision::Worse);
            let count = (0..4000).filter(|_| wrong(play(rule, games, &mut rng).decision().unwrap())).count();
            // Two standard errors of 5 % of 4,000 are 28.
            assert!(count <= 228, "{count} of 4000 by {rule:?}");
        }
    }

    #[test]
    fn a_difference_is_found() {
        let mut rng = Rng::from_seed(97);
        let found = |rule, win: f64, rng: &mut Rng| {
            (0..200).filter(|_| play(rule, (win, 0.0), rng).decision() != Some(Decision::AcceptsH1)).count()
        };
        assert!(found(gsprt(50.0, 60.0, Unit::Points), 0.6, &mut rng) <= 20, "β is 5 %");
        let missed = (0..200).filter(|_| play(interval(None, 2000), (0.6, 0.0), &mut rng).decision() != Some(Decision::Better)).count();
        assert!(missed <= 4, "{missed} of 200");
    }

    #[test]
    fn one_sided_inputs_end() {
        let all = |rule, value| {
            let mut sequence = Sequence::new(rule, 2, 0.5);
            while sequence.push(Some(value), 0).is_none() {}
            (sequence.decision().unwrap(), sequence.games())
        };
        for unit in [(40.0, 60.0, Unit::Points), (-20.0, 20.0, Unit::Elo), (-20.0, 20.0, Unit::NormalisedElo)] {
            let rule = StopRule { at_most: 4000, ..gsprt(unit.0, unit.1, unit.2) };
            assert_eq!(all(rule, 1.0).0, Decision::AcceptsH1, "{unit:?}");
            assert_eq!(all(rule, 0.0).0, Decision::AcceptsH0, "{unit:?}");
            assert_eq!(all(rule, 0.5), (Decision::AtMost, 4000), "{unit:?}: drawn games say as much for one as for the other");
        }
        assert_eq!(all(gsprt(50.0, 55.0, Unit::Points), 0.5).0, Decision::AcceptsH0);
        assert_eq!((all(interval(None, 4000), 1.0).0, all(interval(None, 4000), 0.0).0), (Decision::Better, Decision::Worse));
        assert_eq!((all(interval(None, 4000), 0.5).0, all(interval(Some(0.1), 4000), 0.5).0), (Decision::AtMost, Decision::Narrow));
    }

    #[test]
    fn limits_hold_and_nothing_changes_after_the_end() {
        let rule = StopRule { at_least: 50, at_most: 101, ..gsprt(40.0, 60.0, Unit::Points) };
        let mut sequence = Sequence::new(rule, 2, 0.5);
        let first = (1..).find(|_| sequence.push(Some(1.0), 0).is_some()).unwrap();
        assert_eq!((first, sequence.games()), (25, 50), "it would have ended sooner");
        let before = format!("{sequence:?}");
        assert_eq!(sequence.push(Some(0.0), 0), Some(Decision::AcceptsH1));
        assert_eq!(format!("{sequence:?}"), before);
        // Rounds without a result count among the games only; a round that does not fit any more is not played.
        let mut failing = Sequence::new(rule, 2, 0.5);
        let first = (1..).find(|_| failing.push(None, 0).is_some()).unwrap();
        assert_eq!((first, failing.decision(), failing.values().count()), (50, Some(Decision::AtMost), 0));
        assert_eq!((failing.ratio(), failing.interval(), failing.p()), (None, (0.0, 1.0), 1.0));
    }

    #[test]
    fn repeated_rounds_decide_nothing() {
        for rule in [StopRule { at_most: 4000, ..gsprt(50.0, 55.0, Unit::Points) }, interval(None, 4000)] {
            let mut sequence = Sequence::new(rule, 2, 0.5);
            while sequence.push(Some(1.0), 7).is_none() {}
            assert_eq!((sequence.decision(), sequence.games()), (Some(Decision::AtMost), 4000), "{rule:?}");
            assert!(sequence.p() > 0.05 && sequence.interval().0 < 0.5);
            // Kish's effective number is that of verdicts.
            let (mut sequence, mut rounds) = (Sequence::new(rule, 2, 0.5), Rounds::new(2));
            for key in [5, 6, 5, 0, 0, 9] {
                sequence.push(Some(0.75), key);
                rounds.push(key, 2, &[1.5, 0.5]);
            }
            assert!((sequence.share() * 12.0 - rounds.effective_games()).abs() < 1e-9);
        }
    }

    /// `cargo test -p treebench --lib a_million_pairs` prints how long it takes.
    #[test]
    fn a_million_pairs_are_followed_quickly() {
        let rule = StopRule { at_most: u32::MAX, ..gsprt(-1e-3, 1e-3, Unit::NormalisedElo) };
        let (mut sequence, mut rng) = (Sequence::new(rule, 2, 0.5), Rng::from_seed(99));
        for key in 1..=1_000_000 {
            assert_eq!(sequence.push(Some(rng.below(5) as f64 / 4.0), key), None);
        }
        let counts: f64 = sequence.counts.iter().map(|(_, count)| count).sum();
        assert_eq!((counts, sequence.share(), sequence.games()), (1e6, 1.0, 2_000_000));
        let looks = (1..=1_000_000u64).filter(|rounds| rounds.is_multiple_of(1 + rounds / 1000)).count();
        assert!((7000..8500).contains(&looks), "{looks}");
        assert_eq!(sequence.ratio().unwrap().0, llr_normalised(&sequence.counts, 2, -1e-3, 1e-3).unwrap());
    }

    #[test]
    fn the_p_value_goes_with_the_interval() {
        let mut rng = Rng::from_seed(98);
        for _ in 0..50 {
            let sequence = play(interval(None, 400), (0.6, 0.0), &mut rng);
            assert_eq!(sequence.p() <= 0.05, sequence.decision() != Some(Decision::AtMost));
            let (low, high) = sequence.interval();
            assert_eq!(low > 0.5 || high < 0.5, sequence.decision() != Some(Decision::AtMost));
        }
    }
}
