//! Inputs for which an earlier version gave a misleading output, each with the right one (`tests/data/README.md`). The cases about growth and results
//! files are in `ways`, the cases about failures in `failures`.

use crate::results::report;
use crate::ways::shipped;
use crate::workdir::{Bench, Said};
use serde_json::Value;

/// A match with these settings, opponents and additional tables.
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

/// The report of a case.
fn played(file: &str, more: &str) -> Value {
    let bench = Bench::new();
    bench.run(&format!("{} --out run{more}", shipped(&bench, file))).ends(0);
    report(&bench, "run")
}

/// Equal agents with common seeds: a hypothesis over ten cells has only as much evidence as sweeps, and is seldom decided.
#[test]
fn cells_with_common_seeds_are_no_more_evidence_than_their_sweeps() {
    let lead = |seed: u32| played("common_seeds.toml", &format!(" --set experiment.seed={seed}"))["lead"][0].as_str().unwrap().to_owned();
    let decided: Vec<String> = (1..=12).map(lead).filter(|lead| !lead.starts_with("Not decided: ")).collect();
    assert!(decided.len() <= 3, "{decided:?}");
}

/// Averages of cells that were stopped one by one, between equal agents, whichever seed.
#[test]
fn stopped_averages_of_equals_are_not_decided() {
    for seed in 1..=4 {
        let said = played("stopped_average.toml", &format!(" --set experiment.seed={seed}"));
        let lead = said["lead"][0].as_str().unwrap();
        assert!(lead.starts_with("Not decided: ") && lead.contains("not judged: its cells were stopped individually"), "{lead}");
    }
}

/// The decision of the test in every cell of a sweep is its verdict; no cell of an accepted H1 is "same".
#[test]
fn accepted_cells_of_a_sweep_are_above() {
    let said = played("sequential_sweep.toml", " --set only={game=\"tic-tac-toe\"} --set experiment.games-per-cell=60");
    let accepted = said["lead"][0].as_str().unwrap().split(" in ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().parse::<usize>();
    let marked = said["sections"][0]["blocks"].to_string().matches("\"verdict\":\"better\"").count();
    assert!(accepted.as_ref().is_ok_and(|accepted| *accepted > 4 && marked >= *accepted), "{}: {marked}", said["lead"]);
}

/// A draw is worth 90 % of a win to both, and a loss 60 %: an equal share of a win is not an even result, and both sides would be "better".
#[test]
fn scores_that_do_not_add_up_are_not_judged() {
    let bench = Bench::new();
    let rules = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../games/rules/tic-tac-toe.rbg")).unwrap();
    let generous =
        rules.replace("[$ crosses = 50, noughts = 50] (", "[$ crosses = 90, noughts = 90] (").replace("other = 0]", "other = 60]");
    assert!(generous.contains("= 90,") && generous.contains("= 60]"));
    bench.write("generous.rbg", &generous);
    let question = "[budget]\niterations = 1\n[[hypothesis]]\nsays = \"Random is better.\"\nis = \"better\"\nsource = \"p. 1\"";
    let said = experiment(&bench, "games-per-cell = 40", "{ rbg = \"generous.rbg\" }", "random = \"uct\"", question);
    assert!(said.contains("Scores do not sum to one win per game in 1 cell") && said.contains("Not decided: Random is better."), "{said}");
    assert!(!said.contains(BETTER), "{said}");
    bench.run("run x.toml --no-report --out run --results results/kept.csv").ends(0);
    let kept = bench.run("report --results results/kept.csv --out page").ends(0);
    assert!(kept.contains("not judged: scores do not sum to one win per game"), "{kept}");
}

/// Three players, none of whom wins before the cap, are even.
#[test]
fn games_of_three_that_are_cut_off_are_even() {
    let said = played("three_players_cut_off.toml", " --set experiment.games-per-cell=6 --set match.max-moves=100");
    assert!(!said.to_string().contains(BETTER) && said["warnings"].to_string().contains("cut off"), "{}", said["lead"]);
}

/// The interval of an average of extreme cells holds the truth, 94.6 % over 60 seeds: of eight at most two miss.
#[test]
fn an_average_of_extreme_cells_has_its_interval() {
    let holds = |seed: u32| {
        let lead = played("extreme_average.toml", &format!(" --set experiment.seed={seed}"))["lead"][0].as_str().unwrap().to_owned();
        let (low, high) = lead.split_once('[').unwrap().1.split_once(']').unwrap().0.split_once(", ").unwrap();
        low.parse::<f64>().unwrap() <= TRUTH && TRUTH <= high.parse::<f64>().unwrap()
    };
    const TRUTH: f64 = 94.6;
    assert!((1..=8).filter(|&seed| holds(seed)).count() >= 6);
}

/// Chess engines play on where a draw could be claimed, and search the position they were sent: their moves are legal there, and legal after another
/// move.
#[test]
fn uci_answers_with_legal_moves() {
    const WHITE: &str = "a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4 b1a3 b1c3 g1f3 g1h3";
    const BLACK: &str = "a7a6 a7a5 b7b6 b7b5 c7c6 c7c5 d7d6 d7d5 e7e6 e7e5 f7f6 f7f5 g7g6 g7g5 h7h6 h7h5 b8a6 b8c6 g8f6 g8h6";
    const PAWN: &str = "a2a1q a2a1r a2a1b a2a1n e8d8 e8f8 e8d7 e8e7 e8f7";
    let bench = Bench::new();
    let quiet = ("uci_quiet_moves.txt", "c6b8\n");
    for (file, (end, more), legal) in [
        ("uci_fen_clock60.txt", ("", ""), PAWN),
        ("uci_fen_clock60.txt", ("90\n", "90 moves a2a1q\n"), "e1d2 e1e2 e1f2"),
        (quiet.0, ("", ""), WHITE),
        (quiet.0, (quiet.1, "c6b8 e2e4\n"), BLACK),
        ("uci_searchmoves.txt", ("", ""), "e2e4"),
        ("uci_searchmoves.txt", ("e2e4", "a2a3"), "a2a3"),
    ] {
        shipped(&bench, file);
        bench.write("input.txt", &bench.read(file).replacen(end, more, 1));
        let mut command = bench.command(&["uci"]);
        let said = Said::from(command.stdin(std::fs::File::open(bench.path("input.txt")).unwrap()).output().unwrap()).ends(0);
        let best: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect();
        let [best] = best[..] else { panic!("{file}: {said}") };
        assert!(legal.split(' ').any(|one| one == best), "{file}: {best} is none of {legal}");
        let searched = said.lines().filter_map(|line| line.split(" iterations ").nth(1)?.split(' ').next()?.parse::<u32>().ok()).max();
        assert!(searched.is_some_and(|iterations| iterations > 1), "{file}: {said}");
    }
}

/// EPD with and without operations, and a rules file with a byte order mark and Windows line endings.
#[test]
fn files_of_other_programs_are_read() {
    let bench = Bench::new();
    for file in ["epd.toml", "mini.epd", "bom_crlf.rbg"] {
        shipped(&bench, file);
    }
    let said = bench.run("plan epd.toml --calibrate 0").ends(0);
    assert!(said.contains("1 pair of games begins with 1 of the 2 openings in mini.epd"), "{said}");
    bench.run("rbg check bom_crlf.rbg").ends(0);
}

/// Of two random players the one that always moves first wins more games of tic-tac-toe, which says nothing of the players.
#[test]
fn seats_that_are_not_rotated_allow_no_verdict() {
    let said = played("seats_not_rotated.toml", "").to_string();
    assert!(said.contains("seats are not rotated") && !said.contains(BETTER), "{said}");
    // A rating of a tournament is then one of seats, too.
    let text = "[experiment]\nname = \"x\"\nkind = \"tournament\"\nseed = 1\ngames-per-cell = 60\n[budget]\niterations = 1\n[grid]\n\
        game = [\"tic-tac-toe\"]\n[match]\nswap-seats = false\n[tournament]\nplayers = [\"uct\", \"flat-mc\", \"random\"]\n";
    let bench = Bench::new();
    bench.write("round.toml", text);
    let said = bench.run("run round.toml").ends(0);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("No leader of 3 players") && !said.contains("with a likelihood"), "{said}");
}

/// The best of several candidates is not above even because of its seat either.
#[test]
fn the_highest_without_rotated_seats_is_not_above_even() {
    let bench = Bench::new();
    let settings =
        "games-per-cell = 200\n[match]\nswap-seats = false\n[budget]\niterations = 1\n[agent.uct.sweep]\nmax-nodes = [1000, 1001]";
    let said = experiment(&bench, settings, "\"tic-tac-toe\"", "uct = \"random\"", "");
    assert!(said.contains("ighest of 2") && !said.contains("it is above an even result") && !said.contains(BETTER), "{said}");
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
    assert!(said.contains("not judged: its cells were stopped individually"), "{said}");
}

/// A player that lost all its games has no share in the equilibrium, even if some players did not meet it.
#[test]
fn pairs_that_have_not_met_come_from_the_model() {
    let bench = Bench::new();
    bench.write("r.csv", "first,second,wins,draws,losses\na,b,10,0,0\nb,c,10,0,0\n");
    let values: serde_json::Value = serde_json::from_str(&bench.run("stats ratings r.csv --format json").ends(0)).unwrap();
    let of = |name: &str| values["players"].as_array().unwrap().iter().find(|player| player["name"] == *name).unwrap().clone();
    assert!(of("a")["nash"].as_f64().unwrap() > 0.99 && of("c")["nash"].as_f64().unwrap() < 0.01, "{values}");
    assert_eq!(values["from-the-model"], serde_json::json!(["a–c"]));
}
