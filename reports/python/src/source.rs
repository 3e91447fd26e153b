//! The definition of a game, for comparison, pickling and rebuilding.

use crate::actions::Actions;
use crate::errors::value_error;
use crate::planes::Planes;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use treebench::embedding::BuiltGame;
use treebench::games::game::ORTHODOX;
use treebench::games::params::{Values, resolve};
use treebench::games::swap::SWAP;
use treebench::games::{Game, GameEntry, games, languages, view};

/// A game with its parameters under a split strategy. Equal sources make equal games.
pub(crate) struct GameSource {
    /// Its registered name, or that of its rules file.
    pub(crate) name: String,
    /// Its rules, if it is not registered: the name of a file, whose extension is their language, and the text.
    pub(crate) rules: Option<(String, String)>,
    /// All its parameters.
    pub(crate) values: Values,
    /// Those that were given.
    pub(crate) given: Values,
    /// The game itself.
    pub(crate) game: Arc<dyn Game>,
    /// All of this as a text.
    pub(crate) identity: String,
    /// Whether moves may have several semimoves.
    pub(crate) is_split: bool,
    /// How its moves are numbered.
    pub(crate) actions: OnceLock<Actions>,
    /// Its planes; `None` if its positions have no picture.
    pub(crate) planes: OnceLock<Option<Planes>>,
}

/// Games that are in use, so that a position that comes from another process does not compile its game again.
static IN_USE: Mutex<BTreeMap<String, Weak<GameSource>>> = Mutex::new(BTreeMap::new());

/// Entries of rules, by file name and text: an entry is never freed.
static RULES: Mutex<BTreeMap<(String, String), &'static GameEntry>> = Mutex::new(BTreeMap::new());

impl GameSource {
    /// A registered game.
    ///
    /// # Errors
    /// If the name, a parameter or the split is unknown or wrong.
    pub(crate) fn registered(name: &str, given: &Values, split: Option<&str>) -> PyResult<Arc<GameSource>> {
        GameSource::build(games().find(name).map_err(value_error)?, None, given, split)
    }

    /// A game of this text; the extension of the file name is its language.
    ///
    /// # Errors
    /// If the text has errors, or as for a registered game.
    pub(crate) fn described(file: &str, text: &str, given: &Values, split: Option<&str>) -> PyResult<Arc<GameSource>> {
        let key = (file.to_owned(), text.to_owned());
        let entry = *lock(&RULES).entry(key.clone()).or_insert_with(|| languages::of_text(file, text));
        GameSource::build(entry, Some(key), given, split)
    }

    /// The game of an experiment, which all its agents share.
    pub(crate) fn built(built: &BuiltGame) -> Arc<GameSource> {
        let (entry, game) = (built.entry, &built.game);
        let is_registered = games().find(entry.name).is_ok_and(|known| std::ptr::eq(known, entry));
        let text = entry.definition.text().filter(|_| !is_registered);
        let rules = text.map(|text| (entry.origin.file.to_owned(), text.to_owned()));
        let identity = identity(entry, rules.as_ref(), &built.params, game.split());
        let mut in_use = lock(&IN_USE);
        if let Some(known) = in_use.get(&identity).and_then(Weak::upgrade) {
            return known;
        }
        let source = Arc::new(GameSource {
            name: entry.name.to_owned(),
            rules,
            values: built.params.clone(),
            given: built.params.clone(),
            game: Arc::clone(game),
            identity: identity.clone(),
            is_split: game.start().is_split(),
            actions: OnceLock::new(),
            planes: OnceLock::new(),
        });
        in_use.insert(identity, Arc::downgrade(&source));
        source
    }

    /// A game of which nothing else is known here.
    pub(crate) fn unnamed(game: &Arc<dyn Game>) -> Arc<GameSource> {
        let (is_split, game) = (game.start().is_split(), Arc::clone(game));
        let (values, given) = (Values::default(), Values::default());
        let identity = format!("experiment {:p}", Arc::as_ptr(&game));
        let (actions, planes) = (OnceLock::new(), OnceLock::new());
        Arc::new(GameSource { name: String::new(), rules: None, values, given, game, identity, is_split, actions, planes })
    }

    /// Whether a whole move may be several semimoves. Positions of described games are prepared for that under every split.
    pub(crate) fn has_semimoves(&self) -> bool {
        self.is_split && self.game.split() != ORTHODOX
    }

    fn build(entry: &'static GameEntry, rules: Option<(String, String)>, given: &Values, split: Option<&str>) -> PyResult<Arc<GameSource>> {
        let fault = |error| value_error(format!("game `{}`: {error}", entry.name));
        let specs = if given.get(SWAP).is_some() { entry.all_specs() } else { entry.specs() };
        let values = resolve(&specs, given).map_err(fault)?;
        let asked = identity(entry, rules.as_ref(), &values, split.unwrap_or_default());
        if let Some(known) = lock(&IN_USE).get(&asked).and_then(Weak::upgrade) {
            return Ok(known);
        }
        let mut game = entry.build(given).map_err(fault)?;
        if let Some(split) = split {
            game = view(&game, split).map_err(fault)?;
        }
        let identity = identity(entry, rules.as_ref(), &values, game.split());
        let is_split = game.start().is_split();
        let (name, given) = (entry.name.to_owned(), given.clone());
        let source = Arc::new(GameSource {
            name,
            rules,
            values,
            given,
            game,
            identity,
            is_split,
            actions: OnceLock::new(),
            planes: OnceLock::new(),
        });
        let mut in_use = lock(&IN_USE);
        in_use.retain(|_, game| game.strong_count() > 0);
        in_use.insert(asked, Arc::downgrade(&source));
        Ok(source)
    }
}

/// The definition of a game.
fn identity(entry: &GameEntry, rules: Option<&(String, String)>, values: &Values, split: &str) -> String {
    format!("{:?} {rules:?} ({values}) @{split}", entry.name)
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
