//! Pentalath's special rules, in hand-made positions.

use std::sync::Arc;
use treebench_games::notation::find_move;
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Position, Turn, contract, games};

/// A position on the usual board.
fn half_hex(text: &str) -> Box<dyn Position> {
    games().find("pentalath").unwrap().build(&Values::default()).unwrap().parse(text).unwrap()
}

/// The game on a hexagon.
fn hexagon(side: i64) -> Arc<dyn Game> {
    let values = [("board".to_owned(), Value::Text("hexagon".to_owned())), ("side".to_owned(), Value::Int(side))];
    games().find("pentalath").unwrap().build(&values.into_iter().collect()).unwrap()
}

fn after(mut position: Box<dyn Position>, m: &str) -> Box<dyn Position> {
    find_move(position.as_ref(), m).unwrap().into_iter().for_each(|m| position.apply(m));
    position
}

fn is_legal(position: &dyn Position, m: &str) -> bool {
    find_move(position, m).is_ok()
}

#[test]
fn the_usual_boards_have_70_and_61_cells() {
    assert_eq!(half_hex("7/8/9/10/11/12/13 x 0").move_list().len(), 70);
    assert_eq!(hexagon(0).start().move_list().len(), 61);
}

#[test]
fn hexagons_keep_the_contract_of_a_game() {
    for side in [0, 3, 4, 6] {
        contract::check(hexagon(side).as_ref(), 4).unwrap_or_else(|error| panic!("side {side}: {error}"));
    }
}

#[test]
fn groups_without_an_empty_neighbour_are_captured() {
    let position = after(half_hex("OX5/OX6/1X7/10/11/12/13 x 0"), "c1");
    assert_eq!(position.notation(), "1X5/1X6/XX7/10/11/12/13 o 1");
    // Two groups at once.
    let position = after(half_hex("OX5/1X6/OOX6/XXX7/11/12/13 x 0"), "b1");
    assert_eq!(position.notation(), "1X5/XX6/2X6/XXX7/11/12/13 o 1");
    // One liberty is left, at c3.
    let position = after(half_hex("OX5/1X6/OO7/XXX7/11/12/13 x 0"), "b1");
    assert_eq!(position.notation(), "1X5/XX6/OO7/XXX7/11/12/13 o 1");
    // In the middle a single stone has six neighbours.
    let position = after(half_hex("7/8/3XX4/3XOX4/4X6/12/13 x 0"), "e6");
    assert_eq!(position.notation(), "7/8/3XX4/3X1X4/4XX5/12/13 o 1");
}

#[test]
fn suicide_is_illegal_unless_it_captures() {
    for text in ["1X5/XX6/9/10/11/12/13 o 0", "1OX4/XXX5/9/10/11/12/13 o 0"] {
        assert!(!is_legal(half_hex(text).as_ref(), "a1"), "{text}");
        assert!(is_legal(half_hex(&text.replace(" o ", " x ")).as_ref(), "a1"), "{text}");
    }
    // The three stones around a1 have no other liberty.
    let position = after(half_hex("1XO4/XXO5/OOO6/10/11/12/13 o 0"), "a1");
    assert_eq!(position.notation(), "O1O4/2O5/OOO6/10/11/12/13 x 1");
    // Their owner may not fill it; with another liberty this is legal.
    assert!(!is_legal(half_hex("1XO4/XXO5/OOO6/10/11/12/13 x 0").as_ref(), "a1"));
    assert!(is_legal(half_hex("1XO4/XXO5/OO7/10/11/12/13 x 0").as_ref(), "a1"));
}

#[test]
fn five_in_line_win_on_every_axis() {
    for (text, last) in [
        ("7/8/XXXX5/10/11/12/13 x 8", "c5"),
        ("7/8/9/10/11/12/8XX1XX x 8", "g11"),
        // Down to the left and to the right from one edge.
        ("X6/X7/X8/X9/11/12/13 x 8", "e1"),
        ("6X/7X/8X/10/10X/12/13 x 8", "d10"),
        // And from inside.
        ("7/8/2X6/2X7/2X8/2X9/13 x 8", "g3"),
        ("7/1X6/9/3X6/4X6/5X6/13 x 8", "c3"),
    ] {
        let before = half_hex(text);
        assert_eq!(before.turn(), Turn::Player(0), "{text}");
        let position = after(before, last);
        assert_eq!((position.turn(), position.score(0), position.score(1)), (Turn::Over, 1.0, 0.0), "{text}");
        assert!(position.move_list().is_empty(), "{text}");
    }
    // Below the middle of a hexagon the rows shrink: down to the left the number goes down by one.
    for (text, last) in [("5/6/7/3X4/3X5/2X5/1X5/6/5 x 0", "h1"), ("5/6/7/3O4/4O4/4O3/4O2/6/5 o 0", "h5")] {
        assert!(after(hexagon(5).parse(text).unwrap(), last).is_over(), "{text}");
    }
    // Six win too.
    assert!(after(half_hex("7/8/9/10/11/12/XX1XXX7 x 0"), "g3").is_over());
}

#[test]
fn what_is_no_line_of_five_does_not_win() {
    for (text, last) in [
        ("XXX4/8/9/10/11/12/13 x 0", "a4"),
        // Around the edge.
        ("5XX/XX6/9/10/11/12/13 x 0", "b3"),
        ("7/8/9/10/11/9XXX/1X11 x 0", "g1"),
        // Straight down is not an axis.
        ("3X3/4X3/4X4/5X4/11/12/13 x 0", "e6"),
        // The enemy's stone in between.
        ("7/8/9/10/11/12/XXOXX8 x 0", "g6"),
    ] {
        assert!(!after(half_hex(text), last).is_over(), "{text}");
    }
}

#[test]
fn a_stone_may_capture_and_win() {
    let position = after(half_hex("1OX4/XOX5/XXX6/X9/X10/12/13 x 0"), "a1");
    assert_eq!(position.notation(), "X1X4/X1X5/XXX6/X9/X10/12/13 o 1");
    assert_eq!(position.score(0), 1.0);
}

/// With two eyes the whole board belongs to X.
#[test]
fn who_cannot_place_a_stone_passes() {
    let values: Values = [("side".to_owned(), Value::Int(3))].into_iter().collect();
    let game = games().find("pentalath").unwrap().build(&values).unwrap();
    let position = game.parse("1XX/XXXX/XXXX1 o 12").unwrap();
    assert_eq!(position.move_list().len(), 1);
    let position = after(position, "pass");
    assert_eq!(position.notation(), "1XX/XXXX/XXXX1 x 13");
    assert_eq!(position.move_list().len(), 2);
    assert_eq!(after(position.boxed(), "c5").score(0), 1.0);
    assert!(!is_legal(position.as_ref(), "pass"));
}

#[test]
fn the_last_move_allowed_may_still_win() {
    let line = half_hex("7/8/XXXX5/10/11/12/13 x 2499");
    assert_eq!(after(line.boxed(), "c5").score(0), 1.0);
    let drawn = after(line, "c6");
    assert_eq!((drawn.turn(), drawn.score(0), drawn.score(1)), (Turn::Over, 0.5, 0.5));
}

#[test]
fn impossible_positions_are_refused() {
    let game = games().find("pentalath").unwrap().build(&Values::default()).unwrap();
    for (text, message) in [
        ("7/8/9/10/11/12 x 0", "the board `7/8/9/10/11/12` has 6 rows, expected 7 joined by `/`"),
        ("8/8/9/10/11/12/13 x 0", "row `8` of the board has a wrong number of empty squares, expected 1 to 7"),
        (
            "7/8/9/10/11/12/13 x",
            "`7/8/9/10/11/12/13 x` is not a pentalath position: it has 2 parts, expected the board, `x` or `o`, and how many moves were made",
        ),
        ("7/8/9/10/11/12/13 X 0", "`7/8/9/10/11/12/13 X 0` is not a pentalath position: `X` is not a player to move, expected `x` or `o`"),
        (
            "7/8/9/10/11/12/13 x 2501",
            "`7/8/9/10/11/12/13 x 2501` is not a pentalath position: `2501` is not a number of moves made, expected 0 to 2500",
        ),
        (
            "7/8/9/10/11/12/13 x +1",
            "`7/8/9/10/11/12/13 x +1` is not a pentalath position: `+1` is not a number of moves made, expected 0 to 2500",
        ),
        (
            "OX5/XX6/9/10/11/12/13 o 0",
            "`OX5/XX6/9/10/11/12/13 o 0` is not a pentalath position: the group at a1 has no empty neighbour, expected one for every group",
        ),
        (
            "XXXXX2/8/9/10/11/12/13 x 9",
            "`XXXXX2/8/9/10/11/12/13 x 9` is not a pentalath position: X is to move, but has a line of five already",
        ),
    ] {
        assert_eq!(game.parse(text).err().unwrap().to_string(), message);
    }
    let side = |board: &str, side| {
        let values = [("board".to_owned(), Value::Text(board.to_owned())), ("side".to_owned(), Value::Int(side))];
        games().find("pentalath").unwrap().build(&values.into_iter().collect()).err().unwrap().message
    };
    assert_eq!(side("hexagon", 7), "`side` of a hexagon must be 3 to 6, or 0 for the usual, not 7");
    assert_eq!(side("half-hex", 2), "`side` of a half-hex must be 3 to 8, or 0 for the usual, not 2");
}

#[test]
fn the_drawing_is_hexagonal() {
    let values: Values = [("side".to_owned(), Value::Int(3))].into_iter().collect();
    let game = games().find("pentalath").unwrap().build(&values).unwrap();
    let drawing = game.parse("1X1/4/O4 o 2").unwrap().draw();
    assert_eq!(drawing, "  a . X . 3\n b . . . . 4\nc O . . . . 5\n");
}
