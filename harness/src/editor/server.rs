//! The protocol: messages in, answers and diagnostics out.

use super::experiment::Experiment;
use super::language::{Completion, Language, Name, Target};
use super::rules::Rules;
use super::text::Text;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _, PublishDiagnostics};
use lsp_types::request::{
    Completion as Completing, DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest, References, Rename, Request as _,
};
use lsp_types::{
    CompletionItem, CompletionOptions, CompletionResponse, CompletionTextEdit, Diagnostic, DiagnosticSeverity, DocumentSymbol,
    DocumentSymbolResponse, Documentation, GotoDefinitionResponse, Hover, HoverContents, Location, MarkupContent, MarkupKind, OneOf,
    PublishDiagnosticsParams, Range as Lines, ServerCapabilities, SymbolKind, TextDocumentPositionParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextEdit, Uri, WorkspaceEdit,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use treebench_games::editing::Problem;
use treebench_games::languages;

/// Serves an editor on standard input and output until it exits.
///
/// # Errors
/// If the input is not the protocol.
pub(crate) fn serve() -> Result<(), String> {
    let (connection, threads) = Connection::stdio();
    let wrong = |error: &dyn std::fmt::Display| {
        format!("standard input is not Language Server Protocol: {error}; `bench lsp` is started by an editor")
    };
    let offers = serde_json::to_value(offers()).expect("capabilities are JSON");
    connection.initialize(offers).map_err(|error| wrong(&error))?;
    let mut server = Server { connection: &connection, open: BTreeMap::new(), changed: BTreeSet::new() };
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|error| wrong(&error))? {
                    break;
                }
                let answer = server.answer(request);
                server.send(Message::Response(answer));
            }
            Message::Notification(notification) => server.handle_notification(notification),
            Message::Response(_) => {}
        }
        // During typing, only the last text is checked.
        if connection.receiver.is_empty() {
            server.show_problems();
        }
    }
    drop(connection);
    threads.join().map_err(|error| wrong(&error))
}

fn offers() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(true.into()),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        completion_provider: Some(CompletionOptions::default()),
        rename_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

/// The texts that an editor has open.
struct Server<'c> {
    connection: &'c Connection,
    open: BTreeMap<String, Document>,
    /// Documents whose diagnostics have not been sent.
    changed: BTreeSet<String>,
}

/// A text in a known language.
struct Document {
    text: Text,
    language: Box<dyn Language>,
}

/// An error answer, with a message for the user.
type Refusal = String;

impl Server<'_> {
    fn send(&self, message: Message) {
        // If the editor is gone, the next message that does not come ends the loop.
        let _ = self.connection.sender.send(message);
    }

    fn handle_notification(&mut self, notification: Notification) {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Some(params) = params::<lsp_types::DidOpenTextDocumentParams>(notification.params) {
                    self.set(&params.text_document.uri, params.text_document.text);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Some(mut params) = params::<lsp_types::DidChangeTextDocumentParams>(notification.params)
                    && let Some(change) = params.content_changes.pop()
                {
                    self.set(&params.text_document.uri, change.text);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(params) = params::<lsp_types::DidCloseTextDocumentParams>(notification.params) {
                    let uri = params.text_document.uri;
                    self.open.remove(uri.as_str());
                    self.changed.remove(uri.as_str());
                    self.publish(uri, Vec::new());
                }
            }
            _ => {}
        }
    }

    fn set(&mut self, uri: &Uri, text: String) {
        let Some(path) = path(uri) else { return };
        let Some(language) = language_of(&path) else { return };
        self.open.insert(uri.as_str().to_owned(), Document { text: Text::new(path, text), language });
        self.changed.insert(uri.as_str().to_owned());
    }

    fn show_problems(&mut self) {
        for uri in std::mem::take(&mut self.changed) {
            let (Some(Document { text, language }), Ok(address)) = (self.open.get(&uri), Uri::from_str(&uri)) else { continue };
            let shown = language.problems(text).into_iter().map(|problem| diagnostic(text, problem)).collect();
            self.publish(address, shown);
        }
    }

    fn publish(&self, uri: Uri, diagnostics: Vec<Diagnostic>) {
        let params = PublishDiagnosticsParams { uri, diagnostics, version: None };
        self.send(Message::Notification(Notification::new(PublishDiagnostics::METHOD.to_owned(), params)));
    }

    fn answer(&self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let result = match method.as_str() {
            HoverRequest::METHOD => self.at(params, |_, document, at| Ok(document.hover(at))),
            GotoDefinition::METHOD => self.at(params, |uri, document, at| Ok(document.declaration(uri, at))),
            References::METHOD => self.at(params, |uri, document, at| Ok(document.references(uri, at))),
            Completing::METHOD => self.at(params, |_, document, at| Ok(document.completions(at))),
            Rename::METHOD => {
                let new = params["newName"].as_str().unwrap_or_default().to_owned();
                self.at(params, |uri, document, at| document.rename(uri, at, &new))
            }
            DocumentSymbolRequest::METHOD => self.of(params, |document| Ok(document.symbols())),
            Formatting::METHOD => self.of(params, Document::layout),
            _ => return Response::new_err(id, ErrorCode::MethodNotFound as i32, format!("unsupported method `{method}`")),
        };
        match result {
            Ok(answer) => Response::new_ok(id, answer),
            Err(refusal) => Response::new_err(id, ErrorCode::RequestFailed as i32, refusal),
        }
    }

    /// The answer to a query about a text; empty if it is not open or in no known language.
    fn of<T: Serialize>(&self, params: Json, ask: impl FnOnce(&Document) -> Result<T, Refusal>) -> Result<Json, Refusal> {
        match params["textDocument"]["uri"].as_str().and_then(|uri| self.open.get(uri)) {
            Some(document) => ask(document).map(json),
            None => Ok(Json::Null),
        }
    }

    /// The answer to a query about a place.
    fn at<T: Serialize>(&self, params: Json, ask: impl FnOnce(&Uri, &Document, usize) -> Result<T, Refusal>) -> Result<Json, Refusal> {
        let place: TextDocumentPositionParams = serde_json::from_value(params.clone()).map_err(|error| error.to_string())?;
        self.of(params, |document| ask(&place.text_document.uri, document, document.text.byte(place.position)))
    }
}

impl Document {
    fn hover(&self, at: usize) -> Option<Hover> {
        let (range, value) = self.language.hover(&self.text, at)?;
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Some(Hover { contents, range: Some(self.text.lines(&range)) })
    }

    fn declaration(&self, uri: &Uri, at: usize) -> Option<GotoDefinitionResponse> {
        let location = match self.language.declaration(&self.text, at)? {
            Target::Here(range) => Location { uri: uri.clone(), range: self.text.lines(&range) },
            Target::File(path) => Location { uri: address(&path)?, range: Lines::default() },
        };
        Some(GotoDefinitionResponse::Scalar(location))
    }

    fn references(&self, uri: &Uri, at: usize) -> Vec<Location> {
        let names = self.language.names(&self.text);
        let name = names.into_iter().find(|name| name.places.iter().any(|place| place.start <= at && at <= place.end));
        let places = name.map_or(Vec::new(), |name| name.places);
        places.iter().map(|place| Location { uri: uri.clone(), range: self.text.lines(place) }).collect()
    }

    fn completions(&self, at: usize) -> CompletionResponse {
        let item = |Completion { word, range, kind, doc }: Completion| CompletionItem {
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range: self.text.lines(&range), new_text: word.clone() })),
            label: word,
            detail: Some(kind),
            documentation: (!doc.is_empty()).then_some(Documentation::String(doc)),
            ..CompletionItem::default()
        };
        CompletionResponse::Array(self.language.completions(&self.text, at).into_iter().map(item).collect())
    }

    fn rename(&self, uri: &Uri, at: usize, new: &str) -> Result<WorkspaceEdit, Refusal> {
        let places = self.language.rename(&self.text, at, new)?;
        let edits = places.iter().map(|place| TextEdit { range: self.text.lines(place), new_text: new.to_owned() }).collect();
        Ok(WorkspaceEdit { changes: Some([(uri.clone(), edits)].into()), ..WorkspaceEdit::default() })
    }

    fn symbols(&self) -> DocumentSymbolResponse {
        let symbol = |name: Name| {
            let range = self.text.lines(&name.declared);
            #[expect(deprecated, reason = "the field has no default")]
            DocumentSymbol {
                name: name.name,
                detail: Some(name.kind.to_owned()),
                kind: SymbolKind::CONSTANT,
                tags: None,
                deprecated: None,
                range,
                selection_range: range,
                children: None,
            }
        };
        DocumentSymbolResponse::Nested(self.language.names(&self.text).into_iter().map(symbol).collect())
    }

    fn layout(&self) -> Result<Vec<TextEdit>, Refusal> {
        let new_text = self.language.layout(&self.text)?;
        Ok(vec![TextEdit { range: self.text.lines(&(0..self.text.text.len())), new_text }])
    }
}

fn diagnostic(text: &Text, problem: Problem) -> Diagnostic {
    let help = problem.help.map_or(String::new(), |help| format!("\n{help}"));
    Diagnostic {
        range: text.lines(&problem.range),
        severity: Some(if problem.is_error { DiagnosticSeverity::ERROR } else { DiagnosticSeverity::WARNING }),
        source: Some("bench".to_owned()),
        message: problem.message + &help,
        ..Diagnostic::default()
    }
}

/// The parameters of a notification; invalid ones are ignored, since no answer is expected.
fn params<T: DeserializeOwned>(params: Json) -> Option<T> {
    serde_json::from_value(params).ok()
}

fn json(answer: impl Serialize) -> Json {
    serde_json::to_value(answer).unwrap_or_default()
}

/// The file of an address such as `file:///tmp/a%20b.toml`.
fn path(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str().strip_prefix("file://")?;
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let byte = match byte {
            b'%' => u8::from_str_radix(&format!("{}{}", char::from(rest.next()?), char::from(rest.next()?)), 16).ok()?,
            byte => byte,
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// The address of a file.
fn address(path: &Path) -> Option<Uri> {
    let path = std::fs::canonicalize(path).ok()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let bytes = path.to_str()?.bytes();
    let text: String = bytes.map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect();
    Uri::from_str(&format!("file://{text}")).ok()
}

/// The language of a file, by its extension.
fn language_of(path: &Path) -> Option<Box<dyn Language>> {
    if languages::is_rules_file(path) {
        return Some(Box::new(Rules(&languages::of(path).editing)));
    }
    path.extension().is_some_and(|extension| extension == "toml").then(|| Box::new(Experiment) as Box<dyn Language>)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_files() {
        let uri = |text: &str| Uri::from_str(text).unwrap();
        assert_eq!(path(&uri("file:///tmp/a%20b/%C3%A9.toml")), Some("/tmp/a b/é.toml".into()));
        assert_eq!(path(&uri("untitled:one")), None);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a b#é.toml");
        std::fs::write(&file, "").unwrap();
        assert_eq!(path(&address(&file).unwrap()), Some(std::fs::canonicalize(&file).unwrap()));
    }
}
