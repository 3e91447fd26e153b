//! Help for editors while a file is written, by the Language Server Protocol.
//!
//! | to learn | read |
//! |---|---|
//! | what can be asked of a text, and the answers | `language` |
//! | rules files, by what their language says | `rules` |
//! | experiments, by their JSON Schema | `experiment`, `schema_walk`, `toml_cursor` |
//! | texts as lines and UTF-16 columns | `text` |
//! | the protocol | `server` |

mod text;
mod language;
mod rules;
mod toml_cursor;
mod schema_walk;
mod experiment;
mod server;

pub(crate) use server::serve;
