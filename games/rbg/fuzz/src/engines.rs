//! Both engines on rules that chance has changed.

use std::sync::Arc;
use treebench_rbg::jit::Compiled;
use treebench_rbg::{Description, Interpreter, Limits, Program, Split, SplitMix, State, parse};

/// Games with nearly everything in them, small enough for a thousand changes a second.
pub const TEXTS: [&str; 4] = [
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
];

/// Limits that hostile rules reach in a moment.
fn limits() -> Limits {
    Limits {
        source_bytes: 1 << 12,
        tokens: 2000,
        depth: 40,
        nodes: 2000,
        squares: 64,
        places: 20_000,
        split_steps: 100_000,
        steps_per_move: 60,
        steps_tried: 3000,
        ..Limits::default()
    }
}

/// The strategies that both engines know.
const SPLITS: [Split; 3] = [Split::ORTHODOX, Split::MOD, Split { modifiers: true, plus: true, shift: true }];

/// If a text is a game: both engines play it, semimove by semimove and at random, and agree. Gives whether it was played.
///
/// A limit ends the comparison, since the engines count in different ways what they try.
pub fn play(text: &str, seed: u64) -> bool {
    let Ok(description) = parse("text", text, &limits()) else { return false };
    let description = Arc::new(description);
    let mut played = false;
    for split in SPLITS {
        played |= under(&description, split, seed).is_some();
    }
    played
}

/// `None` if there was nothing to compare.
fn under(description: &Arc<Description>, split: Split, seed: u64) -> Option<()> {
    let program = Arc::new(Program::new(Arc::clone(description), split, limits()).ok()?);
    let compiled = Compiled::new(Arc::clone(&program)).ok()?;
    let mut plain = Interpreter::new(Arc::clone(&program));
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
        assert_eq!(listed, codes, "semimoves of `{}`, {}", state.write(&program), what());
        assert_eq!(compiled.has_move(&state).ok()?, !codes.is_empty(), "a move in `{}`, {}", state.write(&program), what());
        if semimoves.is_empty() {
            break;
        }
        let chosen = random.below(semimoves.len() as u64) as usize;
        let (before, mut after) = (state.clone(), state.clone());
        plain.play(&mut after, &semimoves[chosen]).ok()?;
        compiled.apply(&mut state, codes[chosen]).ok()?;
        assert_eq!(state, after, "after {:?} in `{}`, {}", semimoves[chosen], before.write(&program), what());
    }
    Some(())
}

fn playout(plain: &mut Interpreter, compiled: &Compiled, start: &State, seed: u64, what: &impl Fn() -> String) -> Option<()> {
    let (mut one, mut other) = (start.clone(), start.clone());
    let count = plain.playout(&mut one, seed, 3).ok()?;
    let found = compiled.playout(&mut other, seed, 3).ok()?;
    assert_eq!((found, &other), (count, &one), "playout {seed} of `{}`, {}", start.write(compiled.program()), what());
    let (mut noted, mut traced) = ([Vec::new(), Vec::new()], [start.clone(), start.clone()]);
    plain.playout_traced(&mut traced[0], seed, 3, |one| noted[0].push(one)).ok()?;
    compiled.playout_traced(&mut traced[1], seed, 3, |one| noted[1].push(one)).ok()?;
    assert_eq!(traced, [one, other], "traced playout {seed} of `{}`, {}", start.write(compiled.program()), what());
    assert_eq!(noted[0], noted[1], "what playout {seed} of `{}` notes, {}", start.write(compiled.program()), what());
    Some(())
}

/// Words that all texts understand.
const WORDS: [&str; 14] =
    ["{e}", "[e]", "()", "+", ".", "->>", "{? {e}}", "{! {e}}", "({e} + [e])", "{e}* ", "{$ e > 2}", "{}", "(. [e])*", "{$ e / 2 != 1}"];

/// A text with some words of its rules deleted, replaced, or joined by others, its own and general ones; each four bytes are a change.
/// Only words with whole brackets are touched, so that many texts are still games.
fn changed(text: &str, bytes: &[u8]) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    let rules = words.iter().position(|word| word.contains("->")).unwrap_or(0);
    let own: Vec<&str> = words[rules..].iter().copied().filter(|word| is_whole(word)).collect();
    for change in bytes.chunks_exact(4) {
        let [place, kind, word, general] = [change[0], change[1], change[2], change[3]].map(usize::from);
        let places: Vec<usize> = (rules..words.len()).filter(|&place| is_whole(words[place])).collect();
        let Some(&place) = places.get(place % places.len().max(1)) else { break };
        let word = if general % 3 == 0 { WORDS[word % WORDS.len()] } else { own[word % own.len()] };
        match kind % 4 {
            0 => drop(words.remove(place)),
            1 => words[place] = word,
            _ => words.insert(place, word),
        }
    }
    words.join(" ")
}

/// Whether every bracket of a word is opened and closed in it.
fn is_whole(word: &str) -> bool {
    let count = |signs: [char; 3]| word.matches(signs).count();
    !word.contains(['#', '\n', '=', '<', '>']) && !word.is_empty() && count(['(', '[', '{']) == count([')', ']', '}'])
}

/// What a fuzzer does with its bytes: the first one chooses a text, the second one is the seed, the others change the text.
pub fn fuzz(bytes: &[u8]) -> bool {
    let [text, seed, changes @ ..] = bytes else { return false };
    let changes = &changes[..changes.len().min(40)];
    play(&changed(TEXTS[usize::from(*text) % TEXTS.len()], changes), u64::from(*seed))
}
