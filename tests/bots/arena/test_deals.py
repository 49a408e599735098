"""The arena plays matches of many deals, and single deals of such games, here of Da Tong Zi."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from django.core.management import CommandError, call_command

from bots.arena.game import Played, paired_games, play_game
from bots.arena.match import Match, play_match
from bots.catalog import ARENA_FIGURES, BOTS
from bots.contract import Bot, BotAnalysis, Decision, Reason
from games.catalog import GAMES
from games.core.random_stream import Chance
from games.datongzi import GAME as DATONGZI
from games.datongzi import rules
from games.datongzi.actions import Action
from games.datongzi.events import DatongziOptions, Dealt, Event, MatchEnded, Opened
from games.datongzi.state import State
from games.datongzi.timeout import timeout_action
from tests.games.datongzi.table import any_action, fold

GAME = replace(DATONGZI, levels=("wild", "careful"))
OPTIONS = DatongziOptions(lead="random", target="1000")


class Memory(NamedTuple):
    """What a bot was begun with, and every event since."""

    seat: int
    key: bytes
    events: tuple[Event, ...] = ()

    @property
    def deal(self) -> int:
        return fold(self.events).deal


Choose = Callable[[State, int, Chance], Action | None]
Seen = list[tuple[Memory, bytes]]


def make_bot(choose: Choose, seen: Seen | None = None) -> Bot[Any, Any, Any]:
    """Make a bot that folds its events and chooses; `seen` gets what each decision was made from."""

    def decide(memory: Memory, legal: tuple[Any, ...], chance: Chance, work: int) -> Decision:
        if seen is not None:
            seen.append((memory, chance.key))
        state = fold(memory.events)
        assert legal == rules.legal_actions(state, memory.seat)
        return Decision(choose(state, memory.seat, chance), 1.0, Reason("chosen"), (), 1)

    return Bot(
        begin=lambda seat, seats, options, chance: Memory(seat, chance.key),
        remember=lambda memory, event: memory._replace(events=(*memory.events, event)),
        decide=decide,
        analyse=lambda memory: BotAnalysis((), (), {}),
        work=1,
        version="1",
    )


def careful(state: State, seat: int, chance: Chance) -> Action | None:
    return timeout_action(state, seat)


WILD, CAREFUL = make_bot(any_action), make_bot(careful)


def deals_of(played: Played) -> list[tuple[Event, ...]]:
    """Cut the log before every deal; the opening is left out."""
    assert isinstance(played.events[0], Opened)
    begins = [i for i, event in enumerate(played.events) if isinstance(event, Dealt)]
    ends = [*begins[1:], len(played.events)]
    return [played.events[a:b] for a, b in zip(begins, ends, strict=True)]


def test_a_whole_match_is_played_deal_after_deal() -> None:
    played = play_game(GAME, [WILD, CAREFUL, WILD], OPTIONS, Chance(b"match"))
    dealt = [deal[0] for deal in deals_of(played)]
    assert [event.deal for event in dealt] == list(range(len(dealt)))
    assert len(dealt) > 1
    assert max(played.outcome.scores) >= 1000
    assert played == play_game(GAME, [WILD, CAREFUL, WILD], OPTIONS, Chance(b"match"))


def test_a_memory_begins_anew_with_each_deal() -> None:
    """It holds its seat's redacted events from the first event of the deal on."""
    seen: Seen = []
    played = play_game(GAME, [make_bot(any_action, seen)] * 3, OPTIONS, Chance(b"memory"))
    deals = deals_of(played)
    assert len(seen) == played.decisions
    for memory, _ in seen:
        deal = deals[memory.deal][: len(memory.events)]
        assert memory.events == tuple(GAME.redact(event, memory.seat) for event in deal)
    begun = {(memory.deal, memory.seat): memory.key for memory, _ in seen}
    assert len(set(begun.values())) == 3 * len(deals)
    assert all(begun[memory.deal, memory.seat] == memory.key for memory, _ in seen)


def test_every_decision_has_a_random_stream_of_its_own() -> None:
    seen: Seen = []
    play_game(GAME, [make_bot(any_action, seen)] * 3, OPTIONS, Chance(b"streams"))
    keys = [key for _, key in seen] + [memory.key for memory, _ in seen]
    assert len(set(keys)) == len(seen) + len({(m.deal, m.seat) for m, _ in seen})


def test_later_deals_stay_paired_however_the_earlier_ones_went() -> None:
    """Bots that play the first deal in two ways and draw at random later play the same later deals."""

    def first_careful(state: State, seat: int, chance: Chance) -> Action | None:
        return (careful if state.deal == 0 else any_action)(state, seat, chance)

    one, other = (
        deals_of(play_game(GAME, [make_bot(choose)] * 3, OPTIONS, Chance(b"paired")))
        for choose in (any_action, first_careful)
    )
    assert len(one[0]) != len(other[0])
    both = list(zip(one, other, strict=False))[1:]
    assert both
    for left, right in both:
        assert [e for e in left[1:] if not isinstance(e, MatchEnded)] == [
            e for e in right[1:] if not isinstance(e, MatchEnded)
        ]
        assert left[0].hands == right[0].hands


def test_each_rotation_of_a_match_is_dealt_the_same_cards() -> None:
    bots = {"wild": WILD, "careful": CAREFUL}
    lineup = ("careful", "wild", "wild")
    played = [game for _, game in paired_games(GAME, lineup, bots, OPTIONS, 2, seed=1)]
    hands = [[deal[0].hands for deal in deals_of(game)] for game in played]
    for rotated in (hands[:3], hands[3:]):
        shared = min(map(len, rotated))
        assert shared > 1
        assert rotated[0][:shared] == rotated[1][:shared] == rotated[2][:shared]
    assert len({hands[0][0], hands[0][1], hands[3][0]}) == 3


def test_deals_without_decisions_are_played() -> None:
    """The first deal and every second one after it are over as soon as they are dealt."""

    def deal(state: State, chance: Chance) -> tuple[Event, ...]:
        events = rules.deal(state, chance)
        return events if (state.deal + 1) % 2 else (*events, *rules._end_hand(fold(events)))

    played = play_game(replace(GAME, deal=deal), [WILD] * 3, OPTIONS, Chance(b"empty"))
    lengths = [len(deal) for deal in deals_of(played)]
    assert lengths[0] == 2
    assert lengths[1] > 41


def test_a_deal_may_end_the_match_instead() -> None:
    def deal(state: State, chance: Chance) -> tuple[Event, ...]:
        if state.deal < 1:
            return rules.deal(state, chance)
        return (MatchEnded((0,), (1, 0, 0), (0, 0, 0), "hands"),)

    def strict_remember(memory: Memory, event: Event) -> Memory:
        assert memory.events or isinstance(event, Dealt), "a memory begins with a keyframe"
        return memory._replace(events=(*memory.events, event))

    bot = replace(WILD, remember=strict_remember)
    played = play_game(replace(GAME, deal=deal), [bot] * 3, OPTIONS, Chance(b"ends"))
    assert len(deals_of(played)) == 2
    assert played.outcome.winners == (0,)


def test_bots_take_no_asides() -> None:
    def aside(state: State, seat: int) -> tuple[Action, ...]:
        raise AssertionError("nobody asks for asides in the arena")

    played = play_game(replace(GAME, aside=aside), [WILD] * 3, OPTIONS, Chance(b"asides"))
    assert played.decisions


# --- single deals ------------------------------------------------------------------------------------


@pytest.fixture
def in_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "datongzi", GAME)
    monkeypatch.setitem(BOTS, ("datongzi", "wild"), WILD)
    monkeypatch.setitem(BOTS, ("datongzi", "careful"), CAREFUL)


ARGS = ("datongzi", "--seats", "careful,wild,wild", "--cores", "1")


def run_arena(*args: str) -> str:
    out = io.StringIO()
    call_command("arena", *ARGS, *args, stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("in_catalog")
def test_single_deals_are_played_once_in_each_rotation(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def single_deal(options: DatongziOptions, i: int) -> DatongziOptions:
        asked.append(i)
        return msgspec.structs.replace(options, target="hand", bonuses=("standard", "doubled")[i])

    monkeypatch.setitem(GAMES, "datongzi", replace(GAME, single_deal=single_deal))
    match = Match("datongzi", ("careful", "wild", "wild"), 6, 1, single_deals=True)
    results, _ = play_match(match, cores=1)
    assert asked == [0, 0, 0, 1, 1, 1]
    assert [(r.deal, r.seated.index("careful")) for r in results] == [
        (0, 0), (0, 2), (0, 1), (1, 0), (1, 2), (1, 1)
    ]  # fmt: skip
    assert match.options_of(1).bonuses == "doubled"
    assert match.options_of(0).bonuses == "standard"


@pytest.mark.usefixtures("in_catalog")
def test_the_command_plays_single_deals_and_shows_scores_above_the_mean() -> None:
    shown = json.loads(run_arena("--deals", "4", "--seed", "5", "--json"))
    assert (shown["deals"], shown["games"]) == (4, 12)
    results, _ = play_match(
        Match("datongzi", ("careful", "wild", "wild"), 12, 5, single_deals=True), cores=1
    )
    above = [r.scores[r.seated.index("careful")] - sum(r.scores) / len(r.scores) for r in results]
    careful, wild = shown["results"]
    assert careful["score"] == pytest.approx(sum(above) / len(above), abs=1e-4)
    assert careful["score"] + 2 * wild["score"] == pytest.approx(0, abs=1e-3)
    assert careful["score"] != careful["mean_score"]
    for row in (careful, wild):
        for name in ("score", "mean_score"):
            low, high = row[f"{name}_ci95"]
            assert low < row[name] < high
    table = run_arena("--deals", "4", "--seed", "5")
    assert "4 deals (12 games)" in table
    assert f"{careful['score']:+.2f}" in table and f"{wild['score']:+.2f}" in table


@pytest.mark.usefixtures("in_catalog")
def test_the_command_plays_whole_matches_too() -> None:
    shown = json.loads(run_arena("--games", "3", "--json"))
    assert (shown["deals"], shown["games"]) == (None, 3)
    assert max(row["mean_score"] for row in shown["results"]) > 300
    assert f"{shown['results'][0]['mean_score']:.2f}" in run_arena("--games", "3")


@pytest.mark.usefixtures("in_catalog")
def test_one_deal_gives_no_interval_of_scores() -> None:
    row = json.loads(run_arena("--deals", "1", "--json"))["results"][0]
    assert row["score_ci95"] is row["mean_score_ci95"] is None
    assert f"{row['score']:+.2f}" in run_arena("--deals", "1")


@pytest.mark.usefixtures("in_catalog")
def test_a_game_can_add_figures_to_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def add(
        played: tuple[DatongziOptions, ...], lineup: tuple[str, ...], row: Any, data: Any
    ) -> dict[str, Any]:
        (options,) = played
        assert options.target == "hand" and lineup == ("careful", "wild", "wild")
        return {"doubled": 2 * row["score"]}

    monkeypatch.setitem(ARENA_FIGURES, "datongzi", add)
    rows = json.loads(run_arena("--deals", "2", "--json"))["results"]
    assert all(row["doubled"] == 2 * row["score"] for row in rows)
    assert f"careful: doubled {rows[0]['doubled']}" in run_arena("--deals", "2")


@pytest.mark.usefixtures("in_catalog")
def test_single_deals_and_whole_matches_have_files_of_their_own(tmp_path: Path) -> None:
    whole = Match("datongzi", ("careful", "wild"), 4, 1)
    single = Match("datongzi", ("careful", "wild"), 4, 1, single_deals=True)
    assert whole.file(tmp_path) != single.file(tmp_path)


@pytest.mark.usefixtures("in_catalog")
@pytest.mark.parametrize("args", [("--deals", "0"), ("--deals", "2", "--games", "2")])
def test_the_command_refuses_a_wrong_number_of_deals(args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        run_arena(*args)


def test_single_deals_are_for_games_that_have_them() -> None:
    with pytest.raises(CommandError, match="NANA has no single deals"):
        call_command("arena", "nana", "--seats", "normal,easy", "--deals", "3")
