//! The verdicts on an experiment's claims: yes, no, or not decided, with the evidence.

use crate::experiment::Hypothesis;
use crate::report::plural;
use treebench_reports::Verdict;
use treebench_reports::model::{Block, Interval};
use treebench_stats::{Answer, Claim, EAnswer, ONE_SIDED, Over, Side, holm_adjusted};

/// A claim of an experiment, compared with the results.
#[derive(Clone, PartialEq, Debug)]
pub struct ClaimResult {
    /// The claim as a sentence.
    pub says: String,
    /// The tested statement, if the experiment has its own wording.
    pub tested: Option<String>,
    /// Where it is printed; may be empty.
    pub source: String,
    /// Its cells, including those to compare with.
    pub cells: usize,
    /// Those of them that have results.
    pub played: usize,
    /// The parts of their tasks that these have; `None` if they have all.
    pub parts: Option<Parts>,
    /// Why it is not judged regardless of the results.
    pub unjudged: Option<NoVerdict>,
    /// The evidence; `None` if too little was played.
    pub found: Option<ClaimEvidence>,
}

/// Cells of which a part has been played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// How many they are.
    pub cells: usize,
    /// The tasks of the one that has the fewest.
    pub fewest: u64,
    /// The tasks that each is planned to have.
    pub planned: u64,
}

impl Parts {
    /// The parts of cells with results that have these numbers of tasks.
    pub(crate) fn of(tasks: impl Iterator<Item = u64>, planned: u32) -> Option<Parts> {
        let planned = u64::from(planned);
        tasks.filter(|tasks| *tasks < planned).fold(None, |parts: Option<Parts>, tasks| {
            let Parts { cells, fewest, .. } = parts.unwrap_or(Parts { cells: 0, fewest: tasks, planned });
            Some(Parts { cells: cells + 1, fewest: fewest.min(tasks), planned })
        })
    }

    /// As in `2 cells are played in part, one has 1 of 500`.
    pub(crate) fn words(self) -> String {
        let Parts { cells, fewest, planned } = self;
        let are = if cells == 1 { "1 cell is".to_owned() } else { format!("{cells} cells are") };
        format!("{are} played in part, {} has {fewest} of {planned}", if cells == 1 { "which" } else { "one" })
    }
}

/// Why a claim is not judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoVerdict {
    /// It is printed for this setting, which none of its cells has.
    OtherSetting(String),
    /// Both sides play alike, so their results are equal by construction.
    Identity,
}

/// The outcome of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimOutcome {
    /// It holds.
    Yes,
    /// Its contrary holds.
    No,
    /// Neither is significant.
    NotDecided,
    /// See [`NoVerdict::OtherSetting`].
    OtherSetting,
    /// See [`NoVerdict::Identity`].
    Identity,
    /// Nothing is known.
    NotPlayed,
}

impl ClaimOutcome {
    /// In the order in which they are counted.
    pub(crate) const ALL: [ClaimOutcome; 6] = [
        ClaimOutcome::Yes,
        ClaimOutcome::No,
        ClaimOutcome::NotDecided,
        ClaimOutcome::OtherSetting,
        ClaimOutcome::Identity,
        ClaimOutcome::NotPlayed,
    ];

    /// Its word, given those for yes and no.
    pub(crate) fn word(self, [yes, no]: [&str; 2]) -> &str {
        match self {
            ClaimOutcome::Yes => yes,
            ClaimOutcome::No => no,
            ClaimOutcome::NotDecided => "not decided",
            ClaimOutcome::OtherSetting => "other setting",
            ClaimOutcome::Identity => "identity",
            ClaimOutcome::NotPlayed => "not played",
        }
    }
}

impl ClaimResult {
    /// A claim without evidence yet.
    pub(crate) fn new(hypothesis: &Hypothesis) -> ClaimResult {
        ClaimResult {
            says: words(hypothesis),
            tested: (!hypothesis.words.trim().is_empty()).then(|| tested(hypothesis)),
            source: hypothesis.source.clone(),
            cells: hypothesis.cells.len() + hypothesis.than.as_ref().map_or(0, Vec::len),
            played: 0,
            parts: None,
            unjudged: hypothesis.other_setting.clone().map(NoVerdict::OtherSetting),
            found: None,
        }
    }

    /// Leaves open what cells without results could turn: an average of all, that every one holds, or that none does. Otherwise it would be judged by the cells
    /// that happen to be played, which may have been chosen.
    pub(crate) fn leave_open(&mut self, over: Over) {
        let Some(found) = self.found.as_mut().filter(|_| self.played < self.cells) else { return };
        let e_answer = found.e_answer.as_mut();
        match over {
            Over::Average => found.withhold("cells have no results"),
            Over::Every => {
                found.answer.yes = 1.0;
                e_answer.into_iter().for_each(|e_answer| e_answer.yes = 0.0);
            }
            Over::Some => {
                found.answer.no = 1.0;
                e_answer.into_iter().for_each(|e_answer| e_answer.no = 0.0);
            }
        }
    }

    /// Its outcome by the answer: yes, no, or not decided.
    pub(crate) fn outcome(&self, answer: impl Fn(&ClaimEvidence) -> Option<bool>) -> ClaimOutcome {
        match (&self.unjudged, self.found.as_ref().map(answer)) {
            (_, None) => ClaimOutcome::NotPlayed,
            (Some(NoVerdict::OtherSetting(_)), _) => ClaimOutcome::OtherSetting,
            (Some(NoVerdict::Identity), _) => ClaimOutcome::Identity,
            (None, Some(None)) => ClaimOutcome::NotDecided,
            (None, Some(Some(true))) => ClaimOutcome::Yes,
            (None, Some(Some(false))) => ClaimOutcome::No,
        }
    }

    /// Its colour and its word, given those for yes and no.
    pub(crate) fn verdict(&self, outcome: ClaimOutcome, words: [&str; 2]) -> (Verdict, String) {
        let (colour, is_whole) = match outcome {
            ClaimOutcome::Yes => (Verdict::Better, false),
            ClaimOutcome::No => (Verdict::Worse, false),
            ClaimOutcome::NotDecided | ClaimOutcome::NotPlayed => (Verdict::Undecided, false),
            ClaimOutcome::OtherSetting | ClaimOutcome::Identity => (Verdict::Undecided, true),
        };
        let so_far = match self.parts.filter(|_| !is_whole) {
            _ if is_whole || self.played == self.cells && self.parts.is_none() => String::new(),
            None => format!(", {} of {} cells", self.played, self.cells),
            Some(Parts { cells, .. }) => format!(", {} of {} cells, {cells} in part", self.played, self.cells),
        };
        (colour, format!("{}{so_far}", outcome.word(words)))
    }

    /// Its caveats besides the numbers; empty if none.
    pub(crate) fn remark(&self) -> String {
        match &self.unjudged {
            Some(NoVerdict::OtherSetting(setting)) => format!("printed for {setting}"),
            Some(NoVerdict::Identity) => "both sides play the same moves, which is no evidence".to_owned(),
            None => {
                let why = match self.found.as_ref().map(|found| found.judge) {
                    Some(Judge::Nobody(why)) => Some(format!("not judged: {why}")),
                    _ => None,
                };
                why.into_iter().chain(self.parts.map(Parts::words)).collect::<Vec<_>>().join("; ")
            }
        }
    }
}

/// The evidence about a claim.
#[derive(Clone, PartialEq, Debug)]
pub struct ClaimEvidence {
    /// The p-values for and against it.
    pub answer: Answer,
    /// The score or the difference that decides.
    pub value: Interval,
    /// Its unit: `%`, `points`, or empty.
    pub unit: &'static str,
    /// The same in games like these; `None` if the games are not a sample.
    pub like_these: Option<Interval>,
    /// Its subject, in a few words, such as `average of 15 cells`.
    pub of: String,
    /// The same as part of a sentence.
    pub words: String,
    /// The test that decides, in words.
    pub test: String,
    /// The smaller of the two p-values, one-sided, after correction for the number of claims of the experiment (Holm).
    pub adjusted: f64,
    /// The deciding judge.
    pub judge: Judge,
    /// The e-values for and against it, which hold however the games grew; `None` where the order of the games is not known, or the measure has none.
    pub e_answer: Option<EAnswer>,
}

/// The judge of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// The test of a fixed size, after correction.
    FixedSize,
    /// The rule of `[stop]` that ended its games: yes, no, or not decided.
    StopRule(Option<bool>),
    /// Nothing, and why.
    Nobody(&'static str),
}

/// Neither yes nor no.
pub(crate) const OPEN: Answer = Answer { yes: 1.0, no: 1.0, decisive: None };

impl ClaimEvidence {
    /// The evidence of a test of fixed size, before correction.
    pub(crate) fn new(answer: Answer, value: Interval, unit: &'static str, words: String, test: &str) -> ClaimEvidence {
        ClaimEvidence {
            answer,
            value,
            unit,
            like_these: None,
            of: String::new(),
            words,
            test: test.to_owned(),
            adjusted: 1.0,
            judge: Judge::FixedSize,
            e_answer: None,
        }
    }

    /// Evidence that is shown but not judged, with the reason.
    pub(crate) fn unjudged(why: &'static str, value: Interval, unit: &'static str, words: String) -> ClaimEvidence {
        let mut found = ClaimEvidence::new(OPEN, value, unit, words, "");
        found.withhold(why);
        found
    }

    /// Leaves it undecided regardless of the results.
    pub(crate) fn withhold(&mut self, why: &'static str) {
        (self.answer, self.e_answer) = (OPEN, Some(EAnswer::NONE));
        self.judge = Judge::Nobody(why);
        self.test = format!("not judged: {why}");
    }

    /// Yes, no, or not decided.
    pub fn decided(&self) -> Option<bool> {
        match self.judge {
            Judge::FixedSize => (self.adjusted <= ONE_SIDED).then_some(self.answer.yes <= self.answer.no),
            Judge::StopRule(answer) => answer,
            Judge::Nobody(_) => None,
        }
    }

    /// The two-sided p-value after correction.
    pub fn p(&self) -> f64 {
        (2.0 * self.adjusted).min(1.0)
    }
}

/// The comparison of results with print.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Findings {
    /// The claims, in the order of the experiment's hypotheses.
    pub claims: Vec<ClaimResult>,
    /// The distance between results and printed values; `None` if no cell that was played has a printed value.
    pub replication: Option<Replication>,
    /// Figures, and tables of printed values beside ours.
    pub exhibits: Vec<Block>,
}

/// The distance between results and printed values over some cells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Replication {
    /// Cells with a printed value and a result.
    pub cells: usize,
    /// Those that are equal within 5 points, by two one-sided tests.
    pub equal: usize,
    /// Those whose difference has p ≤ 0.05; the others are not decided.
    pub differ: usize,
    /// Those that differ even if all are judged together (Holm, 5 %).
    pub firm: usize,
    /// Those that are better, undecided or worse than even both here and in print.
    pub verdicts: usize,
    /// The mean of the differences, ours minus printed, in percent.
    pub mean: f64,
    /// The root of the mean of their squares, in percent.
    pub spread: f64,
    /// The root of the mean square of z: 1 among equals.
    pub z: f64,
    /// The probability of a larger one among equals, from the sum of the squares (chi-squared with a degree of freedom per cell).
    pub p: f64,
}

/// Corrects the p-values of an experiment's claims for their number, including those that are `removed`.
pub(crate) fn judge_together(claims: &mut [ClaimResult], removed: u64) {
    // Those that are not played yet count, too: their number is known before the games.
    let judged: Vec<&mut ClaimResult> = claims.iter_mut().filter(|claim| claim.unjudged.is_none()).collect();
    let p = |claim: &&mut ClaimResult| claim.found.as_ref().map_or(1.0, |found| found.answer.yes.min(found.answer.no));
    let least: Vec<f64> = judged.iter().map(p).chain((0..removed).map(|_| 1.0)).collect();
    for (claim, p) in judged.into_iter().zip(holm_adjusted(&least)) {
        claim.found.iter_mut().for_each(|found| found.adjusted = p);
    }
}

/// The sides of a difference: the mean of some cells minus that of others.
pub(crate) fn sides(ours: usize, theirs: usize) -> String {
    let mean = |cells: usize| if cells == 1 { "one cell".to_owned() } else { format!("the mean of {cells} cells") };
    if (ours, theirs) == (1, 1) { "one cell less another".to_owned() } else { format!("{} less {}", mean(ours), mean(theirs)) }
}

/// A hypothesis as a sentence.
pub(crate) fn words(hypothesis: &Hypothesis) -> String {
    let said = hypothesis.words.trim();
    if !said.is_empty() {
        format!("{said}{}", if said.ends_with(['.', '?', '!']) { "" } else { "." })
    } else if hypothesis.than.is_some() {
        format!("the {}.", tested(hypothesis))
    } else {
        format!("the candidate is {}.", tested(hypothesis))
    }
}

/// The tested statement, whatever the wording of the hypothesis.
fn tested(hypothesis: &Hypothesis) -> String {
    let Claim { side, over, margin } = hypothesis.claim;
    let by = if margin > 0.0 { format!(" by more than {} points", 100.0 * margin) } else { String::new() };
    let given = |conditions: &str| if conditions.is_empty() { String::new() } else { format!(" ({conditions})") };
    let cells = plural(hypothesis.cells.len() as u64, "cell") + &given(&hypothesis.about);
    if let Some(than) = &hypothesis.than {
        let own = match hypothesis.own_rivals {
            0 => String::new(),
            own => format!(", without {} of its own,", plural(own as u64, "cell")),
        };
        let others = plural(than.len() as u64, "cell") + &given(&hypothesis.against) + &own;
        let is = match side {
            Side::Above => format!("better than that of {others}{by}"),
            Side::Below => format!("worse than that of {others}{by}"),
            Side::Near => format!("within {} points of that of {others}", 100.0 * margin),
        };
        let rivals = match over {
            Over::Average => String::new(),
            Over::Every => format!(", against each of {} rivals", hypothesis.rivals.len()),
            Over::Some => format!(", against at least one of {} rivals", hypothesis.rivals.len()),
        };
        let confounded = match hypothesis.confounded.join(", ") {
            axes if axes.is_empty() => axes,
            axes => format!("; the two also differ in {axes}"),
        };
        return format!("{} of {cells} is on average {is}{rivals}{confounded}", hypothesis.measure.name());
    }
    let is = match side {
        Side::Above => format!("better than an even result{by}"),
        Side::Below => format!("worse than an even result{by}"),
        Side::Near => format!("within {} points of an even result", 100.0 * margin),
    };
    match over {
        _ if hypothesis.cells.len() == 1 => is + &given(&hypothesis.about),
        Over::Average => format!("{is} on average over {cells}"),
        Over::Every => format!("{is} in every one of {cells}"),
        Over::Some => format!("{is} in at least one of {cells}"),
    }
}
