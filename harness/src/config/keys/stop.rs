//! The keys of `[stop]`.

use super::super::key::{Key, Presence, Section};
use super::super::shape::{Choice, Number, Whole};
use super::super::wire::StopWire;
use super::decode;
use Presence::{Default, Optional, Required};

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
