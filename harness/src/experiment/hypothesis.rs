//! `[[hypothesis]]`: a claim of an experiment, resolved to its cells.

use super::axes::Axes;
use super::conditions::Conditions;
use super::{Cell, KindRules, Measure, Role};
use crate::config::wire::{ConditionsWire, HypothesisWire, Located, SettingWire, Wire};
use crate::config::{Part, Shape as _};
use std::collections::BTreeSet;
use treebench_stats::{Claim, Side};

/// A claim about some cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Hypothesis {
    /// Its wording in the file; else empty.
    pub words: String,
    /// Where the paper says so; may be empty.
    pub source: String,
    /// The claim.
    pub claim: Claim,
    /// The quantity.
    pub measure: Measure,
    /// The indices of its cells; empty if the grid has been narrowed to others.
    pub cells: Vec<usize>,
    /// Its own cells among those that `than` names; they are left out there.
    pub own_rivals: usize,
    /// The cells to compare with, average against average; `None` for an even result.
    pub than: Option<Vec<usize>>,
    /// The same in groups, one for each combination of values on the axes that `than` names.
    pub rivals: Vec<Vec<usize>>,
    /// The setting for which it is printed, in words, if none of its cells has it; the cells are then those it would be about.
    pub other_setting: Option<String>,
    /// The conditions on its cells, in words; empty if it covers all.
    pub about: String,
    /// The conditions on the cells to compare with.
    pub against: String,
    /// Axes of opponents, games, settings and budgets, or the budget, in which the two sides differ although no condition names them.
    pub confounded: Vec<String>,
    /// A hash of its statement without the source, and a hash of its cells, joined by `-`. A shard, which has only some of the cells, has the hash of
    /// the whole experiment.
    pub hash: String,
}

impl Hypothesis {
    /// The statement that it names a source, which its own hash leaves out: another section number changes no claim.
    pub(crate) fn sourced_hash(&self) -> String {
        format!("{SOURCED}{}", text_hash(&self.hash))
    }

    /// All cells that decide it, including those to compare with.
    pub fn about(&self) -> impl Iterator<Item = usize> + '_ {
        self.cells.iter().chain(self.than.iter().flatten()).copied()
    }
}

/// With what the entries of what overrides a file begin, by which they are told from hashes of hypotheses.
pub(crate) const OVERRIDE: &str = "override:";

/// The same of hypotheses that name a source, by which a page of claims tells them from questions.
pub(crate) const SOURCED: &str = "source:";

/// In place of a hash where there is nothing of a sort.
pub(super) const NONE: &str = "none";

/// The sort of a statement that is neither a hypothesis nor a rule of `[stop]`, with its colon.
pub(crate) fn sort(hash: &str) -> Option<&str> {
    hash.find(':').map(|colon| &hash[..=colon])
}

/// The part of a hypothesis' hash that covers its statement; before cells were hashed, the whole hash. Other statements have no parts.
pub fn text_hash(hash: &str) -> &str {
    if sort(hash).is_some() { hash } else { hash.split_once('-').map_or(hash, |(text, _)| text) }
}

/// The hypotheses with their cells; errors are reported.
pub(crate) fn hypotheses(wire: &Wire, kind: &KindRules, axes: &Axes, cells: &[Cell]) -> Vec<Hypothesis> {
    if !wire.hypotheses.0.is_empty() && kind.measures.is_empty() {
        let message = format!("[[hypothesis]] needs matches or searches: experiments of the kind `{}` have no claims", kind.name);
        wire.at.key("hypothesis").refuse(Part::Key, message);
        return Vec::new();
    }
    wire.hypotheses.0.iter().filter_map(|given| resolved(given, kind, axes, cells)).collect()
}

fn resolved(given: &HypothesisWire, kind: &KindRules, axes: &Axes, cells: &[Cell]) -> Option<Hypothesis> {
    let claim = claim(given);
    check(given, kind, claim);
    let named = |measure: &&Measure| given.measure.as_ref().is_none_or(|wanted| wanted.value == **measure);
    let measure = *kind.measures.iter().find(named)?;
    let conditions = |wire: &ConditionsWire| Conditions::new(wire, axes);
    let (about, than) = (given.conditions.as_ref().map(conditions), given.than.as_ref().map(conditions));
    let selected = |conditions: Option<&Conditions>, setting: Option<&SettingWire>| -> Vec<usize> {
        let is_meant = |cell: &Cell| {
            let in_setting =
                cell.participants.first().is_none_or(|candidate| setting.is_none_or(|setting| setting.holds(candidate.budget)));
            in_setting && conditions.is_none_or(|conditions| conditions.hold_for(cell, axes))
        };
        (0..cells.len()).filter(|&index| is_meant(&cells[index])).collect()
    };
    // Where no cell has the setting, what was found in others is shown.
    let setting = given.setting.as_ref().filter(|setting| !selected(about.as_ref(), Some(setting)).is_empty());
    let other_setting = given.setting.as_ref().filter(|_| setting.is_none()).map(SettingWire::words);
    let named: Vec<&Conditions> = about.iter().chain(&than).collect();
    let confounded = |ours: &[usize], theirs: &[usize]| -> Vec<String> {
        let sides = [ours, theirs].map(|side| side.iter().map(|&index| &cells[index]).collect::<Vec<_>>());
        let is_named = |axis: &usize| named.iter().any(|conditions| conditions.name(*axis));
        let found: Vec<usize> = axes.confounded(&sides).filter(|axis| !is_named(axis)).collect();
        let is_budget = |axis: &usize| matches!(axes.list[*axis].axis.role, Role::Budget { .. });
        // Agents with budgets of their own have an axis each.
        let is_said = found.iter().any(is_budget) || (0..axes.list.len()).filter(is_budget).any(|axis| is_named(&axis));
        let budget = (!is_said && differ_in_budget(&sides)).then(|| "budget".to_owned());
        found.iter().map(|&axis| axes.list[axis].axis.name.clone()).chain(budget).collect()
    };
    let ours = selected(about.as_ref(), setting);
    let mut others = than.as_ref().map(|than| selected(Some(than), setting));
    // Nothing is better than itself.
    let named_rivals = others.as_ref().map_or(0, Vec::len);
    let own: BTreeSet<usize> = ours.iter().copied().collect();
    others.iter_mut().for_each(|others| others.retain(|cell| !own.contains(cell)));
    let own_rivals = named_rivals - others.as_ref().map_or(0, Vec::len);
    let mut rivals: Vec<(Vec<&str>, Vec<usize>)> = Vec::new();
    for (than, index) in than.iter().flat_map(|than| others.iter().flatten().map(move |index| (than, *index))) {
        let place = than.place(&cells[index], axes);
        match rivals.iter_mut().find(|(known, _)| *known == place) {
            Some((_, rival)) => rival.push(index),
            None => rivals.push((place, vec![index])),
        }
    }
    let hash = format!("{}-{}", hash(given), hash_of_cells(cells, &ours, others.as_deref()));
    let in_words = |conditions: Option<&ConditionsWire>| conditions.map(ConditionsWire::words).unwrap_or_default();
    Some(Hypothesis {
        words: given.says.clone().unwrap_or_default(),
        source: given.source.clone().unwrap_or_default(),
        claim: claim?,
        measure,
        other_setting: other_setting.filter(|_| !ours.is_empty()),
        about: in_words(given.conditions.as_ref()),
        against: in_words(given.than.as_ref()),
        confounded: others.as_deref().map(|theirs| confounded(&ours, theirs)).unwrap_or_default(),
        cells: ours,
        own_rivals,
        than: others,
        rivals: rivals.into_iter().map(|(_, rival)| rival).collect(),
        hash,
    })
}

/// Whether the candidates of two groups of cells have different budgets.
fn differ_in_budget([ours, theirs]: &[Vec<&Cell>; 2]) -> bool {
    let budgets = |side: &[&Cell]| -> BTreeSet<String> {
        side.iter().filter_map(|cell| cell.participants.first()).map(|candidate| candidate.budget.to_string()).collect()
    };
    !ours.is_empty() && !theirs.is_empty() && budgets(ours) != budgets(theirs)
}

/// A hash of the keys of a hypothesis's cells and of those to compare with; names could be reused for other cells.
fn hash_of_cells(cells: &[Cell], about: &[usize], than: Option<&[usize]>) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-27 cells of a hypothesis");
    for part in [Some(about), than] {
        let mut keys: Vec<String> = part.iter().flat_map(|part| part.iter()).map(|&cell| cells[cell].key.to_string()).collect();
        keys.sort_unstable();
        hasher.update(keys.join(" ").as_bytes()).update(b"\n");
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The claim, from `is` or `within`.
fn claim(given: &HypothesisWire) -> Option<Claim> {
    let (over, margin) = (given.over.value, given.margin.value / 100.0);
    match (&given.is, &given.within) {
        (Some(is), None) => Some(Claim { side: is.value, over, margin }),
        (None, Some(within)) => {
            if margin > 0.0 {
                given.margin.at.refuse(Part::Value, "`within` is itself the margin").help("remove `margin`");
            }
            Some(Claim { side: Side::Near, over, margin: within.value / 100.0 })
        }
        (Some(_), Some(within)) => {
            within.at.refuse(Part::Key, "`is` and `within` are mutually exclusive").help("remove `is`");
            None
        }
        (None, None) => {
            let is = given.at.key(if given.at.key("within").is_misspelt() { "within" } else { "is" });
            is.refuse(Part::Key, "`is` is missing").help("write is = \"better\", or within = 5");
            None
        }
    }
}

/// Checks that the keys of a hypothesis are consistent.
fn check(given: &HypothesisWire, kind: &KindRules, claim: Option<Claim>) {
    if let Some(measure) = given.measure.as_ref().filter(|measure| !kind.measures.contains(&measure.value)) {
        let name = measure.value.name();
        let message = format!("`{name}` is not measured by experiments of the kind `{}`", kind.name);
        let known: Vec<&str> = kind.measures.iter().map(|measure| measure.name()).collect();
        measure.at.refuse(Part::Value, message).suggest(name, known);
    }
    let Some(Claim { side, margin, .. }) = claim else { return };
    let HypothesisWire { is, within, .. } = given;
    let at = is.as_ref().map(|is| &is.at).or(within.as_ref().map(|within| &within.at)).unwrap_or(&given.at);
    let absolute = given
        .measure
        .as_ref()
        .map(|measure| measure.value)
        .filter(|measure| matches!(measure, Measure::Difficulty | Measure::Exploitability));
    if let (Some(measure), true) = (absolute, margin > 0.0) {
        let (at, key) = within.as_ref().map_or((&given.margin.at, "margin"), |within: &Located<f64>| (&within.at, "within"));
        let help = if within.is_some() { "write is = \"better\" or is = \"worse\"" } else { "remove `margin`" };
        at.refuse(Part::Value, format!("`{key}` is in percent, but the {} is not", measure.name())).help(help);
    } else if side == Side::Near && margin <= 0.0 {
        let (message, help) = match within {
            Some(_) => ("`within` must be above 0: no number of games can show a difference of exactly 0", "write within = 5, in percent"),
            None => ("is = \"even\" needs `margin`: no number of games can show a difference of exactly 0", "write margin = 5, in percent"),
        };
        at.refuse(Part::Value, message).help(help);
    }
    if given.than.is_none() && side == Side::Near && given.margin.value >= 50.0 {
        given.margin.at.refuse(Part::Value, "`margin = 50` holds for every score of two players").help("write less than 50");
    }
    if let Some(within) = within.as_ref().filter(|within| given.than.is_none() && within.value >= 50.0) {
        within.at.refuse(Part::Value, "`within = 50` holds for every score of two players").help("write less than 50");
    }
    if given.than.is_none() && !given.at.key("than").is_misspelt() && kind.measures.first() != Some(&Measure::Score) {
        let message = format!("`than` is missing: agents of a {} do not meet, so there is no even result", kind.name);
        at.refuse(Part::Value, message).help("write than = { agent = \"uct\" }");
    }
}

/// A hash of a hypothesis without its source: a corrected section number changes no claim.
fn hash(given: &HypothesisWire) -> String {
    let said = HypothesisWire { source: None, ..given.clone() }.toml().inline();
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-26 hypothesis");
    hasher.update(said.as_bytes());
    hasher.finalize().to_hex()[..16].to_owned()
}
