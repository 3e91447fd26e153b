//! RAVE, GRAVE and HRAVE: means mixed with all-moves-as-first statistics.

use super::greatest::greatest;
use super::visit_tables::VisitTables;
use super::{Pick, Selection};
use crate::parts::backup::{ActionTables, Amaf, AmafCount, AmafUnit, AncestorTables};
use crate::search::{ColumnId, Needs, NodeId, Tree};
use treebench_games::{Params, Player, Position, Rng};

/// The weight β of the all-moves-as-first value beside the mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RaveWeight {
    /// √(K / (3N + K)) with N the visits of the node and K the equivalence parameter (Gelly and Silver 2007; Sironi and Winands 2016).
    Equivalence(f64),
    /// ñ / (n + ñ + 4·n·ñ·b²) with n the visits of the child, ñ its all-moves-as-first visits and b the bias of the latter (minimum MSE:
    /// Gelly and Silver 2011, section 4.3). Cazenave's GRAVE (2015) writes `bias` for 4b².
    MinimumError(f64),
}

/// How the weight of the AMAF statistics falls.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightRule {
    /// √(K / (3N + K)), with the node's visits N.
    Equivalence,
    /// ñ / (n + ñ + 4nñb²), with the child's visits n and samples ñ.
    MinimumError,
}

impl RaveWeight {
    /// The weight by a rule with its parameter: the equivalence parameter K or the bias b.
    pub fn new(rule: WeightRule, equivalence: f64, bias: f64) -> RaveWeight {
        match rule {
            WeightRule::Equivalence => RaveWeight::Equivalence(equivalence),
            WeightRule::MinimumError => RaveWeight::MinimumError(bias),
        }
    }
}

/// Which all-moves-as-first value of a child is used.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RaveSource {
    /// The n-th statistic of the child itself.
    Own(usize),
    /// The second statistic if it has at least this many samples, otherwise the first (RAVE-mix of the split-moves paper).
    Mix(f64),
    /// The value in the table of the closest ancestor (or the node itself) with more visits than this (GRAVE, Cazenave 2015).
    Ancestor(u32),
    /// The value in the root's table (HRAVE, Sironi and Winands 2016).
    Root,
}

/// Maximises (1 − β)·mean + β·AMAF + C·√(ln N / n) over visited children.
///
/// Unvisited children come first, drawn at random by the search. With `ranks_new` they compete by their all-moves-as-first means instead (β = 1),
/// and one without samples comes before all others.
#[derive(Clone, Debug)]
pub struct Rave {
    exploration: f64,
    weight: RaveWeight,
    unit: AmafUnit,
    source: RaveSource,
    /// Whether unvisited children compete by their all-moves-as-first means.
    ranks_new: bool,
    visit_tables: VisitTables,
    /// The node whose table is used in the current descent.
    reference: NodeId,
    amaf: ColumnId<AmafCount>,
    /// The tables of ancestors, if they are used.
    tables: ColumnId<ActionTables>,
}

impl Rave {
    /// The rule with its exploration weight C on the scale [0, 1], over statistics of these actions.
    pub fn new(exploration: f64, weight: RaveWeight, unit: AmafUnit, source: RaveSource, ranks_new: bool) -> Rave {
        let visit_tables = VisitTables::new();
        let (amaf, tables) = Default::default();
        Rave { exploration, weight, unit, source, ranks_new, visit_tables, reference: Tree::ROOT, amaf, tables }
    }

    /// The all-moves-as-first sum and visits of the children, in order.
    #[inline]
    fn of(&self, tables: Option<&ActionTables>, mover: Player, row: &[AmafCount]) -> (f64, u32) {
        if let Some(tables) = tables {
            let results = tables.results(self.reference, mover, row[0].action);
            return (results.value, results.visits);
        }
        let cell = match self.source {
            RaveSource::Own(column) => row[column],
            RaveSource::Mix(threshold) => row[usize::from(f64::from(row[1].visits) >= threshold)],
            RaveSource::Ancestor(_) | RaveSource::Root => row[0],
        };
        (cell.value, cell.visits)
    }

    #[inline]
    fn beta(&self, node_weight: f64, n: f64, samples: f64) -> f64 {
        match self.weight {
            RaveWeight::Equivalence(_) => node_weight,
            RaveWeight::MinimumError(bias) => samples / (n + samples + 4.0 * n * samples * bias * bias),
        }
    }

    /// The child without visits that is worth most, and what it is worth.
    fn best_new(&self, tree: &Tree, tables: Option<&ActionTables>, node: NodeId, mover: Player) -> (usize, f64) {
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        let amaf = tree.column(self.amaf);
        for (k, child) in (tree.visited_ids(node).end..tree.child_ids(node).end).enumerate() {
            let (value, visits) = self.of(tables, mover, amaf.row(child));
            let score = if visits == 0 { f64::INFINITY } else { value / f64::from(visits) };
            if score > best_score {
                (best, best_score) = (k, score);
            }
        }
        (best, best_score)
    }
}

impl Selection for Rave {
    fn declare(&mut self, needs: &mut Needs) {
        let tables = match self.source {
            RaveSource::Own(_) | RaveSource::Mix(_) => AncestorTables::Off,
            RaveSource::Ancestor(_) => AncestorTables::All,
            RaveSource::Root => AncestorTables::Root,
        };
        let unit = self.unit;
        self.amaf = needs.reads_from(|| Box::new(Amaf::new(unit, tables)));
        if tables != AncestorTables::Off {
            self.tables = needs.reads();
        }
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        match self.source {
            _ if node == Tree::ROOT => self.reference = node,
            RaveSource::Ancestor(least) if tree.node(node).visits > least => self.reference = node,
            _ => {}
        }
        let unvisited = tree.unvisited(node) > 0;
        if unvisited && !self.ranks_new {
            return Pick::Unvisited;
        }
        let visits = tree.node(node).visits;
        let weight = self.exploration * self.visit_tables.log_root(visits);
        let node_weight = match self.weight {
            RaveWeight::Equivalence(k) => (k / (3.0 * f64::from(visits) + k)).sqrt(),
            RaveWeight::MinimumError(_) => 0.0,
        };
        let amaf = tree.column(self.amaf);
        let (rows, width) = (amaf.rows(tree.visited_ids(node)), amaf.width());
        let tables = matches!(self.source, RaveSource::Ancestor(_) | RaveSource::Root).then(|| tree.column(self.tables));
        let (best, best_score) = greatest(tree.visited(node), |k, child| {
            let (over_n, over_root) = self.visit_tables.of(child.visits);
            let mean = child.value * over_n;
            let (value, samples) = self.of(tables, mover, &rows[k * width..][..width]);
            let mixed = if samples == 0 {
                mean
            } else {
                let samples = f64::from(samples);
                let beta = self.beta(node_weight, f64::from(child.visits), samples);
                mean + beta * (value / samples - mean)
            };
            mixed + weight * over_root
        });
        if unvisited {
            let (k, score) = self.best_new(tree, tables, node, mover);
            if score >= best_score {
                return Pick::New(k);
            }
        }
        Pick::Visited(best)
    }
}
