//! `[stop]` on the command line: results files that continue in the order of rounds, messages, and runs that grow.

use crate::results::{report, resealed, same};
use crate::workdir::Bench;
use serde_json::Value;

fn config(games: u32, stop: &str) -> String {
    format!(
        "# Which?\n[experiment]\nname = \"kept\"\nkind = \"match\"\nseed = 5\ngames-per-cell = {games}\n[match]\nmax-moves = 30\n\
         [budget]\niterations = [3, 40]\n[grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n[compare]\nuct = \"random\"\n{stop}"
    )
}

const INTERVAL: &str = "[stop]\ntest = \"interval\"\n";
const GSPRT: &str = "[stop]\ntest = \"gsprt\"\nh0 = 45\nh1 = 75\nat-least = 4\n";

fn stopped(report: &Value) -> &Value {
    let sections = report["sections"].as_array().unwrap();
    sections.iter().find(|section| section["id"] == "stopped").unwrap_or_else(|| panic!("no sequential tests in {report}"))
}

#[test]
fn a_results_file_holds_the_order_of_rounds_and_another_machine_goes_on() {
    for stop in [INTERVAL, GSPRT] {
        let bench = Bench::new();
        bench.write("kept.toml", &config(80, stop));
        let said = bench.run("run kept.toml --out whole --threads 1").ends(0).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            said.contains("tasks played (at most 320); no more are needed") && said.contains("Play has stopped in 4 of 4 cells"),
            "{said}"
        );
        let whole = report(&bench, "whole");
        // In three sittings, each in a directory of its own, with other numbers of threads.
        let line = "run kept.toml --results kept.csv --no-report";
        bench.run(&format!("{line} --out one --threads 3 --set experiment.games-per-cell=8")).ends(0);
        bench.run(&format!("{line} --out two --threads 2 --set experiment.games-per-cell=30")).ends(0);
        bench.run(&format!("{line} --out three --threads 3")).ends(0);
        let file = report(&bench, "--results kept.csv");
        same(stopped(&whole), stopped(&file), stop);
        same(&whole, &file, stop);
        // Nothing is left to do, anywhere.
        let before = bench.read("kept.csv");
        let said = bench.run(&format!("{line} --out four")).ends(0);
        assert!(said.starts_with("0 tasks played (at most 320)") && bench.read("kept.csv") == before, "{said}");
        assert!(before.contains(",sequence"), "{before}");
    }
}

/// A file of an earlier version, which kept the order of rounds under `[stop]` only.
fn without_order(file: &str) -> String {
    let place = file.lines().find(|line| line.starts_with("axis.")).unwrap().split(',').position(|name| name == "sequence").unwrap();
    let cut = |line: &str| {
        let mut fields: Vec<&str> = line.split(',').collect();
        if !line.starts_with('#') {
            fields.remove(place);
        }
        fields.join(",") + "\n"
    };
    resealed(&file.lines().map(cut).collect::<String>(), "axis.", "axis.")
}

#[test]
fn a_file_without_the_order_of_rounds_is_refused_and_stays_readable() {
    let bench = Bench::new();
    bench.write("kept.toml", &config(8, ""));
    bench.run("run kept.toml --results kept.csv --no-report").ends(0);
    bench.write("kept.csv", &without_order(&bench.read("kept.csv")));
    let before = report(&bench, "--results kept.csv");
    bench.write("kept.toml", &config(20, INTERVAL));
    let parts = ["kept.csv:", "needs the order of rounds", "`sequence`", "start a new file"];
    bench.run("run kept.toml --results kept.csv --no-report").refuses(&parts);
    bench.write("kept.toml", &config(8, ""));
    same(&before, &report(&bench, "--results kept.csv"), "as before");
}

#[test]
fn games_beyond_a_decision_are_kept_apart_everywhere() {
    let bench = Bench::new();
    bench.write("kept.toml", &config(40, ""));
    bench.run("run kept.toml --no-report").ends(0);
    bench.write("kept.toml", &config(40, INTERVAL));
    let said = bench.run("run kept.toml").ends(0);
    assert!(said.starts_with("0 tasks played (at most 160), 160 already stored"), "{said}");
    let export = bench.run("export results/kept --format jsonl").ends(0);
    let counting = export.lines().filter(|line| line.contains("\"counts\":1")).count();
    assert!(counting < 160 && export.lines().count() == 160, "{counting}");
    assert_eq!(bench.export("results/kept").lines().count(), counting);
    let csv = bench.run("export results/kept").ends(0);
    assert!(csv.lines().next().unwrap().contains(",task,counts,"));
    let json: Value = serde_json::from_str(&bench.run("report results/kept --formats csv --format json").ends(0)).unwrap();
    let ahead = format!("{} tasks, which do not count", 160 - counting);
    assert!(json["provenance"].to_string().contains(&ahead), "{}", json["provenance"]);
    let plan = bench.run("plan kept.toml --calibrate 0").ends(0);
    assert!(
        plan.contains("4 cells × at most 40 tasks") && plan.contains(&format!("{counting} done")) && plan.contains("under [stop]"),
        "{plan}"
    );
}

#[test]
fn plan_says_how_many_games_a_question_needs() {
    let bench = Bench::new();
    bench.write("kept.toml", &config(40, ""));
    let line = "plan kept.toml --calibrate 0 --points 10 --power 0.9 --format json";
    let plan: Value = serde_json::from_str(&bench.run(line).ends(0)).unwrap();
    // (1.95996 + 1.28155)² · ¼ / 0.1² = 262.7 games, at the largest variance there is.
    let needed = &plan["cells"][0]["games_needed"];
    assert_eq!((needed["fixed"].as_f64(), needed["measured"].as_bool()), (Some(263.0), Some(false)), "{needed}");
    assert!(needed["if_even"].as_f64().unwrap() < 263.0 && needed["if_different"].as_f64().unwrap() < 263.0, "{needed}");
    // What was played says how much results vary.
    bench.run("run kept.toml --no-report").ends(0);
    let plan: Value = serde_json::from_str(&bench.run(line).ends(0)).unwrap();
    let cells = plan["cells"].as_array().unwrap();
    assert!(cells.iter().any(|cell| cell["games_needed"]["measured"] == true && cell["games_needed"]["fixed"] != 263.0), "{plan}");
    bench.run("plan kept.toml --calibrate 0 --points 50").refuses(&["--points must be above 0 and below 50"]);
}

#[test]
fn a_run_of_a_fixed_size_that_grows_is_warned_of() {
    let bench = Bench::new();
    let warned =
        |bench: &Bench| bench.run("run kept.toml").ends(0).contains("could be looked at after 8 games per cell, before it grew to 12");
    bench.write("kept.toml", &config(8, ""));
    assert!(!warned(&bench));
    let judged_as_grown = |bench: &Bench| {
        let text = report(bench, "results/kept").to_string();
        (text.contains("The number of games may depend on results"), text.contains("e-values of sweeps in plan order"))
    };
    let hypothesis = "[[hypothesis]]\nis = \"better\"\n";
    bench.write("kept.toml", &config(8, hypothesis));
    bench.run("run kept.toml --no-report").ends(0);
    assert_eq!(judged_as_grown(&bench), (false, false));
    bench.write("kept.toml", &config(12, hypothesis));
    assert!(warned(&bench));
    assert_eq!(judged_as_grown(&bench), (true, true), "cells and averages");
    bench.write("kept.toml", &config(12, INTERVAL));
    assert!(!warned(&bench), "a sequential test allows for it");
}

#[test]
fn check_leaves_the_rule_aside_and_says_so() {
    let bench = Bench::new();
    bench.write("kept.toml", &config(20, INTERVAL).replace("[3, 40]", "3"));
    let said = bench.run("check kept.toml --baseline base.toml --update --games 40");
    assert!(said.err.contains("ignores [stop]"), "{}", said.err);
    said.ends(0);
    bench.run("check kept.toml --baseline base.toml").ends(0);
}

/// The lead names what was found, where it is little, and no cell plays on at the end.
#[test]
fn cells_of_an_accepted_hypothesis_are_named() {
    let bench = Bench::new();
    let text = "# From how many iterations on?\n[experiment]\nname = \"x\"\nkind = \"match\"\ngames-per-cell = 400\n[budget]\niterations = [1, 100]\n\
        [grid]\ngame = \"tic-tac-toe\"\n[compare]\nuct = \"random\"\n[stop]\ntest = \"gsprt\"\nh0 = 60\nh1 = 75\n";
    bench.write("x.toml", text);
    let said = bench.run("run x.toml --threads 1");
    let lead = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        lead.contains("accepted H1 (75 %) in 1 (tic-tac-toe, iterations 100) and H0 (60 %) in 1 (tic-tac-toe, iterations 1)."),
        "{lead}"
    );
    assert!(said.err.contains(", 0 of 2 cells still playing"), "{}", said.err);
    said.ends(0);
}

/// The decision comes first; how many hold together comes second and names the key that makes them. A single test answers its question.
#[test]
fn a_decision_leads_its_summary() {
    let bench = Bench::new();
    bench.write("kept.toml", &config(80, INTERVAL));
    bench.run("run kept.toml --out run --no-report").ends(0);
    let lead = report(&bench, "run")["lead"].as_array().unwrap().iter().map(|said| said.as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let together = lead.iter().position(|said| said.contains("judged all together") && said.contains("`family-alpha`")).unwrap();
    assert!(lead[..together].iter().any(|said| said.starts_with("Play has stopped in 4 of 4 cells")), "{lead:?}");
    assert!(!lead.concat().contains("Better than even"), "{lead:?}");
    let one = |stop: &str| {
        let text = config(400, stop).replace("[3, 40]", "[40]").replace("[\"tic-tac-toe\", \"connect-four\"]", "[\"connect-four\"]");
        bench.write("kept.toml", &text);
        bench.run("run kept.toml --out one --no-report --fresh").ends(0);
        report(&bench, "one")["lead"][0].as_str().unwrap().to_owned()
    };
    let yes = one("[stop]\ntest = \"gsprt\"\nh0 = 50\nh1 = 55\n");
    assert!(yes.starts_with("Yes: H1 (55 %) accepted after ") && yes.contains(" games (at most 400): uct against random "), "{yes}");
    let no = one("[stop]\ntest = \"gsprt\"\nh0 = 99\nh1 = 99.9\n");
    assert!(no.starts_with("No: H0 (99 %) accepted after ") || no.starts_with("Undecided between H0 (99 %)"), "{no}");
}
