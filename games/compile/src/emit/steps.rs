//! Steps in native code: what they change in the state, the log of these changes, and undoing them.

use crate::abi::areas::VARIABLE;
use crate::automaton::Label;
use crate::board::Piece;
use crate::emit::code::Code;
use crate::number::Arithmetic;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};
use cranelift_frontend::Variable;

/// The undo log: the addresses of the next entry, of the first and of the end, and the exit for a full log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Log {
    pub(crate) top: Variable,
    pub(crate) base: Value,
    pub(crate) end: Value,
    pub(crate) full: Block,
}

impl Log {
    /// Appends an entry.
    pub(crate) fn note(self, code: &mut Code<'_, '_>, entry: Value) {
        let top = code.read(self.top);
        let room = code.compare(IntCC::UnsignedLessThan, top, self.end);
        code.require(room, self.full);
        code.store(entry, top, 0);
        code.add(self.top, 8);
    }
}

/// Executes a step on a square that holds one of these pieces, if they are known. Without a log it cannot be undone.
pub(crate) fn act(code: &mut Code<'_, '_>, number: u32, square: Value, standing: Option<&[Piece]>, log: Option<Log>) {
    match code.program.automaton.numbered(number).label.clone() {
        Label::Put(piece) => match standing {
            Some([old]) => {
                // What changes nothing is logged, too: the log bounds the length of a move.
                if let Some(log) = log {
                    let entry = code.builder.ins().bor_imm_s(square, i64::from(old.0) << 32);
                    log.note(code, entry);
                }
                if *old != piece {
                    move_bit(code, *old, piece, square);
                    set_byte(code, square, piece);
                }
            }
            _ => {
                let piece = code.number(i64::from(piece.0));
                put(code, square, piece, log);
            }
        },
        Label::Assign(variable, value) => {
            let value = arithmetic(code, &value);
            match log {
                Some(log) => {
                    let variable = code.number(i64::from(variable.0));
                    assign(code, variable, value, log);
                }
                None => code.store(value, code.state, code.program.layout.variables + usize::from(variable.0)),
            }
        }
        _ => {}
    }
}

/// The value of an expression in the present state.
fn arithmetic(code: &mut Code<'_, '_>, value: &Arithmetic) -> Value {
    match value {
        Arithmetic::Number(number) => code.number(*number),
        Arithmetic::Variable(variable) => code.load(code.state, code.program.layout.variables + usize::from(variable.0)),
        Arithmetic::Count(piece) => {
            let set = code.squares_of(*piece, &[]);
            code.count(&set)
        }
        Arithmetic::Binary(left, operator, right) => {
            let (left, right) = (arithmetic(code, left), arithmetic(code, right));
            code.binary(*operator, left, right)
        }
    }
}

/// Sets a variable, given by its number at run time.
pub(crate) fn assign(code: &mut Code<'_, '_>, variable: Value, value: Value, log: Log) {
    let offset = code.builder.ins().ishl_imm_u(variable, 3);
    let address = code.builder.ins().iadd(code.state, offset);
    let first = code.program.layout.variables;
    let old = code.load(address, first);
    let old = code.builder.ins().ishl_imm_u(old, 32);
    let entry = code.builder.ins().bor(old, variable);
    let entry = code.builder.ins().bor_imm_s(entry, VARIABLE);
    log.note(code, entry);
    code.store(value, address, first);
}

/// Puts a piece, given by its number at run time, on a square in place of any other.
pub(crate) fn put(code: &mut Code<'_, '_>, square: Value, piece: Value, log: Option<Log>) {
    let address = byte_address(code, square);
    let bytes = (code.program.layout.bytes * 8) as i32;
    let old = code.builder.ins().uload8(types::I64, MemFlagsData::trusted(), address, bytes);
    if let Some(log) = log {
        let high = code.builder.ins().ishl_imm_u(old, 32);
        let entry = code.builder.ins().bor(high, square);
        log.note(code, entry);
    }
    let (bit, word) = bit(code, square);
    let from = piece_address(code, old, word);
    let sets = code.program.layout.sets;
    let set = code.load(from, sets);
    let set = code.builder.ins().band_not(set, bit);
    code.store(set, from, sets);
    let to = piece_address(code, piece, word);
    let set = code.load(to, sets);
    let set = code.builder.ins().bor(set, bit);
    code.store(set, to, sets);
    code.builder.ins().istore8(MemFlagsData::trusted(), piece, address, bytes);
}

fn move_bit(code: &mut Code<'_, '_>, old: Piece, new: Piece, square: Value) {
    let (bit, word) = bit(code, square);
    let address = match word {
        Some(word) => code.builder.ins().iadd(code.state, word),
        None => code.state,
    };
    let (from, to) = (code.set_word(old), code.set_word(new));
    let set = code.load(address, from);
    let set = code.builder.ins().bxor(set, bit);
    code.store(set, address, from);
    let set = code.load(address, to);
    let set = code.builder.ins().bor(set, bit);
    code.store(set, address, to);
}

fn set_byte(code: &mut Code<'_, '_>, square: Value, piece: Piece) {
    let address = byte_address(code, square);
    let piece = code.number(i64::from(piece.0));
    code.builder.ins().istore8(MemFlagsData::trusted(), piece, address, (code.program.layout.bytes * 8) as i32);
}

fn byte_address(code: &mut Code<'_, '_>, square: Value) -> Value {
    code.builder.ins().iadd(code.state, square)
}

/// The square's bit, and the offset of its word in bytes if a set has several.
fn bit(code: &mut Code<'_, '_>, square: Value) -> (Value, Option<Value>) {
    let one = code.number(1);
    let bit = code.builder.ins().ishl(one, square);
    let word = (code.set_words() > 1).then(|| {
        let word = code.builder.ins().ushr_imm_u(square, 6);
        code.builder.ins().ishl_imm_u(word, 3)
    });
    (bit, word)
}

/// The address of a piece's word, less the offset of the sets.
fn piece_address(code: &mut Code<'_, '_>, piece: Value, word: Option<Value>) -> Value {
    let size = (code.set_words() * 8) as i64;
    let offset = code.builder.ins().imul_imm_s(piece, size);
    let address = code.builder.ins().iadd(code.state, offset);
    match word {
        Some(word) => code.builder.ins().iadd(address, word),
        None => address,
    }
}

/// Records in the state the control, the square and the node after a switch.
pub(crate) fn set_head(code: &mut Code<'_, '_>, number: u32, square: Value) {
    let edge = code.program.automaton.numbered(number);
    let Label::Switch(control) = edge.label else { unreachable!("only switches end moves") };
    let head = crate::state::head(control, edge.to);
    let place = code.builder.ins().ishl_imm_u(square, 16);
    let head = code.builder.ins().bor_imm_s(place, head as i64);
    code.store(head, code.state, 0);
}

/// Undoes all entries above a mark.
pub(crate) fn undo_to(code: &mut Code<'_, '_>, mark: Value, log: Log) {
    let (head, body, variable, square, done) = (code.block(), code.block(), code.block(), code.block(), code.block());
    code.jump(head, &[]);
    code.begin(head);
    let top = code.read(log.top);
    let more = code.compare(IntCC::UnsignedGreaterThan, top, mark);
    code.branch(more, body, done);
    code.begin(body);
    code.add(log.top, -8);
    let top = code.read(log.top);
    let entry = code.load(top, 0);
    let place = code.builder.ins().band_imm_s(entry, 0xffff);
    let old = code.builder.ins().ushr_imm_u(entry, 32);
    let kind = code.builder.ins().band_imm_s(entry, VARIABLE);
    code.branch(kind, variable, square);
    code.begin(variable);
    let offset = code.builder.ins().ishl_imm_u(place, 3);
    let address = code.builder.ins().iadd(code.state, offset);
    code.store(old, address, code.program.layout.variables);
    code.jump(head, &[]);
    code.begin(square);
    put(code, place, old, None);
    code.jump(head, &[]);
    code.begin(done);
}
