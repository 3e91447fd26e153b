//! The page around the data.

use super::data::packed;
use super::model::GamesPage;
use crate::output::html::escape;
use crate::output::html::policy::policy;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// The rules that boards need, also where they are saved as pictures.
const BOARD: &str = include_str!("board.css");

/// The page. Nothing is loaded or sent, and the only script that runs is the page's own: all names are packed as letters, and shown as text.
/// It is complete once its script has run; without scripts it says so.
pub(super) fn render(page: &GamesPage) -> String {
    let title = if page.title.trim().is_empty() { "Games".to_owned() } else { escape::line(&page.title) };
    let intro: String = page.intro.iter().map(|sentence| format!("<p>{}</p>\n", escape::prose(sentence))).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"{policy}\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" \
         content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n<style \
         id=\"board-style\">\n{BOARD}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n{intro}</header>\n<noscript><p>This page needs \
         JavaScript to step through its games; all of it is in this file.</p></noscript>\n<main id=\"games\" \
         data-games=\"{data}\"></main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        policy = policy(SCRIPT),
        data = packed(page)
    )
}
