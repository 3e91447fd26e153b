//! Tuning: the cells it shares with matches, its error messages, the same search on any number of threads and after a kill at any time, and the
//! report.

mod drawn;
mod searched;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use treebench::experiment::{Experiment, LoadOptions, References};
use treebench::kinds;
use treebench::kinds::tune::Tuning;
use treebench::plan::Plan;
use treebench::prelude::*;
use treebench::reports::Report;
use treebench::reports::model::Cell;
use treebench::run::{ProgressStyle, RunEnd, RunOptions, execute};
use treebench::store::{Export, ExportFormat, Store};

const HEAD: &str = "# Which parameters?\n[experiment]\nname = \"t\"\nkind = \"tune\"\nseed = 5\n[budget]\niterations = 20\n[grid]\ngame = \"tic-tac-toe\"\n[match]\nrandom-plies = 2\n";
const SPACE: &str = "[agent.candidate]\nuse = \"uct-fpu\"\n[tune.candidate]\nexploration = { from = 0.1, to = 2.0, scale = \"log\", steps = 3 }\nfpu = [0.5, 1.0]\n";
const TUNE: &str = "[tune]\nmethod = \"ntbea\"\ngames = 120\nconfirm = 40\nagainst = \"random\"\n";

/// An agent that plays at random, or fails whenever it is asked.
#[derive(Params, Clone, Debug)]
struct Fragile {
    /// Whether it fails.
    #[param(default = false)]
    fails: bool,
    /// The kind of failure: only `1` is valid.
    #[param(default = 1u32, range = 1..=2)]
    way: u32,
}

#[agent("test-fragile")]
impl Recipe for Fragile {
    fn agent(&self, _game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Ok(Box::new(FragileAgent { fails: self.fails, rng: Rng::from_seed(0) }))
    }

    fn check(&self, _game: &Arc<dyn Game>) -> Result<(), ParamError> {
        if self.way == 2 { Err(ParamError::rule("way", "there is no second way".to_owned())) } else { Ok(()) }
    }
}

struct FragileAgent {
    fails: bool,
    rng: Rng,
}

impl Agent for FragileAgent {
    fn start(&mut self, _seat: Player, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, position: &dyn Position, _meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        if self.fails {
            return Err(AgentError::new("it was told to fail"));
        }
        submove.extend(self.rng.pick(&position.move_list()));
        Ok(())
    }
}

fn load(text: &str) -> Result<Experiment, String> {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("x.toml");
    std::fs::write(&path, text).expect("written");
    let loaded = kinds::load(&path, &LoadOptions::default()).map(|loaded| loaded.experiment);
    loaded.map_err(|errors| errors.to_string().replace(&format!("{}/", dir.path().display()), ""))
}

fn plan(text: &str) -> Plan {
    Plan { experiment: Arc::new(load(text).unwrap()) }
}

fn open(plan: &Plan, dir: &Path) -> Store {
    Store::open(dir, kinds::of(&plan.experiment).table()).unwrap()
}

fn run(plan: &Plan, dir: &Path, threads: usize) {
    let options = RunOptions { threads, progress: ProgressStyle::Silent, ..RunOptions::default() };
    let outcome = execute(plan, &mut open(plan, dir), &options).unwrap();
    assert!(matches!(outcome.end, RunEnd::Complete), "{:?}", outcome.end);
}

fn exported(plan: &Plan, dir: &Path) -> String {
    let store = Store::open_read_only(dir, kinds::of(&plan.experiment).table()).unwrap();
    let mut bytes = Vec::new();
    Export::new(&store, plan, true, Vec::new()).write(ExportFormat::Jsonl, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn report(plan: &Plan, dir: &Path) -> Report {
    let store = Store::open_read_only(dir, kinds::of(&plan.experiment).table()).unwrap();
    let mut rows = store.summary_rows(plan).unwrap();
    kinds::of(&plan.experiment).fold(&plan.experiment, &mut rows).report(&References::default())
}

#[test]
fn cells_are_those_of_matches_with_common_and_with_fresh_seeds() {
    let tuned = load(&format!("{HEAD}{SPACE}{TUNE}")).unwrap();
    // 0.1, 0.447, √2 (the default), 2 and 0.5, 1: eight points, searched and confirmed.
    assert_eq!(tuned.cells.len(), 16);
    let head = HEAD.replace("\"tune\"", "\"match\"\ngames-per-cell = 4").replace("[match]", "[match]\nseeds = [\"common\", \"fresh\"]");
    let sweep = "[agent.candidate]\nuse = \"uct-fpu\"\nsweep = { exploration = [0.1, 0.447, 1.4142135623730951, 2.0], fpu = [0.5, 1.0] }\n[compare]\ncandidate = \"random\"\n";
    let matches = load(&format!("{head}{sweep}")).unwrap();
    let keys = |experiment: &Experiment| experiment.cells.iter().map(|cell| cell.key).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(keys(&tuned), keys(&matches));
    // Rounds of different points share their seeds; those of the confirmation have others.
    let plan = Plan { experiment: Arc::new(tuned) };
    let seed = |cell| plan.seed(treebench::plan::Task { cell, number: 6 });
    let seeds: std::collections::BTreeSet<[u8; 32]> = (0..16).map(|cell| seed(cell).0).collect();
    assert_eq!(seeds.len(), 2);
}

#[test]
fn the_resolved_copy_gives_the_same_cells() {
    let space = "[agent.candidate]\nuse = \"uct-fpu\"\nparams = { fpu = 0.5 }\n[tune.candidate]\nfpu = [0.5, 1.0]\nfinal-move = [\"visits\", \"mean\"]\nfpu-decay = { values = [0.5, 1.0], when = { fpu = 1.0 } }\n";
    let tune = TUNE.replace("games = 120", "games = 120\nconfirm-games = \"connect-four\"");
    let first = load(&format!("{HEAD}{space}{tune}")).unwrap();
    // fpu-decay applies to one of the two urgencies only.
    assert_eq!(first.own::<Tuning>().unwrap().points.len(), 6);
    let second = load(&first.resolved_toml).unwrap_or_else(|error| panic!("{error}\n{}", first.resolved_toml));
    let keys = |experiment: &Experiment| experiment.cells.iter().map(|cell| cell.key).collect::<Vec<_>>();
    assert_eq!(keys(&first), keys(&second));
    assert_eq!(first.own::<Tuning>(), second.own::<Tuning>());
}

/// Every mistake names the file, the line and the key, and what to do.
#[test]
fn mistakes() {
    let good = format!("{HEAD}{SPACE}{TUNE}");
    let line = |text: &str, part: &str| text.lines().position(|line| line.contains(part)).map_or(0, |line| line + 1);
    for (from, to, place, message) in [
        ("fpu = [0.5, 1.0]", "fpu = []", "fpu = []", "`fpu` is empty"),
        (
            "exploration = { from = 0.1, to = 2.0, scale = \"log\", steps = 3 }\nfpu = [0.5, 1.0]",
            "fpu = [1.0]",
            "[tune.candidate]",
            "the space has only one point",
        ),
        ("to = 2.0", "to = 1.0", "to = 1.0", "the default of `exploration`, 1.4142135623730951"),
        ("from = 0.1", "from = 5.0", "from = 5.0", "is empty: `from` must be below `to`"),
        ("from = 0.1", "from = 0.0", "from = 0.0", "a logarithmic range begins above 0"),
        ("fpu = [0.5, 1.0]", "fpv = [0.5, 1.0]", "fpv", "did you mean `fpu`?"),
        ("fpu = [0.5, 1.0]", "fpu = [-3.0, 1.0]", "fpu = [-3", "fpu"),
        ("fpu = [0.5, 1.0]", "fpu = [1.0, 1.0]", "fpu = [1.0, 1", "has the value 1.0 twice"),
        (
            "fpu = [0.5, 1.0]",
            "fpu = { values = [0.5, 1.0], when = { exploratoin = 0.1 } }",
            "when",
            "`exploratoin` is not one of the tuned",
        ),
        ("confirm = 40", "confirm = 400", "confirm = 400", "fewer than the 400 of each confirmation"),
        ("confirm = 40", "confirm = 4", "confirm = 4", "4 games cannot confirm anything"),
        ("games = 120\nconfirm = 40", "games = 4\nconfirm = 0", "games = 4", "4 games are too few"),
        ("games = 120", "games = 120\nobjective = \"worst\"", "objective", "the grid has one"),
        ("method = \"ntbea\"", "method = \"ntbae\"", "ntbae", "did you mean `ntbea`?"),
        ("method", "metod", "metod", "did you mean `method`?"),
        ("against = \"random\"", "against = \"candidate\"", "against", "cannot be its own opponent"),
        ("against = \"random\"", "against = \"randon\"", "randon", "did you mean `random`?"),
        ("against = \"random\"\n", "", "[tune]", "`against` is missing"),
        ("[tune.candidate]", "[tune.candidat]", "[tune.candidat]", "did you mean `candidate`?"),
        ("seed = 5", "seed = 5\ngames-per-cell = 4", "games-per-cell", "remove games-per-cell"),
        ("random-plies = 2", "random-plies = 2\nseeds = \"own\"", "seeds", "unknown parameter `seeds`"),
        ("[tune]", "[compare]\ncandidate = \"random\"\n[tune]", "candidate = \"random\"", "a tuning has no [compare]"),
        ("use = \"uct-fpu\"", "use = \"uct-fpu\"\nsweep = { confidence = [0, 1] }", "sweep", "`confidence` is swept"),
        ("games = 120", "games = 120\nconfirm-games = \"tic-tac-toe\"", "confirm-games", "is already searched"),
        ("\"tune\"", "\"match\"\ngames-per-cell = 2", "[tune]", "[tune] belongs to experiments of kind `tune`"),
    ] {
        assert!(good.contains(from), "{from}");
        let text = good.replacen(from, to, 1);
        let error = load(&text).err().unwrap_or_else(|| panic!("{to:?} was accepted"));
        let place = format!("--> x.toml:{}:", line(&text, place));
        assert!(error.contains(message) && error.contains(&place), "{to:?}, {place}: {error}");
    }
    let words = good.replace("fpu = [0.5, 1.0]", "final-move = [\"visits\", \"mean\"]").replace("ntbea", "spsa");
    assert!(load(&words).err().unwrap().contains("`spsa` follows gradients, but `final-move` is not a number"));
    let two = good
        .replace("\"tic-tac-toe\"", "[\"tic-tac-toe\", \"connect-four\"]")
        .replace("games = 120", "games = 120\nobjective = [\"worst\", \"mean\"]");
    assert!(load(&two).is_ok());
    assert!(load(&two.replace("ntbea", "race")).err().unwrap().contains("`race` compares points round by round"));
}

#[test]
fn the_search_is_the_same_on_any_number_of_threads() {
    for method in ["ntbea", "spsa", "halving", "race", "wilson", "grid"] {
        let tune = TUNE.replace("ntbea", method).replace("games = 120", "games = 96");
        let plan = plan(&format!("{HEAD}{SPACE}{tune}"));
        let dirs: Vec<_> = [1, 2, 5].map(|threads| (threads, tempfile::tempdir().unwrap())).into();
        dirs.iter().for_each(|(threads, dir)| run(&plan, dir.path(), *threads));
        let [one, two, five] = [0, 1, 2].map(|place| exported(&plan, dirs[place].1.path()));
        assert!(one == two && one == five, "{method}");
        let games = one.lines().count();
        assert!((96 - 16..=96 + 3 * 40).contains(&games), "{method}: {games} games");
        let [first, second] = [0, 1].map(|place| report(&plan, dirs[place].1.path()));
        assert_eq!(first.lead, second.lead);
        assert!(first.lead[0].contains("default"), "{:?}", first.lead);
        // Again, it plays nothing.
        run(&plan, dirs[0].1.path(), 2);
        assert_eq!(exported(&plan, dirs[0].1.path()), one);
    }
}

/// Claims about single games confirm the same points in more rounds than the claim about all games: its difference is the difference of the values
/// shown with it.
#[test]
fn every_game_weighs_the_same_in_a_claim_about_all() {
    let tune = TUNE.replace("\"random\"", "\"random\"\nobjective = [\"mean\", \"per-game\"]").replace("ntbea", "grid");
    let games = "game = [\"tic-tac-toe\", \"connect-four\", \"awari\"]";
    let plan = plan(&format!("{HEAD}{SPACE}{tune}").replace("game = \"tic-tac-toe\"", games));
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 2);
    let report = report(&plan, dir.path());
    let table = report.tables().find(|table| table.id == "claims").unwrap();
    let place = |name: &str| table.columns.iter().position(|column| column.name == name).unwrap();
    let value = |cell: &Cell| match cell {
        Cell::Interval(interval) | Cell::Graded { interval, .. } => interval.value,
        other => panic!("no interval: {other:?}"),
    };
    let claims: Vec<_> = table.rows.iter().filter(|row| matches!(&row[0], Cell::Text(label) if label == "mean")).collect();
    let default = claims.iter().find(|row| matches!(&row[1], Cell::Text(role) if role == "default")).unwrap();
    let others: Vec<_> = claims.iter().filter(|row| matches!(row[place("difference")], Cell::Graded { .. })).collect();
    assert!(!others.is_empty());
    for row in others {
        let difference = value(&row[place("confirmed")]) - value(&default[place("confirmed")]);
        assert!((value(&row[place("difference")]) - difference).abs() < 1e-9, "{row:?} against {default:?}");
    }
}

/// A search of several games together may spend most of its games in one of them, more than `games` on a single point.
#[test]
fn a_point_may_take_the_games_of_all_games() {
    let space = "[agent.candidate]\nuse = \"test-fragile\"\n[tune.candidate]\nfails = [false, true]\n";
    let tune =
        TUNE.replace("ntbea", "wilson").replace("\"random\"", "\"uct\"\nobjective = \"per-game\"").replace("games = 120", "games = 40");
    let games: Vec<String> = (3..=11).map(|size| format!("{{ use = \"hex\", params = {{ size = {size} }} }}")).collect();
    let games = format!("game = [\"einstein\", {}]", games.join(", "));
    let plan = plan(&format!("{HEAD}{space}{tune}").replace("game = \"tic-tac-toe\"", &games).replace("random-plies = 2", ""));
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 2);
    let all = exported(&plan, dir.path());
    let done = open(&plan, dir.path()).done(&plan).unwrap();
    assert!(done.cells.iter().any(|cell| cell.count() > 40), "no point has more games than a search of one game");
    assert_eq!(all.lines().count() as u64, done.count());
    // Again, it plays nothing.
    run(&plan, dir.path(), 2);
    assert_eq!(exported(&plan, dir.path()), all);
}

/// `kill -9` at random times, and the same games in the end.
#[test]
fn a_killed_tuning_goes_on_with_the_same_trace() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("t.toml");
    let text = format!("{HEAD}{SPACE}{TUNE}")
        .replace("iterations = 20", "iterations = 150")
        .replace("games = 120", "games = 1200")
        .replace("confirm = 40", "confirm = 400");
    std::fs::write(&config, &text).unwrap();
    let out = folder.path().join("killed");
    let bench = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bench"));
        command.arg("run").arg(&config).arg("--out").arg(&out).args(["--threads", "2", "--no-report"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let (mut rng, mut landed) = (Rng::from_seed(1), 0);
    for _ in 0..50 {
        let mut child = bench().spawn().unwrap();
        std::thread::sleep(Duration::from_millis(20 + rng.below(60) as u64));
        landed += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(bench().status().unwrap().success());
    let plan = plan(&text);
    let whole = tempfile::tempdir().unwrap();
    run(&plan, whole.path(), 2);
    assert!(landed >= 5, "{landed} kills landed");
    assert_eq!(exported(&plan, &out), exported(&plan, whole.path()));
}

#[test]
fn a_point_that_fails_loses_and_is_named_and_an_impossible_one_is_never_played() {
    let space = "[agent.candidate]\nuse = \"test-fragile\"\n[tune.candidate]\nfails = [false, true]\nway = [1, 2]\n";
    let text = format!("{HEAD}{space}{}", TUNE.replace("games = 120", "games = 48").replace("ntbea", "grid"));
    let plan = plan(&text);
    assert_eq!((plan.experiment.cells.len(), plan.experiment.excluded.len()), (4, 4));
    assert!(plan.experiment.excluded.iter().all(|excluded| excluded.reason == "there is no second way"));
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 1);
    let report = report(&plan, dir.path());
    // 24 games of the search and 40 of the confirmation, in which the failing point is the runner-up.
    assert_eq!(report.warnings, ["`candidate` failed in 64 games of 2 cells, which count as losses of candidate."]);
    assert!(report.lead[0].contains("nothing better than the default"), "{:?}", report.lead);
    let points = report.tables().find(|table| table.id == "points").unwrap();
    let failing = points.rows.iter().find(|row| row[0] == "true".into()).unwrap();
    assert_eq!(failing[2..], [Cell::Integer(24), Cell::number(0.0, 1), Cell::Integer(24)]);
}

#[test]
fn without_confirmation_nothing_is_called_better() {
    let dir = tempfile::tempdir().unwrap();
    let against = TUNE.replace("confirm = 40", "confirm = 0");
    let plan = plan(&format!("{HEAD}{SPACE}{against}"));
    assert_eq!(plan.experiment.cells.len(), 8);
    run(&plan, dir.path(), 2);
    let lead = report(&plan, dir.path()).lead.concat();
    assert!(lead.contains("is not known") || lead.contains("nothing better"), "{lead}");
}

/// The last point of SPSA may lose to the default: then that is said, and it is not to be pasted.
#[test]
fn a_point_that_loses_to_the_default_is_not_recommended() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(
        "[experiment]\nname = \"t\"\nkind = \"tune\"\nseed = 3\n[budget]\niterations = 30\n[grid]\ngame = \"connect-four\"\n[agent.candidate]\n\
         use = \"uct\"\n[tune.candidate]\nexploration = [0.7, 1.4, 2.0]\nfpu = [1.0, inf]\n[tune]\nmethod = \"spsa\"\ngames = 60\nconfirm = 60\n\
         against = \"uct\"\n",
    );
    run(&plan, dir.path(), 2);
    let report = report(&plan, dir.path());
    assert!(report.lead[0].contains("shows that it is worse than the default parameters of `candidate`: keep these:"), "{:?}", report.lead);
    assert!(!report.lead[0].contains("p = "), "{:?}", report.lead);
    let text = treebench::reports::output::terminal::render(&report, 120, false);
    assert!(text.contains("left out, since its confirmation shows") && !text.contains("The tuned agent"), "{text}");
}

#[test]
fn the_report_has_all_that_a_tuning_is_about() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(&format!("{HEAD}{SPACE}{TUNE}"));
    let before = report(&plan, {
        open(&plan, dir.path());
        dir.path()
    });
    assert_eq!(before.lead, ["No game has been played yet."]);
    assert!(!before.warnings.concat().contains("Seats are not rotated"), "{:?}", before.warnings);
    let (unrotated, other) = (HEAD.replace("random-plies", "swap-seats = false\nrandom-plies"), tempfile::tempdir().unwrap());
    let unrotated = self::plan(&format!("{unrotated}{SPACE}{TUNE}"));
    drop(open(&unrotated, other.path()));
    let warnings = self::report(&unrotated, other.path()).warnings.concat();
    assert!(warnings.contains("Seats are not rotated"), "{warnings}");
    run(&plan, dir.path(), 2);
    let report = report(&plan, dir.path());
    let tables: Vec<&str> = report.tables().map(|table| table.id.as_str()).collect();
    assert_eq!(tables, ["claims", "importance", "points"]);
    let figures: Vec<&str> = report.figures().map(|figure| figure.id.as_str()).collect();
    assert_eq!(figures, ["marginal-exploration", "marginal-fpu", "pair-exploration-fpu", "trace"]);
    let claims = report.tables().next().unwrap();
    assert!((1..=3).contains(&claims.rows.len()), "the chosen point, the default and the runner-up");
    // The default of `exploration` is the root of 2; only the lines to paste have all of its digits.
    let text = treebench::reports::output::terminal::render(&report, 200, false);
    assert!(text.contains("exploration=1.4142, ") && text.lines().any(|line| line.split_whitespace().next() == Some("1.4142")), "{text}");
    assert!(text.lines().all(|line| line.contains(" = ") || !line.contains("1.41421")), "{text}");
    let ticks = format!("{:?}", report.figures().map(|figure| &figure.plot).collect::<Vec<_>>());
    assert!(ticks.contains("\"1.4142\"") && !ticks.contains("\"1.41421"), "{ticks}");
}

/// A shard of a tuning is refused with a suggestion, and the plan, the run and `status` give the same number of tasks.
#[test]
fn the_command_line_is_of_one_mind() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("t.toml");
    std::fs::write(&config, format!("{HEAD}{SPACE}{TUNE}")).unwrap();
    let out = folder.path().join("out");
    let bench = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bench"));
        command.args(words).current_dir(folder.path());
        let output = command.output().unwrap();
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)).replace('\n', " ")
    };
    let out = out.to_str().unwrap();
    let refused = bench(&["run", "t.toml", "--out", out, "--shard", "1/2"]);
    assert!(refused.contains("a tuning chooses") && refused.contains("on one machine"), "{refused}");
    for text in
        [bench(&["plan", "t.toml", "--out", out, "--calibrate", "0"]), bench(&["run", "t.toml", "--out", out]), bench(&["status", out])]
    {
        assert!(text.contains("(at most 240)") || text.contains("at most 240 tasks"), "{text}");
    }
    // One row a point, and none is missing because the search did not choose it.
    let text = bench(&["plan", "t.toml", "--out", out, "--calibrate", "0"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("search: ntbea among ") && text.contains("in at most 120 games each; confirmation: 40 games on fresh"), "{text}");
    let points = 2 * text.matches(" common, ").count();
    assert!(
        points > 4 && text.contains(&format!(" {points} cells")) && !text.contains("not stored") && !text.contains("match.seeds"),
        "{text}"
    );
}
