//! Games as plain values: positions, moves and search results.

/// A page of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GamesPage {
    /// The heading, one line.
    pub title: String,
    /// The introduction, one sentence each.
    pub intro: Vec<String>,
    /// The boards on which the games are played.
    pub boards: Vec<Board>,
    /// The groups of games, in order.
    pub cells: Vec<GameCell>,
    /// The games, in order.
    pub games: Vec<StoredGame>,
}

/// Games that belong together: those of a cell of an experiment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameCell {
    /// The number by which links name it, as in `#cell=3`.
    pub number: usize,
    /// What it is, one line.
    pub name: String,
    /// Selected games, as a word such as `longest` and the index of the game.
    pub links: Vec<(String, usize)>,
}

/// A board: where things are, and which things can lie there. One unit is the width of a square; y grows downwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// The places. A board without places shows the drawing of every position.
    pub places: Vec<Place>,
    /// Lines, each through its points.
    pub lines: Vec<Vec<(f32, f32)>>,
    /// Filled polygons behind the places.
    pub areas: Vec<Area>,
    /// Words beside the board.
    pub labels: Vec<Label>,
    /// The colour of each player's men, by its name; may be empty.
    pub colours: Vec<&'static str>,
    /// All pieces that can be in a place.
    pub pieces: Vec<Piece>,
}

/// A place of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Its name; may be empty.
    pub name: String,
    /// Its centre.
    pub at: (f32, f32),
    /// `square`, `hexagon`, `point`, `pit` or `side`.
    pub shape: &'static str,
    /// `plain`, `light` or `dark`.
    pub shade: &'static str,
}

/// A filled polygon.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// Its corners.
    pub corners: Vec<(f32, f32)>,
    /// `plain`, `light`, `dark` or the name of a colour.
    pub shade: &'static str,
}

/// A word at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The word.
    pub text: String,
    /// Its centre.
    pub at: (f32, f32),
}

/// A piece that can be in a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// What is written on it; may be empty.
    pub glyph: String,
    /// What it is, in words.
    pub label: String,
    /// The name of its colour.
    pub colour: &'static str,
    /// `disc`, `figure`, `tile-up`, `tile-down`, `hidden`, `block`, `die` or `text`.
    pub form: &'static str,
    /// How many lie there; a number other than 1 is shown.
    pub count: u32,
}

/// A game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredGame {
    /// The name of its task.
    pub id: String,
    /// The index of its cell in [`GamesPage::cells`].
    pub cell: usize,
    /// A few words for a list, such as `won in 43 moves`.
    pub title: String,
    /// The index of its board in [`GamesPage::boards`].
    pub board: usize,
    /// The index of the game with the same start and the seats swapped.
    pub pair: Option<usize>,
    /// The players, in the order of the seats.
    pub seats: Vec<Seat>,
    /// Who won, in words.
    pub result: String,
    /// How it ended, in words.
    pub ended: String,
    /// The failure; empty if none.
    pub failure: String,
    /// The number of the first move where a move of both players together has one number, as in chess; `None` where every move has its own.
    pub first_number: Option<u32>,
    /// The position in which it began.
    pub start: Reveal,
    /// The moves, those of chance included.
    pub plies: Vec<Ply>,
}

/// A player of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seat {
    /// The name, by which links find it.
    pub name: String,
    /// Its label.
    pub label: String,
    /// Its effort, in words.
    pub spent: String,
    /// The command that searches a position as this player did; the position is appended.
    pub command: String,
}

/// The changes of a position from the previous one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reveal {
    /// The places that changed, with the index of the piece that lies there now, if one does.
    pub changes: Vec<(usize, Option<usize>)>,
    /// The seat whose turn it is; `None` for chance and at the end.
    pub turn: Option<usize>,
    /// The position in the notation of the game.
    pub position: String,
    /// Notes on it; may have several lines.
    pub note: String,
}

/// A move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ply {
    /// Its notation.
    pub text: String,
    /// The seat that made it; `None` for chance.
    pub by: Option<usize>,
    /// Whether it belongs to an opening and no agent chose it.
    pub given: bool,
    /// The places that it names, as paths.
    pub paths: Vec<Vec<usize>>,
    /// The position after it.
    pub shown: Reveal,
    /// The result of the search that chose it, if kept.
    pub search: Option<Search>,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    /// Its iterations.
    pub iterations: u64,
    /// Its wall time in microseconds, if it was kept.
    pub micros: Option<u64>,
    /// The moves at its root, the most visited first.
    pub moves: Vec<SearchedMove>,
    /// The moves that it expects, beginning with the first one.
    pub line: Vec<String>,
}

/// A move at the root of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchedMove {
    /// Its notation.
    pub text: String,
    /// Its visits.
    pub visits: u64,
    /// Its mean value for the player to move, from 0 to 1.
    pub mean: f64,
    /// The places that it names, as paths.
    pub paths: Vec<Vec<usize>>,
}
