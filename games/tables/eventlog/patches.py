"""The differences between two JSON objects, for browsers that have the first and need the second.

A patch is a list of changes, made one after the other. A path is the list of keys and indexes that
lead to a value.

- `[path, value]`: the value at this path is now this one.
- `[path, "set", object]`: of the object at this path, these keys have these values now.
- `[path]`: the key at the end of this path is gone.
- `[path, index, count, items]`: of the array at this path, `count` items from `index` on are
  replaced by `items`.

Invariant: `apply_patch(old, make_patch(old, new))` encodes to the very bytes of `new`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from games.core.codec import dump

_decode = msgspec.json.Decoder().decode
_numbers = itertools.count()


class Document:
    """A JSON object, encoded key by key so that an equal part is found without looking into it."""

    __slots__ = ("number", "parts")

    def __init__(self, value: Mapping[str, Any]) -> None:
        self.number = next(_numbers)
        """Unique in this process."""
        self.parts = {key: dump(part) for key, part in value.items()}

    def encoded(self) -> msgspec.Raw:
        """Return the whole object as JSON."""
        parts = (b"%b:%b" % (dump(key), part) for key, part in self.parts.items())
        return msgspec.Raw(b"{" + b",".join(parts) + b"}")


def make_patch(old: Document, new: Document) -> msgspec.Raw | None:
    """Return the patch that turns `old` into `new`, None if the whole is shorter."""
    if old is new:
        return msgspec.Raw(b"[]")
    if old.parts.keys() != new.parts.keys() or list(old.parts) != list(new.parts):
        return None
    changes: list[bytes] = []
    for key, part in new.parts.items():
        before = old.parts[key]
        if before != part:
            changes += _changes(dump(key), _decode(before), _decode(part), part)
    patch = b"[" + b",".join(changes) + b"]"
    return msgspec.Raw(patch) if len(patch) < sum(map(len, new.parts.values())) else None


def _changes(path: bytes, old: Any, new: Any, encoded: bytes) -> list[bytes]:
    """Return the changes that turn a value into a different one, or one change that replaces it."""
    inner: list[bytes] | None = None
    if type(old) is dict and type(new) is dict:
        inner = _object_changes(path, old, new)
    elif type(old) is list and type(new) is list:
        inner = _array_changes(path, old, new)
    whole = b"[[%b],%b]" % (path, encoded)
    if inner is None or sum(map(len, inner)) + len(inner) > len(whole):
        return [whole]
    return inner


def _object_changes(path: bytes, old: dict[str, Any], new: dict[str, Any]) -> list[bytes] | None:
    """Return the changes inside an object, None if they would leave its keys in another order."""
    kept = [key for key in old if key in new]
    if [*kept, *(key for key in new if key not in old)] != list(new):
        return None
    removed = [b"[[%b,%b]]" % (path, dump(key)) for key in old if key not in new]
    inner: list[bytes] = []
    assigned: list[tuple[bytes, bytes]] = []
    for key in new:
        encoded = dump(new[key])
        before = dump(old[key]) if key in old else None
        if before == encoded:
            continue
        name = dump(key)
        whole = b"[[%b,%b],%b]" % (path, name, encoded)
        changes = [whole]
        if before is not None:
            changes = _changes(b"%b,%b" % (path, name), old[key], new[key], encoded)
        if changes == [whole]:
            assigned.append((name, encoded))
        else:
            inner += changes
    return removed + _assignments(path, assigned) + inner


def _assignments(path: bytes, assigned: list[tuple[bytes, bytes]]) -> list[bytes]:
    """Return the change that gives keys of one object their values."""
    if len(assigned) < 2:
        return [b"[[%b,%b],%b]" % (path, name, encoded) for name, encoded in assigned]
    pairs = b",".join(b"%b:%b" % pair for pair in assigned)
    return [b'[[%b],"set",{%b}]' % (path, pairs)]


def _array_changes(path: bytes, old: list[Any], new: list[Any]) -> list[bytes]:
    """Return the changes inside an array: item by item if it is as long as before, else a splice."""
    before, after = [dump(item) for item in old], [dump(item) for item in new]
    if len(before) == len(after):
        changes: list[bytes] = []
        for index, encoded in enumerate(after):
            if before[index] != encoded:
                changes += _changes(b"%b,%d" % (path, index), old[index], new[index], encoded)
        return changes
    start = _equal_items(before, after)
    end = _equal_items(reversed(before[start:]), reversed(after[start:]))
    items = b",".join(after[start : len(after) - end])
    return [b"[[%b],%d,%d,[%b]]" % (path, start, len(before) - start - end, items)]


def _equal_items(one: Iterable[bytes], other: Iterable[bytes]) -> int:
    """Count how many items are equal before the first pair that differs."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


def apply_patch(value: Any, patch: list[list[Any]]) -> Any:
    """Return a JSON value with the changes of a patch made; the given one is not changed."""
    for path, *change in patch:
        value = _changed(value, path, change)
    return value


def _changed(value: Any, path: list[Any], change: list[Any]) -> Any:
    if not path:
        if len(change) == 1:
            return change[0]
        if len(change) == 2:
            return value | change[1]
        index, count, items = change
        return [*value[:index], *items, *value[index + count :]]
    key, *rest = path
    copied = value.copy()
    if not rest and not change:
        del copied[key]
    else:
        copied[key] = _changed(value.get(key) if type(value) is dict else value[key], rest, change)
    return copied
