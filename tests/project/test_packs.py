"""The joined files of a page: which modules they hold, and what is refused before a browser sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from project import packs
from project.pages import IMPORTED_SHEET, boards, script_packs, sheet_packs

STATIC = Path(__file__).parents[2] / "static"


@pytest.fixture
def sources(tmp_path: Path, settings: Any) -> Iterator[Path]:
    settings.STATICFILES_DIRS = [tmp_path]
    for one in (packs.imports_of, packs.graph):
        one.cache_clear()
    yield tmp_path
    for one in (packs.imports_of, packs.graph):
        one.cache_clear()


def write(folder: Path, **modules: str) -> None:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)


@pytest.mark.parametrize("name", sorted(script_packs()))
def test_a_joined_module_imports_libraries_alone_and_holds_each_module_once(name: str) -> None:
    entry, board = script_packs()[name]
    text = packs.join_modules(entry, board)
    held = re.findall(r"^// (js/\S+\.js)$", text, re.MULTILINE)

    assert {entry, board} <= set(held)
    assert len(held) == len(set(held))
    assert all(
        not source.startswith(".")
        for source in re.findall(r'^import .* from "(.*)";$', text, re.MULTILINE)
    )
    assert "import(" not in re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def test_every_sheet_of_a_game_is_in_the_files_of_its_pages() -> None:
    assert boards()
    for game in boards():
        made = {f"css/{game}/{path.name}" for path in (STATIC / "css" / game).glob("*.css")}
        made.remove(f"css/{game}/index.css")
        assert made <= set(sheet_packs()[f"css/packs/table-{game}.css"])


def test_the_list_of_a_boards_sheets_holds_nothing_else() -> None:
    """A rule in it would be lost: pages load what it imports, not the list itself."""
    for game in boards():
        text = packs.source_of(f"css/{game}/index.css")
        rest = re.sub(r"/\*.*?\*/", "", IMPORTED_SHEET.sub("", text), flags=re.DOTALL)
        assert rest.strip() == ""


def test_every_sheet_but_the_staffs_is_in_the_files_of_a_page() -> None:
    listed = {name for names in sheet_packs().values() for name in names}
    made = {f"css/{path.relative_to(STATIC / 'css')}" for path in STATIC.glob("css/**/*.css")}

    lists = {f"css/{game}/index.css" for game in boards()}
    assert made - listed == {"css/staff.css"} | lists


def test_a_sheet_that_refers_to_a_file_lies_as_deep_as_the_joined_file(sources: Path) -> None:
    text = 'a { background: url("../../img/felt.svg"); }'
    for name in ("css/a.css", "css/ui/a.css", "css/ui/deep/a.css"):
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        (sources / name).write_text(text)

    assert packs.join_sheets(["css/ui/a.css"]) == text
    for name in ("css/a.css", "css/ui/deep/a.css"):
        with pytest.raises(ImproperlyConfigured, match=name):
            packs.join_sheets([name])


@pytest.mark.parametrize(
    "line",
    [
        'import * as x from "./b.js";',
        'import x from "./b.js";',
        "export { x };",
        "export let x = 1;",
        "import {",
    ],
)
def test_a_form_that_cannot_be_joined_is_refused_with_its_place(sources: Path, line: str) -> None:
    write(sources, a=f"const y = 1;\n{line}\n", b="")

    with pytest.raises(ImproperlyConfigured, match=r"a\.js:2"):
        packs.join_modules("a.js", "b.js")


def test_names_may_stand_on_several_lines_and_classes_are_exported(sources: Path) -> None:
    write(
        sources,
        a='import {\n  B,\n  c as d,\n} from "./b.js";\n\nexport let x = 1;\n',
        b="export class B {\n  x = 1;\n}\nexport const c = 2;\n",
    )
    with pytest.raises(ImproperlyConfigured, match=r"a\.js:6"):
        packs.join_modules("a.js", "b.js")
    (sources / "a.js").write_text((sources / "a.js").read_text().replace("let x", "const x"))
    joined = packs.join_modules("a.js", "b.js")
    assert packs.imports_of("a.js") == ("b.js",)
    assert "const { B: B, c: d } = $m0;" in joined
    assert "class B {\n  x = 1;\n}\nconst c = 2;\nreturn { B, c };" in joined


def test_modules_that_import_each_other_are_refused(sources: Path) -> None:
    write(sources, a='import { b } from "./b.js";\n', b='import { a } from "./a.js";\n')

    with pytest.raises(ImproperlyConfigured, match=r"b\.js -> a\.js -> b\.js"):
        packs.join_modules("a.js", "b.js")
