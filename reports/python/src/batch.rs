//! `Batch`: many games of one kind, stepped at once on several threads.

use crate::actions::Actions;
use crate::arrays::{Cell, array, cells, integers};
use crate::errors::{IllegalMoveError, caught, value_error};
use crate::game::PyGame;
use crate::planes::Planes;
use crate::position::PyPosition;
use crate::source::GameSource;
use crate::threads::shared;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use treebench::games::{Move, Position, Rng, Turn};

/// Many games of one kind at once, for learning: `count` boards, each at its start. A board whose game is over starts the next one automatically, and
/// chance is drawn from the seed, so it is always a player's turn.
///
/// A move is chosen by its index among the legal moves of its board, from 0. Raises ValueError for games under a split strategy.
#[pyclass(frozen, module = "treebench", name = "Batch")]
pub(crate) struct PyBatch {
    source: Arc<GameSource>,
    threads: usize,
    boards: Mutex<Vec<Board>>,
}

/// One game.
struct Board {
    position: Box<dyn Position>,
    start: Box<dyn Position>,
    moves: Vec<Move>,
    drawn: Vec<Move>,
    /// Memory for planes.
    numbers: Vec<u16>,
    rng: Rng,
}

/// The maximum number of boards of a batch.
const MOST: usize = 1 << 20;

/// Boards for which another thread is worth its start.
const SHARE: usize = 512;

impl Board {
    fn new(start: &dyn Position, seed: u64, stream: u64) -> Board {
        let (moves, drawn, numbers) = (Vec::new(), Vec::new(), Vec::new());
        let rng = Rng::of_seed(seed, stream);
        let mut board = Board { position: start.boxed(), start: start.boxed(), moves, drawn, numbers, rng };
        board.settle();
        board
    }

    /// Draws chance and lists the moves; whether the game goes on.
    fn settle(&mut self) -> bool {
        loop {
            match self.position.turn() {
                Turn::Over => return false,
                Turn::Player(_) => {
                    self.position.moves(&mut self.moves);
                    return true;
                }
                Turn::Chance => {
                    let outcome = self.position.sample(&mut self.rng, &mut self.drawn);
                    self.position.apply(outcome);
                }
            }
        }
    }

    /// Plays a move. At the end of the game its scores are written, and the next game begins; whether that was so.
    fn step(&mut self, choice: usize, scores: &mut [f32]) -> bool {
        self.position.apply(self.moves[choice]);
        if self.settle() {
            return false;
        }
        scores.iter_mut().enumerate().for_each(|(player, score)| *score = self.position.score(player) as f32);
        self.position.copy_from(self.start.as_ref());
        self.settle();
        true
    }

    fn player(&self) -> i32 {
        if let Turn::Player(player) = self.position.turn() { player as i32 } else { -1 }
    }
}

impl PyBatch {
    /// Does something to the boards, each with its part of every output, on several threads, if they are fit for it.
    fn each<A: Send, B: Send>(
        &self,
        py: Python<'_>,
        (first, first_width): (&mut [A], usize),
        (second, second_width): (&mut [B], usize),
        check: impl FnOnce(&[Board]) -> PyResult<()> + Send,
        act: impl Fn(&mut Board, usize, &mut [A], &mut [B]) + Sync,
    ) -> PyResult<()> {
        py.detach(|| {
            let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
            check(&boards)?;
            let share = boards.len().div_ceil(self.threads).max(SHARE);
            let parts = first.chunks_mut(share * first_width).zip(second.chunks_mut(share * second_width));
            let parts = boards.chunks_mut(share).zip(parts).enumerate();
            let threads = parts.len();
            shared(parts, threads, |(part, (boards, (first, second)))| {
                let outputs = first.chunks_mut(first_width).zip(second.chunks_mut(second_width));
                let each = boards.iter_mut().zip(outputs).enumerate();
                each.for_each(|(at, (board, (first, second)))| act(board, part * share + at, first, second));
                Ok(())
            })
        })
    }

    fn count(&self) -> usize {
        self.with(|boards| boards.len())
    }

    fn with<T>(&self, look: impl FnOnce(&mut Vec<Board>) -> T) -> T {
        look(&mut self.boards.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, count, *, seed=0, threads=None))]
    fn new(game: &PyGame, count: usize, seed: u64, threads: Option<usize>) -> PyResult<PyBatch> {
        let source = Arc::clone(&game.0);
        if source.has_semimoves() {
            return Err(value_error("a batch steps whole moves: make the game without a split"));
        }
        if !(1..=MOST).contains(&count) || threads == Some(0) {
            return Err(value_error(format!("count must be from 1 to {MOST}, and threads at least 1")));
        }
        let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        let boards = caught(|| {
            let start = source.game.start();
            let boards: Vec<Board> = (0..count).map(|stream| Board::new(start.as_ref(), seed, stream as u64)).collect();
            if boards[0].player() < 0 { Err(value_error("the game is over at its start")) } else { Ok(boards) }
        })?;
        Ok(PyBatch { source, threads, boards: Mutex::new(boards) })
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(Arc::clone(&self.source))
    }

    fn __len__(&self) -> usize {
        self.count()
    }

    /// A copy of the position on a board. Raises IndexError if there is no such board.
    fn position(&self, board: usize) -> PyResult<PyPosition> {
        let position = self.with(|boards| boards.get(board).map(|board| board.position.boxed()));
        position
            .map(|position| PyPosition::new(&self.source, position))
            .ok_or_else(|| PyIndexError::new_err(format!("there is no board {board}")))
    }

    /// The player to move on each board: an array of int32, shape (count,).
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let players: Vec<i32> = caught(|| Ok(self.with(|boards| boards.iter().map(Board::player).collect())))?;
        array(py, &players, (players.len(),))
    }

    /// The number of legal moves on each board: an array of int32, shape (count,).
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let counts: Vec<i32> = self.with(|boards| boards.iter().map(|board| board.moves.len() as i32).collect());
        array(py, &counts, (counts.len(),))
    }

    /// The actions of the legal moves of all boards, one board after the other, and where each begins: arrays of int32, shapes (sum of counts,) and
    /// (count + 1,).
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (mut actions, mut begins) = (Vec::new(), vec![0i32]);
        py.detach(|| {
            caught(|| {
                let numbering = Actions::of(&self.source);
                self.with(|boards| {
                    for board in boards.iter() {
                        numbering.in_order(board.position.as_ref(), &board.moves, &mut actions).map_err(value_error)?;
                        begins.push(actions.len() as i32);
                    }
                    Ok(())
                })
            })
        })?;
        Ok((array(py, &actions, (actions.len(),))?, array(py, &begins, (begins.len(),))?))
    }

    /// The planes of all boards: float32, shape (count, planes, rows, columns); see `Position.planes`.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let planes = py.detach(|| caught(|| Planes::of(&self.source)))?;
        let (count, size) = (self.count(), planes.size());
        let write = |values: &mut [Cell]| {
            self.each(
                py,
                (values, size),
                (&mut vec![(); count], 1),
                |_| Ok(()),
                |board, _, out, _| {
                    planes.write(board.position.as_ref(), &mut board.numbers, out);
                },
            )
        };
        let (kinds, rows, columns) = planes.shape();
        cells(py, count * size, write, (count, kinds, rows, columns))
    }

    /// Plays a move on every board. `choices` are integers, shape (count,): indices into the legal moves of each board.
    ///
    /// Returns the scores of games that ended, float32 of shape (count, players) with zeros elsewhere, and which ended, bool of shape (count,).
    /// Raises IllegalMoveError (a ValueError) if a choice is out of range, ValueError for another shape, TypeError if they are not integers; the
    /// batch is then unchanged.
    fn step<'py>(&self, py: Python<'py>, choices: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (count, players) = (self.count(), self.source.game.info().players);
        let choices = integers(py, choices, count)?;
        let check = |boards: &[Board]| {
            let wrong = boards.iter().zip(&choices).position(|(board, &choice)| !(0..board.moves.len() as i64).contains(&choice));
            wrong.map_or(Ok(()), |at| {
                let moves = boards[at].moves.len();
                Err(IllegalMoveError::new_err(format!("board {at} has {moves} moves: {} is none of them", choices[at])))
            })
        };
        let (mut scores, mut over) = (vec![0.0f32; count * players], vec![0u8; count]);
        self.each(py, (&mut scores, players), (&mut over, 1), check, |board, at, scores, over| {
            over[0] = u8::from(board.step(choices[at] as usize, scores));
        })?;
        let over = array(py, &over, (count,))?.call_method1("view", ("bool",))?;
        Ok((array(py, &scores, (count, players))?, over))
    }

    /// Uniformly random choices for `step`, drawn from the seed: int64, shape (count,).
    fn random<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let count = self.count();
        let (mut choices, mut nothing) = (vec![0i64; count], vec![(); count]);
        self.each(
            py,
            (&mut choices, 1),
            (&mut nothing, 1),
            |_| Ok(()),
            |board, _, choice, _| choice[0] = board.rng.below(board.moves.len()) as i64,
        )?;
        array(py, &choices, (count,))
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} × {}>", self.count(), self.source.name)
    }
}
