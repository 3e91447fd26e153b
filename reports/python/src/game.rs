//! `Game`: a game with its parameters.

use crate::actions::Actions;
use crate::errors::{caught, value_error};
use crate::params;
use crate::planes::Planes;
use crate::position::{PyPosition, restored_position};
use crate::source::GameSource;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use treebench::games::{games, languages};

/// A game with its parameters under a split strategy; `treebench.game` and `treebench.rules` make one. Games are immutable, compare by value, and can
/// be pickled.
#[pyclass(frozen, module = "treebench", name = "Game")]
pub(crate) struct PyGame(pub(crate) Arc<GameSource>);

#[pymethods]
impl PyGame {
    /// The name, such as `rbg/hex`.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// All parameters by their names in TOML.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        params::dict(py, &self.0.values)
    }

    /// The number of players, without chance.
    #[getter]
    fn players(&self) -> usize {
        self.0.game.info().players
    }

    /// The lowest and the highest score with which a player can end.
    #[getter]
    fn scores(&self) -> (f64, f64) {
        self.0.game.info().scores
    }

    /// The sum of all players' final scores, if it is constant, else None.
    #[getter]
    fn total(&self) -> Option<f64> {
        self.0.game.info().total
    }

    /// Whether chance ever acts.
    #[getter]
    fn chance(&self) -> bool {
        self.0.game.info().chance
    }

    /// Whether information is hidden from players.
    #[getter]
    fn hidden(&self) -> bool {
        self.0.game.info().hidden
    }

    /// The split strategy.
    #[getter]
    fn split(&self) -> &str {
        self.0.game.split()
    }

    /// All split strategies of this game.
    #[getter]
    fn splits(&self) -> Vec<String> {
        self.0.game.splits()
    }

    /// The size of a policy: every action is below it (see `Position.actions`).
    #[getter]
    fn action_size(&self) -> PyResult<usize> {
        caught(|| Ok(Actions::of(&self.0).size))
    }

    /// The shape of `Position.planes`: planes, rows, columns.
    #[getter]
    fn planes_shape(&self) -> PyResult<(usize, usize, usize)> {
        caught(|| Ok(Planes::of(&self.0)?.shape()))
    }

    /// The label of each plane of `Position.planes`.
    #[getter]
    fn planes_labels(&self) -> PyResult<Vec<String>> {
        caught(|| Ok(Planes::of(&self.0)?.labels()))
    }

    /// The position in which the game starts.
    fn start(&self) -> PyResult<PyPosition> {
        caught(|| Ok(PyPosition::new(&self.0, self.0.game.start())))
    }

    /// The position with this notation, as `str(position)` gives it. Raises ValueError if there is none.
    fn position(&self, notation: &str) -> PyResult<PyPosition> {
        restored_position(self, notation)
    }

    fn __repr__(&self) -> String {
        let params = if self.0.values.is_empty() { String::new() } else { format!(" ({})", self.0.values) };
        format!("<Game {}{params} @{}>", self.0.name, self.0.game.split())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyGame>().is_ok_and(|other| other.get().0.identity == self.0.identity)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.identity.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let source = &self.0;
        if source.name.is_empty() {
            return Err(PyTypeError::new_err("games of an experiment, and their positions, cannot be pickled: they belong to its agents"));
        }
        let rules = source.rules.clone();
        let arguments = (&source.name, rules, params::dict(py, &source.given)?, source.game.split()).into_pyobject(py)?;
        Ok((py.import("treebench._native")?.getattr("restored_game")?, arguments))
    }
}

/// The registered game of this name with these parameters. `treebench.games()` lists the names.
///
/// Raises ValueError if the name, a parameter, its value or the split is wrong, and TypeError if a value has no valid type.
#[pyfunction]
#[pyo3(signature = (name, *, split=None, **params))]
pub(crate) fn game(name: &str, split: Option<&str>, params: Option<&Bound<'_, PyDict>>) -> PyResult<PyGame> {
    let given = params::values(params)?;
    caught(|| GameSource::registered(name, &given, split).map(PyGame))
}

/// The game of a rules file (a path that ends in `.rbg`, `.hrg` or `.rg`), or of a text in the language that is named.
///
/// Raises OSError if the file cannot be read, and ValueError with line and column if the rules have errors.
#[pyfunction]
#[pyo3(signature = (rules, *, language="rbg", split=None, **params))]
pub(crate) fn rules(rules: &Bound<'_, PyAny>, language: &str, split: Option<&str>, params: Option<&Bound<'_, PyDict>>) -> PyResult<PyGame> {
    let given = params::values(params)?;
    let path: PathBuf = rules.extract()?;
    let is_text = rules.extract::<String>().is_ok_and(|text| text.contains('\n') || !languages::is_rules_file(Path::new(&text)));
    let (file, text) = if is_text {
        if !languages::is_rules_file(Path::new(&format!("rules.{language}"))) {
            return Err(value_error(format!("unknown language `{language}`: expected rbg, hrg or rg")));
        }
        (format!("rules.{language}"), rules.extract()?)
    } else {
        (
            path.to_string_lossy().into_owned(),
            std::fs::read_to_string(&path)
                .map_err(|error| pyo3::exceptions::PyOSError::new_err(format!("cannot read {}: {error}", path.display())))?,
        )
    };
    caught(|| GameSource::described(&file, &text, &given, split).map(PyGame))
}

/// The names of all registered games, sorted.
#[pyfunction]
#[pyo3(name = "games")]
pub(crate) fn game_names() -> Vec<&'static str> {
    games().iter().map(|entry| entry.name).collect()
}

/// The game that was pickled.
#[pyfunction]
#[pyo3(signature = (name, rules, params, split))]
pub(crate) fn restored_game(name: &str, rules: Option<(String, String)>, params: &Bound<'_, PyDict>, split: &str) -> PyResult<PyGame> {
    let given = params::values(Some(params))?;
    caught(|| {
        match &rules {
            Some((file, text)) => GameSource::described(file, text, &given, Some(split)),
            None => GameSource::registered(name, &given, Some(split)),
        }
        .map(PyGame)
    })
}
