//! Guided playouts: their choices, their backtracking, and the learning of PPA, NST and replies.

use crate::common::{Explicit, Outcomes, Shape};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use treebench_agents::parts::backup;
use treebench_agents::parts::learner::{
    Decay, DecayTime, Learners, Mast, MastUnit, Mean, Means, NGrams, NoLearning, Ppa, Replies, ReplyRule,
};
use treebench_agents::parts::playout::{Choice, GuidedPlayout};
use treebench_agents::search::{
    ActionId, Actions, Backup, Growth, Iteration, Learner, Mcts, MctsOptions, Needs, PlayoutContext, PlayoutPolicy, Tracing, Tree,
};
use treebench_agents::{Agent, Budget, Meter};
use treebench_games::playout::uniform;
use treebench_games::{Move, Player, Playout, Position, Rng, Scratch};

const SHAPE: Shape = Shape { players: 2, depth: 2, chance: false, split: true, outcomes: Outcomes::Distinct };
const KEEP: Decay = Decay { gamma: 1.0, when: DecayTime::Turn, batch: 1 };

/// The value of a semimove is its number.
struct ByNumber;

impl Learner for ByNumber {
    fn declare(&mut self, _needs: &mut Needs) {}

    fn values(&mut self, _player: Player, semimoves: &[Move], _actions: &Actions, out: &mut Vec<f64>) {
        out.extend(semimoves.iter().map(|m| m.0 as f64));
    }

    fn value(&self, _player: Player, submove: &[Move], _actions: &Actions) -> f64 {
        submove[0].0 as f64
    }

    fn learn(&mut self, _tree: &Tree, _iteration: &Iteration<'_>) {}

    fn forget(&mut self) {}
}

/// The number of times each end is reached in 20,000 playouts.
fn ends(position: &Explicit, mut play: impl FnMut(&mut Explicit)) -> BTreeMap<usize, f64> {
    let mut counts = BTreeMap::new();
    for _ in 0..20_000 {
        let mut playing = position.clone();
        play(&mut playing);
        *counts.entry(playing.at).or_insert(0.0) += 1.0;
    }
    counts
}

/// χ² of two samples of equal size, and its degrees of freedom.
fn chi2(a: &BTreeMap<usize, f64>, b: &BTreeMap<usize, f64>) -> (f64, usize) {
    let keys: std::collections::BTreeSet<_> = a.keys().chain(b.keys()).collect();
    let of = |map: &BTreeMap<usize, f64>, key| map.get(key).copied().unwrap_or(0.0);
    let sum = keys.iter().map(|key| (of(a, key) - of(b, key)).powi(2) / (of(a, key) + of(b, key))).sum();
    (sum, keys.len() - 1)
}

/// A policy with its values.
struct Guide {
    policy: GuidedPlayout,
    learner: Box<dyn Learner>,
}

fn guided(learner: impl Learner + 'static, choice: Choice) -> Guide {
    Guide { policy: GuidedPlayout::new(1000, choice), learner: Box::new(learner) }
}

fn play(guide: &mut Guide, position: &mut dyn Position, rng: &mut Rng, actions: &mut Actions) -> Playout {
    let learner = guide.learner.as_mut();
    guide.policy.play(position, &mut PlayoutContext { rng, scratch: &mut Scratch::default(), actions, learner })
}

#[test]
fn equal_values_are_uniform_play_also_past_dead_ends() {
    let mut rng = Rng::from_seed(61);
    for choice in [Choice::EpsilonGreedy(0.0), Choice::EpsilonGreedy(0.5), Choice::EpsilonGreedy(1.0), Choice::Gibbs(1.0)] {
        for _ in 0..3 {
            let position = SHAPE.grow(&mut rng);
            let (mut one, mut two) = (Rng::from_seed(1), Rng::from_seed(2));
            let plain = ends(&position, |playing| {
                uniform(playing, &mut one, 1000, &mut Scratch::default());
            });
            let mut policy = guided(NoLearning, choice);
            let mut actions = Actions::traced(Tracing::Prefixes);
            let found = ends(&position, |playing| {
                actions.clear();
                play(&mut policy, playing, &mut two, &mut actions);
            });
            let (chi2, freedom) = chi2(&plain, &found);
            // Five standard deviations of χ² above its mean.
            let limit = freedom as f64 + 5.0 * (2.0 * freedom as f64).sqrt() + 5.0;
            assert!(chi2 < limit, "{choice:?}: χ² = {chi2} with {freedom} degrees of freedom");
        }
    }
}

#[test]
fn the_best_living_semimove_is_chosen() {
    let mut rng = Rng::from_seed(62);
    for _ in 0..200 {
        let position = SHAPE.grow(&mut rng);
        let mut expected = position.clone();
        while let Some(k) = (0..expected.table[expected.at].ways.len()).rev().find(|&k| {
            let way = expected.table[expected.at].ways[k].0;
            expected.goto(way).is_alive()
        }) {
            expected.apply(Move(k as u64));
        }
        let mut playing = position.clone();
        let mut actions = Actions::traced(Tracing::Prefixes);
        play(&mut guided(ByNumber, Choice::EpsilonGreedy(0.0)), &mut playing, &mut rng, &mut actions);
        assert_eq!(playing.at, expected.at);
        // The trace leads to the same position.
        let mut traced = position.clone();
        actions.trace.semimoves().iter().for_each(|&m| traced.apply(m));
        assert_eq!(traced.at, playing.at);
        assert!(actions.trace.open().is_empty());
    }
}

#[test]
fn gibbs_and_roulette_draw_in_proportion() {
    /// A position with three moves to the end.
    fn fan() -> Explicit {
        let mut rng = Rng::from_seed(63);
        loop {
            let position = Shape { depth: 1, split: false, ..SHAPE }.grow(&mut rng);
            if position.table[0].ways.len() == 3 {
                return position;
            }
        }
    }
    let position = fan();
    let mut rng = Rng::from_seed(64);
    for (choice, weights) in [
        (Choice::Gibbs(2.0), [1.0, libm::exp(0.5), libm::exp(1.0)]),
        (Choice::Roulette, [0.0, 1.0, 2.0]),
        (Choice::EpsilonGreedy(0.3), [0.1, 0.1, 0.8]),
    ] {
        let mut policy = guided(ByNumber, choice);
        let mut actions = Actions::default();
        let counts = ends(&position, |playing| {
            actions.clear();
            play(&mut policy, playing, &mut rng, &mut actions);
        });
        let total: f64 = weights.iter().sum();
        for (k, weight) in weights.iter().enumerate() {
            let expected = 20_000.0 * weight / total;
            let found = counts.get(&position.table[0].ways[k].0).copied().unwrap_or(0.0);
            assert!((found - expected).abs() <= 5.0 * expected.sqrt(), "{choice:?}: {found} instead of {expected}");
        }
    }
}

/// A finished iteration with these moves of one semimove each.
fn iteration<'a>(actions: &'a mut Actions, moves: &[(Player, u64)], scores: &'a [f64]) -> Iteration<'a> {
    actions.trace.clear();
    moves.iter().for_each(|&(player, m)| actions.trace.push(player, &[Move(m)]));
    actions.number();
    Iteration { path: &[], scores, actions }
}

/// Actions with this trace.
fn after(moves: &[(Player, u64)]) -> Actions {
    let mut actions = Actions::traced(Tracing::Prefixes);
    moves.iter().for_each(|&(player, m)| actions.trace.push(player, &[Move(m)]));
    actions
}

#[test]
fn n_grams_average_the_means_of_sequences_with_enough_samples() {
    let mut values = NGrams::new(2, 2, 2.0, KEEP);
    let (tree, mut actions) = (Tree::default(), Actions::default());
    for (moves, score) in [([(0, 1), (1, 2)], 1.0), ([(0, 1), (1, 2)], 0.0), ([(0, 3), (1, 2)], 0.25), ([(0, 3), (1, 4)], 1.0)] {
        values.learn(&tree, &iteration(&mut actions, &moves, &[1.0 - score, score]));
    }
    let mut of = |before: u64, m: u64| {
        let mut out = Vec::new();
        values.values(1, &[Move(m)], &after(&[(0, before)]), &mut out);
        out[0]
    };
    let single = (1.0 + 0.0 + 0.25) / 3.0;
    assert!((of(1, 2) - (single + 0.5) / 2.0).abs() < 1e-12, "the pair has two samples");
    assert!((of(3, 2) - single).abs() < 1e-12, "the pair has one sample only");
    assert!((of(1, 9) - 1.0).abs() < 1e-12, "what was never played is worth the best result");
}

/// Against a map from player and sequence to sum and weight, in which every sequence is looked up, with and without decay.
#[test]
fn n_grams_equal_a_map_of_sequences() {
    for (longest, threshold, gamma) in [(1, 2.0, 1.0), (3, 2.0, 1.0), (3, 2.5, 0.9), (4, 1.0, 1.0), (4, 0.0, 0.6)] {
        let mut values = NGrams::new(2, longest, threshold, Decay { gamma, when: DecayTime::Batch, batch: 3 });
        let mut plain: BTreeMap<(Player, Vec<u64>), (f64, f64)> = BTreeMap::new();
        let (tree, mut actions, mut rng) = (Tree::default(), Actions::default(), Rng::from_seed(66));
        for iteration_number in 1..=60 {
            // The same player may move twice in a row. One semimove is too great to be its own number.
            let moves: Vec<(Player, u64)> = (0..8).map(|_| (rng.below(2), [0, 1, 1 << 20][rng.below(3)])).collect();
            let sequence = |to: usize, length: usize| moves[to - length..to].iter().map(|&(_, m)| m).collect::<Vec<u64>>();
            for k in 0..moves.len() {
                let player = rng.below(2);
                for m in [0, 1, 1 << 20] {
                    let mean = |length: usize| {
                        let key = (player, sequence(k, length - 1).into_iter().chain([m]).collect());
                        plain.get(&key).copied().filter(|&(_, weight)| weight > 0.0)
                    };
                    let longer = (2..=longest.min(k + 1)).filter_map(mean).filter(|&(_, weight)| weight >= threshold);
                    let all: Vec<f64> = mean(1).into_iter().chain(longer).map(|(sum, weight)| sum / weight).collect();
                    let expected = if mean(1).is_none() { 1.0 } else { all.iter().sum::<f64>() / all.len() as f64 };
                    let mut found = Vec::new();
                    values.values(player, &[Move(m)], &after(&moves[..k]), &mut found);
                    assert!((found[0] - expected).abs() < 1e-9, "{longest}, {threshold}: {} instead of {expected}", found[0]);
                    assert_eq!(values.value(player, &[Move(m)], &after(&moves[..k])), found[0]);
                }
            }
            let score = rng.below(3) as f64 / 2.0;
            for to in 1..=moves.len() {
                let player = moves[to - 1].0;
                for length in 1..=longest.min(to) {
                    let (sum, weight) = plain.entry((player, sequence(to, length))).or_default();
                    (*sum, *weight) = (*sum + [score, 1.0 - score][player], *weight + 1.0);
                }
            }
            values.learn(&tree, &iteration(&mut actions, &moves, &[score, 1.0 - score]));
            if iteration_number % 3 == 0 {
                plain.values_mut().for_each(|(sum, weight)| (*sum, *weight) = (*sum * gamma, *weight * gamma));
            }
        }
    }
}

#[test]
fn ppa_moves_along_the_gradient_of_the_softmax() {
    let tree = Tree::default();
    let cases = [(Learners::Winner, [1.0, 0.0], 1.0), (Learners::All, [0.75, 0.25], 1.0), (Learners::All, [0.75, 0.25], 0.6)];
    for (learners, scores, gamma) in cases {
        let mut ppa = Ppa::new(2, 0.5, learners, 1, true).with_decay(Decay { gamma, when: DecayTime::Simulation, batch: 1 });
        let mut plain = [[0.0f64; 4]; 2];
        let mut actions = Actions::default();
        let mut rng = Rng::from_seed(65);
        for _ in 0..30 {
            // Two moves of each player, each among the same four.
            let moves: Vec<(Player, u64)> = (0..4).map(|k| (k % 2, rng.below(4) as u64)).collect();
            let legal: Vec<Move> = (0..4).map(Move).collect();
            for k in 0..4 {
                let mut out = Vec::new();
                ppa.values(moves[k].0, &legal, &after(&moves[..k]), &mut out);
                let expected = plain[moves[k].0];
                assert!(out.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{out:?} instead of {expected:?}");
            }
            ppa.learn(&tree, &iteration(&mut actions, &moves, &scores));
            let before = plain;
            for &(player, m) in &moves {
                let share = if learners == Learners::Winner { f64::from(player == 0) } else { scores[player] };
                let total: f64 = before[player].iter().map(|w| libm::exp(*w)).sum();
                for (k, weight) in before[player].iter().enumerate() {
                    plain[player][k] += 0.5 * share * (f64::from(k as u64 == m) - libm::exp(*weight) / total);
                }
            }
            plain.iter_mut().flatten().for_each(|weight| *weight *= gamma);
            // Neither is the time for this decay.
            ppa.observe();
            ppa.begin_turn();
        }
    }
}

#[test]
fn weights_of_ppa_decay_by_moves_or_turns() {
    let (tree, legal): (Tree, Vec<Move>) = (Tree::default(), (0..3).map(Move).collect());
    for when in [DecayTime::Move, DecayTime::Turn] {
        let mut ppa = Ppa::new(2, 1.0, Learners::Winner, 1, true).with_decay(Decay { gamma: 0.5, when, batch: 1 });
        let mut actions = Actions::default();
        let weights = |ppa: &mut Ppa| {
            let mut out = Vec::new();
            ppa.values(0, &legal, &after(&[]), &mut out);
            out
        };
        weights(&mut ppa);
        ppa.learn(&tree, &iteration(&mut actions, &[(0, 1)], &[1.0, 0.0]));
        let learnt = weights(&mut ppa);
        assert!(learnt[1] > 0.0 && learnt[0] < 0.0, "{learnt:?}");
        let half: Vec<f64> = learnt.iter().map(|weight| weight / 2.0).collect();
        ppa.observe();
        assert_eq!(weights(&mut ppa), if when == DecayTime::Move { half.clone() } else { learnt });
        ppa.begin_turn();
        assert_eq!(weights(&mut ppa), half);
    }
}

#[test]
fn replies_are_kept_while_they_win() {
    let mut replies = Replies::new(2, ReplyRule::Two, true).expect("two actions are replied to");
    let mut actions = Actions::default();
    let of = |replies: &Replies, before: &[u64]| {
        let before: Vec<Move> = before.iter().copied().map(Move).collect();
        replies.after(1, &before).into_iter().flatten().map(|m| m.0).collect::<Vec<_>>()
    };
    replies.learn(&iteration(&mut actions, &[(0, 5), (1, 6), (0, 7), (1, 8)], &[0.0, 1.0]));
    assert_eq!(of(&replies, &[5]), [6]);
    assert_eq!(of(&replies, &[6, 7]), [8, 8], "that to two actions first");
    assert_eq!(of(&replies, &[9, 7]), [8]);
    replies.learn(&iteration(&mut actions, &[(0, 7), (1, 8)], &[1.0, 0.0]));
    assert_eq!(of(&replies, &[6, 7]), [8], "the reply to one action is forgotten, that to two is not");
    replies.learn(&iteration(&mut actions, &[(0, 5), (1, 9)], &[1.0, 0.0]));
    assert_eq!(of(&replies, &[5]), [6], "a bad action forgets only itself");
}

#[test]
fn decay_by_a_growing_unit_is_decay_of_everything() {
    let mut means = Means::new(1);
    let (mut sum, mut weight) = (0.0, 0.0);
    let mut rng = Rng::from_seed(66);
    for _ in 0..2000 {
        let score = rng.unit();
        means.add(0, ActionId(3), score);
        (sum, weight) = ((sum + score) * 0.2, (weight + 1.0) * 0.2);
        means.decay(0.2);
        let found = means.of(0, ActionId(3));
        assert!((found.value().expect("it has samples") - sum / weight).abs() < 1e-9);
        assert!((means.samples(found) - weight).abs() < 1e-9);
    }
    means.decay(0.0);
    assert_eq!(means.of(0, ActionId(3)), Mean::default());
}

/// Values without a table, so that playouts list semimoves.
struct Listed(Mast);

impl Learner for Listed {
    fn declare(&mut self, needs: &mut Needs) {
        self.0.declare(needs);
    }

    fn learn(&mut self, tree: &Tree, iteration: &Iteration<'_>) {
        self.0.learn(tree, iteration);
    }

    fn values(&mut self, player: Player, semimoves: &[Move], actions: &Actions, out: &mut Vec<f64>) {
        self.0.values(player, semimoves, actions, out);
    }

    fn value(&self, player: Player, submove: &[Move], actions: &Actions) -> f64 {
        self.0.value(player, submove, actions)
    }
}

#[test]
fn a_game_that_plays_by_a_table_chooses_as_lists_do() {
    let game = treebench_games::games().find("rbg/knightthrough").expect("it is registered");
    let game = game.build(&treebench_games::params::Values::default()).expect("defaults are valid");
    let game = treebench_games::view(&game, "Mod").expect("all rules files have this view");
    let split = || Mast::new(2, MastUnit::Split, KEEP, false);
    let (mut quick, mut plain) = (guided(split(), Choice::EpsilonGreedy(0.4)), guided(Listed(split()), Choice::EpsilonGreedy(0.4)));
    let (tree, mut rng, mut actions) = (Tree::default(), Rng::from_seed(67), Actions::traced(Tracing::Prefixes));
    for _ in 0..200 {
        actions.clear();
        let mut position = game.start();
        assert!(play(&mut quick, position.as_mut(), &mut rng, &mut actions).over);
        actions.number();
        let scores = [position.score(0), position.score(1)];
        for policy in [&mut quick, &mut plain] {
            policy.learner.learn(&tree, &Iteration { path: &[], scores: &scores, actions: &actions });
        }
    }
    (quick.policy.cap, plain.policy.cap) = (1, 1);
    let mut counts = [BTreeMap::new(), BTreeMap::new()];
    for (policy, counts) in [&mut quick, &mut plain].into_iter().zip(&mut counts) {
        for _ in 0..20_000 {
            actions.clear();
            play(policy, game.start().as_mut(), &mut rng, &mut actions);
            let first = actions.trace.semimoves()[0].0 as usize;
            let second = actions.trace.semimoves()[1].0 as usize;
            *counts.entry(first << 20 | second).or_insert(0.0) += 1.0;
        }
    }
    let (chi2, freedom) = chi2(&counts[0], &counts[1]);
    let limit = freedom as f64 + 5.0 * (2.0 * freedom as f64).sqrt() + 5.0;
    assert!(freedom > 10 && chi2 < limit, "χ² = {chi2} with {freedom} degrees of freedom");
}

/// Records the paths of all iterations.
struct Paths(Arc<Mutex<Vec<Vec<Move>>>>);

impl Backup for Paths {
    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        let path = iteration.path[1..].iter().flat_map(|step| tree.edge(step.node)).collect();
        self.0.lock().expect("one thread").push(path);
    }
}

/// The rest of a move that is added as a whole: at every step the greatest number that is not dead.
#[test]
fn the_rest_of_an_added_move_is_chosen_by_value() {
    let (mut rng, mut chosen, mut others) = (Rng::from_seed(67), 0, 0);
    for seed in 0..40 {
        let position = Shape { depth: 4, ..SHAPE }.grow(&mut rng);
        let paths = Arc::new(Mutex::new(Vec::new()));
        let options = MctsOptions {
            growth: Growth { nodal: true, guided: true, roll_up: None },
            playout: Box::new(GuidedPlayout::new(1000, Choice::EpsilonGreedy(0.0))),
            learner: Box::new(ByNumber),
            backup: vec![Box::new(backup::Mean), Box::new(Paths(Arc::clone(&paths)))],
            ..MctsOptions::uct(1000)
        };
        let mut search = Mcts::new(SHAPE.info(), options).expect("the parts go together");
        search.start(0, Rng::from_seed(seed));
        search.search(&position, &mut Meter::new(Budget::Iterations(60))).expect("there is a move");
        let mut known = std::collections::BTreeSet::new();
        for path in paths.lock().expect("one thread").iter() {
            let mut here = position.clone();
            // The first new semimove of an iteration was selected; those after it complete its move.
            let mut new = false;
            for (depth, &m) in path.iter().enumerate() {
                if new && !here.is_nodal() {
                    let alive = (&here as &dyn Position).move_list().into_iter().filter(|&m| {
                        let mut next = here.clone();
                        next.apply(m);
                        next.is_alive()
                    });
                    assert_eq!(Some(m), alive.max(), "after {:?}", &path[..depth]);
                    chosen += 1;
                    others += (&here as &dyn Position).move_list().len() - 1;
                }
                new |= known.insert(path[..=depth].to_vec());
                here.apply(m);
            }
        }
    }
    assert!(chosen > 100 && others > 100, "{chosen} choices against {others} others");
}
