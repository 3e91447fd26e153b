//! Codes and notations: every move has one, and each denotes only one move.

use super::hand::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use treebench_rbg::interpret::Semimove;
use treebench_rbg::notation::NotationError;
use treebench_rbg::{Codes, Interpreter, Program, Split, SplitMix, State, Step};

/// Without dots.
fn plain(program: &Program, steps: &[Step]) -> Semimove {
    steps.iter().copied().filter(|step| step.number < program.automaton.modifiers).collect()
}

/// Visits states of random games, those inside moves included.
fn states(program: &Arc<Program>, playouts: u64, semimoves: u32) -> Vec<State> {
    let mut play = Interpreter::new(program.clone());
    let (mut found, mut list) = (Vec::new(), Vec::new());
    for seed in 0..playouts {
        let mut random = SplitMix::new(seed);
        let mut state = play.start().unwrap();
        for _ in 0..semimoves {
            found.push(state.clone());
            play.semimoves(&state, &mut list).unwrap();
            if list.is_empty() {
                break;
            }
            play.play(&mut state, &list[random.below(list.len() as u64) as usize]).unwrap();
        }
        found.push(state);
    }
    found
}

/// All names of all moves in states of random play.
pub(crate) fn check_names(program: &Arc<Program>, playouts: u64, semimoves: u32) {
    let mut play = Interpreter::new(program.clone());
    let mut list = Vec::new();
    for state in states(program, playouts, semimoves) {
        let text = program.write_state(&state);
        assert_eq!(program.read_state(&text).as_ref(), Ok(&state), "{text}");

        play.semimoves(&state, &mut list).unwrap();
        let codes: BTreeSet<u64> = list.iter().map(|steps| program.codes.encode(steps)).collect();
        assert_eq!(codes.len(), list.len(), "{text}");
        let mut names = BTreeSet::new();
        for steps in &list {
            let code = program.codes.encode(steps);
            assert!(code != 0 && code < 1 << 63);
            assert_eq!(play.find(&state, code).unwrap().as_ref(), Some(steps), "{code} in {text}");
            let mut name = String::new();
            play.write_move(&state, steps, &mut name).unwrap();
            assert!(names.insert(name.clone()), "{name} twice in {text}");
        }

        play.whole_moves(&state, &mut list).unwrap();
        let mut names = BTreeSet::new();
        for steps in &list {
            let mut name = String::new();
            play.write_move(&state, steps, &mut name).unwrap();
            let read = play.read_move(&state, &name).unwrap();
            assert_eq!(read.as_ref(), Some(&plain(program, steps)), "{name} in {text}");
            assert_eq!(play.with_dots(&state, &read.unwrap()).unwrap().as_ref(), Some(steps));
            for odd in [format!("{name}-"), format!("-{name}"), format!("{name}-a1"), format!("{name}x")] {
                // It may be the name of another move.
                if let Some(steps) = play.read_move(&state, &odd).unwrap() {
                    let mut name = String::new();
                    play.write_move(&state, &steps, &mut name).unwrap();
                    assert_eq!(name, odd, "{text}");
                }
            }
            assert!(names.insert(name.clone()), "{name} twice in {text}");
        }
    }
}

#[test]
fn every_move_has_names_of_its_own() {
    let rows = ["002", "000", "100"];
    for description in [tic_tac_toe(), amazons(&rows), odd_choices()] {
        for split in Split::all() {
            check_names(&program(description.clone(), split), 1, 4);
        }
    }
}

/// Offs of different pieces, assignments, switches and twins offered at the same square; a dot before each.
fn odd_choices() -> treebench_rbg::Description {
    let twins = || sum([seq([dot(), off(1)]), seq([off(1), shift(UP)]), off(2)]);
    let sets = || sum([set(2, number(1)), seq([shift(UP), set(2, number(1))]), seq([dot(), set(2, number(2))]), set(2, number(9))]);
    let ends = || sum([to(0), to(1), seq([dot(), keeper(), to(1)])]);
    game(rectangle(&["00", "00"]), 3, &[("x", 3)], seq([to(0), star(seq([any_square(), twins(), sum([seq([]), sets()]), ends()]))]))
}

#[test]
fn names_look_as_described() {
    let names = |description: treebench_rbg::Description| {
        let program = program(description, Split::ORTHODOX);
        let mut play = Interpreter::new(program);
        let (state, mut list) = (play.start().unwrap(), Vec::new());
        play.whole_moves(&state, &mut list).unwrap();
        let mut name = |steps: &Semimove| {
            let mut name = String::new();
            play.write_move(&state, steps, &mut name).unwrap();
            name
        };
        list.iter().map(&mut name).collect::<Vec<_>>()
    };
    assert_eq!(names(tic_tac_toe())[..4], ["a3", "b3", "c3", "a2"]);
    assert!(names(amazons(&["0020", "0000", "0000", "0100"])).contains(&"b1-b3-d3".to_string()));
    let promotion = || sum([off(1), off(2)]);
    assert_eq!(names(game(rectangle(&["0"]), 3, &[], seq([to(0), promotion(), to(1)]))), ["a1=p1", "a1=p2"]);
    let pass = sum([set(2, number(1)), off(1)]);
    assert_eq!(names(game(rectangle(&["0"]), 3, &[("pass", 1)], seq([to(0), pass, to(1)]))), ["pass=1", "a1"]);
    assert_eq!(names(game(rectangle(&["0"]), 3, &[], seq([to(0), sum([to(1), keeper()])]))), ["->black", "->>"]);
    assert_eq!(names(game(rectangle(&["0"]), 3, &[], seq([to(0), off(1), to(1)]))), ["a1"]);
    assert_eq!(names(game(rectangle(&["0"]), 3, &[], seq([to(0), to(1)]))), ["->black"]);
    let twins = sum([seq([off(1), off(2)]), off(1)]);
    assert_eq!(names(game(rectangle(&["0"]), 3, &[], seq([to(0), twins, to(1)]))), ["a1#1", "a1#3"]);
}

#[test]
fn notations_go_from_view_to_view() {
    let views: Vec<Arc<Program>> = Split::all().map(|split| program(odd_choices(), split)).collect();
    for state in states(&views[0], 5, 10) {
        let text = views[0].write_state(&state);
        let mut moves: Option<BTreeSet<String>> = None;
        for view in &views {
            let here = view.read_state(&text).unwrap();
            assert_eq!(view.write_state(&here), text);
            assert_eq!(view.adopt(&state, &views[0]).as_ref(), Some(&here));
            let (mut play, mut list) = (Interpreter::new(view.clone()), Vec::new());
            play.whole_moves(&here, &mut list).unwrap();
            let mut name = |steps: &Semimove| {
                let (mut name, code) = (String::new(), view.whole_codes().encode(&plain(view, steps)));
                play.write_move(&here, steps, &mut name).unwrap();
                format!("{name} {code}")
            };
            let names: BTreeSet<String> = list.iter().map(&mut name).collect();
            assert_eq!(*moves.get_or_insert_with(|| names.clone()), names);
        }
    }
}

#[test]
fn foreign_codes_are_refused() {
    let program = program(amazons(&["0020", "0000", "0000", "0100"]), Split::ORTHODOX);
    let mut play = Interpreter::new(program.clone());
    let state = play.start().unwrap();
    let mut moves = Vec::new();
    play.whole_moves(&state, &mut moves).unwrap();
    let codes: BTreeSet<u64> = moves.iter().map(|steps| program.codes.encode(steps)).collect();
    let mut random = SplitMix::new(1);
    for i in 0..20_000 {
        let code = if i < 10_000 { i } else { random.draw() >> random.below(64) };
        if let Some(steps) = program.codes.decode(code) {
            assert_eq!(program.codes.encode(&steps), code);
        }
        assert_eq!(play.find(&state, code).unwrap().is_some(), codes.contains(&code), "{code}");
    }
}

#[test]
fn long_semimoves_have_hashes() {
    // Eight offs on any squares of sixteen are 2³² ways and more.
    let many = (0..20).map(|i| seq([any_square(), sum([off(i % 2), off(2)])]));
    let rows = ["0000", "0000", "0000", "0000"];
    let rules = seq([seq([to(0)]), seq(many), to(1)]);
    let program = program(game(rectangle(&rows), 3, &[], rules), Split::ORTHODOX);
    let numbers = program.automaton.numbered(0).number + 1..program.automaton.modifiers - 1;
    let steps: Semimove = numbers.step_by(2).map(|number| Step { number, square: 3 }).chain([Step { number: 41, square: 3 }]).collect();
    let code = program.codes.encode(&steps);
    assert!(Codes::is_hash(code) && code < 1 << 63);
    assert_eq!(program.codes.decode(code), None);
}

#[test]
fn odd_notations_are_refused() {
    let program = program(tic_tac_toe(), Split::ORTHODOX);
    let good = "white; white=50 black=50; a3; 2; p0*3/p0 p1 p2/p0*3";
    let parse = |text: &str| program.read_state(text);
    assert_eq!(program.write_state(&parse(good).unwrap()), good);
    let odd = [
        ("grey; white=50", 0, "a player or `keeper`"),
        ("black; white=50 black=50; a3; 2; p0*3/p0*3/p0*3", 0, "`white`, who is in control after this last step"),
        ("white; white=101", 13, "a value of `white` from 0 to 100"),
        ("white; white=050", 13, "a value of `white` from 0 to 100"),
        ("white; white=-1", 13, "a value of `white` from 0 to 100"),
        ("white; white=50; a3", 15, "` `"),
        ("white; white=50 black=50; a4; 2; ", 26, "a square"),
        ("white; white=50 black=50; a3; 99; ", 30, "the number of the last step, or `start`"),
        ("white; white=50 black=50; a3; .0; ", 30, "the number of the last step, or `start`"),
        ("white; white=50 black=50; a3; 2; p0*4/p0*3", 36, "a number of squares from 2 to 3"),
        ("white; white=50 black=50; a3; 2; p0*3/p0*3/p3*3", 43, "a piece"),
        ("white; white=50 black=50; a3; 2; p0*3/p0*3/p0*2", 47, "` `"),
        ("white; white=50 black=50; a3; 2; p0*3/p0*3/p0*3 ", 47, "the end"),
        ("", 0, "a player or `keeper`"),
        ("wéiß", 0, "a player or `keeper`"),
    ];
    for (text, at, expected) in odd {
        assert_eq!(parse(text), Err(NotationError { at, expected: expected.to_string() }), "{text}");
    }
    for end in 0..good.len() {
        assert!(parse(&good[..end]).is_err());
    }
}
