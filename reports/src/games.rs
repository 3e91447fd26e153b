//! A page that steps through stored games: one self-contained file, without a server or a network.
//!
//! | question | file |
//! |---|---|
//! | the input: boards, games and their turns as plain values | `model` |
//! | how they are packed into the page | `data` |
//! | the page | `page`, `page.css`, `page.js` |
//!
//! The page knows no rules. It gets every board once and then only what changed from ply to ply; whoever writes it has worked that out.

mod model;
mod data;
mod page;

pub use model::{Area, Board, GameCell, GamesPage, Label, Piece, Place, Ply, Reveal, Search, SearchedMove, Seat, StoredGame};

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::output::file;

/// The name of the page in a report's folder.
pub const PAGE: &str = "games.html";

/// The address of the games on the page in which all of these players sit.
#[must_use]
pub fn games_with(players: &[&str]) -> String {
    let mut address = format!("{PAGE}#");
    for (place, player) in players.iter().enumerate() {
        address.push_str(if place == 0 { "with=" } else { "&with=" });
        for byte in player.bytes() {
            // RFC 3986, section 2.3: these need no escape.
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => address.push(char::from(byte)),
                _ => address.push_str(&format!("%{byte:02X}")),
            }
        }
    }
    address
}

impl GamesPage {
    /// The page as text. The same value gives the same bytes.
    #[must_use]
    pub fn html(&self) -> String {
        page::render(self)
    }

    /// Writes the page to `dir/name`, completely or not at all, and returns its path.
    ///
    /// # Errors
    /// If the file cannot be written: names it.
    pub fn write(&self, dir: &Path, name: &str) -> Result<PathBuf, Error> {
        file::write(dir, name, self.html().as_bytes())
    }
}
