//! The rule of a kind's table by which results decide what is played.

use super::Experiment;
use super::hypothesis::{NONE, sort};

/// A rule by which results end cells or choose tasks. Its error rates hold only if it was stated before the results, so it is hashed as hypotheses are.
pub struct ResultRule {
    /// Its name in sentences.
    pub(crate) name: &'static str,
    /// What is doubtful if it was stated later.
    pub(crate) doubt: &'static str,
    /// With what its hashes begin. Of a sort that earlier versions did not keep, an experiment without the rule says so; empty for a rule that was always
    /// kept.
    pub(crate) sort: &'static str,
    /// The table with its keys.
    pub(crate) table: &'static str,
    /// Whether a key belongs to the rule; limits to the number of tasks do not.
    pub(crate) has_key: fn(&str) -> bool,
    /// Whether an experiment follows it.
    pub(crate) applies: fn(&Experiment) -> bool,
    /// The context of its hash.
    pub(crate) context: &'static str,
}

impl Experiment {
    /// The rule by which results decide what is played, with its hash; `None` if they do not.
    pub fn result_rule(&self) -> Option<(&'static ResultRule, String)> {
        let rule = self.kind.own.rule?;
        (rule.applies)(self).then_some(())?;
        let mut tables: toml::Table = self.resolved_toml.parse().ok()?;
        let mut table = tables.remove(rule.table)?;
        table.as_table_mut()?.retain(|key, _| (rule.has_key)(key));
        let mut hasher = blake3::Hasher::new_derive_key(rule.context);
        hasher.update(table.to_string().as_bytes());
        Some((rule, format!("{}{}", rule.sort, &hasher.finalize().to_hex()[..16])))
    }

    /// The hash of a rule that every version kept.
    pub(crate) fn early_rule(&self) -> Option<String> {
        self.result_rule().map(|(_, hash)| hash).filter(|hash| sort(hash).is_none())
    }

    /// The statement of a rule that earlier versions did not keep: its hash, or that the experiment has none.
    pub(super) fn later_rule(&self) -> Option<String> {
        let rule = self.kind.own.rule.filter(|rule| !rule.sort.is_empty())?;
        Some(self.result_rule().map_or_else(|| format!("{}{NONE}", rule.sort), |(_, hash)| hash))
    }
}
