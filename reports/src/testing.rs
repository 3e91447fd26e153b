//! Checks that a report is readable in a real browser, for the tests of this crate and of those above it.
//!
//! Chromium opens the page in frames as wide as a phone and as a desk's screen, once light and once dark, and a script
//! around the frames measures them (`testing/measure.js`); `testing/chromium.rs` starts and stops the browser.

mod chromium;
mod judge;
mod likeness;

use crate::output::html::policy::allowed;
use std::path::Path;

/// The expected contents of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedPage {
    /// The number of tables.
    pub tables: usize,
    /// The number of figures; each must show exactly one picture.
    pub figures: usize,
}

/// The result of a check that found nothing wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum BrowserCheck {
    /// The browser opened the page, and everything was as it must be.
    Passed {
        /// The smallest font size in CSS pixels, at least 10.
        smallest_letters: f64,
        /// The lowest contrast of a text with its ground (WCAG 2), at least 4.5.
        lowest_contrast: f64,
    },
    /// Nothing was checked; the reason.
    Skipped(String),
}

/// If this variable is set, a missing browser is an error.
pub const REQUIRE: &str = "TREEBENCH_REQUIRE_BROWSER";

/// The widths at which the page is opened, in CSS pixels.
const WIDTHS: [u32; 2] = [390, 1400];

/// Opens the page in headless Chromium at 390 and 1,400 pixels, light and dark.
///
/// # Errors
/// All faults found, one per line: a wrong number of tables or figures, a page wider than its window, a font size below 10
/// pixels, contrast below 4.5, an id used twice, something loaded, a message on the console, no difference between light
/// and dark. Also when the page cannot be read, when the browser fails, or when it is missing and [`REQUIRE`] is set.
pub fn check_in_browser(html: &Path, expected: ExpectedPage) -> Result<BrowserCheck, String> {
    let page = std::fs::read_to_string(html).map_err(|error| format!("cannot read {}: {error}", html.display()))?;
    let Some(browser) = chromium::find() else {
        let reason = "`chromium` is not on the PATH";
        return if std::env::var_os(REQUIRE).is_some() {
            Err(format!("{reason}, and {REQUIRE} is set"))
        } else {
            Ok(BrowserCheck::Skipped(reason.to_owned()))
        };
    };
    let wrapper = wrapper(&page);
    let light = judge::read(&chromium::dump(&browser, &wrapper, "", false)?)?;
    let dark = judge::read(&chromium::dump(&browser, &wrapper, "", true)?)?;
    judge::judge(&light, &dark, expected)
}

/// Opens a page at a fragment of its address in headless Chromium, cut off from every network, runs `script` in it, too, and returns the page as
/// it is after all scripts have run; `None` if there is no browser. The policy of the page stays in force; it only allows that script as well.
///
/// # Errors
/// If the browser fails, or is missing and [`REQUIRE`] is set.
pub fn run_in_browser(page: &str, fragment: &str, script: &str) -> Result<Option<String>, String> {
    match chromium::find() {
        Some(browser) => chromium::dump(&browser, &with_script(page, script), fragment, false).map(|dump| Some(dump.page)),
        None if std::env::var_os(REQUIRE).is_some() => Err(format!("`chromium` is not on the PATH, and {REQUIRE} is set")),
        None => Ok(None),
    }
}

/// A picture of the page at a fragment of its address in a window of this size, as PNG; `None` if there is no browser.
///
/// # Errors
/// As [`run_in_browser`].
pub fn screenshot(html: &Path, fragment: &str, size: (u32, u32)) -> Result<Option<Vec<u8>>, String> {
    match chromium::find() {
        Some(browser) => chromium::screenshot(&browser, html, fragment, size).map(Some),
        None if std::env::var_os(REQUIRE).is_some() => Err(format!("`chromium` is not on the PATH, and {REQUIRE} is set")),
        None => Ok(None),
    }
}

/// The share of the area in which two PNG files look different, apart from what versions of a browser and of its fonts change.
///
/// # Errors
/// If one of them is no picture.
pub fn difference(one: &[u8], other: &[u8]) -> Result<f64, String> {
    likeness::difference(one, other)
}

/// The number of pages on which headless Chromium prints a page; `None` if there is no browser.
///
/// # Errors
/// As [`run_in_browser`].
pub fn printed_pages(html: &Path) -> Result<Option<usize>, String> {
    match chromium::find() {
        Some(browser) => chromium::print(&browser, html).map(|pdf| Some(pages(&pdf))),
        None if std::env::var_os(REQUIRE).is_some() => Err(format!("`chromium` is not on the PATH, and {REQUIRE} is set")),
        None => Ok(None),
    }
}

/// The number of objects of a PDF file that are pages: `/Type /Page`, and not the tree `/Type /Pages` that holds them.
fn pages(pdf: &[u8]) -> usize {
    let is_page = |rest: &[u8]| rest.starts_with(b"/Type /Page") && rest.get(11) != Some(&b's');
    (0..pdf.len()).filter(|&at| pdf[at] == b'/' && is_page(&pdf[at..])).count()
}

/// Opens the page in headless Chromium at the width of a desk's screen, does what `steps` say, and returns what they return, as JSON.
///
/// `steps` is the body of a JavaScript function of the page's `document` and `window`. `None` if there is no browser.
///
/// # Errors
/// When the page cannot be read, the browser fails or is missing although [`REQUIRE`] is set, `steps` throw, or the console has messages.
pub fn act_in_browser(html: &Path, steps: &str) -> Result<Option<serde_json::Value>, String> {
    let page = std::fs::read_to_string(html).map_err(|error| format!("cannot read {}: {error}", html.display()))?;
    let Some(browser) = chromium::find() else {
        return if std::env::var_os(REQUIRE).is_some() { Err(format!("no browser, and {REQUIRE} is set")) } else { Ok(None) };
    };
    let script = format!("const steps = (document, window) => {{\n{steps}\n}};\n{}", include_str!("testing/act.js"));
    judge::result(&chromium::dump(&browser, &framed(&page, &WIDTHS[1..], &script), "", false)?).map(Some)
}

/// If this variable is set, a missing axe-core is an error.
pub const AXE: &str = "TREEBENCH_REQUIRE_AXE";

/// Opens the page in headless Chromium at 390 and 1,400 pixels, light and dark, and returns what axe-core, whose source is `axe`, finds serious or
/// critical. `None` if there is no browser.
///
/// # Errors
/// If the page cannot be read, or as [`run_in_browser`].
pub fn accessibility_faults(html: &Path, axe: &str) -> Result<Option<Vec<String>>, String> {
    let page = std::fs::read_to_string(html).map_err(|error| format!("cannot read {}: {error}", html.display()))?;
    let script = format!("{axe}\n{}", include_str!("testing/axe.js"));
    let outer = framed(&with_script(&page, &script), &WIDTHS, include_str!("testing/collect.js"));
    let browser = match chromium::find() {
        Some(browser) => browser,
        None if std::env::var_os(REQUIRE).is_some() => return Err(format!("`chromium` is not on the PATH, and {REQUIRE} is set")),
        None => return Ok(None),
    };
    let mut faults = Vec::new();
    for (dark, scheme) in [(false, "light"), (true, "dark")] {
        let found = judge::result(&chromium::dump(&browser, &outer, "", dark)?)?;
        faults.extend(found.as_array().into_iter().flatten().map(|fault| format!("{scheme}, {}", fault.as_str().unwrap_or_default())));
    }
    Ok(Some(faults))
}

/// The page with one more script, which its policy allows.
fn with_script(page: &str, script: &str) -> String {
    let page = page.replacen("script-src ", &format!("script-src {} ", allowed(script)), 1);
    page.replace("</body>", &format!("<script>{script}</script></body>"))
}

/// A page with the report in a frame for each width.
fn wrapper(page: &str) -> String {
    framed(page, &WIDTHS, include_str!("testing/measure.js"))
}

fn framed(page: &str, widths: &[u32], script: &str) -> String {
    let source = page.replace('&', "&amp;").replace('"', "&quot;");
    let frames: String = widths
        .iter()
        .map(|width| format!("<iframe style=\"border:0;width:{width}px;height:900px\" srcdoc=\"{source}\"></iframe>\n"))
        .collect();
    format!("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<body>\n{frames}<script>\n{script}</script>\n")
}
