//! A tuning as a value: parameters, method and opponents.

use crate::experiment::Measure;
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
    /// The search method.
    pub method: TuneMethod,
    /// The maximum number of games of each search.
    pub games: u32,
    /// Games that confirm each point, over the games of the grid; 0 for no confirmation.
    pub confirm: u32,
    /// The objectives; each is a separate search.
    pub objectives: Vec<TuneObjective>,
    /// The measure of the agent.
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

/// The search method.
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

/// The objective over several games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TuneObjective {
    /// The mean of its scores.
    Mean,
    /// The least of them.
    Worst,
    /// Each game is tuned by itself.
    PerGame,
}

/// The setting by which cells of the search and of the confirmation differ, and its values there.
pub(super) const SEEDS: &str = "seeds";
/// See [`SEEDS`].
pub(super) const SEARCHED: &str = "common";
/// See [`SEEDS`].
pub(super) const FRESH: &str = "fresh";
