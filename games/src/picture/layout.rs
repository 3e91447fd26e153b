//! A board without pieces: its places, lines, areas and labels.

use super::Colour;

/// How far a coloured rim reaches beyond the places beside it.
const RIM: f32 = 0.2;

/// The shape of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A square of side 1.
    Square,
    /// A hexagon with a corner on top; its flat sides are 1 apart.
    Hexagon,
    /// A point where lines meet. Nothing is drawn but the man on it.
    Point,
    /// A round hole or pit.
    Pit,
    /// A place beside the board or on an area, without an outline. The terminal shows nothing where it is empty.
    Side,
}

impl Shape {
    /// The corners around the centre: those of a hexagon, else of a square.
    fn corners(self) -> impl Iterator<Item = (f32, f32)> {
        let count = if self == Shape::Hexagon { 6 } else { 4 };
        let (turn, radius) = if count == 6 { (0.0, 3.0_f32.sqrt().recip()) } else { (0.5, 0.5_f32.sqrt()) };
        (0..count).map(move |corner| {
            let angle = (corner as f32 + turn) * std::f32::consts::TAU / count as f32;
            (radius * libm::sinf(angle), radius * libm::cosf(angle))
        })
    }
}

/// The fill of a place or an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// The colour of the board.
    Plain,
    /// The lighter squares of a chequered board.
    Light,
    /// The darker squares of a chequered board.
    Dark,
    /// The colour of the player whose goal it is.
    Goal(Colour),
}

/// A place where a man can be.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// Its name in moves, such as `e4`; empty if moves do not name it.
    pub name: String,
    /// The x of its centre.
    pub x: f32,
    /// The y of its centre.
    pub y: f32,
    /// Its shape.
    pub shape: Shape,
    /// Its shade.
    pub shade: Shade,
}

/// A word beside the board, such as the letter of a column.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The word.
    pub text: String,
    /// The x of its centre.
    pub x: f32,
    /// The y of its centre.
    pub y: f32,
}

/// A filled polygon behind the places, such as a point of a backgammon board.
#[derive(Clone, PartialEq, Debug)]
pub struct Area {
    /// Its corners.
    pub corners: Vec<(f32, f32)>,
    /// Its shade.
    pub shade: Shade,
}

/// A board without men.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout {
    /// The places, in an order of the game's choice.
    pub places: Vec<Place>,
    /// Lines on the board, each through its points.
    pub lines: Vec<Vec<(f32, f32)>>,
    /// Areas behind places and lines.
    pub areas: Vec<Area>,
    /// Words beside the board.
    pub labels: Vec<Label>,
    /// The colour of each player's men; empty if they have none.
    pub colours: Vec<Colour>,
}

impl Layout {
    /// Adds a place beside the board.
    pub fn side(&mut self, name: impl Into<String>, x: f32, y: f32) {
        self.places.push(Place { name: name.into(), x, y, shape: Shape::Side, shade: Shade::Plain });
    }

    /// Adds a word beside the board.
    pub fn label(&mut self, text: impl Into<String>, x: f32, y: f32) {
        self.labels.push(Label { text: text.into(), x, y });
    }

    /// Colours the rim of the board beside these places, on the side to which `(x, y)` points: a player's goal.
    pub fn goal(&mut self, colour: Colour, places: impl IntoIterator<Item = usize>, (x, y): (f32, f32)) {
        let far = RIM / libm::hypotf(x, y);
        let rim = places.into_iter().map(|place| {
            let place = &self.places[place];
            let (x, y) = (place.x + far * x, place.y + far * y);
            // What the places themselves do not cover is seen.
            let corners = place.shape.corners().map(|(a, b)| (x + a, y + b)).collect();
            Area { corners, shade: Shade::Goal(colour) }
        });
        let rim: Vec<Area> = rim.collect();
        self.areas.extend(rim);
    }

    /// Says which colours the players' men have.
    pub fn with_colours(mut self, colours: &[Colour]) -> Layout {
        self.colours = colours.to_vec();
        self
    }

    /// The places that a move names, in the order in which it does: those whose names occur in its text. A name is not looked for inside a
    /// longer word or number.
    pub fn path(&self, text: &str) -> Vec<usize> {
        let mut found = Vec::new();
        let mut rest = text;
        let mut before = ' ';
        while let Some(first) = rest.chars().next() {
            let longest = self.places.iter().enumerate().filter(|(_, place)| starts_with_name(rest, &place.name, before));
            let length = match longest.max_by_key(|(i, place)| (place.name.len(), std::cmp::Reverse(*i))) {
                Some((i, place)) => {
                    found.push(i);
                    place.name.len()
                }
                None => first.len_utf8(),
            };
            before = rest[..length].chars().next_back().unwrap_or(' ');
            rest = &rest[length..];
        }
        found
    }
}

/// Whether a text begins with a name that is not a part of a longer number, and not of a word whose last letter was `before`.
fn starts_with_name(text: &str, name: &str, before: char) -> bool {
    let (Some(first), Some(last)) = (name.chars().next(), name.chars().next_back()) else { return false };
    let Some(after) = text.strip_prefix(name).map(|rest| rest.chars().next().unwrap_or(' ')) else { return false };
    let joined = |a: char, b: char| {
        a.is_ascii_digit() && b.is_ascii_digit()
            || a.is_ascii_lowercase() && b.is_ascii_lowercase() && name.chars().all(char::is_alphabetic)
    };
    !joined(before, first) && !joined(last, after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Layout {
        let mut layout = Layout::default();
        names.iter().for_each(|name| layout.side(*name, 0.0, 0.0));
        layout
    }

    #[test]
    fn moves_name_places() {
        let board = named(&["a1", "a10", "b2"]);
        assert_eq!(board.path("a1-b2"), [0, 2]);
        assert_eq!(board.path("Ra10xa1+"), [1, 0]);
        assert_eq!(board.path("a11 a2 b22"), []);
        assert_eq!(board.path("b2t"), [2]);
        assert_eq!(named(&["6", "bar", "5", "a"]).path("bar/6 16/5 pass"), [1, 0, 2]);
    }
}
