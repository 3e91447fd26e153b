//! A game as a tree of the low-level language, as written in `.rg` or lowered from `.hrg`. Equality ignores the places of parts.

use std::sync::Arc;
use treebench_rbg::expr::Span;

/// A name and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name.
    pub text: Arc<str>,
    /// Its place.
    pub span: Span,
}

impl Name {
    /// Another name at the same place.
    pub(crate) fn renamed(&self, text: impl Into<Arc<str>>) -> Name {
        Name { text: text.into(), span: self.span }
    }
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Description {
    /// Pragmas of other programs, kept as text and not used.
    pub pragmas: Vec<String>,
    /// `type name = …;`
    pub types: Vec<Typedef>,
    /// `const name: type = …;`
    pub constants: Vec<Declaration>,
    /// `var name: type = …;`
    pub variables: Vec<Declaration>,
    /// `from, to: label;`
    pub edges: Vec<Edge>,
}

/// A named type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Typedef {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub of: Type,
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// A list of members.
    Set(Vec<Name>, Span),
    /// A named type.
    Name(Name),
    /// Maps from the first type to the second.
    Arrow(Box<Type>, Box<Type>),
}

impl Type {
    /// The place of the whole.
    pub fn span(&self) -> Span {
        match self {
            Type::Set(_, span) => *span,
            Type::Name(name) => name.span,
            Type::Arrow(from, to) => Span { start: from.span().start, end: to.span().end },
        }
    }
}

/// A constant or a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub of: Type,
    /// Its value, at the start for a variable.
    pub value: Value,
}

/// A value as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A member of a set, or a constant.
    Element(Name),
    /// Values by key; the entry without one is for all other keys.
    Map(Vec<(Option<Name>, Value)>, Span),
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A variable, a constant, or a member of a set.
    Name(Name),
    /// The entry of a map.
    Access(Box<Expression>, Box<Expression>),
    /// `type(e)`, which has the value of `e`.
    Cast(Name, Box<Expression>),
}

impl Expression {
    /// The place of the whole.
    pub fn span(&self) -> Span {
        match self {
            Expression::Name(name) => name.span,
            Expression::Access(map, key) => Span { start: map.span().start, end: key.span().end },
            Expression::Cast(name, of) => Span { start: name.span.start, end: of.span().end },
        }
    }
}

/// An edge of the automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The node that it leaves.
    pub from: Name,
    /// The node to which it leads.
    pub to: Name,
    /// Its label.
    pub label: Label,
}

/// The label of an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Label {
    /// Nothing.
    Empty,
    /// `place = e`.
    Assign(Expression, Expression),
    /// `place = type(*)`: any member.
    AssignAny(Expression, Type),
    /// `a == b` or `a != b`.
    Compare {
        /// The left side.
        left: Expression,
        /// The right side.
        right: Expression,
        /// Whether they must differ.
        negated: bool,
    },
    /// `? from -> to` or `! from -> to`: whether one node can be reached from another.
    Reach {
        /// The first node.
        from: Name,
        /// The last node.
        to: Name,
        /// Whether it must be impossible.
        negated: bool,
    },
    /// `$ tag`.
    Tag(Name),
    /// `$$ variable`: the tag is its value.
    TagVariable(Name),
}
