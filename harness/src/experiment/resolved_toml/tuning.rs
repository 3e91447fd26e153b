//! `[tune]` in the resolved copy: every range as the list of its values, unless it is continuous.

use super::{Section, key, list, quoted, toml};
use crate::config::keys;
use crate::experiment::tuning::TunedParam;
use crate::experiment::{Measure, Tuning};

/// `[tune]` and `[tune.NAME]`; `others` are the games that only confirm, as a list.
pub(super) fn sections(tuning: &Tuning, others: String) -> [Section<'static>; 2] {
    let words = |words: Vec<&str>| list(words.into_iter().map(quoted));
    let mut section = Section::of(&keys::TUNE);
    section.set(&keys::METHOD, quoted(tuning.method.word()));
    section.set(&keys::TUNE_GAMES, tuning.games.to_string());
    section.set(&keys::CONFIRM, tuning.confirm.to_string());
    section.set(&keys::OBJECTIVE, words(tuning.objectives.iter().map(|objective| objective.word()).collect()));
    match tuning.measure {
        Measure::Score => section.set(&keys::TUNED_AGAINST, words(tuning.against.iter().map(String::as_str).collect())),
        measure => section.set(&keys::TUNED_MEASURE, quoted(measure.name())),
    }
    if let Some(points) = tuning.drawn {
        section.set(&keys::DRAWN_POINTS, points.to_string());
    }
    if !tuning.confirm_games.is_empty() {
        section.set(&keys::CONFIRM_GAMES, others);
    }
    let mut space = Section::named(&format!("{}.{}", keys::TUNE.name, key(&tuning.agent)));
    tuning.params.iter().for_each(|param| space.line(key(&param.name), values(param, tuning)));
    [section, space]
}

fn values(param: &TunedParam, tuning: &Tuning) -> String {
    let mut items = match &param.range {
        Some((from, to)) => vec![format!("{} = {}", keys::FROM.name, toml(from)), format!("{} = {}", keys::TO.name, toml(to))],
        None => vec![format!("{} = {}", keys::VALUES.name, list(param.values.iter().map(toml)))],
    };
    if param.log {
        items.push(format!("{} = \"log\"", keys::SCALE.name));
    }
    if let Some((other, levels)) = &param.needs {
        let other = &tuning.params[*other];
        let wanted = list(levels.iter().map(|&level| toml(&other.values[level])));
        items.push(format!("{} = {{ {} = {wanted} }}", keys::WHEN.name, key(&other.name)));
    }
    format!("{{ {} }}", items.join(", "))
}
