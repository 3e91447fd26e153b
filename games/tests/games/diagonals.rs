//! The special rules of diagonals, in hand-made positions.

use treebench_games::notation::find_move;
use treebench_games::params::{Value, Values};
use treebench_games::{Position, Turn, games};

fn position(text: &str) -> Box<dyn Position> {
    games().find("diagonals").unwrap().build(&Values::default()).unwrap().parse(text).unwrap()
}

fn after(mut position: Box<dyn Position>, m: &str) -> Box<dyn Position> {
    find_move(position.as_ref(), m).unwrap().into_iter().for_each(|m| position.apply(m));
    position
}

/// The legal moves in alphabetic order.
fn moves(position: &dyn Position) -> String {
    let mut names: Vec<String> = position.move_list().iter().map(|&m| position.move_notation(&[m])).collect();
    names.sort();
    names.join(" ")
}

#[test]
fn the_first_moves_lead_inwards_from_the_corners() {
    let start = games().find("diagonals").unwrap().build(&Values::default()).unwrap().start();
    assert_eq!(start.notation(), "O9/O9/10/9X/9X x");
    assert_eq!(moves(start.as_ref()), "f5 g4 g5 h3 h4 i1 i2 i3");
}

#[test]
fn sight_ends_at_the_first_ball_or_wall() {
    // A ball in the middle of the board sees both diagonals.
    assert_eq!(moves(position("10/10/4X5/10/10 x").as_ref()), "c1 c5 d2 d4 f2 f4 g1 g5");
    // The enemy is seen, but nothing behind it; own balls and walls end the sight too.
    assert_eq!(moves(position("2O3#3/3O1X4/4X5/3#6/6O3 x").as_ref()), "e5 f2 g3 h2 i1 xd4 xg1");
    // Nothing behind a wall is in sight.
    assert_eq!(moves(position("2O3O3/3#1#4/4X5/3#1#4/2O3O3 x").as_ref()), "pass");
}

#[test]
fn a_point_seen_by_two_balls_is_one_move() {
    assert_eq!(moves(position("10/10/10/3O6/2X1X5 x").as_ref()), "a3 b2 f2 g3 h4 i5 xd2");
    assert_eq!(moves(position("10/10/10/10/X1X7 x").as_ref()), "a3 b2 c3 d2 d4 e3 e5 f4 g5");
}

#[test]
fn an_enemy_ball_becomes_a_wall_for_both() {
    let position = after(position("10/10/10/3O6/2X1X5 x"), "xd2");
    assert_eq!(position.notation(), "10/10/10/3#6/2X1X5 o");
    assert_eq!(moves(position.as_ref()), "pass", "without balls O has nothing to do");
    assert_eq!(moves(after(position, "pass").as_ref()), "a3 b2 f2 g3 h4 i5");
}

#[test]
fn the_game_ends_when_neither_can_move_and_more_balls_win() {
    for (text, scores) in [
        ("#########X/O########X/##########/##########/########## o", [1.0, 0.0]),
        ("#########X/O########X/##########/O#########/O######### x", [0.0, 1.0]),
        ("#########X/O#########/##########/##########/########## x", [0.5, 0.5]),
    ] {
        let position = position(text);
        assert_eq!(position.turn(), Turn::Over, "{text}");
        assert_eq!([0, 1].map(|player| position.score(player)), scores, "{text}");
    }
    // One turn earlier: the last ball decides.
    let position = after(position("#########X/O#######1#/##########/##########/########## x"), "i4");
    assert_eq!((position.turn(), position.score(0)), (Turn::Over, 1.0));
}

#[test]
fn the_estimate_grows_with_the_lead() {
    let estimates = |text| [0, 1].map(|player| position(text).evaluate(player).unwrap());
    assert_eq!(estimates("O9/O9/10/9X/9X x"), [0.5, 0.5]);
    let [x, o] = estimates("O9/O9/10/8XX/9X x");
    assert!(x > 0.5 && o < 0.5 && x + o == 1.0);
}

#[test]
fn impossible_positions_are_refused() {
    let game = games().find("diagonals").unwrap().build(&Values::default()).unwrap();
    for (text, message) in [
        (
            "O9/O9/10/9X/9X",
            "`O9/O9/10/9X/9X` is not a diagonals position: expected 5 rows of 10 points and the player to move, as in `O9/O9/10/9X/9X x`",
        ),
        ("O9/O9/10/9X/9X w", "`w` in `O9/O9/10/9X/9X w` is not a player to move, expected `x` or `o`"),
        ("10/10/#9/10/10 x", "there is no ball on the board `10/10/#9/10/10`, expected at least one"),
    ] {
        assert_eq!(game.parse(text).err().unwrap().to_string(), message);
    }
    let values: Values = [("columns".to_owned(), Value::Int(13))].into_iter().collect();
    let message = games().find("diagonals").unwrap().build(&values).err().unwrap().message;
    assert_eq!(message, "(`columns` + 1) × `rows` must be at most 64, not (13 + 1) × 5");
}
