"""Files of agents as modules, which import what lies beside them: other folders may have files of the same names."""

from __future__ import annotations

import builtins
import hashlib
import importlib
import importlib.util
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, Optional

from ._identity import data_of, files, hash_of_files
from .agent import Agent

#: Modules of agents by the paths of their files, with the hash of what they were made of.
_MODULES: dict[Path, tuple[str, ModuleType]] = {}
_LOADING = threading.RLock()


def module(path: Path) -> ModuleType:
    """The module of a file, read again when it, what it imports from its folder, or a file of its agents has changed."""
    with _LOADING:
        if not path.is_file():
            raise ValueError(f"no such file: {path}")
        known = _MODULES.get(path)
        if known is None or known[0] != _state(path, known[1]):
            made = _Folder(path).load(path)
            known = _MODULES[path] = (_state(path, made), made)
        return known[1]


def _state(path: Path, made: ModuleType) -> str:
    """What a module was made of."""
    agents = [value for value in vars(made).values() if isinstance(value, type) and issubclass(value, Agent)]
    names = {name for agent in agents for name in data_of(agent) if (path.parent / name).is_file()}
    return hash_of_files(path, sorted(names))


class _Folder:
    """What a file imports from its folder, at any time. The modules are known by their names while they import, and else to this object alone."""

    def __init__(self, path: Path) -> None:
        self._path = str(path.parent)
        self._names = {file.relative_to(path.parent).parts[0].removesuffix(".py") for file in files(path)}
        self._modules: dict[str, ModuleType] = {}
        self._depth = 0
        self._builtins = {**vars(builtins), "__import__": self._import}

    def load(self, path: Path) -> ModuleType:
        """Executes the file itself."""
        name = f"treebench_agents.{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
        spec = importlib.util.spec_from_file_location(name, path, loader=_Loader(name, str(path), self._builtins))
        assert spec is not None and spec.loader is not None
        made = importlib.util.module_from_spec(spec)
        sys.modules[name] = made
        try:
            with self._open():
                spec.loader.exec_module(made)
        except BaseException:
            del sys.modules[name]
            raise
        return made

    def _import(
        self,
        name: str,
        globals: Optional[Mapping[str, object]] = None,
        locals: Optional[Mapping[str, object]] = None,
        fromlist: Optional[Sequence[str]] = (),
        level: int = 0,
    ) -> Any:
        """`__import__` in the modules of this folder."""
        first = name.split(".")[0] if level == 0 else str((globals or {}).get("__package__") or "").split(".")[0]
        if first not in self._names:
            return builtins.__import__(name, globals, locals, fromlist or (), level)
        known = self._modules.get(name) if level == 0 and self._depth == 0 else None
        if known is not None and all(hasattr(known, item) for item in fromlist or ()):
            return known if fromlist else self._modules[first]
        with self._open():
            return builtins.__import__(name, globals, locals, fromlist or (), level)

    @contextmanager
    def _open(self) -> Iterator[None]:
        """While its modules have their names."""
        with _LOADING:
            self._depth += 1
            if self._depth > 1:
                try:
                    yield
                finally:
                    self._depth -= 1
                return
            hidden = self._taken()
            sys.modules.update(self._modules)
            sys.path.insert(0, self._path)
            sys.meta_path.insert(0, self)
            importlib.invalidate_caches()
            try:
                yield
            finally:
                self._depth -= 1
                sys.meta_path.remove(self)
                sys.path.remove(self._path)
                self._modules = self._taken()
                sys.modules.update(hidden)

    def _taken(self) -> dict[str, ModuleType]:
        """Takes the modules with names of this folder out of those of the program."""
        return {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] in self._names}

    def find_spec(self, name: str, path: Optional[Sequence[str]] = None, target: Optional[ModuleType] = None) -> Optional[ModuleSpec]:
        """Finds modules of this folder, and has them import as its file does."""
        spec = PathFinder.find_spec(name, path, target) if name.split(".")[0] in self._names else None
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, str(spec.loader.path), self._builtins)
        return spec


class _Loader(SourceFileLoader):
    """Executes a file with builtins of its folder."""

    def __init__(self, name: str, path: str, own: dict[str, Any]) -> None:
        super().__init__(name, path)
        self._own = own

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__builtins__"] = self._own
        super().exec_module(module)
