//! How figures look in files for a paper.

use serde::{Deserialize, Serialize};

/// The look of figures; its default is that of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// The width in millimetres; by default that on the page. A figure whose content needs more is wider.
    pub width: Option<f64>,
    /// The font size of labels in points; by default that on the page.
    pub font_size: Option<f64>,
    /// The font.
    pub font: Font,
    /// The colours of series, on the page too.
    pub palette: Palette,
}

/// The font of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Font {
    /// DejaVu Sans.
    #[default]
    Sans,
    /// Liberation Serif, whose letters are as wide as those of Times.
    Serif,
}

/// Colours that differ for people with any kind of colour vision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Palette {
    /// The colours of Okabe and Ito.
    #[default]
    OkabeIto,
    /// The muted colours of Paul Tol.
    Tol,
    /// Greys.
    Grey,
}
