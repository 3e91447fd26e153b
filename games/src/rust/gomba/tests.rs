//! The paper's claims about its trees, and those about this project's parameters, by exhaustive search and by statistics with fixed seeds.

use super::chances::{limits, sigmoid, theorem_2};
use super::node::Node;
use super::noise::{self, Purpose};
use super::position::Gomba as State;
use super::rules::Rules;
use super::{Gomba, Simulation};
use crate::params::Params;
use crate::{Game, Move, Position, Rng, Turn};
use std::sync::Arc;

fn gomba(branching: u16, depth: u16) -> Gomba {
    Gomba { branching, depth, ..Gomba::defaults().unwrap() }
}

/// The scores under perfect play by exhaustive search: max-n, expectation over chance.
fn solve(here: &dyn Position, players: usize) -> Vec<f64> {
    let below = here.move_list().into_iter().map(|m| {
        let mut next = here.boxed();
        next.apply(m);
        solve(next.as_ref(), players)
    });
    match here.turn() {
        Turn::Over => (0..players).map(|player| here.score(player)).collect(),
        Turn::Player(mover) => below.max_by(|a, b| a[mover].total_cmp(&b[mover])).unwrap(),
        Turn::Chance => {
            let outcomes: Vec<Vec<f64>> = below.collect();
            (0..players).map(|p| outcomes.iter().map(|scores| scores[p]).sum::<f64>() / outcomes.len() as f64).collect()
        }
    }
}

/// Checks the claim at a position and everywhere below; returns the number of positions.
fn check_claims(here: &dyn Position, players: usize) -> usize {
    let solved = solve(here, players);
    for (player, score) in solved.iter().enumerate() {
        let claimed = here.oracle().unwrap().known_score(player);
        assert!((claimed - score).abs() < 1e-9, "{} claims {claimed} for player {player}, not {score}", here.notation());
    }
    let mut nodes = 1;
    for m in here.move_list() {
        let mut next = here.boxed();
        next.apply(m);
        nodes += check_claims(next.as_ref(), players);
    }
    nodes
}

#[test]
fn claimed_values_are_those_of_an_exhaustive_search() {
    let mut rng = Rng::from_seed(1);
    let mut nodes = 0;
    for _ in 0..3000 {
        let game = Gomba {
            bias: 6.0 * rng.unit() - 3.0,
            spread: 2.0 * rng.unit(),
            spread_variation: if rng.below(2) == 0 { rng.unit() } else { 0.0 },
            carry: if rng.below(2) == 0 { rng.unit() } else { 0.0 },
            outcomes: if rng.below(3) == 0 { 2 + rng.below(4) as u8 } else { 2 },
            chance: if rng.below(3) == 0 { 2 } else { 1 },
            ..gomba(1 + rng.below(4) as u16, 1 + rng.below(5) as u16)
        };
        let game = if game.outcomes == 2 { Gomba { players: 2 + rng.below(3) as u8, ..game } } else { game };
        let game = if game.chance > 1 { Gomba { branching: game.branching.min(3), depth: game.depth.min(3), ..game } } else { game };
        game.check().unwrap();
        nodes += check_claims(game.draw_start(&mut rng).as_ref(), usize::from(game.players));
    }
    assert!(nodes > 100_000, "{nodes}");
}

#[test]
fn drawn_trees_differ_and_the_parameters_alone_give_one() {
    let game = gomba(8, 8);
    let mut rng = Rng::from_seed(1);
    assert_ne!(game.draw_start(&mut rng).key(), game.draw_start(&mut rng).key());
    assert_eq!(game.start().key(), game.start().key());
    let other = Gomba { seed: 2, ..gomba(8, 8) };
    assert_ne!(game.start().key(), other.start().key());
    assert_ne!(game.draw_start(&mut Rng::from_seed(1)).key(), other.draw_start(&mut Rng::from_seed(1)).key());
}

#[test]
fn a_position_does_not_depend_on_what_was_expanded_before_it() {
    let game = Gomba { spread_variation: 0.5, carry: 0.5, ..gomba(5, 4) };
    let mut rng = Rng::from_seed(2);
    let mut paths: Vec<[u64; 4]> = (0..625).map(|i| [i % 5, i / 5 % 5, i / 25 % 5, i / 125]).collect();
    let mut walk = |path: &[u64; 4]| {
        let mut here = game.start();
        path.iter().for_each(|&m| here.apply(Move(m)));
        here.notation()
    };
    let first: Vec<String> = paths.iter().map(&mut walk).collect();
    let order: Vec<[u64; 4]> = paths.clone();
    for i in (1..paths.len()).rev() {
        paths.swap(i, rng.below(i + 1));
    }
    for path in &paths {
        let place = order.iter().position(|other| other == path).unwrap();
        assert_eq!(walk(path), first[place]);
    }
}

/// The correlation of two lists of numbers, in standard errors.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let (a, b) = pairs.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x / n, b + y / n));
    let sum = |f: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(x, y)| f(x - a, y - b)).sum::<f64>();
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt() * n.sqrt()
}

/// The draws at a node: difficulty, value and forced child as uniform numbers.
fn drawn(key: u64) -> [f64; 3] {
    [Purpose::Difficulty, Purpose::Value, Purpose::Forced].map(|purpose| noise::unit(noise::bits(key, purpose)))
}

#[test]
fn relatives_are_not_correlated() {
    const NODES: u64 = 40_000;
    /// One of the 144 figures below exceeds this number of standard errors with a probability of 1 in 500,000.
    const MOST: f64 = 5.7;
    type Relative = (&'static str, fn(u64) -> u64);
    let relatives: [Relative; 8] = [
        ("sibling", |key| noise::child(key, 1)),
        ("far sibling", |key| noise::child(key, 199)),
        ("child", |key| noise::child(noise::child(key, 0), 0)),
        ("grandchild", |key| noise::child(noise::child(noise::child(key, 0), 1), 0)),
        ("parent", |key| key),
        ("nephew", |key| noise::child(noise::child(key, 1), 0)),
        ("next cousin", |key| noise::child(key.wrapping_add(1), 0)),
        ("other tree", |key| noise::child(!key, 0)),
    ];
    for (name, relative) in relatives {
        let pairs: Vec<([f64; 3], [f64; 3])> = (0..NODES)
            .map(|i| {
                let parent = noise::child(noise::root(11), i);
                (drawn(noise::child(parent, 0)), drawn(relative(parent)))
            })
            .collect();
        for a in 0..3 {
            for b in 0..3 {
                let both: Vec<(f64, f64)> = pairs.iter().map(|(x, y)| (x[a], y[b])).collect();
                let far = correlation(&both).abs();
                assert!(far < MOST, "{name}: figures {a} and {b} are correlated by {far} standard errors");
                // Squares reveal what a linear correlation does not.
                let both: Vec<(f64, f64)> = both.iter().map(|(x, y)| ((x - 0.5).powi(2), (y - 0.5).powi(2))).collect();
                let far = correlation(&both).abs();
                assert!(far < MOST, "{name}: squares of {a} and {b} are correlated by {far} standard errors");
            }
        }
    }
}

#[test]
fn pairs_of_relatives_fill_the_plane() {
    // χ² over 16 × 16 fields, 255 degrees of freedom: below 330.5 with probability 0.999.
    let deviation = |relative: fn(u64, u64) -> [u64; 2]| {
        let mut counts = [0.0; 256];
        for i in 0..102_400 {
            let [x, y] = relative(noise::root(5), i).map(|key| noise::below(noise::bits(key, Purpose::Value), 16));
            counts[(16 * x + y) as usize] += 1.0;
        }
        counts.iter().map(|count| (count - 400.0f64).powi(2) / 400.0).sum::<f64>()
    };
    let siblings = deviation(|key, i| [noise::child(key, 2 * i), noise::child(key, 2 * i + 1)]);
    let cousins = deviation(|key, i| [2 * i, 2 * i + 1].map(|parent| noise::child(noise::child(key, parent), 3)));
    let levels = deviation(|key, i| [noise::child(key, i), noise::child(noise::child(key, i), 0)]);
    let lines = deviation(|key, i| {
        // One long line of first children, down to the depth of the test.
        let line = noise::child(noise::child(key, i), i);
        [line, noise::child(noise::child(line, 0), 0)]
    });
    for chi2 in [siblings, cousins, levels, lines] {
        assert!(chi2 < 330.5, "{siblings} {cousins} {levels} {lines}");
    }
}

/// The share of playouts from the start that player 1 wins.
fn won(game: &Gomba, playouts: u32, seed: u64) -> f64 {
    let (rules, mut rng) = (Arc::new(Rules::new(game)), Rng::from_seed(seed));
    let wins: f64 = (0..playouts)
        .map(|_| {
            // Every playout has its own tree: the theorem is about the mean over trees.
            let mut state = State::root(Arc::clone(&rules), rng.bits64());
            state.play_out(&mut rng, 1000);
            state.score(1)
        })
        .sum();
    wins / f64::from(playouts)
}

const PLAYOUTS: u32 = 60_000;
/// Five standard errors of a share of [`PLAYOUTS`] games near one half.
const FAR: f64 = 5.0 * 0.5 / 244.9;

#[test]
fn walked_playouts_approach_theorem_2_where_its_assumptions_hold() {
    for (bias, branching) in [(0.0, 2), (0.0, 8), (-1.0, 3), (2.0, 30)] {
        let game = |depth| Gomba { bias, spread: 0.0, ..gomba(branching, depth) };
        let (odd, even) = (won(&game(39), PLAYOUTS, 1), won(&game(40), PLAYOUTS, 2));
        let x = sigmoid(bias);
        let [after_first, after_second] = limits(x, f64::from(branching));
        assert!((odd - after_first).abs() < FAR && (even - after_second).abs() < FAR, "{bias} {branching}: {odd} {even}");
        let closed = Gomba { simulation: Simulation::ClosedForm, ..game(40) };
        let (drawn, mean) = (won(&closed, PLAYOUTS, 3), theorem_2(x, f64::from(branching)));
        assert!((drawn - mean).abs() < FAR && ((odd + even) / 2.0 - mean).abs() < FAR, "{drawn} {mean}");
    }
}

#[test]
fn the_idealisation_shows_near_the_leaves_and_where_difficulty_spreads() {
    // One move from a leaf, player 0 has one forced win, and x decides the other move: x/2 against theorem 2.
    let near = won(&Gomba { spread: 0.0, ..gomba(2, 1) }, PLAYOUTS, 4);
    assert!((near - 0.25).abs() < FAR && (near - theorem_2(0.5, 2.0)).abs() > 4.0 * FAR, "{near}");
    // In a biased tree, a large spread of difficulty evens out the wins of both sides.
    let wide = |depth| Gomba { bias: 2.0, spread: 2.0, ..gomba(8, depth) };
    let mean = (won(&wide(39), PLAYOUTS, 5) + won(&wide(40), PLAYOUTS, 6)) / 2.0;
    assert!(theorem_2(sigmoid(2.0), 8.0) - mean > 4.0 * FAR, "{mean}");
}

#[test]
fn effectiveness_leads_playouts_to_the_minimax_value() {
    for simulation in [Simulation::Walk, Simulation::ClosedForm] {
        let game = |effectiveness| Gomba { simulation, effectiveness, ..gomba(4, 10) };
        let (plain, half) = (won(&game(0.0), PLAYOUTS, 7), won(&game(0.5), PLAYOUTS, 8));
        assert!((half - plain / 2.0).abs() < FAR, "{plain} {half}");
        assert_eq!(won(&game(1.0), 2000, 9), 0.0);
    }
}

#[test]
fn actions_carry_over_as_far_as_the_parameter_says() {
    for carry in [0.0, 0.6, 1.0] {
        let rules = Rules::new(&Gomba { carry, spread: 1.0, ..gomba(200, 50) });
        // The steps of the same move of the same player in two positions that share nothing else.
        let pairs: Vec<(f64, f64)> = (0..40_000)
            .map(|i| {
                let (root, action) = (Node::root(&rules, i / 200), i % 200);
                let step = |node: Node| node.child(&rules, action).difficulty - node.difficulty;
                let below = root.child(&rules, 3).child(&rules, 5);
                (step(root), step(below))
            })
            .collect();
        let expected = carry * carry;
        let found = correlation(&pairs) / 200.0;
        assert!((found - expected).abs() < 0.03, "carry {carry}: {found}, not {expected}");
        let variance = pairs.iter().map(|(x, _)| x * x).sum::<f64>() / pairs.len() as f64;
        assert!((variance - 1.0).abs() < 0.06, "carry {carry}: variance {variance}");
    }
}

#[test]
fn spreads_differ_between_positions_only_if_asked() {
    let ratio = |spread_variation| {
        let rules = Rules::new(&Gomba { spread_variation, ..gomba(400, 3) });
        let spread = |tree| {
            let root = Node::root(&rules, tree);
            (0..400).map(|action| root.child(&rules, action).difficulty.powi(2)).sum::<f64>() / 400.0
        };
        let (least, most) = (0..40).map(spread).fold((f64::MAX, 0.0f64), |(a, b), x| (a.min(x), b.max(x)));
        most / least
    };
    assert!(ratio(0.0) < 2.5 && ratio(1.0) > 10.0, "{} {}", ratio(0.0), ratio(1.0));
}

#[test]
fn parameters_at_odds_are_refused() {
    for game in [
        Gomba { outcomes: 3, players: 3, ..gomba(2, 2) },
        Gomba { simulation: Simulation::ClosedForm, chance: 2, ..gomba(2, 2) },
        Gomba { simulation: Simulation::ClosedForm, outcomes: 3, ..gomba(2, 2) },
    ] {
        assert!(!game.check().unwrap_err().message.is_empty());
    }
}
