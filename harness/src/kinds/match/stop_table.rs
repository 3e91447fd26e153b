//! `[stop]`: the stopping rule of cells.

use super::outcome::rotates;
use super::stop::even;
use crate::config::wire::Located;
use crate::config::{Choice as _, KeyPath, Part, Section as _, Toml, choice};
use crate::experiment::{AverageStop, Cell, Hypothesis, KindSetup, KindTables, ResultRule, Setup};
use std::any::Any;
use std::sync::Arc;
use treebench_macros::Section;
use treebench_stats::{Over, Side, StopRule, StopTest, Unit, score_of_elo};

/// The tables that only matches have.
#[derive(Section)]
struct MatchTables {
    /// When to stop playing a cell (see [Sequential tests](#sequential-tests)). Without this table, every cell gets all its games. For matches; a
    /// tournament stops by `pairing = "adaptive"` and `sure`.
    stop: Option<StopTable>,
}

/// `[stop]`, for the rules of a kind whose cells are judged one by one.
pub const STOP: KindTables = KindTables { keys: MatchTables::KEYS, resolve, rule: Some(&STOPPING), ..KindTables::NONE };

/// The rule without `at-most`.
const STOPPING: ResultRule = ResultRule {
    name: "[stop]",
    doubt: "its error probabilities do not hold",
    sort: "",
    table: "stop",
    has_key: |key| key != "at-most",
    applies: |experiment| experiment.stop_rule().is_some(),
    context: "treebench 2026-11-26 rule of [stop]",
};

/// The probabilities of errors unless they are given.
const LEVEL: f64 = 0.05;

/// `[stop]`.
#[derive(Clone, Section)]
struct StopTable {
    #[key(place)]
    at: KeyPath,
    /// `"gsprt"` decides between the scores `h0` and `h1`; `"interval"` stops when the always-valid interval excludes an even result or is narrower than
    /// `width`.
    #[key(required = "test = \"gsprt\" or test = \"interval\"")]
    test: Test,
    /// The null hypothesis of `"gsprt"`: the candidate's score, in `unit`.
    #[key(range = -2000.0..=2000.0)]
    h0: Option<Located<f64>>,
    /// The alternative of `"gsprt"`, above `h0`.
    #[key(range = -2000.0..=2000.0)]
    h1: Option<Located<f64>>,
    /// The unit of `h0` and `h1`: `"points"` is the score in percent; `"elo"` (logistic) and `"normalised-elo"` are for two players.
    #[key(default = Unit::Points)]
    unit: Option<Located<Unit>>,
    /// The probability of accepting `h1` wrongly; under `"interval"`, that of an interval that ever excludes the true score.
    #[key(default = LEVEL, between = 0.0..0.5)]
    alpha: Option<Located<f64>>,
    /// The same for all decisions together, divided equally among the cells or hypotheses as `alpha`.
    #[key(between = 0.0..0.5, otherwise = "`alpha` applies to each individually")]
    family_alpha: Option<Located<f64>>,
    /// What is decided: every `"cell"` individually; or every `"hypothesis"` about an average, whose cells all continue until it is decided. With
    /// `than`, a score is 50 plus half the difference. Cells of no hypothesis get all their games.
    #[key(otherwise = "every cell")]
    over: Option<Located<StopUnit>>,
    /// The probability of accepting `h0` wrongly.
    #[key(default = LEVEL, between = 0.0..0.5)]
    beta: Option<Located<f64>>,
    /// The width in points at which the interval of `"interval"` is narrow enough.
    #[key(between = 0.0..100.0, otherwise = "never")]
    width: Option<Located<f64>>,
    /// Games of a cell before the first decision.
    #[key(default = 0)]
    at_least: Located<u32>,
    /// Games of a cell after which play stops without a decision; not above games-per-cell.
    #[key(range = 1.., otherwise = "games-per-cell")]
    at_most: Option<Located<u32>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    Gsprt,
    Interval,
}

/// The unit that is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StopUnit {
    Cell,
    Hypothesis,
}

choice! { StopUnit { "cell" => Cell, "hypothesis" => Hypothesis } }
choice! { Test { "gsprt" => Gsprt, "interval" => Interval } }
choice! { Unit { "points" => Points, "elo" => Elo, "normalised-elo" => NormalisedElo } }

/// The table and its rule.
struct Stop {
    table: StopTable,
    rule: StopRule,
}

fn resolve<'w>(setup: &mut Setup<'w>) -> Option<Box<dyn KindSetup + 'w>> {
    setup.compare();
    if !setup.has_table("stop") {
        return Some(Box::new(()));
    }
    let table: StopTable = setup.table("stop")?;
    let games_per_cell = setup.wire.experiment.as_ref()?.games_per_cell.as_ref()?.value;
    let rule = table.rule(games_per_cell)?;
    Some(Box::new(Stop { table, rule }))
}

impl StopTable {
    /// The rule; `None`, with an error, if it is invalid.
    fn rule(&self, games_per_cell: u32) -> Option<StopRule> {
        if let (Some(_), Some(family)) = (&self.alpha, &self.family_alpha) {
            family.at.refuse(Part::Key, "`alpha` and `family-alpha` are mutually exclusive").help("remove `alpha`");
            return None;
        }
        let test = match self.test {
            Test::Gsprt => self.gsprt()?,
            Test::Interval => self.interval()?,
        };
        let (at_least, at_most) = (self.at_least.value, self.at_most.as_ref().map_or(games_per_cell, |games| games.value));
        if let Some(most) = self.at_most.as_ref().filter(|most| most.value > games_per_cell) {
            let message = format!("at-most is {at_most}, but games-per-cell is {games_per_cell}: the plan has no more games");
            most.at.refuse(Part::Value, message).help("raise games-per-cell, or leave at-most out");
            return None;
        }
        if at_least > at_most {
            let most = if self.at_most.is_some() { "at-most" } else { "games-per-cell" };
            self.at_least.at.refuse(Part::Value, format!("at-least is {at_least}, above {most} = {at_most}"));
            return None;
        }
        Some(StopRule { test, at_least, at_most })
    }

    fn alpha(&self) -> f64 {
        self.alpha.as_ref().or(self.family_alpha.as_ref()).map_or(LEVEL, |alpha| alpha.value)
    }

    /// Whether averages are decided, not cells.
    fn decides_averages(&self) -> bool {
        self.over.as_ref().is_some_and(|over| over.value == StopUnit::Hypothesis)
    }

    fn gsprt(&self) -> Option<StopTest> {
        for (name, given) in [("h0", &self.h0), ("h1", &self.h1)] {
            if given.is_none() && self.at.sources().none() {
                let message = format!("`{name}` is missing: the test \"gsprt\" decides between two scores");
                self.at.key(name).refuse(Part::Key, message).help("write h0 = 50 and h1 = 55, in percent");
            }
        }
        let foreign = refuse(&self.width, "gsprt");
        let (h0, h1) = (self.h0.as_ref()?, self.h1.as_ref()?);
        let unit = self.unit.as_ref().map_or(Unit::Points, |unit| unit.value);
        for h in [h0, h1] {
            if unit == Unit::Points && !(h.value > 0.0 && h.value < 100.0) {
                let message = format!("`{}` must be a score above 0 and below 100 %, got {}", h.at.name(), h.value);
                h.at.refuse(Part::Value, message).help("write unit = \"elo\" for a difference of rating");
                return None;
            }
        }
        if h0.value >= h1.value {
            h0.at.refuse(Part::Value, format!("h0 = {} must be below h1 = {}", h0.value, h1.value));
            return None;
        }
        let beta = self.beta.as_ref().map_or(LEVEL, |beta| beta.value);
        foreign.then_some(StopTest::Gsprt { h0: h0.value, h1: h1.value, unit, alpha: self.alpha(), beta })
    }

    fn interval(&self) -> Option<StopTest> {
        let plain = [&self.h0, &self.h1, &self.beta].map(|given| refuse(given, "interval"));
        let plain = plain.into_iter().all(|none| none) & refuse(&self.unit, "interval");
        let width = self.width.as_ref().map(|width| width.value / 100.0);
        plain.then_some(StopTest::Interval { width, alpha: self.alpha() })
    }
}

/// Reports a key of another test; returns whether there is none.
fn refuse<T>(given: &Option<Located<T>>, test: &str) -> bool {
    if let Some(given) = given {
        given.at.refuse(Part::Key, format!("the test \"{test}\" has no `{}`", given.at.name()));
    }
    given.is_none()
}

impl KindSetup for Stop {
    fn value(&self, cells: &[Cell], hypotheses: &[Hypothesis]) -> Arc<dyn Any + Send + Sync> {
        let averages = self.table.decides_averages();
        let decisions = if averages { hypotheses.len() } else { cells.len() };
        let rule = self.table.family_alpha.as_ref().map_or(self.rule, |family| self.rule.of_family(family.value, decisions));
        if averages { Arc::new(AverageStop(rule)) } else { Arc::new(rule) }
    }

    fn tables(&self) -> Vec<(String, Toml)> {
        let at_most = Some(Located::new(self.rule.at_most, self.table.at.clone()));
        let mut table = StopTable { at_most, ..self.table.clone() };
        if let StopTest::Gsprt { unit, beta, .. } = self.rule.test {
            table.unit.get_or_insert_with(|| Located::new(unit, self.table.at.clone()));
            table.beta.get_or_insert_with(|| Located::new(beta, self.table.at.clone()));
        }
        if table.family_alpha.is_none() {
            table.alpha.get_or_insert_with(|| Located::new(LEVEL, self.table.at.clone()));
        }
        MatchTables { stop: Some(table) }.table()
    }

    /// The rule counts whole rounds, in a unit that the game has.
    fn supports(&self, cell: &Cell) -> bool {
        let players = cell.game.game.info().players as u32;
        if let StopTest::Gsprt { unit: unit @ (Unit::Elo | Unit::NormalisedElo), .. } = self.rule.test
            && players != 2
        {
            let message = format!("`{}` is for two players, but `{}` has {players}: write unit = \"points\"", unit.word(), cell.game.label);
            self.table.at.key("unit").refuse(Part::Value, message);
            return false;
        }
        let games = if rotates(cell) { players } else { 1 };
        for (key, value) in [("at-least", self.rule.at_least), ("at-most", self.rule.at_most)] {
            if value % games != 0 {
                let (below, above) = (value / games * games, (value / games + 1) * games);
                let near = if below == 0 { above.to_string() } else { format!("{below} or {above}") };
                let message = format!("{key} is {value}, but a round of `{}` has {games} games: write {near}", cell.game.label);
                self.table.at.key(key).refuse(Part::Value, message);
                return false;
            }
        }
        true
    }

    /// Whether the rule can decide the hypotheses.
    fn check(&self, _: &Setup<'_>, cells: &[Cell], hypotheses: &[Hypothesis]) {
        let Some(over) = self.table.over.as_ref().filter(|_| self.table.decides_averages()) else { return };
        if hypotheses.is_empty() {
            let message = "over = \"hypothesis\" needs a [[hypothesis]] whose average decides when its cells stop";
            over.at.refuse(Part::Value, message).help("write [[hypothesis]] with is = \"better\"");
        }
        for (place, hypothesis) in hypotheses.iter().enumerate() {
            if let Some(message) = self.cannot_decide(cells, hypothesis) {
                over.at.refuse(Part::Value, format!("[stop] cannot decide hypothesis {} by an average: {message}", place + 1));
            }
        }
    }
}

/// The tolerance between h0 and the level of a hypothesis: thirds are written with few digits.
const NEAR: f64 = 0.001;

impl Stop {
    /// Why a hypothesis cannot be decided by its average.
    fn cannot_decide(&self, cells: &[Cell], hypothesis: &Hypothesis) -> Option<String> {
        let claim = hypothesis.claim;
        if claim.over != Over::Average && (hypothesis.cells.len() > 1 || hypothesis.than.is_some()) {
            return Some("it is about individual cells or rivals".to_owned());
        }
        let StopTest::Gsprt { h0, h1, unit, .. } = self.rule.test else { return None };
        let (h0, h1) = match unit {
            Unit::Points => (h0 / 100.0, h1 / 100.0),
            Unit::Elo => (score_of_elo(h0), score_of_elo(h1)),
            Unit::NormalisedElo => return Some("averages over cells have no normalised Elo; use unit = \"points\"".to_owned()),
        };
        let evens = hypothesis.cells.iter().map(|&cell| even(&cells[cell]));
        let (level, margin) = match &hypothesis.than {
            Some(_) => (0.5, claim.margin / 2.0),
            None => (evens.sum::<f64>() / hypothesis.cells.len().max(1) as f64, claim.margin),
        };
        let percent = |score: f64| 100.0 * score;
        match claim.side {
            _ if hypothesis.cells.is_empty() => None,
            Side::Near => Some("\"gsprt\" cannot show that a score is near a level; write test = \"interval\"".to_owned()),
            Side::Above if h0 < level + margin - NEAR => {
                Some(format!("h0 must be at least {:.1} %, since the hypothesis is that the score is above it", percent(level + margin)))
            }
            Side::Below if h1 > level - margin + NEAR => {
                Some(format!("h1 must be at most {:.1} %, since the hypothesis is that the score is below it", percent(level - margin)))
            }
            Side::Above | Side::Below => None,
        }
    }
}
