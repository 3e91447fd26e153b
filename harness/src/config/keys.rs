//! The table of keys: everything that an experiment file may say, each key with its shape, its default and its meaning.
//!
//! Decoding ([`decode`](super::decode)), the JSON Schema, the resolved copy and the key reference in `configs/README.md` all read this
//! table. To add a key, add a row to its section, and read it in the section's function in `decode`.

mod engine;
mod hypothesis;
mod tune;

pub(crate) use engine::*;
pub(crate) use hypothesis::*;
pub(crate) use tune::*;

use super::decode;
use super::key::{AnyKey, Key, Presence, Registry, Section};
use super::profiles::Profiles;
use super::shape::{
    Choice, Conditions, Files, FolderName, GameNames, KindName, Named, Number, Opponents, Scalar, Seconds, Several, Tables, Text, Time,
    UNLIMITED, Whole,
};
use super::wire::{BudgetWire, CalibrationWire, ExcludeWire, ExperimentWire, GridWire, StopWire, TableWire, TournamentWire};
use Presence::{Default, Optional, Required, Resolved};

/// All sections, in the order of the key reference. Beside them there is a table for each kind, named after it.
pub(crate) static TOP: &[&dyn AnyKey] = &[
    &INCLUDE,
    &EXPERIMENT,
    &BUDGET,
    &CALIBRATION,
    &GRID,
    &GAME,
    &AGENT,
    &COMPARE,
    &TOURNAMENT,
    &TUNE,
    &STOP,
    &HYPOTHESIS,
    &ONLY,
    &EXCLUDE,
    &FILE,
    &PROFILE,
];

pub(crate) static INCLUDE: Key<Files> =
    Key { name: "include", shape: Files, presence: Optional, doc: "Files that this one covers, relative to it." };

pub(crate) static EXPERIMENT: Key<Section<ExperimentWire>> = Key {
    name: "experiment",
    shape: Section {
        keys: &[&NAME, &KIND, &GAMES_PER_CELL, &SEED, &QUESTION, &PAPER, &BASELINE, &REFERENCE],
        read: decode::experiment,
        registry: None,
        one_key: false,
    },
    presence: Required("[experiment] with name, kind and games-per-cell"),
    doc: "What is asked, and how many games answer it.",
};
pub(crate) static NAME: Key<FolderName> = Key {
    name: "name",
    shape: FolderName,
    presence: Required("name = \"my-experiment\""),
    doc: "The name; results go to `results/NAME`, under a profile to `results/NAME-PROFILE`.",
};
pub(crate) static KIND: Key<KindName> =
    Key { name: "kind", shape: KindName, presence: Required("kind = \"match\""), doc: "What is measured." };
pub(crate) static GAMES_PER_CELL: Key<Whole> = Key {
    name: "games-per-cell",
    shape: Whole { min: 1, max: u32::MAX as u64 },
    presence: Default("must be given, but not for `kind = \"tune\"` and `\"tune-search\"`"),
    doc: "Tasks in every cell. The candidate of a match takes every seat in turn on the same seed, so this is a multiple of the number of players.",
};
pub(crate) static SEED: Key<Whole> =
    Key { name: "seed", shape: Whole { min: 0, max: UNLIMITED }, presence: Default("0"), doc: "The seed of all randomness." };
pub(crate) static QUESTION: Key<Text> = Key {
    name: "question",
    shape: Text,
    presence: Default("the first paragraph of the comment at the top"),
    doc: "The question that the experiment answers.",
};
pub(crate) static BASELINE: Key<Text> = Key {
    name: "baseline",
    shape: Text,
    presence: Default("the first agent"),
    doc: "The agent that the others are compared with where agents do not meet (`search`).",
};
pub(crate) static PAPER: Key<Text> = Key {
    name: "paper",
    shape: Text,
    presence: Optional,
    doc: "The paper that it plays again; `bench claims` lists the claims of every paper together.",
};
pub(crate) static REFERENCE: Key<Several<Text>> = Key {
    name: "reference",
    shape: Several(Text),
    presence: Optional,
    doc: "CSV files with printed values, relative to this file (see [Printed values](#printed-values)).",
};

const BUDGET_TABLE: Section<BudgetWire> =
    Section { keys: &[&ITERATIONS, &STATES, &TIME, &STATES_AS], read: decode::budget, registry: None, one_key: true };
pub(crate) static BUDGET: Key<Section<BudgetWire>> = Key {
    name: "budget",
    shape: BUDGET_TABLE,
    presence: Optional,
    doc: "What an agent may spend on a turn: one of these keys. A list is an axis of the grid.",
};
pub(crate) static ITERATIONS: Key<Several<Whole>> =
    Key { name: "iterations", shape: Several(Whole { min: 1, max: UNLIMITED }), presence: Optional, doc: "Iterations, one playout each." };
pub(crate) static STATES: Key<Several<Whole>> =
    Key { name: "states", shape: Several(Whole { min: 1, max: UNLIMITED }), presence: Optional, doc: "Nodal states." };
pub(crate) static TIME: Key<Several<Time>> = Key {
    name: "time",
    shape: Several(Time),
    presence: Optional,
    doc: "Time, such as `\"0.5s\"`: wall time, or processor time with `clock = \"cpu\"` in `[match]`; not exactly repeatable.",
};
pub(crate) static STATES_AS: Key<Several<Time>> = Key {
    name: "states-as",
    shape: Several(Time),
    presence: Optional,
    doc: "As many nodal states as the agent of `[calibration]` computes in this time.",
};

pub(crate) static CALIBRATION: Key<Section<CalibrationWire>> = Key {
    name: "calibration",
    shape: Section { keys: &[&CALIBRATED_AGENT, &SECONDS, &RATES], read: decode::calibration, registry: None, one_key: false },
    presence: Optional,
    doc: "How the nodal states of `states-as` are measured when a run begins.",
};
pub(crate) static CALIBRATED_AGENT: Key<Text> = Key {
    name: "agent",
    shape: Text,
    presence: Optional,
    doc: "The agent that is measured in the first turn of each game: the name of a table or of a registered agent.",
};
pub(crate) static SECONDS: Key<Seconds> =
    Key { name: "seconds", shape: Seconds { min: 0.01, max: 3600.0 }, presence: Default("10"), doc: "How long each game is measured." };
pub(crate) static RATES: Key<Named<Whole>> = Key {
    name: "states-per-second",
    shape: Named { names: "game", each: Whole { min: 1, max: UNLIMITED }, plain: false },
    presence: Optional,
    doc: "Rates that need not be measured: `{ \"rbg/chess\" = 250_000 }`.",
};

pub(crate) static GRID: Key<Section<GridWire>> = Key {
    name: "grid",
    shape: Section { keys: &[&GRID_GAME], read: decode::grid, registry: None, one_key: false },
    presence: Required("[grid] with game = [\"…\"]"),
    doc: "The games. The other axes of the grid are budgets, sweeps and comparisons.",
};
pub(crate) static GRID_GAME: Key<Several<GameNames>> = Key {
    name: "game",
    shape: Several(GameNames(INLINE_GAME)),
    presence: Required("game = [\"tic-tac-toe\"]"),
    doc: "Registered games, `[game.NAME]` tables, patterns such as `\"connect*\"`, or tables in place: `{ use = \"breakthrough\", params = { width = 6 } }`, `{ rbg = \"my/game.rbg\" }`.",
};
const INLINE_GAME: Section<TableWire> =
    Section { keys: &[&USE_GAME, &RBG, &RBG_TEXT, &PARAMS], read: decode::inline_game, registry: Some(Registry::Games), one_key: false };

pub(crate) static GAME: Key<Named<Section<TableWire>>> = Key {
    name: "game",
    shape: Named {
        names: "NAME",
        each: Section {
            keys: &[&USE_GAME, &RBG, &RBG_TEXT, &PARAMS, &SWEEP],
            read: decode::game,
            registry: Some(Registry::Games),
            one_key: false,
        },
        plain: true,
    },
    presence: Optional,
    doc: "A game with its parameters.",
};
pub(crate) static USE_GAME: Key<Text> =
    Key { name: "use", shape: Text, presence: Default("NAME"), doc: "The registered game (`bench list games`)." };
pub(crate) static RBG: Key<Text> =
    Key { name: "rbg", shape: Text, presence: Optional, doc: "A rules file, relative to this file, in place of `use`." };
pub(crate) static RBG_TEXT: Key<Text> =
    Key { name: "rbg-text", shape: Text, presence: Resolved, doc: "The text of the rules file, in resolved copies." };
pub(crate) static PARAMS: Key<Named<Scalar>> = Key {
    name: "params",
    shape: Named { names: "parameter", each: Scalar, plain: false },
    presence: Optional,
    doc: "Parameters that differ from their defaults (`bench show NAME`).",
};
pub(crate) static SWEEP: Key<Named<Several<Scalar>>> = Key {
    name: "sweep",
    shape: Named { names: "parameter", each: Several(Scalar), plain: false },
    presence: Optional,
    doc: "Parameters, or options of an engine, with lists of values. Each is an axis of the grid, called `NAME.PARAMETER`.",
};

pub(crate) static AGENT: Key<Named<Section<TableWire>>> = Key {
    name: "agent",
    shape: Named {
        names: "NAME",
        each: Section {
            keys: &[&USE_AGENT, &ENGINE, &TAGS, &PARAMS, &SWEEP, &OWN_BUDGET],
            read: decode::agent,
            registry: Some(Registry::Agents),
            one_key: false,
        },
        plain: true,
    },
    presence: Optional,
    doc: "An agent with its parameters.",
};
pub(crate) static USE_AGENT: Key<Text> =
    Key { name: "use", shape: Text, presence: Default("NAME"), doc: "The registered agent (`bench list agents`)." };
pub(crate) static TAGS: Key<Several<Text>> = Key {
    name: "tags",
    shape: Several(Text),
    presence: Optional,
    doc: "Words by which `[tournament]` chooses players: `players = [\"tag:WORD\"]`.",
};
pub(crate) static OWN_BUDGET: Key<Section<BudgetWire>> =
    Key { name: "budget", shape: BUDGET_TABLE, presence: Default("[budget]"), doc: "A budget of its own, written as in `[budget]`." };

pub(crate) static COMPARE: Key<Named<Opponents>> = Key {
    name: "compare",
    shape: Named { names: "candidate", each: Opponents, plain: false },
    presence: Default("every agent alone"),
    doc: "Who plays whom: `candidate = \"baseline\"`. `[\"b\", \"c\"]` are the two opponents in one game for three; `[[\"b\"], [\"c\"]]` are two comparisons. Names may be patterns; registered agents need no table.",
};
pub(crate) static TOURNAMENT: Key<Section<TournamentWire>> = Key {
    name: "tournament",
    shape: Section {
        keys: &[&FORMAT, &PLAYERS, &CHALLENGERS, &PAIRING, &ROUNDS, &SURE],
        read: decode::tournament,
        registry: None,
        one_key: false,
    },
    presence: Optional,
    doc: "Who meets whom in a tournament; it takes the place of `[compare]`. Every value of an agent's `sweep` is a player of its own. How games are played is said in `[match]`. The cells are those of matches whose candidate is the `first` player that `bench plan` names, so that either finds the games of the other again in the same directory. A player takes one seat of a game, and a game for three needs three players: what an agent scores against itself says nothing about its strength, and ratings would count one of two agents in three seats twice. A match, `[compare]` with `a = [\"b\", \"b\"]`, plays an agent against copies of another. `[only]` and `[[exclude]]` call the players `first` and `second`.",
};
pub(crate) static FORMAT: Key<Choice> = Key {
    name: "format",
    shape: Choice(&["round-robin", "gauntlet", "swiss"]),
    presence: Default("round-robin"),
    doc: "`round-robin`: every player meets every other. `gauntlet`: every challenger meets every other player, but no challenger. `swiss`: in each round, players of like scores who have not met; a pair plays all games-per-cell games in every game.",
};
pub(crate) static PLAYERS: Key<Several<Text>> = Key {
    name: "players",
    shape: Several(Text),
    presence: Default("[\"*\"]"),
    doc: "Names of `[agent.NAME]` tables or of registered agents, patterns such as `\"uct*\"`, or tags as in `\"tag:strong\"`; with `!` in front, those are left out. Patterns choose among the tables, or among all registered agents if the file has none.",
};
pub(crate) static CHALLENGERS: Key<Several<Text>> = Key {
    name: "challengers",
    shape: Several(Text),
    presence: Optional,
    doc: "The players of a gauntlet who meet all others, written as in `players`.",
};

pub(crate) static STOP: Key<Section<StopWire>> = Key {
    name: "stop",
    shape: Section {
        keys: &[&TEST, &H0, &H1, &UNIT, &ALPHA, &BETA, &WIDTH, &AT_LEAST, &AT_MOST],
        read: decode::stop,
        registry: None,
        one_key: false,
    },
    presence: Optional,
    doc: "When to stop playing a cell (see [Sequential tests](#sequential-tests)). Without this table, every cell gets all its games. For matches; a tournament stops by `pairing = \"adaptive\"` and `sure`.",
};
pub(crate) static TEST: Key<Choice> = Key {
    name: "test",
    shape: Choice(&["gsprt", "interval"]),
    presence: Required("test = \"gsprt\" or test = \"interval\""),
    doc: "`\"gsprt\"` decides between the scores `h0` and `h1`; `\"interval\"` stops when the always-valid interval excludes an even result or is narrower than `width`.",
};
pub(crate) static H0: Key<Number> = Key {
    name: "h0",
    shape: Number { min: -2000.0, max: 2000.0, open: false },
    presence: Optional,
    doc: "The null hypothesis of `\"gsprt\"`: the candidate's score, in `unit`.",
};
pub(crate) static H1: Key<Number> = Key {
    name: "h1",
    shape: Number { min: -2000.0, max: 2000.0, open: false },
    presence: Optional,
    doc: "The alternative of `\"gsprt\"`, above `h0`.",
};
pub(crate) static UNIT: Key<Choice> = Key {
    name: "unit",
    shape: Choice(&["points", "elo", "normalised-elo"]),
    presence: Default("\"points\""),
    doc: "What `h0` and `h1` are measured in: `\"points\"` is the score in percent; `\"elo\"` (logistic) and `\"normalised-elo\"` are for two players.",
};
pub(crate) static ALPHA: Key<Number> = Key {
    name: "alpha",
    shape: Number { min: 0.0, max: 0.5, open: true },
    presence: Default("0.05"),
    doc: "The probability of accepting `h1` wrongly; under `\"interval\"`, that of an interval that ever excludes the true score.",
};
pub(crate) static BETA: Key<Number> = Key {
    name: "beta",
    shape: Number { min: 0.0, max: 0.5, open: true },
    presence: Default("0.05"),
    doc: "The probability of accepting `h0` wrongly.",
};
pub(crate) static WIDTH: Key<Number> = Key {
    name: "width",
    shape: Number { min: 0.0, max: 100.0, open: true },
    presence: Default("never"),
    doc: "The width in points at which the interval of `\"interval\"` is narrow enough.",
};
pub(crate) static AT_LEAST: Key<Whole> = Key {
    name: "at-least",
    shape: Whole { min: 0, max: u32::MAX as u64 },
    presence: Default("0"),
    doc: "Games of a cell before the first decision.",
};
pub(crate) static AT_MOST: Key<Whole> = Key {
    name: "at-most",
    shape: Whole { min: 1, max: u32::MAX as u64 },
    presence: Default("games-per-cell"),
    doc: "Games of a cell after which play stops without a decision; not above games-per-cell.",
};
pub(crate) static PAIRING: Key<Choice> = Key {
    name: "pairing",
    shape: Choice(&["all", "adaptive"]),
    presence: Default("all"),
    doc: "`all`: all games are played. `adaptive`: games-per-cell is at most; in batches that pair each player at most once, the pairs play one round (both seatings) in every game of which this is expected to reduce the uncertainty of the order most: the entropy of which of the two is the stronger, under the normal approximation of the Bradley-Terry model. For games of two.",
};
pub(crate) static ROUNDS: Key<Whole> = Key {
    name: "rounds",
    shape: Whole { min: 1, max: 1_000_000 },
    presence: Default("enough to find one winner in the Swiss system, no limit under adaptive pairing"),
    doc: "Rounds of the Swiss system, or the most batches of adaptive pairing.",
};
pub(crate) static SURE: Key<Number> = Key {
    name: "sure",
    shape: Number { min: 0.5, max: 1.0, open: false },
    presence: Default("0.99"),
    doc: "The likelihood from which adaptive pairing takes the order of a pair as known; the tournament ends when all are. This is the sequential test of a tournament, which has no `[stop]`.",
};

pub(crate) static ONLY: Key<Conditions> = Key {
    name: "only",
    shape: Conditions { name: "only", effect: "leave everything in" },
    presence: Default("all cells"),
    doc: "The part of the grid to play: axis = value or values, all of which must hold, such as `candidate = [\"S-*\", \"O-*\"]`. Its cells are the same as in the whole grid.",
};
pub(crate) static EXCLUDE: Key<Tables<ExcludeWire>> = Key {
    name: "exclude",
    shape: Tables(Section { keys: &[&WHERE, &REASON], read: decode::exclude, registry: None, one_key: false }),
    presence: Optional,
    doc: "Combinations that make no sense, one `[[exclude]]` each.",
};
pub(crate) static WHERE: Key<Conditions> = Key {
    name: "where",
    shape: Conditions { name: "where", effect: "exclude everything" },
    presence: Required("where = { game = \"reversi\" }"),
    doc: "Axis = value or values, all of which must hold: `{ game = \"reversi\", \"candidate.fpu\" = [0.5, 1.0] }`.",
};
pub(crate) static REASON: Key<Text> =
    Key { name: "reason", shape: Text, presence: Required("reason = \"why these cells make no sense\""), doc: "Why; the report says so." };
/// The `[file]` of a resolved copy. What is written there is used in place of the files, which may change or be gone.
pub(crate) static FILE: Key<Named<Text>> = Key {
    name: "file",
    shape: Named { names: "path", each: Text, plain: false },
    presence: Resolved,
    doc: "The texts of files that settings name, in resolved copies.",
};

pub(crate) static PROFILE: Key<Profiles> = Key {
    name: "profile",
    shape: Profiles,
    presence: Optional,
    doc: "`[profile.NAME.…]`: tables that cover the others under `--profile NAME`.",
};
