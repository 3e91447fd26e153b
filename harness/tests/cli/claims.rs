//! `bench claims`: the claims of papers judged by results files, and the tables of `configs/RESULTS.md`.

use crate::workdir::Bench;
use std::path::Path;

const MATCH: &str = "[experiment]\nname = \"one\"\npaper = \"A Paper\"\nkind = \"match\"\nseed = 1\ngames-per-cell = 60\n[budget]\niterations = 40\n\
    [grid]\ngame = [\"tic-tac-toe\"]\n[compare]\nuct = \"random\"\n[[hypothesis]]\nsays = \"It wins\"\nsource = \"section 2\"\nis = \"better\"\n";

const SEARCH: &str = "[experiment]\nname = \"two\"\npaper = \"A Paper\"\nkind = \"search\"\nseed = 1\ngames-per-cell = 10\n[budget]\niterations = 40\n\
    [grid]\ngame = [\"tic-tac-toe\"]\n[agent.uct]\n[agent.random]\n[[hypothesis]]\nsays = \"It sees more\"\nsource = \"Fig. 1\"\nis = \"better\"\n\
    where = { agent = \"uct\" }\nthan = { agent = \"random\" }\n";

/// A folder with these experiments.
fn folder(files: &[(&str, &str)]) -> Bench {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("exp")).unwrap();
    files.iter().for_each(|(name, text)| bench.write(&format!("exp/{name}"), text));
    bench
}

/// A text on one line.
fn words(said: &str) -> String {
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unnamed() -> String {
    MATCH.replace("paper = \"A Paper\"\n", "")
}

#[test]
fn claims_are_listed_paper_by_paper() {
    let bench = folder(&[("one.toml", MATCH), ("two.toml", SEARCH), ("three.toml", &unnamed())]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report").ends(0);
    let said = bench.run("claims exp --formats markdown").ends(0);
    for part in
        ["A Paper", "2 claims: 1 found again, 0 contradicted, 0 not decided, 1 not played", "It wins.", "section 2", "agrees", "not played"]
    {
        assert!(said.contains(part), "`{part}` in\n{said}");
    }
    bench.write("R.md", "# Results\n\nBefore.\n\n<!-- claims of: A Paper -->\nold\n<!-- end of claims -->\n\nAfter.\n");
    bench.run("claims exp --formats markdown --into R.md").ends(0);
    let text = bench.read("R.md");
    let (begins, ends) = ("# Results\n\nBefore.\n\n<!-- claims of: A Paper -->\n\n| where |", "<!-- end of claims -->\n\nAfter.\n");
    assert!(text.starts_with(begins) && text.ends_with(ends), "{text}");
    assert!(text.contains("| section 2 | It wins. |") && text.contains("bench run exp/two.toml --results exp/results/two.csv"), "{text}");
    assert!(!text.contains("old"), "{text}");
    bench.run("claims exp --formats markdown --into R.md").ends(0);
    assert_eq!(bench.read("R.md"), text, "a second time changes nothing");
}

/// A cut-off scores evenly whichever side was winning, and is no evidence of equal strength; the number of cut-offs is shown with every verdict.
#[test]
fn games_that_are_cut_off_do_not_make_sides_equal() {
    let cut = MATCH.replace("games-per-cell = 60", "games-per-cell = 400").replace("is = \"better\"\n", "within = 8\n")
        + "[match]\nmax-moves = 3\n";
    let bench = folder(&[("one.toml", &cut)]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report").ends(0);
    let said = bench.run("claims exp --formats markdown").ends(0);
    assert!(said.contains("0 found again, 0 contradicted, 1 not decided"), "{said}");
    assert!(bench.read("results/claims/a-paper/report/report.md").contains("400 games cut off"));
    let said = words(&bench.run("report --results exp/results/one.csv").ends(0));
    assert!(said.contains("Not decided: It wins.") && !said.contains("Yes"), "{said}");
    assert!(bench.run("runs exp/results --format json").ends(0).contains("400 games cut off"));
}

#[test]
fn questions_of_our_own_are_no_claims_of_the_paper() {
    let own = format!("{MATCH}[[hypothesis]]\nsays = \"It wins by far\"\nis = \"better\"\nmargin = 20\n");
    let bench = folder(&[("one.toml", &own)]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report").ends(0);
    let said = bench.run("claims exp --formats markdown").ends(0);
    assert!(said.contains("1 claim: 1 found again"), "{said}");
    let page = bench.read("results/claims/a-paper/report/report.md");
    let (claims, questions) = page.split_once("## Questions of our own").expect("a section of their own");
    assert!(!claims.contains("It wins by far") && questions.contains("It wins by far"), "{page}");
}

#[test]
fn a_hypothesis_written_after_its_games_says_so_wherever_they_go() {
    let bench = folder(&[("one.toml", MATCH)]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report --out first").ends(0);
    bench.run("report first --formats markdown").ends(0);
    let said = bench.read("first/report/report.md");
    assert!(said.contains("before its games") && !said.contains("Stated or edited after"), "{said}");
    let config = |bench: &Bench| bench.read("exp/results/one.csv").lines().find(|line| line.starts_with("# config")).map(str::to_owned);
    let named = config(&bench);
    let later = "[[hypothesis]]\nsays = \"It wins by far\"\nsource = \"section 3\"\nis = \"better\"\nmargin = 20\n";
    bench.write("exp/one.toml", &format!("{MATCH}{later}"));
    // In a results file, in the directory, in another that it is merged into, and from shards.
    bench.run("claims exp --formats markdown").ends(0);
    let remark = |bench: &Bench| {
        let page = bench.read("results/claims/a-paper/report/report.md");
        page.lines().find(|line| line.contains("It wins by far")).expect("its row").to_owned()
    };
    assert!(remark(&bench).contains("stated after 60 games"), "{}", remark(&bench));
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report --out second --set experiment.games-per-cell=80").ends(0);
    bench.run("claims exp --formats markdown").ends(0);
    assert!(remark(&bench).contains("stated after 60 games"), "{}", remark(&bench));
    bench.run("run exp/one.toml --no-report --out first").ends(0);
    bench.run("merge first --into merged").ends(0);
    for dir in ["first", "merged"] {
        bench.run(&format!("report {dir} --formats markdown,csv,latex")).ends(0);
        for file in ["report.md", "warnings.csv", "tables/hypotheses.tex"] {
            let text = bench.read(&format!("{dir}/report/{file}"));
            assert!(text.contains("1 of 2 hypotheses: It wins by far (after 60 games)"), "{file}: {text}");
        }
    }
    // A changed word is a new hypothesis, and a corrected source is not.
    let edited = later.replace("by far", "by very far").replace("section 3", "section 4");
    bench.write("exp/one.toml", &format!("{}{edited}", MATCH.replace("section 2", "section 5")));
    bench.run("claims exp --formats markdown").ends(0);
    let page = bench.read("results/claims/a-paper/report/report.md");
    let row = |says: &str| page.lines().find(|line| line.contains(says)).expect("its row");
    assert_eq!(config(&bench), named, "a look leaves the name of the experiment as it is");
    assert!(row("It wins by very far").contains("stated after 80 games") && !row("It wins.").contains("stated"), "{page}");
}

#[test]
fn shards_carry_which_hypotheses_they_knew() {
    let bench = folder(&[("one.toml", MATCH)]);
    bench.run("run exp/one.toml --no-report --out run --shard 1/2").ends(0);
    bench.write("exp/one.toml", &format!("{MATCH}[[hypothesis]]\nsays = \"It wins by far\"\nis = \"better\"\nmargin = 20\n"));
    bench.run("run exp/one.toml --no-report --out merged").ends(0);
    bench.run("merge run --into merged --no-report").ends(0);
    bench.run("report merged --formats markdown").ends(0);
    let said = bench.read("merged/report/report.md");
    assert!(said.contains("1 of 2 hypotheses: It wins by far (after 30 games)"), "{said}");
}

#[test]
fn a_missing_history_of_hypotheses_is_said() {
    let bench = folder(&[("one.toml", MATCH)]);
    bench.run("run exp/one.toml --no-report --out run").ends(0);
    let edit = |sql: &str| rusqlite::Connection::open(bench.path("run/results.sqlite")).unwrap().execute_batch(sql).unwrap();
    for sql in ["UPDATE hypothesis SET tasks = 7", "DROP TABLE hypothesis"] {
        edit(sql);
        bench.run("report run --formats markdown").ends(0);
        let said = bench.read("run/report/report.md");
        assert!(said.contains("not known: history missing"), "{sql}: {said}");
    }
}

#[test]
fn two_copies_of_a_file_count_once() {
    let bench = folder(&[("one.toml", MATCH)]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report").ends(0);
    std::fs::copy(bench.path("exp/results/one.csv"), bench.path("exp/results/copy.csv")).unwrap();
    let said = bench.run("claims exp --formats markdown").ends(0);
    assert!(said.contains("1 claim: 1 found again") && said.contains("has all its cells with at least as many games"), "{said}");
}

/// A second file with some of the cells and more games hides nothing of the first, and is said to be partial.
#[test]
fn a_file_of_a_part_of_the_cells_leaves_out_no_other() {
    let every = MATCH
        .replace("iterations = 40", "iterations = [1, 40]")
        .replace("is = \"better\"", "is = \"better\"\nover = \"every\"\nmargin = 20");
    let bench = folder(&[("one.toml", &every)]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report").ends(0);
    let more = "--set experiment.games-per-cell=64 --set budget.iterations=[40] --out part --results exp/results/two.csv --no-report";
    bench.run(&format!("run exp/one.toml {more}")).ends(0);
    let said = words(&bench.run("claims exp --formats markdown").ends(0));
    assert!(said.contains("2 claims:"), "{said}");
    let page = bench.read("results/claims/a-paper/report/report.md");
    for part in ["have 1 cell in common: claims are judged in each", "played with --set: 1 cell here, 2 cells in its file"] {
        assert!(page.contains(part), "`{part}` in\n{page}");
    }
}

/// Two files with other games of the same cells, as engines play them, are both judged, whatever their sizes and names.
#[test]
fn files_with_other_games_of_the_same_cells_are_all_judged() {
    let bench = folder(&[("one.toml", MATCH)]);
    bench.run("run exp/one.toml --results exp/results/a.csv --no-report --out a").ends(0);
    let text = bench.read("exp/results/a.csv");
    bench.write("exp/results/z.csv", &text);
    bench.run("claims exp --formats markdown").ends(0);
    assert!(bench.read("results/claims/a-paper/report/report.md").contains("is skipped because"));
    // Other games: another hash of the first two.
    let block = text.split([',', ' ']).find(|word| word.starts_with("2:") && word.len() > 18).expect("a block of two tasks");
    let digit = if block.ends_with('0') { "1" } else { "0" };
    bench.write("exp/results/z.csv", &crate::results::resealed(&text, block, &format!("{}{digit}", &block[..block.len() - 1])));
    let said = bench.run("claims exp --formats markdown").ends(0);
    let page = bench.read("results/claims/a-paper/report/report.md");
    assert!(page.contains("in common, with other games: claims are judged in each") && !page.contains("is skipped"), "{said}\n{page}");
}

/// A thousand searches of one position by agents that draw no random numbers are one search.
#[test]
fn searches_of_one_position_that_come_out_alike_decide_nothing() {
    let search = |opening: u32| {
        SEARCH
            .replace("[agent.uct]", &format!("[search]\nopening-moves = {opening}\n[agent.uct]\nuse = \"alpha-beta\""))
            .replace("[agent.random]", "[agent.random]\nuse = \"minimax\"")
            .replace("games-per-cell = 10", "games-per-cell = 40")
    };
    let bench = folder(&[("one.toml", &search(0)), ("two.toml", &search(2).replace("\"two\"", "\"other\""))]);
    for name in ["one", "two"] {
        bench.run(&format!("run exp/{name}.toml --results exp/results/{name}.csv --no-report --out {name}")).ends(0);
    }
    bench.run("claims exp --formats markdown").ends(0);
    let page = bench.read("results/claims/a-paper/report/report.md");
    assert_eq!(page.matches("all searches of one position in 2 cells").count(), 1, "{page}");
    let warnings = |run: &str| crate::results::report(&bench, run)["warnings"].to_string();
    assert!(warnings("one").contains("In 2 of 2 cells, all searches are of one position"), "{}", warnings("one"));
    assert!(!warnings("two").contains("of one position"), "{}", warnings("two"));
    // Two moves of tic-tac-toe lead to 72 positions, so that some of 40 are drawn again; what they are is known from the file, too.
    assert!(warnings("two").contains("In 2 cells, searches repeat others"), "{}", warnings("two"));
    assert!(page.contains("searches repeat others"), "{page}");
    assert!(bench.run("report one --format json").out.contains("fewer than six distinct searches in a cell"));
}

/// One claim worded differently, and the same games under another experiment's name.
#[test]
fn the_same_claim_counts_once_however_often_it_is_stated() {
    let again = format!("{MATCH}[[hypothesis]]\nsays = \"It wins, again\"\nsource = \"section 3\"\nis = \"better\"\n");
    let bench = folder(&[("one.toml", &again), ("three.toml", &MATCH.replace("\"one\"", "\"three\""))]);
    for name in ["one", "three"] {
        bench.run(&format!("run exp/{name}.toml --results exp/results/{name}.csv --no-report")).ends(0);
    }
    let said = words(&bench.run("claims exp --formats markdown").ends(0));
    assert!(said.contains("1 claim: 1 found again, 0 contradicted, 0 not decided, 0 not played; 2 stated again"), "{said}");
    let page = bench.read("results/claims/a-paper/report/report.md");
    assert_eq!(page.matches("the same claim about the same games as in one: it counts once").count(), 2, "{page}");
}

/// One of many hypotheses holds by luck, and the others are deleted after a look.
#[test]
fn hypotheses_that_are_gone_still_count() {
    let all: String = (1..20).map(|i| format!("[[hypothesis]]\nsays = \"It wins, {i}\"\nis = \"better\"\nmargin = {i}\n")).collect();
    let bench = folder(&[("one.toml", &format!("{MATCH}{all}"))]);
    let line = "run exp/one.toml --out run --results exp/results/one.csv --no-report";
    bench.run(line).ends(0);
    bench.write("exp/one.toml", MATCH);
    bench.run(line).ends(0);
    for out in ["run", "--results exp/results/one.csv"] {
        let report = crate::results::report(&bench, out).to_string();
        assert!(report.contains("19 hypotheses or rules of [stop] stated for these games are no longer in the experiment"), "{report}");
    }
    assert!(words(&bench.run("runs . --format json").ends(0)).contains("19 hypotheses or rules removed"));
    bench.run("claims exp --formats markdown").ends(0);
    assert!(bench.read("results/claims/a-paper/report/report.md").contains("19 hypotheses or rules removed"));
}

/// Games that are cut off and score 90 % for both sides are no evidence for either.
#[test]
fn an_uneven_cap_decides_nothing() {
    let uneven = MATCH.replace("[budget]", "[match]\nmax-moves = 3\ncap-score = 0.9\n[budget]");
    let bench = folder(&[("one.toml", &uneven)]);
    let said = words(&bench.run("run exp/one.toml --results exp/results/one.csv").ends(0));
    assert!(said.contains("Not decided: It wins.") && said.contains("not judged: cut-off games have no even score"), "{said}");
    let said = words(&bench.run("claims exp --formats markdown").ends(0));
    assert!(said.contains("1 claim: 0 found again"), "{said}");
    assert!(bench.read("results/claims/a-paper/report/report.md").contains("not judged: cut-off games have no even score"));
}

/// Who gives a game up on the word of its own two playouts makes nobody strong, in one cell or on average, at any look.
#[test]
fn resignation_on_ones_own_score_decides_nothing() {
    let one = "[experiment]\nname = \"one\"\npaper = \"A paper\"\nkind = \"match\"\nseed = 3\ngames-per-cell = 40\n[budget]\niterations = 2\n\
        [match]\nresign-moves = 1\nresign-score = 1\n[grid]\ngame = \"breakthrough\"\n[agent.a]\nuse = \"random\"\n[agent.b]\nuse = \"uct\"\n\
        [agent.b.sweep]\nmax-nodes = [1000, 1001]\n[compare]\na = \"b\"\n[[hypothesis]]\nis = \"better\"\nsource = \"page 1\"\n\
        [[hypothesis]]\nis = \"better\"\nover = \"some\"\n";
    let bench = folder(&[("one.toml", one)]);
    for games in [20, 40] {
        let line = format!("run exp/one.toml --out run --results exp/results/one.csv --no-report --set experiment.games-per-cell={games}");
        bench.run(&line).ends(0);
        for out in ["run", "--results exp/results/one.csv"] {
            let said = crate::results::report(&bench, out).to_string();
            assert!(said.contains("decided only if resignations on one's own score were losses"), "{said}");
            assert!(!said.contains("\"verdict\":\"better\"") && !said.contains("Yes: "), "{said}");
        }
        for (line, games) in [("runs run", 2 * games), ("export run", games), ("claims exp --format json", 2 * games)] {
            let said = bench.run(line).out;
            assert!(said.contains(&format!("{games} games lost by resignation on one's own score")), "{line}: {said}");
        }
    }
    assert!(bench.run("verify run --games 1").ends(0).contains("no contradiction"));
}

#[test]
fn a_claim_printed_for_another_setting_is_not_judged() {
    let stated = format!("{MATCH}setting = \"time\"\n");
    let bench = folder(&[("one.toml", &stated)]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report").ends(0);
    let said = bench.run("claims exp --formats markdown").ends(0);
    for part in ["0 found again, 0 contradicted, 0 not decided, 1 printed for another setting", "other setting"] {
        assert!(said.contains(part), "`{part}` in\n{said}");
    }
    let page = bench.read("results/claims/a-paper/report/report.md");
    assert!(page.contains("printed for budgets of time") && page.contains("| better than an even result |"), "{page}");
}

/// Equal agents with the same seeds play the same game from either seat, so that every pair is 1:1.
#[test]
fn identical_play_is_said_to_be_an_identity() {
    let twins =
        MATCH.replace("[compare]\nuct = \"random\"\n", "[compare]\na = \"b\"\n[agent.a]\nuse = \"uct\"\n[agent.b]\nuse = \"uct\"\n");
    let twins = twins.replace("is = \"better\"\n", "within = 5\n");
    let bench = folder(&[("one.toml", &twins)]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report").ends(0);
    for command in ["report --results exp/results/one.csv --formats markdown", "claims exp --formats markdown"] {
        let said = bench.run(command).ends(0);
        assert!(said.contains("dentity") && !said.contains("agrees"), "{command}: {said}");
    }
}

/// A claim stays a claim if its source is removed after the games contradict it, and a question that becomes one says when.
#[test]
fn who_drops_a_source_hides_nothing() {
    let lost = "[[hypothesis]]\nsays = \"It loses\"\nsource = \"section 3\"\nis = \"worse\"\n[[hypothesis]]\nsays = \"It wins by far\"\nis = \"better\"\nmargin = 5\n";
    let all = format!("{MATCH}{lost}");
    let bench = folder(&[("one.toml", &all)]);
    let line = "run exp/one.toml --out run --results exp/results/one.csv --no-report";
    bench.run(line).ends(0);
    let changed =
        all.replace("source = \"section 3\"\n", "").replace("is = \"better\"\nmargin", "source = \"section 4\"\nis = \"better\"\nmargin");
    bench.write("exp/one.toml", &changed);
    bench.run(line).ends(0);
    let said = words(&bench.run("claims exp --formats markdown").ends(0));
    assert!(said.contains("3 claims: 2 found again, 1 contradicted"), "{said}");
    let page = bench.read("results/claims/a-paper/report/report.md");
    let row = |claim: &str| page.lines().find(|line| line.contains(claim)).unwrap_or_else(|| panic!("{claim}: {page}")).to_owned();
    assert!(row("It loses.").contains("source removed") && row("It wins by far.").contains("source named after 60 games"), "{page}");
    assert!(!row("It wins.").contains("source"), "{page}");
    for out in ["run", "--results exp/results/one.csv"] {
        let report = crate::results::report(&bench, out).to_string();
        assert!(report.contains("1 of 3 hypotheses named a source once"), "{report}");
    }
    assert!(words(&bench.run("runs . --format json").ends(0)).contains("hypothesis source removed"));
}

/// Cells in which both sides are one agent are even by identity, and make no average even.
#[test]
fn identities_do_not_make_an_average_even() {
    let some = MATCH.replace(
        "[compare]\nuct = \"random\"\n",
        "[compare]\n\"a*\" = \"b\"\nc = \"b\"\n[agent.b]\nuse = \"uct\"\n[agent.c]\nuse = \"uct\"\nparams = { exploration = 2.0 }\n\
         [agent.a]\nuse = \"uct\"\n[agent.a.sweep]\nmax-nodes = [1000, 1001, 1002, 1003, 1004, 1005]\n",
    );
    let bench = folder(&[("one.toml", &some.replace("is = \"better\"\n", "within = 8\n"))]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report").ends(0);
    let said = words(&bench.run("claims exp --formats markdown").ends(0));
    assert!(said.contains("0 found again") && !said.contains("▲ agrees"), "{said}");
    let page = bench.read("results/claims/a-paper/report/report.md");
    assert!(page.contains("both sides play the same moves in most games of 6 cells") && page.contains("one cell"), "{page}");
    let report = words(&crate::results::report(&bench, "--results exp/results/one.csv").to_string());
    assert!(report.contains("6 cells of identical play are left out"), "{report}");
    assert!(words(&bench.run("runs exp --format json").ends(0)).contains("the same moves in most games of 6 cells"));
}

/// Every one of three is not shown by one, nor is their average: which cells are played first may be a choice.
#[test]
fn cells_without_results_leave_a_claim_open() {
    let three = MATCH.replace("[\"tic-tac-toe\"]", "[\"tic-tac-toe\", \"connect-four\", \"hex\"]");
    let over = |over: &str, is: &str| format!("[[hypothesis]]\nsource = \"{over}\"\nover = \"{over}\"\nis = \"{is}\"\n");
    let all = format!("{three}{}{}{}", over("every", "better"), over("some", "better"), over("every", "worse"));
    let bench = folder(&[("one.toml", &all)]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report --set only={game=\"tic-tac-toe\"}").ends(0);
    let said = words(&bench.run("claims exp --formats markdown").ends(0));
    assert!(said.contains("4 claims: 1 found again, 1 contradicted, 2 not decided, 0 not played"), "{said}");
    let page = bench.read("results/claims/a-paper/report/report.md");
    for verdict in ["▲ agrees, 1 of 3 cells", "▼ disagrees, 1 of 3 cells", "= not decided, 1 of 3 cells"] {
        assert!(page.contains(verdict), "{verdict}: {page}");
    }
}

/// A value that names no agent is printed for one of two, and does not count for both without a word.
#[test]
fn a_printed_value_of_several_cells_is_named() {
    let two = MATCH
        .replace("uct = \"random\"\n", "uct = \"random\"\nflat-mc = \"random\"\n")
        .replace("seed = 1\n", "seed = 1\nreference = \"printed.csv\"\n");
    let bench = folder(&[("one.toml", &two), ("printed.csv", "game,value\ntic-tac-toe,80\n")]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report").ends(0);
    let report = crate::results::report(&bench, "--results exp/results/one.csv").to_string();
    assert!(report.contains("1 printed value belongs to several cells"), "{report}");
    assert!(bench.run("claims exp --format json").ends(0).contains("1 printed value for several cells"));
}

/// An agent called `random` that is another one, and a game called `chess` that is none, are named for what they are in every output.
#[test]
fn borrowed_names_are_said() {
    let named = MATCH.replace("[\"tic-tac-toe\"]", "[\"chess\"]").replace("[compare]", "[game.chess]\nuse = \"tic-tac-toe\"\n[compare]")
        + "[agent.uct]\nuse = \"random\"\n[agent.random]\nuse = \"uct\"\n";
    let bench = folder(&[("one.toml", &named)]);
    bench.run("run exp/one.toml --out run --results exp/results/one.csv --no-report").ends(0);
    for out in ["run", "--results exp/results/one.csv"] {
        let report = crate::results::report(&bench, out).to_string();
        assert!(report.contains("`chess` is tic-tac-toe; `random` is uct; `uct` is random"), "{report}");
    }
    for line in ["runs . --format json", "claims exp --format json", "export run"] {
        let said = bench.run(line).out;
        assert!(["`random` is uct", "`uct` is random", "`chess` is tic-tac-toe"].iter().all(|name| said.contains(name)), "{line}: {said}");
    }
}

#[test]
fn a_part_is_not_the_whole() {
    let bench = folder(&[("one.toml", MATCH)]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report --set experiment.games-per-cell=20").ends(0);
    let said = bench.run("claims exp --formats markdown").ends(0);
    let words: Vec<&str> = said.split_whitespace().collect();
    let row = ["one", "20", "60", "0.0", "bench", "run", "exp/one.toml", "--results", "exp/results/one.csv"];
    assert!(words.windows(row.len()).any(|part| part == row), "{said}");
}

#[test]
fn mistakes_name_the_file_and_what_there_is() {
    let bench = folder(&[("one.toml", MATCH)]);
    bench.write("R.md", "<!-- claims of: Another -->\n<!-- end of claims -->\n");
    bench.run("claims exp --into R.md").refuses(&["R.md: no experiment has `paper = \"Another\"`; known papers: A Paper"]);
    bench.write("R.md", "<!-- claims of: A Paper -->\n");
    bench.run("claims exp --into R.md").refuses(&["R.md: ", "has no `<!-- end of claims -->`"]);
    assert_eq!(bench.read("R.md"), "<!-- claims of: A Paper -->\n", "it is left alone");
    let twice = MATCH.replace("\"A Paper\"", "\"a paper \"").replace("\"one\"", "\"again\"");
    folder(&[("one.toml", MATCH), ("again.toml", &twice)])
        .run("claims exp")
        .refuses(&["the papers `A Paper` and `a paper ` would share a page"]);
    bench.run("claims nowhere").refuses(&["no such folder: `nowhere`"]);
    folder(&[("one.toml", &unnamed())]).run("claims exp").refuses(&["no experiment in `exp` names a paper"]);
}

/// `configs/RESULTS.md` agrees with the committed results files.
#[test]
fn the_tables_of_results_md_are_up_to_date() {
    let bench = Bench::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let committed = std::fs::read_to_string(root.join("configs/RESULTS.md")).unwrap();
    bench.write("RESULTS.md", &committed);
    let (pages, copy) = (bench.path("pages"), bench.path("RESULTS.md"));
    let words = ["claims", "configs", "--formats", "markdown", "--out", pages.to_str().unwrap(), "--into", copy.to_str().unwrap()];
    let status = bench.command(&words).current_dir(root).output().unwrap();
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
    assert!(bench.read("RESULTS.md") == committed, "bring it up to date: cargo run --release -- claims configs --into configs/RESULTS.md");
}
