//! The keys of `[tune]`, and of the values of a parameter in `[tune.NAME]`.

use super::super::key::{Key, Presence, Section};
use super::super::shape::{Choice, Conditions, GameNames, Scalar, Several, Space, Text, Tune, Whole};
use super::super::wire::SpaceWire;
use super::{INLINE_GAME, decode};
use Presence::{Default, Optional, Required};

/// The kinds to which `[tune]` belongs; it says how many tasks they have.
pub(crate) const TUNING_KINDS: [&str; 2] = ["tune", "tune-search"];

pub(crate) static TUNE: Key<Tune> = Key {
    name: "tune",
    shape: Tune {
        section: Section {
            keys: &[&METHOD, &TUNE_GAMES, &CONFIRM, &OBJECTIVE, &TUNED_MEASURE, &DRAWN_POINTS, &TUNED_AGAINST, &CONFIRM_GAMES],
            read: decode::tune,
            registry: None,
            one_key: false,
        },
        space: Space(SPACE),
    },
    presence: Optional,
    doc: "A search for parameters of an agent, for `kind = \"tune\"` and `kind = \"tune-search\"` (see [Tuning](#tuning)). `[tune.NAME]` has the parameters of `[agent.NAME]` with their values: a list, or a range as a table. How games are played is said in `[match]`, how positions are searched in `[search]`.",
};
pub(crate) static METHOD: Key<Choice> = Key {
    name: "method",
    shape: Choice(&["ntbea", "spsa", "halving", "race", "wilson", "grid"]),
    presence: Default("\"ntbea\""),
    doc: "`ntbea`: the N-tuple bandit evolutionary algorithm. `spsa`: a walk along the slope, for numbers only. `halving`: successive halving. `race`: iterated racing on common seeds. `wilson`: optimistic best-arm identification, which spends the games of all bandits where they tell most. `grid`: every point alike.",
};
pub(crate) static TUNE_GAMES: Key<Whole> = Key {
    name: "games",
    shape: Whole { min: 2, max: 100_000_000 },
    presence: Required("games = 2000"),
    doc: "The most games of a search for parameters, for `tune-search` the most positions that are searched. There is a search for every budget, setting and objective, and under `per-game` for every game.",
};
pub(crate) static CONFIRM: Key<Whole> = Key {
    name: "confirm",
    shape: Whole { min: 0, max: 100_000_000 },
    presence: Required("confirm = 400"),
    doc: "Games on fresh seeds, over the games of the grid, for each of: the chosen point, the default and the runner-up. Not above `games`; 0 for no confirmation, and then nothing is called better.",
};
pub(crate) static OBJECTIVE: Key<Several<Choice>> = Key {
    name: "objective",
    shape: Several(Choice(&["mean", "worst", "per-game"])),
    presence: Default("\"mean\""),
    doc: "The mean score over the games of the grid, the score in the worst of them, or every game by itself. Several are several searches.",
};
pub(crate) static TUNED_MEASURE: Key<Choice> = Key {
    name: "measure",
    shape: Choice(&["optimal", "area"]),
    presence: Optional,
    doc: "For `tune-search`: the share of searches that end with an optimal move (`optimal`, the default), or the share of optimal moves in the course of a search, over the logarithm of its iterations (`area`).",
};
pub(crate) static DRAWN_POINTS: Key<Whole> = Key {
    name: "points",
    shape: Whole { min: 2, max: 50_000 },
    presence: Optional,
    doc: "Makes every range without `steps` continuous: as many points are drawn, spread evenly over the space, the default among them. For all methods but `ntbea`; `grid` is random search then.",
};
pub(crate) static TUNED_AGAINST: Key<Several<Text>> = Key {
    name: "against",
    shape: Several(Text),
    presence: Optional,
    doc: "For `tune`, where it must be given: the opponents: names of `[agent.NAME]` tables or of registered agents. The score is the average over them; in games for more than two, all other seats are taken by one of them.",
};
pub(crate) static CONFIRM_GAMES: Key<Several<GameNames>> = Key {
    name: "confirm-games",
    shape: Several(GameNames(INLINE_GAME)),
    presence: Optional,
    doc: "Games, written as in `[grid]`, that the search does not see and the confirmation plays, as often as each game of the grid.",
};

const SPACE: Section<SpaceWire> =
    Section { keys: &[&VALUES, &FROM, &TO, &STEPS, &SCALE, &WHEN], read: decode::space, registry: None, one_key: false };
pub(crate) static VALUES: Key<Several<Scalar>> =
    Key { name: "values", shape: Several(Scalar), presence: Optional, doc: "A list of values." };
pub(crate) static FROM: Key<Scalar> = Key { name: "from", shape: Scalar, presence: Optional, doc: "The lowest value of a range." };
pub(crate) static TO: Key<Scalar> = Key { name: "to", shape: Scalar, presence: Optional, doc: "The highest." };
pub(crate) static STEPS: Key<Whole> =
    Key { name: "steps", shape: Whole { min: 2, max: 1000 }, presence: Default("11"), doc: "How many values the range has." };
pub(crate) static SCALE: Key<Choice> = Key {
    name: "scale",
    shape: Choice(&["linear", "log"]),
    presence: Default("\"linear\""),
    doc: "Whether differences or ratios of neighbouring values are equal.",
};
pub(crate) static WHEN: Key<Conditions> = Key {
    name: "when",
    shape: Conditions { name: "when", effect: "always apply" },
    presence: Optional,
    doc: "The values of another parameter with which this one applies.",
};
