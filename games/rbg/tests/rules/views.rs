//! All views of a game are the same game: every rules file under all eight strategies, by the interpreter.
//!
//! Random games are led by each strategy in turn, semimove by semimove; in every nodal position, each other view must have the same whole
//! moves (without dots, numbered alike) and reach the same position by them. Small games are enumerated: in every reachable position, the
//! semimoves of a view add up to the orthodox game.

use super::rules_files::texts;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::sync::Arc;
use treebench_rbg::{Interpreter, Limits, Program, Split, SplitMix, State, Step, parse_with};

/// No further position of a file is visited after this many whole moves were listed over all views.
const MOST_MOVES: usize = 12_000;

/// The maximum number of positions of a small game that are visited.
const MOST_POSITIONS: usize = 6_000;

fn text(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../rules/{name}.rbg"))).unwrap()
}

/// A game under one strategy.
struct View {
    name: String,
    play: Interpreter,
}

/// A game under all strategies, the orthodox one first.
fn views(name: &str, text: &str, parameters: &[(&str, &str)]) -> Vec<View> {
    let description = parse_with(name, text, parameters, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"));
    let description = Arc::new(description);
    let view = |split: Split| {
        let program = Program::new(Arc::clone(&description), split, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        View { name: format!("{name} {parameters:?} {split}"), play: Interpreter::new(Arc::new(program)) }
    };
    Split::all().map(view).collect()
}

impl View {
    /// Steps without dots.
    fn plain(&self, steps: &[Step]) -> Vec<Step> {
        let modifiers = self.play.program().automaton.modifiers;
        steps.iter().copied().filter(|step| step.number < modifiers).collect()
    }

    /// The whole moves without dots by their codes; each is listed once, and no two have one code.
    fn whole_moves(&mut self, state: &State) -> BTreeMap<u64, Vec<Step>> {
        let mut listed = Vec::new();
        self.play.whole_moves(state, &mut listed).unwrap();
        let codes = self.play.program().whole_codes();
        let moves: BTreeMap<u64, Vec<Step>> = listed.iter().map(|steps| self.plain(steps)).map(|m| (codes.encode(&m), m)).collect();
        assert_eq!(moves.len(), listed.len(), "{}: a whole move is listed twice in {}", self.name, self.play.program().write_state(state));
        moves
    }

    /// A whole move of semimoves drawn at random; there must be one.
    fn random_move(&mut self, nodal: &State, random: &mut SplitMix) -> Vec<Step> {
        let (mut semimoves, mut steps, mut state) = (Vec::new(), Vec::new(), nodal.clone());
        loop {
            self.play.semimoves(&state, &mut semimoves).unwrap();
            if semimoves.is_empty() {
                // A dead end: start again.
                state.copy_from(nodal);
                steps.clear();
                continue;
            }
            let chosen = &semimoves[random.below(semimoves.len() as u64) as usize];
            self.play.play(&mut state, chosen).unwrap();
            steps.extend_from_slice(chosen);
            if chosen.last().is_some_and(|last| self.play.program().is_switch(last.number)) {
                return self.plain(&steps);
            }
        }
    }

    /// All whole moves, without dots, that semimoves add up to, with the resulting states: the rolled-up game.
    fn rolled_up(&mut self, state: &State, before: &[Step], found: &mut Vec<(Vec<Step>, State)>) {
        let mut semimoves = Vec::new();
        self.play.semimoves(state, &mut semimoves).unwrap();
        for semimove in semimoves {
            let (mut next, mut steps) = (state.clone(), before.to_vec());
            self.play.play(&mut next, &semimove).unwrap();
            steps.extend(self.plain(&semimove));
            if semimove.last().is_some_and(|last| self.play.program().is_switch(last.number)) {
                found.push((steps, next));
            } else {
                self.rolled_up(&next, &steps, found);
            }
        }
    }
}

/// A nodal state in the orthodox view.
fn orthodox(state: &State, from: &Program, to: &Program) -> State {
    to.adopt(state, from).expect("nodal states are not at a dot")
}

/// Plays one game led by a view; counts the whole moves that are listed.
fn game(views: &mut [View], leader: usize, seed: u64, listed: &mut usize) {
    let mut random = SplitMix::new(seed);
    let mut here: Vec<State> = views.iter_mut().map(|view| view.play.start().unwrap()).collect();
    while *listed < MOST_MOVES {
        let programs: Vec<Arc<Program>> = views.iter().map(|view| Arc::clone(view.play.program())).collect();
        let expected = views[leader].whole_moves(&here[leader]);
        for (i, view) in views.iter_mut().enumerate() {
            assert_eq!(programs[i].adopt(&here[leader], &programs[leader]).as_ref(), Some(&here[i]), "{}: seed {seed}", view.name);
            let moves = view.whole_moves(&here[i]);
            assert!(moves == expected, "{}: seed {seed}, other moves than {leader} in {}", view.name, programs[i].write_state(&here[i]));
            *listed += moves.len();
        }
        if expected.is_empty() {
            return;
        }
        let chosen = views[leader].random_move(&here[leader], &mut random);
        assert!(expected.contains_key(&programs[leader].whole_codes().encode(&chosen)), "{}: seed {seed}, {chosen:?}", views[leader].name);
        for (view, state) in views.iter_mut().zip(&mut here) {
            let steps = view.play.with_dots(state, &chosen).unwrap();
            let steps = steps.unwrap_or_else(|| panic!("{}: seed {seed}, {chosen:?} is not legal", view.name));
            view.play.play(state, &steps).unwrap();
        }
    }
}

#[test]
fn every_view_has_the_same_whole_moves_along_random_games() {
    for (name, text) in texts() {
        let mut views = views(&name, &text, &[]);
        for leader in 0..views.len() {
            let mut listed = MOST_MOVES * leader / views.len();
            game(&mut views, leader, leader as u64, &mut listed);
        }
    }
}

/// Visits reachable positions of the orthodox game breadth first, up to a number. Returns the number of boards among them: a state also
/// contains the square where the last move ended, so that one board may have several states.
fn enumerate(name: &str, text: &str, parameters: &[(&str, &str)], most: usize) -> usize {
    let mut views = views(name, text, parameters);
    let programs: Vec<Arc<Program>> = views.iter().map(|view| Arc::clone(view.play.program())).collect();
    let start = views[0].play.start().unwrap();
    let (mut seen, mut open, mut next) = (HashSet::from([start.clone()]), vec![start], 0);
    while next < open.len() && next < most {
        let state = open[next].clone();
        next += 1;
        let mut expected = Vec::new();
        views[0].rolled_up(&state, &[], &mut expected);
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        for (i, view) in views.iter_mut().enumerate().skip(1) {
            let mut found = Vec::new();
            view.rolled_up(&programs[i].adopt(&state, &programs[0]).unwrap(), &[], &mut found);
            found.iter_mut().for_each(|(_, after)| *after = orthodox(after, &programs[i], &programs[0]));
            found.sort_by(|a, b| a.0.cmp(&b.0));
            assert!(found == expected, "{}: another game in {}", view.name, programs[0].write_state(&state));
        }
        let distinct: BTreeSet<&Vec<Step>> = expected.iter().map(|(steps, _)| steps).collect();
        assert_eq!(distinct.len(), expected.len(), "{name}: a move is listed twice in {}", programs[0].write_state(&state));
        open.extend(expected.into_iter().map(|(_, after)| after).filter(|after| seen.insert(after.clone())));
    }
    let boards: BTreeSet<&[u64]> = open[..next].iter().map(|state| &state.words()[programs[0].layout.sets..]).collect();
    boards.len()
}

#[test]
fn small_games_rolled_up_are_the_orthodox_games() {
    // All 5,478 positions of tic-tac-toe.
    assert_eq!(enumerate("tic-tac-toe", &text("tic-tac-toe"), &[], usize::MAX), 5478);
    enumerate("hex", &text("hex"), &[("size", "3")], MOST_POSITIONS);
    enumerate("breakthrough", &text("breakthrough"), &[("size", "5")], 1500);
    enumerate("knightthrough", &text("knightthrough"), &[], 300);
    // Dots of every kind, and dead ends.
    enumerate("english-draughts", &text("english-draughts"), &[], 300);
    enumerate("chess", &text("chess"), &[], 25);
}
