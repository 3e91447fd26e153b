//! Rules that chance has changed are played alike by both engines, or refused: the fuzz target `engines` with bytes from a generator.
//! `RBG_FUZZ=100000 cargo test -p treebench-rbg --test changed_rules` tries more of them.

#[expect(unreachable_pub, reason = "the fuzz targets are another crate, which has this file, too")]
#[path = "../fuzz/src/engines.rs"]
mod engines;

use engines::{TEXTS, fuzz, play};
use std::sync::Arc;
use treebench_rbg::encoding::Codes;
use treebench_rbg::jit::Compiled;
use treebench_rbg::{Limits, Program, Split, SplitMix, parse};

#[test]
fn the_texts_themselves_are_played() {
    for text in TEXTS {
        assert!((0..3).all(|seed| play(text, seed)), "{text}");
    }
}

#[test]
fn some_of_them_have_moves_whose_codes_are_hashes() {
    let description = parse("text", TEXTS[3], &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"));
    let program = Program::new(Arc::new(description), Split::ORTHODOX, Limits::default()).unwrap();
    let compiled = Compiled::new(Arc::new(program)).unwrap();
    let mut state = compiled.program().unstarted();
    assert!(compiled.complete(&mut state).unwrap());
    let mut codes = Vec::new();
    compiled.list(&state, &mut codes).unwrap();
    assert!(codes.len() > 3 && codes.iter().all(|&code| Codes::is_hash(code)), "{codes:?}");
}

#[test]
fn changed_texts_are_played_alike() {
    let rounds = std::env::var("RBG_FUZZ").map_or(600, |rounds| rounds.parse().expect("a number"));
    let mut random = SplitMix::new(3);
    let mut games = 0;
    for _ in 0..rounds {
        let length = 2 + 4 * (1 + random.below(4));
        let bytes: Vec<u8> = (0..length).map(|_| random.draw() as u8).collect();
        games += usize::from(fuzz(&bytes));
    }
    assert!(games > rounds / 10, "only {games} of {rounds} changed texts were played: the test says little");
}
