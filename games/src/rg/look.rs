//! How a game looks: its board is the map with the most entries over coordinates, unless a comment says otherwise.
//!
//! Members of a domain with two numbers, as `V(X, Y)`, are squares; with one, points of a row; two keys that are numbers are a square as well. Other
//! keys before them give a board each. A line that starts with `//@` says how something looks. Such lines change neither the game nor the key of
//! its records.
//!
//! ```text
//! //@ show board
//! //@ rows up
//! //@ board points
//! //@ goal red left right
//! //@ piece x: red disc X
//! //@ piece border: none
//! ```
//!
//! `show` names the map; `rows up` says that the second coordinate grows towards the top; `goal` colours sides of the board, `left`, `right`, `top` or
//! `bottom`; `board` and `piece` are those of Regular Boardgames.

use crate::names::find;
use crate::picture::{Form, Layout, Man, Picture, Place};
use crate::rbg::look::MARK;
use crate::rbg::look::board::{SQUARES, Squares, laid_out};
use crate::rbg::look::directives::{dressed, goal, named};
use crate::rbg::look::names::{colour_in, guessed, spaced};
use std::collections::BTreeMap;
use std::sync::Arc;
use treebench_rg::notation::{numbers, square};
use treebench_rg::{Game, State, Symbol};

/// The board and the men of a game.
pub(super) struct Looks {
    layout: Arc<Layout>,
    /// The cell that every place shows.
    cells: Vec<usize>,
    /// How values are shown, if they are.
    men: BTreeMap<Symbol, Option<Man>>,
    /// Whether the second coordinate grows towards the bottom.
    pub(super) rows_down: bool,
}

/// Maps with at most this number of entries, and plain variables, are written below the board.
const NOTED: usize = 6;

/// The sides of a board, and where they lie.
const SIDES: [(&str, (f32, f32)); 4] = [("left", (-1.0, 0.0)), ("right", (1.0, 0.0)), ("top", (0.0, -1.0)), ("bottom", (0.0, 1.0))];

impl Looks {
    /// Guesses how the game looks, and then follows the text's directives.
    ///
    /// # Errors
    /// If a directive cannot be understood: its line, what is wrong, and what was expected.
    pub(super) fn new(game: &Game, text: &str) -> Result<Looks, String> {
        let names: Vec<String> = game.symbols.iter().map(|name| name.to_string()).collect();
        let variables: Vec<String> = game.variables.iter().map(|variable| variable.name.to_string()).collect();
        let mut shown = usual(game);
        let (mut rows_down, mut squares, mut told, mut goals) = (true, None, BTreeMap::new(), Vec::new());
        for (number, line) in text.lines().enumerate() {
            let Some(directive) = line.trim().strip_prefix(MARK) else { continue };
            let wrong = |what: String| format!("{}: {what}", number + 1);
            let (verb, rest) = directive.trim().split_once(' ').unwrap_or((directive.trim(), ""));
            match verb {
                "show" => shown = Some(find(&variables, rest.trim(), "variable").map_err(wrong)?),
                "rows" => rows_down = named(&[("down", true), ("up", false)], rest.trim(), "direction").map_err(wrong)?,
                "board" => squares = Some(named(&SQUARES, rest.trim(), "board").map_err(wrong)?),
                "goal" => goals.push(goal(&SIDES.map(|(name, _)| name.to_owned()), rest).map_err(wrong)?),
                "piece" => {
                    let (piece, man) = dressed(&names, rest).map_err(wrong)?;
                    told.insert(piece as Symbol, man);
                }
                _ => {
                    let known = "`show`, `rows`, `board`, `goal` or `piece`";
                    return Err(wrong(format!("unknown directive `{MARK} {verb}`, expected {known}")));
                }
            }
        }
        let Some(shown) = shown else { return Ok(Looks { layout: Arc::default(), cells: Vec::new(), men: told, rows_down }) };
        let leaf = game.variables[shown].shape.leaf;
        let mut men: BTreeMap<Symbol, Option<Man>> =
            game.sets[leaf].members.iter().enumerate().map(|(i, &symbol)| (symbol, man(game.name(symbol), i))).collect();
        men.extend(told);
        let figures = men.values().flatten().any(|man| man.form == Form::Figure);
        let squares = squares.unwrap_or(if figures { Squares::Chequered } else { Squares::Plain });
        let places = places(game, shown, rows_down, squares == Squares::Hexagons);
        let (mut cells, mut names, mut at) = (Vec::new(), Vec::new(), Vec::new());
        for (cell, name, place) in places {
            cells.push(cell);
            names.push(name);
            at.push(place);
        }
        let mut layout = laid_out(&names, squares, &at);
        for (colour, side) in goals.into_iter().flat_map(|(colour, sides)| sides.into_iter().map(move |side| (colour, SIDES[side].1))) {
            let places = outermost(&layout, side);
            layout.goal(colour, places, side);
        }
        layout.colours = game.player_names().map(colour_in).collect::<Option<Vec<_>>>().unwrap_or_default();
        Ok(Looks { layout: Arc::new(layout), cells, men, rows_down })
    }

    /// A state as a picture, with the variables that are no board; none if the game has no board.
    pub(super) fn picture(&self, game: &Game, state: &State) -> Option<Picture> {
        if self.cells.is_empty() {
            return None;
        }
        let picture = Picture::new(Arc::clone(&self.layout), |place| self.men.get(&state.cells[self.cells[place]]).cloned().flatten());
        let mut words = Vec::new();
        let known = [game.goals, game.player, game.visible];
        let shown = |name: &str| !name.contains("_arg") && !name.ends_with("_return");
        let variables = game.variables.iter().enumerate().filter(|(number, variable)| !known.contains(number) && shown(&variable.name));
        for (_, variable) in variables {
            let value = |cell: usize| game.name(state.cells[cell]);
            match variable.shape.keys[..] {
                [] => words.push(format!("{}={}", variable.name, value(variable.offset))),
                [key] if variable.cells <= NOTED && !self.cells.contains(&variable.offset) => {
                    let entry =
                        |(i, &member): (usize, &Symbol)| format!("{}[{}]={}", variable.name, game.name(member), value(variable.offset + i));
                    words.extend(game.sets[key].members.iter().enumerate().map(entry));
                }
                _ => {}
            }
        }
        Some(picture.note(words.join(" ")))
    }

    /// The men of a state as the numbers of their symbols; whether the game has a board.
    pub(super) fn men(&self, state: &State, out: &mut Vec<u16>) -> bool {
        out.clear();
        out.extend(self.cells.iter().map(|&cell| state.cells[cell]));
        !self.cells.is_empty()
    }
}

/// The places beyond which none lies in their row or column; hexagons have rows alone.
fn outermost(layout: &Layout, (x, y): (f32, f32)) -> Vec<usize> {
    let places = &layout.places;
    let ahead = |place: &Place| place.x * x + place.y * y;
    let farthest = places.iter().map(ahead).fold(f32::NEG_INFINITY, f32::max);
    let is_last = |place: &&Place| {
        let beyond = |other: &Place| other.y == place.y && ahead(other) > ahead(place);
        if y == 0.0 { !places.iter().any(beyond) } else { ahead(place) == farthest }
    };
    places.iter().enumerate().filter(|(_, place)| is_last(place)).map(|(number, _)| number).collect()
}

/// The coordinates of a member of a set of keys.
fn coordinates(name: &str) -> Option<Vec<u32>> {
    match numbers(name) {
        Some((_, numbers)) => Some(numbers),
        None => name.parse().ok().map(|number| vec![number]),
    }
}

/// The number of coordinates of most members of a set; 0 if there are none.
fn dimensions(game: &Game, set: usize) -> usize {
    let members = &game.sets[set].members;
    let of = |n: usize| members.iter().filter(|&&member| coordinates(game.name(member)).is_some_and(|found| found.len() == n)).count();
    [2, 1].into_iter().find(|&n| 2 * of(n) > members.len()).unwrap_or(0)
}

/// The map with the most entries over coordinates.
fn usual(game: &Game) -> Option<usize> {
    let fits = |variable: &treebench_rg::game::Variable| {
        let [.., key] = variable.shape.keys[..] else { return false };
        variable.cells > NOTED && dimensions(game, key) > 0
    };
    let known = [game.goals, game.player, game.visible];
    let candidates =
        (0..game.variables.len()).filter(|&number| !known.contains(&number) && fits(&game.variables[number]) && game.mentions(number));
    candidates.max_by_key(|&number| (game.variables[number].cells, std::cmp::Reverse(number)))
}

/// The cells that are shown, with their names, columns and rows.
fn places(game: &Game, shown: usize, rows_down: bool, hexagons: bool) -> Vec<(usize, String, (f32, f32))> {
    let variable = &game.variables[shown];
    let mut rows = vec![(variable.offset, Vec::new())];
    let mut stride = variable.cells;
    let keys = &variable.shape.keys;
    // Keys before the coordinates give a board each.
    let last = keys.last().map_or(0, |&key| dimensions(game, key));
    let pair = last == 1 && keys.len() > 1 && dimensions(game, keys[keys.len() - 2]) == 1;
    let first = keys.len() - if pair { 2 } else { 1 };
    for (i, &key) in keys.iter().enumerate() {
        let members = &game.sets[key].members;
        stride /= members.len() + 1;
        let longer = |(cell, at): (usize, Vec<u32>)| {
            let entry = move |(place, &member): (usize, &Symbol)| {
                let found = if i < first { vec![place as u32] } else { coordinates(game.name(member))? };
                Some((cell + place * stride, [&at[..], &found].concat()))
            };
            members.iter().enumerate().filter_map(entry).collect::<Vec<_>>()
        };
        rows = rows.into_iter().flat_map(longer).collect();
    }
    let wanted = first + if pair { 2 } else { last.max(1) };
    rows.retain(|(_, at)| at.len() == wanted);
    let ends = |i: usize| {
        let all = rows.iter().map(|(_, at)| at.get(i).copied().unwrap_or(0));
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
    };
    let (columns, lines) = (ends(first), if wanted - first > 1 { ends(first + 1) } else { (0, 0) });
    let width = (columns.1 - columns.0 + 2) as f32;
    let mut shown = Vec::with_capacity(rows.len());
    for (cell, at) in &rows {
        let x = at[first] - columns.0;
        let y = at.get(first + 1).map_or(0, |&y| if rows_down { y - lines.0 } else { lines.1 - y });
        // Boards are numbered by all keys before the coordinates together.
        let board = at[..first].iter().enumerate().fold(0, |board, (i, &place)| board * game.sets[keys[i]].members.len() as u32 + place);
        let name = match (board, wanted - first) {
            (0, 2) => square(x, lines.1 - lines.0 - y).unwrap_or_default(),
            (0, _) => at[first].to_string(),
            _ => String::new(),
        };
        let shift = if hexagons { y as f32 / 2.0 } else { 0.0 };
        shown.push((*cell, name, (x as f32 + shift + board as f32 * width, y as f32)));
    }
    shown
}

/// The default look of a value: a number of something as that number, in its colour if it has one.
fn man(name: &str, number: usize) -> Option<Man> {
    if ["null", "border", "nan", "none"].contains(&name) {
        return None;
    }
    let Some((_, parts)) = name.split_once("__") else { return guessed(name, number) };
    let parts: Vec<&str> = parts.split('_').collect();
    let count = parts.iter().find_map(|part| part.parse::<u32>().ok());
    let colour = parts.iter().find_map(|part| colour_in(part));
    match (count, colour) {
        (Some(0), _) => None,
        (Some(count), Some(colour)) => Some(Man::stone(count.to_string(), colour).label(spaced(name)).times(count)),
        (Some(count), None) => Some(Man::stone(count.to_string(), crate::picture::Colour::Grey).form(Form::Text).glyph(count.to_string())),
        (None, _) => guessed(parts[0], number),
    }
}
