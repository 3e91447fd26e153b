//! The optimisations of native code. Each can be switched off by name, which changes no move; a test checks that for each. Play never
//! switches one off.

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
    /// Sets that are all squares, tests that always hold or never, and comparisons of numbers are known when code is made.
    FoldConstants = "fold_constants",
    /// A union of images is the image of a union, or one image under the union of the relations; what they hold is tested before a long step.
    JoinImages = "join_images",
    /// Longer tests are left out where there is no square to test.
    GuardTests = "guard_tests",
    /// A longer test or a loop that the rules repeat is made once.
    MergeRepeats = "merge_repeats",
    /// In patterns, and among whole moves, a step that leads to a dead end at once is no option.
    PruneDeadSteps = "prune_dead_steps",
    /// Steps of sets in many directions at once are looked up by chunks of neighbouring squares.
    ImageByChunks = "image_by_chunks",
    /// Single squares are kept as numbers where sets have several words.
    KeepPoints = "keep_points",
    /// What is the same after a step on any square is found once for all of them.
    HoistInvariants = "hoist_invariants",
    /// Tests of squares around the current one read only the words of sets in which these lie.
    TestWindows = "test_windows",
    /// Sets that spread through squares that do not change are filled in place.
    FillSets = "fill_sets",
    /// A fill that looks for a square ends where one is found.
    StopFills = "stop_fills",
    /// A fill is not begun where there is nothing to begin from.
    SkipEmptyFills = "skip_empty_fills",
    /// Fills in one direction on boards of one word take no loop: each of their steps moves twice as far as the one before.
    DoubleFillSteps = "double_fill_steps",
    /// Of a union of which one square suffices, what comes after the first part that has one is not made.
    ShortenUnions = "shorten_unions",
    /// The square with a rank is found by one instruction of the processor.
    SelectBits = "select_bits",
    /// The last choice of a move is found without executing the step before it.
    LookAhead = "look_ahead",
    /// Steps of a chain without a choice are not executed where it ends a candidate.
    FollowChains = "follow_chains",
    /// What always can be completed is listed without completing it.
    ListCertain = "list_certain",
    /// What is always completed is never undone: no choice is kept, no change is logged.
    PlayForward = "play_forward",
    /// Nothing is kept to return to of a choice among single squares that has no other option left.
    DropSingleChoices = "drop_single_choices",
    /// Of steps that rule one another out, none is kept to return to.
    DropExclusiveChoices = "drop_exclusive_choices",
    /// Candidates that differ only in a square are recorded together.
    RecordRuns = "record_runs",
    /// The candidates behind a state are counted once, though several orders of the same steps lead to it.
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

/// The optimisations that are made.
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
