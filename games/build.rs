//! Lists the rules files, so that `games/rules/NAME.rbg` is the game `rbg/NAME` as soon as it is there. Which text is embedded is listed in
//! `OUT_DIR/rules.rs`; nothing is parsed here.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("rules");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    // The extension is that of a rules language (`languages.rs`).
    files.retain(|file| file.extension().is_some());
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let [name, extension] = [file.file_stem(), file.extension()].map(|part| part.unwrap_or_default().to_string_lossy());
        let place = format!("games/rules/{name}.{extension}");
        // Writing to a string cannot fail.
        let _ = writeln!(list, "    ({name:?}, {place:?}, include_str!({file:?})),");
    }
    list.push_str("]\n");
    fs::write(Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join("rules.rs"), list)
}
