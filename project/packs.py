"""Join the small files of a page into one: sheets by appending them, modules by wrapping each in a function.

Our modules use few forms of `import` and `export`; any other form is refused here, at collectstatic,
and not in a visitor's browser. Libraries stay files of their own.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from project.importmap import MODULES, vendor_file

IMPORT = re.compile(r'import \{ (?P<names>[^{}]+) \} from "(?P<source>[^"]+)";$')
EXPORT_FROM = re.compile(
    r'export (?:\{ (?P<names>[^{}]+) \}|\* as (?P<all>\w+)) from "(?P<source>[^"]+)";$'
)
EXPORT = re.compile(
    r"export (?P<default>default )?"
    r"(?P<code>(?:async function|function|class|const) (?P<name>\w+|\[[^\]]+\]).*)$"
)
NAMES = re.compile(r"^((?:import|export) \{)([^{}]*)\}", re.MULTILINE)
"""The names of an import or export, which may stand on several lines."""
BOARD = re.compile(r"import\(`(?:\.\./)+boards/\$\{[\w.]+\}\.js`\)")


def pack_name(kind: str, page: str, game: str = "") -> str:
    """Name a joined file. It lies one folder deep like its parts, so that their relative addresses hold."""
    return f"{kind}/packs/{page}{'-' if game else ''}{game}.{kind}"


def source_of(name: str) -> str:
    for folder in settings.STATICFILES_DIRS:
        path = Path(folder) / name
        if path.is_file():
            return path.read_text()
    raise ImproperlyConfigured(f"static file {name} does not exist")


def lines_of(name: str) -> Iterator[tuple[str, re.Match[str] | None, str]]:
    """Yield the lines of a module: what kind each is, what it names, and its text."""
    text = NAMES.sub(_on_one_line, source_of(name))
    for number, line in enumerate(text.splitlines(), 1):
        for kind, form in (("import", IMPORT), ("from", EXPORT_FROM), ("export", EXPORT)):
            if match := form.match(line):
                yield kind, match, line
                break
        else:
            if re.match(r"(import|export)\b(?!\()", line):
                raise ImproperlyConfigured(
                    f"{name}:{number}: write this import or export in another form: {line}"
                )
            yield "code", None, line


def _on_one_line(names: re.Match[str]) -> str:
    """Write an import or export on the last of its lines, so that all lines keep their numbers."""
    found = " ".join(names[2].split()).removesuffix(",")
    return "\n" * names[0].count("\n") + f"{names[1]} {found} }}"


def resolve(name: str, source: str) -> str:
    """Name the static file that a module means by a relative address."""
    parts = name.split("/")[:-1]
    for part in source.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


@cache
def imports_of(name: str) -> tuple[str, ...]:
    """List what a module imports: static files of our own and bare names of libraries."""
    if name in MODULES:
        return tuple(re.findall(r'from ?"([^"]+)"', source_of(vendor_file(name))))
    found = [
        match["source"] for kind, match, _ in lines_of(name) if match and kind in ("import", "from")
    ]
    return tuple(resolve(name, one) if one.startswith(".") else one for one in found)


@cache
def graph(*entries: str) -> tuple[list[str], list[str]]:
    """List the modules that entries consist of, each after those it imports, and the libraries they need."""
    seen: list[str] = []

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise ImproperlyConfigured(f"modules import each other: {' -> '.join((*path, name))}")
        if name in seen:
            return
        for one in imports_of(name):
            visit(one, (*path, name))
        seen.append(name)

    for entry in entries:
        visit(entry, ())
    return [name for name in seen if name not in MODULES], [
        name for name in seen if name in MODULES
    ]


def names_of(text: str) -> list[tuple[str, str]]:
    """Read "a, b as c" as the pairs (a, a), (b, c)."""
    pairs = (one.strip().partition(" as ") for one in text.split(","))
    return [(name, alias or name) for name, _, alias in pairs]


def join_modules(entry: str, board: str) -> str:
    """Build one module that does what the entry does with this board."""
    own, bare = graph(board, entry)
    places = {name: f"$m{at}" for at, name in enumerate(own)} | {
        name: f"$l{at}" for at, name in enumerate(bare)
    }
    head = [f'import * as {places[name]} from "{name}";' for name in bare]
    body = [wrapped(name, places, board, waits=name == entry) for name in own]
    return "\n".join([*head, *body, ""])


def wrapped(name: str, places: dict[str, str], board: str, waits: bool) -> str:
    """Write a module as a function that is run once and returns what the module exports.

    Only the entry may wait for something at its top level.
    """
    code: list[str] = []
    exports: list[str] = []
    for kind, match, line in lines_of(name):
        if match is None:
            code.append(BOARD.sub(f"Promise.resolve({places[board]})", line))
            continue
        if kind == "export":
            code.append(match["code"])
            names = re.findall(r"\w+", match["name"])
            exports += [f"default: {one}" if match["default"] else one for one in names]
            continue
        source = match["source"]
        place = places[resolve(name, source) if source.startswith(".") else source]
        if kind == "import":
            picked = ", ".join(f"{one}: {alias}" for one, alias in names_of(match["names"]))
            code.append(f"const {{ {picked} }} = {place};")
        elif match["all"]:
            exports.append(f"{match['all']}: {place}")
        else:
            exports += [f"{alias}: {place}.{one}" for one, alias in names_of(match["names"])]
    start = "await (async () => {" if waits else "(() => {"
    end = f"return {{ {', '.join(exports)} }};"
    return "\n".join([f"// {name}", f"const {places[name]} = {start}", *code, end, "})();"])


def join_sheets(names: list[str]) -> str:
    """Append sheets in the order of the cascade."""
    texts = [(name, source_of(name)) for name in names]
    for name, text in texts:
        if name.count("/") != 2 and "url(" in text:
            raise ImproperlyConfigured(
                f"{name}: a sheet that refers to a file must lie in a folder of css/, as the joined file does"
            )
    return "\n".join(text for _, text in texts)
