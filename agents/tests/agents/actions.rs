//! Statistics of actions against their recomputation from the recorded iterations.

use crate::common::pick::picked;
use crate::common::{Explicit, Outcomes, Shape};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use treebench_agents::parts::backup::{ActionTables, AmafCount, AmafUnit, History, SumOfSquares};
use treebench_agents::parts::expansion::{Semimoves, WholeMoves};
use treebench_agents::parts::learner::{Decay, DecayTime, Mast, MastUnit, NoLearning};
use treebench_agents::parts::playout::{Choice, GuidedPlayout};
use treebench_agents::parts::selection::{AmafMix, Composition, FirstPlayRule, HistoryBias, RaveSource, RaveWeight, Ties};
use treebench_agents::search::{
    Actions, Expansion, Growth, Iteration, Learner, Mcts, MctsOptions, Needs, NodeId, Pick, Selection, Tracing, Tree,
};
use treebench_agents::{Agent, Budget, Meter};
use treebench_games::notation::whole_moves;
use treebench_games::{Move, Player, Position, Rng};

const SHAPE: Shape = Shape { players: 2, depth: 4, chance: false, split: true, outcomes: Outcomes::Distinct };

/// The record of one iteration.
#[derive(Clone, Debug)]
struct Record {
    /// Its whole moves.
    moves: Vec<(Player, Vec<Move>)>,
    /// The number of semimoves before each node of its path.
    path: Vec<usize>,
    in_tree: usize,
    scores: Vec<f64>,
}

impl Record {
    fn semimoves(&self) -> Vec<Move> {
        self.moves.iter().flat_map(|(_, submove)| submove.iter().copied()).collect()
    }

    /// For each semimove: its player, the submove of its move up to it, and whether the move ends.
    fn prefixes(&self) -> Vec<(Player, Vec<Move>, bool)> {
        let of = |(player, submove): &(Player, Vec<Move>)| {
            let (player, submove) = (*player, submove.clone());
            (1..=submove.len()).map(move |n| (player, submove[..n].to_vec(), n == submove.len()))
        };
        self.moves.iter().flat_map(of).collect()
    }
}

/// Values that also record every iteration.
struct Recorded<V> {
    values: V,
    records: Arc<Mutex<Vec<Record>>>,
}

impl<V: Learner> Learner for Recorded<V> {
    fn declare(&mut self, needs: &mut Needs) {
        needs.actions(Tracing::Prefixes);
        self.values.declare(needs);
    }

    fn values(&mut self, player: Player, semimoves: &[Move], actions: &Actions, out: &mut Vec<f64>) {
        self.values.values(player, semimoves, actions, out);
    }

    fn value(&self, player: Player, submove: &[Move], actions: &Actions) -> f64 {
        self.values.value(player, submove, actions)
    }

    fn learn(&mut self, tree: &Tree, iteration: &Iteration<'_>) {
        self.values.learn(tree, iteration);
        let actions = iteration.actions;
        self.records.lock().expect("nobody panicked").push(Record {
            moves: actions.trace.iter().map(|(player, submove)| (player, submove.to_vec())).collect(),
            path: iteration.path.iter().map(|step| step.actions as usize).collect(),
            in_tree: actions.in_tree,
            scores: iteration.scores.to_vec(),
        });
    }

    fn forget(&mut self) {
        self.values.forget();
    }
}

/// A search that records its iterations; `options` sets the rest.
fn recorded(values: impl Learner + 'static, change: impl FnOnce(&mut MctsOptions)) -> (Mcts, Arc<Mutex<Vec<Record>>>) {
    let records = Arc::new(Mutex::new(Vec::new()));
    let learner = Box::new(Recorded { values, records: Arc::clone(&records) });
    let playout = Box::new(GuidedPlayout::new(1000, Choice::EpsilonGreedy(0.4)));
    let mut options = MctsOptions { playout, learner, ..MctsOptions::uct(1000) };
    change(&mut options);
    let mut search = Mcts::new(SHAPE.info(), options).expect("the parts go together");
    search.start(0, Rng::from_seed(5));
    (search, records)
}

fn position(seed: u64) -> Explicit {
    let mut rng = Rng::from_seed(seed);
    loop {
        let position = SHAPE.grow(&mut rng);
        if whole_moves(&position).len() > 2 {
            return position;
        }
    }
}

fn run(search: &mut Mcts, position: &Explicit, iterations: u64) {
    search.search(position, &mut Meter::new(Budget::Iterations(iterations))).expect("there are legal moves");
}

/// MAST as a dictionary that is rebuilt from all records.
fn plain_mast(records: &[Record], unit: MastUnit, gamma: f64, tree_only: bool) -> BTreeMap<(Player, Vec<Move>), (f64, f64)> {
    let mut table: BTreeMap<(Player, Vec<Move>), (f64, f64)> = BTreeMap::new();
    for record in records {
        let counted = if tree_only { record.in_tree } else { usize::MAX };
        for (player, prefix, last) in record.prefixes().into_iter().take(counted) {
            let key = match unit {
                MastUnit::Split => prefix[prefix.len() - 1..].to_vec(),
                MastUnit::Join if !last => continue,
                _ => prefix,
            };
            let cell = table.entry((player, key)).or_default();
            cell.0 += record.scores[player];
            cell.1 += 1.0;
        }
        table.values_mut().for_each(|cell| *cell = (cell.0 * gamma, cell.1 * gamma));
    }
    table
}

#[test]
fn mast_equals_its_recomputation() {
    for unit in [MastUnit::Split, MastUnit::Join, MastUnit::Context] {
        for (gamma, tree_only) in [(1.0, false), (0.9, false), (1.0, true)] {
            for seed in 0..4 {
                let position = position(seed);
                let decay = Decay { gamma, when: DecayTime::Simulation, batch: 1 };
                let shared = Arc::new(Mutex::new(Mast::new(2, unit, decay, tree_only)));
                let (mut search, records) = recorded(Shared(Arc::clone(&shared)), |options| {
                    options.growth = Growth { nodal: seed % 2 == 0, guided: seed % 4 == 0, roll_up: None };
                    if unit == MastUnit::Join {
                        options.expansion = Box::<WholeMoves>::default();
                    }
                });
                // One iteration at a time, to inspect the statistics of actions.
                run(&mut search, &position, 400);
                let records = records.lock().expect("nobody panicked");
                let expected = plain_mast(&records, unit, gamma, tree_only);
                let mast = shared.lock().expect("nobody panicked");
                let mut compared = 0;
                for ((player, key), (sum, weight)) in expected {
                    // A value that can be looked up without a position: where a move begins.
                    let mut actions = Actions::default();
                    actions.ids.clone_from(&search.actions().ids);
                    let value = mast.value(player, &key, &actions);
                    assert!((value - sum / weight).abs() < 1e-9, "{unit:?}: {value} instead of {}", sum / weight);
                    compared += 1;
                }
                assert!(compared > 5);
            }
        }
    }
}

/// Values that a test can inspect.
struct Shared(Arc<Mutex<Mast>>);

impl Learner for Shared {
    fn declare(&mut self, needs: &mut Needs) {
        self.0.lock().expect("nobody panicked").declare(needs);
    }

    fn values(&mut self, player: Player, semimoves: &[Move], actions: &Actions, out: &mut Vec<f64>) {
        self.0.lock().expect("nobody panicked").values(player, semimoves, actions, out);
    }

    fn value(&self, player: Player, submove: &[Move], actions: &Actions) -> f64 {
        self.0.lock().expect("nobody panicked").value(player, submove, actions)
    }

    fn learn(&mut self, tree: &Tree, iteration: &Iteration<'_>) {
        self.0.lock().expect("nobody panicked").learn(tree, iteration);
    }

    fn forget(&mut self) {
        self.0.lock().expect("nobody panicked").forget();
    }
}

/// The semimoves since the last whole move, at an index among all semimoves.
fn context(record: &Record, at: usize) -> Vec<Move> {
    let mut start = 0;
    for (_, submove) in &record.moves {
        if start + submove.len() > at {
            break;
        }
        start += submove.len();
    }
    record.semimoves()[start..at].to_vec()
}

/// For the node after these semimoves and an edge: the number of iterations that passed the node and had its mover play the edge there or
/// later, and their results.
fn plain_amaf(records: &[Record], node: &[Move], edge: &[Move], unit: AmafUnit) -> (u32, f64) {
    let (mut visits, mut value) = (0, 0.0);
    for record in records {
        let (semimoves, prefixes) = (record.semimoves(), record.prefixes());
        let passed = record.path.iter().take(record.path.len() - 1).any(|&at| at == node.len()) && semimoves.starts_with(node);
        if !passed {
            continue;
        }
        let mover = prefixes[node.len()].0;
        let wanted = [context(record, node.len()), edge.to_vec()].concat();
        let plays = |(player, prefix, _): &(Player, Vec<Move>, bool)| {
            let same = if unit == AmafUnit::Split { prefix[prefix.len() - 1..] == *edge } else { *prefix == wanted };
            *player == mover && same
        };
        if prefixes[node.len()..].iter().any(plays) {
            visits += 1;
            value += record.scores[mover];
        }
    }
    (visits, value)
}

fn compare_amaf(tree: &Tree, id: NodeId, path: &[Move], records: &[Record], units: &[AmafUnit], compared: &mut usize) {
    let amaf = tree.find::<AmafCount>().expect("the search keeps them");
    for child in tree.child_ids(id) {
        let edge: Vec<Move> = tree.edge(child).collect();
        for (cell, &unit) in tree.column(amaf).row(child).iter().zip(units) {
            let (visits, value) = plain_amaf(records, path, &edge, unit);
            assert_eq!(cell.visits, visits, "{unit:?} {path:?} {edge:?}");
            assert!((cell.value - value).abs() < 1e-9);
            *compared += usize::from(visits > 0);
        }
        compare_amaf(tree, child, &[path, &edge].concat(), records, units, compared);
    }
}

#[test]
fn all_moves_as_first_equal_their_recomputation() {
    let cases: [(AmafUnit, &[AmafUnit], bool); 4] = [
        (AmafUnit::Split, &[AmafUnit::Split], false),
        (AmafUnit::Context, &[AmafUnit::Context], false),
        (AmafUnit::Mix, &[AmafUnit::Split, AmafUnit::Context], false),
        (AmafUnit::Context, &[AmafUnit::Context], true),
    ];
    for (unit, columns, whole) in cases {
        for seed in 10..14 {
            let position = position(seed);
            let (mut search, records) = recorded(NoLearning, |options| {
                options.growth = Growth { nodal: seed % 2 == 0, guided: seed % 4 == 0, roll_up: None };
                let expansion: Box<dyn Expansion> = if whole { Box::<WholeMoves>::default() } else { Box::new(Semimoves) };
                options.expansion = expansion;
                let source = if unit == AmafUnit::Mix { RaveSource::Mix(7.0) } else { RaveSource::Own(0) };
                options.selection = rave(0.2, AmafMix::new(RaveWeight::Equivalence(50.0), unit, source), false);
            });
            run(&mut search, &position, 200);
            let (records, mut compared) = (records.lock().expect("nobody panicked"), 0);
            compare_amaf(search.tree(), Tree::ROOT, &[], &records, columns, &mut compared);
            assert!(compared > 20, "only {compared} statistics had samples");
        }
    }
}

#[test]
fn tables_of_actions_equal_their_recomputation() {
    for root_only in [false, true] {
        for seed in 20..24 {
            let position = position(seed);
            let (mut search, records) = recorded(NoLearning, |options| {
                let source = if root_only { RaveSource::Root } else { RaveSource::Ancestor(10) };
                options.selection = rave(0.2, AmafMix::new(RaveWeight::MinimumError(0.02), AmafUnit::Split, source), true);
            });
            run(&mut search, &position, 200);
            let (tree, records) = (search.tree(), records.lock().expect("nobody panicked"));
            let tables = tree.find::<ActionTables>().expect("the search keeps them");
            let (mut open, mut compared) = (vec![(Tree::ROOT, Vec::new())], 0);
            while let Some((node, path)) = open.pop() {
                for child in tree.child_ids(node) {
                    let path: Vec<Move> = [&path[..], &tree.edge(child).collect::<Vec<_>>()].concat();
                    open.push((child, path));
                }
                if !tree.node(node).is_expanded() || root_only && node != Tree::ROOT {
                    continue;
                }
                // Every iteration that passed the node counts except the first, when it had no children.
                let passed = |record: &&Record| record.path.contains(&path.len()) && record.semimoves().starts_with(&path);
                let passing: Vec<&Record> = records.iter().filter(passed).skip(usize::from(node != Tree::ROOT)).collect();
                for player in 0..2 {
                    for m in (0..3).map(Move) {
                        let plays = |record: &&&Record| {
                            record.prefixes()[path.len()..].iter().any(|(who, prefix, _)| *who == player && prefix.last() == Some(&m))
                        };
                        let having: Vec<_> = passing.iter().filter(plays).collect();
                        let Some(id) = search.actions().find(Some(treebench_agents::search::ActionId::NONE), [m]) else { continue };
                        let found = tree.column(tables).results(node, player, id);
                        assert_eq!(found.visits as usize, having.len(), "{path:?} {m:?}");
                        let value: f64 = having.iter().map(|record| record.scores[player]).sum();
                        assert!((found.value - value).abs() < 1e-9);
                        compared += usize::from(!having.is_empty());
                    }
                }
            }
            assert!(compared >= 4, "only {compared} entries had samples");
        }
    }
}

/// RAVE; `ranks_new` says whether unvisited children compete by their values of all moves as first.
fn rave(exploration: f64, amaf: AmafMix, ranks_new: bool) -> Box<dyn Selection> {
    let ranked = ranks_new.then_some(Ties::First);
    Composition { amaf: Some(amaf), ranked, ..Composition::new(FirstPlayRule::First) }.ucb1(exploration, false)
}

#[test]
fn rave_selects_a_child_of_greatest_score() {
    let mut rng = Rng::from_seed(51);
    for round in 0..500 {
        let c = rng.unit();
        let weight = [RaveWeight::Equivalence(250.0), RaveWeight::MinimumError(0.1), RaveWeight::Equivalence(f64::INFINITY)][round % 3];
        let mut rule = rave(c, AmafMix::new(weight, AmafUnit::Split, RaveSource::Own(0)), false);
        let mut needs = Needs::new(SHAPE.info());
        rule.declare(&mut needs);
        let mut tree = Tree::new(needs.columns().expect("the rule brings what it reads"));
        let amaf = tree.find::<AmafCount>().expect("the rule brings it");
        let mut edges = treebench_agents::search::Edges::default();
        let children = 1 + rng.below(12);
        edges.push_each(&(0..children as u64).map(Move).collect::<Vec<_>>());
        tree.expand(Tree::ROOT, &edges);
        for _ in 0..children {
            let child = tree.visit_new(Tree::ROOT, 0);
            let visits = 1 + rng.below(60) as u32;
            tree.node_mut(child).visits = visits;
            tree.node_mut(child).value = rng.unit() * f64::from(visits);
            tree.node_mut(Tree::ROOT).visits += visits;
            let samples = rng.below(200) as u32;
            let cell = tree.column_mut(amaf).cell_mut(child);
            (cell.visits, cell.value) = (samples, rng.unit() * f64::from(samples));
        }
        let parent = f64::from(tree.node(Tree::ROOT).visits);
        let score = |id: NodeId| {
            let (node, cell) = (tree.node(id), tree.column(amaf).cell(id));
            let (n, samples) = (f64::from(node.visits), f64::from(cell.visits));
            let beta = match weight {
                _ if cell.visits == 0 => 0.0,
                // Plain AMAF: the limit of the next case.
                RaveWeight::Equivalence(f64::INFINITY) => 1.0,
                RaveWeight::Equivalence(k) => (k / (3.0 * parent + k)).sqrt(),
                RaveWeight::MinimumError(b) => samples / (n + samples + 4.0 * n * samples * b * b),
            };
            let amaf = if cell.visits == 0 { 0.0 } else { cell.value / samples };
            (1.0 - beta) * node.mean() + beta * amaf + c * (libm::log(parent) / n).sqrt()
        };
        let best = tree.child_ids(Tree::ROOT).map(score).fold(f64::NEG_INFINITY, f64::max);
        let scores: Vec<f64> = tree.child_ids(Tree::ROOT).map(score).collect();
        match picked(rule.as_mut(), &mut tree, Tree::ROOT, 0) {
            Pick::Visited(k) => assert!((scores[k] - best).abs() < 1e-9),
            other => panic!("{other:?}, but every child was visited"),
        }
    }
}

/// How often a player played an action in all iterations, and what it scored then: semimoves, or whole moves.
fn plain_history(records: &[Record], player: Player, action: &[Move], unit: AmafUnit) -> (u32, f64) {
    let plays = |(who, prefix, last): &(Player, Vec<Move>, bool)| {
        let same = if unit == AmafUnit::Split { prefix[prefix.len() - 1..] == *action } else { *last && *prefix == action };
        *who == player && same
    };
    records.iter().fold((0, 0.0), |(visits, value), record| {
        let times = record.prefixes().iter().filter(|step| plays(step)).count();
        (visits + times as u32, value + times as f64 * record.scores[player])
    })
}

#[test]
fn the_history_of_actions_equals_its_recomputation() {
    for (unit, whole) in [(AmafUnit::Split, false), (AmafUnit::Context, true)] {
        for seed in 30..34 {
            let position = position(seed);
            let (mut search, records) = recorded(NoLearning, |options| {
                let expansion: Box<dyn Expansion> = if whole { Box::<WholeMoves>::default() } else { Box::new(Semimoves) };
                options.expansion = expansion;
                let history = Some(HistoryBias::new(3.0, unit));
                options.selection = Composition { history, ..Composition::new(FirstPlayRule::First) }.ucb1(0.4, false);
            });
            run(&mut search, &position, 200);
            let (tree, records) = (search.tree(), records.lock().expect("nobody panicked"));
            let history = tree.column(tree.find::<History>().expect("the search keeps it"));
            let (mut open, mut compared) = (vec![Tree::ROOT], 0);
            while let Some(node) = open.pop() {
                for child in tree.child_ids(node) {
                    open.push(child);
                    let edge: Vec<Move> = tree.edge(child).collect();
                    for player in 0..2 {
                        let (visits, value) = plain_history(&records, player, &edge, unit);
                        let found = history.of(child, player);
                        assert_eq!(found.visits, visits, "{unit:?} {edge:?}");
                        assert!((found.value - value).abs() < 1e-9);
                        compared += usize::from(visits > 0);
                    }
                }
            }
            assert!(compared > 20, "only {compared} actions had been played");
        }
    }
}

/// A rule whose every choice is compared with the formula, computed from all records.
struct Compared {
    rule: Box<dyn Selection>,
    exploration: f64,
    weight: f64,
    tuned: bool,
    rave: bool,
    records: Arc<Mutex<Vec<Record>>>,
    choices: Arc<Mutex<usize>>,
}

impl Selection for Compared {
    fn declare(&mut self, needs: &mut Needs) {
        self.rule.declare(needs);
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, position: &dyn Position, rng: &mut Rng) -> Pick {
        let pick = self.rule.select(tree, node, mover, position, rng);
        let Pick::Visited(chosen) = pick else { return pick };
        let records = self.records.lock().expect("nobody panicked");
        let ln_parent = libm::log(f64::from(tree.node(node).visits));
        let score = |id: NodeId| {
            let (child, n) = (tree.node(id), f64::from(tree.node(id).visits));
            let (played, sum) = plain_history(&records, mover, &tree.edge(id).collect::<Vec<_>>(), AmafUnit::Split);
            let explored = if self.tuned {
                let squares = tree.column(tree.find::<SumOfSquares>().expect("the rule brings them")).cell(id);
                let variance = squares / n - child.mean() * child.mean() + (2.0 * ln_parent / n).sqrt();
                // On the scale [−1, 1], where C is given, results vary by at most 1.
                2.0 * self.exploration * (ln_parent / n * variance.min(0.25)).sqrt()
            } else {
                self.exploration * (ln_parent / n).sqrt()
            };
            let first = tree.find::<AmafCount>().map(|amaf| tree.column(amaf).cell(id)).filter(|cell| self.rave && cell.visits > 0);
            let beta = (50.0 / (3.0 * f64::from(tree.node(node).visits) + 50.0)).sqrt();
            let value = first.map_or(child.mean(), |cell| (1.0 - beta) * child.mean() + beta * cell.value / f64::from(cell.visits));
            value + explored + self.weight * (sum / f64::from(played)) / (n * (1.0 - child.mean()) + 1.0)
        };
        let scores: Vec<f64> = tree.visited_ids(node).map(score).collect();
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert!((scores[chosen] - best).abs() < 1e-9, "{scores:?}: {chosen}");
        *self.choices.lock().expect("nobody panicked") += usize::from(scores.iter().any(|score| *score < best - 1e-6));
        pick
    }
}

#[test]
fn progressive_history_selects_a_child_of_greatest_score() {
    for (weight, tuned, rave) in [(3.0, false, false), (0.5, false, false), (3.0, true, false), (3.0, false, true), (3.0, true, true)] {
        for seed in 40..44 {
            let position = position(seed);
            let choices = Arc::new(Mutex::new(0));
            let records = Arc::new(Mutex::new(Vec::new()));
            let history = Some(HistoryBias::new(weight, AmafUnit::Split));
            let amaf = rave.then(|| AmafMix::new(RaveWeight::Equivalence(50.0), AmafUnit::Split, RaveSource::Own(0)));
            let rule = Composition { amaf, history, ..Composition::new(FirstPlayRule::First) }.ucb1(0.4, tuned);
            let selection =
                Compared { rule, exploration: 0.4, weight, tuned, rave, records: Arc::clone(&records), choices: Arc::clone(&choices) };
            let learner = Box::new(Recorded { values: NoLearning, records });
            let playout = Box::new(GuidedPlayout::new(1000, Choice::EpsilonGreedy(0.4)));
            let options = MctsOptions { playout, learner, selection: Box::new(selection), ..MctsOptions::uct(1000) };
            let mut search = Mcts::new(SHAPE.info(), options).expect("the parts go together");
            search.start(0, Rng::from_seed(5));
            run(&mut search, &position, 150);
            let choices = *choices.lock().expect("nobody panicked");
            assert!(choices > 20, "only {choices} choices were between different scores");
        }
    }
}
