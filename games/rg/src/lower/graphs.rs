//! Graphs: statements become edges. A call of a graph is a copy of its edges, but that of a reusable one, which is there once and finds its
//! way back by a variable.

use super::functions::Functions;
use super::made;
use super::term::{Bindings, Term};
use crate::description::{Declaration, Description, Edge, Expression, Label, Name, Type, Typedef, Value};
use crate::hrg::{self, Graph, Source, Statement};
use crate::limits::Limits;
use crate::names::nearest;
use crate::report::{Failed, Report};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use treebench_rbg::expr::Span;

/// Words that are called like graphs and end a block.
const JUMPS: [&str; 4] = ["break", "continue", "end", "return"];

/// Lowers all graphs that the rules use.
pub(super) fn lower(
    source: &Source,
    functions: &mut Functions<'_>,
    limits: &Limits,
    description: &mut Description,
    report: &mut Report,
) -> Result<(), Failed> {
    let mut graphs: BTreeMap<&str, &Graph> = BTreeMap::new();
    for graph in &source.graphs {
        if graphs.insert(&graph.name.text, graph).is_some() {
            report.error(graph.name.span, format!("there is another graph `{}`", graph.name.text));
        }
    }
    let Some(&rules) = graphs.get("rules") else {
        let near = nearest("rules", graphs.keys().copied());
        return Err(report.suggest(Span::default(), "there is no `graph rules()`, with which a game begins", near));
    };
    let lowering = &mut Lowering {
        graphs,
        functions,
        limits,
        description,
        report,
        counters: BTreeMap::new(),
        emitted: BTreeSet::new(),
        open: Vec::new(),
    };
    let (begin, end) = (made("begin", rules.name.span), made("end", rules.name.span));
    lowering.graph(rules, begin, Some(&end), &Exits { end: end.clone(), tested: false })
}

/// The automaton under construction.
pub(super) struct Lowering<'l, 'a> {
    graphs: BTreeMap<&'l str, &'l Graph>,
    pub(super) functions: &'l mut Functions<'a>,
    limits: &'l Limits,
    description: &'l mut Description,
    pub(super) report: &'l mut Report,
    /// How many nodes of each graph have a name.
    counters: BTreeMap<Arc<str>, usize>,
    /// The reusable graphs whose edges are there.
    emitted: BTreeSet<Arc<str>>,
    /// The graphs that are being copied.
    open: Vec<Arc<str>>,
}

/// Where `end()` leads.
#[derive(Clone)]
struct Exits {
    end: Name,
    /// Whether this is a test of reachability.
    tested: bool,
}

/// What holds around a statement.
pub(super) struct Scope<'s> {
    graph: &'s Graph,
    /// The values of names that `branch x in` and `repeat x in` go through.
    pub(super) bindings: Bindings,
    exits: Exits,
    leave: Option<Name>,
    again: Option<Name>,
    back: Name,
}

impl<'l> Lowering<'l, '_> {
    /// A node with a name of its own.
    pub(super) fn node(&mut self, graph: &Name) -> Name {
        let counter = self.counters.entry(Arc::clone(&graph.text)).or_default();
        *counter += 1;
        graph.renamed(format!("{}_{counter}", graph.text))
    }

    pub(super) fn scoped_node(&mut self, scope: &Scope<'_>) -> Name {
        self.node(&scope.graph.name)
    }

    pub(super) fn edge(&mut self, from: &Name, to: &Name, label: Label) -> Result<(), Failed> {
        self.description.edges.push(Edge { from: from.clone(), to: to.clone(), label });
        if self.description.edges.len() > self.limits.edges {
            return Err(self.report.error(from.span, format!("the automaton has more than {} edges", self.limits.edges)));
        }
        Ok(())
    }

    /// The edges of a graph from a node to the end of its body, from where they lead to `back`.
    fn graph(&mut self, graph: &Graph, from: Name, back: Option<&Name>, exits: &Exits) -> Result<(), Failed> {
        if self.open.contains(&graph.name.text) || self.open.len() == self.limits.depth {
            let message = format!("the graph `{}` calls itself; a loop, or a reusable graph, does not", graph.name.text);
            return Err(self.report.error(graph.name.span, message));
        }
        self.open.push(Arc::clone(&graph.name.text));
        let last = match back {
            Some(back) => back.clone(),
            None => self.node(&graph.name),
        };
        let scope = &mut Scope { graph, bindings: Bindings::default(), exits: exits.clone(), leave: None, again: None, back: last.clone() };
        let result = self.block(&graph.body, from, &last, scope);
        self.open.pop();
        result
    }

    /// The edges of statements from a node to another.
    fn block(&mut self, body: &[Statement], from: Name, to: &Name, scope: &mut Scope<'_>) -> Result<(), Failed> {
        let mut here = from;
        for (i, statement) in body.iter().enumerate() {
            match self.statement(statement, &here, scope) {
                Ok(Some(next)) => here = next,
                Ok(None) if i + 1 < body.len() => {
                    let Statement::Call { name, .. } = statement else { return Err(Failed) };
                    return Err(self.report.error(name.span, format!("nothing is done after `{}()`", name.text)));
                }
                Ok(None) => return Ok(()),
                Err(Failed) if self.description.edges.len() > self.limits.edges => return Err(Failed),
                // The statements after an error may have others.
                Err(Failed) => {}
            }
        }
        self.edge(&here, to, Label::Empty)
    }

    /// The node after a statement; none after a jump.
    fn statement(&mut self, statement: &Statement, here: &Name, scope: &mut Scope<'_>) -> Result<Option<Name>, Failed> {
        match statement {
            Statement::Assign { variable, keys, value } => {
                let label = Label::Assign(self.place(variable, keys, scope)?, self.expression(value, scope)?);
                self.step(here, label, scope)
            }
            Statement::AssignAny { variable, keys, of } => {
                let label = Label::AssignAny(self.place(variable, keys, scope)?, of.clone());
                self.step(here, label, scope)
            }
            Statement::Tag { parts, span, .. } => {
                let word = |part: &Name| scope.bindings.get(&part.text).map_or_else(|| Arc::clone(&part.text), Term::name);
                let words: Vec<Arc<str>> = parts.iter().map(word).collect();
                self.step(here, Label::Tag(made(words.join("__"), *span)), scope)
            }
            Statement::TagVariable(variable) => {
                let variable = argument(scope.graph, variable).unwrap_or_else(|| variable.clone());
                self.step(here, Label::TagVariable(variable), scope)
            }
            Statement::Call { name, arguments } => self.call(name, arguments, here, scope),
            Statement::If { condition, then, otherwise } => {
                let [yes, no] = [self.scoped_node(scope), self.scoped_node(scope)];
                self.condition(condition, here, Some(&yes), Some(&no), scope)?;
                if otherwise.is_empty() {
                    self.block(then, yes, &no, scope)?;
                    return Ok(Some(no));
                }
                let next = self.scoped_node(scope);
                self.block(then, yes, &next, scope)?;
                self.block(otherwise, no, &next, scope)?;
                Ok(Some(next))
            }
            Statement::Branch(arms) => {
                let next = self.scoped_node(scope);
                arms.iter().try_for_each(|arm| self.block(arm, here.clone(), &next, scope))?;
                Ok(Some(next))
            }
            Statement::BranchIn { name, of, body } => {
                let next = self.scoped_node(scope);
                for value in self.functions.domains.of(of, self.report)? {
                    scope.bindings.push(&name.text, value);
                    let result = self.block(body, here.clone(), &next, scope);
                    scope.bindings.pop();
                    result?;
                }
                Ok(Some(next))
            }
            Statement::Loop(body) => {
                let [first, next] = [self.scoped_node(scope), self.scoped_node(scope)];
                self.edge(here, &first, Label::Empty)?;
                self.repeated(body, first.clone(), &first, (&next, &first), scope)?;
                Ok(Some(next))
            }
            Statement::While { condition, body } => {
                let [yes, no] = [self.scoped_node(scope), self.scoped_node(scope)];
                self.condition(condition, here, Some(&yes), Some(&no), scope)?;
                self.repeated(body, yes, here, (&no, here), scope)?;
                Ok(Some(no))
            }
            Statement::Repeat { count, body } => {
                let next = self.scoped_node(scope);
                let mut here = here.clone();
                for _ in 0..*count {
                    let after = self.scoped_node(scope);
                    self.repeated(body, here, &after, (&next, &after), scope)?;
                    here = after;
                }
                self.edge(&here, &next, Label::Empty)?;
                Ok(Some(next))
            }
            Statement::RepeatIn { name, of, body } => {
                let next = self.scoped_node(scope);
                let mut here = here.clone();
                for value in self.functions.domains.of(of, self.report)? {
                    let after = self.scoped_node(scope);
                    scope.bindings.push(&name.text, value);
                    let result = self.repeated(body, here, &after, (&next, &after), scope);
                    scope.bindings.pop();
                    result?;
                    here = after;
                }
                self.edge(&here, &next, Label::Empty)?;
                Ok(Some(next))
            }
        }
    }

    /// One edge to a new node.
    fn step(&mut self, here: &Name, label: Label, scope: &Scope<'_>) -> Result<Option<Name>, Failed> {
        let next = self.scoped_node(scope);
        self.edge(here, &next, label)?;
        Ok(Some(next))
    }

    /// The body of a loop, in which `break()` and `continue()` lead to these nodes.
    fn repeated(&mut self, body: &[Statement], from: Name, to: &Name, jumps: (&Name, &Name), scope: &mut Scope<'_>) -> Result<(), Failed> {
        let outer = (scope.leave.replace(jumps.0.clone()), scope.again.replace(jumps.1.clone()));
        let result = self.block(body, from, to, scope);
        (scope.leave, scope.again) = outer;
        result
    }

    fn call(&mut self, name: &Name, arguments: &[hrg::Expression], here: &Name, scope: &mut Scope<'_>) -> Result<Option<Name>, Failed> {
        if &*name.text == "check" {
            self.arity(name, 1, arguments.len())?;
            let next = self.scoped_node(scope);
            self.condition(&arguments[0], here, Some(&next), None, scope)?;
            return Ok(Some(next));
        }
        if JUMPS.contains(&&*name.text) {
            self.arity(name, 0, arguments.len())?;
            return self.jump(name, here, scope).map(|()| None);
        }
        let graph = self.called(name, arguments.len())?;
        if graph.reusable {
            return self.shared_call(graph, arguments, here, scope).map(Some);
        }
        let first = self.pass(graph, arguments, here.clone(), scope)?;
        let next = self.scoped_node(scope);
        let exits = scope.exits.clone();
        self.graph(graph, first, Some(&next), &exits)?;
        Ok(Some(next))
    }

    fn jump(&mut self, name: &Name, here: &Name, scope: &Scope<'_>) -> Result<(), Failed> {
        let (target, label) = match &*name.text {
            "break" => (scope.leave.as_ref(), Label::Empty),
            "continue" => (scope.again.as_ref(), Label::Empty),
            "return" => (Some(&scope.back), Label::Empty),
            _ => {
                let named = |text: &str| Expression::Name(name.renamed(text));
                (Some(&scope.exits.end), Label::Assign(named("player"), named("keeper")))
            }
        };
        match target {
            Some(target) => self.edge(here, target, label),
            None => Err(self.report.error(name.span, format!("there is no loop around `{}()`", name.text))),
        }
    }

    /// A call of a reusable graph: it leads to its only copy, and back to where the variable says.
    fn shared_call(&mut self, graph: &Graph, arguments: &[hrg::Expression], here: &Name, scope: &mut Scope<'_>) -> Result<Name, Failed> {
        let suffix = if scope.exits.tested { "_tested" } else { "" };
        let variable = graph.name.renamed(format!("{}{suffix}_return", graph.name.text));
        let type_name = variable.renamed(format!("{}_type", variable.text));
        let call = self.node(&graph.name.renamed(format!("{}{suffix}_call", graph.name.text)));
        match self.description.types.iter_mut().find(|typedef| typedef.name == type_name) {
            Some(Typedef { of: Type::Set(calls, _), .. }) => calls.push(call.clone()),
            _ => {
                let of = Type::Set(vec![call.clone()], graph.name.span);
                self.description.types.push(Typedef { name: type_name.clone(), of });
                let value = Value::Element(call.clone());
                self.description.variables.push(Declaration { name: variable.clone(), of: Type::Name(type_name), value });
            }
        }
        let named = |name: &Name| Expression::Name(name.clone());
        let set = self.scoped_node(scope);
        self.edge(here, &set, Label::Assign(named(&variable), named(&call)))?;
        let passed = self.pass(graph, arguments, set, scope)?;
        let [begin, end] = ["begin", "end"].map(|place| graph.name.renamed(format!("{}{suffix}_{place}", graph.name.text)));
        self.edge(&passed, &begin, Label::Empty)?;
        let exits = scope.exits.clone();
        self.emit(graph, begin, &end, &exits)?;
        let next = self.scoped_node(scope);
        self.edge(&end, &next, Label::Compare { left: named(&variable), right: named(&call), negated: false })?;
        Ok(next)
    }

    /// The only copy of a reusable graph.
    fn emit(&mut self, graph: &Graph, begin: Name, end: &Name, exits: &Exits) -> Result<(), Failed> {
        if !self.emitted.insert(Arc::clone(&begin.text)) {
            return Ok(());
        }
        // It may call itself: its copy is there already.
        let open = std::mem::take(&mut self.open);
        let result = self.graph(graph, begin, Some(end), exits);
        self.open = open;
        result
    }

    /// The first and the last node of a graph whose reachability is tested.
    pub(super) fn tested(&mut self, name: &Name, arguments: &[hrg::Expression], scope: &mut Scope<'_>) -> Result<(Name, Name), Failed> {
        let graph = self.called(name, arguments.len())?;
        let start = self.node(&graph.name);
        let passed = self.pass(graph, arguments, start.clone(), scope)?;
        if graph.reusable {
            let [begin, end] = ["begin", "end"].map(|place| graph.name.renamed(format!("{}_tested_{place}", graph.name.text)));
            self.edge(&passed, &begin, Label::Empty)?;
            self.emit(graph, begin, &end, &Exits { end: end.clone(), tested: true })?;
            return Ok((start, end));
        }
        let end = self.node(&graph.name);
        self.graph(graph, passed, Some(&end), &Exits { end: end.clone(), tested: true })?;
        Ok((start, end))
    }

    /// Sets the arguments of a graph.
    fn pass(&mut self, graph: &Graph, arguments: &[hrg::Expression], from: Name, scope: &Scope<'_>) -> Result<Name, Failed> {
        let mut here = from;
        for ((name, of), given) in graph.arguments.iter().zip(arguments) {
            let variable = argument(graph, name).unwrap_or_else(|| name.clone());
            if !self.description.variables.iter().any(|known| known.name == variable) {
                let value = self.functions.first(of, self.report)?;
                self.description.variables.push(Declaration { name: variable.clone(), of: of.clone(), value });
            }
            let next = self.node(&graph.name);
            let label = Label::Assign(Expression::Name(variable), self.expression(given, scope)?);
            self.edge(&here, &next, label)?;
            here = next;
        }
        Ok(here)
    }

    fn called(&mut self, name: &Name, arguments: usize) -> Result<&'l Graph, Failed> {
        let Some(&graph) = self.graphs.get(&*name.text) else {
            let known = self.graphs.keys().copied().chain(JUMPS).chain(["check"]);
            let near = nearest(&name.text, known);
            return Err(self.report.suggest(name.span, format!("there is no graph `{}`", name.text), near));
        };
        self.arity(name, graph.arguments.len(), arguments)?;
        Ok(graph)
    }

    pub(super) fn arity(&mut self, name: &Name, wanted: usize, given: usize) -> Result<(), Failed> {
        if wanted == given {
            return Ok(());
        }
        let plural = if wanted == 1 { "" } else { "s" };
        Err(self.report.error(name.span, format!("`{}` takes {wanted} argument{plural}, not {given}", name.text)))
    }

    fn place(&mut self, variable: &Name, keys: &[hrg::Expression], scope: &Scope<'_>) -> Result<Expression, Failed> {
        let name = argument(scope.graph, variable).unwrap_or_else(|| variable.clone());
        let mut place = Expression::Name(name);
        for key in keys {
            place = Expression::Access(Box::new(place), Box::new(self.expression(key, scope)?));
        }
        Ok(place)
    }

    /// An expression of a statement: variables, constants, members, and entries of maps.
    pub(super) fn expression(&mut self, expression: &hrg::Expression, scope: &Scope<'_>) -> Result<Expression, Failed> {
        match expression {
            hrg::Expression::Name(name) => Ok(Expression::Name(match scope.bindings.get(&name.text) {
                Some(term) => name.renamed(term.name()),
                None => argument(scope.graph, name).unwrap_or_else(|| name.clone()),
            })),
            hrg::Expression::Access(map, key) => {
                Ok(Expression::Access(Box::new(self.expression(map, scope)?), Box::new(self.expression(key, scope)?)))
            }
            hrg::Expression::Call(map, keys, _) => {
                let mut read = self.expression(map, scope)?;
                for key in keys {
                    read = Expression::Access(Box::new(read), Box::new(self.expression(key, scope)?));
                }
                Ok(read)
            }
            hrg::Expression::Built(name, _) => {
                let term = self.functions.evaluate(expression, &mut scope.bindings.clone(), self.report)?;
                Ok(Expression::Name(name.renamed(term.name())))
            }
            _ => Err(self.report.error(expression.span(), "only a function computes; write one and call it here")),
        }
    }
}

/// The variable in which a graph keeps an argument.
fn argument(graph: &Graph, name: &Name) -> Option<Name> {
    let place = graph.arguments.iter().position(|(argument, _)| argument.text == name.text)?;
    Some(name.renamed(format!("{}_arg{place}_{}", graph.name.text, name.text)))
}
