//! The outputs made from records: summaries, reports, pages and the game viewer.

mod flat;
mod matches;
mod page;
mod tournament;
mod view;
