//! `Position`: a state of a game.

use crate::actions::Actions;
use crate::arrays::{Cell, cells};
use crate::errors::{GameOverError, IllegalMoveError, caught, value_error};
use crate::game::PyGame;
use crate::planes::Planes;
use crate::playouts;
use crate::source::GameSource;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};
use std::sync::{Arc, Mutex, PoisonError};
use treebench::games::notation::{checked_whole_moves, find_move, usual};
use treebench::games::{Move, Position, Rng, Scratch, Turn};

/// A state of a game. `play` changes it; `copy` copies it. Positions compare by game and notation, and can be pickled. Do not call `play` on a
/// position that is a key of a dictionary.
#[pyclass(frozen, module = "treebench", name = "Position")]
pub(crate) struct PyPosition {
    source: Arc<GameSource>,
    state: Mutex<Box<dyn Position>>,
}

/// A move as Python gives it.
pub(crate) enum Choice {
    /// Its notation.
    Text(String),
    /// Its action.
    Action(usize),
}

impl<'py> FromPyObject<'_, 'py> for Choice {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Choice> {
        if given.is_instance_of::<PyString>() {
            return given.extract().map(Choice::Text);
        }
        let action = if given.is_instance_of::<PyBool>() { None } else { given.extract().ok() };
        action.map(Choice::Action).ok_or_else(|| {
            let (kind, shown) = (given.get_type().name(), given.repr());
            let shown = kind.and_then(|kind| Ok(format!("{kind} {}", shown?))).unwrap_or_default();
            PyTypeError::new_err(format!("{shown}: expected the notation of a move, or an action"))
        })
    }
}

impl PyPosition {
    pub(crate) fn new(source: &Arc<GameSource>, position: Box<dyn Position>) -> PyPosition {
        PyPosition { source: Arc::clone(source), state: Mutex::new(position) }
    }

    /// The game.
    pub(crate) fn source(&self) -> &Arc<GameSource> {
        &self.source
    }

    /// A copy of the state.
    pub(crate) fn boxed(&self) -> Box<dyn Position> {
        self.look(|position| position.boxed())
    }

    /// Asks the state. In games whose moves have several semimoves that may take long, and other threads of Python run meanwhile.
    fn ask<T: Send>(&self, py: Python<'_>, ask: impl FnOnce(&mut dyn Position) -> PyResult<T> + Send) -> PyResult<T> {
        let asked = || caught(|| self.look(ask));
        if self.source.is_split { py.detach(asked) } else { asked() }
    }

    /// Looks at the state. `look` must not wait for the interpreter.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&mut dyn Position) -> T) -> T {
        look(self.state.lock().unwrap_or_else(PoisonError::into_inner).as_mut())
    }
}

/// The legal whole moves with their notations.
fn named_moves(position: &dyn Position) -> PyResult<Vec<String>> {
    if !position.is_split() {
        return Ok(position.move_list().into_iter().map(|m| position.move_notation(&[m])).collect());
    }
    let mut names = Vec::new();
    for submove in checked_whole_moves(position).map_err(value_error)? {
        let name = position.move_notation(&submove);
        // The same move may have several submoves.
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

/// The semimoves of a legal move.
///
/// # Errors
/// If the game is over, or there is no such move.
pub(crate) fn submove_of(source: &GameSource, position: &dyn Position, choice: &Choice) -> PyResult<Vec<Move>> {
    if position.is_over() {
        return Err(GameOverError::new_err(format!("the game is over in `{}`", usual(position))));
    }
    match choice {
        Choice::Text(text) => find_move(position, text).map_err(|error| IllegalMoveError::new_err(error.to_string())),
        Choice::Action(action) => {
            let found = Actions::of(source).submove(position, *action).map_err(value_error)?;
            found.ok_or_else(|| IllegalMoveError::new_err(format!("{action} is not the action of a legal move in `{}`", usual(position))))
        }
    }
}

#[pymethods]
impl PyPosition {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(Arc::clone(&self.source))
    }

    /// The player to move, from 0; -1 if chance acts, and None if the game is over.
    #[getter]
    fn player(&self, py: Python<'_>) -> PyResult<Option<i64>> {
        self.ask(py, |position| {
            Ok(match position.turn() {
                Turn::Player(player) => Some(player as i64),
                Turn::Chance => Some(-1),
                Turn::Over => None,
            })
        })
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |position| Ok(position.is_over()))
    }

    /// The notation, which `Game.position` reads.
    #[getter]
    fn notation(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |position| Ok(position.notation()))
    }

    /// The notations of all legal moves, or of the outcomes if chance acts. Empty if the game is over.
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.ask(py, |position| named_moves(position))
    }

    /// The actions of all legal moves: different numbers from 0 to `Game.action_size` - 1, in no particular order.
    ///
    /// The action of a move is the same in every position of the game, except in the rare case that two legal moves would have the same: then the later
    /// one by notation gets the next number that is free.
    fn actions(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.ask(py, |position| {
            Ok(Actions::of(&self.source).legal(position).map_err(value_error)?.into_iter().map(|(action, _)| action).collect())
        })
    }

    /// The notation of the legal move with this action. Raises IllegalMoveError (a ValueError) if there is none.
    fn move_of(&self, py: Python<'_>, action: usize) -> PyResult<String> {
        self.ask(py, |position| submove_of(&self.source, position, &Choice::Action(action)).map(|submove| position.move_notation(&submove)))
    }

    /// The action of a legal move. Raises IllegalMoveError (a ValueError) if it is not legal.
    fn action_of(&self, py: Python<'_>, r#move: String) -> PyResult<usize> {
        self.ask(py, |position| {
            let submove = submove_of(&self.source, position, &Choice::Text(r#move))?;
            let name = position.move_notation(&submove);
            let legal = Actions::of(&self.source).legal(position).map_err(value_error)?;
            let found = legal.into_iter().find(|(_, other)| *other == submove || position.move_notation(other) == name);
            found.map(|(action, _)| action).ok_or_else(|| IllegalMoveError::new_err(format!("`{name}` is not a legal move")))
        })
    }

    /// The outcomes of chance with their probabilities, as pairs; empty if it is not chance's turn.
    fn outcomes(&self, py: Python<'_>) -> PyResult<Vec<(String, f64)>> {
        self.ask(py, |position| {
            let Some(chance) = (position.turn() == Turn::Chance).then(|| position.chance()).flatten() else { return Ok(Vec::new()) };
            Ok(position.move_list().into_iter().map(|m| (position.move_notation(&[m]), chance.probability(m))).collect())
        })
    }

    /// Plays a move: its notation, or its action. If chance acts, the move is an outcome.
    ///
    /// Raises IllegalMoveError (a ValueError) if it is not legal, and GameOverError (a ValueError) after the end; the position is then unchanged.
    fn play(&self, py: Python<'_>, r#move: Choice) -> PyResult<()> {
        self.ask(py, |position| {
            let submove = submove_of(&self.source, position, &r#move)?;
            submove.into_iter().for_each(|m| position.apply(m));
            position.fault().map_or(Ok(()), |fault| Err(value_error(fault)))
        })
    }

    /// The final score of a player, within `Game.scores`. Raises ValueError if the game is not over, and IndexError without such a player.
    fn score(&self, py: Python<'_>, player: usize) -> PyResult<f64> {
        self.scores(py)?
            .get(player)
            .copied()
            .ok_or_else(|| PyIndexError::new_err(format!("there is no player {player}: the game has {}", self.source.game.info().players)))
    }

    /// The final scores of all players. Raises ValueError if the game is not over.
    fn scores(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        self.ask(py, |position| {
            if !position.is_over() {
                return Err(value_error(format!("the game is not over in `{}`", usual(position))));
            }
            Ok((0..self.source.game.info().players).map(|player| position.score(player)).collect())
        })
    }

    /// The board as text of several lines.
    fn board(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |position| Ok(position.draw()))
    }

    /// A copy of this position.
    fn copy(&self) -> PyPosition {
        PyPosition::new(&self.source, self.boxed())
    }

    /// The same as `copy`.
    fn clone(&self) -> PyPosition {
        self.copy()
    }

    fn __copy__(&self) -> PyPosition {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyPosition {
        self.copy()
    }

    /// The position at the end of a uniformly random game from here, cut off after `cap` moves. The same seed gives the same game.
    #[pyo3(signature = (seed=0, *, cap=10_000))]
    fn playout(&self, py: Python<'_>, seed: u64, cap: u32) -> PyResult<PyPosition> {
        let mut end = self.boxed();
        py.detach(|| caught(|| Ok(end.playout(&mut Rng::from_seed(seed), cap, &mut Scratch::default()))))?;
        Ok(PyPosition::new(&self.source, end))
    }

    /// Plays `count` uniformly random games from here, without the interpreter's lock, and returns their results: `playouts`, `scores` (the mean of
    /// each player, None if all were cut off), `moves` (the mean number) and `cut_off` (games cut off after `cap` moves, which have no scores). The
    /// games are those of `bench playout --playouts COUNT --seed SEED`. Ctrl-C ends it.
    #[pyo3(signature = (count, *, seed=0, cap=10_000))]
    fn playouts<'py>(&self, py: Python<'py>, count: u64, seed: u64, cap: u32) -> PyResult<Bound<'py, PyDict>> {
        playouts::play(py, self, count, seed, cap)
    }

    /// The position as a numpy array of float32, of the shape `Game.planes_shape`; `Game.planes_labels` names the planes.
    ///
    /// Raises ValueError if the game has no picture of a board, and ImportError without numpy.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let planes = py.detach(|| caught(|| Planes::of(&self.source)))?;
        let write = |out: &mut [Cell]| {
            self.ask(py, |position| {
                planes.write(position, &mut Vec::new(), out);
                Ok(())
            })
        };
        cells(py, planes.size(), write, planes.shape())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.notation(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Position {} of {}>", self.notation(py)?, self.source.name))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyPosition>() else { return Ok(false) };
        let other = other.get();
        Ok(self.source.identity == other.source.identity && self.notation(py)? == other.notation(py)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        self.ask(py, |position| Ok(position.key()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let arguments = (self.game(), self.notation(py)?).into_pyobject(py)?;
        Ok((py.import("treebench._native")?.getattr("restored_position")?, arguments))
    }
}

/// The position that was pickled.
#[pyfunction]
pub(crate) fn restored_position(game: &PyGame, notation: &str) -> PyResult<PyPosition> {
    caught(|| game.0.game.parse(notation).map(|position| PyPosition::new(&game.0, position)).map_err(value_error))
}
