//! `[figure]`.

use crate::config::shape::choice;
use treebench_macros::Section;
use treebench_reports::model::{Font, Palette, Style};

/// `[figure]`.
#[derive(Clone, Debug, Section)]
pub(crate) struct FigureWire {
    /// The width in millimetres, such as 85 for a column and 175 for a page of most papers. A figure is wider if its content does not fit.
    #[key(range = 40.0..=1000.0, otherwise = "as on the page")]
    pub(crate) width: Option<f64>,
    /// The size of labels in points.
    #[key(range = 4.0..=40.0, otherwise = "as on the page: 9.4")]
    pub(crate) font_size: Option<f64>,
    /// `sans`, or `serif`, whose letters are as wide as those of Times. Both are embedded in PDF files.
    #[key(default = Font::Sans)]
    pub(crate) font: Font,
    /// The colours of lines and bars, on the page too: those of Okabe and Ito, Paul Tol's muted ones, or greys. All of them can be told apart with any
    /// kind of colour vision.
    #[key(default = Palette::OkabeIto)]
    pub(crate) palette: Palette,
}

choice! { Font { "sans" => Sans, "serif" => Serif } }
choice! { Palette { "okabe-ito" => OkabeIto, "tol" => Tol, "grey" => Grey } }

impl FigureWire {
    /// The style for reports.
    pub(crate) fn style(&self) -> Style {
        Style { width: self.width, font_size: self.font_size, font: self.font, palette: self.palette }
    }
}
