//! Games in the notations in which programs of others read them: SGF for go, PGN for chess and its relatives.
//!
//! Everything is read off [pictures](crate::picture), so that a game only says which notation fits it ([`Game::exchange`]).

pub mod sgf;

use crate::game::Game;
use crate::picture::{Colour, Form, Man, Picture};
use crate::position::Position;
use std::collections::BTreeMap;

/// The notation in which games are exchanged with other programs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Exchange {
    /// None that is common: positions and moves as this project writes them.
    #[default]
    Plain,
    /// Smart Game Format for go: black and white stones on a square board. Black is player 0.
    Sgf {
        /// What is added to White's points, in half points.
        half_komi: i32,
        /// The stones that Black has before White's first move.
        handicap: u16,
    },
    /// Portable Game Notation. White is player 0, and pictures show chessmen.
    Pgn {
        /// The name of the variant; empty for chess itself.
        variant: String,
        /// Whether positions are written in FEN. If not, only games from the usual start can be exchanged.
        fen: bool,
    },
}

impl Exchange {
    /// The points that White is given; none in games without them.
    pub fn komi(&self) -> f64 {
        match self {
            Exchange::Sgf { half_komi, .. } => f64::from(*half_komi) / 2.0,
            Exchange::Plain | Exchange::Pgn { .. } => 0.0,
        }
    }
}

/// The point of a picture's place in SGF, two letters from the upper left corner; `None` if it is none.
pub fn sgf_point(picture: &Picture, place: usize) -> Option<String> {
    let place = picture.layout.places.get(place)?;
    let letter = |at: f32| (0.0..26.0).contains(&at).then(|| char::from(b'a' + at.round() as u8));
    Some([letter(place.x)?, letter(place.y)?].iter().collect())
}

/// The places of the stones of one colour.
pub fn stones(picture: &Picture, colour: Colour) -> impl Iterator<Item = usize> + '_ {
    let men = picture.men.iter().enumerate();
    men.filter(move |(_, man)| man.as_ref().is_some_and(|man| man.colour == colour)).map(|(place, _)| place)
}

/// The points that are Black's and White's by area: those with their stones, and those from which, over empty points, only stones of one
/// colour can be reached (Tromp and Taylor, The rules of go). The picture shows a square board of points.
pub fn area(picture: &Picture) -> [usize; 2] {
    let places = &picture.layout.places;
    let at: BTreeMap<(i64, i64), usize> =
        places.iter().enumerate().map(|(i, place)| ((place.x.round() as i64, place.y.round() as i64), i)).collect();
    let owner = |place: usize| {
        picture.men[place].as_ref().and_then(|man| [Colour::Black, Colour::White].iter().position(|colour| *colour == man.colour))
    };
    let beside = |place: usize| {
        let (x, y) = (places[place].x.round() as i64, places[place].y.round() as i64);
        [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].into_iter().filter_map(|point| at.get(&point).copied()).collect::<Vec<_>>()
    };
    let mut points = [0; 2];
    let mut seen = vec![false; places.len()];
    for first in 0..places.len() {
        if let Some(player) = owner(first) {
            points[player] += 1;
        } else if !std::mem::replace(&mut seen[first], true) {
            let (mut region, mut next, mut reached) = (vec![first], 0, [false; 2]);
            while let Some(&place) = region.get(next) {
                next += 1;
                for other in beside(place) {
                    match owner(other) {
                        Some(player) => reached[player] = true,
                        None if !std::mem::replace(&mut seen[other], true) => region.push(other),
                        None => {}
                    }
                }
            }
            match reached {
                [true, false] => points[0] += region.len(),
                [false, true] => points[1] += region.len(),
                _ => {}
            }
        }
    }
    points
}

/// A move of chess between two pictures in the notation of PGN, with the square from which it starts always written, as in `Ng1f3`,
/// `e7xd8=Q` or `O-O`, and without signs of check; `None` if it is no such move. `player` is 0 for White.
pub fn pgn_move(before: &Picture, after: &Picture, player: usize) -> Option<String> {
    let own = [Colour::White, Colour::Black].get(player).copied()?;
    let is_own = |man: &Option<Man>| man.as_ref().is_some_and(|man| man.colour == own && man.form == Form::Figure);
    // A rook that has moved may be another piece than one that has not.
    let sign = |man: &Option<Man>| man.as_ref().map(|man| (man.colour, man.letter.clone()));
    let changed: Vec<usize> = (0..before.men.len()).filter(|&place| sign(&before.men[place]) != sign(&after.men[place])).collect();
    let left: Vec<usize> = changed.iter().copied().filter(|&place| is_own(&before.men[place]) && !is_own(&after.men[place])).collect();
    let reached: Vec<usize> = changed.iter().copied().filter(|&place| is_own(&after.men[place])).collect();
    let name = |place: usize| before.layout.places[place].name.as_str();
    match (&left[..], &reached[..]) {
        (&[from], &[to]) => {
            let (kind, becomes) = (letter(before, from)?, letter(after, to)?);
            // A pawn that captures in passing leaves its file, and the target is empty.
            let beside = kind == 'P' && before.layout.places[from].x != before.layout.places[to].x;
            let mut text = if kind == 'P' { String::new() } else { kind.to_string() };
            text += name(from);
            if before.men[to].is_some() || beside {
                text.push('x');
            }
            text += name(to);
            if becomes != kind {
                text += &format!("={becomes}");
            }
            Some(text)
        }
        // King and rook.
        (&[_, _], &[_, _]) => {
            let king = |places: &[usize], picture: &Picture| places.iter().copied().find(|&place| letter(picture, place) == Some('K'));
            let (from, to) = (king(&left, before)?, king(&reached, after)?);
            let right = before.layout.places[to].x > before.layout.places[from].x;
            Some(if right { "O-O" } else { "O-O-O" }.to_owned())
        }
        _ => None,
    }
}

/// A position in FEN; `None` if the game does not have it, or not for this position.
pub fn fen(game: &dyn Game, position: &dyn Position) -> Option<String> {
    let Exchange::Pgn { fen: true, .. } = game.exchange() else { return None };
    position.described().map_or_else(|| Some(position.notation()), |described| described.fen())
}

/// The letter of a chessman in upper case.
fn letter(picture: &Picture, place: usize) -> Option<char> {
    picture.men[place].as_ref()?.letter.chars().next().map(|letter| letter.to_ascii_uppercase())
}

/// The usual start of chess in FEN.
pub const START_OF_CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Whether a picture shows the usual start of chess.
pub fn is_start_of_chess(picture: &Picture) -> bool {
    let row = |y: f32| -> String {
        let mut places: Vec<usize> = (0..picture.men.len()).filter(|&place| picture.layout.places[place].y == y).collect();
        places.sort_by(|&a, &b| picture.layout.places[a].x.total_cmp(&picture.layout.places[b].x));
        places.into_iter().map(|place| picture.men[place].as_ref().map_or(".", |man| &man.letter)).collect()
    };
    let rows: Vec<String> = (0..8).map(|y| row(y as f32)).collect();
    let empty = "........";
    picture.men.len() == 64 && rows == ["rnbqkbnr", "pppppppp", empty, empty, empty, empty, "PPPPPPPP", "RNBQKBNR"]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::find_move;
    use crate::params::{Value, Values};
    use crate::playout::Scratch;
    use crate::registry::games;
    use crate::rng::Rng;
    use std::cmp::Ordering;

    /// Plays moves and returns them as PGN has them.
    fn written(game: &str, moves: &str) -> Vec<String> {
        let game = games().find(game).unwrap().build(&Values::default()).unwrap();
        let mut here = game.start();
        assert!(is_start_of_chess(&here.picture().unwrap()));
        let played = moves.split(' ').enumerate().map(|(ply, word)| {
            let before = here.picture().unwrap();
            find_move(here.as_ref(), word).unwrap().into_iter().for_each(|m| here.apply(m));
            pgn_move(&before, &here.picture().unwrap(), ply % 2).unwrap()
        });
        played.collect()
    }

    #[test]
    fn castling_and_captures_are_read_off_pictures() {
        let moves = "e2-e4 d7-d5 e4-d5 d8-d5 g1-f3 b8-c6";
        assert_eq!(written("rbg/chess", moves), ["e2e4", "d7d5", "e4xd5", "Qd8xd5", "Ng1f3", "Nb8c6"]);
        // Rooks of both sides look alike but for their colours.
        let rooks = "a2-a4 h7-h5 a4-a5 h5-h4 a1-a4 h8-h5 a4-h4 h5-h4";
        assert_eq!(written("rbg/chess", rooks)[6..], ["Ra4xh4", "Rh5xh4"]);
        let native = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1";
        assert_eq!(written("skirmish", native).last().unwrap(), "O-O");
    }

    /// The counts and the komi decide as the game does, at the end of random games.
    #[test]
    fn areas_agree_with_the_rules_of_the_game() {
        let game = games()
            .find("go")
            .unwrap()
            .build(&Values::from_iter([("size".to_owned(), Value::Int(5)), ("komi".to_owned(), Value::Float(3.0))]))
            .unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let mut here = game.start();
            here.playout(&mut Rng::from_seed(seed), 3 + seed as u32 % 70, &mut Scratch::default());
            // Two passes end the game wherever it is.
            while !here.is_over() {
                find_move(here.as_ref(), "pass").unwrap().into_iter().for_each(|m| here.apply(m));
            }
            let [black, white] = area(&here.picture().unwrap());
            let score = match black.cmp(&(white + 3)) {
                Ordering::Less => 0.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 1.0,
            };
            assert_eq!(here.score(0), score, "{}", here.draw());
            seen.insert((2.0 * score) as u32);
        }
        assert_eq!(seen.len(), 3, "all results occur");
    }

    #[test]
    fn points_of_go_are_counted_from_the_upper_left() {
        let game = games().find("rbg/go").unwrap().build(&Values::default()).unwrap();
        let picture = game.start().picture().unwrap();
        assert_eq!(game.exchange(), Exchange::Sgf { half_komi: 0, handicap: 0 });
        let place = picture.layout.path("c18")[0];
        assert_eq!(sgf_point(&picture, place).unwrap(), "cb");
    }
}
