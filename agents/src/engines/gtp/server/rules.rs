//! GoGui's rules extension, by which a program without rules can play any game for two, and the result.

use super::{COLOURS, GtpServer, Reply};
use crate::engines::failure::quoted;
use crate::engines::gtp::points::Points;
use treebench_games::exchange::area;
use treebench_games::notation::whole_moves;
use treebench_games::picture::{Colour, Form, Picture, Shape};
use treebench_games::{Game, Rng, Turn};

/// The maximum number of moves tried to find the colours of pieces.
const MOST_TRIED: usize = 20;

/// A capital, then small letters, as GoGui wants it.
pub(super) fn game_id(server: &mut GtpServer, _: &[&str]) -> Reply {
    let letters: String = server.host.setup().entry.name.chars().filter(char::is_ascii_alphabetic).collect();
    Ok(letters[..1].to_uppercase() + &letters[1..].to_lowercase())
}

/// The larger of the numbers of columns and rows; `None` if the game has no board of squares or points.
pub(super) fn board_size(server: &GtpServer) -> Option<usize> {
    squares(&server.host.position().picture()?).map(|(size, _)| size)
}

pub(super) fn board_size_reply(server: &mut GtpServer, _: &[&str]) -> Reply {
    board_size(server).map(|size| size.to_string()).ok_or_else(no_board)
}

/// `X` for Black's pieces, `O` for White's, row by row from above. The extension has no sign for other pieces.
pub(super) fn board(server: &mut GtpServer, _: &[&str]) -> Reply {
    let picture = server.host.position().picture().ok_or_else(no_board)?;
    let (size, places) = squares(&picture).ok_or_else(no_board)?;
    let [black, white] = colours(server.host.game().as_ref());
    let mut rows = vec![vec!["."; size]; size];
    for (place, column, row) in places {
        let colour = picture.men[place].as_ref().map(|man| man.colour);
        rows[row][column] = match colour {
            Some(_) if colour == black => "X",
            Some(_) if colour == white => "O",
            _ => ".",
        };
    }
    Ok(rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n"))
}

pub(super) fn legal_moves(server: &mut GtpServer, _: &[&str]) -> Reply {
    let position = server.host.position();
    if server.host.turn() == Turn::Over {
        return Ok(String::new());
    }
    let names = whole_moves(position).into_iter().map(|submove| server.points.write(position, &submove));
    Ok(names.collect::<Vec<_>>().join(" "))
}

pub(super) fn side_to_move(server: &mut GtpServer, _: &[&str]) -> Reply {
    Ok(COLOURS[server.host.mover()].to_owned())
}

/// The result of a game that is over, else nothing.
pub(super) fn final_result(server: &mut GtpServer, _: &[&str]) -> Reply {
    if server.host.turn() == Turn::Over { final_score(server, &[]) } else { Ok(String::new()) }
}

/// In go the area of the board as it is, dead stones included, unless the rules of the game name another winner. In other games who has won,
/// once the game is over.
pub(super) fn final_score(server: &mut GtpServer, _: &[&str]) -> Reply {
    let over = server.host.turn() == Turn::Over;
    let [black, white] = [0, 1].map(|player| server.host.position().score(player));
    if server.points != Points::Own {
        let points = area(server.host.position().squares().ok_or_else(no_board)?).map(|points| points as f64);
        let lead = points[0] - points[1] - server.komi_now();
        if !over || lead.total_cmp(&0.0) == black.total_cmp(&white) {
            return Ok(score_text(lead, lead.abs().to_string()));
        }
    }
    if !over {
        return Err("cannot score: the game is not over".to_owned());
    }
    let margin = if server.host.game().info().graded { (black - white).abs().to_string() } else { String::new() };
    Ok(score_text(black - white, margin))
}

/// All stones are alive: dead ones must be captured.
pub(super) fn final_status_list(server: &mut GtpServer, arguments: &[&str]) -> Reply {
    match arguments {
        ["alive"] => {
            let board = server.host.position().squares().ok_or_else(no_board)?;
            let stones = [0, 1].into_iter().flat_map(|player| board.pieces_of(player));
            Ok(stones.filter_map(|point| server.points.name(point)).collect::<Vec<_>>().join("\n"))
        }
        ["dead" | "seki"] => Ok(String::new()),
        [other, ..] => Err(format!("syntax error: {} is not `alive`, `dead` or `seki`", quoted(other))),
        [] => Err("syntax error: expected `alive`, `dead` or `seki`".to_owned()),
    }
}

/// A result: `B+3.5`, `W+`, or `0` for a draw.
fn score_text(lead: f64, margin: String) -> String {
    match lead {
        lead if lead > 0.0 => format!("B+{margin}"),
        lead if lead < 0.0 => format!("W+{margin}"),
        _ => "0".to_owned(),
    }
}

fn no_board() -> String {
    "this game has no board with squares".to_owned()
}

/// The number of a place, its column and its row, the latter from the upper left corner.
type Square = (usize, usize, usize);

/// The size of the smallest square that holds a board, and its places with their columns and rows from the upper left; `None` if they form no
/// rectangle.
fn squares(picture: &Picture) -> Option<(usize, Vec<Square>)> {
    let mut found = Vec::new();
    for (number, place) in picture.layout.places.iter().enumerate() {
        match place.shape {
            Shape::Side => continue,
            Shape::Hexagon => return None,
            Shape::Square | Shape::Point | Shape::Pit => {}
        }
        let whole = |at: f32| (at >= 0.0 && at.fract() == 0.0).then_some(at as usize);
        found.push((number, whole(place.x)?, whole(place.y)?));
    }
    let size = found.iter().map(|(_, column, row)| column.max(row) + 1).max().filter(|size| *size <= 25)?;
    Some((size, found))
}

/// The colours of both players' pieces: those of the pieces that appear elsewhere when the player moves. Pictures do not name the owners of pieces.
fn colours(game: &dyn Game) -> [Option<Colour>; 2] {
    let (mut found, mut rng) = ([None; 2], Rng::from_seed(0));
    let mut here = game.start();
    for _ in 0..MOST_TRIED {
        let turn = here.turn();
        let before = here.picture();
        match turn {
            Turn::Over => break,
            Turn::Chance => {
                let outcome = here.sample(&mut rng, &mut Vec::new());
                here.apply(outcome);
            }
            Turn::Player(player) => {
                let moves = whole_moves(here.as_ref());
                let Some(submove) = rng.pick(&moves.iter().collect::<Vec<_>>()) else { break };
                submove.iter().for_each(|&m| here.apply(m));
                let (Some(before), Some(after), Some(slot)) = (before, here.picture(), found.get_mut(player)) else { break };
                *slot = slot.or_else(|| arrived(&before, &after));
            }
        }
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    found
}

/// The colour of the first piece on a new place.
fn arrived(before: &Picture, after: &Picture) -> Option<Colour> {
    let changed = before.men.iter().zip(&after.men).filter(|(before, after)| before != after).filter_map(|(_, after)| after.as_ref());
    changed.filter(|man| !matches!(man.form, Form::Die | Form::Text | Form::Block | Form::Hidden)).map(|man| man.colour).next()
}
