//! `[tournament]`: players and pairings.

use crate::config::wire::Located;
use crate::config::{KeyPath, choice};
use crate::experiment::ResultRule;
use treebench_games::params::{Value, Values};
use treebench_macros::Section;

/// The tables that only tournaments have.
#[derive(Section)]
pub(super) struct TournamentTables {
    /// The players and pairings of a tournament; it replaces `[compare]`. Every value of an agent's `sweep` is a separate player. `[match]` sets how
    /// games are played. The cells are those of matches whose candidate is the `first` player in `bench plan`, so matches and tournaments reuse each
    /// other's games in the same directory. A player takes one seat of a game, and a game for three needs three players: an agent's score against
    /// itself says nothing about its strength, and ratings would count one of two agents in three seats twice. A match, `[compare]` with `a = ["b",
    /// "b"]`, plays an agent against copies of another. `[only]` and `[[exclude]]` call the players `first` and `second`.
    pub(super) tournament: Option<TournamentTable>,
}

/// The rule of adaptive pairing, without the limit of its batches.
pub(super) const ADAPTIVE: ResultRule = ResultRule {
    name: "adaptive pairing",
    doubt: "that two equal players are seldom decided does not hold",
    sort: "pairing:",
    table: "tournament",
    has_key: |key| ["pairing", "sure", "prior"].contains(&key),
    applies: |experiment| experiment.own::<Tournament>().is_some_and(|tournament| matches!(tournament.pairing, Pairing::Adaptive { .. })),
    context: "treebench 2026-11-27 rule of adaptive pairing",
};

/// The likelihood from which the order of a pair is sure.
pub(super) const SURE: f64 = 0.99;

/// `[tournament]`.
#[derive(Clone, Section)]
pub(super) struct TournamentTable {
    #[key(place)]
    pub(super) at: KeyPath,
    /// `round-robin`: every player meets every other. `gauntlet`: every challenger meets every other player, but no challenger. `swiss`: in each
    /// round, players with similar scores who have not met; a pair plays all games-per-cell games in every game.
    #[key(default = Format::RoundRobin)]
    pub(super) format: Located<Format>,
    /// Names of `[agent.NAME]` tables or of registered agents, patterns such as `"uct*"`, or tags as in `"tag:strong"`; a leading `!` excludes.
    /// Patterns match the tables, or all registered agents if the file has none.
    #[key(default = "*")]
    pub(super) players: Located<Vec<Located<String>>>,
    /// The players of a gauntlet who meet all others, written as in `players`.
    pub(super) challengers: Option<Located<Vec<Located<String>>>>,
    /// `all`: all games are played. `adaptive`: games-per-cell is the maximum; in batches that pair each player at most once, pairs are chosen to
    /// reduce the uncertainty about the ranking and play one round (both seatings) in every game. The uncertainty is the entropy of the order of a
    /// pair under the normal approximation of the Bradley-Terry model. For games for two.
    #[key(default = PairChoice::All)]
    pub(super) pairing: Located<PairChoice>,
    /// Rounds of the Swiss system, or the maximum number of batches of adaptive pairing.
    #[key(range = 1..=1_000_000, otherwise = "enough to find one winner in the Swiss system, no limit under adaptive pairing")]
    pub(super) rounds: Option<Located<u32>>,
    /// The likelihood from which adaptive pairing takes the order of a pair as sure; the tournament ends when all are. This is the sequential test of
    /// a tournament, which has no `[stop]`.
    #[key(default = SURE, range = 0.5..=1.0)]
    pub(super) sure: Option<Located<f64>>,
    /// The prior of adaptive pairing. `estimated`: the spread of strengths is estimated from the results, and two players are as likely to be equal
    /// as not, so two equal players ever become `sure` at 0.99 in at most 2 %. `wide`: the rule of versions up to 0.2, a spread of 350 Elo, for
    /// tournaments that were begun with it; equal players are soon "sure".
    #[key(default = Prior::Estimated)]
    pub(super) prior: Option<Located<Prior>>,
}

/// How pairs are chosen outside the Swiss system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PairChoice {
    All,
    Adaptive,
}

/// The prior of adaptive pairing on strengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prior {
    /// Their spread is estimated from the results, and players may be equal.
    Estimated,
    /// They spread widely, and no two are equal.
    Wide,
}

choice! { Prior { "estimated" => Estimated, "wide" => Wide } }
choice! { PairChoice { "all" => All, "adaptive" => Adaptive } }
choice! { Format { "round-robin" => RoundRobin, "gauntlet" => Gauntlet, "swiss" => Swiss } }

/// The tournament of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Tournament {
    /// The format.
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

/// The format of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// All.
    RoundRobin,
    /// Every challenger and every other player.
    Gauntlet,
    /// In each round, players with similar scores who have not met.
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
    /// Those that are expected to reduce the uncertainty about the ranking most.
    Adaptive {
        /// Batches in which each player is paired at most once; `None` for no limit.
        rounds: Option<u32>,
        /// The likelihood from which the order of a pair is sure.
        sure: f64,
        /// The prior.
        prior: Prior,
    },
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
