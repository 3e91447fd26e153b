//! Error rates of verdicts between equal agents, simulated with fixed seeds.
//!
//! `cargo test -p treebench --test error_rates -- --ignored --nocapture` takes many times as many samples and prints every rate (six minutes). The
//! largest of each kind is in `harness/docs/METHODOLOGY.md`. The simulations of tournaments, tuning, comparisons and checks are next to their code,
//! under `--lib`.

#[path = "error_rates/growth.rs"]
mod growth;
#[path = "error_rates/lengths.rs"]
mod lengths;
#[path = "error_rates/nested.rs"]
mod nested;

use treebench::games::Rng;
use treebench::stats::{
    Answer, Claim, Contrast, LEVEL, ONE_SIDED, Over, Rounds, Series, Sharing, Side, Verdict, answer_average, best, chosen_p, holm,
    judge_rounds,
};

/// The tested draw rates and correlations of the two games of a pair.
const DRAWS: [f64; 3] = [0.0, 0.3, 0.8];
const CORRELATIONS: [f64; 3] = [-0.5, 0.0, 0.5];

/// The factor by which a long test takes more samples.
const MANY: u32 = 20;

/// A game between equal agents.
fn game(rng: &mut Rng, draws: f64) -> f64 {
    match rng.unit() {
        u if u < draws => 0.5,
        u if u < (1.0 + draws) / 2.0 => 1.0,
        _ => 0.0,
    }
}

/// A player's score in a pair of games between equal agents.
fn pair(rng: &mut Rng, draws: f64) -> f64 {
    game(rng, draws) + game(rng, draws)
}

/// Pairs between equal agents: with probability |correlation| the second game repeats the first result or reverses it.
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

#[expect(clippy::print_stderr, reason = "--nocapture shows the rates")]
fn print(line: &str) {
    eprintln!("{line}");
}

/// Fails if an event that should have at most this probability was more frequent by more than three standard errors.
fn at_most(level: f64, found: u32, of: u32, what: &str) {
    let (rate, error) = (f64::from(found) / f64::from(of), (level * (1.0 - level) / f64::from(of)).sqrt());
    print(&format!("{what}: {:.2} % of {of}", 100.0 * rate));
    assert!(rate <= level + 3.0 * error, "{what}: {:.2} % of {of}, at most {:.0} % are due", 100.0 * rate, 100.0 * level);
}

/// Verdicts between equal agents.
fn verdicts(factor: u32) {
    let mut rng = Rng::from_seed(1701);
    for games in [2, 6, 10, 20, 50, 200, 1000] {
        let all = factor * if games > 100 { 400 } else { 1000 };
        for draws in DRAWS {
            for correlation in CORRELATIONS {
                let wrong = |_: &u32| judge_rounds(&pairs(&mut rng, games / 2, draws, correlation), 0.5).verdict != Verdict::Undecided;
                let found = (0..all).filter(wrong).count() as u32;
                at_most(LEVEL, found, all, &format!("{games} games, {draws} draws, correlation {correlation}"));
            }
        }
    }
}

#[test]
fn verdicts_between_equals_are_wrong_in_at_most_5_percent() {
    verdicts(1);
}

#[test]
#[ignore = "minutes"]
fn verdicts_between_equals_are_wrong_in_at_most_5_percent_in_many_trials() {
    verdicts(MANY);
}

/// Verdicts on single games, and on rounds of three players.
fn single_games_and_rounds_of_three(factor: u32) {
    let mut rng = Rng::from_seed(1702);
    for games in [2u32, 6, 10, 20, 50, 200] {
        let all = factor * 500;
        for draws in DRAWS {
            let single = |_: &u32| {
                let mut rounds = Rounds::new(2);
                for _ in 0..games {
                    let score = game(&mut rng, draws);
                    rounds.push(0, 1, &[score, 1.0 - score]);
                }
                judge_rounds(&rounds, 0.5).verdict != Verdict::Undecided
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
            judge_rounds(&rounds, 1.0 / 3.0).verdict != Verdict::Undecided
        };
        let found = (0..all).filter(three).count() as u32;
        at_most(LEVEL, found, all, &format!("{} rounds of three players", games.div_ceil(3)));
    }
}

#[test]
fn single_games_and_rounds_of_three_keep_the_level_too() {
    single_games_and_rounds_of_three(1);
}

#[test]
#[ignore = "minutes"]
fn single_games_and_rounds_of_three_keep_the_level_too_in_many_trials() {
    single_games_and_rounds_of_three(MANY);
}

/// Agents with little randomness: 100 pairs drawn from a few different games, whatever their results.
fn repeated_games(factor: u32) {
    let mut rng = Rng::from_seed(1703);
    for distinct in [1, 2, 3, 6, 20] {
        let all = factor * 500;
        let wrong = |_: &u32| {
            let games: Vec<f64> = (0..distinct).map(|_| pair(&mut rng, 0.2)).collect();
            let mut rounds = Rounds::new(2);
            for _ in 0..100 {
                let which = rng.below(distinct);
                rounds.push(which as u64 + 1, 2, &[games[which], 2.0 - games[which]]);
            }
            judge_rounds(&rounds, 0.5).verdict != Verdict::Undecided
        };
        let found = (0..all).filter(wrong).count() as u32;
        at_most(LEVEL, found, all, &format!("100 pairs with {distinct} different ones"));
    }
}

#[test]
fn repeated_games_are_no_evidence() {
    repeated_games(1);
}

#[test]
#[ignore = "minutes"]
fn repeated_games_are_no_evidence_in_many_trials() {
    repeated_games(MANY);
}

/// Any wrong verdict in a family of cells.
fn families(factor: u32) {
    let mut rng = Rng::from_seed(1704);
    for (cells, games, few) in [(18, 10, 400), (100, 20, 150), (240, 50, 60)] {
        let all = factor * few;
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
fn a_family_of_cells_has_a_wrong_verdict_in_at_most_5_percent() {
    families(1);
}

#[test]
#[ignore = "minutes"]
fn a_family_of_cells_has_a_wrong_verdict_in_at_most_5_percent_in_many_trials() {
    families(MANY);
}

/// Variants on three games of 40 pairs each; none is better.
fn best_of_many(factor: u32) {
    let mut rng = Rng::from_seed(1705);
    for (variants, few) in [(2, 400), (6, 300), (24, 80), (60, 30)] {
        let all = factor * few;
        let (mut alone, mut lost, mut above) = (0, 0, 0);
        for _ in 0..all {
            let played: Vec<[Rounds; 3]> = (0..variants).map(|_| [0.0, 0.3, 0.8].map(|draws| pairs(&mut rng, 40, draws, 0.2))).collect();
            let candidates: Vec<Vec<Series<'_>>> = played.iter().map(|cells| average(cells, Sharing::Nothing)).collect();
            let found = best(&candidates, LEVEL).expect("there are variants");
            let highest = Contrast::of(&candidates[found.top[0]]).expect("there are games");
            alone += u32::from(found.possible.len() == 1);
            lost += u32::from(!found.possible.contains(&0));
            above += u32::from(chosen_p(2.0 * highest.p_above(0.5), variants) <= LEVEL);
        }
        at_most(LEVEL, alone, all, &format!("one of {variants} equal variants is called the best"));
        at_most(LEVEL, lost, all, &format!("a certain one of {variants} is ruled out"));
        at_most(LEVEL, above, all, &format!("the best of {variants} lies above an even result"));
    }
}

#[test]
fn the_best_of_many_equals_is_no_finding() {
    best_of_many(1);
}

#[test]
#[ignore = "minutes"]
fn the_best_of_many_equals_is_no_finding_in_many_trials() {
    best_of_many(MANY);
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
    /// Whether cells share their seeds, which then make a round easy or hard for all of them.
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

/// Fails if an interval misses on one side in more than 3.5 % of the samples plus 2½ standard errors.
fn misses_seldom(found: (u32, u32), of: u32, what: &str) {
    let most = 0.035 + 2.5 * (0.035 * 0.965 / f64::from(of)).sqrt();
    let rates = [found.0, found.1].map(|count| f64::from(count) / f64::from(of));
    print(&format!("{what}: {:.2} % below, {:.2} % above, of {of}", 100.0 * rates[0], 100.0 * rates[1]));
    assert!(rates.into_iter().all(|rate| rate <= most), "{what}: {rates:?} of {of}");
}

/// Averages, and differences between the first half of the cells and the second.
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

/// Answers between equal agents: ten cells with common seeds, and eight cells of deterministic agents that repeat each other's games.
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
        let games: Vec<f64> = (0..12).map(|_| pair(&mut rng, 0.2)).collect();
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

/// Answers that two agents are within a margin where the true difference equals the margin: for one cell and for averages, with separate and with
/// common seeds.
fn equivalences(seed: u64, factor: u32) {
    let mut rng = Rng::from_seed(seed);
    for (cells, rounds, common) in [(1, 30, false), (1, 200, false), (6, 30, false), (10, 50, true)] {
        for margin in [0.05, 0.15] {
            let shape = Shape { cells, rounds, mean: 0.5 + margin, draws: 0.3, common };
            let claim = Claim { side: Side::Near, over: Over::Average, margin };
            let all = 100 * factor;
            let within = |_: &u32| {
                let cells = shape.play(&mut rng);
                let average = Contrast::of(&average(&cells, shape.sharing())).expect("there are games");
                answer_average(claim, &average, 0.5).decided(ONE_SIDED) == Some(true)
            };
            let found = (0..all).filter(within).count() as u32;
            at_most(LEVEL, found, all, &format!("within {margin} at the margin, {shape:?}"));
        }
    }
}

#[test]
fn what_is_at_the_margin_is_seldom_called_within() {
    equivalences(1720, 1);
}

#[test]
#[ignore = "a minute"]
fn what_is_at_the_margin_is_seldom_called_within_in_many_trials() {
    equivalences(1721, 20);
}
