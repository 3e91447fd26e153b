//! A program that no language has made: a man on a line of squares, who goes one or two squares on.

use std::sync::Arc;
use treebench_compile::automaton::Builder;
use treebench_compile::forced::forced_after;
use treebench_compile::number::Variables;
use treebench_compile::{Board, Control, Direction, Label, Limits, NativeProgram, Piece, Program, Semimoves, State};

const EMPTY: Piece = Piece(0);
const MAN: Piece = Piece(1);
const ON: Direction = Direction(0);

/// The game on this many squares; the only player moves as long as there are squares left.
fn line(squares: u16, semimoves: Semimoves) -> Program {
    let mut rules = Builder::default();
    let [start, over, turn, near, end] = std::array::from_fn(|_| rules.node());
    let [man, free, taken, cut, one, stands, again] = std::array::from_fn(|_| rules.node());
    // Whether there is a square to go to.
    rules.edge(near, end, Label::Shift(ON));
    rules.edge(start, turn, Label::Switch(Control::Player(0)));
    rules.edge(turn, man, Label::On(vec![MAN]));
    rules.edge(man, free, Label::Pattern { negated: false, start: near, end });
    rules.edge(free, taken, Label::Put(EMPTY));
    rules.edge(taken, cut, Label::Dot);
    rules.edge(cut, one, Label::Shift(ON));
    let two = rules.node();
    rules.edge(one, two, Label::Empty);
    rules.edge(one, two, Label::Shift(ON));
    rules.edge(two, stands, Label::Put(MAN));
    rules.edge(stands, again, Label::Switch(Control::Player(0)));
    rules.edge(again, turn, Label::Empty);
    let automaton = rules.build(start, over);
    let setup = (0..squares).map(|square| if square == 0 { MAN } else { EMPTY }).collect();
    let next = vec![(1..=squares).map(|square| Some(square).filter(|&square| square < squares)).collect()];
    let forced = forced_after(&automaton);
    let variables = Variables { players: 1, bounds: vec![1] };
    Program::new(automaton, Board { setup, pieces: 2, next }, variables, semimoves, &forced, Limits::default())
}

/// The number of sequences of semimoves that lead to the end of the game.
fn games(compiled: &NativeProgram, state: &State) -> u64 {
    let mut codes = Vec::new();
    compiled.list(state, &mut codes).unwrap();
    let after = |&code: &u64| {
        let mut next = state.clone();
        compiled.apply(&mut next, code).unwrap();
        games(compiled, &next)
    };
    if codes.is_empty() { u64::from(compiled.program().is_nodal(state)) } else { codes.iter().map(after).sum() }
}

#[test]
fn a_program_made_by_hand_is_played() {
    // A step of one or two: the ways to the last square are the Fibonacci numbers.
    for (squares, ways) in [(1, 1), (2, 1), (3, 2), (5, 5), (9, 34), (70, 0)] {
        for semimoves in [Semimoves::Moves, Semimoves::Sequences, Semimoves::Steps] {
            let compiled = NativeProgram::new(Arc::new(line(squares, semimoves))).unwrap();
            let mut state = compiled.program().unstarted();
            assert!(compiled.complete(&mut state).unwrap(), "the keeper hands over control");
            if ways > 0 {
                assert_eq!(games(&compiled, &state), ways, "{squares} squares, {semimoves:?}");
            }
            let count = compiled.playout(&mut state, 1, u32::MAX).unwrap();
            let moves = u32::from(squares - 1);
            assert!(count.over && (moves.div_ceil(2)..=moves).contains(&count.moves), "{squares} squares: {count:?}");
            assert_eq!(state.piece(&compiled.program().layout, squares - 1), MAN);
        }
    }
}
