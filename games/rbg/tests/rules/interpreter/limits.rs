//! Endless rules are stopped.

use super::hand::*;
use std::sync::Arc;
use treebench_rbg::expr::Expr;
use treebench_rbg::program::ProgramError;
use treebench_rbg::{Fault, Interpreter, Limit, Limits, Operator, PlayLimits, Program, Split};

fn small() -> Limits {
    Limits { play: PlayLimits { steps_per_move: 100, steps_tried: 10_000, ..PlayLimits::default() }, ..Limits::default() }
}

fn engine(rules: Expr) -> Interpreter {
    let description = Arc::new(game(rectangle(&["00", "00"]), 3, &[("x", 1000)], rules));
    Interpreter::new(Arc::new(Program::new(description, Split::ORTHODOX, small()).unwrap()))
}

fn limit<T>(result: Result<T, Fault>) -> Option<Limit> {
    result.err().map(|fault| fault.limit)
}

#[test]
fn endless_moves_are_faults() {
    let mut play = engine(seq([to(0), star(off(1)), on(&[2]), to(1)]));
    let state = play.start().unwrap();
    assert_eq!(limit(play.has_move(&state)), Some(Limit::StepsPerMove));
    assert_eq!(limit(play.playout(&mut state.clone(), 1, 10)), Some(Limit::StepsPerMove));
    let mut list = Vec::new();
    assert_eq!(limit(play.semimoves(&state, &mut list)), Some(Limit::StepsPerMove));
    let endless_search = seq([to(0), seq((0..90).map(|_| sum([off(1), off(2)]))), on(&[0]), to(1)]);
    let mut play = engine(endless_search);
    let state = play.start().unwrap();
    assert_eq!(limit(play.has_move(&state)), Some(Limit::StepsTried));
}

#[test]
fn endless_keepers_are_faults() {
    assert_eq!(limit(engine(star(keeper())).start()), Some(Limit::StepsPerMove));
    let count = set(2, binary(variable(2), Operator::Add, number(1)));
    assert_eq!(limit(engine(star(seq([count, keeper()]))).start()), Some(Limit::StepsPerMove));
}

#[test]
fn endless_patterns_are_faults() {
    let mut play = engine(seq([to(0), if_can(seq([star(off(1)), on(&[2])])), to(1)]));
    let state = play.start().unwrap();
    assert_eq!(limit(play.has_move(&state)), Some(Limit::StepsPerMove));
    // Patterns in patterns visit every square from every square.
    let deep = (0..40).fold(on(&[2]), |body, _| unless(seq([any_square(), body])));
    let mut play = engine(seq([to(0), deep, to(1)]));
    let state = play.start().unwrap();
    assert_eq!(limit(play.has_move(&state)), Some(Limit::StepsTried));
}

#[test]
fn a_fault_says_where() {
    let mut play = engine(seq([to(0), star(off(1)), on(&[2]), to(1)]));
    let state = play.start().unwrap();
    let fault = play.has_move(&state).unwrap_err();
    assert!(fault.start().is_some());
    assert!(fault.to_string().contains("at byte 0"), "{fault}");
}

#[test]
fn too_large_games_are_refused() {
    let description = Arc::new(tic_tac_toe());
    let limits = Limits { nodes: 20, ..Limits::default() };
    let error = Program::new(description, Split::ORTHODOX, limits).unwrap_err();
    assert!(matches!(error, ProgramError::TooLarge { limit: 20, .. }), "{error}");
}
