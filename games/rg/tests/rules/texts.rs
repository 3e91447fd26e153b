//! Texts are read, printed and laid out without a change of what they say.

use treebench_rg::{Description, Limits, description, fmt};

/// The rules files of this project, with their names.
fn rules() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "hrg")).collect();
    files.sort();
    assert!(files.len() >= 12);
    files.into_iter().map(|path| (path.to_str().unwrap().to_owned(), std::fs::read_to_string(&path).unwrap())).collect()
}

fn tree(file: &str, text: &str) -> Description {
    description(file, text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn a_lowered_game_is_printed_and_read_back() {
    for (file, text) in rules() {
        let lowered = tree(&file, &text);
        let printed = lowered.to_string();
        let read = tree("printed.rg", &printed);
        assert!(read == lowered, "{file}");
        assert_eq!(read.to_string(), printed, "{file}");
    }
}

#[test]
fn rules_files_are_in_the_standard_layout() {
    for (file, text) in rules() {
        assert_eq!(fmt(&file, &text, &Limits::default()).unwrap(), text, "{file}");
    }
}

#[test]
fn layout_changes_spaces_and_nothing_else() {
    let untidy = "domain  Player=a|b // two\n\n\n\ndomain Score = 0|100\ndomain N=N( X )\nwhere X in 0 .. 3\nm:N->Score={ :0 ;N(1)=100 }\n\
                  graph rules( ) {\nloop{\nplayer=a\n$_ x\n$$player\nbranch{\n$ (a b)\n}or{\nend( )\n}\n}\n}\n";
    let tidy = "domain Player = a | b // two\n\ndomain Score = 0 | 100\ndomain N = N(X)\n  where X in 0..3\nm: N -> Score = { :0; N(1) = 100 }\n\
                graph rules() {\n  loop {\n    player = a\n    $_ x\n    $$ player\n    branch {\n      $ (a b)\n    } or {\n      end()\n    }\n  }\n}\n";
    let laid_out = fmt("x.hrg", untidy, &Limits::default()).unwrap();
    assert_eq!(laid_out, tidy);
    assert_eq!(fmt("x.hrg", &laid_out, &Limits::default()).unwrap(), tidy);
    assert!(tree("x.hrg", untidy) == tree("x.hrg", tidy));
}

#[test]
fn a_default_entry_is_laid_out_like_others() {
    let head = "type Player = { a, b };\ntype Score = { 0, 100 };\n";
    let tidy = format!(
        "{head}const m: Player -> Player -> Score = {{ a: {{ a: 100, :0 }}, :{{ :0 }} }};\nvar n: Player -> Score = {{ :0, a: 100 }};\n\
         begin, end: player = keeper;\n"
    );
    let untidy = tidy.replace(", :", " ,:").replace("{ :", "{:");
    assert_eq!(fmt("x.rg", &untidy, &Limits::default()).unwrap(), tidy);
    let tidy = "domain Player = a | b\ndomain Score = 0 | 100\nm: Player -> Score = { a = 100; :0 }\ngraph rules() {\n  end()\n}\n";
    assert_eq!(fmt("x.hrg", &tidy.replace("; :", ";:"), &Limits::default()).unwrap(), tidy);
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_read() {
    for (file, text) in rules() {
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert!(tree(&file, &windows) == tree(&file, &text), "{file}");
    }
}

#[test]
fn pragmas_are_kept_and_not_believed() {
    let text = "@disjointExhaustive x : y z;\n@simpleApply x y [a, b: Player] c = Player(b);\ntype Player = { a };\ntype Score = { 0 };\n\
                begin, end: player = keeper;\n";
    let tree = tree("x.rg", text);
    assert_eq!(tree.pragmas.len(), 2);
    let printed = tree.to_string();
    assert!(description("x.rg", &printed, &Limits::default()).unwrap() == tree, "{printed}");
}
