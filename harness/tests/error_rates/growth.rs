//! Games that grow or stop by their results, and pages of claims about them.

use super::{Shape, at_most, average};
use treebench::check::{Decision as CheckDecision, Looks, sequential};
use treebench::games::Rng;
use treebench::saved::Series as SavedSeries;
use treebench::stats::{
    Bets, Claim, DECIDES, Decision, EAnswer, LEVEL, Over, PairedShares, Rounds, Sequence, Side, StopRule, StopTest, Unit, e_answer, e_bh,
    fresh, sums_in_order,
};

/// The e-values of an average at this many looks, each with one round more than the last, while its cells grow together.
fn looks(rng: &mut Rng, shape: Shape, looks: usize) -> Vec<EAnswer> {
    let claim = Claim { side: Side::Above, over: Over::Average, margin: 0.0 };
    let cells = shape.play(rng);
    let at = |look: usize| {
        let first: Vec<Rounds> = cells.iter().map(|cell| cell.first(look * shape.rounds / looks)).collect();
        let series = average(&first, shape.sharing());
        let counts: Vec<(f64, f64)> = sums_in_order(&series).expect("in order").into_iter().flatten().map(|sum| (sum, 1.0)).collect();
        e_answer(claim, 0.5, |m| Bets::on(&counts).share(fresh(&series)).against(m))
    };
    (1..=looks).map(at).collect()
}

/// Growing runs are looked at twelve times; a page has 50 such claims, none of them true.
fn growth(seed: u64, all: u32) {
    let mut rng = Rng::from_seed(seed);
    let mut pages = 0;
    let mut wrong = 0;
    for _ in 0..all {
        let page: Vec<f64> = (0..50)
            .map(|i| {
                let shape = Shape { cells: 1 + i % 3, rounds: 48, mean: 0.5, draws: f64::from(i as u32 % 3) * 0.3, common: i % 2 == 0 };
                let seen = looks(&mut rng, shape, 12);
                wrong += u32::from(seen.iter().any(|answer| answer.decided(DECIDES).is_some()));
                // The page is read when the claim looks its best.
                seen.iter().map(EAnswer::most).fold(0.0, f64::max)
            })
            .collect();
        pages += u32::from(e_bh(&page, LEVEL).contains(&true));
    }
    at_most(LEVEL, wrong, 50 * all, "a claim that grew, at any of 12 looks");
    at_most(LEVEL, pages, all, "a page of 50 null claims that grew");
}

#[test]
fn what_grows_is_seldom_decided_wrongly_at_any_look() {
    growth(1714, 4);
}

#[test]
#[ignore = "minutes"]
fn what_grows_is_seldom_decided_wrongly_on_many_pages() {
    growth(1715, 200);
}

/// The decision of a rule on the average of cells, sweep by sweep.
fn stopped(rng: &mut Rng, shape: Shape, test: StopTest, side: Side) -> Option<Decision> {
    let cells = shape.play(rng);
    let size = 2 * shape.cells as u32;
    let rule = StopRule { test, at_least: 0, at_most: size * shape.rounds as u32 };
    let mut sequence = Sequence::of_sweeps(rule, size, 0.5, Claim { side, over: Over::Average, margin: 0.0 });
    let sums = sums_in_order(&average(&cells, shape.sharing())).expect("in order");
    sums.into_iter().find_map(|sum| sequence.push_sweep(sum, 1.0))
}

/// Averages that are stopped sweep by sweep: of equal agents, and of candidates at H1.
fn stopped_averages(seed: u64, all: u32) {
    let gsprt = StopTest::Gsprt { h0: 50.0, h1: 60.0, unit: Unit::Points, alpha: LEVEL, beta: LEVEL };
    let interval = StopTest::Interval { width: None, alpha: LEVEL };
    for (i, (cells, draws, common)) in
        [(1, 0.0, false), (2, 0.8, false), (8, 0.0, false), (8, 0.3, true), (20, 0.0, false)].into_iter().enumerate()
    {
        let mut rng = Rng::from_seed(seed + i as u64);
        let shape = Shape { cells, rounds: 150, mean: 0.5, draws, common };
        let mut count = |shape: Shape, test: StopTest, of: &[Decision]| {
            (0..all).filter(|_| stopped(&mut rng, shape, test, Side::Above).is_some_and(|found| of.contains(&found))).count() as u32
        };
        at_most(LEVEL, count(shape, gsprt, &[Decision::AcceptsH1]), all, &format!("H1 accepted of {shape:?}"));
        at_most(LEVEL, count(Shape { mean: 0.6, ..shape }, gsprt, &[Decision::AcceptsH0]), all, &format!("H0 accepted at H1 of {shape:?}"));
        at_most(LEVEL, count(shape, interval, &[Decision::Better, Decision::Worse]), all, &format!("e-value of {shape:?}"));
        let found = count(Shape { mean: 0.7, common: false, ..shape }, interval, &[Decision::Better]);
        assert!(10 * found >= 9 * all, "70 % is found in {found} of {all}: {shape:?}");
    }
}

#[test]
fn averages_that_are_stopped_are_seldom_decided_wrongly() {
    stopped_averages(1716, 40);
}

#[test]
#[ignore = "minutes"]
fn averages_that_are_stopped_are_seldom_decided_wrongly_in_many_trials() {
    stopped_averages(1717, 2000);
}

/// Two sides of equal strength with the same number of rounds: comparisons and checks at any of 12 looks while both grow. Some rounds are the same on
/// both sides, as under unchanged code, and some repeat others.
fn compared(seed: u64, all: u32) {
    let mut rng = Rng::from_seed(seed);
    for (rounds, draws, same, keys) in [(48, 0.0, 0.0, 0), (240, 0.3, 0.3, 0), (120, 0.8, 0.0, 0), (96, 0.2, 0.0, 20)] {
        let (mut differs, mut fails) = (0, 0);
        for _ in 0..all {
            let games: Vec<(u64, f64, f64)> =
                (0..keys).map(|key| (key + 1, super::pair(&mut rng, draws), super::pair(&mut rng, draws))).collect();
            let mut round = || match games.len() {
                0 => {
                    let first = super::pair(&mut rng, draws);
                    (0, first, if rng.unit() < same { first } else { super::pair(&mut rng, draws) })
                }
                known => games[rng.below(known)],
            };
            let played: Vec<(u64, f64, f64)> = (0..rounds).map(|_| round()).collect();
            let series = |of: fn(&(u64, f64, f64)) -> f64| SavedSeries(played.iter().map(|round| Some(of(round) / 2.0)).collect());
            let (old, now) = (series(|round| round.1), series(|round| round.2));
            let keys: Vec<u64> = played.iter().map(|round| round.0).collect();
            let mut paired = PairedShares::default();
            let (mut different, mut failed) = (false, false);
            for look in 1..=12 {
                for &(key, first, second) in &played[(look - 1) * rounds / 12..look * rounds / 12] {
                    paired.push(key, 2, first, second);
                }
                different |= paired.change_at_any_time().p <= LEVEL;
                let first = SavedSeries(now.0[..look * rounds / 12].to_vec());
                let looks = Looks { every: rounds / 12, tolerance: 0.05, alpha: LEVEL, beta: LEVEL };
                failed |= sequential(&first, &old, &keys, looks).is_some_and(|found| found.decision == CheckDecision::Fail);
            }
            (differs, fails) = (differs + u32::from(different), fails + u32::from(failed));
        }
        at_most(LEVEL, differs, all, &format!("a comparison of {rounds} rounds with {draws} draws, at any of 12 looks"));
        at_most(LEVEL, fails, all, &format!("a check of {rounds} rounds with {draws} draws, at any of 12 looks"));
    }
}

#[test]
fn comparisons_and_checks_that_grow_seldom_find_a_difference_of_equals() {
    compared(1718, 60);
}

#[test]
#[ignore = "minutes"]
fn comparisons_and_checks_that_grow_seldom_find_a_difference_of_equals_in_many_trials() {
    compared(1719, 3000);
}
