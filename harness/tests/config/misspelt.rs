//! A misspelling is one error, with the name that was meant, whatever else depends on the key or the table; a profile that is not chosen is checked too.

use crate::support::{Files, fault, options, urgency};
use std::collections::BTreeSet;
use treebench::config::schema;
use treebench::experiment::LoadOptions;
use treebench::kinds;

/// A match with most tables; it needs its include, its profile and its labels.
const MATCH: &str = r#"
include = ["base.toml"]
[experiment]
name = "x"
kind = "match"
games-per-cell = 10
[budget]
states-as = "0.01s"
[calibration]
agent = "a"
[calibration.states-per-second]
small = 1000
[grid]
game = ["small"]
[game.small]
use = "hex"
[game.small.params]
size = 3
[agent.a]
use = "uct"
[agent.a.params]
first-play = "first"
[agent.a.sweep]
exploration = [0.5, 1.0]
[compare]
a = "b"
[match]
max-moves = 100
[stop]
test = "gsprt"
h0 = 50
h1 = 55
[[hypothesis]]
is = "better"
where = { "a.exploration" = 0.5 }
[label]
exploration = "C"
[figure]
width = 85
[only]
"a.exploration" = [0.5, 1.0]
[[exclude]]
where = { "a.exploration" = 1.0 }
reason = "slow"
[profile.fast.experiment]
games-per-cell = 4
"#;

/// What the match includes.
const BASE: &str = "[agent.b]\nuse = \"mcts\"\n[agent.b.budget]\niterations = 10\n";

const SEARCH: &str = "[experiment]\nname = \"x\"\nkind = \"search\"\ngames-per-cell = 10\n[budget]\niterations = 10\n[grid]\n\
     game = \"tic-tac-toe\"\n[agent.uct]\n[search]\ncheckpoints-per-decade = 2\n";

const PLAYOUT: &str = "[experiment]\nname = \"x\"\nkind = \"playout\"\ngames-per-cell = 10\n[grid]\n\
     game = \"tic-tac-toe\"\n[playout]\nplayouts = 2\n";

/// A tuning, and a tournament.
const OTHERS: [&str; 2] = [
    "[experiment]\nname = \"x\"\nkind = \"tune\"\nseed = 3\n[budget]\niterations = 10\n[grid]\n\
     game = [{ use = \"hex\", params = { size = 3 } }]\n[agent.mine]\nuse = \"uct\"\n[tune]\ngames = 80\nmethod = \"grid\"\n\
     against = [\"uct\"]\nconfirm = 20\n[tune.mine]\nexploration = { from = 0.1, to = 3.0, steps = 3 }\nfpu = { values = [0.5, inf] }\n",
    "[experiment]\nname = \"x\"\nkind = \"tournament\"\nseed = 3\ngames-per-cell = 10\n[budget]\niterations = 10\n[grid]\ngame = \"hex\"\n\
     [tournament]\nplayers = [\"uct\", \"mcts\"]\n",
];

/// The places of the keys that a text gives, but for comments.
fn keys(text: &str) -> Vec<(usize, &str)> {
    let is_name = |c: char| c.is_ascii_lowercase() || c == '-';
    let starts =
        (0..text.len()).filter(|&at| text.is_char_boundary(at) && text[at..].starts_with(is_name) && !text[..at].ends_with(is_name));
    let words = starts.map(|at| (at, text[at..].split(|c| !is_name(c)).next().unwrap_or_default()));
    let in_comment = |at: usize| text[text[..at].rfind('\n').unwrap_or(0)..at].contains('#');
    words.filter(|(at, word)| word.len() > 1 && text[at + word.len()..].starts_with(" =") && !in_comment(*at)).collect()
}

/// A key that is missing because it is misspelt is not reported again.
#[test]
fn a_misspelt_key_is_one_error() {
    let mut tried = 0;
    let pairs: fn(&str) -> String = fault;
    let any_kind = |text: &str| told(text).expect("this file must be refused");
    for (text, told) in OTHERS.map(|text| (text.to_owned(), any_kind as fn(&str) -> String)).into_iter().chain([(urgency(), pairs)]) {
        for (at, key) in keys(&text) {
            let wrong = format!("{}{}{}", &text[..at], &key[..key.len() - 1], &text[at + key.len()..]);
            let told = told(&wrong);
            assert!(told.matches("error: ").count() == 1 && told.contains(&format!("did you mean `{key}`?")), "{key}:\n{told}");
            tried += 1;
        }
    }
    assert!(tried > 25, "{tried}");
}

/// The errors of a file of any kind.
fn told(text: &str) -> Option<String> {
    Files::new(&[("x.toml", text), ("base.toml", BASE)]).load(&options()).err()
}

/// A word without one of its letters, or with two neighbours swapped.
fn misspellings(word: &str) -> BTreeSet<String> {
    let letters: Vec<char> = word.chars().collect();
    let dropped = (0..letters.len()).map(|place| letters.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, c)| *c).collect());
    let swapped = (1..letters.len()).map(|place| {
        let mut letters = letters.clone();
        letters.swap(place - 1, place);
        letters.into_iter().collect()
    });
    dropped.chain(swapped).filter(|wrong: &String| wrong != word).collect()
}

/// The place and the word of every key in the heads of tables, and of every key at the top.
fn heads(text: &str) -> Vec<(usize, &str)> {
    let known = ["params", "sweep", "budget", "states-per-second", "experiment"];
    let mut heads: Vec<(usize, &str)> = text.find("include").map(|at| (at, "include")).into_iter().collect();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut at = start + line.len() - line.trim_start_matches('[').len();
        for (place, word) in line.trim().trim_matches(['[', ']']).split('.').enumerate() {
            if line.starts_with('[') && (place == 0 || known.contains(&word)) {
                heads.push((at, word));
            }
            at += word.len() + 1;
        }
        start += line.len();
    }
    heads
}

#[test]
fn a_misspelt_table_or_key_at_the_top_is_one_error() {
    let mut seen = BTreeSet::new();
    let [tune, tournament] = OTHERS;
    for text in [MATCH, SEARCH, PLAYOUT, tune, tournament] {
        assert_eq!(told(text), None);
        for (at, key) in heads(text) {
            // Elsewhere, two ways are enough: each is a file to load.
            let most = if seen.insert(key) { usize::MAX } else { 2 };
            let line = 1 + text[..at].matches('\n').count();
            for wrong in misspellings(key).into_iter().take(most) {
                let told = told(&format!("{}{wrong}{}", &text[..at], &text[at + key.len()..])).unwrap_or_default();
                let is_one = told.matches("error: ").count() == 1 && told.contains(&format!("did you mean `{key}`?"));
                assert!(is_one && told.contains(&format!(" x.toml:{line}:")), "{wrong} for {key} in line {line}:\n{told}");
            }
        }
    }
    let schema = schema(&kinds::tables());
    let keys = schema["properties"].as_object().unwrap().keys().filter(|key| !["file", "tune-search"].contains(&key.as_str()));
    assert_eq!(keys.filter(|key| !seen.contains(key.as_str())).collect::<Vec<_>>(), Vec::<&String>::new(), "keys that no example has");
}

/// Errors beside a misspelling, and inside the misspelt table, are still found.
#[test]
fn a_misspelling_hides_no_other_error() {
    let text = MATCH.replace("[budget]\nstates-as = \"0.01s\"", "[budgt]\nstates-as = 3").replace("max-moves", "max-mvoes");
    let told = told(&text).unwrap();
    for part in ["unknown key `budgt`", "`states-as` must be", "unknown parameter `max-mvoes`"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(told.matches("error: ").count(), 3, "{told}");
}

/// A key that stands at the top by mistake is no misspelling of a table.
#[test]
fn a_value_at_the_top_names_its_table() {
    let told = told(&format!("name = \"y\"\n{SEARCH}")).unwrap();
    assert!(told.contains("`name` belongs in [experiment]") && !told.contains("did you mean"), "{told}");
    assert_eq!(told.matches("error: ").count(), 1, "{told}");
}

#[test]
fn a_profile_is_found_in_a_misspelt_table() {
    let text = MATCH.replace("[profile.fast.", "[profle.fast.");
    let chosen = LoadOptions { profile: Some("fast".to_owned()), ..options() };
    let told = Files::new(&[("x.toml", &text), ("base.toml", BASE)]).load(&chosen).err().unwrap();
    assert!(told.contains("did you mean `profile`?") && told.matches("error: ").count() == 1, "{told}");
}

/// Unknown keys, wrong types and unknown values in a profile are errors, whichever profile is chosen.
#[test]
fn profiles_that_are_not_chosen_are_checked() {
    let cases = [
        ("[profile.slow.experiment]\ngams-per-cell = 20", "unknown key `gams-per-cell` in `experiment`"),
        ("[profile.slow.budget]\niterations = \"many\"", "`iterations` must be a whole number of at least 1, not \"many\""),
        ("[profile.slow.agent.a.params]\ntise = \"first\"", "unknown parameter `tise`"),
        ("[profile.slow.agent.a.params]\nties = 3", "`ties` must be"),
        ("[profile.slow.match]\nmax-moves = 0", "`max-moves` must be"),
        ("[profile.slow.stop]\ntest = \"wald\"", "invalid value `wald` for `test`"),
        ("[profile.slow.grid]\ngame = \"hxe\"", "unknown game `hxe`"),
        ("[profile.slow.only]\ngmae = \"hex\"", "`gmae` is not an axis of the grid"),
        ("[profile.slow.only]\ngame = \"smal\"", "`smal` is not on the axis `game`"),
        ("[profile.slow.exclud]\nx = 1", "unknown key `exclud` at the top of the file"),
    ];
    for (profile, expected) in cases {
        let text = format!("{MATCH}{profile}\n");
        let files = Files::new(&[("x.toml", &text), ("base.toml", BASE)]);
        let line = text.lines().count();
        for chosen in [None, Some("fast"), Some("slow")] {
            let chosen = LoadOptions { profile: chosen.map(str::to_owned), ..options() };
            let told = files.load(&chosen).err().unwrap_or_default();
            assert!(told.contains(expected) && told.contains("= note: profile `slow`"), "{profile}: {told}");
            assert!(told.contains(&format!(" x.toml:{line}:")) || told.contains(&format!(" x.toml:{}:", line - 1)), "{profile}: {told}");
            assert_eq!(told.matches("error: ").count(), 1, "{profile}: {told}");
        }
    }
}
