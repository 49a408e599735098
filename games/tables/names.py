"""Pleasant names for guests and bots, so that nobody has to think of one before playing."""

import secrets
from collections.abc import Iterable
from typing import Any

MOODS = (
    "Amber Bold Brisk Calm Clever Cosy Curious Daring Dapper Eager Fair Gentle Golden Happy Honest Jolly"
    " Keen Kind Lively Lucky Mellow Merry Mild Nimble Noble Patient Polite Proud Quick Quiet Rosy Sharp"
    " Silver Sly Steady Sunny Swift Tidy Velvet Warm Wise Witty Young Zesty"
).split()
DRAWN = "cat bear rabbit fox panda frog owl pig koala penguin otter sheep".split()
"""The animals the browser draws, in its order; the remainder of a face says which one it is."""
ANIMALS_DRAWN = len(DRAWN)
ANIMALS = {
    "Bear": "bear",
    "Bunny": "rabbit",
    "Cat": "cat",
    "Cub": "bear",
    "Fox": "fox",
    "Frog": "frog",
    "Hare": "rabbit",
    "Kitten": "cat",
    "Koala": "koala",
    "Lamb": "sheep",
    "Otter": "otter",
    "Owl": "owl",
    "Panda": "panda",
    "Penguin": "penguin",
    "Piglet": "pig",
    "Rabbit": "rabbit",
    "Sheep": "sheep",
}
"""The animals in guests' names, each with the drawing that shows it."""
BOTS = (
    ("Pip", "Dot", "Fig", "Bean", "Moth", "Bud", "Fern", "Nib"),
    ("Juno", "Otto", "Wren", "Ivo", "Tess", "Lena", "Rolf", "Mina"),
    ("Vesper", "Quill", "Sable", "Orrin", "Hale", "Rune", "Thorne", "Lyra"),
    ("Athena", "Cato", "Hypatia", "Laozi", "Ada", "Solon", "Zeno", "Noether"),
)
"""By strength, weakest first: a bot keeps its name and its face from table to table.

Eight each, so that one level can take every seat but one of the largest table.
"""


def guest_name() -> str:
    """Make up a name for somebody new."""
    return f"{secrets.choice(MOODS)} {secrets.choice(list(ANIMALS))}"


def guest() -> dict[str, Any]:
    """Make up the name of somebody new, and a portrait of the animal in it."""
    name = guest_name()
    return {"name": name, "face": face_for(name)}


def face_for(name: str) -> int:
    """Draw a portrait of the animal that the name ends with, or of any animal."""
    animal = ANIMALS.get(name.split()[-1] if name.split() else "")
    if animal is None:
        return face()
    portraits_of_animal = FACES // ANIMALS_DRAWN
    return DRAWN.index(animal) + ANIMALS_DRAWN * secrets.randbelow(portraits_of_animal)


FACES = 1 << 31
"""How many portraits there are."""


def is_face(number: int) -> bool:
    """Whether a portrait has this number."""
    return 0 <= number < FACES


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
    return secrets.randbelow(FACES)


def table_code() -> str:
    """Draw a table's code: no look-alikes, and too many to try them all."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(8))
