"""Names: a table full of bots of one level has different names and different animals."""

from __future__ import annotations

from games.catalog import EVERY_GAME
from games.tables import names


def test_bots_of_a_rank_fill_the_largest_table_with_different_names_and_animals() -> None:
    for rank in range(6):
        taken: set[str] = set()
        faces: list[int] = []
        for _ in range(max(game.seats[-1] for game in EVERY_GAME.values()) - 1):
            name, face = names.bot(rank, taken, faces)
            assert name not in taken
            assert face % names.ANIMALS_DRAWN not in {
                other % names.ANIMALS_DRAWN for other in faces
            }
            taken.add(name)
            faces.append(face)


def test_a_bot_keeps_its_face() -> None:
    seen: dict[str, set[int]] = {}
    for _ in range(200):
        name, face = names.bot(0, set(), [])
        seen.setdefault(name, set()).add(face)
    assert len(seen) == 8
    assert all(len(faces) == 1 for faces in seen.values())


def test_codes_and_guests_are_many() -> None:
    assert len({names.table_code() for _ in range(500)}) == 500
    assert len({names.guest_name() for _ in range(500)}) > 300
