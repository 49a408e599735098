"""Choose the tests that judge an error: those that import the changed module, nearest first.

Imports are followed through all modules, also those of conftest files. Tests in the folder that
mirrors the module's count too: Django loads views and apps by name, which no import shows. Modules
of the browser are judged by the tests of Node.js that import them, then by browser tests.
"""

import ast
import re
from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import Path

PYTHON_FOLDERS = ("bots", "games", "project", "scripts", "tests")
LEFT_OUT = ("tests/browser/", "tests/cluster/")
"""Tests that drive servers as programs and import nothing of them."""
JAVASCRIPT_IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""")
MIRRORS = {"games/tables": "tests/tables", "games": "tests/games", "bots": "tests/bots"}
MIRRORS |= {"project": "tests/project", "scripts": "tests/scripts"}
BROWSER_TESTS = {
    "static/js/boards/nana": ("test_nana", "test_replay"),
    "static/js/boards/battleship": ("test_battleship", "test_battleship_fleet_editor"),
    "static/js/boards/datongzi": ("test_datongzi",),
    "static/js/boards/stud": ("test_stud", "test_stud_layout"),
    "static/js/boards/turn": ("test_turn", "test_turn_layout"),
    "static/js/boards/tiny": ("test_example_game", "test_deals"),
    "static/js/lab": ("test_lab",),
    "static/js/shell/replay": ("test_replay", "test_analysis"),
    "static/js/shell/home": ("test_home", "test_tables"),
    "static/js/shell/chat": ("test_friends",),
    "static/js/shell": ("test_nana", "test_tables", "test_friends", "test_deals", "test_replay"),
}
"""The browser tests that go through the modules of a folder; the longest folder counts."""

Graph = Mapping[str, frozenset[str]]
"""For each file the files that it imports, all relative to the root."""


def import_graph(root: Path) -> Graph:
    """Read which file of the repository imports which, Python and JavaScript."""
    python = [path for folder in PYTHON_FOLDERS for path in (root / folder).rglob("*.py")]
    scripts = [*(root / "static/js").rglob("*.js"), *(root / "tests/js").glob("*.*js")]
    modules = {_module(path.relative_to(root)): _name(root, path) for path in python}
    graph = {_name(root, path): _python_imports(root, path, modules) for path in python}
    return graph | {_name(root, path): _javascript_imports(root, path) for path in scripts}


def _name(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def _module(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _python_imports(root: Path, path: Path, modules: Mapping[str, str]) -> frozenset[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    found = {modules[name] for each in names for name in _with_parents(each) if name in modules}
    if path.is_relative_to(root / "tests"):
        folders = [folder for folder in path.parents if folder.is_relative_to(root / "tests")]
        found |= {
            _name(root, folder / "conftest.py")
            for folder in folders
            if (folder / "conftest.py").exists()
        }
    return frozenset(found - {_name(root, path)})


def _with_parents(module: str) -> Iterable[str]:
    """Name a module and the packages around it, whose `__init__` is imported with it."""
    parts = module.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts) + 1))


def _javascript_imports(root: Path, path: Path) -> frozenset[str]:
    names = JAVASCRIPT_IMPORT.findall(path.read_text())
    targets = ((path.parent / name).resolve() for name in names)
    return frozenset(
        _name(root, target) for target in targets if target.is_relative_to(root.resolve())
    )


def distances(graph: Graph, module: str) -> dict[str, int]:
    """Return how many imports lead from each file to a module; files that do not reach it lack."""
    importers: dict[str, set[str]] = {}
    for name, imported in graph.items():
        for target in imported:
            importers.setdefault(target, set()).add(name)
    found, queue = {module: 0}, deque([module])
    while queue:
        name = queue.popleft()
        for importer in importers.get(name, ()):
            if importer not in found:
                found[importer] = found[name] + 1
                queue.append(importer)
    return found


def mirror_folder(graph: Graph, module: str) -> str:
    """Name the nearest folder of tests that mirrors a module's folder."""
    source = max((one for one in MIRRORS if module.startswith(f"{one}/")), key=len, default="")
    if not source:
        return ""
    inner = Path(module).relative_to(source)
    for part in (inner.with_suffix(""), *inner.parents):
        folder = (Path(MIRRORS[source]) / part).as_posix()
        if any(name.startswith(f"{folder}/") and is_test(name) for name in graph):
            return folder
    return ""


def is_test(name: str) -> bool:
    """Return whether a file holds tests that may judge an error."""
    file = Path(name).name
    return file.startswith("test_") and file.endswith(".py") and not name.startswith(LEFT_OUT)


def judges_of(graph: Graph, module: str) -> list[str]:
    """List the test files that judge a module of Python or JavaScript, nearest first."""
    far = distances(graph, module)
    if module.endswith(".js"):
        near = sorted((_draws(name), far[name], name) for name in far if ".test." in name)
        return [name for _, _, name in near]
    folder = mirror_folder(graph, module)
    mirrored = {name for name in graph if folder and name.startswith(f"{folder}/")}
    candidates = {name for name in {*far, *mirrored} if is_test(name)}
    unreached = len(graph)
    return sorted(
        candidates, key=lambda name: (name not in mirrored, far.get(name, unreached), name)
    )


def _draws(name: str) -> bool:
    """Return whether tests of the browser's modules draw whole boards or pages, which takes seconds."""
    return Path(name).name.startswith(("board-", "page-"))


def browser_tests_of(module: str) -> list[str]:
    """List the browser tests that go through a module of the browser."""
    folder = max((one for one in BROWSER_TESTS if module.startswith(one)), key=len, default="")
    return [f"tests/browser/{name}.py" for name in BROWSER_TESTS.get(folder, ())]
