//! A cell of the grid with its game and participants, and the key of its results.

use super::{AxisValue, CellSettings, EntryFile, Program, Role};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use treebench_agents::{Budget, agents};
use treebench_games::params::Values;
use treebench_games::{Game, GameEntry, games};

/// The identity of a cell's results: a hash of everything that can change them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellKey(pub [u8; 16]);

impl fmt::Display for CellKey {
    /// 32 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for CellKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One cell: the same question asked `games_per_cell` times.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The key of its results.
    pub key: CellKey,
    /// The text whose hash is the key; `plan` compares two of them to explain why a task would be played again.
    pub canonical: String,
    /// The game.
    pub game: GameChoice,
    /// All settings of the kind (the table named after it), shared between cells with equal ones.
    pub settings: Arc<CellSettings>,
    /// The files that settings name, by the names of the settings; none for a setting that is empty.
    pub files: BTreeMap<&'static str, Arc<EntryFile>>,
    /// The participants: the candidate first, then its opponents. A match has as many as the game has players.
    pub participants: Vec<Participant>,
    /// Its values on the axes of the grid, in their order.
    pub axes: Vec<AxisValue>,
    /// The seeds of its tasks.
    pub seeding: Seeding,
    /// Whether its tasks end by a clock.
    pub is_timed: bool,
}

/// The source of a cell's task seeds, besides the seed of the experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seeding {
    /// Cells with the same key share their randomness, task by task.
    pub key: CellKey,
    /// The number of consecutive tasks that share a seed: the games of a round, with seats rotated.
    pub round: u32,
}

impl Seeding {
    /// A seed for every task of the cell with this key.
    pub fn of(key: CellKey) -> Seeding {
        Seeding { key, round: 1 }
    }
}

impl Cell {
    /// Whether every task comes out the same the next time: budgets are counted, and only agents of this program play.
    pub fn is_repeatable(&self) -> bool {
        !self.is_timed && self.participants.iter().all(|participant| matches!(participant.program, Program::Agent(_)))
    }

    /// The agents and the game under the name of another one, as `random` for an agent that is `uct`: whoever knows these names is misled.
    pub fn borrowed_names(&self) -> Vec<String> {
        let agent = |participant: &Participant| {
            // Players of one table have its name and what distinguishes them.
            let name = participant.name.split(' ').next().unwrap_or_default().to_owned();
            (name, participant.program.name())
        };
        let agents = self.participants.iter().map(agent).filter(|(name, is)| name != is && agents().iter().any(|entry| entry.name == name));
        let game = self.axes.iter().find(|at| *at.role() == Role::Game).map(|at| (at.value.clone(), self.game.entry.name));
        let game = game.filter(|(name, is)| name != is && games().iter().any(|entry| entry.name == name));
        agents.chain(game).map(|(name, is)| format!("`{name}` is {is}")).collect()
    }

    /// Whether an agent has a budget of time, so that games depend on the machine.
    pub fn has_timed_budgets(&self) -> bool {
        self.participants.iter().any(|participant| !participant.budget.is_counted())
    }

    /// Whether only speeds depend on the machine: tasks end by a clock, but all games that count are the same everywhere.
    pub fn only_speeds_vary(&self) -> bool {
        self.is_timed && !self.has_timed_budgets()
    }

    /// Whether a program from elsewhere takes part, which may depend on more than its identity covers.
    pub fn has_programs(&self) -> bool {
        self.participants.iter().any(|participant| !matches!(participant.program, Program::Agent(_)))
    }

    /// Whether its participants have different budgets, so that its score compares these, too.
    pub fn has_unequal_budgets(&self) -> bool {
        self.participants.windows(2).any(|pair| pair[0].budget != pair[1].budget)
    }

    /// Whether its participants are one agent with one budget, by whatever names: a score then belongs to a seat.
    pub fn is_self_play(&self) -> bool {
        let who = |participant: &Participant| (participant.program.label(&participant.params), participant.budget);
        self.participants.len() > 1 && self.participants.windows(2).all(|pair| who(&pair[0]) == who(&pair[1]))
    }

    /// The round of a task: tasks with the same one share their seed.
    pub fn round(&self, task: u32) -> u32 {
        task / self.seeding.round
    }

    /// The participants' names, in order. An agent that plays against itself is two participants: the second is called `NAME (2)`.
    pub fn participant_names(&self) -> Vec<String> {
        (0..self.participants.len()).filter_map(|place| self.participant_name(place)).collect()
    }

    /// One of these names; `None` if there is no such participant.
    pub fn participant_name(&self, place: usize) -> Option<String> {
        let name = &self.participants.get(place)?.name;
        let before = self.participants[..place].iter().filter(|other| other.name == *name).count();
        Some(if before == 0 { name.clone() } else { format!("{name} ({})", before + 1) })
    }
}

/// A combination that is left out, with the reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Exclusion {
    /// Its values on the axes of the grid.
    pub axes: Vec<AxisValue>,
    /// The reason, from the constraint or from the agent.
    pub reason: String,
}

/// A game with its parameters.
#[derive(Clone)]
pub struct GameChoice {
    /// The registered game.
    pub entry: &'static GameEntry,
    /// All of its parameters.
    pub params: Values,
    /// The game, built.
    pub game: Arc<dyn Game>,
    /// Its name in reports: the registered name and the parameters that differ from the defaults.
    pub label: String,
}

/// An agent with its parameters, in one cell.
#[derive(Clone)]
pub struct Participant {
    /// The name of its `[agent.NAME]` table.
    pub name: String,
    /// The program that plays.
    pub program: Program,
    /// All of its parameters, the swept ones at this cell's values.
    pub params: Values,
    /// Its budget per turn.
    pub budget: Budget,
}

impl fmt::Debug for GameChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

impl fmt::Debug for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}: {}; {})", self.name, self.program.name(), self.program.spelled(&self.params), self.budget)
    }
}
