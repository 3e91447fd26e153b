//! Positions as planes of numbers, for games whose positions have a picture.
//!
//! One plane for every kind of man on the board (how many lie on each place), one constant plane for every kind beside the board, one for every
//! player (1 where that player is to move). Kinds are known by their labels and sorted; they are those of the random games of
//! [`sampling`]; another kind goes to the plane `other`. Numbers that are written on the board are one kind.

use crate::arrays::Cell;
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
    /// The cell of every place on the board; `None` beside it.
    cells: Vec<Option<usize>>,
    on_board: BTreeMap<String, usize>,
    beside: BTreeMap<String, usize>,
    players: usize,
    /// What the numbers of [`Position::men`] count, as far as random games show them.
    counts: Vec<Option<Count>>,
}

/// What a man counts, and on which plane.
#[derive(Clone, Copy)]
struct Count {
    on_board: usize,
    beside: Option<usize>,
    value: f32,
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
        let (mut numbers, mut known) = (Vec::new(), BTreeMap::new());
        let mut see = |position: &dyn Position| {
            let Some(Picture { men, .. }) = position.picture() else { return ControlFlow::Break(()) };
            if position.men(&mut numbers) {
                numbers.iter().zip(&men).for_each(|(&number, man)| {
                    known.entry(number).or_insert_with(|| man.clone());
                });
            }
            for (place, man) in men.into_iter().enumerate() {
                let Some(man) = man else { continue };
                let is_on_board = cells.get(place).copied().flatten().is_some();
                if is_on_board { &mut on_board } else { &mut beside }.insert(kind(&man).0.to_owned());
            }
            ControlFlow::Continue(())
        };
        sampling::visit(source.game.as_ref(), &mut see);
        let numbered = |labels: BTreeSet<String>| labels.into_iter().enumerate().map(|(place, label)| (label, place)).collect();
        let (on_board, beside, players) = (numbered(on_board), numbered(beside), source.game.info().players);
        let mut planes = Planes { rows, columns, cells, on_board, beside, players, counts: Vec::new() };
        planes.counts = vec![None; known.keys().last().map_or(0, |&most| usize::from(most) + 1)];
        for (number, man) in known {
            planes.counts[usize::from(number)] = Some(planes.count(man.as_ref()));
        }
        (rows > 0).then_some(planes)
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

    /// Writes the planes of a position, row by row, into `out`, whose numbers are zero. `numbers` is memory.
    pub(crate) fn write(&self, position: &dyn Position, numbers: &mut Vec<u16>, out: &mut [Cell]) {
        let area = self.rows * self.columns;
        let known = |&number: &u16| self.counts.get(usize::from(number)).copied().flatten();
        if position.men(numbers) && numbers.iter().all(|number| known(number).is_some()) {
            numbers.iter().filter_map(known).enumerate().for_each(|(place, count)| self.add(place, count, out));
        } else {
            let men = position.picture().map_or_else(Vec::new, |picture| picture.men);
            men.iter().enumerate().for_each(|(place, man)| self.add(place, self.count(man.as_ref()), out));
        }
        if let Turn::Player(player) = position.turn() {
            out[(self.first_beside() + self.beside.len() + player) * area..][..area].fill(1.0_f32.to_ne_bytes());
        }
    }

    /// The first plane of what is beside the board.
    fn first_beside(&self) -> usize {
        self.on_board.len() + 1
    }

    fn count(&self, man: Option<&Man>) -> Count {
        let other = self.on_board.len();
        let Some((kind, value)) = man.map(kind) else { return Count { on_board: other, beside: None, value: 0.0 } };
        Count { on_board: self.on_board.get(kind).copied().unwrap_or(other), beside: self.beside.get(kind).copied(), value }
    }

    /// Adds what lies in a place.
    fn add(&self, place: usize, Count { on_board, beside, value }: Count, out: &mut [Cell]) {
        let area = self.rows * self.columns;
        let add = |cell: &mut Cell| *cell = (f32::from_ne_bytes(*cell) + value).to_ne_bytes();
        match self.cells.get(place).copied().flatten() {
            Some(cell) => add(&mut out[on_board * area + cell]),
            None => {
                let Some(plane) = beside else { return };
                out[(self.first_beside() + plane) * area..][..area].iter_mut().for_each(add);
            }
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

/// The cell of every place on the board, row by row, and the numbers of rows and columns. The rows of hexagonal boards are sheared so that neighbours in a line stay in a
/// column.
fn cells(layout: &Layout) -> (Vec<Option<usize>>, usize, usize) {
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
    let cell = |place: &Place| row(place.y) * columns.len() + columns.binary_search(&column(place.x, place.y, shear)).unwrap_or(0);
    let cells = layout.places.iter().map(|place| is_board(place).then(|| cell(place)));
    (cells.collect(), rows.len(), columns.len())
}
