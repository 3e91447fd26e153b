//! Who meets whom in a tournament, as a value.

use treebench_games::params::{Value, Values};

/// The tournament of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Tournament {
    /// Who meets whom.
    pub format: Format,
    /// Which of the planned games are played.
    pub pairing: Pairing,
    /// The players, by the name of their table and then in the order of its sweep.
    pub players: Vec<Player>,
}

impl Tournament {
    /// Whether results decide which of the planned games are played.
    pub fn follows_results(&self) -> bool {
        self.pairing != Pairing::All
    }
}

/// Which players meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// All.
    RoundRobin,
    /// Every challenger and every other player.
    Gauntlet,
    /// In each round, players of like scores who have not met.
    Swiss,
}

/// Which of the planned games are played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pairing {
    /// All of them, in the order of the plan.
    All,
    /// Those of this number of Swiss rounds.
    Swiss {
        /// The rounds.
        rounds: u32,
    },
    /// Those that tell most about the order of the players.
    Adaptive {
        /// Batches in which each player is paired at most once; `None` for no limit.
        rounds: Option<u32>,
        /// The likelihood from which the order of a pair is taken as known.
        sure: f64,
    },
}

impl Format {
    /// All of them, with the words in files.
    pub(crate) const WORDS: [(&'static str, Format); 3] =
        [("round-robin", Format::RoundRobin), ("gauntlet", Format::Gauntlet), ("swiss", Format::Swiss)];

    /// The word in files.
    pub fn word(self) -> &'static str {
        Format::WORDS.iter().find(|(_, format)| *format == self).map_or("", |(word, _)| word)
    }
}

/// A player of a tournament: an agent with its parameters and its budget.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    /// Its name, unique among the players: that of its table, with the swept values if the table has several players. Participants of cells
    /// are called so.
    pub name: String,
    /// The name of its `[agent.NAME]` table.
    pub table: String,
    /// The swept parameters of its table with the values here.
    pub swept: Vec<(String, Value)>,
    /// All of its parameters.
    pub params: Values,
    /// The tags of its table.
    pub tags: Vec<String>,
    /// Whether it is a challenger of a gauntlet.
    pub challenger: bool,
}
