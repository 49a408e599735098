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
from functools import lru_cache
from typing import Any

import msgspec

OBJECT, ARRAY = b"{["
"""The first bytes of their JSON."""
_encode = msgspec.json.Encoder().encode
MAX_REMEMBERED_BYTES = 1024
"""Differences between values up to this size are remembered: cards and other parts change in the same
way at many tables, and for each of its viewers at one."""
# Only what differs is looked into: the parts of an object or an array stay bytes, which are compared.
_keys_of = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_items_of = msgspec.json.Decoder(list[msgspec.Raw]).decode
_numbers = itertools.count()


class Document:
    """A JSON object, encoded key by key so that an equal part is found without looking into it."""

    __slots__ = ("number", "parts")

    def __init__(self, value: Mapping[str, Any]) -> None:
        self.number = next(_numbers)
        """Unique in this process."""
        self.parts = {key: _encode(part) for key, part in value.items()}

    def encoded(self) -> msgspec.Raw:
        """Return the whole object as JSON."""
        parts = (b"%b:%b" % (_name(key), part) for key, part in self.parts.items())
        return msgspec.Raw(b"{" + b",".join(parts) + b"}")


def make_patch(old: Document, new: Document) -> msgspec.Raw | None:
    """Return the patch that turns `old` into `new`, None if the whole is shorter."""
    if old is new:
        return msgspec.Raw(b"[]")
    if [*old.parts] != [*new.parts]:
        return None
    changes = [
        _changes(_name(key), before, part)
        for (key, part), before in zip(new.parts.items(), old.parts.values(), strict=True)
        if before != part
    ]
    patch = b"[%b]" % b",".join(changes)
    return msgspec.Raw(patch) if len(patch) < sum(map(len, new.parts.values())) else None


@lru_cache(4096)
def _name(key: str) -> bytes:
    """Return a key as JSON."""
    return _encode(key)


def _changes(path: bytes, old: bytes, new: bytes) -> bytes:
    """Return the changes, with commas between them, that turn a value into a different one."""
    inner = _inner_changes(path, old, new)
    return b"[[%b],%b]" % (path, new) if inner is None else inner


def _inner_changes(path: bytes, old: bytes, new: bytes) -> bytes | None:
    """Return the changes inside a value, None if replacing it by the other one is not longer."""
    if old[0] != new[0] or old[0] not in (OBJECT, ARRAY):
        return None
    if len(old) > MAX_REMEMBERED_BYTES or len(new) > MAX_REMEMBERED_BYTES:
        return _compare(path, old, new)
    return _remembered(path, old, new)


def _compare(path: bytes, old: bytes, new: bytes) -> bytes | None:
    found = (_object_changes if old[0] == OBJECT else _array_changes)(path, old, new)
    if found is None:
        return None
    changes = b",".join(found)
    return changes if len(changes) + 1 <= len(b"[[],]") + len(path) + len(new) else None


_remembered = lru_cache(2048)(_compare)


def _object_changes(path: bytes, old_json: bytes, new_json: bytes) -> list[bytes] | None:
    """Return the changes inside an object, None if they would leave its keys in another order."""
    old, new = _keys_of(old_json), _keys_of(new_json)
    changes: list[bytes] = []
    if [*old] != [*new]:
        if [*(key for key in old if key in new), *(key for key in new if key not in old)] != [*new]:
            return None
        changes = [b"[[%b,%b]]" % (path, _name(key)) for key in old if key not in new]
    inner: list[bytes] = []
    assigned: list[tuple[bytes, bytes]] = []
    for key, part in new.items():
        before = old.get(key)
        if before == part:
            continue
        name, value = _name(key), bytes(part)
        found = (
            None
            if before is None
            else _inner_changes(b"%b,%b" % (path, name), bytes(before), value)
        )
        if found is None:
            assigned.append((name, value))
        else:
            inner.append(found)
    return changes + _assignments(path, assigned) + inner


def _assignments(path: bytes, assigned: list[tuple[bytes, bytes]]) -> list[bytes]:
    """Return the change that gives keys of one object their values."""
    if len(assigned) < 2:
        return [b"[[%b,%b],%b]" % (path, name, value) for name, value in assigned]
    pairs = b",".join(b"%b:%b" % pair for pair in assigned)
    return [b'[[%b],"set",{%b}]' % (path, pairs)]


def _array_changes(path: bytes, old_json: bytes, new_json: bytes) -> list[bytes]:
    """Return the changes inside an array: item by item if it is as long as before, else a splice."""
    old, new = _items_of(old_json), _items_of(new_json)
    if len(old) == len(new):
        changes: list[bytes] = []
        for index, (before, item) in enumerate(zip(old, new, strict=True)):
            if before != item:
                changes.append(_changes(b"%b,%d" % (path, index), bytes(before), bytes(item)))
        return changes
    start = _equal_items(old, new)
    end = _equal_items(reversed(old[start:]), reversed(new[start:]))
    items = b",".join(map(bytes, new[start : len(new) - end]))
    return [b"[[%b],%d,%d,[%b]]" % (path, start, len(old) - start - end, items)]


def _equal_items(one: Iterable[msgspec.Raw], other: Iterable[msgspec.Raw]) -> int:
    """Count how many items are equal before the first pair that differs."""
    count = 0
    for before, item in zip(one, other, strict=False):
        if before != item:
            break
        count += 1
    return count


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
