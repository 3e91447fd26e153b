//! RAVE, GRAVE and HRAVE: means mixed with all-moves-as-first statistics.

use super::greatest::{Ties, any_greatest, greatest};
use super::visit_tables::VisitTables;
use crate::parts::backup::{ActionTables, Amaf, AmafCount, AmafUnit, AncestorTables};
use crate::search::{ColumnId, Needs, Node, NodeId, Pick, Selection, Tree};
use std::ops::Range;
use treebench_games::{Params, Player, Position, Rng};

/// The weight β of the all-moves-as-first value beside the mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RaveWeight {
    /// √(K / (3N + K)) with N the visits of the node and K the equivalence parameter (Gelly and Silver 2007; Sironi and Winands 2016). With an
    /// infinite K the weight is 1: the all-moves-as-first value in place of the mean.
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

/// All-moves-as-first values for a selection rule: (1 − β)·mean + β·AMAF in place of the mean. Brings the rule that counts them.
#[derive(Clone, Debug)]
pub struct AmafMix {
    weight: RaveWeight,
    unit: AmafUnit,
    source: RaveSource,
    /// The node whose table is used in the current descent.
    reference: NodeId,
    amaf: ColumnId<AmafCount>,
    /// The tables of ancestors, if they are used.
    tables: ColumnId<ActionTables>,
}

/// What the values of a node's children are computed from.
pub(super) struct AmafRows<'a> {
    rows: &'a [AmafCount],
    width: usize,
    tables: Option<&'a ActionTables>,
    mover: Player,
    /// β, if it is the same for all children.
    node_weight: f64,
}

impl AmafMix {
    /// Values with this weight, of statistics of these actions.
    pub fn new(weight: RaveWeight, unit: AmafUnit, source: RaveSource) -> AmafMix {
        let (amaf, tables) = Default::default();
        AmafMix { weight, unit, source, reference: Tree::ROOT, amaf, tables }
    }

    /// Declares the columns that are read, and brings the rule that writes them.
    pub(super) fn declare(&mut self, needs: &mut Needs) {
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

    /// The descent has reached a node; every descent starts at the root.
    #[inline]
    pub(super) fn enter(&mut self, tree: &Tree, node: NodeId) {
        match self.source {
            _ if node == Tree::ROOT => self.reference = node,
            RaveSource::Ancestor(least) if tree.node(node).visits > least => self.reference = node,
            _ => {}
        }
    }

    /// What the values of the visited children are computed from.
    #[inline]
    pub(super) fn rows<'a>(&self, tree: &'a Tree, node: NodeId, mover: Player) -> AmafRows<'a> {
        self.rows_of(tree, node, mover, tree.visited_ids(node))
    }

    /// What the values of these children of a node are computed from.
    #[inline]
    pub(super) fn rows_of<'a>(&self, tree: &'a Tree, node: NodeId, mover: Player, children: Range<NodeId>) -> AmafRows<'a> {
        let amaf = tree.column(self.amaf);
        let node_weight = match self.weight {
            RaveWeight::Equivalence(k) if k == f64::INFINITY => 1.0,
            RaveWeight::Equivalence(k) => (k / (3.0 * f64::from(tree.node(node).visits) + k)).sqrt(),
            RaveWeight::MinimumError(_) => 0.0,
        };
        let tables = matches!(self.source, RaveSource::Ancestor(_) | RaveSource::Root).then(|| tree.column(self.tables));
        AmafRows { rows: amaf.rows(children), width: amaf.width(), tables, mover, node_weight }
    }

    /// The value of the k-th visited child with this mean.
    #[inline]
    pub(super) fn value(&self, from: &AmafRows<'_>, k: usize, child: &Node, mean: f64) -> f64 {
        let (value, samples) = self.of(from.tables, from.mover, &from.rows[k * from.width..][..from.width]);
        if samples == 0 {
            return mean;
        }
        let samples = f64::from(samples);
        let beta = self.beta(from.node_weight, f64::from(child.visits), samples);
        mean + beta * (value / samples - mean)
    }

    /// The column of the statistic if it is one of the children themselves and is mixed in with the same β for all.
    #[inline]
    fn plain(&self) -> Option<usize> {
        match (self.weight, self.source) {
            (RaveWeight::Equivalence(_), RaveSource::Own(column)) => Some(column),
            _ => None,
        }
    }

    /// The value of the k-th visited child with this mean, by the column of [`plain`](Self::plain): what is the same for all children is not
    /// asked for each.
    #[inline]
    fn plain_value(from: &AmafRows<'_>, column: usize, k: usize, mean: f64) -> f64 {
        let cell = &from.rows[k * from.width + column];
        if cell.visits == 0 { mean } else { mean + from.node_weight * (cell.value / f64::from(cell.visits) - mean) }
    }

    /// The value of the k-th child with these visits and this mean, if it has any, and with prior samples of all moves as first: their number and
    /// mean. The value of all moves as first alone where there are no visits; `None` where nothing is known.
    #[inline]
    pub(super) fn mixed(&self, from: &AmafRows<'_>, k: usize, visits: f64, mean: Option<f64>, prior: (f64, f64)) -> Option<f64> {
        let (value, samples) = self.of(from.tables, from.mover, &from.rows[k * from.width..][..from.width]);
        let samples = f64::from(samples) + prior.0;
        if samples == 0.0 {
            return mean;
        }
        let amaf = (value + prior.0 * prior.1) / samples;
        let Some(mean) = mean else { return Some(amaf) };
        Some(mean + self.beta(from.node_weight, visits, samples) * (amaf - mean))
    }

    /// The all-moves-as-first sum and visits of a child.
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

/// Maximises (1 − β)·mean + β·AMAF + C·√(ln N / n) over visited children.
///
/// Unvisited children come first, drawn at random by the search. With `ranks_new` they compete by their all-moves-as-first means instead (β = 1),
/// and one without samples comes before all others.
#[derive(Clone, Debug)]
pub struct Rave {
    exploration: f64,
    mix: AmafMix,
    /// Whether unvisited children compete by their all-moves-as-first means.
    ranks_new: bool,
    ties: Ties,
    visit_tables: VisitTables,
}

impl Rave {
    /// The rule with its exploration weight C on the scale [0, 1] and these values.
    pub fn new(exploration: f64, mix: AmafMix, ranks_new: bool) -> Rave {
        Rave { exploration, mix, ranks_new, ties: Ties::First, visit_tables: VisitTables::new() }
    }

    /// The same rule with ties between visited children broken in this way.
    pub fn with_ties(self, ties: Ties) -> Rave {
        Rave { ties, ..self }
    }
}

impl Selection for Rave {
    fn declare(&mut self, needs: &mut Needs) {
        self.mix.declare(needs);
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, _position: &dyn Position, rng: &mut Rng) -> Pick {
        self.mix.enter(tree, node);
        let unvisited = tree.unvisited(node) > 0;
        if unvisited && !self.ranks_new {
            return Pick::Unvisited;
        }
        let weight = self.exploration * self.visit_tables.log_root(tree.node(node).visits);
        let rows = self.mix.rows(tree, node, mover);
        let score = |k: usize, child: &Node| {
            let (over_n, over_root) = self.visit_tables.of(child.visits);
            self.mix.value(&rows, k, child, child.value * over_n) + weight * over_root
        };
        let (best, best_score) = if let (Ties::First, Some(column)) = (self.ties, self.mix.plain()) {
            greatest(tree.visited(node), |k, child| {
                let (over_n, over_root) = self.visit_tables.of(child.visits);
                AmafMix::plain_value(&rows, column, k, child.value * over_n) + weight * over_root
            })
        } else if self.ties == Ties::Random {
            let (best, score, _) = any_greatest(tree.visited(node), rng, score);
            (best, score)
        } else {
            greatest(tree.visited(node), score)
        };
        if unvisited {
            let (k, score) = self.mix.best_new(tree, rows.tables, node, mover);
            if score >= best_score {
                return Pick::New(k);
            }
        }
        Pick::Visited(best)
    }
}
