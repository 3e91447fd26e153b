//! A page that follows a run: its progress, and its report where a look costs nothing or was asked for.

use super::State;
use crate::cli::args::collection::look_has_price;
use crate::cli::args::experiment::{keep_look, stored_plan};
use crate::cli::args::write_report::report_of;
use crate::cli::serve::{Page, listen, serve as serve_pages};
use crate::cli::{CliError, out};
use crate::kinds;
use crate::report::STOPPED;
use crate::run::INTERRUPTED;
use crate::store::Store;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use treebench_reports::model::Section;
use treebench_reports::{Report, html};

/// Serves the page until the process ends.
pub(super) fn serve(run: &Path, address: &str, every: u32, scores: bool) -> Result<ExitCode, CliError> {
    let live = Live { run: run.to_owned(), every, scores, page: Mutex::default() };
    // What cannot be shown at all is an error, and not a page.
    live.report()?;
    let listener = listen(address)?;
    let here = listener.local_addr().map_err(CliError::input)?;
    out::print(&format!("http://{here}/ shows the run until Ctrl-C\n"))?;
    // Without a handler, a shell that starts it in the background makes it ignore Ctrl-C.
    drop(ctrlc::set_handler(|| std::process::exit(i32::from(INTERRUPTED))));
    serve_pages(&listener, &|path| live.page(path)).map(|()| ExitCode::SUCCESS)
}

struct Live {
    run: PathBuf,
    every: u32,
    /// Whether scores are shown at the price of a look.
    scores: bool,
    /// The latest page and its time: many readers cost no more than one.
    page: Mutex<Option<(Instant, String)>>,
}

impl Live {
    fn page(&self, path: &str) -> Option<Page> {
        match path {
            "/" => Some(Page { kind: "text/html; charset=utf-8", body: self.html(), refresh: Some(self.every) }),
            "/status.json" => {
                let state =
                    State::of(&self.run).map_or_else(|error| serde_json::json!({ "error": error.to_string() }), |state| state.json());
                Some(Page { kind: "application/json", body: format!("{state:#}\n"), refresh: None })
            }
            _ => None,
        }
    }

    #[expect(clippy::disallowed_methods, reason = "the page says how far a run is now; no result depends on it")]
    fn html(&self) -> String {
        let mut kept = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, page)) = kept.as_ref().filter(|(made, _)| made.elapsed() < Duration::from_secs(self.every.into())) {
            return page.clone();
        }
        let report = self.report().unwrap_or_else(|error| fault(&error.to_string()));
        let page = html(&report).or_else(|error| html(&fault(&error.to_string()))).unwrap_or_default();
        *kept = Some((Instant::now(), page.clone()));
        page
    }

    fn report(&self) -> Result<Report, CliError> {
        let plan = stored_plan(&self.run)?;
        let store = Store::open_read_only(&self.run, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
        let state = State::of(&self.run)?;
        let has_price = look_has_price(&plan, &store)?;
        let mut report = if has_price && !self.scores {
            let mut report = Report::new(&state.name);
            report.lead.push(
                "Scores are hidden until the run is finished, so that viewing this page does not count as a look at the results; `bench watch --serve --scores` shows them."
                    .to_owned(),
            );
            report
        } else {
            let report = report_of(&plan, &store, None)?;
            keep_look(&self.run, &plan);
            report
        };
        report.lead.insert(0, format!("{}.", state.reached()));
        if has_price && self.scores {
            report.warnings.insert(
                0,
                "The run continues, and this page is kept as a look at its results: when it has grown, it is judged by wider, always-valid intervals, and no \
                 best variant is named. Under [stop], looks cost nothing."
                    .to_owned(),
            );
        } else if state.playing.is_some() && plan.experiment.stop_rule().is_some() {
            report.warnings.insert(0, "The run continues. Its sequential test allows for looks at the results.".to_owned());
        }
        // What decides when a cell ends comes before what it has come to.
        if let Some(test) = report.sections.iter().position(|section| section.id == STOPPED) {
            report.sections[..=test].rotate_right(1);
        }
        report.sections.insert(0, Section::new("progress", "Progress").block(state.table()));
        Ok(report)
    }
}

/// A page with an error message.
fn fault(message: &str) -> Report {
    let mut report = Report::new("No report");
    report.warnings.push(message.to_owned());
    report
}
