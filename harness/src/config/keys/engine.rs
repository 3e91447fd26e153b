//! The keys of an agent that is a program of others: `[agent.NAME] engine = { … }`.

use super::super::decode;
use super::super::key::{Key, Presence, Section};
use super::super::shape::{Choice, Named, Scalar, Several, Text, Time};
use super::super::wire::EngineWire;
use Presence::{Default, Optional, Required, Resolved};

pub(crate) static ENGINE: Key<Section<EngineWire>> = Key {
    name: "engine",
    shape: Section {
        keys: &[&PROTOCOL, &COMMAND, &OPTIONS, &RESTART, &LIMIT, &IDENTITY, &FOLDER],
        read: decode::engine,
        registry: None,
        one_key: false,
    },
    presence: Optional,
    doc: "A program of any language that plays, in place of `use` (see [Engines](#engines)).",
};
pub(crate) static PROTOCOL: Key<Choice> = Key {
    name: "protocol",
    shape: Choice(&["gtp", "ugi", "uci", "uai"]),
    presence: Required("protocol = \"ugi\""),
    doc: "The language in which it is spoken to.",
};
pub(crate) static COMMAND: Key<Several<Text>> = Key {
    name: "command",
    shape: Several(Text),
    presence: Required("command = [\"python3\", \"my_agent.py\"]"),
    doc: "The program and its arguments; no shell reads them. It is started in the folder of this file. `{seed}` is replaced by a number drawn for each game.",
};
pub(crate) static OPTIONS: Key<Named<Scalar>> = Key {
    name: "options",
    shape: Named { names: "option", each: Scalar, plain: false },
    presence: Optional,
    doc: "Options of UGI, UCI and UAI; for GTP, commands with their arguments, sent once.",
};
pub(crate) static RESTART: Key<Choice> = Key {
    name: "restart",
    shape: Choice(&["worker", "game"]),
    presence: Default("\"game\" with `{seed}` in the command, else \"worker\""),
    doc: "When it is started: once for each thread, or for every game.",
};
pub(crate) static LIMIT: Key<Time> = Key {
    name: "limit",
    shape: Time,
    presence: Default("\"60s\""),
    doc: "How long an answer may take, unless the budget of a turn is a time. One second later the engine is killed.",
};
pub(crate) static IDENTITY: Key<Text> =
    Key { name: "identity", shape: Text, presence: Resolved, doc: "Its name, version and files, in resolved copies." };
pub(crate) static FOLDER: Key<Text> =
    Key { name: "folder", shape: Text, presence: Resolved, doc: "Where it is started, in resolved copies." };
