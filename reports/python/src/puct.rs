//! Searches with priors and values of an evaluator: one leaf of every tree goes into each batch.

use crate::actions::Actions;
use crate::arrays::{array, floats};
use crate::errors::{GameOverError, caught, value_error};
use crate::planes::Planes;
use crate::position::PyPosition;
use crate::source::GameSource;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;
use treebench::games::{GameInfo, Move, Player, Position, Turn};

/// A move in a tree, and the position after it.
#[derive(Clone, Copy)]
struct Node {
    m: Move,
    action: u32,
    prior: f32,
    visits: u32,
    /// The sum of the results of the player who makes the move, on [0, 1].
    sum: f32,
    /// Its children, once it is expanded.
    first: u32,
    count: u32,
}

/// The search from one position.
struct Tree {
    root: Box<dyn Position>,
    here: Box<dyn Position>,
    nodes: Vec<Node>,
    /// The nodes from the root to the leaf, each with the player who chose it.
    path: Vec<(usize, Player)>,
    /// The player to move at the leaf; `None` if the game is over there.
    mover: Option<Player>,
    legal: Vec<(u32, Move)>,
}

impl Tree {
    fn new(root: Box<dyn Position>) -> Tree {
        let node = Node { m: Move::default(), action: 0, prior: 1.0, visits: 0, sum: 0.0, first: 0, count: 0 };
        let (path, legal) = (Vec::new(), Vec::new());
        Tree { here: root.boxed(), root, nodes: vec![node], path, mover: None, legal }
    }

    /// Walks to a leaf and lists its moves.
    fn descend(&mut self, numbering: &Actions, exploration: f32) -> Result<(), String> {
        self.here.copy_from(self.root.as_ref());
        self.path.clear();
        let mut at = 0;
        loop {
            let Turn::Player(mover) = self.here.turn() else {
                self.mover = None;
                return Ok(());
            };
            let Node { first, count, visits, .. } = self.nodes[at];
            if count == 0 {
                self.mover = Some(mover);
                let legal = numbering.legal(self.here.as_ref())?;
                self.legal.clear();
                self.legal.extend(legal.into_iter().map(|(action, submove)| (action as u32, submove[0])));
                return Ok(());
            }
            let children = &self.nodes[first as usize..][..count as usize];
            let (seen, total) = children.iter().fold((0, 0.0), |(n, sum), child| (n + child.visits, sum + child.sum));
            // What was not tried is worth as much as what was.
            let unseen = if seen == 0 { 0.5 } else { total / seen as f32 };
            let weight = exploration * (visits as f32).sqrt();
            let worth = |child: &Node| {
                let mean = if child.visits == 0 { unseen } else { child.sum / child.visits as f32 };
                mean + weight * child.prior / (1.0 + child.visits as f32)
            };
            let best =
                (0..children.len()).max_by(|&a, &b| worth(&children[a]).total_cmp(&worth(&children[b])).then(b.cmp(&a))).unwrap_or(0);
            at = first as usize + best;
            self.path.push((at, mover));
            self.here.apply(self.nodes[at].m);
        }
    }

    /// Gives the leaf its children. Priors that are all zero are taken to be equal.
    fn expand(&mut self, priors: &[f32]) {
        let leaf = self.path.last().map_or(0, |&(at, _)| at);
        let first = self.nodes.len() as u32;
        let total: f32 = self.legal.iter().map(|&(action, _)| priors[action as usize]).sum();
        let share = 1.0 / self.legal.len() as f32;
        self.nodes.extend(self.legal.iter().map(|&(action, m)| {
            let prior = if total > 0.0 { priors[action as usize] / total } else { share };
            Node { m, action, prior, visits: 0, sum: 0.0, first: 0, count: 0 }
        }));
        (self.nodes[leaf].first, self.nodes[leaf].count) = (first, self.legal.len() as u32);
    }

    /// Adds the results of the players to all nodes on the path.
    fn back_up(&mut self, result: impl Fn(Player) -> f32) {
        self.nodes[0].visits += 1;
        for &(at, mover) in &self.path {
            self.nodes[at].visits += 1;
            self.nodes[at].sum += result(mover);
        }
    }
}

/// Searches from positions of one game, each with `iterations` iterations. The evaluator gets one leaf of every search at a time: `planes`, float32 of shape
/// (leaves, planes, rows, columns), and `legal`, bool of shape (leaves, actions). It returns priors, of the shape of `legal`, and values, of shape
/// (leaves,): the expected result of the player to move on the scale from 0 to 1.
///
/// Returns for every position a dictionary: `actions`, `visits`, `means` and `priors` of its moves, and `value`.
#[pyfunction]
#[pyo3(signature = (positions, evaluate, iterations, exploration))]
pub(crate) fn puct<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, PyPosition>>,
    evaluate: &Bound<'py, PyAny>,
    iterations: u32,
    exploration: f32,
) -> PyResult<Bound<'py, PyList>> {
    let Some(first) = positions.first() else { return Ok(PyList::empty(py)) };
    let source = Arc::clone(first.source());
    check(&source, &positions, iterations, exploration)?;
    let mut trees: Vec<Tree> = positions.iter().map(|position| Tree::new(position.boxed())).collect();
    let (planes, numbering) = py.detach(|| caught(|| Ok((Planes::of(&source)?, Actions::of(&source)))))?;
    let info = source.game.info();
    let (size, actions) = (planes.size(), numbering.size);
    for _ in 0..iterations {
        py.check_signals()?;
        let (pictures, legal, leaves) = py.detach(|| caught(|| leaves(&mut trees, planes, numbering, exploration)))?;
        let (kinds, rows, columns) = planes.shape();
        if leaves.is_empty() {
            py.detach(|| caught(|| back_up(&mut trees, &[], &[], &[], &info)))?;
            continue;
        }
        debug_assert_eq!(pictures.len(), leaves.len() * size);
        let mask = array(py, &legal, (leaves.len(), actions))?.call_method1("view", ("bool",))?;
        let answer = evaluate.call1((array(py, &pictures, (leaves.len(), kinds, rows, columns))?, mask))?;
        let (priors, values): (Bound<'py, PyAny>, Bound<'py, PyAny>) =
            answer.extract().map_err(|_| value_error("an evaluator returns a pair: priors and values"))?;
        let priors = floats(py, "priors", &priors, &[leaves.len(), actions], f32::MAX)?;
        let values = floats(py, "values", &values, &[leaves.len()], 1.0)?;
        py.detach(|| caught(|| back_up(&mut trees, &leaves, &priors, &values, &info)))?;
    }
    let found = trees.iter().map(|tree| result(py, tree)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, found)
}

fn check(source: &GameSource, positions: &[PyRef<'_, PyPosition>], iterations: u32, exploration: f32) -> PyResult<()> {
    let info = source.game.info();
    let is_fit = info.players == 2 && info.total == Some(info.scores.0 + info.scores.1) && !info.chance && !info.hidden;
    if source.is_split || !is_fit {
        return Err(value_error("puct plays games of two with a constant sum, without chance, hidden information and split"));
    }
    if iterations == 0 || !(0.0..=1e6).contains(&exploration) {
        return Err(value_error("iterations must be at least 1, and exploration from 0 to 1,000,000"));
    }
    for position in positions {
        if position.source().identity != source.identity {
            return Err(value_error("the positions belong to different games"));
        }
        if caught(|| Ok(position.look(|position| position.is_over())))? {
            return Err(GameOverError::new_err("the game is over: there is nothing to search"));
        }
    }
    Ok(())
}

/// Planes and legal actions of the leaves, and the trees that they belong to; those at the end of a game need no evaluation.
type Leaves = (Vec<f32>, Vec<u8>, Vec<usize>);

/// Walks to a leaf in every tree.
fn leaves(trees: &mut [Tree], planes: &Planes, numbering: &Actions, exploration: f32) -> PyResult<Leaves> {
    let (mut pictures, mut legal, mut leaves) = (Vec::new(), Vec::new(), Vec::new());
    for (at, tree) in trees.iter_mut().enumerate() {
        tree.descend(numbering, exploration).map_err(value_error)?;
        if tree.mover.is_some() {
            let (from, of) = (pictures.len(), legal.len());
            pictures.resize(from + planes.size(), 0.0);
            planes.write(tree.here.as_ref(), &mut pictures[from..]);
            legal.resize(of + numbering.size, 0u8);
            tree.legal.iter().for_each(|&(action, _)| legal[of + action as usize] = 1);
            leaves.push(at);
        }
    }
    Ok((pictures, legal, leaves))
}

/// Expands the leaves and adds their values, and the scores of games that are over.
fn back_up(trees: &mut [Tree], leaves: &[usize], priors: &[f32], values: &[f32], info: &GameInfo) -> PyResult<()> {
    let width = priors.len() / leaves.len().max(1);
    for (place, &at) in leaves.iter().enumerate() {
        let mover = trees[at].mover;
        trees[at].expand(&priors[place * width..][..width]);
        trees[at].back_up(|player| if Some(player) == mover { values[place] } else { 1.0 - values[place] });
    }
    for tree in trees.iter_mut().filter(|tree| tree.mover.is_none()) {
        let scores = [0, 1].map(|player| info.normalise(tree.here.score(player)) as f32);
        tree.back_up(|player| scores[player]);
    }
    Ok(())
}

fn result<'py>(py: Python<'py>, tree: &Tree) -> PyResult<Bound<'py, PyDict>> {
    let Node { first, count, .. } = tree.nodes[0];
    let children = &tree.nodes[first as usize..][..count as usize];
    let (visits, sum) = children.iter().fold((0, 0.0), |(n, sum), child| (n + child.visits, sum + child.sum));
    let dict = PyDict::new(py);
    dict.set_item("actions", array(py, &children.iter().map(|child| child.action as i32).collect::<Vec<_>>(), (children.len(),))?)?;
    dict.set_item("visits", array(py, &children.iter().map(|child| child.visits as i32).collect::<Vec<_>>(), (children.len(),))?)?;
    let means: Vec<f32> = children.iter().map(|child| if child.visits == 0 { f32::NAN } else { child.sum / child.visits as f32 }).collect();
    dict.set_item("means", array(py, &means, (children.len(),))?)?;
    dict.set_item("priors", array(py, &children.iter().map(|child| child.prior).collect::<Vec<_>>(), (children.len(),))?)?;
    dict.set_item("value", if visits == 0 { None } else { Some(sum / visits as f32) })?;
    Ok(dict)
}
