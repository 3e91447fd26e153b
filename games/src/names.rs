//! Suggestions for misspelt names.

/// Terms of the literature and of other programs, with the corresponding names.
const USUAL: &[(&str, &[&str])] = &[
    ("c", &["exploration"]),
    ("cp", &["exploration"]),
    ("c-puct", &["exploration"]),
    ("c-param", &["exploration"]),
    ("uct-c", &["exploration"]),
    ("ucb-c", &["exploration"]),
    ("constant", &["exploration"]),
    ("first-play-urgency", &["fpu"]),
    ("simulations", &["iterations", "playouts"]),
    ("sims", &["iterations", "playouts"]),
    ("rollouts", &["iterations", "playouts"]),
    ("visits", &["iterations"]),
    ("playouts", &["iterations"]),
    ("rollout", &["playout"]),
    ("ismcts", &["so-ismcts"]),
    ("expectiminimax", &["expectimax"]),
    ("pure-mc", &["flat-mc"]),
    ("rollout-policy", &["playout", "policy"]),
    ("playout-policy", &["playout", "policy"]),
    ("rollout-cap", &["playout-cap"]),
    ("max-depth", &["depth", "minimax-depth"]),
    ("nodes", &["states", "max-nodes"]),
    ("movetime", &["time"]),
    ("seconds", &["time"]),
    ("games", &["games-per-cell"]),
    ("repetitions", &["games-per-cell"]),
    ("rounds", &["games-per-cell"]),
    ("skip", &["exclude"]),
    ("omit", &["exclude"]),
    ("without", &["exclude"]),
    ("amaf", &["rave"]),
    ("equivalence", &["rave-equivalence"]),
    ("solver", &["mcts-solver", "score-bounds"]),
    ("name", &["use"]),
    ("kind", &["use"]),
    ("agent", &["use"]),
    ("algorithm", &["use"]),
    ("type", &["kind", "use"]),
    ("ucb1", &["uct"]),
    ("alphabeta", &["alpha-beta"]),
    ("othello", &["reversi"]),
    ("loa", &["lines-of-action"]),
    ("mancala", &["awari"]),
    ("oware", &["awari"]),
    ("weiqi", &["go"]),
    ("baduk", &["go"]),
    ("checkers", &["rbg/english-draughts"]),
    ("draughts", &["rbg/international-draughts"]),
    ("morris", &["rbg/mill"]),
];

/// The candidate nearest to `text`, if it is a likely misspelling, or a synonym of it.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let plain = |word: &str| word.to_lowercase().replace(['_', '-'], "");
    let lower = plain(text);
    let said = ["num", "numberof", "n"].iter().filter_map(|prefix| lower.strip_prefix(prefix)).chain([lower.as_str()]);
    let names = said.filter_map(|said| USUAL.iter().find(|(word, _)| plain(word) == said)).flat_map(|(_, names)| *names);
    if let Some(usual) = names.into_iter().find_map(|name| candidates.iter().find(|known| *known == name)) {
        return Some(usual);
    }
    candidates
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&text.to_lowercase(), &name.to_lowercase()), name))
        .filter(|&(distance, name)| {
            let longest = name.chars().count().max(text.chars().count());
            // Of one letter, nothing is left if it is another one.
            (distance <= 1 + longest / 4 && distance < longest) || name.starts_with(text) || one_stem(text, name) || one_stem(name, text)
        })
        .min()
        .map(|(_, name)| name)
}

/// Finds the number of a name, or suggests the nearest one.
pub(crate) fn find(names: &[String], word: &str, what: &str) -> Result<usize, String> {
    names.iter().position(|name| name == word).ok_or_else(|| {
        let hint = nearest(word, names.iter().map(String::as_str)).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        format!("unknown {what} `{word}`{hint}")
    })
}

/// Whether two words begin alike, but for an ending: `explore` and `exploration`.
fn one_stem(text: &str, name: &str) -> bool {
    let common = text.chars().zip(name.chars()).take_while(|(a, b)| a == b).count();
    common >= 5 && 4 * common >= 3 * text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant_and_nothing_far_fetched() {
        let games = ["breakthrough", "connect-four", "reversi"];
        assert_eq!(nearest("breaktrough", games), Some("breakthrough"));
        assert_eq!(nearest("connect4", games), Some("connect-four"));
        assert_eq!(nearest("explore", ["expand", "exploration"]), Some("exploration"));
        assert_eq!(nearest("uct-thompson", ["uct-tuned"]), None);
        assert_eq!(nearest("connect", games), Some("connect-four"));
        assert_eq!(nearest("chess", games), None);
        assert_eq!(nearest("a", ["b"]), None);
        assert_eq!(nearest("UCT", ["mcts", "uct"]), Some("uct"));
    }

    #[test]
    fn knows_the_usual_words() {
        assert_eq!(nearest("c", ["c-pn", "exploration", "k"]), Some("exploration"));
        for word in ["C_PUCT", "cpuct", "c_param", "exploration_constant"] {
            assert_eq!(nearest(word, ["exploration", "fpu"]), Some("exploration"), "{word}");
        }
        assert_eq!(nearest("skip", ["agent", "exclude", "only"]), Some("exclude"));
        assert_eq!(nearest("num_simulations", ["states", "iterations"]), Some("iterations"));
        assert_eq!(nearest("rollouts", ["states", "iterations"]), Some("iterations"));
        assert_eq!(nearest("othello", ["hex", "reversi"]), Some("reversi"));
        assert_eq!(nearest("othello", ["hex"]), None);
    }
}
