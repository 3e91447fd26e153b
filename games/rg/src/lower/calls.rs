//! Calls of graphs: a call copies the graph's edges, except for reusable graphs, which exist once and return by a variable.

use super::graphs::{Exits, Lowering, Scope, argument};
use crate::description::{Declaration, Expression, Label, Name, Type, Typedef, Value};
use crate::hrg::{self, Graph};
use crate::report::{Failure, nearest};
use std::sync::Arc;

/// Words that are called like graphs and end a block.
const JUMPS: [&str; 4] = ["break", "continue", "end", "return"];

impl<'l> Lowering<'l, '_> {
    pub(super) fn call(
        &mut self,
        name: &Name,
        arguments: &[hrg::Expression],
        here: &Name,
        scope: &mut Scope<'_>,
    ) -> Result<Option<Name>, Failure> {
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

    fn jump(&mut self, name: &Name, here: &Name, scope: &Scope<'_>) -> Result<(), Failure> {
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
            None => Err(self.report.error(name.span, format!("no loop around `{}()`", name.text))),
        }
    }

    /// A call of a reusable graph: it leads to its only copy, and back to where the variable says.
    fn shared_call(&mut self, graph: &Graph, arguments: &[hrg::Expression], here: &Name, scope: &mut Scope<'_>) -> Result<Name, Failure> {
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
    fn emit(&mut self, graph: &Graph, begin: Name, end: &Name, exits: &Exits) -> Result<(), Failure> {
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
    pub(super) fn tested(&mut self, name: &Name, arguments: &[hrg::Expression], scope: &mut Scope<'_>) -> Result<(Name, Name), Failure> {
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
    fn pass(&mut self, graph: &Graph, arguments: &[hrg::Expression], from: Name, scope: &Scope<'_>) -> Result<Name, Failure> {
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

    fn called(&mut self, name: &Name, arguments: usize) -> Result<&'l Graph, Failure> {
        let Some(&graph) = self.graphs.get(&*name.text) else {
            let known = self.graphs.keys().copied().chain(JUMPS).chain(["check"]);
            let near = nearest(&name.text, known);
            return Err(self.report.suggest(name.span, format!("unknown graph `{}`", name.text), near));
        };
        self.arity(name, graph.arguments.len(), arguments)?;
        Ok(graph)
    }

    pub(super) fn arity(&mut self, name: &Name, wanted: usize, given: usize) -> Result<(), Failure> {
        if wanted == given {
            return Ok(());
        }
        let plural = if wanted == 1 { "" } else { "s" };
        Err(self.report.error(name.span, format!("`{}` takes {wanted} argument{plural}, not {given}", name.text)))
    }
}
