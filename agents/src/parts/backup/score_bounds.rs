//! Score-bounded MCTS: between what scores a position certainly lies, for every player.

use super::{Arrival, Backup, Iteration, Step, upwards};
use crate::search::{Bounds, NodeId, Tree};
use treebench_games::Player;

/// How the bounds of the players of one node follow from those of its children, and from each other.
///
/// In all three a mover's pessimistic bound is the greatest of his children's, and another player's is the least of them once all
/// children are in the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Coupling {
    /// A player against the rest, as Cazenave and Saffidine (2010) have Max against Min: where someone else moves, the optimistic
    /// bound is the least of the children's at once. For more than two players the bounds are those of the paranoid value.
    Published,
    /// Every player's optimistic bound is the greatest of the children's, whoever moves, once all are in the tree (Ludii).
    /// The bounds then hold whatever the others want.
    Independent,
    /// As `Independent`, and no player gets more than this total less what is certain for the others. With two players that is
    /// the same as `Published`.
    ConstantSum(f32),
}

/// What the end of a game in a draw (everyone has the same score) does to the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// What every other end does.
    Proven,
    /// Its own bounds are exact, but that alone changes no bounds above it (Ludii, where only utilities other than 0 are sent on).
    Silent,
    /// Nothing: only wins and losses are proven (MCTS-Solver).
    Ignored,
}

/// Keeps the bounds of all nodes true and as narrow as the rule can make them.
#[derive(Clone, Copy, Debug)]
pub struct ScoreBounds {
    /// How bounds follow from bounds.
    pub coupling: Coupling,
    /// What draws do.
    pub draws: Draws,
}

impl Backup for ScoreBounds {
    fn arrive(&mut self, tree: &mut Tree, arrival: &mut Arrival<'_>) {
        let Some(scores) = arrival.scores else { return };
        if !(self.draws == Draws::Ignored && is_draw(scores)) {
            for (bound, &score) in tree.bounds_mut().row_mut(arrival.node).iter_mut().zip(scores) {
                *bound = Bounds::exactly(score);
            }
        }
    }

    fn back_up(&mut self, tree: &mut Tree, &Iteration { path, scores, .. }: &Iteration<'_>) {
        let Some(leaf) = path.last() else { return };
        // A leaf of which nothing is known tells its parent nothing.
        let row = tree.bounds().row(leaf.node);
        let silent = self.draws == Draws::Silent && is_draw(scores) && row.iter().all(|bound| bound.is_tight());
        if silent || row.iter().all(|&bound| bound == Bounds::OPEN) {
            return;
        }
        self.refresh(tree, path);
    }

    fn removed(&mut self, tree: &mut Tree, path: &[Step]) {
        self.refresh(tree, path);
    }

    fn is_settled(&self, tree: &Tree, player: Player) -> bool {
        tree.bounds().row(Tree::ROOT)[player].is_tight()
    }
}

impl ScoreBounds {
    /// Recomputes the bounds along a path, up to where nothing changes.
    fn refresh(&self, tree: &mut Tree, path: &[Step]) {
        for (node, mover) in upwards(path) {
            if !self.tighten(tree, node, mover) {
                return;
            }
        }
    }

    /// Narrows the bounds of a node by those of its children; whether that changed any.
    fn tighten(&self, tree: &mut Tree, node: NodeId, mover: Player) -> bool {
        let visited = tree.visited_ids(node);
        if visited.is_empty() {
            return false;
        }
        let complete = tree.unvisited(node) == 0;
        let players = tree.bounds().width();
        let mut changed = false;
        for player in 0..players {
            let children = tree.bounds().rows(visited.clone()).iter().skip(player).step_by(players);
            let (mut least, mut greatest) = (Bounds { pess: 1.0, opti: 1.0 }, Bounds { pess: 0.0, opti: 0.0 });
            for child in children {
                least = Bounds { pess: least.pess.min(child.pess), opti: least.opti.min(child.opti) };
                greatest = Bounds { pess: greatest.pess.max(child.pess), opti: greatest.opti.max(child.opti) };
            }
            let mut found = Bounds::OPEN;
            if player == mover {
                found.pess = greatest.pess;
            } else if complete {
                found.pess = least.pess;
            }
            if player != mover && self.coupling == Coupling::Published {
                found.opti = least.opti;
            } else if complete {
                found.opti = greatest.opti;
            }
            changed |= narrow(&mut tree.bounds_mut().row_mut(node)[player], found);
        }
        if let Coupling::ConstantSum(total) = self.coupling {
            let row = tree.bounds_mut().row_mut(node);
            let certain: f32 = row.iter().map(|bound| bound.pess).sum();
            for bound in row {
                let left = total - (certain - bound.pess);
                changed |= narrow(bound, Bounds { opti: left, ..Bounds::OPEN });
            }
        }
        changed
    }
}

/// Takes over what is narrower; whether anything was. Rounding never makes the bounds cross.
fn narrow(bound: &mut Bounds, found: Bounds) -> bool {
    let pess = bound.pess.max(found.pess);
    let narrowed = Bounds { pess, opti: bound.opti.min(found.opti).max(pess) };
    std::mem::replace(bound, narrowed) != narrowed
}

/// Whether everyone has the same score.
fn is_draw(scores: &[f64]) -> bool {
    scores.windows(2).all(|pair| pair[0] == pair[1])
}
