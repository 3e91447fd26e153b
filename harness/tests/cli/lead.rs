//! The summary at the top of a report: the answer in a few lines, whatever the size of the experiment.

use crate::workdir::Bench;
use serde_json::Value;

/// A reader takes in six lines at a glance: the question and five more.
const MOST: usize = 5;
/// Six lines of 120 columns hold no more characters.
const LETTERS: usize = 700;

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

/// A shared budget is none of an agent that has its own, and remarks in data files are those of the cells of a row.
#[test]
fn what_holds_for_a_part_is_said_of_that_part() {
    let bench = Bench::new();
    bench.write(
        "x.toml",
        "[experiment]\nname = \"x\"\nkind = \"match\"\nseed = 5\ngames-per-cell = 4\n[budget]\niterations = 5\n[grid]\ngame = \"tic-tac-toe\"\n\
         [agent.a]\nuse = \"uct\"\nbudget = { iterations = [5, 50] }\n[agent.b]\nuse = \"random\"\n[compare]\na = \"b\"\n",
    );
    let plan = bench.run("plan x.toml --calibrate 0").ends(0);
    assert!(plan.contains("in all cells: game tic-tac-toe, iterations 5 (except a)\n"), "{plan}");
    let said = bench.run("run x.toml --out run").ends(0);
    assert!(said.contains("In all cells: iterations 5 (except a).\n"), "{said}");
    for table in ["numbers", "win-rates", "endings", "effort"] {
        let csv = bench.read(&format!("run/report/data/{table}.csv"));
        let of = |budget: &str| csv.lines().filter(|line| line.contains(budget)).collect::<Vec<_>>();
        let (few, many) = (of("5,"), of("50,"));
        assert!(csv.lines().next().unwrap().ends_with(",remarks") && !few.is_empty() && !many.is_empty(), "{table}: {csv}");
        assert!(many.iter().all(|line| line.contains("unequal budgets")), "{table}: {csv}");
        let equal = few.iter().filter(|line| !many.contains(line));
        assert!(equal.clone().count() > 0 && equal.clone().all(|line| !line.contains("unequal budgets")), "{table}: {csv}");
    }
}

/// Plays an experiment; the first line of its lead.
fn first_line(bench: &Bench, name: &str) -> String {
    bench.run(&format!("run {name}.toml --no-report --out {name}")).ends(0);
    crate::results::report(bench, name)["lead"][0].as_str().unwrap().to_owned()
}

/// The likelihood of superiority rests on all games and is no test: the lead says beside it what the test of the pair shows.
#[test]
fn a_leader_is_shown_with_the_games_against_the_next() {
    let bench = Bench::new();
    bench.write(
        "t.toml",
        "[experiment]\nname = \"t\"\nkind = \"tournament\"\nseed = 5\ngames-per-cell = 20\n[budget]\niterations = 30\n[grid]\n\
         game = \"connect-four\"\n[tournament]\nplayers = [\"uct\", \"rave\", \"random\"]\n",
    );
    let lead = first_line(&bench, "t");
    let decided = lead.contains("; their own games alone show it, too (") || lead.contains("; their own games do not decide it (");
    assert!(lead.contains(" leads 3 players") && lead.contains(". By all games it is stronger than the next, ") && decided, "{lead}");
    assert!(lead.contains("corrected)"), "{lead}");
}

/// Budgets of both sides are not compared with each other: the summary has the score at each.
#[test]
fn every_budget_has_its_score() {
    let bench = Bench::new();
    bench.write(
        "b.toml",
        "[experiment]\nname = \"b\"\nkind = \"match\"\nseed = 5\ngames-per-cell = 20\n[budget]\niterations = [10, 30]\n[grid]\n\
         game = [\"tic-tac-toe\", \"connect-four\"]\n[compare]\nuct = \"random\"\n",
    );
    let lead = first_line(&bench, "b");
    let parts: Vec<&str> = lead.split(" % [").collect();
    assert!(lead.starts_with("Scores: iterations 10 ") && lead.contains("; iterations 30 ") && parts.len() == 3, "{lead}");
    assert!(lead.matches("] over 2 games").count() == 2, "{lead}");
}

/// What random games are like is given with its uncertainty.
#[test]
fn counted_games_have_intervals() {
    let bench = Bench::new();
    bench.write(
        "p.toml",
        "[experiment]\nname = \"p\"\nkind = \"playout\"\nseed = 5\ngames-per-cell = 2\n[playout]\nplayouts = 50\n[grid]\n\
         game = [\"tic-tac-toe\", \"hex\"]\n[game.hex.params]\nsize = 4\n",
    );
    assert!(first_line(&bench, "p").starts_with("game tic-tac-toe: "));
    let lead = crate::results::report(&bench, "p")["lead"].as_array().unwrap().clone();
    assert_eq!(lead[2], "200 random games were counted.");
    for (said, game) in lead.iter().zip(["game tic-tac-toe: ", "game hex (size=4): "]) {
        let said = said.as_str().unwrap();
        assert!(
            said.starts_with(game) && said.contains("] nodal states a game, branching ") && said.ends_with("] games a second."),
            "{said}"
        );
    }
    assert_eq!(lead.len(), 3, "{lead:?}");
}

/// Random games of several cells: what is said after the first cells, and one scale of scores for games with different ones.
#[test]
fn random_games_are_described_before_they_are_counted() {
    let bench = Bench::new();
    let config = |games: &str| {
        format!(
            "[experiment]\nname = \"p\"\nkind = \"playout\"\nseed = 5\ngames-per-cell = 2\n[playout]\nplayouts = 50\nseconds = 0.01\n\
             [grid]\ngame = [\"tic-tac-toe\", \"rbg/tic-tac-toe\", \"connect-four\", \"breakthrough\"{games}]\n"
        )
    };
    for (games, last) in
        [("", "400 random games were counted; 1 more cell is"), (", \"hex\"", "500 random games were counted; 2 more cells are")]
    {
        bench.write("p.toml", &config(games));
        assert!(first_line(&bench, "p").starts_with("game tic-tac-toe: "));
        let lead = crate::results::report(&bench, "p")["lead"].as_array().unwrap().clone();
        assert_eq!((lead.len(), &lead[3]), (4, &format!("{last} in the table.").into()), "{lead:?}");
    }
    bench.run("report p --formats csv").ends(0);
    let numbers = bench.read("p/report/data/numbers.csv");
    let mut reader = csv::Reader::from_reader(numbers.as_bytes());
    let place = reader.headers().unwrap().iter().position(|name| name == "score_of_player_1_percent").expect("a scale");
    let scores: Vec<f64> = reader.records().map(|row| row.unwrap()[place].parse().unwrap()).collect();
    // X wins 737 of 1260 random games of tic-tac-toe, and 8 of 63 are draws, whatever the scale of the rules.
    assert!(scores.len() == 5 && scores[..2].iter().all(|score| (score - 64.8).abs() < 20.0), "{scores:?}");
}

/// Of random games, only speeds depend on the machine.
#[test]
fn random_games_have_no_budget_of_time() {
    let bench = Bench::new();
    let config = "[experiment]\nname = \"p\"\nkind = \"playout\"\nseed = 5\ngames-per-cell = 2\n[playout]\nplayouts = 5\nseconds = 0.01\n\
                  [grid]\ngame = \"tic-tac-toe\"\n";
    bench.write("p.toml", config);
    let said = bench.run("run p.toml --no-report --threads 1 --out p");
    let warned = said.err.clone();
    let budgets = |text: &str| text.contains("budget");
    assert!(warned.contains("warning: measured speeds depend on the machine") && !budgets(&warned), "{warned}");
    let exported = bench.run("export p --format csv").ends(0);
    assert!(exported.contains("speeds depend on the machine") && !budgets(&exported), "{exported}");
}

/// Searches that share a first place are all named.
#[test]
fn a_shared_first_place_has_all_its_agents() {
    let bench = Bench::new();
    bench.write(
        "s.toml",
        "[experiment]\nname = \"s\"\nkind = \"search\"\nseed = 5\ngames-per-cell = 6\n[search]\nopening-moves = 4\n[budget]\niterations = 10\n\
         [grid]\ngame = \"tic-tac-toe\"\n[agent.p0]\nuse = \"minimax\"\nparams = { depth = 9 }\n[agent.p1]\nuse = \"minimax\"\nparams = { depth = 8 }\n",
    );
    let lead = first_line(&bench, "s");
    assert!(lead.starts_with("Greatest area of 2: p0; p1 with "), "{lead}");
}

/// All budgets search the same positions: more of them are no more evidence.
#[test]
fn positions_count_once_for_all_budgets() {
    let bench = Bench::new();
    let half = |name: &str, budgets: &str| {
        bench.write(
            &format!("{name}.toml"),
            &format!(
                "[experiment]\nname = \"{name}\"\nkind = \"search\"\nseed = 5\ngames-per-cell = 20\n[search]\nopening-moves = 3\n[budget]\n\
                 iterations = {budgets}\n[grid]\ngame = \"tic-tac-toe\"\n[agent.uct]\n[agent.flat-mc]\n"
            ),
        );
        let lead = first_line(&bench, name);
        let (_, rest) = lead.split_once('[').unwrap_or_else(|| panic!("{lead}"));
        let (ends, rest) = rest.split_once(']').unwrap();
        let ends: Vec<f64> = ends.split(", ").map(|end| end.parse().unwrap()).collect();
        assert_eq!(rest.starts_with(" over 8 settings on 1 set of positions"), budgets.contains(','), "{lead}");
        ends[1] - ends[0]
    };
    let (one, eight) = (half("one", "40"), half("eight", "[33, 34, 35, 36, 37, 38, 39, 40]"));
    assert!(eight > 0.8 * one, "{one} {eight}");
}

/// Ten ties do not prove that two agents are equal.
#[test]
fn a_few_ties_have_an_interval() {
    let bench = Bench::new();
    let agents = "[agent.p0]\nuse = \"minimax\"\nparams = { depth = 990 }\n[agent.p1]\nuse = \"minimax\"\nparams = { depth = 991 }\n";
    bench.write(
        "t.toml",
        &format!(
            "[experiment]\nname = \"t\"\nkind = \"search\"\nseed = 5\ngames-per-cell = 10\n[search]\nopening-moves = 3\n[budget]\n\
             iterations = 40\n[grid]\ngame = \"tic-tac-toe\"\n{agents}"
        ),
    );
    bench.run("run t.toml --no-report --out t").ends(0);
    let report = crate::results::report(&bench, "t");
    let optimal = &crate::compare::rows(&report, "pairs")[0][4]["graded"]["interval"];
    let number = |name: &str| optimal[name].as_f64().unwrap_or_else(|| panic!("{optimal}"));
    // Wilson's interval of 5 in 10 is at least ±26 points of a score, and ±52 of a difference; repeated searches count once.
    assert!(number("value") == 0.0 && number("low") < -52.0 && number("high") > 52.0, "{optimal}");
}

/// Printed values of what random games do not have are not dropped in silence.
#[test]
fn printed_values_without_a_known_statistic_are_told() {
    let bench = Bench::new();
    bench.write(
        "p.toml",
        "[experiment]\nname = \"p\"\nkind = \"playout\"\nseed = 5\ngames-per-cell = 1\nreference = \"printed.csv\"\n[playout]\nplayouts = 5\n\
         [grid]\ngame = \"tic-tac-toe\"\n",
    );
    bench.write("printed.csv", "game,statistic,value,source\ntic-tac-toe,nodal-state,7.6,a book\n");
    let said = bench.run("run p.toml").ends(0).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("random games have no such `statistic`: `nodal-state`; there are nodal-states-per-second,"), "{said}");
}
