"""scripts/mutate.py: sampling errors, choosing the tests that judge them, and judging."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

from scripts import mutate
from scripts.mutation.choosing_tests import (
    Graph,
    browser_tests_of,
    import_graph,
    is_test,
    judges_of,
)
from scripts.mutation.errors import PlantedError, planted
from scripts.mutation.javascript_errors import blank_out, javascript_errors
from scripts.mutation.judging import Judge, compile_modules, copy_repository
from scripts.mutation.python_errors import python_errors

ROOT = Path(__file__).parents[2]
ONE_OF_EACH_AREA = (
    "games/tiny/",
    "bots/tiny/",
    "games/tables/events/",
    "games/tables/sockets/",
    "static/js/boards/tiny/",
)
"""A folder of each area: reading all files takes seconds."""


def python_changes(text: str) -> dict[str, str]:
    """Return the changed text of each error, by kind, of a text with one error of a kind."""
    return {error.kind: error.plant(text) for error in python_errors("a.py", text)}


def javascript_changes(text: str) -> list[tuple[str, str]]:
    return [(error.kind, error.plant(text)) for error in javascript_errors("a.js", text)]


# --- errors in Python ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "changed"),
    [
        ("x = a < b", "comparison flipped", "x = (a <= b)"),
        ("x = a is not None", "comparison flipped", "x = (a is None)"),
        ("x = a in b", "comparison flipped", "x = (a not in b)"),
        ("x = a and b and c", "and/or swapped", "x = (a or b or c)"),
        ("x = not a", "not dropped", "x = (a)"),
        ("x = a + b", "operator swapped", "x = (a - b)"),
        ("x = True", "constant negated", "x = False"),
        ("x = 7", "constant off by one", "x = (8)"),
        ("def f():\n    return x", "returned nothing", "def f():\n    return None"),
        ("if a:\n    f()", "statement removed", "if a:\n    pass"),
        ("x += y", "statement removed", "pass"),
        ("a.b = c", "statement removed", "pass"),
        ("raise E", "statement removed", "pass"),
    ],
)
def test_each_kind_of_error_is_planted(text: str, kind: str, changed: str) -> None:
    assert python_changes(text)[kind] == changed


@pytest.mark.parametrize(
    "text",
    [
        '"""A docstring: 1 < 2."""',
        "assert a < 1",
        'logger.warning("x %d", 1)',
        "x: Literal[1]",
        'f"{a < 1}"',
        "__all__ = [1]",
        "def f():\n    return None",
        "from a import b",
    ],
)
def test_what_no_test_could_notice_is_left_alone(text: str) -> None:
    assert python_errors("a.py", text) == []


def test_letters_of_several_bytes_do_not_shift_an_error() -> None:
    text = 'x = ("手", "牌", a < b)\ny = 1'
    assert python_changes(text)["comparison flipped"] == 'x = ("手", "牌", (a <= b))\ny = 1'


def test_every_error_in_a_real_file_gives_another_program() -> None:
    path = ROOT / "games" / "nana" / "rules.py"
    text = path.read_text()
    errors = python_errors("games/nana/rules.py", text)
    assert len(errors) > 50
    original = ast.dump(ast.parse(text))
    assert all(ast.dump(ast.parse(error.plant(text))) != original for error in errors)


# --- errors in JavaScript -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("if (a === b) c;", [("comparison flipped", "if (a !== b) c;")]),
        ("x = a < b;", [("comparison flipped", "x = a <= b;")]),
        ("x = a && b;", [("and/or swapped", "x = a || b;")]),
        ("x = !a;", [("not dropped", "x = a;")]),
        ("x = a + b;", [("operator swapped", "x = a - b;")]),
        ("x = true;", [("constant negated", "x = false;")]),
        ("x = 7;", [("constant off by one", "x = 8;")]),
        ("  f(a);", [("statement removed", "")]),
        ("() => { return a; }", [("returned nothing", "() => { return; }")]),
        ("const f = (a) => a;", []),
        ("x = '1 < 2';", []),
        ("// 1 < 2", []),
        ("/* 1 < 2\n 3 */", []),
        ("x = /[/]1 < 2/.test(a);", []),
        ("x = `1 < 2`;", []),
        ("x = `1 ${a < `2 ${b}`} 3`;", [("comparison flipped", "x = `1 ${a <= `2 ${b}`} 3`;")]),
        ("x = `${{ a }} 1`;", []),
        ("x = a / b; y = 'it''s';", []),
        ("true1 = x.true;", []),
        ("f({\n  a });", []),
    ],
)
def test_errors_are_planted_in_code_only(text: str, changes: list[tuple[str, str]]) -> None:
    assert javascript_changes(text) == changes


def test_blanking_keeps_every_place() -> None:
    for path in (ROOT / "static" / "js").rglob("*.js"):
        text = path.read_text()
        code = blank_out(text)
        assert len(code) == len(text)
        assert code.count("\n") == text.count("\n")
        starts = [line[:7] for line in text.splitlines() if line.startswith(("export ", "import "))]
        assert starts == [line[:7] for line in code.splitlines() if line[:7] in starts], path


# --- names and samples --------------------------------------------------------------------------


def test_the_name_of_an_error_survives_new_lines_above_it() -> None:
    (first,) = python_errors("a.py", "x = a < b")
    (moved,) = python_errors("a.py", "y = z\n\nx = a < b")
    assert (first.name, moved.line) == (moved.name, 3)


def test_errors_on_one_line_have_different_names() -> None:
    names = [error.name for error in python_errors("a.py", "x = (1, 1, 1)")]
    assert len(set(names)) == 3


def test_an_error_refuses_a_file_that_has_changed() -> None:
    (error,) = python_errors("a.py", "x = a < b")
    with pytest.raises(ValueError, match="changed"):
        error.plant("x = c > b")


def test_the_same_seed_samples_the_same_errors_of_every_area() -> None:
    once, again, other = (mutate.sample(ROOT, 12, seed, ONE_OF_EACH_AREA) for seed in (1, 1, 2))
    assert once == again != other
    assert {area for area, _ in once} == set(mutate.AREAS)
    assert len(once) == len({error.name for _, error in once}) == 12


def test_a_sample_can_be_limited_to_areas_folders_and_files() -> None:
    assert {area for area, _ in mutate.sample(ROOT, 5, 1, ["sockets"])} == {"sockets"}
    nana = mutate.sample(ROOT, 5, 1, ["games/nana/", "bots/nana/memory.py"])
    paths = [error.path for _, error in nana]
    assert len(paths) == 5
    assert all(path.startswith(("games/nana/", "bots/nana/memory.py")) for path in paths)


def test_benches_and_migrations_are_not_sampled() -> None:
    assert mutate.area_of("bots/bench/rules.py") is None
    assert mutate.area_of("games/tables/migrations/0001_initial.py") is None
    assert mutate.area_of("games/tables/services/moves.py") == "tables"
    assert mutate.area_of("games/tables/realtime/pubsub.py") == "sockets"


def test_equivalent_errors_have_a_reason_and_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "equivalent.txt"
    first, second = python_errors("a.py", "x = (1, 2)")
    file.write_text(f"# a comment\n{first.name}  nobody reads x\n")
    equivalent = mutate.equivalent_errors(file)
    assert equivalent == {first.name: "nobody reads x"}
    text = mutate.report([("games", first, "equivalent"), ("games", second, "noticed")], equivalent)
    assert "100 %" in text
    assert "nobody reads x" in text


def test_the_list_of_equivalent_errors_can_be_read() -> None:
    assert all(len(name) == 8 and reason for name, reason in mutate.equivalent_errors().items())


def test_the_report_lists_what_was_not_noticed() -> None:
    first, second = python_errors("a.py", "x = (1, 2)")
    text = mutate.report([("games", first, "noticed"), ("bots", second, "survived")], {})
    rows = [line.split() for line in text.splitlines()]
    assert rows[1:4] == [
        ["games", "1", "0", "1", "100", "%"],
        ["bots", "1", "0", "0", "0", "%"],
        ["all", "2", "0", "1", "50", "%"],
    ]
    assert f"survived: [bots] {second.describe()}" in text


def test_the_parts_of_a_sample_are_the_sample() -> None:
    errors = [("games", error) for error in python_errors("a.py", "x = (1, 2, 3, 4, 5)")]
    parts = [mutate.part_of(errors, part) for part in ("1/3", "2/3", "3/3")]
    assert [len(part) for part in parts] == [2, 2, 1]
    assert sorted(errors, key=str) == sorted([one for part in parts for one in part], key=str)


def test_verdicts_of_several_runs_are_reported_together(tmp_path: Path) -> None:
    file = tmp_path / "var" / "verdicts.json"
    first, second, third = python_errors("a.py", "x = (1, 2, 3)")
    for verdict in (
        ("bots", third, "survived"),
        ("games", first, "survived"),
        ("games", second, "survived"),
        ("games", second, "noticed"),
    ):
        mutate.save_verdict(file, verdict)
    assert mutate.saved_verdicts(file, {third.name: "nobody reads it"}) == [
        ("games", first, "survived"),
        ("games", second, "noticed"),
        ("bots", third, "equivalent"),
    ]


# --- the tests that judge -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def graph() -> Graph:
    return import_graph(ROOT)


def test_the_tests_that_import_a_module_judge_it_nearest_first(graph: Graph) -> None:
    tests = judges_of(graph, "games/nana/rules.py")
    assert tests[0].startswith("tests/games/nana/")
    assert "tests/games/test_contract_properties.py" in tests
    assert "tests/scripts/test_commit_checks.py" not in tests
    assert all(is_test(name) for name in tests)
    views = judges_of(graph, "games/tables/web/pages.py")
    assert views[0].startswith("tests/tables/web/")


def test_modules_of_the_browser_are_judged_by_node_and_by_the_browser(graph: Graph) -> None:
    assert judges_of(graph, "static/js/shell/net/patches.js")[0] == "tests/js/patches.test.mjs"
    for module in ("static/js/boards/nana/cards.js", "static/js/shell/replay/player.js"):
        tests = browser_tests_of(module)
        assert tests
        assert all((ROOT / test).is_file() for test in tests)


@pytest.fixture
def small_repository(tmp_path: Path) -> Path:
    """A repository of one module with one test, and one module without."""
    root = tmp_path / "root"
    files = {
        "games/nana/rules.py": "def is_legal(card):\n    return 1 <= card\n",
        "games/nana/unused.py": "LIMIT = 3\n",
        "tests/games/nana/test_rules.py": (
            "from games.nana.rules import is_legal\n\n\n"
            "def test_cards_begin_with_one():\n    assert is_legal(1)\n    assert not is_legal(0)\n"
        ),
        "tests/other/test_broken.py": (
            "from games.nana import unused\n\n\ndef test_broken():\n    assert unused.LIMIT > 9\n"
        ),
        "pyproject.toml": (
            '[tool.pytest.ini_options]\npythonpath = ["."]\naddopts = "--import-mode=importlib"\n'
            'markers = ["service: none"]\n'
        ),
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)
    return root


def test_an_error_is_noticed_by_a_test_that_passes_without_it(
    small_repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setattr("scripts.mutation.judging.TEST_OPTIONS", ["-x", "-q", "-ra"])
    copy = tmp_path / "copy"
    copy_repository(small_repository, copy)
    compile_modules(copy)
    judge = Judge(copy, limit_seconds=600)

    def verdict(name: str, kind: str) -> tuple[str, str]:
        text = (copy / name).read_text()
        errors: list[PlantedError] = python_errors(name, text)
        found = judge.judge(next(error for error in errors if error.kind == kind))
        assert (copy / name).read_text() == text
        return found

    test = "tests/games/nana/test_rules.py::test_cards_begin_with_one"
    assert verdict("games/nana/rules.py", "comparison flipped") == ("noticed", test)
    # The constant's only test fails without the error too, so it has noticed nothing.
    assert verdict("games/nana/unused.py", "constant off by one") == ("survived", "")


def test_an_error_in_a_module_without_tests_is_reported_as_such(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "alone.py").write_text("X = 1\n")
    (error,) = python_errors("games/alone.py", "X = 1\n")
    assert Judge(tmp_path, limit_seconds=600).judge(error) == ("no tests", "")


def test_an_error_knows_its_line() -> None:
    error = planted("a.py", "a\n  b = 1\n", "kind", 8, 9, "2")
    assert (error.line, error.column, error.line_text, error.before) == (2, 4, "b = 1", "1")
