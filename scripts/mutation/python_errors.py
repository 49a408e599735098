"""List the errors that can be planted in a Python file, found in its syntax tree.

Left out is what cannot change behaviour: docstrings, annotations, log lines, `assert`, `__all__`,
and whatever is inside an f-string, whose positions Python 3.11 does not know.
"""

import ast
import copy
from collections.abc import Iterator

from scripts.mutation.errors import PlantedError, planted

FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
LOGGERS = {"logger", "logging", "warnings"}


def python_errors(path: str, text: str) -> list[PlantedError]:
    """List the errors that can be planted in a file, in the order of its text."""
    tree = ast.parse(text)
    starts = line_starts(text)
    found = []
    for node in relevant_nodes(tree):
        for kind, after in changes(node):
            start, end = span(node, text, starts)
            found.append(planted(path, text, kind, start, end, after))
    return sorted(found, key=lambda error: (error.start, error.kind, error.after))


def line_starts(text: str) -> list[int]:
    """Return the index at which each line begins."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def span(node: ast.AST, text: str, starts: list[int]) -> tuple[int, int]:
    """Return where a node begins and ends in the text; the tree counts columns in bytes."""

    def index(line: int, column: int) -> int:
        begin = starts[line - 1]
        content = text[begin : starts[line]]
        return begin + len(content.encode()[:column].decode())

    assert isinstance(node, ast.expr | ast.stmt)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return index(node.lineno, node.col_offset), index(node.end_lineno, node.end_col_offset)


def relevant_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Walk through what a test could notice, parents first."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_irrelevant(child):
                yield child
                yield from relevant_nodes(child)


def _is_irrelevant(node: ast.AST) -> bool:
    match node:
        case ast.JoinedStr() | ast.Assert() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant()):  # a docstring
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name in LOGGERS:
            return True
        case ast.Expr(value=value):
            return _is_irrelevant(value)
    return False


def changes(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the kind and the new text of every error that can replace a node."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in FLIPPED:
            changed = copy.deepcopy(node)
            changed.ops = [FLIPPED[type(op)]()]
            yield "comparison flipped", f"({ast.unparse(changed)})"
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield "and/or swapped", f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not dropped", f"({ast.unparse(operand)})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SWAPPED:
            changed_operation = ast.BinOp(left, SWAPPED[type(op)](), right)
            yield "operator swapped", f"({ast.unparse(changed_operation)})"
        case ast.Constant(value=bool() as value):
            yield "constant negated", str(not value)
        case ast.Constant(value=int() as value):
            yield "constant off by one", f"({value + 1})"
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield "returned nothing", "return None"
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise():
            yield "statement removed", "pass"
        case ast.Continue() | ast.Break():
            yield "statement removed", "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "statement removed", "pass"


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None
