//! Presets of `gpn-mcts`: settings of it that have a name.

use super::gpn_mcts::GpnMcts;
use super::shared::*;
use crate::registry::AgentEntry;
use treebench_games::params::{Kind, ParamSpec, Value, Values, resolve};
use treebench_games::registry::Origin;

/// Values of parameters, as they are written in TOML.
type Settings = &'static [(&'static str, &'static str)];

/// An agent that is `gpn-mcts` with some parameters fixed.
struct Preset {
    name: &'static str,
    doc: &'static str,
    /// The parameters that can be set, with their defaults. Those of the tree and the playouts can be set, too.
    open: Settings,
    /// The value of `bounds` unless `score-bounds` is false.
    bounds: &'static str,
    /// The other parameters that differ from the defaults of `gpn-mcts`, and some that make the preset what it is.
    fixed: Settings,
}

const PRESETS: [Preset; 3] = [
    // Bias and weight have the best average over the games of `configs/gpn_table1.toml` that were played; hard pruning and unclipped means have the
    // best average over those of `configs/gpn_attribution.toml`, by less than the intervals. That experiment also plays it against `gpn-ludii`.
    Preset {
        name: "gpn-best",
        doc: "GPN-MCTS with the choices that did best at 1,000 iterations a turn: the bias \"max\" with a small weight, and hard pruning.",
        open: &[("bias", "max"), ("c-pn", "0.5")],
        bounds: "independent",
        fixed: &[
            ("ranks", "competition"),
            ("early-stop", "joint"),
            ("prune", "hard"),
            ("clip", "false"),
            ("first-play", "parent-mean-less-one"),
        ],
    },
    // Remaining differences. (1) The final move: Ludii plays the most visited child unless a proven one is worth as much, and may so keep a proven
    // loss that comes first; here proofs come first by a sound rule. (2) With more than two players Ludii takes the best rank that is left at the
    // parent for a win; here a win is the best score of the game. (3) In minishogi, Los Alamos chess and skirmish a promotion is a ply of its own in
    // Ludii, with a turn of its own; here it is part of the move. (4) In ataxx Ludii lists a clone once per stone that makes it; here that is
    // clones = "per-origin". (5) In surakarta a game ends in Ludii when both players agree to count after 100 quiet plies, and a refusal starts the
    // count again; here it ends after `quiet-limit` plies.
    Preset {
        name: "gpn-ludii",
        doc: "GPN-MCTS as the authors' public code plays it in Ludii (acatai/PNMCTSLudii, commit a68d2ea): competition ranks, mobility, unvisited \
              moves valued at their parent's own expected score, bounds reported by events, marked pruning, random ties, no search with a single \
              legal move, and playouts of at most 200 moves.",
        open: &[("bias", "rank"), ("c-pn", "1.0"), ("playout-cap", "200"), ("search-single-move", "false")],
        bounds: "independent",
        fixed: &[
            ("ranks", "competition"),
            ("early-stop", "joint"),
            ("draws", "silent"),
            ("bounds-update", "reports"),
            ("prune", "marked"),
            ("first-play", "node-value"),
            ("ties", "random"),
            ("stop-when-proven", "false"),
        ],
    },
    // Alg. 1 sums over the children in the tree only; here those not yet in the tree count 1, as in proof-number search, because otherwise a single
    // proven reply would prove too much. A proven move is played even if others have more visits: once the root is solved, visits say nothing any
    // more. The paper gives no limit for playouts (its code has 200 moves, as `gpn-ludii`).
    Preset {
        name: "gpn-paper",
        doc: "GPN-MCTS as in Alg. 1 of the paper: all children first, dense ranks, leaves that count 1, an early stop per player.",
        open: &[("bias", "rank"), ("c-pn", "1.0"), ("mobility", "false")],
        bounds: "published",
        fixed: &[("ranks", "dense"), ("recalc", "changed"), ("early-stop", "each"), ("clip", "false"), ("stop-when-proven", "false")],
    },
];

inventory::submit! { entry::<0>(line!()) }
inventory::submit! { entry::<1>(line!()) }
inventory::submit! { entry::<2>(line!()) }

/// The registered agent that is a preset.
const fn entry<const PLACE: usize>(line: u32) -> AgentEntry {
    AgentEntry {
        name: PRESETS[PLACE].name,
        origin: Origin { file: file!(), line },
        doc: || PRESETS[PLACE].doc,
        specs: || PRESETS[PLACE].specs(),
        build: |values| PRESETS[PLACE].recipe(values),
    }
}

/// The parameter that turns the bounds of a preset off.
const SWITCH: &str = "score-bounds";

impl Preset {
    /// The parameters that can be set: those of `gpn-mcts`, with a switch in place of `bounds`.
    fn specs(&self) -> Vec<ParamSpec> {
        let common = SearchParams::specs();
        let mut specs = GpnMcts::specs();
        specs.retain_mut(|spec| {
            if spec.name == "bounds" {
                (spec.name, spec.kind, spec.default) = (SWITCH, Kind::Bool, Value::Bool(true));
                spec.doc = "Whether there are bounds on the scores.";
                return true;
            }
            let default = self.open.iter().find(|(name, _)| *name == spec.name);
            if let Some((_, text)) = default {
                spec.default = spec.kind.read(text);
            }
            default.is_some() || common.iter().any(|other| other.name == spec.name)
        });
        specs
    }

    /// `gpn-mcts` with these values of the open parameters.
    fn recipe(&self, values: &Values) -> Result<Box<dyn Recipe>, ParamError> {
        let specs = GpnMcts::specs();
        let bounds = if values.get(SWITCH) == Some(&Value::Bool(false)) { "none" } else { self.bounds };
        let mut given =
            values.iter().filter(|(name, _)| *name != SWITCH).map(|(name, value)| (name.to_owned(), value.clone())).collect::<Values>();
        for (name, text) in self.fixed.iter().chain(&[("bounds", bounds)]) {
            let spec = specs.iter().find(|spec| spec.name == *name);
            given.set(*name, spec.map_or(Value::Text((*text).to_owned()), |spec| spec.kind.read(text)));
        }
        Ok(Box::new(GpnMcts::from_values(&resolve(&specs, &given)?)?))
    }
}
