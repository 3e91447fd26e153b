//! `[figure]`: its keys, its errors, and that no cell depends on it.

use crate::support::{Files, options};
use treebench::experiment::Experiment;
use treebench::reports::model::{Font, Palette, Style};

const BASE: &str = "# Does it?\n[experiment]\nname = \"f\"\nkind = \"match\"\ngames-per-cell = 4\n[budget]\niterations = 10\n\
    [grid]\ngame = \"tic-tac-toe\"\n[compare]\nuct = \"random\"\n";

/// The experiment with this text inserted after line 11.
fn load(more: &str) -> Result<Experiment, String> {
    Files::new(&[("x.toml", &format!("{BASE}{more}"))]).load(&options()).map(|loaded| loaded.experiment)
}

#[test]
fn figures_look_as_the_file_says_and_cells_stay_the_same() {
    let (plain, experiment) =
        (load("").unwrap(), load("[figure]\nwidth = 85\nfont-size = 8\nfont = \"serif\"\npalette = \"tol\"\n").unwrap());
    let style = Style { width: Some(85.0), font_size: Some(8.0), font: Font::Serif, palette: Palette::Tol };
    assert_eq!((plain.figures, experiment.figures), (Style::default(), style));
    let keys = |experiment: &Experiment| experiment.cells.iter().map(|cell| cell.key).collect::<Vec<_>>();
    assert_eq!(keys(&plain), keys(&experiment));
    assert!(!plain.resolved_toml.contains("figure"), "{}", plain.resolved_toml);
    let again = Files::new(&[("x.toml", &experiment.resolved_toml)]).load(&options()).unwrap().experiment;
    assert_eq!(again.figures, style);
}

#[test]
fn every_mistake_is_an_error_with_its_place() {
    let cases: [(&str, &[&str]); 4] = [
        ("[figure]\nwidth = 3\n", &["from 40 to 1000", "x.toml:13"]),
        ("[figure]\nfont = \"times\"\n", &["invalid value `times` for `font`", "x.toml:13"]),
        ("[figure]\npalette = \"gray\"\n", &["did you mean `grey`?", "x.toml:13"]),
        ("[figure]\nsize = 8\n", &["unknown key `size`", "x.toml:13"]),
    ];
    for (more, parts) in cases {
        let error = load(more).err().unwrap_or_else(|| panic!("{more} is accepted"));
        assert!(parts.iter().all(|part| error.contains(part)), "{more}: {error}");
    }
}
