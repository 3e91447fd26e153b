//! The two engines against each other: every rules file, every strategy, every position that random play visits.

use super::compare::described;
use super::rules_files::texts;
use std::sync::Arc;
use treebench_rbg::{
    Control, Description, Guide, Interpreter, Limits, NativeProgram, PlayoutCount, PlayoutEvent, Program, Split, SplitMix, State, Step,
};

/// The rules files, by name.
fn games() -> Vec<(String, Arc<Description>)> {
    texts().into_iter().map(|(name, text)| (name.clone(), described(&name, &text))).collect()
}

/// How far to play: under `Mod` semimoves are small, and the interpreter lists them quickly.
fn cap(split: Split, few: u32) -> u32 {
    if split.modifiers { 120 } else { few }
}

/// Both engines for one program.
struct Both {
    name: String,
    plain: Interpreter,
    compiled: NativeProgram,
}

impl Both {
    fn new(game: &str, description: &Arc<Description>, split: Split) -> Self {
        let program = Arc::new(Program::new(Arc::clone(description), split, Limits::default()).unwrap());
        let compiled = program.compile().unwrap_or_else(|why| panic!("{game} {split}: {why}"));
        Both { name: format!("{game} {split}"), plain: Interpreter::new(program), compiled }
    }

    /// The semimoves as the interpreter lists them; compares the native list with them.
    fn moves(&mut self, state: &State) -> Vec<Vec<Step>> {
        let mut moves = Vec::new();
        self.plain.semimoves(state, &mut moves).unwrap();
        let codes = &self.plain.program().codes;
        let expected: Vec<u64> = moves.iter().map(|steps| codes.encode(steps)).collect();
        let mut listed = Vec::new();
        self.compiled.list(state, &mut listed).unwrap_or_else(|fault| panic!("{}: {fault}", self.name));
        assert_eq!(listed, expected, "{}: moves of {state:?}", self.name);
        assert_eq!(self.compiled.has_move(state), Ok(!moves.is_empty()), "{}: whether there is a move in {state:?}", self.name);
        moves
    }

    /// Plays a game at random and compares everything on the way.
    fn game(&mut self, seed: u64, cap: u32) {
        let mut random = SplitMix::new(seed);
        let mut state = self.plain.start().unwrap();
        let mut compiled = self.plain.program().unstarted();
        self.compiled.complete(&mut compiled).unwrap();
        assert_eq!(compiled, state, "{}: start", self.name);
        for _ in 0..cap {
            let moves = self.moves(&state);
            if moves.is_empty() {
                return;
            }
            let chosen = &moves[random.below(moves.len() as u64) as usize];
            let mut after = state.clone();
            self.plain.play(&mut after, chosen).unwrap();
            self.compiled.apply(&mut state, self.plain.program().codes.encode(chosen)).unwrap();
            assert_eq!(state, after, "{}: seed {seed}, after {chosen:?}", self.name);
        }
    }

    fn playout(&mut self, start: &State, seed: u64, cap: u32) {
        let (mut plain, mut compiled) = (start.clone(), start.clone());
        let expected = self.plain.playout(&mut plain, seed, cap).unwrap();
        let found = self.compiled.playout(&mut compiled, seed, cap).unwrap();
        assert_eq!((found, &compiled), (expected, &plain), "{}: playout with seed {seed}", self.name);
        self.traced(start, seed, cap, &(expected, plain));
        if self.plain.program().codes_below().is_some() {
            for epsilon in [0.0, 0.4] {
                self.guided(start, seed, cap, epsilon);
            }
        }
    }

    /// Both engines make the same choices by value, many of which are ties.
    fn guided(&mut self, start: &State, seed: u64, cap: u32, epsilon: f64) {
        let size = self.plain.program().codes_below().unwrap();
        let mut random = SplitMix::new(seed);
        let values: Vec<f64> = (0..size * self.plain.program().description.players.len()).map(|_| random.below(7) as f64).collect();
        let guide = Guide { values: &values, size, epsilon };
        let (mut plain, mut noted) = (start.clone(), Vec::new());
        let expected = self.plain.playout_guided(&mut plain, seed, cap, &guide, |one| noted.push(one)).unwrap();
        let (mut compiled, mut told) = (start.clone(), Vec::new());
        let found = self.compiled.playout_guided(&mut compiled, seed, cap, &guide, |one| told.push(one)).unwrap();
        assert_eq!((found, compiled, told), (expected, plain, noted), "{}: guided playout with seed {seed}, ε = {epsilon}", self.name);
    }

    /// A traced playout is the same game, and its trace leads to the same state.
    fn traced(&mut self, start: &State, seed: u64, cap: u32, expected: &(PlayoutCount, State)) {
        let (mut noted, mut state) = (Vec::new(), start.clone());
        let count = self.plain.playout_traced(&mut state, seed, cap, |one| noted.push(one)).unwrap();
        assert_eq!((count, state), *expected, "{}: plain traced playout with seed {seed}", self.name);
        let (mut compiled, mut state) = (Vec::new(), start.clone());
        let count = self.compiled.playout_traced(&mut state, seed, cap, |one| compiled.push(one)).unwrap();
        assert_eq!((count, state), *expected, "{}: traced playout with seed {seed}", self.name);
        assert_eq!(compiled, noted, "{}: what a playout with seed {seed} notes", self.name);
        let (mut state, mut moves, mut mover) = (start.clone(), 0, start.control());
        for one in noted {
            match one {
                PlayoutEvent::Semimove(code) => {
                    mover = state.control();
                    self.compiled.apply(&mut state, code).unwrap();
                }
                PlayoutEvent::End(player) => {
                    assert_eq!(mover, Control::Player(player), "{}: seed {seed}, move {moves}", self.name);
                    moves += 1;
                }
            }
        }
        assert_eq!((moves, &state), (expected.0.moves, &expected.1), "{}: playing what was noted with seed {seed}", self.name);
    }
}

/// Compares games and playouts of every rules file under the strategies that split before every modifier, or under the others.
fn agree(modifiers: bool) {
    for (game, description) in games() {
        for split in Split::all().filter(|split| split.modifiers == modifiers) {
            let mut both = Both::new(&game, &description, split);
            (0..3).for_each(|seed| both.game(seed, cap(split, 6)));
            let mut from = both.plain.start().unwrap();
            let mut random = SplitMix::new(1);
            for seed in 0..3 {
                both.playout(&from, seed, cap(split, 12));
                // The next one starts elsewhere, possibly inside a move.
                let moves = both.moves(&from);
                let Some(chosen) = moves.get(random.below(moves.len() as u64) as usize) else { break };
                both.plain.play(&mut from, chosen).unwrap();
            }
        }
    }
}

#[test]
fn engines_agree_where_modifiers_begin_semimoves() {
    agree(true);
}

#[test]
fn engines_agree_where_they_do_not() {
    agree(false);
}
