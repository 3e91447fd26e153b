//! Random play that restarts moves (rule 5) plays the existing moves, the same ones in both engines, and finds a path where a single search gives up.

use std::sync::Arc;
use treebench_rbg::{
    Fault, Guide, Interpreter, Limit, Limits, NativeProgram, PlayLimits, PlayoutCount, PlayoutEvent, Program, Split, SplitMix, State, parse,
};

/// Two players walk in turn over free squares, step by step, each step on a new square that passes a test, until a goal is reached; a walk that is
/// trapped is no move.
fn walk(rows: &str, test: &str) -> String {
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, w, s, g
         #variables = steps(20)
         #board = rectangle(up, down, left, right, {rows})
         #any = (up* + down*)(left* + right*)
         #neighbour = (up + down + left + right)
         #turn(me) = ->me any {{s}} [x] [$ steps = 0] neighbour ({{e}} {test} [x] neighbour)* {{g}} ->> [s]
         #rules = (turn(a) turn(b))*"
    )
}

/// A board of squares, some of them goals or walls.
fn rows(lines: &[&str]) -> String {
    let row = |line: &&str| format!("[{}]", line.chars().map(String::from).collect::<Vec<_>>().join(","));
    lines.iter().map(row).collect::<Vec<_>>().join("\n")
}

struct Both {
    plain: Interpreter,
    compiled: NativeProgram,
}

impl Both {
    fn new(text: &str, split: Split, play: PlayLimits) -> Self {
        let limits = Limits { play, ..Limits::default() };
        let description = Arc::new(parse("walk", text, &limits).unwrap_or_else(|errors| panic!("{errors}")));
        let program = Arc::new(Program::new(description, split, limits).unwrap());
        Both { compiled: program.compile().unwrap(), plain: Interpreter::new(program) }
    }

    /// Plays random moves with both engines, with and without a record, and by values that are often equal.
    fn moves(&mut self, start: &State, seed: u64, cap: u32) -> Result<(PlayoutCount, State), Fault> {
        let (mut state, mut noted) = (start.clone(), Vec::new());
        let count = self.plain.playout_traced(&mut state, seed, cap, |one| noted.push(one));
        let mut compiled = start.clone();
        assert_eq!(self.compiled.playout(&mut compiled, seed, cap).map_err(|fault| fault.limit), count.map_err(|fault| fault.limit));
        let count = count?;
        assert_eq!(compiled, state, "seed {seed}");
        let (mut traced, mut told) = (start.clone(), Vec::new());
        assert_eq!(self.compiled.playout_traced(&mut traced, seed, cap, |one| told.push(one)), Ok(count));
        assert_eq!((&traced, &told), (&state, &noted), "seed {seed}");
        self.guided(start, seed, cap);
        Ok((count, state))
    }

    fn guided(&mut self, start: &State, seed: u64, cap: u32) {
        let program = Arc::clone(self.plain.program());
        let Some(size) = program.codes_below() else { return };
        let mut random = SplitMix::new(seed);
        let values: Vec<f64> = (0..size * program.description.players.len()).map(|_| random.below(3) as f64).collect();
        let guide = Guide { values: &values, size, epsilon: 0.3 };
        let (mut plain, mut noted) = (start.clone(), Vec::new());
        let expected = self.plain.playout_guided(&mut plain, seed, cap, &guide, |one| noted.push(one));
        let (mut compiled, mut told) = (start.clone(), Vec::<PlayoutEvent>::new());
        let found = self.compiled.playout_guided(&mut compiled, seed, cap, &guide, |one| told.push(one));
        assert_eq!((found, compiled, told), (expected, plain, noted), "guided, seed {seed}");
    }
}

#[test]
fn the_moves_made_are_those_there_are() {
    let boards = [
        rows(&["seee", "eexe", "eeee", "exeg"]),
        rows(&["seeee", "eeeee", "geexg", "eewee"]),
        rows(&["eeee", "esee", "eeee", "xxxg"]),
        rows(&["seeeg", "eweee", "eeeee", "exewe", "geeeg"]),
    ];
    let tests = [
        "",
        "{! left left {x}}",
        "{! (up + down) {w}}",
        "{? (left + right) {e,x,g}} {! up {x} down down {x}}",
        "[$ steps = steps + 1] {$ steps < 7}",
    ];
    for (board, test) in boards.iter().flat_map(|board| tests.map(|test| (board, test))) {
        let text = walk(board, test);
        let mut whole = Both::new(&text, Split::ORTHODOX, PlayLimits::default());
        for split in Split::all().filter(|split| *split != Split::ORTHODOX) {
            for restart_after in [0, 1, 15, u64::MAX] {
                let mut both = Both::new(&text, split, PlayLimits { restart_after, ..PlayLimits::default() });
                let start = both.plain.start().unwrap();
                let begin = whole.plain.start().unwrap();
                let (mut moves, mut ends) = (Vec::new(), Vec::new());
                whole.plain.whole_moves(&begin, &mut moves).unwrap();
                for steps in &moves {
                    let mut end = begin.clone();
                    whole.plain.play(&mut end, steps).unwrap();
                    ends.push(end);
                }
                for seed in 0..6 {
                    let (count, state) = both.moves(&start, seed, 1).unwrap();
                    assert_eq!((count.moves > 0, count.over), (!ends.is_empty(), ends.is_empty()), "{board} {test} {split}, seed {seed}");
                    // The two views number their nodes differently.
                    let (words, layout) = (state.words(), both.plain.program().layout);
                    let same =
                        |end: &State| end.control() == state.control() && end.words()[layout.variables..] == words[layout.variables..];
                    assert!(count.moves == 0 || ends.iter().any(same), "{board} {test} {split}, seed {seed}");
                    both.moves(&start, seed, 10).unwrap();
                }
            }
        }
    }
}

#[test]
fn orders_of_the_same_steps_are_not_all_tried() {
    // A move marks any squares and ends on `t`. Once `t` is marked there is no end, but 9! orders of marking the others.
    let text = "#players = a(100), b(100)
        #pieces = e, t, x
        #variables =
        #board = rectangle(up, down, left, right, [e,e,e,e,e,e,e,e,e,t])
        #any = (left* + right*)
        #turn(me) = ->me (any {e,t} [x])* any {t} ->>
        #rules = (turn(a) turn(b))*";
    let limits = PlayLimits { steps_tried: 100_000, ..PlayLimits::default() };
    for split in Split::all().filter(|split| split.modifiers) {
        let forgetful = Both::new(text, split, PlayLimits { restart_after: u64::MAX, ..limits });
        let mut both = Both::new(text, split, PlayLimits { restart_after: 1000, ..limits });
        let start = both.plain.start().unwrap();
        let mut given_up = 0;
        for seed in 0..20 {
            let found = forgetful.compiled.playout(&mut start.clone(), seed, 1);
            given_up += usize::from(found.is_err_and(|fault| fault.limit == Limit::StepsTried));
            let (count, _) = both.moves(&start, seed, 1).unwrap_or_else(|fault| panic!("{split}, seed {seed}: {fault}"));
            assert_eq!(count.moves, 1, "{split}, seed {seed}");
        }
        assert!(given_up > 0, "{split}: without memory none of 20 searches gives up");
    }
}

#[test]
fn moves_without_an_end_are_given_up() {
    // After the first step there is always exactly one more, which changes nothing, or changes it back.
    let endings = [
        "({x} [x] + {o} [o])* {e}",
        "({x} [o] + {o} [x])* {e}",
        "(left {x} right [s] + {e} [e] {s} [s])* {e}",
        "([x] right [x] left)* {o}",
    ];
    for (ending, keeper) in endings.iter().flat_map(|ending| [(ending, true), (ending, false)]) {
        let (before, after) = if keeper { ("->>", "") } else { ("", "->>") };
        let text = format!(
            "#players = a(100), b(100)
             #pieces = e, x, o, s
             #variables = v(1)
             #board = rectangle(up, down, left, right, [x, e, e])
             #rules = ->a right [x] {before} {ending} {after} ->b {{e}} [o] ->> {{}}"
        );
        for split in Split::all() {
            let limits = PlayLimits { steps_tried: 100_000, ..PlayLimits::default() };
            let mut both = Both::new(&text, split, limits);
            let start = both.plain.start().unwrap();
            let [plain, compiled] = [both.plain.playout(&mut start.clone(), 1, 5), both.compiled.playout(&mut start.clone(), 1, 5)]
                .map(|played| played.map_err(|fault| fault.limit));
            assert_eq!((plain, compiled), (Err(Limit::StepsPerMove), Err(Limit::StepsPerMove)), "{split}, {ending}, keeper: {keeper}");
        }
    }
}
