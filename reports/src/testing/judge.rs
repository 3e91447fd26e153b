//! Reads the browser's measurements and finds the faults.

use serde::Deserialize;

use super::chromium::Dump;
use super::{BrowserCheck, ExpectedPage, WIDTHS};

/// The smallest readable font size in CSS pixels.
const SMALLEST: f64 = 10.0;
/// The contrast that WCAG 2.1 demands of text (success criterion 1.4.3).
const CONTRAST: f64 = 4.5;

/// One start of the browser.
pub(super) struct BrowserRun {
    views: Vec<View>,
    console: Vec<String>,
}

#[derive(Deserialize)]
struct View {
    width: u32,
    scroll_width: u32,
    client_width: u32,
    tables: usize,
    figures: usize,
    seen_figures: usize,
    texts: usize,
    smallest: Letters,
    faintest: Letters,
    repeated_ids: Vec<String>,
    resources: usize,
    dark: bool,
    ground: f64,
}

#[derive(Deserialize)]
struct Letters {
    text: String,
    size: f64,
    contrast: f64,
}

/// Reads the measurements out of the page and the console's messages out of the log.
pub(super) fn read(dump: &Dump) -> Result<BrowserRun, String> {
    let console = dump.log.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned).collect();
    let measured = dump.page.split_once("MEASURED").and_then(|(_, rest)| rest.rsplit_once("DONE"));
    let (json, _) = measured.ok_or_else(|| format!("the browser measured nothing; its log:\n{}", dump.log))?;
    let views = serde_json::from_str(json).map_err(|error| format!("the measurements are unreadable: {error}"))?;
    Ok(BrowserRun { views, console })
}

/// What the steps of a test returned.
pub(super) fn result(dump: &Dump) -> Result<serde_json::Value, String> {
    let console: Vec<&str> = dump.log.lines().filter(|line| line.contains(":CONSOLE")).collect();
    let shown = dump.page.split_once("MEASURED").and_then(|(_, rest)| rest.rsplit_once("DONE"));
    let (json, _) = shown.ok_or_else(|| format!("the browser showed nothing; its log:\n{}", dump.log))?;
    let result: serde_json::Value = serde_json::from_str(json).map_err(|error| format!("the result is unreadable: {error}"))?;
    match (&result["thrown"], &console[..]) {
        (serde_json::Value::String(thrown), _) => Err(thrown.clone()),
        (_, []) => Ok(result["returned"].clone()),
        (_, lines) => Err(lines.join("\n")),
    }
}

/// All faults of both starts, or the extremes that were measured.
pub(super) fn judge(light: &BrowserRun, dark: &BrowserRun, expected: ExpectedPage) -> Result<BrowserCheck, String> {
    let mut faults = Vec::new();
    for (seen, scheme) in [(light, "light"), (dark, "dark")] {
        faults.extend(seen.console.iter().map(|line| format!("{scheme}: on the console: {line}")));
        if seen.views.iter().map(|view| view.width).ne(WIDTHS) {
            faults.push(format!("{scheme}: the frames do not have their widths"));
        }
        for view in &seen.views {
            if view.dark != (scheme == "dark") {
                faults.push(format!("{scheme}: the browser did not take the colour scheme"));
            }
            faults.extend(of_view(view, expected).into_iter().map(|fault| format!("{scheme}, {} px: {fault}", view.width)));
        }
    }
    for (light, dark) in light.views.iter().zip(&dark.views) {
        if light.ground < 0.5 || dark.ground > 0.1 {
            faults.push(format!("{} px: light and dark have grounds of luminance {} and {}", light.width, light.ground, dark.ground));
        }
    }
    if !faults.is_empty() {
        return Err(faults.join("\n"));
    }
    let views = || light.views.iter().chain(&dark.views);
    Ok(BrowserCheck::Passed {
        smallest_letters: views().map(|view| view.smallest.size).fold(f64::INFINITY, f64::min),
        lowest_contrast: views().map(|view| view.faintest.contrast).fold(f64::INFINITY, f64::min),
    })
}

fn of_view(view: &View, expected: ExpectedPage) -> Vec<String> {
    let mut faults = Vec::new();
    let mut check = |good: bool, fault: String| {
        if !good {
            faults.push(fault);
        }
    };
    check(view.tables == expected.tables, format!("{} tables instead of {}", view.tables, expected.tables));
    check(view.figures == expected.figures, format!("{} figures instead of {}", view.figures, expected.figures));
    check(view.seen_figures == view.figures, format!("only {} figures show exactly one picture", view.seen_figures));
    check(view.scroll_width <= view.client_width, format!("the page is {} px wide", view.scroll_width));
    check(view.texts > 0, "no text is visible".to_owned());
    let Letters { text, size, .. } = &view.smallest;
    check(*size >= SMALLEST, format!("a font size of {size:.1} px: {text}"));
    let Letters { text, contrast, .. } = &view.faintest;
    check(*contrast >= CONTRAST, format!("a contrast of {contrast:.2}: {text}"));
    check(view.repeated_ids.is_empty(), format!("ids used twice: {}", view.repeated_ids.join(", ")));
    check(view.resources == 0, format!("{} things were loaded", view.resources));
    faults
}
