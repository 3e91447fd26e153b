//! A source text: conversion of byte offsets to lines and columns.

/// A named text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    name: String,
    text: String,
    /// Where each line starts.
    lines: Vec<u32>,
}

impl Source {
    /// A text with its name in messages.
    pub fn new(name: &str, text: &str) -> Self {
        let starts = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(i, _)| i as u32 + 1);
        Source { name: name.to_string(), text: text.to_string(), lines: std::iter::once(0).chain(starts).collect() }
    }

    /// Its name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and the column of a byte, both from 1; columns count characters.
    pub fn position(&self, offset: u32) -> (usize, usize) {
        let line = self.lines.partition_point(|&start| start <= offset);
        let start = self.lines[line - 1] as usize;
        let before = self.text.get(start..offset as usize).unwrap_or("");
        (line, before.chars().count() + 1)
    }

    /// The byte at which a line (from 1) starts.
    pub fn start(&self, line: usize) -> usize {
        self.lines[line - 1] as usize
    }

    /// The text of a line (from 1) without its end.
    pub fn line(&self, line: usize) -> &str {
        let start = self.start(line);
        let end = self.lines.get(line).map_or(self.text.len(), |&next| next as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}
