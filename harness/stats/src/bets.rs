//! Anytime-valid evidence: a mixture of fixed bets against a mean.
//!
//! A bet of a fixed share λ of a fortune on values above the mean m, at fair odds, multiplies it by Π(1 + λ(y − m)/m) after the values y; bets on
//! values below multiply it by Π(1 − λ(y − m)/(1 − m)). If the mean is m, no such fortune grows in expectation, so their average is an e-value: it
//! ever reaches 1/α with a probability of at most α (Ville 1939; Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by
//! betting", section 4.4; Ramdas, Grünwald, Vovk and Shafer 2023, "Game-theoretic statistics and safe anytime-valid inference").

use std::collections::BTreeSet;

/// The bets are 1/12, 2/12, …, 11/12 of what keeps every factor above 0.
const BETS: u32 = 12;
/// Halvings when the ends of an interval are searched.
const HALVINGS: u32 = 50;

/// Values in [0, 1] with their counts, of which a share is evidence.
#[derive(Clone, Copy, Debug)]
pub struct Bets<'c> {
    counts: &'c [(f64, f64)],
    share: f64,
}

/// The logarithms of two e-values against a mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence {
    /// Against "the mean is at most m".
    pub above: f64,
    /// Against "the mean is at least m".
    pub below: f64,
}

impl Evidence {
    /// No values yet.
    pub const NONE: Evidence = Evidence { above: 0.0, below: 0.0 };

    /// The logarithm of the e-value against "the mean is m": half of the fortune is bet on either side.
    pub fn ln(&self) -> f64 {
        log_add(self.above, self.below) - 2f64.ln()
    }

    /// That e-value.
    pub fn value(&self) -> f64 {
        self.ln().exp()
    }

    /// The always-valid p-value of "the mean is m", the reciprocal of the e-value.
    pub fn p(&self) -> f64 {
        (-self.ln()).exp().min(1.0)
    }
}

impl<'c> Bets<'c> {
    /// Bets on independent values: each distinct value with its number.
    pub fn on(counts: &'c [(f64, f64)]) -> Bets<'c> {
        Bets { counts, share: 1.0 }
    }

    /// Bets on values of which only a share is evidence, because the others repeat them: every fortune is raised to this power.
    #[must_use]
    pub fn share(self, share: f64) -> Bets<'c> {
        Bets { share, ..self }
    }

    /// The evidence against the mean `m`.
    pub fn against(&self, m: f64) -> Evidence {
        let seen = || self.counts.iter().filter(|(_, count)| *count > 0.0);
        let mixture = |factor: &dyn Fn(f64, f64) -> f64| {
            let fortune = |bet: u32| {
                let bet = f64::from(bet) / f64::from(BETS);
                self.share * seen().map(|&(value, count)| count * factor(bet, value).ln()).sum::<f64>()
            };
            (1..BETS).map(fortune).fold(f64::NEG_INFINITY, log_add) - f64::from(BETS - 1).ln()
        };
        if seen().next().is_none() {
            return Evidence::NONE;
        }
        // At the ends of the scale: a value of 0 against the mean 0 is what was expected, any other is impossible.
        let odds = |value: f64, mean: f64| {
            if mean > 0.0 {
                value / mean
            } else if value > 0.0 {
                f64::INFINITY
            } else {
                1.0
            }
        };
        Evidence {
            above: mixture(&|bet, value| 1.0 - bet + bet * odds(value, m)),
            below: mixture(&|bet, value| 1.0 - bet + bet * odds(1.0 - value, 1.0 - m)),
        }
    }

    /// The means that the evidence does not exclude at the level `alpha`: {m : K(m) < 1/α}. With probability 1 − α the interval holds the mean
    /// after every number of values at once. Fortunes are convex in m, and none has grown against the mean of the sample.
    pub fn interval(&self, alpha: f64) -> (f64, f64) {
        let (count, sum) = self.counts.iter().fold((0.0, 0.0), |(n, sum), (value, count)| (n + count, sum + value * count));
        if count <= 0.0 {
            return (0.0, 1.0);
        }
        let excluded = |m: f64| self.against(m).ln() >= -alpha.ln();
        let edge = |mut outside: f64| {
            let mut inside = (sum / count).clamp(0.0, 1.0);
            if !excluded(outside) {
                return outside;
            }
            for _ in 0..HALVINGS {
                let middle = (inside + outside) / 2.0;
                if excluded(middle) { outside = middle } else { inside = middle }
            }
            outside
        };
        (edge(0.0), edge(1.0))
    }
}

/// Two values with this mean and variance, each half of the time where the scale allows it: for forecasts.
pub(super) fn two_values(mean: f64, variance: f64, count: f64) -> [(f64, f64); 2] {
    let deviation = variance.max(0.0).sqrt();
    let (low, high) = match (mean - deviation, mean + deviation) {
        // At an end of the scale they are no longer equally likely: (high − mean)(mean − low) is the variance.
        (_, high) if high > 1.0 => ((mean - variance / (1.0 - mean)).max(0.0), 1.0),
        (low, _) if low < 0.0 => (0.0, (mean + variance / mean).min(1.0)),
        even => even,
    };
    let share = if high > low { (mean - low) / (high - low) } else { 0.5 };
    [(low, count * (1.0 - share)), (high, count * share)]
}

/// ln(eᵃ + eᵇ).
fn log_add(a: f64, b: f64) -> f64 {
    let (most, least) = if a > b { (a, b) } else { (b, a) };
    if least == f64::NEG_INFINITY || most == f64::INFINITY { most } else { most + (least - most).exp().ln_1p() }
}

/// The claims of a page that are decided together: those of the k largest e-values, for the largest k such that all of them reach n/(k α). The
/// expected share of false ones among them is at most `alpha`, however the e-values depend on each other (Wang and Ramdas 2022, "False discovery rate
/// control with e-values", the e-BH procedure).
pub fn e_bh(e_values: &[f64], alpha: f64) -> Vec<bool> {
    let bound = e_bh_bound(&e_values.iter().copied().zip(0..).collect::<Vec<(f64, usize)>>(), alpha);
    e_values.iter().map(|&e| e >= bound).collect()
}

/// The least e-value that decides a claim by that procedure, if several claims may be about the same data: those of the same data count once among
/// the k, and each among the n. The bound is at least as high as without this rule, so the false discovery rate holds, and restating a claim in other
/// words does not lower it. Each claim has a number for its data; infinity if none is decided.
pub fn e_bh_bound(claims: &[(f64, usize)], alpha: f64) -> f64 {
    let mut sorted = claims.to_vec();
    sorted.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut data = BTreeSet::new();
    let reaches = |(e, of): (f64, usize)| {
        data.insert(of);
        (e * data.len() as f64 * alpha >= claims.len() as f64).then_some(e)
    };
    sorted.into_iter().filter_map(reaches).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::Rng;

    /// The definition, value by value.
    fn plainly(values: &[f64], m: f64) -> f64 {
        let fortune = |bet: f64, side: f64, scale: f64| values.iter().map(|y| 1.0 + side * bet * (y - m) / scale).product::<f64>();
        (1..12).map(|j| f64::from(j) / 12.0).map(|bet| fortune(bet, 1.0, m) + fortune(bet, -1.0, 1.0 - m)).sum::<f64>() / 22.0
    }

    fn counted(values: &[f64]) -> Vec<(f64, f64)> {
        values.iter().map(|&value| (value, 1.0)).collect()
    }

    #[test]
    fn it_is_the_mixture_of_its_definition() {
        let mut rng = Rng::from_seed(31);
        for n in [1, 2, 7, 40] {
            let values: Vec<f64> = (0..n).map(|_| rng.below(5) as f64 / 4.0).collect();
            for m in [0.05, 0.3, 0.5, 0.9] {
                let found = Bets::on(&counted(&values)).against(m).value();
                assert!((found / plainly(&values, m) - 1.0).abs() < 1e-9, "{n} values against {m}");
            }
        }
        // By hand: one value of 1 against ½ doubles what was bet on it: the mean of (1 + λ)/2 + (1 − λ)/2 is 1.
        assert!((Bets::on(&[(1.0, 1.0)]).against(0.5).value() - 1.0).abs() < 1e-12);
        assert_eq!((Bets::on(&[]).against(0.5).value(), Bets::on(&[]).interval(0.05)), (1.0, (0.0, 1.0)));
    }

    #[test]
    fn the_interval_ends_where_the_evidence_reaches_its_bound() {
        let counts = [(0.0, 8.0), (0.5, 20.0), (1.0, 30.0)];
        let (low, high) = Bets::on(&counts).interval(0.05);
        for end in [low, high] {
            assert!((Bets::on(&counts).against(end).value() / 20.0 - 1.0).abs() < 1e-6, "{end}");
        }
        assert!(low < 40.0 / 58.0 && 40.0 / 58.0 < high);
        for (value, ends) in [(1.0, (0.0, 1.0)), (0.0, (0.0, 1.0))] {
            let (low, high) = Bets::on(&[(value, 30.0)]).interval(0.05);
            assert!(low >= ends.0 && high <= ends.1 && (low > 0.7 || high < 0.3), "{low} {high}");
        }
        // Half of the evidence is the root of every fortune.
        let (all, half) = (Bets::on(&counts).interval(0.05), Bets::on(&counts).share(0.5).interval(0.05));
        assert!(half.0 < all.0 && all.1 < half.1);
    }

    /// The mean score of a pair of games.
    fn pair(rng: &mut Rng, win: f64, draws: f64) -> f64 {
        let mut game = || match rng.unit() {
            u if u < draws => 0.25,
            u if u < draws + win => 0.5,
            _ => 0.0,
        };
        game() + game()
    }

    /// The share of runs in which ½ is ever excluded within this many pairs, and the mean number of games until then.
    fn excluded(seed: u64, runs: u32, pairs: u32, (win, draws): (f64, f64)) -> (f64, f64) {
        let mut rng = Rng::from_seed(seed);
        let (mut times, mut games) = (0, 0);
        for _ in 0..runs {
            let mut counts = [0.0, 0.25, 0.5, 0.75, 1.0].map(|value| (value, 0.0));
            let first = (1..=pairs).find(|_| {
                counts[(4.0 * pair(&mut rng, win, draws)) as usize].1 += 1.0;
                Bets::on(&counts).against(0.5).ln() >= 20f64.ln()
            });
            times += u32::from(first.is_some());
            games += 2 * first.unwrap_or(pairs);
        }
        (f64::from(times) / f64::from(runs), f64::from(games) / f64::from(runs))
    }

    #[test]
    fn equals_are_seldom_told_apart_and_others_soon() {
        for draws in [0.0, 0.5, 0.8] {
            let (wrong, _) = excluded(32, 150, 250, ((1.0 - draws) / 2.0, draws));
            // 3 % are known from larger simulations; 5 % and two standard errors are allowed.
            assert!(wrong <= 0.05 + 0.036, "{draws}: {wrong}");
        }
        // True 60 % without draws takes some 232 games, with half of them drawn 112.
        for (win, draws, most) in [(0.6, 0.0, 232.0), (0.35, 0.5, 112.0)] {
            let (found, games) = excluded(33, 120, 1500, (win, draws));
            assert!(found == 1.0 && games <= 1.12 * most, "{draws}: {found}, {games} games");
        }
    }

    #[test]
    #[ignore = "a minute"]
    fn equals_are_seldom_told_apart_in_many_runs() {
        for draws in [0.0, 0.5, 0.8] {
            let (wrong, _) = excluded(34, 20_000, 500, ((1.0 - draws) / 2.0, draws));
            assert!(wrong <= 0.035, "{draws}: {wrong}");
        }
    }

    #[test]
    fn e_bh_takes_the_largest_that_reach_their_bound() {
        // By hand, 4 claims at 5 %: bounds 80, 40, 26.7, 20 for ranks 1 to 4; 30 fails at rank 2, and 27 holds at rank 3.
        assert_eq!(e_bh(&[27.0, 90.0, 1.0, 30.0], 0.05), [true, true, false, true]);
        assert_eq!(e_bh(&[27.0, 90.0, 1.0, 26.0], 0.05), [false, true, false, false]);
        assert_eq!(e_bh(&[19.0, 19.0], 0.05), [false, false]);
        assert_eq!(e_bh(&[20.0], 0.05), [true]);
        assert_eq!(e_bh(&[], 0.05), [false; 0]);
        // Of two claims about the same data, one counts: 4 claims, bounds 80 for rank 1, 40 for rank 2 (27 is about other data).
        assert_eq!(e_bh_bound(&[(90.0, 0), (50.0, 0), (27.0, 1), (1.0, 2)], 0.05), 90.0);
        assert_eq!(e_bh_bound(&[(90.0, 0), (50.0, 1), (27.0, 2), (1.0, 3)], 0.05), 27.0);
        // The same claim many times.
        let copies = |n: usize| [vec![(33.1, 0); n], (1..40).map(|i| (0.5, i)).collect()].concat();
        assert_eq!((e_bh_bound(&copies(1), 0.05), e_bh_bound(&copies(121), 0.05)), (f64::INFINITY, f64::INFINITY));
    }
}
