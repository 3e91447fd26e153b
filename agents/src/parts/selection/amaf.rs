//! RAVE, GRAVE and HRAVE: values mixed with all-moves-as-first statistics.

use super::term::{Arm, Siblings, Term};
use crate::parts::backup::{ActionTables, Amaf, AmafCount, AmafUnit, AncestorTables};
use crate::search::{ColumnId, Needs, Node, NodeId, Tree};
use treebench_games::{Params, Player};

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

/// (1 − β)·mean + β·AMAF in place of the mean; before the first visit β = 1. Brings the rule that counts all moves as first.
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

/// The statistics that the values of a node's children are mixed with.
pub struct AmafRows<'t> {
    rows: &'t [AmafCount],
    width: usize,
    tables: Option<&'t ActionTables>,
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

    /// The all-moves-as-first sum and visits of a child.
    #[inline(always)]
    fn of(&self, at: &AmafRows<'_>, k: usize) -> (f64, u32) {
        let row = &at.rows[k * at.width..][..at.width];
        if let Some(tables) = at.tables {
            let results = tables.results(self.reference, at.mover, row[0].action);
            return (results.value, results.visits);
        }
        let cell = match self.source {
            RaveSource::Own(column) => row[column],
            RaveSource::Mix(threshold) => row[usize::from(f64::from(row[1].visits) >= threshold)],
            RaveSource::Ancestor(_) | RaveSource::Root => row[0],
        };
        (cell.value, cell.visits)
    }

    #[inline(always)]
    fn beta(&self, node_weight: f64, n: f64, samples: f64) -> f64 {
        match self.weight {
            RaveWeight::Equivalence(_) => node_weight,
            RaveWeight::MinimumError(bias) => samples / (n + samples + 4.0 * n * samples * bias * bias),
        }
    }
}

impl Term for AmafMix {
    type Context<'t> = AmafRows<'t>;

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

    #[inline]
    fn enter(&mut self, tree: &Tree, node: NodeId) {
        match self.source {
            _ if node == Tree::ROOT => self.reference = node,
            RaveSource::Ancestor(least) if tree.node(node).visits > least => self.reference = node,
            _ => {}
        }
    }

    #[inline(always)]
    fn at<'t>(&self, siblings: &Siblings<'t>) -> AmafRows<'t> {
        let &Siblings { tree, node, mover, ref ids, .. } = siblings;
        let amaf = tree.column(self.amaf);
        let node_weight = match self.weight {
            RaveWeight::Equivalence(k) if k == f64::INFINITY => 1.0,
            RaveWeight::Equivalence(k) => (k / (3.0 * f64::from(tree.node(node).visits) + k)).sqrt(),
            RaveWeight::MinimumError(_) => 0.0,
        };
        let tables = matches!(self.source, RaveSource::Ancestor(_) | RaveSource::Root).then(|| tree.column(self.tables));
        AmafRows { rows: amaf.rows(ids.clone()), width: amaf.width(), tables, mover, node_weight }
    }

    #[inline(always)]
    fn value(&mut self, at: &AmafRows<'_>, k: usize, _child: &Node, arm: &mut Arm) -> bool {
        self.expect(at, k, arm);
        true
    }

    #[inline(always)]
    fn expect(&mut self, at: &AmafRows<'_>, k: usize, arm: &mut Arm) {
        let ((value, samples), (prior, expected)) = (self.of(at, k), arm.samples);
        let samples = f64::from(samples) + prior;
        if samples == 0.0 {
            return;
        }
        let amaf = (value + prior * expected) / samples;
        arm.value = if arm.visits == 0 { amaf } else { arm.value + self.beta(at.node_weight, arm.n(), samples) * (amaf - arm.value) };
    }
}

/// [`AmafMix`] without prior samples where nothing has to be asked for every child.
#[derive(Clone, Debug)]
pub(super) struct PlainAmaf {
    mix: AmafMix,
    /// The statistic that is mixed in.
    column: usize,
}

impl PlainAmaf {
    /// `None` if the statistic is not one of the children themselves, or β is not the same for all.
    pub(super) fn new(mix: &AmafMix) -> Option<PlainAmaf> {
        match (mix.weight, mix.source) {
            (RaveWeight::Equivalence(_), RaveSource::Own(column)) => Some(PlainAmaf { mix: mix.clone(), column }),
            _ => None,
        }
    }
}

impl Term for PlainAmaf {
    type Context<'t> = AmafRows<'t>;

    fn declare(&mut self, needs: &mut Needs) {
        self.mix.declare(needs);
    }

    #[inline(always)]
    fn at<'t>(&self, siblings: &Siblings<'t>) -> AmafRows<'t> {
        self.mix.at(siblings)
    }

    #[inline(always)]
    fn value(&mut self, at: &AmafRows<'_>, k: usize, _child: &Node, arm: &mut Arm) -> bool {
        let cell = &at.rows[k * at.width + self.column];
        if cell.visits > 0 {
            arm.value += at.node_weight * (cell.value / f64::from(cell.visits) - arm.value);
        }
        true
    }

    fn expect(&mut self, at: &AmafRows<'_>, k: usize, arm: &mut Arm) {
        self.mix.expect(at, k, arm);
    }
}
