//! How the board of a rules file looks: guessed from the names of the pieces and the kind of board, or stated in comments.
//!
//! A line that starts with `//@` says how something looks. Such lines change neither the game nor the key of its records.
//!
//! ```text
//! //@ board points
//! //@ lines clockwise in
//! //@ place d6 3 1
//! //@ piece bMan: black disc b
//! //@ piece bKing: black disc B ♛
//! //@ piece played: none
//! //@ record pgn Antichess
//! //@ fen clock quiet
//! ```
//!
//! `board` is followed by `squares`, `chequered`, `points`, `hexagons` or `pits`; `lines` by the directions along which points are joined
//! (all that lead back, too, if nothing is said); `place` by a square, its column and its row, from 0 in the upper left corner. After
//! `piece NAME:` come a colour (`white`, `black`, `red`, `blue`, `green`, `yellow`, `purple`, `orange`, `grey`), a form (`disc`, `figure`,
//! `block`, `hidden`), the letter for the terminal, and if need be what is written on the piece; or `none` for a piece that is not shown.
//! `record` names the notation in which games are exchanged: `sgf`, or `pgn` and the name of the variant if it is one. `fen` says that positions
//! have a FEN, and how (see `forsyth`).

use super::forsyth::Forsyth;
use crate::exchange::Exchange;
use crate::names::nearest;
use crate::picture::grid::HEXAGON_ROW;
use crate::picture::{Colour, Form, Layout, Man, Picture, Place, Shade, Shape};
use std::sync::Arc;
use treebench_rbg::board::Board;
use treebench_rbg::expr::Variable;
use treebench_rbg::{Description, Program, State};

/// The lines of a rules file that say how the game looks.
pub(super) const MARK: &str = "//@";

/// How the squares of a board look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Squares {
    Plain,
    Chequered,
    Points,
    Hexagons,
    Pits,
}

const SQUARES: [(&str, Squares); 5] = [
    ("squares", Squares::Plain),
    ("chequered", Squares::Chequered),
    ("points", Squares::Points),
    ("hexagons", Squares::Hexagons),
    ("pits", Squares::Pits),
];

const FORMS: [Form; 4] = [Form::Disc, Form::Figure, Form::Block, Form::Hidden];

/// The board and the men of a game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Looks {
    layout: Arc<Layout>,
    /// For every piece of the description how it is shown, if it is.
    men: Vec<Option<Man>>,
    /// The notation in which games are exchanged.
    pub(super) exchange: Exchange,
    /// How positions are written in FEN, if they are.
    pub(super) forsyth: Option<Forsyth>,
}

impl Looks {
    /// Guesses how the game looks, and then follows the text's directives.
    ///
    /// # Errors
    /// If a directive cannot be understood: its line, what is wrong, and what was expected.
    pub(super) fn new(description: &Description, text: &str) -> Result<Looks, String> {
        let board = &description.board;
        let mut men: Vec<Option<Man>> = description.pieces.iter().enumerate().map(|(i, name)| guessed(name, i)).collect();
        let mut squares = None;
        let mut exchange = Exchange::Plain;
        let mut forsyth: Option<Forsyth> = None;
        let mut lines: Option<Vec<usize>> = None;
        let mut places: Vec<(f32, f32)> = board.places.iter().map(|&(x, y)| (f32::from(x) / 2.0, f32::from(y) / 2.0)).collect();
        for (number, line) in text.lines().enumerate() {
            let Some(directive) = line.trim().strip_prefix(MARK) else { continue };
            let wrong = |what: String| format!("{}: {what}", number + 1);
            let (verb, rest) = directive.trim().split_once(' ').unwrap_or((directive.trim(), ""));
            match verb {
                "board" => squares = Some(named(&SQUARES, rest.trim(), "board").map_err(wrong)?),
                "lines" => {
                    lines = Some(
                        rest.split_whitespace()
                            .map(|name| find(&board.directions, name, "direction"))
                            .collect::<Result<_, _>>()
                            .map_err(wrong)?,
                    )
                }
                "place" => {
                    let (square, at) = placed(board, rest).map_err(wrong)?;
                    places[square] = at;
                }
                "piece" => {
                    let (piece, man) = dressed(description, rest).map_err(wrong)?;
                    men[piece] = man;
                }
                "record" => exchange = recorded(rest).map_err(wrong)?,
                "fen" => forsyth.get_or_insert_default().line(description, rest).map_err(wrong)?,
                _ => {
                    let known = "`board`, `lines`, `place`, `piece`, `record` or `fen`";
                    return Err(wrong(format!("`{MARK} {verb}` says nothing that is known, expected {known}")));
                }
            }
        }
        let squares = squares.unwrap_or_else(|| usual(board, &men));
        let mut layout = laid_out(board, squares, &places);
        if squares == Squares::Points {
            layout.lines = joined(board, &places, lines.as_deref());
        }
        let colours = description.players.iter().map(|player| colour_in(&player.name)).collect::<Option<Vec<_>>>();
        layout.colours = colours.unwrap_or_default();
        if let Exchange::Pgn { fen, .. } = &mut exchange {
            *fen = forsyth.is_some();
        }
        Ok(Looks { layout: Arc::new(layout), men, exchange, forsyth })
    }

    /// The letter of every piece that is shown.
    pub(super) fn letters(&self) -> Vec<Option<char>> {
        self.men.iter().map(|man| man.as_ref().and_then(|man| man.letter.chars().next())).collect()
    }

    /// A state as a picture, with the variables that the rules declare.
    pub(super) fn picture(&self, program: &Program, state: &State) -> Picture {
        let picture =
            Picture::new(Arc::clone(&self.layout), |square| self.men[usize::from(state.piece(&program.layout, square as u16).0)].clone());
        let description = &program.description;
        let word = |i: usize| {
            let variable = Variable(i as u16);
            format!("{}={}", description.variable(variable).name, state.variable(&program.layout, variable))
        };
        let words: Vec<String> = (description.players.len()..description.variable_count()).map(word).collect();
        if words.is_empty() { picture } else { picture.note(words.join(" ")) }
    }
}

/// The lines of a rules file that belong to the rules: what stored results are identified by.
pub fn without_looks(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with(MARK)).collect()
}

/// The colour whose name or letter a name begins with: `whiteRook`, `wMan`.
fn colour_in(name: &str) -> Option<Colour> {
    let whole = Colour::ALL.into_iter().find(|colour| name.to_lowercase().starts_with(colour.name()));
    let mut letters = name.chars();
    let (first, second) = (letters.next()?, letters.next());
    let short = || {
        let colour = match first {
            'w' => Colour::White,
            'b' => Colour::Black,
            'r' => Colour::Red,
            'y' => Colour::Yellow,
            'g' => Colour::Green,
            _ => return None,
        };
        second.is_none_or(|letter| letter.is_ascii_uppercase()).then_some(colour)
    };
    whole.or_else(short)
}

/// How a piece with this name and number is shown, if nothing is said of it: nothing for the empty square, a chessman for what is called
/// one, else a disc.
fn guessed(name: &str, number: usize) -> Option<Man> {
    if ["empty", "e", "free", "none"].contains(&name) {
        return None;
    }
    let known = colour_in(name);
    let colour = known.unwrap_or([Colour::White, Colour::Black, Colour::Red, Colour::Blue, Colour::Green, Colour::Grey][number % 6]);
    let lower = name.to_lowercase();
    let kinds = [("king", 'K'), ("queen", 'Q'), ("rook", 'R'), ("bishop", 'B'), ("knight", 'N'), ("pawn", 'P')];
    if let Some((_, kind)) = kinds.into_iter().find(|(kind, _)| lower.ends_with(kind)) {
        return Some(Man::chessman(kind, colour).label(spaced(name)));
    }
    let letter = match (known, colour) {
        (Some(_), Colour::White) => 'O',
        (Some(_), Colour::Black) => 'X',
        _ => name.chars().next().unwrap_or('?').to_ascii_uppercase(),
    };
    Some(Man::stone(letter, colour).label(spaced(name)))
}

/// `whiteRook`: `white rook`.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// What a board looks like if nothing is said: hexagons in rows that are shifted by half a square, chequered squares if there are chessmen.
fn usual(board: &Board, men: &[Option<Man>]) -> Squares {
    let shifted = |&(x, y): &(u16, u16)| (x + y) % 2 == 1 || x % 2 == 1;
    if board.directions.len() == 6 && board.places.iter().any(shifted) {
        Squares::Hexagons
    } else if men.iter().flatten().any(|man| man.form == Form::Figure) {
        Squares::Chequered
    } else {
        Squares::Plain
    }
}

fn laid_out(board: &Board, squares: Squares, places: &[(f32, f32)]) -> Layout {
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
    let mut layout = Layout { places: board.names.iter().zip(places).map(place).collect(), ..Layout::default() };
    // Rows and columns have labels if all names are a column's letter and a row's number; layers have theirs above.
    let parts: Option<Vec<[&str; 3]>> = board.names.iter().map(|name| split_name(name)).collect();
    let mut labels: Vec<(String, f32, f32)> = Vec::new();
    for ([column, row, layer], &(x, y)) in parts.iter().flatten().zip(places) {
        // The rows of hexagons begin where they are.
        let in_row = places.iter().filter(|at| at.1 == y || squares != Squares::Hexagons).map(|at| at.0);
        labels.push(((*row).to_owned(), in_row.fold(f32::INFINITY, f32::min) - 1.0, y * row_height));
        if squares != Squares::Hexagons {
            labels.push(((*column).to_owned(), x, bottom + 1.0));
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

/// `e4B`: the column `e`, the row `4` and the layer `B`, which may be empty.
fn split_name(name: &str) -> Option<[&str; 3]> {
    let rest = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let layer = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let (column, row) = (&name[..name.len() - rest.len()], &rest[..rest.len() - layer.len()]);
    let named = !column.is_empty() && !row.is_empty() && layer.chars().all(|c| c.is_ascii_uppercase());
    named.then_some([column, row, layer])
}

/// The lines between neighbouring points along these directions; without any, along all by which one can come back.
fn joined(board: &Board, places: &[(f32, f32)], directions: Option<&[usize]>) -> Vec<Vec<(f32, f32)>> {
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

/// Finds a word's value, or suggests the nearest word.
fn named<T: Copy>(known: &[(&str, T)], word: &str, what: &str) -> Result<T, String> {
    let names: Vec<String> = known.iter().map(|(name, _)| (*name).to_owned()).collect();
    find(&names, word, what).map(|i| known[i].1)
}

pub(super) fn find(names: &[String], word: &str, what: &str) -> Result<usize, String> {
    names.iter().position(|name| name == word).ok_or_else(|| {
        let hint = nearest(word, names.iter().map(String::as_str)).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        format!("there is no {what} `{word}`{hint}")
    })
}

/// `sgf`, `pgn` or `pgn NAME OF VARIANT`.
fn recorded(text: &str) -> Result<Exchange, String> {
    let (name, variant) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    match (name, variant.trim()) {
        ("sgf", "") => Ok(Exchange::Sgf { half_komi: 0, handicap: 0 }),
        ("pgn", variant) => Ok(Exchange::Pgn { variant: variant.to_owned(), fen: false }),
        _ => Err(format!("`{}` is no notation for games, expected `sgf`, `pgn`, or `pgn` and the name of a variant", text.trim())),
    }
}

/// `d6 3 1`: a square, its column and its row.
fn placed(board: &Board, text: &str) -> Result<(usize, (f32, f32)), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [square, x, y] = words[..] else { return Err(format!("`{text}` is not a square with its column and its row, as in `d6 3 1`")) };
    let number = |word: &str| {
        let found: Option<f32> = word.parse().ok().filter(|number: &f32| (0.0..=200.0).contains(number));
        found.ok_or_else(|| format!("`{word}` is not a column or a row, expected a number from 0 to 200"))
    };
    Ok((find(&board.names, square, "square")?, (number(x)?, number(y)?)))
}

/// `bKing: black disc B ♛`: a piece, and how it is shown.
fn dressed(description: &Description, text: &str) -> Result<(usize, Option<Man>), String> {
    let expected = "expected a piece, a colour, a form and a letter, as in `bKing: black disc B`, or `bKing: none`";
    let (name, rest) = text.split_once(':').ok_or_else(|| format!("`{text}` has no colon; {expected}"))?;
    let piece = find(&description.pieces, name.trim(), "piece")?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (colour, form, letter, glyph) = match words[..] {
        ["none"] => return Ok((piece, None)),
        [colour, form, letter] => (colour, form, letter, ""),
        [colour, form, letter, glyph] => (colour, form, letter, glyph),
        _ => return Err(format!("`{}` does not say how the piece looks; {expected}", rest.trim())),
    };
    let colour = named(&Colour::ALL.map(|colour| (colour.name(), colour)), colour, "colour")?;
    let form = named(&FORMS.map(|form| (form.name(), form)), form, "form")?;
    Ok((piece, Some(Man::stone(letter, colour).form(form).glyph(glyph).label(spaced(name.trim())))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::games;

    fn looks(text: &str) -> Result<Looks, String> {
        const RULES: &str = "#players = white(1), black(1)\n#pieces = empty, whiteRook, bMan\n#variables =\n\
            #board = rectangle(up, down, left, right, [empty, whiteRook] [bMan, empty])\n#rules = ->white up [empty] ->> {}\n";
        let description =
            treebench_rbg::parse("test.rbg", RULES, &treebench_rbg::Limits::default()).map_err(|errors| errors.to_string())?;
        Looks::new(&description, &format!("{RULES}{text}"))
    }

    #[test]
    fn names_are_understood_and_directives_obeyed() {
        let plain = looks("").unwrap();
        assert_eq!(plain.men, [None, Some(Man::chessman('R', Colour::White)), Some(Man::stone('X', Colour::Black).label("b man"))]);
        assert!(plain.layout.places.iter().all(|place| place.shape == Shape::Square && place.shade != Shade::Plain));
        let told =
            looks("//@ board points\n  //@ piece bMan: red block # ♛\n//@ piece whiteRook: none\n//@ place a1 5 7\n//@ lines up").unwrap();
        assert_eq!(told.men, [None, None, Some(Man::stone('#', Colour::Red).form(Form::Block).glyph("♛").label("b man"))]);
        assert_eq!((told.layout.places[2].x, told.layout.places[2].y), (5.0, 7.0));
        assert_eq!(told.layout.lines.len(), 2, "{:?}", told.layout.lines);
    }

    #[test]
    fn mistakes_name_their_line_and_the_nearest_word() {
        for (text, message) in [
            ("\n//@ board hexagon", "7: there is no board `hexagon`; did you mean `hexagons`?"),
            ("//@ piece bMen: none", "6: there is no piece `bMen`; did you mean `bMan`?"),
            ("//@ piece bMan: none x y z u", "6: `none x y z u` does not say how the piece looks; expected a piece, a colour"),
            ("//@ piece bMan: blak disc b", "6: there is no colour `blak`; did you mean `black`?"),
            ("//@ place a1 x 3", "6: `x` is not a column or a row, expected a number from 0 to 200"),
            ("//@ record svg", "6: `svg` is no notation for games, expected `sgf`"),
            ("//@ places a1 1 3", "6: `//@ places` says nothing that is known"),
            ("//@ fen clock quite", "6: there is no variable `quite`"),
            ("//@ fen castling whiteRook bman x", "6: there is no piece `bman`; did you mean `bMan`?"),
            ("//@ fen pasing x", "6: `pasing x` says nothing about FEN, expected `castling`, `passed` or `clock` with names"),
        ] {
            let error = looks(text).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn looks_are_no_part_of_the_rules() {
        assert_eq!(without_looks("#a = 1\n  //@ board points\n//= total 1\n//@ x"), "#a = 1\n//= total 1\n");
    }

    /// A game that is played on points, hexagons or with men of odd names is recognised in the terminal.
    #[test]
    fn bundled_games_have_letters_of_their_own() {
        for entry in games().iter().filter(|entry| entry.name.starts_with("rbg/")) {
            let game = entry.build(&crate::params::Values::default()).unwrap();
            let picture = game.start().picture().unwrap();
            let wrong: Vec<&Man> = picture.men.iter().flatten().filter(|man| man.letter.chars().count() != 1).collect();
            assert!(wrong.is_empty(), "{}: {wrong:?}", entry.name);
            assert!(!picture.layout.labels.is_empty(), "{} has coordinates", entry.name);
        }
    }
}
