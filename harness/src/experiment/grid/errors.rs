//! Errors in combinations, each with its place.

use super::{Combination, Grid, Row};
use crate::config::{KeyPath, Part};
use crate::experiment::contestants::Seats;
use treebench_games::params::ParamError;

impl Grid<'_> {
    /// Reports that a game needs another number of participants.
    pub(super) fn refuse_number(&self, row: &Row<'_>, players: usize) {
        let found = row.comparison.participants.len();
        let message = format!("`{}` is a game for {players}, but this comparison has {found} participants", row.game.name);
        let mut error = row.comparison.at.refuse(Part::Value, message);
        if players == 2 && found > 2 {
            let opponents = row.comparison.participants[1..].iter().map(|name| format!("[\"{name}\"]"));
            let [first, list] = [row.comparison.participants[0].clone(), opponents.collect::<Vec<_>>().join(", ")];
            error.help(format_args!("for one match against each opponent, write {first} = [{list}]"));
        } else if players > 1 {
            let last = row.comparison.participants.last().map_or("", String::as_str);
            let list = vec![format!("\"{last}\""); players - 1].join(", ");
            let first = &row.comparison.participants[0];
            error.help(format_args!("name {} of its opponents: {first} = [{list}]", players - 1));
        }
        error.help("or exclude these cells with [[exclude]]");
    }

    /// Reports settings that suit no cell.
    pub(super) fn refuse_settings(&self, suited: &[Result<(), Option<ParamError>>]) {
        for (variant, suited) in self.settings.iter().zip(suited) {
            if let Err(Some(error)) = suited {
                let table = self.setup.wire.at.key(self.kind.plays);
                variant.refuse(error, &table, &table);
            }
        }
    }

    /// The place of a duplicate cell: the value in which it differs from the first.
    pub(super) fn difference(&self, row: &Row<'_>, first: &Combination, second: &Combination) -> KeyPath {
        if first.comparison != second.comparison {
            return row.comparison.at.clone();
        }
        if first.game != second.game {
            return row.game.at.clone();
        }
        if first.game_variant != second.game_variant {
            let other = &row.game.variants[first.game_variant].variant.swept;
            let pairs = row.variant.variant.swept.iter().zip(other);
            return pairs.into_iter().find(|(a, b)| a.index != b.index).map_or(row.game.at.clone(), |(a, _)| a.at.clone());
        }
        let [one, other] = [first, second].map(|combination| &self.settings[combination.setting].swept);
        if let Some((_, swept)) = one.iter().zip(other).find(|(a, b)| a.index != b.index) {
            return swept.at.clone();
        }
        if let (Some(budget), Some(index)) = (self.budget(), second.budget.filter(|_| first.budget != second.budget)) {
            return budget.values[index].at.clone();
        }
        let mut agents = row.sets.iter().zip(&second.variants).zip(&first.variants);
        if let Some(((set, &a), &b)) = agents.find(|((_, a), b)| a != b) {
            let (a, b) = (&set.variants[a], &set.variants[b]);
            if let Some((swept, _)) = a.variant.swept.iter().zip(&b.variant.swept).find(|(a, b)| a.index != b.index) {
                return swept.at.clone();
            }
            return a.budget.as_ref().map_or(set.at.clone(), |(_, budget)| budget.at.clone());
        }
        row.comparison.at.clone()
    }

    /// The place of the parameter or setting that a kind refuses.
    pub(super) fn blamed(&self, param: &str, row: &Row<'_>) -> (KeyPath, Part) {
        let top = &self.setup.wire.at;
        let experiment = top.key("experiment");
        match param {
            "games-per-cell" | "kind" | "seed" => (experiment.key(param), Part::Value),
            "game" => (row.game.at.clone(), Part::Value),
            "budget" => (self.budget().map_or(top.key("budget"), |budget| budget.at.clone()), Part::Value),
            param if self.kind.settings().iter().any(|spec| spec.name == param) => (top.key(self.kind.plays).key(param), Part::Value),
            _ if row.comparison.seats != Seats::Any => (row.comparison.at.clone(), Part::Value),
            _ => (experiment.key("kind"), Part::Value),
        }
    }
}
