//! Speed of the harness itself: `cargo bench -p treebench --bench run`.
//!
//! * `games_recorded`: tic-tac-toe between `random` agents with two threads, played and stored; items are games.
//! * `outside_agents`: the share of a thread's time that breakthrough games of 1,000 iterations a turn spend outside the
//!   agents; printed before the benchmarks.
//! * `resume`, `export` and `report`: opens a run of a million records and finds what is done, reads every column of every
//!   row, or reads what a report needs and sums it up.
//! * `parquet` and `reported`: writes the same records as a Parquet file, or their whole report in every format.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Instant;
use treebench::agents::{Budget, agents};
use treebench::experiment::{Cell, CellKey, Experiment, GameChoice, Participant, Program, References, Seeding};
use treebench::games::games;
use treebench::games::params::{Values, resolve};
use treebench::kinds::r#match::MatchSummary;
use treebench::kinds::{self, Kind};
use treebench::plan::Plan;
use treebench::reports::write_all;
use treebench::run::{ProgressStyle, RunOptions, execute};
use treebench::store::{Export, ExportFormat, Field, Store};

/// Records in the large run.
const MILLION: u32 = 1_000_000;
/// Games recorded at a time.
const GAMES: u32 = 100_000;
/// Cells in the large run.
const CELLS: u8 = 10;

fn main() {
    outside_agents();
    divan::main();
}

fn kind() -> &'static dyn Kind {
    kinds::all().iter().copied().find(|kind| kind.rules().name == "match").expect("the kind `match` is registered")
}

fn plan(game: &str, agent: &str, cells: u8, games_per_cell: u32) -> Plan {
    let entry = games().find(game).expect("a registered game");
    let agent = agents().find(agent).expect("a registered agent");
    let params = resolve(&entry.specs(), &Values::default()).expect("defaults are valid");
    let built = entry.build(&params).expect("defaults are valid");
    let participant = |name: &str| Participant {
        name: name.to_owned(),
        program: Program::Agent(agent),
        params: resolve(&(agent.specs)(), &Values::default()).expect("defaults are valid"),
        budget: Budget::Iterations(1000),
    };
    let settings = Arc::new(resolve(&kind().rules().settings(), &Values::default()).expect("defaults are valid").into());
    let cell = |number| Cell {
        seeding: Seeding { key: CellKey([number; 16]), round: 2 },
        is_timed: false,
        key: CellKey([number; 16]),
        canonical: format!("{game} {number}"),
        game: GameChoice { entry, params: params.clone(), game: Arc::clone(&built), label: game.to_owned() },
        settings: Arc::clone(&settings),
        files: BTreeMap::new(),
        participants: vec![participant("candidate"), participant("baseline")],
        axes: Vec::new(),
    };
    let experiment = Experiment::of_cells(kind().rules(), (0..cells).map(cell).collect(), games_per_cell);
    Plan { experiment: Arc::new(experiment) }
}

fn play(plan: &Plan, dir: &Path, threads: usize) {
    let mut store = Store::open(dir, kind().table()).expect("a new directory");
    let options = RunOptions { threads, progress: ProgressStyle::Silent, ..RunOptions::default() };
    execute(plan, &mut store, &options).expect("the run succeeds");
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn games_recorded(bencher: Bencher<'_, '_>) {
    let plan = plan("tic-tac-toe", "random", 1, GAMES);
    bencher.counter(ItemsCount::new(GAMES)).with_inputs(|| tempfile::tempdir().expect("a temporary directory")).bench_values(|dir| {
        play(&plan, dir.path(), 2);
        dir
    });
}

/// A run of a million records, made once.
fn large() -> &'static (Plan, tempfile::TempDir) {
    static LARGE: OnceLock<(Plan, tempfile::TempDir)> = OnceLock::new();
    LARGE.get_or_init(|| {
        let plan = plan("tic-tac-toe", "random", CELLS, MILLION / u32::from(CELLS));
        let dir = tempfile::tempdir().expect("a temporary directory");
        play(&plan, dir.path(), 2);
        (plan, dir)
    })
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn resume(bencher: Bencher<'_, '_>) {
    let (plan, dir) = large();
    bencher.counter(ItemsCount::new(MILLION)).bench(|| {
        let store = Store::open(dir.path(), kind().table()).expect("the run that was made");
        assert_eq!(store.done(plan).expect("readable").count(), u64::from(MILLION));
    });
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn export(bencher: Bencher<'_, '_>) {
    let (plan, dir) = large();
    bencher.counter(ItemsCount::new(MILLION)).bench(|| {
        let store = Store::open_read_only(dir.path(), kind().table()).expect("the run that was made");
        store.rows(plan).expect("readable").map(black_box).count()
    });
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn report(bencher: Bencher<'_, '_>) {
    let (plan, dir) = large();
    bencher.counter(ItemsCount::new(MILLION)).bench(|| {
        let store = Store::open_read_only(dir.path(), kind().table()).expect("the run that was made");
        let mut rows = store.summary_rows(plan).expect("readable");
        let summary = MatchSummary::of(&plan.experiment, &mut rows);
        rows.check().expect("readable to the end");
        assert_eq!(summary.cells.iter().map(|cell| cell.scores.count()).sum::<u64>(), u64::from(MILLION));
    });
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn parquet(bencher: Bencher<'_, '_>) {
    let (plan, dir) = large();
    let out = tempfile::tempdir().expect("a temporary directory");
    bencher.counter(ItemsCount::new(MILLION)).bench(|| {
        let store = Store::open_read_only(dir.path(), kind().table()).expect("the run that was made");
        let mut file = std::fs::File::create(out.path().join("run.parquet")).expect("a new file");
        let export = Export::new(&store, plan, false, kind().tasks().derived(&plan.experiment.cells));
        assert_eq!(export.write(ExportFormat::Parquet, &mut file).expect("written"), u64::from(MILLION));
    });
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn reported(bencher: Bencher<'_, '_>) {
    let (plan, dir) = large();
    let out = tempfile::tempdir().expect("a temporary directory");
    bencher.counter(ItemsCount::new(MILLION)).bench(|| {
        let store = Store::open_read_only(dir.path(), kind().table()).expect("the run that was made");
        let mut rows = store.summary_rows(plan).expect("readable");
        let report = kind().fold(&plan.experiment, &mut rows).report(&References::default());
        rows.check().expect("readable to the end");
        write_all(&report, out.path(), &[]).expect("written")
    });
}

#[expect(clippy::disallowed_methods, clippy::print_stdout, reason = "a benchmark measures time and prints it")]
fn outside_agents() {
    let plan = plan("breakthrough", "uct", 1, 40);
    let cell = &plan.experiment.cells[0];
    let mut player = kind().tasks().player(cell).expect("the agents can be built");
    let place = kind().tasks().columns().iter().position(|column| column.name == "micros").expect("a column with times");
    let started = Instant::now();
    let mut inside = 0;
    for task in plan.tasks() {
        let row = player.play(task.number, plan.seed(task)).row;
        let Field::Text(list) = &row[place] else { continue };
        inside += serde_json::from_str::<Vec<u64>>(list).expect("a JSON list").iter().sum::<u64>();
    }
    let all = started.elapsed().as_micros() as f64;
    println!("outside_agents: {:.3} % of {:.2} s", 100.0 * (1.0 - inside as f64 / all), all / 1e6);
}
