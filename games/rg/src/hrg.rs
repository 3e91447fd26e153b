//! A game as a tree of the language above, as written in `.hrg`. Equality ignores the places of parts.

pub(crate) mod expression;
pub(crate) mod parse;
pub(crate) mod statement;

use crate::description::{Name, Type};
use treebench_rbg::expr::Span;

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Source {
    pub(crate) domains: Vec<Domain>,
    pub(crate) functions: Vec<Function>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) graphs: Vec<Graph>,
}

/// `domain name = … | …`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Domain {
    pub(crate) name: Name,
    pub(crate) elements: Vec<Element>,
}

/// A part of a domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    /// A member, or another domain.
    Name(Name),
    /// `V(X, Y) where X in 0..7, Y in { a, b }`
    Built { name: Name, arguments: Vec<Name>, ranges: Vec<Range> },
}

/// The ranges after `where`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) name: Name,
    pub(crate) of: Members,
}

/// The members of a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Members {
    /// Both ends are included.
    Numbers(u32, u32),
    List(Vec<Name>),
}

/// `name : type` and its cases `name(patterns) = e`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Function {
    pub(crate) name: Name,
    pub(crate) of: Type,
    pub(crate) cases: Vec<Case>,
}

/// A case of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Case {
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) body: Expression,
    pub(crate) span: Span,
}

/// A pattern. Names that begin with a capital are variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pattern {
    Any(Span),
    Variable(Name),
    Literal(Name),
    Built(Name, Vec<Pattern>),
}

/// `name : type = e`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Variable {
    pub(crate) name: Name,
    pub(crate) of: Type,
    pub(crate) value: Option<Expression>,
}

/// An operator between two expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Modulo,
    In,
    Equal,
    Different,
    AtMost,
    Below,
    AtLeast,
    Above,
    And,
    Or,
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expression {
    Name(Name),
    /// `V(e, e)`
    Built(Name, Vec<Expression>),
    /// `e(e, e)`
    Call(Box<Expression>, Vec<Expression>, Span),
    /// `e[e]`
    Access(Box<Expression>, Box<Expression>),
    Binary(Box<Expression>, Operator, Box<Expression>),
    If(Box<[Expression; 3]>, Span),
    /// `{ :default; pattern = e where … }`
    Map {
        default: Option<Box<Expression>>,
        parts: Vec<Part>,
        span: Span,
    },
}

/// An entry of a map, or many by comprehension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) pattern: Pattern,
    pub(crate) value: Expression,
    pub(crate) ranges: Vec<Range>,
}

/// `graph name(argument: type) { … }`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Graph {
    pub(crate) name: Name,
    pub(crate) reusable: bool,
    pub(crate) arguments: Vec<(Name, Type)>,
    pub(crate) body: Vec<Statement>,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Statement {
    Assign {
        variable: Name,
        keys: Vec<Expression>,
        value: Expression,
    },
    AssignAny {
        variable: Name,
        keys: Vec<Expression>,
        of: Type,
    },
    /// The parts are joined to one tag. What is artificial says nothing to a player, but tells moves apart.
    Tag {
        artificial: bool,
        parts: Vec<Name>,
        span: Span,
    },
    TagVariable(Name),
    Call {
        name: Name,
        arguments: Vec<Expression>,
    },
    If {
        condition: Expression,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    Branch(Vec<Vec<Statement>>),
    BranchIn {
        name: Name,
        of: Type,
        body: Vec<Statement>,
    },
    Loop(Vec<Statement>),
    Repeat {
        count: u32,
        body: Vec<Statement>,
    },
    RepeatIn {
        name: Name,
        of: Type,
        body: Vec<Statement>,
    },
    While {
        condition: Expression,
        body: Vec<Statement>,
    },
}

/// Whether a name is a value bound by a pattern or a range.
pub(crate) fn is_variable(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

impl Expression {
    /// The place of the whole.
    pub(crate) fn span(&self) -> Span {
        let joined = |a: Span, b: Span| Span { start: a.start, end: b.end };
        match self {
            Expression::Name(name) => name.span,
            Expression::Built(name, parts) => joined(name.span, parts.last().map_or(name.span, Expression::span)),
            Expression::Access(left, right) => joined(left.span(), right.span()),
            Expression::Binary(left, _, right) => joined(left.span(), right.span()),
            Expression::Call(_, _, span) | Expression::If(_, span) | Expression::Map { span, .. } => *span,
        }
    }
}
