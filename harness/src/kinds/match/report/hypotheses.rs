//! The verdicts on an experiment's hypotheses.

use super::always_valid::e_values;
use super::average::Average;
use super::average_tests;
use super::details::name;
use super::identity::{cells_play_alike, leave_out_identities, sides_play_alike};
use super::view::{CellView, View, barred, interval};
use crate::experiment::Hypothesis;
use crate::kinds::r#match::{Ending, MatchSettings};
use crate::report::{ClaimEvidence, ClaimResult, Judge, NoVerdict, OPEN, Parts, judge_together, plural, sides};
use treebench_games::params::Params as _;
use treebench_reports::model::Interval;
use treebench_stats::{Answer, Claim, Contrast, EAnswer, ONE_SIDED, Over, Score, Side, answer, answer_average, answer_over, e_answer_over};

/// The hypotheses in file order, judged by the scores. All of them are judged together (Holm): an answer needs a corrected one-sided p-value of at
/// most 2.5 %, so a single score is answered like its 95 % interval.
pub(super) fn claims(view: &View<'_>) -> Vec<ClaimResult> {
    let judged = |(place, hypothesis)| {
        let mut claimed = claimed(view, hypothesis, hypothesis.claim);
        match (&mut claimed.found, view.tests.get(place)) {
            (Some(found), Some(Some((test, firm)))) => average_tests::decide(found, test, *firm, hypothesis),
            (Some(found), _) if view.anytime && view.stopped.is_none() => at_any_time(found),
            _ => (),
        }
        if let Some(found) = &mut claimed.found
            && let Some(reason) = barred(&played(view, &hypothesis.cells), &played(view, hypothesis.than.as_deref().unwrap_or_default()))
        {
            found.withhold(reason.words());
        } else if let Some(found) = &mut claimed.found
            && hypothesis.about().any(|cell| view.cells[cell].is_of_seats())
        {
            found.test += "; one agent plays itself and seats are not rotated, so that a score is that of the first seat";
        }
        if hypothesis.claim.side == Side::Near {
            bound_by_cut_off(view, hypothesis, &mut claimed);
        }
        claimed
    };
    let mut claims: Vec<ClaimResult> = view.experiment.hypotheses.iter().enumerate().map(judged).collect();
    judge_together(&mut claims, view.removed);
    claims
}

/// Games that are cut off or adjudicated have a score whoever would have won: equality of two sides must hold with all of these lost, and won. If
/// cells or rivals are judged one by one, each has the largest share of such games among them.
fn bound_by_cut_off(view: &View<'_>, hypothesis: &Hypothesis, claimed: &mut ClaimResult) {
    let Some(found) = &mut claimed.found else { return };
    let shift = |cells: &[usize]| {
        let cells = played(view, cells);
        let share = |seen: &&CellView<'_>| {
            let players = seen.cell.game.game.info().players;
            let cap = MatchSettings::from_values(&seen.cell.settings).map_or(1.0, |settings| settings.cap_share(players));
            let moved = seen.summary.ended(Ending::LengthCap) as f64 * cap.max(1.0 - cap) + seen.summary.ended(Ending::Adjudication) as f64;
            moved / seen.summary.scores.count() as f64
        };
        match hypothesis.claim.over {
            Over::Average => cells.iter().map(share).sum::<f64>() / cells.len().max(1) as f64,
            _ => cells.iter().map(share).fold(0.0, f64::max),
        }
    };
    let shift = shift(&hypothesis.cells) + hypothesis.than.as_ref().map_or(0.0, |than| shift(than));
    if shift == 0.0 || matches!(found.judge, Judge::Nobody(_)) {
        return;
    }
    let with = |margin: f64| {
        let claim = Claim { margin, ..hypothesis.claim };
        self::claimed(view, hypothesis, claim).found.filter(|_| margin > 0.0)
    };
    let (narrow, wide) = (with(hypothesis.claim.margin - shift), with(hypothesis.claim.margin + shift));
    found.answer.yes = narrow.as_ref().map_or(1.0, |narrow| narrow.answer.yes);
    found.answer.no = wide.as_ref().map_or(1.0, |wide| wide.answer.no);
    let e = |found: Option<ClaimEvidence>| found.and_then(|found| found.e_answer).unwrap_or(EAnswer::NONE);
    found.e_answer = Some(EAnswer { yes: e(narrow).yes, no: e(wide).no });
    found.test += ", with cut-off and adjudicated games counted against the answer";
    match found.judge {
        Judge::StopRule(_) => found.judge = Judge::StopRule(None),
        _ if view.anytime && view.stopped.is_none() => found.answer = found.e_answer.unwrap_or(EAnswer::NONE).answer(found.answer.decisive),
        _ => (),
    }
}

fn claimed(view: &View<'_>, hypothesis: &Hypothesis, claim: Claim) -> ClaimResult {
    let (mut about, mut than) = (played(view, &hypothesis.cells), hypothesis.than.as_ref().map(|than| played(view, than)));
    let alike = than.as_ref().map_or_else(|| sides_play_alike(&about), |than| cells_play_alike(&about, than));
    let cells = about.len() + than.as_ref().map_or(0, Vec::len);
    // Cells that are even by identity would make any average even.
    let identities =
        if claim.side == Side::Near && claim.over == Over::Average && !alike { leave_out_identities(&mut about, than.as_mut()) } else { 0 };
    let found = match &than {
        Some(_) if claim.over != Over::Average => against_rivals(view, hypothesis, claim, &about),
        Some(than) => difference(view, claim, &about, than),
        None if claim.over == Over::Average && about.len() > 1 => average(view, claim, &about),
        None => answer(claim, &scores(&about)).map(|answer| held(view, claim, &about, answer)),
    };
    let claimed = ClaimResult::new(hypothesis);
    let mut claimed = ClaimResult {
        unjudged: alike.then_some(NoVerdict::Identity).or(claimed.unjudged.clone()),
        played: cells,
        parts: Parts::of(
            hypothesis.about().filter_map(|cell| view.cells[cell].games_of_a_part(view.experiment)),
            view.experiment.games_per_cell,
        ),
        found: found.map(|found| ClaimEvidence { e_answer: found.e_answer.or_else(|| e_values(claim, &about, than.as_deref())), ..found }),
        ..claimed
    };
    if let Some(found) = claimed.found.as_mut().filter(|_| identities > 0) {
        found.of +=
            &format!("; {} of identical play {} left out", plural(identities as u64, "cell"), if identities == 1 { "is" } else { "are" });
    }
    let is_part = than.is_some() && played(view, &hypothesis.cells).len() < hypothesis.cells.len();
    claimed.leave_open(if is_part { Over::Average } else { claim.over });
    claimed
}

/// Judges growth by e-values.
fn at_any_time(found: &mut ClaimEvidence) {
    if let Judge::Nobody(_) = found.judge {
        return;
    }
    let e_answer = found.e_answer.unwrap_or(EAnswer::NONE);
    found.answer = e_answer.answer(found.answer.decisive);
    "e-values of sweeps in plan order, since the number of games may depend on results".clone_into(&mut found.test);
}

/// Against each of several rivals, one by one. An unplayed rival leaves the claim open.
fn against_rivals(view: &View<'_>, hypothesis: &Hypothesis, claim: Claim, about: &[&CellView<'_>]) -> Option<ClaimEvidence> {
    let whole = |rival: &Vec<usize>| Some(played(view, rival)).filter(|cells| cells.len() == rival.len()).unwrap_or_default();
    let rivals: Vec<Vec<&CellView<'_>>> = hypothesis.rivals.iter().map(whole).collect();
    let each: Vec<Option<ClaimEvidence>> = rivals.iter().map(|rival| difference(view, claim, about, rival)).collect();
    let answers: Vec<Answer> = each.iter().map(|found| found.as_ref().map_or(OPEN, |found| found.answer)).collect();
    let e_values: Vec<EAnswer> = rivals.iter().map(|rival| e_values(claim, about, Some(rival)).unwrap_or(EAnswer::NONE)).collect();
    let answer = answer_over(claim.over, &answers)?;
    let found = each.get(answer.decisive?).cloned().flatten().or_else(|| each.into_iter().flatten().next())?;
    let (count, test) = (answers.len(), &found.test);
    let how = match claim.over {
        Over::Some => format!("a rival against which it holds is corrected for selection among {count}; {test}"),
        _ => format!("it must hold against each of {count} rivals, a contrary one is corrected for selection; {test}"),
    };
    Some(ClaimEvidence {
        answer,
        of: format!("{}, the decisive rival of {count}", found.of),
        test: how,
        e_answer: Some(e_answer_over(claim.over, &e_values)),
        ..found
    })
}

fn played<'v>(view: &'v View<'_>, cells: &[usize]) -> Vec<&'v CellView<'v>> {
    cells.iter().map(|&index| &view.cells[index]).filter(|seen| seen.is_played()).collect()
}

fn scores(cells: &[&CellView<'_>]) -> Vec<Score> {
    let p = |seen: &CellView<'_>| if seen.unjudged().is_some() { 1.0 } else { seen.judged.p };
    cells.iter().map(|seen| Score { estimate: seen.judged.estimate, even: seen.even, p: p(seen) }).collect()
}

/// The answer about an average, and its test. Cells that were stopped one by one have no valid fixed interval together, so their average is shown but
/// not judged. An answer holds only if it holds with every game without a result counted against it.
///
/// # Errors
/// Why it is not judged.
fn judged(view: &View<'_>, claim: Claim, bounds: &[Contrast], even: f64) -> Result<(Answer, &'static str), &'static str> {
    if view.stopped.is_some() {
        return Err("its cells were stopped individually");
    }
    let answers: Vec<Answer> = bounds.iter().map(|contrast| answer_average(claim, contrast, even)).collect();
    let most = |of: fn(&Answer) -> f64| answers.iter().map(of).fold(0.0, f64::max);
    let test = match answers.len() {
        1 => "t test by sweeps, on the logit scale, each cell weighted equally",
        _ => {
            "t test by sweeps, on the logit scale, each cell weighted equally, with every game without a result counted against the \
             answer"
        }
    };
    Ok((Answer { yes: most(|answer| answer.yes), no: most(|answer| answer.no), decisive: None }, test))
}

fn evidence(judged: Result<(Answer, &'static str), &'static str>, value: Interval, unit: &'static str, words: String) -> ClaimEvidence {
    match judged {
        Ok((answer, test)) => ClaimEvidence::new(answer, value, unit, words, test),
        Err(why) => ClaimEvidence::unjudged(why, value, unit, words),
    }
}

/// The average of some cells against that of others.
fn difference(view: &View<'_>, claim: Claim, about: &[&CellView<'_>], than: &[&CellView<'_>]) -> Option<ClaimEvidence> {
    let (ours, theirs) = (Average::of(about)?, Average::of(than)?);
    let difference = Average::difference(about, than)?;
    let shown = difference.shown(view, about, Some(than));
    let words = format!(
        "the candidates score {:.1} % on average over {}, against {:.1} % over {}: a difference of {}",
        100.0 * ours.fixed.value(),
        plural(about.len() as u64, "cell"),
        100.0 * theirs.fixed.value(),
        plural(than.len() as u64, "cell"),
        difference.words(view, shown, "points").trim_end_matches(','),
    );
    let judged = judged(view, claim, &difference.bounds(about, than), 0.0);
    Some(ClaimEvidence {
        of: sides(about.len(), than.len()),
        like_these: difference.interval_like_these(view),
        ..evidence(judged, shown, "points", words)
    })
}

/// The average of several cells.
fn average(view: &View<'_>, claim: Claim, cells: &[&CellView<'_>]) -> Option<ClaimEvidence> {
    let average = Average::of(cells)?;
    let shown = average.shown(view, cells, None);
    let even = cells.iter().map(|seen| seen.even).sum::<f64>() / cells.len() as f64;
    let judged = judged(view, claim, &average.bounds(cells, &[]), even);
    let beyond = match judged {
        Ok((answer, _)) if !view.anytime && answer.decided(ONE_SIDED).is_some() && claim.margin == 0.0 && average.holds_beyond(even) => {
            "; it is so beyond these games, too"
        }
        _ => "",
    };
    let words = format!(
        "the candidate scores {} on average over {}{}{beyond}",
        average.words(view, shown, "%"),
        plural(cells.len() as u64, "cell"),
        even_words(even)
    );
    Some(ClaimEvidence { of: mean_of(cells.len()), like_these: average.interval_like_these(view), ..evidence(judged, shown, "%", words) })
}

/// What an even score is, where it is not a half as between two players.
pub(super) fn even_words(even: f64) -> String {
    if even == 0.5 { String::new() } else { format!(", where {} % is even", format!("{:.1}", 100.0 * even).trim_end_matches(".0")) }
}

fn mean_of(cells: usize) -> String {
    if cells == 1 { "one cell".to_owned() } else { format!("the mean of {cells} cells") }
}

/// The deciding score, with its interval.
fn held(view: &View<'_>, claim: Claim, cells: &[&CellView<'_>], answer: Answer) -> ClaimEvidence {
    let seen = cells[answer.decisive.unwrap_or(0)];
    let value = interval(seen);
    let score = format!("{:.1} % [{:.1}, {:.1}]", value.value, value.low, value.high);
    let even = even_words(seen.even);
    let (words, of) = if cells.len() == 1 {
        (format!("the candidate scores {score}{even}"), mean_of(1))
    } else {
        let what = match (claim.over, answer.decided(ONE_SIDED).is_some(), answer.yes <= answer.no) {
            (Over::Every, true, true) | (Over::Some, true, false) => "the least clear cell",
            (_, true, _) => "the clearest cell",
            (Over::Every, false, _) => "the cell that speaks most against it",
            (_, false, _) => "the cell that speaks most for it",
        };
        let place = name(view, seen);
        (format!("{what} has {score} ({place}){even}"), format!("{what} of {}: {place}", cells.len()))
    };
    ClaimEvidence { of, ..ClaimEvidence::new(answer, value, "%", words, &test(view, claim, cells)) }
}

/// The test that decides.
fn test(view: &View<'_>, claim: Claim, cells: &[&CellView<'_>]) -> String {
    let (stopped, alone) = (view.anytime, cells.iter().all(|seen| seen.is_of_seats()));
    let single = match (claim.margin > 0.0 || claim.side == Side::Near, stopped) {
        (true, true) => "Wilson's interval, which does not allow for stopping",
        (true, false) if alone => "Wilson's interval from single games",
        (true, false) => "Wilson's interval from pairs of games",
        (false, true) => "valid wherever play stops",
        (false, false) if alone => "exact permutation test on single games",
        (false, false) => "exact permutation test on pairs of games",
    };
    match claim.over {
        _ if cells.len() == 1 => single.to_owned(),
        Over::Every => format!("every cell must hold, a contrary one is corrected for selection; {single}"),
        Over::Average | Over::Some => format!("a cell that holds is corrected for selection among {}; {single}", cells.len()),
    }
}
