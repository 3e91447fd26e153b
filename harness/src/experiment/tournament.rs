//! Who meets whom in a tournament, as a value.

use treebench_games::params::{Value, Values};

/// The tournament of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Tournament {
    /// Who meets whom.
    pub format: Format,
    /// The players, by the name of their table and then in the order of its sweep.
    pub players: Vec<Player>,
}

/// Which players meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// All.
    RoundRobin,
    /// Every challenger and every other player.
    Gauntlet,
}

impl Format {
    /// All of them, with the words in files.
    pub(crate) const WORDS: [(&'static str, Format); 2] = [("round-robin", Format::RoundRobin), ("gauntlet", Format::Gauntlet)];

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
