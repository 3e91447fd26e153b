//! What is tuned, how, and against whom, as a value.

use super::{AxisValue, Measure, Role};
use treebench_games::params::Value;

/// The tuning of an experiment. Its cells are those of every possible point against every opponent in every game, once with the seeds of the
/// search and once with fresh ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuning {
    /// The agent whose parameters are tuned.
    pub agent: String,
    /// The parameters.
    pub params: Vec<TunedParam>,
    /// How many points were to be drawn; `None` if they are all combinations of values.
    pub drawn: Option<u32>,
    /// The possible points: for each parameter the index of its value, or `None` if it does not apply there.
    pub points: Vec<Vec<Option<usize>>>,
    /// Points that the agent refuses, in words, with its reason.
    pub impossible: Vec<(String, String)>,
    /// How is searched.
    pub method: TuneMethod,
    /// The most games of each search.
    pub games: u32,
    /// Games that confirm each point, over the games of the grid; 0 for no confirmation.
    pub confirm: u32,
    /// What is searched for; several are several searches.
    pub objectives: Vec<TuneObjective>,
    /// By what the agent is judged.
    pub measure: Measure,
    /// The opponents; none if the agent is alone.
    pub against: Vec<String>,
    /// Games that only the confirmation plays, by their names on the axis of games.
    pub confirm_games: Vec<String>,
}

/// A parameter that is tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct TunedParam {
    /// Its name.
    pub name: String,
    /// Its values; numbers in ascending order. Of a continuous range, those of the points that were drawn.
    pub values: Vec<Value>,
    /// The ends of a continuous range.
    pub range: Option<(Value, Value)>,
    /// Whether they are numbers.
    pub ordered: bool,
    /// Whether equal ratios are equally far apart.
    pub log: bool,
    /// The index of the value that the agent has untuned.
    pub default: usize,
    /// The index of the parameter on which it depends, and the indices of the values of that with which it applies.
    pub needs: Option<(usize, Vec<usize>)>,
}

/// How is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TuneMethod {
    /// The N-tuple bandit evolutionary algorithm.
    Ntbea,
    /// Simultaneous perturbation stochastic approximation.
    Spsa,
    /// Successive halving.
    Halving,
    /// Iterated racing.
    Race,
    /// Optimistic best-arm identification by Wilson intervals.
    Wilson,
    /// Every point alike.
    Grid,
}

impl TuneMethod {
    /// All of them, with the words in files.
    pub(crate) const WORDS: [(&'static str, TuneMethod); 6] = [
        ("ntbea", TuneMethod::Ntbea),
        ("spsa", TuneMethod::Spsa),
        ("halving", TuneMethod::Halving),
        ("race", TuneMethod::Race),
        ("wilson", TuneMethod::Wilson),
        ("grid", TuneMethod::Grid),
    ];

    /// The word in files.
    pub fn word(self) -> &'static str {
        TuneMethod::WORDS.iter().find(|(_, method)| *method == self).map_or("", |(word, _)| word)
    }
}

/// What a point is worth over several games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TuneObjective {
    /// The mean of its scores.
    Mean,
    /// The least of them.
    Worst,
    /// Each game is tuned by itself.
    PerGame,
}

impl TuneObjective {
    /// All of them, with the words in files.
    pub(crate) const WORDS: [(&'static str, TuneObjective); 3] =
        [("mean", TuneObjective::Mean), ("worst", TuneObjective::Worst), ("per-game", TuneObjective::PerGame)];

    /// The word in files.
    pub fn word(self) -> &'static str {
        TuneObjective::WORDS.iter().find(|(_, objective)| *objective == self).map_or("", |(word, _)| word)
    }
}

/// Whether a combination, by its values on all axes, is never played.
pub(crate) type Unneeded<'a> = Box<dyn Fn(&[AxisValue]) -> bool + 'a>;

/// The setting by which cells of the search and of the confirmation differ, and its values there.
pub(crate) const SEEDS: &str = "seeds";
/// See [`SEEDS`].
pub(crate) const SEARCHED: &str = "common";
/// See [`SEEDS`].
pub(crate) const FRESH: &str = "fresh";

impl Tuning {
    /// Which combinations are never played: the search in games that only confirm, and confirmations if there is none.
    pub(crate) fn unneeded(&self) -> Unneeded<'static> {
        let (confirms, others) = (self.confirm > 0, self.confirm_games.clone());
        Box::new(move |values| {
            let fresh = values.iter().any(|at| at.role().param() == Some(SEEDS) && at.value == FRESH);
            let other = values.iter().any(|at| *at.role() == Role::Game && others.contains(&at.value));
            if fresh { !confirms } else { other }
        })
    }

    /// A point in words: `bias=rank, c-pn=0.5`.
    pub fn words(&self, point: usize) -> String {
        let each = self.params.iter().zip(&self.points[point]);
        let shown: Vec<String> = each.filter_map(|(param, level)| Some(format!("{}={}", param.name, param.values[(*level)?]))).collect();
        shown.join(", ")
    }
}
