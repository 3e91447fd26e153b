//! Every figure as a separate file, dark on white: SVG, PNG and PDF.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use super::{Output, file};
use crate::draw;
use crate::error::Error;
use crate::model::{Block, Figure, Report, Style};
use crate::text::Names;

/// Draws a figure in a style, with a note below it, as a file.
type Draw = fn(&Figure, &Style, &str) -> Result<Vec<u8>, String>;

/// An output that draws every figure as a file of its own.
pub(crate) struct Pictures {
    /// The name of the output, and the ending of its files.
    name: &'static str,
    doc: &'static str,
    draw: Draw,
}

pub(crate) const SVG: Pictures = Pictures {
    name: "svg",
    doc: "every figure as figures/*.svg",
    draw: |figure, style, note| draw::svg(figure, style, note).map(String::into_bytes),
};

pub(crate) const PNG: Pictures = Pictures { name: "png", doc: "every figure as figures/*.png", draw: draw::png };

pub(crate) const PDF: Pictures = Pictures { name: "pdf", doc: "every figure as figures/*.pdf, with its fonts", draw: draw::pdf };

impl Output for Pictures {
    fn name(&self) -> &str {
        self.name
    }

    fn doc(&self) -> &str {
        self.doc
    }

    fn write(&self, report: &Report, dir: &Path, _: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
        let named = report.blocks().zip(Names::of(report).blocks);
        let figures: Vec<(&Figure, String)> = named
            .filter_map(|(block, name)| match block {
                Block::Figure(figure) => Some((figure, format!("figures/{name}.{}", self.name))),
                _ => None,
            })
            .collect();
        let draw = |(figure, name): &(&Figure, String)| {
            let picture =
                (self.draw)(figure, &report.style, &report.note).map_err(|reason| Error::Draw { path: dir.join(name), reason })?;
            file::write(dir, name, &picture)
        };
        on_all_cores(&figures, draw).into_iter().collect()
    }
}

/// The results of `f` for all items, in their order. Pictures take most of a report's time.
fn on_all_cores<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(items.len()).max(1);
    let f = &f;
    let share = |worker: usize| move || items.iter().enumerate().skip(worker).step_by(workers).map(|(i, item)| (i, f(item))).collect();
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|worker| scope.spawn(share(worker))).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, Vec<(usize, R)>>| thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        threads.into_iter().flat_map(join).collect()
    });
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Bar, Bars, Font, Palette, Plot, Section};

    fn report(style: Style) -> Report {
        let bars = vec![Bar { label: "uct".to_owned(), value: 60.0, low: 55.0, high: 65.0 }];
        let figure = Figure::new("f", "caption", "alt", Plot::Bars(Bars { bars, ..Bars::default() }));
        Report { style, sections: vec![Section::new("s", "S").block(figure)], ..Report::new("r") }
    }

    /// What must be known of the numbers stands below every picture of them, in as many lines as it needs, and adds to its height.
    #[test]
    fn a_note_goes_with_every_picture() {
        let dir = tempfile::tempdir().expect("a folder");
        let written = |output: &dyn Output, note: &str| {
            let files = output.write(&Report { note: note.to_owned(), ..report(Style::default()) }, dir.path(), &[]).expect("written");
            std::fs::read(&files[0]).expect("a file")
        };
        let svg = |note: &str| String::from_utf8(written(&SVG, note)).expect("text");
        let height =
            |svg: &str| svg.split("height=\"").nth(1).and_then(|rest| rest.split('"').next()?.parse::<f64>().ok()).expect("a height");
        let (plain, one) = (svg(""), svg("grew while it was looked at"));
        assert!(!plain.contains("grew") && one.contains("grew while it was looked at"), "{one}");
        let many = svg(&"a long remark about these numbers; ".repeat(9));
        assert!(height(&plain) < height(&one) && height(&one) < height(&many), "{} {} {}", height(&plain), height(&one), height(&many));
        let png = |note: &str| {
            let png = written(&PNG, note);
            png::Decoder::new(std::io::Cursor::new(&png)).read_info().expect("a picture").info().height
        };
        assert!(png("") < png("grew while it was looked at"));
        assert_ne!(written(&PDF, ""), written(&PDF, "grew while it was looked at"));
    }

    #[test]
    fn figures_have_the_size_font_and_colours_of_a_paper() {
        let style = Style { width: Some(85.0), font_size: Some(8.0), font: Font::Serif, palette: Palette::Tol };
        let dir = tempfile::tempdir().expect("a folder");
        let read = |output: &dyn Output| {
            let files = output.write(&report(style), dir.path(), &[]).expect("written");
            std::fs::read(&files[0]).expect("a file")
        };
        let svg = String::from_utf8(read(&SVG)).expect("text");
        // 85 mm are 240.9 points, and a pixel is 8 / 12.5 of a point.
        assert!(svg.starts_with("<svg width=\"241.28pt\"") && svg.contains("viewBox=\"0 0 377 "), "{}", &svg[..100]);
        assert!(svg.contains("font-family=\"serif\"") && svg.contains("fill=\"#332288\""), "{svg}");
        let png = read(&PNG);
        let info = png::Decoder::new(std::io::Cursor::new(&png)).read_info().expect("a picture").info().clone();
        let inches = f64::from(info.width) / f64::from(info.pixel_dims.expect("a size").xppu) / 0.0254;
        assert!((inches * 25.4 - 85.0).abs() < 0.2 && info.width > 1000, "{inches} in, {} pixels", info.width);
        let pdf = read(&PDF);
        assert!(String::from_utf8_lossy(&pdf).contains("+LiberationSerif"));
        let page = crate::html(&report(style)).expect("a page");
        assert!(page.contains("--s0: #332288;") && !page.contains("#0072b2"));
    }
}
