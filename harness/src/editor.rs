//! A language server for experiments and rules files.
//!
//! | to learn | read |
//! |---|---|
//! | the queries on a text and their answers | `language` |
//! | rules files, through their language | `rules` |
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
