"""Hypothesis strategies: values of a game's types, tables, and recorded games."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec import inspect
from msgspec.structs import replace

from tests.games.case import Case, play
from tests.games.recorded_game import Record, Run

NOISE = 4


@cache
def values(kind: Any) -> SearchStrategy[Any]:
    """Return a strategy for any value of a type that is sent as JSON."""
    return _values(inspect.type_info(kind))


def _values(info: inspect.Type) -> SearchStrategy[Any]:
    match info:
        case inspect.IntType(ge=low, le=high):
            return st.integers(-2 if low is None else low, 40 if high is None else high)
        case inspect.FloatType():
            return st.floats(allow_nan=False, allow_infinity=False)
        case inspect.StrType():
            return st.text(max_size=8)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType(values=choices):
            return st.sampled_from(choices)
        case inspect.UnionType(types=kinds):
            return st.one_of(*map(_values, kinds))
        case inspect.VarTupleType(item_type=item):
            return st.lists(_values(item), max_size=6).map(tuple)
        case inspect.StructType(cls=cls, fields=fields):
            return st.builds(cls, **{f.name: _values(f.type) for f in fields})
        case inspect.Metadata(type=inner):
            return _values(inner)
        case _:
            raise TypeError(f"no strategy for {info}")


@st.composite
def tables(draw: st.DrawFn, case: Case) -> Run:
    """Draw a table: number of seats, every option, and the key of its random stream."""
    seats = draw(st.sampled_from(case.game.seats))
    options = draw(values(case.game.options))
    tuned = {name: draw(strategy) for name, strategy in case.tune.items()}
    options = replace(options, **tuned)
    if not case.game.allows_seat_count(options, seats):
        seats = draw(
            st.sampled_from([n for n in case.game.seats if case.game.allows_seat_count(options, n)])
        )
    first = draw(st.none() | st.integers(0, seats - 1))
    key = draw(st.binary(min_size=8, max_size=8))
    return Run(case.game, replace(options, first=first), seats, key)


@st.composite
def records(draw: st.DrawFn, case: Case, moves: int) -> Record:
    """Draw a table and play up to this many moves, a drawn share of them skilled."""
    run = draw(tables(case))
    skilled_share = draw(st.sampled_from((0.0, 0.6, 0.9)))
    played = play(case, run, draw(st.integers(0, moves)), skilled_share)
    noise = draw(st.lists(values(case.game.actions), max_size=NOISE))
    return Record(played.run, played.steps, tuple(noise))


def plain(thing: Any) -> Any:
    """Return a value as it is after encoding to JSON and decoding."""
    return msgspec.json.decode(msgspec.json.encode(thing))
