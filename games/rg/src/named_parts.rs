//! The names in a text and their occurrences, for editors. They are also found in texts with errors.

use crate::lex::{Kind, Token, lex};
use crate::load::Language;
use crate::report::Report;
use std::collections::BTreeMap;
use std::ops::Range;
use treebench_rbg::named_parts::NamedPart;

/// The tokens of a text without its comments.
struct Words<'t> {
    text: &'t str,
    tokens: Vec<Token>,
}

/// The names of a text that are declared in it, in the order of their declarations; `file` tells its language by its extension.
pub fn named_parts(file: &str, text: &str) -> Vec<NamedPart> {
    let tokens = lex(&mut Report::new(file, text)).into_iter().filter(|token| token.kind != Kind::Comment).collect();
    let words = Words { text, tokens };
    let declared = match Language::of(file) {
        Language::High => words.high(),
        Language::Low => words.low(),
    };
    let mut parts: BTreeMap<&str, NamedPart> = BTreeMap::new();
    for (at, kind, end) in declared {
        parts.entry(words.of(at)).or_insert_with(|| NamedPart {
            name: words.of(at).to_owned(),
            kind,
            declared: vec![words.range(at)],
            uses: Vec::new(),
            text: text[words.range(at).start..words.range(end).end].to_owned(),
        });
    }
    for at in 0..words.tokens.len() {
        if let Some(part) = parts.get_mut(words.of(at))
            && part.declared[0] != words.range(at)
        {
            part.uses.push(words.range(at));
        }
    }
    let mut parts: Vec<NamedPart> = parts.into_values().collect();
    parts.sort_by_key(|part| part.declared[0].start);
    parts
}

impl<'t> Words<'t> {
    fn range(&self, at: usize) -> Range<usize> {
        let span = self.tokens[at].span;
        span.start as usize..span.end as usize
    }

    /// The text of a token; empty beyond the last one.
    fn of(&self, at: usize) -> &'t str {
        if at < self.tokens.len() { &self.text[self.range(at)] } else { "" }
    }

    fn is_word(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == Kind::Word)
    }

    fn begins_line(&self, at: usize) -> bool {
        at == 0 || self.text[self.range(at - 1).end..self.range(at).start].contains('\n')
    }

    /// The declarations of the language above: the name, what it is a name of, and the last token of the declaration.
    fn high(&self) -> Vec<(usize, &'static str, usize)> {
        let last = self.tokens.len().saturating_sub(1);
        let mut depth = 0_i32;
        let mut starts: Vec<(usize, usize, &'static str)> = Vec::new();
        for at in 0..self.tokens.len() {
            match self.of(at) {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                _ if depth > 0 || !self.begins_line(at) => {}
                "domain" if self.is_word(at + 1) => starts.push((at, at + 1, "domain")),
                "graph" if self.is_word(at + 1) => starts.push((at, at + 1, "graph")),
                "reusable" if self.of(at + 1) == "graph" && self.is_word(at + 2) => starts.push((at, at + 2, "graph")),
                _ if self.is_word(at) && self.of(at + 1) == ":" => starts.push((at, at, "variable")),
                _ => {}
            }
        }
        let mut found = Vec::new();
        for (i, &(start, name, kind)) in starts.iter().enumerate() {
            let end = starts.get(i + 1).map_or(last, |next| next.0 - 1).max(name);
            let is_case = |at: usize| self.begins_line(at) && self.of(at) == self.of(name) && self.of(at + 1) == "(";
            let kind = if kind == "variable" && (start..=end).any(is_case) { "function" } else { kind };
            found.push((name, kind, end));
            if kind == "domain" {
                let is_member = |&at: &usize| self.is_word(at) && (self.of(at - 1) == "|" || at == name + 2);
                found.extend((name + 2..=end).filter(is_member).map(|at| (at, "member", at)));
            }
        }
        // A domain in another one is no member.
        found.sort_by_key(|&(_, kind, _)| kind == "member");
        found
    }

    /// Those of the language of automata.
    fn low(&self) -> Vec<(usize, &'static str, usize)> {
        let mut found = Vec::new();
        let mut start = 0;
        for end in (0..self.tokens.len()).filter(|&at| self.of(at) == ";") {
            match self.of(start) {
                "type" => found.push((start + 1, "type", end)),
                "const" => found.push((start + 1, "constant", end)),
                "var" => found.push((start + 1, "variable", end)),
                _ if self.is_word(start) => found.push((start, "node", end)),
                _ => {}
            }
            start = end + 1;
        }
        found.retain(|&(at, ..)| self.is_word(at));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(file: &str, text: &str) -> Vec<String> {
        let parts = named_parts(file, text);
        for part in &parts {
            assert!(part.places().iter().all(|place| text[place.clone()] == part.name), "{part:?}");
        }
        parts.iter().map(|part| format!("{} {} {}", part.kind, part.name, part.uses.len())).collect()
    }

    #[test]
    fn every_name_has_its_places() {
        let high = "domain Player = x | o // two\ndomain All = Player | none\n\nother: Player -> Player\nother(x) = o\nother(o) = x\n\
            turn: Player = x\nreusable graph move(me: Player) {\n  turn = other(me)\n}\ngraph rules() {\n  move(x)\n}\n";
        assert_eq!(
            kinds("a.hrg", high),
            [
                "domain Player 5",
                "member x 4",
                "member o 2",
                "domain All 0",
                "member none 0",
                "function other 3",
                "variable turn 1",
                "graph move 1",
                "graph rules 0",
            ]
        );
        let other = named_parts("a.hrg", high).into_iter().find(|part| part.name == "other").unwrap();
        assert_eq!(other.text, "other: Player -> Player\nother(x) = o\nother(o) = x");
        let low =
            "type Player = { x, o };\nconst first: Player = x;\nvar turn: Player = x;\nbegin, middle: turn = first;\nmiddle, end: ;\n";
        assert_eq!(kinds("a.rg", low), ["type Player 2", "constant first 1", "variable turn 1", "node begin 0", "node middle 1"]);
        assert_eq!(kinds("a.rg", "type"), Vec::<String>::new());
        assert_eq!(kinds("a.hrg", "graph"), Vec::<String>::new());
        // While a word is typed above another declaration.
        for (text, found) in [("domain\ndomain Player = x | o", "domain Player"), ("reusable\ngraph move(x: X) {}", "graph move")] {
            assert!(kinds("a.hrg", text).iter().any(|part| part.starts_with(found)), "{text}");
        }
    }
}
