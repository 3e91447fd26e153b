//! The table of keys: everything that an experiment file may say, each key with its shape, its default and its meaning.
//!
//! Decoding ([`decode`](super::decode)), the JSON Schema, the resolved copy and the key reference in `configs/README.md` all read this
//! table. To add a key, add a row to its section, and read it in the section's function in `decode`.

mod engine;
mod hypothesis;
mod stop;
mod tournament;
mod tune;

pub(crate) use engine::*;
pub(crate) use hypothesis::*;
pub(crate) use stop::*;
pub(crate) use tournament::*;
pub(crate) use tune::*;

use super::decode;
use super::key::{AnyKey, Key, Presence, Registry, Section};
use super::profiles::Profiles;
use super::shape::{
    Conditions, Files, FolderName, GameNames, KindName, Named, Opponents, Scalar, Seconds, Several, Tables, Text, Time, UNLIMITED, Whole,
};
use super::wire::{BudgetWire, CalibrationWire, ExcludeWire, ExperimentWire, GridWire, TableWire};
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
