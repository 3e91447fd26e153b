//! The squares of a board, and where they lie in a picture.

use crate::picture::grid::HEXAGON_ROW;
use crate::picture::{Colour, Form, Layout, Man, Place, Shade, Shape};
use std::collections::BTreeMap;
use treebench_rbg::board::Board;

/// How the squares of a board look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Squares {
    Plain,
    Chequered,
    Points,
    Hexagons,
    Pits,
}

pub(crate) const SQUARES: [(&str, Squares); 5] = [
    ("squares", Squares::Plain),
    ("chequered", Squares::Chequered),
    ("points", Squares::Points),
    ("hexagons", Squares::Hexagons),
    ("pits", Squares::Pits),
];

/// The default look of a board: hexagons in rows that are shifted by half a square, chequered squares if there are chessmen.
pub(super) fn usual(board: &Board, men: &[Option<Man>]) -> Squares {
    let shifted = |&(x, y): &(u16, u16)| (x + y) % 2 == 1 || x % 2 == 1;
    if board.directions.len() == 6 && board.places.iter().any(shifted) {
        Squares::Hexagons
    } else if men.iter().flatten().any(|man| man.form == Form::Figure) {
        Squares::Chequered
    } else {
        Squares::Plain
    }
}

/// The board with labels for its rows, columns and layers, if the names of its squares say what they are.
pub(crate) fn laid_out(names: &[String], squares: Squares, places: &[(f32, f32)]) -> Layout {
    let bottom = places.iter().map(|at| at.1).fold(0.0, f32::max);
    let row_height = if squares == Squares::Hexagons { HEXAGON_ROW } else { 1.0 };
    let place = |(name, &(x, y)): (&String, &(f32, f32))| Place {
        name: name.clone(),
        x,
        y: y * row_height,
        shape: match squares {
            Squares::Plain | Squares::Chequered => Shape::Square,
            Squares::Points => Shape::Point,
            Squares::Hexagons => Shape::Hexagon,
            Squares::Pits => Shape::Pit,
        },
        shade: match squares {
            Squares::Chequered if ((x + bottom - y).round() as i32).rem_euclid(2) == 0 => Shade::Dark,
            Squares::Chequered => Shade::Light,
            _ => Shade::Plain,
        },
    };
    let mut layout = Layout { places: names.iter().zip(places).map(place).collect(), ..Layout::default() };
    // Rows and columns have labels if all names are a column's letter and a row's number; layers have theirs above.
    let parts: Option<Vec<[&str; 3]>> = names.iter().map(|name| split_name(name)).collect();
    let mut labels: Vec<(String, f32, f32)> = Vec::new();
    let lean = if squares == Squares::Hexagons { lean(parts.as_deref().unwrap_or_default(), places) } else { Some(0.0) };
    for ([column, row, layer], &(x, y)) in parts.iter().flatten().zip(places) {
        let in_row = places.iter().filter(|at| at.1 == y || squares != Squares::Hexagons).map(|at| at.0);
        let first = in_row.fold(f32::INFINITY, f32::min);
        if let Some(lean) = lean {
            labels.push(((*row).to_owned(), first - 1.0, y * row_height));
            if lean == 0.0 || y == bottom {
                labels.push(((*column).to_owned(), x + lean, (bottom + 1.0) * row_height));
            }
        } else if x == first {
            // Rows of hexagons that begin where they are have the name of their first place, since columns are not below each other.
            labels.push((format!("{column}{row}"), first - 1.0, y * row_height));
        }
        if !layer.is_empty() && *column == "a" {
            labels.push(((*layer).to_owned(), x, -1.0));
        }
    }
    labels.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.2.total_cmp(&b.2)).then(a.0.cmp(&b.0)));
    labels.dedup();
    labels.into_iter().for_each(|(text, x, y)| layout.label(text, x, y));
    layout
}

/// By how much a column of hexagons moves from row to row towards the bottom; `None` if columns are not straight.
fn lean(parts: &[[&str; 3]], places: &[(f32, f32)]) -> Option<f32> {
    let mut columns: BTreeMap<&str, Vec<(f32, f32)>> = BTreeMap::new();
    parts.iter().zip(places).for_each(|([column, ..], &at)| columns.entry(column).or_default().push(at));
    let rows = columns.values().next()?.len();
    let mut steps = columns.into_values().flat_map(|mut column| {
        let is_whole = column.len() == rows;
        column.sort_by(|a, b| a.1.total_cmp(&b.1));
        let step = move |pair: &[(f32, f32)]| (is_whole && pair[1].1 == pair[0].1 + 1.0).then_some(pair[1].0 - pair[0].0);
        column.windows(2).map(step).collect::<Vec<_>>()
    });
    let first = steps.next()??;
    steps.all(|step| step == Some(first)).then_some(first)
}

/// `e4B`: the column `e`, the row `4` and the layer `B`, which may be empty.
fn split_name(name: &str) -> Option<[&str; 3]> {
    let rest = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let layer = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let (column, row) = (&name[..name.len() - rest.len()], &rest[..rest.len() - layer.len()]);
    let named = !column.is_empty() && !row.is_empty() && layer.chars().all(|c| c.is_ascii_uppercase());
    named.then_some([column, row, layer])
}

/// Colours the side of the board beyond which nothing lies in a direction.
pub(super) fn colour_goal(layout: &mut Layout, board: &Board, colour: Colour, direction: usize) {
    let next = &board.next[direction];
    let step = (0..board.squares()).find_map(|from| Some((&layout.places[from], &layout.places[usize::from(next[from]?)])));
    // A direction that leads nowhere has no side.
    let Some(step) = step.map(|(from, to)| (to.x - from.x, to.y - from.y)) else { return };
    layout.goal(colour, (0..board.squares()).filter(|&square| next[square].is_none()), step);
}

/// The lines between neighbouring points along these directions; without any, along all by which one can come back.
pub(super) fn joined(board: &Board, places: &[(f32, f32)], directions: Option<&[usize]>) -> Vec<Vec<(f32, f32)>> {
    let next =
        |square: usize| board.next.iter().enumerate().filter_map(move |(direction, next)| Some((direction, usize::from(next[square]?))));
    let mut pairs = Vec::new();
    for from in 0..board.squares() {
        for (direction, to) in next(from) {
            let drawn = match directions {
                Some(directions) => directions.contains(&direction),
                None => next(to).any(|(_, back)| back == from),
            };
            if drawn && from != to {
                pairs.push((from.min(to), from.max(to)));
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs.into_iter().map(|(from, to)| vec![places[from], places[to]]).collect()
}
