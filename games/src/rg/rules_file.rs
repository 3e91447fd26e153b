//! Rules files as registry entries.

use super::game::RgGame;
use crate::game::Game;
use crate::params::{ParamError, ParamSpec, Values};
use crate::rbg::look::without_looks;
use crate::registry::{Definition, RulesFault};
use crate::rules_text::{Directives, documented, fault};
use std::sync::{Arc, OnceLock};
use treebench_rg::{Errors, Limits, load as load_game};

/// Reads a text, whose name in messages comes first.
pub fn load(file: &'static str, text: &'static str) -> Box<dyn Definition> {
    Box::new(RulesFile { file, text, doc: OnceLock::new(), identity: OnceLock::new() })
}

/// A text that describes a game. The language has no parameters.
struct RulesFile {
    /// Its name in messages, whose extension is the language.
    file: &'static str,
    text: &'static str,
    doc: OnceLock<&'static str>,
    identity: OnceLock<String>,
}

impl Definition for RulesFile {
    fn doc(&self) -> &'static str {
        self.doc.get_or_init(|| documented(self.text).leak())
    }

    fn specs(&self) -> Vec<ParamSpec> {
        Vec::new()
    }

    fn build(&self, _: &Values) -> Result<Arc<dyn Game>, ParamError> {
        let wrong = |error: String| ParamError::rule("", error);
        let game =
            load_game(self.file, self.text, &Limits::default()).map_err(|errors| wrong(format!("its rules are invalid\n{errors}")))?;
        let directives = Directives::read(self.text).map_err(|error| wrong(format!("{}:{error}", self.file)))?;
        RgGame::build(game, &directives, self.text).map_err(|error| wrong(format!("{}:{error}", self.file)))
    }

    fn text(&self) -> Option<&str> {
        Some(self.text)
    }

    /// A game that hides something was played openly by earlier versions, so that it is not the one of its text alone.
    fn identity(&self) -> Option<String> {
        let identity = self.identity.get_or_init(|| {
            let hides = || load_game(self.file, self.text, &Limits::default()).is_ok_and(|game| game.hides());
            let mark = if self.text.contains("visible") && hides() { "\nhidden" } else { "" };
            without_looks(self.text) + mark
        });
        Some(identity.clone())
    }

    fn faults(&self, _: &Values) -> Vec<RulesFault> {
        let Err(Errors { source, list, .. }) = load_game(self.file, self.text, &Limits::default()) else { return Vec::new() };
        list.into_iter().map(|diagnostic| fault(&source, diagnostic)).collect()
    }
}
