"""Experiments played within the interpreter."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Optional, Union

from . import _embedding as _embedding
from . import _native, _scripts
from .agent import Agent
from .runs import Run


def run(
    config: Union[str, os.PathLike[str]],
    *,
    set: Optional[Mapping[str, Any]] = None,
    out: Union[None, str, os.PathLike[str]] = None,
    agents: Optional[Mapping[str, type[Agent]]] = None,
    threads: Optional[int] = None,
    profile: Optional[str] = None,
    fresh: bool = False,
    retry_failed: bool = False,
    fail_fast: bool = False,
    force: bool = False,
    progress: bool = True,
) -> Run:
    """Plays the missing games of an experiment, as `bench run` does, and opens the run.

    `config` is the TOML file. `set` overrides values of it: `{"experiment.games-per-cell": 200}`. `agents` gives classes to agents of the experiment by
    their names: `{"mine": Mine}` is `agent.mine.python`; a table `[agent.mine]` may hold its params and sweeps. The other arguments are the options of
    `bench run` of the same names; `progress` shows the progress on the standard error stream.

    What is finished is stored at once: the same call plays only what is missing, whatever ended the one before. Ctrl-C finishes the games that are
    running and raises KeyboardInterrupt; pressed twice, it does not wait for them.

    Raises `ExperimentError` (a ValueError) for a faulty file, and warns of tasks that failed and have no result.
    """
    words = [os.fspath(config)]
    for name, value in (set or {}).items():
        words += ["--set", f"{name}={toml(value)}"]
    known: dict[str, tuple[str, str]] = {}
    for name, agent in (agents or {}).items():
        spec = _scripts.given(name, agent)
        first, identity = known.setdefault(spec, (name, _scripts.IDENTITIES[spec]))
        if identity != _scripts.IDENTITIES[spec]:
            raise ValueError(f"agents `{first}` and `{name}` are two classes that are both called {agent.__qualname__}: rename one")
        words += ["--set", f"agent.{name}.python={toml(spec)}"]
    for option, given in (("out", out), ("threads", threads), ("profile", profile)):
        if given is not None:
            words += [f"--{option}", os.fspath(given) if isinstance(given, os.PathLike) else str(given)]
    for flag, wanted in (("fresh", fresh), ("retry-failed", retry_failed), ("fail-fast", fail_fast), ("force", force)):
        words += [f"--{flag}"] * wanted
    played = _native.run(words, not progress)
    if played["failed"]:
        count = f"{played['failed']} task{'s' * (played['failed'] != 1)} failed and have no result"
        warnings.warn(f"{count}: retry_failed=True plays them again\n{played['reasons']}".rstrip(), RuntimeWarning, stacklevel=2)
    return Run(Path(played["dir"]))


def toml(value: Any) -> str:
    """A value as TOML. Raises TypeError for what TOML has not."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{json.dumps(str(name))} = {toml(item)}' for name, item in value.items())}}}"
    raise TypeError(f"{value!r} cannot be written in TOML: expected bool, int, float, str, list or dict")
