//! This library as a part of another program, such as an interpreter of Python: the executable of the process is then not `bench`.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Duration;
use treebench_agents::engines::guard;
use treebench_agents::{Agent, Recipe};
use treebench_games::params::{ParamError, Values};
use treebench_games::{Game, GameEntry};

/// What takes the place of the executable of the process.
pub struct Embedding {
    /// The file whose hash is the identity of this build.
    pub library: PathBuf,
    /// The words that run `bench` from this library, in front of its arguments.
    pub command: Vec<OsString>,
    /// What plays agents written in the language of the program.
    pub interpreter: Box<dyn Interpreter>,
}

/// An agent that is a class of its interpreter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Its file and its name: `mine.py:Mine`.
    pub class: String,
    /// The folder of the file, if its path is relative.
    pub folder: String,
    /// Who it is, as its interpreter said when the experiment was loaded; empty if unknown.
    pub identity: String,
    /// How long a move may take. With a limit it plays in a process of its own, which can be killed.
    pub limit: Option<Duration>,
}

/// A game, and what it was made of.
pub struct BuiltGame {
    /// The registered game, or that of a rules file.
    pub entry: &'static GameEntry,
    /// All of its parameters.
    pub params: Values,
    /// The game.
    pub game: Arc<dyn Game>,
}

/// Plays agents written in its language.
pub trait Interpreter: Send + Sync {
    /// Who an agent is: everything that can change what it plays, such as a hash of its files and the versions of what they use.
    ///
    /// # Errors
    /// If there is no such agent: what was expected.
    fn identity(&self, script: &Script) -> Result<String, String>;

    /// The recipe of an agent with these parameters, which plays this game; without one, it plays a game that has no name.
    fn recipe(&self, script: &Script, params: &Values, game: Option<&BuiltGame>) -> Box<dyn Recipe>;

    /// Runs the work of a thread that may play its agents, so that they find what they need of the interpreter on it.
    fn in_thread(&self, work: &mut (dyn FnMut() + Send));
}

static EMBEDDING: OnceLock<Embedding> = OnceLock::new();

/// Says that this library is embedded; only the first call of a process has an effect.
pub fn embed(embedding: Embedding) {
    guard::enable_by(embedding.command.clone());
    let _ = EMBEDDING.set(embedding);
}

/// The file that this code was loaded from.
///
/// # Errors
/// If the system does not know it.
pub(crate) fn library() -> io::Result<PathBuf> {
    EMBEDDING.get().map_or_else(std::env::current_exe, |embedding| Ok(embedding.library.clone()))
}

/// The words that run `bench`, in front of its arguments.
///
/// # Errors
/// If the system does not know its path.
pub(crate) fn command() -> io::Result<Vec<String>> {
    let words = match EMBEDDING.get() {
        Some(embedding) => embedding.command.clone(),
        None => vec![std::env::current_exe()?.into_os_string()],
    };
    Ok(words.into_iter().map(|word| word.to_string_lossy().into_owned()).collect())
}

/// Who an agent of the interpreter is.
///
/// # Errors
/// If there is no interpreter, or it knows no such agent.
pub(crate) fn identity(script: &Script) -> Result<String, String> {
    EMBEDDING.get().map_or_else(|| Err(NO_INTERPRETER.to_owned()), |embedding| embedding.interpreter.identity(script))
}

/// The recipe of an agent of the interpreter. Without one, its games can be reported but not played.
pub(crate) fn recipe(script: &Script, params: &Values, game: Option<&BuiltGame>) -> Box<dyn Recipe> {
    EMBEDDING.get().map_or_else(|| Box::new(Unplayable) as Box<dyn Recipe>, |embedding| embedding.interpreter.recipe(script, params, game))
}

/// Runs the work of a thread that may play agents of the interpreter.
pub(crate) fn in_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let Some(embedding) = EMBEDDING.get() else { return work() };
    let (mut work, mut result) = (Some(work), None);
    embedding.interpreter.in_thread(&mut || result = work.take().map(|work| work()));
    result.expect("an interpreter runs the work")
}

const NO_INTERPRETER: &str = "agents in Python are played by the `bench` of the Python package: pip install ./reports/python";

/// The recipe of an agent that needs an interpreter where there is none.
struct Unplayable;

impl Recipe for Unplayable {
    fn agent(&self, _game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Err(ParamError::rule("", NO_INTERPRETER))
    }
}
