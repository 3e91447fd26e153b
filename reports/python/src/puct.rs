//! Searches with priors and values of an evaluator: from many positions in parallel, and of an agent in its turn.

use crate::arrays::array;
use crate::budget::PyBudget;
use crate::collector::{Answer, Client};
use crate::errors::{caught, value_error};
use crate::evaluation::{Answers, Evaluator, Leaves};
use crate::position::PyPosition;
use crate::threads::shared;
use crate::tree::{Leaf, Tree};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::thread;

/// Trees for which another thread is worth its start.
const SHARE: usize = 32;

/// Searches from positions of one game, each with `iterations` iterations; a call of `evaluate` has one leaf of as many of them as a batch holds.
///
/// Returns for every position a dictionary: `actions`, `visits`, `means` and `priors` of its moves, and `value`.
#[pyfunction]
pub(crate) fn puct<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, PyPosition>>,
    evaluator: &Bound<'py, PyAny>,
    iterations: u32,
    exploration: f32,
) -> PyResult<Bound<'py, PyList>> {
    let Some(first) = positions.first() else { return Ok(PyList::empty(py)) };
    let evaluator = Evaluator::new(evaluator, first.source())?;
    check_exploration(exploration)?;
    if iterations == 0 {
        return Err(value_error("iterations must be at least 1"));
    }
    for position in &positions {
        if position.source().identity != first.source().identity {
            return Err(value_error("the positions belong to different games"));
        }
        caught(|| position.look(|position| Evaluator::check(position)))?;
    }
    let mut trees: Vec<Tree> = positions.iter().map(|position| Tree::new(position.boxed())).collect();
    for trees in trees.chunks_mut(evaluator.batch) {
        search(py, trees, &evaluator, iterations, exploration)?;
    }
    let found = trees.iter().map(|tree| result(py, tree)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, found)
}

/// A search from one position within a budget, which shares its calls of `evaluate` with all that go on at the same time. Returns a dictionary as `puct`.
#[pyfunction]
pub(crate) fn puct_turn<'py>(
    py: Python<'py>,
    position: &PyPosition,
    evaluator: &Bound<'py, PyAny>,
    budget: &Bound<'py, PyBudget>,
    exploration: f32,
) -> PyResult<Bound<'py, PyDict>> {
    check_exploration(exploration)?;
    caught(|| position.look(|position| Evaluator::check(position)))?;
    let client = Client::new(evaluator, position.source())?;
    let (budget, mut tree) = (budget.get(), Tree::new(position.boxed()));
    py.detach(|| {
        caught(|| {
            let (planes, numbering) = client.evaluator().coding()?;
            let info = position.source().game.info();
            while budget.another()? {
                let mut leaf = Leaves::default();
                if let Some(Leaf { position, actions }) = tree.descend(numbering, exploration, &info).map_err(value_error)? {
                    leaf.add(position, actions, planes);
                    let Answer { priors, value } = client.ask(leaf)?;
                    tree.expand(&priors, value);
                }
                budget.spend(1)?;
            }
            Ok(())
        })
    })?;
    drop(client);
    result(py, &tree)
}

fn check_exploration(exploration: f32) -> PyResult<()> {
    if (0.0..=1e6).contains(&exploration) { Ok(()) } else { Err(value_error("exploration must be from 0 to 1,000,000")) }
}

/// Parallel searches.
fn search(py: Python<'_>, trees: &mut [Tree], evaluator: &Evaluator, iterations: u32, exploration: f32) -> PyResult<()> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(trees.len() / SHARE).max(1);
    let share = trees.len().div_ceil(threads);
    let mut parts: Vec<Part<'_>> = trees.chunks_mut(share).map(Part::new).collect();
    let mut answers = None;
    for _ in 0..iterations {
        py.check_signals()?;
        py.detach(|| step(&mut parts, answers.as_ref(), Some(exploration), evaluator))?;
        let mut from = 0;
        for part in &mut parts {
            part.from = from;
            from += part.leaves.len();
        }
        let leaves: Vec<&Leaves> = parts.iter().map(|part| &part.leaves).collect();
        answers = if from == 0 { None } else { Some(evaluator.call(py, &leaves)?) };
    }
    py.detach(|| step(&mut parts, answers.as_ref(), None, evaluator))
}

/// Trees of one thread.
struct Part<'t> {
    trees: &'t mut [Tree],
    /// The trees that have a leaf, and these leaves.
    open: Vec<usize>,
    leaves: Leaves,
    /// The place of the first of them among those of all threads.
    from: usize,
}

impl<'t> Part<'t> {
    fn new(trees: &'t mut [Tree]) -> Part<'t> {
        Part { trees, open: Vec::new(), leaves: Leaves::default(), from: 0 }
    }

    /// Adds what was answered about the leaves, and walks to the next ones if there is an exploration.
    fn step(&mut self, answers: Option<&Answers>, exploration: Option<f32>, evaluator: &Evaluator) -> PyResult<()> {
        if let Some(answers) = answers {
            for (place, tree) in self.open.drain(..).enumerate() {
                let (priors, value) = answers.of(self.from + place);
                self.trees[tree].expand(priors, value);
            }
        }
        self.leaves.clear();
        let Some(exploration) = exploration else { return Ok(()) };
        let (planes, numbering) = evaluator.coding()?;
        let info = evaluator.source.game.info();
        for (at, tree) in self.trees.iter_mut().enumerate() {
            if let Some(Leaf { position, actions }) = tree.descend(numbering, exploration, &info).map_err(value_error)? {
                self.leaves.add(position, actions, planes);
                self.open.push(at);
            }
        }
        Ok(())
    }
}

/// A step of all trees, on several threads.
fn step(parts: &mut [Part<'_>], answers: Option<&Answers>, exploration: Option<f32>, evaluator: &Evaluator) -> PyResult<()> {
    let threads = parts.len();
    shared(parts.iter_mut(), threads, |part| part.step(answers, exploration, evaluator))
}

fn result<'py>(py: Python<'py>, tree: &Tree) -> PyResult<Bound<'py, PyDict>> {
    let moves = tree.root();
    let (visits, sum) = moves.iter().fold((0, 0.0), |(n, sum), node| (n + node.visits, sum + node.sum));
    let dict = PyDict::new(py);
    dict.set_item("actions", array(py, &moves.iter().map(|node| node.action).collect::<Vec<_>>(), (moves.len(),))?)?;
    dict.set_item("visits", array(py, &moves.iter().map(|node| node.visits as i32).collect::<Vec<_>>(), (moves.len(),))?)?;
    let means: Vec<f32> = moves.iter().map(|node| if node.visits == 0 { f32::NAN } else { node.sum / node.visits as f32 }).collect();
    dict.set_item("means", array(py, &means, (moves.len(),))?)?;
    dict.set_item("priors", array(py, &moves.iter().map(|node| node.prior).collect::<Vec<_>>(), (moves.len(),))?)?;
    dict.set_item("value", if visits == 0 { None } else { Some(sum / visits as f32) })?;
    Ok(dict)
}
