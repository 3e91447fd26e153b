//! Domains: their members in order.

use super::made;
use super::term::Term;
use crate::description::{Name, Type, Typedef};
use crate::hrg::{Domain, Element, Members, Range};
use crate::limits::Limits;
use crate::report::{Failure, Report, nearest};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The members of every domain, by its name.
pub(super) struct Domains {
    members: BTreeMap<Arc<str>, Vec<Term>>,
    sets: BTreeMap<Arc<str>, BTreeSet<Term>>,
}

impl Domains {
    pub(super) fn new(list: &[Domain], limits: &Limits, report: &mut Report) -> Result<Self, Failure> {
        let mut domains = Domains { members: BTreeMap::new(), sets: BTreeMap::new() };
        for domain in list {
            if domains.members.contains_key(&domain.name.text) {
                report.error(domain.name.span, format!("duplicate domain `{}`", domain.name.text));
                continue;
            }
            let mut left = limits.symbols;
            let mut open = Vec::new();
            let members = members(domain, list, &mut open, &mut left, limits, report)?;
            domains.sets.insert(Arc::clone(&domain.name.text), members.iter().cloned().collect());
            domains.members.insert(Arc::clone(&domain.name.text), members);
        }
        Ok(domains)
    }

    /// The domains as types.
    pub(super) fn types(&self, list: &[Domain]) -> Vec<Typedef> {
        let typedef = |domain: &Domain| {
            let members = self.members.get(&domain.name.text)?.iter().map(|term| made(term.name(), domain.name.span)).collect();
            Some(Typedef { name: domain.name.clone(), of: Type::Set(members, domain.name.span) })
        };
        list.iter().filter_map(typedef).collect()
    }

    /// The members of a type that is no map.
    pub(super) fn of(&self, of: &Type, report: &mut Report) -> Result<Vec<Term>, Failure> {
        match of {
            Type::Set(names, _) => Ok(names.iter().map(|name| Term::Word(Arc::clone(&name.text))).collect()),
            Type::Name(name) => self.named(name, report).cloned(),
            Type::Arrow(..) => Err(report.error(of.span(), "expected a domain, not a map")),
        }
    }

    pub(super) fn named(&self, name: &Name, report: &mut Report) -> Result<&Vec<Term>, Failure> {
        self.members.get(&name.text).ok_or_else(|| {
            let near = nearest(&name.text, self.members.keys().map(|known| &**known));
            report.suggest(name.span, format!("unknown domain `{}`", name.text), near)
        })
    }

    /// Whether a value is a member of a domain; `None` if there is no such domain.
    pub(super) fn has(&self, domain: &str, term: &Term) -> Option<bool> {
        self.sets.get(domain).map(|set| set.contains(term))
    }
}

/// `open` are the domains whose members are being listed, `left` how many more there may be.
fn members<'a>(
    domain: &'a Domain,
    list: &'a [Domain],
    open: &mut Vec<&'a str>,
    left: &mut usize,
    limits: &Limits,
    report: &mut Report,
) -> Result<Vec<Term>, Failure> {
    if open.contains(&&*domain.name.text) || open.len() == limits.depth {
        return Err(report.error(domain.name.span, format!("the domain `{}` contains itself", domain.name.text)));
    }
    open.push(&domain.name.text);
    let mut found = Vec::new();
    for element in &domain.elements {
        match element {
            Element::Name(name) => match list.iter().find(|other| other.name.text == name.text) {
                Some(other) => found.extend(members(other, list, open, left, limits, report)?),
                None => found.push(Term::Word(Arc::clone(&name.text))),
            },
            Element::Built { name, arguments, ranges } => {
                let mut rows = vec![Vec::new()];
                for argument in arguments {
                    let values = match ranges.iter().find(|range| range.name.text == argument.text) {
                        Some(range) => values(range, *left, report)?,
                        None if crate::hrg::is_variable(&argument.text) => {
                            let near = nearest(&argument.text, ranges.iter().map(|range| &*range.name.text));
                            return Err(report.suggest(argument.span, format!("`where` does not define `{}`", argument.text), near));
                        }
                        None => vec![Term::Word(Arc::clone(&argument.text))],
                    };
                    if rows.len().saturating_mul(values.len()) > *left {
                        return Err(too_large(domain, limits, report));
                    }
                    rows = rows
                        .iter()
                        .flat_map(|row| values.iter().map(move |value| [&row[..], std::slice::from_ref(value)].concat()))
                        .collect();
                }
                found.extend(rows.into_iter().map(|row| Term::Built(Arc::clone(&name.text), row)));
            }
        }
        if found.len() > *left {
            return Err(too_large(domain, limits, report));
        }
    }
    open.pop();
    Ok(found)
}

fn too_large(domain: &Domain, limits: &Limits, report: &mut Report) -> Failure {
    report.error(domain.name.span, format!("the domain `{}` has more than {} members", domain.name.text, limits.symbols))
}

/// The values of a range, unless there are more than `most`.
pub(super) fn values(range: &Range, most: usize, report: &mut Report) -> Result<Vec<Term>, Failure> {
    match &range.of {
        Members::Numbers(low, high) if low > high => Err(report.error(range.name.span, format!("the range {low}..{high} is empty"))),
        Members::Numbers(low, high) if (high - low) as usize >= most => {
            Err(report.error(range.name.span, format!("the range {low}..{high} has more than {most} numbers")))
        }
        Members::Numbers(low, high) => Ok((*low..=*high).map(|number| Term::Word(number.to_string().into())).collect()),
        Members::List(names) => Ok(names.iter().map(|name| Term::Word(Arc::clone(&name.text))).collect()),
    }
}
