//! The summary at the top of a report: the answer in a few lines, whatever the size of the experiment.

use crate::workdir::Bench;
use serde_json::Value;

/// A reader takes in six lines at a glance: the question and five more.
const MOST: usize = 5;
/// Six lines of a wide page hold no more characters.
const LETTERS: usize = 1_000;

#[test]
fn committed_results_are_answered_in_six_lines() {
    let bench = Bench::new();
    let configs = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs");
    std::os::unix::fs::symlink(configs, bench.path("configs")).unwrap();
    for name in ["gomba_set4", "gomba_bandits", "cdc_table1", "tune_uct", "go_ladder", "gpn_multiplayer", "split_table2"] {
        let said = bench.run(&format!("report --results configs/results/{name}.csv --formats csv --format json"));
        let report: Value = serde_json::from_str(&said.ends(0)).unwrap();
        let lead: Vec<&str> = report["lead"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        assert!((1..=MOST).contains(&lead.len()), "{name}: {lead:#?}");
        assert!(lead.iter().map(|line| line.chars().count()).sum::<usize>() <= LETTERS, "{name}: {lead:#?}");
    }
}

/// Players that play alike under several names have no leader.
#[test]
fn one_player_under_several_names_does_not_lead() {
    let bench = Bench::new();
    let agents: String = (0..3).map(|i| format!("[agent.p{i}]\nuse = \"minimax\"\nparams = {{ depth = {} }}\n", 990 + i)).collect();
    bench.write(
        "t.toml",
        &format!(
            "[experiment]\nname = \"t\"\nkind = \"tournament\"\nseed = 5\ngames-per-cell = 4\n[budget]\niterations = 2\n[grid]\n\
             game = \"tic-tac-toe\"\n{agents}[tournament]\nplayers = [\"p0\", \"p1\", \"p2\"]\n"
        ),
    );
    let said = bench.run("run t.toml").ends(0).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("No leader of 3 players") && said.contains("play the same moves in all their games"), "{said}");
}

/// A match in one game: the rating, and how many more games an open question needs.
#[test]
fn a_match_has_a_rating_and_an_open_one_a_plan() {
    let bench = Bench::new();
    let text = "[experiment]\nname = \"m\"\nkind = \"match\"\nseed = 5\ngames-per-cell = 24\n[budget]\niterations = 12\n[grid]\n\
        game = \"connect-four\"\n[compare]\nmcts = \"uct\"\n";
    bench.write("m.toml", text);
    let words = |said: &str| said.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = words(&bench.run("run m.toml").ends(0));
    assert!(said.contains("mcts against uct: ") && said.contains("], Elo "), "{said}");
    assert!(said.contains("The difference is not significant. For planning: at a true score of "), "{said}");
    assert!(said.contains("mcts and uct differ in: exploration 0.4 / 1.4142, final-move mean / visits; "), "{said}");
    // Under [stop] the rule itself decides when enough was played.
    let said = words(&bench.run("run m.toml --out stopped --set stop.test=interval").ends(0));
    assert!(said.contains("], Elo ") && !said.contains("For planning"), "{said}");
}

/// Agents that play in one tournament, or search the same positions, differ in what reports of matches say of two sides.
#[test]
fn reports_of_all_kinds_say_what_agents_differ_in() {
    let bench = Bench::new();
    let head = |kind: &str| {
        format!(
            "[experiment]\nname = \"x\"\nkind = \"{kind}\"\nseed = 5\ngames-per-cell = 4\n[budget]\niterations = 5\n[grid]\ngame = \"tic-tac-toe\"\n"
        )
    };
    let words = "mcts and uct differ in: exploration 0.4 / 1.4142, final-move mean / visits";
    bench.write("tournament.toml", &(head("tournament") + "[tournament]\nplayers = [\"mcts\", \"uct\"]\n"));
    bench.write("search.toml", &(head("search") + "[search]\nopening-moves = 2\n[agent.mcts]\n[agent.uct]\n"));
    for kind in ["tournament", "search"] {
        bench.run(&format!("run {kind}.toml --no-report --out {kind}")).ends(0);
        let said = crate::results::report(&bench, kind).to_string();
        assert!(said.matches(words).count() == 1, "{kind}: {said}");
        let plan = bench.run(&format!("plan {kind}.toml --calibrate 0")).ends(0).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(plan.contains(words), "{plan}");
    }
}
