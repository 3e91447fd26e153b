"""The crate of this package is built as the workspace is, so that both share what is compiled."""

from __future__ import annotations

import tomllib
import unittest
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parents[1]


def profiles(manifest: Path) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads(manifest.read_text(encoding="utf-8"))["profile"]
    return {name: profile for name, profile in found.items() if name in ("dev", "release")}


class Manifest(unittest.TestCase):
    def test_profiles_are_those_of_the_workspace(self) -> None:
        locked = {package["name"] for package in tomllib.loads((PACKAGE / "Cargo.lock").read_text(encoding="utf-8"))["package"]}
        expected = profiles(PACKAGE.parents[1] / "Cargo.toml")
        for profile in expected.values():
            profile["package"] = {name: value for name, value in profile["package"].items() if name in locked or name == "*"}
        self.assertEqual(profiles(PACKAGE / "Cargo.toml"), expected)


if __name__ == "__main__":
    unittest.main()
