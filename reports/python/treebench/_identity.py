"""Hashes of the code of agents: of files, and of what was typed in."""

from __future__ import annotations

import ast
import hashlib
import inspect
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Optional

from .agent import Agent

#: Hashes of files, with what tells whether these are still the same: weights may be large.
_HASHES: dict[tuple[object, ...], tuple[list[tuple[str, Optional[tuple[int, ...]]]], str]] = {}

#: Nanoseconds after which a change of a file has another time.
SETTLED = 2_000_000_000


def files(path: Path) -> list[Path]:
    """A file and those of the same folder that it imports, directly or not."""
    found, unread = {path}, [path]
    while unread:
        here = unread.pop()
        for node in ast.walk(ast.parse(here.read_text(encoding="utf-8"), str(here))):
            names, base = [], path.parent
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                # A relative import begins at the folder of the file that has it.
                base = here.parents[node.level - 1] if 0 < node.level <= len(here.parents) else base
                names = [node.module or ""] + [f"{node.module}.{alias.name}" if node.module else alias.name for alias in node.names]
            for name in filter(None, names):
                whole = base.joinpath(*name.split("."))
                candidates = [whole.with_suffix(".py"), whole / "__init__.py", base.joinpath(name.split(".")[0]) / "__init__.py"]
                new = {file for file in candidates if file.is_file() and path.parent in file.parents} - found
                found |= new
                unread += new
    return sorted(found)


def data_of(agent: type[Agent]) -> list[str]:
    """The names in `files` of a class. Raises ValueError for anything else than names."""
    names = agent.files
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"`files` of {agent.__name__} is {names!r}: expected a tuple or a list of names")
    return sorted(names)


def hash_of_files(path: Path, data: Sequence[str] = ()) -> str:
    """The hash of these files, and of others that are named relative to the first. Raises ValueError if one of those is absent."""
    named = [(str(file.relative_to(path.parent)), file) for file in files(path)] + [(name, path.parent / name) for name in data]
    for _, file in named:
        if not file.is_file():
            raise ValueError(f"no such file: {file}, which `files` of an agent in {path.name} names")
    stamps = [(name, _stamp(file)) for name, file in named]
    known, found = _HASHES.get((path, *data), ([], ""))
    if known != stamps or any(stamp is None for _, stamp in stamps):
        digest = hashlib.sha256()
        for name, file in named:
            content = file.read_bytes()
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        found = digest.hexdigest()[:16]
        _HASHES[(path, *data)] = stamps, found
    return found


def _stamp(file: Path) -> Optional[tuple[int, ...]]:
    """What differs when a file does; None for one that is so new that the next change may not show."""
    stat = file.stat()
    is_old = time.time_ns() - max(stat.st_mtime_ns, stat.st_ctime_ns) > SETTLED
    return (stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino) if is_old else None


def file_of(agent: type) -> str:
    """The file of a class; empty for one that was typed in."""
    try:
        file = inspect.getfile(agent)
    except (OSError, TypeError):
        return ""
    return file if Path(file).is_file() else ""


def closure_of(function: FunctionType) -> list[tuple[str, Any]]:
    """What a function closes over, by name, without its own class."""
    held = []
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        if name != "__class__":
            try:
                held.append((name, cell.cell_contents))
            except ValueError:
                # Not bound yet.
                held.append((name, None))
    return held


def _content(value: Any, agent: type, name: str) -> list[Any]:
    """What an object from elsewhere is made of, as pickles have it. Raises ValueError if it cannot be told."""
    try:
        parts = value.__reduce_ex__(2)
    except Exception as error:
        raise ValueError(
            f"`{agent.__qualname__}` closes over `{name}`, in which the content of a {type(value).__qualname__} cannot be told ({error}), so that two such agents "
            "look the same: make it an argument of __init__, or a class of its own with `files`"
        ) from None
    return [parts] if isinstance(parts, str) else [list(part) if hasattr(part, "__next__") else part for part in parts]


def is_made(agent: type) -> bool:
    """Whether a class is made by a function, which may make others of the same name."""
    return "<locals>" in agent.__qualname__


def hash_of_code(agent: type[Agent], folder: Path = Path(), modules: Collection[str] = ()) -> str:
    """The hash of a class as it is in memory: of its compiled code, of that of the functions and classes that it names, of its own module and of these
    others, of what its functions close over, and of its `files` in this folder. Raises ValueError for a closure over something without a known content."""
    digest = hashlib.sha256()
    seen: list[object] = []
    #: The names of the closures that are being added.
    closures: list[str] = []
    own = {agent.__module__, *modules}

    def add(value: Any) -> None:
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        if isinstance(value, property):
            add((value.fget, value.fset))
        elif isinstance(value, CodeType):
            digest.update(value.co_code + repr((value.co_names, value.co_varnames, value.co_freevars)).encode())
            add(value.co_consts)
        elif isinstance(value, (tuple, list)):
            digest.update(b"(")
            for item in value:
                add(item)
        elif isinstance(value, (frozenset, set)):
            add(tuple(sorted(map(repr, value))))
        elif isinstance(value, dict):
            add(sorted(value.items(), key=lambda item: repr(item[0])))
        elif inspect.isfunction(value) or inspect.isclass(value):
            if any(value is other for other in (*seen, Agent, object)) or value.__module__ not in own:
                digest.update(value.__qualname__.encode())
                return
            seen.append(value)
            if isinstance(value, FunctionType):
                add((value.__code__, value.__defaults__, tuple((value.__kwdefaults__ or {}).items())))
                for name in value.__code__.co_names:
                    add((name, value.__globals__.get(name)))
                for name, held in closure_of(value):
                    closures.append(name)
                    add((name, held))
                    closures.pop()
            else:
                add(value.__bases__)
                for name, member in sorted(vars(value).items()):
                    if not (name.startswith("__") and name.endswith("__")) or inspect.isfunction(member):
                        add((name, member))
        elif isinstance(value, (bool, int, float, complex, str, bytes, type(None))):
            digest.update(repr(value).encode() + b",")
        elif type(value).__module__ in own and not any(value is other for other in seen):
            # An object of a class that was typed in, too: its code and what it holds.
            seen.append(value)
            add((type(value), getattr(value, "__dict__", {})))
        elif isinstance(value, ModuleType) and value.__name__ in own:
            if not any(value is other for other in seen):
                seen.append(value)
                add({name: member for name, member in vars(value).items() if not name.startswith("__")})
        elif hasattr(value, "tobytes") and hasattr(value, "dtype"):
            # Weights of a network, as numpy has them.
            digest.update(f"{value.dtype} {getattr(value, 'shape', ())} ".encode() + value.tobytes())
        elif closures and not (isinstance(value, ModuleType) or inspect.isroutine(value)):
            if not any(value is other for other in seen):
                seen.append(value)
                add(_content(value, agent, closures[-1]))
        else:
            # What comes from elsewhere, such as a module, is known by its name.
            digest.update(f"{type(value).__module__}.{type(value).__qualname__} {getattr(value, '__name__', '')}".encode())

    add(agent)
    for name in data_of(agent):
        digest.update(f"{name}\0".encode() + (folder / name).read_bytes())
    return digest.hexdigest()[:16]
