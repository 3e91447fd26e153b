//! `bench init --from-fastchess`: the experiment that a command line of fastchess or cutechess-cli describes.

mod engine;
mod words;

use crate::config::{Toml, toml_key};
use engine::Engine;
use words::{is_option, words};

/// A parsed command line.
#[derive(Default)]
struct CommandLine {
    engines: Vec<Engine>,
    /// `-each`.
    each: Engine,
    /// Keys of `[match]`.
    rules: Vec<(&'static str, Toml)>,
    /// Keys of `[stop]`.
    stop: Vec<(&'static str, Toml)>,
    games: Option<u64>,
    rounds: Option<u64>,
    seed: Option<u64>,
    gauntlet: bool,
    variant: String,
    /// Whether `-sprt` uses normalised Elo by default.
    normalised: bool,
    /// Options without a counterpart.
    left_out: Vec<String>,
}

/// The experiment of a command line, called `name`; options without a counterpart become comments.
///
/// # Errors
/// If a quote is not closed, or the line names fewer than two engines or one without a program.
pub(super) fn experiment(line: &str, name: &str) -> Result<String, String> {
    let words = words(line)?;
    let normalised = words.first().is_some_and(|program| program.contains("fastchess"));
    let mut read = CommandLine { normalised, ..CommandLine::default() };
    let mut rest = &words[words.iter().position(|word| is_option(word)).unwrap_or(words.len())..];
    while let Some((option, after)) = rest.split_first() {
        let end = after.iter().position(|word| is_option(word)).unwrap_or(after.len());
        read.option(option.trim_start_matches('-'), &after[..end]);
        rest = &after[end..];
    }
    if read.engines.len() < 2 {
        return Err("the command line names fewer than two engines: expected -engine cmd=… -engine cmd=…".to_owned());
    }
    read.toml(line, name)
}

/// A whole number as a value.
fn int(text: &str) -> Option<Toml> {
    text.parse::<i64>().ok().map(|number| Toml::Value(number.to_string()))
}

/// A number as a value.
fn number(text: &str) -> Option<Toml> {
    text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| Toml::Value(number.to_string()))
}

impl CommandLine {
    fn option(&mut self, option: &str, arguments: &[String]) {
        let of = |key: &str| arguments.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
        let first = arguments.first().map_or("", String::as_str);
        let truth = |text: &str| Toml::Value((text == "true").to_string());
        let mut rules = |keys: Vec<(&'static str, Option<Toml>)>| {
            self.rules.extend(keys.into_iter().filter_map(|(key, value)| Some((key, value?))));
        };
        match option {
            "engine" => self.engines.push(Engine::read(arguments)),
            "each" => self.each = Engine::read(arguments),
            "games" => self.games = first.parse().ok(),
            "rounds" => self.rounds = first.parse().ok(),
            "srand" | "seed" => self.seed = first.parse().ok(),
            "tournament" => self.gauntlet = first == "gauntlet",
            "variant" => first.clone_into(&mut self.variant),
            "noswap" => rules(vec![("swap-seats", Some(truth("false")))]),
            "maxmoves" => {
                rules(vec![("max-moves", first.parse::<u32>().ok().map(|moves| Toml::Value((2 * u64::from(moves)).to_string())))])
            }
            "resign" => rules(vec![
                ("resign-moves", of("movecount").and_then(int)),
                ("resign-score", of("score").and_then(int)),
                ("resign-agreed", of("twosided").map(truth)),
            ]),
            "draw" => rules(vec![
                ("draw-after", of("movenumber").and_then(int)),
                ("draw-moves", of("movecount").and_then(int)),
                ("draw-score", of("score").and_then(int)),
            ]),
            "openings" => rules(vec![
                ("openings", of("file").map(Toml::text)),
                ("openings-order", of("order").filter(|order| *order == "random").map(|_| Toml::text("shuffled"))),
                ("openings-first", of("start").and_then(int)),
                ("openings-plies", of("plies").and_then(int)),
            ]),
            "sprt" => {
                let logistic = of("model").map_or(!self.normalised, |model| model == "logistic");
                self.stop = vec![("test", Toml::text("gsprt")), ("unit", Toml::text(if logistic { "elo" } else { "normalised-elo" }))];
                for (key, word) in [("h0", "elo0"), ("h1", "elo1"), ("alpha", "alpha"), ("beta", "beta")] {
                    self.stop.extend(of(word).and_then(number).map(|value| (key, value)));
                }
            }
            "concurrency" => self.left_out.push(format!("-concurrency: bench run --threads {first}")),
            "use-affinity" => self.left_out.push("-use-affinity: bench run --affinity".to_owned()),
            "log" => self.left_out.push("-log: bench run --engine-logs DIR".to_owned()),
            "tb" => self.left_out.push(format!("-tb {first}: option SyzygyPath of the engines, whose scores then end games")),
            "pgnout" => self.left_out.push("-pgnout: bench export RUN --games".to_owned()),
            // What every run does.
            "repeat" | "recover" | "ratinginterval" | "scoreinterval" | "autosaveinterval" => {}
            other => self.left_out.push(format!("-{other} {}: no counterpart", arguments.join(" "))),
        }
    }

    fn toml(mut self, line: &str, name: &str) -> Result<String, String> {
        let each = self.each.clone();
        let engines: Vec<Engine> = self.engines.iter().map(|engine| engine.or(&each)).collect();
        let names = engine::names(&engines);
        let shared = engines[0].budget();
        let mut agents = Vec::new();
        for (engine, name) in engines.iter().zip(&names) {
            let mut table = engine.table().map_err(|message| format!("engine `{name}`: {message}"))?;
            let budget = engine.budget();
            if budget != shared {
                table.extend(budget.map(|(key, value)| ("budget".to_owned(), Toml::Table(vec![(key.to_owned(), Toml::Value(value))]))));
            }
            self.left_out.extend(engine.left_out.iter().map(|word| format!("{word} of {name}: no counterpart")));
            agents.push((name.clone(), table));
        }
        if let Some(margin) = engines.iter().find_map(|engine| engine.margin()) {
            self.rules.push(("time-margin", Toml::Value(margin.to_string())));
        }
        let round_robin = engines.len() > 2 && !self.gauntlet;
        let games = self.rounds.unwrap_or(1).saturating_mul(self.games.unwrap_or(2));
        let mut about = vec![
            ("name".to_owned(), Toml::text(name)),
            ("kind".to_owned(), Toml::text(if round_robin { "tournament" } else { "match" })),
            ("games-per-cell".to_owned(), Toml::Value((games + games % 2).to_string())),
        ];
        about.extend(self.seed.map(|seed| ("seed".to_owned(), Toml::Value(seed.to_string()))));
        let game = match self.variant.as_str() {
            "" | "standard" => Toml::text("chess"),
            "fischerandom" | "chess960" => {
                table(vec![("use", Toml::text("chess")), ("params", table(vec![("start", Toml::Value("534".to_owned()))]))])
            }
            other => Toml::text(other),
        };
        let budget = shared.map_or_else(|| ("time", "\"1s\"".to_owned()), |(key, value)| (key, value));
        let mut sections =
            vec![("experiment".to_owned(), Toml::Table(about)), ("budget".to_owned(), table(vec![(budget.0, Toml::Value(budget.1))]))];
        for (name, keys) in [("match", &self.rules), ("stop", &self.stop)] {
            if !keys.is_empty() && (name != "stop" || !round_robin) {
                sections.push((name.to_owned(), table(keys.clone())));
            }
        }
        sections.push(("grid".to_owned(), table(vec![("game", game)])));
        sections.extend(agents.into_iter().map(|(name, table)| (format!("agent.{}", toml_key(&name)), Toml::Table(table))));
        if !round_robin {
            let others = names[1..].iter().map(|name| Toml::list([Toml::text(name)]));
            let others = if names.len() == 2 { Toml::text(&names[1]) } else { Toml::list(others) };
            sections.push(("compare".to_owned(), Toml::Table(vec![(names[0].clone(), others)])));
        }
        let plain = |text: &str| text.replace(char::is_control, " ");
        let mut text = format!("# Who wins this match?\n#\n# From the command line\n# {}\n", plain(line));
        self.left_out.iter().for_each(|word| text += &format!("# Not in this file: {}\n", plain(word)));
        Ok(sections.iter().fold(text, |text, (name, section)| text + &section.section(name)))
    }
}

/// A table of keys.
fn table(keys: Vec<(&'static str, Toml)>) -> Toml {
    Toml::Table(keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}
