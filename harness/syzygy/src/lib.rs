//! Syzygy tablebases: how positions of chess with few men end under perfect play.
//!
//! A crate of its own because the crate that reads the tables is GPL-3.0-or-later, and therefore this one too. Nothing depends on it unless the feature
//! `syzygy` of the harness is asked for.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};
use shakmaty_syzygy::{AmbiguousWdl, Tablebase};
use std::cmp::Ordering;
use std::path::{Path, PathBuf};

/// All tables with up to a number of men.
pub struct Tables {
    men: usize,
    tables: Tablebase<Chess>,
}

impl Tables {
    /// Finds the tables with up to this many men, kings included, in folders.
    ///
    /// # Errors
    /// If one is missing or cannot be read.
    pub fn open(folders: &[impl AsRef<Path>], men: u32) -> Result<Tables, String> {
        let folders: Vec<PathBuf> = folders.iter().map(|folder| folder.as_ref().to_owned()).collect();
        let mut tables = Tablebase::new();
        for name in names(men) {
            for file in [format!("{name}.rtbw"), format!("{name}.rtbz")] {
                let Some(path) = folders.iter().map(|folder| folder.join(&file)).find(|path| path.is_file()) else {
                    let searched = folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ");
                    return Err(format!("{file} is missing from {searched}: all tables with up to {men} men are needed"));
                };
                tables.add_file(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            }
        }
        Ok(Tables { men: men as usize, tables })
    }

    /// Whether the player to move wins, draws or loses, with the clock of half-moves; `None` if the tables do not say: of more men or castling rights, and
    /// where their rounding leaves open whether a win comes before the clock draws.
    ///
    /// # Errors
    /// If the position is no FEN, or a table is damaged.
    pub fn result(&self, fen: &str) -> Result<Option<Ordering>, String> {
        let setup: Fen = fen.parse().map_err(|error| format!("`{fen}` is no FEN: {error}"))?;
        if setup.as_setup().board.occupied().count() > self.men {
            return Ok(None);
        }
        let position: Chess =
            setup.into_position(CastlingMode::Chess960).map_err(|error| format!("`{fen}` is no position of chess: {error}"))?;
        if position.castles().any() {
            return Ok(None);
        }
        let found = self.tables.probe_wdl(&position).map_err(|error| format!("the tablebases fail in `{fen}`: {error}"))?;
        Ok(match found {
            AmbiguousWdl::Loss => Some(Ordering::Less),
            AmbiguousWdl::BlessedLoss | AmbiguousWdl::Draw | AmbiguousWdl::CursedWin => Some(Ordering::Equal),
            AmbiguousWdl::Win => Some(Ordering::Greater),
            AmbiguousWdl::MaybeLoss | AmbiguousWdl::MaybeWin => None,
        })
    }
}

/// The names of all tables with up to this many men, such as `KQvKR`.
fn names(men: u32) -> Vec<String> {
    let written = |side: &[usize]| side.iter().map(|&piece| char::from(b"QRBNP"[piece])).collect::<String>();
    let mut names = Vec::new();
    for pieces in 1..=men.saturating_sub(2) as usize {
        for few in 0..=pieces / 2 {
            for strong in sides(pieces - few) {
                // Of two sides with as many pieces, the one with the stronger pieces comes first.
                let is_named = |weak: &Vec<usize>| strong.len() > weak.len() || strong <= *weak;
                names.extend(
                    sides(few).iter().filter(|weak| is_named(weak)).map(|weak| format!("K{}vK{}", written(&strong), written(weak))),
                );
            }
        }
    }
    names
}

/// All choices of this many pieces beside the king, each from the strongest piece to the weakest.
fn sides(pieces: usize) -> Vec<Vec<usize>> {
    if pieces == 0 {
        return vec![Vec::new()];
    }
    let longer = |side: Vec<usize>| (side.last().copied().unwrap_or(0)..5).map(move |piece| [side.as_slice(), &[piece]].concat());
    sides(pieces - 1).into_iter().flat_map(longer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Ordering::{Equal, Greater, Less};

    #[test]
    fn there_are_145_tables_with_up_to_five_men() {
        assert_eq!([2, 3, 4, 5, 6].map(|men| names(men).len()), [0, 5, 35, 145, 510]);
        let four = names(4);
        let has = |name: &str| four.iter().any(|known| known == name);
        assert!(["KQvK", "KPPvK", "KBNvK", "KQvKR", "KRvKR", "KNvKP"].into_iter().all(has), "{four:?}");
        assert!(!has("KRvKQ"));
    }

    #[test]
    fn a_missing_table_is_named() {
        let empty = std::env::temp_dir().join("treebench-no-tables");
        let error = Tables::open(&[&empty], 3).err().unwrap();
        assert!(error.starts_with("KQvK.rtbw is missing from ") && error.ends_with("all tables with up to 3 men are needed"), "{error}");
    }

    /// The results are known from books on endgames, and confirmed by an exhaustive search of KRvK elsewhere.
    #[test]
    fn tables_know_endgames() {
        let Some(folders) = std::env::var_os("TREEBENCH_SYZYGY") else {
            assert!(std::env::var_os("TREEBENCH_REQUIRE_SYZYGY").is_none(), "TREEBENCH_SYZYGY has no folder of tables");
            let skipped = b"skipped: TREEBENCH_SYZYGY has no folder of tables with up to four men\n";
            let _ = std::io::Write::write_all(&mut std::io::stderr(), skipped);
            return;
        };
        let tables = Tables::open(&std::env::split_paths(&folders).collect::<Vec<_>>(), 4).unwrap();
        for (fen, result) in [
            ("8/8/8/8/8/4k3/8/R3K3 w - - 0 1", Some(Greater)),
            ("8/8/8/8/8/4k3/8/R3K3 b - - 0 1", Some(Less)),
            // A mate of 33 half-moves at most comes too late after 95 quiet ones.
            ("8/8/3k4/8/8/8/8/R3K3 w - - 95 90", Some(Equal)),
            ("8/8/8/3k4/8/8/3P4/3K4 b - - 0 1", Some(Equal)),
            ("3k4/8/3K4/3P4/8/8/8/8 b - - 0 1", Some(Less)),
            ("8/8/8/3k4/8/8/4N3/3K4 w - - 0 1", Some(Equal)),
            ("8/8/8/3k4/8/8/4NN2/3K4 w - - 0 1", Some(Equal)),
            // Castling is not in the tables, and five men are not asked for.
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", None),
            ("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", None),
        ] {
            assert_eq!(tables.result(fen).unwrap(), result, "{fen}");
        }
        assert!(tables.result("8/8/8").unwrap_err().contains("is no FEN"));
    }
}
