//! The keys of a claim: `[[hypothesis]]`.

use super::super::decode;
use super::super::key::{Key, Presence, Section};
use super::super::shape::{Choice, Conditions, Number, Tables, Text};
use super::super::wire::HypothesisWire;
use Presence::{Default, Optional, Required};

pub(crate) static HYPOTHESIS: Key<Tables<HypothesisWire>> = Key {
    name: "hypothesis",
    shape: Tables(Section {
        keys: &[&SAYS, &SOURCE, &IS, &MEASURE, &OVER, &MARGIN, &ABOUT, &THAN],
        read: decode::hypothesis,
        registry: None,
        one_key: false,
    }),
    presence: Optional,
    doc: "What a match or a search is expected to show, one `[[hypothesis]]` each (see [Hypotheses](#hypotheses)). The report begins with the answer. Cells and their games do not depend on it.",
};
pub(crate) static SAYS: Key<Text> = Key {
    name: "says",
    shape: Text,
    presence: Default("the other keys in words"),
    doc: "The hypothesis as a sentence, such as `\"A lower urgency helps.\"`.",
};
pub(crate) static SOURCE: Key<Text> =
    Key { name: "source", shape: Text, presence: Optional, doc: "Where the paper says so, such as `\"section 4.2\"`." };
pub(crate) static IS: Key<Choice> = Key {
    name: "is",
    shape: Choice(&["better", "worse", "even"]),
    presence: Required("is = \"better\""),
    doc: "The candidate's score: above an even result by more than `margin`, below it by more, or nearer to it than that. With `than`, the difference of two averages: above 0, below, or near it.",
};
pub(crate) static MEASURE: Key<Choice> = Key {
    name: "measure",
    shape: Choice(&["score", "optimal", "area", "difficulty"]),
    presence: Default("`\"score\"` in matches, `\"optimal\"` in searches"),
    doc: "What is compared: in a match `score`; in a search the share of `optimal` moves at the end, the `area` under that curve, or the `difficulty` after the move, of which less is better.",
};
pub(crate) static OVER: Key<Choice> = Key {
    name: "over",
    shape: Choice(&["average", "every", "some"]),
    presence: Default("\"average\""),
    doc: "Of which cells this is said: the average of all, each counted once; every one; or at least one.",
};
pub(crate) static MARGIN: Key<Number> = Key {
    name: "margin",
    shape: Number { min: 0.0, max: 50.0, open: false },
    presence: Default("0"),
    doc: "The least difference that counts, in points (percent); `is = \"even\"` needs one above 0.",
};
pub(crate) static ABOUT: Key<Conditions> = Key {
    name: "where",
    shape: Conditions { name: "where", effect: "select all cells" },
    presence: Default("all cells"),
    doc: "The cells: axis = value or values, all of which must hold, as in `[only]`.",
};
pub(crate) static THAN: Key<Conditions> = Key {
    name: "than",
    shape: Conditions { name: "than", effect: "compare with all cells" },
    presence: Default("an even result"),
    doc: "Other cells, whose average that of the cells in `where` is compared with. Searches need it, since their agents do not meet.",
};
