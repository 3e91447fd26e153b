//! Boards and pieces for the page: every board once, and numbers for its pieces.

use std::collections::BTreeMap;
use std::sync::Arc;
use treebench_games::picture::{Layout, Man, Shade, Shape};
use treebench_reports::games::{Area, Board, Label, Piece, Place};

/// The boards of a page.
#[derive(Default)]
pub(super) struct Boards {
    known: Vec<(Arc<Layout>, BTreeMap<Man, usize>)>,
    /// The same boards in the page's format.
    pub(super) boards: Vec<Board>,
}

impl Boards {
    /// The index of a board.
    pub(super) fn board(&mut self, layout: &Arc<Layout>) -> usize {
        let same = |other: &Arc<Layout>| Arc::ptr_eq(other, layout) || other == layout;
        self.known.iter().position(|(other, _)| same(other)).unwrap_or_else(|| {
            self.known.push((Arc::clone(layout), BTreeMap::new()));
            self.boards.push(board(layout));
            self.boards.len() - 1
        })
    }

    /// The index of the board of games that only have drawings.
    pub(super) fn drawings(&mut self) -> usize {
        self.board(&Arc::default())
    }

    /// The number of a piece on a board.
    pub(super) fn piece(&mut self, board: usize, man: &Man) -> usize {
        let (_, known) = &mut self.known[board];
        if let Some(&number) = known.get(man) {
            return number;
        }
        let pieces = &mut self.boards[board].pieces;
        pieces.push(Piece {
            glyph: man.glyph.clone(),
            label: man.label.clone(),
            colour: man.colour.name(),
            form: man.form.name(),
            count: man.count,
        });
        known.insert(man.clone(), pieces.len() - 1);
        pieces.len() - 1
    }
}

fn board(layout: &Layout) -> Board {
    let place = |place: &treebench_games::picture::Place| Place {
        name: place.name.clone(),
        at: (place.x, place.y),
        shape: match place.shape {
            Shape::Square => "square",
            Shape::Hexagon => "hexagon",
            Shape::Point => "point",
            Shape::Pit => "pit",
            Shape::Side => "side",
        },
        shade: shade(place.shade),
    };
    Board {
        places: layout.places.iter().map(place).collect(),
        lines: layout.lines.clone(),
        areas: layout.areas.iter().map(|area| Area { corners: area.corners.clone(), shade: shade(area.shade) }).collect(),
        labels: layout.labels.iter().map(|label| Label { text: label.text.clone(), at: (label.x, label.y) }).collect(),
        colours: layout.colours.iter().map(|colour| colour.name()).collect(),
        pieces: Vec::new(),
    }
}

fn shade(shade: Shade) -> &'static str {
    match shade {
        Shade::Plain => "plain",
        Shade::Light => "light",
        Shade::Dark => "dark",
        Shade::Goal(colour) => colour.name(),
    }
}
