//! Every figure as an SVG file, dark on white.

use std::path::{Path, PathBuf};

use super::{Output, file};
use crate::draw;
use crate::error::Error;
use crate::model::{Block, Report};
use crate::text::Names;

/// The output `svg`.
pub(crate) struct Svg;

impl Output for Svg {
    fn name(&self) -> &str {
        "svg"
    }

    fn doc(&self) -> &str {
        "every figure as figures/*.svg"
    }

    fn write(&self, report: &Report, dir: &Path) -> Result<Vec<PathBuf>, Error> {
        let mut files = Vec::new();
        for (block, name) in report.blocks().zip(Names::of(report).blocks) {
            let Block::Figure(figure) = block else { continue };
            let name = format!("figures/{name}.svg");
            let picture = draw::svg(figure, draw::WIDE).map_err(|reason| Error::Draw { path: dir.join(&name), reason })?;
            files.push(file::write(dir, &name, picture.as_bytes())?);
        }
        Ok(files)
    }
}
