"""Classes of agents for the compiled part: found, identified, built."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import platform
import sys
import threading
import traceback
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Optional

from ._identity import files, hash_of_code, hash_of_files
from .agent import Agent

#: Classes that were given to `treebench.run`, by what experiments call them.
GIVEN: dict[str, type[Agent]] = {}

#: Modules of agents by the paths of their files, with the hash of what they were made of.
_MODULES: dict[Path, tuple[str, ModuleType]] = {}
_LOADING = threading.RLock()


def _place(spec: str, folder: str) -> tuple[Path, str]:
    file, separator, name = spec.rpartition(":")
    if not separator or not file or not name.isidentifier():
        raise ValueError(f"expected FILE:CLASS, for example `mine.py:Mine`, not `{spec}`")
    return (Path(folder) / file).resolve(), name


def _module(path: Path) -> ModuleType:
    """The module of a file, read again when it or what it imports from its folder has changed."""
    with _LOADING:
        if not path.is_file():
            raise ValueError(f"there is no file {path}")
        source = hash_of_files(path)
        if path not in _MODULES or _MODULES[path][0] != source:
            _MODULES[path] = (source, _loaded(path))
        return _MODULES[path][1]


def _loaded(path: Path) -> ModuleType:
    """Executes a file. What it imports from its folder is its own: other agents may have files of the same names."""
    name = f"treebench_agents.{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    beside = {file.relative_to(path.parent).parts[0].removesuffix(".py") for file in files(path)}
    hidden = {name: module for name, module in sys.modules.items() if name.split(".")[0] in beside}
    for other in hidden:
        del sys.modules[other]
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    importlib.invalidate_caches()
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.path.remove(str(path.parent))
        for own in [name for name in sys.modules if name.split(".")[0] in beside]:
            del sys.modules[own]
        sys.modules.update(hidden)
    return module


def find(spec: str, folder: str) -> type[Agent]:
    """The class that `FILE:CLASS` names."""
    if spec in GIVEN:
        return GIVEN[spec]
    path, name = _place(spec, folder)
    found = getattr(_module(path), name, None)
    if found is None:
        known = [key for key, value in vars(_module(path)).items() if isinstance(value, type) and issubclass(value, Agent) and value is not Agent]
        raise ValueError(f"{path.name} has no class `{name}` (its agents: {', '.join(known) or 'none'})")
    if not (isinstance(found, type) and issubclass(found, Agent)):
        raise ValueError(f"`{name}` in {path.name} is not a subclass of treebench.Agent")
    return found


def identity(spec: str, folder: str) -> str:
    """Who an agent is: its class, the hash of its file and of what that imports from the same folder, and the versions of Python and numpy."""
    agent = find(spec, folder)
    file = _file_of(agent) if spec in GIVEN else str(_place(spec, folder)[0])
    source = hash_of_files(Path(file)) if file else hash_of_code(agent)
    versions = [f"{platform.python_implementation()} {platform.python_version()}"]
    try:
        versions.append(f"numpy {version('numpy')}")
    except PackageNotFoundError:
        pass
    return "; ".join([agent.__name__, *versions, f"source {source}"])


def _file_of(agent: type[Agent]) -> str:
    """The file of a class; empty for one that was typed in."""
    try:
        file = inspect.getfile(agent)
    except (OSError, TypeError):
        return ""
    return file if Path(file).is_file() else ""


def given(name: str, agent: type[Agent]) -> str:
    """Notes a class that was given by value, and returns what the experiment calls it."""
    if not (isinstance(agent, type) and issubclass(agent, Agent)):
        raise TypeError(f"agent `{name}` is {agent!r}: expected a subclass of treebench.Agent")
    spec = f"{_file_of(agent) or 'interactive'}:{agent.__qualname__}"
    GIVEN[spec] = agent
    return spec


def check(spec: str, folder: str, params: dict[str, Any]) -> None:
    """Raises ValueError if the class does not take these parameters."""
    agent = find(spec, folder)
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
    places = [place for place in places if not place.startswith("_scripts.py:")]
    words = " ".join(str(error).split())
    if isinstance(error, ValueError) and not places:
        return words
    return f"raised {type(error).__name__}: {words}" + (f" [{' > '.join(places)}]" if places else "")
