//! The optimisations of the compiler that can be switched off. Without any of them it makes the same moves, which a test checks for each; play
//! never switches one off.

/// Which optimisations are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passes {
    /// Single squares are kept as numbers where sets have several words.
    pub points: bool,
    /// Sets that spread through squares that do not change are filled in place.
    pub fills: bool,
    /// A fill that looks for a square ends where one is found.
    pub goals: bool,
    /// Straight lines through squares of one set are rays.
    pub rays: bool,
    /// Shifts from a known square become rows of a table, also those in loops.
    pub tables: bool,
    /// Sets that are all squares, tests that always hold or never, and comparisons of numbers are known when code is made.
    pub folds: bool,
    /// Longer tests are left out where there is no square to test.
    pub guards: bool,
    /// The last choice of a move is found without executing the step before it.
    pub ahead: bool,
    /// Steps of a chain without a choice are not executed where it ends a candidate.
    pub chains: bool,
    /// What is the same after a step on any square is found once for all of them.
    pub hoists: bool,
    /// What always can be completed is listed without completing it.
    pub certain: bool,
    /// The square with a rank is found by one instruction of the processor.
    pub select: bool,
    /// What is always completed is never undone: no choice is kept, no change is logged.
    pub forward: bool,
    /// Candidates that differ only in a square are recorded together.
    pub runs: bool,
    /// A longer test or a loop that the rules repeat is made once.
    pub once: bool,
    /// Nothing is kept to return to of a choice among single squares that has no other option left.
    pub singles: bool,
    /// Of a union of which one square suffices, what comes after the first part that has one is not made.
    pub lazy: bool,
    /// In patterns, a step that leads to a dead end at once is no option.
    pub pruned: bool,
    /// Tests of squares around the current one read only the words of sets in which these lie.
    pub windows: bool,
    /// The candidates behind a state are counted once, though several orders of the same steps lead to it.
    pub counts: bool,
    /// Fills in one direction on boards of one word take no loop: each of their steps moves twice as far as the one before.
    pub doubled: bool,
    /// Of steps that rule one another out, none is kept to return to.
    pub exclusive: bool,
}

impl Passes {
    /// All of them.
    pub const ALL: Passes = Passes {
        points: true,
        fills: true,
        goals: true,
        rays: true,
        tables: true,
        folds: true,
        guards: true,
        ahead: true,
        chains: true,
        hoists: true,
        certain: true,
        select: true,
        forward: true,
        runs: true,
        once: true,
        singles: true,
        lazy: true,
        pruned: true,
        windows: true,
        counts: true,
        doubled: true,
        exclusive: true,
    };

    /// All but the one with this name.
    ///
    /// # Errors
    /// If there is no such optimisation.
    pub fn without(name: &str) -> Result<Passes, String> {
        let all = Passes::all_but_one();
        let found = all.iter().find(|(pass, _)| *pass == name).map(|(_, passes)| *passes);
        found.ok_or_else(|| format!("there is no pass {name}; expected one of {}", all.map(|(pass, _)| pass).join(", ")))
    }

    /// All but one, for each, with its name.
    pub fn all_but_one() -> [(&'static str, Passes); 22] {
        let all = Passes::ALL;
        [
            ("points", Passes { points: false, ..all }),
            ("fills", Passes { fills: false, ..all }),
            ("goals", Passes { goals: false, ..all }),
            ("rays", Passes { rays: false, ..all }),
            ("tables", Passes { tables: false, ..all }),
            ("folds", Passes { folds: false, ..all }),
            ("guards", Passes { guards: false, ..all }),
            ("ahead", Passes { ahead: false, ..all }),
            ("chains", Passes { chains: false, ..all }),
            ("hoists", Passes { hoists: false, ..all }),
            ("certain", Passes { certain: false, ..all }),
            ("select", Passes { select: false, ..all }),
            ("forward", Passes { forward: false, ..all }),
            ("runs", Passes { runs: false, ..all }),
            ("once", Passes { once: false, ..all }),
            ("singles", Passes { singles: false, ..all }),
            ("lazy", Passes { lazy: false, ..all }),
            ("pruned", Passes { pruned: false, ..all }),
            ("windows", Passes { windows: false, ..all }),
            ("counts", Passes { counts: false, ..all }),
            ("doubled", Passes { doubled: false, ..all }),
            ("exclusive", Passes { exclusive: false, ..all }),
        ]
    }
}
