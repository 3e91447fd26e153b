//! The summary and the report of a match, from rows whose statistics are known by hand.

use treebench::experiment::Experiment;
use treebench::experiment::LoadOptions;
use treebench::kinds;
use treebench::kinds::r#match::MatchSummary;
use treebench::report::References;
use treebench::reports::model::{Block, Cell};
use treebench::reports::{Report, Verdict};
use treebench::store::{Field, Row};

const CONFIG: &str = "# Which is it?\n[experiment]\nname = \"report\"\nkind = \"match\"\ngames-per-cell = 16\nreference = \"printed.csv\"\n\
    [budget]\niterations = 10\n[grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n\
    [agent.uct.sweep]\nexploration = [0.5, 1.0]\n[compare]\nuct = \"random\"\n";

fn experiment(printed: &str) -> (tempfile::TempDir, Experiment) {
    experiment_of(CONFIG, printed)
}

fn experiment_of(text: &str, printed: &str) -> (tempfile::TempDir, Experiment) {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("printed.csv"), printed).expect("written");
    let config = dir.path().join("report.toml");
    std::fs::write(&config, text).expect("written");
    let loaded = kinds::load(&config, &LoadOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
    (dir, loaded.experiment)
}

/// A row in the order of the columns. `score` is that of the candidate, who sits in seat `task % 2`.
fn row(task: u32, score: Option<f64>, ending: &str, culprit: i64) -> Row {
    let seat = (task % 2) as usize;
    let pair = |mine: f64, other: f64| if seat == 0 { format!("[{mine},{other}]") } else { format!("[{other},{mine}]") };
    let text = |s: String| Field::Text(s);
    vec![
        text(pair(0.0, 1.0)),
        text(score.map_or("[]".to_owned(), |score| pair(score, 1.0 - score))),
        text(ending.to_owned()),
        Field::Integer(culprit),
        text(String::new()),
        Field::Integer(7),
        text("[4,3]".to_owned()),
        text(pair(40.0, 0.0)),
        text(pair(400.0, 0.0)),
        text("[2000,1000]".to_owned()),
        text(String::new()),
        text(String::new()),
    ]
}

/// Six results and two failures of the candidate in the first cell, sixteen wins in the second, nothing in the others.
fn rows() -> Vec<(usize, u32, Row)> {
    let first = [Some(1.0), Some(0.5), Some(1.0), Some(0.0), Some(1.0), Some(1.0), None, None];
    let mut rows: Vec<(usize, u32, Row)> = Vec::new();
    for (task, score) in (0..).zip(first) {
        let (ending, culprit) = if score.is_some() { ("rules", -1) } else { ("agent-error", i64::from(task % 2)) };
        rows.push((0, task, row(task, score, ending, culprit)));
    }
    rows.extend((0..16).map(|task| (1, task, row(task, Some(1.0), "rules", -1))));
    rows
}

#[test]
fn a_summary_counts_what_is_there() {
    let (_dir, experiment) = experiment("game,value\ntic-tac-toe,50.0\n");
    let summary = MatchSummary::of(&experiment, &mut rows().into_iter());
    let cell = &summary.cells[0];
    assert_eq!((cell.wins, cell.draws, cell.losses, cell.played), (4, 1, 1, 8));
    assert_eq!(cell.failures, [2, 0]);
    assert!((cell.scores.mean() - 4.5 / 6.0).abs() < 1e-12);
    // As first player 1, 1, 1; as second ½, 0, 1; the three complete pairs sum to 1½, 1 and 2, and the fourth has no result.
    assert_eq!((cell.by_seat[0].mean(), cell.by_seat[1].mean()), (1.0, 0.5));
    assert_eq!(cell.rounds.candidate().collect::<Vec<_>>(), [(2, 1.5), (2, 1.0), (2, 2.0), (0, 0.0)]);
    // Four turns in seat 0 and three in seat 1, four times each.
    assert_eq!((cell.effort[0].turns, cell.effort[0].iterations, cell.effort[0].states), (28.0, 320.0, 3200.0));
    assert!((cell.effort[0].seconds - 0.012).abs() < 1e-12);
    assert_eq!((summary.cells[1].wins, summary.cells[2].played), (16, 0));
}

fn report(printed: &str) -> Result<Report, String> {
    let (_dir, experiment) = experiment(printed);
    let references = References::read(&experiment.references)?;
    Ok(kinds::of(&experiment).fold(&experiment, &mut rows().into_iter()).report(&references))
}

/// The cells of a table's row.
fn table_row(report: &Report, id: &str, row: usize) -> Vec<Cell> {
    report.tables().find(|table| table.id == id).unwrap_or_else(|| panic!("no table {id}")).rows[row].clone()
}

#[test]
fn the_grid_grades_and_the_warnings_warn() {
    let report = report("game,value\nreversi,50.0\n").expect("the references are sound");
    let grid = table_row(&report, "win-rates", 1);
    assert_eq!(grid[0], Cell::from("1.0"));
    let Cell::Graded { interval, verdict } = &grid[1] else { panic!("{:?}", grid[1]) };
    // Eight won pairs: Wilson's lower end is n/(n + z²) = 8/11.8415.
    assert!((interval.low - 67.559).abs() < 1e-2, "{interval:?}");
    assert_eq!((interval.value, interval.high, *verdict), (100.0, 100.0, Verdict::Better));
    assert_eq!(grid[2], Cell::Empty, "connect-four has not been played");
    let Cell::Graded { interval, verdict } = &table_row(&report, "win-rates", 0)[1] else { panic!("the first cell has results") };
    // Three pairs of ¾, ½ and 1: Var = (0 + ½² + ½²)·(3/2)/6² = 1/48, times (t₂/z)² = (4.3027/1.96)² more than 0.75·0.25/3, the most there
    // is; so n* = 3, and the interval is (0.75 + 1.9207/3 ± 1.96·√(0.0625 + 3.8415/36))/(1 + 3.8415/3).
    assert!((interval.low - 25.6).abs() < 0.1 && (interval.high - 96.3).abs() < 0.1 && *verdict == Verdict::Same, "{interval:?}");
    let warnings = report.warnings.join("\n");
    for part in [
        "Only 24 of 64 games",
        "2 failures of `uct`",
        "56.2 % if they had been lost, 81.2 % if",
        "All results are equal in 1 cell",
        "1 printed value belongs",
    ] {
        assert!(warnings.contains(part), "{part} is not in:\n{warnings}");
    }
}

#[test]
fn printed_values_stand_beside_ours() {
    let printed = "game,uct.exploration,value,half-width,source\ntic-tac-toe,0.5,40.0,5.0,Table 1\ntic-tac-toe,1.0,90.0,,Table 1\n";
    let report = report(printed).expect("the references are sound");
    let comparison = |row: usize| match table_row(&report, "references", row).into_iter().find(|cell| matches!(cell, Cell::Comparison(_))) {
        Some(Cell::Comparison(comparison)) => comparison,
        other => panic!("{other:?}"),
    };
    assert!((comparison(0).difference() - 35.0).abs() < 1e-9 && comparison(0).overlaps());
    assert!((comparison(1).difference() - 10.0).abs() < 1e-9);
    // z and p follow. 75 % of n* = 3 against 40 ± 5 %: our Wilson interval reaches down to 40 % at about z = 1.2.
    let Some([Cell::Number { value: z, .. }, Cell::PValue(p)]) =
        table_row(&report, "references", 0).get(3..5).map(|c| [c[0].clone(), c[1].clone()])
    else {
        panic!("z and p stand beside the comparison");
    };
    assert!((1.0..1.4).contains(&z) && (p - 0.22).abs() < 0.06, "{z} {p}");
}

/// The paragraphs of the section on printed values.
fn findings(printed: &str) -> Vec<String> {
    let report = report(printed).expect("the references are sound");
    report.sections.into_iter().find(|section| section.id == "references").expect("there are printed values").prose
}

#[test]
fn a_sentence_per_game_says_whether_the_finding_is_found_here() {
    // Ours are 75 % of six games and 100 % of sixteen.
    let heading = "game,uct.exploration,value,half-width,source\n";
    let gain = findings(&format!("{heading}tic-tac-toe,0.5,40.0,5.0,T\ntic-tac-toe,1.0,90.0,4.0,T\n"));
    assert_eq!(gain.len(), 1);
    assert!(gain[0].starts_with("tic-tac-toe: the printed gain is found here too. The best printed cell (uct.exploration 1.0) has 90.0 ± 4.0 %, ours 100.0 [67.6, 100.0] %."), "{gain:?}");
    assert!(gain[0].ends_with("Of 2 cells, none differs from the printed value. The verdicts are the same in 1 of 2."), "{gain:?}");
    let lost = findings(&format!("{heading}tic-tac-toe,0.5,80.0,5.0,T\n"));
    assert!(lost[0].contains("the printed gain is not confirmed here"), "{lost:?}");
    let new = findings(&format!("{heading}tic-tac-toe,1.0,51.0,5.0,T\n"));
    assert!(new[0].contains("no gain is printed, but there is one here"), "{new:?}");
}

#[test]
fn a_broken_reference_is_an_error_with_its_line() {
    let error = report("game,value\ntic-tac-toe,much\n").unwrap_err();
    assert!(error.contains("printed.csv:2: `value` must be a number, not `much`"), "{error}");
}

#[test]
fn figures_follow_the_grid() {
    let report = report("game,value\n").expect("the references are sound");
    let ids: Vec<&str> = report.figures().map(|figure| figure.id.as_str()).collect();
    assert_eq!(ids, ["heat-map", "over-uct-exploration", "averages"]);
    assert!(report.sections.iter().flat_map(|s| &s.blocks).any(|block| matches!(block, Block::Table(t) if t.id == "numbers")));
}

#[test]
fn graded_scores_have_a_mean_and_a_distribution_and_are_not_won_or_lost() {
    let text = "[experiment]\nname = \"points\"\nkind = \"match\"\ngames-per-cell = 16\n[budget]\niterations = 10\n\
        [game.points]\nuse = \"backgammon\"\nparams = { stake = \"points\" }\n[grid]\ngame = [\"points\"]\n[compare]\nuct = \"random\"\n";
    let (_dir, experiment) = experiment_of(text, "");
    // Eight pairs, of which the candidate wins one game by 2 and loses the other by 1: on average half a point.
    let graded = |task: u32| {
        let mut row = row(task, Some(0.0), "rules", -1);
        let mine = if task % 2 == 0 { 2.0 } else { -1.0 };
        row[1] = Field::Text(if task % 2 == 0 { format!("[{mine},{}]", -mine) } else { format!("[{},{mine}]", -mine) });
        row
    };
    let report = kinds::of(&experiment).fold(&experiment, &mut (0..16).map(|task| (0, task, graded(task)))).report(&References::default());
    let numbers = table_row(&report, "numbers", 0);
    assert!(numbers[1..4].iter().all(|cell| *cell == Cell::Empty), "wins, draws and losses of graded scores: {numbers:?}");
    let scores = table_row(&report, "scores", 0);
    let Cell::Interval(mean) = &scores[2] else { panic!("{scores:?}") };
    assert!((mean.value - 0.5).abs() < 1e-9 && mean.low > 0.0 && mean.high < 3.0, "{mean:?}");
    assert_eq!((&scores[1], scores.last()), (&Cell::Integer(16), Some(&Cell::from("-1: 8, 2: 8"))));
}
