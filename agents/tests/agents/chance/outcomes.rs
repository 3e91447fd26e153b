//! Searches sample outcomes with the game's probabilities.

use super::dark_chess;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use treebench_agents::parts::chance::{ExplicitNodes, OpenLoop, ProgressiveWidening};
use treebench_agents::search::{Chance, Mcts, MctsOptions, NodeId, Tree};
use treebench_agents::{Agent, Budget, Meter};
use treebench_games::{Move, Position, Rng};

/// The number of times each piece was turned over by the first move of an iteration.
type Counts = Arc<Mutex<BTreeMap<String, f64>>>;

/// Records the outcome drawn at the first move.
struct Noting<C>(C, Counts);

/// The face-up pieces show the moves made so far.
fn note(counts: &Counts, before: &dyn Position, outcome: &str) {
    if before.notation().starts_with("xxxx/xxxx ") {
        *counts.lock().unwrap().entry(outcome.to_owned()).or_default() += 1.0;
    }
}

impl<C: Chance> Chance for Noting<C> {
    fn pass(&mut self, position: &mut dyn Position, rng: &mut Rng, moves: &mut Vec<Move>) -> bool {
        let before = position.boxed();
        let acted = self.0.pass(position, rng, moves);
        if acted {
            let rows = position.notation();
            note(&self.1, before.as_ref(), &rows.chars().find(|c| c.is_alphabetic() && *c != 'x').unwrap().to_string());
        }
        acted
    }

    fn outcome(&mut self, tree: &Tree, node: NodeId, position: &dyn Position, rng: &mut Rng, moves: &mut Vec<Move>) -> Move {
        let outcome = self.0.outcome(tree, node, position, rng, moves);
        note(&self.1, position, &position.move_notation(&[outcome]));
        outcome
    }
}

fn drawn(chance: impl Chance + 'static) -> BTreeMap<String, f64> {
    let game = dark_chess(2, "KCPP", 40);
    let counts = Counts::default();
    let options = MctsOptions { chance: Box::new(Noting(chance, Arc::clone(&counts))), reuse: false, ..MctsOptions::uct(1000) };
    let mut search = Mcts::new(game.info(), options).expect("the parts go together");
    search.start(0, Rng::from_seed(11));
    search.search(game.start().as_ref(), &mut Meter::new(Budget::Iterations(8_000))).unwrap();
    counts.lock().unwrap().clone()
}

#[test]
fn outcomes_have_the_probabilities_of_the_unseen_pieces() {
    for (name, counts) in [
        ("chance nodes", drawn(ExplicitNodes)),
        ("open loop", drawn(OpenLoop)),
        ("widening with room for all", drawn(ProgressiveWidening { factor: 1000.0, exponent: 1.0 })),
    ] {
        let total: f64 = counts.values().sum();
        assert!(total > 7_000.0, "{name}: {total} outcomes");
        let chi2: f64 = [("K", 1.0), ("C", 1.0), ("P", 2.0), ("k", 1.0), ("c", 1.0), ("p", 2.0)]
            .into_iter()
            .map(|(piece, weight)| {
                let expected = total * weight / 8.0;
                (counts[piece] - expected).powi(2) / expected
            })
            .sum();
        // With 5 degrees of freedom χ² exceeds 25.7 once in ten thousand.
        assert!(chi2 < 25.7, "{name}: χ² = {chi2}, {counts:?}");
    }
}

#[test]
fn widening_follows_no_more_outcomes_than_it_may() {
    let game = dark_chess(2, "KCPP", 40);
    for (factor, exponent) in [(1.0, 0.25), (2.0, 0.1), (0.5, 0.5)] {
        let options = MctsOptions { chance: Box::new(ProgressiveWidening { factor, exponent }), ..MctsOptions::uct(1000) };
        let mut search = Mcts::new(game.info(), options).expect("the parts go together");
        search.start(0, Rng::from_seed(12));
        search.search(game.start().as_ref(), &mut Meter::new(Budget::Iterations(500))).unwrap();
        let tree = search.tree();
        let mut narrowed = false;
        for child in tree.child_ids(Tree::ROOT).filter(|&child| tree.node(child).is_expanded()) {
            let followed = tree.children(child).iter().filter(|outcome| outcome.visits > 0).count();
            let may = (factor * libm::pow(f64::from(tree.node(child).visits), exponent)).ceil();
            assert!(followed as f64 <= may.max(1.0), "{followed} outcomes followed, {may} allowed");
            narrowed |= followed < 6;
        }
        assert!(narrowed, "factor {factor}, exponent {exponent}: nothing was narrowed");
    }
}
