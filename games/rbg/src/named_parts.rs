//! The names in a text and their occurrences, for editors. They are also found in texts with errors.

use crate::error::Errors;
use crate::lex::{Token, lex};
use crate::limits::Limits;
use crate::parse::parse;
use crate::report::Report;
use crate::sections::SECTIONS;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A name of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedPart {
    /// The name.
    pub name: String,
    /// The kind of thing it names: `macro`, `player`.
    pub kind: &'static str,
    /// Where it is declared, in bytes; macros that differ in their parameters share a name.
    pub declared: Vec<Range<usize>>,
    /// Its other occurrences.
    pub uses: Vec<Range<usize>>,
    /// Its declaration in the text.
    pub text: String,
}

impl NamedPart {
    /// All places of the name, in the order of the text.
    pub fn places(&self) -> Vec<Range<usize>> {
        let mut places = [&self.declared[..], &self.uses[..]].concat();
        places.sort_by_key(|place| place.start);
        places
    }
}

/// A section or a macro, as tokens.
struct Directive<'t> {
    hash: &'t Token,
    name: &'t Token,
    parameters: BTreeSet<&'t str>,
    body: &'t [Token],
}

/// The names of a text, in the order of their declarations: macros, players, pieces, variables, and directions.
pub fn named_parts(text: &str) -> Vec<NamedPart> {
    let tokens = lex(text, &mut Report::new("", text)).tokens;
    let directives = directives(&tokens);
    let macros: BTreeSet<&str> =
        directives.iter().filter_map(|directive| word(directive.name)).filter(|name| !SECTIONS.contains(name)).collect();
    let mut parts: BTreeMap<&str, NamedPart> = BTreeMap::new();
    for directive in &directives {
        let Some(name) = word(directive.name) else { continue };
        if SECTIONS.contains(&name) {
            for (declared, kind, end) in
                members(name, directive.body).filter(|(token, ..)| word(token).is_some_and(|name| !macros.contains(name)))
            {
                add(&mut parts, declared, kind, &text[range(declared).start..range(end).end]);
            }
        } else {
            let end = directive.body.last().unwrap_or(directive.name);
            add(&mut parts, directive.name, "macro", &text[range(directive.hash).start..range(end).end]);
        }
    }
    for directive in &directives {
        for token in directive.body {
            let Some(name) = word(token).filter(|name| !directive.parameters.contains(name)) else { continue };
            if let Some(part) = parts.get_mut(name)
                && !part.declared.contains(&range(token))
            {
                part.uses.push(range(token));
            }
        }
    }
    let mut parts: Vec<NamedPart> = parts.into_values().collect();
    parts.sort_by_key(|part| part.declared[0].start);
    parts
}

/// The occurrences of the macro at a byte of a text, if renaming all of them leaves the game unchanged.
///
/// # Errors
/// If there is no macro at the place, if the new name is taken or not a name, or if the game would change, as where names are pasted together.
pub fn rename_macro(text: &str, at: usize, new: &str, limits: &Limits) -> Result<Vec<Range<usize>>, String> {
    let parts = named_parts(text);
    let places = parts.iter().filter(|part| part.kind == "macro").map(NamedPart::places);
    let Some(places) = places.into_iter().find(|places| places.iter().any(|place| place.start <= at && at <= place.end)) else {
        return Err("no macro here; only macros can be renamed".to_owned());
    };
    let is_name = new.starts_with(|c: char| c.is_ascii_alphabetic()) && new.chars().all(|c| c.is_ascii_alphanumeric());
    if !is_name {
        return Err(format!("`{new}` is not a valid name: expected a letter followed by letters and digits"));
    }
    if SECTIONS.contains(&new) || parts.iter().any(|part| part.name == new) {
        return Err(format!("`{new}` is already in use"));
    }
    let game = |text: &str| parse("", text, limits).map(|game| game.to_string());
    let before = game(text).map_err(|_: Errors| "the text has errors; fix them first".to_owned())?;
    let mut renamed = text.to_owned();
    places.iter().rev().for_each(|place| renamed.replace_range(place.clone(), new));
    match game(&renamed) {
        Ok(after) if after == before => Ok(places),
        _ => Err(format!("renaming to `{new}` would change the game: the name is pasted together, or has another meaning in some places")),
    }
}

fn word(token: &Token) -> Option<&str> {
    token.word().map(|word| &**word)
}

fn range(token: &Token) -> Range<usize> {
    token.span.start as usize..token.span.end as usize
}

/// The sections and macros of a text.
fn directives(tokens: &[Token]) -> Vec<Directive<'_>> {
    let starts: Vec<usize> = (0..tokens.len()).filter(|&at| tokens[at].is("#")).collect();
    let ends = starts.iter().skip(1).copied().chain([tokens.len()]);
    starts.iter().zip(ends).filter_map(|(&start, end)| directive(&tokens[start..end])).collect()
}

/// A section or macro, from its `#` on.
fn directive(part: &[Token]) -> Option<Directive<'_>> {
    let (hash, name) = (&part[0], part.get(1).filter(|name| word(name).is_some())?);
    let close = part.iter().position(|token| token.is(")"));
    let parameters =
        close.filter(|&close| part.get(2).is_some_and(|token| token.is("(")) && part.get(close + 1).is_some_and(|token| token.is("=")));
    let body = parameters.map_or(2, |close| close + 1) + 1;
    let parameters = parameters.map_or(&[][..], |close| &part[3..close]);
    Some(Directive { hash, name, parameters: parameters.iter().filter_map(word).collect(), body: part.get(body..).unwrap_or_default() })
}

/// The names that a section declares, each with what it is a name of, and the last token of what is said of it.
fn members<'t>(section: &str, body: &'t [Token]) -> impl Iterator<Item = (&'t Token, &'static str, &'t Token)> {
    let kind = match section {
        "players" => Some("player"),
        "pieces" => Some("piece"),
        "variables" => Some("variable"),
        "board" => Some("direction"),
        _ => None,
    };
    let vertices = body.iter().position(|token| token.is("[")).unwrap_or(body.len());
    let is = move |at: usize, symbol: &str| body.get(at).is_some_and(|token| token.is(symbol));
    let of = move |at: usize, kind: &'static str| {
        let declares = match kind {
            "player" | "variable" => is(at + 1, "("),
            "piece" => true,
            _ => is(at + 1, ":") || at > 0 && at < vertices && (is(at - 1, "(") || is(at - 1, ",")),
        };
        let end = if is(at + 1, "(") { body[at..].iter().position(|token| token.is(")")).map_or(at, |close| at + close) } else { at };
        (declares && word(&body[at]).is_some()).then(|| (&body[at], kind, &body[end]))
    };
    kind.into_iter().flat_map(move |kind| (0..body.len()).filter_map(move |at| of(at, kind)))
}

/// Adds a declaration. A name keeps the kind that it has first.
fn add<'t>(parts: &mut BTreeMap<&'t str, NamedPart>, token: &'t Token, kind: &'static str, text: &str) {
    let Some(name) = word(token) else { return };
    let part = parts.entry(name).or_insert_with(|| NamedPart {
        name: name.to_owned(),
        kind,
        declared: Vec::new(),
        uses: Vec::new(),
        text: String::new(),
    });
    if part.kind == kind && (kind == "macro" || part.declared.is_empty()) {
        part.declared.push(range(token));
        part.text = if part.text.is_empty() { text.to_owned() } else { format!("{}\n{text}", part.text) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#players = white(100), black(100)\n#pieces = e, w, b\n#variables = count(3)\n\
        #board = rectangle(up, down, left, right, [e, w] [b, e])\n\
        #step = up + down\n#take(piece) = {piece} [e]\n#both(a; b) = take(a) take(b)\n\
        #rules = ->white (step take(w) both(w; b) {e} [$ count=1] ->>)*\n";

    fn part(name: &str) -> NamedPart {
        named_parts(TEXT).into_iter().find(|part| part.name == name).unwrap()
    }

    #[test]
    fn every_name_has_its_places() {
        let parts = named_parts(TEXT);
        let kinds: Vec<(&str, &str)> = parts.iter().map(|part| (part.kind, &*part.name)).collect();
        assert_eq!(
            kinds,
            [
                ("player", "white"),
                ("player", "black"),
                ("piece", "e"),
                ("piece", "w"),
                ("piece", "b"),
                ("variable", "count"),
                ("direction", "up"),
                ("direction", "down"),
                ("direction", "left"),
                ("direction", "right"),
                ("macro", "step"),
                ("macro", "take"),
                ("macro", "both"),
            ]
        );
        for part in &parts {
            assert!(part.places().iter().all(|place| TEXT[place.clone()] == part.name), "{part:?}");
        }
        let take = part("take");
        assert_eq!((take.declared.len(), take.uses.len(), &*take.text), (1, 3, "#take(piece) = {piece} [e]"));
        assert_eq!((part("white").uses.len(), &*part("white").text), (1, "white(100)"));
        // `b` is a parameter of `both`.
        assert_eq!(part("b").uses.len(), 2);
    }

    #[test]
    fn a_macro_is_renamed_if_the_game_stays_the_same() {
        let text = TEXT.replace("->white (step take(w) both(w; b) {e} [$ count=1] ->>)*", "->white (step both(w; b) ->> {e})*");
        let at = |word: &str| text.find(word).unwrap();
        let limits = Limits::default();
        assert!(parse("", &text, &limits).is_ok(), "{}", parse("", &text, &limits).unwrap_err());
        assert_eq!(rename_macro(&text, at("step") + 1, "walk", &limits).unwrap().len(), 2);
        let refused = |name: &str, new: &str| rename_macro(&text, at(name), new, &limits).unwrap_err();
        assert!(refused("step", "take").contains("is already in use"));
        assert!(refused("step", "a b").contains("is not a valid name"));
        assert!(refused("white", "red").contains("only macros"));
        assert!(refused("take", "a").contains("would change the game"), "the new name is that of a parameter");
        assert!(rename_macro(&text[..text.len() - 8], at("step"), "walk", &limits).unwrap_err().contains("fix them first"));
    }
}
