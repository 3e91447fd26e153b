"""Classes of agents for the compiled part: found, identified, built."""

from __future__ import annotations

import inspect
import os
import platform
import sys
import traceback
import warnings
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Optional

from ._identity import data_of, file_of, hash_of_code, hash_of_files, is_made
from ._imports import module
from ._memory import difference, modules
from .agent import Agent

#: Classes that were given to `treebench.run`, by what experiments call them.
GIVEN: dict[str, type[Agent]] = {}

#: Who they were when they were given; what they count while they play makes them no other agents.
IDENTITIES: dict[str, str] = {}

#: Which of them are not as their files say, and what is not.
CHANGED: dict[str, str] = {}


def worker() -> list[str]:
    """What starts the process of an agent that has one of its own, which looks for modules where this one does."""
    return [sys.executable, str(Path(__file__).with_name("_worker.py")), os.pathsep.join(sys.path)]


def _place(spec: str, folder: str) -> tuple[Path, str]:
    file, separator, name = spec.rpartition(":")
    if not separator or not file or not name.isidentifier():
        raise ValueError(f"expected FILE:CLASS, for example `mine.py:Mine`, not `{spec}`")
    return (Path(folder) / file).resolve(), name


def find(spec: str, folder: str) -> type[Agent]:
    """The class that `FILE:CLASS` names."""
    if spec in GIVEN:
        return GIVEN[spec]
    path, name = _place(spec, folder)
    found = getattr(module(path), name, None)
    if found is None:
        known = [key for key, value in vars(module(path)).items() if isinstance(value, type) and issubclass(value, Agent) and value is not Agent]
        raise ValueError(f"{path.name} has no class `{name}` (its agents: {', '.join(known) or 'none'})")
    if not (isinstance(found, type) and issubclass(found, Agent)):
        raise ValueError(f"`{name}` in {path.name} is not a subclass of treebench.Agent")
    return found


def identity(spec: str, folder: str) -> str:
    """Who an agent is: its class, the hash of its file and of what that imports from the same folder, and the versions of Python and numpy."""
    return IDENTITIES.get(spec) or _identity(spec, folder)


def _identity(spec: str, folder: str) -> str:
    agent = find(spec, folder)
    file = file_of(agent) if spec in GIVEN else str(_place(spec, folder)[0])
    if spec in CHANGED:
        path = Path(file).resolve()
        source = f"memory {_made(agent, path)}"
    else:
        source = f"source {hash_of_files(Path(file), data_of(agent)) if file else hash_of_code(agent)}"
        if file and is_made(agent):
            source += f", made as {_made(agent, Path(file).resolve())}"
    versions = [f"{platform.python_implementation()} {platform.python_version()}"]
    try:
        versions.append(f"numpy {version('numpy')}")
    except PackageNotFoundError:
        pass
    return "; ".join([agent.__name__, *versions, source])


def _made(agent: type[Agent], path: Path) -> str:
    return hash_of_code(agent, path.parent, modules(path))


def given(name: str, agent: type[Agent]) -> str:
    """Notes a class that was given by value, and returns what the experiment calls it."""
    if not (isinstance(agent, type) and issubclass(agent, Agent)):
        raise TypeError(f"agent `{name}` is {agent!r}: expected a subclass of treebench.Agent")
    file = file_of(agent)
    spec = f"{file or 'interactive'}:{agent.__qualname__}"
    if is_made(agent):
        # Another call of the same function makes another class.
        spec += f"#{(_made(agent, Path(file).resolve()) if file else hash_of_code(agent))[:8]}"
    GIVEN[spec] = agent
    CHANGED.pop(spec, None)
    change = difference(agent, Path(file).resolve()) if file else ""
    if change:
        CHANGED[spec] = change
        plays = "What is in memory plays, as another agent than that of the file: import it again to play the file"
        warnings.warn(f"agent `{name}`: {change}. {plays}", RuntimeWarning, stacklevel=3)
    IDENTITIES[spec] = _identity(spec, "")
    return spec


def check(spec: str, folder: str, params: dict[str, Any], isolated: bool) -> None:
    """Raises ValueError if the class does not take these parameters, or another process would not find it."""
    agent = find(spec, folder)
    if isolated and spec in GIVEN and not (file_of(agent) and agent.__qualname__.isidentifier()):
        raise ValueError(f"`{agent.__qualname__}` has no file of its own: a process of its own, which `limit` asks for, would not find it")
    if isolated and spec in CHANGED:
        raise ValueError(f"{CHANGED[spec]}: a process of its own, which `limit` asks for, would play the file; import it again")
    try:
        inspect.signature(agent).bind(**_arguments(params))
    except TypeError as error:
        raise ValueError(f"{agent.__name__}{inspect.signature(agent)} does not take its params: {error}") from None


def build(spec: str, folder: str, known: str, params: dict[str, Any]) -> Agent:
    """An instance of the class, if it still is the one that the experiment knows."""
    now = identity(spec, folder)
    if known and now != known:
        raise ValueError(f"`{spec}` is not the agent of this experiment any more: it was {known}, and is {now}")
    return find(spec, folder)(**_arguments(params))


def _arguments(params: dict[str, Any]) -> dict[str, Any]:
    return {name.replace("-", "_"): value for name, value in params.items()}


def in_one_line(error: BaseException, way: Optional[TracebackType]) -> str:
    """What an exception says, and the places that it came through, outermost first. The compiled part keeps it in records."""
    places = [f"{Path(frame.filename).name}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(way)]
    places = [place for place in places if not place.startswith(("_scripts.py:", "_imports.py:", "<frozen importlib"))]
    # A recursion comes through the same place a thousand times.
    runs = [(place, len(list(run))) for place, run in groupby(places)]
    places = [place if count == 1 else f"{place} × {count}" for place, count in runs]
    words = " ".join(str(error).split())
    if isinstance(error, ValueError) and not places:
        return words
    return f"raised {type(error).__name__}: {words}" + (f" [{' > '.join(places)}]" if places else "")
