//! Graphs: statements become edges.

use super::functions::Functions;
use super::made;
use super::term::{Bindings, Term};
use crate::description::{Description, Edge, Label, Name, Type};
use crate::hrg::{Expression, Graph, Source, Statement};
use crate::limits::Limits;
use crate::report::{Failure, Report, nearest};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use treebench_rbg::expr::Span;

/// Lowers all graphs that the rules use.
pub(super) fn lower(
    source: &Source,
    functions: &mut Functions<'_>,
    limits: &Limits,
    description: &mut Description,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut graphs: BTreeMap<&str, &Graph> = BTreeMap::new();
    for graph in &source.graphs {
        if graphs.insert(&graph.name.text, graph).is_some() {
            report.error(graph.name.span, format!("duplicate graph `{}`", graph.name.text));
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
    pub(super) graphs: BTreeMap<&'l str, &'l Graph>,
    pub(super) functions: &'l mut Functions<'a>,
    limits: &'l Limits,
    pub(super) description: &'l mut Description,
    pub(super) report: &'l mut Report,
    /// How many nodes of each graph have a name.
    counters: BTreeMap<Arc<str>, usize>,
    /// The reusable graphs whose edges are there.
    pub(super) emitted: BTreeSet<Arc<str>>,
    /// The graphs that are being copied.
    pub(super) open: Vec<Arc<str>>,
}

/// Where `end()` leads.
#[derive(Clone)]
pub(super) struct Exits {
    pub(super) end: Name,
    /// Whether this is a test of reachability.
    pub(super) tested: bool,
}

/// The context of a statement.
pub(super) struct Scope<'s> {
    pub(super) graph: &'s Graph,
    /// The values of names that `branch x in` and `repeat x in` go through.
    pub(super) bindings: Bindings,
    pub(super) exits: Exits,
    /// Where `break()`, `continue()` and `return()` lead.
    pub(super) leave: Option<Name>,
    pub(super) again: Option<Name>,
    pub(super) back: Name,
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

    pub(super) fn edge(&mut self, from: &Name, to: &Name, label: Label) -> Result<(), Failure> {
        self.description.edges.push(Edge { from: from.clone(), to: to.clone(), label });
        if self.description.edges.len() > self.limits.edges {
            return Err(self.report.error(from.span, format!("the automaton has more than {} edges", self.limits.edges)));
        }
        Ok(())
    }

    /// The edges of a graph from a node to the end of its body, from where they lead to `back`.
    pub(super) fn graph(&mut self, graph: &Graph, from: Name, back: Option<&Name>, exits: &Exits) -> Result<(), Failure> {
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
    fn block(&mut self, body: &[Statement], from: Name, to: &Name, scope: &mut Scope<'_>) -> Result<(), Failure> {
        let mut here = from;
        for (i, statement) in body.iter().enumerate() {
            match self.statement(statement, &here, scope) {
                Ok(Some(next)) => here = next,
                Ok(None) if i + 1 < body.len() => {
                    let Statement::Call { name, .. } = statement else { return Err(Failure) };
                    return Err(self.report.error(name.span, format!("nothing is done after `{}()`", name.text)));
                }
                Ok(None) => return Ok(()),
                Err(Failure) if self.description.edges.len() > self.limits.edges => return Err(Failure),
                // The statements after an error may have others.
                Err(Failure) => {}
            }
        }
        self.edge(&here, to, Label::Empty)
    }

    /// The node after a statement; none after a jump.
    fn statement(&mut self, statement: &Statement, here: &Name, scope: &mut Scope<'_>) -> Result<Option<Name>, Failure> {
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
                let [yes, no] = self.decided(condition, here, scope)?;
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
                self.for_each(name, of, scope, |lowering, scope| lowering.block(body, here.clone(), &next, scope))?;
                Ok(Some(next))
            }
            Statement::Loop(body) => {
                let [first, next] = [self.scoped_node(scope), self.scoped_node(scope)];
                self.edge(here, &first, Label::Empty)?;
                self.repeated(body, first.clone(), &first, (&next, &first), scope)?;
                Ok(Some(next))
            }
            Statement::While { condition, body } => {
                let [yes, no] = self.decided(condition, here, scope)?;
                self.repeated(body, yes, here, (&no, here), scope)?;
                Ok(Some(no))
            }
            Statement::Repeat { count, body } => {
                let (next, mut here) = (self.scoped_node(scope), here.clone());
                (0..*count).try_for_each(|_| self.repetition(body, &mut here, &next, scope))?;
                self.edge(&here, &next, Label::Empty)?;
                Ok(Some(next))
            }
            Statement::RepeatIn { name, of, body } => {
                let (next, mut here) = (self.scoped_node(scope), here.clone());
                self.for_each(name, of, scope, |lowering, scope| lowering.repetition(body, &mut here, &next, scope))?;
                self.edge(&here, &next, Label::Empty)?;
                Ok(Some(next))
            }
        }
    }

    /// The nodes where a condition holds and where it does not.
    fn decided(&mut self, condition: &Expression, here: &Name, scope: &mut Scope<'_>) -> Result<[Name; 2], Failure> {
        let [yes, no] = [self.scoped_node(scope), self.scoped_node(scope)];
        self.condition(condition, here, Some(&yes), Some(&no), scope)?;
        Ok([yes, no])
    }

    /// Does something for each value of a domain, with a name bound to it.
    fn for_each(
        &mut self,
        name: &Name,
        of: &Type,
        scope: &mut Scope<'_>,
        mut lower: impl FnMut(&mut Self, &mut Scope<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for value in self.functions.domains.of(of, self.report)? {
            scope.bindings.push(&name.text, value);
            let result = lower(self, scope);
            scope.bindings.pop();
            result?;
        }
        Ok(())
    }

    /// One of several repetitions: from here to a new node, which is then here.
    fn repetition(&mut self, body: &[Statement], here: &mut Name, next: &Name, scope: &mut Scope<'_>) -> Result<(), Failure> {
        let after = self.scoped_node(scope);
        let from = std::mem::replace(here, after.clone());
        self.repeated(body, from, &after, (next, &after), scope)
    }

    /// One edge to a new node.
    fn step(&mut self, here: &Name, label: Label, scope: &Scope<'_>) -> Result<Option<Name>, Failure> {
        let next = self.scoped_node(scope);
        self.edge(here, &next, label)?;
        Ok(Some(next))
    }

    /// The body of a loop, in which `break()` and `continue()` lead to these nodes.
    fn repeated(&mut self, body: &[Statement], from: Name, to: &Name, jumps: (&Name, &Name), scope: &mut Scope<'_>) -> Result<(), Failure> {
        let outer = (scope.leave.replace(jumps.0.clone()), scope.again.replace(jumps.1.clone()));
        let result = self.block(body, from, to, scope);
        (scope.leave, scope.again) = outer;
        result
    }
}

/// The variable in which a graph keeps an argument.
pub(super) fn argument(graph: &Graph, name: &Name) -> Option<Name> {
    let place = graph.arguments.iter().position(|(argument, _)| argument.text == name.text)?;
    Some(name.renamed(format!("{}_arg{place}_{}", graph.name.text, name.text)))
}
