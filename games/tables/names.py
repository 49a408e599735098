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
BOTS = "Nobu Mia Otis Yuki Pepper Sven Lotte Kaito Bruno Hana Tilda Rocco Mei Juno Felix Odette".split()


def guest_name() -> str:
    """Make up a name for somebody new."""
    return f"{secrets.choice(MOODS)} {secrets.choice(ANIMALS)}"


def bot_name(taken: set[str]) -> str:
    """Choose a bot's name nobody at the table has."""
    return secrets.choice([name for name in BOTS if name not in taken])


ANIMALS_DRAWN = 12
"""How many animals the browser draws; a face is one of them by its remainder."""


def face(taken: Iterable[int] = ()) -> int:
    """Draw the number a portrait is made from, of an animal nobody at the table has."""
    drawn = {face % ANIMALS_DRAWN for face in taken}
    while (face := secrets.randbelow(1 << 31)) % ANIMALS_DRAWN in drawn:
        pass
    return face


def table_code() -> str:
    """Draw a table's code: no look-alikes, and too many to try them all."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(8))
