//! Lints: legal descriptions that look like mistakes.

use crate::description::Description;
use crate::error::Errors;
use crate::expand::Expander;
use crate::expr::{Action, Expr};
use crate::lex::lex;
use crate::limits::Limits;
use crate::parameter;
use crate::report::Report;
use crate::sections::{self, Directive, Parts};
use treebench_compile::{Arithmetic, Comparison, Control, Variable};

/// Unused declarations and impossible actions, one sentence each.
pub fn lint(game: &Description) -> Vec<String> {
    let mut uses = Uses {
        game,
        pieces: vec![false; game.pieces.len()],
        read: vec![false; game.variable_count()],
        set: vec![false; game.variable_count()],
        moves: vec![false; game.players.len()],
        directions: vec![false; game.board.directions.len()],
        impossible: Vec::new(),
    };
    game.board.pieces.iter().for_each(|piece| uses.pieces[usize::from(piece.0)] = true);
    uses.expression(&game.rules);
    let mut found = Vec::new();
    let mut unused = |names: &mut dyn Iterator<Item = &String>, used: &[bool], what: &str| {
        found.extend(names.zip(used).filter(|(_, used)| !**used).map(|(name, _)| what.replace('_', name)));
    };
    unused(&mut game.players.iter().map(|player| &player.name), &uses.moves, "the player `_` never moves");
    unused(&mut game.players.iter().map(|player| &player.name), &uses.set, "the player `_` never scores");
    unused(&mut game.pieces.iter(), &uses.pieces, "the piece `_` is never used");
    let declared = game.players.len()..;
    unused(&mut game.variables.iter().map(|variable| &variable.name), &uses.read[declared.clone()], "the variable `_` is never read");
    unused(&mut game.variables.iter().map(|variable| &variable.name), &uses.set[declared], "the variable `_` is never set");
    unused(&mut game.board.directions.iter(), &uses.directions, "the direction `_` is never used");
    found.extend(uses.impossible);
    found
}

/// The macros of a text that are used with no value of its parameters, in its order.
pub fn unused_macros(name: &str, text: &str, limits: &Limits) -> Result<Vec<String>, Errors> {
    let mut report = Report::new(name, text);
    let mut unused = Vec::new();
    if limits.admit(text, &mut report).is_ok() {
        let lexed = lex(text, &mut report);
        let parts = sections::split(&lexed.tokens, &mut report);
        let parameters = parameter::declared(&lexed, &parts.macros, &mut report);
        unused = unused_with(&parts, &parts.macros, limits, &mut report);
        let values = parameters.iter().flat_map(|parameter| parameter.allowed.iter().map(|value| (&*parameter.name, &**value)));
        for given in values {
            // With another value, other macros are pasted together. What is wrong with that value is no matter of this lint.
            let (mut macros, mut aside) = (parts.macros.clone(), Report::new(name, text));
            parameter::replace(&mut macros, &parameters, &[given], limits, &mut aside);
            let still = unused_with(&parts, &macros, limits, &mut aside);
            unused.retain(|name| still.contains(name));
        }
    }
    report.finish(Some(unused))
}

/// The macros that no section uses.
fn unused_with(parts: &Parts, macros: &[Directive], limits: &Limits, report: &mut Report) -> Vec<String> {
    let mut expander = Expander::new(macros, limits);
    for section in parts.sections.iter().flatten() {
        // The report already contains the errors.
        let _ = expander.section(section, report);
    }
    expander.unused().map(|directive| directive.name.to_string()).collect()
}

/// The names that the rules use.
struct Uses<'a> {
    game: &'a Description,
    pieces: Vec<bool>,
    read: Vec<bool>,
    set: Vec<bool>,
    moves: Vec<bool>,
    directions: Vec<bool>,
    impossible: Vec<String>,
}

impl Uses<'_> {
    fn expression(&mut self, expr: &Expr) {
        match expr {
            Expr::Sequence(parts) | Expr::Sum(parts) => parts.iter().for_each(|part| self.expression(part)),
            Expr::Star(body) => self.expression(body),
            Expr::Action(action, _) => self.action(action),
            Expr::Dot(_) => {}
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Shift(direction) => self.directions[usize::from(direction.0)] = true,
            Action::On(pieces) => pieces.iter().for_each(|piece| self.pieces[usize::from(piece.0)] = true),
            Action::Compare(Comparison { left, right, .. }) => [left, right].into_iter().for_each(|value| self.value(value)),
            Action::Pattern { body, .. } => self.expression(body),
            Action::Off(piece) => self.pieces[usize::from(piece.0)] = true,
            Action::Assign { variable, value } => self.assignment(*variable, value),
            Action::Switch(Control::Player(player)) => self.moves[usize::from(*player)] = true,
            Action::Switch(Control::Keeper) => {}
        }
    }

    fn assignment(&mut self, variable: Variable, value: &Arithmetic) {
        self.set[usize::from(variable.0)] = true;
        self.value(value);
        let bounded = self.game.variable(variable);
        if let Arithmetic::Number(number) = value
            && !(0..=i64::from(bounded.bound)).contains(number)
        {
            let sentence = format!("`[$ {} = {number}]` is never possible: the bound is {}", bounded.name, bounded.bound);
            if !self.impossible.contains(&sentence) {
                self.impossible.push(sentence);
            }
        }
    }

    fn value(&mut self, value: &Arithmetic) {
        match value {
            Arithmetic::Number(_) => {}
            Arithmetic::Variable(variable) => self.read[usize::from(variable.0)] = true,
            Arithmetic::Count(piece) => self.pieces[usize::from(piece.0)] = true,
            Arithmetic::Binary(left, _, right) => [left, right].into_iter().for_each(|value| self.value(value)),
        }
    }
}
