//! The colours of series. Neighbours differ for the colour-blind, and all of them are seen on their ground.

use crate::model::Palette;

pub(crate) type Rgb = (u8, u8, u8);

/// The number of colours in a palette.
pub(crate) const COLOURS: usize = 8;

impl Palette {
    /// The colours on white.
    pub(crate) fn light(self) -> [Rgb; COLOURS] {
        match self {
            // The yellow is darkened to be seen on white.
            Self::OkabeIto => [
                (0, 114, 178),
                (213, 94, 0),
                (0, 158, 115),
                (204, 121, 167),
                (140, 110, 10),
                (86, 180, 233),
                (90, 60, 160),
                (100, 100, 100),
            ],
            // Without the pale sand, and with a darker cyan.
            Self::Tol => [
                (51, 34, 136),
                (204, 102, 119),
                (17, 119, 51),
                (94, 172, 214),
                (136, 34, 85),
                (153, 153, 51),
                (68, 170, 153),
                (170, 68, 153),
            ],
            Self::Grey => {
                [(0, 0, 0), (128, 128, 128), (64, 64, 64), (160, 160, 160), (32, 32, 32), (144, 144, 144), (96, 96, 96), (112, 112, 112)]
            }
        }
    }

    /// The colours on a dark page.
    pub(crate) fn dark(self) -> [Rgb; COLOURS] {
        match self {
            Self::OkabeIto => [
                (78, 166, 230),
                (255, 139, 80),
                (53, 199, 155),
                (227, 157, 199),
                (212, 181, 60),
                (155, 216, 255),
                (179, 154, 245),
                (184, 184, 184),
            ],
            Self::Tol => [
                (158, 144, 255),
                (240, 140, 156),
                (92, 196, 127),
                (168, 221, 245),
                (222, 116, 166),
                (204, 204, 96),
                (111, 211, 194),
                (223, 138, 206),
            ],
            Self::Grey => self.light().map(|(level, ..)| (255 - level, 255 - level, 255 - level)),
        }
    }
}
