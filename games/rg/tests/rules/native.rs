//! Native code and the interpreter play the same games.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use treebench_compile::SplitMix;
use treebench_rg::game::END;
use treebench_rg::{Control, Game, Interpreter, Limits, Native, State, Symbol, load};

/// All games of the corpus by name.
fn corpus() -> BTreeMap<String, Arc<Game>> {
    games_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules"))
}

fn games_in(directory: &Path) -> BTreeMap<String, Arc<Game>> {
    let files = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let rules = files.filter(|path| path.extension().is_some_and(|end| end == "hrg" || end == "rg"));
    rules.map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), read(&path))).collect()
}

fn read(path: &Path) -> Arc<Game> {
    let text = fs::read_to_string(path).unwrap();
    Arc::new(load(&path.to_string_lossy(), &text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}")))
}

/// The first state in which a player or chance acts.
fn start(interpreter: &mut Interpreter, game: &Game) -> State {
    let mut state = State::start(game);
    interpreter.settle(&mut state).unwrap();
    state
}

/// The moves of a state by their tags, with the states after them and the keeper's moves.
fn interpreted(interpreter: &mut Interpreter, state: &State) -> BTreeMap<Vec<Symbol>, State> {
    let moves = interpreter.moves(state).unwrap();
    let settled = |mut found: treebench_rg::Move, interpreter: &mut Interpreter| {
        interpreter.settle(&mut found.after).unwrap();
        (found.tags, found.after)
    };
    moves.into_iter().map(|found| settled(found, interpreter)).collect()
}

/// Follows random games: native code has the same moves in every state, which lead to the same states. Gives the number of states.
fn follow(name: &str, game: &Arc<Game>, native: &Native, games: u64, most: usize) -> usize {
    let (mut interpreter, mut states) = (Interpreter::new(Arc::clone(game)), 0);
    for seed in 0..games {
        let (mut state, mut random) = (start(&mut interpreter, game), SplitMix::new(seed));
        while state.node != END && states < most {
            let known = interpreted(&mut interpreter, &state);
            let Some(listed) = native.moves(&state) else {
                // The codes of its moves are hashes.
                assert!(leads_alike(native, game, &state, &known), "{name}: {state:?}");
                states += 1;
                let drawn = random.below(known.len() as u64) as usize;
                state = known.into_values().nth(drawn).unwrap();
                continue;
            };
            let found: BTreeMap<&Vec<Symbol>, &State> = listed.iter().map(|found| (&found.tags, &found.after)).collect();
            assert_eq!(listed.len(), found.len(), "{name}: {state:?}");
            assert!(known.keys().eq(found.keys().copied()), "{name}: {state:?}");
            for (tags, after) in &known {
                assert!(are_alike(&mut interpreter, game, after, found[tags]), "{name}: {after:?} and {:?}", found[tags]);
            }
            states += 1;
            let drawn = random.below(known.len() as u64) as usize;
            state = known.into_values().nth(drawn).unwrap();
        }
    }
    states
}

/// Whether the moves of native code lead to the same states as those of the interpreter, whatever their tags.
fn leads_alike(native: &Native, game: &Game, state: &State, known: &BTreeMap<Vec<Symbol>, State>) -> bool {
    let sorted = |states: &mut dyn Iterator<Item = &State>| {
        let mut all: Vec<_> = states.map(|state| (state.node, maps(game, state))).collect();
        all.sort_unstable();
        all
    };
    native.states_after(state).is_some_and(|after| sorted(&mut after.iter()) == sorted(&mut known.values()))
}

/// Whether two states have the same node, maps, player and moves. Variables that are not read any more need not be the same.
fn are_alike(interpreter: &mut Interpreter, game: &Game, a: &State, b: &State) -> bool {
    let mut moves = |state: &State| {
        let moves = interpreter.moves(state).unwrap();
        moves.into_iter().map(|found| (found.tags, maps(game, &found.after))).collect::<BTreeMap<_, _>>()
    };
    a.node == b.node && a.control(game) == b.control(game) && maps(game, a) == maps(game, b) && (a.node == END || moves(a) == moves(b))
}

/// The entries of all maps.
fn maps(game: &Game, state: &State) -> Vec<Symbol> {
    let maps = game.variables.iter().filter(|variable| !variable.shape.keys.is_empty());
    maps.flat_map(|map| state.cells[map.offset..map.offset + map.cells].to_vec()).collect()
}

/// Plays random games by native code and by the interpreter, if `same` with the same draws from the list of moves, in its order.
fn play(name: &str, game: &Arc<Game>, native: &Native, games: u64, same: bool) {
    let mut interpreter = Interpreter::new(Arc::clone(game));
    for seed in 0..games {
        let mut state = start(&mut interpreter, game);
        let (mut plain, mut traced) = (state.clone(), state.clone());
        let mut moves: Vec<Vec<Symbol>> = Vec::new();
        let end = native.playout(&mut plain, seed, 1000).unwrap();
        let Some(ended) = native.playout_traced(&mut traced, seed, 1000, |_, tags| moves.push(tags.to_vec())) else {
            // The codes of its moves are hashes.
            assert!(end.over && plain.node == END, "{name}: {plain:?}");
            continue;
        };
        assert_eq!(end, ended, "{name}");
        assert!(ended.over && moves.len() == ended.moves as usize, "{name}");
        let mut random = SplitMix::new(seed);
        // None if the codes of the moves are hashes.
        let mut draw = |state: &State| {
            let mut order = native.moves(state)?;
            let drawn = if order.len() == 1 { 0 } else { random.below(order.len() as u64) as usize };
            Some(order.swap_remove(drawn).tags)
        };
        for made in &moves {
            state = after_chance(&mut interpreter, game, state, &mut draw);
            let drawn = draw(&state);
            assert!(!same || drawn.is_none_or(|drawn| *made == drawn), "{name}: {state:?}");
            state = interpreted(&mut interpreter, &state).remove(made).unwrap();
        }
        state = after_chance(&mut interpreter, game, state, &mut draw);
        for ended in [&plain, &traced] {
            assert!(are_alike(&mut interpreter, game, &state, ended), "{name}: {state:?} and {ended:?}");
        }
        assert_eq!(state.node, END, "{name}");
    }
}

/// The next state in which a player acts. The outcomes of chance are not among the moves that are told, so that they are drawn here, too.
fn after_chance(
    interpreter: &mut Interpreter,
    game: &Game,
    mut state: State,
    draw: &mut impl FnMut(&State) -> Option<Vec<Symbol>>,
) -> State {
    while state.node != END && state.control(game) == Control::Random {
        let drawn = draw(&state).unwrap();
        state = interpreted(interpreter, &state).remove(&drawn).unwrap();
    }
    state
}

/// Games in which a draw may end before a move is complete. Draws and moves are not in the same order there, and only legality is compared.
const DRAWN_TWICE: &[&str] = &["amazons_split2", "amazons_split3", "englishDraughts", "nim", "surakarta"];

/// The games of the corpus that the interpreter plays, with the reason.
const INTERPRETED: [(&str, &str); 2] = [
    ("einstein", "the tags may not determine the move at the node `turn_7`"),
    ("reversi", "its variables have too many values together: more than 4000 nodes"),
];

#[test]
fn native_code_plays_as_the_interpreter_does() {
    let mut interpreted = Vec::new();
    for (name, game) in corpus() {
        match Native::new(&game) {
            Ok(native) => {
                assert!(follow(&name, &game, &native, 2, usize::MAX) > 0);
                play(&name, &game, &native, 5, !DRAWN_TWICE.contains(&name.as_str()));
            }
            Err(reason) => interpreted.push((name, reason.to_string())),
        }
    }
    let known: Vec<(String, String)> = INTERPRETED.map(|(name, reason)| (name.to_owned(), reason.to_owned())).to_vec();
    assert_eq!(interpreted, known);
}

/// The same on other files: `RG_FILES=DIR cargo test -p treebench-rg --test rules other_files -- --ignored --nocapture`.
#[test]
#[ignore = "takes a folder of files"]
#[expect(clippy::print_stdout, reason = "it reports what plays each file")]
fn native_code_plays_other_files_as_the_interpreter_does() {
    let directory = std::env::var_os("RG_FILES").expect("`RG_FILES` names a folder");
    for (name, game) in games_in(Path::new(&directory)) {
        match Native::new(&game) {
            Ok(native) => {
                let states = follow(&name, &game, &native, 2, 100);
                play(&name, &game, &native, 2, !DRAWN_TWICE.contains(&name.as_str()));
                println!("{name}: native code, {states} states compared");
            }
            Err(reason) => println!("{name}: interpreter, because {reason}"),
        }
    }
}

/// A die that is rolled for ever: random play by native code ends in a fault, and the state is as before.
#[test]
fn endless_chance_is_stopped() {
    let text = "type Player = { a, b };\ntype Score = { 0, 100 };\ntype Bool = { 0, 1 };\ntype Side = { s1, s2, s3 };\nvar die: Side = s1;\nconst no: Bool = 0;\n\
                begin, roll: player = random;\nroll, told: die = Side(*);\ntold, rest: $$ die;\nrest, begin: die = s1;\nroll, stop: no == 1;\nstop, end: player = keeper;\n";
    let game = Arc::new(load("x.rg", text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}")));
    let native = Native::new(&game).unwrap_or_else(|reason| panic!("{reason}"));
    let first = start(&mut Interpreter::new(Arc::clone(&game)), &game);
    let mut state = first.clone();
    assert_eq!((native.playout(&mut state, 1, 10), &state), (None, &first));
    assert_eq!(native.moves(&state).map(|outcomes| outcomes.len()), Some(3));
}

/// A board on which nothing changes has no square of its own.
#[test]
fn a_board_that_never_changes_is_played() {
    let text = "domain Player = a | b\ndomain Score = 0 | 100\ndomain Square = S(X) where X in 0..8\ndomain Piece = empty | stone\n\
                board: Square -> Piece = { :empty; S(8) = stone }\n\
                graph rules() { player = a branch { check(board[S(8)] == stone) $ win player = keeper goals[a] = 100 } or { $ lose player = keeper goals[b] = 100 } end() }\n";
    let game = Arc::new(load("x.hrg", text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}")));
    let native = Native::new(&game).unwrap_or_else(|reason| panic!("{reason}"));
    assert_eq!(follow("x.hrg", &game, &native, 2, usize::MAX), 2);
    play("x.hrg", &game, &native, 5, true);
}

/// A variable of five values is stored as a number where there are more than 4,000 nodes. Where that does not help, because others multiply them, it belongs
/// to the nodes again.
#[test]
fn a_variable_that_is_better_no_number_belongs_to_the_nodes() {
    let any = |variable: &str| {
        format!("branch {{ {variable} = n0 }} or {{ {variable} = n1 }} or {{ {variable} = n2 }} or {{ {variable} = n3 }} $$ {variable}")
    };
    let text = format!(
        "domain Player = a | b\ndomain Score = 0 | 100\ndomain N = n0 | n1 | n2 | n3\ndomain Five = N | n4\nx: Five = n0\n\
         c: N = n0\nd: N = n0\ne: N = n0\nf: N = n0\ng: N = n0\n\
         graph rules() {{ player = a {} {} {} {} {} {} player = keeper if c == d && d == e && e == f && f == g {{ goals[a] = 100 }} end() }}\n",
        any("x"),
        any("c"),
        any("d"),
        any("e"),
        any("f"),
        any("g"),
    );
    let game = Arc::new(load("x.hrg", &text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}")));
    assert_eq!(Native::new(&game).err(), None);
}

/// A game from its text, played by native code as by the interpreter.
fn plays(text: &str) {
    let game = Arc::new(load("x.hrg", text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}")));
    let native = Native::new(&game).unwrap_or_else(|reason| panic!("{reason}"));
    assert!(follow("x.hrg", &game, &native, 2, 30) > 1);
    play("x.hrg", &game, &native, 5, true);
}

/// Two maps over squares, of which one square of the first leads to up to two of the second, whose counts could become too high.
#[test]
fn a_second_map_is_on_the_board() {
    plays(
        "domain Player = a | b\ndomain Score = 0 | 100\ndomain Bool = 0 | 1\ndomain Line = L(X) where X in 0..19\ndomain Box = B(X) where X in 0..18\n\
         domain BoxOrNone = none | Box\ndomain Count = C(X) where X in 0..2\ndomain CountOrNan = nan | Count\n\
         left: Line -> BoxOrNone\nleft(L(X)) = if X > 0 then B(X - 1) else none\nright: Line -> BoxOrNone\nright(L(X)) = if X < 19 then B(X) else none\n\
         more: Count -> CountOrNan\nmore(C(X)) = if X < 2 then C(X + 1) else nan\n\
         lines: Line -> Bool\nboxes: Box -> Count\nline: Line\n\
         graph fill(me: Player, box: BoxOrNone) { boxes[box] = more(boxes[box]) if boxes[box] == C(2) { goals[me] = 100 end() } }\n\
         graph turn(me: Player) {\n  player = me\n  line = Line(*)\n  check(lines[line] == 0)\n  $$ line\n  player = keeper\n  lines[line] = 1\n\
           if left(line) != none { fill(me, left(line)) }\n  if right(line) != none { fill(me, right(line)) }\n}\n\
         graph rules() { loop { turn(a) turn(b) } }\n",
    );
}

/// A way along a ring, whose places are no squares of the board but lead to them, has squares of its own.
#[test]
fn places_that_lead_to_squares_have_squares() {
    plays(
        "domain Player = a | b\ndomain Score = 0 | 100\ndomain Piece = e | x\ndomain Square = S(X) where X in 0..99\ndomain Ring = R(X) where X in 0..99\n\
         enter: Square -> Ring\nenter(S(X)) = R(X)\nleave: Ring -> Square\nleave(R(X)) = S(X)\nnext: Ring -> Ring\nnext(R(X)) = if X < 99 then R(X + 1) else R(0)\n\
         board: Square -> Piece\nsquare: Square\nring: Ring\n\
         graph turn(me: Player) {\n  player = me\n  square = Square(*)\n  check(board[square] == e)\n  $$ square\n  player = keeper\n  ring = enter(square)\n\
           repeat 6 { ring = next(ring) while board[leave(ring)] == x { ring = next(ring) } }\n  board[leave(ring)] = x\n}\n\
         graph rules() { repeat 4 { turn(a) turn(b) } goals[a] = 100 end() }\n",
    );
}
