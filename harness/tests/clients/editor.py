"""An editor that others wrote (the client of pytest-lsp) against `bench lsp`: editor.py BENCH FOLDER."""

import asyncio
import pathlib
import sys

import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException

BENCH, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
HIGH = pathlib.Path(__file__).parents[3] / "games/rules/breakthrough.hrg"
RULES = """#players = white(100), black(100)
#pieces = e, w, b
#variables =
#board = rectangle(up,down,left,right,[e, w][b, e])
#step = (up + down)
#take(piece) = {piece} [e]
#rules = ->white ({w} step take(b) ->> {e})
"""
EXPERIMENT = """[experiment]
name = "𝄞"
kind = "match"
games-per-cell = 4
include-nothing = 1

[budget]
iterations = 10

[grid]
game = ["tic-tac-toe"]

[agent.mine]
use = "uct"
params = { exploration = 1.0 }

[compare]
mine = "uct"
"""


async def main():
    client = pytest_lsp.make_test_lsp_client()
    await client.start_io(BENCH, "lsp")
    answer = await client.initialize_session(
        types.InitializeParams(capabilities=types.ClientCapabilities(), workspace_folders=None, root_uri=None)
    )
    assert answer.capabilities.hover_provider

    def open_file(name, text):
        uri = (FOLDER / name).as_uri()
        item = types.TextDocumentItem(uri=uri, language_id="x", version=1, text=text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def place(text, word, more=0):
        before = text[: text.index(word) + more]
        line = before.count("\n")
        column = len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2
        return types.Position(line, column)

    def at(uri, text, word, more=0):
        return {"text_document": types.TextDocumentIdentifier(uri), "position": place(text, word, more)}

    async def problems(uri):
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        return client.diagnostics[uri]

    async def change(uri, text):
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version=2, uri=uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )
        return await problems(uri)

    # Rules.
    uri = open_file("game.rbg", RULES)
    found = await problems(uri)
    assert all(problem.severity == types.DiagnosticSeverity.Warning for problem in found), found
    hover = await client.text_document_hover_async(types.HoverParams(**at(uri, RULES, "take(b)", 1)))
    assert "#take(piece) = {piece} [e]" in hover.contents.value, hover
    target = await client.text_document_definition_async(types.DefinitionParams(**at(uri, RULES, "take(b)", 1)))
    assert target.range.start == place(RULES, "take(piece)"), target
    places = await client.text_document_references_async(
        types.ReferenceParams(context=types.ReferenceContext(True), **at(uri, RULES, "white"))
    )
    assert len(places) == 2, places
    items = await client.text_document_completion_async(types.CompletionParams(**at(uri, RULES, "take(b)")))
    assert {"take", "step", "white", "up", "rules"} <= {item.label for item in items}, items
    edit = await client.text_document_rename_async(types.RenameParams(new_name="grab", **at(uri, RULES, "take(b)")))
    assert len(edit.changes[uri]) == 2, edit
    try:
        await client.text_document_rename_async(types.RenameParams(new_name="step", **at(uri, RULES, "take(b)")))
        raise AssertionError("a name that is taken was accepted")
    except JsonRpcException as error:
        assert "is already in use" in str(error), error
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    )
    assert "take" in [symbol.name for symbol in symbols], symbols
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(types.TextDocumentIdentifier(uri), types.FormattingOptions(4, True))
    )
    assert len(edits) == 1 and "#rules" in edits[0].new_text, edits
    broken = RULES.replace("step take", "stap take")
    (error,) = await change(uri, broken)
    assert error.severity == types.DiagnosticSeverity.Error and "did you mean" in error.message, error
    assert error.range.start == place(broken, "stap"), error

    # A rules file in the other language.
    text = HIGH.read_text().replace("from: Square", "from: Sqare")
    uri = open_file("game.hrg", text)
    found = await problems(uri)
    assert any(problem.range.start == place(text, "Sqare") for problem in found), found

    # An experiment that is not saved.
    uri = open_file("first.toml", EXPERIMENT)
    found = await problems(uri)
    (unknown,) = [problem for problem in found if "include-nothing" in problem.message]
    assert unknown.range.start == place(EXPERIMENT, "include-nothing"), unknown
    (clef,) = [problem for problem in found if "𝄞" in problem.message]
    assert (clef.range.start.character, clef.range.end.character) == (7, 11), "columns count UTF-16"
    text = EXPERIMENT.replace("include-nothing = 1\n", "").replace("𝄞", "first")
    assert not await change(uri, text), client.diagnostics[uri]
    for word, said in [("games-per-cell", "Tasks in every cell"), ("exploration", "Default"), ("uct", "agent `uct`"), ("tic-tac", "game `tic-tac-toe`")]:
        hover = await client.text_document_hover_async(types.HoverParams(**at(uri, text, word, 1)))
        assert said in hover.contents.value, hover
    target = await client.text_document_definition_async(types.DefinitionParams(**at(uri, text, 'mine = "uct"', 1)))
    assert target.range.start == place(text, "mine]"), target
    for word, more, expected in [
        ("games-per", 0, "seed"),
        ("exploration", 2, "exploration"),
        ('"uct"\nparams', 1, "flat-mc"),
        ('"tic-tac', 1, "breakthrough"),
        ('"match"', 1, "search"),
    ]:
        items = await client.text_document_completion_async(types.CompletionParams(**at(uri, text, word, more)))
        assert expected in {item.label for item in items}, (word, [item.label for item in items][:20])

    # What is no text of ours, or no longer open.
    uri = open_file("notes.txt", "x")
    assert await client.text_document_hover_async(types.HoverParams(**at(uri, "x", "x"))) is None
    await client.shutdown_session()
    print("played")


asyncio.run(asyncio.wait_for(main(), 60))
