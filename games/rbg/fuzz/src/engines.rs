//! Both engines on rules that chance has changed.

use std::sync::Arc;
use treebench_rbg::native::Native;
use treebench_rbg::{Description, Interpreter, Limits, Program, Split, SplitMix, State, parse};

/// Games with nearly everything in them, small enough for a thousand changes a second.
pub const TEXTS: [&str; 3] = [
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
    let native = Native::new(Arc::clone(&program)).ok()?;
    let mut plain = Interpreter::new(Arc::clone(&program));
    let mut random = SplitMix::new(seed);
    let mut state = plain.start().ok()?;
    let what = || format!("{split}, seed {seed}:\n{description}");
    for _ in 0..4 {
        playout(&mut plain, &native, &state, random.draw(), &what)?;
        let mut semimoves = Vec::new();
        plain.semimoves(&state, &mut semimoves).ok()?;
        let codes: Vec<u64> = semimoves.iter().map(|steps| program.codes.encode(steps)).collect();
        let mut listed = Vec::new();
        native.list(&state, &mut listed).ok()?;
        assert_eq!(listed, codes, "semimoves of `{}`, {}", state.write(&program), what());
        if semimoves.is_empty() {
            break;
        }
        let chosen = random.below(semimoves.len() as u64) as usize;
        let (before, mut after) = (state.clone(), state.clone());
        plain.play(&mut after, &semimoves[chosen]).ok()?;
        native.apply(&mut state, codes[chosen]).ok()?;
        assert_eq!(state, after, "after {:?} in `{}`, {}", semimoves[chosen], before.write(&program), what());
    }
    Some(())
}

fn playout(plain: &mut Interpreter, native: &Native, start: &State, seed: u64, what: &impl Fn() -> String) -> Option<()> {
    let (mut one, mut other) = (start.clone(), start.clone());
    let count = plain.playout(&mut one, seed, 3).ok()?;
    let found = native.playout(&mut other, seed, 3).ok()?;
    assert_eq!((found, other), (count, one), "playout {seed} of `{}`, {}", start.write(native.program()), what());
    Some(())
}

/// Pieces of texts, to be put where chance says.
const WORDS: [&str; 25] = [
    "{? up}",
    "{! right}",
    "[e]",
    "{e}",
    "()",
    "*",
    "+",
    ".",
    "->>",
    "^2",
    "(",
    ")",
    "[$ turn = 1]",
    "{$ e > 2}",
    "left",
    "up* ",
    "{e, w}",
    "{x}",
    "[x]",
    " way",
    "r",
    "{}",
    "{$ n < 4}",
    "[$ n = n + 1]",
    "{? {! {e}} + {s}}",
];

/// A text with some of its bytes deleted, doubled, moved, or joined by words of rules; the bytes given say what happens where.
pub fn changed(text: &str, bytes: &[u8]) -> String {
    let mut text = text.to_owned();
    for change in bytes.chunks_exact(4) {
        let at = |byte: u8, text: &str| usize::from(byte) * (text.len() + 1) / 256;
        // The rules stand in the second half.
        let place = at(change[0] | 0x60, &text);
        let end = (place + usize::from(change[1] % 12)).min(text.len());
        // All texts are ASCII.
        let part = text[place..end].to_owned();
        match change[2] % 4 {
            0 => text.replace_range(place..end, ""),
            1 => text.insert_str(at(change[3], &text), &part),
            2 => text.insert_str(place, WORDS[usize::from(change[3]) % WORDS.len()]),
            _ => text.replace_range(place..end, WORDS[usize::from(change[3]) % WORDS.len()]),
        }
    }
    text
}

/// What a fuzzer does with its bytes: the first one chooses a text, the second one is the seed, the others change the text.
pub fn fuzz(bytes: &[u8]) -> bool {
    let [text, seed, changes @ ..] = bytes else { return false };
    let changes = &changes[..changes.len().min(40)];
    play(&changed(TEXTS[usize::from(*text) % TEXTS.len()], changes), u64::from(*seed))
}
