//! The split strategies by name.

use std::fmt;
use std::str::FromStr;
use treebench_compile::Semimoves;

/// A combination of the paper's components; the empty combination is the orthodox game, in which a semimove is a whole move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Split {
    /// `Mod`: a semimove ends at every off, assignment and switch.
    pub modifiers: bool,
    /// `Plus`: a dot at the start of each branch of an alternative.
    pub plus: bool,
    /// `Shift`: a dot between the parts of the choice of a square.
    pub shift: bool,
}

impl Split {
    /// Whole moves; dots written in the rules are ignored.
    pub const ORTHODOX: Split = Split { modifiers: false, plus: false, shift: false };
    /// `Mod` alone.
    pub const MOD: Split = Split { modifiers: true, plus: false, shift: false };

    /// Whether a semimove is a whole move.
    pub fn is_orthodox(self) -> bool {
        self == Split::ORTHODOX
    }

    /// The unit that players choose.
    pub fn semimoves(self) -> Semimoves {
        match self {
            Split::ORTHODOX => Semimoves::Moves,
            Split { modifiers: true, .. } => Semimoves::Steps,
            _ => Semimoves::Sequences,
        }
    }

    /// All eight, the orthodox game first.
    pub fn all() -> impl Iterator<Item = Split> {
        (0..8).map(|bits| Split { modifiers: bits & 1 != 0, plus: bits & 2 != 0, shift: bits & 4 != 0 })
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Split::ORTHODOX {
            return f.write_str("orthodox");
        }
        for (chosen, name) in [(self.modifiers, "Mod"), (self.plus, "Plus"), (self.shift, "Shift")] {
            if chosen {
                f.write_str(name)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Split {
    type Err = String;

    /// Reads the name that `Display` writes; upper and lower case and hyphens do not matter (`mod-plus`).
    fn from_str(text: &str) -> Result<Self, String> {
        let plain = |text: &str| text.replace('-', "").to_lowercase();
        Split::all().find(|split| plain(&split.to_string()) == plain(text)).ok_or_else(|| {
            let names = Split::all().map(|split| split.to_string()).collect::<Vec<_>>();
            format!("unknown split strategy `{text}`; known: {}", names.join(", "))
        })
    }
}
