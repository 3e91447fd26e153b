//! The letters of a font that a PDF uses: their codes while it is drawn, and their font at its end.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish as _, Name, Pdf, Rect, Ref, Str};
use sha2::{Digest as _, Sha256};
use subsetter::GlyphRemapper;
use ttf_parser::{Face, GlyphId};

use super::{deflated, number};
use crate::model::Font;

/// What the codes of letters are numbers of: of nothing but this font.
const SYSTEM: SystemInfo<'_> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

pub(super) struct Letters {
    font: Font,
    face: Face<'static>,
    codes: GlyphRemapper,
    /// The letters and widths by their codes.
    used: BTreeMap<u16, (char, f64)>,
}

impl Letters {
    pub(super) fn new(font: Font) -> Result<Self, String> {
        let face = Face::parse(font.bytes(), 0).map_err(|error| error.to_string())?;
        Ok(Self { font, face, codes: GlyphRemapper::new(), used: BTreeMap::new() })
    }

    pub(super) fn has(&self, letter: char) -> bool {
        self.face.glyph_index(letter).is_some()
    }

    pub(super) fn is_used(&self) -> bool {
        !self.used.is_empty()
    }

    /// The code of a letter and its width in em. A letter that the font lacks is a box.
    pub(super) fn code(&mut self, letter: char) -> (u16, f64) {
        let glyph = self.face.glyph_index(letter).unwrap_or(GlyphId(0));
        let width = f64::from(self.face.glyph_hor_advance(glyph).unwrap_or(0)) / self.em();
        let code = self.codes.remap(glyph.0);
        self.used.entry(code).or_insert((letter, width));
        (code, width)
    }

    fn em(&self) -> f64 {
        f64::from(self.face.units_per_em())
    }

    /// Writes the font with the letters that are used.
    pub(super) fn write(self, pdf: &mut Pdf, root: Ref, next: &mut impl FnMut() -> Ref) -> Result<(), String> {
        let file = subsetter::subset(self.font.bytes(), 0, &self.codes).map_err(|error| error.to_string())?;
        let [descendant, descriptor, data, map] = [next(), next(), next(), next()];
        let name = format!("{}+{}", tag(&file), self.font.name());
        let name = Name(name.as_bytes());
        pdf.type0_font(root).base_font(name).encoding_predefined(Name(b"Identity-H")).descendant_font(descendant).to_unicode(map);
        let mut cid = pdf.cid_font(descendant);
        cid.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM).font_descriptor(descriptor);
        cid.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
        let mut widths = cid.widths();
        for (code, (_, width)) in &self.used {
            widths.consecutive(*code, [number(width * 1000.0)]);
        }
        widths.finish();
        cid.finish();
        let (em, bounds) = (self.em(), self.face.global_bounding_box());
        let thousandths = |units: i16| number(f64::from(units) / em * 1000.0);
        let [left, bottom, right, top] = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(thousandths);
        let serif = if self.font == Font::Serif { FontFlags::SERIF } else { FontFlags::empty() };
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::SYMBOLIC | serif)
            .bbox(Rect::new(left, bottom, right, top))
            .italic_angle(0.0)
            .ascent(thousandths(self.face.ascender()))
            .descent(thousandths(self.face.descender()))
            .cap_height(thousandths(self.face.capital_height().unwrap_or(self.face.ascender())))
            .stem_v(80.0)
            .font_file2(data);
        pdf.stream(data, &deflated(&file)?).filter(Filter::FlateDecode).pair(Name(b"Length1"), file.len() as i32);
        let mut unicode = UnicodeCmap::<u16>::new(Name(b"Letters"), SYSTEM);
        self.used.iter().for_each(|(code, (letter, _))| unicode.pair(*code, *letter));
        let unicode = unicode.finish();
        pdf.cmap(map, &deflated(&unicode)?).filter(Filter::FlateDecode);
        Ok(())
    }
}

/// Six capitals that tell fonts with different letters apart.
fn tag(file: &[u8]) -> String {
    Sha256::digest(file).iter().take(6).map(|byte| char::from(b'A' + byte % 26)).collect()
}
