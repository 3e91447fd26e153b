//! The keys of `[tournament]`.

use super::super::key::{Key, Presence, Section};
use super::super::shape::{Choice, Number, Several, Text, Whole};
use super::super::wire::TournamentWire;
use super::decode;
use Presence::{Default, Optional};

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
