//! What is made of records: summaries, reports, pages and the views of games.

mod flat;
mod matches;
mod page;
mod tournament;
mod view;
