//! Positions as planes of numbers, for any game whose positions have a picture.
//!
//! One plane for every kind of man on the board (how many lie on each place), one constant plane for every kind beside the board, one for every
//! player (1 where that player is to move). Kinds are known by their labels and sorted; they are those of the random games of
//! [`sampling`]; another kind goes to the plane `other`. Numbers that are written on the board are one kind.

use crate::errors::value_error;
use crate::sampling;
use crate::source::GameSource;
use pyo3::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use treebench::games::picture::{Layout, Man, Place, Shape};
use treebench::games::{Picture, Position, Turn};

/// The planes of a game.
pub(crate) struct Planes {
    rows: usize,
    columns: usize,
    /// Row and column of every place on the board; `None` beside it.
    cells: Vec<Option<(usize, usize)>>,
    on_board: BTreeMap<String, usize>,
    beside: BTreeMap<String, usize>,
    players: usize,
}

impl Planes {
    /// The planes of a game, worked out once.
    ///
    /// # Errors
    /// If its positions have no picture.
    pub(crate) fn of(source: &GameSource) -> PyResult<&Planes> {
        let planes = source.planes.get_or_init(|| Planes::new(source));
        planes.as_ref().ok_or_else(|| value_error(format!("`{}` has no planes: its positions have no picture of a board", source.name)))
    }

    fn new(source: &GameSource) -> Option<Planes> {
        let layout = source.game.start().picture()?.layout;
        let (cells, rows, columns) = cells(&layout);
        let (mut on_board, mut beside) = (BTreeSet::new(), BTreeSet::new());
        let mut see = |position: &dyn Position| {
            let Some(Picture { men, .. }) = position.picture() else { return ControlFlow::Break(()) };
            for (place, man) in men.into_iter().enumerate() {
                let Some(man) = man else { continue };
                let is_on_board = cells.get(place).copied().flatten().is_some();
                if is_on_board { &mut on_board } else { &mut beside }.insert(kind(&man).0.to_owned());
            }
            ControlFlow::Continue(())
        };
        sampling::visit(source.game.as_ref(), &mut see);
        let numbered = |labels: BTreeSet<String>| labels.into_iter().enumerate().map(|(place, label)| (label, place)).collect();
        let players = source.game.info().players;
        Some(Planes { rows, columns, cells, on_board: numbered(on_board), beside: numbered(beside), players })
    }

    /// Planes, rows, columns.
    pub(crate) fn shape(&self) -> (usize, usize, usize) {
        (self.on_board.len() + 1 + self.beside.len() + self.players, self.rows, self.columns)
    }

    /// What each plane shows.
    pub(crate) fn labels(&self) -> Vec<String> {
        let mut labels: Vec<String> = self.on_board.keys().cloned().collect();
        labels.push("other".to_owned());
        labels.extend(self.beside.keys().map(|label| format!("{label} beside the board")));
        labels.extend((0..self.players).map(|player| format!("player {player} to move")));
        labels
    }

    /// The numbers of all planes.
    pub(crate) fn size(&self) -> usize {
        let (planes, rows, columns) = self.shape();
        planes * rows * columns
    }

    /// Writes the planes of a position, row by row, into `out`, whose numbers are zero.
    pub(crate) fn write(&self, position: &dyn Position, out: &mut [f32]) {
        let area = self.rows * self.columns;
        let (other, first_beside) = (self.on_board.len(), self.on_board.len() + 1);
        let men = position.picture().map_or_else(Vec::new, |picture| picture.men);
        for (place, man) in men.iter().enumerate() {
            let Some((kind, value)) = man.as_ref().map(kind) else { continue };
            match self.cells.get(place).copied().flatten() {
                Some((row, column)) => {
                    let plane = self.on_board.get(kind).copied().unwrap_or(other);
                    out[plane * area + row * self.columns + column] += value;
                }
                None => {
                    let Some(plane) = self.beside.get(kind) else { continue };
                    out[(first_beside + plane) * area..][..area].iter_mut().for_each(|cell| *cell += value);
                }
            }
        }
        if let Turn::Player(player) = position.turn() {
            out[(first_beside + self.beside.len() + player) * area..][..area].fill(1.0);
        }
    }
}

/// What a man is, and how many of it there are; a number that is written is as many as it says.
fn kind(man: &Man) -> (&str, f32) {
    match man.letter.parse::<f32>() {
        Ok(number) => ("number", number),
        Err(_) => (&man.label, man.count as f32),
    }
}

/// The row and the column of every place on the board, and their numbers. The rows of hexagonal boards are sheared so that neighbours in a line stay in a
/// column.
fn cells(layout: &Layout) -> (Vec<Option<(usize, usize)>>, usize, usize) {
    // In hundredths, so that numbers that are equal up to rounding are equal.
    let hundredths = |value: f32| (value * 100.0).round() as i64;
    // Where all men are beside the board or on areas of it, such as points of backgammon, these places are the board.
    let has_board = layout.places.iter().any(|place| place.shape != Shape::Side);
    let is_board = move |place: &Place| place.shape != Shape::Side || !has_board;
    let board = || layout.places.iter().filter(|place| is_board(place));
    let rows: Vec<i64> = board().map(|place| hundredths(place.y)).collect::<BTreeSet<_>>().into_iter().collect();
    let row = |y: f32| rows.binary_search(&hundredths(y)).unwrap_or(0);
    let column = |x: f32, y: f32, shear: f32| hundredths(x - shear * row(y) as f32);
    let columns = |shear| board().map(|place| column(place.x, place.y, shear)).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>();
    let (shear, columns) =
        [0.0, 0.5, -0.5].map(|shear| (shear, columns(shear))).into_iter().min_by_key(|(_, columns)| columns.len()).unwrap_or_default();
    let place = layout
        .places
        .iter()
        .map(|place| is_board(place).then(|| (row(place.y), columns.binary_search(&column(place.x, place.y, shear)).unwrap_or(0))));
    (place.collect(), rows.len(), columns.len())
}
