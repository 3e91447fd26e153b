//! The parts that use proofs against plain, slow versions of themselves.

#![expect(clippy::disallowed_methods, reason = "the second opinions use the platform's logarithm and exponential")]

use crate::common::bias_rules::BIAS_RULES;
use crate::common::pick::picked;
use treebench_agents::parts::Goals;
use treebench_agents::parts::backup::{AmafCount, AmafUnit, Bounds, Coupling, Draws, ProofNumbers, ScoreBounds, SumOfSquares};
use treebench_agents::parts::final_move::{BestChild, LeastProofNumber, ProvenChild, SecureChild};
use treebench_agents::parts::proof_number::{Bias, INFINITE, ProofNumber};
use treebench_agents::parts::selection::{
    AmafMix, BiasRule, BoundedValue, Composition, FirstPlay, FirstPlayRule, MostProving, ProofBias, Pruning, Ranks, RaveSource, RaveWeight,
    Sum, Ucb, Ucb1,
};
use treebench_agents::search::{Backup, Column, Edges, FinalMove, Needs, Node, NodeId, Pick, Rows, Selection, Tree};
use treebench_games::{GameInfo, Move, Rng};

fn terms((rule, ranks): (BiasRule, Ranks), numbers: &[u32]) -> Vec<f32> {
    let mut terms = vec![f32::NAN; numbers.len()];
    rule.terms(ranks, numbers, &mut Vec::new(), |k, term| terms[k] = term);
    terms
}

/// The published formulas, with infinity as a number.
fn plain_terms(rule: (BiasRule, Ranks), numbers: &[u32]) -> Vec<f64> {
    let pn: Vec<f64> = numbers.iter().map(|&n| if n == INFINITE { f64::INFINITY } else { f64::from(n) }).collect();
    let finite: Vec<f64> = pn.iter().copied().filter(|n| n.is_finite()).collect();
    let min = finite.iter().copied().fold(f64::INFINITY, f64::min);
    let max = finite.iter().copied().fold(0.0, f64::max);
    let sum: f64 = finite.iter().sum();
    let dense = |n: f64| {
        let mut distinct: Vec<f64> = pn.iter().copied().filter(|&m| m <= n).collect();
        distinct.sort_by(f64::total_cmp);
        distinct.dedup();
        distinct.len() as f64
    };
    let highest = pn.iter().map(|&n| dense(n)).fold(0.0, f64::max);
    pn.iter()
        .map(|&n| match rule {
            (BiasRule::Rank, Ranks::Dense) => 1.0 - dense(n) / highest,
            (BiasRule::Rank, Ranks::Competition) => 1.0 - (1.0 + pn.iter().filter(|&&m| m < n).count() as f64) / pn.len() as f64,
            _ if n.is_infinite() => 0.0,
            (BiasRule::Max, _) => 1.0 - (n - min) / (1.0 + max - min),
            (BiasRule::Sum, _) => 1.0 - n / (1.0 + sum),
            (BiasRule::Log, _) => 1.0 - (1.0 + n - min).ln() / (2.0 + max - min).ln(),
            (BiasRule::Exp, _) => (-(n - min) / (1.0 + sum / finite.len() as f64 - min)).exp(),
            (BiasRule::Excess, _) => 1.0 - (n - min) / (1.0 + finite.iter().map(|m| m - min).sum::<f64>()),
            (BiasRule::MaxUnshifted, _) if finite.len() < pn.len() => 1.0 - n / (max + 1.0),
            (BiasRule::MaxUnshifted | BiasRule::SumUnshifted, _) if max == 0.0 => 0.0,
            (BiasRule::MaxUnshifted, _) => 1.0 - n / max,
            (BiasRule::SumUnshifted, _) => 1.0 - n / sum,
        })
        .collect()
}

/// Typical proof numbers: small and large, equal, zero and infinite.
fn random_numbers(rng: &mut Rng) -> Vec<u32> {
    let most = [3, 20, 100_000][rng.below(3)];
    let infinite = rng.below(3);
    (0..1 + rng.below(30)).map(|_| if rng.below(4) < infinite { INFINITE } else { rng.below(most) as u32 }).collect()
}

#[test]
fn terms_are_those_of_the_printed_formulas() {
    let mut rng = Rng::from_seed(61);
    for _ in 0..3000 {
        let numbers = random_numbers(&mut rng);
        for rule in BIAS_RULES {
            for (fast, plain) in terms(rule, &numbers).into_iter().zip(plain_terms(rule, &numbers)) {
                assert!((f64::from(fast) - plain).abs() < 1e-5, "{rule:?} of {numbers:?}: {fast} instead of {plain}");
            }
        }
    }
}

/// Conditions (a) to (d) of section 3.2.1 of the GPN paper, for the rules for which it claims them.
#[test]
fn terms_have_the_properties_that_the_paper_asks_for() {
    let mut rng = Rng::from_seed(62);
    for _ in 0..3000 {
        let numbers = random_numbers(&mut rng);
        let some_infinite = numbers.contains(&INFINITE);
        let least = numbers.iter().min().expect("there is a number");
        for rule in BIAS_RULES.into_iter().filter(|rule| !matches!(rule.0, BiasRule::MaxUnshifted | BiasRule::SumUnshifted)) {
            let terms = terms(rule, &numbers);
            let ranks = rule.0 == BiasRule::Rank;
            for (&n, &term) in numbers.iter().zip(&terms) {
                assert!((0.0..=1.0).contains(&term), "{rule:?}: {term}");
                if rule != (BiasRule::Rank, Ranks::Competition) {
                    assert!(n != INFINITE || term == 0.0, "(a) {rule:?} of {numbers:?}");
                    // A single-precision term of a finite number may be too small to differ from 0.
                    assert!(n == INFINITE || !some_infinite || term > 0.0 || n > 1000, "(b) {rule:?} of {numbers:?}");
                }
                let equal = numbers.iter().zip(&terms).filter(|&(&m, _)| m == n).all(|(_, &other)| other == term);
                assert!(equal, "(c) {rule:?} of {numbers:?}");
                if !ranks && rule.0 != BiasRule::Sum && n == *least && n != INFINITE {
                    assert_eq!(term, 1.0, "(d) {rule:?} of {numbers:?}");
                }
            }
        }
    }
}

const GOALS: Goals = Goals::EveryPlayer { players: 2 };

/// The columns that the rules of this file read, always at the same place in the tree.
fn needs() -> Needs {
    let mut needs = Needs::new(GameInfo::win_draw_loss(2));
    let bounds = ScoreBounds::for_game(needs.game(), Coupling::Published, Draws::Proven).expect("the coupling suits every game");
    bounds.expect("there are bounds").declare(&mut needs);
    ProofNumbers::new(GOALS).declare(&mut needs);
    needs
}

/// A selection rule that knows the places of its columns.
fn ready<R: Selection>(mut rule: R) -> R {
    rule.declare(&mut needs());
    rule
}

/// A final-move rule that knows the places of its columns.
fn last<R: FinalMove>(mut rule: R) -> R {
    rule.declare(&mut needs());
    rule
}

/// A column of a test's tree.
fn column<C: Column<Table = Rows<T>>, T: Copy + Send + 'static>(tree: &mut Tree) -> &mut Rows<T> {
    let id = tree.find::<C>().expect("the column is in the tree");
    tree.column_mut(id)
}

fn row<C: Column<Table = Rows<T>>, T: Copy + Send + 'static>(tree: &Tree, node: NodeId) -> &[T] {
    tree.column(tree.find::<C>().expect("the column is in the tree")).row(node)
}

/// A root whose first `visited` children have random statistics, bounds and proof numbers.
fn random_root(rng: &mut Rng, children: usize, visited: usize) -> Tree {
    random_root_with(needs(), rng, children, visited)
}

fn random_root_with(needs: Needs, rng: &mut Rng, children: usize, visited: usize) -> Tree {
    let mut tree = Tree::new(needs.columns().expect("every column is written once"));
    let mut edges = Edges::default();
    edges.push_each(&(0..children as u64).map(Move).collect::<Vec<_>>());
    tree.expand(Tree::ROOT, &edges);
    let mut total = 1;
    for _ in 0..visited {
        let child = tree.visit_new(Tree::ROOT, 0);
        let most = if rng.below(4) == 0 { 3000 } else { 6 };
        let visits = 1 + rng.below(most) as u32;
        tree.node_mut(child).visits = visits;
        tree.node_mut(child).value = rng.unit() * f64::from(visits);
        column::<Bounds, _>(&mut tree).row_mut(child).copy_from_slice(&[random_bounds(rng), random_bounds(rng)]);
        let numbers = [0, 1].map(|_| if rng.below(5) == 0 { INFINITE } else { 1 + rng.below(9) as u32 });
        column::<ProofNumber, _>(&mut tree).row_mut(child).copy_from_slice(&numbers);
        total += visits;
    }
    tree.node_mut(Tree::ROOT).visits = total;
    column::<Bias, _>(&mut tree).row_mut(Tree::ROOT)[0].stale = true;
    tree
}

fn random_bounds(rng: &mut Rng) -> Bounds {
    let [a, b] = [0, 1].map(|_| rng.below(3) as f32 / 2.0);
    Bounds { pess: a.min(b), opti: a.max(b) }
}

/// A root with enough information for the pruning rules to matter.
fn bound_root(tree: &mut Tree, rng: &mut Rng) {
    let pess = tree.visited_ids(Tree::ROOT).map(|id| row::<Bounds, _>(tree, id)[0].pess).fold(0.0, f32::max);
    let opti = if rng.below(2) == 0 { 1.0 } else { pess };
    column::<Bounds, _>(tree).row_mut(Tree::ROOT)[0] = Bounds { pess, opti };
}

/// The score of a child as the papers write it, and whether it may be selected at all.
fn plain_score(tree: &Tree, id: NodeId, rule: &Rule) -> (f64, bool) {
    let (node, root) = (tree.node(id), tree.node(Tree::ROOT));
    let n = f64::from(node.visits);
    let own = row::<Bounds, _>(tree, Tree::ROOT)[0];
    let bound = row::<Bounds, _>(tree, id)[0];
    let mean = mixed(tree, id, rule.amaf);
    let hopeless = bound.opti <= own.pess;
    let value = if rule.pruning == Pruning::Soft && hopeless && own.opti > bound.pess {
        -10_000.0
    } else if bound.pess == bound.opti {
        f64::from(bound.pess)
    } else if rule.clip {
        mean.max(f64::from(bound.pess)).min(f64::from(bound.opti))
    } else {
        mean
    };
    let numbers: Vec<u32> =
        tree.child_ids(Tree::ROOT).map(|id| if tree.node(id).visits > 0 { row::<ProofNumber, _>(tree, id)[0] } else { 1 }).collect();
    let term = plain_terms(rule.bias, &numbers)[(id - tree.child_ids(Tree::ROOT).start) as usize];
    let ratio = f64::from(root.visits).ln() / n;
    let explored = if rule.tuned {
        let variance = row::<SumOfSquares, _>(tree, id)[0] / n - node.mean().powi(2) + (2.0 * ratio).sqrt();
        2.0 * rule.exploration * (ratio * variance.min(0.25)).sqrt()
    } else {
        rule.exploration * ratio.sqrt()
    };
    (value + explored + rule.weight * term, rule.pruning != Pruning::Hard || !hopeless)
}

struct Rule {
    exploration: f64,
    pruning: Pruning,
    clip: bool,
    bias: (BiasRule, Ranks),
    weight: f64,
    amaf: bool,
    tuned: bool,
}

/// K of the weight √(K / (3N + K)).
const K: f64 = 100.0;

/// The mean, or RAVE's replacement for it.
fn mixed(tree: &Tree, id: NodeId, amaf: bool) -> f64 {
    let (mean, beta) = (tree.node(id).mean(), (K / (3.0 * f64::from(tree.node(Tree::ROOT).visits) + K)).sqrt());
    match amaf.then(|| row::<AmafCount, _>(tree, id)[0]).filter(|cell| cell.visits > 0) {
        Some(cell) => (1.0 - beta) * mean + beta * cell.value / f64::from(cell.visits),
        None => mean,
    }
}

/// Draws AMAF statistics and squares of results, as far as the tree keeps them.
fn draw_statistics(tree: &mut Tree, rng: &mut Rng, rule: &Rule) {
    for id in tree.visited_ids(Tree::ROOT) {
        let Node { value, visits, .. } = *tree.node(id);
        if rule.amaf {
            let samples = rng.below(4) as u32 * 10;
            let cell = &mut column::<AmafCount, _>(tree).row_mut(id)[0];
            (cell.visits, cell.value) = (samples, rng.unit() * f64::from(samples));
        }
        if rule.tuned {
            let mean = value / f64::from(visits);
            *column::<SumOfSquares, _>(tree).cell_mut(id) = value * (mean + rng.unit() * (1.0 - mean));
        }
    }
}

#[test]
fn bounds_proof_numbers_rave_and_variance_select_a_child_of_greatest_score() {
    let mut rng = Rng::from_seed(63);
    for _ in 0..3000 {
        let children = 1 + rng.below(20);
        let rule = Rule {
            exploration: rng.unit() * 2.0,
            pruning: [Pruning::Off, Pruning::Soft, Pruning::Hard][rng.below(3)],
            clip: rng.below(2) == 0,
            bias: BIAS_RULES[rng.below(BIAS_RULES.len())],
            weight: rng.unit() * 3.0,
            amaf: rng.below(2) == 0,
            tuned: rng.below(2) == 0,
        };
        let mut bias = ProofBias::new(GOALS);
        ((bias.rule, bias.ranks), bias.weight) = (rule.bias, rule.weight);
        let bounds = Some(BoundedValue::new(rule.pruning, rule.clip));
        let amaf = rule.amaf.then(|| AmafMix::new(RaveWeight::Equivalence(K), AmafUnit::Split, RaveSource::Own(0)));
        let composition = Composition { amaf, bounds, proofs: Some(bias), ..Composition::new(FirstPlayRule::First) };
        let mut selection = composition.ucb1(rule.exploration, rule.tuned);
        let mut needs = needs();
        selection.declare(&mut needs);
        let mut tree = random_root_with(needs, &mut rng, children, children);
        draw_statistics(&mut tree, &mut rng, &rule);
        bound_root(&mut tree, &mut rng);
        let scores: Vec<(f64, bool)> = tree.child_ids(Tree::ROOT).map(|id| plain_score(&tree, id, &rule)).collect();
        let free = scores.iter().any(|&(_, allowed)| allowed);
        let best = scores.iter().filter(|&&(_, allowed)| allowed || !free).map(|&(score, _)| score).fold(f64::NEG_INFINITY, f64::max);
        let Pick::Visited(k) = picked(selection.as_mut(), &mut tree, Tree::ROOT, 0) else {
            panic!("all were visited, and one player is open")
        };
        assert!(scores[k].1 || !free, "a pruned child was selected");
        assert!((scores[k].0 - best).abs() < 1e-4, "picked {}, the best is {best}", scores[k].0);
        assert!(!row::<Bias, _>(&tree, Tree::ROOT)[0].stale);
    }
}

#[test]
fn without_bounds_it_is_ucb1() {
    let mut rng = Rng::from_seed(64);
    for _ in 0..2000 {
        let children = 1 + rng.below(20);
        let visited = rng.below(children + 1);
        let tree = random_root(&mut rng, children, visited);
        let mut plain = Tree::default();
        let mut edges = Edges::default();
        edges.push_each(&(0..children as u64).map(Move).collect::<Vec<_>>());
        plain.expand(Tree::ROOT, &edges);
        for id in tree.visited_ids(Tree::ROOT) {
            let child = plain.visit_new(Tree::ROOT, 0);
            plain.node_mut(child).visits = tree.node(id).visits;
            plain.node_mut(child).value = tree.node(id).value;
        }
        plain.node_mut(Tree::ROOT).visits = tree.node(Tree::ROOT).visits;
        let rules = [FirstPlayRule::First, FirstPlayRule::ParentMean, FirstPlayRule::ParentMeanLessOne].map(FirstPlay::from);
        for first in rules.into_iter().chain([FirstPlay::urgency(0.5, 1.0)]) {
            let one = picked(&mut Ucb1::new(0.7, first), &mut plain, Tree::ROOT, 0);
            let bounded = (BoundedValue::new(Pruning::Hard, true), Ucb::new(0.7));
            let other = picked(&mut Sum::new(bounded, first), &mut plain, Tree::ROOT, 0);
            assert_eq!(one, other, "{first:?}");
        }
    }
}

/// An untried move has the mean value of its siblings: it is tried before worse moves and not before better ones.
#[test]
fn first_play_is_the_siblings_mean() {
    let mut tree = random_root(&mut Rng::from_seed(65), 3, 2);
    for (id, (value, visits)) in tree.visited_ids(Tree::ROOT).zip([(8.0, 10), (1.0, 10)]) {
        tree.node_mut(id).value = value;
        tree.node_mut(id).visits = visits;
    }
    tree.node_mut(Tree::ROOT).visits = 21;
    let mut picks = |first, exploration| picked(&mut Ucb1::new(exploration, first), &mut tree, Tree::ROOT, 0);
    // Without exploration: 0.8 against the mean 9/20, or 9/21 with a virtual loss.
    assert_eq!(picks(FirstPlayRule::ParentMean, 0.0), Pick::Visited(0));
    assert_eq!(picks(FirstPlayRule::ParentMeanLessOne, 0.0), Pick::Visited(0));
    // An untried move has the exploration of one visit: 9/20 + C·√ln 21 exceeds 0.8 + C·√(ln 21 / 10) from C = 0.293 on, with a
    // virtual loss from C = 0.311 on.
    assert_eq!(picks(FirstPlayRule::ParentMean, 0.29), Pick::Visited(0));
    assert_eq!(picks(FirstPlayRule::ParentMean, 0.30), Pick::Unvisited);
    assert_eq!(picks(FirstPlayRule::ParentMeanLessOne, 0.30), Pick::Visited(0));
    assert_eq!(picks(FirstPlayRule::ParentMeanLessOne, 0.32), Pick::Unvisited);
}

#[test]
fn the_most_proving_child_has_the_least_number() {
    let mut rng = Rng::from_seed(66);
    for _ in 0..500 {
        let children = 1 + rng.below(10);
        let visited = rng.below(children + 1);
        let mut tree = random_root(&mut rng, children, visited);
        let numbers: Vec<u32> = tree.visited_ids(Tree::ROOT).map(|id| row::<ProofNumber, _>(&tree, id)[1]).collect();
        match picked(&mut (ready(MostProving::new(GOALS))), &mut tree, Tree::ROOT, 1) {
            Pick::Visited(k) => assert!(visited == children && numbers[k] == *numbers.iter().min().expect("one was visited")),
            Pick::Unvisited => assert!(visited < children),
            Pick::New(_) | Pick::Solved => panic!("proof numbers settle nothing here, and prefer no child without visits"),
        }
    }
}

#[test]
fn final_moves_put_proofs_first() {
    let mut tree = random_root(&mut Rng::from_seed(67), 4, 4);
    let ids: Vec<NodeId> = tree.child_ids(Tree::ROOT).collect();
    let mut set = |k: usize, visits: u32, mean: f64, (pess, opti): (f32, f32), number: u32| {
        tree.node_mut(ids[k]).visits = visits;
        tree.node_mut(ids[k]).value = mean * f64::from(visits);
        column::<Bounds, _>(&mut tree).row_mut(ids[k])[0] = Bounds { pess, opti };
        column::<ProofNumber, _>(&mut tree).row_mut(ids[k])[0] = number;
    };
    set(0, 90, 0.4, (0.0, 0.0), INFINITE);
    set(1, 20, 0.6, (0.0, 1.0), 5);
    set(2, 50, 0.5, (0.0, 0.5), 7);
    set(3, 10, 0.5, (0.5, 0.5), 9);
    let mut rng = Rng::from_seed(68);
    let mut choose = |rule: &dyn FinalMove, tree: &Tree| rule.choose(tree, Tree::ROOT, &ids, 0, &mut rng).map(|id| id - ids[0]);
    let bounds_only = || last(ProvenChild::new(None, Box::new(BestChild::Visits)));
    // The proven loss goes first, then the child that a proven draw beats.
    assert_eq!(choose(&BestChild::Visits, &tree), Some(0));
    assert_eq!(choose(&bounds_only(), &tree), Some(1));
    assert_eq!(choose(&last(LeastProofNumber::new(GOALS)), &tree), Some(1));
    assert_eq!(choose(&last(ProvenChild::new(Some(GOALS), Box::new(BestChild::Mean))), &tree), Some(1));
    // v + A/√n: 0.2 + 0.224, 0 + 0.316, …
    assert_eq!(choose(&SecureChild { weight: 1.0 }, &tree), Some(1));
    assert_eq!(choose(&SecureChild { weight: 4.0 }, &tree), Some(3));
    column::<Bounds, _>(&mut tree).row_mut(ids[2])[0] = Bounds { pess: 1.0, opti: 1.0 };
    assert_eq!(choose(&bounds_only(), &tree), Some(2));
    column::<ProofNumber, _>(&mut tree).row_mut(ids[3])[0] = 0;
    column::<Bounds, _>(&mut tree).row_mut(ids[2])[0] = Bounds::OPEN;
    assert_eq!(choose(&last(ProvenChild::new(Some(GOALS), Box::new(BestChild::Visits))), &tree), Some(3));
}
