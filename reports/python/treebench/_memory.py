"""Classes of agents in memory against their files, either of which may have changed."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from ._identity import file_of, files, hash_of_files

#: The hashes of files when classes were made of them, by module and name.
_MADE: dict[tuple[str, str], str] = {}


def note(agent: type) -> None:
    """Notes what the file of a new class is, and those of its folder that it imports."""
    file = file_of(agent) if agent.__module__.split(".")[0] not in ("treebench", "treebench_agents") else ""
    if file:
        try:
            _MADE[agent.__module__, agent.__qualname__] = hash_of_files(Path(file))
        except (OSError, ValueError, SyntaxError):
            # No class fails for what only experiments need.
            _MADE.pop((agent.__module__, agent.__qualname__), None)


def modules(path: Path) -> dict[str, Path]:
    """The modules in memory of a file and of those of its folder that it imports, by their names."""
    wanted = files(path)
    found = {}
    for name, module in list(sys.modules.items()):
        file = Path(getattr(module, "__file__", None) or "")
        if not name.startswith("treebench_agents.") and any(file.name == other.name for other in wanted) and file.resolve() in wanted:
            found[name] = file.resolve()
    return found


def difference(agent: type, path: Path) -> str:
    """What of a class in memory is not as its file has it, in words; empty if it is alike."""
    made = _MADE.get((agent.__module__, agent.__qualname__))
    if made is not None and made != hash_of_files(path):
        return f"{path.name}, or what it imports from its folder, has changed since it was imported"
    trees = {name: ast.parse(file.read_text(encoding="utf-8"), str(file)) for name, file in modules(path).items()}
    counted = {name for tree in trees.values() for name in _attributes(tree)}
    for name, file in modules(path).items():
        module = sys.modules[name]
        loader = getattr(getattr(module, "__spec__", None), "loader", None)
        # Others, such as that of pytest, change what they load.
        if loader is None or type(loader) is SourceFileLoader:
            tree = trees[name]
            held = {**vars(module), agent.__qualname__: agent} if name == agent.__module__ else vars(module)
            other = _other(tree.body, held, _codes(compile(tree, str(file), "exec", dont_inherit=True)), counted)
            if other:
                return f"`{other}` is not what {file.name} says"
    return ""


def _attributes(tree: ast.Module) -> Iterator[str]:
    """The attributes to which the code of a file assigns: what it counts itself makes it no other."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield node.attr


def _other(
    body: Sequence[ast.stmt], held: Mapping[str, Any], codes: Mapping[tuple[str, int], CodeType], counted: Collection[str] = (), within: str = ""
) -> str:
    """The first function or constant of some statements that is another one in memory; empty if there is none. A constant is what is bound once, and to
    which no code assigns as an attribute (`counted`)."""
    bound = Counter(_names(body))
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name, plain = statement.name, not statement.decorator_list
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name, plain = statement.targets[0].id, len(statement.targets) == 1 and statement.targets[0].id not in counted
        else:
            continue
        # A star may bind any name.
        if not plain or bound[name] > 1 or "*" in bound or (within and name.startswith("__") and not name.endswith("__")):
            continue
        value, alike = held.get(name), True
        if isinstance(statement, ast.ClassDef):
            # Metaclasses, such as that of enumerations, change what a class holds.
            if isinstance(value, type) and type(value) is not type:
                continue
            deeper = _other(statement.body, vars(value), codes, counted, f"{within}{name}.") if isinstance(value, type) else name
            if deeper:
                return deeper
        elif isinstance(statement, ast.Assign):
            try:
                constant = ast.literal_eval(statement.value)
            except ValueError:
                continue
            # Lists and dictionaries may be filled by the module itself.
            alike = isinstance(constant, (list, dict, set)) or (type(value) is type(constant) and bool(value == constant))
        else:
            # Some methods, such as `__new__`, become static by themselves.
            value = getattr(value, "__func__", value)
            alike = isinstance(value, FunctionType) and _same(value.__code__, codes[name, statement.lineno])
        if not alike:
            return within + name
    return ""


def _names(body: Sequence[ast.stmt]) -> Iterator[str]:
    """The names that statements bind, each as often as they do."""
    unread: list[ast.AST] = list(body)
    while unread:
        node = unread.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
            for inner in ast.walk(node):
                if isinstance(inner, ast.Global):
                    yield from inner.names
            continue
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.split(".")[0]
        unread += ast.iter_child_nodes(node)


def _codes(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """All code within a compiled file by names and first lines."""
    found = {}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found.update({(inner.co_name, inner.co_firstlineno): inner, **_codes(inner)})
    return found


def _same(one: CodeType, other: CodeType) -> bool:
    """Whether two pieces of code do the same, wherever they are written."""
    alike = all(getattr(one, name) == getattr(other, name) for name in ("co_code", "co_names", "co_varnames", "co_freevars", "co_argcount"))
    constants = list(zip(one.co_consts, other.co_consts))
    same = (_same(a, b) if isinstance(a, CodeType) and isinstance(b, CodeType) else type(a) is type(b) and a == b for a, b in constants)
    return alike and len(one.co_consts) == len(other.co_consts) and all(same)
