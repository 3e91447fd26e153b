//! Pictures of positions: one description for pages, images and the terminal.
//!
//! A [`Picture`] has a [`Layout`], the same in all positions of a game, and says which [`Man`] is in which of its places. Everything visible is a man
//! in a place, including pieces in hand, dice and men borne off, whose places are beside the board. A game that gives a picture
//! ([`Position::picture`](crate::Position::picture)) needs no drawing of its own.
//!
//! | to describe | use |
//! |---|---|
//! | a rectangle of squares or points, or hexagons | [`grid`] |
//! | anything else | [`Layout`] with its places, lines and areas |
//!
//! One unit is the width of a square. `x` grows to the right and `y` downwards.

pub mod grid;
mod layout;
mod text;

pub use grid::{Grid, Look};
pub use layout::{Area, Label, Layout, Place, Shade, Shape};

use std::sync::Arc;

/// The names of colours; a page chooses shades that can be told apart in light and dark themes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Colour {
    /// White, or another light colour.
    White,
    /// Black, or another dark colour.
    Black,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Purple.
    Purple,
    /// Orange.
    Orange,
    /// Grey, for what belongs to nobody.
    Grey,
}

impl Colour {
    /// All of them.
    pub const ALL: [Colour; 9] = [
        Colour::White,
        Colour::Black,
        Colour::Red,
        Colour::Blue,
        Colour::Green,
        Colour::Yellow,
        Colour::Purple,
        Colour::Orange,
        Colour::Grey,
    ];

    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Black => "black",
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Yellow => "yellow",
            Colour::Purple => "purple",
            Colour::Orange => "orange",
            Colour::Grey => "grey",
        }
    }
}

/// The outline of a man.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Form {
    /// A round piece with its glyph on it, if it has one: stones, discs, balls, draughtsmen.
    Disc,
    /// The glyph alone, in the man's colour: chessmen.
    Figure,
    /// A wedge that points up, with its glyph: shogi pieces of the player below.
    TileUp,
    /// A wedge that points down: shogi pieces of the player above.
    TileDown,
    /// A piece that lies face down.
    Hidden,
    /// A square block: walls, arrows.
    Block,
    /// A die that shows its glyph.
    Die,
    /// Plain text in the place: numbers of seeds.
    Text,
}

impl Form {
    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Disc => "disc",
            Form::Figure => "figure",
            Form::TileUp => "tile-up",
            Form::TileDown => "tile-down",
            Form::Hidden => "hidden",
            Form::Block => "block",
            Form::Die => "die",
            Form::Text => "text",
        }
    }
}

/// A piece in a place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Man {
    /// Its text on the terminal, usually the letter of the notation.
    pub letter: String,
    /// The text that a page writes on it; may be empty.
    pub glyph: String,
    /// What it is, in words: `white rook`.
    pub label: String,
    /// Its colour.
    pub colour: Colour,
    /// Its outline.
    pub form: Form,
    /// Their number. Numbers other than 1 are shown.
    pub count: u32,
}

impl Man {
    /// A stone without a glyph: `white stone`.
    pub fn stone(letter: impl Into<String>, colour: Colour) -> Man {
        Man { letter: letter.into(), glyph: String::new(), label: format!("{} stone", colour.name()), colour, form: Form::Disc, count: 1 }
    }

    /// A chessman by the English letter of its kind (`K`, `Q`, `R`, `B`, `N`, `P`); upper case on the terminal for White, lower case else.
    pub fn chessman(kind: char, colour: Colour) -> Man {
        let (glyph, name) = match kind.to_ascii_uppercase() {
            'K' => ("♚", "king"),
            'Q' => ("♛", "queen"),
            'R' => ("♜", "rook"),
            'B' => ("♝", "bishop"),
            'N' => ("♞", "knight"),
            _ => ("♟", "pawn"),
        };
        let letter = if colour == Colour::White { kind.to_ascii_uppercase() } else { kind.to_ascii_lowercase() };
        Man { glyph: glyph.into(), label: format!("{} {name}", colour.name()), form: Form::Figure, ..Man::stone(letter, colour) }
    }

    /// The same man with this form.
    pub fn form(self, form: Form) -> Man {
        Man { form, ..self }
    }

    /// The same man with this glyph.
    pub fn glyph(self, glyph: impl Into<String>) -> Man {
        Man { glyph: glyph.into(), ..self }
    }

    /// The same man with this label.
    pub fn label(self, label: impl Into<String>) -> Man {
        Man { label: label.into(), ..self }
    }

    /// Several of the same man.
    pub fn times(self, count: u32) -> Man {
        Man { count, ..self }
    }
}

/// A picture: the board and its pieces.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Picture {
    /// The board, the same in all positions of a game.
    pub layout: Arc<Layout>,
    /// For every place of the layout, its piece.
    pub men: Vec<Option<Man>>,
    /// Notes on the position, one line each.
    pub notes: Vec<String>,
}

impl Picture {
    /// A picture of a layout; `man` says what lies in each place, by its index.
    pub fn new(layout: impl Into<Arc<Layout>>, man: impl FnMut(usize) -> Option<Man>) -> Picture {
        let layout = layout.into();
        let men = (0..layout.places.len()).map(man).collect();
        Picture { layout, men, notes: Vec::new() }
    }

    /// Adds a place beside the board, with its piece.
    pub fn put_aside(&mut self, name: &str, (x, y): (f32, f32), man: Option<Man>) {
        Arc::make_mut(&mut self.layout).side(name, x, y);
        self.men.push(man);
    }

    /// The same picture with one more note.
    pub fn note(mut self, text: impl Into<String>) -> Picture {
        self.notes.push(text.into());
        self
    }
}
