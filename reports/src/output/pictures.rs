//! Every figure as a separate file: SVG, dark on white, and PNG with two pixels per SVG unit.

use std::path::{Path, PathBuf};

use super::{Output, file};
use crate::draw;
use crate::error::Error;
use crate::model::{Block, Figure, Report};
use crate::text::Names;

/// The output `svg`.
pub(crate) struct Svg;

/// The output `png`.
pub(crate) struct Png;

impl Output for Svg {
    fn name(&self) -> &str {
        "svg"
    }

    fn doc(&self) -> &str {
        "every figure as figures/*.svg"
    }

    fn write(&self, report: &Report, dir: &Path) -> Result<Vec<PathBuf>, Error> {
        write(report, dir, "svg", |figure| draw::svg(figure, draw::wide(figure)).map(String::into_bytes))
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
        write(report, dir, "png", |figure| draw::png(figure, draw::wide(figure)))
    }
}

fn write(report: &Report, dir: &Path, ending: &str, draw: impl Fn(&Figure) -> Result<Vec<u8>, String>) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for (block, name) in report.blocks().zip(Names::of(report).blocks) {
        let Block::Figure(figure) = block else { continue };
        let name = format!("figures/{name}.{ending}");
        let picture = draw(figure).map_err(|reason| Error::Draw { path: dir.join(&name), reason })?;
        files.push(file::write(dir, &name, &picture)?);
    }
    Ok(files)
}
