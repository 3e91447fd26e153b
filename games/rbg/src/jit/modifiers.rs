//! Steps in native code: executing them, logging their changes, and undoing them.
//!
//! An entry of the log is one word: bits 0–15 the square or variable, bit 16 whether it is a variable, bits 32–63 the old value.

use super::code::Code;
use super::registers::Log;
use super::sets::Set;
use crate::automaton::Label;
use crate::board::Piece;
use crate::number::Arithmetic;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};

/// Marks an entry of a variable.
pub(super) const VARIABLE: i64 = 1 << 16;

impl Code<'_, '_> {
    /// Executes a step on a square that holds one of these pieces, if they are known. Without a log it cannot be undone.
    pub(super) fn act(&mut self, number: u32, square: Value, standing: Option<&[Piece]>, log: Option<Log>) {
        match self.program.automaton.numbered(number).label.clone() {
            Label::Put(piece) => match standing {
                Some([old]) => {
                    // What changes nothing is logged, too: the log bounds the length of a move.
                    if let Some(log) = log {
                        let entry = self.builder.ins().bor_imm_s(square, i64::from(old.0) << 32);
                        self.note(entry, log);
                    }
                    if *old != piece {
                        self.move_bit(*old, piece, square);
                        self.set_byte(square, piece);
                    }
                }
                _ => {
                    let piece = self.number(i64::from(piece.0));
                    self.put(square, piece, log);
                }
            },
            Label::Assign(variable, value) => {
                let value = self.arithmetic(&value);
                match log {
                    Some(log) => {
                        let variable = self.number(i64::from(variable.0));
                        self.assign(variable, value, log);
                    }
                    None => self.store(value, self.state, self.program.layout.variables + usize::from(variable.0)),
                }
            }
            _ => {}
        }
    }

    /// The value of an expression in the present state.
    fn arithmetic(&mut self, value: &Arithmetic) -> Value {
        match value {
            Arithmetic::Number(number) => self.number(*number),
            Arithmetic::Variable(variable) => self.load(self.state, self.program.layout.variables + usize::from(variable.0)),
            Arithmetic::Count(piece) => {
                let set = self.squares_of(*piece, &[]);
                self.count(&set)
            }
            Arithmetic::Binary(left, operator, right) => {
                let (left, right) = (self.arithmetic(left), self.arithmetic(right));
                self.binary(*operator, left, right)
            }
        }
    }

    /// Sets a variable, given by its number at run time.
    pub(super) fn assign(&mut self, variable: Value, value: Value, log: Log) {
        let offset = self.builder.ins().ishl_imm_u(variable, 3);
        let address = self.builder.ins().iadd(self.state, offset);
        let first = self.program.layout.variables;
        let old = self.load(address, first);
        let old = self.builder.ins().ishl_imm_u(old, 32);
        let entry = self.builder.ins().bor(old, variable);
        let entry = self.builder.ins().bor_imm_s(entry, VARIABLE);
        self.note(entry, log);
        self.store(value, address, first);
    }

    fn note(&mut self, entry: Value, log: Log) {
        let top = self.read(log.top);
        let room = self.compare(IntCC::UnsignedLessThan, top, log.end);
        self.require(room, log.full);
        self.store(entry, top, 0);
        self.add(log.top, 8);
    }

    /// Puts a piece, given by its number at run time, on a square in place of any other.
    pub(super) fn put(&mut self, square: Value, piece: Value, log: Option<Log>) {
        let address = self.byte_address(square);
        let bytes = (self.program.layout.bytes * 8) as i32;
        let old = self.builder.ins().uload8(types::I64, MemFlagsData::trusted(), address, bytes);
        if let Some(log) = log {
            let high = self.builder.ins().ishl_imm_u(old, 32);
            let entry = self.builder.ins().bor(high, square);
            self.note(entry, log);
        }
        let (bit, word) = self.bit(square);
        let from = self.piece_address(old, word);
        let sets = self.program.layout.sets;
        let set = self.load(from, sets);
        let set = self.builder.ins().band_not(set, bit);
        self.store(set, from, sets);
        let to = self.piece_address(piece, word);
        let set = self.load(to, sets);
        let set = self.builder.ins().bor(set, bit);
        self.store(set, to, sets);
        self.builder.ins().istore8(MemFlagsData::trusted(), piece, address, bytes);
    }

    fn move_bit(&mut self, old: Piece, new: Piece, square: Value) {
        let (bit, word) = self.bit(square);
        let address = match word {
            Some(word) => self.builder.ins().iadd(self.state, word),
            None => self.state,
        };
        let (from, to) = (self.set_word(old), self.set_word(new));
        let set = self.load(address, from);
        let set = self.builder.ins().bxor(set, bit);
        self.store(set, address, from);
        let set = self.load(address, to);
        let set = self.builder.ins().bor(set, bit);
        self.store(set, address, to);
    }

    fn set_byte(&mut self, square: Value, piece: Piece) {
        let address = self.byte_address(square);
        let piece = self.number(i64::from(piece.0));
        self.builder.ins().istore8(MemFlagsData::trusted(), piece, address, (self.program.layout.bytes * 8) as i32);
    }

    fn byte_address(&mut self, square: Value) -> Value {
        self.builder.ins().iadd(self.state, square)
    }

    /// The square's bit, and the offset of its word in bytes if a set has several.
    fn bit(&mut self, square: Value) -> (Value, Option<Value>) {
        let one = self.number(1);
        let bit = self.builder.ins().ishl(one, square);
        let word = (self.set_words() > 1).then(|| {
            let word = self.builder.ins().ushr_imm_u(square, 6);
            self.builder.ins().ishl_imm_u(word, 3)
        });
        (bit, word)
    }

    /// The address of a piece's word, less the offset of the sets.
    fn piece_address(&mut self, piece: Value, word: Option<Value>) -> Value {
        let size = (self.set_words() * 8) as i64;
        let offset = self.builder.ins().imul_imm_s(piece, size);
        let address = self.builder.ins().iadd(self.state, offset);
        match word {
            Some(word) => self.builder.ins().iadd(address, word),
            None => address,
        }
    }

    /// Undoes all entries above a mark.
    pub(super) fn undo_to(&mut self, mark: Value, log: Log) {
        let (head, body, variable, square, done) = (self.block(), self.block(), self.block(), self.block(), self.block());
        self.jump(head, &[]);
        self.begin(head);
        let top = self.read(log.top);
        let more = self.compare(IntCC::UnsignedGreaterThan, top, mark);
        self.branch(more, body, done);
        self.begin(body);
        self.add(log.top, -8);
        let top = self.read(log.top);
        let entry = self.load(top, 0);
        let place = self.builder.ins().band_imm_s(entry, 0xffff);
        let old = self.builder.ins().ushr_imm_u(entry, 32);
        let kind = self.builder.ins().band_imm_s(entry, VARIABLE);
        self.branch(kind, variable, square);
        self.begin(variable);
        let offset = self.builder.ins().ishl_imm_u(place, 3);
        let address = self.builder.ins().iadd(self.state, offset);
        self.store(old, address, self.program.layout.variables);
        self.jump(head, &[]);
        self.begin(square);
        self.put(place, old, None);
        self.jump(head, &[]);
        self.begin(done);
    }

    /// Records in the state the control, the square and the node after a switch.
    pub(super) fn set_head(&mut self, number: u32, square: Value) {
        let edge = self.program.automaton.numbered(number);
        let Label::Switch(control) = edge.label else { unreachable!("only switches end moves") };
        let head = crate::state::head(control, edge.to);
        let place = self.builder.ins().ishl_imm_u(square, 16);
        let head = self.builder.ins().bor_imm_s(place, head as i64);
        self.store(head, self.state, 0);
    }

    /// Removes a square from a set in memory and in registers.
    pub(super) fn strike(&mut self, set: &[Value], square: Value) -> Set {
        if self.is_point(set) {
            return self.none_like(set);
        }
        let one = self.one(square);
        self.without(set, &one)
    }
}
