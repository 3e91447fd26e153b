//! Both engines and all strategies on mutated rules.

use std::collections::BTreeSet;
use std::sync::Arc;
use treebench_rbg::{Interpreter, Limits, NativeProgram, PlayLimits, Program, Split, SplitMix, State, Step, parse};

/// Games with nearly everything in them, small enough for a thousand changes a second.
pub const TEXTS: [&str; 5] = [
    "#players = white(100), black(100)
#pieces = e, w, b
#variables = turn(3)
#board = rectangle(up, down, left, right, [e, b, b] [e, e, e] [w, w, e])
#any = (up* + down*)(left* + right*)
#turn(me; man; opp; ahead) =
    ->me any {man} [e] ahead ({e} + (left + right) {e, opp}) [man]
    ->> [$ me = 100] ({? ahead} + {! ahead} ->> {})
#rules = (turn(white; w; b; up) turn(black; b; w; down))*
",
    "#players = p(9), q(9)
#pieces = e, x, o
#variables = left(5), used(1)
#board = hexagon(east, southeast, southwest, west, northwest, northeast, [e, x] [e, e, o] [e, e])
#way = (east + west + southeast)
#turn(me; piece; other) =
    ->me (way* . {e} [piece] + {piece} (way {other} [e])* [$ used = 1 - used]) {? way {e, piece}}
    ([$ left = left + 1] + {$ left > 2} [$ left = left - 1]) (->> {$ left < 5} + {$ me < 3} [$ me = me + 1] ->>)
#rules = (turn(p; x; o) turn(q; o; x))*
",
    "#players = a(1), b(1), c(1)
#pieces = e, s
#variables = n(7)
#board = v0[s]{r: v1, l: v2} v1[e]{r: v2} v2[e]{l: v0, r: v0}
#step(who) = ->who ((r + l) {e} [s] {! r {e}} + r* {s} [e] . l [$ n = n + s * 2 - 1]) ->> ({$ n != 3} + {$ n == 3} [$ who = 1] ->> {})
#rules = (step(a) step(b) step(c))*
",
    // Moves with enough steps for their codes to be hashes.
    "#players = up(1), down(1)
#pieces = e, x, y
#variables = n(1)
#board = v0[e]{r: v1} v1[x]{r: v2} v2[e]{r: v3} v3[x]{r: v4} v4[e]{r: v5} v5[x]{r: v6} v6[e]{r: v7} v7[y]{r: v0}
#next = (r ({e} [x] + {? r {y}} {e} [y] + {x, y} [e]))
#turn(who) = ->who ([e] + [x]) next^17 ({! {y}} [$ n = 1 - n] + {e, x} [y]) ->>
#rules = (turn(up) turn(down))*
",
    // Patterns that change the board and variables, one inside another, at any square or at the current one.
    "#players = white(100), black(100)
#pieces = e, w, b, x
#variables = n(4)
#board = rectangle(up, down, left, right, [e, b, e] [b, e, w] [e, w, e])
#any = (up* + down*)(left* + right*)
#way = (up + left + down + right)
#hop(opp) = (way {opp} [x] way {e})
#more(me; opp) = {? [$ n = x] any {me} [e] hop(opp) {? way [$ n = n + 1] {e, x}} ({$ x > n} + {! [x] way {x}})}
#turn(me; piece; opp) =
    ->me any {piece} . [e] (hop(opp)* + way . {e}) {! more(piece; opp)} [piece]
    ->> any {x} [e] ->> ({! any {x}} [$ me = n] + {? any {x} [b] {$ b > 2}} ->> {})
#rules = (turn(white; w; b) turn(black; b; w))*
",
];

/// Limits that hostile rules reach in a moment.
fn limits() -> Limits {
    Limits {
        source_bytes: 1 << 14,
        tokens: 20_000,
        depth: 40,
        nodes: 10_000,
        squares: 400,
        places: 400_000,
        split_steps: 1_000_000,
        play: PlayLimits { steps_per_move: 60, steps_tried: 3000, ..PlayLimits::default() },
        ..Limits::default()
    }
}

/// If a text is a game: under every strategy the same whole moves are legal at the start, and both engines play it, semimove by semimove
/// and at random, and agree: under one of the strategies, chosen by the seed, since compiling takes the most time. Returns
/// whether something was compared.
///
/// A limit ends the comparison, since the engines count in different ways what they try.
pub fn play(text: &str, seed: u64) -> bool {
    let Ok(description) = parse("text", text, &limits()) else { return false };
    let description = Arc::new(description);
    let chosen = Split::all().nth(seed as usize % 8).unwrap_or_default();
    let mut played = false;
    let mut orthodox: Option<BTreeSet<Vec<Step>>> = None;
    for split in Split::all() {
        let Ok(program) = Program::new(Arc::clone(&description), split, limits()) else { continue };
        let program = Arc::new(program);
        if let Some(moves) = whole_moves(&program) {
            match &orthodox {
                Some(known) => assert_eq!(*known, moves, "legal moves under {split}, seed {seed}:\n{description}"),
                None => orthodox = Some(moves),
            }
        }
        played |= split == chosen && under(&program, seed).is_some();
    }
    played
}

/// The legal whole moves at the start, without dots; `None` if a limit was hit.
fn whole_moves(program: &Arc<Program>) -> Option<BTreeSet<Vec<Step>>> {
    let mut plain = Interpreter::new(Arc::clone(program));
    let start = plain.start().ok()?;
    let mut moves = Vec::new();
    plain.whole_moves(&start, &mut moves).ok()?;
    let modifiers = program.automaton.modifiers;
    Some(moves.into_iter().map(|steps| steps.into_iter().filter(|step| step.number < modifiers).collect()).collect())
}

/// `None` if there was nothing to compare.
fn under(program: &Arc<Program>, seed: u64) -> Option<()> {
    let (split, description) = (program.split, &program.description);
    let compiled = program.compile().ok()?;
    let mut plain = Interpreter::new(Arc::clone(program));
    let mut random = SplitMix::new(seed);
    let mut state = plain.start().ok()?;
    let what = || format!("{split}, seed {seed}:\n{description}");
    for _ in 0..4 {
        playout(&mut plain, &compiled, &state, random.draw(), &what)?;
        let mut semimoves = Vec::new();
        plain.semimoves(&state, &mut semimoves).ok()?;
        let codes: Vec<u64> = semimoves.iter().map(|steps| program.codes.encode(steps)).collect();
        let mut listed = Vec::new();
        compiled.list(&state, &mut listed).ok()?;
        assert_eq!(listed, codes, "semimoves of `{}`, {}", program.write_state(&state), what());
        assert_eq!(compiled.has_move(&state).ok()?, !codes.is_empty(), "a move in `{}`, {}", program.write_state(&state), what());
        if semimoves.is_empty() {
            break;
        }
        let chosen = random.below(semimoves.len() as u64) as usize;
        let (before, mut after) = (state.clone(), state.clone());
        plain.play(&mut after, &semimoves[chosen]).ok()?;
        compiled.apply(&mut state, codes[chosen]).ok()?;
        assert_eq!(state, after, "after {:?} in `{}`, {}", semimoves[chosen], program.write_state(&before), what());
    }
    Some(())
}

fn playout(plain: &mut Interpreter, compiled: &NativeProgram, start: &State, seed: u64, what: &impl Fn() -> String) -> Option<()> {
    let (mut one, mut other) = (start.clone(), start.clone());
    let text = plain.program().write_state(start);
    let count = plain.playout(&mut one, seed, 3).ok()?;
    let found = compiled.playout(&mut other, seed, 3).ok()?;
    assert_eq!((found, &other), (count, &one), "playout {seed} of `{}`, {}", text, what());
    let (mut noted, mut traced) = ([Vec::new(), Vec::new()], [start.clone(), start.clone()]);
    plain.playout_traced(&mut traced[0], seed, 3, |one| noted[0].push(one)).ok()?;
    compiled.playout_traced(&mut traced[1], seed, 3, |one| noted[1].push(one)).ok()?;
    assert_eq!(traced, [one, other], "traced playout {seed} of `{}`, {}", text, what());
    assert_eq!(noted[0], noted[1], "what playout {seed} of `{}` notes, {}", text, what());
    Some(())
}

/// Words that all texts understand.
const WORDS: [&str; 14] =
    ["{e}", "[e]", "()", "+", ".", "->>", "{? {e}}", "{! {e}}", "({e} + [e])", "{e}* ", "{$ e > 2}", "{}", "(. [e])*", "{$ e / 2 != 1}"];

/// A text with some words of its rules deleted, replaced, repeated, made a pattern, or joined by others, its own and general ones; each four
/// bytes are a change. Only words with whole brackets are touched, so that many texts are still games.
pub fn changed(text: &str, bytes: &[u8]) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let rules = words.iter().position(|word| word.contains("->")).unwrap_or(0);
    let own: Vec<String> = words[rules..].iter().filter(|word| is_whole(word)).cloned().collect();
    for change in bytes.chunks_exact(4) {
        let [place, kind, word, general] = [change[0], change[1], change[2], change[3]].map(usize::from);
        let places: Vec<usize> = (rules..words.len()).filter(|&place| is_whole(&words[place])).collect();
        let Some(&place) = places.get((place << 8 | general) % places.len().max(1)) else { break };
        let new = if general % 3 == 0 { WORDS[word % WORDS.len()].to_owned() } else { own[word % own.len()].clone() };
        match kind % 8 {
            0 | 1 => drop(words.remove(place)),
            2 | 3 => words[place] = new,
            4 => words[place] = format!("({})*", words[place]),
            5 => words[place] = format!("{{{} {}}}", if word % 2 == 0 { '?' } else { '!' }, words[place]),
            6 => words[place] = format!("({})^{}", words[place], word % 12),
            _ => words.insert(place, new),
        }
    }
    words.join(" ")
}

/// Whether every bracket of a word is opened and closed in it.
fn is_whole(word: &str) -> bool {
    let count = |signs: [char; 3]| word.matches(signs).count();
    !word.contains(['#', '\n', '=', '<', '>']) && !word.is_empty() && count(['(', '[', '{']) == count([')', ']', '}'])
}
