//! How often verdicts between equals are wrong: simulated, with fixed seeds.
//!
//! `TREEBENCH_TRIALS=20 cargo test --release -p treebench --test error_rates -- --nocapture` takes twenty times as many
//! samples and prints every rate (30 s of processor time). Its largest rates: verdicts between equals 4.8 % (1,000 games, 30 %
//! draws, correlation 0.5), single games 4.4 % (200), three players 4.2 % (67 rounds), 100 pairs of 20 different ones 4.4 %; a wrong verdict
//! among 240 cells of 50 games 2.3 %, among 18 of 10 and 100 of 20 none; one of 2 equal variants called the best 4.4 %, of 6 to 60 at most
//! 0.1 %; the best of 2 to 60 equal variants above an even result 4.4 % at most.

use treebench::games::Rng;
use treebench::stats::{
    Answer, Bets, Claim, Contrast, DECIDES, Decision, EAnswer, LEVEL, ONE_SIDED, Over, Rounds, Sequence, Series, Sharing, Side, StopRule,
    StopTest, Unit, Verdict, answer_average, best, chosen_p, e_answer, e_bh, fresh, holm, judge_rounds, sums_in_order,
};

/// Draw rates and correlations of the two games of a pair that are tried.
const DRAWS: [f64; 3] = [0.0, 0.3, 0.8];
const CORRELATIONS: [f64; 3] = [-0.5, 0.0, 0.5];

/// Trials, times the factor asked for.
fn trials(few: u32) -> u32 {
    few * std::env::var("TREEBENCH_TRIALS").ok().and_then(|text| text.parse::<u32>().ok()).unwrap_or(1)
}

/// A game between equals.
fn game(rng: &mut Rng, draws: f64) -> f64 {
    match rng.unit() {
        u if u < draws => 0.5,
        u if u < (1.0 + draws) / 2.0 => 1.0,
        _ => 0.0,
    }
}

/// Pairs between equals: with probability |correlation| the second game repeats the first result or reverses it.
fn pairs(rng: &mut Rng, count: u32, draws: f64, correlation: f64) -> Rounds {
    let mut rounds = Rounds::new(2);
    for _ in 0..count {
        let first = game(rng, draws);
        let second = match rng.unit() < correlation.abs() {
            true if correlation > 0.0 => first,
            true => 1.0 - first,
            false => game(rng, draws),
        };
        rounds.push(0, 2, &[first + second, 2.0 - first - second]);
    }
    rounds
}

/// These cells with equal weights.
fn average<'r>(cells: &'r [Rounds], sharing: Sharing<'r>) -> Vec<Series<'r>> {
    cells.iter().map(|rounds| Series { weight: 1.0 / cells.len() as f64, rounds, sharing }).collect()
}

#[expect(clippy::print_stderr, reason = "the large run prints its rates")]
fn print(line: &str) {
    eprintln!("{line}");
}

/// Fails if an event that should have at most this probability came up too often: by more than three standard errors.
fn at_most(level: f64, found: u32, of: u32, what: &str) {
    let (rate, error) = (f64::from(found) / f64::from(of), (level * (1.0 - level) / f64::from(of)).sqrt());
    if std::env::var_os("TREEBENCH_TRIALS").is_some() {
        print(&format!("{what}: {:.2} % of {of}", 100.0 * rate));
    }
    assert!(rate <= level + 3.0 * error, "{what}: {:.2} % of {of}, at most {:.0} % are due", 100.0 * rate, 100.0 * level);
}

#[test]
fn verdicts_between_equals_are_wrong_in_at_most_5_percent() {
    let mut rng = Rng::from_seed(1701);
    for games in [2, 6, 10, 20, 50, 200, 1000] {
        let all = trials(if games > 100 { 400 } else { 1000 });
        for draws in DRAWS {
            for correlation in CORRELATIONS {
                let wrong = |_: &u32| judge_rounds(&pairs(&mut rng, games / 2, draws, correlation), 0.5).verdict != Verdict::Same;
                let found = (0..all).filter(wrong).count() as u32;
                at_most(LEVEL, found, all, &format!("{games} games, {draws} draws, correlation {correlation}"));
            }
        }
    }
}

#[test]
fn single_games_and_rounds_of_three_keep_the_level_too() {
    let mut rng = Rng::from_seed(1702);
    for games in [2u32, 6, 10, 20, 50, 200] {
        let all = trials(500);
        for draws in DRAWS {
            let single = |_: &u32| {
                let mut rounds = Rounds::new(2);
                for _ in 0..games {
                    let score = game(&mut rng, draws);
                    rounds.push(0, 1, &[score, 1.0 - score]);
                }
                judge_rounds(&rounds, 0.5).verdict != Verdict::Same
            };
            let found = (0..all).filter(single).count() as u32;
            at_most(LEVEL, found, all, &format!("{games} single games, {draws} draws"));
        }
        // Three players, the winner takes all, the first seat wins half of the games.
        let three = |_: &u32| {
            let mut rounds = Rounds::new(3);
            for _ in 0..games.div_ceil(3) {
                let mut sums = [0.0; 3];
                for shift in 0..3 {
                    let seat = [0, 0, 1, 2][rng.below(4)];
                    sums[(seat + shift) % 3] += 1.0;
                }
                rounds.push(0, 3, &sums);
            }
            judge_rounds(&rounds, 1.0 / 3.0).verdict != Verdict::Same
        };
        let found = (0..all).filter(three).count() as u32;
        at_most(LEVEL, found, all, &format!("{} rounds of three players", games.div_ceil(3)));
    }
}

#[test]
fn repeated_games_are_no_evidence() {
    // Agents with little randomness: 100 pairs drawn from a few different games, whatever these come to.
    let mut rng = Rng::from_seed(1703);
    for distinct in [1, 2, 3, 6, 20] {
        let all = trials(500);
        let wrong = |_: &u32| {
            let games: Vec<f64> = (0..distinct).map(|_| game(&mut rng, 0.2) + game(&mut rng, 0.2)).collect();
            let mut rounds = Rounds::new(2);
            for _ in 0..100 {
                let which = rng.below(distinct);
                rounds.push(which as u64 + 1, 2, &[games[which], 2.0 - games[which]]);
            }
            judge_rounds(&rounds, 0.5).verdict != Verdict::Same
        };
        let found = (0..all).filter(wrong).count() as u32;
        at_most(LEVEL, found, all, &format!("100 pairs with {distinct} different ones"));
    }
}

#[test]
fn a_family_of_cells_has_a_wrong_verdict_in_at_most_5_percent() {
    let mut rng = Rng::from_seed(1704);
    for (cells, games, few) in [(18, 10, 400), (100, 20, 150), (240, 50, 60)] {
        let all = trials(few);
        for (draws, correlation) in [(0.0, 0.0), (0.3, 0.5)] {
            let wrong = |_: &u32| {
                let p: Vec<f64> = (0..cells).map(|_| judge_rounds(&pairs(&mut rng, games / 2, draws, correlation), 0.5).p).collect();
                holm(&p, LEVEL).contains(&true)
            };
            let found = (0..all).filter(wrong).count() as u32;
            at_most(LEVEL, found, all, &format!("{cells} cells of {games} games, {draws} draws, correlation {correlation}"));
        }
    }
}

#[test]
fn the_best_of_many_equals_is_no_finding() {
    // Variants on three games of 40 pairs each.
    let mut rng = Rng::from_seed(1705);
    for (variants, few) in [(2, 400), (6, 300), (24, 80), (60, 30)] {
        let all = trials(few);
        let (mut alone, mut lost, mut above) = (0, 0, 0);
        for _ in 0..all {
            let played: Vec<[Rounds; 3]> = (0..variants).map(|_| [0.0, 0.3, 0.8].map(|draws| pairs(&mut rng, 40, draws, 0.2))).collect();
            let candidates: Vec<Vec<Series<'_>>> = played.iter().map(|cells| average(cells, Sharing::Nothing)).collect();
            let found = best(&candidates, LEVEL).expect("there are variants");
            let highest = Contrast::of(&candidates[found.top[0]]).expect("there are games");
            alone += u32::from(found.possible.len() == 1);
            lost += u32::from(!found.possible.contains(&0));
            above += u32::from(chosen_p(highest.p_above(0.5), variants) <= LEVEL);
        }
        at_most(LEVEL, alone, all, &format!("one of {variants} equal variants is called the best"));
        at_most(LEVEL, lost, all, &format!("a certain one of {variants} is ruled out"));
        at_most(LEVEL, above, all, &format!("the best of {variants} lies above an even result"));
    }
}

#[test]
fn true_differences_are_found() {
    // Without this, a test that never rejects would pass all others.
    let mut rng = Rng::from_seed(1706);
    let mut power = |pairs: u32, win: f64| {
        let found = |_: &u32| {
            let mut rounds = Rounds::new(2);
            for _ in 0..pairs {
                let score = (0..2).filter(|_| rng.unit() < win).count() as f64;
                rounds.push(0, 2, &[score, 2.0 - score]);
            }
            judge_rounds(&rounds, 0.5).verdict == Verdict::Better
        };
        (0..400).filter(found).count()
    };
    // 60 % in 100 games: the binomial test has a power of 0.46 one by one; 70 %: 0.98; 55 % in 1,000 games: 0.88.
    let (some, most, fine) = (power(50, 0.6), power(50, 0.7), power(500, 0.55));
    assert!(some > 140 && most > 370 && fine > 320, "{some} {most} {fine} of 400");
}

/// Cells whose averages are judged.
#[derive(Clone, Copy, Debug)]
struct Shape {
    cells: usize,
    rounds: usize,
    /// The true mean, the same in every cell.
    mean: f64,
    draws: f64,
    /// Whether cells share their seeds, which then make a round easy for all of them, or hard.
    common: bool,
}

/// Shapes from 2 to 60 cells, 2 to 50 rounds, means from 50 to 99 %, and draws from 0 to 80 %.
const SHAPES: [Shape; 10] = [
    Shape { cells: 2, rounds: 6, mean: 0.5, draws: 0.0, common: false },
    Shape { cells: 3, rounds: 2, mean: 0.6, draws: 0.3, common: false },
    Shape { cells: 5, rounds: 20, mean: 0.5, draws: 0.8, common: false },
    Shape { cells: 10, rounds: 12, mean: 0.5, draws: 0.3, common: true },
    Shape { cells: 10, rounds: 24, mean: 0.8, draws: 0.0, common: true },
    Shape { cells: 4, rounds: 50, mean: 0.5, draws: 0.0, common: true },
    Shape { cells: 30, rounds: 10, mean: 0.945, draws: 0.0, common: false },
    Shape { cells: 12, rounds: 2, mean: 0.9, draws: 0.1, common: false },
    Shape { cells: 60, rounds: 50, mean: 0.97, draws: 0.0, common: false },
    Shape { cells: 60, rounds: 20, mean: 0.99, draws: 0.0, common: false },
];

impl Shape {
    fn play(self, rng: &mut Rng) -> Vec<Rounds> {
        let Shape { cells, rounds, mean, draws, common } = self;
        let win = mean - draws / 2.0;
        let ease: Vec<f64> =
            (0..rounds).map(|_| if common { (rng.unit() - 0.5).signum() * win.min(1.0 - win - draws) / 2.0 } else { 0.0 }).collect();
        let cell = |_| {
            let mut played = Rounds::new(2);
            for ease in &ease {
                let score: f64 = (0..2)
                    .map(|_| match rng.unit() {
                        u if u < win + ease => 1.0,
                        u if u < win + ease + draws => 0.5,
                        _ => 0.0,
                    })
                    .sum();
                played.push(0, 2, &[score, 2.0 - score]);
            }
            played
        };
        (0..cells).map(cell).collect()
    }

    fn sharing(self) -> Sharing<'static> {
        if self.common { Sharing::Rounds(1) } else { Sharing::Nothing }
    }
}

/// Fails if an interval misses on one side in more than 3.5 %, and two and a half standard errors.
fn misses_seldom(found: (u32, u32), of: u32, what: &str) {
    let most = 0.035 + 2.5 * (0.035 * 0.965 / f64::from(of)).sqrt();
    let rates = [found.0, found.1].map(|count| f64::from(count) / f64::from(of));
    if of >= 1000 {
        print(&format!("{what}: {:.2} % below, {:.2} % above, of {of}", 100.0 * rates[0], 100.0 * rates[1]));
    }
    assert!(rates.into_iter().all(|rate| rate <= most), "{what}: {rates:?} of {of}");
}

/// Averages, and differences of the first half of the cells from the second.
fn averages(seed: u64, factor: u32) {
    for (i, shape) in SHAPES.into_iter().enumerate() {
        let mut rng = Rng::from_seed(seed + i as u64);
        let all = factor * if shape.cells * shape.rounds > 500 { 20 } else { 100 };
        let (mut average_misses, mut difference_misses) = ((0, 0), (0, 0));
        for _ in 0..all {
            let cells = shape.play(&mut rng);
            let (low, high) = Contrast::of(&average(&cells, shape.sharing())).expect("there are games").interval95();
            average_misses.0 += u32::from(high < shape.mean);
            average_misses.1 += u32::from(low > shape.mean);
            let (first, second) = cells.split_at(shape.cells / 2);
            let negative = average(second, shape.sharing()).into_iter().map(|series| Series { weight: -series.weight, ..series });
            let both: Vec<Series<'_>> = average(first, shape.sharing()).into_iter().chain(negative).collect();
            let (low, high) = Contrast::of(&both).expect("there are games").interval95();
            difference_misses.0 += u32::from(high < 0.0);
            difference_misses.1 += u32::from(low > 0.0);
        }
        misses_seldom(average_misses, all, &format!("average of {shape:?}"));
        misses_seldom(difference_misses, all, &format!("difference of {shape:?}"));
    }
}

#[test]
fn averages_and_differences_miss_seldom_on_either_side() {
    averages(1710, 1);
}

#[test]
#[ignore = "ten minutes"]
fn averages_and_differences_miss_seldom_in_many_trials() {
    averages(1711, 20);
}

/// Answers between equals: ten cells with common seeds, and eight of deterministic agents that repeat each other's games.
fn hypotheses(seed: u64, all: u32) {
    let mut rng = Rng::from_seed(seed);
    let claim = Claim { side: Side::Above, over: Over::Average, margin: 0.0 };
    let decided = |cells: &[Rounds], sharing| {
        let average = Contrast::of(&average(cells, sharing)).expect("there are games");
        let answer: Answer = answer_average(claim, &average, 0.5);
        u32::from(answer.decided(ONE_SIDED).is_some())
    };
    let (mut common, mut repeated) = (0, 0);
    for _ in 0..all {
        let shape = Shape { cells: 10, rounds: 12, mean: 0.5, draws: 0.1, common: true };
        common += decided(&shape.play(&mut rng), shape.sharing());
        // Twelve different pairs of games, of which every cell repeats some.
        let games: Vec<f64> = (0..12).map(|_| game(&mut rng, 0.2) + game(&mut rng, 0.2)).collect();
        let cell = |_| {
            let mut rounds = Rounds::new(2);
            (0..20).for_each(|_| {
                let which = rng.below(12);
                rounds.push(which as u64 + 1, 2, &[games[which], 2.0 - games[which]]);
            });
            rounds
        };
        repeated += decided(&(0..8).map(cell).collect::<Vec<_>>(), Sharing::Nothing);
    }
    at_most(LEVEL, common, all, "hypotheses about ten equal cells with common seeds");
    at_most(LEVEL, repeated, all, "hypotheses about eight cells that repeat twelve pairs");
}

#[test]
fn hypotheses_between_equals_are_seldom_decided() {
    hypotheses(1712, 200);
}

#[test]
#[ignore = "a minute"]
fn hypotheses_between_equals_are_seldom_decided_in_many_trials() {
    hypotheses(1713, 4000);
}

/// The e-values of an average at so many looks, of which each has one round more than the last, while its cells grow together.
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

/// Runs that grow are looked at twelve times; a page has 50 such claims, of which none is true.
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

/// Averages that are stopped sweep by sweep: of equals, and of candidates at H1.
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
