//! The bandit rules against plain slow versions of themselves.

#![expect(clippy::disallowed_methods, reason = "the second opinions use the platform's functions")]

use crate::common::pick::picked;
use treebench_agents::Budget;
use treebench_agents::parts::backup::{
    DiscountedBackup, DiscountedVisits, HeuristicMinimax, MinimaxEstimate, PageHinkleyRestart, SumOfSquares, WinProbability,
};
use treebench_agents::parts::selection::{
    Arms, ByVariance, Composition, DiscountedUcb, Epsilon, FirstPlay, FirstPlayRule, ImplicitMinimax, KlUcb, MaxProbability, Moss, Optimum,
    PlayTheWinner, RandomChild, RoundRobin, SequentialHalving, Sum, Switch, Term, Thompson, Ucb, Ucb1, Ucb1Tuned, UcbV, VarianceForm,
    VarianceOnly, divergence,
};
use treebench_agents::search::{Actions, Backup, Column, Edges, Iteration, Needs, NodeId, Pick, Rows, Selection, Step, Tree};
use treebench_games::{GameInfo, Move, Rng};

/// The columns that the rules of this file write, always at the same place in the tree.
fn needs() -> Needs {
    let game = GameInfo::win_draw_loss(2);
    let mut needs = Needs::new(game);
    SumOfSquares::default().declare(&mut needs);
    restarts().declare(&mut needs);
    needs.writes::<WinProbability>(Rows::single(0.0));
    HeuristicMinimax::new(game).declare(&mut needs);
    needs
}

/// A rule that knows the places of its columns.
fn ready<R: Selection>(mut rule: R) -> R {
    rule.declare(&mut needs());
    rule
}

fn restarts() -> PageHinkleyRestart {
    PageHinkleyRestart::new(3.0, 0.5, 0.01)
}

/// A root with this many children, none visited.
fn root(children: usize) -> Tree {
    root_with(children, needs())
}

fn root_with(children: usize, needs: Needs) -> Tree {
    let mut tree = Tree::new(needs.columns().expect("every column is written once"));
    let mut edges = Edges::default();
    edges.push_each(&(0..children as u64).map(Move).collect::<Vec<_>>());
    tree.expand(Tree::ROOT, &edges);
    tree.node_mut(Tree::ROOT).visits = 1;
    tree
}

/// A column of a test's tree.
fn column<C: Column<Table = Rows<T>>, T: Copy + Send + 'static>(tree: &mut Tree) -> &mut Rows<T> {
    let id = tree.find::<C>().expect("the column is in the tree");
    tree.column_mut(id)
}

/// Adds a result to the root and a child, with its square.
fn add(tree: &mut Tree, child: NodeId, score: f64) {
    let path = [Step::default(), Step { node: child, ..Step::default() }];
    let mut squares = SumOfSquares::default();
    squares.declare(&mut needs());
    back_up(&mut squares, tree, &path, score);
    *column::<MinimaxEstimate, _>(tree).cell_mut(child) += score;
    for node in [Tree::ROOT, child] {
        tree.node_mut(node).visits += 1;
        tree.node_mut(node).value += score;
    }
}

fn back_up(rule: &mut dyn Backup, tree: &mut Tree, path: &[Step], score: f64) {
    rule.back_up(tree, &Iteration { path, scores: &[score], actions: &Actions::default() });
}

/// The picked child; a new one becomes visited.
fn follow(tree: &mut Tree, pick: Pick) -> NodeId {
    match pick {
        Pick::Visited(k) => tree.child_ids(Tree::ROOT).start + k as NodeId,
        Pick::Unvisited | Pick::New(_) | Pick::Solved => tree.visit_new(Tree::ROOT, 0),
    }
}

/// All results of each visited child, from which everything is recomputed.
type Results = Vec<Vec<f64>>;

/// A root whose first children have random results, and these results.
fn random_root(rng: &mut Rng) -> (Tree, Results) {
    let children = 1 + rng.below(20);
    let mut tree = root(children);
    let mut results = Vec::new();
    for _ in 0..rng.below(children + 1) {
        let child = tree.visit_new(Tree::ROOT, 0);
        let steps = [2, 3, 1000][rng.below(3)];
        let own: Vec<f64> = (0..1 + rng.below(30)).map(|_| rng.below(steps) as f64 / (steps - 1) as f64).collect();
        own.iter().for_each(|&score| add(&mut tree, child, score));
        results.push(own);
    }
    (tree, results)
}

fn mean(results: &[f64]) -> f64 {
    results.iter().sum::<f64>() / results.len() as f64
}

fn variance(results: &[f64]) -> f64 {
    results.iter().map(|x| (x - mean(results)).powi(2)).sum::<f64>() / results.len() as f64
}

/// Compares picks with an explicit index; N counts the root's visits.
fn check_index(mut rule: impl FnMut(FirstPlay) -> Box<dyn Selection>, plain: impl Fn(&[f64], f64, f64) -> f64) {
    let mut rng = Rng::from_seed(17);
    for round in 0..2000 {
        let (mut tree, results) = random_root(&mut rng);
        let urgency = [f64::INFINITY, 0.4, 1.0, 1.6][round % 4];
        let (visits, children) = (f64::from(tree.node(Tree::ROOT).visits), tree.child_ids(Tree::ROOT).len());
        let mut best = results.iter().map(|own| plain(own, visits, children as f64)).fold(f64::NEG_INFINITY, f64::max);
        let open = results.len() < children;
        let mut rule = rule(FirstPlay::urgency(urgency, 1.0));
        rule.declare(&mut needs());
        let pick = picked(rule.as_mut(), &mut tree, Tree::ROOT, 0);
        if open && (urgency >= best || results.is_empty()) {
            assert_eq!(pick, Pick::Unvisited, "{urgency} against {best}");
            continue;
        }
        let Pick::Visited(k) = pick else { panic!("{pick:?}, though {best} is more than {urgency}") };
        best -= plain(&results[k], visits, children as f64);
        assert!(best.abs() < 1e-9, "the pick is worse by {best}");
    }
}

#[test]
fn ucb_tuned_is_equations_17_and_18() {
    let rule = |urgency| -> Box<dyn Selection> { Box::new(Sum::new(ByVariance::new(Ucb1Tuned(0.8)), urgency)) };
    check_index(rule, |own, t, _| {
        let n = own.len() as f64;
        let v = variance(own) + (2.0 * t.ln() / n).sqrt();
        mean(own) + 0.8 * (t.ln() / n * v.min(0.25)).sqrt()
    });
}

#[test]
fn ucb_v_is_equation_19_in_both_readings() {
    for (epsilon, of) in [
        (Epsilon::Ln, (|t: f64| t.ln()) as fn(f64) -> f64),
        (Epsilon::LnLn, |t| t.ln().max(1.0).ln()),
        (Epsilon::Wang, |t| 2.0 * (10.0 * t.ln()).max(1.0).ln()),
    ] {
        for form in [VarianceForm::Bernstein, VarianceForm::OneRoot] {
            let rule = |urgency| -> Box<dyn Selection> { Box::new(Sum::new(ByVariance::new(UcbV(epsilon, form)), urgency)) };
            check_index(rule, |own, t, _| {
                let (a, b) = (2.0 * variance(own) * of(t) / own.len() as f64, 3.0 * of(t) / own.len() as f64);
                mean(own) + if form == VarianceForm::Bernstein { a.sqrt() + b } else { (a + b).sqrt() }
            });
        }
    }
}

#[test]
fn ucb_and_moss_are_their_formulas() {
    let ucb = |urgency| -> Box<dyn Selection> { Box::new(Ucb1::new(0.9, urgency)) };
    check_index(ucb, |own, t, _| mean(own) + 0.9 * (t.ln() / own.len() as f64).sqrt());
    let moss = |urgency| -> Box<dyn Selection> { Box::new(Sum::new(Moss { exploration: 1.1 }, urgency)) };
    check_index(moss, |own, t, k| mean(own) + 1.1 * ((t / (k * own.len() as f64)).ln().max(0.0) / own.len() as f64).sqrt());
    let implicit = |urgency| -> Box<dyn Selection> { Box::new(Sum::new((ImplicitMinimax::new(0.25), Ucb::new(0.7)), urgency)) };
    // `add` writes the sum of results as the estimate.
    check_index(implicit, |own, t, _| {
        let heuristic: f64 = own.iter().sum();
        0.75 * mean(own) + 0.25 * heuristic + 0.7 * (t.ln() / own.len() as f64).sqrt()
    });
}

#[test]
fn the_variance_alone_is_equation_21() {
    let rule = |urgency| -> Box<dyn Selection> { Box::new(Sum::new(ByVariance::new(VarianceOnly(0.7)), urgency)) };
    check_index(rule, |own, t, _| mean(own) + 0.7 * (3.0 * variance(own) * t.ln().max(1.0).ln() / (own.len() as f64 + 1.0)).sqrt());
}

#[test]
fn composed_rules_with_nothing_to_compose_are_the_rules_themselves() {
    let ucb = |urgency| Composition::new(urgency).exploring(Ucb::new(0.9));
    check_index(ucb, |own, t, _| mean(own) + 0.9 * (t.ln() / own.len() as f64).sqrt());
    let tuned = |urgency| Composition::new(urgency).exploring(ByVariance::new(Ucb1Tuned(0.8)));
    check_index(tuned, |own, t, _| {
        let n = own.len() as f64;
        let v = variance(own) + (2.0 * t.ln() / n).sqrt();
        mean(own) + 0.8 * (t.ln() / n * v.min(0.25)).sqrt()
    });
}

#[test]
fn kl_ucb_is_where_the_divergence_is_spent() {
    let mut rng = Rng::from_seed(4);
    for _ in 0..2000 {
        let (tree, _) = random_root(&mut rng);
        let visits = f64::from(tree.node(Tree::ROOT).visits);
        for child in tree.visited(Tree::ROOT) {
            let q = KlUcb::bound(child.mean(), visits.ln() / f64::from(child.visits));
            let spent = |q| f64::from(child.visits) * divergence(child.mean(), q);
            assert!(q >= child.mean() && spent(q) <= visits.ln() + 1e-9);
            assert!(q + 1e-6 >= 1.0 || spent(q + 1e-6) > visits.ln(), "{q} could be greater");
        }
    }
    assert!((divergence(0.5, 0.25) - 0.5 * (4.0f64 / 3.0).ln()).abs() < 1e-12);
}

#[test]
fn thompson_draws_from_the_beta_distribution() {
    let mut rule = Thompson::default();
    rule.begin(&mut Rng::from_seed(9));
    let draws: Vec<f64> = (0..40_000).map(|_| rule.draw(2.5, 4.5)).collect();
    // Beta(3.5, 5.5): mean 7/18, variance ab / ((a+b)²(a+b+1)).
    let expected = 3.5 * 5.5 / (81.0 * 10.0);
    assert!((mean(&draws) - 3.5 / 9.0).abs() < 5.0 * (expected / 40_000f64).sqrt(), "{}", mean(&draws));
    assert!((variance(&draws) / expected - 1.0).abs() < 0.04, "{}", variance(&draws));
}

#[test]
fn arms_are_let_in_as_equation_20_says() {
    for (optimum, beta, power) in
        [(Optimum::One, 0.7, 0.7 / 1.7), (Optimum::Less, 0.7, 0.35), (Optimum::Less, 1.5, 0.6), (Optimum::Estimated, 0.5, 1.0 / 3.0)]
    {
        let arms = Arms::Increasing { beta, factor: 1.0, optimum };
        let mut rule = ready(Sum::new(ByVariance::new(UcbV(Epsilon::LnLn, VarianceForm::OneRoot)), FirstPlayRule::First).with_arms(arms));
        let mut tree = root(50);
        for n in 1..1000u32 {
            let before = tree.visited(Tree::ROOT).len();
            let pick = picked(&mut rule, &mut tree, Tree::ROOT, 0);
            assert_eq!(
                pick == Pick::Unvisited,
                before < 50 && (before as f64) < f64::from(n).powf(power),
                "{optimum:?}: {before} arms at {n}"
            );
            let child = follow(&mut tree, pick);
            // Every child always wins, so that the estimate of the best mean is 1.
            add(&mut tree, child, 1.0);
        }
    }
    let mut rule = Sum::new(Moss { exploration: 1.0 }, FirstPlayRule::First).with_arms(Arms::Fixed(6));
    let mut tree = root(50);
    for n in 0..200 {
        let pick = picked(&mut rule, &mut tree, Tree::ROOT, 0);
        let child = follow(&mut tree, pick);
        add(&mut tree, child, f64::from(n % 2));
    }
    assert_eq!(tree.visited(Tree::ROOT).len(), 6);
}

#[test]
fn urgency_falls_with_depth() {
    let mut tree = root(2);
    let child = tree.visit_new(Tree::ROOT, 0);
    for _ in 0..9 {
        add(&mut tree, child, 0.5);
    }
    let mut edges = Edges::default();
    edges.push_each(&[Move(0), Move(1)]);
    tree.expand(child, &edges);
    let grandchild = tree.visit_new(child, 0);
    (tree.node_mut(grandchild).visits, tree.node_mut(grandchild).value) = (8, 4.0);
    // Without exploration, both have index ½; the urgency is 0.8 at the root and 0.4 below.
    let mut rule = Ucb1::new(0.0, FirstPlay::urgency(0.8, 0.5));
    for _ in 0..3 {
        assert_eq!(picked(&mut rule, &mut tree, Tree::ROOT, 0), Pick::Unvisited);
        assert_eq!(picked(&mut rule, &mut tree, child, 1), Pick::Visited(0));
    }
}

/// The switching rules by explicit bookkeeping: the arm being played, and its results since its turn began.
struct Plain {
    rule: Switch,
    results: Results,
    arm: usize,
    since: Vec<f64>,
    kept: bool,
}

impl Plain {
    fn next(&mut self, arms: usize) -> usize {
        let failures: f64 = self.since.iter().map(|score| 1.0 - score).sum();
        let best = (0..self.results.len()).rev().max_by(|&a, &b| mean(&self.results[a]).total_cmp(&mean(&self.results[b])));
        let plays: usize = self.results.iter().map(Vec::len).sum();
        let keep = match self.rule {
            _ if self.kept || self.results.is_empty() => None,
            Switch::Failures(_) => None,
            Switch::Run { successes, .. } if failures == 0.0 => (self.since.len() >= successes as usize).then_some(self.arm),
            Switch::Run { successes, recall } => (recall && self.results.len() >= arms.min(successes as usize)).then_some(best.unwrap()),
            Switch::Learning(most) => (plays >= most as usize).then(|| best.unwrap()),
        };
        let most = if let Switch::Failures(k) = self.rule { f64::from(k) } else { f64::MIN_POSITIVE };
        if let Some(kept) = keep {
            (self.arm, self.kept) = (kept, true);
        } else if !self.kept && !self.results.is_empty() && failures >= most {
            self.arm = (self.arm + 1) % arms;
            self.since.clear();
        }
        self.arm
    }

    fn note(&mut self, score: f64) {
        self.results.resize_with(self.results.len().max(self.arm + 1), Vec::new);
        self.results[self.arm].push(score);
        self.since.push(score);
    }
}

#[test]
fn switching_rules_play_what_their_book_says() {
    let rules = [
        Switch::Failures(1),
        Switch::Failures(3),
        Switch::Run { successes: 4, recall: true },
        Switch::Run { successes: 3, recall: false },
        Switch::Run { successes: 30, recall: true },
        Switch::Learning(25),
    ];
    let mut rng = Rng::from_seed(8);
    for rule in rules {
        for _ in 0..200 {
            let arms = 1 + rng.below(6);
            let chances: Vec<f64> = (0..arms).map(|_| rng.unit()).collect();
            let draws = rng.below(2) == 0;
            let mut needs = Needs::new(GameInfo::win_draw_loss(2));
            let mut switching = PlayTheWinner::new(rule);
            switching.declare(&mut needs);
            let mut tree = root_with(arms, needs);
            let mut plain = Plain { rule, results: Vec::new(), arm: 0, since: Vec::new(), kept: false };
            for play in 0..80 {
                let expected = plain.next(arms);
                let pick = picked(&mut switching, &mut tree, Tree::ROOT, 0);
                let child = follow(&mut tree, pick);
                assert_eq!((child - tree.child_ids(Tree::ROOT).start) as usize, expected, "{rule:?}, play {play}");
                let won = rng.unit() < chances[expected];
                let score = if draws && rng.below(4) == 0 { 0.5 } else { f64::from(u8::from(won)) };
                plain.note(score);
                tree.node_mut(child).visits += 1;
                tree.node_mut(child).value += score;
            }
        }
    }
}

#[test]
fn restarts_are_found_by_page_and_hinkley() {
    let mut rule = restarts();
    rule.declare(&mut needs());
    let mut tree = root(2);
    let children = [tree.visit_new(Tree::ROOT, 0), tree.visit_new(Tree::ROOT, 0)];
    let mut rng = Rng::from_seed(6);
    // Explicitly: weights, means, m and M.
    let (mut weights, mut means, mut m, mut most, mut changes) = ([0.0; 2], [0.0; 2], 0.0f64, 0.0f64, 0);
    for play in 0..600 {
        let k = rng.below(2);
        // The first child is good for a while, and then bad.
        let chance = if k == 0 { [0.9, 0.1][play / 300] } else { 0.3 };
        let score = f64::from(u8::from(rng.unit() < chance));
        let is_best = if k == 0 { means[0] >= means[1] } else { means[1] > means[0] };
        weights[k] += 1.0;
        means[k] += (score - means[k]) / weights[k];
        if is_best {
            m += score - means[k] + 0.01;
            most = most.max(m);
            if most - m > 3.0 {
                (m, most) = (0.0, 0.0);
                weights.iter_mut().for_each(|weight| *weight *= 0.5);
                changes += 1;
            }
        }
        let path = [Step::default(), Step { node: children[k], ..Step::default() }];
        back_up(&mut rule.clone(), &mut tree, &path, score);
        for k in 0..2 {
            let cell = column::<DiscountedVisits, _>(&mut tree).cell(children[k]);
            assert!((cell.weight - weights[k]).abs() < 1e-9 && (cell.mean - means[k]).abs() < 1e-9, "play {play}");
        }
        let mut selection = ready(Sum::new(DiscountedUcb::new(0.5, restarts()), FirstPlayRule::First));
        if weights.iter().all(|&weight| weight > 0.0) {
            let ln_total = (weights[0] + weights[1]).max(1.0).ln();
            let [a, b] = [0, 1].map(|k| means[k] + 0.5 * (ln_total / weights[k]).sqrt());
            if (a - b).abs() > 1e-9 {
                assert_eq!(picked(&mut selection, &mut tree, Tree::ROOT, 0), Pick::Visited(usize::from(b > a)));
            }
        }
    }
    assert!(changes > 0, "the change was never found");
}

#[test]
fn faded_results_lose_weight_on_their_way_up() {
    let mut tree = root(1);
    let child = tree.visit_new(Tree::ROOT, 0);
    let path = [Step::default(), Step { node: child, ..Step::default() }];
    back_up(&mut DiscountedBackup { constant: 0.5 }, &mut tree, &path, 1.0);
    assert_eq!((tree.node(child).value, tree.node(Tree::ROOT).value), (1.0, 0.75));
    back_up(&mut DiscountedBackup { constant: 1.0 }, &mut tree, &path, 0.25);
    assert_eq!((tree.node(child).value, tree.node(Tree::ROOT).value, tree.node(child).visits), (1.25, 1.0, 2));
}

#[test]
fn halving_drops_the_worse_half_after_every_round() {
    for (arms, budget) in [(8usize, 240u64), (5, 100), (2, 11), (1, 7), (16, 20)] {
        let mut tree = root(arms);
        let mut rule = SequentialHalving::new(Box::new(RoundRobin), 1);
        rule.begin(&mut Rng::from_seed(1), Budget::Iterations(budget));
        for _ in 0..budget {
            let pick = picked(&mut rule, &mut tree, Tree::ROOT, 0);
            let child = follow(&mut tree, pick);
            // Later children are better.
            let score = f64::from(child) / 100.0;
            add(&mut tree, child, score);
        }
        // The algorithm on paper: rounds, shares, and the remainder.
        let rounds = (arms as f64).log2().ceil().max(1.0) as u64;
        let (mut expected, mut left, mut spent) = (vec![0u64; arms], arms, 0);
        loop {
            let share = (budget / (left as u64 * rounds)).max(1);
            for visits in expected.iter_mut().rev().take(left).rev() {
                let grant = share.min(budget - spent);
                *visits += grant;
                spent += grant;
            }
            if left == 1 || spent == budget {
                break;
            }
            left = left.div_ceil(2);
        }
        *expected.last_mut().unwrap() += budget - spent;
        let found: Vec<u64> = tree.children(Tree::ROOT).iter().map(|child| u64::from(child.visits)).collect();
        if arms < 16 {
            assert_eq!(found, expected, "{arms} arms, {budget} iterations");
        }
        assert_eq!(found.iter().sum::<u64>(), budget);
    }
}

#[test]
fn random_children_are_all_as_likely_and_likeliest_ones_the_most_so() {
    let mut rule = RandomChild::default();
    rule.begin(&mut Rng::from_seed(3), Budget::Iterations(1));
    let mut tree = root(4);
    for _ in 0..20_000 {
        let pick = picked(&mut rule, &mut tree, Tree::ROOT, 0);
        let child = follow(&mut tree, pick);
        add(&mut tree, child, 0.5);
    }
    // Five standard deviations of a binomial number of 5,000.
    assert!(tree.children(Tree::ROOT).iter().all(|child| (4694..=5306).contains(&child.visits)), "{:?}", tree.children(Tree::ROOT));

    // With three children an unknown one has 1 − x with x = 1 − x³: 0.318.
    let mut tree = root(3);
    let mut rule = ready(MaxProbability::new(false));
    for (chance, pick) in [(0.1, Pick::Unvisited), (0.31, Pick::Unvisited), (0.32, Pick::Visited(2))] {
        let child = tree.visit_new(Tree::ROOT, 0);
        *column::<WinProbability, _>(&mut tree).cell_mut(child) = chance;
        assert_eq!(picked(&mut rule, &mut tree, Tree::ROOT, 0), pick);
    }
    let mut tree = root(3);
    assert_eq!(picked(&mut rule, &mut tree, Tree::ROOT, 0), Pick::Unvisited);
    let child = tree.visit_new(Tree::ROOT, 0);
    *column::<WinProbability, _>(&mut tree).cell_mut(child) = 0.319;
    assert_eq!(picked(&mut rule, &mut tree, Tree::ROOT, 0), Pick::Visited(0));
}
