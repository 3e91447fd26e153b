//! A game as `.rg` text, one declaration a line. Reading it gives the same tree.

use crate::description::{Description, Edge, Expression, Label, Name, Type, Value};
use std::fmt;

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pragmas.iter().try_for_each(|pragma| writeln!(f, "{pragma};"))?;
        self.types.iter().try_for_each(|typedef| writeln!(f, "type {} = {};", typedef.name, typedef.of))?;
        for (keyword, list) in [("const", &self.constants), ("var", &self.variables)] {
            list.iter().try_for_each(|declared| writeln!(f, "{keyword} {}: {} = {};", declared.name, declared.of, declared.value))?;
        }
        self.edges.iter().try_for_each(|edge| writeln!(f, "{edge};"))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Set(members, _) => {
                f.write_str("{ ")?;
                separated(f, members)?;
                f.write_str(" }")
            }
            Type::Name(name) => name.fmt(f),
            Type::Arrow(from, to) => write!(f, "{from} -> {to}"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Element(name) => name.fmt(f),
            Value::Map(entries, _) => {
                f.write_str("{ ")?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    f.write_str(if i > 0 { ", " } else { "" })?;
                    match key {
                        Some(key) => write!(f, "{key}: {value}")?,
                        None => write!(f, ":{value}")?,
                    }
                }
                f.write_str(" }")
            }
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Name(name) => name.fmt(f),
            Expression::Access(map, key) => write!(f, "{map}[{key}]"),
            Expression::Cast(name, of) => write!(f, "{name}({of})"),
        }
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: {}", self.from, self.to, self.label)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Empty => Ok(()),
            Label::Assign(place, value) => write!(f, "{place} = {value}"),
            Label::AssignAny(place, of) => write!(f, "{place} = {of}(*)"),
            Label::Compare { left, right, negated } => write!(f, "{left} {} {right}", if *negated { "!=" } else { "==" }),
            Label::Reach { from, to, negated } => write!(f, "{} {from} -> {to}", if *negated { "!" } else { "?" }),
            Label::Tag(tag) => write!(f, "$ {tag}"),
            Label::TagVariable(variable) => write!(f, "$$ {variable}"),
        }
    }
}

fn separated(f: &mut fmt::Formatter<'_>, names: &[Name]) -> fmt::Result {
    names.iter().enumerate().try_for_each(|(i, name)| write!(f, "{}{name}", if i > 0 { ", " } else { "" }))
}
