//! How the board of a rules file looks: guessed from the names of the pieces and the kind of board, or stated in comments.
//!
//! A line that starts with `//@` says how something looks. Such lines change neither the game nor the key of its records.
//!
//! ```text
//! //@ board points
//! //@ lines clockwise in
//! //@ place d6 3 1
//! //@ goal white up down
//! //@ piece bMan: black disc b
//! //@ piece bKing: black disc B ♛
//! //@ piece played: none
//! //@ record pgn Antichess
//! //@ fen clock quiet
//! ```
//!
//! `board` is followed by `squares`, `chequered`, `points`, `hexagons` or `pits`; `lines` by the directions along which points are joined
//! (all that lead back, too, if nothing is said); `goal` by a colour and the directions that lead to its sides of the board; `place` by a square, its column and its row, from 0 in the upper left corner. After
//! `piece NAME:` come a colour (`white`, `black`, `red`, `blue`, `green`, `yellow`, `purple`, `orange`, `grey`), a form (`disc`, `figure`,
//! `block`, `hidden`), the letter for the terminal, and if need be what is written on the piece; or `none` for a piece that is not shown.
//! `record` names the notation in which games are exchanged: `sgf`, or `pgn` and the name of the variant if it is one. `fen` says that positions
//! have a FEN, and how (see `forsyth`).

pub(crate) mod board;
pub(crate) mod directives;
pub(crate) mod names;
mod squares;

use super::forsyth::Forsyth;
use crate::game::Exchange;
use crate::names::find;
use crate::picture::{Layout, Man, Picture};
use board::{SQUARES, Squares, joined, laid_out, usual};
use directives::{dressed, goal, named, placed, recorded};
use names::{colour_in, guessed};
use squares::SquareGrid;
use std::sync::Arc;
use treebench_rbg::{Description, Program, State, Variable};

/// The lines of a rules file that say how the game looks.
pub(crate) const MARK: &str = "//@";

/// The board and the men of a game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Looks {
    pub(super) layout: Arc<Layout>,
    /// For every piece of the description how it is shown, if it is.
    men: Vec<Option<Man>>,
    /// The notation in which games are exchanged.
    pub(super) exchange: Exchange,
    /// The squares in columns and rows, if that notation needs them.
    pub(super) squares: Option<SquareGrid>,
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
        let mut goals = Vec::new();
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
                "goal" => goals.push(goal(&board.directions, rest).map_err(wrong)?),
                "place" => {
                    let (square, at) = placed(board, rest).map_err(wrong)?;
                    places[square] = at;
                }
                "piece" => {
                    let (piece, man) = dressed(&description.pieces, rest).map_err(wrong)?;
                    men[piece] = man;
                }
                "record" => exchange = recorded(rest).map_err(wrong)?,
                "fen" => forsyth.get_or_insert_default().line(description, rest).map_err(wrong)?,
                _ => {
                    let known = "`board`, `lines`, `goal`, `place`, `piece`, `record` or `fen`";
                    return Err(wrong(format!("unknown directive `{MARK} {verb}`, expected {known}")));
                }
            }
        }
        let squares = squares.unwrap_or_else(|| usual(board, &men));
        let mut layout = laid_out(&board.names, squares, &places);
        if squares == Squares::Points {
            layout.lines = joined(board, &places, lines.as_deref());
        }
        for (colour, directions) in goals {
            directions.into_iter().for_each(|direction| board::colour_goal(&mut layout, board, colour, direction));
        }
        let colours = description.players.iter().map(|player| colour_in(&player.name)).collect::<Option<Vec<_>>>();
        layout.colours = colours.unwrap_or_default();
        if let Exchange::Pgn { fen, .. } = &mut exchange {
            *fen = forsyth.is_some();
        }
        let squares = SquareGrid::new(&exchange, &places, &men);
        Ok(Looks { layout: Arc::new(layout), men, exchange, squares, forsyth })
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
pub(crate) fn without_looks(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with(MARK)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::games;
    use crate::picture::{Colour, Form, Shade, Shape};

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
            ("\n//@ board hexagon", "7: unknown board `hexagon`; did you mean `hexagons`?"),
            ("//@ piece bMen: none", "6: unknown piece `bMen`; did you mean `bMan`?"),
            ("//@ piece bMan: none x y z u", "6: `none x y z u` does not say how the piece looks; expected a piece, a colour"),
            ("//@ piece bMan: blak disc b", "6: unknown colour `blak`; did you mean `black`?"),
            ("//@ place a1 x 3", "6: `x` is not a column or a row, expected a number from 0 to 200"),
            ("//@ record svg", "6: `svg` is not a notation for games, expected `sgf`"),
            ("//@ goal rad up", "6: unknown colour `rad`; did you mean `red`?"),
            ("//@ goal red upp", "6: unknown direction `upp`; did you mean `up`?"),
            ("//@ goal red", "6: `red` is not a colour with the directions that lead to its sides, as in `red left right`"),
            ("//@ places a1 1 3", "6: unknown directive `//@ places`, expected `board`"),
            ("//@ fen clock quite", "6: unknown variable `quite`"),
            ("//@ fen castling whiteRook bman x", "6: unknown piece `bman`; did you mean `bMan`?"),
            ("//@ fen pasing x", "6: unknown key `pasing x` of FEN, expected `castling`, `passed` or `clock` with names"),
        ] {
            let error = looks(text).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn goals_are_coloured_beyond_the_last_squares() {
        let goals = looks("//@ goal red up\n//@ goal blue left right").unwrap().layout.areas.clone();
        let seen: Vec<(Shade, f32, f32)> = goals.iter().map(|area| (area.shade, area.corners[0].0, area.corners[0].1)).collect();
        let [red, blue] = [Colour::Red, Colour::Blue].map(Shade::Goal);
        let near = |a: f32, b: f32| (a - b).abs() < 1e-5;
        let expected = [(red, 0.5, 0.3), (red, 1.5, 0.3), (blue, 0.3, 0.5), (blue, 0.3, 1.5), (blue, 1.7, 0.5), (blue, 1.7, 1.5)];
        assert!(seen.iter().zip(&expected).all(|(a, b)| a.0 == b.0 && near(a.1, b.1) && near(a.2, b.2)), "{seen:?}");
        assert_eq!(seen.len(), expected.len());
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
