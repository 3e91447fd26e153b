//! The optimisations of native code. Each can be switched off by name without changing any move, as a test checks. Play uses all of them.

use std::str::FromStr;

/// Declares the passes and their names.
macro_rules! passes {
    ($($(#[$doc:meta])* $pass:ident = $name:literal,)*) => {
        /// An optimisation.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Pass {
            $($(#[$doc])* $pass,)*
        }

        impl Pass {
            /// All of them, in the order of their use.
            pub const ALL: &[Pass] = &[$(Pass::$pass),*];

            /// Their names, in the same order.
            const NAMES: &[&str] = &[$($name),*];

            /// Its name.
            pub fn name(self) -> &'static str {
                Pass::NAMES[self as usize]
            }
        }
    };
}

passes! {
    /// Shifts from a known square become rows of a table, also those in loops.
    TabulateShifts = "tabulate_shifts",
    /// Straight lines through squares of one set are rays.
    CastRays = "cast_rays",
    /// A walk of which only the end matters is a test of all squares on the way.
    TestWalks = "test_walks",
    /// Sets of all squares, tests with a constant result, and comparisons of constants are evaluated at compile time.
    FoldConstants = "fold_constants",
    /// A union of images becomes the image of a union, or one image under the union of the relations; contents are tested before a long step.
    JoinImages = "join_images",
    /// Longer tests are skipped if there is no square to test.
    GuardTests = "guard_tests",
    /// A longer test or a loop that the rules repeat is computed once.
    MergeRepeats = "merge_repeats",
    /// In patterns, and among whole moves, steps that lead directly to a dead end are removed.
    PruneDeadSteps = "prune_dead_steps",
    /// Steps of sets in many directions at once are looked up by chunks of neighbouring squares.
    ImageByChunks = "image_by_chunks",
    /// Single squares are kept as numbers if sets have several words.
    KeepPoints = "keep_points",
    /// Values that are the same after a step on any square are computed once for all of them.
    HoistInvariants = "hoist_invariants",
    /// Tests of squares around the current one read only the relevant words of sets.
    TestWindows = "test_windows",
    /// Sets that spread through squares that do not change are filled in place.
    FillSets = "fill_sets",
    /// A fill that searches for a square stops when it finds one.
    StopFills = "stop_fills",
    /// A fill from an empty set is skipped.
    SkipEmptyFills = "skip_empty_fills",
    /// Fills in one direction on boards of one word need no loop: each step moves twice as far as the one before.
    DoubleFillSteps = "double_fill_steps",
    /// If one square of a union suffices, the parts after the first nonempty one are not computed.
    ShortenUnions = "shorten_unions",
    /// The square with a given rank is found by one processor instruction.
    SelectBits = "select_bits",
    /// The last choice of a move is found without executing the step before it.
    LookAhead = "look_ahead",
    /// Steps of a chain without a choice are not executed if it ends a candidate.
    FollowChains = "follow_chains",
    /// Candidates that can always be completed are listed without completing them.
    ListCertain = "list_certain",
    /// Moves that are always completed are never undone: no choice is kept, no change is logged.
    PlayForward = "play_forward",
    /// A choice among single squares without further options keeps no frame.
    DropSingleChoices = "drop_single_choices",
    /// Mutually exclusive steps keep no frame.
    DropExclusiveChoices = "drop_exclusive_choices",
    /// Candidates that differ only in a square are recorded together.
    RecordRuns = "record_runs",
    /// Candidates after a step on each of many squares are counted together.
    CountTogether = "count_together",
    /// The candidates after a state are counted once, even if several orders of the same steps lead to it.
    CountOnce = "count_once",
}

impl FromStr for Pass {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        // Listed and not joined: the compiler unrolls a join over names that it knows, and reasons about the sum of their lengths for minutes.
        let pass = Pass::ALL.iter().copied().find(|pass| pass.name() == name);
        pass.ok_or_else(|| format!("unknown pass `{name}`; known: {:?}", Pass::NAMES))
    }
}

/// The enabled optimisations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passes(u32);

impl Passes {
    /// All of them.
    pub const ALL: Passes = Passes((1 << Pass::ALL.len()) - 1);

    /// All but one.
    pub fn without(pass: Pass) -> Passes {
        Passes(Passes::ALL.0 & !(1 << pass as u32))
    }

    /// Whether an optimisation is made.
    pub fn has(self, pass: Pass) -> bool {
        self.0 >> pass as u32 & 1 != 0
    }
}
