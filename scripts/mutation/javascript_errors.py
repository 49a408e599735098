"""List the errors that can be planted in a JavaScript file, found among its tokens.

Comments, strings, regular expressions and the text of templates are left alone; the code inside a
template's `${...}` is not.
"""

import re
from collections.abc import Iterator

from scripts.mutation.errors import PlantedError, planted

FLIPPED = {
    "===": "!==",
    "!==": "===",
    " < ": " <= ",
    " <= ": " < ",
    " > ": " >= ",
    " >= ": " > ",
    "&&": "||",
    "||": "&&",
    " + ": " - ",
    " - ": " + ",
    "true": "false",
    "false": "true",
}
KINDS = {"&&": "and/or swapped", "||": "and/or swapped", " + ": "operator swapped"}
KINDS |= {" - ": "operator swapped", "true": "constant negated", "false": "constant negated"}
TOKEN = re.compile(
    r"===|!==| <= | >= | < | > |&&|\|\|| \+ | - |(?<![\w.$])(?:true|false)(?![\w$:])"
)
NOT = re.compile(r"!(?=[\w$(])")
INTEGER = re.compile(r"(?<![\w.$#])\d+(?![\w.$])")
CALL = re.compile(
    r"^[ \t]*(?!return\b|throw\b|import\b|export\b|super\b)[\w$.?]+\([^\n]*\);$", re.M
)
RETURN = re.compile(r"\breturn (?=[^;\n]+;)[^;\n]+;")
BEFORE_REGEX = re.compile(r"(?:^|[=(,:;!&|?{}\[\n]|\breturn|=>)\s*$")
BLANK = "\0"


def javascript_errors(path: str, text: str) -> list[PlantedError]:
    """List the errors that can be planted in a file, in the order of its text."""
    code = blank_out(text)
    found = [planted(path, text, *change) for change in _changes(code)]
    return sorted(found, key=lambda error: (error.start, error.kind))


def _changes(code: str) -> Iterator[tuple[str, int, int, str]]:
    for match in TOKEN.finditer(code):
        token = match[0]
        yield KINDS.get(token, "comparison flipped"), match.start(), match.end(), FLIPPED[token]
    for match in NOT.finditer(code):
        yield "not dropped", match.start(), match.end(), ""
    for match in INTEGER.finditer(code):
        yield "constant off by one", match.start(), match.end(), str(int(match[0]) + 1)
    for match in CALL.finditer(code):
        if _is_balanced(match[0]):
            yield "statement removed", match.start(), match.end(), ""
    for match in RETURN.finditer(code):
        if _is_balanced(match[0]):
            yield "returned nothing", match.start(), match.end(), "return;"


def _is_balanced(code: str) -> bool:
    """Return whether every bracket that opens in the code closes in it, none before it opens."""
    pairs = {")": "(", "]": "[", "}": "{"}
    opened: list[str] = []
    for character in code:
        if character in "([{":
            opened.append(character)
        elif character in pairs and (not opened or opened.pop() != pairs[character]):
            return False
    return not opened


def blank_out(text: str) -> str:
    """Replace everything that is not code by a character that code never has; lengths stay.

    Line ends stay too, and so do the backticks and the braces of templates.
    """
    code = list(text)
    position, depths = 0, [0]  # of braces: one entry for the file, one for each open `${`
    while position < len(text):
        end = _skipped(text, position)
        if end > position:
            position = _blank(code, position, end)
        elif text[position] == "`" or (text[position] == "}" and depths[-1] == 0 < len(depths) - 1):
            if text[position] == "}":
                depths.pop()
            end, opens = _template_part(text, position + 1)
            position = _blank(code, position + 1, end)
            if opens:
                depths.append(0)
                position += 2
            else:
                position += 1
        else:
            depths[-1] += {"{": 1, "}": -1}.get(text[position], 0)
            position += 1
    return "".join(code)


def _blank(code: list[str], start: int, end: int) -> int:
    for index in range(start, min(end, len(code))):
        if code[index] != "\n":
            code[index] = BLANK
    return end


def _skipped(text: str, start: int) -> int:
    """Return the end of the comment, string or regular expression that begins here, or `start`."""
    if text.startswith("//", start):
        return _find(text, "\n", start)
    if text.startswith("/*", start):
        return _find(text, "*/", start) + 2
    character = text[start]
    if character in "\"'":
        return _end_of_quoted(text, start, character)
    if character == "/" and BEFORE_REGEX.search(text[max(0, start - 20) : start]):
        return _end_of_quoted(text, start, "/")
    return start


def _find(text: str, what: str, start: int) -> int:
    end = text.find(what, start)
    return len(text) if end < 0 else end


def _end_of_quoted(text: str, start: int, quote: str) -> int:
    position, in_class = start + 1, False
    while position < len(text) and (in_class or text[position] != quote):
        if text[position] == "\n":  # no text of this kind: a division, or a quote in markup
            return start
        in_class = quote == "/" and (text[position] == "[" or (in_class and text[position] != "]"))
        position += 2 if text[position] == "\\" else 1
    return position + 1


def _template_part(text: str, start: int) -> tuple[int, bool]:
    """Return where a template's text ends, and whether code follows (`${`) or its end."""
    position = start
    while position < len(text) and text[position] != "`":
        if text.startswith("${", position):
            return position, True
        position += 2 if text[position] == "\\" else 1
    return position, False
