"""Reads records into columns.

A million records take two seconds because almost nothing is done per record in Python: SQLite joins the values of a column, one step
splits or parses them all; lists such as `[1,0]` repeat, so each text is parsed once; and constants of a cell are repeated
without reading its records.
"""

from __future__ import annotations

import json
import sqlite3
from itertools import compress
from typing import Any

#: Records read at a time.
CHUNK = 50_000

#: Different texts of a list up to which each is parsed once; columns of measured times have a different one in nearly every record.
MOST_KEPT = 50_000

Columns = dict[str, list[Any]]


def read(connection: sqlite3.Connection, plan: dict[str, Any], wanted: list[str], known: dict[str, str], all_tasks: bool) -> Columns:
    """The records of the plan, one list per column. All come from one snapshot of the file, even while it is written."""
    connection.execute("BEGIN")
    try:
        return _read(connection, plan, wanted, known, all_tasks)
    finally:
        connection.rollback()


def _read(connection: sqlite3.Connection, plan: dict[str, Any], wanted: list[str], known: dict[str, str], all_tasks: bool) -> Columns:
    numbers = dict(connection.execute("SELECT key, id FROM cell"))
    stored = {row[1] for row in connection.execute(f'PRAGMA table_info("{plan["table"]}")')}
    # What an older version did not store is 0, or an empty text or list, as in treebench itself.
    missing = {"integer": "0", "number": "0.0", "text": "''", "list": "'[]'"}
    query = Query(plan["table"], [(f'"{name}"' if name in stored else missing[known[name]], known[name]) for name in wanted])
    cells = plan["cells"]
    axes = list(dict.fromkeys(axis for cell in cells for axis in cell["axes"]))
    table: Columns = {name: [] for name in ("cell", "key", "task", "game", "name", *(f"axis.{axis}" for axis in axes))}
    labelled = [axis for axis in axes if any(axis in cell.get("labels", {}) for cell in cells)]
    table |= {f"label.{axis}": [] for axis in labelled}
    # Plans of earlier versions have none.
    if "seats" in known and all("round" in cell for cell in cells):
        table["round"] = []
    marks = all_tasks and any("counted" in cell for cell in cells)
    if marks:
        table["counts"] = []
    columns: list[list[Any]] = [[] for _ in wanted]
    lengths: list[int] = []
    for place, cell in enumerate(cells):
        number = numbers.get(cell["key"])
        split = query.rows(connection, number, plan["tasks_per_cell"]) if number is not None else [[] for _ in range(len(wanted) + 1)]
        if "counted" in cell:
            counted = _ranges(cell["counted"])
            counts = [task in counted for task in split[0]]
            if marks:
                table["counts"] += map(int, counts)
            else:
                split = [list(compress(column, counts)) for column in split]
        elif marks:
            table["counts"] += [1] * len(split[0])
        count = len(split[0])
        lengths.append(count)
        table["cell"] += [place] * count
        table["key"] += [cell["key"]] * count
        table["task"] += split[0]
        if "round" in table:
            table["round"] += [task // cell["round"] for task in split[0]]
        table["game"] += [cell["game"]["label"]] * count
        table["name"] += [cell["name"]] * count
        for axis in axes:
            table[f"axis.{axis}"] += [cell["axes"].get(axis)] * count
        for axis in labelled:
            value = cell["axes"].get(axis)
            table[f"label.{axis}"] += [cell.get("labels", {}).get(axis, None if value is None else str(value))] * count
        for column, values in zip(columns, split[1:]):
            column += values
    texts = dict(zip(wanted, columns))
    parsed = {name: _parsed(texts[name]) for name in wanted if known[name] == "list"}
    if "seats" in parsed:
        _seats(table, cells, lengths, texts["seats"], parsed["seats"])
        if "scores" in parsed:
            # None after a failure: the record then has no scores.
            pairs = list(zip(texts["seats"], texts["scores"]))
            score = {(who, points): parsed["scores"][points][parsed["seats"][who].index(0)] if parsed["scores"][points] else None for who, points in set(pairs)}
            table["candidate_score"] = list(map(score.__getitem__, pairs))
            _winners(table, parsed["scores"], texts["scores"])
    for name in wanted:
        if name not in parsed:
            table[name] = texts[name]
            continue
        for item in range(max(map(len, parsed[name].values()), default=0)):
            value = {text: values[item] if item < len(values) else None for text, values in parsed[name].items()}
            table[f"{name}.{item}"] = list(map(value.__getitem__, texts[name]))
    return table


class Query:
    """Reads columns of the records of one cell."""

    def __init__(self, kind: str, columns: list[tuple[str, str]]) -> None:
        self.types = ["integer", *(kind for _, kind in columns)]
        names = ["id & 4294967295", *(column for column, _ in columns)]
        inner = ", ".join(f"{name} AS c{place}" for place, name in enumerate(names))
        # Numbers with a point are fetched one by one: joined, they would lose digits. JSON lists hold no line breaks.
        join = {"integer": "group_concat(c{})", "text": "json_group_array(c{})", "list": "group_concat(c{}, char(10))", "number": "NULL"}
        joined = ", ".join(join[kind].format(place) for place, kind in enumerate(self.types))
        source = f'SELECT id, {inner} FROM "{kind}" WHERE id >= ? AND id < ? ORDER BY id LIMIT {CHUNK}'
        self.sql = f"SELECT count(*), max(id), {joined} FROM ({source})"
        numbers = [f"c{place}" for place, kind in enumerate(self.types) if kind == "number"]
        self.numbers = f"SELECT {', '.join(numbers)} FROM ({source})" if numbers else ""

    def rows(self, connection: sqlite3.Connection, number: int, tasks: int) -> list[list[Any]]:
        """The tasks in ascending order, then the columns."""
        found: list[list[Any]] = [[] for _ in self.types]
        start, end = number << 32, (number << 32) + tasks
        while start < end:
            count, last, *joined = connection.execute(self.sql, (start, end)).fetchone()
            if count == 0:
                break
            reals = iter(zip(*connection.execute(self.numbers, (start, end)))) if self.numbers else iter(())
            for column, kind, text in zip(found, self.types, joined):
                if kind == "integer":
                    column += json.loads(f"[{text}]")
                elif kind == "text":
                    column += json.loads(text)
                elif kind == "list":
                    column += text.split("\n")
                else:
                    column += next(reals)
            if count < CHUNK:
                break
            start = last + 1
        if any(len(column) != len(found[0]) for column in found) or found[0] != sorted(found[0]):
            raise sqlite3.DatabaseError("the records do not come in the order of their tasks")
        return found


def _parsed(texts: list[str]) -> dict[str, tuple[Any, ...]]:
    """Every different list with its values. If one of them has a point, all are floats: frames take columns of one type ten times as fast."""
    different = list(set(texts))
    if len(different) <= MOST_KEPT:
        found = {text: tuple(json.loads(text)) for text in different}
    else:
        # To parse them all at once is several times faster.
        found = dict(zip(different, map(tuple, json.loads(f"[{','.join(different)}]"))))
    if any("." in text or "e" in text for text in different):
        return {text: tuple(map(float, values)) for text, values in found.items()}
    return found


def _seats(table: Columns, cells: list[dict[str, Any]], lengths: list[int], texts: list[str], seats: dict[str, tuple[Any, ...]]) -> None:
    """Adds the agents by their names."""
    for seat in range(max(map(len, seats.values()), default=0)):
        column: list[Any] = []
        start = 0
        for cell, length in zip(cells, lengths):
            names = [agent["name"] for agent in cell["agents"]]
            sat = texts[start : start + length]
            name = {text: names[seats[text][seat]] if seat < len(seats[text]) else None for text in set(sat)}
            column += map(name.__getitem__, sat)
            start += length
        table[f"agent.{seat}"] = column


def _winners(table: Columns, scores: dict[str, tuple[Any, ...]], texts: list[str]) -> None:
    """Adds the agent with the highest score; an empty text if several share it or there are no scores."""
    first = {text: found.index(max(found)) if len(found) > 1 and found.count(max(found)) == 1 else None for text, found in scores.items()}
    seats = map(first.__getitem__, texts)
    table["winner"] = ["" if seat is None else table[f"agent.{seat}"][row] for row, seat in enumerate(seats)]


def _ranges(text: str) -> set[int]:
    """`0-199 204` as the set of these numbers."""
    numbers: set[int] = set()
    for part in text.split():
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers
