//! The output of `bench plan`.

use crate::workdir::Bench;

const REVERSI: &str = "# Is it?\n[experiment]\nname = \"x\"\nkind = \"match\"\ngames-per-cell = 20\n[budget]\niterations = 5\n\
    [grid]\ngame = [\"rg/einstein\", \"rg/nim\"]\n[compare]\nuct = \"random\"\n";

/// A game without native code is mentioned once; other games are not mentioned.
#[test]
fn a_game_for_the_interpreter_is_warned_of() {
    let bench = Bench::new();
    bench.write("x.toml", REVERSI);
    let said = bench.run("plan x.toml --calibrate 0");
    assert!(said.err.contains("warning: an interpreter plays `rg/einstein`, many times slower than native code, because "), "{}", said.err);
    assert_eq!(said.err.matches("warning: ").count(), 1, "{}", said.err);
    said.ends(0);
}

/// A cap of games is not the number that a test needs.
#[test]
fn a_sequential_test_with_too_few_games_is_said() {
    let bench = Bench::new();
    bench.write(
        "x.toml",
        &format!("{}[stop]\ntest = \"gsprt\"\nh0 = 50\nh1 = 55\n", REVERSI.replace("[\"rg/einstein\", \"rg/nim\"]", "\"tic-tac-toe\"")),
    );
    let said = bench.run("plan x.toml --calibrate 0").ends(0);
    assert!(said.contains("games-per-cell = 20 is too small for the test in 1 cell"), "{}", said);
    assert!(!said.contains("~20 "), "{}", said);
    let said = bench.run("plan x.toml --calibrate 0 --set experiment.games-per-cell=2000").ends(0);
    assert!(!said.contains("is too small for the test"), "{}", said);
}

/// A test that an even result never ends is said to take for ever, and not 2³² games.
#[test]
fn a_test_without_an_end_never_ends() {
    let bench = Bench::new();
    bench.write("x.toml", &format!("{}[stop]\ntest = \"interval\"\n", REVERSI.replace("[\"rg/einstein\", \"rg/nim\"]", "\"tic-tac-toe\"")));
    let said = bench.run("plan x.toml --calibrate 0").ends(0);
    assert!(said.contains("never") && !said.contains("429496"), "{said}");
    assert!(bench.run("plan x.toml --calibrate 0 --format json").ends(0).contains("\"if_even\": null"));
}
