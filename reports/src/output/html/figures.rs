//! Figures: each is drawn twice, for a wide page and for a phone, because text in one scaled picture would be too small. Where a section
//! has many, those with lines are drawn once, as for a phone, and lie side by side on a wide page.
//!
//! The named colours of `draw` become classes, so that the style sheet can change them on a dark page.

use std::fmt::Write;

use super::details::anchor;
use super::escape;
use super::files::Files;
use crate::draw::{self, COLOURS, Ink, Rgb, Tooltip};
use crate::model::{Detail, Figure, Palette, Plot, is_local};

/// The maximum number of points of a figure that say what they are: more would make the page heavy.
const MOST_TIPS: usize = 400;
/// The width of a picture on a phone of 390 pixels between its margins.
const NARROW: f64 = 350.0;

/// A picture that is wider than its place by more than this is not shrunk to it.
const MOST_SHRUNK: f64 = 1.15;

/// Writes the figure with its caption and the links to its files; `many` says that it is one of many in its section, and `files` those that are there. An error is the
/// drawing library's message.
pub(super) fn write(
    out: &mut String,
    figure: &Figure,
    name: &str,
    number: usize,
    (many, files): (bool, Files<'_>),
    details: &[Detail],
) -> Result<(), String> {
    let small = many && matches!(figure.plot, Plot::Lines(_));
    let _ = writeln!(out, "<figure id=\"figure-{name}\"{}>", if small { " class=\"small\"" } else { "" });
    let widths = [("wide", draw::wide(figure)), ("narrow", NARROW)];
    for (class, width) in widths.into_iter().skip(usize::from(small)) {
        let (picture, tips) = draw::on_page(figure, width)?;
        let tips = explained(&tips, details);
        // Nothing inside an image can be reached.
        let role = if tips.contains("<a ") { "group" } else { "img" };
        let picture = inline(&picture, figure, &format!("figure-{name}.{class}"), role).replacen("</svg>", &format!("{tips}</svg>"), 1);
        // A large one keeps letters that can be read, and scrolls inside its own box.
        let natural = natural_width(&picture);
        let broad = natural > width * MOST_SHRUNK;
        let least = if class == "wide" && broad { format!(" style=\"--least: {:.0}px\"", natural / MOST_SHRUNK) } else { String::new() };
        let scrolls = format!(" broad\" tabindex=\"0\" role=\"region\" aria-label=\"Figure {number}, which scrolls");
        let _ = writeln!(out, "<div class=\"picture {class}{}\"{least}>\n{picture}</div>", if broad { &scrolls } else { "" });
    }
    let links = files.links(&[
        ("SVG", format!("figures/{name}.svg")),
        ("PNG", format!("figures/{name}.png")),
        ("PDF", format!("figures/{name}.pdf")),
        ("CSV", format!("data/{name}.csv")),
    ]);
    let _ =
        write!(out, "<figcaption><span><b>Figure {number}.</b> {}</span>{links}</figcaption>\n</figure>\n", escape::prose(&figure.caption));
    Ok(())
}

/// The width that an SVG document says it has.
fn natural_width(svg: &str) -> f64 {
    svg.split_once(" width=\"").and_then(|(_, rest)| rest.split_once('"')?.0.parse().ok()).unwrap_or(0.0)
}

/// Places that say what lies there: the games behind it, and a link to what is known of them.
fn explained(tips: &[Tooltip], details: &[Detail]) -> String {
    if tips.is_empty() || tips.len() > MOST_TIPS {
        return String::new();
    }
    let mut out = "<g class=\"tips\">".to_owned();
    for Tooltip { at: (x, y), text, detail, href } in tips {
        let games = detail.and_then(|place| details.get(place)?.facts.iter().find(|fact| fact.key == "games"));
        let games = games.map_or(String::new(), |games| format!("; {}", games.value));
        let circle =
            format!("<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"8\"><title>{}</title></circle>", escape::line(&format!("{text}{games}")));
        let target = match detail.filter(|place| *place < details.len()) {
            Some(place) => Some(format!("#{}", anchor(place))),
            None => is_local(href).then(|| escape::line(href)),
        };
        match target {
            // Tables have the same links for those who use the keyboard.
            Some(target) => out.push_str(&format!("<a href=\"{target}\" tabindex=\"-1\" aria-hidden=\"true\">{circle}</a>")),
            None => out.push_str(&circle),
        }
    }
    out + "</g>"
}

/// The picture for a page: with a title and a description, colours as classes, and text in the page's font.
fn inline(picture: &str, figure: &Figure, id: &str, role: &str) -> String {
    let (head, rest) = picture.split_once('>').unwrap_or(("", picture));
    let attribute = |name: &str| {
        let start = head.find(&format!(" {name}=\""))? + name.len() + 3;
        head.get(start..)?.split_once('"').map(|(value, _)| value)
    };
    let (width, height) = (attribute("width").unwrap_or("0"), attribute("height").unwrap_or("0"));
    // What most shapes share they inherit from the style sheet's rule for `svg`.
    let inherited =
        ["font-family=\"sans-serif\"", "opacity=\"1\"", "stroke=\"none\"", "fill=\"none\"", "stroke-width=\"1\"", "text-anchor=\"middle\""];
    let body = inherited.iter().fold(rest.to_owned(), |body, attribute| body.replace(&format!(" {attribute}"), ""));
    let mut body = body.replace(">\n", ">").replace("\n</text>", "</text>");
    for (ink, class) in classes() {
        let (r, g, b) = ink.rgb(Palette::default());
        for use_ in ["fill", "stroke"] {
            body = body.replace(&format!(" {use_}=\"#{r:02X}{g:02X}{b:02X}\""), &format!(" class=\"{use_}-{class}\""));
        }
    }
    format!(
        "<svg role=\"{role}\" aria-labelledby=\"{id}.title {id}.desc\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\
         <title id=\"{id}.title\">{}</title><desc id=\"{id}.desc\">{}</desc>{body}",
        escape::line(&figure.caption),
        escape::line(&figure.alt)
    )
}

/// The named colours and their classes in the style sheet.
fn classes() -> Vec<(Ink, String)> {
    let named = [(Ink::Text, "text"), (Ink::Muted, "muted"), (Ink::Grid, "grid"), (Ink::Paper, "paper")];
    let series = (0..COLOURS).map(|index| (Ink::Series(index), format!("s{index}")));
    named.into_iter().map(|(ink, class)| (ink, class.to_owned())).chain(series).collect()
}

/// The rules of the style sheet that say which colours series have.
pub(super) fn colours(palette: Palette) -> String {
    let root = |colours: [Rgb; COLOURS]| {
        let all = colours.iter().enumerate().map(|(index, (r, g, b))| format!("--s{index}: #{r:02x}{g:02x}{b:02x};")).collect::<Vec<_>>();
        format!(":root {{ {} }}", all.join(" "))
    };
    let (light, dark) = (root(palette.light()), root(palette.dark()));
    format!("{light}\n@media (prefers-color-scheme: dark) {{ {dark} }}\n@media print {{ {light} }}\n")
}
