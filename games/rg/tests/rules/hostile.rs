//! Hostile texts end in errors, within time and memory.

use std::time::{Duration, Instant};
use treebench_rg::{Interpreter, Limits, State, load};

/// What a text may take on a busy machine, in a build without optimisation.
const SECONDS: u64 = 20;

#[expect(clippy::disallowed_methods, reason = "the limit is one of time")]
fn within(what: &str, run: impl FnOnce()) {
    let started = Instant::now();
    run();
    assert!(started.elapsed() < Duration::from_secs(SECONDS), "{what} took {:?}", started.elapsed());
}

const HEAD: &str = "domain Player = a | b\ndomain Score = 0 | 100\n";

#[test]
fn large_and_deep_texts_are_refused() {
    let deep =
        |open: &str, close: &str| format!("{HEAD}x: Player = {}a{}\ngraph rules() {{ }}\n", open.repeat(100_000), close.repeat(100_000));
    let blocks = format!("{HEAD}graph rules() {{ {} {} }}\n", "loop { ".repeat(50_000), "} ".repeat(50_000));
    let chain: String = (0..60).map(|i| format!("graph g{i}() {{ g{j}() g{j}() }}\n", j = i + 1)).collect();
    for (what, text) in [
        ("ten million bytes", format!("{HEAD}// {}\n", "x".repeat(10_000_000))),
        ("parentheses", deep("(", ")")),
        ("braces", deep("{ :", "}")),
        ("calls", deep("f(", ")")),
        ("operators", format!("{HEAD}x: Player = {}a\n", "a + ".repeat(200_000))),
        ("blocks", blocks),
        ("graphs that double", format!("{HEAD}{chain}graph g60() {{ $ t }}\ngraph rules() {{ g0() end() }}\n")),
        ("a million members", format!("{HEAD}domain N = N(X, Y) where X in 0..999, Y in 0..999\ngraph rules() {{ }}\n")),
        ("ten million entries", format!("{HEAD}domain N = N(X) where X in 0..3999\nm: N -> N -> Score\ngraph rules() {{ end() }}\n")),
        (
            "a large comprehension",
            format!(
                "{HEAD}domain N = N(X) where X in 0..9\nm: N -> N = {{ N(X) = N(X) where X in 0..50000, Y in 0..50000 }}\ngraph rules() {{ }}\n"
            ),
        ),
        (
            "functions that double",
            format!(
                "{HEAD}domain N = N(X) where X in 0..59\nf: N -> N\nf(N(X)) = if X == 0 then N(0) else if f(N(X - 1)) == f(N(X - 1)) then N(X) else N(X)\ngraph rules() {{ }}\n"
            ),
        ),
    ] {
        within(what, || assert!(load("x.hrg", &text, &Limits::default()).is_err(), "{what}"));
    }
}

#[test]
fn endless_play_is_stopped() {
    let limits = Limits { play: treebench_rg::limits::PlayLimits { steps: 1 << 20, ..Limits::default().play }, ..Limits::default() };
    let counter = "domain B = 0 | 1\ndomain N = N(X) where X in 0..30\nbits: N -> B\nn: N\n\
                   graph rules() {\n  player = a\n  loop {\n    branch {\n      break()\n    } or {\n      n = N(*)\n      bits[n] = 1\n      n = N(0)\n    }\n  }\n  end()\n}\n";
    let game = std::sync::Arc::new(load("x.hrg", &format!("{HEAD}{counter}"), &limits).unwrap_or_else(|errors| panic!("{errors}")));
    within("2³¹ values", || {
        let (mut interpreter, mut state) = (Interpreter::new(std::sync::Arc::clone(&game)), State::start(&game));
        interpreter.settle(&mut state).unwrap();
        assert!(interpreter.moves(&state).is_err());
    });
}
