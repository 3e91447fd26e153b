//! Every figure as an PNG file, two pixels for each of the SVG.

use std::path::{Path, PathBuf};

use super::{Output, file};
use crate::draw;
use crate::error::Error;
use crate::model::{Block, Report};
use crate::text::Names;

/// The output `png`.
pub(crate) struct Png;

impl Output for Png {
    fn name(&self) -> &str {
        "png"
    }

    fn doc(&self) -> &str {
        "every figure as figures/*.png"
    }

    fn write(&self, report: &Report, dir: &Path) -> Result<Vec<PathBuf>, Error> {
        let mut files = Vec::new();
        for (block, name) in report.blocks().zip(Names::of(report).blocks) {
            let Block::Figure(figure) = block else { continue };
            let name = format!("figures/{name}.png");
            let picture = draw::png(figure, draw::WIDE).map_err(|reason| Error::Draw { path: dir.join(&name), reason })?;
            files.push(file::write(dir, &name, &picture)?);
        }
        Ok(files)
    }
}
