//! Boards: neighbours, names, drawing coordinates, and output as text.

use treebench_rbg::{Board, Limits, parse};

/// Reads a board over the pieces e and w, with the canonical text of its section.
fn board(text: &str) -> (Board, String) {
    let source = format!("#players = p(1)\n#pieces = e, w\n#variables =\n#board = {text}\n#rules = ()");
    let game = parse("test", &source, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"));
    let printed = game.to_string();
    let again = parse("printed", &printed, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"));
    assert!(again == game, "printed and read again:\n{game}\nis\n{again}");
    let section = printed.split_once("#board =").and_then(|(_, rest)| rest.split_once("#rules")).expect("all sections");
    (game.board, section.0.trim_end().to_string())
}

/// "a1 up a2", … for every edge, by square, then by direction.
fn edges(board: &Board) -> Vec<String> {
    let edge = |(square, direction): (usize, usize)| {
        let target = board.next[direction][square]?;
        Some(format!("{} {} {}", board.names[square], board.directions[direction], board.names[usize::from(target)]))
    };
    let all = (0..board.squares()).flat_map(|square| (0..board.directions.len()).map(move |direction| (square, direction)));
    all.filter_map(edge).collect()
}

#[test]
fn a_rectangle() {
    let (board, text) = board("rectangle(up, down, left, right, [e, w, e] [e, , w])");
    assert_eq!(board.names, ["a2", "b2", "c2", "a1", "c1"]);
    assert_eq!(board.places, [(0, 0), (2, 0), (4, 0), (0, 2), (4, 2)]);
    assert_eq!(edges(&board).join(", "), "a2 down a1, a2 right b2, b2 left a2, b2 right c2, c2 down c1, c2 left b2, a1 up a2, c1 up c2");
    assert_eq!(text, " rectangle(up, down, left, right,\n    [e, w, e]\n    [e,  , w])");
}

#[test]
fn holes_around_a_rectangle_do_not_count() {
    let (small, _) = board("rectangle(up, down, left, right, [w, , e])");
    let (large, text) = board("rectangle(up, down, left, right, [ , , , , ] [ , w, , e, ] [, , , ,])");
    assert!(small == large);
    assert_eq!(small.names, ["a1", "c1"]);
    assert_eq!(text, " rectangle(up, down, left, right,\n    [w,  , e])");
    assert!(edges(&small).is_empty());
}

#[test]
fn files_have_as_many_letters_as_they_need() {
    let row = vec!["e"; 53].join(",");
    let (board, _) = board(&format!("rectangle(up, down, left, right, [{row}])"));
    assert_eq!((&*board.names[25], &*board.names[26], &*board.names[52]), ("z1", "aa1", "ba1"));
}

#[test]
fn a_hexagon() {
    let (board, text) = board("hexagon(nw, ne, x, se, sw, v, [e, e] [e, w, e] [, e])");
    assert_eq!(board.names, ["a3", "b3", "a2", "b2", "c2", "b1"]);
    assert_eq!(board.places, [(1, 0), (3, 0), (0, 2), (2, 2), (4, 2), (3, 4)]);
    assert_eq!(
        edges(&board).join(", "),
        "a3 x b3, a3 se b2, a3 sw a2, b3 se c2, b3 sw b2, b3 v a3, \
         a2 ne a3, a2 x b2, b2 nw a3, b2 ne b3, b2 x c2, b2 se b1, b2 v a2, c2 nw b3, c2 sw b1, c2 v b2, \
         b1 nw b2, b1 ne c2"
    );
    assert_eq!(text, " hexagon(nw, ne, x, se, sw, v,\n      [e , e ]\n    [e , w , e ]\n      [  , e ])");
}

#[test]
fn a_cuboid() {
    let (board, text) = board("cuboid(up, down, left, right, front, back, [[e] [e]] [[e] [w]])");
    assert_eq!(board.names, ["a2A", "a1A", "a2B", "a1B"]);
    assert_eq!(board.places, [(0, 0), (0, 2), (4, 0), (4, 2)]);
    assert_eq!(
        edges(&board).join(", "),
        "a2A down a1A, a2A front a2B, a1A up a2A, a1A front a1B, a2B down a1B, a2B back a2A, a1B up a2B, a1B back a1A"
    );
    assert_eq!(text, " cuboid(up, down, left, right, front, back,\n    [[e]\n     [e]]\n    [[e]\n     [w]])");
}

#[test]
fn a_graph() {
    let (board, text) = board("one[w]{to: two, by: one} two[e]{} three[e]{by: one,}");
    assert_eq!((board.directions.join(" "), board.names.join(" ")), ("to by".to_string(), "one two three".to_string()));
    assert_eq!(edges(&board).join(", "), "one to two, one by one, three by one");
    assert_eq!(board.places, [(0, 0), (2, 0), (0, 2)]);
    assert_eq!(text, "\n    one[w]{to: two, by: one}\n    two[e]{}\n    three[e]{by: one}");
}

#[test]
fn squares_of_a_graph_are_drawn_where_their_names_say() {
    let (board, text) = board("d7[w]{right: g7} g7[e]{left: d7} d1[e]{}");
    assert_eq!(board.places, [(0, 0), (6, 0), (0, 12)]);
    assert!(text.contains("d7[w]{right: g7}"));
}
