//! The summary and the report of a match, from rows whose statistics are known by hand.

use std::path::Path;
use treebench::experiment::{Experiment, LoadOptions, References};
use treebench::kinds;
use treebench::kinds::r#match::{Ending, GameRecord, MatchSummary};
use treebench::report::{Caveat, add_commands};
use treebench::reports::model::{Block, Cell, Plot};
use treebench::reports::{Report, Verdict};
use treebench::store::{Record as _, Row};

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

/// A game of seven moves. `score` is the score of the candidate, who sits in seat `task % 2`; without one, the candidate failed.
fn game(task: u32, score: Option<f64>) -> GameRecord {
    let seat = task % 2;
    let pair = |mine: u64, other: u64| if seat == 0 { vec![mine, other] } else { vec![other, mine] };
    let game = GameRecord {
        seats: vec![seat, 1 - seat],
        plies: 7,
        turns: vec![4, 3],
        iterations: pair(40, 0),
        states: pair(400, 0),
        micros: vec![2000, 1000],
        cpu_micros: vec![1500, 950],
        longest_turn: vec![900, 400],
        turns_over: vec![1, 0],
        ..GameRecord::default()
    };
    match score {
        Some(score) => {
            let scores = if seat == 0 { vec![score, 1.0 - score] } else { vec![1.0 - score, score] };
            GameRecord { scores, ending: Ending::Rules, ..game }
        }
        None => GameRecord { ending: Ending::AgentError, culprit: Some(seat), ..game },
    }
}

/// Six results and two failures of the candidate in the first cell, sixteen wins in the second, nothing in the others.
fn rows() -> Vec<(usize, u32, Row)> {
    let first = [Some(1.0), Some(0.5), Some(1.0), Some(0.0), Some(1.0), Some(1.0), None, None];
    let mut rows: Vec<(usize, u32, Row)> = Vec::new();
    for (task, score) in (0..).zip(first) {
        rows.push((0, task, game(task, score).into_row()));
    }
    rows.extend((0..16).map(|task| (1, task, game(task, Some(1.0)).into_row())));
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
    assert_eq!((cell.effort[0].turns, cell.effort[0].iterations, cell.effort[0].states), (28, 320, 3200));
    let effort = &cell.effort[0];
    assert_eq!((effort.micros, effort.cpu_micros), (12_000, 9_800));
    assert_eq!((effort.longest_turn, effort.turns_over), (900, 4));
    assert!(effort.core_share().is_some_and(|share| (share - 0.0098 / 0.012).abs() < 1e-9));
    assert_eq!((summary.cells[1].wins, summary.cells[2].played), (16, 0));
}

/// Under time budgets the report names agents that took too long or shared their core; under counted budgets it does not.
#[test]
fn timed_cells_are_flagged() {
    let warnings = |from: &str, to: &str| {
        let (_dir, experiment) = experiment_of(&CONFIG.replace(from, to), "game,value\ntic-tac-toe,50.0\n");
        kinds::of(&experiment).fold(&experiment, &mut rows().into_iter()).report(&References::default()).warnings.join("\n")
    };
    let (over, core) = ("exceeded their budget of time by more than a tenth", "less than 90 % of a core");
    let counted = warnings("", "");
    assert!(!counted.contains(over) && !counted.contains(core) && !counted.contains("exactly reproducible"), "{counted}");
    let timed = warnings("iterations = 10", "time = \"1ms\"");
    for part in [over, "`uct` 14.3 %, the longest 0.001 s", core, "`uct` 82 %", "wall time"] {
        assert!(timed.contains(part), "no `{part}` in:\n{timed}");
    }
    let (_dir, experiment) = experiment_of(&CONFIG.replace("iterations = 10", "time = \"1ms\""), "game,value\n");
    let caveats = kinds::of(&experiment).fold(&experiment, &mut rows().into_iter()).caveats();
    assert!([Caveat::TurnsOver, Caveat::Starved].iter().all(|caveat| caveats[0].contains(&(*caveat, 1))), "{caveats:?}");
    let by_processor = warnings("[budget]\niterations = 10", "[match]\nclock = \"cpu\"\n[budget]\ntime = \"1ms\"");
    assert!(
        by_processor.contains("Budgets of processor time") && by_processor.contains(over) && !by_processor.contains(core),
        "{by_processor}"
    );
}

fn report(printed: &str) -> Result<Report, String> {
    let (_dir, experiment) = experiment(printed);
    let references = References::of_experiment(&experiment)?;
    Ok(kinds::of(&experiment).fold(&experiment, &mut rows().into_iter()).report(&references))
}

/// The cell under a heading.
fn under(report: &Report, id: &str, row: usize, heading: &str) -> Cell {
    let table = report.tables().find(|table| table.id == id).unwrap_or_else(|| panic!("no table {id}"));
    let place = table.columns.iter().position(|column| column.name == heading).unwrap_or_else(|| panic!("{id} has no column {heading}"));
    table.rows[row][place].clone()
}

/// The number in a cell, or the middle of its interval.
fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Integer(n) => *n as f64,
        Cell::Number { value, .. } | Cell::PValue(value) => *value,
        Cell::Interval(interval) => interval.value,
        other => panic!("{other:?} is no number"),
    }
}

/// Four wins, a draw and a loss in three pairs of 1½, 1 and 2 points, and a pair of failures; then sixteen wins.
#[test]
fn every_column_holds_its_statistic() {
    let report = report("game,value\n").expect("the references are sound");
    let near = |table: &str, row: usize, heading: &str, expected: f64| {
        let found = number(&under(&report, table, row, heading));
        assert!((found - expected).abs() < 0.006 * expected.abs().max(1.0), "{table}, {heading}: {found} instead of {expected}");
    };
    for (heading, expected) in [("W", 4.0), ("D", 1.0), ("L", 1.0), ("score", 75.0), ("effective", 6.0)] {
        near("numbers", 0, heading, expected);
    }
    // s² = (4·¹⁄₁₆ + ¹⁄₁₆ + ⁹⁄₁₆)/5 = 0.175, and 1.959964·√(0.175/6) = 0.33472.
    near("numbers", 0, "± z·s/√n", 33.472);
    // 400·log₁₀ 3; a clean sweep has no Elo.
    near("numbers", 0, "Elo", 190.85);
    assert_eq!(under(&report, "numbers", 1, "Elo"), Cell::Empty);
    // Three pairs prove nothing.
    let p = number(&under(&report, "numbers", 0, "p"));
    assert!((0.2..=1.0).contains(&p), "{p}");
    // Eight won pairs: 2·(½)⁸ or 2·(¼)⁸, by what a pair can come to; two cells without games have p = 1 and do not count.
    let (p, holm) = (number(&under(&report, "numbers", 1, "p")), number(&under(&report, "numbers", 1, "p, Holm")));
    assert!(p <= 2.0 / 256.0 + 1e-12 && holm >= p && (holm / p).round() <= 4.0, "{p} {holm}");
    for (heading, expected) in [("games", 8.0), ("moves", 7.0), ("rules", 6.0), ("agent-error", 2.0), ("timeout", 0.0), ("void", 0.0)] {
        near("endings", 0, heading, expected);
    }
    // Four turns in seat 0 and three in seat 1, four times each: 28 turns, 320 iterations, 3,200 states and 12 ms.
    for (heading, expected) in [("failures", 2.0), ("turns", 28.0), ("iterations", 320.0 / 28.0), ("nodal states", 3200.0 / 28.0)] {
        near("effort", 0, heading, expected);
    }
    near("effort", 0, "time", 12.0 / 28.0);
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
    assert!((interval.low - 25.6).abs() < 0.1 && (interval.high - 96.3).abs() < 0.1 && *verdict == Verdict::Undecided, "{interval:?}");
    let warnings = report.warnings.join("\n");
    for part in [
        "Only 24 of 64 games",
        "2 failures of `uct`",
        "56.2 % if all were lost, 81.2 % if",
        "All results are equal in 1 cell",
        "1 printed value belongs",
    ] {
        assert!(warnings.contains(part), "{part} is not in:\n{warnings}");
    }
}

/// Warnings have the labels that tables have.
#[test]
fn warnings_have_labels() {
    let (_dir, experiment) = experiment_of(&format!("{CONFIG}[label]\nuct = \"Plain search\"\n"), "game,value\n");
    let report = kinds::of(&experiment).fold(&experiment, &mut rows().into_iter()).report(&References::default());
    let warnings = report.warnings.join("\n");
    assert!(warnings.contains("2 failures of `Plain search`") && !warnings.contains("`uct`"), "{warnings}");
    assert!(report.lead.join("\n").contains("(failures: `Plain search` 2)"), "{:?}", report.lead);
}

/// A candidate that lacks a game has an average over fewer games, which is no lower or higher for its play; candidates of different games are not compared.
#[test]
fn averages_over_fewer_games_are_named() {
    let (_dir, experiment) = experiment("game,value\n");
    let warnings = |cells: &[usize]| {
        let mut rows = cells.iter().flat_map(|&cell| (0..16).map(move |task| (cell, task, game(task, Some(0.5)).into_row())));
        kinds::of(&experiment).fold(&experiment, &mut rows).report(&References::default()).warnings.join("\n")
    };
    let lacking = warnings(&[0, 1, 2]);
    let expected =
        "1 average is over fewer games than others, and cannot be compared with them: without connect-four: uct.exploration 1.0.";
    assert!(lacking.contains(expected), "{lacking}");
    for cells in [&[0, 1, 2, 3][..], &[0, 1], &[0, 3], &[0]] {
        let even = warnings(cells);
        assert!(!even.contains("games than others"), "{even}");
    }
    // Each of three variants lacks another of three games.
    let (_dir, experiment) =
        experiment_of(&CONFIG.replace("\"connect-four\"", "\"connect-four\", \"hex\"").replace("1.0]", "1.0, 2.0]"), "game,value\n");
    let warnings = |left_out: &[(&str, &str)]| {
        let is_left_out = |cell: &treebench::experiment::Cell| {
            left_out.iter().any(|(game, x)| cell.game.label == *game && cell.axes.iter().any(|at| at.value == *x))
        };
        let kept: Vec<usize> = (0..experiment.cells.len()).filter(|&place| !is_left_out(&experiment.cells[place])).collect();
        let mut rows = kept.iter().flat_map(|&cell| (0..16).map(move |task| (cell, task, game(task, Some(0.5)).into_row())));
        kinds::of(&experiment).fold(&experiment, &mut rows).report(&References::default()).warnings.join("\n")
    };
    let cyclic = warnings(&[("tic-tac-toe", "0.5"), ("connect-four", "1.0"), ("rbg/hex", "2.0")]);
    assert!(cyclic.contains("3 averages are over different games than others, and"), "{cyclic}");
    let both = warnings(&[("tic-tac-toe", "0.5"), ("connect-four", "1.0"), ("rbg/hex", "2.0"), ("tic-tac-toe", "2.0")]);
    assert!(both.contains("3 averages are over fewer or different games than others, and"), "{both}");
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
        panic!("z and p are beside the comparison");
    };
    assert!((1.0..1.4).contains(&z) && (p - 0.22).abs() < 0.06, "{z} {p}");
}

/// The paragraphs of the section on published values except the first, which is about all of them.
fn findings(printed: &str) -> Vec<String> {
    let report = report(printed).expect("the references are sound");
    report.sections.into_iter().find(|section| section.id == "references").expect("there are printed values").prose.split_off(1)
}

#[test]
fn a_sentence_per_game_says_whether_the_finding_is_found_here() {
    // Ours are 75 % of six games and 100 % of sixteen.
    let heading = "game,uct.exploration,value,half-width,source\n";
    let gain = findings(&format!("{heading}tic-tac-toe,0.5,40.0,5.0,T\ntic-tac-toe,1.0,90.0,4.0,T\n"));
    assert_eq!(gain.len(), 1);
    assert!(
        gain[0].starts_with(
            "tic-tac-toe: the printed gain is reproduced. The best printed cell (uct.exploration 1.0) has 90.0 ± 4.0 \
         %, ours 100.0 [67.6, 100.0] %."
        ),
        "{gain:?}"
    );
    assert!(gain[0].ends_with("Of 2 cells, none differs from the printed value. The verdicts are the same in 1 of 2."), "{gain:?}");
    let lost = findings(&format!("{heading}tic-tac-toe,0.5,80.0,5.0,T\n"));
    assert!(lost[0].contains("the printed gain is not confirmed"), "{lost:?}");
    let new = findings(&format!("{heading}tic-tac-toe,1.0,51.0,5.0,T\n"));
    assert!(new[0].contains("no gain is printed, but one is found here"), "{new:?}");
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
    // Of connect-four nothing has been played.
    assert_eq!(ids, ["heat-map", "over-uct-exploration", "averages", "lengths-tic-tac-toe"]);
    assert!(report.sections.iter().flat_map(|s| &s.blocks).any(|block| matches!(block, Block::Table(t) if t.id == "numbers")));
}

/// The first cell by hand: 1, ½, 1, 0, 1, 1, the candidate first and second in turn, and a pair without a result.
#[test]
fn statistics_of_the_games_are_those_counted_by_hand() {
    let report = report("game,value\n").expect("the references are sound");
    let cell = |heading: &str| under(&report, "statistics", 0, heading);
    let near = |heading: &str, expected: f64| assert!((number(&cell(heading)) - expected).abs() < 1e-9, "{heading}: {:?}", cell(heading));
    near("draws", 100.0 / 6.0);
    near("decisive", 500.0 / 6.0);
    // The first seat won its three games with the candidate, and half of the others' points.
    near("first seat", 75.0);
    assert_eq!(cell("pairs"), Cell::from("0 0 1 1 1".to_owned()));
    near("length", 7.0);
    near("± sd", 0.0);
    // Pairs of ¾, ½ and 1 have the variance 1/16: 2 · (1.95996 + 0.84162)² / 16 / 0.05².
    assert!((number(&cell("games needed")) - 392.4).abs() < 0.1, "{:?}", cell("games needed"));
    // 2¼ points in three pairs.
    let Cell::Interval(always) = cell("always valid") else { panic!("{:?}", cell("always valid")) };
    assert!((always.value - 75.0).abs() < 1e-9 && always.low < 25.0 && always.high > 95.0, "{always:?}");
}

#[test]
fn graded_scores_have_a_mean_and_a_distribution_and_are_not_won_or_lost() {
    let text = "[experiment]\nname = \"points\"\nkind = \"match\"\ngames-per-cell = 400\n[budget]\niterations = 10\n\
        [game.points]\nuse = \"backgammon\"\nparams = { stake = \"points\" }\n[grid]\ngame = [\"points\"]\n[compare]\nuct = \"random\"\n";
    let (_dir, experiment) = experiment_of(text, "");
    // 200 pairs, of which the candidate wins one game by 2 and loses the other by 1: on average half a point.
    let graded = |task: u32| {
        let scores = if task.is_multiple_of(2) { vec![2.0, -2.0] } else { vec![1.0, -1.0] };
        GameRecord { scores, ..game(task, Some(0.0)) }.into_row()
    };
    let report = kinds::of(&experiment).fold(&experiment, &mut (0..400).map(|task| (0, task, graded(task)))).report(&References::default());
    let numbers = table_row(&report, "numbers", 0);
    assert!(numbers[1..4].iter().all(|cell| *cell == Cell::Empty), "wins, draws and losses of graded scores: {numbers:?}");
    let scores = table_row(&report, "scores", 0);
    let Cell::Interval(mean) = &scores[2] else { panic!("{scores:?}") };
    assert!((mean.value - 0.5).abs() < 1e-9 && mean.low > 0.0 && mean.high < 3.0, "{mean:?}");
    assert_eq!((&scores[1], scores.last()), (&Cell::Integer(400), Some(&Cell::from("-1: 200, 2: 200"))));
}

/// Two candidates with 75 and 100 % against the same opponent are compared with each other.
#[test]
fn candidates_are_compared_through_the_opponents_they_share() {
    let report = report("game,value\n").expect("the references are sound");
    let table = report.tables().find(|table| table.id == "candidates").expect("there are two candidates");
    let row = &table.rows[0];
    let names: Vec<&Cell> = row.iter().take(2).collect();
    assert_eq!(names, [&Cell::from("uct.exploration 0.5"), &Cell::from("uct.exploration 1.0")], "{row:?}");
    let at = |name: &str| &row[table.columns.iter().position(|column| column.name == name).expect("a column")];
    let Cell::Graded { interval, .. } = at("tic-tac-toe") else { panic!("{row:?}") };
    assert!((interval.value + 25.0).abs() < 1e-9 && interval.low < -25.0 && interval.high > -25.0, "{interval:?}");
    let (Cell::PValue(p), Cell::PValue(corrected)) = (at("p"), at("p, corrected")) else { panic!("{row:?}") };
    assert!(*p > 0.0 && p <= corrected && *corrected <= 1.0);
}

/// The best of several losing candidates loses, too: "not told apart from even" would be wrong.
#[test]
fn the_best_of_losers_is_said_to_lose() {
    let (_dir, experiment) = experiment("game,value\n");
    let games = |cell: usize| {
        let score = move |task: u32| if task as usize == cell { 1.0 } else { 0.0 };
        (0..16).map(move |task| (cell, task, game(task, Some(score(task))).into_row()))
    };
    let rows: Vec<_> = games(0).chain(games(1)).collect();
    let report = kinds::of(&experiment).fold(&experiment, &mut rows.into_iter()).report(&References::default());
    assert!(report.lead[0].contains("; each of them is below an even result (p "), "{:?}", report.lead);
}

/// Two variants with the same score, of which one has played half as many games: each has its own interval.
#[test]
fn variants_that_share_the_first_place_have_their_own_intervals() {
    let (_dir, experiment) = experiment_of(&CONFIG.replace(", \"connect-four\"", ""), "game,value\n");
    let of_cell = |cell: usize, games: u32| (0..games).map(move |task| (cell, task, game(task, Some(f64::from(task % 2))).into_row()));
    let lead = |games: u32| {
        let mut rows = of_cell(0, 16).chain(of_cell(1, games));
        kinds::of(&experiment).fold(&experiment, &mut rows).report(&References::default()).lead[0].clone()
    };
    let alike = lead(16);
    assert!(alike.contains("tied: uct.exploration 0.5; uct.exploration 1.0, each with 50.0 % ["), "{alike}");
    assert_eq!(alike.matches("50.0 %").count(), 1, "{alike}");
    let apart = lead(8);
    assert!(apart.contains("tied: uct.exploration 0.5 with 50.0 % [") && apart.contains("; uct.exploration 1.0 with 50.0 % ["), "{apart}");
    let intervals: Vec<&str> = apart.split("50.0 % ").skip(1).map(|rest| rest.split(']').next().unwrap_or_default()).collect();
    assert_ne!(intervals[0], intervals[1], "{apart}");
}

/// Six won rounds of six have p = 1/32, twice as much for the better of two: the sentence and the table, whose correction is Holm's, agree.
#[test]
fn the_best_is_judged_as_in_the_tables() {
    let text = CONFIG.replace("games-per-cell = 16", "games-per-cell = 12").replace(", \"connect-four\"", "");
    let (_dir, experiment) = experiment_of(&text, "game,value\n");
    let of_cell = |cell: usize, score: f64| (0..12).map(move |task| (cell, task, game(task, Some(score)).into_row()));
    let rows: Vec<_> = of_cell(0, 1.0).chain(of_cell(1, 0.5)).collect();
    let report = kinds::of(&experiment).fold(&experiment, &mut rows.into_iter()).report(&References::default());
    assert!(report.lead[0].contains("it is not significantly different from an even result (p = 0.0625, corrected"), "{:?}", report.lead);
}

#[test]
fn hypotheses_are_answered_first() {
    let stated = "[[hypothesis]]\nsays = \"It wins at 1.0\"\nis = \"better\"\nwhere = { game = \"tic-tac-toe\", uct.exploration = 1.0 }\n\
        [[hypothesis]]\nis = \"better\"\nover = \"every\"\n[[hypothesis]]\nis = \"worse\"\nwhere = { game = \"connect-four\" }\n\
        [[hypothesis]]\nsays = \"It loses at 1.0.\"\nis = \"worse\"\nwhere = { uct.exploration = 1.0 }\n";
    let (_dir, experiment) = experiment_of(&format!("{CONFIG}{stated}"), "game,value\n");
    let report = kinds::of(&experiment).fold(&experiment, &mut rows().into_iter()).report(&References::default());
    assert_eq!(report.lead[0], "4 hypotheses: 1 yes, 2 not decided, 1 not played (5 %, judged together by Holm's method).");
    assert!(report.lead[1].starts_with("Highest of 2") || report.lead[1].starts_with("Best of 2"), "{:?}", report.lead);
    assert!(report.lead[2].starts_with("Better than even in 1 of 2 cells"), "{:?}", report.lead);
    let cell = |row: usize, name: &str| {
        let table = report.tables().next().expect("the hypotheses come first");
        table.rows[row][table.columns.iter().position(|column| column.name == name).expect("a column")].clone()
    };
    let said = [0, 1, 2, 3].map(|row| (cell(row, "hypothesis"), cell(row, "verdict")));
    let verdict = |verdict, text: &str| Cell::Verdict { verdict, text: text.to_owned() };
    let expected = [
        ("It wins at 1.0.", verdict(Verdict::Better, "yes")),
        (
            "the candidate is better than an even result in every one of 4 cells.",
            verdict(Verdict::Undecided, "not decided, 2 of 4 cells, 1 in part"),
        ),
        (
            "the candidate is worse than an even result on average over 2 cells (game connect-four).",
            verdict(Verdict::Undecided, "not played, 0 of 2 cells"),
        ),
        // An average over two cells is not that of the one that was played.
        ("It loses at 1.0.", verdict(Verdict::Undecided, "not decided, 1 of 2 cells")),
    ];
    assert_eq!(said, expected.map(|(says, verdict)| (Cell::from(says), verdict)));
    // Sixteen games won are eight pairs: one-sided 1/256, and by Holm four times that, the hypothesis without a result included, doubled for the p shown.
    let Cell::PValue(p) = cell(0, "p") else { panic!("{:?}", cell(0, "p")) };
    assert!((p - 0.031_25).abs() < 1e-9, "{p}");
    let Cell::Interval(estimate) = cell(1, "estimate") else { panic!("{:?}", cell(1, "estimate")) };
    assert_eq!((estimate.value, cell(1, "unit")), (75.0, Cell::from("%")));
    assert_eq!(cell(2, "estimate"), Cell::Empty);
}

/// A cell of which one pair of eight is played is no cell like the others: every output says which part of it there is.
#[test]
fn cells_played_in_part_are_said_to_be() {
    let (_dir, experiment) = experiment_of(&format!("{CONFIG}[[hypothesis]]\nis = \"better\"\n"), "game,value\n");
    let report = |last: u32| {
        let games = |cell| if cell == 3 { last } else { 16 };
        let mut rows = (0..4).flat_map(|cell| (0..games(cell)).map(move |task| (cell, task, game(task, Some(1.0)).into_row())));
        kinds::of(&experiment).fold(&experiment, &mut rows).report(&References::default())
    };
    let (whole, part) = (report(16), report(2));
    let verdict = |report: &Report| under(report, "hypotheses", 0, "verdict");
    let words = |verdict, text: &str| Cell::Verdict { verdict, text: text.to_owned() };
    assert_eq!(verdict(&whole), words(Verdict::Better, "yes"));
    assert_eq!(verdict(&part), words(Verdict::Undecided, "not decided, 4 of 4 cells, 1 in part"));
    assert!(part.lead[0].contains("; 1 cell is played in part, which has 2 of 16)."), "{:?}", part.lead);
    assert!(!whole.lead[0].contains("in part"), "{:?}", whole.lead);
    assert_eq!(under(&part, "hypotheses", 0, "remark"), "1 cell is played in part, which has 2 of 16".into());
}

/// A plan for more games is of use only if more games decide: not where failures could turn a verdict, nor where games do not differ.
#[test]
fn a_planning_figure_is_silent_where_more_games_may_not_decide() {
    let config = CONFIG
        .replace("[\"tic-tac-toe\", \"connect-four\"]", "\"tic-tac-toe\"")
        .replace("[agent.uct.sweep]\nexploration = [0.5, 1.0]\n", "");
    let (_dir, experiment) = experiment_of(&config, "game,value\n");
    // Of sixteen games ten are won, which decides nothing.
    let score = |task: u32| Some(f64::from(u8::from(task % 8 < 5)));
    let lead = |change: &dyn Fn(GameRecord, u32) -> GameRecord| {
        let mut rows = (0..16).map(|task| (0, task, change(game(task, score(task)), task).into_row()));
        kinds::of(&experiment).fold(&experiment, &mut rows).lead(&References::default()).join(" ")
    };
    let plans = |lead: &str| lead.contains("The difference is not significant.") && lead.contains("For planning: ");
    let is_silent = |lead: &str| lead.contains("The difference is not significant.") && !lead.contains("For planning: ");
    let as_it_is = lead(&|game, _| game);
    assert!(plans(&as_it_is), "{as_it_is}");
    let failed = lead(&|played, task| if task == 15 { game(task, None) } else { played });
    assert!(is_silent(&failed), "{failed}");
    let opponent_failed = lead(&|played, task| match task {
        15 => GameRecord { culprit: Some(1 - task % 2), ..game(task, None) },
        _ => played,
    });
    assert!(is_silent(&opponent_failed), "{opponent_failed}");
    let void = lead(&|played, task| if task == 0 { GameRecord { ending: Ending::Void, scores: Vec::new(), ..played } } else { played });
    assert!(is_silent(&void), "{void}");
    let one_sided = lead(&|played, task| GameRecord { one_sided: u32::from(task == 3), ..played });
    assert!(is_silent(&one_sided), "{one_sided}");
    let alike = lead(&|played, task| GameRecord { moves: format!("a1 b{}", task / 2), ..played });
    assert!(is_silent(&alike), "{alike}");
    let drawn = lead(&|_, task| game(task, Some(0.5)));
    assert!(is_silent(&drawn), "{drawn}");
}

#[test]
fn the_only_hypothesis_is_answered_in_a_sentence() {
    let stated = "[[hypothesis]]\nsays = \"It wins at 1.0\"\nis = \"better\"\nwhere = { game = \"tic-tac-toe\", uct.exploration = 1.0 }\n";
    let (_dir, experiment) = experiment_of(&format!("{CONFIG}{stated}"), "game,value\n");
    let report = kinds::of(&experiment).fold(&experiment, &mut rows().into_iter()).report(&References::default());
    assert_eq!(
        report.lead[0],
        "Yes: It wins at 1.0. The candidate scores 100.0 % [67.6, 100.0] (tested: better than an even result (game tic-tac-toe, uct.exploration 1.0); p = 0.0078)."
    );
}

#[test]
fn every_cell_says_how_it_was_played() {
    let (_dir, experiment) = experiment("game,uct.exploration,value,half-width\ntic-tac-toe,1.0,90,4\n");
    let references = References::of_experiment(&experiment).expect("readable");
    let mut report = kinds::of(&experiment).fold(&experiment, &mut rows().into_iter()).report(&references);
    add_commands(&mut report, &experiment.cells, (Path::new("my configs/x.toml"), Some("fast")), Path::new("results/x"));
    let fact = |cell: usize, key: &str| report.details[cell].facts.iter().find(|fact| fact.key == key).map(|fact| fact.value.clone());
    assert_eq!((report.details.len(), report.details[1].name.as_str()), (4, "tic-tac-toe, uct.exploration 1.0"));
    assert_eq!(fact(0, "won, drawn, lost").as_deref(), Some("4, 1, 1"));
    assert_eq!(fact(2, "games").as_deref(), Some("none with a result"));
    assert!(fact(1, "printed").is_some_and(|printed| printed.starts_with("90.0 ± 4.00 %; ours differs by +10.0, z = ")));
    assert_eq!(
        fact(3, "command").as_deref(),
        Some(
            "bench run 'my configs/x.toml' --profile fast --set 'only={ game = \"connect-four\", iterations = 10, \"uct.exploration\" = 1.0 }' \
             --out results/x-4"
        )
    );
    let grid = report.tables().find(|table| table.id == "win-rates").expect("a grid");
    let about: Vec<_> = grid.about.iter().map(|about| (about.row, about.column, about.detail, about.aside.as_str())).collect();
    assert_eq!(about, [(0, 1, Some(0), ""), (1, 1, Some(1), "printed 90.0")]);
    assert_eq!(report.facet.as_ref().map(|facet| facet.values.clone()), Some(vec!["tic-tac-toe".to_owned(), "connect-four".to_owned()]));
    // One printed value: ours differs by 10 points, within the error of sixteen games.
    let counts = ["equal", "differ", "not decided"].map(|heading| under(&report, "replication", 0, heading));
    assert_eq!(counts, [0, 0, 1].map(Cell::Integer), "sixteen games show no equality");
    assert_eq!(under(&report, "replication", 0, "same verdict"), Cell::Integer(1));
}

#[test]
fn a_parameter_of_several_candidates_is_one_direction() {
    let text = CONFIG
        .replace("[agent.uct.sweep]\nexploration = [0.5, 1.0]\n[compare]\nuct = \"random\"\n", "[agent.a]\nuse = \"uct\"\n")
        .replace("reference = \"printed.csv\"\n", "")
        + "sweep = { exploration = [0.5, 1.0] }\n[agent.b]\nuse = \"uct\"\nsweep = { exploration = [1.0, 2.0], fpu = [0.5] }\n\
           [compare]\na = \"random\"\nb = \"flat-mc\"\n";
    let (_dir, experiment) = experiment_of(&text, "");
    let rows = (0..8).map(|cell| (cell, 0, game(0, Some(1.0)).into_row()));
    let report = kinds::of(&experiment).fold(&experiment, &mut rows.into_iter()).report(&References::default());
    let grid = report.tables().find(|table| table.id == "win-rates").expect("a grid");
    let names: Vec<&str> = grid.columns.iter().take(grid.keys).map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["candidate", "exploration", "fpu"]);
    let keys = |row: usize| grid.rows[row][..3].to_vec();
    assert_eq!(keys(1), ["a".into(), "1.0".into(), Cell::Empty]);
    assert_eq!(keys(3), ["b".into(), "2.0".into(), Cell::from("0.5")]);
    assert!(report.sections[0].prose.iter().any(|words| words.ends_with("a plays random, b plays flat-mc.")));
    // Both curves are in one figure with a panel per game.
    let figure = report.figures().find(|figure| figure.id == "over-exploration").expect("small multiples");
    let treebench::reports::model::Plot::Multiples(plot) = &figure.plot else { panic!("{figure:?}") };
    assert_eq!(
        (plot.names.clone(), plot.x_labels.clone()),
        (vec!["a".to_owned(), "b, fpu 0.5".to_owned()], ["0.5", "1.0", "2.0"].map(str::to_owned).to_vec())
    );
    let places: Vec<Vec<f64>> = plot.panels[0].curves.iter().map(|curve| curve.points.iter().map(|point| point.x).collect()).collect();
    assert_eq!((plot.panels.len(), places), (2, vec![vec![0.0, 1.0], vec![1.0, 2.0]]));
}

/// Candidates are compared in one figure: for one game as curves in one panel; if they do not fit in a panel, with one panel per opponent.
#[test]
fn one_figure_compares_all_candidates() {
    let text = |agents: u32, reference: &str| {
        let head = CONFIG.split("[grid]").next().expect("its head").replace("reference = \"printed.csv\"\n", reference);
        let head = head.replace("iterations = 10", "iterations = [10, 20]");
        let tables: String = (1..=agents).map(|i| format!("[agent.a{i}]\nuse = \"uct\"\nparams = {{ exploration = 0.{i} }}\n")).collect();
        format!("{head}[grid]\ngame = \"tic-tac-toe\"\n{tables}[compare]\n\"a*\" = [[\"random\"], [\"flat-mc\"]]\n")
    };
    let figure = |text: &str, printed: &str| {
        let (dir, experiment) = experiment_of(text, printed);
        let rows = (0..experiment.cells.len()).map(|cell| (cell, 0, game(0, Some(1.0)).into_row()));
        let references = References::of_experiment(&experiment).expect("sound");
        let report = kinds::of(&experiment).fold(&experiment, &mut rows.collect::<Vec<_>>().into_iter()).report(&references);
        drop(dir);
        let all: Vec<_> = report.figures().filter(|figure| figure.id.starts_with("over-")).cloned().collect();
        assert_eq!(all.len(), 1, "{:?}", all.iter().map(|figure| &figure.id).collect::<Vec<_>>());
        all[0].plot.clone()
    };
    let Plot::Lines(lines) = figure(&text(3, ""), "game,value\n") else { panic!("curves in one box") };
    assert_eq!(lines.series.len(), 6);
    assert_eq!(lines.series[0].name, "a1, against random");
    let printed = "game,candidate,against,iterations,value\ntic-tac-toe,a1,random,10,60.0\n";
    let Plot::Multiples(panels) = figure(&text(5, "reference = \"printed.csv\"\n"), printed) else { panic!("panels") };
    assert_eq!(panels.names, ["a1", "a2", "a3", "a4", "a5"]);
    assert_eq!(panels.panels.iter().map(|panel| panel.title.as_str()).collect::<Vec<_>>(), ["against random", "against flat-mc"]);
    assert!(panels.panels[0].curves.iter().any(|curve| curve.printed));
}

/// Budgets of 10, 20 and 40 iterations with all, half and none of 16 games won; 52 % is printed for all, so 20 fits best. A budget that is named in the
/// printed values leaves nothing to fit, and one that was not played is left out.
#[test]
fn the_budget_that_fits_printed_values_is_found() {
    let config =
        CONFIG.replace("iterations = 10", "iterations = [10, 20, 40, 80]").replace("[agent.uct.sweep]\nexploration = [0.5, 1.0]\n", "");
    let report = |config: &str, printed: &str| {
        let (_dir, experiment) = experiment_of(config, printed);
        let references = References::of_experiment(&experiment).expect("sound");
        let score = |iterations: &str, task: u32| match iterations {
            "10" => 1.0,
            "20" => f64::from(u8::from(task % 4 < 2)),
            _ => 0.0,
        };
        let mut rows: Vec<(usize, u32, Row)> = Vec::new();
        for (place, cell) in experiment.cells.iter().enumerate().filter(|(_, cell)| cell.game.label == "tic-tac-toe") {
            let budgets = cell.axes.iter().map(|at| at.value.as_str()).filter(|value| ["10", "20", "40"].contains(value));
            for iterations in budgets {
                rows.extend((0..16).map(|task| (place, task, game(task, Some(score(iterations, task))).into_row())));
            }
        }
        let summary = kinds::of(&experiment).fold(&experiment, &mut rows.into_iter());
        let report = summary.report(&references);
        assert_eq!(report.lead, summary.lead(&references), "the terminal shows the same lead");
        report
    };
    let fitted = report(&config, "game,value,half-width\ntic-tac-toe,52.0,4.4\n");
    assert_eq!(under(&fitted, "fitted-budget", 0, "iterations"), "20".into());
    assert_eq!(under(&fitted, "fitted-budget", 0, "plausible"), "20".into());
    assert_eq!(number(&under(&fitted, "fitted-budget", 0, "different")), 0.0);
    let least = number(&under(&fitted, "fitted-budget", 0, "G² at 20"));
    assert!(least < 0.2 && number(&under(&fitted, "fitted-budget", 0, "G² at 10")) > 10.0, "{least}");
    let table = fitted.tables().find(|table| table.id == "fitted-budget").expect("a table");
    assert!(table.rows.len() == 1 && !table.columns.iter().any(|column| column.name == "G² at 80"), "not played");
    let sentence = "The printed values name no iterations; the best fit is 20 in tic-tac-toe (plausible: 20).";
    assert!(fitted.lead.iter().any(|said| said == sentence), "{:?}", fitted.lead);
    // The budget is fitted, so that it is no doubt any more; another axis that the values do not name is one.
    let is_indefinite = |report: &Report| report.warnings.iter().any(|warning| warning.contains("printed value belongs to several cells"));
    assert!(!is_indefinite(&fitted), "{:?}", fitted.warnings);
    let swept = CONFIG.replace("iterations = 10", "iterations = [10, 20, 40]");
    let swept = report(&swept, "game,value,half-width\ntic-tac-toe,52.0,4.4\n");
    assert!(is_indefinite(&swept) && swept.lead.iter().any(|said| said.contains("the best fit is")), "{:?}", swept.lead);
    let named = report(&config, "game,iterations,value,half-width\ntic-tac-toe,20,52.0,4.4\n");
    assert!(named.tables().all(|table| table.id != "fitted-budget"));
    assert!(!named.lead.iter().any(|said| said.contains("best fit")) && !is_indefinite(&named), "{:?}", named.lead);
    // Where nothing is fitted, it is not known which budget a value is for.
    let unfitted = report(&config, "game,value\nconnect-four,52.0\n");
    assert!(is_indefinite(&unfitted), "{:?}", unfitted.warnings);
}

/// Draws of hidden positions that failed are counted and remarked on.
#[test]
fn failed_draws_of_hidden_positions_are_said() {
    let (_dir, experiment) = experiment("game,value\n");
    let rows: Vec<_> = (0..2).map(|task| (0, task, GameRecord { failed_draws: 3, ..game(task, Some(1.0)) }.into_row())).collect();
    let summary = kinds::of(&experiment).fold(&experiment, &mut rows.into_iter());
    assert_eq!(summary.caveats()[0], [(Caveat::FailedDraws, 6)]);
    let warnings = summary.report(&References::default()).warnings.join("\n");
    assert!(warnings.contains("6 times no position was found that agrees with what the searching player knew"), "{warnings}");
}
