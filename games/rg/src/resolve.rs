//! Resolves a [`Description`] to a [`Game`]: names become numbers, and inconsistencies are errors.

mod automaton;
mod copies;
mod expressions;
mod symbols;
mod types;
mod values;

use crate::description::{Declaration, Description, Name, Type, Typedef, Value};
use crate::game::{Game, Shape, Variable};
use crate::limits::Limits;
use crate::report::{Failure, Report, nearest};
use std::collections::BTreeMap;
use std::sync::Arc;
use symbols::Symbols;
use treebench_rbg::expr::Span;
use types::Types;

/// The variables that every game has.
const GOALS: &str = "goals";
const PLAYER: &str = "player";
const VISIBLE: &str = "visible";

const MOST_PLAYERS: usize = 100;

/// Resolves all names of a game.
pub(crate) fn resolve(description: &Description, limits: &Limits, report: &mut Report) -> Result<Game, Failure> {
    let description = &with_builtins(description, report)?;
    let mut symbols = Symbols::new(limits);
    let types = Types::new(&description.types, &mut symbols, limits, report)?;
    if !report.is_empty() {
        return Err(Failure);
    }
    let mut names =
        Names { symbols, types, constants: BTreeMap::new(), variables: BTreeMap::new(), cells: Vec::new(), declared: Vec::new() };
    names.declare(description, limits, report)?;
    if !report.is_empty() {
        return Err(Failure);
    }
    automaton::game(names, description, limits, report)
}

/// The meanings of names.
struct Names {
    symbols: Symbols,
    types: Types,
    /// The shape and the first cell of every constant.
    constants: BTreeMap<Arc<str>, (Shape, usize)>,
    variables: BTreeMap<Arc<str>, usize>,
    /// The cells of the constants.
    cells: Vec<u16>,
    declared: Vec<Variable>,
}

impl Names {
    /// Constants and variables with their values. A constant may use those before it.
    fn declare(&mut self, description: &Description, limits: &Limits, report: &mut Report) -> Result<(), Failure> {
        for constant in &description.constants {
            let Ok(shape) = self.shape(constant, limits, report) else { continue };
            let Ok(cells) = self.values(&constant.value, &shape, report) else { continue };
            self.constants.insert(Arc::clone(&constant.name.text), (shape, self.cells.len()));
            self.cells.extend(cells);
        }
        let mut offset = 0;
        for variable in &description.variables {
            let Ok(shape) = self.shape(variable, limits, report) else { continue };
            let cells = self.types.cells(&shape);
            self.variables.insert(Arc::clone(&variable.name.text), self.declared.len());
            self.declared.push(Variable { name: Arc::clone(&variable.name.text), shape, offset, cells });
            offset += cells;
            if offset > limits.entries {
                return Err(report.error(variable.name.span, format!("all variables together have more than {} entries", limits.entries)));
            }
        }
        self.check_builtins(description, report)
    }

    /// An error if a variable that every game has is declared with another type.
    fn check_builtins(&mut self, description: &Description, report: &mut Report) -> Result<(), Failure> {
        let named = |text: &str| Type::Name(Name { text: text.into(), span: Span::default() });
        let over = |to: &str| Type::Arrow(Box::new(named("Player")), Box::new(named(to)));
        for (name, of) in [(GOALS, over("Score")), (PLAYER, named("PlayerOrSystem")), (VISIBLE, over("Bool"))] {
            let wanted = self.types.shape(&of, &mut self.symbols, report)?;
            let declared = self.variables.get(name).map(|&number| &self.declared[number].shape);
            if declared.is_some_and(|shape| {
                shape.keys != wanted.keys
                    || shape.keys.is_empty() && !self.types.overlap(shape.leaf, wanted.leaf)
                    || name == GOALS && shape.leaf != wanted.leaf
            }) {
                let span = description
                    .variables
                    .iter()
                    .find(|variable| &*variable.name.text == name)
                    .map_or(Span::default(), |variable| variable.of.span());
                return Err(report.error(span, format!("the type of `{name}` is `{of}`")));
            }
        }
        Ok(())
    }

    fn shape(&mut self, declared: &Declaration, limits: &Limits, report: &mut Report) -> Result<Shape, Failure> {
        let name = &declared.name;
        if self.constants.contains_key(&name.text) || self.variables.contains_key(&name.text) {
            return Err(report.error(name.span, format!("duplicate declaration of `{}`", name.text)));
        }
        let shape = self.types.shape(&declared.of, &mut self.symbols, report)?;
        let cells = self.types.cells(&shape);
        if cells + self.cells.len() > limits.entries {
            return Err(report.error(name.span, format!("all maps together have more than {} entries", limits.entries)));
        }
        Ok(shape)
    }

    /// Reports an unknown name.
    fn unknown(&self, name: &Name, report: &mut Report) -> Failure {
        let known = self.variables.keys().chain(self.constants.keys()).chain(self.symbols.names());
        let near = nearest(&name.text, known.map(|name| &**name));
        report.suggest(name.span, format!("unknown variable, constant or value `{}`", name.text), near)
    }
}

/// The same with the types and variables that every game has.
fn with_builtins(description: &Description, report: &mut Report) -> Result<Description, Failure> {
    let mut all = description.clone();
    let named = |text: &str| Name { text: text.into(), span: Span::default() };
    let reference = |text: &str| Type::Name(named(text));
    for needed in ["Player", "Score"] {
        if !all.types.iter().any(|typedef| &*typedef.name.text == needed) {
            let near = nearest(needed, all.types.iter().map(|typedef| &*typedef.name.text));
            return Err(report.suggest(Span::default(), format!("missing type `{needed}`, which every game needs"), near));
        }
    }
    let of = |name: &str| all.types.iter().find(|typedef| &*typedef.name.text == name).map(|typedef| &typedef.of);
    let Some(Type::Set(players, _)) = of("Player") else {
        return Err(report.error(of("Player").map_or(Span::default(), Type::span), "`Player` is a list of players"));
    };
    let Some(Type::Set(scores, _)) = of("Score") else {
        return Err(report.error(of("Score").map_or(Span::default(), Type::span), "`Score` is a list of scores"));
    };
    if players.len() > MOST_PLAYERS {
        return Err(report.error(players[0].span, format!("there are more than {MOST_PLAYERS} players")));
    }
    let mut controls = players.clone();
    controls.retain(|player| !["keeper", "random"].contains(&&*player.text));
    controls.extend(["keeper", "random"].map(named));
    let lowest = scores[0].clone();
    let arrow = |from: &str, to: &str| Type::Arrow(Box::new(reference(from)), Box::new(reference(to)));
    let types = [
        ("Bool", Type::Set(["0", "1"].map(named).to_vec(), Span::default())),
        ("Goals", arrow("Player", "Score")),
        ("Visibility", arrow("Player", "Bool")),
        ("PlayerOrSystem", Type::Set(controls, Span::default())),
    ];
    let everywhere = |name: Name| Value::Map(vec![(None, Value::Element(name))], Span::default());
    let variables = [
        (GOALS, "Goals", everywhere(lowest)),
        (PLAYER, "PlayerOrSystem", Value::Element(named("keeper"))),
        (VISIBLE, "Visibility", everywhere(named("1"))),
    ];
    for (name, of) in types {
        if !all.types.iter().any(|typedef| &*typedef.name.text == name) {
            all.types.push(Typedef { name: named(name), of });
        }
    }
    for (name, of, value) in variables {
        if !all.variables.iter().any(|variable| &*variable.name.text == name) {
            all.variables.push(Declaration { name: named(name), of: reference(of), value });
        }
    }
    Ok(all)
}
