//! Mutants of experiment files: whatever a file contains, loading returns an experiment or errors and never panics.
//!
//! `TOML_MUTANTS=100000 cargo test -p treebench --test config mutants -- --nocapture` tries that many. The number of a mutant is its seed, so a
//! failure can be reproduced.

use crate::support::{Files, options};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use treebench::games::Rng;

/// The default number of mutants; `TOML_MUTANTS` overrides it.
const MUTANTS: u64 = 200;

/// Texts that are likely to hit an untested case.
const PIECES: [&str; 43] = [
    "0",
    "-1",
    "9223372036854775807",
    "1e308",
    "-inf",
    "nan",
    "\"\"",
    "[]",
    "{}",
    "[[]]",
    "[{}]",
    "true",
    "1979-05-27",
    "\"*\"",
    "\"\\u0000\"",
    "'''",
    "[",
    "]",
    "=",
    ".",
    ",",
    "\n",
    "[[exclude]]\n",
    "[only]\n",
    "[agent.x]\n",
    "[game.y]\n",
    "[budget]\n",
    "[profile.p]\n",
    "include = []\n",
    "\u{feff}",
    "\u{1F3B2}",
    "\r\n",
    "\t",
    "#",
    "use = \"uct\"\n",
    "sweep = { fpu = [1] }\n",
    "params = { split = \"Mod\" }\n",
    "rbg = \"x.rbg\"\n",
    "states-as = \"1s\"\n",
    "0.5s",
    "[match]\nopenings = \"x.toml\"\n",
    "openings = [\"{game}.txt\", \"\"]\n",
    "random-plies = 3\n",
];

fn below(rng: &mut Rng, most: usize) -> usize {
    if most == 0 { 0 } else { rng.below(most) }
}

/// A boundary between characters.
fn place(text: &str, rng: &mut Rng) -> usize {
    text.floor_char_boundary(below(rng, text.len() + 1))
}

/// Changes a text in one place.
fn mutate(text: &mut String, other: &str, rng: &mut Rng) {
    match below(rng, 8) {
        0 => {
            let from = place(text, rng);
            let to = text.ceil_char_boundary((from + below(rng, 40)).min(text.len()));
            text.replace_range(from..to, "");
        }
        1 => text.insert_str(place(text, rng), PIECES[below(rng, PIECES.len())]),
        2 => {
            let at = place(text, rng);
            text.insert(at, char::from(32 + below(rng, 95) as u8));
        }
        // A value is replaced by another.
        3 => {
            let starts: Vec<usize> = text.match_indices("= ").map(|(at, _)| at + 2).collect();
            if let Some(&start) = starts.get(below(rng, starts.len())) {
                let end = text[start..].find('\n').map_or(text.len(), |end| start + end);
                text.replace_range(start..end, PIECES[below(rng, PIECES.len())]);
            }
        }
        kind => {
            let mut lines: Vec<&str> = text.lines().collect();
            let (a, b) = (below(rng, lines.len()), below(rng, lines.len()));
            let others: Vec<&str> = other.lines().collect();
            let theirs = others.get(below(rng, others.len())).copied().unwrap_or("");
            match kind {
                4 if !lines.is_empty() => drop(lines.remove(a)),
                5 if !lines.is_empty() => lines.insert(b, lines[a]),
                6 if !lines.is_empty() => lines.swap(a, b),
                _ => lines.insert(a, theirs),
            }
            *text = lines.join("\n");
        }
    }
}

#[test]
fn mutants_are_loaded_or_refused() {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs");
    let mut names: Vec<_> = std::fs::read_dir(&configs).unwrap().map(|entry| entry.unwrap().path()).collect();
    // Games in the Regular Boardgames language take most of the time, and say little about the configuration.
    names.retain(|path| path.extension().is_some_and(|end| end == "toml") && !path.to_str().unwrap().contains("split"));
    names.sort();
    let texts: Vec<String> = names.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let count = std::env::var("TOML_MUTANTS").map_or(MUTANTS, |count| count.parse().expect("TOML_MUTANTS is a number"));
    let files = Files::new(&[]);
    let (mut loaded, mut refused, mut placed) = (0u64, 0u64, 0u64);
    for number in 0..count {
        let mut rng = Rng::from_seed(number);
        let mut text = texts[below(&mut rng, texts.len())].clone();
        for _ in 0..=below(&mut rng, 4) {
            let other = &texts[below(&mut rng, texts.len())];
            mutate(&mut text, other, &mut rng);
        }
        std::fs::write(files.path("x.toml"), &text).unwrap();
        match catch_unwind(AssertUnwindSafe(|| files.load(&options()).map(drop))) {
            Ok(Ok(())) => loaded += 1,
            Ok(Err(errors)) => {
                assert!(errors.starts_with("error: "), "mutant {number}: {errors}");
                refused += 1;
                placed += u64::from(errors.contains("--> x.toml"));
            }
            Err(_) => panic!("mutant {number} panics:\n{text}"),
        }
    }
    #[expect(clippy::print_stdout, reason = "the counts of a long run are to be reported")]
    {
        println!("{count} mutants: {loaded} loaded, {refused} refused, {placed} of these with a place");
    }
    // Mutants must reach all the way, and nearly every error has a place.
    assert!(loaded > 0 && refused > 0 && placed * 10 > refused * 9, "{loaded} loaded, {refused} refused, {placed} with a place");
}
