//! This library as part of another program, such as a Python interpreter, whose executable is not `bench`.

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

/// The replacement for the process's executable.
pub struct Embedding {
    /// The file whose hash is the identity of this build.
    pub library: PathBuf,
    /// The command that runs `bench` from this library, without arguments.
    pub command: Vec<OsString>,
    /// Plays agents written in the language of the program.
    pub interpreter: Box<dyn Interpreter>,
}

/// An agent that is a class of its interpreter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Its file and its name: `mine.py:Mine`.
    pub class: String,
    /// The folder of the file, if its path is relative.
    pub folder: String,
    /// Its identity, as reported by the interpreter when the experiment was loaded; empty if unknown.
    pub identity: String,
    /// The time limit of a move. With a limit, it plays in its own process, which can be killed.
    pub limit: Option<Duration>,
}

/// A game and its origin.
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
    /// The identity of an agent: everything that can change its play, such as a hash of its files and the versions of their dependencies.
    ///
    /// # Errors
    /// If the agent does not exist: what was expected.
    fn identity(&self, script: &Script) -> Result<String, String>;

    /// The recipe of an agent with these parameters for this game, or for a game without a name.
    fn recipe(&self, script: &Script, params: &Values, game: Option<&BuiltGame>) -> Box<dyn Recipe>;

    /// Runs the work of a thread that may play its agents, with the state that the interpreter needs on that thread.
    fn in_thread(&self, work: &mut (dyn FnMut() + Send));
}

static EMBEDDING: OnceLock<Embedding> = OnceLock::new();

/// Declares this library embedded; only the first call in a process has an effect.
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

/// The command that runs `bench`, without arguments.
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

/// The identity of an agent of the interpreter.
///
/// # Errors
/// If there is no interpreter, or the agent does not exist.
pub(crate) fn identity(script: &Script) -> Result<String, String> {
    EMBEDDING.get().map_or_else(|| Err(NO_INTERPRETER.to_owned()), |embedding| embedding.interpreter.identity(script))
}

/// The recipe of an agent of the interpreter. Without an interpreter, its games can be reported but not played.
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

/// The recipe of an agent whose interpreter is missing.
struct Unplayable;

impl Recipe for Unplayable {
    fn agent(&self, _game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Err(ParamError::rule("", NO_INTERPRETER))
    }
}
