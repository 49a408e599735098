"""The browser's types of events and actions are those of the structs."""

import msgspec
import pytest

from games.core.codec import EventStruct
from scripts.event_types import TARGET, browser_types, namespace


def test_the_committed_types_are_current() -> None:
    assert TARGET.read_text(encoding="utf-8") == browser_types(), "run `make browser-types`"


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    size: int = 0


class Made(EventStruct, frozen=True, tag="Built"):
    """Something was made. More about it."""

    parts: tuple[Part | None, ...]
    pair: tuple[int, float]
    label: str = msgspec.field(default="", name="text")


def test_a_struct_is_written_with_its_tag_and_the_names_of_the_wire() -> None:
    assert namespace("Example", {"Event": Made}) == (
        "declare namespace Example {\n"
        "  type Part = {\n"
        "    size?: number;\n"
        "  };\n"
        "  /** Something was made. More about it. */\n"
        "  type Made = {\n"
        '    type: "Built";\n'
        "    parts: (Part | null)[];\n"
        "    pair: [number, number];\n"
        "    text: string;\n"
        "  };\n"
        "  type Event = Made;\n"
        "}\n"
    )


def test_two_types_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="Made"):
        namespace("Example", {"Made": Made})
