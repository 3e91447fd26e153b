//! Inputs on which an earlier version misled its reader, each with the right answer. Those about growth and results files are in `ways`, those about
//! failures in `failures`.

use crate::results::report;
use crate::workdir::Bench;

/// A match with these settings, opponents and further tables.
fn experiment(bench: &Bench, settings: &str, games: &str, compare: &str, more: &str) -> String {
    bench.write(
        "x.toml",
        &format!(
            "# Is it better?\n[experiment]\nname = \"kept\"\nkind = \"match\"\nseed = 2\n{settings}\n[grid]\ngame = {games}\n[compare]\n{compare}\n{more}\n"
        ),
    );
    bench.run("run x.toml --no-report --out run").ends(0);
    report(bench, "run").to_string()
}

const BETTER: &str = "\"verdict\":\"better\"";

/// Of two random players the one that always moves first wins more games of tic-tac-toe, which says nothing of the players.
#[test]
fn seats_that_are_not_rotated_allow_no_verdict() {
    let bench = Bench::new();
    let settings = |swap| format!("games-per-cell = 200\n[budget]\niterations = 1\n[match]\nswap-seats = {swap}");
    let said = experiment(&bench, &settings(false), "\"tic-tac-toe\"", "uct = \"random\"", "");
    assert!(said.contains("seats are not rotated") && !said.contains(BETTER), "{said}");
}

/// Under a sequential test, its decision is the verdict and the colour.
#[test]
fn the_decision_of_a_sequential_test_is_the_verdict() {
    let bench = Bench::new();
    let stop = "[stop]\ntest = \"gsprt\"\nh0 = 50\nh1 = 60";
    let settings = "games-per-cell = 120\n[budget]\niterations = 60";
    let said = experiment(&bench, settings, "\"connect-four\"", "uct = \"random\"", stop);
    assert!(said.contains("H1 accepted") && said.contains("above 50 %") && said.contains(BETTER), "{said}");
}

/// The average of cells that were stopped one by one is shown and not judged.
#[test]
fn a_stopped_average_is_not_judged() {
    let bench = Bench::new();
    let more = "[stop]\ntest = \"interval\"\n[[hypothesis]]\nsays = \"It is better.\"\nis = \"better\"";
    let settings = "games-per-cell = 40\n[budget]\niterations = 60";
    let said = experiment(&bench, settings, "[\"connect-four\", \"tic-tac-toe\"]", "uct = \"random\"", more);
    assert!(said.contains("not judged: its cells were stopped one by one"), "{said}");
}

/// A player that lost all its games has no share of the equilibrium, whoever did not meet it.
#[test]
fn pairs_that_have_not_met_come_from_the_model() {
    let bench = Bench::new();
    bench.write("r.csv", "first,second,wins,draws,losses\na,b,10,0,0\nb,c,10,0,0\n");
    let values: serde_json::Value = serde_json::from_str(&bench.run("stats ratings r.csv --format json").ends(0)).unwrap();
    let of = |name: &str| values["players"].as_array().unwrap().iter().find(|player| player["name"] == *name).unwrap().clone();
    assert!(of("a")["nash"].as_f64().unwrap() > 0.99 && of("c")["nash"].as_f64().unwrap() < 0.01, "{values}");
    assert_eq!(values["from-the-model"], serde_json::json!(["a–c"]));
}
