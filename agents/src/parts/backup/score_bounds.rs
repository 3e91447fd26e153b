//! Score-bounded MCTS: bounds on every player's score that are certain.

use crate::agent::Proof;
use crate::search::{Backup, Column, ColumnId, DescentEnd, Iteration, Needs, NodeId, Rows, Step, Tree, upwards};
use std::ops::Range;
use treebench_games::{GameInfo, Params, Player};

/// Bounds between which the score of a player is certain to lie, on the scale [0, 1].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The pessimistic bound: the player can get at least this.
    pub pess: f32,
    /// The optimistic bound: the player can get at most this.
    pub opti: f32,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Bounds = Bounds { pess: 0.0, opti: 1.0 };

    /// A score that is known.
    pub fn exactly(score: f64) -> Bounds {
        Bounds { pess: score as f32, opti: score as f32 }
    }

    /// Whether the score is known.
    #[inline]
    pub fn is_tight(self) -> bool {
        self.pess >= self.opti
    }
}

/// The bounds of a node, one cell per player.
impl Column for Bounds {
    type Table = Rows<Bounds>;
    const NAME: &'static str = "the score bounds";
}

/// How a player's bounds in a node follow from those of the children and of the other players.
///
/// Under every rule the mover's pessimistic bound is the greatest among the children, and another player's is the least among them once
/// all children are in the tree.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coupling {
    /// No bounds.
    None,
    /// Each player against the others, as Max against Min in Cazenave and Saffidine (2010): where another player moves, the optimistic
    /// bound is the least among the children found so far. With more than two players these are bounds on the paranoid value.
    Published,
    /// Each player alone (Ludii): the optimistic bound is the greatest among the children, whoever moves, once all are in the tree. These
    /// bounds hold whatever the other players want.
    Independent,
    /// As "independent", and no player gets more than the total less what the others are certain of; for games whose scores always add up
    /// to the same. With two players this is the same as "published".
    ConstantSum,
}

/// How a drawn game (everyone has the same score) changes the bounds.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// As any other end of the game.
    Proven,
    /// The leaf's own bounds are exact, but the nodes above are not updated (Ludii, where only utilities other than 0 are propagated).
    Silent,
    /// Not at all: only wins and losses are proven (MCTS-Solver).
    Ignored,
}

/// How the bounds of a node change with those of its children.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoundsUpdate {
    /// All bounds of a node are computed from all its children whenever one of them has changed.
    Children,
    /// A child that is the end of the game reports its scores once, before it is among its parent's children; each bound that changes is
    /// reported further up (Ludii's code). If such a child is the last one, its parent is therefore not complete for it: under "independent"
    /// optimistic bounds never fall, and a win that needs such a child is not seen.
    Reports,
}

/// Whether a child is marked as pruned: when a bound of it or of its parent changed, it could not improve on the score that is certain for
/// the parent's mover.
pub struct PruningMark;

impl Column for PruningMark {
    type Table = Rows<bool>;
    const NAME: &'static str = "the marks of pruned children";
}

/// Keeps bounds on every player's score in every node.
#[derive(Clone, Copy, Debug)]
pub struct ScoreBounds {
    coupling: Coupling,
    draws: Draws,
    update: BoundsUpdate,
    /// Whether children are marked as pruned.
    marks: bool,
    /// Whether the descent has come to an end of the game for the first time, which is to be reported.
    unreported: bool,
    /// The sum of the players' scores on [0, 1], under [`Coupling::ConstantSum`].
    total: f32,
    bounds: ColumnId<Bounds>,
    pruned: ColumnId<PruningMark>,
}

impl ScoreBounds {
    /// The rule for a game, or `None` for [`Coupling::None`].
    ///
    /// # Errors
    /// If the game does not have what the rule needs: the reason as a sentence.
    pub fn for_game(info: &GameInfo, coupling: Coupling, draws: Draws) -> Result<Option<Self>, String> {
        let total = match (coupling, info.normalised_total()) {
            (Coupling::None, _) => return Ok(None),
            (Coupling::ConstantSum, None) => {
                return Err("`constant-sum` needs a game whose scores always add up to the same, and those of this game do not".to_owned());
            }
            (_, total) => total.unwrap_or(f64::INFINITY) as f32,
        };
        let (bounds, pruned) = Default::default();
        let (update, marks, unreported) = (BoundsUpdate::Children, false, false);
        Ok(Some(ScoreBounds { coupling, draws, update, marks, unreported, total, bounds, pruned }))
    }

    /// The same rule with another way to update, and with marks of pruned children for
    /// [`Pruning::Marked`](crate::parts::selection::Pruning::Marked) if `marks`.
    ///
    /// # Errors
    /// If the two do not go together: the reason as a sentence.
    pub fn updated(self, update: BoundsUpdate, marks: bool) -> Result<Self, String> {
        if update == BoundsUpdate::Reports && self.coupling == Coupling::ConstantSum {
            return Err("`constant-sum` computes a bound from those of the other players: use bounds-update = \"children\"".to_owned());
        }
        Ok(ScoreBounds { update, marks, ..self })
    }
}

impl Backup for ScoreBounds {
    fn declare(&mut self, needs: &mut Needs) {
        self.bounds = needs.writes(Rows::new(needs.game().players, Bounds::OPEN));
        if self.marks {
            self.pruned = needs.writes(Rows::single(false));
        }
    }

    fn arrive(&mut self, tree: &mut Tree, arrival: &mut DescentEnd<'_>) {
        self.unreported = false;
        let Some(scores) = arrival.scores else { return };
        if !(self.draws == Draws::Ignored && is_draw(scores)) {
            let row = tree.column_mut(self.bounds).row_mut(arrival.node);
            self.unreported = row.iter().any(|bound| !bound.is_tight());
            for (bound, &score) in row.iter_mut().zip(scores) {
                *bound = Bounds::exactly(score);
            }
        }
    }

    fn back_up(&mut self, tree: &mut Tree, &Iteration { path, scores, .. }: &Iteration<'_>) {
        let Some(leaf) = path.last() else { return };
        if self.update == BoundsUpdate::Reports {
            if std::mem::take(&mut self.unreported) {
                self.pass_up(tree, path, scores);
            }
            return;
        }
        // A leaf with open bounds changes nothing above it.
        let row = tree.column(self.bounds).row(leaf.node);
        let silent = self.draws == Draws::Silent && is_draw(scores) && row.iter().all(|bound| bound.is_tight());
        if silent || row.iter().all(|&bound| bound == Bounds::OPEN) {
            return;
        }
        self.refresh(tree, path, Some(leaf.node));
    }

    fn removed(&mut self, tree: &mut Tree, path: &[Step]) {
        if self.update == BoundsUpdate::Children {
            self.refresh(tree, path, None);
        }
    }

    fn is_solved(&self, tree: &Tree, player: Player) -> bool {
        tree.column(self.bounds).row(Tree::ROOT)[player].is_tight()
    }

    fn solved_scores(&self, tree: &Tree, node: NodeId, scores: &mut Vec<f64>) {
        scores.extend(tree.column(self.bounds).row(node).iter().map(|bound| f64::from(bound.pess)));
    }

    fn report(&self, tree: &Tree, node: NodeId, known: &mut Proof) {
        let bound = tree.column(self.bounds).row(node)[tree.root_player()];
        known.bounds = Some((f64::from(bound.pess), f64::from(bound.opti)));
    }
}

impl ScoreBounds {
    /// Recomputes the bounds along a path, up to where nothing changes; `changed` is the child of its last inner node that has changed.
    fn refresh(&self, tree: &mut Tree, path: &[Step], mut changed: Option<NodeId>) {
        for (node, mover) in upwards(path) {
            let before = tree.column(self.bounds).row(node)[mover].pess;
            let tightened = self.tighten(tree, node, mover);
            if self.marks {
                let pess = tree.column(self.bounds).row(node)[mover].pess;
                let children = match changed {
                    Some(child) if pess == before => child..child + 1,
                    _ => tree.visited_ids(node),
                };
                self.mark(tree, children, None, mover, pess);
            }
            if !tightened {
                return;
            }
            changed = Some(node);
        }
    }

    /// Marks those of the children, without `new`, that cannot give the mover more than `pess`.
    fn mark(&self, tree: &mut Tree, children: Range<NodeId>, new: Option<NodeId>, mover: Player, pess: f32) {
        for child in children.filter(|&child| Some(child) != new) {
            if tree.column(self.bounds).row(child)[mover].opti <= pess {
                *tree.column_mut(self.pruned).cell_mut(child) = true;
            }
        }
    }

    /// Reports the scores of a new child where the game is over, the last node of the path.
    fn pass_up(&self, tree: &mut Tree, path: &[Step], scores: &[f64]) {
        for (player, &score) in scores.iter().enumerate() {
            // Ludii reports no utility of 0.
            if !(self.draws == Draws::Silent && score == 0.5) {
                self.report_pess(tree, path, player, score as f32);
                self.report_opti(tree, path, player, score as f32);
            }
        }
    }

    /// Passes a pessimistic bound up the path as far as it raises that of a node.
    fn report_pess(&self, tree: &mut Tree, path: &[Step], player: Player, mut pess: f32) {
        for (level, (node, mover)) in upwards(path).enumerate() {
            let children = tree.visited_ids(node);
            let before = tree.column(self.bounds).row(node)[player].pess;
            if pess > before && player != mover {
                // The new child is not yet among the children of its parent, which is the first node here.
                if level == 0 || tree.unvisited(node) > 0 {
                    return;
                }
                let bounds = tree.column(self.bounds);
                pess = children.clone().fold(pess, |least, child| least.min(bounds.row(child)[player].pess));
            }
            if pess <= before {
                return;
            }
            tree.column_mut(self.bounds).row_mut(node)[player].pess = pess;
            if self.marks && player == mover {
                let new = path.last().filter(|_| level == 0).map(|leaf| leaf.node);
                self.mark(tree, children, new, mover, pess);
            }
        }
    }

    /// Passes an optimistic bound up the path as far as it lowers that of a node.
    fn report_opti(&self, tree: &mut Tree, path: &[Step], player: Player, mut opti: f32) {
        for (level, pair) in path.windows(2).rev().enumerate() {
            let (node, child, mover) = (pair[0].node, pair[1].node, pair[1].chooser);
            let bounds = tree.column(self.bounds);
            let before = bounds.row(node)[player];
            let cannot_improve = player == mover && opti <= before.pess;
            if opti < before.opti && (player == mover || self.coupling != Coupling::Published) {
                opti = if level == 0 || tree.unvisited(node) > 0 {
                    before.opti
                } else {
                    tree.visited_ids(node).fold(opti, |greatest, child| greatest.max(bounds.row(child)[player].opti))
                };
            }
            if self.marks && cannot_improve {
                *tree.column_mut(self.pruned).cell_mut(child) = true;
            }
            if opti >= before.opti {
                return;
            }
            tree.column_mut(self.bounds).row_mut(node)[player].opti = opti.max(before.pess);
        }
    }

    /// Narrows the bounds of a node by those of its children; returns whether any changed.
    fn tighten(&self, tree: &mut Tree, node: NodeId, mover: Player) -> bool {
        let visited = tree.visited_ids(node);
        if visited.is_empty() {
            return false;
        }
        let complete = tree.unvisited(node) == 0;
        let bounds = tree.column_mut(self.bounds);
        let players = bounds.width();
        let mut changed = false;
        for player in 0..players {
            let children = bounds.rows(visited.clone()).iter().skip(player).step_by(players);
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
            changed |= narrow(&mut bounds.row_mut(node)[player], found);
        }
        if self.coupling == Coupling::ConstantSum {
            let row = bounds.row_mut(node);
            let certain: f32 = row.iter().map(|bound| bound.pess).sum();
            for bound in row {
                let left = self.total - (certain - bound.pess);
                changed |= narrow(bound, Bounds { opti: left, ..Bounds::OPEN });
            }
        }
        changed
    }
}

/// Narrows a bound; returns whether it changed. Rounding never makes the bounds cross.
fn narrow(bound: &mut Bounds, found: Bounds) -> bool {
    let pess = bound.pess.max(found.pess);
    let narrowed = Bounds { pess, opti: bound.opti.min(found.opti).max(pess) };
    std::mem::replace(bound, narrowed) != narrowed
}

/// Whether everyone has the same score.
fn is_draw(scores: &[f64]) -> bool {
    scores.windows(2).all(|pair| pair[0] == pair[1])
}
