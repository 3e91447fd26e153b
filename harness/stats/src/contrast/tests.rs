use super::*;
use crate::{Rounds, Sharing};
use treebench_games::Rng;

fn pairs(scores: &[f64]) -> Rounds {
    let mut rounds = Rounds::new(2);
    scores.iter().for_each(|score| rounds.push(0, 2, &[2.0 * score, 2.0 - 2.0 * score]));
    rounds
}

/// The average of these cells, all of which share their seeds or none.
fn average(cells: &[Rounds], common: bool) -> Contrast {
    let sharing = if common { Sharing::Rounds(1) } else { Sharing::Nothing };
    let series: Vec<Series<'_>> = cells.iter().map(|rounds| Series { weight: 1.0 / cells.len() as f64, rounds, sharing }).collect();
    Contrast::of(&series).expect("there are games")
}

fn difference(first: &Rounds, second: &Rounds, common: bool) -> Contrast {
    let sharing = if common { Sharing::Rounds(1) } else { Sharing::Nothing };
    let series = [(1.0, first), (-1.0, second)].map(|(weight, rounds)| Series { weight, rounds, sharing });
    Contrast::of(&series).expect("there are games")
}

#[test]
fn a_single_cell_is_the_textbook_interval_on_the_logit_scale() {
    // Scores 1, ½, ½, 1, ¾ of five pairs: mean 0.75, s² = 0.0625, error √0.0125; t for 4 degrees of freedom is 2.776445.
    let found = average(&[pairs(&[1.0, 0.5, 0.5, 1.0, 0.75])], false);
    let half = 2.776_445 * 0.0125f64.sqrt() / (0.75 * 0.25);
    let (low, high) = found.interval95();
    let back = |logit: f64| 1.0 / (1.0 + (-logit).exp());
    assert!((found.value() - 0.75).abs() < 1e-12 && (found.freedom() - 4.0).abs() < 1e-9);
    assert!((low - back(3f64.ln() - half)).abs() < 1e-5 && (high - back(3f64.ln() + half)).abs() < 1e-5, "{low} {high}");
    // Student's table: P(t > 2.131847) with 4 degrees of freedom is 5 %.
    let target = back(3f64.ln() - 2.131_847 * 0.0125f64.sqrt() / (0.75 * 0.25));
    assert!((found.p_above(target) - 0.05).abs() < 1e-6 && (found.p_below(target) - 0.95).abs() < 1e-6);
}

#[test]
fn independent_cells_have_satterthwaite_s_freedom() {
    // Variances of the means 1/16 · s²/n by hand: s² = 1/3 over 4 rounds and 1/12 over 3.
    let found = average(&[pairs(&[1.0, 0.0, 1.0, 0.0]), pairs(&[0.5, 1.0, 0.5])], false);
    let (a, b) = (1.0 / 3.0 / 4.0 / 4.0, 1.0 / 12.0 / 3.0 / 4.0);
    assert!((found.value() - (0.5 + 2.0 / 3.0) / 2.0).abs() < 1e-12);
    assert!((found.freedom() - (a + b) * (a + b) / (a * a / 3.0 + b * b / 2.0)).abs() < 1e-9);
    assert!((found.error * found.error - (a + b)).abs() < 1e-12);
}

#[test]
fn cells_with_common_seeds_are_as_many_as_their_sweeps() {
    let scores = [1.0, 0.5, 0.25, 0.75, 1.0, 0.5];
    let (alone, ten) = (average(&[pairs(&scores)], false), average(&vec![pairs(&scores); 10], true));
    assert!((ten.error - alone.error).abs() < 1e-12 && (ten.freedom() - 5.0).abs() < 1e-9, "{ten:?}");
    // The same rounds under the same labels in another order.
    let (shuffled, labels) = (pairs(&[0.5, 0.25, 1.0, 1.0, 0.75, 0.5]), [5, 2, 0, 4, 3, 1]);
    let (plain, in_order) = (pairs(&scores), [0, 1, 2, 3, 4, 5]);
    let series = [(&plain, &in_order), (&shuffled, &labels)].map(|(rounds, labels)| Series {
        weight: 0.5,
        rounds,
        sharing: Sharing::Labels(3, labels),
    });
    assert!((Contrast::of(&series).unwrap().error - alone.error).abs() < 1e-12);
    // Own seeds are ten times as many.
    let own = average(&vec![pairs(&scores); 10], false);
    assert!((own.error - alone.error / 10f64.sqrt()).abs() < 1e-12 && (own.freedom() - 50.0).abs() < 1e-9);
    // If the order is lost, cells count as fully correlated.
    let mut counted = Rounds::new(2);
    pairs(&scores).tallies(false).iter().for_each(|tally| counted.push_tally(tally));
    let lost = average(&[counted.clone(), counted], true);
    assert!((lost.error - alone.error).abs() < 1e-12 && (lost.freedom() - 5.0).abs() < 1e-9, "{lost:?}");
}

#[test]
fn differences_are_paired_by_sweep() {
    let (first, second) = (pairs(&[1.0, 0.5, 0.75, 1.0]), pairs(&[0.75, 0.5, 0.25, 0.5]));
    let found = difference(&first, &second, true);
    // Differences 0.25, 0, 0.5, 0.5: the t-test for pairs, on (1 + δ)/2.
    let mut differences = Moments::default();
    [0.25, 0.0, 0.5, 0.5].into_iter().for_each(|d| differences.push(d));
    assert!((found.value() - 0.3125).abs() < 1e-12 && (2.0 * found.error - differences.standard_error()).abs() < 1e-12);
    assert!((found.freedom() - 3.0).abs() < 1e-9);
    assert!(difference(&first, &second, false).error > found.error);
}

#[test]
fn repeated_games_add_nothing() {
    let mut repeated = Rounds::new(2);
    for _ in 0..10 {
        [(7, 1.0), (8, 0.5), (9, 0.75)].into_iter().for_each(|(key, score)| repeated.push(key, 2, &[2.0 * score, 2.0 - 2.0 * score]));
    }
    let once = average(&[pairs(&[1.0, 0.5, 0.75])], false);
    for found in [average(std::slice::from_ref(&repeated), false), average(&vec![repeated; 8], false)] {
        assert!((found.error - once.error).abs() < 1e-12 && (found.freedom() - 2.0).abs() < 1e-9, "{found:?}");
    }
}

#[test]
fn clean_sweeps_keep_a_doubt_and_stay_on_the_scale() {
    let found = average(&[pairs(&[1.0; 10]), pairs(&[1.0; 10])], false);
    let (low, high) = found.interval95();
    assert!(found.value() > 1.0 - 1e-9 && high == 1.0 && (0.7..0.95).contains(&low), "{low} {high}");
    assert!(found.p(0.5) < 0.001 && (found.p_below(0.5) + found.p_above(0.5) - 1.0).abs() < 1e-12);
    let none = average(&[pairs(&[0.0; 10])], false).interval95();
    assert!(none.0 == 0.0 && (0.05..0.5).contains(&none.1));
    assert_eq!(Contrast::of(&[]), None);
    assert_eq!(Contrast::of(&[Series { weight: 1.0, rounds: &Rounds::new(2), sharing: Sharing::Nothing }]), None);
    // No clamp: 500 pairs of which two are drawn lie far above ½.
    let far = average(&[pairs(&[vec![1.0; 498], vec![0.5, 0.5]].concat())], false);
    assert!(far.p(0.5) < 1e-15);
}

#[test]
fn small_cells_have_a_variance_together() {
    // Two rounds each with scores 1, ½ and ¾, ¾ and ½, 0: s² = 1/8, 0, 1/8, over two rounds and nine, 1/72 in all with three degrees of freedom.
    let found = average(&[pairs(&[1.0, 0.5]), pairs(&[0.75, 0.75]), pairs(&[0.5, 0.0])], false);
    let (seen, mean): (f64, f64) = (1.0 / 72.0, (6.0 * 3.5 / 6.0 + 0.5) / 7.0);
    let expected = mean * (1.0 - mean) / 2.0 / 2.0 / 3.0;
    assert!((found.freedom() - 3.0).abs() < 1e-9 && (found.error.powi(2) - (3.0 * seen + expected) / 4.0).abs() < 1e-12, "{found:?}");
    // One round each: the variance between cells, 1/16 of 1, ½ and ¾, over three.
    let found = average(&[pairs(&[1.0]), pairs(&[0.5]), pairs(&[0.75])], false);
    let mean: f64 = (3.0 * 0.75 + 0.5) / 4.0;
    let expected = mean * (1.0 - mean) / 2.0 / 3.0;
    assert!((found.freedom() - 2.0).abs() < 1e-9 && (found.error.powi(2) - (2.0 / 48.0 + expected) / 3.0).abs() < 1e-12, "{found:?}");
    // Won games only: the variance of games of which some are lost.
    let (low, high) = average(&vec![pairs(&[1.0, 1.0]); 6], false).interval95();
    assert!((0.7..0.9).contains(&low) && high > 1.0 - 1e-9, "{low} {high}");
    // A single round says nothing, nor do two on either side of a difference.
    assert_eq!(average(&[pairs(&[1.0])], false).interval95(), (0.0, 1.0));
    assert_eq!(difference(&pairs(&[1.0]), &pairs(&[0.0]), false).interval95(), (-1.0, 1.0));
}

#[test]
fn values_that_are_known_by_their_moments_only() {
    // Newcombe 1998 (Interval estimation for the difference …, Table II): 56/70 − 48/80 has 0.0524 to 0.3339 by score intervals.
    let share = |wins, losses| Moments::of_match(wins, 0, losses);
    let found = Contrast::of_means(&[(1.0, share(56, 14)), (-1.0, share(48, 32))]).unwrap();
    let (low, high) = found.interval95();
    assert!((low - 0.0524).abs() < 0.01 && (high - 0.3339).abs() < 0.012, "{low} {high}");
    assert_eq!(Contrast::of_means(&[(1.0, share(1, 0)), (-1.0, share(40, 60))]).unwrap().p(0.0), 1.0);
    assert_eq!(Contrast::of_means(&[(1.0, Moments::default())]), None);
}

#[test]
fn games_like_these_are_hartung_and_knapp_s() {
    let cells: Vec<Rounds> = [0.5, 0.6, 0.8].iter().map(|&score| pairs(&[score, score + 0.1, score - 0.1].repeat(40))).collect();
    let fixed = average(&cells, false);
    let like = fixed.over_games(&[0.5, 0.6, 0.8]).unwrap();
    // Means 0.5, 0.6, 0.8: s/√3 = 0.0881917, two degrees of freedom; the fixed error is far smaller.
    assert!((like.error - 0.088_191_7).abs() < 1e-6 && like.freedom() == 2.0 && (like.value() - 19.0 / 30.0).abs() < 1e-12);
    assert!(like.p(0.5) > 0.2 && fixed.p(0.5) < 1e-6);
    // Games that come to the same by chance are not known better than each of them.
    assert_eq!(fixed.over_games(&[0.6, 0.6]).unwrap().error, fixed.error);
    assert_eq!(fixed.over_games(&[0.6]), None);
}

/// How often an interval misses on either side, and its cells' true mean lies there.
fn misses(seed: u64, trials: u32, (cells, rounds): (usize, usize), (mean, draws): (f64, f64), common: bool) -> (f64, f64) {
    let mut rng = Rng::from_seed(seed);
    let win = mean - draws / 2.0;
    let (mut below, mut above) = (0, 0);
    for _ in 0..trials {
        let luck: Vec<f64> = (0..rounds).map(|_| rng.unit()).collect();
        let played: Vec<Rounds> = (0..cells)
            .map(|_| {
                let score = |t: usize, rng: &mut Rng| {
                    // Under common seeds a round is easy for every cell, or hard.
                    let ease = if common { (luck[t] - 0.5).signum() * win.min(1.0 - win - draws) / 2.0 } else { 0.0 };
                    let mut game = || match rng.unit() {
                        u if u < win + ease => 0.5,
                        u if u < win + ease + draws => 0.25,
                        _ => 0.0,
                    };
                    game() + game()
                };
                pairs(&(0..rounds).map(|t| score(t, &mut rng)).collect::<Vec<_>>())
            })
            .collect();
        let (low, high) = average(&played, common).interval95();
        (below, above) = (below + u32::from(high < mean), above + u32::from(low > mean));
    }
    (f64::from(below) / f64::from(trials), f64::from(above) / f64::from(trials))
}

/// Cells and rounds, mean and draws of the simulations: the first lines are those of the longer ones.
const SIMULATED: [((usize, usize), (f64, f64)); 10] = [
    ((30, 10), (0.945, 0.0)),
    ((60, 50), (0.97, 0.0)),
    ((5, 10), (0.9, 0.0)),
    ((5, 20), (0.5, 0.8)),
    ((3, 3), (0.5, 0.0)),
    ((12, 2), (0.7, 0.2)),
    ((2, 6), (0.6, 0.3)),
    ((20, 1), (0.5, 0.2)),
    ((12, 2), (0.9, 0.1)),
    ((30, 1), (0.9, 0.0)),
];

#[test]
fn intervals_miss_seldom_on_either_side() {
    for (i, (size, score)) in SIMULATED.into_iter().enumerate() {
        for common in [false, true] {
            let trials = if size.0 > 5 { 40 } else { 150 };
            let (below, above) = misses(400 + i as u64, trials, size, score, common);
            // 3.5 % on either side, and two and a half standard errors.
            let most = 0.035 + 2.5 * (0.035 * 0.965 / f64::from(trials)).sqrt();
            assert!(below <= most && above <= most, "{size:?} {score:?} {common}: {below} {above}");
        }
    }
}

#[test]
#[ignore = "minutes"]
#[expect(clippy::print_stderr, reason = "the large run prints its rates")]
fn intervals_miss_seldom_in_many_trials() {
    for (i, (size, score)) in SIMULATED.into_iter().enumerate() {
        for common in [false, true] {
            let (below, above) = misses(500 + i as u64, 2000, size, score, common);
            eprintln!("{size:?} {score:?} {}: {below:.4} below, {above:.4} above", if common { "common" } else { "own" });
            assert!(below <= 0.035 + 0.0082 && above <= 0.035 + 0.0082, "{size:?} {score:?} {common}: {below} {above}");
        }
    }
}
