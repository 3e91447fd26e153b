//! A state as a drawing for the terminal.

use std::fmt::Write as _;
use treebench_rbg::expr::{Control, Variable};
use treebench_rbg::{Program, State};

/// The board with the names of the pieces on their squares; below it the player in control and the variables.
pub(super) fn draw(program: &Program, state: &State) -> String {
    let description = &program.description;
    let places = &description.board.places;
    let name = |square: usize| description.pieces[usize::from(state.piece(&program.layout, square as u16).0)].as_str();
    // Two half squares are as wide as the longest name and a space.
    let widest = description.pieces.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let half = (widest + 2) / 2;
    let mut text = String::new();
    let rows = places.iter().map(|&(_, row)| row).max().map_or(0, |last| last + 1);
    for row in 0..rows {
        let mut squares: Vec<(usize, usize)> = places
            .iter()
            .enumerate()
            .filter(|(_, place)| place.1 == row)
            .map(|(square, place)| (usize::from(place.0) * half, square))
            .collect();
        squares.sort_unstable();
        let mut line = String::new();
        for (column, square) in squares {
            let gap = column.saturating_sub(line.chars().count());
            // Writing to a string cannot fail.
            let _ = write!(line, "{:gap$}{}", "", name(square));
        }
        if !line.is_empty() {
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    match state.control() {
        Control::Player(player) => text += &description.players[usize::from(player)].name,
        Control::Keeper => text += "keeper",
    }
    for i in 0..description.variable_count() {
        let variable = Variable(i as u16);
        let _ = write!(text, " {}={}", description.variable(variable).name, state.variable(&program.layout, variable));
    }
    text.push('\n');
    text
}
