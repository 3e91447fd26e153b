//! `Budget`: the budget of a turn of an agent in Python.

use crate::errors::AgentError;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use treebench::agents::{Budget, Meter, Overrun};
use treebench::kinds::catch;

/// The budget of a turn: one of `iterations`, `states` and `seconds` is the limit, the others are None.
///
/// Call `another()` before each iteration of a search and `spend(states)` after it: the records take their figures from that.
#[pyclass(frozen, module = "treebench", name = "Budget")]
pub(crate) struct PyBudget(Mutex<Turn>);

struct Turn {
    meter: Meter,
    /// Whether the agent continued long after the end.
    overrun: Option<Overrun>,
}

impl PyBudget {
    pub(crate) fn new(meter: Meter) -> PyBudget {
        PyBudget(Mutex::new(Turn { meter, overrun: None }))
    }

    /// What was spent, and whether the agent went on after the end.
    pub(crate) fn spent(&self) -> (Meter, Option<Overrun>) {
        self.with(|turn| (turn.meter.clone(), turn.overrun))
    }

    fn with<T>(&self, act: impl FnOnce(&mut Turn) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts; an agent that goes on after the end is stopped.
    fn count<T>(&self, count: impl FnOnce(&mut Meter) -> T) -> PyResult<T> {
        self.with(|turn| {
            catch(|| count(&mut turn.meter)).map_err(|caught| {
                turn.overrun = caught.payload.downcast_ref::<Overrun>().copied();
                AgentError::new_err("the agent went on after its budget was spent")
            })
        })
    }
}

#[pymethods]
impl PyBudget {
    /// The iterations allowed.
    #[getter]
    fn iterations(&self) -> Option<u64> {
        self.with(|turn| if let Budget::Iterations(n) = turn.meter.budget() { Some(n) } else { None })
    }

    /// The nodal states allowed.
    #[getter]
    fn states(&self) -> Option<u64> {
        self.with(|turn| if let Budget::States(n) = turn.meter.budget() { Some(n) } else { None })
    }

    /// The seconds allowed.
    #[getter]
    fn seconds(&self) -> Option<f64> {
        self.with(|turn| if let Budget::Time(time) = turn.meter.budget() { Some(time.as_secs_f64()) } else { None })
    }

    /// Whether another iteration may begin; counts it if so. The first always may.
    pub(crate) fn another(&self) -> PyResult<bool> {
        self.count(Meter::another)
    }

    /// Counts nodal states: positions after whole moves of players, in a tree and in playouts.
    #[pyo3(signature = (states=1))]
    pub(crate) fn spend(&self, states: u64) -> PyResult<()> {
        self.count(|meter| meter.spend(states))
    }

    fn __repr__(&self) -> String {
        self.with(|turn| format!("<Budget {}>", turn.meter.budget()))
    }
}
