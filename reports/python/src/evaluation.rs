//! Leaves as an evaluator of Python sees them: many in one call.

use crate::actions::Actions;
use crate::arrays::{Cell, cells, floats, mask};
use crate::errors::{GameOverError, caught, value_error};
use crate::planes::Planes;
use crate::source::GameSource;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use treebench::games::Position;

/// The maximum number of positions in one call.
const MOST: usize = 1 << 20;

/// The greatest prior: the sum of those of all moves is finite.
const GREATEST: f32 = 1e30;

/// What is asked about leaves.
#[derive(Default)]
pub(crate) struct Leaves {
    planes: Vec<Cell>,
    actions: Vec<i32>,
    /// The number of actions of each leaf.
    counts: Vec<usize>,
    /// Memory for planes.
    numbers: Vec<u16>,
}

impl Leaves {
    pub(crate) fn len(&self) -> usize {
        self.counts.len()
    }

    pub(crate) fn clear(&mut self) {
        self.planes.clear();
        self.actions.clear();
        self.counts.clear();
    }

    /// Adds a position with the actions of its legal moves.
    pub(crate) fn add(&mut self, position: &dyn Position, actions: &[i32], planes: &Planes) {
        let from = self.planes.len();
        self.planes.resize(from + planes.size(), Cell::default());
        planes.write(position, &mut self.numbers, &mut self.planes[from..]);
        self.actions.extend_from_slice(actions);
        self.counts.push(actions.len());
    }
}

/// What an evaluator said of leaves.
pub(crate) struct Answers {
    /// The priors of their actions, one leaf after the other.
    priors: Vec<f32>,
    /// Where those of each leaf are.
    ranges: Vec<Range<usize>>,
    /// The value of each for the player to move.
    values: Vec<f32>,
}

impl Answers {
    /// The priors and the value of a leaf.
    pub(crate) fn of(&self, leaf: usize) -> (&[f32], f32) {
        (&self.priors[self.ranges[leaf].clone()], self.values[leaf])
    }
}

/// A `treebench.Evaluator` with the game whose positions it evaluates.
pub(crate) struct Evaluator {
    object: Py<PyAny>,
    evaluate: Py<PyAny>,
    /// The maximum number of positions in one call.
    pub(crate) batch: usize,
    /// Whether each call has as many.
    padded: bool,
    pub(crate) source: Arc<GameSource>,
}

impl Evaluator {
    /// # Errors
    /// If the game is of a kind that is not searched with evaluators, or this is no evaluator.
    pub(crate) fn new(object: &Bound<'_, PyAny>, source: &Arc<GameSource>) -> PyResult<Evaluator> {
        let info = source.game.info();
        // Described games do not say what their scores sum to.
        let has_sum = info.total.is_none_or(|total| total == info.scores.0 + info.scores.1);
        if source.has_semimoves() || info.players != 2 || !has_sum || info.chance || info.hidden {
            return Err(value_error("puct plays games of two with a constant sum, without chance, hidden information and split"));
        }
        let of = |name: &str| {
            let missing = |_| PyTypeError::new_err(format!("{} is no treebench.Evaluator: it has no `{name}`", object.get_type()));
            object.getattr(name).map_err(missing)
        };
        let given = of("batch")?;
        let batch = given.extract().ok().filter(|batch| (1..=MOST).contains(batch));
        let batch = batch.ok_or_else(|| value_error(format!("batch must be an integer from 1 to {MOST}, not {given}")))?;
        let padded = of("padded")?.is_truthy()?;
        let evaluate = of("evaluate")?.unbind();
        object.py().detach(|| caught(|| Ok((Planes::of(source)?, Actions::of(source)))))?;
        Ok(Evaluator { object: object.clone().unbind(), evaluate, batch, padded, source: Arc::clone(source) })
    }

    /// Whether it is this object.
    pub(crate) fn is(&self, object: &Bound<'_, PyAny>) -> bool {
        self.object.is(object)
    }

    /// The planes and the actions of its game.
    ///
    /// # Errors
    /// If its positions have no picture.
    pub(crate) fn coding(&self) -> PyResult<(&Planes, &Actions)> {
        Ok((Planes::of(&self.source)?, Actions::of(&self.source)))
    }

    /// Checks that something can be searched.
    ///
    /// # Errors
    /// If the game is over.
    pub(crate) fn check(position: &dyn Position) -> PyResult<()> {
        if position.is_over() { Err(GameOverError::new_err("the game is over: there is nothing to search")) } else { Ok(()) }
    }

    /// Asks about leaves in one call.
    ///
    /// # Errors
    /// If the call fails, or its answer has another shape, or a number that is out of range.
    pub(crate) fn call(&self, py: Python<'_>, parts: &[&Leaves]) -> PyResult<Answers> {
        let (planes, &Actions { size, .. }) = self.coding()?;
        let count = parts.iter().map(|leaves| leaves.len()).sum();
        let rows = if self.padded { self.batch.max(count) } else { count };
        let ends = parts.iter().flat_map(|leaves| &leaves.counts).scan(0, |end, count| {
            *end += count;
            Some(*end - count..*end)
        });
        let ranges: Vec<Range<usize>> = ends.collect();
        let owners = ranges.iter().enumerate().flat_map(|(row, range)| range.clone().map(move |_| row));
        let actions = parts.iter().flat_map(|leaves| &leaves.actions);
        let places: Vec<i64> = owners.zip(actions).map(|(row, &action)| (row * size) as i64 + i64::from(action)).collect();
        let write = |mut out: &mut [Cell]| {
            for leaves in parts {
                let (here, rest) = out.split_at_mut(leaves.planes.len());
                here.copy_from_slice(&leaves.planes);
                out = rest;
            }
            Ok(())
        };
        let (kinds, height, width) = planes.shape();
        let shown = cells(py, rows * planes.size(), write, (rows, kinds, height, width))?;
        let answer = self.evaluate.bind(py).call1((shown, mask(py, &places, rows * size, (rows, size))?))?;
        let pair = || value_error(format!("an evaluator returns a pair: priors and values, not {}", answer.get_type()));
        let (priors, values): (Bound<'_, PyAny>, Bound<'_, PyAny>) = answer.extract().map_err(|_| pair())?;
        let priors = floats(py, "priors", &priors, &[rows, size], &places, GREATEST)?;
        let each: Vec<i64> = (0..count as i64).collect();
        let values = floats(py, "values", &values, &[rows], &each, 1.0)?;
        Ok(Answers { priors, ranges, values })
    }

    /// Warns that a call for several searches failed.
    pub(crate) fn warn(&self, py: Python<'_>, positions: usize, error: &PyErr) {
        let warn =
            || py.import("treebench.networks")?.call_method1("warn", (&self.object, positions, error.value(py), error.traceback(py)));
        if let Err(refused) = warn() {
            refused.write_unraisable(py, None);
        }
    }
}
