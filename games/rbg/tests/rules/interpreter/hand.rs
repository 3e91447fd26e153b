//! Hand-made descriptions.

use std::sync::Arc;
use treebench_compile::{Comparator, Direction};
use treebench_rbg::Board;
use treebench_rbg::description::{BoundedName, Description};
use treebench_rbg::expr::{Action, Expr, Span};
use treebench_rbg::{Arithmetic, Comparison, Control, Limits, Operator, Piece, Program, Split, Variable};

pub(crate) const UP: u16 = 0;
pub(crate) const DOWN: u16 = 1;
pub(crate) const LEFT: u16 = 2;
pub(crate) const RIGHT: u16 = 3;

pub(crate) fn action(action: Action) -> Expr {
    Expr::Action(action, Span::default())
}

/// A sequence; nested sequences are flattened.
pub(crate) fn seq(parts: impl IntoIterator<Item = Expr>) -> Expr {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Expr::Sequence(parts) => flat.extend(parts),
            part => flat.push(part),
        }
    }
    if flat.len() == 1 { flat.remove(0) } else { Expr::Sequence(flat) }
}

/// An alternative; nested alternatives are flattened.
pub(crate) fn sum(parts: impl IntoIterator<Item = Expr>) -> Expr {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Expr::Sum(parts) => flat.extend(parts),
            part => flat.push(part),
        }
    }
    if flat.len() == 1 { flat.remove(0) } else { Expr::Sum(flat) }
}

pub(crate) fn star(body: Expr) -> Expr {
    Expr::Star(Box::new(body))
}

pub(crate) fn shift(direction: u16) -> Expr {
    action(Action::Shift(Direction(direction)))
}

pub(crate) fn on(pieces: &[u16]) -> Expr {
    action(Action::On(pieces.iter().map(|&piece| Piece(piece)).collect()))
}

pub(crate) fn off(piece: u16) -> Expr {
    action(Action::Off(Piece(piece)))
}

pub(crate) fn to(player: u16) -> Expr {
    action(Action::Switch(Control::Player(player)))
}

pub(crate) fn keeper() -> Expr {
    action(Action::Switch(Control::Keeper))
}

pub(crate) fn set(variable: u16, value: Arithmetic) -> Expr {
    action(Action::Assign { variable: Variable(variable), value })
}

pub(crate) fn number(number: i64) -> Arithmetic {
    Arithmetic::Number(number)
}

pub(crate) fn variable(variable: u16) -> Arithmetic {
    Arithmetic::Variable(Variable(variable))
}

pub(crate) fn binary(left: Arithmetic, operator: Operator, right: Arithmetic) -> Arithmetic {
    Arithmetic::Binary(Box::new(left), operator, Box::new(right))
}

pub(crate) fn compare(left: Arithmetic, comparator: Comparator, right: Arithmetic) -> Expr {
    action(Action::Compare(Comparison { left, comparator, right }))
}

pub(crate) fn if_can(body: Expr) -> Expr {
    action(Action::Pattern { negated: false, body: Box::new(body) })
}

pub(crate) fn unless(body: Expr) -> Expr {
    action(Action::Pattern { negated: true, body: Box::new(body) })
}

pub(crate) fn dot() -> Expr {
    Expr::Dot(Span::default())
}

/// `(up* + down*)(left* + right*)`
pub(crate) fn any_square() -> Expr {
    seq([sum([star(shift(UP)), star(shift(DOWN))]), sum([star(shift(LEFT)), star(shift(RIGHT))])])
}

/// A rectangle given by rows of digits, each a piece; the first row is the upper one.
pub(crate) fn rectangle(rows: &[&str]) -> Board {
    let (height, width) = (rows.len(), rows[0].len());
    let at = |x: usize, y: usize| (x < width && y < height).then(|| (y * width + x) as u16);
    let mut next = vec![Vec::new(); 4];
    let (mut names, mut pieces, mut places) = (Vec::new(), Vec::new(), Vec::new());
    for (y, row) in rows.iter().enumerate() {
        for (x, digit) in row.bytes().enumerate() {
            next[usize::from(UP)].push(at(x, y.wrapping_sub(1)));
            next[usize::from(DOWN)].push(at(x, y + 1));
            next[usize::from(LEFT)].push(at(x.wrapping_sub(1), y));
            next[usize::from(RIGHT)].push(at(x + 1, y));
            names.push(format!("{}{}", char::from(b'a' + x as u8), height - y));
            pieces.push(Piece(u16::from(digit - b'0')));
            places.push((2 * x as u16, 2 * y as u16));
        }
    }
    Board { directions: ["up", "down", "left", "right"].map(String::from).to_vec(), names, pieces, next, places }
}

/// A game of the players `white` and `black` with scores to 100, variables from number 2 on, and pieces `p0`, `p1`, …
pub(crate) fn game(board: Board, pieces: usize, variables: &[(&str, u32)], rules: Expr) -> Description {
    let bounded = |&(name, bound): &(&str, u32)| BoundedName { name: name.to_string(), bound };
    Description {
        players: [("white", 100), ("black", 100)].iter().map(bounded).collect(),
        pieces: (0..pieces).map(|i| format!("p{i}")).collect(),
        variables: variables.iter().map(bounded).collect(),
        board,
        rules,
    }
}

pub(crate) fn program(description: Description, split: Split) -> Arc<Program> {
    Arc::new(Program::new(Arc::new(description), split, Limits::default()).expect("a small game"))
}

/// Three in a row: the player puts the mark, the keeper looks for the line.
pub(crate) fn tic_tac_toe() -> Description {
    let line = |one: u16, other: u16, mark: u16| {
        let along = |way: Expr, back: Expr| {
            let more = seq([way.clone(), on(&[mark])]);
            // From the new mark some squares back, and then three in a row.
            seq([star(back), on(&[mark]), more.clone(), more])
        };
        let (there, back) = match (one, other) {
            (UP, LEFT) => (seq([shift(UP), shift(LEFT)]), seq([shift(DOWN), shift(RIGHT)])),
            (UP, RIGHT) => (seq([shift(UP), shift(RIGHT)]), seq([shift(DOWN), shift(LEFT)])),
            (UP, _) => (shift(UP), shift(DOWN)),
            _ => (shift(LEFT), shift(RIGHT)),
        };
        along(there, back)
    };
    let wins = |mark: u16| sum([line(UP, LEFT, mark), line(UP, RIGHT, mark), line(UP, UP, mark), line(LEFT, LEFT, mark)]);
    let turn = |me: u16, mark: u16| {
        let end = seq([if_can(wins(mark)), set(me, number(100)), set(1 - me, number(0)), keeper(), on(&[])]);
        seq([to(me), any_square(), on(&[0]), off(mark), keeper(), sum([end, unless(wins(mark))])])
    };
    let start = seq([set(0, number(50)), set(1, number(50))]);
    game(rectangle(&["000", "000", "000"]), 3, &[], seq([start, star(seq([turn(0, 1), turn(1, 2)]))]))
}

/// Amazons on a given board: 0 empty, 1 and 2 queens, 3 arrow.
pub(crate) fn amazons(rows: &[&str]) -> Description {
    let line = |ways: &[u16]| {
        let one = seq(ways.iter().map(|&way| shift(way)).chain([on(&[0])]));
        seq([one.clone(), star(one)])
    };
    let lines = || {
        let ways: [&[u16]; 8] = [&[UP, LEFT], &[UP], &[UP, RIGHT], &[LEFT], &[RIGHT], &[DOWN, LEFT], &[DOWN], &[DOWN, RIGHT]];
        sum(ways.map(line))
    };
    let turn = |me: u16, queen: u16| {
        let end = [keeper(), off(3), set(me, number(100)), set(1 - me, number(0))];
        seq([to(me), any_square(), on(&[queen]), off(0), lines(), off(queen), lines()].into_iter().chain(end))
    };
    game(rectangle(rows), 4, &[], star(seq([turn(0, 1), turn(1, 2)])))
}
