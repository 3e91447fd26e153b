//! Every figure as a separate file, dark on white: SVG, PNG and PDF.

use std::path::{Path, PathBuf};

use super::{Output, file};
use crate::draw;
use crate::error::Error;
use crate::model::{Block, Figure, Report, Style};
use crate::text::Names;

/// The output `svg`.
pub(crate) struct Svg;

/// The output `png`.
pub(crate) struct Png;

/// The output `pdf`.
pub(crate) struct Pdf;

impl Output for Svg {
    fn name(&self) -> &str {
        "svg"
    }

    fn doc(&self) -> &str {
        "every figure as figures/*.svg"
    }

    fn write(&self, report: &Report, dir: &Path) -> Result<Vec<PathBuf>, Error> {
        write(report, dir, "svg", |figure, style| draw::svg(figure, style).map(String::into_bytes))
    }
}

impl Output for Png {
    fn name(&self) -> &str {
        "png"
    }

    fn doc(&self) -> &str {
        "every figure as figures/*.png"
    }

    fn write(&self, report: &Report, dir: &Path) -> Result<Vec<PathBuf>, Error> {
        write(report, dir, "png", draw::png)
    }
}

impl Output for Pdf {
    fn name(&self) -> &str {
        "pdf"
    }

    fn doc(&self) -> &str {
        "every figure as figures/*.pdf, with its fonts"
    }

    fn write(&self, report: &Report, dir: &Path) -> Result<Vec<PathBuf>, Error> {
        write(report, dir, "pdf", draw::pdf)
    }
}

/// Draws a figure in a style as a file.
type Draw = fn(&Figure, &Style) -> Result<Vec<u8>, String>;

fn write(report: &Report, dir: &Path, ending: &str, draw: Draw) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for (block, name) in report.blocks().zip(Names::of(report).blocks) {
        let Block::Figure(figure) = block else { continue };
        let name = format!("figures/{name}.{ending}");
        let picture = draw(figure, &report.style).map_err(|reason| Error::Draw { path: dir.join(&name), reason })?;
        files.push(file::write(dir, &name, &picture)?);
    }
    Ok(files)
}
