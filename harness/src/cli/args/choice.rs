//! Options whose values are the words of an enum.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use treebench_games::params::ParamChoice;

/// A parser of the words of an enum, which the help lists with their meanings.
pub(crate) fn choice<C: ParamChoice + Send + Sync>() -> impl TypedValueParser<Value = C> {
    let value = |&(word, doc): &(&'static str, &'static str)| PossibleValue::new(word).help(doc.trim_end_matches('.'));
    let words = PossibleValuesParser::new(C::WORDS.iter().map(value).collect::<Vec<_>>());
    words.map(|word| C::from_word(&word).expect("clap refuses other words"))
}
