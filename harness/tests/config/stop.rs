//! `[stop]`: its keys and its error messages.

use crate::support::{Files, options, urgency};
use treebench::experiment::Experiment;
use treebench::stats::{StopRule, StopTest, Unit};

/// The example with this `[stop]` table.
fn load(stop: &str) -> Result<Experiment, String> {
    load_text(&format!("{}[stop]\n{stop}", urgency()))
}

fn load_text(text: &str) -> Result<Experiment, String> {
    Files::new(&[("x.toml", text)]).load(&options()).map(|loaded| loaded.experiment)
}

#[track_caller]
fn refused(stop: &str, expected: &str) {
    let found = load(stop).err().unwrap_or_else(|| panic!("{stop} is accepted"));
    assert_eq!(found, expected.trim_start());
}

#[test]
fn rules_have_their_defaults() {
    let rule = |stop: &str| load(stop).unwrap_or_else(|error| panic!("{error}")).stop_rule().unwrap();
    let gsprt = StopTest::Gsprt { h0: 50.0, h1: 55.0, unit: Unit::Points, alpha: 0.05, beta: 0.05 };
    assert_eq!(rule("test = \"gsprt\"\nh0 = 50\nh1 = 55\n"), StopRule { test: gsprt, at_least: 0, at_most: 200 });
    let elo = StopTest::Gsprt { h0: -2.5, h1: 2.0, unit: Unit::NormalisedElo, alpha: 0.01, beta: 0.1 };
    let given = "test = \"gsprt\"\nh0 = -2.5\nh1 = 2\nunit = \"normalised-elo\"\nalpha = 0.01\nbeta = 0.1\nat-least = 20\nat-most = 100\n";
    assert_eq!(rule(given), StopRule { test: elo, at_least: 20, at_most: 100 });
    let interval = StopTest::Interval { width: Some(0.06), alpha: 0.1 };
    assert_eq!(rule("test = \"interval\"\nwidth = 6\nalpha = 0.1\n"), StopRule { test: interval, at_least: 0, at_most: 200 });
    assert_eq!(load_text(&urgency()).unwrap().stop_rule(), None);
    // The resolved copy says the same, and keys do not depend on the rule.
    let experiment = load(given).unwrap();
    let again = load_text(&experiment.resolved_toml).unwrap();
    assert_eq!(again.stop_rule(), experiment.stop_rule());
    let keys = |experiment: &Experiment| experiment.cells.iter().map(|cell| cell.key).collect::<Vec<_>>();
    assert_eq!(keys(&experiment), keys(&load_text(&urgency()).unwrap()));
}

#[test]
fn hypotheses_in_the_wrong_order() {
    refused(
        "test = \"gsprt\"\nh0 = 55\nh1 = 50\n",
        r#"
error: h0 = 55 must be below h1 = 50
  --> x.toml:26:6
   |
26 | h0 = 55
   |      ^^"#,
    );
}

#[test]
fn every_mistake_is_an_error_that_says_what_is_expected() {
    let cases: [(&str, &[&str]); 18] = [
        ("test = \"gsptr\"\n", &["invalid value `gsptr` for `test`", "did you mean `gsprt`?", "x.toml:25:8"]),
        ("h0 = 50\nh1 = 55\n", &["`test` is missing", "write test = \"gsprt\""]),
        ("test = \"gsprt\"\nh1 = 55\n", &["`h0` is missing", "decides between two scores", "write h0 = 50"]),
        ("test = \"gsprt\"\nh0 = 50\n", &["`h1` is missing"]),
        ("test = \"gsprt\"\nh0 = 50\nh1 = 50\n", &["h0 = 50 must be below h1 = 50"]),
        ("test = \"gsprt\"\nh0 = 0\nh1 = 5\n", &["`h0` must be a score above 0 and below 100 %, got 0", "unit = \"elo\""]),
        ("test = \"gsprt\"\nh0 = 50\nh1 = 100\n", &["`h1` must be a score above 0 and below 100 %"]),
        ("test = \"gsprt\"\nh0 = \"a\"\nh1 = 55\n", &["`h0` must be a number from -2000 to 2000, not \"a\""]),
        ("test = \"gsprt\"\nh0 = 0\nh1 = 5\nunit = \"eol\"\n", &["invalid value `eol` for `unit`", "did you mean `elo`?"]),
        ("test = \"gsprt\"\nh0 = 50\nh1 = 55\nwidth = 5\n", &["the test \"gsprt\" has no `width`"]),
        ("test = \"gsprt\"\nh0 = 50\nh1 = 55\nalpha = 0.5\n", &["`alpha` must be a number above 0 and below 0.5, not 0.5"]),
        ("test = \"gsprt\"\nh0 = 50\nh1 = 55\nbeta = 0\n", &["`beta` must be a number above 0"]),
        ("test = \"interval\"\nh0 = 50\nbeta = 0.1\n", &["the test \"interval\" has no `h0`", "the test \"interval\" has no `beta`"]),
        ("test = \"interval\"\nwidth = 0\n", &["`width` must be a number above 0 and below 100, not 0"]),
        ("test = \"interval\"\nat-least = 300\n", &["at-least is 300, above games-per-cell = 200"]),
        ("test = \"interval\"\nat-least = 30\nat-most = 20\n", &["at-least is 30, above at-most = 20"]),
        ("test = \"interval\"\nat-most = 400\n", &["at-most is 400, but games-per-cell is 200", "raise games-per-cell"]),
        ("test = \"interval\"\nat-lest = 4\n", &["unknown key `at-lest` in `stop`", "did you mean `at-least`?"]),
    ];
    for (stop, parts) in cases {
        let found = load(stop).err().unwrap_or_else(|| panic!("{stop} is accepted"));
        assert!(parts.iter().all(|part| found.contains(part)), "{stop}{found}");
    }
}

/// A hypothesis about all cells.
const BETTER: &str = "[[hypothesis]]\nis = \"better\"\n";

#[test]
fn a_family_shares_its_alpha() {
    let alpha = |text: &str| {
        let experiment = load(text).unwrap_or_else(|error| panic!("{error}"));
        let again = load_text(&experiment.resolved_toml).unwrap();
        assert_eq!(again.stop_rule(), experiment.stop_rule(), "{}", experiment.resolved_toml);
        (experiment.stop_rule().unwrap().level(), experiment.cells.len())
    };
    let (each, cells) = alpha("test = \"interval\"\nfamily-alpha = 0.05\n");
    assert!(cells > 1 && (each * cells as f64 - 0.05).abs() < 1e-12, "{each} for {cells}");
    let averages = "test = \"interval\"\nfamily-alpha = 0.05\nover = \"hypothesis\"\n";
    assert_eq!(alpha(&format!("{averages}{BETTER}{BETTER}")).0, 0.025);
    let found = load("test = \"interval\"\nfamily-alpha = 0.05\nalpha = 0.01\n").err().unwrap();
    assert!(found.contains("`alpha` and `family-alpha` are mutually exclusive"), "{found}");
}

#[test]
fn averages_that_cannot_be_decided_are_refused() {
    let over = "over = \"hypothesis\"\n";
    let gsprt = format!("test = \"gsprt\"\nh0 = 50\nh1 = 55\n{over}");
    let experiment = load(&format!("{gsprt}{BETTER}")).unwrap_or_else(|error| panic!("{error}"));
    assert!(experiment.average_rule().is_some() && experiment.average_rule() == experiment.stop_rule());
    assert!(load(&gsprt.replace(over, "")).unwrap().average_rule().is_none());
    let cases = [
        (gsprt.clone(), "over = \"hypothesis\" needs a [[hypothesis]]"),
        (format!("{gsprt}[[hypothesis]]\nis = \"even\"\nmargin = 5\n"), "write test = \"interval\""),
        (format!("{gsprt}[[hypothesis]]\nis = \"better\"\nover = \"every\"\n"), "hypothesis 1 by an average: it is about individual cells"),
        (format!("{gsprt}{BETTER}margin = 5\n"), "h0 must be at least 55.0 %"),
        (format!("{gsprt}[[hypothesis]]\nis = \"worse\"\n"), "h1 must be at most 50.0 %"),
        (format!("test = \"gsprt\"\nh0 = 0\nh1 = 5\nunit = \"normalised-elo\"\n{over}{BETTER}"), "no normalised Elo"),
        ("test = \"interval\"\nover = \"game\"\n".to_owned(), "invalid value `game` for `over`"),
    ];
    for (stop, part) in cases {
        let found = load(&stop).err().unwrap_or_else(|| panic!("{stop} is accepted"));
        assert!(found.contains(part), "{stop}{found}");
    }
}

#[test]
fn rounds_are_whole() {
    let found = load("test = \"interval\"\nat-least = 7\n").err().unwrap();
    assert!(
        found.contains("at-least is 7, but a round of `breakthrough` has 2 games: write 6 or 8") && found.contains("x.toml:26:12"),
        "{found}"
    );
    assert!(load("test = \"interval\"\nat-least = 7\n[match]\nswap-seats = false\n").is_ok(), "a round is one game");
}

#[test]
fn games_for_three_have_no_elo() {
    let three = "[experiment]\nname = \"x\"\nkind = \"match\"\ngames-per-cell = 30\n[budget]\niterations = 5\n[grid]\ngame = \"connect-three\"\n\
        [compare]\nuct = [[\"random\", \"random\"]]\n[stop]\n";
    assert!(load_text(&format!("{three}test = \"gsprt\"\nh0 = 30\nh1 = 40\n")).is_ok());
    let found = load_text(&format!("{three}test = \"gsprt\"\nh0 = 0\nh1 = 10\nunit = \"elo\"\n")).err().unwrap();
    assert!(found.contains("`elo` is for two players, but `connect-three` has 3"), "{found}");
    let found = load_text(&format!("{three}test = \"interval\"\nat-most = 20\n")).err().unwrap();
    assert!(found.contains("a round of `connect-three` has 3 games: write 18 or 21"), "{found}");
}

#[test]
fn other_kinds_play_all_their_tasks() {
    let playout =
        "[experiment]\nname = \"x\"\nkind = \"playout\"\ngames-per-cell = 3\n[grid]\ngame = \"tic-tac-toe\"\n[stop]\ntest = \"interval\"\n";
    let found = load_text(playout).err().unwrap();
    assert!(
        found.contains("[stop] belongs to experiments of kind `match`") && found.contains("`playout`") && found.contains("x.toml:7:2"),
        "{found}"
    );
    let tournament = playout.replace("playout", "tournament").replace("= 3", "= 4")
        + "[budget]\niterations = 3\n[tournament]\nplayers = [\"uct\", \"random\"]\n";
    let found = load_text(&tournament).err().unwrap();
    assert!(found.contains("this one has kind `tournament`") && found.contains("pairing = \"adaptive\" in [tournament]"), "{found}");
}
