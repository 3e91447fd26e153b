//! The fonts of pictures, which need no font of the machine.

use crate::model::Font;
use plotters::style::{FontStyle, register_font};
use std::sync::Once;

static SANS: &[u8] = include_bytes!("../../fonts/DejaVuSans.ttf");
static SERIF: &[u8] = include_bytes!("../../fonts/LiberationSerif.ttf");

impl Font {
    /// Its file.
    pub(super) fn bytes(self) -> &'static [u8] {
        match self {
            Self::Sans => SANS,
            Self::Serif => SERIF,
        }
    }

    /// The family that an SVG asks for, by which plotters knows it too.
    pub(super) fn family(self) -> &'static str {
        match self {
            Self::Sans => "sans-serif",
            Self::Serif => "serif",
        }
    }

    /// Its name in a PDF.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sans => "DejaVuSans",
            Self::Serif => "LiberationSerif",
        }
    }

    /// Its whole height above and below the baseline, in em.
    pub(super) const fn height(self) -> f64 {
        match self {
            Self::Sans => (1901.0 + 483.0) / 2048.0,
            Self::Serif => (1825.0 + 443.0) / 2048.0,
        }
    }
}

/// Makes the fonts known to plotters.
pub(super) fn register() {
    static REGISTERED: Once = Once::new();
    // The fonts are fixed, so this cannot fail; if it did, drawing a text would say that there is no font.
    REGISTERED.call_once(|| {
        for font in [Font::Sans, Font::Serif] {
            let _ = register_font(font.family(), FontStyle::Normal, font.bytes());
        }
    });
}
