use super::*;
use crate::Rounds;
use treebench_games::Rng;

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
    let found =
        |rule, win: f64, rng: &mut Rng| (0..200).filter(|_| play(rule, (win, 0.0), rng).decision() != Some(Decision::AcceptsH1)).count();
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
