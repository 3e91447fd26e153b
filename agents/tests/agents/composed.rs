//! Index rules combined with AMAF, prior experience and limited arms, against their plain formulas in searches of go; and the agents that use a
//! game's own knowledge.

#![expect(clippy::disallowed_methods, reason = "the second opinions use the platform's logarithm")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use treebench_agents::parts::backup::{AmafCount, AmafUnit, Experience, GiveExperience, Mean, Source, SumOfSquares};
use treebench_agents::parts::playout::KnowledgePlayout;
use treebench_agents::parts::selection::{
    AmafMix, Arms, ByVariance, Composition, FirstPlayRule, RaveSource, RaveWeight, Term, Ties, Ucb, VarianceOnly,
};
use treebench_agents::search::{Backup, ColumnId, Mcts, MctsOptions, Needs, Node, NodeId, Pick, Selection, Tree};
use treebench_agents::{Budget, Meter, agents};
use treebench_games::capabilities::Parts;
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Player, Position, Rng, games};

/// K of the weight √(K / (3N + K)).
const K: f64 = 100.0;

fn values(pairs: &[(&str, Value)]) -> Values {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

fn go(size: i64) -> Arc<dyn Game> {
    games().find("go").unwrap().build(&values(&[("size", Value::Int(size))])).unwrap()
}

fn all_parts(game: &dyn Game) -> Parts {
    Parts::named("all", game.start().knowledge().unwrap().parts()).unwrap()
}

/// A composed rule that compares every pick with the plain formula.
struct Checked {
    rule: Box<dyn Selection>,
    /// The index from a mean, the visits with experience, the variance of the results, and the visits of the parent.
    plain: fn(f64, f64, f64, f64) -> f64,
    amaf: ColumnId<AmafCount>,
    experience: ColumnId<Experience>,
    squares: ColumnId<SumOfSquares>,
    ranked: Arc<AtomicU32>,
}

impl Checked {
    fn score(&self, tree: &Tree, node: NodeId, child: NodeId) -> Option<f64> {
        let results: &Node = tree.node(child);
        let (prior, amaf) = (tree.column(self.experience).cell(child), tree.column(self.amaf).cell(child));
        let (own, parent) = (f64::from(results.visits), f64::from(tree.node(node).visits));
        let (n, samples) = (own + f64::from(prior.visits), f64::from(amaf.visits) + f64::from(prior.samples));
        let mean = (results.value + f64::from(prior.visits) * prior.mean) / n;
        let first = (amaf.value + f64::from(prior.samples) * prior.mean) / samples;
        let beta = (K / (3.0 * parent + K)).sqrt();
        let mixed = match (n > 0.0, samples > 0.0) {
            (true, true) => (1.0 - beta) * mean + beta * first,
            (true, false) => mean,
            (false, true) => return Some(first),
            (false, false) => return None,
        };
        let variance = if own > 0.0 {
            let squares = tree.column(self.squares).cell(child);
            (squares / own - (results.value / own).powi(2)).max(0.0)
        } else {
            0.25
        };
        Some((self.plain)(mixed, n, variance, parent.max(1.0)))
    }
}

impl Selection for Checked {
    fn declare(&mut self, needs: &mut Needs) {
        self.rule.declare(needs);
        self.amaf = needs.reads();
        self.experience = needs.reads();
        self.squares = needs.reads_from(|| Box::new(SumOfSquares::default()));
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, position: &dyn Position, rng: &mut Rng) -> Pick {
        let ids = tree.child_ids(node);
        let scores: Vec<f64> = ids.map(|child| self.score(tree, node, child).unwrap_or(f64::INFINITY)).collect();
        let pick = self.rule.select(tree, node, mover, position, rng);
        let k = match pick {
            Pick::Visited(k) => k,
            Pick::New(k) => tree.visited(node).len() + k,
            other => panic!("all children are ranked, and the pick is {other:?}"),
        };
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert!(scores[k] == best || best - scores[k] < 1e-9, "child {k} has {}, and the best {best}", scores[k]);
        self.ranked.fetch_add(u32::from(matches!(pick, Pick::New(_)) && best.is_finite()), Ordering::Relaxed);
        pick
    }
}

fn search(game: &Arc<dyn Game>, selection: Box<dyn Selection>, prior: Option<GiveExperience>, seed: u64) -> Mcts {
    let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(Mean)];
    backup.extend(prior.map(|rule| Box::new(rule) as Box<dyn Backup>));
    let playout = Box::new(KnowledgePlayout { cap: 500, parts: all_parts(game.as_ref()) });
    let options = MctsOptions { selection, backup, playout, ..MctsOptions::uct(500) };
    let mut mcts = Mcts::new(game.info(), options).unwrap();
    treebench_agents::Agent::start(&mut mcts, 0, Rng::from_seed(seed));
    mcts.search(game.start().as_ref(), &mut Meter::new(Budget::Iterations(600))).unwrap();
    mcts
}

fn check<T: Term + 'static>(exploration: impl Fn() -> T, plain: fn(f64, f64, f64, f64) -> f64) {
    let game = go(5);
    let ranked = Arc::new(AtomicU32::new(0));
    for source in [Source::Even, Source::Game(all_parts(game.as_ref())), Source::Game(Parts::default())] {
        let mix = AmafMix::new(RaveWeight::Equivalence(K), AmafUnit::Split, RaveSource::Own(0));
        let new = Some(Ties::Random);
        let rule = Composition { amaf: Some(mix), experience: true, ranked: new, ..Composition::new(FirstPlayRule::First) };
        let rule = rule.exploring(exploration());
        let (amaf, experience, squares) = Default::default();
        let checked = Checked { rule, plain, amaf, experience, squares, ranked: Arc::clone(&ranked) };
        search(&game, Box::new(checked), Some(GiveExperience::new(source, 9, 12)), 3);
    }
    assert!(ranked.load(Ordering::Relaxed) > 20, "unvisited children were hardly ever ranked");
}

#[test]
fn every_pick_has_the_greatest_score_by_the_plain_formula() {
    check(|| Ucb::new(0.4), |mean, n, _, parent| mean + 0.4 * (parent.ln() / n).sqrt());
    check(
        || ByVariance::new(VarianceOnly(0.7)),
        |mean, n, variance, parent| mean + 0.7 * (3.0 * variance * parent.ln().max(1.0).ln() / (n + 1.0)).sqrt(),
    );
}

#[test]
fn arms_stay_limited_beside_rave_and_experience() {
    let game = go(5);
    for experienced in [false, true] {
        let mix = AmafMix::new(RaveWeight::Equivalence(K), AmafUnit::Split, RaveSource::Own(0));
        let (amaf, arms, ranked) = (Some(mix), Arms::Fixed(4), Some(Ties::Random));
        let rule = Composition { amaf, experience: experienced, arms, ranked, ..Composition::new(FirstPlayRule::First) }.ucb1(0.4, false);
        let prior = experienced.then(|| GiveExperience::new(Source::Game(all_parts(game.as_ref())), 9, 9));
        let mcts = search(&game, rule, prior, 8);
        let most = (0..mcts.tree().len() as NodeId).map(|node| mcts.tree().visited(node).len()).max();
        assert_eq!(most, Some(4));
        assert!(mcts.tree().child_count(Tree::ROOT) > 20);
    }
}

/// The root moves that an agent finds, as text.
fn found(name: &str, pairs: &[(&str, Value)], iterations: u64) -> String {
    let game = go(5);
    let mut agent = agents().find(name).unwrap().recipe(&values(pairs)).unwrap().agent(&game).unwrap();
    agent.start(0, Rng::from_seed(4));
    let mut submove = Vec::new();
    agent.choose(game.start().as_ref(), &mut Meter::new(Budget::Iterations(iterations)), &mut submove).unwrap();
    format!("{:?}", agent.report())
}

#[test]
fn agents_play_by_the_knowledge_of_the_game_and_repeat_themselves() {
    let text = |text: &str| Value::Text(text.to_owned());
    let all: &[(&str, Value)] = &[("policy", text("all"))];
    let rave: &[(&str, Value)] = &[("policy", text("all -mercy")), ("rave", text("join")), ("rave-ref", Value::Float(10.0))];
    let whole: &[(&str, Value)] = &[
        ("policy", text("all")),
        ("prior", text("game")),
        ("rave", text("join")),
        ("rave-ranks-new", Value::Bool(true)),
        ("index", text("variance")),
    ];
    for (name, pairs) in [("uct", all), ("mcts", rave), ("index-mcts", whole), ("index-mcts", all)] {
        let once = found(name, pairs, 200);
        assert_eq!(once, found(name, pairs, 200), "{name}");
        assert_ne!(once, found(name, &[], 200), "{name} does not use the policy");
    }
    // The default is the play that was there before.
    assert_eq!(found("uct", &[("policy", text("uniform"))], 200), found("uct", &[], 200));
}

#[test]
fn what_a_game_does_not_know_is_refused() {
    let text = |text: &str| Value::Text(text.to_owned());
    let error = |name: &str, game: &str, pairs: &[(&str, Value)]| {
        let game = games().find(game).unwrap().build(&Values::default()).unwrap();
        let recipe = agents().find(name).unwrap().recipe(&values(pairs)).unwrap();
        let error = recipe.check(&game).unwrap_err().to_string();
        assert_eq!(recipe.agent(&game).err().map(|error| error.to_string()), Some(error.clone()));
        error
    };
    for name in ["uct", "mcts", "index-mcts"] {
        let unknown = error(name, "go", &[("policy", text("pattern"))]);
        assert!(unknown.contains("has no part `pattern`; did you mean `patterns`?"), "{unknown}");
        let elsewhere = error(name, "connect-four", &[("policy", text("all"))]);
        assert!(elsewhere.contains("no playout policy of its own"), "{elsewhere}");
    }
    let learning = error("mcts", "go", &[("policy", text("all")), ("playout", text("mast"))]);
    assert!(learning.contains("does not learn"), "{learning}");
    let prior = error("index-mcts", "connect-four", &[("prior", text("game"))]);
    assert!(prior.contains("expects nothing of moves"), "{prior}");
}
