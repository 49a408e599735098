"""`make coverage` prints the branches of exactly the packages that must be pure."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_coverage_is_measured_of_the_pure_packages() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    contracts = tools["importlinter"]["contracts"]
    (pure,) = (one["source_modules"] for one in contracts if one["name"].startswith("Pure"))
    assert tools["coverage"]["run"]["source_pkgs"] == pure
    assert tools["coverage"]["run"]["branch"] is True


def test_files_that_are_left_out_exist() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    for pattern in tools["coverage"]["run"]["omit"]:
        assert list(ROOT.glob(pattern.removeprefix("*/"))), pattern
