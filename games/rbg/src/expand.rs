//! Macro expansion, at the level of tokens.
//!
//! A macro sees only those defined before it, which rules out recursion. Arguments are expanded where the macro uses them, with the macros
//! visible to their own text. `~` pastes the last token of its expanded left side to the first of its expanded right side; if the whole
//! result is one name and that is a macro's, the macro is expanded in turn (`row~size`).

use crate::lex::{Kind, Token};
use crate::limits::Limits;
use crate::report::{Failure, Place, Report};
use crate::sections::{Directive, counted};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The macro expander.
pub(crate) struct Expander<'a> {
    all: &'a [Directive],
    macros: BTreeMap<&'a str, Vec<&'a Directive>>,
    limits: &'a Limits,
    /// The number of tokens processed: an expansion may do much work and produce no token.
    work: usize,
    /// The number of tokens produced.
    left: usize,
    /// The positions of the expanded macros among the directives.
    used: BTreeSet<usize>,
}

/// The scope of names in a text.
struct Scope<'a> {
    /// Macros defined before this directive are visible.
    order: usize,
    parameters: &'a [Rc<str>],
    arguments: Rc<[&'a [Token]]>,
    /// The places of the arguments.
    caller: Option<&'a Scope<'a>>,
    /// The number of this expansion.
    origin: u32,
    depth: usize,
}

impl<'a> Expander<'a> {
    pub(crate) fn new(macros: &'a [Directive], limits: &'a Limits) -> Self {
        let mut table: BTreeMap<&str, Vec<&Directive>> = BTreeMap::new();
        for directive in macros {
            table.entry(&directive.name).or_default().push(directive);
        }
        Expander { all: macros, macros: table, limits, work: 0, left: 0, used: BTreeSet::new() }
    }

    /// Expands the body of a section. Fails if a limit is reached, or if there was any other error.
    pub(crate) fn section(&mut self, section: &Directive, report: &mut Report) -> Result<Vec<Token>, Failure> {
        let scope = Scope { order: section.order, parameters: &[], arguments: Rc::default(), caller: None, origin: 0, depth: 0 };
        let before = report.count();
        let mut out = Vec::new();
        self.text(&section.body, &scope, &mut out, report)?;
        if report.count() > before { Err(Failure) } else { Ok(out) }
    }

    /// The macros that were never expanded, in the order of the text.
    pub(crate) fn unused(&self) -> impl Iterator<Item = &'a Directive> {
        self.all.iter().filter(|directive| !self.used.contains(&directive.order))
    }

    /// Expands a text.
    fn text(&mut self, tokens: &[Token], scope: &Scope<'_>, out: &mut Vec<Token>, report: &mut Report) -> Result<(), Failure> {
        let pastes = |at: usize| tokens.get(at).is_some_and(|token| token.is("~"));
        let mut at = 0;
        while at < tokens.len() {
            if pastes(at) {
                report.error(here(&tokens[at], scope), "there is nothing before `~`");
                at += 1;
                continue;
            }
            let (first, start) = (at, out.len());
            at = self.operand(tokens, at, scope, out, report)?;
            if !pastes(at) {
                continue;
            }
            let mut pasted = out.split_off(start);
            while pastes(at) {
                let tilde = here(&tokens[at], scope);
                at += 1;
                if at == tokens.len() || pastes(at) {
                    report.error(tilde, "there is nothing after `~`");
                    break;
                }
                let mut right = Vec::new();
                at = self.operand(tokens, at, scope, &mut right, report)?;
                paste(&mut pasted, right, here(&tokens[first], scope).to(here(&tokens[at - 1], scope)), tilde, report);
            }
            match &pasted[..] {
                [name] if self.visible(name, scope) => at = self.call(name, tokens, at, scope, out, report)?,
                _ => out.append(&mut pasted),
            }
        }
        Ok(())
    }

    /// Expands the name at a position, with its arguments if it has any; returns the position behind it.
    fn operand(
        &mut self,
        tokens: &[Token],
        at: usize,
        scope: &Scope<'_>,
        out: &mut Vec<Token>,
        report: &mut Report,
    ) -> Result<usize, Failure> {
        let token = &tokens[at];
        self.count(1, here(token, scope), report)?;
        let parameter = token.word().and_then(|word| scope.parameters.iter().position(|parameter| parameter == word));
        if let (Some(i), Some(caller), Some(word)) = (parameter, scope.caller, token.word()) {
            let origin = report.expansion("argument", word, here(token, scope));
            let depth = self.deeper(scope, here(token, scope), report)?;
            // The argument sees what its own text sees; only its origin and depth are those of the place where it is used.
            let inner = Scope {
                order: caller.order,
                parameters: caller.parameters,
                arguments: caller.arguments.clone(),
                caller: caller.caller,
                origin,
                depth,
            };
            self.text(scope.arguments[i], &inner, out, report)?;
            return Ok(at + 1);
        }
        let beside = |at: Option<usize>| at.and_then(|at| tokens.get(at)).is_some_and(|token| token.is("~"));
        let called = tokens.get(at + 1).is_some_and(|token| token.is("("));
        let half = (beside(at.checked_sub(1)) || beside(Some(at + 1))) && !called && !self.constant(token, scope);
        if self.visible(token, scope) && !half {
            let name = Token { origin: scope.origin, ..token.clone() };
            return self.call(&name, tokens, at + 1, scope, out, report);
        }
        self.left += 1;
        if self.left > self.limits.tokens {
            return Err(report.error(here(token, scope), format!("the macros expand to more than {} tokens", self.limits.tokens)));
        }
        out.push(Token { origin: scope.origin, ..token.clone() });
        Ok(at + 1)
    }

    /// Expands a macro whose arguments, if it has any, start at a position; returns the position behind them.
    fn call(
        &mut self,
        name: &Token,
        tokens: &[Token],
        at: usize,
        scope: &Scope<'_>,
        out: &mut Vec<Token>,
        report: &mut Report,
    ) -> Result<usize, Failure> {
        let Some(word) = name.word() else { return Ok(at) };
        let known: Vec<&Directive> = self.macros[&**word].iter().copied().filter(|directive| directive.order < scope.order).collect();
        let (arguments, end) = if known[0].parameters.is_empty() {
            (Vec::new(), at)
        } else if tokens.get(at).is_some_and(|token| token.is("(")) {
            let Some((arguments, end)) = arguments(&tokens[at + 1..]) else {
                report.error(name.place(), format!("the arguments of the macro `{word}` have no closing `)`"));
                return Ok(tokens.len());
            };
            self.count(end, name.place(), report)?;
            (arguments, at + 1 + end)
        } else {
            (Vec::new(), at)
        };
        let Some(found) = known.iter().find(|directive| directive.parameters.len() == arguments.len()) else {
            let takes: Vec<_> = known.iter().map(|directive| counted(directive.parameters.len())).collect();
            let message = format!("the macro `{word}` has {}, but is given {}", takes.join(" or "), arguments.len());
            report.error(name.place(), message);
            return Ok(end);
        };
        self.used.insert(found.order);
        let origin = report.expansion("macro", word, name.place());
        let depth = self.deeper(scope, name.place(), report)?;
        let inner =
            Scope { order: found.order, parameters: &found.parameters, arguments: arguments.into(), caller: Some(scope), origin, depth };
        self.text(&found.body, &inner, out, report)?;
        Ok(end)
    }

    fn known(&self, token: &Token, scope: &Scope<'_>) -> Option<&'a Directive> {
        let known = self.macros.get(&**token.word()?)?;
        known.iter().copied().find(|directive| directive.order < scope.order)
    }

    fn visible(&self, token: &Token, scope: &Scope<'_>) -> bool {
        self.known(token, scope).is_some()
    }

    /// Whether a token is the name of a macro without parameters.
    fn constant(&self, token: &Token, scope: &Scope<'_>) -> bool {
        self.known(token, scope).is_some_and(|directive| directive.parameters.is_empty())
    }

    fn count(&mut self, work: usize, at: Place, report: &mut Report) -> Result<(), Failure> {
        self.work += work;
        if self.work > self.limits.tokens.saturating_mul(4) {
            return Err(report.error(at, "expanding the macros takes too many steps"));
        }
        Ok(())
    }

    fn deeper(&self, scope: &Scope<'_>, at: Place, report: &mut Report) -> Result<usize, Failure> {
        if scope.depth >= self.limits.depth {
            return Err(report.error(at, format!("macros are nested deeper than {}", self.limits.depth)));
        }
        Ok(scope.depth + 1)
    }
}

/// The place of a token of a text.
fn here(token: &Token, scope: &Scope<'_>) -> Place {
    Place { span: token.span, origin: scope.origin }
}

/// Splits arguments up to their `)`; returns the number of tokens read.
fn arguments(tokens: &[Token]) -> Option<(Vec<&[Token]>, usize)> {
    let (mut found, mut start, mut open) = (Vec::new(), 0, 0usize);
    for (i, token) in tokens.iter().enumerate() {
        if token.is("(") {
            open += 1;
        } else if open == 0 && (token.is(";") || token.is(")")) {
            found.push(&tokens[start..i]);
            start = i + 1;
            if token.is(")") {
                return Some((found, start));
            }
        } else if token.is(")") {
            open -= 1;
        }
    }
    None
}

/// Pastes the first token on the right to the last one on the left; if one side is empty, nothing is pasted.
fn paste(left: &mut Vec<Token>, right: Vec<Token>, at: Place, tilde: Place, report: &mut Report) {
    let mut right = right.into_iter();
    if let (Some(last), Some(first)) = (left.last_mut(), right.as_slice().first()) {
        let text = last.text() + &first.text();
        let kind = match (&last.kind, &first.kind) {
            (Kind::Word(_), Kind::Word(_) | Kind::Number(_)) => Some(Kind::Word(text.into())),
            (Kind::Number(_), Kind::Number(_)) => text.parse().ok().map(Kind::Number),
            _ => None,
        };
        match kind {
            Some(kind) => *last = Token { kind, span: at.span, origin: at.origin },
            None => {
                report.error(tilde, format!("cannot paste `{}` and `{}`", last.text(), first.text()));
            }
        }
        right.next();
    }
    left.extend(right);
}
