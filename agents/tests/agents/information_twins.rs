//! Information-set searches against plain versions that count in maps keyed by the text of information sets.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use treebench_agents::parts::backup::{AmafUnit, Mean};
use treebench_agents::parts::chance::OpenLoop;
use treebench_agents::parts::expansion::WholeMoves;
use treebench_agents::parts::learner::{Learners, Ppa};
use treebench_agents::parts::playout::{Choice, GuidedPlayout};
use treebench_agents::parts::selection::{AmafMix, AvailabilityUcb, Learning, MixedStrategy, RaveSource, RaveWeight};
use treebench_agents::search::{
    Actions, Backup, Iteration, Learner, Mcts, MctsOptions, Needs, NodeId, Observer, Pick, Selection, Tracing, Tree,
};
use treebench_agents::{Agent, Budget, Meter};
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Move, Player, Position, Rng, Turn, games};

fn game(name: &str, params: &[(&str, Value)]) -> Arc<dyn Game> {
    let values: Values = params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    games().find(name).expect("it is registered").build(&values).expect("the parameters go together")
}

fn descending(cards: i64) -> Arc<dyn Game> {
    game("goofspiel", &[("cards", Value::Int(cards)), ("prizes", Value::Text("descending".to_owned()))])
}

/// The first position of a player after this many random moves.
fn position_after(game: &Arc<dyn Game>, moves: usize, rng: &mut Rng) -> (Player, Box<dyn Position>) {
    let (mut here, mut played) = (game.start(), 0);
    loop {
        match here.turn() {
            Turn::Player(player) if played >= moves => return (player, here),
            Turn::Over => (here, played) = (game.start(), 0),
            turn => {
                played += usize::from(turn != Turn::Chance);
                let moves = here.move_list();
                here.apply(moves[rng.below(moves.len())]);
            }
        }
    }
}

/// The counts of a move in a set.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    visits: u32,
    sum: f64,
    /// Visits of the set at which it was legal.
    legal: u32,
    /// Iterations in which the mover played it there or later, and their results.
    amaf: (f64, f64),
    /// Estimated results or regrets.
    estimate: f64,
}

/// A choice in the tree: the set, the legal moves, and the plain version's values.
struct Choosing {
    set: String,
    mover: Player,
    legal: Vec<u64>,
    /// The move, if it has been visited before or the rule names it.
    named: Option<u64>,
    /// The score of every legal move, or its probability.
    says: BTreeMap<u64, f64>,
}

/// The selection rule of the plain version.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    /// UCB1 with availability, mixed with AMAF by this equivalence parameter, if given.
    Ucb(f64, Option<f64>),
    Mixed(Learning, f64),
}

/// The state of the plain version.
struct Plain {
    rule: Rule,
    observer: Observer,
    /// The searching player.
    player: Player,
    sets: BTreeMap<String, BTreeMap<u64, Counts>>,
    visits: BTreeMap<String, u32>,
    made: Vec<Choosing>,
    compared: u32,
}

impl Plain {
    fn set(&self, position: &dyn Position, mover: Player) -> String {
        if self.observer == Observer::Own && mover != self.player {
            return position.notation();
        }
        let observer = if self.observer == Observer::Single { self.player } else { mover };
        format!("{observer}: {}", position.information().expect("it has hidden information").known(observer))
    }

    fn says(&self, set: &str, legal: &[u64]) -> BTreeMap<u64, f64> {
        let counts = |m: &u64| self.sets.get(set).and_then(|moves| moves.get(m)).copied().unwrap_or_default();
        let even = 1.0 / legal.len() as f64;
        let node = f64::from(self.visits.get(set).copied().unwrap_or(0));
        let score = |m: &u64| {
            let Counts { visits, sum, legal, amaf, .. } = counts(m);
            let n = f64::from(visits);
            match self.rule {
                Rule::Ucb(..) if visits == 0 => f64::INFINITY,
                Rule::Ucb(c, k) => {
                    let beta = k.filter(|_| amaf.1 > 0.0).map_or(0.0, |k| (k / (3.0 * node + k)).sqrt());
                    let first = if amaf.1 > 0.0 { amaf.0 / amaf.1 } else { 0.0 };
                    (1.0 - beta) * sum / n + beta * first + c * (libm::log(f64::from(legal)) / n).sqrt()
                }
                Rule::Mixed(Learning::Exp3, gamma) => libm::exp(gamma * even * counts(m).estimate),
                Rule::Mixed(Learning::RegretMatching, _) => counts(m).estimate.max(0.0),
            }
        };
        let mut scores: BTreeMap<u64, f64> = legal.iter().map(|m| (*m, score(m))).collect();
        if let Rule::Mixed(_, gamma) = self.rule {
            let total: f64 = scores.values().sum();
            scores.values_mut().for_each(|p| *p = gamma * even + (1.0 - gamma) * if total > 0.0 { *p / total } else { even });
        }
        scores
    }

    /// Learns from a choice; these actions are the rest of the iteration.
    fn learn(&mut self, choosing: &Choosing, chosen: u64, score: f64, rest: &[(Player, u64)]) {
        *self.visits.entry(choosing.set.clone()).or_default() += 1;
        let moves = self.sets.entry(choosing.set.clone()).or_default();
        choosing.legal.iter().for_each(|&m| moves.entry(m).or_default().legal += 1);
        for (m, counts) in moves.iter_mut() {
            if rest.contains(&(choosing.mover, *m)) {
                counts.amaf = (counts.amaf.0 + score, counts.amaf.1 + 1.0);
            }
            counts.estimate -= if self.rule == Rule::Mixed(Learning::RegretMatching, GAMMA) { score } else { 0.0 };
        }
        let counts = moves.get_mut(&chosen).expect("it was legal");
        (counts.visits, counts.sum) = (counts.visits + 1, counts.sum + score);
        counts.estimate += score / choosing.says[&chosen];
    }
}

const GAMMA: f64 = 0.2;

/// A rule that records the plain version's values at every choice.
struct Checked {
    rule: Box<dyn Selection>,
    plain: Arc<Mutex<Plain>>,
}

/// Learns like the plain version, and compares.
struct Compared(Arc<Mutex<Plain>>);

fn locked(plain: &Arc<Mutex<Plain>>) -> MutexGuard<'_, Plain> {
    plain.lock().expect("one thread")
}

fn edge(tree: &Tree, child: NodeId) -> u64 {
    tree.edge(child).next().expect("an edge has a move").0
}

impl Selection for Checked {
    fn declare(&mut self, needs: &mut Needs) {
        needs.actions(Tracing::Semimoves);
        needs.unvisited_children();
        self.rule.declare(needs);
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, position: &dyn Position, rng: &mut Rng) -> Pick {
        let mut plain = locked(&self.plain);
        let set = plain.set(position, mover);
        let legal: Vec<u64> = position.move_list().iter().map(|m| m.0).collect();
        let says = plain.says(&set, &legal);
        let children: Vec<u64> = tree.child_ids(node).map(|child| edge(tree, child)).collect();
        let visited = tree.visited(node).len();
        let mut draw = rng.clone().unit();
        let drawn = children.iter().find(|&m| {
            draw -= says.get(m).copied().unwrap_or(0.0);
            draw < 0.0
        });
        let pick = self.rule.select(tree, node, mover, position, rng);
        let named = match pick {
            Pick::Visited(k) => Some(children[k]),
            Pick::New(k) => Some(children[visited + k]),
            Pick::Unvisited => None,
            Pick::Solved => panic!("nothing is solved here"),
        };
        if let Rule::Mixed(..) = plain.rule {
            assert_eq!(named, drawn.copied(), "in `{set}`, where the probabilities are {says:?}");
        }
        plain.made.push(Choosing { set, mover, legal, named, says });
        pick
    }
}

impl Backup for Compared {
    fn declare(&mut self, needs: &mut Needs) {
        needs.actions(Tracing::Semimoves);
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        let mut plain = locked(&self.0);
        let made = std::mem::take(&mut plain.made);
        let moves = iteration.actions.trace.semimoves();
        let played: Vec<(Player, u64)> = iteration.actions.steps().iter().zip(moves).map(|(step, m)| (step.player(), m.0)).collect();
        let choices = iteration.path.windows(2).filter(|pair| tree.child_ids(pair[0].node).contains(&pair[1].node));
        let choices: Vec<(usize, u64)> = choices.map(|pair| (pair[0].actions as usize, edge(tree, pair[1].node))).collect();
        assert_eq!(choices.len(), made.len());
        for (choosing, &(at, chosen)) in made.iter().zip(&choices) {
            assert!(choosing.named.is_none_or(|named| named == chosen));
            assert_eq!(played[at], (choosing.mover, chosen));
            if let Rule::Ucb(..) = plain.rule {
                let best = choosing.says.values().copied().fold(f64::NEG_INFINITY, f64::max);
                let score = choosing.says[&chosen];
                assert!(score == best || score >= best - 1e-9, "`{}`: {chosen} of {:?}", choosing.set, choosing.says);
                plain.compared += u32::from(best.is_finite());
            } else {
                plain.compared += 1;
            }
        }
        for (choosing, &(at, chosen)) in made.iter().zip(&choices) {
            plain.learn(choosing, chosen, iteration.scores[choosing.mover], &played[at..]);
        }
    }
}

/// Searches, and compares every choice; returns how many were compared.
fn compare(game: &Arc<dyn Game>, observer: Observer, rule: Rule, after: usize) -> u32 {
    let mut rng = Rng::from_seed(after as u64);
    let (player, here) = position_after(game, after, &mut rng);
    let (sets, visits, made) = Default::default();
    let plain = Arc::new(Mutex::new(Plain { rule, observer, player, sets, visits, made, compared: 0 }));
    let chosen: Box<dyn Selection> = match rule {
        Rule::Ucb(c, k) => {
            let mix = k.map(|k| AmafMix::new(RaveWeight::Equivalence(k), AmafUnit::Split, RaveSource::Own(0)));
            Box::new(AvailabilityUcb::new(c).with_amaf(mix))
        }
        Rule::Mixed(learning, gamma) => Box::new(MixedStrategy::new(learning, gamma)),
    };
    let options = MctsOptions {
        observer: Some(observer),
        chance: Box::new(OpenLoop),
        expansion: Box::new(WholeMoves::default()),
        reuse: false,
        backup: vec![Box::new(Mean), Box::new(Compared(Arc::clone(&plain)))],
        selection: Box::new(Checked { rule: chosen, plain: Arc::clone(&plain) }),
        ..MctsOptions::uct(1000)
    };
    let mut search = Mcts::new(game.info(), options).expect("the parts go together");
    search.start(player, Rng::from_seed(77));
    search.choose(here.as_ref(), &mut Meter::new(Budget::Iterations(150)), &mut Vec::new()).expect("there is a move");
    let plain = locked(&plain);
    // The report is of the set of the player who was asked.
    let set = plain.set(here.as_ref(), player);
    for root in search.report().root {
        assert_eq!(u64::from(plain.sets[&set][&root.submove[0].0].visits), root.visits, "`{set}`");
    }
    plain.compared
}

#[test]
fn searches_of_information_sets_choose_as_a_plain_version() {
    let games = [
        game("kuhn-poker", &[("players", Value::Int(3))]),
        game("leduc-poker", &[]),
        game("liars-dice", &[("faces", Value::Int(3))]),
        game("goofspiel", &[]),
        game("dark-hex", &[]),
        game(
            "battleship",
            &[("columns", Value::Int(3)), ("rows", Value::Int(2)), ("ships", Value::Text("2+1".to_owned())), ("shots", Value::Int(4))],
        ),
    ];
    for game in &games {
        for observer in [Observer::Single, Observer::Multiple, Observer::Own, Observer::Many(0.5)] {
            for (amaf, after) in [(None, 1), (Some(50.0), 0)] {
                assert!(compare(game, observer, Rule::Ucb(0.7, amaf), after) > 20, "{observer:?}");
            }
        }
    }
}

/// A search of many trees has nodes for sets that the searching player is not in, and its other iterations are those of one tree for each player.
#[test]
fn many_trees_begin_in_several_sets() {
    let game = game("kuhn-poker", &[]);
    let (player, here) = position_after(&game, 0, &mut Rng::from_seed(5));
    let nodes = |observer| {
        let options = MctsOptions {
            observer: Some(observer),
            chance: Box::new(OpenLoop),
            expansion: Box::new(WholeMoves::default()),
            reuse: false,
            ..MctsOptions::uct(1000)
        };
        let mut search = Mcts::new(game.info(), options).expect("the parts go together");
        search.start(player, Rng::from_seed(78));
        search.choose(here.as_ref(), &mut Meter::new(Budget::Iterations(400)), &mut Vec::new()).expect("there is a move");
        let root: u64 = search.report().root.iter().map(|root| root.visits).sum();
        (search.report().nodes, root)
    };
    let (one, many) = (nodes(Observer::Multiple), nodes(Observer::Many(0.5)));
    assert_eq!(one.1, 400);
    // A third of the positions drawn for the opponent is that of the true card again: the root is left in a third of the iterations.
    assert!(many.0 > one.0 && (230..310).contains(&many.1), "{one:?} {many:?}");
}

#[test]
fn mixed_strategies_are_those_of_a_plain_version() {
    for learning in [Learning::Exp3, Learning::RegretMatching] {
        let rock = game("matrix-game", &[("rounds", Value::Int(2))]);
        for game in [descending(4), game("goofspiel", &[]), rock, game("kuhn-poker", &[]), game("leduc-poker", &[])] {
            for after in [0, 1] {
                assert!(compare(&game, Observer::Multiple, Rule::Mixed(learning, GAMMA), after) > 100);
            }
        }
    }
}

/// The weights of PPA compared with the pseudocode for joint moves (slides, "PPA pseudocode").
struct JointPpa {
    ppa: Ppa,
    game: Arc<dyn Game>,
    rate: f64,
    weights: BTreeMap<(Player, u64), f64>,
    adapted: Arc<Mutex<u32>>,
}

impl JointPpa {
    /// ADAPT(w, W, playout).
    fn adapt(&mut self, winner: Player, playout: &[([Vec<Move>; 2], [Move; 2])]) {
        let old = self.weights.clone();
        let exp = |m: &Move| libm::exp(old.get(&(winner, m.0)).copied().unwrap_or(0.0));
        for (legal, joint) in playout {
            let z: f64 = legal[winner].iter().map(exp).sum();
            for m in &legal[winner] {
                let weight = self.weights.entry((winner, m.0)).or_default();
                *weight += if *m == joint[winner] { self.rate } else { 0.0 };
                *weight -= self.rate * exp(m) / z;
            }
        }
    }
}

impl Learner for JointPpa {
    fn declare(&mut self, needs: &mut Needs) {
        self.ppa.declare(needs);
    }

    fn values(&mut self, player: Player, semimoves: &[Move], actions: &Actions, out: &mut Vec<f64>) {
        self.ppa.values(player, semimoves, actions, out);
    }

    fn value(&self, player: Player, submove: &[Move], actions: &Actions) -> f64 {
        self.ppa.value(player, submove, actions)
    }

    fn needs_all(&self) -> bool {
        true
    }

    fn learn(&mut self, tree: &Tree, iteration: &Iteration<'_>) {
        let (mut here, mut playout) = (self.game.start(), Vec::new());
        for joint in iteration.actions.trace.semimoves().chunks(2) {
            let first = here.move_list();
            here.apply(joint[0]);
            playout.push(([first, here.move_list()], [joint[0], joint[1]]));
            here.apply(joint[1]);
        }
        if let Some(winner) = (0..2).find(|&player| iteration.scores[player] > iteration.scores[1 - player]) {
            self.adapt(winner, &playout);
            *self.adapted.lock().expect("one thread") += 1;
        }
        self.ppa.learn(tree, iteration);
        let none = Actions::default();
        for (&(player, m), weight) in &self.weights {
            let found = self.ppa.value(player, &[Move(m)], &none);
            assert!((found - weight).abs() < 1e-9, "player {player}, move {m}: {found} and {weight}");
        }
    }
}

#[test]
fn ppa_adapts_joint_moves_as_its_pseudocode() {
    let game = descending(5);
    let adapted = Arc::new(Mutex::new(0));
    for selection in [Box::new(AvailabilityUcb::new(0.7)) as Box<dyn Selection>, Box::new(MixedStrategy::new(Learning::Exp3, GAMMA))] {
        let ppa = Ppa::new(2, 0.32, Learners::Winner, 1, true);
        let (weights, rate) = (BTreeMap::new(), 0.32);
        let options = MctsOptions {
            observer: Some(Observer::Multiple),
            chance: Box::new(OpenLoop),
            expansion: Box::new(WholeMoves::default()),
            reuse: false,
            selection,
            playout: Box::new(GuidedPlayout::new(1000, Choice::Gibbs(1.0))),
            learner: Box::new(JointPpa { ppa, game: Arc::clone(&game), rate, weights, adapted: Arc::clone(&adapted) }),
            ..MctsOptions::uct(1000)
        };
        let mut search = Mcts::new(game.info(), options).expect("the parts go together");
        search.start(0, Rng::from_seed(79));
        search.choose(game.start().as_ref(), &mut Meter::new(Budget::Iterations(100)), &mut Vec::new()).expect("there is a move");
    }
    assert!(*adapted.lock().expect("one thread") > 100);
}
