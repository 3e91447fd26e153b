//! Proofs are never wrong: bounds and proof numbers of every node against exhaustive search, at any interruption.

use crate::common::bias_rules::BIAS_RULES;
use crate::common::paranoid::{Oracle, Worth};
use crate::common::{Outcomes, Shape};
use std::sync::Arc;
use treebench_agents::parts::Goals;
use treebench_agents::parts::backup::{Bounds, BoundsUpdate, Coupling, Draws, EarlyStop, Mean, ProofNumbers, Refresh, ScoreBounds};
use treebench_agents::parts::final_move::{BestChild, ProvenChild};
use treebench_agents::parts::proof_number::{INFINITE, ProofNumber};
use treebench_agents::parts::selection::{
    BiasRule, BoundedValue, Composition, FirstPlay, FirstPlayRule, MostProving, ProofBias, Pruning, Ranks, Ties,
};
use treebench_agents::search::{Backup, Column, Mcts, MctsOptions, NodeId, Rows, Selection, Tree};
use treebench_agents::{Agent, Budget, Meter};
use treebench_games::params::{Value, Values};
use treebench_games::{Game, GameInfo, Position, Rng, Turn, games};

/// The cells of a node; none if the search does not keep the column.
fn row<C: Column<Table = Rows<T>>, T: Copy + Send + 'static>(tree: &Tree, node: NodeId) -> &[T] {
    tree.find::<C>().map_or(&[], |id| tree.column(id).row(node))
}

/// A random search with proofs.
#[derive(Clone, Copy, Debug)]
struct Kind {
    goals: Option<Goals>,
    coupling: Coupling,
    draws: Draws,
    update: BoundsUpdate,
    pruning: Pruning,
    ties: Ties,
    first_play: FirstPlay,
    rule: (BiasRule, Ranks),
    mobility: bool,
    early_stop: EarlyStop,
    refresh: Refresh,
    plain_pns: bool,
}

fn pick<T: Copy>(rng: &mut Rng, all: &[T]) -> T {
    all[rng.below(all.len())]
}

impl Kind {
    fn random(rng: &mut Rng, info: &GameInfo) -> Kind {
        let players = info.players;
        let goals = pick(
            rng,
            &[
                None,
                Some(Goals::EveryPlayer { players }),
                Some(Goals::RootPlayer { draws: false }),
                Some(Goals::RootPlayer { draws: true }),
            ],
        );
        let mut couplings = vec![Coupling::None, Coupling::Published, Coupling::Independent];
        couplings.extend(info.normalised_total().map(|_| Coupling::ConstantSum));
        Kind {
            goals,
            coupling: pick(rng, &couplings),
            draws: pick(rng, &[Draws::Proven, Draws::Silent, Draws::Ignored]),
            update: pick(rng, &[BoundsUpdate::Children, BoundsUpdate::Reports]),
            pruning: pick(rng, &[Pruning::Off, Pruning::Soft, Pruning::Marked, Pruning::Hard]),
            ties: pick(rng, &[Ties::First, Ties::Random]),
            first_play: pick(
                rng,
                &[
                    FirstPlayRule::First.into(),
                    FirstPlayRule::ParentMean.into(),
                    FirstPlayRule::ParentMeanLessOne.into(),
                    FirstPlayRule::NodeValue.into(),
                    FirstPlay::urgency(0.6, 1.0),
                ],
            ),
            rule: pick(rng, &BIAS_RULES),
            mobility: rng.below(2) == 0,
            early_stop: pick(rng, &[EarlyStop::Each, EarlyStop::Joint, EarlyStop::Off]),
            refresh: pick(rng, &[Refresh::Changed, Refresh::Visited, Refresh::Always]),
            plain_pns: matches!(goals, Some(Goals::RootPlayer { .. })) && rng.below(3) == 0,
        }
    }

    fn search(self, info: GameInfo, stop: bool) -> Mcts {
        let bias = self.goals.map(|goals| {
            let mut bias = ProofBias::new(goals);
            (bias.rule, bias.ranks) = self.rule;
            bias.wins = self.coupling == Coupling::None && matches!(goals, Goals::EveryPlayer { .. });
            bias.always = self.refresh == Refresh::Always;
            bias.skip_hopeless_after = matches!(goals, Goals::RootPlayer { .. }).then_some(2);
            bias
        });
        let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(Mean)];
        let bounds = ScoreBounds::for_game(&info, self.coupling, self.draws).expect("the coupling suits the game");
        // The constant-sum coupling cannot be updated by reports.
        let update = if self.coupling == Coupling::ConstantSum { BoundsUpdate::Children } else { self.update };
        let bounds = bounds.map(|bounds| bounds.updated(update, self.pruning == Pruning::Marked).expect("the update suits the coupling"));
        backup.extend(bounds.map(|bounds| Box::new(bounds) as Box<dyn Backup>));
        if let Some(goals) = self.goals {
            let Kind { mobility, early_stop, refresh, plain_pns, .. } = self;
            let mut numbers = ProofNumbers::new(goals);
            (numbers.mobility, numbers.early_stop, numbers.refresh) = (mobility, early_stop, refresh);
            numbers.until_refuted = plain_pns;
            backup.push(Box::new(numbers));
        }
        let selection: Box<dyn Selection> = match self.goals {
            Some(goals) if self.plain_pns => Box::new(MostProving::new(goals)),
            _ => {
                let bounds = Some(BoundedValue::new(self.pruning, false));
                Composition { bounds, proofs: bias, ties: self.ties, ..Composition::new(self.first_play) }.ucb1(0.7, false)
            }
        };
        let final_move = Box::new(ProvenChild::new(self.goals, Box::new(BestChild::Visits)));
        let options = MctsOptions { selection, backup, final_move, stop_when_solved: stop, ..MctsOptions::uct(1000) };
        Mcts::new(info, options).expect("the parts go together")
    }

    /// Checks that the proofs of a position are correct.
    fn check_node(&self, tree: &Tree, id: NodeId, worth: &[Worth]) -> Result<(), String> {
        const ROUNDING: f64 = 1e-6;
        for (player, (bound, worth)) in row::<Bounds, _>(tree, id).iter().zip(worth).enumerate() {
            let most = if self.coupling == Coupling::Independent { worth.helped } else { worth.forced };
            if f64::from(bound.pess) > worth.forced + ROUNDING || f64::from(bound.opti) < most - ROUNDING {
                return Err(format!("player {player} has {bound:?}, but {worth:?}"));
            }
        }
        for (goal, &number) in row::<ProofNumber, _>(tree, id).iter().enumerate() {
            let reachable = match self.goals {
                Some(Goals::EveryPlayer { .. }) => worth[goal].forced >= 1.0,
                _ => {
                    let forced = worth[tree.root_player()].forced;
                    (if goal < 2 { forced >= 1.0 } else { forced > 0.0 }) == (goal % 2 == 0)
                }
            };
            if number == 0 && !reachable || number == INFINITE && reachable {
                return Err(format!("goal {goal} has the number {number}, but reachable is {reachable}"));
            }
        }
        Ok(())
    }

    /// The proof number of a node, recomputed from the leaves.
    fn recomputed(&self, tree: &Tree, id: NodeId, position: &dyn Position, goal: usize) -> u32 {
        let stored = row::<ProofNumber, _>(tree, id)[goal];
        let (Turn::Player(mover), Some(goals)) = (position.turn(), self.goals) else { return stored };
        if tree.visited_ids(id).is_empty() {
            return stored;
        }
        let mut numbers = vec![1; tree.unvisited(id)];
        for child in tree.visited_ids(id) {
            let mut next = position.boxed();
            tree.edge(child).for_each(|m| next.apply(m));
            numbers.push(self.recomputed(tree, child, next.as_ref(), goal));
        }
        if goals.is_or(goal, mover, tree.root_player()) {
            numbers.into_iter().min().expect("there are children")
        } else if numbers.contains(&INFINITE) {
            INFINITE
        } else {
            numbers.iter().sum()
        }
    }

    /// Checks every node of the tree that was visited.
    fn check_tree(&self, tree: &Tree, id: NodeId, position: &dyn Position, players: usize, oracle: &mut Oracle) -> Result<(), String> {
        let worth: Option<Vec<Worth>> = (0..players).map(|player| oracle.worth(position, player)).collect();
        if let Some(worth) = worth {
            self.check_node(tree, id, &worth).map_err(|e| format!("{e} in `{}`", position.notation()))?;
        }
        for child in tree.visited_ids(id) {
            let mut next = position.boxed();
            tree.edge(child).for_each(|m| next.apply(m));
            self.check_tree(tree, child, next.as_ref(), players, oracle)?;
        }
        Ok(())
    }

    /// Searches in small steps and checks everything after each.
    fn check(&self, info: GameInfo, position: &dyn Position, steps: &[u64], oracle: &mut Oracle, seed: u64) {
        let Turn::Player(_) = position.turn() else { return };
        let mut search = self.search(info, false);
        search.start(0, Rng::from_seed(seed));
        for &step in steps {
            if search.search(position, &mut Meter::new(Budget::Iterations(step))).is_err() {
                return;
            }
            let tree = search.tree();
            self.check_tree(tree, Tree::ROOT, position, info.players, oracle).unwrap_or_else(|e| panic!("{self:?}, seed {seed}: {e}"));
            for goal in 0..row::<ProofNumber, _>(tree, Tree::ROOT).len() {
                let expected = self.recomputed(tree, Tree::ROOT, position, goal);
                assert_eq!(row::<ProofNumber, _>(tree, Tree::ROOT)[goal], expected, "{self:?}, seed {seed}, goal {goal}");
            }
        }
    }
}

fn shapes(rng: &mut Rng) -> Shape {
    let outcomes =
        pick(rng, &[Outcomes::Distinct, Outcomes::Dealt(1), Outcomes::Dealt(2), Outcomes::Dealt(3), Outcomes::Free(1), Outcomes::Free(2)]);
    Shape { players: 2 + rng.below(3), depth: 2 + rng.below(3) as u32, chance: false, split: rng.below(3) == 0, outcomes }
}

#[test]
fn proofs_of_random_trees_are_true_at_any_interruption() {
    let mut rng = Rng::from_seed(51);
    for seed in 0..1500 {
        let shape = shapes(&mut rng);
        let position = shape.grow(&mut rng);
        let kind = Kind::random(&mut rng, &shape.info());
        let steps: Vec<u64> = (0..40).map(|k| if k < 30 { 1 } else { 10 }).collect();
        kind.check(shape.info(), &position, &steps, &mut Oracle::default(), seed);
    }
}

/// A game and solvable positions of it, which random play reaches after a number of moves.
fn endings(name: &str, pairs: &[(&str, i64)], ply: usize, count: usize) -> (Arc<dyn Game>, Vec<Box<dyn Position>>) {
    let values: Values = pairs.iter().map(|&(name, number)| (name.to_owned(), Value::Int(number))).collect();
    let game = games().find(name).expect("it is registered").build(&values).expect("the parameters are valid");
    let mut rng = Rng::from_seed(52);
    let mut found = Vec::new();
    while found.len() < count {
        let mut here = game.start();
        for _ in 0..ply {
            let moves = here.move_list();
            if !moves.is_empty() {
                here.apply(moves[rng.below(moves.len())]);
            }
        }
        if !here.is_over() {
            found.push(here);
        }
    }
    (game, found)
}

fn check_endings(name: &str, pairs: &[(&str, i64)], ply: usize, count: usize) {
    let (game, positions) = endings(name, pairs, ply, count);
    let mut rng = Rng::from_seed(53);
    let mut oracle = Oracle::default();
    for (seed, position) in positions.iter().enumerate() {
        for _ in 0..4 {
            let kind = Kind::random(&mut rng, &game.info());
            kind.check(game.info(), position.as_ref(), &[1, 2, 5, 20, 200, 1000], &mut oracle, seed as u64);
        }
    }
}

#[test]
fn proofs_of_tic_tac_toe_are_true() {
    check_endings("tic-tac-toe", &[], 0, 2);
    check_endings("tic-tac-toe", &[], 3, 20);
}

#[test]
fn proofs_of_small_connect_four_and_three_are_true() {
    check_endings("connect-four", &[("columns", 4), ("rows", 4), ("line", 3)], 2, 6);
    check_endings("connect-four", &[], 33, 10);
    check_endings("connect-three", &[("columns", 4), ("rows", 3)], 3, 6);
}

#[test]
fn proofs_of_small_breakthrough_are_true() {
    check_endings("breakthrough", &[("width", 3), ("height", 4)], 0, 2);
}

#[test]
fn proofs_of_breakthrough_endings_are_true() {
    check_endings("breakthrough", &[("width", 5), ("height", 5)], 28, 5);
}

/// The limit on moves makes the rest of a game of ataxx small enough.
#[test]
fn proofs_of_small_ataxx_are_true() {
    check_endings("ataxx", &[("size", 4), ("max-moves", 13)], 9, 10);
}

#[test]
fn proofs_of_reversi_endings_are_true() {
    check_endings("reversi", &[], 54, 10);
}

/// The value of a solved root is correct, and the move played keeps it.
#[test]
fn a_search_that_stops_plays_what_it_has_proven() {
    let mut rng = Rng::from_seed(54);
    let mut settled = 0;
    for seed in 0..600 {
        let shape = Shape { players: 2, ..shapes(&mut rng) };
        let position = shape.grow(&mut rng);
        let (Turn::Player(mover), info) = (position.turn(), shape.info()) else { continue };
        let kind = Kind { draws: Draws::Proven, plain_pns: false, ..Kind::random(&mut rng, &info) };
        let mut search = kind.search(info, true);
        search.start(mover, Rng::from_seed(seed));
        let mut meter = Meter::new(Budget::Iterations(3000));
        let mut submove = Vec::new();
        if search.choose(&position, &mut meter, &mut submove).is_err() || meter.iterations() == 3000 {
            continue;
        }
        settled += 1;
        let mut oracle = Oracle::default();
        let best = oracle.worth(&position, mover).expect("there is a move").forced;
        let mut next = position.clone();
        submove.iter().for_each(|&m| next.apply(m));
        let got = oracle.worth(&next, mover).expect("whole moves are alive").forced;
        assert!((got - best).abs() < 1e-6, "{kind:?}, seed {seed}: plays for {got} instead of {best}");
    }
    assert!(settled > 200, "only {settled} of 600 were settled");
}

/// For two players with a constant sum the published rule and the constant-sum rule are the same search.
#[test]
fn two_couplings_are_one_for_two_players() {
    let mut rng = Rng::from_seed(55);
    for seed in 0..200 {
        let shape = Shape { players: 2, outcomes: Outcomes::Dealt(2), ..shapes(&mut rng) };
        let position = shape.grow(&mut rng);
        let kind = Kind { goals: None, plain_pns: false, update: BoundsUpdate::Children, ..Kind::random(&mut rng, &shape.info()) };
        let trees = [Coupling::Published, Coupling::ConstantSum].map(|coupling| {
            let mut search = Kind { coupling, ..kind }.search(shape.info(), false);
            search.start(0, Rng::from_seed(seed));
            let _ = search.search(&position, &mut Meter::new(Budget::Iterations(200)));
            let tree = search.tree();
            (0..tree.allocated() as NodeId).map(|id| (*tree.node(id), row::<Bounds, _>(tree, id).to_vec())).collect::<Vec<_>>()
        });
        assert!(trees[0] == trees[1], "{kind:?}, seed {seed}");
    }
}
