"""Every place named in docs/source-documents exists: the file, and the name inside it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = "bots|docs|games|project|scripts|static|templates|tests"
PLACE = re.compile(rf"`((?:{FOLDERS})/[\w./-]*\w)(?:::([\w.]+))?`")


def _places() -> list[tuple[str, str, str]]:
    """Yield (document, file, name inside it or "")."""
    return sorted(
        {
            (document.name, file, inside)
            for document in (ROOT / "docs" / "source-documents").glob("*.md")
            for file, inside in PLACE.findall(document.read_text(encoding="utf-8"))
        }
    )


@cache
def _names(file: Path) -> frozenset[str]:
    """Yield the names a module defines: functions, classes, their members, assigned names."""
    return frozenset(_defined(ast.parse(file.read_text(encoding="utf-8")), ""))


def _defined(node: ast.Module | ast.ClassDef, prefix: str) -> set[str]:
    found: set[str] = set()
    for child in node.body:
        match child:
            case ast.ClassDef(name=name):
                found |= {prefix + name} | _defined(child, f"{prefix}{name}.")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(prefix + name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(prefix + name)
            case ast.Assign(targets=targets):
                found |= {prefix + t.id for t in targets if isinstance(t, ast.Name)}
    return found


def test_documents_name_places() -> None:
    assert len(_places()) > 20


@pytest.mark.parametrize(("document", "file", "inside"), _places())
def test_the_place_exists(document: str, file: str, inside: str) -> None:
    path = ROOT / file
    assert path.exists(), f"{document} names {file}, which is not there"
    if inside:
        assert inside in _names(path), f"{document} names {inside}, which is not in {file}"
