//! The rule of `[stop]` applied to the average of a hypothesis, sweep by sweep: a sweep is the same round of all its cells.

use super::sharing::shared_rounds;
use super::stop::{even, round_size};
use crate::experiment::{Experiment, Hypothesis};
use crate::kinds::SharedRounds;
use std::collections::HashSet;
use treebench_stats::{Claim, Rounds, Sequence, Series, StopRule, fresh};

/// The test of a hypothesis.
pub(super) struct SweepTest {
    parts: Vec<Part>,
    /// The score of a game without a result; `None` if its sweep is left out.
    missing: Option<f64>,
    sequence: Sequence,
    sweeps: u32,
    /// The keys of all rounds so far, and whether any was repeated.
    keys: HashSet<u64>,
    repeats: bool,
}

/// A cell with its factor in the average: negative for those that are compared with.
struct Part {
    cell: usize,
    weight: f64,
    size: u32,
    shared: SharedRounds,
}

impl SweepTest {
    /// The tests of all hypotheses before the first sweep; `None` for one without cells, or about another setting. Empty unless the rule tests
    /// averages.
    pub(super) fn all(experiment: &Experiment) -> Vec<Option<SweepTest>> {
        let Some(rule) = experiment.average_rule() else { return Vec::new() };
        experiment.hypotheses.iter().map(|hypothesis| SweepTest::of(experiment, hypothesis, rule)).collect()
    }

    fn of(experiment: &Experiment, hypothesis: &Hypothesis, rule: StopRule) -> Option<SweepTest> {
        let (ours, theirs) = (&hypothesis.cells, hypothesis.than.as_deref());
        if hypothesis.other_setting.is_some() || ours.is_empty() || theirs.is_some_and(<[usize]>::is_empty) {
            return None;
        }
        let side = |cells: &[usize], sign: f64| -> Vec<Part> {
            let part = |&cell: &usize| {
                let described = &experiment.cells[cell];
                let size = round_size(described);
                let shared = shared_rounds(experiment, described, (experiment.games_per_cell / size) as usize);
                Part { cell, weight: sign / cells.len() as f64, size, shared }
            };
            cells.iter().map(part).collect()
        };
        let mut parts = side(ours, 1.0);
        parts.extend(side(theirs.unwrap_or_default(), -1.0));
        let size = parts.iter().fold(0u32, |sum, part| sum.saturating_add(part.size));
        let least = parts.iter().map(|part| rule.at_least.div_ceil(part.size)).max().unwrap_or(0);
        let most = parts.iter().map(|part| rule.at_most / part.size).min().unwrap_or(0);
        let rule = StopRule { at_least: least.saturating_mul(size), at_most: most.saturating_mul(size), ..rule };
        // A difference δ counts as (1 + δ)/2.
        let (scale, level) = match theirs {
            Some(_) => (0.5, 0.5),
            None => (1.0, ours.iter().map(|&cell| even(&experiment.cells[cell])).sum::<f64>() / ours.len() as f64),
        };
        let claim = Claim { margin: scale * hypothesis.claim.margin, ..hypothesis.claim };
        let sequence = Sequence::of_sweeps(rule, size, level, claim);
        Some(SweepTest { parts, missing: None, sequence, sweeps: 0, keys: HashSet::new(), repeats: false })
    }

    /// The same test with every game that has no result counted against our side (0) or for it (1).
    #[must_use]
    pub(super) fn scoring_missing(self, score: f64) -> SweepTest {
        SweepTest { missing: Some(score), ..self }
    }

    /// Adds the complete sweeps, up to the decision. `rounds` gives the rounds of a cell in the order of the plan.
    pub(super) fn follow<'r>(&mut self, rounds: impl Fn(usize) -> &'r Rounds) {
        while self.sequence.decision().is_none() {
            let sweep: Option<Vec<(u64, u32, f64)>> = self.parts.iter().map(|part| rounds(part.cell).nth(self.sweeps as usize)).collect();
            let Some(sweep) = sweep else { return };
            for (key, ..) in sweep.iter().filter(|(key, ..)| *key != 0) {
                self.repeats |= !self.keys.insert(*key);
            }
            self.repeats |= self.parts.iter().any(|part| rounds(part.cell).earlier(self.sweeps as usize).next().is_some());
            self.sweeps += 1;
            let value = self.value(&sweep);
            let share = if self.repeats { self.share(&rounds) } else { 1.0 };
            self.sequence.push_sweep(value, share);
        }
    }

    /// The place of a sweep between the least and the greatest possible sum, from 0 to 1.
    fn value(&self, sweep: &[(u64, u32, f64)]) -> Option<f64> {
        let low: f64 = self.parts.iter().map(|part| part.weight.min(0.0)).sum();
        let high: f64 = self.parts.iter().map(|part| part.weight.max(0.0)).sum();
        let one = |(part, &(_, games, sum)): (&Part, &(u64, u32, f64))| {
            let lacking = f64::from(part.size.saturating_sub(games));
            let score = self.missing.map_or(0.0, |score| if part.weight < 0.0 { 1.0 - score } else { score });
            (lacking == 0.0 || self.missing.is_some()).then(|| part.weight * (sum + lacking * score) / f64::from(part.size))
        };
        let sum: Option<f64> = self.parts.iter().zip(sweep).map(one).sum();
        sum.map(|sum| ((sum - low) / (high - low)).clamp(0.0, 1.0))
    }

    /// The share of the sweeps so far that is evidence.
    fn share<'r>(&self, rounds: &impl Fn(usize) -> &'r Rounds) -> f64 {
        let first: Vec<Rounds> = self.parts.iter().map(|part| rounds(part.cell).first(self.sweeps as usize)).collect();
        let series = |(part, rounds)| -> Series<'_> {
            let part: &Part = part;
            Series { weight: part.weight, rounds, sharing: part.shared.sharing() }
        };
        fresh(&self.parts.iter().zip(&first).map(series).collect::<Vec<_>>())
    }

    /// The state of the rule.
    pub(super) fn sequence(&self) -> &Sequence {
        &self.sequence
    }

    /// The sweeps up to the decision, or so far.
    pub(super) fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// Per cell, its tasks in these sweeps, and the most that the rule may take.
    pub(super) fn tasks(&self) -> impl Iterator<Item = (usize, u32, u32)> + '_ {
        let most = self.sequence.rule().at_most / self.sequence.size();
        self.parts.iter().map(move |part| (part.cell, self.sweeps * part.size, most * part.size))
    }
}
