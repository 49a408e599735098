"""Pleasant names for guests and bots, so that nobody has to think of one before playing."""

import secrets
from collections.abc import Iterable

MOODS = (
    "Amber Bold Brisk Calm Clever Cosy Curious Daring Dapper Eager Fair Gentle Golden Happy Honest Jolly"
    " Keen Kind Lively Lucky Mellow Merry Mild Nimble Noble Patient Polite Proud Quick Quiet Rosy Sharp"
    " Silver Sly Steady Sunny Swift Tidy Velvet Warm Wise Witty Young Zesty"
).split()
ANIMALS = (
    "Badger Bat Beaver Bison Crane Crow Deer Dolphin Dormouse Eagle Falcon Ferret Finch Fox Gecko Gull"
    " Hare Hawk Hedgehog Heron Ibis Jackdaw Jay Koala Lark Lemur Lynx Magpie Marten Mole Moose Newt Otter"
    " Owl Panda Pelican Penguin Puffin Rabbit Raven Robin Salmon Seal Shrew Sparrow Stoat Swan Tern Tiger"
    " Toad Trout Turtle Vole Walrus Wolf Wren"
).split()
BOTS = (
    ("Pip", "Dot", "Fig", "Bean", "Moth"),
    ("Juno", "Otto", "Wren", "Ivo", "Tess"),
    ("Vesper", "Quill", "Sable", "Orrin", "Hale"),
    ("Athena", "Cato", "Hypatia", "Laozi", "Ada"),
)
"""By strength, weakest first: a bot keeps its name and its face from table to table."""


def guest_name() -> str:
    """Make up a name for somebody new."""
    return f"{secrets.choice(MOODS)} {secrets.choice(ANIMALS)}"


ANIMALS_DRAWN = 12
"""How many animals the browser draws; a face is one of them by its remainder."""


def bot(rank: int, names: set[str], faces: Iterable[int]) -> tuple[str, int]:
    """Choose a bot of this rank whose name, and if possible whose animal, nobody here has."""
    rank = min(rank, len(BOTS) - 1)
    drawn = {face % ANIMALS_DRAWN for face in faces}
    pool = [(name, _bot_face(rank, i)) for i, name in enumerate(BOTS[rank]) if name not in names]
    other = [(name, face) for name, face in pool if face % ANIMALS_DRAWN not in drawn]
    return secrets.choice(other or pool)


def _bot_face(rank: int, index: int) -> int:
    """A portrait of its own for each bot; those of one rank are different animals."""
    return rank * 5 + index + ANIMALS_DRAWN * (97 + 31 * rank + 7 * index)


def face() -> int:
    """Draw the number a portrait is made from."""
    return secrets.randbelow(1 << 31)


def table_code() -> str:
    """Draw a table's code: no look-alikes, and too many to try them all."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(8))
