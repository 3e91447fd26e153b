//! The methods on surfaces with a known best point.

use super::claim::{Pair, compare};
use super::methods::{Method, Request, method};
use super::search::Search;
use super::space::{ABSENT, Dimension, Space};
use super::trace::{Rules, Trace};
use super::tuning::{TuneMethod, TuneObjective};
use crate::config::Choice as _;
use std::collections::BTreeSet;
use treebench_games::Rng;
use treebench_stats::{LEVEL, ONE_SIDED, Rounds, holm_adjusted};

/// Games of a round.
const PAIR: u64 = 2;

/// The score of a round: two games that are won with probability `p`, drawn from the run, the point, the game and the round.
fn binomial(p: f64, run: u64, point: usize, game: usize, round: usize) -> f64 {
    let mut key = [0; 32];
    for (place, number) in [run, point as u64, game as u64, round as u64].into_iter().enumerate() {
        key[place * 8..place * 8 + 8].copy_from_slice(&number.to_le_bytes());
    }
    let mut rng = Rng::new(key, 0);
    (0..PAIR).filter(|_| rng.unit() < p).count() as f64 / PAIR as f64
}

/// A search on a surface, played to its end.
fn searched(space: &Space, which: Box<dyn Method>, games: u64, run: u64, surface: &dyn Fn(&[usize]) -> f64) -> Search {
    let rules = Rules { objective: TuneObjective::Mean, costs: vec![PAIR], budget: games };
    let mut search = Search::new(space.clone(), rules, which);
    search.advance(|point, game, round| Some(binomial(surface(space.point(point)), run, point, game, round)));
    assert!(search.is_done() && search.trace().spent() <= games);
    search
}

/// Runs of each method.
const RUNS: u64 = 60;

/// Of these runs with 3,000 games each, how many percent choose a point within 0.02 of the best.
fn hits(which: fn(u64) -> Box<dyn Method>, surface: &dyn Fn(&[usize]) -> f64) -> usize {
    let space = Space::full(&[5, 5, 5], &[0, 4, 0]);
    let best = (0..space.len()).map(|point| surface(space.point(point))).fold(0.0, f64::max);
    let hit = |run: &u64| {
        let search = searched(&space, which(*run), 3_000, *run, surface);
        surface(space.point(search.chosen(None).0)) >= best - 0.02
    };
    100 * (0..RUNS).filter(hit).count() / RUNS as usize
}

fn seeded(which: TuneMethod, run: u64) -> Box<dyn Method> {
    method(which, Rng::from_seed(run))
}

/// Random search: a random sample of points, each with the same number of rounds.
struct Random(Rng);

impl Method for Random {
    fn next(&mut self, space: &Space, trace: &Trace) -> Vec<Request> {
        if !trace.steps().is_empty() {
            return Vec::new();
        }
        let rounds = trace.rounds_left() / 60;
        (0..60).map(|_| Request { point: self.0.below(space.len()), game: None, rounds }).collect()
    }

    fn ranking(&self, _space: &Space, trace: &Trace, game: Option<usize>) -> Vec<usize> {
        trace.ranking(game)
    }
}

/// A smooth hill with its top at (3, 1, 2), where 80 % of the games are won; one step from there costs 11 points.
fn hill(point: &[usize]) -> f64 {
    let far: f64 = point.iter().zip([3.0, 1.0, 2.0]).map(|(&level, top)| (level as f64 - top).powi(2)).sum();
    0.2 + 0.6 * (-0.2 * far).exp()
}

#[test]
fn ntbea_and_race_find_the_top_of_a_hill_where_grid_and_random_search_do_not() {
    let random = hits(|run| Box::new(Random(Rng::from_seed(run))), &hill);
    let [ntbea, race, grid] =
        [|run| seeded(TuneMethod::Ntbea, run), |run| seeded(TuneMethod::Race, run), |run| seeded(TuneMethod::Grid, run)]
            .map(|which| hits(which, &hill));
    let counts = format!("ntbea {ntbea}, race {race}, grid {grid}, random {random}");
    assert!(ntbea >= 95 && race >= 95, "{counts}");
    assert!(grid < 80 && random < 80, "{counts}");
}

#[test]
fn halving_and_wilson_do_better_than_the_grid() {
    let [halving, wilson, grid] =
        [|run| seeded(TuneMethod::Halving, run), |run| seeded(TuneMethod::Wilson, run), |run| seeded(TuneMethod::Grid, run)]
            .map(|which| hits(which, &hill));
    assert!(halving >= grid + 15 && wilson >= grid + 15, "halving {halving}, wilson {wilson}, grid {grid}");
}

/// Eight games, each with its own best point, and a budget of 30 games for a point in a game. In two of the games all points win nearly always, so
/// that many of them win all of their first rounds.
#[test]
fn wilson_finds_the_best_point_of_each_game() {
    const GAMES: usize = 8;
    let space = Space::full(&[5, 5], &[0, 4]);
    let chance = |point: usize, game: usize| {
        let top = [(game * 2 % 5) as f64, (game * 3 % 5) as f64];
        let far: f64 = space.point(point).iter().zip(top).map(|(&level, top)| (level as f64 - top).powi(2)).sum();
        if game < 2 { 0.75 + 0.23 * (-0.2 * far).exp() } else { 0.2 + 0.6 * (-0.2 * far).exp() }
    };
    let regret = |which: TuneMethod| -> f64 {
        let run = |run: u64| -> f64 {
            let budget = 30 * (GAMES * space.len()) as u64;
            let rules = Rules { objective: TuneObjective::PerGame, costs: vec![PAIR; GAMES], budget };
            let mut search = Search::new(space.clone(), rules, seeded(which, run));
            search.advance(|point, game, round| Some(binomial(chance(point, game), run, point, game, round)));
            let best = |game| (0..space.len()).map(|point| chance(point, game)).fold(0.0, f64::max);
            (0..GAMES).map(|game| best(game) - chance(search.chosen(Some(game)).0, game)).sum::<f64>() / GAMES as f64
        };
        (0..20).map(run).sum::<f64>() / 20.0
    };
    let (wilson, grid) = (regret(TuneMethod::Wilson), regret(TuneMethod::Grid));
    assert!(wilson < 0.5 * grid, "wilson {wilson:.4}, grid {grid:.4}");
}

#[test]
fn spsa_climbs_a_smooth_surface_in_four_dimensions() {
    let top = [7.0, 2.0, 5.0, 8.0];
    let surface = |point: &[usize]| {
        let far: f64 = point.iter().zip(top).map(|(&level, top)| ((level as f64 - top) / 10.0).powi(2)).sum();
        0.75 - 0.35 * far
    };
    let space = Space::full(&[11; 4], &[2, 7, 1, 2]);
    let start = surface(space.point(space.default_point()));
    let reached = |run: u64| {
        let search = searched(&space, seeded(TuneMethod::Spsa, run), 10_000, run, &surface);
        surface(space.point(search.chosen(None).0))
    };
    let reached: Vec<f64> = (0..20).map(reached).collect();
    let near = reached.iter().filter(|&&value| value >= 0.75 - 0.05).count();
    assert!(near >= 18, "from {start}: {reached:?}");
}

/// Points that were drawn from a continuous space of five parameters: the walk ends where few of them are better.
#[test]
fn spsa_climbs_among_points_that_were_drawn() {
    const LEVELS: usize = 1_000;
    let dimension = |default| Dimension { levels: LEVELS, ordered: true, default, needs: None };
    let start = [100, 900, 150, 800, 200];
    let mut rng = Rng::from_seed(11);
    let drawn = (1..1_000).map(|_| start.map(|_| rng.below(LEVELS)).to_vec());
    let points: Vec<Vec<usize>> = std::iter::once(start.to_vec()).chain(drawn).collect();
    let space = Space::new(start.map(dimension).to_vec(), points).drawn(true);
    let surface = |point: &[usize]| {
        let top = [700.0, 300.0, 600.0, 400.0, 500.0];
        let far: f64 = point.iter().zip(top).map(|(&level, top)| ((level as f64 - top) / LEVELS as f64).powi(2)).sum();
        0.75 - 0.3 * far
    };
    let worth = |point: usize| surface(space.point(point));
    let better = |run: u64| {
        let chosen = searched(&space, seeded(TuneMethod::Spsa, run), 6_000, run, &surface).chosen(None).0;
        (0..space.len()).filter(|&point| worth(point) > worth(chosen)).count()
    };
    let better: Vec<usize> = (0..10).map(better).collect();
    assert!(better.iter().all(|&better| better < 100), "points that are better: {better:?}");
}

/// Where all points are equal: whether one of these two is called better than the default after a confirmation on the rounds of `run`.
fn called_better(points: [Option<usize>; 2], default: usize, run: u64) -> bool {
    let rounds = |point: usize| {
        let mut rounds = Rounds::new(2);
        (0..CONFIRMED).for_each(|round| {
            let sum = PAIR as f64 * binomial(0.5, run, point, 0, round);
            rounds.push(0, PAIR as u32, &[sum, PAIR as f64 - sum]);
        });
        rounds
    };
    let known = rounds(default);
    let each = points.into_iter().flatten().filter(|&point| point != default).map(|point| {
        let pair = Pair { game: 0, size: PAIR as u32, point: &rounds(point), default: &known };
        compare(TuneObjective::Mean, 0, &[pair], LEVEL).p_better
    });
    holm_adjusted(&each.collect::<Vec<_>>()).into_iter().any(|p| p <= ONE_SIDED)
}

/// Rounds of a confirmation.
const CONFIRMED: usize = 50;

/// Whole tunings where there is nothing to find: a search, and the confirmation of what it recommends. 5 % of 400 runs and two standard errors are
/// 28, of 100 runs 9 and of 50 runs 5. The same confirmation of the two luckiest points on the rounds that made them lucky claims more than that.
#[test]
fn a_gain_is_rarely_claimed_where_there_is_none() {
    let space = Space::full(&[5, 5, 5], &[0, 4, 0]);
    let default = space.default_point();
    for (which, runs, most) in [(TuneMethod::Halving, 400, 28), (TuneMethod::Race, 100, 9), (TuneMethod::Ntbea, 50, 5)] {
        let claims = |run: &u64| {
            let (chosen, runner_up) = searched(&space, seeded(which, *run), 300, *run, &|_| 0.5).chosen(None);
            called_better([Some(chosen), runner_up], default, run + (1 << 32))
        };
        let wrong = (0..runs).filter(claims).count();
        assert!(wrong <= most, "{which:?}: {wrong} of {runs}");
    }
    let deceived = |run: &u64| {
        let sum = |point: usize| (0..CONFIRMED).map(|round| binomial(0.5, *run, point, 0, round)).sum::<f64>();
        let mut points: Vec<(f64, usize)> = (0..space.len()).map(|point| (sum(point), point)).collect();
        points.sort_by(|a, b| b.0.total_cmp(&a.0));
        called_better([Some(points[0].1), Some(points[1].1)], default, *run)
    };
    let wrong = (0..50).filter(deceived).count();
    assert!(wrong > 5, "{wrong} of 50");
}

/// A budget or a space that is too small, a space with impossible points and parameters that depend on others: every method ends, within its
/// budget, at a possible point.
#[test]
fn every_method_ends_within_its_budget() {
    let dimension = |levels, needs| Dimension { levels, ordered: true, default: 0, needs };
    let dimensions = vec![dimension(2, None), dimension(4, Some((0, vec![1]))), dimension(3, None)];
    let mut points = vec![vec![0, ABSENT, 0], vec![0, ABSENT, 2]];
    points.extend((0..4).flat_map(|a| (0..3).filter(move |b| (a + b) % 2 == 0).map(move |b| vec![1, a, b])));
    let odd = Space::new(dimensions, points);
    for &(_, which) in TuneMethod::WORDS {
        for space in [&odd, &Space::full(&[2], &[1]), &Space::full(&[3, 1, 2], &[0, 0, 1])] {
            for games in [2, 7, 40, 400] {
                let search = searched(space, seeded(which, 5), games, 1, &|point| if point[0] == 1 { 0.9 } else { 0.1 });
                let (first, second) = search.chosen(None);
                assert!(first < space.len() && second.is_none_or(|second| second != first), "{which:?}");
            }
        }
    }
}

/// Results in any order, and any number of them at a time, give the same trace.
#[test]
fn the_trace_depends_on_nothing_but_the_results() {
    let space = Space::full(&[5, 5, 5], &[0, 4, 0]);
    for &(_, which) in TuneMethod::WORDS {
        let rules = Rules { objective: TuneObjective::Mean, costs: vec![PAIR, PAIR], budget: 1_500 };
        let score = |point: usize, game: usize, round: usize| binomial(hill(space.point(point)), 3, point, game, round);
        let mut whole = Search::new(space.clone(), rules.clone(), seeded(which, 3));
        whole.advance(|point, game, round| Some(score(point, game, round)));
        let (mut slow, mut known) = (Search::new(space.clone(), rules, seeded(which, 3)), BTreeSet::new());
        slow.advance(|_, _, _| None);
        while !slow.is_done() {
            let wanted: Vec<(usize, usize, usize)> = slow.wanted().filter(|task| !known.contains(task)).collect();
            // The last task that is wanted is finished first.
            known.extend(wanted.last().copied());
            let result = |point, game, round| known.contains(&(point, game, round)).then(|| score(point, game, round));
            slow.advance(result);
        }
        assert_eq!(whole.trace(), slow.trace(), "{which:?}");
        assert_eq!(whole.chosen(None), slow.chosen(None));
    }
}
