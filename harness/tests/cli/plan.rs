//! The output of `bench plan`.

use crate::workdir::{Bench, config};

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

/// Agents of different names may differ in parameters that neither name tells: a plan and a report say in which.
#[test]
fn the_differences_of_the_sides_are_said() {
    let bench = Bench::new();
    let plan = |text: String| {
        bench.write("x.toml", &text.replace("[\"rg/einstein\", \"rg/nim\"]", "[\"tic-tac-toe\", \"connect-four\"]"));
        bench.run("plan x.toml --calibrate 0").ends(0)
    };
    let said = plan(REVERSI.replace("uct = \"random\"", "mcts = \"uct\""));
    let expected = "\nmcts and uct differ in: exploration 0.4 / 1.4142, final-move mean / visits; for parameters that only one of them has, see \
                    `bench show mcts` and `bench show uct`\n";
    assert!(said.split_whitespace().collect::<Vec<_>>().join(" ").contains(expected.trim()), "{said}");
    assert!(!plan(REVERSI.to_owned()).contains("differ in"), "they have nothing in common");
    let tables =
        "[agent.a]\nuse = \"uct\"\nbudget = { iterations = 9 }\n[agent.a.sweep]\nfpu = [0.5, 1, 1.5, 2, 2.5]\n[compare]\na = \"uct\"";
    let said = plan(REVERSI.replace("[compare]\nuct = \"random\"", tables));
    assert!(said.contains("\na and uct differ in: fpu 0.5, …, 2.5 / inf, 9 / 5 iterations\n"), "{said}");
    let same =
        plan(REVERSI.replace("[compare]\nuct = \"random\"", "[agent.a]\nuse = \"uct\"\n[agent.b]\nuse = \"uct\"\n[compare]\na = \"b\""));
    assert!(!same.contains("differ in"), "{same}");
}

/// Rules that are compiled first do not use up the time in which other games are measured, and a cost of other games is said to be one.
#[test]
fn games_that_were_not_measured_are_named() {
    let bench = Bench::new();
    for games in ["\"rbg/breakthrough\", \"connect-four\"", "\"connect-four\", \"rbg/breakthrough\""] {
        let text = config(2, 5, "connect-four", 1).replace("game = \"connect-four\"", &format!("game = [{games}]"));
        bench.write("x.toml", &text);
        let said = bench.run("plan x.toml --calibrate 0.000001").ends(0);
        assert!(said.contains("the costs are those of other games: `rbg/breakthrough`;"), "{said}");
        let said = bench.run("plan x.toml --calibrate 0.000001 --format json").ends(0);
        assert_eq!(said.matches("\"cost_of_other_games\": true").count(), 1, "{said}");
        assert!(!bench.run("plan x.toml --calibrate 60").ends(0).contains("not measured"), "{said}");
    }
}

/// What makes stored cells useless is said once for all cells that it concerns, and once for all agents.
#[test]
fn a_change_is_named_once() {
    let bench = Bench::new();
    bench.write("x.toml", &config(2, 5, "connect-four", 1).replace("\"connect-four\"", "[\"connect-four\", \"tic-tac-toe\"]"));
    bench.run("run x.toml --out kept --no-report").ends(0);
    let said = bench.run("plan x.toml --out kept --calibrate 0 --set budget.iterations=6").ends(0);
    let expected = "all 2 cells: not stored; the most similar stored cell has 1 difference: `budget iterations 5` → `budget iterations 6`";
    assert!(said.split_whitespace().collect::<Vec<_>>().join(" ").contains(expected), "{said}");
    assert_eq!(said.matches("not stored").count(), 1, "{said}");
}
