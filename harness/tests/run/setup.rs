//! Hand-made experiments, so that these tests depend on no file format.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use treebench::agents::{Budget, agents};
use treebench::experiment::{Axis, AxisPoint, Cell, CellKey, Experiment, GameChoice, Participant, Program, Role, Seeding};
use treebench::games::games;
use treebench::games::params::{Value, Values, resolve};
use treebench::kinds::{self, Kind, PlayedTask, counted};
use treebench::plan::{Plan, Task};
use treebench::run::{Outcome, ProgressStyle, RunOptions, execute};
use treebench::stats::StopRule;
use treebench::store::{Export, ExportFormat, Field, Row, Store};

/// The seed of experiments.
const SEED: u64 = 7;

/// The kind `match`.
pub(crate) fn kind() -> &'static dyn Kind {
    kinds::all().iter().copied().find(|kind| kind.rules().name == "match").unwrap()
}

pub(crate) fn values<const N: usize>(pairs: [(&str, Value); N]) -> Values {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A game or an agent with some of its parameters.
pub(crate) type Named<'a> = (&'a str, Values);

pub(crate) fn plain(name: &str) -> Named<'_> {
    (name, Values::default())
}

pub(crate) struct Setup<'a> {
    pub(crate) games: Vec<Named<'a>>,
    pub(crate) agents: Vec<Named<'a>>,
    pub(crate) games_per_cell: u32,
    pub(crate) budget: Budget,
    pub(crate) settings: Values,
    pub(crate) stop: Option<StopRule>,
}

impl Setup<'_> {
    /// These agents in tic-tac-toe.
    pub(crate) fn of<'a>(agents: &[&'a str], games_per_cell: u32) -> Setup<'a> {
        Setup {
            games: vec![plain("tic-tac-toe")],
            agents: agents.iter().map(|name| plain(name)).collect(),
            games_per_cell,
            budget: Budget::Iterations(10),
            settings: Values::default(),
            stop: None,
        }
    }

    pub(crate) fn plan(&self) -> Plan {
        let cells = self.games.iter().map(|game| self.cell(game)).collect();
        let mut experiment = Experiment::of_cells(kind().rules(), cells, self.games_per_cell);
        experiment.name = "by-hand".to_owned();
        experiment.seed = SEED;
        if let Some(stop) = self.stop {
            experiment.own = Arc::new(stop);
        }
        Plan { experiment: Arc::new(experiment) }
    }

    pub(crate) fn cell(&self, (name, given): &Named<'_>) -> Cell {
        let entry = games().find(name).unwrap();
        let params = resolve(&entry.specs(), given).unwrap();
        let label = if given.is_empty() { (*name).to_owned() } else { format!("{name} {given}") };
        let game = GameChoice { entry, game: entry.build(&params).unwrap(), params, label: label.clone() };
        let participants: Vec<Participant> = self.agents.iter().enumerate().map(|(i, agent)| self.participant(i, agent)).collect();
        let canonical = format!("{label}; {participants:?}");
        let hash = blake3::hash(canonical.as_bytes());
        let key = CellKey(hash.as_bytes()[..16].try_into().unwrap());
        let axis = Arc::new(Axis { name: "game".to_owned(), label: "game".to_owned(), short: "game".to_owned(), role: Role::Game });
        let axes = vec![AxisPoint { axis, exact: Some(Value::Text(label.clone())), value: label.clone(), label }.into()];
        let settings = Arc::new(resolve(&kind().rules().settings(), &self.settings).unwrap().into());
        let seeding = Seeding::of(key);
        let cell = Cell { key, canonical, game, settings, files: BTreeMap::new(), participants, axes, seeding, is_timed: false };
        kind().rules().seeded(cell, SEED)
    }

    fn participant(&self, place: usize, (name, given): &Named<'_>) -> Participant {
        let entry = agents().find(name).unwrap();
        let params = resolve(&(entry.specs)(), given).unwrap();
        Participant { name: format!("agent-{place}"), program: Program::Agent(entry), params, budget: self.budget }
    }
}

pub(crate) fn silent(threads: usize) -> RunOptions {
    RunOptions { threads, progress: ProgressStyle::Silent, ..RunOptions::default() }
}

/// Plays what is missing.
pub(crate) fn run(plan: &Plan, dir: &Path, threads: usize) -> Outcome {
    let mut store = Store::open(dir, kind().table()).unwrap();
    // Other tests keep the machine busy.
    execute(plan, &mut store, &RunOptions { force: true, ..silent(threads) }).unwrap()
}

/// Plays a task once more, alone.
pub(crate) fn again(plan: &Plan, task: Task) -> PlayedTask {
    let mut player = kind().tasks().player(&plan.experiment.cells[task.cell as usize]).unwrap();
    player.play(task.number, plan.seed(task))
}

/// The reproducible part of a run, byte by byte.
pub(crate) fn exported(plan: &Plan, dir: &Path) -> String {
    let store = Store::open_read_only(dir, kind().table()).unwrap();
    let mut bytes = Vec::new();
    let tasks = counted(plan, None, &store).unwrap();
    Export::new(&store, plan, true, Vec::new()).counting(tasks).write(ExportFormat::Jsonl, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// The rows of the plan.
pub(crate) fn rows(plan: &Plan, dir: &Path) -> Vec<(Task, Row)> {
    let store = Store::open_read_only(dir, kind().table()).unwrap();
    let mut rows = store.rows(plan).unwrap();
    let all = rows.by_ref().map(|(cell, number, row)| (Task { cell: cell as u32, number }, row)).collect();
    rows.check().unwrap();
    all
}

fn field<'r>(row: &'r Row, column: &str) -> &'r Field {
    &row[kind().tasks().columns().iter().position(|c| c.name == column).unwrap()]
}

pub(crate) fn text<'r>(row: &'r Row, column: &str) -> &'r str {
    match field(row, column) {
        Field::Text(text) => text,
        other => panic!("{column} is {other:?}"),
    }
}

pub(crate) fn number(row: &Row, column: &str) -> i64 {
    match field(row, column) {
        Field::Integer(number) => *number,
        other => panic!("{column} is {other:?}"),
    }
}
