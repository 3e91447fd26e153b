//! A scene as a PDF with one page: vector shapes, and texts that can be searched, in fonts that are part of the file.
//!
//! The file has neither a date nor a random identifier, so that equal figures are equal files.

mod letters;

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};

use super::scene::{Place, Scene, Shape, Side};
use crate::model::{Font, Style};
use letters::Letters;

/// How far below its middle the baseline of a text lies, in em.
const BELOW: f64 = 0.35;

/// The scene as a page of PDF; `unit` is the size of its units in points.
pub(super) fn pdf(scene: &Scene, unit: f64, style: &Style, title: &str) -> Result<Vec<u8>, String> {
    let mut page = Page { content: Content::new(), fonts: fonts(style.font)?, opacities: Vec::new(), style };
    let height = scene.height * unit;
    // Like the scene, from the top down.
    page.content.transform([unit, 0.0, 0.0, -unit, 0.0, height].map(number)).set_line_join(LineJoinStyle::RoundJoin);
    scene.shapes.iter().for_each(|shape| page.draw(shape));
    page.finish([scene.width * unit, height], title)
}

/// The font of a style, and one for the letters that it lacks.
fn fonts(font: Font) -> Result<Vec<Letters>, String> {
    let other = (font != Font::Sans).then_some(Font::Sans);
    [font].into_iter().chain(other).map(Letters::new).collect()
}

/// A page that is being drawn.
struct Page<'s> {
    content: Content,
    fonts: Vec<Letters>,
    opacities: Vec<f64>,
    style: &'s Style,
}

impl Page<'_> {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Line { points, ink, width } => {
                let [r, g, b] = self.color(*ink);
                self.content.set_stroke_rgb(r, g, b).set_line_width(number(*width));
                self.path(points);
                self.content.stroke();
            }
            Shape::Area { points, ink, opacity } => {
                let [r, g, b] = self.color(*ink);
                let opaque = *opacity >= 1.0;
                if !opaque {
                    let known = self.opacities.iter().position(|known| known == opacity);
                    let place = known.unwrap_or_else(|| {
                        self.opacities.push(*opacity);
                        self.opacities.len() - 1
                    });
                    self.content.save_state().set_parameters(Name(opacity_name(place).as_bytes()));
                }
                self.content.set_fill_rgb(r, g, b);
                self.path(points);
                self.content.close_path().fill_nonzero();
                if !opaque {
                    self.content.restore_state();
                }
            }
            Shape::Text { at, text, size, ink, side, upright } => {
                let [r, g, b] = self.color(*ink);
                self.content.set_fill_rgb(r, g, b);
                self.text(*at, text, *size, *side, *upright);
            }
        }
    }

    fn color(&self, ink: super::Ink) -> [f32; 3] {
        // Paper is white itself.
        let (r, g, b) = if ink == super::Ink::Paper { (255, 255, 255) } else { ink.rgb(self.style.palette) };
        [r, g, b].map(|channel| f32::from(channel) / 255.0)
    }

    fn path(&mut self, points: &[Place]) {
        for (index, (x, y)) in points.iter().enumerate() {
            let (x, y) = (number(*x), number(*y));
            if index == 0 {
                self.content.move_to(x, y)
            } else {
                self.content.line_to(x, y)
            };
        }
    }

    fn text(&mut self, (x, y): Place, text: &str, size: f64, side: Side, upright: bool) {
        let runs = self.runs(text);
        let width: f64 = runs.iter().map(|run| run.width * size).sum();
        let before = match side {
            Side::Start => 0.0,
            Side::Middle => width / 2.0,
            Side::End => width,
        };
        // The scene is upside down to a PDF, and so are letters unless they are turned over.
        let matrix = if upright {
            [0.0, -1.0, -1.0, 0.0, x + BELOW * size, y + before]
        } else {
            [1.0, 0.0, 0.0, -1.0, x - before, y + BELOW * size]
        };
        self.content.begin_text().set_text_matrix(matrix.map(number));
        for run in runs {
            self.content.set_font(Name(font_name(run.font).as_bytes()), number(size)).show(Str(&run.codes));
        }
        self.content.end_text();
    }

    /// The parts of a text, each in the first font that has its letters.
    fn runs(&mut self, text: &str) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for letter in text.chars() {
            let font = self.fonts.iter().position(|font| font.has(letter)).unwrap_or(0);
            let (code, width) = self.fonts[font].code(letter);
            if runs.last().is_none_or(|run| run.font != font) {
                runs.push(Run { font, codes: Vec::new(), width: 0.0 });
            }
            if let Some(run) = runs.last_mut() {
                run.codes.extend(code.to_be_bytes());
                run.width += width;
            }
        }
        runs
    }

    fn finish(self, [width, height]: [f64; 2], title: &str) -> Result<Vec<u8>, String> {
        let mut references = (1..).map(Ref::new);
        let mut next = || references.next().unwrap_or(Ref::new(1));
        let [catalog, pages, page, content, info] = [next(), next(), next(), next(), next()];
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(pages);
        pdf.pages(pages).kids([page]).count(1);
        pdf.document_info(info).title(TextStr(title)).creator(TextStr("treebench"));
        let used: Vec<(usize, Letters)> = self.fonts.into_iter().enumerate().filter(|(_, font)| font.is_used()).collect();
        let roots: Vec<Ref> = used.iter().map(|_| next()).collect();
        let mut written = pdf.page(page);
        written.parent(pages).contents(content).media_box(Rect::new(0.0, 0.0, number(width), number(height)));
        let mut resources = written.resources();
        let mut fonts = resources.fonts();
        for ((place, _), root) in used.iter().zip(&roots) {
            fonts.pair(Name(font_name(*place).as_bytes()), *root);
        }
        fonts.finish();
        let mut states = resources.ext_g_states();
        for (place, opacity) in self.opacities.iter().enumerate() {
            let name = opacity_name(place);
            states.insert(Name(name.as_bytes())).start::<pdf_writer::writers::ExtGraphicsState<'_>>().non_stroking_alpha(number(*opacity));
        }
        states.finish();
        resources.finish();
        written.finish();
        pdf.stream(content, &deflated(&self.content.finish())?).filter(Filter::FlateDecode);
        for ((_, letters), root) in used.into_iter().zip(roots) {
            letters.write(&mut pdf, root, &mut next)?;
        }
        Ok(pdf.finish())
    }
}

/// Letters of one font in a row.
struct Run {
    font: usize,
    codes: Vec<u8>,
    /// The width in em.
    width: f64,
}

fn font_name(place: usize) -> String {
    format!("F{place}")
}

fn opacity_name(place: usize) -> String {
    format!("O{place}")
}

/// A number of a PDF, which knows no infinity: hundredths of a unit are finer than any print.
fn number(value: f64) -> f32 {
    if value.is_nan() { 0.0 } else { ((value * 100.0).round() / 100.0).clamp(-1e6, 1e6) as f32 }
}

fn deflated(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::scene::Ink;
    use flate2::read::ZlibDecoder;
    use std::io::Read as _;

    /// The streams of a file, unpacked.
    fn streams(file: &[u8]) -> Vec<Vec<u8>> {
        let places = |word: &[u8]| file.windows(word.len()).enumerate().filter(|(_, at)| *at == word).map(|(at, _)| at).collect::<Vec<_>>();
        let unpacked = places(b"\nstream\n").into_iter().filter_map(|start| {
            let mut bytes = Vec::new();
            ZlibDecoder::new(&file[start + 8..]).read_to_end(&mut bytes).ok().map(|_| bytes)
        });
        unpacked.collect()
    }

    fn drawn(text: &str, font: Font) -> Vec<u8> {
        let mut scene = Scene::new(200.0, 100.0);
        scene.area(vec![(0.0, 0.0), (50.0, 0.0), (50.0, 20.0)], Ink::Series(1), 0.5);
        scene.text((100.0, 50.0), text, 12.0, Ink::Text, Side::Middle);
        scene.upright((12.0, 50.0), text, 12.0, Ink::Text, Side::End);
        pdf(&scene, 0.75, &Style { font, ..Style::default() }, "A title").expect("drawable")
    }

    #[test]
    fn the_same_figure_is_the_same_file() {
        assert_eq!(drawn("C = √2", Font::Sans), drawn("C = √2", Font::Sans));
        assert_ne!(drawn("C = √2", Font::Sans), drawn("C = √3", Font::Sans));
    }

    #[test]
    fn a_font_has_the_letters_that_are_used_and_says_what_they_are() {
        // The serif font has no star, and lends it from the other.
        for (text, font, fonts) in [("win rate", Font::Sans, 1), ("win rate", Font::Serif, 1), ("★ win", Font::Serif, 2)] {
            let file = drawn(text, font);
            assert!(file.len() < 20_000, "{} bytes", file.len());
            let streams = streams(&file);
            let embedded: Vec<_> = streams.iter().filter_map(|bytes| ttf_parser::RawFace::parse(bytes, 0).ok()).collect();
            assert_eq!(embedded.len(), fonts, "{text}");
            let maps: String =
                streams.iter().map(|bytes| String::from_utf8_lossy(bytes)).filter(|text| text.contains("beginbfchar")).collect();
            for letter in text.chars() {
                assert!(maps.contains(&format!("<{:04X}>\n", letter as u32)), "{letter} in {maps}");
            }
        }
    }

    #[test]
    fn a_page_is_as_large_as_its_scene() {
        let file = String::from_utf8_lossy(&drawn("x", Font::Serif)).into_owned();
        assert!(file.contains("/MediaBox [0 0 150 75]"), "{file}");
    }
}
