//! The combinations of one comparison in one game, and those that cannot be played.

use crate::experiment::axes::PartValues;
use crate::experiment::contestants::{AgentSet, Comparison};
use crate::experiment::games::{GameSet, GameVariant};
use crate::experiment::key::KeyPrefix;
use crate::experiment::{AxisValue, CellSettings, EntryFile, Participant};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// One combination: indices into the components of the grid.
#[derive(Clone, PartialEq)]
pub(super) struct Combination {
    pub(super) comparison: usize,
    pub(super) game: usize,
    pub(super) game_variant: usize,
    pub(super) setting: usize,
    pub(super) budget: Option<usize>,
    /// The variant of each agent of the comparison, in the order in which [`Row::sets`] has them.
    pub(super) variants: Vec<usize>,
}

/// The common part of all combinations of one comparison and one variant of a game.
pub(super) struct Row<'a> {
    pub(super) comparison: &'a Comparison,
    pub(super) game: &'a GameSet,
    pub(super) variant: &'a GameVariant,
    /// The settings of each variant.
    pub(super) settings: &'a [Arc<CellSettings>],
    /// The agents of the comparison, each once.
    pub(super) sets: &'a [&'a AgentSet],
    /// The place of each participant among them.
    pub(super) seats: &'a [usize],
    /// For every agent and variant, the reason why it cannot play the game, if any.
    pub(super) unsuited: Vec<Vec<Option<String>>>,
    /// For every agent and variant, whether its parameters have not been checked against the game yet.
    pub(super) unchecked: Vec<Vec<bool>>,
    /// The facts in [keys](crate::experiment::key) of each variant of the settings, of the game, and of every agent and variant.
    pub(super) settings_lines: &'a [String],
    pub(super) game_lines: String,
    pub(super) agent_lines: &'a [Vec<String>],
    /// What the cells of the last setting share.
    pub(super) begun: Option<Begun>,
    pub(super) values: RowValues<'a>,
}

/// What the cells of a row with the same setting share.
pub(super) struct Begun {
    pub(super) setting: usize,
    pub(super) files: BTreeMap<&'static str, Arc<EntryFile>>,
    pub(super) prefix: KeyPrefix,
}

/// The values on the axes.
pub(super) struct RowValues<'a> {
    /// Those of the names and the game, one per axis.
    pub(super) game: Vec<AxisValue>,
    /// Those of each variant of the settings, of each shared budget, and of every agent and variant.
    pub(super) settings: &'a [PartValues],
    pub(super) budgets: &'a [PartValues],
    pub(super) agents: &'a [Vec<PartValues>],
}

impl RowValues<'_> {
    /// Those of a combination, one per axis.
    pub(super) fn of(&self, combination: &Combination) -> Vec<AxisValue> {
        let mut values = self.game.clone();
        let mut add = |part: &PartValues| {
            for (index, value) in part {
                values[*index] = value.clone();
            }
        };
        add(&self.settings[combination.setting]);
        if let Some(budget) = combination.budget {
            add(&self.budgets[budget]);
        }
        for (variants, &variant) in self.agents.iter().zip(&combination.variants) {
            add(&variants[variant]);
        }
        values
    }
}

impl Row<'_> {
    /// Why an agent cannot play the game.
    pub(super) fn unsuited(&self, combination: &Combination) -> Option<String> {
        let agents = self.sets.iter().zip(&self.unsuited).zip(&combination.variants);
        agents.into_iter().find_map(|((set, reasons), &variant)| Some(format!("{} {}", set.name, reasons[variant].as_ref()?)))
    }

    /// The facts in keys of each participant.
    pub(super) fn lines_of<'r>(&'r self, combination: &'r Combination) -> impl Iterator<Item = &'r str> + Clone {
        self.seats.iter().map(|&place| self.agent_lines[place][combination.variants[place]].as_str())
    }

    /// Why the parameters of an agent do not suit the game.
    pub(super) fn refused(&self, combination: &Combination) -> Option<String> {
        let agents = self.sets.iter().zip(&combination.variants);
        agents.into_iter().find_map(|(set, &v)| set.variants[v].recipe.check(&self.variant.choice.game).err()).map(|error| error.message)
    }

    /// Reports agents whose parameters contradict each other or do not suit the game. Excluded combinations are exempt.
    pub(super) fn check_agents(&mut self, combination: &Combination, refused: &mut BTreeSet<(String, usize)>) {
        for ((set, unchecked), &v) in self.sets.iter().zip(&mut self.unchecked).zip(&combination.variants) {
            if std::mem::take(&mut unchecked[v])
                && let Err(error) = set.variants[v].recipe.check(&self.variant.choice.game)
                && refused.insert((set.name.clone(), v))
            {
                set.variants[v].variant.refuse(&error, &set.at, &set.at.key("params"));
            }
        }
    }
}

/// Why a comparison is pointless: a sweep contains the parameters of the opponent, so that an agent would play itself.
pub(super) fn pointless(row: &Row<'_>, combination: &Combination, participants: &[Participant]) -> Option<String> {
    let swept = row.sets.iter().zip(&combination.variants).any(|(set, &variant)| !set.variants[variant].variant.swept.is_empty());
    let (first, others) = participants.split_first()?;
    let plays = |of: &Participant| (of.program.name(), of.program.spelled(&of.params), of.budget);
    let same = |other: &Participant| first.name != other.name && plays(first) == plays(other);
    let alike = swept && !others.is_empty() && others.iter().all(same);
    alike.then(|| format!("{} and {} are the same agent with the same parameters here", first.name, others[0].name))
}

/// Calls `f` with every tuple of indices below the sizes, the last one changing fastest; once, with nothing, if there are no sizes.
pub(super) fn for_each_index(sizes: &[usize], mut f: impl FnMut(&[usize])) {
    let mut index = vec![0; sizes.len()];
    if sizes.contains(&0) {
        return;
    }
    loop {
        f(&index);
        let Some(place) = (0..sizes.len()).rev().find(|&place| index[place] + 1 < sizes[place]) else { return };
        index[place] += 1;
        index[place + 1..].fill(0);
    }
}
