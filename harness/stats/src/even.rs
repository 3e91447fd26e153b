//! Better, undecided or worse than an even result, with a consistent interval.

use super::{Bets, Estimate, LEVEL, Rounds, Sequence, Series, Sharing, Z95, fresh, normal_quantile, relabelling_p};

/// The verdict of a comparison with an even result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Significantly better.
    Better,
    /// Not significantly different.
    Undecided,
    /// Significantly worse.
    Worse,
}

/// A mean score against an even result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvenJudgement {
    /// The mean and its effective number of games.
    pub estimate: Estimate,
    /// The 95 % interval: it lies above `even` exactly if the verdict is better, below if it is worse, and else holds it.
    pub interval: (f64, f64),
    /// The two-sided p-value of an even result: 1 if there are no games, never 0.
    pub p: f64,
    /// Better or worse if `p` ≤ 5 %.
    pub verdict: Verdict,
    /// Whether this many distinct rounds suffice for a verdict: winning all of them would be significant. Two players need six.
    pub decidable: bool,
}

/// Judges the candidate's score against an even result of `even` points per game, 1/players as a rule.
///
/// The p-value is that of the exact permutation test on rounds ([`relabelling_p`]). The interval is Wilson's from the same rounds
/// ([`Estimate::of_rounds`]); if the two tests disagree about the even result, the exact one decides, and the end of the interval moves to the even
/// result, just beyond it if the verdict is a difference. Each is then wrong with a probability of at most 5 %.
///
/// The null hypothesis of the exact test is that scores are exchangeable. Graded or shared scores with an even mean may be skewed and then are not;
/// for these a difference must also be shown by bets on the mean ([`at_any_time`]).
pub fn judge_rounds(rounds: &Rounds, even: f64) -> EvenJudgement {
    let exact = judge_equals(rounds, even);
    if exact.p > LEVEL || rounds.are_plain() {
        return exact;
    }
    judged(rounds, even, exact.p.max(at_any_time(&[rounds], even).1), LEVEL)
}

/// The same by the exact test alone: whether what the rounds hold may be exchanged, as the results of two versions that play alike.
pub fn judge_equals(rounds: &Rounds, even: f64) -> EvenJudgement {
    judge_equals_at(rounds, even, LEVEL)
}

/// The same with the interval and the verdict of another level than 5 %.
pub(super) fn judge_equals_at(rounds: &Rounds, even: f64, level: f64) -> EvenJudgement {
    judged(rounds, even, if rounds.is_empty() { 1.0 } else { relabelling_p(rounds, even) }, level)
}

fn judged(rounds: &Rounds, even: f64, p: f64, level: f64) -> EvenJudgement {
    let estimate = Estimate::of_rounds(rounds);
    let decidable = 2.0 * even.powf(rounds.clusters().len() as f64) <= level;
    let (low, high) = estimate.interval(if level == LEVEL { Z95 } else { normal_quantile(1.0 - level / 2.0) });
    let (verdict, interval) = if p > level {
        (Verdict::Undecided, (low.min(even), high.max(even)))
    } else if estimate.mean > even {
        (Verdict::Better, (low.max(even.next_up()), high))
    } else {
        (Verdict::Worse, (low, high.min(even.next_down())))
    };
    EvenJudgement { estimate, interval, p, verdict, decidable }
}

/// Judges the score of a sequential test against an even result, by its always-valid interval and p-value. `estimate` is that of all rounds.
pub fn judge_sequence(sequence: &Sequence, estimate: Estimate) -> EvenJudgement {
    let (low, high) = sequence.interval();
    let verdict = if low > sequence.even() {
        Verdict::Better
    } else if high < sequence.even() {
        Verdict::Worse
    } else {
        Verdict::Undecided
    };
    let won = [(1.0, sequence.values().count() as f64)];
    let decidable = Bets::on(&won).share(sequence.share()).against(sequence.even()).ln() >= -sequence.rule().level().ln();
    // Rounds of which a game has no result are part of the estimate only.
    let interval = if estimate.mean.is_nan() { (low, high) } else { (low.min(estimate.mean), high.max(estimate.mean)) };
    EvenJudgement { estimate, interval, p: sequence.p(), verdict, decidable }
}

/// The always-valid interval of the mean score of several series of rounds, and the p-value of an even result: by bets on distinct rounds.
pub fn at_any_time(series: &[&Rounds], even: f64) -> ((f64, f64), f64) {
    let whole = series.iter().flat_map(|rounds| rounds.candidate()).filter(|(games, _)| *games > 0);
    let mut values: Vec<f64> = whole.map(|(games, sum)| sum / f64::from(games)).collect();
    values.sort_by(f64::total_cmp);
    let counts: Vec<(f64, f64)> = values.chunk_by(|a, b| a == b).map(|equal| (equal[0], equal.len() as f64)).collect();
    let weight = 1.0 / series.len().max(1) as f64;
    let series: Vec<Series<'_>> = series.iter().map(|rounds| Series { weight, rounds, sharing: Sharing::Nothing }).collect();
    let bets = Bets::on(&counts).share(fresh(&series));
    (bets.interval(LEVEL), bets.against(even).p())
}

/// The mean scores that are possible if every game without a result had been lost, and had been won.
///
/// `total` is the sum of scores in `games` games with a result, and `missing` the number of games without one. `None` if there are no games.
pub fn failure_bounds(total: f64, games: u64, missing: u64) -> Option<(f64, f64)> {
    let all = (games + missing) as f64;
    (all > 0.0).then(|| (total / all, (total + missing as f64) / all))
}

/// Whether a verdict holds with every one of `missing` games without a result counted against the side that it favours, each as a round of its own, and with
/// a share `doubtful` of the games with a result counted for the other side.
pub fn holds_with_doubts(rounds: &Rounds, even: f64, missing: u64, doubtful: f64) -> bool {
    let against = |score, even| judge_rounds(&rounds.with_missing(missing, score), even).verdict;
    match judge_rounds(rounds, even).verdict {
        Verdict::Better => even + doubtful < 1.0 && against(0.0, even + doubtful) == Verdict::Better,
        Verdict::Worse => even - doubtful > 0.0 && against(1.0, even - doubtful) == Verdict::Worse,
        Verdict::Undecided => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(scores: &[(f64, u64)]) -> Rounds {
        let mut rounds = Rounds::new(2);
        for &(score, count) in scores {
            (0..count).for_each(|_| rounds.push(0, 2, &[score, 2.0 - score]));
        }
        rounds
    }

    #[test]
    fn few_games_prove_nothing() {
        let verdict = |rounds: &Rounds| judge_rounds(rounds, 0.5).verdict;
        assert_eq!(verdict(&Rounds::new(2)), Verdict::Undecided);
        assert_eq!(verdict(&Rounds::of_match(5, 0, 0)), Verdict::Undecided);
        assert_eq!(verdict(&Rounds::of_match(6, 0, 0)), Verdict::Better);
        // Three won pairs come among equals that win and lose whole pairs once in four times.
        assert_eq!(verdict(&pairs(&[(2.0, 3)])), Verdict::Undecided);
        assert_eq!(verdict(&pairs(&[(2.0, 6)])), Verdict::Better);
        assert_eq!(verdict(&pairs(&[(0.0, 6)])), Verdict::Worse);
        assert_eq!(verdict(&pairs(&[(1.0, 1000)])), Verdict::Undecided);
        let decidable = |rounds: &Rounds| judge_rounds(rounds, 0.5).decidable;
        assert!(!decidable(&pairs(&[(2.0, 5)])) && decidable(&pairs(&[(2.0, 6)])) && decidable(&pairs(&[(1.0, 6)])));
    }

    /// A player who scores 49 of 100, and 99 once in fifty games, averages 50; forty games without the lucky one are no evidence of less. Nor are
    /// shared wins in a three-player game evidence for the player who shares none.
    #[test]
    fn skewed_scores_with_an_even_mean_are_not_told_apart() {
        let mut graded = Rounds::new(2);
        (0..40).for_each(|key| graded.push(key, 1, &[0.49, 0.51]));
        assert!(relabelling_p(&graded, 0.5) < 1e-4 && judge_rounds(&graded, 0.5).verdict == Verdict::Undecided);
        let mut shared = Rounds::new(3);
        (0..16).for_each(|key| shared.push(key, 1, &[0.0, 0.5, 0.5]));
        (16..20).for_each(|key| shared.push(key, 1, &[1.0, 0.0, 0.0]));
        assert!(!shared.are_plain() && judge_rounds(&shared, 1.0 / 3.0).verdict == Verdict::Undecided);
        // A clear difference is still found.
        let mut clear = Rounds::new(2);
        (0..40).for_each(|key| clear.push(key, 1, &[0.8, 0.2]));
        assert_eq!(judge_rounds(&clear, 0.5).verdict, Verdict::Better);
        assert!(pairs(&[(1.5, 3), (0.0, 2)]).are_plain());
    }

    #[test]
    fn the_cells_of_the_gpn_paper_keep_their_verdicts() {
        for ((wins, draws, losses), expected) in [
            ((446, 3, 51), Verdict::Better),
            ((250, 1, 249), Verdict::Undecided),
            ((196, 89, 215), Verdict::Undecided),
            ((100, 0, 400), Verdict::Worse),
        ] {
            assert_eq!(judge_rounds(&Rounds::of_match(wins, draws, losses), 0.5).verdict, expected);
        }
    }

    #[test]
    fn verdict_and_interval_agree_on_every_small_sample() {
        // All pair results of up to nine pairs, and single games of three players.
        let mut shrunk = 0;
        let mut check = |rounds: &Rounds, even: f64| {
            let judged = judge_rounds(rounds, even);
            let (low, high) = judged.interval;
            assert!(
                (0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high) && low <= judged.estimate.mean && judged.estimate.mean <= high
            );
            assert!(judged.p > 0.0 && judged.p <= 1.0);
            let side = if low > even {
                Verdict::Better
            } else if high < even {
                Verdict::Worse
            } else {
                Verdict::Undecided
            };
            assert_eq!((side, judged.p <= LEVEL), (judged.verdict, judged.verdict != Verdict::Undecided), "{judged:?}");
            shrunk += usize::from(low == even.next_up() || high == even.next_down());
        };
        let mut samples = 0;
        for n in 1..10u64 {
            for a in 0..=n {
                for b in 0..=n - a {
                    for c in 0..=n - a - b {
                        for d in 0..=n - a - b - c {
                            check(&pairs(&[(0.0, a), (0.5, b), (1.0, c), (1.5, d), (2.0, n - a - b - c - d)]), 0.5);
                            samples += 1;
                        }
                    }
                }
            }
        }
        for wins in 0..=30 {
            let mut rounds = Rounds::new(3);
            (0..30).for_each(|i| rounds.push(0, 1, if i < wins { &[1.0, 0.0, 0.0] } else { &[0.0, 0.5, 0.5] }));
            check(&rounds, 1.0 / 3.0);
        }
        assert!(samples > 2000 && shrunk * 100 < samples, "{shrunk} of {samples} intervals end at the even result");
    }

    #[test]
    fn failures_bound_the_score() {
        assert_eq!(failure_bounds(6.0, 8, 2), Some((0.6, 0.8)));
        assert_eq!(failure_bounds(0.0, 0, 4), Some((0.0, 1.0)));
        assert_eq!(failure_bounds(0.0, 0, 0), None);
    }

    #[test]
    fn a_verdict_must_survive_its_failures() {
        // 20 of 20 with 4 failures: 20 of 24 is still 0.0015; with 12 failures 20 of 32 is not.
        let rounds = Rounds::of_match(20, 0, 0);
        let holds = |rounds: &Rounds, missing| holds_with_doubts(rounds, 0.5, missing, 0.0);
        assert!(holds(&rounds, 4) && !holds(&rounds, 12));
        assert!(!holds(&Rounds::of_match(0, 0, 20), 12) && holds(&Rounds::of_match(5, 0, 5), 90));
        let doubtful = |rounds: &Rounds, share| holds_with_doubts(rounds, 0.5, 0, share);
        let won = Rounds::of_match(100, 0, 0);
        assert!(doubtful(&won, 0.4) && !doubtful(&won, 0.5) && !doubtful(&won, 1.0));
        assert!(!doubtful(&Rounds::of_match(35, 0, 65), 0.1) && doubtful(&Rounds::of_match(5, 0, 95), 0.1));
        let three = Rounds::new(3).with_missing(2, 0.0);
        assert_eq!((three.games(), three.tallies(false)[0].sums.clone()), (2, vec![0.0, 1.0, 0.0]));
    }
}
