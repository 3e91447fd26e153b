//! Rules files.

use super::language::{Completion, Language, Name, Target};
use super::text::Text;
use std::ops::Range;
use treebench_games::editing::{Editing, NamedPart, Problem};

/// The longest text of a declaration that is shown, in lines.
const LONGEST: usize = 20;

/// A rules language.
pub(super) struct Rules(pub(super) &'static Editing);

impl Rules {
    fn parts(&self, text: &Text) -> Vec<NamedPart> {
        (self.0.names)(&file(text), &text.text)
    }

    /// The name at a place, and the place.
    fn part(&self, text: &Text, at: usize) -> Option<(NamedPart, Range<usize>)> {
        self.parts(text).into_iter().find_map(|part| {
            let place = part.places().into_iter().find(|place| place.start <= at && at <= place.end)?;
            Some((part, place))
        })
    }
}

/// The name of a file, for languages whose extension matters.
fn file(text: &Text) -> String {
    text.path.display().to_string()
}

impl Language for Rules {
    fn problems(&self, text: &Text) -> Vec<Problem> {
        (self.0.problems)(&file(text), &text.text)
    }

    fn hover(&self, text: &Text, at: usize) -> Option<(Range<usize>, String)> {
        let (part, place) = self.part(text, at)?;
        let mut lines: Vec<&str> = part.text.lines().take(LONGEST + 1).collect();
        if lines.len() > LONGEST {
            lines[LONGEST] = "…";
        }
        Some((place, format!("{} `{}`\n```\n{}\n```", part.kind, part.name, lines.join("\n"))))
    }

    fn declaration(&self, text: &Text, at: usize) -> Option<Target> {
        self.part(text, at).map(|(part, _)| Target::Here(part.declared[0].clone()))
    }

    fn completions(&self, text: &Text, at: usize) -> Vec<Completion> {
        let range = text.word(at, |c| c.is_alphanumeric() || c == '_').start..at;
        let completion = |word: String, kind: &str, doc: String| Completion { word, range: range.clone(), kind: kind.to_owned(), doc };
        let names = self.parts(text).into_iter().map(|part| completion(part.name, part.kind, part.text));
        let words = self.0.words.iter().map(|word| completion((*word).to_owned(), "word", String::new()));
        names.chain(words).collect()
    }

    fn names(&self, text: &Text) -> Vec<Name> {
        let name = |part: NamedPart| {
            let places = part.places();
            Name { name: part.name, kind: part.kind, declared: part.declared[0].clone(), places }
        };
        self.parts(text).into_iter().map(name).collect()
    }

    fn rename(&self, text: &Text, at: usize, new: &str) -> Result<Vec<Range<usize>>, String> {
        (self.0.rename)(&file(text), &text.text, at, new)
    }

    fn layout(&self, text: &Text) -> Result<String, String> {
        (self.0.layout)(&file(text), &text.text)
    }
}
