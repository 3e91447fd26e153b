//! Executing the candidate drawn where steps were only assumed in the search.

use super::last_step::{end_candidate, take_last};
use super::lookahead::each_with_invariants;
use super::records::{CandidateSteps, LastSquares};
use super::trace::Trace;
use crate::abi::areas::RECORD_HEAD;
use crate::board::Piece;
use crate::emit::exit_counts::{self, ExitSquares};
use crate::emit::segment;
use crate::emit::sets::Placement;
use crate::ir::Exit;
use crate::play::routine::Routine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;

/// Executes the steps that were only assumed, and the one that ends the candidate with a rank in a record.
pub(super) fn execute_assumed(
    routine: &mut Routine<'_, '_>,
    trace: Trace,
    (rank, record): (Variable, Variable),
    assumed: &CandidateSteps,
    block: Block,
) {
    routine.code.begin(block);
    let record = routine.code.read(record);
    let squares = routine.code.load(record, RECORD_HEAD);
    let (mut rank, mut last) = (routine.code.read(rank), None);
    match &assumed.last {
        LastSquares::One => {}
        LastSquares::Run(_) => {
            let run = routine.code.load(record, RECORD_HEAD + 1);
            last = Some(routine.code.nth(&[run], rank));
        }
        LastSquares::Set(changes) => {
            let (square, left) = find_square(routine, assumed.entry, changes, (record, squares), rank);
            (rank, last) = (left, Some(square));
        }
    }
    let mut here = squares;
    for (i, (entry, exit)) in assumed.steps.iter().enumerate() {
        here = match last.filter(|_| i + 1 == assumed.steps.len()) {
            Some(square) => square,
            None => {
                let here = routine.code.builder.ins().ushr_imm_u(squares, 16 * i as i64);
                if i + 1 == assumed.steps.len() { here } else { routine.code.builder.ins().band_imm_s(here, 0xffff) }
            }
        };
        trace.append(routine, exit, here);
        let log = routine.policy.may_fail().then_some(routine.log);
        routine.execute(*entry, exit, here, log);
    }
    let end = &routine.graph.get(assumed.entry).segment;
    if let LastSquares::Run(exit) = assumed.last {
        return take_last(routine, trace, assumed.entry, &end.exits[exit], here);
    }
    let sets = segment::segment(&mut routine.code, end, here, &[]);
    let last = end.exits.iter().zip(sets).filter(|(exit, _)| routine.graph.ends_candidate(assumed.entry, exit));
    let (exits, sets): (Vec<&Exit>, Vec<_>) = last.unzip();
    end_candidate(routine, trace, assumed.entry, &exits, &sets, rank);
}

/// The square of the last step of the candidate with a rank, and its rank there, where the candidates of many squares were counted together.
fn find_square(
    routine: &mut Routine<'_, '_>,
    entry: usize,
    changes: &[(Piece, Piece)],
    (record, squares): (Value, Value),
    rank: Value,
) -> (Value, Value) {
    let (&(old, new), before) = changes.split_last().expect("there is a step");
    let mut puts = Vec::new();
    for (i, &(old, new)) in before.iter().enumerate() {
        let square = routine.code.builder.ins().ushr_imm_u(squares, 16 * i as i64);
        let square = routine.code.builder.ins().band_imm_s(square, 0xffff);
        let place = routine.code.one(square);
        puts.push(Placement { old, new, square, place });
    }
    let set = routine.code.load_set(record, RECORD_HEAD + 1);
    let found = routine.code.block_with(2);
    let left = routine.code.variable(rank);
    each_with_invariants(routine, entry, changes, &set, |routine, square, known| {
        let place = routine.code.one(square);
        puts.push(Placement { old, new, square, place });
        let segment = &routine.graph.get(entry).segment;
        let seen = exit_counts::look(&mut routine.code, segment, square, &puts, known, &vec![true; segment.exits.len()]);
        let code = &mut routine.code;
        let counts = seen.iter().filter_map(|seen| if let ExitSquares::Count(count) = seen { Some(*count) } else { None });
        let count = counts.reduce(|a, b| code.builder.ins().iadd(a, b)).expect("what is counted has exits");
        let rank = code.read(left);
        let (here, next) = (code.compare(IntCC::UnsignedLessThan, rank, count), code.block());
        code.branch_with(here, (found, &[square, rank]), (next, &[]));
        code.begin(next);
        let less = code.builder.ins().isub(rank, count);
        code.write(left, less);
    });
    // Never reached: the rank is less than the number of all of them.
    routine.code.jump(routine.faults.too_much, &[]);
    routine.code.begin(found);
    let found = routine.code.parameters(found);
    (found[0], found[1])
}
