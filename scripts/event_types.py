"""Write the browser's types of events and actions: `python -m scripts.event_types`.

They are made from the structs of each game and of the table, so that tsc compares the scripts with
what the server sends. tests/scripts/test_event_types.py fails when the file is not current.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as shapes

from games.catalog import EVERY_GAME
from games.tables.events.table_events import TableEvent

TARGET = Path(__file__).parent.parent / "static/js/events.d.ts"
HEADER = "/** Events and actions as the server sends them. Made by `make browser-types`; do not edit. */\n"
SIMPLE = (
    (shapes.BoolType, "boolean"),
    (shapes.IntType, "number"),
    (shapes.FloatType, "number"),
    (shapes.StrType, "string"),
    (shapes.NoneType, "null"),
    (shapes.AnyType, "unknown"),
)


def browser_types() -> str:
    """Return the whole file: one namespace for each game, and one for the tables."""
    spaces = [
        namespace(slug.capitalize(), {"Event": game.events, "Action": game.actions})
        for slug, game in EVERY_GAME.items()
    ]
    return "\n".join([HEADER, *spaces, namespace("Tables", {"Event": TableEvent})])


def namespace(name: str, unions: dict[str, Any]) -> str:
    """Return a namespace with the named unions and every struct they are made of."""
    roots = {union: shapes.type_info(kind) for union, kind in unions.items()}
    structs: dict[str, shapes.StructType] = {}
    for root in roots.values():
        for struct in _structs(root):
            known = structs.setdefault(struct.cls.__name__, struct)
            if known.cls is not struct.cls or struct.cls.__name__ in unions:
                raise ValueError(f"{name}: two types would be called {struct.cls.__name__}")
    lines = [_struct(struct) for struct in structs.values()]
    lines += [f"  type {union} = {_text(root)};\n" for union, root in roots.items()]
    return f"declare namespace {name} {{\n{''.join(lines)}}}\n"


def _structs(kind: Any) -> Iterator[shapes.StructType]:
    """Yield every struct within a type, those it uses first."""
    if isinstance(kind, shapes.StructType):
        for field in kind.fields:
            yield from _structs(field.type)
        yield kind
    for part in _parts(kind):
        yield from _structs(part)


def _parts(kind: Any) -> Iterable[Any]:
    """Return the types that a type is made of, apart from the fields of structs."""
    match kind:
        case shapes.Metadata(type=inner):
            return (inner,)
        case shapes.UnionType(types=types):
            return types
        case shapes.TupleType(item_types=items):
            return items
        case shapes.VarTupleType(item_type=item) | shapes.ListType(item_type=item):
            return (item,)
        case shapes.DictType(value_type=value):
            return (value,)
        case _:
            return ()


def _struct(struct: shapes.StructType) -> str:
    """Return one struct as a type, with the first line of its docstring."""
    first_line = (vars(struct.cls).get("__doc__") or "").partition("\n")[0]
    comment = f"  /** {first_line} */\n" if first_line else ""
    sparse = struct.cls.__struct_config__.omit_defaults
    fields = [f'{struct.tag_field}: "{struct.tag}"'] if struct.tag_field else []
    for field in struct.fields:
        optional = "?" if sparse and not field.required else ""
        fields.append(f"{field.encode_name}{optional}: {_text(field.type)}")
    body = "".join(f"    {field};\n" for field in fields)
    return f"{comment}  type {struct.cls.__name__} = {{\n{body}  }};\n"


def _text(kind: Any) -> str:
    """Return a type as it is written in TypeScript."""
    for shape, text in SIMPLE:
        if isinstance(kind, shape):
            return text
    match kind:
        case shapes.StructType(cls=cls):
            return str(cls.__name__)
        case shapes.Metadata(type=inner):
            return _text(inner)
        case shapes.LiteralType(values=values):
            return " | ".join(msgspec.json.encode(value).decode() for value in values)
        case shapes.UnionType(types=types):
            return " | ".join(_text(part) for part in types)
        case shapes.TupleType(item_types=items):
            return f"[{', '.join(_text(item) for item in items)}]"
        case shapes.VarTupleType(item_type=item) | shapes.ListType(item_type=item):
            return f"({_text(item)})[]" if "|" in _text(item) else f"{_text(item)}[]"
        case shapes.DictType(value_type=value):
            return f"Record<string, {_text(value)}>"
        case _:
            raise TypeError(f"no TypeScript for {kind}")


if __name__ == "__main__":
    TARGET.write_text(browser_types(), encoding="utf-8")
